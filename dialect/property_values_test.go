// Arguments: values drawn from a schema, most of them valid, the rest near it.

package dialect_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// maxTries bounds the search for a value that a schema takes.
const maxTries = 6

// arguments draws the text of one call for a schema.
func (g *generator) arguments(schema any) string {
	g.wild = pick(g, 0, 0, 0.03, 0.15)
	return g.sample(schema)
}

// sample writes a value for a schema, which it tries to be valid for.
func (g *generator) sample(schema any) string {
	if g.chance(g.wild) {
		return g.wildValue(schema)
	}
	doc, ok := schema.(*object)
	if !ok {
		return g.anyValue(2)
	}
	if own := g.ownOf(doc); own != nil {
		return pick(g, own.good...)
	}
	return g.fromKeywords(doc)
}

// ownSamples finds the values of types that bring their own schema, by that schema.
var ownSamples = sync.OnceValue(func() map[string]*ownSchema {
	found := map[string]*ownSchema{}
	for i := range ownSchemas {
		found[ownKey(ownSchemas[i].document())] = &ownSchemas[i]
	}
	for _, own := range randomOwns() {
		found[ownKey(own.document())] = own
	}
	return found
})

// ownOf finds the type that a schema is of, if it is one of those.
func (g *generator) ownOf(doc *object) *ownSchema {
	own, known := g.owns[doc]
	if !known {
		own = g.known[ownKey(doc)]
		g.owns[doc] = own
	}
	return own
}

// ownKey is a schema without what a parameter adds to it, its members in alphabetical order.
func ownKey(doc *object) string {
	doc = doc.without("description", "default")
	slices.Sort(doc.keys)
	return write(doc)
}

func (g *generator) fromKeywords(doc *object) string {
	switch {
	case doc.has("const"):
		return write(doc.get("const"))
	case doc.has("enum"):
		return write(pick(g, doc.list("enum")...))
	}
	for _, union := range []string{"oneOf", "anyOf"} {
		if list := doc.list(union); len(list) > 0 && !doc.has("properties") {
			branch, _ := pick(g, list...).(*object)
			if branch == nil {
				return g.anyValue(1)
			}
			if !branch.has("type") && doc.has("type") {
				return g.sampleBeside(doc.without(union), branch)
			}
			return g.sample(branch)
		}
	}
	types := doc.types()
	if types == nil {
		types = g.impliedTypes(doc)
	}
	return g.ofType(doc, pick(g, types...))
}

// sampleBeside draws a value for a branch that leaves the type to the schema around it.
func (g *generator) sampleBeside(outer, branch *object) string {
	both := newObject()
	for _, part := range []*object{outer, branch} {
		for _, key := range part.keys {
			both.set(key, part.vals[key])
		}
	}
	return g.sample(both)
}

// impliedTypes guesses what a schema without types is about.
func (g *generator) impliedTypes(doc *object) []string {
	switch {
	case doc.has("properties"):
		return []string{"object"}
	case doc.has("minimum"):
		return []string{"number"}
	}
	return []string{"string", "integer", "boolean", "null", "array", "object"}
}

func (g *generator) ofType(doc *object, name string) string {
	switch name {
	case "string":
		return quote(g.text(doc))
	case "integer":
		return g.number(doc, true)
	case "number":
		return g.number(doc, false)
	case "boolean":
		return pick(g, "true", "false")
	case "array":
		return g.arrayOf(doc)
	case "object":
		return g.objectOf(doc)
	}
	return "null"
}

// intOr reads a whole number of a schema.
func (o *object) intOr(key string, otherwise int) int {
	text, _ := o.get(key).(json.Number)
	n, err := strconv.Atoi(text.String())
	if err != nil {
		return otherwise
	}
	return n
}

var formatTexts = map[string][]string{
	"date":      {"2026-01-18", "2024-02-29", "0001-01-01"},
	"date-time": {"2026-01-18T05:00:00Z", "2026-01-18T05:00:00.5+02:00", "2024-02-29t23:59:59z"},
	"time":      {"05:00:00Z", "17:30:00+02:00", "23:59:59.25z"},
	"duration":  {"PT1H", "P1D", "PT90M", "P2W", "P1DT2H30M"},
	"email":     {"a@b.example"}, "uri": {"https://example.org/x"}, "ipv4": {"127.0.0.1"}, "ipv6": {"::1"}, "hostname": {"example.org"},
	"uuid": {"6ba7b810-9dad-41d1-80b4-00c04fd430c8"}, "regex": {"^a$"},
}

