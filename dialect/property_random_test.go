// Types whose own schema is drawn at random, from all keywords that speak of values. A Go type is read once in a process, so there
// is a fixed number of them, and another seed draws other ones.

package dialect_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// randomOwn is the N-th type of its kind, where N is the length of an array.
type randomOwn[N any] struct{}

func (randomOwn[N]) own() *ownSchema { return randomOwns()[reflect.TypeFor[N]().Len()] }

const randomTypes = 16

// randomOwns draws the schemas.
var randomOwns = sync.OnceValue(func() []*ownSchema {
	g := &generator{Rand: rand.New(rand.NewPCG(processSeed(), 7)), owns: map[*object]*ownSchema{}}
	list := make([]*ownSchema, randomTypes)
	for i := range list {
		for list[i] == nil {
			list[i] = g.ownSchema()
		}
	}
	return list
})

// ownSchema draws a schema with values; nil if it found too few.
func (g *generator) ownSchema() *ownSchema {
	root := pick(g, "object", "object", "object", "object", "array", "string", "number")
	text := g.keywords(root, 2)
	s := &ownSchema{typ: root, schema: "{" + strings.TrimPrefix(text, ",") + "}"}
	doc := s.document()
	if _, err := compileSchema(doc); err != nil {
		panic(err)
	}
	const tries, enough = 150, 5
	for range tries {
		g.wild = pick(g, 0, 0.05, 0.2)
		value := g.fromKeywords(doc)
		if schemaTakes(doc, value) {
			s.good = append(s.good, value)
		} else {
			s.bad = append(s.bad, value)
		}
	}
	if len(s.good) < enough {
		return nil
	}
	return s
}

// keywords draws the keywords for values of a type, each after a comma, and now and then some that hold for all types.
func (g *generator) keywords(typ string, depth int) string {
	text := ""
	switch typ {
	case "object":
		text = g.objectKeywords(depth)
	case "array":
		text = g.arrayKeywords(depth)
	case "string":
		text = pick(g, "", "", `,"minLength":1`, `,"maxLength":4`, `,"pattern":"^[a-z]*$"`, `,"format":"date"`, `,"format":"email"`, `,"enum":["a","on",""]`)
	case "number", "integer":
		text = pick(g, "", "", `,"minimum":1`, `,"maximum":9`, `,"exclusiveMinimum":0,"exclusiveMaximum":5`, `,"multipleOf":0.5`, `,"enum":[1,2.5,3]`)
	}
	if depth > 0 && g.chance(0.3) {
		text += g.applicator(typ, depth-1)
	}
	if g.chance(0.2) {
		text += `,"description":` + quote(pick(g, "A thing", "Says what.", ""))
	}
	return text
}

func (g *generator) objectKeywords(depth int) (text string) {
	var props, names []string
	if depth > 0 {
		for _, name := range some(g, 3, "a", "b", "two words", "two_words", "größe", "kind") {
			props = append(props, quote(name)+":"+g.anySchema(depth-1))
			if names = append(names, quote(name)); g.chance(0.6) {
				names = names[:len(names)-1]
			}
		}
		text += `,"properties":{` + strings.Join(props, ",") + "}"
	}
	if len(names) > 0 {
		text += `,"required":[` + strings.Join(names, ",") + "]"
	}
	text += pick(g, "", `,"additionalProperties":false`, `,"additionalProperties":false`, `,"additionalProperties":{"type":"integer"}`, `,"additionalProperties":true`)
	if g.chance(0.15) {
		text += pick(g, `,"minProperties":1`, `,"maxProperties":2`, `,"propertyNames":{"maxLength":5}`, `,"patternProperties":{"^x-":{"type":"string"}}`,
			`,"dependentRequired":{"a":["b"]}`, `,"dependentSchemas":{"two words":{"required":["a"]}}`, `,"unevaluatedProperties":false`)
	}
	return text
}

func (g *generator) arrayKeywords(depth int) (text string) {
	if depth > 0 && g.chance(0.8) {
		text += `,"items":` + g.anySchema(depth-1)
	}
	if g.chance(0.3) {
		text += pick(g, `,"minItems":1`, `,"minItems":2`, `,"maxItems":2`, `,"uniqueItems":true`, `,"contains":{"type":"integer"}`, `,"prefixItems":[{"type":"string"},{"type":["integer","null"]}]`)
	}
	return text
}

// applicator draws schemas beside a type.
func (g *generator) applicator(typ string, depth int) string {
	same := func() string { return "{" + strings.TrimPrefix(g.typed(typ)+g.keywords(typ, depth), ",") + "}" }
	switch g.IntN(8) {
	case 0, 1:
		return `,"anyOf":[` + same() + "," + same() + "]"
	case 2, 3:
		return `,"oneOf":[` + same() + "," + same() + "]"
	case 4:
		return `,"allOf":[` + same() + pick(g, "", ","+same()) + "]"
	case 5:
		return `,"not":` + same()
	}
	return fmt.Sprintf(`,"if":%s,"then":%s,"else":%s`, same(), same(), pick(g, same(), "true", "false"))
}

// typed says the type again in an alternative, or does not.
func (g *generator) typed(typ string) string {
	if g.chance(0.5) {
		return `,"type":` + quote(typ)
	}
	return ""
}

// anySchema draws any schema.
func (g *generator) anySchema(depth int) string {
	switch n := g.IntN(20); {
	case n == 0:
		return pick(g, "true", "false", "{}", `{"not":{}}`, `{"minimum":3}`, `{"properties":{"a b":{"type":"string"}}}`)
	case n == 1:
		return pick(g, `{"enum":["a",1,null,true]}`, `{"enum":[{"a":1},[2],"x"]}`, `{"const":{"two words":1}}`, `{"const":null}`, `{"const":"k"}`, `{"enum":[1,2]}`)
	case n < 5:
		types := some(g, 3, "string", "integer", "boolean", "null", "array", "object")
		text := `{"type":["` + strings.Join(types, `","`) + `"]`
		for _, typ := range types {
			text += g.keywords(typ, 0)
		}
		if doc, err := readDoc([]byte(text + "}")); err == nil { // no keyword came twice
			return write(doc)
		}
		return `{"type":["` + strings.Join(types, `","`) + `"]}`
	case n < 7:
		return `{"anyOf":[` + g.anySchema(depth/2) + "," + g.anySchema(depth/2) + "]}"
	}
	typ := pick(g, "string", "string", "integer", "number", "boolean", "array", "object")
	return `{"type":` + quote(typ) + g.keywords(typ, depth) + "}"
}

// randomCommands are commands with those types. Types of arrays cannot stand in arrays.
func randomCommands(t testing.TB, g *generator) (list []*command) {
	for _, make := range []func(testing.TB, *generator) []*command{
		ownCommands[randomOwn[[0]int]], ownCommands[randomOwn[[1]int]], ownCommands[randomOwn[[2]int]], ownCommands[randomOwn[[3]int]],
		ownCommands[randomOwn[[4]int]], ownCommands[randomOwn[[5]int]], ownCommands[randomOwn[[6]int]], ownCommands[randomOwn[[7]int]],
		ownCommands[randomOwn[[8]int]], ownCommands[randomOwn[[9]int]], ownCommands[randomOwn[[10]int]], ownCommands[randomOwn[[11]int]],
		ownCommands[randomOwn[[12]int]], ownCommands[randomOwn[[13]int]], ownCommands[randomOwn[[14]int]], ownCommands[randomOwn[[15]int]],
	} {
		list = append(list, make(t, g)...)
	}
	return list
}
