// Strict dialects: how optional properties become nullable, and what keeps a command from being strict.

package dialect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// Tame is an own type that strict dialects can hold.
type Tame struct{ raw json.RawMessage }

func (z *Tame) UnmarshalJSON(raw []byte) error {
	z.raw = bytes.Clone(raw)
	return nil
}

func (Tame) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","additionalProperties":false,"required":["null"],"properties":{
		"text":{"type":"string","pattern":"^a","default":"a"},
		"const":{"const":"left"},
		"enum":{"enum":[1,"one"]},
		"types":{"type":["string","integer"]},
		"barred":{"type":["null","string"],"enum":["a"]},
		"union":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},
		"null":{"type":["string","null"]},
		"object":{"type":"object","properties":{},"additionalProperties":false},
		"list":{"type":"array","minItems":2,"items":{"type":"string","minLength":1}}}}`)
}

func tameDefinition(t *testing.T) *jarvis.Definition {
	t.Helper()
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		Zoo Tame `jarvis:"zoo,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	return jarvis.MustDefine(cmd)
}

func TestOpenAIStrictNullable(t *testing.T) {
	tool := toolOf(t, dialect.OpenAIStrict, tameDefinition(t))
	require.True(t, tool.Report().Strict, tool.Report().Obstacles)
	for name, want := range map[string]string{
		"text":   `{"type":["string","null"],"pattern":"^a","description":"Default: a. Null leaves it out."}`,
		"const":  `{"type":["string","null"],"enum":["left",null],"description":"Null leaves it out."}`,
		"enum":   `{"type":["integer","string","null"],"enum":[1,"one",null],"description":"Null leaves it out."}`,
		"types":  `{"type":["string","integer","null"],"description":"Null leaves it out."}`,
		"barred": `{"type":["null","string"],"enum":["a",null],"description":"Null leaves it out."}`,
		"union":  `{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}],"description":"Null leaves it out."}`,
		"null":   `{"type":["string","null"]}`,
		"object": `{"type":["object","null"],"properties":{},"required":[],"additionalProperties":false,"description":"Null leaves it out."}`,
		"list":   `{"type":["array","null"],"minItems":2,"items":{"type":"string","description":"At least 1 character."},"description":"Null leaves it out."}`,
	} {
		t.Run(name, func(t *testing.T) { assert.JSONEq(t, want, node(t, tool, name)) })
	}
	assert.JSONEq(t, `{"zoo":{"null":null,"text":"a"}}`,
		string(tool.Decode(json.RawMessage(`{"zoo":{"text":"a","const":null,"enum":null,"types":null,"union":null,"null":null,"object":null,"list":null}}`))))
}

// Counts is an own type that counts its keys.
type Counts struct{}

func (*Counts) UnmarshalJSON([]byte) error { return nil }

func (Counts) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","additionalProperties":false,"required":["some","one"],"properties":{
		"some":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"minProperties":1,"maxProperties":2},
		"one":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"minProperties":2,"maxProperties":2}}}`)
}

// Void is an own type that takes no value.
type Void struct{}

func (*Void) UnmarshalJSON([]byte) error { return nil }

func (Void) JSONSchema() *jsonschema.Schema { return ownSchemaOf(`{"type":"string","enum":[]}`) }

func TestCountsWithoutNull(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		Zoo Counts `jarvis:"zoo,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	def := jarvis.MustDefine(cmd)
	strict := toolOf(t, dialect.OpenAIStrict, def)
	require.Empty(t, strict.Report().Obstacles)
	assert.Contains(t, node(t, strict, "some"), `"At least 1 key that is not null. At most 2 keys that are not null."`)
	assert.Contains(t, node(t, strict, "one"), `"Exactly 2 keys that are not null."`)
	assert.Contains(t, node(t, toolOf(t, dialect.AnthropicStrict, def), "one"), `"Exactly 2 keys."`)
}

