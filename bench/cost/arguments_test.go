// Arguments that show what a schema takes: right ones, and right ones with one edit.

package cost

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// argument is one call. edit says what is wrong with it; "" is nothing.
type argument struct{ edit, text string }

// value is a value that its schema refuses, and why.
type value struct {
	edit string
	json any
}

// fewest is how many calls of a command are judged at least.
const fewest = 400

// arguments generates the same calls of a command every time, each once.
func arguments(t testing.TB, d declared) []argument {
	g := generator{rand.New(rand.NewPCG(8, uint64(len(d.name))))}
	var list []argument
	seen := map[string]bool{}
	add := func(edit string, v any) {
		if text := string(marshal(t, v)); !seen[text] {
			seen[text] = true
			list = append(list, argument{edit, text})
		}
	}
	for len(list) < fewest {
		right := g.call(d)
		add("", right)
		for _, wrong := range g.wrongCalls(d, right) {
			add(wrong.edit, wrong.json)
		}
	}
	return list
}

// generator makes values; its choices are those of a fixed seed.
type generator struct{ *rand.Rand }

func pick[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

// text returns n code points, some of more than a byte.
func (g generator) text(n int) string {
	var out strings.Builder
	for range n {
		out.WriteRune(pick(g, 'a', 'e', 'k', 't', ' ', 'é', '世', '🙂'))
	}
	return out.String()
}

// call returns arguments that the command takes, with any of the optional ones.
func (g generator) call(d declared) map[string]any {
	out := map[string]any{}
	for _, p := range d.params {
		if p.required || g.IntN(3) > 0 {
			out[p.name] = g.right(p.schema)
		}
	}
	return out
}

// right returns a value that the schema takes, often one at its bounds.
func (g generator) right(s schema) any {
	switch {
	case s.Enum != nil:
		return pick(g, s.Enum...)
	case s.Format == "date-time":
		return pick(g, "2026-03-14T09:00:00Z", "2026-03-14T09:00:00.25+05:30", "2024-02-29T23:59:59-08:00")
	case s.Format == "duration":
		return pick(g, "PT5M", "PT1H30M", "P1D", "P2DT3H", "PT10S")
	}
	switch s.Type {
	case "integer":
		return g.between(s.Minimum, s.Maximum, -1000, 1000)
	case "number":
		return pick(g, any(g.between(s.Minimum, s.Maximum, -1000, 1000)), any(g.Float64()))
	case "boolean":
		return g.IntN(2) == 0
	case "array":
		return g.items(*s.Items, g.between(s.MinItems, s.MaxItems, 0, 4))
	}
	return g.text(g.between(s.MinLength, s.MaxLength, 0, 30))
}

// between returns a number within bounds, or within others where there are none.
func (g generator) between(least, most *int, low, high int) int {
	if least != nil {
		low = *least
	}
	if most != nil {
		high = *most
	}
	return pick(g, low, high, low+g.IntN(high-low+1))
}

func (g generator) items(s schema, n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = g.right(s)
	}
	return list
}

// wrongCalls returns the edits of a right call: each alone is what is wrong.
func (g generator) wrongCalls(d declared, right map[string]any) []value {
	list := []value{
		{"an undeclared key", with(right, "x"+fmt.Sprint(g.IntN(1000)), g.IntN(10))},
		{"an undeclared key", with(right, strings.TrimSpace(g.text(8))+"?", nil)},
		{"a value for the arguments that is no object", pick(g, any(nil), any(true), any(g.IntN(1000)), any(g.text(4)), any([]any{right}))},
	}
	for _, p := range d.params {
		if p.required {
			less := maps.Clone(right)
			delete(less, p.name)
			list = append(list, value{"a call without a required parameter", less})
		}
		for _, wrong := range g.wrong(p.schema) {
			list = append(list, value{wrong.edit, with(right, p.name, wrong.json)})
		}
	}
	return list
}

// with returns the call with one more or another value.
func with(call map[string]any, name string, json any) map[string]any {
	out := maps.Clone(call)
	out[name] = json
	return out
}

// names of the types in a sentence.
var typeNames = map[string]string{
	"string": "a text", "integer": "an integer", "number": "a number", "boolean": "a boolean", "array": "an array",
}

// wrong returns values that the schema refuses.
func (g generator) wrong(s schema) []value {
	list := []value{{"null for " + typeNames[s.Type], nil}, {"an object for " + typeNames[s.Type], map[string]any{}}}
	for _, other := range []value{{"string", g.text(3)}, {"number", g.IntN(9)}, {"boolean", true}, {"array", []any{}}} {
		if other.edit != s.Type && (other.edit != "number" || s.Type != "integer") {
			list = append(list, value{typeNames[other.edit] + " for " + typeNames[s.Type], other.json})
		}
	}
	switch {
	case s.Enum != nil:
		member := pick(g, s.Enum...)
		list = append(list, value{"an unlisted value", g.text(5)}, value{"an unlisted value", member + "s"},
			value{"a listed value in capitals", strings.ToUpper(member)})
	case s.Format == "date-time":
		list = append(list, value{"a text that is no date-time", pick(g, "tomorrow", "2026-03-14", "2026-13-14T09:00:00Z", "2026-03-14 9:00", "")})
	case s.Format == "duration":
		list = append(list, value{"a text that is no duration", pick(g, "five minutes", "5m", "P", "PT", "1H", "")})
	}
	return append(append(list, g.outside(s)...), g.wrongItems(s)...)
}

// outside returns values beyond the bounds of the schema.
func (g generator) outside(s schema) []value {
	var list []value
	beyond := func(bound *int, edit string, step int, make func(int) any) {
		if bound != nil && (step > 0 || *bound > 0 || s.Minimum != nil) {
			list = append(list, value{edit, make(*bound + step)})
		}
	}
	text := func(n int) any { return g.text(n) }
	count := func(n int) any { return g.items(*s.Items, n) }
	itself := func(n int) any { return n }
	beyond(s.MaxLength, "a text that is too long", 1, text)
	beyond(s.MinLength, "a text that is too short", -1, text)
	beyond(s.MaxItems, "too many items", 1, count)
	beyond(s.MinItems, "too few items", -1, count)
	beyond(s.Maximum, "a number above the maximum", 1+g.IntN(50), itself)
	beyond(s.Minimum, "a number below the minimum", -1-g.IntN(50), itself)
	if s.Type == "integer" {
		list = append(list, value{"a fraction for an integer", float64(g.between(s.Minimum, s.Maximum, 0, 9)) + 0.5})
	}
	return list
}

// wrongItems returns arrays with one item that is wrong.
func (g generator) wrongItems(s schema) []value {
	if s.Items == nil {
		return nil
	}
	var list []value
	for _, wrong := range g.wrong(*s.Items) {
		n := g.between(s.MinItems, s.MaxItems, 0, 4)
		items := g.items(*s.Items, max(n, 1))
		items[g.IntN(len(items))] = wrong.json
		list = append(list, value{wrong.edit + " in an array", items})
	}
	return list
}
