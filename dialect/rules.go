// Rules: what a dialect is made of, a table and the steps around it.

package dialect

import (
	"fmt"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// rules are what one dialect takes.
type rules struct {
	tool        nameRule             // names of tools
	prop        nameRule             // names of properties
	description int                  // characters of a tool's description; 0 is any number
	plain       *rules               // of a strict dialect: what takes a command that it cannot hold
	steps       []func(*schema)      // what is rewritten before the table is applied, in order
	keep        map[string]condition // the keywords that stay beside description, and when; nil keeps all
	shape       []func(*schema)      // what is made of a schema after the table, in order

	encode  func(*schema) scan.Kind // tells what has no form, so that its place takes JSON text: 0, or what the text holds
	limits  func(*doc) []string     // names the limits that a printed schema exceeds
	form    func(form) *doc         // the tool around the schema
	request func([]*Tool) []string  // names the limits that the tools of a request exceed
}

// condition reports whether a keyword stays with that value; nil is always.
type condition func(s *schema, value *doc) bool

// overLimit adds a sentence if there is more than the vendor takes.
func overLimit(over []string, n, most int, what string) []string {
	if n <= most {
		return over
	}
	return append(over, fmt.Sprintf(msgLimit, n, what, most))
}

// form is what a tool is made of.
type form struct {
	name, description string
	schema            *doc
	strict            *doc // true, false or nil
	effect            string
}
