// Older forms: what drafts before 2020-12 and OpenAPI 3.0 write otherwise. Schemas of an author's own have them.

package dialect

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// older writes the forms of older drafts and of OpenAPI 3.0 as JSON Schema 2020-12 does. What it repairs would make a vendor refuse
// the tool, or be read as something else.
func older(s *schema) {
	s.olderBounds()
	s.olderItems()
	s.olderNull()
}

// olderBounds turns the marks of draft 4, which make a bound exclusive, into bounds.
func (s *schema) olderBounds() {
	s.olderBound("exclusiveMinimum", "minimum")
	s.olderBound("exclusiveMaximum", "maximum")
}

func (s *schema) olderBound(exclusive, inclusive string) {
	mark, bound := s.get(exclusive), s.get(inclusive)
	if !mark.isBool() {
		return
	}
	if mark.is(scan.False) || !bound.is(scan.Number) {
		s.meansNothing(exclusive)
		return
	}
	note := exclusive + " " + string(bound.raw)
	s.lost(inclusive, Changed, note)
	s.lost(exclusive, Changed, note)
	s.remove(inclusive)
	s.set(exclusive, literal(mark.pos, string(bound.raw)))
}

// meansNothing takes out a keyword without which the same values are taken.
func (s *schema) meansNothing(name string) {
	s.lost(name, Changed, msgSameWithout)
	s.remove(name)
}

// olderItems turns a list of schemas, one for each place of an array, into prefixItems, and what is beyond them into items.
func (s *schema) olderItems() {
	list := s.get("items")
	switch {
	case !list.is(scan.ArrayStart):
		return
	case s.get("prefixItems") != nil:
		s.show("items") // which of them is meant is not known
	case len(list.list) == 0:
		s.meansNothing("items")
	default:
		s.rename("items", "prefixItems")
	}
	if s.get("additionalItems") != nil {
		s.rename("additionalItems", "items")
	}
}

// olderNull turns the mark of OpenAPI 3.0 that null is taken into a type, a listed value or an alternative, wherever one is.
func (s *schema) olderNull() {
	mark := s.get("nullable")
	if !mark.isBool() {
		return
	}
	if mark.is(scan.False) {
		s.meansNothing("nullable")
		return
	}
	found := s.nullInType()
	found = s.nullInValues() || found
	for _, union := range []string{"anyOf", "oneOf"} {
		if v := s.get(union); v.is(scan.ArrayStart) {
			found = true
			if !slices.ContainsFunc(v.list, takesNull) {
				s.set(union, array(v.pos, append(slices.Clone(v.list), object(made, member{"type", text(made, "null")}))...))
				s.lost(union, Changed, msgNullToo)
			}
		}
	}
	if !found {
		s.move("nullable")
		return
	}
	s.lost("nullable", Changed, msgNullToo)
	s.remove("nullable")
}

// nullInType adds null to the types, and reports whether there are any.
func (s *schema) nullInType() bool {
	types := s.types()
	if types != nil && !slices.Contains(types, "null") {
		s.lost("type", Changed, msgNullToo)
		s.set("type", texts(s.get("type").pos, append(slices.Clone(types), "null")))
	}
	return types != nil
}

// nullInValues adds null to the listed values, and reports whether there are any.
func (s *schema) nullInValues() bool {
	if c := s.get("const"); c != nil && s.get("enum") == nil && !c.is(scan.Null) {
		s.rename("const", "enum")
		s.set("enum", array(c.pos, c))
	}
	values := s.get("enum")
	if values.is(scan.ArrayStart) && !slices.ContainsFunc(values.list, func(d *doc) bool { return d.is(scan.Null) }) {
		s.lost("enum", Changed, msgNullToo)
		s.set("enum", array(values.pos, append(slices.Clone(values.list), literal(made, "null"))...))
	}
	return s.values() != nil
}
