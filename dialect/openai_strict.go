// OpenAI strict: function tools whose arguments the vendor holds to the schema.

package dialect

import (
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// openAIStrict takes the keywords of Structured Outputs. Every object forbids other properties and requires all of its own; null
// stands for leaving an optional one out, and Decode takes it away. Alternatives stand alone: an anyOf beside other keywords goes
// into the description. A command with a place that cannot be listed so is printed as a plain tool with "strict": false.
//
// Source: https://platform.openai.com/docs/guides/structured-outputs (supported schemas).
var openAIStrict = rules{
	tool:        openAINames,
	description: openAI.description,
	plain:       &openAI,
	steps:       []func(*schema){mergeAll, anyOneOf, aloneAnyOf, typeValues, closed, portable, declaredOnly},
	keep: map[string]condition{
		"type": nil, "enum": scalars, "const": scalars, "anyOf": nil, "properties": nil, "items": nil, "required": nil,
		"additionalProperties": nil, "title": nil, "pattern": nil,
		"format":     oneOfTexts("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
		"multipleOf": nil, "maximum": nil, "exclusiveMaximum": nil, "minimum": nil, "exclusiveMinimum": nil, "minItems": nil, "maxItems": nil,
	},
	shape:   []func(*schema){listed, allRequired},
	limits:  openAILimits,
	form:    openAIForm,
	request: openAIRequest,
}

// oneOfTexts is the condition of a keyword that stays with some values.
func oneOfTexts(list ...string) condition {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return func(_ *schema, v *doc) bool { return set[v.text()] }
}

// The limits of a strict schema.
const (
	strictProperties = 5000
	strictLevels     = 10
	strictText       = 120_000 // characters of all names and listed values
	strictValues     = 1000    // listed values, all together
	strictLongList   = 250     // values, from which on the text of one list is limited too
	strictListText   = 15_000
)

// openAILimits names the limits that a schema exceeds.
func openAILimits(n *doc) (over []string) {
	var c counter
	c.schema(n, 0)
	over = overLimit(over, c.properties, strictProperties, "properties")
	over = overLimit(over, c.levels, strictLevels, "levels of objects")
	over = overLimit(over, c.text, strictText, "characters in names and listed values")
	over = overLimit(over, c.values, strictValues, "listed values")
	return overLimit(over, c.list, strictListText, "characters in one list of more than 250 values")
}

// counter counts what a schema has.
type counter struct{ properties, levels, text, values, list, optional, unions int }

// schema counts a schema in so many objects. It is one that was written here, so it has few keywords with schemas.
func (c *counter) schema(n *doc, depth int) {
	if props := n.get("properties"); props != nil {
		depth++
		c.levels = max(c.levels, depth)
		required := map[string]bool{}
		for _, name := range n.get("required").texts() {
			required[name] = true
		}
		for _, m := range props.members {
			c.properties++
			c.text += utf8.RuneCountInString(m.name)
			if !required[m.name] {
				c.optional++
			}
			if m.value.get("anyOf") != nil || m.value.get("type").is(scan.ArrayStart) {
				c.unions++
			}
			c.schema(m.value, depth)
		}
	}
	if items := n.get("items"); items != nil {
		c.schema(items, depth)
	}
	if union := n.get("anyOf"); union != nil {
		for _, d := range union.list {
			c.schema(d, depth)
		}
	}
	c.listed(n)
}

// listed counts the values of enum and const.
func (c *counter) listed(n *doc) {
	size := func(d *doc) int {
		if d.is(scan.String) {
			return utf8.RuneCountInString(d.text())
		}
		return len(d.raw)
	}
	if v := n.get("const"); v != nil {
		c.text += size(v)
	}
	e := n.get("enum")
	if e == nil {
		return
	}
	sum := 0
	for _, d := range e.list {
		sum += size(d)
	}
	c.text, c.values = c.text+sum, c.values+len(e.list)
	if len(e.list) > strictLongList {
		c.list = max(c.list, sum)
	}
}
