// The rules of vendors for each node of a schema.

package dialect_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// node checks one schema and those inside.
func (c *checker) node(at string, v any) {
	doc, ok := v.(*object)
	if !ok {
		c.must(false, "%s is no schema: %s", at, write(v))
		return
	}
	types := doc.types()
	_, list := doc.get("type").([]any)
	c.must(!list || !c.oneType, "%s: a list of types", at)
	c.must(types != nil || doc.has("anyOf") || doc.has("oneOf") || doc.has("enum") || doc.has("const") || c.openMember, "%s says nothing of its type: %s", at, write(doc))
	for _, name := range types {
		c.must(slices.Contains(c.types, name), "%s: type %s", at, name)
	}
	for _, key := range doc.keys {
		on, known := c.keywords[key]
		c.must(known, "%s: %s", at, key)
		fits := strings.TrimSpace(on) == anyType || slices.ContainsFunc(types, func(name string) bool { return slices.Contains(strings.Fields(on), name) })
		c.must(!known || fits || types == nil && c.openMember, "%s: %s at %v", at, key, types)
	}
	c.enumOf(at, doc)
	c.textOf(at, doc)
	c.arrayAt(at, doc)
	c.objectAt(at, doc)
	for _, union := range []string{"anyOf", "oneOf", "allOf"} {
		if doc.has(union) {
			c.must(len(doc.list(union)) > 0, "%s: %s is empty", at, union)
			for _, branch := range doc.list(union) {
				c.node(at+"|", branch)
			}
		}
	}
}

func (c *checker) enumOf(at string, doc *object) {
	if !doc.has("enum") {
		return
	}
	c.must(len(doc.list("enum")) > 0, "%s: an empty enum", at)
	for i, member := range doc.list("enum") {
		c.must(c.enumTypes == "" || slices.Contains(strings.Fields(c.enumTypes), kindName(member)), "%s: enum member %s", at, write(member))
		c.must(!c.oneType || member != "", "%s: an empty enum member", at)
		for _, other := range doc.list("enum")[:i] {
			c.must(write(other) != write(member), "%s: enum member %s twice", at, write(member))
		}
	}
}

func kindName(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case json.Number:
		return "number"
	case bool:
		return "bool"
	case nil:
		return "null"
	}
	return "container"
}

// fancyPattern finds what no simple matcher of patterns has: look-around, references back, word boundaries.
var fancyPattern = regexp.MustCompile(`\(\?[=!<]|\\[1-9]|\\[bB]`)

func (c *checker) textOf(at string, doc *object) {
	format, gemini := doc.text("format"), c.oneType
	switch {
	case !doc.has("format"):
	case gemini:
		allowed := map[string]string{"STRING": "enum date-time", "NUMBER": "float double", "INTEGER": "int32 int64"}[doc.text("type")]
		c.must(slices.Contains(strings.Fields(allowed), format), "%s: format %s", at, format)
		c.must((format == "enum") == doc.has("enum") || format != "enum", "%s: format enum without one", at)
	case c.formats != nil:
		c.must(slices.Contains(c.formats, format), "%s: format %s", at, format)
	}
	if c.closed && !c.allNeeded && doc.has("pattern") {
		c.must(!fancyPattern.MatchString(doc.text("pattern")), "%s: pattern %s", at, doc.text("pattern"))
	}
}

func (c *checker) arrayAt(at string, doc *object) {
	if !slices.ContainsFunc(doc.types(), func(name string) bool { return strings.EqualFold(name, "array") }) {
		return
	}
	if !c.openMember || doc.has("items") {
		c.must(doc.has("items"), "%s: an array without items", at)
		c.node(at+"[]", doc.get("items"))
	}
	for i, item := range doc.list("prefixItems") {
		c.node(at+"["+string(rune('0'+i))+"]", item)
	}
	if c.closed && !c.allNeeded {
		c.must(doc.intOr("minItems", 0) <= 1, "%s: minItems %v", at, doc.get("minItems"))
	}
}

func (c *checker) objectAt(at string, doc *object) {
	if !slices.ContainsFunc(doc.types(), func(name string) bool { return strings.EqualFold(name, "object") }) {
		return
	}
	props := doc.object("properties")
	var names []string
	if props != nil {
		names = props.keys
	}
	if c.closed {
		c.must(props != nil && doc.get("additionalProperties") == false, "%s: an open object", at)
	}
	if c.allNeeded {
		c.must(slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(doc.texts("required")))), "%s: required %v of %v", at, doc.texts("required"), names)
	}
	if c.oneType {
		c.must(len(names) > 0, "%s: an object without properties", at)
		c.must(doc.has("propertyOrdering"), "%s: an object in no order", at)
	}
	if doc.has("propertyOrdering") {
		c.must(slices.Equal(names, doc.texts("propertyOrdering")), "%s: propertyOrdering %v of %v", at, doc.texts("propertyOrdering"), names)
	}
	for _, name := range doc.texts("required") {
		c.must(props.has(name), "%s: required %q is no property", at, name)
	}
	for _, name := range names {
		c.must(c.key == nil || c.key.MatchString(name), "%s: property %q", at, name)
		c.node(at+"."+name, props.vals[name])
	}
	if extra, is := doc.get("additionalProperties").(*object); is && !c.closed {
		c.node(at+"{}", extra)
	}
}

// keys checks the names of properties alone, wherever they are.
func (c *checker) keys(at string, v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			c.keys(at+"|", e)
		}
	case *object:
		props := v.object("properties")
		for _, word := range []string{"items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"} {
			c.keys(at+"/"+word, v.get(word))
		}
		if props == nil {
			return
		}
		for _, name := range props.keys {
			c.must(anthropicKey.MatchString(name), "%s: property %q", at, name)
			c.keys(at+"."+name, props.vals[name])
		}
	}
}

// noBooleans checks that no property and no items is a bare true or false.
func (c *checker) noBooleans(at string, v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			c.noBooleans(at+"|", e)
		}
	case *object:
		for _, word := range []string{"items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems", "not", "if", "then", "else", "contains"} {
			_, is := v.get(word).(bool)
			c.must(!is || word != "items", "%s: %s is a bare boolean", at, word)
			c.noBooleans(at+"/"+word, v.get(word))
		}
		for _, word := range []string{"properties", "patternProperties", "dependentSchemas"} {
			for _, name := range keysOf(v.object(word)) {
				_, is := v.object(word).vals[name].(bool)
				c.must(!is || word != "properties", "%s.%s is a bare boolean", at, name)
				c.noBooleans(at+"."+name, v.object(word).vals[name])
			}
		}
	}
}

func keysOf(o *object) []string {
	if o == nil {
		return nil
	}
	return o.keys
}
