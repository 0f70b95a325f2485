// The JSON types of parameters, which formats use to read values that are text.

package toolcall

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTypes(t *testing.T) {
	for _, tt := range []struct {
		name, property string
		want           []string
	}{
		{"type", `{"type": "integer"}`, []string{"integer"}},
		{"list of types", `{"type": ["null", "string"]}`, []string{"null", "string"}},
		{"alias int", `{"type": "int"}`, []string{"integer"}},
		{"alias int32", `{"type": "int32"}`, []string{"integer"}},
		{"alias uint32", `{"type": "uint32"}`, []string{"integer"}},
		{"alias long", `{"type": "long"}`, []string{"integer"}},
		{"alias float", `{"type": "float"}`, []string{"number"}},
		{"alias double", `{"type": "Double"}`, []string{"number"}},
		{"alias bool", `{"type": "bool"}`, []string{"boolean"}},
		{"alias dict", `{"type": "dict"}`, []string{"object"}},
		{"alias list", `{"type": "list"}`, []string{"array"}},
		{"alias str", `{"type": "str"}`, []string{"string"}},
		{"alias text", `{"type": "text"}`, []string{"string"}},
		{"aliases once", `{"type": ["int", "integer", "str"]}`, []string{"integer", "string"}},
		{"enum", `{"enum": [1, "a", 2, null, 2.5, true, {}, []]}`, []string{"integer", "string", "null", "number", "boolean", "object", "array"}},
		{"exponent", `{"const": 1e3}`, []string{"number"}},
		{"const", `{"const": false}`, []string{"boolean"}},
		{"anyOf", `{"anyOf": [{"type": "integer"}, {"type": "string"}]}`, []string{"integer", "string"}},
		{"oneOf", `{"oneOf": [{"type": "array"}, {"type": "null"}]}`, []string{"array", "null"}},
		{"allOf", `{"allOf": [{"type": "object"}]}`, []string{"object"}},
		{"inside each other", `{"anyOf": [{"oneOf": [{"const": 1}, {"type": ["boolean"]}]}, {"enum": ["x"]}]}`, []string{"integer", "boolean", "string"}},
		{"in the order of the schema", `{"enum": [1], "type": "string"}`, []string{"integer", "string"}},
		{"type and format", `{"type": "string", "format": "date"}`, []string{"string"}},
		{"unknown type", `{"type": "odd"}`, []string{"odd"}},
		{"nothing", `{}`, []string{}},
		{"anything", `true`, []string{}},
		{"malformed", `{"type": 5, "enum": 1, "anyOf": {}, "oneOf": [1]}`, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := ToolsFromOpenAI(json.RawMessage(`[{"name": "f", "parameters": {"type": "object", "properties": {"a": ` + tt.property + `, "b": {"type": "odd"}}}}]`))
			require.NoError(t, err)
			assert.Equal(t, tt.want, tools.types("f", "a"))
			assert.Equal(t, []string{"odd"}, tools.types("f", "b"))
			assert.Nil(t, tools.types("f", "c"))
			assert.Nil(t, tools.types("g", "a"))
		})
	}
}

func TestTypesWithoutProperties(t *testing.T) {
	for _, params := range []string{`{"city": {"type": "string"}}`, `{}`, `{"properties": []}`, `null`} {
		tools, err := ToolsFromOpenAI(json.RawMessage(`[{"name": "f", "parameters": ` + params + `}]`))
		require.NoError(t, err)
		assert.Nil(t, tools.types("f", "city"), params)
	}
	assert.Nil(t, (*Tools)(nil).types("f", "city"))
	assert.Nil(t, new(Tools).types("f", "city"))
}

func TestTypesOfCommands(t *testing.T) {
	tools, err := ToolsFromCommands(json.RawMessage(`[{"command_name": "f", "parameters": [{"name": "when", "type": "datetime[]"},
		{"name": "n", "type": "int", "enum_values": ["1"]}, {"name": "x", "type": "double"}, {"name": "d", "type": "date"}, {"name": "o", "type": "dict"}]}]`))
	require.NoError(t, err)
	for name, want := range map[string]string{"when": "array", "n": "integer", "x": "number", "d": "string", "o": "object"} {
		assert.Equal(t, []string{want}, tools.types("f", name), name)
	}
}
