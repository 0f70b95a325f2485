// Import: what a foreign schema becomes, what it is refused for, and that the printed schema comes back as it is.

package jarvis_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// importProperty imports a schema with the one optional property x.
func importProperty(property string) (*jarvis.Parameters, error) {
	return jarvis.ParametersFromSchema(json.RawMessage(`{"type":"object","properties":{"x":` + property + `}}`))
}

// property cuts the schema of x out of a printed schema.
func property(t *testing.T, p *jarvis.Parameters) string {
	t.Helper()
	var schema struct {
		Properties struct{ X json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(p.Schema(), &schema))
	return string(schema.Properties.X)
}

type importKind = struct {
	name, schema string
	printed      string // "" is the same
	typ          string
	good         string
	want         any
	bad          []string
}

var importScalars = []importKind{
	{"string", `{"type":"string","description":"Who"}`, "", "string", `""`, "", []string{`5`}},
	{"integer", `{"type":"integer"}`, "", "int", `9007199254740993`, int64(9007199254740993), []string{`"5"`, `1.5`, `true`}},
	{"number", `{"type":"number"}`, "", "float", `5`, 5.0, []string{`"5"`}},
	{"boolean", `{"type":"boolean"}`, "", "bool", `false`, false, []string{`"false"`, `0`}},
	{"date", `{"type":"string","format":"date"}`, "", "date", `"2026-01-18"`, jarvis.Date{Year: 2026, Month: 1, Day: 18}, []string{`"2026-02-30"`}},
	{"date-time", `{"type":"string","format":"date-time"}`, "", "datetime", `"2026-01-18T05:00:00Z"`, time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC), []string{`"2026-01-18"`}},
	{"time", `{"type":"string","format":"time"}`, "", "time", `"05:00:00Z"`, jarvis.TimeOfDay{Hour: 5, HasOffset: true}, []string{`"5pm"`}},
	{"duration", `{"type":"string","format":"duration"}`, "", "timedelta", `"PT1H"`, time.Hour, []string{`"1h"`}},
	{"other format", `{"type":"string","format":"email","description":"Whom"}`, `{"type":"string","description":"Whom (format: email)"}`, "string", `"any"`, "any", nil},
	{"other format alone", `{"type":"integer","format":"int64"}`, `{"type":"integer","description":"(format: int64)"}`, "int", `1`, int64(1), nil},
	{"title", `{"type":"string","title":"City"}`, `{"type":"string","description":"City"}`, "string", `"a"`, "a", nil},
	{"title and description", `{"type":"string","title":"City","description":"Where"}`, `{"type":"string","description":"Where"}`, "string", `"a"`, "a", nil},
	{"annotations", `{"type":"string","examples":["a"],"deprecated":true,"readOnly":true,"writeOnly":true,"$comment":"c","x-order":1}`, `{"type":"string"}`, "string", `"a"`, "a", nil},
	{"nullable", `{"type":["string","null"]}`, `{"type":"string"}`, "string", `"a"`, "a", []string{`5`}},
	{"nullable first", `{"type":["null","integer"]}`, `{"type":"integer"}`, "int", `1`, int64(1), []string{`"1"`}},
	{"union of one", `{"type":["integer"]}`, `{"type":"integer"}`, "int", `1`, int64(1), []string{`"1"`}},
	{"nullable with a null default", `{"type":["integer","null"],"default":null}`, `{"type":"integer"}`, "int", `1`, int64(1), nil},
	{"nullable enum", `{"type":["string","null"],"enum":["a",null]}`, `{"type":"string","enum":["a"]}`, "string", `"a"`, "a", []string{`"null"`, `"b"`}},
	{"nullable enum of integers", `{"type":["integer","null"],"enum":[null,1]}`, `{"type":"integer","enum":[1]}`, "int", `1`, int64(1), []string{`2`}},

	{"enum", `{"type":"string","enum":["low","high"]}`, "", "string", `"low"`, "low", []string{`"LOW"`, `1`}},
	{"enum of integers", `{"type":"integer","enum":[1,2.0,9007199254740993]}`, "", "int", `2`, int64(2), []string{`3`, `9007199254740992`}},
	{"enum of numbers", `{"type":"number","enum":[0.5,1]}`, "", "float", `1.0`, 1.0, []string{`0.6`}},
	{"enum of booleans", `{"type":"boolean","enum":[true]}`, "", "bool", `true`, true, []string{`false`}},
	{"enum of texts like numbers", `{"type":"string","enum":["1","true","null"]}`, "", "string", `"null"`, "null", []string{`1`, `true`}},
	{"enum of dates", `{"type":"string","enum":["2026-01-18"]}`, "", "string", `"2026-01-18"`, "2026-01-18", []string{`"2026-01-19"`}},

	{"minimum and maximum", `{"type":"integer","minimum":1,"maximum":10}`, "", "int", `10`, int64(10), []string{`0`, `11`}},
	{"exclusive", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, "", "float", `0.5`, 0.5, []string{`0`, `1`}},
	{"lengths", `{"type":"string","minLength":1,"maxLength":2}`, "", "string", `"äö"`, "äö", []string{`""`, `"abc"`}},
	{"pattern", `{"type":"string","pattern":"^[a-z]+$"}`, "", "string", `"abc"`, "abc", []string{`"a1"`}},
	{"const", `{"type":"string","const":"yes"}`, "", "string", `"yes"`, "yes", []string{`"no"`}},
	{"const of a number", `{"type":"integer","const":5}`, "", "int", `5`, int64(5), []string{`6`}},
	{"constraints and enum", `{"type":"integer","enum":[1,20],"maximum":10}`, "", "int", `1`, int64(1), []string{`20`, `2`}},
}