func TestNoValuesAreAnObstacle(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X Void `jarvis:"x,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	for _, d := range []dialect.Dialect{dialect.OpenAIStrict, dialect.AnthropicStrict} {
		assert.Equal(t, []string{"x: takes no value; remove it"}, toolOf(t, d, jarvis.MustDefine(cmd)).Report().Obstacles)
	}
}

func TestAnthropicStrictOptional(t *testing.T) {
	tool := toolOf(t, dialect.AnthropicStrict, tameDefinition(t))
	require.True(t, tool.Report().Strict, tool.Report().Obstacles)
	for name, want := range map[string]string{
		"text":   `{"type":"string","pattern":"^a","default":"a"}`,
		"const":  `{"type":"string","const":"left"}`,
		"enum":   `{"type":["integer","string"],"enum":[1,"one"]}`,
		"null":   `{"type":["string","null"]}`,
		"object": `{"type":"object","properties":{},"required":[],"additionalProperties":false}`,
		"list":   `{"type":"array","items":{"type":"string","description":"At least 1 character."},"description":"At least 2 items."}`,
	} {
		t.Run(name, func(t *testing.T) { assert.JSONEq(t, want, node(t, tool, name)) })
	}
	args := json.RawMessage(`{"zoo":{"null":null,"text":null}}`)
	assert.Equal(t, string(args), string(tool.Decode(args)), "null is no way to leave out here")
}

// Twofold is an own type with alternatives of which the first alone takes null for a property, and with properties that take null as
// OpenAPI 3.0 says it.
type Twofold struct{}

func (*Twofold) UnmarshalJSON([]byte) error { return nil }

func (Twofold) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","additionalProperties":false,"properties":{"u":{"anyOf":[
		{"type":"object","additionalProperties":false,"properties":{"a":{"type":["string","null"]}}},
		{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["b"]}]},
		"v":{"type":"string","nullable":true},"w":{"type":"string","nullable":true}},"required":["u","w"]}`)
}

// TestNullOfOneAlternative: null cannot stand for leaving out where one of several schemas of a place takes it, once and no more often.
func TestNullOfOneAlternative(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X Twofold `jarvis:"x,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	tool := toolOf(t, dialect.OpenAIStrict, jarvis.MustDefine(cmd))
	const why = ": is optional and takes null, which a strict schema cannot tell apart; make it required, or do not take null"
	assert.Equal(t, []string{"x.u.a" + why, "x.v" + why}, tool.Report().Obstacles)
}

func TestObstacles(t *testing.T) {
	for name, tt := range map[string]struct{ schema, obstacle string }{
		"any keys":          {`{"type":"object"}`, "x: takes any keys, and a strict schema lists them; declare its properties"},
		"values":            {`{"type":"object","additionalProperties":{"type":"string"}}`, "x: takes any keys, and a strict schema lists them; declare its properties"},
		"any elements":      {`{"type":"array"}`, "x[]: takes a value of any type; declare the type"},
		"objects":           {`{"type":"array","items":{"type":"object"}}`, "x[]: takes any keys, and a strict schema lists them; declare its properties"},
		"in an object":      {`{"type":"object","properties":{"a b":{"type":"object"}}}`, `x["a b"]: takes any keys, and a strict schema lists them; declare its properties`},
		"declared, nothing": {`{"type":"object","properties":{}}`, ""},
		"all right":         {`{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}`, ""},
	} {
		for _, d := range []dialect.Dialect{dialect.OpenAIStrict, dialect.AnthropicStrict} {
			t.Run(name+" "+string(d), func(t *testing.T) {
				report := toolOf(t, d, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"x":`+tt.schema+`}}`)).Report()
				assert.Equal(t, tt.obstacle == "", report.Strict)
				if tt.obstacle == "" {
					assert.Empty(t, report.Obstacles)
				} else {
					assert.Equal(t, []string{tt.obstacle}, report.Obstacles)
				}
			})
		}
	}
}

