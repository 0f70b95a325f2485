// The Jarvis format: as CommandSchema prints it, with what it cannot say in the descriptions of parameters.

package dialect_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

func TestJarvisSaysAllItCan(t *testing.T) {
	for name, schema := range map[string]string{
		"kinds":   `{"type":"string"},"b":{"type":"integer"},"c":{"type":"number"},"d":{"type":"boolean"}`,
		"formats": `{"type":"string","format":"date"},"b":{"type":"string","format":"duration"},"c":{"type":"array","items":{"type":"string","format":"time"}}`,
		"enums":   `{"type":"string","enum":["x"]},"b":{"type":"integer","enum":[1,2]},"c":{"type":"array","items":{"type":"string","enum":["x","y"]}}`,
		"default": `{"type":"integer","default":3,"description":"How many"}`,
		"any":     `{"type":"array"},"b":{"type":"object"},"c":{"type":"array","items":{"type":"object"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			def := importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"a":`+schema+`}}`)
			tool := toolOf(t, dialect.Jarvis, def)
			assert.Equal(t, string(def.CommandSchema()), string(tool.JSON()))
			assert.Nil(t, tool.Schema())
			assert.Empty(t, tool.Report().Losses)
		})
	}
}

func TestJarvisSaysTheRest(t *testing.T) {
	for name, tt := range map[string]struct{ schema, want string }{
		"bounds":            {`{"type":"integer","minimum":1,"maximum":5,"description":"Days"}`, "Days. Must be at least 1. Must be at most 5."},
		"before elements":   {`{"type":"array","items":{"type":"string","minLength":2},"uniqueItems":true}`, "Must not repeat an item. Each element: At least 2 characters."},
		"two of an element": {`{"type":"array","items":{"type":"string","minLength":1,"maxLength":3}}`, "Each element: At least 1 character. At most 3 characters."},
		"one of an element": {`{"type":"array","items":{"type":"string","minLength":3,"maxLength":3}}`, "Each element: Exactly 3 characters."},
		"said of an element": {`{"type":"array","items":{"type":"string","minLength":1,"maxLength":3},"description":"Each element: at most 3 characters"}`,
			"Each element: at most 3 characters. Each element: At least 1 character."},
		"three bounds":       {`{"type":"integer","minimum":0,"exclusiveMinimum":0,"maximum":255}`, "Must be greater than 0. Must be at most 255."},
		"elements of a kind": {`{"type":"array","items":{"type":"integer","minimum":1,"enum":[1,2]}}`, "Each element: Must be at least 1."},
		"values":             {`{"type":"object","additionalProperties":{"type":"integer"}}`, `Must match the JSON Schema {"additionalProperties":{"type":"integer"}}.`},
		"properties": {`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`,
			`Must match the JSON Schema {"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}.`},
		"objects": {`{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}`,
			`Each element: Must match the JSON Schema {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false,"required":[]}.`},
	} {
		t.Run(name, func(t *testing.T) {
			tool := toolOf(t, dialect.Jarvis, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"x":`+tt.schema+`}}`))
			var entry struct {
				Parameters []struct{ Description string }
			}
			require.NoError(t, json.Unmarshal(tool.JSON(), &entry))
			assert.Equal(t, tt.want, entry.Parameters[0].Description)
			assert.NotEmpty(t, tool.Report().Losses)
		})
	}
}

// Hello has all the metadata of a command.
type Hello struct {
	Name string `jarvis:"name,required" validate:"max=9"`
}

func (*Hello) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "hello", Description: "Says hello.", Keywords: []string{"hi"}, Rules: []string{"Be kind."},
		Examples: []jarvis.Example{{Utterance: "hi", Arguments: jarvis.Args{"name": "Ada"}, Primary: true}}}
}

func (*Hello) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

func TestJarvisKeepsTheRestOfTheEntry(t *testing.T) {
	def := jarvis.MustDefine(&Hello{})
	set, err := dialect.Jarvis.Set(slices.Values([]*jarvis.Definition{def, jarvis.MustDefine(&Hello{})}))
	require.NoError(t, err)
	var entries []map[string]any
	require.NoError(t, json.Unmarshal(set.JSON(), &entries))
	var want map[string]any
	require.NoError(t, json.Unmarshal(def.CommandSchema(), &want))
	want["parameters"].([]any)[0].(map[string]any)["description"] = "At most 9 characters."
	assert.Equal(t, want, entries[0])
	want["command_name"] = "hello_2"
	assert.Equal(t, want, entries[1], "of another one with that name")
}

func TestJarvisNamesInASet(t *testing.T) {
	set, err := dialect.Jarvis.Set(slices.Values([]*jarvis.Definition{named(t, "ring"), named(t, "ring")}))
	require.NoError(t, err)
	assert.Contains(t, string(set.JSON()), `"command_name":"ring_2"`)
	assert.Equal(t, "ring", set.Call(jarvis.Call{Name: "ring_2"}).Name)
}

func TestJarvisTuples(t *testing.T) {
	tool := toolOf(t, dialect.Jarvis, jarvis.MustDefine(&KeepZoo{}))
	assert.NotContains(t, string(tool.JSON()), "Each element")
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X Tuple `jarvis:"x"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	tool = toolOf(t, dialect.Jarvis, jarvis.MustDefine(cmd))
	assert.Contains(t, string(tool.JSON()), `"description":"Must match the JSON Schema {\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}."`)
}

// Above is an own type: a number above 5, and Places one: an array of one text, both as draft 4 says it.
type (
	Above  struct{}
	Places struct{}
)

func (*Above) UnmarshalJSON([]byte) error  { return nil }
func (*Places) UnmarshalJSON([]byte) error { return nil }

func (Above) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"number","minimum":5,"exclusiveMinimum":true}`)
}

func (Places) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"array","items":[{"type":"string"}],"additionalItems":false}`)
}

func TestJarvisOlderForms(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X Above  `jarvis:"x"`
		Y Places `jarvis:"y"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	told := string(toolOf(t, dialect.Jarvis, jarvis.MustDefine(cmd)).JSON())
	assert.Contains(t, told, `"description":"Must be greater than 5."`)
	assert.Contains(t, told, `"description":"Must match the JSON Schema {\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}."`)
}

// Tuple is an own type: an array of one text.
type Tuple struct{}

func (*Tuple) UnmarshalJSON([]byte) error { return nil }

func (Tuple) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"array","prefixItems":[{"type":"string"}],"items":false}`)
}
