// Gemini: FunctionDeclaration with parameters in the vendor's subset of OpenAPI 3.0.

package dialect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// geminiNames are the names of functions, as the errors of the Gemini API word the rule; Vertex AI takes longer ones, and colons
// are not taken everywhere.
var geminiNames = nameRule{more: ".-", most: 64, letter: true}

// geminiKeys are the names of parameters as Vertex AI words the rule: a letter or _ first, no dots or dashes. The Gemini API has no
// word on them.
//
// Source: https://cloud.google.com/php/docs/reference/cloud-ai-platform/1.5.0/V1.FunctionDeclaration (parameters).
var geminiKeys = nameRule{most: 64, letter: true}

// gemini takes the fields of the vendor's Schema. Types are in capitals, which no report mentions; null is a field; enum is there
// for strings alone, and none may be empty; anyOf stands alone. The vendor orders properties by the alphabet unless it is told an
// order, so that of the declaration is written. A default is taken and ignored, so it goes into the description.
//
// An object with any keys has no form: the API refuses an object without properties, or models answer it with {}. Such objects,
// and values of no or several types where they cannot be told apart, are asked for as JSON text, which Decode reads.
//
// Sources: https://ai.google.dev/api/caching#Schema, https://ai.google.dev/api/caching#FunctionDeclaration and the errors of the
// two APIs.
var gemini = rules{
	tool: geminiNames,
	prop: geminiKeys,
	steps: []func(*schema){
		mergeAll, ownNull, older, anyOneOf, typeValues, nullAside, splitTypes, aloneAnyOf, simple, closedBounds, constEnum, declaredOnly,
	},
	encode: geminiText,
	keep: map[string]condition{
		"type": nil, "anyOf": nil, "properties": nil, "items": nil, "required": nil, "pattern": nil, "enum": filledTexts,
		"format":   oneOfTexts("date-time"),
		"minItems": nil, "maxItems": nil, "minimum": nil, "maximum": nil, "minLength": nil, "maxLength": nil,
		"minProperties": nil, "maxProperties": nil,
	},
	shape: []func(*schema){capitals, ordering, anyOfOnly, noEmptyRequired},
	form:  geminiForm("parameters"),
}

// filledTexts is the condition of a list of strings none of which is empty.
func filledTexts(s *schema, v *doc) bool {
	return s.hasType("string") && len(v.list) > 0 && !slices.ContainsFunc(v.list, func(d *doc) bool { return d.text() == "" })
}

// geminiForm makes the declaration. A description is required: without one the name has to do.
func geminiForm(keyword string) func(form) *doc {
	return func(f form) *doc {
		tool := object(made, member{"name", text(made, f.name)}, member{"description", text(made, cmp.Or(f.description, f.name))})
		if f.schema != nil {
			tool.members = append(tool.members, member{keyword, f.schema})
		}
		return tool
	}
}

// geminiText tells which schemas have no form.
func geminiText(s *schema) scan.Kind {
	if s.get("anyOf") != nil {
		return 0
	}
	types := s.types()
	if len(types) != 1 {
		return scan.Null
	}
	switch types[0] {
	case "object":
		if props := s.get("properties"); s.at.at != "" && (!props.is(scan.ObjectStart) || len(props.members) == 0) {
			return scan.ObjectStart
		}
	case "array":
		if !s.get("items").is(scan.ObjectStart) || s.get("prefixItems") != nil {
			return scan.ArrayStart
		}
	case "string", "integer", "number", "boolean":
	default:
		return scan.Null
	}
	return 0
}

// textSentences say what the JSON text of a place is to hold.
var textSentences = map[scan.Kind]string{scan.ObjectStart: msgTextObject, scan.ArrayStart: msgTextArray, scan.Null: msgTextAny}

// encodeAs makes the place one that takes JSON text.
func (s *schema) encodeAs(kind scan.Kind) *doc {
	s.encoded++
	s.at.encoded = kind
	out := &schema{writer: s.writer, at: s.at, source: s.source, pos: s.pos, nullable: s.nullable, named: s.named}
	out.members = []member{{"type", text(made, "string")}}
	out.say(textSentences[kind])
	if s.source.is(scan.False) {
		out.said = []string{msgNever}
	}
	if types := s.source.get("type").texts(); len(types) == 1 && types[0] == "null" {
		out.said = []string{fmt.Sprintf(msgConst, types[0])}
	}
	if s.source.get("type") == nil {
		s.lose(s.pos, Loss{At: s.at.at, Keyword: msgWhole, Value: s.source.json(), Kind: Changed, Note: msgJSONText})
	}
	limits := object(s.pos)
	for _, m := range s.source.members {
		switch {
		case m.name == "description":
			out.set(m.name, m.value)
		case annotations[m.name]:
			out.members = append(out.members, m)
		default:
			limits.members = append(limits.members, m)
		}
	}
	out.sayLimits(limits)
	out.allow()
	out.describe()
	capitals(out)
	return object(s.pos, out.members...)
}

// sayLimits shows what the JSON in a text has to be, if that is more than its type.
func (s *schema) sayLimits(limits *doc) {
	note := ""
	if types := limits.get("type").texts(); len(limits.members) > 1 || len(limits.members) == 1 && len(types) != 1 {
		note = fmtSchema(limits)
		s.say(note)
	}
	for _, m := range limits.members {
		loss := Loss{At: s.at.at, Keyword: m.name, Value: m.value.json(), Kind: Moved, Note: note}
		if m.name == "type" {
			loss.Kind, loss.Note = Changed, msgJSONText
		}
		s.lose(m.value.pos, loss)
	}
}

