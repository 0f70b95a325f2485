// What holds for every printed schema, as an independent implementation of JSON Schema judges it.

package jarvis_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func goldenForms(t *testing.T, name string, d *jarvis.Definition) {
	t.Helper()
	golden(t, "schema/"+name+".json", d.Schema())
	golden(t, "schema/"+name+".tool.json", d.OpenAITool())
	golden(t, "schema/"+name+".command.json", d.CommandSchema())
}

// checkForms compares the three forms with each other.
func checkForms(t *testing.T, d *jarvis.Definition) {
	var tool struct {
		Type     string
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(d.OpenAITool(), &tool))
	assert.Equal(t, "function", tool.Type)
	assert.Equal(t, d.Name(), tool.Function.Name)
	assert.Equal(t, d.Spec().Description, tool.Function.Description)
	plain := bytes.ReplaceAll(tool.Function.Parameters, []byte(`,"_refinable":true`), nil)
	assert.Equal(t, string(d.Schema()), string(plain), "the tool adds _refinable and nothing else")

	var command struct {
		Name       string `json:"command_name"`
		Parameters []struct {
			Name, Type string
			Required   bool
			Refinable  bool
			Default    *string  `json:"default_value"`
			Enum       []string `json:"enum_values"`
		}
	}
	require.NoError(t, json.Unmarshal(d.CommandSchema(), &command))
	assert.Equal(t, d.Name(), command.Name)
	require.Len(t, command.Parameters, d.Parameters().Len())
	i := 0
	for p := range d.Parameters().All() {
		got := command.Parameters[i]
		i++
		assert.Equal(t, p.Name(), got.Name)
		assert.Equal(t, p.Type().String(), got.Type)
		assert.Equal(t, p.Required(), got.Required)
		assert.Equal(t, p.Refinable(), got.Refinable)
		assert.Equal(t, p.Enum(), got.Enum, "as declared")
		if def, ok := p.Default(); assert.Equal(t, ok, got.Default != nil, p.Name()) && ok {
			assert.Equal(t, def, *got.Default, "as declared")
		}
	}
	for _, raw := range []json.RawMessage{d.Schema(), d.OpenAITool(), d.CommandSchema()} {
		assert.True(t, json.Valid(raw))
		assert.NotRegexp(t, `(^|[^\\])(\\\\)*\\u00(3c|3e|26)`, string(raw), "an escape meant for HTML")
		assert.NotContains(t, string(raw), "\n", "compact")
	}
}

// checkSchema walks a schema beside the parameters it was printed from.
func checkSchema(t *testing.T, p *jarvis.Parameters, raw json.RawMessage) {
	members, keys := membersOf(t, raw)
	for _, key := range keys {
		assert.NotContains(t, []string{"$schema", "$id", "$ref", "$defs", "definitions", "title"}, key)
	}
	if _, hasEnum := members["enum"]; hasEnum {
		assert.NotContains(t, keys, "format", "%s", raw)
	}
	if p != nil {
		assert.Equal(t, `"object"`, string(members["type"]))
		assert.Equal(t, `false`, string(members["additionalProperties"]))
		var required []string
		require.NoError(t, json.Unmarshal(members["required"], &required), "required is there, even if empty")
		assert.NotNil(t, required)
		_, names := membersOf(t, members["properties"])
		assert.Equal(t, namesIn(p), names, "in the order of declaration")
		for param := range p.All() {
			assert.Equal(t, param.Required(), strings.Contains(string(members["required"]), `"`+param.Name()+`"`))
			properties, _ := membersOf(t, members["properties"])
			checkSchema(t, objectFields(param), properties[param.Name()])
		}
		return
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if s := members[inner]; s != nil && s[0] == '{' {
			checkSchema(t, nil, s)
		}
	}
}

// objectFields returns the properties of an object; those of the elements of an array are not its own.
func objectFields(p jarvis.Parameter) *jarvis.Parameters {
	if p.Type().Kind() != jarvis.KindDict {
		return nil
	}
	return p.Fields()
}

// membersOf reads an object with the order of its keys.
func membersOf(t *testing.T, raw json.RawMessage) (members map[string]json.RawMessage, keys []string) {
	require.NoError(t, json.Unmarshal(raw, &members), "%s", raw)
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, err := dec.Token()
	require.NoError(t, err)
	for dec.More() {
		key, err := dec.Token()
		require.NoError(t, err)
		keys = append(keys, key.(string))
		var skipped json.RawMessage
		require.NoError(t, dec.Decode(&skipped))
	}
	return members, keys
}

// judgeSchema compiles a schema with formats asserted, and has it judge the defaults and enum members that it lists itself.
func judgeSchema(t *testing.T, raw json.RawMessage) {
	members, _ := membersOf(t, raw)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("mem:///schema", doc))
	schema, err := c.Compile("mem:///schema")
	require.NoError(t, err, "%s", raw)
	var allowed []json.RawMessage
	if enum := members["enum"]; enum != nil {
		require.NoError(t, json.Unmarshal(enum, &allowed))
	}
	if def := members["default"]; def != nil {
		allowed = append(allowed, def)
	}
	for _, value := range allowed {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(v), "%s by %s", value, raw)
	}
	if members["properties"] != nil {
		properties, _ := membersOf(t, members["properties"])
		for _, property := range properties {
			judgeSchema(t, property)
		}
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if s := members[inner]; s != nil && s[0] == '{' {
			judgeSchema(t, s)
		}
	}
}