// several is an own type: an object with so many places of several types, some of them elements and one an anyOf.
type several[K interface{ places() int }] struct{}

func (*several[K]) UnmarshalJSON([]byte) error { return nil }

func (several[K]) JSONSchema() *jsonschema.Schema {
	var kind K
	schemas := slices.Repeat([]string{`{"type":["string","integer"]}`}, kind.places())
	schemas[0] = `{"anyOf":[{"type":"string"},{"type":"boolean"}]}`
	schemas[1] = `{"type":"array","items":` + schemas[1] + `}`
	return ownSchemaOf(lists(schemas...))
}

type (
	eight     struct{}
	nine      struct{}
	sixteen   struct{}
	seventeen struct{}
)

func (eight) places() int     { return 8 }
func (nine) places() int      { return 9 }
func (sixteen) places() int   { return 16 }
func (seventeen) places() int { return 17 }

func severalTypes[K interface{ places() int }](t *testing.T) *jarvis.Definition {
	t.Helper()
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X several[K] `jarvis:"x,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	return jarvis.MustDefine(cmd)
}

func TestUnionLimits(t *testing.T) {
	alone := []string{"17 places of several types, and the vendor takes 16; declare one type for some, or split the command"}
	together := []string{"would make 17 places of several types in the request, and the vendor takes 16; send fewer tools, or this one earlier"}
	for name, tt := range map[string]struct {
		defs []*jarvis.Definition
		want [][]string
	}{
		"as many as can be":        {[]*jarvis.Definition{severalTypes[sixteen](t)}, [][]string{nil}},
		"one more":                 {[]*jarvis.Definition{severalTypes[seventeen](t)}, [][]string{alone}},
		"as many, in two":          {[]*jarvis.Definition{severalTypes[eight](t), severalTypes[eight](t)}, [][]string{nil, nil}},
		"one more, in two":         {[]*jarvis.Definition{severalTypes[eight](t), severalTypes[nine](t)}, [][]string{nil, together}},
		"after one that is not in": {[]*jarvis.Definition{severalTypes[seventeen](t), severalTypes[sixteen](t)}, [][]string{alone, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range []dialect.Dialect{dialect.AnthropicStrict, dialect.OpenAIStrict} {
				set, err := d.Set(slices.Values(tt.defs))
				require.NoError(t, err)
				for i, report := range set.Reports() {
					want := tt.want[i]
					if d == dialect.OpenAIStrict {
						want = nil
					}
					assert.Equal(t, want, report.Obstacles)
					assert.Equal(t, want == nil, report.Strict)
					tool, _ := set.Lookup(report.Tool)
					assert.Equal(t, want == nil, strings.Contains(string(tool.JSON()), `"strict":true`))
				}
			}
		})
	}
}

// long is an own type: an object of one property, "p", that has a const of so many characters.
type long[K interface{ places() int }] struct{}

func (*long[K]) UnmarshalJSON([]byte) error { return nil }

func (long[K]) JSONSchema() *jsonschema.Schema {
	var kind K
	return ownSchemaOf(lists(`{"const":"` + strings.Repeat("é", kind.places()) + `"}`))
}

type (
	fitting struct{}
	toomuch struct{}
)

func (fitting) places() int { return 120_000 - len("x") - len("p0") }
func (toomuch) places() int { return 120_001 - len("x") - len("p0") }

func TestConstsCount(t *testing.T) {
	fits, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X long[fitting] `jarvis:"x,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	over, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X long[toomuch] `jarvis:"x,required"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	assert.Empty(t, toolOf(t, dialect.OpenAIStrict, jarvis.MustDefine(fits)).Report().Obstacles)
	assert.Equal(t, []string{"120001 characters in names and listed values, and the vendor takes 120000; shorten names and lists"},
		toolOf(t, dialect.OpenAIStrict, jarvis.MustDefine(over)).Report().Obstacles)
}