var importContainers = []importKind{
	{"array", `{"type":"array","items":{}}`, "", "array", `[1,"a",null]`, []any{json.Number("1"), "a", nil}, []string{`{}`}},
	{"array without items", `{"type":"array"}`, `{"type":"array","items":{}}`, "array", `[]`, []any{}, []string{`"a"`}},
	{"array of true", `{"type":"array","items": true }`, `{"type":"array","items":{}}`, "array", `[]`, []any{}, nil},
	{"array of strings", `{"type":"array","items":{"type":"string"}}`, "", "array<string>", `["a"]`, []string{"a"}, []string{`[1]`, `[null]`}},
	{"array of dates", `{"type":"array","items":{"type":"string","format":"date"}}`, "", "array<date>", `["2026-01-18"]`, []jarvis.Date{{Year: 2026, Month: 1, Day: 18}}, []string{`["x"]`}},
	{"array of an enum", `{"type":"array","items":{"type":"integer","enum":[1,2]}}`, "", "array<int>", `[2,2]`, []int64{2, 2}, []string{`[3]`}},
	{"array with constraints", `{"type":"array","items":{"type":"integer","minimum":0},"minItems":1,"maxItems":2,"uniqueItems":true}`, "", "array<int>", `[0]`, []int64{0}, []string{`[]`, `[1,2,3]`, `[1,1]`, `[-1]`}},
	{"items with a description", `{"type":"array","items":{"type":"string","description":"A room"}}`, `{"type":"array","items":{"type":"string"}}`, "array<string>", `["a"]`, []string{"a"}, nil},
	{"array of objects", `{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"],"additionalProperties":false}}`, "",
		"array<dict>", `[{"a":1}]`, []any{map[string]any{"a": int64(1)}}, []string{`[{}]`, `[{"a":0}]`, `[{"a":1,"b":1}]`, `[[]]`}},
	{"array of free objects", `{"type":"array","items":{"type":"object"}}`, "", "array<dict>", `[{"a":1}]`, []map[string]any{{"a": json.Number("1")}}, []string{`[1]`}},

	{"object", `{"type":"object"}`, "", "dict", `{"a":null}`, map[string]any{"a": nil}, []string{`[]`}},
	{"open object", `{"type":"object","additionalProperties":true}`, `{"type":"object"}`, "dict", `{}`, map[string]any{}, nil},
	{"object of anything", `{"type":"object","additionalProperties":{}}`, `{"type":"object"}`, "dict", `{}`, map[string]any{}, nil},
	{"object with sizes", `{"type":"object","minProperties":1,"maxProperties":2}`, "", "dict", `{"a":1}`, map[string]any{"a": json.Number("1")}, []string{`{}`, `{"a":1,"b":2,"c":3}`}},
	{"closed object", `{"type":"object","additionalProperties":false}`, `{"type":"object","properties":{},"additionalProperties":false,"required":[]}`, "dict", `{}`, map[string]any{}, []string{`{"a":1}`}},
	{"object with properties", `{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"object","properties":{"c":{"type":"integer","default":3}}}},"required":["b"]}`,
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"object","properties":{"c":{"type":"integer","default":3}},"additionalProperties":false,"required":[]}},"additionalProperties":false,"required":["b"]}`,
		"dict", `{"b":""}`, map[string]any{"b": ""}, []string{`{}`, `{"b":"","a":{"d":1}}`, `{"b":"","x":1}`}},
	{"typed map", `{"type":"object","additionalProperties":{"type":"integer","minimum":1}}`, "", "dict", `{"a":1}`, map[string]int64{"a": 1}, []string{`{"a":0}`, `{"a":"1"}`, `{"a":null}`}},
	{"map of an enum", `{"type":"object","additionalProperties":{"type":"string","enum":["on","off"]}}`, "", "dict", `{"a":"on"}`, map[string]string{"a": "on"}, []string{`{"a":"other"}`}},
	{"map of arrays", `{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}`, "", "dict", `{"a":["b"]}`, map[string][]string{"a": {"b"}}, []string{`{"a":[1]}`}},
	{"map of arrays of an enum", `{"type":"object","additionalProperties":{"type":"array","items":{"type":"string","enum":["b"]}}}`, "", "dict", `{"a":["b"]}`, map[string][]string{"a": {"b"}}, []string{`{"a":["c"]}`}},
	{"array of maps of an enum", `{"type":"array","items":{"type":"object","additionalProperties":{"type":"string","enum":["b"]}}}`, "", "array<dict>", `[{"a":"b"}]`, []map[string]string{{"a": "b"}}, []string{`[{"a":"c"}]`}},

	{"default", `{"type":"integer","default":2}`, "", "int", `1`, int64(1), nil},
	{"default of an object", `{"type":"object","default":{"a":[1]}}`, "", "dict", `{}`, map[string]any{}, nil},
}

func TestImportKinds(t *testing.T) {
	for _, tt := range append(importScalars, importContainers...) {
		t.Run(tt.name, func(t *testing.T) {
			p, err := importProperty(tt.schema)
			require.NoError(t, err)
			printed := tt.printed
			if printed == "" {
				printed = tt.schema
			}
			assert.JSONEq(t, printed, property(t, p))
			param, _ := p.Lookup("x")
			assert.Equal(t, tt.typ, param.Type().String())
			assert.False(t, param.Required())
			v, err := p.Validate(json.RawMessage(`{"x":` + tt.good + `}`))
			require.NoError(t, err)
			got, _ := v.Lookup("x")
			assert.Equal(t, tt.want, plainValue(got))
			for _, bad := range tt.bad {
				_, err := p.Validate(json.RawMessage(`{"x":` + bad + `}`))
				assert.Error(t, err, bad)
			}
		})
	}
}

func TestImportRequired(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}}}`:                                 `[]`,
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":[]}`:                   `[]`,
		`{"properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["a"]}`:                                `["a"]`,
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["a","b"],"title":""}`: `["b","a"]`, // declaration order
	} {
		p, err := jarvis.ParametersFromSchema(json.RawMessage(schema))
		require.NoError(t, err, schema)
		assert.JSONEq(t, `{"properties":{"b":{"type":"string"},"a":{"type":"string"}},"additionalProperties":false,"type":"object","required":`+want+`}`, string(p.Schema()))
	}
}

func TestImportDropsDefaultOfRequired(t *testing.T) {
	p, err := jarvis.ParametersFromSchema(json.RawMessage(`{"properties":{"x":{"type":"integer","default":3}},"required":["x"]}`))
	require.NoError(t, err)
	assert.Equal(t, `{"type":"integer"}`, property(t, p))
	_, err = p.Validate(nil)
	assert.Error(t, err)
}

func TestImportAppliesDefaults(t *testing.T) {
	for schema, want := range map[string]any{
		`{"type":"integer","default":9007199254740993}`:                                    int64(9007199254740993),
		`{"type":"string","default":"5"}`:                                                  "5",
		`{"type":"string","default":""}`:                                                   "",
		`{"type":"boolean","default":false}`:                                               false,
		`{"type":"string","format":"duration","default":"PT5M"}`:                           5 * time.Minute,
		`{"type":"array","items":{"type":"integer"},"default":[1, 2]}`:                     []int64{1, 2},
		`{"type":"object","properties":{"a":{"type":"integer","default":1}},"default":{}}`: map[string]any{"a": int64(1)},
		`{"type":["string","null"],"default":null}`:                                        nil,
	} {
		p, err := importProperty(schema)
		require.NoError(t, err, schema)
		v, err := p.Validate(nil)
		require.NoError(t, err, schema)
		got, ok := v.Lookup("x")
		assert.Equal(t, want != nil, ok, schema)
		assert.Equal(t, want, plainValue(got), schema)
	}
}

// TestImportRefinable reads the hint where a tool schema has it.
func TestImportRefinable(t *testing.T) {
	for _, schema := range []string{
		`{"type":"integer","_refinable":true}`,
		`{"type":"array","items":{"type":"string"},"_refinable":true}`,
		`{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}},"_refinable":true}`,
		`{"type":"object","_refinable":true}`,
		`{"type":"object","properties":{"a":{"type":"string"}},"_refinable":true}`,
		`{"type":"object","additionalProperties":{"type":"string"},"_refinable":true}`,
	} {
		p, err := importProperty(schema)
		if assert.NoError(t, err, schema) {
			param, _ := p.Lookup("x")
			assert.True(t, param.Refinable(), schema)
		}
		p, err = importProperty(strings.Replace(schema, "true}", "false}", 1))
		if assert.NoError(t, err, schema) {
			param, _ := p.Lookup("x")
			assert.False(t, param.Refinable(), schema)
		}
	}
}

func TestImportKeepsNamesAndTheirOrder(t *testing.T) {
	b := jarvis.NewParameters()
	for _, name := range oddNames {
		b.OptionalInteger(name, name)
	}
	p, err := jarvis.ParametersFromSchema(b.MustBuild().Schema())
	require.NoError(t, err)
	assert.Equal(t, oddNames, parameterNames(p))
	assert.Equal(t, string(b.MustBuild().Schema()), string(p.Schema()))
	p, err = jarvis.ParametersFromSchema(json.RawMessage(`{"properties":{"z\u0061":{"type":"string"},"b":{"type":"string"},"a":{"type":"string"}}}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"za", "b", "a"}, parameterNames(p))
}

