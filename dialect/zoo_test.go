// Own types with what authors write in schemas of their own: rare keywords, alone and together, in every dialect.

package dialect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// rare are schemas that only types of their own bring.
var rare = []struct{ name, schema string }{
	{"yes", `true`},
	{"no", `false`},
	{"untyped", `{"description":"Whatever"}`},
	{"values", `{"enum":["a",1,null]}`},
	{"two", `{"type":["string","integer"],"minLength":2,"maximum":9}`},
	{"nil", `{"type":["string","null"],"enum":["a","b",null]}`},
	{"union", `{"anyOf":[{"type":"string","maxLength":4},{"type":"null"}],"description":"Short","default":"x"}`},
	{"either", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}],"additionalProperties":false}`},
	{"one", `{"oneOf":[{"type":"integer","multipleOf":3},{"type":"integer","multipleOf":5}]}`},
	{"all", `{"allOf":[{"type":"string"},{"minLength":1},{"allOf":[{"maxLength":3}]}]}`},
	{"clash", `{"type":"string","allOf":[{"minLength":1},{"minLength":2}]}`},
	{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`},
	{"some", `{"type":"array","items":{"type":"integer"},"contains":{"const":7},"minContains":2}`},
	{"keyed", `{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`},
	{"when", `{"type":"object","properties":{"a":{"type":"string"}},"if":{"properties":{"a":{"const":"1"}}},"then":{"required":["b"]},"else":{"required":["c"]}}`},
	{"lookahead", `{"type":"string","pattern":"^(?!no)"}`},
	{"never", `{"type":"string","not":{"pattern":"(?=x)"}}`},
	{"exactly", `{"type":"string","oneOf":[{"pattern":"\\pL"},{"maxLength":2}]}`},
	{"stated", `{"type":"string","title":"Name","deprecated":true,"examples":["a","b c"],"contentEncoding":"base64","$comment":"internal","x-hint":1,"minLength":0}`},
	{"needs", `{"type":"object","properties":{"a":{"type":"string"}},"dependentRequired":{"a":["b"]},"propertyNames":{"maxLength":3},"minProperties":1}`},
	{"rest", `{"type":"object","properties":{"a":{"type":"string"}},"unevaluatedProperties":false}`},
	{"odd", `{"type":"object","properties":{"a b":{"type":"string"},"a_b":{"type":"null"}},"required":["a b"],"default":{"a b":"x"},"patternProperties":{"^a":{"type":["string","null"]}},"additionalProperties":false}`},
	{"both", `{"anyOf":[{"type":"string"},{"type":"integer"}],"oneOf":[{"minimum":3},{"maxLength":3}]}`},
	{"inner", `{"anyOf":[{"anyOf":[{"type":"string","description":"A word"},{"const":null}]},{"type":"null"}],"description":"Short"}`},
	{"apart", `{"description":"One","allOf":[{"type":"object","description":"Two"},{"properties":{"a":{"type":"string"}},"required":["a","b"]}]}`},
	{"list", `{"type":"array","uniqueItems":false}`},
	{"free", `{"anyOf":[{"type":"object"},{"type":"string"}],"description":"Anything"}`},
	{"titled", `{"type":"number","title":"The number","description":"the number of things","exclusiveMinimum":1,"minimum":0,"multipleOf":0.5}`},
	{"fenced", `{"type":"object","properties":{"a":{"type":"string","pattern":"(?=x)"}},"unevaluatedProperties":false}`},
	{"mixed", `{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`},
	{"outside", `{"type":"object","additionalProperties":false,"allOf":[{"properties":{"b":{"type":"string"}}}]}`},
	{"numbers", `{"type":["integer","number"],"exclusiveMaximum":3}`},
	{"said", `{"type":["string","boolean"],"description":"Both"}`},
	{"below", `{"type":"integer","exclusiveMaximum":3}`},
	{"needed", `{"type":"object","properties":{"a b":{"type":"string"},"c":{"type":"string"}},"anyOf":[{"required":["a b"]},{"required":["c"]}]}`},
	{"broken", `{"anyOf":{},"items":[],"properties":[],"required":{"a":1},"type":"string","pattern":7}`},
}

// Zoo is an own type: an object with a property for each of the rare ones.
type Zoo struct{ raw json.RawMessage }

func (z *Zoo) UnmarshalJSON(raw []byte) error {
	z.raw = bytes.Clone(raw)
	return nil
}

