// Compatibility of schemas: whether all that the old one accepts the new one accepts too, keyword by keyword.

package jarvistest

import (
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// understood are the keywords whose changes are judged. Those of the second list accept and refuse nothing.
var (
	understood = []string{
		"type", "format", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
		"maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "pattern", "items", "properties",
		"required", "additionalProperties",
	}
	remarks = []string{"description", "default", "title", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "_refinable"}
)

// schema compares what is accepted at one place, and what is said there.
func (c *comparison) schema(path string, x, y any) {
	if printTree(x) == printTree(y) {
		return
	}
	a, b := schemaOf(x), schemaOf(y)
	if a == nil || b == nil {
		c.add(path, "schema", true, "schema changed: %s", fromTo(x, y))
		return
	}
	foreign := slices.ContainsFunc(slices.Concat(a.keys(), b.keys()), func(name string) bool {
		return !slices.Contains(understood, name) && !slices.Contains(remarks, name)
	})
	if foreign { // it may depend on its neighbours
		c.doubtful++
		defer func() { c.doubtful-- }()
	}
	c.types(path, a, b)
	c.values(path, a, b)
	c.bounds(path, a, b)
	c.fixed(path, a, b)
	c.elements(path, a, b)
	c.properties(path, a, b)
	c.remarks(path, a, b)
	for _, name := range onlyIn(a, b, slices.Concat(understood, remarks)...) {
		c.add(path, name, true, "%s is not understood: %s", name, fromTo(a.get(name), b.get(name)))
	}
}

// schemaOf returns a schema as an object: true is one without keywords. Nil is false, and what is no schema.
func schemaOf(v any) *object {
	if v == true {
		return &object{}
	}
	return asObject(v)
}

// types compares the types that values may have. Every integer is a number.
func (c *comparison) types(path string, a, b *object) {
	from, to := a.get("type"), b.get("type")
	if sameTree(from, to) {
		return
	}
	taken := typeNames(to)
	narrower := to != nil && (from == nil || slices.ContainsFunc(notAmong(typeNames(from), taken), func(name any) bool {
		return name != "integer" || notAmong([]any{"number"}, taken) != nil
	}))
	c.add(path, "type", narrower, "type changed: %s", strings.ReplaceAll(fromTo(from, to), `"`, ""))
}

func typeNames(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	return []any{v}
}

// values compares enum and const, which list all that is accepted.
func (c *comparison) values(path string, a, b *object) {
	if sameTree(a.get("enum"), b.get("enum")) && sameTree(a.get("const"), b.get("const")) && a.has("const") == b.has("const") {
		return
	}
	from, limited := listedIn(a)
	to, limits := listedIn(b)
	switch {
	case !limited:
		c.add(path, "enum", true, "only some values are allowed now: %s", shortList(to))
		return
	case !limits:
		c.add(path, "enum", false, "no longer limited to %s", shortList(from))
		return
	}
	if gone := notAmong(from, to); gone != nil {
		c.add(path, "enum", true, "no longer allowed: %s", shortList(gone))
	}
	if added := notAmong(to, from); added != nil {
		c.add(path, "enum added", false, "now allowed: %s", shortList(added))
	}
	if !c.has(path, "enum") && !c.has(path, "enum added") {
		c.add(path, "enum", false, "order or form of the allowed values changed")
	}
}

// listedIn returns the values that enum and const leave, and whether there is one of the two.
func listedIn(o *object) (list []any, limits bool) {
	list, limits = o.get("enum").([]any)
	if !o.has("const") {
		return list, limits
	}
	only := []any{o.get("const")}
	if limits {
		return notAmong(only, notAmong(only, list)), true
	}
	return only, true
}

// fixed compares keywords that have no order: they can come, go or become another.
func (c *comparison) fixed(path string, a, b *object) {
	for _, name := range []string{"format", "pattern", "multipleOf", "uniqueItems"} {
		from, to := a.get(name), b.get(name)
		if name == "uniqueItems" { // false is its default
			from, to = orNil(from), orNil(to)
		}
		switch {
		case sameTree(from, to):
		case to == nil:
			c.add(path, name, false, "%s dropped: %s", name, shortTree(from))
		case from == nil:
			c.add(path, name, name != "format" || !allFit(a, to), "%s added: %s", name, shortTree(to))
		default:
			c.add(path, name, true, "%s changed: %s", name, fromTo(from, to))
		}
	}
}

// allFit reports whether a schema lists what it accepts, and all that are texts of a format: a declared enum stands in the place of
// the format of its type.
func allFit(o *object, format any) bool {
	list, limited := listedIn(o)
	return limited && !slices.ContainsFunc(list, func(v any) bool {
		text, ok := v.(string)
		return !ok || !fits(text, format)
	})
}

// fits reports whether a text surely is of a format.
func fits(text string, format any) bool {
	layout := ""
	switch format {
	case "date":
		layout = "2006-01-02"
	case "date-time":
		layout = "2006-01-02T15:04:05Z07:00"
	case "time":
		layout = "15:04:05Z07:00"
	case "duration":
		_, err := jarvis.ParseDuration(text)
		return err == nil && !strings.Contains(text, ".")
	default:
		return false
	}
	_, err := time.Parse(layout, text)
	return err == nil && !strings.Contains(text, ",")
}

func orNil(v any) any {
	if v == false {
		return nil
	}
	return v
}

// elements compares what the elements of an array may be.
func (c *comparison) elements(path string, a, b *object) {
	from, to := orAnything(a, "items", a.get("items")), orAnything(b, "items", b.get("items"))
	c.defaults(path+"[]", from, to, false)
	c.schema(path+"[]", from, to)
}

func orAnything(o *object, name string, v any) any {
	if !o.has(name) {
		return true
	}
	return v
}

// remarks compares what a model reads and no value depends on, and the default, on which the meaning of its absence does. That one
// is judged where it is known whether it could be absent; see parameters.
func (c *comparison) remarks(path string, a, b *object) {
	c.description(path, a.get("description"), b.get("description"))
	if from, to := a.get("_refinable"), b.get("_refinable"); !sameTree(from, to) {
		c.add(path, "refinable", false, "refinable changed: %s", fromTo(from == true, to == true))
	}
	for _, name := range onlyIn(a, b, slices.Concat(understood, []string{"description", "default", "_refinable"})...) {
		if slices.Contains(remarks, name) {
			c.add(path, name, false, "%s changed: %s", name, fromTo(a.get(name), b.get(name)))
		}
	}
}

// description compares descriptions without the rules in them. Where it is not known what of it is a rule, any change may be one.
func (c *comparison) description(path string, from, to any) {
	if sameTree(from, to) {
		return
	}
	x, _ := from.(string)
	y, _ := to.(string)
	was, _ := asObject(c.old.get(path)).get("rules").(string)
	is, _ := asObject(c.new.get(path)).get("rules").(string)
	x, y = withoutWords(x, was), withoutWords(y, is)
	if was != is && strings.TrimSuffix(x, ".") == strings.TrimSuffix(y, ".") {
		c.told++
		return
	}
	if !c.declared[path] {
		c.add(path, "description", true, "description changed, which may state rules: %s", fromTo(from, to))
		return
	}
	c.add(path, "description", false, "description changed: %s", fromTo(x, y))
}
