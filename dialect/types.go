// Types: schemas that name several types, or none.

package dialect

import (
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// types returns the types that a schema names.
func (s *schema) types() []string { return s.get("type").texts() }

// hasType reports whether values of a type are among those that the schema names.
func (s *schema) hasType(name string) bool { return slices.Contains(s.types(), name) }

// typeOf names the type of a value.
func typeOf(d *doc) string {
	if d.is(scan.Number) {
		if wholeNumber(d) {
			return "integer"
		}
		return "number"
	}
	return d.kind.Name()
}

func wholeNumber(d *doc) bool {
	return !slices.ContainsFunc(d.raw, func(c byte) bool { return c == '.' || c == 'e' || c == 'E' })
}

// typeValues gives a schema with an enum or const and no type the types of its values.
func typeValues(s *schema) {
	if s.get("type") != nil || s.get("anyOf") != nil {
		return
	}
	values := s.values()
	if values == nil {
		return
	}
	var names []string
	for _, v := range values {
		if name := typeOf(v); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	value := texts(made, names)
	if len(names) == 1 {
		value = text(made, names[0])
	}
	s.members = slices.Insert(s.members, 0, member{"type", value})
}

// values returns the values that a schema lists, nil if it lists none.
func (s *schema) values() []*doc {
	if e := s.get("enum"); e != nil {
		return e.list
	}
	if c := s.get("const"); c != nil {
		return []*doc{c}
	}
	return nil
}

// scalars is the condition of an enum or const without objects and arrays.
func scalars(s *schema, v *doc) bool {
	if v.is(scan.ArrayStart) {
		return !slices.ContainsFunc(v.list, func(d *doc) bool { return !d.isScalar() })
	}
	return v.isScalar()
}

// ofType are the keywords that say something about values of one type alone; integers are numbers.
var ofType = map[string]string{
	"minLength": "string", "maxLength": "string", "pattern": "string", "format": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
	"items": "array", "prefixItems": "array", "contains": "array", "minContains": "array", "maxContains": "array", "unevaluatedItems": "array",
	"minItems": "array", "maxItems": "array", "uniqueItems": "array",
	"properties": "object", "patternProperties": "object", "additionalProperties": "object", "unevaluatedProperties": "object",
	"required": "object", "propertyNames": "object", "minProperties": "object", "maxProperties": "object", "dependentRequired": "object",
}

// splitTypes makes alternatives of a list of types, each with what is said about values of its type.
func splitTypes(s *schema) {
	types := s.types()
	if slices.Contains(types, "number") && slices.Contains(types, "integer") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
		s.lost("type", Changed, strings.Join(types, ", "))
		s.set("type", texts(made, types))
	}
	if len(types) < 2 {
		return
	}
	s.move("anyOf", "enum", "const", "not", "allOf", "if", "dependentSchemas")
	pos := s.get("type").pos
	union := array(s.pos)
	for _, t := range types {
		kind := t
		if kind == "integer" {
			kind = "number"
		}
		part := object(s.pos, member{"type", text(pos, t)})
		for _, m := range s.members {
			if ofType[m.name] == kind {
				part.members = append(part.members, m)
			}
		}
		union.list = append(union.list, part)
	}
	for _, m := range slices.Clone(s.members) {
		if m.name == "type" || ofType[m.name] != "" {
			s.lost(m.name, Changed, "anyOf")
			s.remove(m.name)
		}
	}
	s.set("anyOf", union)
}

// constEnum turns a const into an enum of one where the dialect takes that.
func constEnum(s *schema) {
	c := s.get("const")
	if c == nil || s.get("enum") != nil || !s.rules.keep["enum"](s, array(c.pos, c)) {
		return
	}
	s.rename("const", "enum")
	s.set("enum", array(c.pos, c))
}