func (Zoo) JSONSchema() *jsonschema.Schema {
	var list []string
	for _, r := range rare {
		list = append(list, fmt.Sprintf("%q:%s", r.name, r.schema))
	}
	return ownSchemaOf(`{"type":"object","additionalProperties":false,"properties":{` + strings.Join(list, ",") + `}}`)
}

// KeepZoo takes a Zoo.
type KeepZoo struct {
	Zoo Zoo `jarvis:"zoo"`
}

func (*KeepZoo) Spec() jarvis.Spec                                              { return jarvis.Spec{Name: "keep_zoo"} }
func (*KeepZoo) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// node is the schema of a property as printed.
func node(t *testing.T, tool *dialect.Tool, name string) string {
	t.Helper()
	var schema struct {
		Properties struct {
			Zoo struct{ Properties map[string]json.RawMessage }
		}
	}
	require.NoError(t, json.Unmarshal(tool.Schema(), &schema))
	return string(schema.Properties.Zoo.Properties[name])
}

// lossesAt are those below a property of the zoo, without the place.
func lossesAt(tool *dialect.Tool, name string) (list []string) {
	for _, l := range tool.Report().Losses {
		if rest, ok := strings.CutPrefix(l.At, "zoo."+name); ok && (rest == "" || strings.ContainsAny(rest[:1], ".[(")) {
			line := fmt.Sprintf("%s %s", l.Kind, l.Keyword)
			if rest != "" {
				line = rest + ": " + line
			}
			list = append(list, line)
		}
	}
	return list
}

func TestRarePlain(t *testing.T) {
	tool := toolOf(t, dialect.MCP, jarvis.MustDefine(&KeepZoo{}))
	for _, r := range rare {
		want, losses := r.schema, []string(nil)
		switch r.name {
		case "yes":
			want, losses = `{}`, []string{"changed schema"}
		case "no":
			want, losses = `{"not":{}}`, []string{"changed schema"}
		case "tuple":
			want = strings.Replace(r.schema, `"items":false`, `"items":{"not":{}}`, 1)
			losses = []string{"[]: changed schema"}
		case "fenced":
			want = `{"type":"object","description":"No other keys.","properties":{"a":{"type":"string","description":"Must match the pattern ` + "`(?=x)`" + `."}}}`
			losses = []string{".a: moved pattern", "moved unevaluatedProperties"}
		case "lookahead":
			want, losses = `{"type":"string","description":"Must match the pattern `+"`^(?!no)`"+`."}`, []string{"moved pattern"}
		case "never": // without its pattern, not would refuse everything
			want, losses = `{"type":"string","description":"Must match the JSON Schema {\"not\":{\"pattern\":\"(?=x)\"}}."}`, []string{"moved not"}
		case "exactly": // without a pattern, too much would match both
			want = `{"type":"string","anyOf":[{"description":"Must match the pattern ` + "`\\\\pL`" + `."},{"maxLength":2}]}`
			losses = []string{"changed oneOf", "moved pattern"}
		case "odd":
			want, losses = oddRenamed, oddLosses
		case "needed":
			want, losses = strings.ReplaceAll(r.schema, "a b", "a_b"), []string{`["a b"]: changed name`}
		case "broken":
			want = strings.Replace(r.schema, `,"pattern":7`, `,"description":"Must match the JSON Schema {\"pattern\":7}."`, 1)
			want = strings.Replace(want, `"items":[],`, "", 1)
			losses = []string{"changed items", "moved pattern"}
		}
		t.Run(r.name, func(t *testing.T) {
			assert.JSONEq(t, want, node(t, tool, r.name))
			assert.Equal(t, losses, lossesAt(tool, r.name))
		})
	}
}

// oddRenamed is the rare schema that speaks of a property by a name that not all vendors take.
const oddRenamed = `{"type":"object",
	"description":"Must match the JSON Schema {\"patternProperties\":{\"^a\":{\"type\":[\"string\",\"null\"]}},\"additionalProperties\":false}. Default: {\"a b\":\"x\"}.",
	"properties":{"a_b":{"type":"null"},"a_b_2":{"type":"string","description":"Stands for \"a b\"."}},"required":["a_b_2"]}`

var oddLosses = []string{`["a b"]: changed name`, "moved default", "moved patternProperties", "moved additionalProperties"}

func TestRareAnthropic(t *testing.T) {
	tool := toolOf(t, dialect.Anthropic, jarvis.MustDefine(&KeepZoo{}))
	assert.JSONEq(t, oddRenamed, node(t, tool, "odd"))
	assert.Equal(t, oddLosses, lossesAt(tool, "odd"))
}

