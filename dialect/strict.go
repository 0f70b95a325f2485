// Strict: what the vendors that hold a model to a schema have in common. Every object lists its properties, everything has a type.

package dialect

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// closed notes where a schema takes more than a strict one can list.
func closed(s *schema) {
	never, values := s.get("not"), s.get("enum")
	switch union := s.get("anyOf"); {
	case never.is(scan.ObjectStart) && len(never.members) == 0, values.is(scan.ArrayStart) && len(values.list) == 0:
		s.obstacle(msgNothing)
	case !isTyped(object(made, s.members...)):
		s.obstacle(msgAnyValue)
	case union != nil:
		return // its alternatives are looked at
	}
	if s.hasType("object") {
		s.closedObject()
	}
	if s.hasType("array") {
		s.closedArray()
	}
}

func (s *schema) closedObject() {
	props := s.get("properties")
	switch {
	case s.get("patternProperties") != nil:
		s.obstacle(msgPatternKeys)
	case s.get("additionalProperties").is(scan.False):
	case props == nil || len(props.members) == 0:
		s.obstacle(msgAnyKeys)
	default:
		s.obstacle(msgMoreKeys)
	}
}

func (s *schema) closedArray() {
	switch {
	case s.get("prefixItems") != nil:
		s.obstacle(msgTuple)
	case !s.get("items").is(scan.ObjectStart):
		s.obstacle(msgAnyElement)
	}
}

// declaredOnly drops the names of properties that are required without being declared.
func declaredOnly(s *schema) {
	required, props := s.get("required"), s.get("properties")
	if required == nil || props == nil {
		return
	}
	declared := map[string]bool{}
	for _, m := range props.members {
		declared[m.name] = true
	}
	kept := array(required.pos)
	for _, name := range required.list {
		if declared[name.text()] {
			kept.list = append(kept.list, name)
		}
	}
	if len(kept.list) < len(required.list) {
		s.lost("required", Changed, string(kept.json()))
		s.set("required", kept)
	}
}

// listed writes what every strict object has.
func listed(s *schema) {
	if !s.hasType("object") {
		return
	}
	if s.get("properties") == nil {
		s.set("properties", object(made))
	}
	if s.get("required") == nil {
		s.set("required", array(made))
	}
	s.set("additionalProperties", truth(false))
}

// allRequired makes the optional properties of an object required, and lets them be null.
func allRequired(s *schema) {
	props := s.get("properties")
	if props == nil {
		return
	}
	required := map[string]bool{}
	for _, name := range s.get("required").texts() {
		required[name] = true
	}
	shown := map[string]*property{}
	for _, q := range s.at.props {
		shown[q.shown] = q
	}
	names, out := array(made), object(props.pos)
	if old := s.get("required"); old != nil {
		names.pos = old.pos
	}
	for _, m := range props.members {
		names.list = append(names.list, text(made, m.name))
		if !required[m.name] {
			m.value = s.orNull(shown[m.name], m.value)
		}
		out.members = append(out.members, m)
	}
	if len(required) < len(names.list) {
		s.lost("required", Changed, msgAllRequired)
	}
	s.set("properties", out)
	s.set("required", names)
}

// orNull lets null stand for leaving a property out, and says so: the description may ask to leave it out, which the schema forbids.
func (s *schema) orNull(q *property, n *doc) *doc {
	p := &schema{writer: s.writer, at: q.place, source: n, pos: n.pos, members: slices.Clone(n.members)}
	if q.null {
		p.obstacle(msgNullAndOmit)
		return n
	}
	q.omit = true
	if union := p.get("anyOf"); union != nil {
		p.lost("anyOf", Changed, msgNullOmits)
		p.set("anyOf", array(union.pos, append(slices.Clone(union.list), object(n.pos, member{"type", text(made, "null")}))...))
	} else {
		p.nullType()
	}
	p.say(msgNullOut)
	p.describe()
	return object(n.pos, p.members...)
}

// nullType adds null to the types and listed values.
func (s *schema) nullType() {
	s.lost("type", Changed, msgNullOmits)
	if types := s.types(); !slices.Contains(types, "null") { // one that an enum forbids is there already
		s.set("type", texts(s.pos, append(slices.Clone(types), "null")))
	}
	if c := s.get("const"); c != nil {
		s.rename("const", "enum")
		s.set("enum", array(c.pos, c))
	} else {
		s.lost("enum", Changed, msgNullOmits)
	}
	if e := s.get("enum"); e != nil {
		s.set("enum", array(e.pos, append(slices.Clone(e.list), literal(s.pos, "null"))...))
	}
}