// patternTexts are tried for a pattern, and texts in general: some are JSON, for places where text stands for a value.
var patternTexts = []string{
	"", "a", "ab", "abc", "abcd", "on", "yes", "123", "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "ä", "日本", "😀😀", " ", "a,b", "<b>&", "\u2028", `q"\`, "hello world",
	`{}`, `{"a":1}`, `{"k":"v","n":[1,null]}`, `[]`, `[1,"a"]`, `5`, `"5"`, `true`, `{`, `[1`, `{"a":1}x`, `nul`, "foo bar", "x-a", "1.50",
}

func (g *generator) text(doc *object) string {
	if list := formatTexts[doc.text("format")]; list != nil {
		return pick(g, list...)
	}
	least, most := doc.intOr("minLength", 0), doc.intOr("maxLength", 1000)
	var fit []string
	for _, text := range patternTexts {
		if n := utf8.RuneCountInString(text); n < least || n > most {
			continue
		}
		if !doc.has("pattern") || schemaTakes(newObject("pattern", doc.get("pattern")), quote(text)) {
			fit = append(fit, text)
		}
	}
	if len(fit) == 0 {
		return strings.Repeat("a", max(least, 1))
	}
	return pick(g, fit...)
}

// number draws a number within the bounds, at them more often than not.
func (g *generator) number(doc *object, whole bool) string {
	texts := []string{strconv.Itoa(g.IntN(12) - 3), strconv.Itoa(g.IntN(400)), "1", "2.0", "9007199254740993", "1e2"}
	if !whole {
		texts = append(texts, "0.5", "0.25", "1.25", "-2.75", "0.1", "100.125")
	}
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		bound, ok := doc.get(key).(json.Number)
		if x, isNumber := new(big.Rat).SetString(bound.String()); ok && isNumber {
			for _, step := range []int64{-1, 0, 1} {
				texts = append(texts, plainNumber(new(big.Rat).Add(x, big.NewRat(step, 1))))
			}
			if !whole {
				texts = append(texts, plainNumber(new(big.Rat).Add(x, big.NewRat(1, 4))), plainNumber(new(big.Rat).Sub(x, big.NewRat(1, 4))))
			}
		}
	}
	text := pick(g, texts...)
	for try := 0; try < maxTries && len(doc.keys) > 1 && !schemaTakes(doc, text); try++ {
		text = pick(g, texts...)
	}
	return text
}

func plainNumber(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	return strings.TrimRight(x.FloatString(6), "0")
}

func (g *generator) arrayOf(doc *object) string {
	least, most := doc.intOr("minItems", 0), doc.intOr("maxItems", 3)
	n := least + g.IntN(max(most-least, 0)+1)
	if most < least {
		n = least
	}
	var parts []string
	for try := 0; len(parts) < n && try < maxTries*(n+1); try++ {
		var items any = true
		if doc.has("items") {
			items = doc.get("items")
		}
		if prefix := doc.list("prefixItems"); len(parts) < len(prefix) {
			items = prefix[len(parts)]
		}
		part := g.sample(items)
		if doc.get("uniqueItems") != true || !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (g *generator) objectOf(doc *object) string {
	var parts []string
	members := func(name, raw string) { parts = append(parts, quote(name)+":"+raw) }
	props := doc.object("properties")
	if props != nil {
		for _, name := range props.keys {
			if slices.Contains(doc.texts("required"), name) && !g.chance(g.wild/4) || g.chance(0.6) && props.vals[name] != false {
				members(name, g.sample(props.vals[name]))
			}
		}
	}
	if extra := doc.get("additionalProperties"); extra != false && (props == nil || g.chance(g.wild)) {
		least := doc.intOr("minProperties", 0)
		keys := []string{"k", "kk", "ключ", "", "a b"}
		for _, key := range keys[:min(len(keys), max(least, g.IntN(doc.intOr("maxProperties", 3)+1)))] {
			members(key, g.sample(extra))
		}
	}
	if extra := pick(g, "extra", "Room", "two words", "größe"); g.chance(g.wild/3) && !props.has(extra) && props != nil {
		members(extra, g.anyValue(1))
	}
	if g.chance(0.2) {
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// wildValue writes what stands near a valid value, or far from it: nothing that is on the lists of what the binder and a schema
// judge differently on purpose.
func (g *generator) wildValue(schema any) string {
	doc, ok := schema.(*object)
	if !ok {
		return g.anyValue(1)
	}
	if own := g.ownOf(doc); own != nil && len(own.bad) > 0 && g.chance(0.7) {
		return pick(g, own.bad...)
	}
	if list := wildTexts[doc.text("format")]; list != nil && g.chance(0.7) {
		return quote(pick(g, list...))
	}
	if types := doc.types(); len(types) > 0 && g.chance(0.7) {
		return g.ofType(newObject("type", types[0]), types[0])
	}
	if g.chance(0.1) {
		return "null"
	}
	return g.anyValue(1)
}

var wildTexts = map[string][]string{
	"date":      {"2026-02-29", "2026-13-01", "today", "", "2026-1-18", "2026-01-18T05:00:00Z"},
	"date-time": {"2026-01-18 05:00:00Z", "2026-01-18", "tomorrow", "", "2026-02-29T05:00:00Z"},
	"time":      {"25:00:00Z", "noon", "", "5pm"},
	"duration":  {"1h", "P", "PT", "", "soon", "PT1.5H", "P1W2D"},
}

// anyValue writes any JSON value.
func (g *generator) anyValue(depth int) string {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch g.IntN(kinds) {
	case 0:
		return pick(g, "null", "true", "false")
	case 1, 2:
		return quote(pick(g, patternTexts...))
	case 3:
		return pick(g, "0", "1", "-1", "3", "1.5", "5.0", "100", "9007199254740993")
	case 4:
		return "[" + g.anyValue(depth-1) + "," + g.anyValue(depth-1) + "]"
	}
	return `{"x":` + g.anyValue(depth-1) + `,"a b":` + g.anyValue(depth-1) + "}"
}
