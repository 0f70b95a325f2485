// Lists of tools: what is read, what is refused and what is kept unchecked.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// parts splits what errors.Join has joined.
func parts(t *testing.T, err error) []string {
	t.Helper()
	require.Error(t, err)
	var joined interface{ Unwrap() []error }
	list := []error{err}
	if errors.As(err, &joined) {
		list = joined.Unwrap()
	}
	texts := make([]string, len(list))
	for i, e := range list {
		var mistake *jarvis.TagError
		assert.ErrorAs(t, e, &mistake)
		texts[i] = e.Error()
	}
	return texts
}

// schema returns the properties of a tool.
func schema(t *testing.T, tools *toolcall.Tools, name string) string {
	t.Helper()
	params := tools.Parameters(name)
	require.NotNil(t, params, name)
	return string(params.Schema())
}

func TestToolsFromCommands(t *testing.T) {
	for _, tt := range []struct{ name, list, schema string }{
		{"spelling array<T>", `[{"command_name": "f", "parameters": [{"name": "a", "type": "array<int>"}]}]`, `{"a":{"type":"array","items":{"type":"integer"}}}`},
		{"spelling array[T]", `[{"command_name": "f", "parameters": [{"name": "a", "type": "array[int]"}]}]`, `{"a":{"type":"array","items":{"type":"integer"}}}`},
		{"spelling T[]", `[{"command_name": "f", "parameters": [{"name": "a", "type": " Int [ ] "}]}]`, `{"a":{"type":"array","items":{"type":"integer"}}}`},
		{"alias", `[{"command_name": "f", "parameters": [{"name": "a", "type": "boolean"}]}]`, `{"a":{"type":"boolean"}}`},
		{"description", `[{"command_name": "f", "parameters": [{"name": "a", "type": "str", "description": "Who"}]}]`, `{"a":{"type":"string","description":"Who"}}`},
		{"nulls are absent", `[{"command_name": "f", "parameters": [{"name": "a", "type": "str", "description": null, "required": null, "default_value": null, "enum_values": null, "refinable": null}]}]`, `{"a":{"type":"string"}}`},
		{"enum as text", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int", "enum_values": ["1", "2"]}]}]`, `{"a":{"type":"integer","enum":[1,2]}}`},
		{"enum as values", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int", "enum_values": [1, 2]}]}]`, `{"a":{"type":"integer","enum":[1,2]}}`},
		{"default as text", `[{"command_name": "f", "parameters": [{"name": "a", "type": "array<int>", "default_value": "[1]"}]}]`, `{"a":{"type":"array","items":{"type":"integer"},"default":[1]}}`},
		{"default as value", `[{"command_name": "f", "parameters": [{"name": "a", "type": "array<int>", "default_value": [1]}]}]`, `{"a":{"type":"array","items":{"type":"integer"},"default":[1]}}`},
		{"false as default", `[{"command_name": "f", "parameters": [{"name": "a", "type": "bool", "default_value": false}]}]`, `{"a":{"type":"boolean","default":false}}`},
		{"unknown members", `[{"command_name": "f", "keywords": ["x"], "examples": [{"voice_command": "do", "expected_parameters": {}}], "parameters": [{"name": "a", "type": "int", "options_source": null, "x": {}}]}]`, `{"a":{"type":"integer"}}`},
		{"no enum values", `[{"command_name": "f", "parameters": [{"name": "a", "type": "str", "enum_values": []}]}]`, `{"a":{"type":"string"}}`},
		{"no parameters", `[{"command_name": "f"}]`, `{}`},
		{"null parameters", `[{"command_name": "f", "parameters": null}]`, `{}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := toolcall.ToolsFromCommands(json.RawMessage(tt.list))
			require.NoError(t, err)
			assert.JSONEq(t, `{"type":"object","properties":`+tt.schema+`,"required":[],"additionalProperties":false}`, schema(t, tools, "f"))
			assert.Empty(t, tools.Unchecked())
		})
	}
}

func TestToolsFromCommandsRequired(t *testing.T) {
	tools, err := toolcall.ToolsFromCommands(json.RawMessage(`[{"command_name": "f", "parameters": [
		{"name": "a", "type": "int"}, {"name": "b", "type": "int", "required": true}, {"name": "c", "type": "int", "required": false}]}]`))
	require.NoError(t, err)
	assert.Contains(t, schema(t, tools, "f"), `"required":["b"]`)

	tools, err = toolcall.ToolsFromCommands(json.RawMessage(`[{"command_name": "f", "parameters": [{"default_value": "x", "name": "a", "type": "str", "required": true}]}]`))
	require.NoError(t, err, "nodes send a default of what is required")
	assert.JSONEq(t, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, schema(t, tools, "f"))
	assert.NotNil(t, tools.Check(call("f", `{}`)))
}

// What a node sends for a command is read as the command itself.
func TestToolsFromCommandsReadsCommandSchema(t *testing.T) {
	params := jarvis.NewParameters().
		RequiredEnum("room", "Where", "den", "hall").
		OptionalInteger("level", "How bright").Default("5").Refinable().
		OptionalArray("when", "datetime", "Times").
		OptionalArray("codes", "int", "Codes").Enum("1", "2").
		OptionalTimedelta("for", "How long").
		OptionalDict("more", "Anything").MustBuild()
	cmd := jarvis.MustFunc(jarvis.Spec{Name: "light", Description: "Light."}, params, nothing)
	def := jarvis.MustDefine(cmd)
	read, err := toolcall.ToolsFromCommands(json.RawMessage("[" + string(def.CommandSchema()) + "]"))
	require.NoError(t, err)
	assert.JSONEq(t, string(def.Schema()), schema(t, read, "light"))
	taken, err := toolcall.ToolsFromDefinitions(def)
	require.NoError(t, err)
	imported, err := toolcall.ToolsFromOpenAI(json.RawMessage("[" + string(def.OpenAITool()) + "]"))
	require.NoError(t, err)
	assert.JSONEq(t, string(def.Schema()), schema(t, taken, "light"))
	assert.JSONEq(t, string(def.Schema()), schema(t, imported, "light"))
}

func TestToolsFromCommandsMistakes(t *testing.T) {
	const types = "The types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array"
	for _, tt := range []struct {
		name, list string
		want       []string
	}{
		{"unknown type", `[{"command_name": "f", "parameters": [{"name": "a", "type": "intt"}]}]`, []string{`Tools.f.a: unknown type "intt", did you mean "int"? ` + types}},
		{"no type", `[{"command_name": "f", "parameters": [{"name": "a"}]}]`, []string{`Tools.f.a: unknown type ""; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
		{"nested array", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int[][]"}]}]`, []string{`Tools.f.a: type "int[][]" is an array of arrays, which is not supported; use array<dict>, or flatten it`}},
		{"list of a type", `[{"command_name": "f", "parameters": [{"name": "a", "type": "list<int>"}]}]`, []string{`Tools.f.a: unknown type "list<int>"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
		{"type no text", `[{"command_name": "f", "parameters": [{"name": "a", "type": 5}]}]`, []string{"Tools.f.[0]: type is not a text"}},
		{"parameter without name", `[{"command_name": "f", "parameters": [{"type": "int"}]}]`, []string{"Tools.f: a parameter has no name"}},
		{"parameter twice", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]}]`, []string{"Tools.f.a: the parameter is declared twice"}},
		{"parameter no object", `[{"command_name": "f", "parameters": ["a"]}]`, []string{"Tools.f.[0]: a parameter is a JSON object"}},
		{"parameters no list", `[{"command_name": "f", "parameters": {}}]`, []string{"Tools.f: parameters is not a list"}},
		{"required no flag", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int", "required": "yes"}]}]`, []string{"Tools.f.a: required is neither true nor false"}},
		{"enum no list", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int", "enum_values": "1"}]}]`, []string{"Tools.f.a: enum_values is not a list"}},
		{"enum of another type", `[{"command_name": "f", "parameters": [{"name": "a", "type": "int", "enum_values": ["x"]}]}]`, []string{`Tools.f.a: enum value "x" is not a valid int`}},
		{"tool twice", `[{"command_name": "f"}, {"command_name": "f"}]`, []string{"Tools.f: the tool is declared twice; give one of the two another name"}},
		{"tool without name", `[{"description": "x"}, {"command_name": ""}, {"command_name": null}]`, []string{"Tools.[0]: the tool has no name", "Tools.[1]: the tool has no name", "Tools.[2]: the tool has no name"}},
		{"name no text", `[{"command_name": 5}]`, []string{"Tools.[0]: command_name is not a text"}},
		{"name with white space", `[{"command_name": "a b"}]`, []string{`Tools.[0]: the name "a b" has white space or control characters`}},
		{"tool no object", `[5, null]`, []string{"Tools.[0]: a tool is a JSON object", "Tools.[1]: a tool is a JSON object"}},
		{"all at once", `[{"command_name": "f", "parameters": [{"name": "a", "type": "x"}, {"name": "b", "type": "int", "default_value": "y"}]}, 1, {"command_name": "g", "parameters": [{"name": "c", "type": "int", "enum_values": ["x"]}]}]`,
			[]string{`Tools.f.a: unknown type "x"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`, `Tools.f.b: default "y" is not a valid int`, "Tools.[1]: a tool is a JSON object", `Tools.g.c: enum value "x" is not a valid int`}},
		{"no list", `{"command_name": "f"}`, []string{"Tools.list: want a list of tools, got object"}},
		{"no JSON", ` [{]`, []string{"Tools.list: the list is not valid JSON: unexpected text at byte 3"}},
		{"cut off", `[{"command_name": "f"}`, []string{"Tools.list: the list is not valid JSON: the text ends too early at byte 22"}},
		{"more behind", `[] []`, []string{"Tools.list: the list is not valid JSON: more text after the list at byte 3"}},
		{"key twice", `[{"command_name": "f", "command_name": "g"}]`, []string{`Tools.list: the list is not valid JSON: the key "command_name" is repeated at byte 23`}},
		{"too deep", strings.Repeat("[", 65) + strings.Repeat("]", 65), []string{"Tools.list: the list is nested deeper than 64 levels at byte 64"}},
		{"no UTF-8", "[\xff]", []string{"Tools.list: the list is not valid JSON: unexpected text at byte 1"}},
		{"broken text", `["a\ud800"]`, []string{"Tools.list: the list is not valid JSON: invalid UTF-8 or a lone surrogate at byte 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := toolcall.ToolsFromCommands(json.RawMessage(tt.list))
			assert.Nil(t, tools)
			got := parts(t, err)
			require.Len(t, got, len(tt.want))
			for i := range tt.want {
				assert.Equal(t, tt.want[i], got[i])
			}
		})
	}
}

func TestToolsEmpty(t *testing.T) {
	for _, list := range []string{"", " \n", "null", "[]", " [ ] "} {
		for _, from := range []func(json.RawMessage) (*toolcall.Tools, error){toolcall.ToolsFromCommands, toolcall.ToolsFromOpenAI} {
			tools, err := from(json.RawMessage(list))
			require.NoError(t, err, list)
			assert.Zero(t, tools.Len())
			assert.Empty(t, tools.Names())
		}
	}
	tools, err := toolcall.ToolsFromDefinitions()
	require.NoError(t, err)
	assert.Zero(t, tools.Len())
	for _, none := range []*toolcall.Tools{nil, {}} {
		assert.Zero(t, none.Len())
		assert.Empty(t, none.Names())
		assert.False(t, none.Has("f"))
		assert.Nil(t, none.Parameters("f"))
		assert.Nil(t, none.Unchecked())
		assert.NotNil(t, none.Check(jarvis.Call{Name: "f"}), "nothing is offered")
	}
}

func TestToolsFromDefinitionsMistakes(t *testing.T) {
	def := jarvis.MustDefine(jarvis.MustFunc(jarvis.Spec{Name: "f"}, nil, nothing))
	_, err := toolcall.ToolsFromDefinitions(def, nil, def)
	assert.Equal(t, []string{"Tools.[1]: the definition is nil", "Tools.f: the tool is declared twice; give one of the two another name"}, parts(t, err))
}

func TestToolsFromOpenAI(t *testing.T) {
	const params = `{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}`
	for _, tt := range []struct{ name, entry string }{
		{"chat", `{"type": "function", "function": {"name": "f", "description": "x", "parameters": ` + params + `, "strict": true}}`},
		{"without type", `{"function": {"name": "f", "parameters": ` + params + `}}`},
		{"bare", `{"name": "f", "description": "x", "parameters": ` + params + `}`},
		{"flat with type", `{"type": "function", "name": "f", "parameters": ` + params + `}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := toolcall.ToolsFromOpenAI(json.RawMessage("[" + tt.entry + "]"))
			require.NoError(t, err)
			assert.Equal(t, []string{"f"}, tools.Names())
			assert.Nil(t, tools.Unchecked())
			assert.Nil(t, tools.Check(jarvis.Call{Name: "f", Arguments: json.RawMessage(`{"a": 1}`)}))
			assert.NotNil(t, tools.Check(jarvis.Call{Name: "f"}))
		})
	}
	for _, none := range []string{`{"name": "f"}`, `{"name": "f", "parameters": null}`, `{"name": "f", "parameters": {"type": "object", "properties": {}}}`} {
		tools, err := toolcall.ToolsFromOpenAI(json.RawMessage("[" + none + "]"))
		require.NoError(t, err)
		assert.Nil(t, tools.Check(jarvis.Call{Name: "f"}))
		assert.NotNil(t, tools.Check(jarvis.Call{Name: "f", Arguments: json.RawMessage(`{"a": 1}`)}), none)
	}
}

func TestToolsFromOpenAIMistakes(t *testing.T) {
	_, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"type": "web_search"}, {"type": "function", "function": []}, {"function": {}},
		{"name": "f", "parameters": []}, {"name": "f", "parameters": "x"}, {"name": "g"}, {"name": "g"}, 1, {"type": 5, "name": "h"}]`))
	assert.Equal(t, []string{
		`Tools.[0]: the type of a tool is "function", got "web_search"`,
		"Tools.[1]: function is not a JSON object",
		"Tools.[2]: the tool has no name",
		"Tools.f: parameters is not a JSON Schema object",
		"Tools.f: parameters is not a JSON Schema object",
		"Tools.g: the tool is declared twice; give one of the two another name",
		"Tools.[7]: a tool is a JSON object",
		`Tools.[8]: the type of a tool is "function", got 5`,
	}, parts(t, err))
}

// A foreign schema that cannot be expressed does not keep the tool from being offered.
func TestToolsUnchecked(t *testing.T) {
	for _, tt := range []struct{ name, params, reason string }{
		{"union", `{"type": "object", "properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}`, "Schema.#/properties/a/anyOf: anyOf cannot be expressed"},
		{"odd type", `{"type": "object", "properties": {"a": {"type": "float"}}}`, "Schema.#/properties/a/type: type has to be one of"},
		{"no properties level", `{"a": {"type": "string"}}`, "Schema.#: the schema is not of an object"},
		{"nothing", `{}`, "Schema.#: the schema is not of an object"},
		{"open", `{"type": "object", "properties": {}, "additionalProperties": true}`, "Schema.#/additionalProperties: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name": "f", "parameters": ` + tt.params + `}, {"name": "g"}]`))
			require.NoError(t, err)
			assert.Equal(t, []string{"f", "g"}, tools.Names())
			assert.Nil(t, tools.Parameters("f"))
			unchecked := tools.Unchecked()
			require.Len(t, unchecked, 1)
			assert.Equal(t, "f", unchecked[0].Name)
			assert.Contains(t, unchecked[0].Reason, tt.reason)
			for _, good := range []string{`{"a": [1, {"b": null}], "c": true}`, `{}`, ``, `null`, `"{\"a\": 1}"`} {
				assert.Nil(t, tools.Check(jarvis.Call{Name: "f", Arguments: json.RawMessage(good)}), good)
			}
			for _, bad := range []string{`{"a": `, `[1]`, `"x"`, `{"a": 1, "a": 2}`, `5`} {
				assert.NotNil(t, tools.Check(jarvis.Call{Name: "f", Arguments: json.RawMessage(bad)}), bad)
			}
		})
	}
}

func TestToolsBounded(t *testing.T) {
	list := "[" + strings.Repeat("1,", 5000) + "1]"
	_, err := toolcall.ToolsFromCommands(json.RawMessage(list))
	require.Error(t, err)
	assert.Equal(t, 1001, strings.Count(err.Error(), "\n")+1)
	assert.Contains(t, err.Error(), "and 4001 more mistakes")

	_, err = toolcall.ToolsFromOpenAI(json.RawMessage("[" + strings.Repeat(" ", 16<<20) + "]"))
	assert.ErrorContains(t, err, "the list is too large: 16777218 bytes, at most 16777216")

	_, err = toolcall.ToolsFromCommands(json.RawMessage(`[{"command_name": "` + strings.Repeat("x", 10_000) + `", "parameters": 5}]`))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 300)

	var deep strings.Builder
	for i := range 200 {
		fmt.Fprintf(&deep, `,"p%d":{"type":"odd"}`, i)
	}
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name":"f","parameters":{"properties":{` + deep.String()[1:] + `}}}]`))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(tools.Unchecked()[0].Reason), 2010)
}

// The list belongs to the caller again once it is read.
func TestToolsCopy(t *testing.T) {
	list := []byte(`[{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","enum":["x"],"default":"x"}}}}]`)
	tools, err := toolcall.ToolsFromOpenAI(list)
	require.NoError(t, err)
	for i := range list {
		list[i] = '!'
	}
	assert.Nil(t, tools.Check(jarvis.Call{Name: "f", Arguments: json.RawMessage(`{"a":"x"}`)}))
	assert.Contains(t, schema(t, tools, "f"), `"default":"x"`)
	names := tools.Names()
	names[0] = "g"
	assert.Equal(t, []string{"f"}, tools.Names())
}

// nothing is the work of a command that is never run.
func nothing(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
	return nil, nil
}