func TestRareGemini(t *testing.T) {
	tool := toolOf(t, dialect.Gemini, jarvis.MustDefine(&KeepZoo{}))
	for name, want := range map[string]string{
		"yes":     `{"type":"STRING","description":"Any JSON value written as text."}`,
		"no":      `{"type":"STRING","description":"Must not be given."}`,
		"untyped": `{"type":"STRING","description":"Whatever. Any JSON value written as text."}`,
		"values":  `{"anyOf":[{"type":"STRING","nullable":true,"description":"One of: a, 1."},{"type":"INTEGER","nullable":true,"description":"One of: a, 1."}]}`,
		"two":     `{"anyOf":[{"type":"STRING","minLength":2},{"type":"INTEGER","maximum":9}]}`,
		"nil":     `{"type":"STRING","nullable":true,"enum":["a","b"]}`,
		"union":   `{"type":"STRING","nullable":true,"maxLength":4,"description":"Short. Default: x."}`,
		"either": `{"type":"OBJECT","description":"At least one is needed of: a, b.","properties":{"a":{"type":"STRING"},"b":{"type":"STRING"}},"required":[],
			"propertyOrdering":["a","b"]}`,
		"one":       `{"anyOf":[{"type":"INTEGER","description":"Must be a multiple of 3."},{"type":"INTEGER","description":"Must be a multiple of 5."}]}`,
		"all":       `{"type":"STRING","minLength":1,"maxLength":3}`,
		"clash":     `{"type":"STRING","description":"Must match the JSON Schema {\"allOf\":[{\"minLength\":1},{\"minLength\":2}]}."}`,
		"lookahead": `{"type":"STRING","description":"Must match the pattern ` + "`^(?!no)`" + `."}`,
		"both":      `{"anyOf":[{"type":"STRING","description":"SAID"},{"type":"INTEGER","description":"SAID"}]}`,
		"inner":     `{"type":"STRING","nullable":true,"description":"Short. A word"}`,
		"apart":     `{"type":"OBJECT","description":"One. Two","properties":{"a":{"type":"STRING"}},"required":["a"],"propertyOrdering":["a"]}`,
		"titled":    `{"type":"NUMBER","description":"the number of things. Must be greater than 1. Must be a multiple of 0.5.","minimum":1}`,
		"numbers":   `{"type":"NUMBER","maximum":3,"description":"Must be less than 3."}`,
		"said":      `{"anyOf":[{"type":"STRING","description":"Both"},{"type":"BOOLEAN","description":"Both"}]}`,
		"below":     `{"type":"INTEGER","maximum":2}`,
		"outside":   `{"type":"STRING","description":"A JSON object written as text. Must match the JSON Schema {\"type\":\"object\",\"additionalProperties\":false,\"allOf\":[{\"properties\":{\"b\":{\"type\":\"string\"}}}]}."}`,
		"when":      `{"type":"OBJECT","description":"RULE","properties":{"a":{"type":"STRING"}},"propertyOrdering":["a"]}`,
		"needed": `{"type":"OBJECT","description":"At least one is needed of: a_b, c.","properties":{"a_b":{"type":"STRING"},"c":{"type":"STRING"}},
			"propertyOrdering":["a_b","c"]}`,
		"stated": `{"type":"STRING","minLength":0,"description":"Name. Deprecated. Encoded as base64. Examples: a, b c."}`,
	} {
		want = strings.ReplaceAll(strings.Replace(want, `"required":[],`, "", 1), "SAID", `Must match the JSON Schema {\"oneOf\":[{\"minimum\":3},{\"maxLength\":3}]}.`)
		want = strings.ReplaceAll(want, "RULE", `Must match the JSON Schema {\"if\":{\"properties\":{\"a\":{\"const\":\"1\"}}},\"then\":{\"required\":[\"b\"]},\"else\":{\"required\":[\"c\"]}}.`)
		t.Run(name, func(t *testing.T) { assert.JSONEq(t, want, node(t, tool, name)) })
	}
	assert.Equal(t, []string{"changed type", "changed description"}, lossesAt(tool, "said"))
	assert.Equal(t, 1, strings.Count(node(t, tool, "titled"), `"minimum"`))
	for _, name := range []string{"tuple", "keyed", "free"} {
		assert.Contains(t, node(t, tool, name), `"type":"STRING"`, name)
		assert.Contains(t, node(t, tool, name), "written as text. Must match the JSON Schema ", name)
	}
}