// ownNull takes the mark of OpenAPI for null, which is the vendor's own, beside a type.
func ownNull(s *schema) {
	if s.get("nullable").is(scan.True) && len(s.types()) == 1 {
		s.nullable = true
		s.remove("nullable")
		s.dropNull("enum")
	}
}

// nullAside makes null, where it is one of several types or alternatives, a mark on the rest.
func nullAside(s *schema) {
	if types := s.types(); len(types) > 1 && slices.Contains(types, "null") {
		s.nullable = true
		s.lost("type", Changed, "nullable")
		rest := slices.DeleteFunc(types, func(t string) bool { return t == "null" })
		s.set("type", texts(s.get("type").pos, rest))
		s.dropNull("enum")
	}
	union := s.get("anyOf")
	if !union.is(scan.ArrayStart) {
		return
	}
	rest := array(union.pos)
	for _, d := range union.list {
		if !onlyNull(d) {
			rest.list = append(rest.list, d)
		}
	}
	if len(rest.list) < len(union.list) && len(rest.list) > 0 {
		s.nullable = true
		s.lost("anyOf", Changed, "nullable")
		s.set("anyOf", rest)
	}
	s.inline()
}

// inline puts the only alternative of anyOf into the schema around it.
func (s *schema) inline() {
	union := s.get("anyOf")
	if len(union.list) != 1 {
		return
	}
	s.move("allOf") // which could not be merged, and is not to be taken for the alternative
	before, losses := slices.Clone(s.members), len(s.losses)
	s.members[indexMember(s.members, "anyOf")].name = "allOf"
	mergeAll(s)
	s.losses = s.losses[:losses]
	if s.get("allOf") != nil {
		s.members = before
		return
	}
	s.oneOf = 0 // it is no more
	if s.source.get("anyOf").is(scan.ArrayStart) && !s.nullable {
		s.lose(union.pos, Loss{At: s.at.at, Keyword: "anyOf", Value: s.declared[union.pos].json(), Kind: Changed, Note: msgMerged})
	}
	anyOneOf(s)
	typeValues(s)
	nullAside(s)
}

// onlyNull reports whether a schema takes null and nothing else.
func onlyNull(d *doc) bool {
	if types := d.get("type").texts(); len(types) == 1 && types[0] == "null" {
		return true
	}
	if e := d.get("enum"); e != nil {
		return len(e.list) == 1 && e.list[0].is(scan.Null)
	}
	return d.get("const").is(scan.Null)
}

// dropNull takes null out of a list of values.
func (s *schema) dropNull(name string) {
	v := s.get(name)
	if v == nil {
		return
	}
	rest := array(v.pos)
	for _, d := range v.list {
		if !d.is(scan.Null) {
			rest.list = append(rest.list, d)
		}
	}
	if len(rest.list) < len(v.list) {
		s.lost(name, Changed, "nullable")
		s.set(name, rest)
	}
}

// capitals writes types as the vendor does, and null as nullable.
func capitals(s *schema) {
	if types := s.types(); len(types) == 1 {
		s.set("type", text(s.get("type").pos, strings.ToUpper(types[0])))
	}
	if s.nullable {
		s.members = slices.Insert(s.members, indexMember(s.members, "type")+1, member{"nullable", truth(true)})
	}
}

// ordering keeps the order of declaration.
func ordering(s *schema) {
	props := s.get("properties")
	if props == nil || len(props.members) == 0 {
		return
	}
	names := array(props.pos)
	for _, m := range props.members {
		names.list = append(names.list, text(made, m.name))
	}
	s.set("propertyOrdering", names)
}

// flattened lists alternatives with those that stand for one of them; where this is called, nothing stands beside the inner ones.
func flattened(union *doc) (list []*doc) {
	for _, d := range union.list {
		if inner := d.get("anyOf"); inner != nil {
			list = append(list, inner.list...)
		} else {
			list = append(list, d)
		}
	}
	return list
}

// anyOfOnly moves what stands beside anyOf into the alternatives, and those of an alternative among the others.
func anyOfOnly(s *schema) {
	union := s.get("anyOf")
	if union == nil {
		return
	}
	out := array(union.pos)
	for _, d := range flattened(union) {
		part := &schema{writer: s.writer, pos: d.pos, members: slices.Clone(d.members)}
		if outer := s.get("description").text(); outer != "" {
			inner := part.get("description").text()
			part.remove("description")
			part.said = []string{joinSentences(outer, []string{inner})}
			part.describe()
		}
		if s.nullable && part.get("nullable") == nil {
			part.members = slices.Insert(part.members, indexMember(part.members, "type")+1, member{"nullable", truth(true)})
		}
		out.list = append(out.list, object(d.pos, part.members...))
	}
	s.lost("description", Changed, msgAlternatives)
	if slices.ContainsFunc(union.list, func(d *doc) bool { return d.get("anyOf") != nil }) {
		s.lost("anyOf", Changed, msgFlattened)
	}
	s.members = []member{{"anyOf", out}}
}
