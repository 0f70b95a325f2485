// Rules made from keywords of an imported schema.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConstraintsFromSchema(t *testing.T) {
	tests := []struct {
		name, typ, schema string
		good, bad         any
		message           string
		unsupported       []string
	}{
		{"minimum", "int", `{"minimum":1}`, int64(1), int64(0), "must be at least 1", nil},
		{"fraction on an int", "int", `{"minimum":1.5}`, int64(2), int64(1), "must be at least 1.5", nil},
		{"fraction above an int", "int", `{"exclusiveMaximum":-1.5}`, int64(-2), int64(-1), "must be less than -1.5", nil},
		{"open", "int", `{"exclusiveMinimum":1}`, int64(2), int64(1), "must be greater than 1", nil},
		{"exponent", "int", `{"maximum":1e3}`, int64(1000), int64(1001), "must be at most 1e3", nil},
		{"exact beyond floats", "int", `{"maximum":9007199254740993}`, int64(9007199254740993), int64(9007199254740994), "must be at most 9007199254740993", nil},
		{"below all of uint", "int", `{"maximum":5,"minimum":-3}`, uint(0), uint(6), "must be at most 5", nil},
		{"above all of int", "int", `{"minimum":1e30}`, nil, int64(1), "must be at least 1e30", nil},
		{"float", "float", `{"exclusiveMaximum":0.1}`, 0.09, 0.1, "must be less than 0.1", nil},
		{"float32", "float", `{"maximum":0.1}`, float32(0.1), float32(0.11), "must be at most 0.1", nil},
		{"above all floats", "float", `{"minimum":1e400}`, nil, 1e308, "must be at least 1e400", nil},
		{"lengths", "string", `{"maxLength":2,"minLength":1}`, "äö", "abc", "must have at most 2 characters", nil},
		{"huge length", "string", `{"minLength":1e30}`, "a", nil, "", []string{"minLength: it is no length, a whole number from 0"}},
		{"items", "array", `{"minItems":1}`, []any{1}, []any{}, "must have at least 1 item", nil},
		{"properties", "dict", `{"maxProperties":1}`, map[string]any{}, map[string]any{"a": 1, "b": 2}, "must have at most 1 key", nil},
		{"unique", "array<string>", `{"uniqueItems":true}`, []string{"a"}, []string{"a", "a"}, "must not repeat an item", nil},
		{"pattern", "string", `{"pattern":"b+"}`, "abc", "ac", "must match the pattern b+", nil},
		{"const text", "string", `{"const":"a"}`, "a", "b", `must be "a"`, nil},
		{"const int", "int", `{"const":1.0}`, int64(1), int64(2), "must be 1", nil},
		{"const float", "float", `{"const":0.5}`, 0.5, 1.0, "must be 0.5", nil},
		{"const bool", "bool", `{"const":false}`, false, true, "must be false", nil},

		{"not a constraint", "array<string>", `{"uniqueItems":false}`, []string{"a", "a"}, nil, "", nil},
		{"unknown", "int", `{"multipleOf":2,"enum":[1]}`, nil, nil, "", []string{"enum: no rule checks it", "multipleOf: no rule checks it"}},
		{"another type", "int", `{"minLength":2,"uniqueItems":true}`, int64(0), nil, "", []string{"minLength: it says nothing about a value of type int", "uniqueItems: it says nothing about a value of type int"}},
		{"text read to a value", "datetime", `{"minLength":2,"minimum":1}`, time.Time{}, nil, "", []string{"minLength: time.Time does not keep the JSON value it would be checked on", "minimum: it says nothing about a value of type datetime"}},
		{"text changed", "string", `{"minLength":2}`, ruleUpper("A"), nil, "", []string{"minLength: jarvis.ruleUpper does not keep the JSON value it would be checked on"}},
		{"unique of anything", "array", `{"uniqueItems":true}`, []any{}, nil, "", []string{"uniqueItems: only strings, numbers and bools are compared"}},
		{"not RE2", "string", `{"pattern":"(?=a)"}`, "", nil, "", []string{`pattern: "(?=a)" is not a regular expression of RE2`}},
		{"draft 4", "int", `{"exclusiveMinimum":true}`, int64(0), nil, "", []string{"exclusiveMinimum: it is not a number that can be compared"}},
		{"number as text", "int", `{"minimum":"1"}`, int64(0), nil, "", []string{"minimum: it is not a number that can be compared"}},
		{"number out of all proportion", "int", `{"minimum":1e999999999}`, int64(0), nil, "", []string{"minimum: it is not a number that can be compared"}},
		{"negative length", "string", `{"minLength":-1,"maxLength":1.5}`, "", nil, "", []string{"maxLength: it is no length, a whole number from 0", "minLength: it is no length, a whole number from 0"}},
		{"const of another type", "int", `{"const":"1"}`, int64(0), nil, "", []string{"const: it is not a value of type int"}},
		{"const null", "string", `{"const":null}`, "", nil, "", []string{"const: it is not a value of type string"}},
		{"const with a fraction", "int", `{"const":1.5}`, int64(0), nil, "", []string{"const: it is not a value of type int"}},
		{"const list", "array", `{"const":[]}`, []any{}, nil, "", []string{"const: no rule checks it"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var keywords map[string]json.RawMessage
			require.NoError(t, json.Unmarshal([]byte(tt.schema), &keywords))
			sample := tt.bad
			if sample == nil {
				sample = tt.good
			}
			if sample == nil {
				sample = 0
			}
			rules, unsupported := constraintsFromSchema(reflect.TypeOf(sample), ruleType(t, tt.typ), keywords)
			assert.Equal(t, tt.unsupported, unsupported)
			if tt.good != nil {
				_, ok, err := firstFailure(rules, reflect.ValueOf(tt.good))
				require.NoError(t, err)
				assert.True(t, ok)
			}
			if tt.bad == nil {
				assert.Nil(t, rules)
				return
			}
			failed, ok, err := firstFailure(rules, reflect.ValueOf(tt.bad))
			require.NoError(t, err)
			assert.False(t, ok)
			assert.Equal(t, tt.message, failed.Message)
			assert.Equal(t, sortedKeywords(t, tt.schema), sortedKeywords(t, keywordText(rules)))
			assert.Empty(t, rules.notes())
		})
	}
}

// sortedKeywords reads an object without reading its numbers.
func sortedKeywords(t *testing.T, object string) (list []string) {
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(object), &members))
	for name, raw := range members {
		list = append(list, name+"="+string(raw))
	}
	slices.Sort(list)
	return list
}

func TestConstraintsFromSchemaPrintPlainly(t *testing.T) {
	given := map[string]json.RawMessage{"maxLength": json.RawMessage(" 2.0"), "minLength": json.RawMessage("1e0"), "const": json.RawMessage(` "\u0061"`)}
	rules, unsupported := constraintsFromSchema(reflect.TypeFor[string](), Type{kind: KindString}, given)
	assert.Empty(t, unsupported)
	assert.Equal(t, `{"minLength":1,"maxLength":2,"const":"a"}`, keywordText(rules))
}
