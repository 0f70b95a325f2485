// Random commands: declarations drawn as JSON Schema, and a family of structs.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// generator draws declarations and arguments. wild is the chance that a value is not meant to be valid.
type generator struct {
	*rand.Rand
	wild  float64
	known map[string]*ownSchema  // the types that bring their own schema
	owns  map[*object]*ownSchema // what ownOf has found
}

func newGenerator(seed, stream uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, stream)), known: ownSamples(), owns: map[*object]*ownSchema{}}
}

func (g *generator) chance(p float64) bool { return g.Float64() < p }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// some returns n elements, at least one, in a random order.
func some[T any](g *generator, most int, list ...T) []T {
	list = slices.Clone(list)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:1+g.IntN(min(most, len(list)))]
}

// command is a command with the neutral schema of its arguments.
type command struct {
	def     *jarvis.Definition
	neutral *object
	schema  *jsonschema.Schema
}

func newCommand(t testing.TB, cmd jarvis.Command) *command {
	t.Helper()
	def, err := jarvis.Define(cmd)
	require.NoError(t, err)
	c := &command{def: def, neutral: mustReadObject(t, def.Schema())}
	c.schema, err = compileSchema(c.neutral)
	require.NoError(t, err, "%s", def.Schema())
	return c
}

var commandNames = []string{
	"get_weather", "set-light", "light.set", "light/set", "größe", "日本", "1st", "_private", "a", "a.b", "a/b", "x:y", "😀", "Get_Weather", "get-weather",
	strings.Repeat("long", 16), strings.Repeat("long", 16) + "x", strings.Repeat("long", 16) + "y", strings.Repeat("ä", 64), strings.Repeat("日", 200), "<b>&", `"q"`, `back\slash`,
	strings.Repeat("n", 65), strings.Repeat("n", 128), strings.Repeat("n", 129),
}

func (g *generator) spec() jarvis.Spec {
	return jarvis.Spec{Name: pick(g, commandNames...), Description: pick(g, descriptions...),
		Effect: pick(g, "", jarvis.EffectRead, jarvis.EffectWrite, jarvis.EffectDestructive)}
}

var descriptions = []string{
	"", "Says what the weather is.", "Switches a lamp", "Größe & <b>Gewicht</b>", "Ends in a colon:", "Two lines.\nThe second", `Quotes "and" \ slashes.`, "😀",
	strings.Repeat("A sentence of some length, as people write them. ", 30), strings.Repeat("wörter ohne satz ", 90), strings.Repeat("x", 1500),
}

// dynamic draws a command whose parameters are declared by a schema.
func (g *generator) dynamic(t testing.TB) *command {
	t.Helper()
	declared := "{}"
	var params *jarvis.Parameters
	if !g.chance(0.03) {
		declared = g.objectSchema(2)
		var err error
		params, err = jarvis.ParametersFromSchema(json.RawMessage(declared))
		require.NoError(t, err, "%s", declared)
	}
	cmd, err := jarvis.Func(g.spec(), params, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil })
	require.NoError(t, err)
	return newCommand(t, cmd)
}

// propertyNames differ from each other, but not in what vendors take of them.
var propertyNames = []string{
	"room", "Room", "größe", "gr__e", "two words", "two.words", "two/words", "two_words", "two-words", `"quoted"`, `back\u003cslash`, "<b>&", "$ref", "日本", "😀", "1st", "_x", "x",
	"type", "properties", "required", "items", "enum", "description", "__proto__", "a:b", "\u2028", "\x01", " ",
	strings.Repeat("p", 64), strings.Repeat("p", 65), strings.Repeat("p", 70) + "1", strings.Repeat("p", 70) + "2", strings.Repeat("ü", 40),
	"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "city", "when", "limit", "tags", "rooms_", "at",
}

