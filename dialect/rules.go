// Rules: what a dialect is made of, a table and the steps around it.

package dialect

import "github.com/jarvis-sdk/jarvis/internal/scan"

// rules are what one dialect takes. A schema goes through them in this order, before the schemas in it do:
//
//  1. What speaks of properties by names that they do not have in the dialect goes into the description.
//  2. The steps rewrite keywords into others. allOf is merged first, as it may bring any of them; forms of older drafts come next,
//     so that no other step has to know them; then unions and types, on which the rest depends; then bounds, patterns and values.
//     Each step leaves a schema that means the same or takes more, and reports what it changed.
//  3. What has no form is asked for as JSON text instead, from the schema as declared, and ends here.
//  4. The table takes out what is left that the dialect does not take, and says it in the description.
//  5. The schemas in what is left are rewritten. Some keywords go after all, if less is said in theirs.
//  6. The description is written.
//  7. The shape is made: what the dialect wants and no declaration has. It sees the schemas inside as they are printed.
type rules struct {
	tool        nameRule             // names of tools
	prop        nameRule             // names of properties
	description int                  // characters of a tool's description; 0 is any number
	plain       *rules               // of a strict dialect: what takes a command that it cannot hold
	steps       []func(*schema)      // what is rewritten before the table is applied, in order; later ones rely on earlier ones
	keep        map[string]condition // the keywords that stay beside description, and when; nil keeps all
	shape       []func(*schema)      // what is made of a schema after the table, in order

	nullOut bool // null stands for leaving a property out, so that keys are counted without it

	encode  func(*schema) scan.Kind // tells what has no form, so that its place takes JSON text: 0, or what the text holds
	limits  []limit                 // of a strict dialect: of one printed schema
	request []limit                 // and of all strict ones in a request
	tools   int                     // that a request may carry; 0 is any number
	form    func(form) *doc         // the tool around the schema
}

// condition reports whether a keyword stays with that value; nil is always.
type condition func(s *schema, value *doc) bool

// form is what a tool is made of.
type form struct {
	name, description string
	schema            *doc
	strict            *doc // true, false or nil
	effect            string
}

// head is what a tool begins with: its name, and its description, which all vendors but Gemini let be absent.
func (f form) head() []member {
	head := []member{{"name", text(made, f.name)}}
	if f.description != "" {
		head = append(head, member{"description", text(made, f.description)})
	}
	return head
}