// TestImportKeepsNothingOfItsInput overwrites the bytes after the import.
func TestImportKeepsNothingOfItsInput(t *testing.T) {
	raw := []byte(`{"type":"object","properties":{"mode":{"type":"string","enum":["a","b"],"default":"a","pattern":"^[ab]$","description":"Mode"},"free":{"type":"object","default":{"k":1}}}}`)
	p, err := jarvis.ParametersFromSchema(raw)
	require.NoError(t, err)
	for i := range raw {
		raw[i] = '!'
	}
	assert.JSONEq(t, `{"properties":{"mode":{"type":"string","enum":["a","b"],"pattern":"^[ab]$","description":"Mode","default":"a"},"free":{"type":"object","default":{"k":1}}},`+
		`"additionalProperties":false,"type":"object","required":[]}`, string(p.Schema()))
	v, err := p.Validate(json.RawMessage(`{"mode":"b"}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"mode": "b", "free": map[string]any{"k": json.Number("1")}}, v.Map())
}

// importMistakes has schemas, each with everything that is wrong with it.
var importMistakes = []struct {
	name, schema string
	want         []string
}{
	{"empty", ``, []string{`Schema.#: want a JSON object, got nothing`}},
	{"boolean", `true`, []string{`Schema.#: want a JSON object, got boolean`}},
	{"array", `[]`, []string{`Schema.#: want a JSON object, got array`}},
	{"says nothing", `{}`, []string{`Schema.#: the schema is not of an object`}},
	{"of a string", `{"type":"string","properties":{}}`, []string{`Schema.#: the schema is not of an object`}},
	{"of an object or nothing", `{"type":["object","null"],"properties":{}}`, []string{`Schema.#: the schema is not of an object`}},

	{"required undeclared", `{"properties":{"a":{"type":"string"}},"required":["a","b","c"]}`, []string{
		`Schema.#/required: the required property "b" is not declared`, `Schema.#/required: the required property "c" is not declared`}},
	{"required no list", `{"properties":{},"required":"a"}`, []string{`Schema.#/required: required is not a list of names`}},
	{"properties no object", `{"properties":[]}`, []string{`Schema.#/properties: want a JSON object, got array`}},
	{"empty name", `{"properties":{"":{"type":"string"}}}`, []string{`Schema.#/properties/: a parameter has no name`}},

	{"more properties", `{"properties":{},"additionalProperties":true}`, []string{
		`Schema.#/additionalProperties: properties beyond the declared ones cannot be taken; leave additionalProperties out or set it to false`}},
	{"more properties of a type", `{"properties":{"a":{"type":"object","properties":{"b":{"type":"string"}},"additionalProperties":{"type":"string"}}}}`, []string{
		`Schema.#/properties/a/additionalProperties: properties beyond the declared ones cannot be taken; leave additionalProperties out or set it to false`}},
	{"keywords of the object", `{"properties":{},"patternProperties":{},"allOf":[],"$defs":{},"minProperties":1,"dependentRequired":{}}`, []string{
		`Schema.#/patternProperties: patternProperties cannot be expressed`, `Schema.#/allOf: allOf cannot be expressed`, `Schema.#/$defs: $defs cannot be expressed`,
		`Schema.#/minProperties: minProperties cannot be expressed`, `Schema.#/dependentRequired: dependentRequired cannot be expressed`}},
	{"keywords made of others", `{"type":"object","title description":1,"properties":{"a":{"type":"string","type format":1}}}`, []string{
		`Schema.#/properties/a: cannot be expressed: type format: no rule checks it`, `Schema.#/title description: title description cannot be expressed`}},
	{"keywords of another type", `{"properties":{"a":{"type":"string","items":{}},"b":{"type":"array","properties":{}}}}`, []string{
		`Schema.#/properties/a: cannot be expressed: items: no rule checks it`, `Schema.#/properties/b: cannot be expressed: properties: no rule checks it`}},
	{"keywords of an inner object", `{"properties":{"a":{"type":"object","properties":{},"oneOf":[]}}}`, []string{`Schema.#/properties/a/oneOf: oneOf cannot be expressed`}},
	{"pattern properties of a free object", `{"properties":{"a":{"type":"object","patternProperties":{"^x":{"type":"string"}}}}}`, []string{
		`Schema.#/properties/a: cannot be expressed: patternProperties: no rule checks it`}},

	{"boolean schemas", `{"properties":{"a":true,"b":{"type":"array","items":false},"c":{"type":"object","additionalProperties":"no"}}}`, []string{
		`Schema.#/properties/a: want a JSON object, got boolean`,
		`Schema.#/properties/b/items: want a JSON object, got boolean`,
		`Schema.#/properties/c/additionalProperties: want a JSON object, got string`}},
	{"unions", `{"properties":{"a":{"type":["string","integer"]},"b":{"type":["string","null"]},"c":{"type":[]},"d":{"type":["null"]},"e":{"type":"array","items":{"type":["string","null"]}}},"required":["b"]}`, []string{
		`Schema.#/properties/a/type: a value of several types cannot be expressed; give one type (with "null" if it is optional)`,
		`Schema.#/properties/b/type: a value of several types cannot be expressed; give one type (with "null" if it is optional)`,
		`Schema.#/properties/c/type: a value of several types cannot be expressed; give one type (with "null" if it is optional)`,
		`Schema.#/properties/d/type: a value of several types cannot be expressed; give one type (with "null" if it is optional)`,
		`Schema.#/properties/e/items/type: a value of several types cannot be expressed; give one type (with "null" if it is optional)`}},
	{"types that are none", `{"properties":{"a":{"type":"text"},"b":{"type":"null"},"c":{"type":5}}}`, []string{
		`Schema.#/properties/a/type: type has to be one of string, integer, number, boolean, array, object`,
		`Schema.#/properties/b/type: type has to be one of string, integer, number, boolean, array, object`,
		`Schema.#/properties/c: type has to be one of string, integer, number, boolean, array, object`}},
	{"arrays of arrays", `{"properties":{"a":{"type":"array","items":{"type":"array","items":{"type":"string"}}},"b":{"type":"object","additionalProperties":{"type":"array","items":{"type":"array"}}}}}`, []string{
		`Schema.#/properties/a/items: an array of arrays cannot be expressed`, `Schema.#/properties/b/additionalProperties/items: an array of arrays cannot be expressed`}},
	{"tuples", `{"properties":{"a":{"type":"array","prefixItems":[{"type":"string"}]},"b":{"type":"array","items":[{"type":"string"}]}}}`, []string{
		`Schema.#/properties/a: cannot be expressed: prefixItems: no rule checks it`,
		`Schema.#/properties/b/items: want a JSON object, got array`}},

	{"unsupported constraints", `{"properties":{"a":{"type":"integer","multipleOf":2,"minimum":"1","minLength":1,"if":{}},"b":{"type":"string","pattern":"(?=x)","contentEncoding":"base64"}}}`, []string{
		`Schema.#/properties/a: cannot be expressed: if: no rule checks it`,
		`Schema.#/properties/a: cannot be expressed: minLength: it says nothing about a value of type int`,
		`Schema.#/properties/a: cannot be expressed: minimum: it is not a number that can be compared`,
		`Schema.#/properties/a: cannot be expressed: multipleOf: no rule checks it`,
		`Schema.#/properties/b: cannot be expressed: contentEncoding: no rule checks it`,
		`Schema.#/properties/b: cannot be expressed: pattern: "(?=x)" is not a regular expression of RE2`}},
	{"unsupported deep inside", `{"properties":{"a/b":{"type":"object","properties":{"c~d":{"type":"array","items":{"type":"string","minLength":-1}}}},"m":{"type":"object","additionalProperties":{"type":"integer","multipleOf":5}}}}`, []string{
		`Schema.#/properties/a~1b/properties/c~0d/items: cannot be expressed: minLength: it is no length, a whole number from 0`,
		`Schema.#/properties/m/additionalProperties: cannot be expressed: multipleOf: no rule checks it`}},

	{"enums", `{"properties":{"a":{"type":"string","enum":[]},"b":{"type":"integer","enum":["x"]},"c":{"type":"object","enum":[{}]},"d":{"type":"string","enum":"x"},"e":{"type":"array","items":{"type":"string","enum":[""]}}}}`, []string{
		`Schema.#/properties/a/enum: an enum needs at least one value`,
		`Schema.#/properties/b/enum: "x" is no int`,
		`Schema.#/properties/c/enum: an enum on dict means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them`,
		`Schema.#/properties/d/enum: enum is not a list`,
		`Schema.#/properties/e/items/enum: an enum value is empty`}},
	{"defaults", `{"properties":{"a":{"type":"integer","default":"x"},"b":{"type":"string","enum":["x"],"default":"y"},"c":{"type":"integer","minimum":5,"default":3},"d":{"type":"array","items":{"type":"string"},"default":[1]}}}`, []string{
		`Schema.#/properties/a/default: default "x" is not a valid int`,
		`Schema.#/properties/b/default: default "y" is not one of: x`,
		`Schema.#/properties/c/default: default "3" is refused: Parameter 'c' must be at least 5`,
		`Schema.#/properties/d/default: default "[1]" is refused: Parameter 'd[0]' must be of type string, got 1; want text in quotes`}},

	{"everything at once", `{"properties":{"a":{"type":"text"},"b":{"type":"array","items":{"type":"array"}}},"required":["c"],"additionalProperties":true,"anyOf":[]}`, []string{
		`Schema.#/properties/a/type: type has to be one of string, integer, number, boolean, array, object`,
		`Schema.#/properties/b/items: an array of arrays cannot be expressed`,
		`Schema.#/required: the required property "c" is not declared`,
		`Schema.#/additionalProperties: properties beyond the declared ones cannot be taken; leave additionalProperties out or set it to false`,
		`Schema.#/anyOf: anyOf cannot be expressed`}},
}

func TestImportMistakes(t *testing.T) {
	for _, tt := range importMistakes {
		t.Run(tt.name, func(t *testing.T) {
			p, err := jarvis.ParametersFromSchema(json.RawMessage(tt.schema))
			assert.Nil(t, p)
			assert.Equal(t, tt.want, tagErrorTexts(t, err))
			var mistake *jarvis.TagError
			require.ErrorAs(t, err, &mistake)
			assert.Equal(t, "Schema", mistake.Type)
			assert.Regexp(t, `^#(/|$)`, mistake.Field)
		})
	}
}

// TestImportNamesTheKeyword has the mistake of a property without a type name what stands in its place.
func TestImportNamesTheKeyword(t *testing.T) {
	for keyword, property := range map[string]string{
		"anyOf": `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "oneOf": `{"oneOf":[{"type":"string"}],"description":"x"}`,
		"allOf": `{"allOf":[{"type":"string"}]}`, "$ref": `{"$ref":"#/$defs/x"}`, "not": `{"not":{}}`,
	} {
		for _, place := range []string{property, `{"type":"array","items":` + property + `}`, `{"type":"object","additionalProperties":` + property + `}`} {
			_, err := importProperty(place)
			assert.ErrorContains(t, err, keyword, place)
		}
	}
}

// TestImportOfBrokenText has the text call a schema a schema: arguments there are none.
func TestImportOfBrokenText(t *testing.T) {
	deep := strings.Repeat(`{"properties":{"a":`, 100) + `1` + strings.Repeat(`}}`, 100)
	for name, schema := range map[string]string{
		"cut short": `{"type":"object"`, "no JSON": `{"type":object}`, "more": `{"type":"object"} {}`, "not UTF-8": "{\"type\":\"object\",\"title\":\"\xff\"}",
		"lone surrogate": `{"type":"object","title":"\ud800"}`, "repeated property": `{"properties":{"a":{"type":"string"},"a":{"type":"string"}}}`,
		"repeated keyword": `{"properties":{"a":{"type":"string","type":"string"}}}`, "repeated in a default": `{"properties":{"a":{"type":"object","default":{"b":1,"b":1}}}}`,
		"too deep": deep,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := jarvis.ParametersFromSchema(json.RawMessage(schema))
			assert.Nil(t, p)
			texts := tagErrorTexts(t, err)
			require.Len(t, texts, 1)
			assert.Regexp(t, `^Schema\.#: `, texts[0])
			assert.NotContains(t, texts[0], "Arguments")
		})
	}
}

// TestImportDoesNotGuess has schemas that are easily taken for something else. Either they are refused, or what comes of them
// gives the verdicts of JSON Schema.
func TestImportDoesNotGuess(t *testing.T) {
	for name, tt := range map[string]struct{ schema, good, bad string }{
		"enum of the arguments":         {`{"type":"object","properties":{"a":{"type":"string"}},"enum":[{"a":"x"}]}`, `{"a":"x"}`, `{"a":"y"}`},
		"enum of whole arrays":          {`{"properties":{"a":{"type":"array","items":{"type":"string"},"enum":[["x"],["y"]]}}}`, `{"a":["x"]}`, `{"a":["x","y"]}`},
		"enum of an array and of items": {`{"properties":{"a":{"type":"array","items":{"type":"string","enum":["x"]},"enum":["x","y"]}}}`, ``, `{"a":["y"]}`},
		"numbers as members of text":    {`{"properties":{"a":{"type":"string","enum":[1,true]}}}`, ``, `{"a":"1"}`},
		"texts as members of integers":  {`{"properties":{"a":{"type":"integer","enum":["1"]}}}`, ``, `{"a":1}`},
		"null in an enum":               {`{"properties":{"a":{"type":"string","enum":["x",null]}}}`, `{"a":"x"}`, `{"a":"null"}`},
		"null in a required enum":       {`{"properties":{"a":{"type":"string","enum":["x",null]}},"required":["a"]}`, `{"a":"x"}`, `{"a":"null"}`},
		"required of a free object":     {`{"properties":{"a":{"type":"object","required":["k"]}}}`, `{"a":{"k":1}}`, `{"a":{}}`},
		"required of a typed map":       {`{"properties":{"a":{"type":"object","additionalProperties":{"type":"string"},"required":["k"]}}}`, `{"a":{"k":"v"}}`, `{"a":{}}`},
		"required of draft 3":           {`{"properties":{"a":{"type":"string","required":true}}}`, `{"a":"x"}`, `{}`},
		"const of two kinds":            {`{"properties":{"a":{"type":"string","const":1}}}`, ``, `{"a":"1"}`},
		"items of a string":             {`{"properties":{"a":{"type":"string","items":{"type":"integer"},"properties":{"b":{}}}}}`, `{"a":"x"}`, `{"a":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := jarvis.ParametersFromSchema(json.RawMessage(tt.schema))
			if err != nil {
				return
			}
			if tt.good != "" {
				_, err = p.Validate(json.RawMessage(tt.good))
				assert.NoError(t, err)
			}
			_, err = p.Validate(json.RawMessage(tt.bad))
			assert.Error(t, err)
		})
	}
}