func (g *generator) objectSchema(depth int) string {
	var props, required []string
	plain := g.chance(0.4) // such names as people give
	for i, name := range some(g, 3+2*depth, propertyNames...) {
		if plain {
			name = "p" + strconv.Itoa(i)
		}
		needed := g.chance(0.4)
		if needed {
			required = append(required, quote(name))
		}
		props = append(props, quote(name)+":"+g.valueSchema(depth, needed))
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`, strings.Join(props, ","), strings.Join(required, ","))
}

// valueSchema draws the schema of one parameter.
func (g *generator) valueSchema(depth int, required bool) string {
	schema := g.slotSchema(depth)
	members := strings.TrimSuffix(strings.TrimPrefix(schema, "{"), "}")
	if g.chance(0.6) {
		members += `,"description":` + quote(pick(g, descriptions[1:8]...))
	}
	if g.chance(0.1) {
		members += `,"_refinable":true`
	}
	if !required && g.chance(0.3) {
		if doc, err := readDoc([]byte(schema)); err == nil {
			if value := g.sample(doc); schemaTakes(doc, value) {
				members += `,"default":` + value
			}
		}
	}
	return "{" + members + "}"
}

func schemaTakes(doc any, value string) bool {
	schema, err := compileSchema(doc)
	return err == nil && accepts(schema, []byte(value))
}

func (g *generator) slotSchema(depth int) string {
	switch n := g.IntN(100); {
	case n < 55:
		return g.scalarSchema()
	case n < 70:
		items, unique := g.scalarSchema(), pick(g, "", "", `,"uniqueItems":true`)
		if strings.Contains(items, "format") {
			unique = "" // only of values that are equal when their JSON is
		}
		return `{"type":"array","items":` + items + g.lengths("Items") + unique + "}"
	case n < 73:
		return pick(g, `{"type":"array","items":{}}`, `{"type":"array","items":{"type":"object"}}`, `{"type":"array"`+g.lengths("Items")+`}`)
	case n < 77:
		return `{"type":"object"` + g.lengths("Properties") + "}"
	case n < 81:
		return `{"type":"object","additionalProperties":` + g.scalarSchema() + g.lengths("Properties") + "}"
	case depth == 0:
		return g.scalarSchema()
	case n < 90:
		return g.objectSchema(depth - 1)
	case n < 92:
		return `{"type":"object","additionalProperties":` + g.objectSchema(depth-1) + "}"
	case n < 93:
		return `{"type":"object","properties":{},"additionalProperties":false}`
	}
	return `{"type":"array","items":` + g.objectSchema(depth-1) + g.lengths("Items") + "}"
}

func (g *generator) lengths(what string) string {
	return pick(g, "", "", "", `,"min`+what+`":1`, `,"max`+what+`":2`, `,"min`+what+`":2,"max`+what+`":3`, `,"min`+what+`":0,"max`+what+`":4`)
}

func (g *generator) scalarSchema() string {
	return pick(g, scalarSchemas...)
}

// scalarSchemas are what parameters can say of one value.
var scalarSchemas = []string{
	`{"type":"string"}`, `{"type":"string"}`, `{"type":"string","minLength":1}`, `{"type":"string","maxLength":5}`, `{"type":"string","minLength":2,"maxLength":3}`, `{"type":"string","maxLength":0}`,
	`{"type":"string","pattern":"^[a-z]+$"}`, `{"type":"string","pattern":"^\\d{3}$","minLength":3}`, `{"type":"string","enum":["on","off"]}`, `{"type":"string","enum":["<ä>"," ","a,b","\u2028"]}`,
	`{"type":"string","enum":["1","true","null"]}`, `{"type":"string","const":"yes"}`, `{"type":"string","const":""}`,
	`{"type":"integer"}`, `{"type":"integer","minimum":1,"maximum":10}`, `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":5}`, `{"type":"integer","enum":[1,2,-3]}`,
	`{"type":"integer","const":5}`, `{"type":"integer","minimum":-9007199254740993}`, `{"type":"integer","maximum":9007199254740993}`, `{"type":"integer","exclusiveMinimum":9007199254740992}`,
	`{"type":"integer","minimum":0,"exclusiveMinimum":0}`, `{"type":"integer","enum":[1,20],"maximum":10}`,
	`{"type":"number"}`, `{"type":"number","minimum":0.5,"maximum":2.5}`, `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `{"type":"number","enum":[0.5,1,2.50]}`, `{"type":"number","const":0.5}`,
	`{"type":"number","minimum":-1e3}`, `{"type":"boolean"}`, `{"type":"boolean"}`, `{"type":"boolean","enum":[true]}`, `{"type":"boolean","const":false}`,
	`{"type":"string","format":"date"}`, `{"type":"string","format":"date-time"}`, `{"type":"string","format":"time"}`, `{"type":"string","format":"duration"}`,
	`{"type":"string","format":"date","enum":["2026-01-18","2024-02-29"]}`, `{"type":"string","format":"duration","enum":["PT1H","P1D"]}`, `{"type":"string","format":"date-time","enum":["2026-01-18T05:00:00Z"]}`,
	`{"type":"string","format":"email"}`,
}

// Structs.

type (
	ownInput[K ownKind] struct {
		A own[K]   `jarvis:"a,required" description:"The first."`
		B *own[K]  `jarvis:"b" description:"May be left out"`
		C []own[K] `jarvis:"c"`
	}
	ownScalarInput[K ownKind] struct { // for kinds that are arrays: there are no arrays of arrays
		A own[K]  `jarvis:"a,required"`
		B *own[K] `jarvis:"b"`
	}
	ownMap[K ownKind] struct {
		D map[string]own[K] `jarvis:"d"`
		A own[K]            `jarvis:"a,required"`
	}
	leaf struct {
		Must string   `jarvis:"must,required" validate:"min=1,max=9" description:"What it is"`
		May  *uint8   `jarvis:"may" validate:"lte=200"`
		Else int      `jarvis:"else" default:"4" description:"Says how many there are:"`
		Tags []string `jarvis:"tags" enum:"a,b" validate:"unique,max=2"`
	}
	narrowInput struct {
		A int8             `jarvis:"a,required"`
		B uint16           `jarvis:"b"`
		C []uint64         `jarvis:"c" validate:"dive,max=18446744073709551614"`
		D map[string]int32 `jarvis:"d" validate:"min=1"`
		E *int64           `jarvis:"e" enum:"1,9007199254740993"`
		F uint32           `jarvis:"f" validate:"gt=0,lt=5" default:"2"`
	}
	timesInput struct {
		A time.Time        `jarvis:"a,required"`
		B *jarvis.Date     `jarvis:"b" enum:"2026-01-18,2024-02-29" default:"2024-02-29"`
		C jarvis.TimeOfDay `jarvis:"c" default:"05:00:00Z"`
		D time.Duration    `jarvis:"d" default:"PT2H" description:"How long"`
		E []time.Duration  `jarvis:"e" validate:"max=3"`
		F []jarvis.Date    `jarvis:"f" validate:"min=1"`
		G string           `jarvis:"g,type=datetime"`
	}
	nestedInput struct {
		One   leaf            `jarvis:"one,required" description:"One leaf"`
		Other *leaf           `jarvis:"other"`
		Many  []leaf          `jarvis:"many,required" validate:"max=2"`
		Named map[string]leaf `jarvis:"named" validate:"max=2"`
		Def   leaf            `jarvis:"def" default:"{\"must\":\"x\"}"`
	}
	deepInput struct {
		Level struct {
			Level *struct {
				Levels []struct {
					Leaf leaf `jarvis:"leaf,required"`
					Next *struct {
						Word string `jarvis:"word" enum:"on,off" default:"off"`
					} `jarvis:"next"`
				} `jarvis:"levels,required" validate:"min=1,max=2"`
			} `jarvis:"level"`
		} `jarvis:"level,required"`
	}
	closedInput struct {
		Name  string   `jarvis:"name,required" validate:"len=3"`
		Ident string   `jarvis:"ident" validate:"uuid"`
		Rooms []string `jarvis:"rooms" validate:"min=1,unique,dive,min=2" description:"Where."`
		Temp  *float64 `jarvis:"temp" validate:"gte=15,lte=30"`
		Grade int      `jarvis:"grade" enum:"1,2,3"`
		Sure  bool     `jarvis:"sure" default:"true"`
		Only  []bool   `jarvis:"only" enum:"true"`
	}
	freeInput struct {
		Any   []any             `jarvis:"any"`
		Dict  map[string]any    `jarvis:"dict,required"`
		Dicts []map[string]any  `jarvis:"dicts" validate:"dive,min=1"`
		Texts map[string]string `jarvis:"texts" validate:"dive,max=3"`
		Lists map[string][]int  `jarvis:"lists"`
	}
	noInput struct{}
)

func structCommand[In any](t testing.TB, g *generator) *command {
	t.Helper()
	cmd, err := jarvis.New(g.spec(), func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) { return nil, nil })
	require.NoError(t, err)
	return newCommand(t, cmd)
}

func ownCommands[K ownKind](t testing.TB, g *generator) []*command {
	var kind K
	if kind.own().typ == "array" {
		return []*command{structCommand[ownScalarInput[K]](t, g)}
	}
	return []*command{structCommand[ownInput[K]](t, g), structCommand[ownMap[K]](t, g)}
}

// structCommands are all that the family declares.
func structCommands(t testing.TB, g *generator) []*command {
	return slices.Concat(
		[]*command{
			structCommand[narrowInput](t, g), structCommand[timesInput](t, g), structCommand[nestedInput](t, g), structCommand[deepInput](t, g),
			structCommand[closedInput](t, g), structCommand[freeInput](t, g), structCommand[noInput](t, g), structCommand[leaf](t, g),
		},
		ownCommands[ownChoice](t, g), ownCommands[ownShape](t, g), ownCommands[ownWhole](t, g), ownCommands[ownNot](t, g), ownCommands[ownIf](t, g),
		ownCommands[ownPatterns](t, g), ownCommands[ownBooleans](t, g), ownCommands[ownLists](t, g), ownCommands[ownPair](t, g), ownCommands[ownContains](t, g),
		ownCommands[ownDepends](t, g), ownCommands[ownMatrix](t, g), ownCommands[ownMail](t, g), ownCommands[ownMixed](t, g), ownCommands[ownStep](t, g),
		ownCommands[ownUntyped](t, g), ownCommands[ownNotes](t, g), ownCommands[ownOddNames](t, g), ownCommands[ownNullable](t, g), ownCommands[ownWord](t, g),
		ownCommands[ownMembers](t, g), ownCommands[ownOpen](t, g), ownCommands[ownTree](t, g), ownCommands[ownLink](t, g), ownCommands[ownFormats](t, g),
		ownCommands[ownManyLengths](t, g), ownCommands[ownOddDepends](t, g), ownCommands[ownOddKeys](t, g), ownCommands[ownTwice](t, g),
	)
}
