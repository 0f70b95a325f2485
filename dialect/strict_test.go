// Strict dialects: how optional properties become nullable, and what keeps a command from being strict.

package dialect_test

import (
	"bytes"
	"context"
	"encoding/json"
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
		"text":   `{"type":["string","null"],"pattern":"^a","description":"Default: a."}`,
		"const":  `{"type":["string","null"],"enum":["left",null]}`,
		"enum":   `{"type":["integer","string","null"],"enum":[1,"one",null]}`,
		"types":  `{"type":["string","integer","null"]}`,
		"union":  `{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}]}`,
		"null":   `{"type":["string","null"]}`,
		"object": `{"type":["object","null"],"properties":{},"required":[],"additionalProperties":false}`,
		"list":   `{"type":["array","null"],"minItems":2,"items":{"type":"string","description":"At least 1 character."}}`,
	} {
		t.Run(name, func(t *testing.T) { assert.JSONEq(t, want, node(t, tool, name)) })
	}
	assert.JSONEq(t, `{"zoo":{"null":null,"text":"a"}}`,
		string(tool.Decode(json.RawMessage(`{"zoo":{"text":"a","const":null,"enum":null,"types":null,"union":null,"null":null,"object":null,"list":null}}`))))
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