func TestRareStrict(t *testing.T) {
	tool := toolOf(t, dialect.OpenAIStrict, jarvis.MustDefine(&KeepZoo{}))
	require.False(t, tool.Report().Strict)
	assert.Contains(t, string(tool.JSON()), `"strict":false`)
	var places []string
	for _, o := range tool.Report().Obstacles {
		at, why, _ := strings.Cut(strings.TrimPrefix(o, "zoo."), ": ")
		assert.NotEmpty(t, why)
		if at, _, _ = strings.Cut(at, "["); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	assert.ElementsMatch(t, []string{
		"yes", "no", "untyped", "values", "nil", "union", "tuple", "keyed", "when", "needs", "rest", "odd.a_b", "odd", "inner", "apart", "list", "free", "fenced", "mixed", "needed",
	}, places)
}

func TestRareOpenAI(t *testing.T) {
	tool := toolOf(t, dialect.OpenAI, jarvis.MustDefine(&KeepZoo{}))
	assert.JSONEq(t, `{"type":"array","uniqueItems":false,"items":{}}`, node(t, tool, "list"))
	assert.Empty(t, lossesAt(tool, "list"))
}

func TestRareEverywhere(t *testing.T) {
	def := jarvis.MustDefine(&KeepZoo{})
	for _, d := range dialect.All() {
		tool := toolOf(t, d, def)
		assert.True(t, json.Valid(tool.JSON()), d)
		assert.True(t, tool.Schema() == nil || json.Valid(tool.Schema()), d)
		assert.Equal(t, string(tool.JSON()), string(toolOf(t, d, def).JSON()), "the same again in %s", d)
		for _, l := range tool.Report().Losses {
			assert.True(t, json.Valid(l.Value), "%s: %s", d, l)
			assert.True(t, l.Kind == dialect.Dropped || l.Note != "", "%s: %s", d, l)
		}
	}
}

// Deep is a type that alternates between alternatives very deeply.
type Deep struct{ raw json.RawMessage }

func (z *Deep) UnmarshalJSON(raw []byte) error {
	z.raw = bytes.Clone(raw)
	return nil
}

func (Deep) JSONSchema() *jsonschema.Schema {
	inner := `{"type":"string","pattern":"(?!x)"}`
	for range 40 {
		inner = `{"type":"string","oneOf":[` + inner + `,{"maxLength":1}],"not":{"oneOf":[{"minLength":40}]}}`
	}
	return ownSchemaOf(inner)
}

// KeepDeep takes a Deep.
type KeepDeep struct {
	Deep Deep `jarvis:"deep"`
}

func (*KeepDeep) Spec() jarvis.Spec                                              { return jarvis.Spec{Name: "keep_deep"} }
func (*KeepDeep) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// TestDeepAlternatives does not end in a lifetime if alternatives in alternatives are tried again and again.
func TestDeepAlternatives(t *testing.T) {
	def := jarvis.MustDefine(&KeepDeep{})
	for _, d := range dialect.All() {
		assert.True(t, json.Valid(toolOf(t, d, def).JSON()), d)
	}
}

// Late is an own type whose keywords come before those that take them along.
type Late struct{}

func (*Late) UnmarshalJSON([]byte) error { return nil }

func (Late) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","properties":{"a b":{"type":"string"},"c":{"type":"string","pattern":"(?=x)"}},
		"else":{"propertyNames":{"maxLength":5}},"if":{"propertyNames":{"maxLength":4}},"then":{"minProperties":1},
		"unevaluatedProperties":{"type":"string","pattern":"(?=y)"}}`)
}

// TestTakenAlong: what goes with another keyword is said as it was declared, and nothing in it is reported apart.
func TestTakenAlong(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		Zoo Late `jarvis:"zoo"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	for _, d := range []dialect.Dialect{dialect.Anthropic, dialect.MCP} {
		tool := toolOf(t, d, jarvis.MustDefine(cmd))
		told := string(tool.Schema())
		for _, declared := range []string{`\"else\":{\"propertyNames\":{\"maxLength\":5}}`, `\"unevaluatedProperties\":{\"type\":\"string\",\"pattern\":\"(?=y)\"}`} {
			assert.Contains(t, told, declared, d)
		}
		var lost []string
		for _, l := range tool.Report().Losses {
			lost = append(lost, fmt.Sprintf("%s %s %s", l.At, l.Kind, l.Keyword))
		}
		assert.ElementsMatch(t, []string{
			`zoo["a b"] changed name`, "zoo.c moved pattern", "zoo moved if", "zoo moved then", "zoo moved else", "zoo moved unevaluatedProperties",
		}, lost, d)
	}
}
