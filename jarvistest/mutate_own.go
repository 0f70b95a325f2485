// Mutating values of the author's types: what their schemas name and what is beside it, and texts of many sorts and lengths.

package jarvistest

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// ownChanges lists values for a type that brings its own schema, which says what has to come of each: values of other types, and
// edits of a value that the schema describes.
func (g *generator) ownChanges(p *place) (list []change) {
	seen := map[string]bool{}
	add := func(what, raw string) {
		if seen[raw] || len(list) == mostOwn || !json.Valid([]byte(raw)) {
			return
		}
		seen[raw] = true
		var j judgement
		j.value(p, decoded(raw))
		switch {
		case j.unasked != "" || j.found&^fault != 0 || j.open != nil || raw == "null" || isBroken([]byte(raw)):
		case j.found == 0:
			list = append(list, change{what, raw, accepted, 0})
		default:
			list = append(list, change{what, raw, refused, 0})
		}
	}
	for _, c := range wrongTypes(p) {
		add(c.what, c.raw)
	}
	for _, raw := range p.mentioned {
		add("a value that its own schema names, or one beside it", raw)
	}
	inner := &generator{dice: g.dice, s: g.s, full: true, plain: true}
	base := inner.draw(p.model)
	for _, m := range inner.mutants(base, unknown) {
		if m.kind != jarvis.ProblemSyntax {
			add(m.edit, string(m.write(base).text))
		}
	}
	return list
}

const mostOwn = 80 // values tried for one type at one place

// textualChanges lists texts for a type that reads text itself. It is asked what it takes, and the binder has to follow it.
func (g *generator) textualChanges(p *place) (list []change) {
	texts := slices.Concat(everydayTexts, wildTexts)
	for _, n := range []int{1, 2, 3, 4, 5, 8, 16, 40, 300} {
		texts = append(texts, strings.Repeat("a", n), strings.Repeat("7", n), strings.Repeat("é", n))
	}
	for _, text := range shuffled(g.dice, texts)[:mostOwn] {
		list = append(list, judged(p, "a text for a type of its own", quote(nil, text)))
	}
	return list
}

// mentionedIn collects the values that a schema names anywhere: members of enums and constants, those in another case, and numbers
// and lengths at its bounds and beside them.
func mentionedIn(node json.RawMessage) []string {
	seen := map[string]bool{}
	add := func(raw string) {
		if len(seen) < mostOwn {
			seen[raw] = true
		}
	}
	var walk func(v any)
	named := func(v any) {
		text, isText := v.(string)
		if raw, err := json.Marshal(v); err == nil && !isText {
			add(string(raw))
		}
		if isText {
			for _, other := range []string{text, strings.ToUpper(text), strings.ToLower(text), titled(text), text + " "} {
				add(quote(nil, other))
			}
		}
	}
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				switch inner := v[key]; key {
				case "enum":
					members, _ := inner.([]any)
					for _, member := range members {
						named(member)
					}
				case "const":
					named(inner)
				case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
					beside(inner, add)
				case "minLength", "maxLength":
					lengths(inner, add)
				default:
					walk(inner)
				}
			}
		}
	}
	walk(decoded(string(node)))
	return slices.Sorted(maps.Keys(seen))
}

// titled writes the first letter as a capital.
func titled(text string) string {
	first, rest := "", ""
	for i := range text {
		if i > 0 {
			first, rest = text[:i], text[i:]
			break
		}
	}
	return strings.ToUpper(first) + rest
}

// beside adds a number and its neighbours.
func beside(v any, add func(raw string)) {
	n, ok := numberOf(literalNumber(v))
	if !ok {
		return
	}
	for _, step := range []int64{0, 1, -1} {
		add(decimal(new(big.Rat).Add(n, big.NewRat(step, 1))))
	}
}

// lengths adds texts of a length and its neighbours.
func lengths(v any, add func(raw string)) {
	n, err := strconv.Atoi(literalNumber(v))
	if err != nil {
		return
	}
	for _, near := range around(int64(n), 500) {
		add(quote(nil, strings.Repeat("x", near)))
	}
}

func literalNumber(v any) string {
	n, _ := v.(json.Number)
	return n.String()
}
