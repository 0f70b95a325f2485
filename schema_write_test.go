// Writing schemas: whatever a type says of itself, the bytes are those of encoding/json with the type in front.

package jarvis_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// drawn is a type that declares every keyword of the document model: a property for each, and one for each two of them.
type drawn struct{}

func (*drawn) UnmarshalJSON([]byte) error { return nil }

func (drawn) JSONSchema() *jsonschema.Schema {
	out := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	fields := drawnFields()
	for i, one := range fields {
		for _, other := range fields[i:] {
			out.Properties.Set(one+" "+other, drawnWith(one, other))
		}
	}
	return out
}

// drawnFields are the fields of the model but those that point elsewhere, which no parameter may have.
func drawnFields() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[jsonschema.Schema]()) {
		switch f.Name {
		case "Ref", "DynamicRef", "Anchor", "Definitions":
		default:
			if f.IsExported() {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// drawnWith is a schema with those fields set, and a type.
func drawnWith(fields ...string) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: "string"}
	inner := &jsonschema.Schema{Type: "integer", Maximum: "5"}
	properties := jsonschema.NewProperties()
	properties.Set("a<b", inner)
	for _, name := range fields {
		field := reflect.ValueOf(out).Elem().FieldByName(name)
		if field.Kind() == reflect.Interface {
			field.Set(reflect.ValueOf("d>e"))
			continue
		}
		switch field.Interface().(type) {
		case string, jsonschema.ID:
			field.SetString("string")
		case json.Number:
			field.SetString("2.50")
		case bool:
			field.SetBool(true)
		case *uint64:
			field.Set(reflect.ValueOf(new(uint64(7))))
		case []string:
			field.Set(reflect.ValueOf([]string{"a", `b"\ü`}))
		case []any:
			field.Set(reflect.ValueOf([]any{"a<b", 1.5, nil, json.RawMessage(`{"a":"&"}`)}))
		case *jsonschema.Schema:
			field.Set(reflect.ValueOf(inner))
		case []*jsonschema.Schema:
			field.Set(reflect.ValueOf([]*jsonschema.Schema{inner, jsonschema.FalseSchema}))
		case map[string]*jsonschema.Schema:
			field.Set(reflect.ValueOf(map[string]*jsonschema.Schema{"^x": inner}))
		case map[string][]string:
			field.Set(reflect.ValueOf(map[string][]string{"a": {"b"}}))
		case map[string]any:
			field.Set(reflect.ValueOf(map[string]any{"x-b": "<&>", "x-a": []int{1}}))
		default:
			field.Set(reflect.ValueOf(properties))
		}
	}
	return out
}

// typeInFront moves the type of a schema made by drawnWith, and undoes the escapes meant for HTML.
func typeInFront(t *testing.T, schema *jsonschema.Schema) string {
	raw, err := json.Marshal(schema)
	require.NoError(t, err)
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(raw))
	const typ = `"type":"string"`
	before, after, found := strings.Cut(text, typ)
	require.True(t, found, text)
	return strings.ReplaceAll(strings.ReplaceAll("{"+typ+","+before[1:]+after, ",,", ","), ",}", "}")
}

func TestEveryKeywordIsWritten(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "draw"}, runNothing[struct {
		V drawn `jarvis:"v"`
	}])
	require.NoError(t, err)
	var schema struct {
		Properties struct {
			V struct {
				Type       string
				Properties map[string]json.RawMessage
			}
		}
	}
	require.NoError(t, json.Unmarshal(jarvis.MustDefine(cmd).Schema(), &schema))
	written := schema.Properties.V.Properties
	fields := drawnFields()
	require.Len(t, written, len(fields)*(len(fields)+1)/2)
	for names, got := range written {
		assert.Equal(t, typeInFront(t, drawnWith(strings.Fields(names)...)), string(got), names)
	}
}
