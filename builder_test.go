// The builder: every method, the modifiers, defaults and names.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type builderCall = func(b *jarvis.ParametersBuilder, name, description string) *jarvis.ParametersBuilder

// streetFields are the declared properties of the objects below.
func streetFields() *jarvis.Parameters {
	return jarvis.NewParameters().RequiredString("street", "").OptionalInteger("number", "").MustBuild()
}

const streetSchema = `{"properties":{"street":{"type":"string"},"number":{"type":"integer"}},"additionalProperties":false,"type":"object","required":["street"]`

// arrayOf turns the methods that take an element type into ones that do not.
func arrayOf(elem string, method func(*jarvis.ParametersBuilder, string, string, string) *jarvis.ParametersBuilder) builderCall {
	return func(b *jarvis.ParametersBuilder, name, description string) *jarvis.ParametersBuilder {
		return method(b, name, elem, description)
	}
}

func withFields(method func(*jarvis.ParametersBuilder, string, string, *jarvis.Parameters) *jarvis.ParametersBuilder) builderCall {
	return func(b *jarvis.ParametersBuilder, name, description string) *jarvis.ParametersBuilder {
		return method(b, name, description, streetFields())
	}
}

func enumOf(method func(*jarvis.ParametersBuilder, string, string, ...string) *jarvis.ParametersBuilder) builderCall {
	return func(b *jarvis.ParametersBuilder, name, description string) *jarvis.ParametersBuilder {
		return method(b, name, description, "low", "high")
	}
}

type builderMethods = struct {
	name               string
	required, optional builderCall
	typ, schema        string // the schema without the description
	good               string
	want               any
	bad                string
}

// builderScalars has the pairs of methods that take a name and a description.
var builderScalars = []builderMethods{
	{"String", (*jarvis.ParametersBuilder).RequiredString, (*jarvis.ParametersBuilder).OptionalString,
		"string", `{"type":"string"`, `""`, "", `5`},
	{"Integer", (*jarvis.ParametersBuilder).RequiredInteger, (*jarvis.ParametersBuilder).OptionalInteger,
		"int", `{"type":"integer"`, `9007199254740993`, int64(9007199254740993), `"5"`},
	{"Number", (*jarvis.ParametersBuilder).RequiredNumber, (*jarvis.ParametersBuilder).OptionalNumber,
		"float", `{"type":"number"`, `3`, 3.0, `true`},
	{"Boolean", (*jarvis.ParametersBuilder).RequiredBoolean, (*jarvis.ParametersBuilder).OptionalBoolean,
		"bool", `{"type":"boolean"`, `false`, false, `0`},
	{"Date", (*jarvis.ParametersBuilder).RequiredDate, (*jarvis.ParametersBuilder).OptionalDate,
		"date", `{"type":"string","format":"date"`, `"2026-01-18"`, jarvis.Date{Year: 2026, Month: 1, Day: 18}, `"2026-02-30"`},
	{"Datetime", (*jarvis.ParametersBuilder).RequiredDatetime, (*jarvis.ParametersBuilder).OptionalDatetime,
		"datetime", `{"type":"string","format":"date-time"`, `"2026-01-18T05:00:00Z"`, time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC), `"2026-01-18T05:00:00"`},
	{"Time", (*jarvis.ParametersBuilder).RequiredTime, (*jarvis.ParametersBuilder).OptionalTime,
		"time", `{"type":"string","format":"time"`, `"17:30"`, jarvis.TimeOfDay{Hour: 17, Minute: 30}, `"5pm"`},
	{"Timedelta", (*jarvis.ParametersBuilder).RequiredTimedelta, (*jarvis.ParametersBuilder).OptionalTimedelta,
		"timedelta", `{"type":"string","format":"duration"`, `"PT1H30M"`, 90 * time.Minute, `"1h30m"`},
	{"Dict", (*jarvis.ParametersBuilder).RequiredDict, (*jarvis.ParametersBuilder).OptionalDict,
		"dict", `{"type":"object"`, `{"a":1}`, map[string]any{"a": json.Number("1")}, `[]`},
	{"StringArray", (*jarvis.ParametersBuilder).RequiredStringArray, (*jarvis.ParametersBuilder).OptionalStringArray,
		"array<string>", `{"items":{"type":"string"},"type":"array"`, `["a"]`, []string{"a"}, `[1]`},
	{"Enum", enumOf((*jarvis.ParametersBuilder).RequiredEnum), enumOf((*jarvis.ParametersBuilder).OptionalEnum),
		"string", `{"type":"string","enum":["low","high"]`, `"high"`, "high", `"LOW"`},
	{"Object", withFields((*jarvis.ParametersBuilder).RequiredObject), withFields((*jarvis.ParametersBuilder).OptionalObject),
		"dict", streetSchema, `{"street":"Main","number":5}`, map[string]any{"street": "Main", "number": int64(5)}, `{"number":5}`},
}

// builderArrays has an array for every type of elements.
func builderArrays() (list []builderMethods) {
	for elem, c := range map[string]struct {
		schema, good string
		want         any
		bad          string
	}{
		"":          {`{}`, `[1,"a",null]`, []any{json.Number("1"), "a", nil}, `{}`},
		"string":    {`{"type":"string"}`, `[]`, []string{}, `[null]`},
		"int":       {`{"type":"integer"}`, `[1,2.0]`, []int64{1, 2}, `[1.5]`},
		"float":     {`{"type":"number"}`, `[1,2.5]`, []float64{1, 2.5}, `["1"]`},
		"bool":      {`{"type":"boolean"}`, `[true]`, []bool{true}, `["true"]`},
		"date":      {`{"type":"string","format":"date"}`, `["2026-01-18"]`, []jarvis.Date{{Year: 2026, Month: 1, Day: 18}}, `["today"]`},
		"datetime":  {`{"type":"string","format":"date-time"}`, `["2026-01-18T05:00:00Z"]`, []time.Time{time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC)}, `["2026-01-18"]`},
		"time":      {`{"type":"string","format":"time"}`, `["17:30:05Z"]`, []jarvis.TimeOfDay{{Hour: 17, Minute: 30, Second: 5, HasOffset: true}}, `["25:00"]`},
		"timedelta": {`{"type":"string","format":"duration"}`, `["P1D"]`, []time.Duration{24 * time.Hour}, `["P1Y"]`},
		"dict":      {`{"type":"object"}`, `[{"a":true}]`, []map[string]any{{"a": true}}, `[[]]`},
	} {
		typ := "array"
		if elem != "" {
			typ = "array<" + elem + ">"
		}
		list = append(list, builderMethods{"Array of " + elem, arrayOf(elem, (*jarvis.ParametersBuilder).RequiredArray),
			arrayOf(elem, (*jarvis.ParametersBuilder).OptionalArray), typ, `{"items":` + c.schema + `,"type":"array"`, c.good, c.want, c.bad})
	}
	return append(list, builderMethods{"Objects", withFields((*jarvis.ParametersBuilder).RequiredObjects), withFields((*jarvis.ParametersBuilder).OptionalObjects),
		"array<dict>", `{"items":` + streetSchema + `},"type":"array"`, `[{"street":"Main"}]`, []any{map[string]any{"street": "Main"}}, `[{"street":5}]`})
}

// plainValue turns Values inside a value into maps.
func plainValue(v any) any {
	switch v := v.(type) {
	case jarvis.Values:
		return v.Map()
	case []jarvis.Values:
		list := []any{}
		for _, e := range v {
			list = append(list, e.Map())
		}
		return list
	}
	return v
}

func TestBuilderMethods(t *testing.T) {
	for _, tt := range append(builderArrays(), builderScalars...) {
		for _, required := range []bool{true, false} {
			call, list := tt.optional, `[]`
			if required {
				call, list = tt.required, `["x"]`
			}
			t.Run(fmt.Sprintf("%s required=%t", tt.name, required), func(t *testing.T) {
				p, err := call(jarvis.NewParameters(), "x", `What "x" is`).Build()
				require.NoError(t, err)
				assert.JSONEq(t, `{"properties":{"x":`+tt.schema+`,"description":"What \"x\" is"}},"additionalProperties":false,"type":"object","required":`+list+`}`, string(p.Schema()))
				param, _ := p.Lookup("x")
				assert.Equal(t, tt.typ, param.Type().String())
				assert.Equal(t, required, param.Required())
				assert.Equal(t, `What "x" is`, param.Description())

				v, err := p.Validate(json.RawMessage(`{"x":` + tt.good + `}`))
				require.NoError(t, err)
				got, ok := v.Lookup("x")
				assert.True(t, ok)
				assert.Equal(t, tt.want, plainValue(got))
				_, err = p.Validate(json.RawMessage(`{"x":` + tt.bad + `}`))
				var invalid *jarvis.ValidationError
				require.ErrorAs(t, err, &invalid)
				assert.Empty(t, invalid.Missing())
				for _, none := range []string{`{}`, `{"x":null}`} {
					_, err = p.Validate(json.RawMessage(none))
					assert.Equal(t, required, errors.As(err, &invalid), none)
				}
			})
		}
	}
}

// TestBuilderAddTakesEveryTypeText has Add read types as ParseType does.
func TestBuilderAddTakesEveryTypeText(t *testing.T) {
	for text, want := range map[string]string{
		"str": "string", " Integer ": "int", "DOUBLE": "float", "boolean": "bool", "list": "array", "datetime[]": "array<datetime>",
		"array[dict]": "array<dict>", "array< time >": "array<time>",
	} {
		p, err := jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "x", Type: text}).Build()
		require.NoError(t, err, text)
		param, _ := p.Lookup("x")
		assert.Equal(t, want, param.Type().String(), text)
		assert.False(t, param.Required(), text)
	}
}

// TestBuilderAddTakesRules has the rules of Add hold as those of Validate do.
func TestBuilderAddTakesRules(t *testing.T) {
	added := jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "x", Type: "int", Validate: "gte=1,lte=5"}).MustBuild()
	called := jarvis.NewParameters().OptionalInteger("x", "").Validate("gte=1,lte=5").MustBuild()
	assert.Equal(t, string(called.Schema()), string(added.Schema()))
	assert.Contains(t, string(added.Schema()), `"minimum":1`)
	assert.Equal(t, []string{"Parameter 'x' must be at most 5"}, problemsOf(t, added, `{"x":6}`))
	assert.Equal(t, problemsOf(t, called, `{"x":6}`), problemsOf(t, added, `{"x":6}`))
}

func TestBuilderWithoutParameters(t *testing.T) {
	p, err := jarvis.NewParameters().Build()
	require.NoError(t, err)
	assert.Zero(t, p.Len())
	assert.JSONEq(t, `{"properties":{},"additionalProperties":false,"type":"object","required":[]}`, string(p.Schema()))
}

func TestBuilderModifiersMeanTheLastParameter(t *testing.T) {
	p := jarvis.NewParameters().
		OptionalInteger("before", "").
		OptionalInteger("level", "Level").Enum("1", "2", "30").Default("2").Refinable().Label("Volume").Options("levels").Absent("none").Validate("gte=1,lte=30").
		OptionalInteger("after", "").
		MustBuild()
	level := `{"type":"integer","enum":[1,2,30],"minimum":1,"maximum":30,"description":"Level","default":2}`
	var schema struct {
		Properties map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(p.Schema(), &schema))
	assert.JSONEq(t, level, string(schema.Properties["level"]))
	for _, name := range []string{"before", "after"} {
		assert.Equal(t, `{"type":"integer"}`, string(schema.Properties[name]))
		param, _ := p.Lookup(name)
		assert.Empty(t, param.Label()+param.Options())
		assert.False(t, param.Refinable())
		assert.Nil(t, param.Absent())
	}
	param, _ := p.Lookup("level")
	assert.Equal(t, "Volume/levels", param.Label()+"/"+param.Options())
	assert.True(t, param.Refinable())

	for args, want := range map[string]int64{`{}`: 2, `{"level":null}`: 2, `{"level":"NONE"}`: 2, `{"level":30}`: 30, `{"level":1.0}`: 1} {
		v, err := p.Validate(json.RawMessage(args))
		require.NoError(t, err, args)
		got, _ := v.Int("level")
		assert.Equal(t, want, got, args)
	}
	assert.Equal(t, []string{"before must be of type int", "level not one of"}, problemsOf(t, p, `{"level":3,"before":"none"}`))
}

// problemsOf returns what is wrong with arguments, each in a few words.
func problemsOf(t *testing.T, p *jarvis.Parameters, args string) (texts []string) {
	_, err := p.Validate(json.RawMessage(args))
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid, args)
	for _, problem := range invalid.Problems {
		switch problem.Kind {
		case jarvis.ProblemType:
			texts = append(texts, problem.Path+" must be of type "+problem.Type.String())
		case jarvis.ProblemEnum:
			texts = append(texts, problem.Path+" not one of")
		default:
			texts = append(texts, problem.Message())
		}
	}
	return texts
}

// TestBuilderEnumKeepsItsRules refuses a member that a rule beside the enum never lets through.
func TestBuilderEnumKeepsItsRules(t *testing.T) {
	_, err := jarvis.NewParameters().RequiredEnum("mode", "", "a", "b", "c").Validate("oneof=b c").Build()
	assert.EqualError(t, err, `Parameters.mode: enum value "a" can never be given: it must be one of: b, c`)
	p := jarvis.NewParameters().RequiredEnum("mode", "", "b", "c").Validate("oneof=a b c").MustBuild()
	assert.JSONEq(t, `{"type":"object","properties":{"mode":{"type":"string","enum":["b","c"]}},"additionalProperties":false,"required":["mode"]}`, string(p.Schema()))
}

func TestBuilderDefaults(t *testing.T) {
	street, err := streetFields().Validate(json.RawMessage(`{"street":"Main"}`))
	require.NoError(t, err)
	for typ, c := range map[string]struct {
		text, schema string
		want         any
	}{
		"string":           {` 5 `, `" 5 "`, " 5 "},
		"int":              {`-0`, `-0`, int64(0)},
		"float":            {`1e2`, `1e2`, 100.0},
		"bool":             {`true`, `true`, true},
		"date":             {`2026-01-18`, `"2026-01-18"`, jarvis.Date{Year: 2026, Month: 1, Day: 18}},
		"datetime":         {`2026-01-18T05:00:00Z`, `"2026-01-18T05:00:00Z"`, time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC)},
		"time":             {`05:00`, `"05:00"`, jarvis.TimeOfDay{Hour: 5}},
		"timedelta":        {`P1W`, `"P1W"`, 7 * 24 * time.Hour},
		"array":            {` [1, "a"] `, ``, nil}, // white space around JSON
		"dict":             {`{"a": [1, null]}`, `{"a":[1,null]}`, map[string]any{"a": []any{json.Number("1"), nil}}},
		"array<timedelta>": {`["PT1S", "PT2S"]`, `["PT1S","PT2S"]`, []time.Duration{time.Second, 2 * time.Second}},
		"object":           {`{"street":"Main"}`, `{"street":"Main"}`, street},
	} {
		t.Run(typ, func(t *testing.T) {
			b := jarvis.NewParameters()
			if typ == "object" {
				b.OptionalObject("x", "", streetFields())
			} else {
				b.Add(jarvis.ParameterSpec{Name: "x", Type: typ})
			}
			p, err := b.Default(c.text).Build()
			if c.schema == "" {
				assert.Equal(t, []string{fmt.Sprintf("Parameters.x: default %q is not a valid %s", c.text, typ)}, tagErrorTexts(t, err))
				return
			}
			require.NoError(t, err)
			assert.Contains(t, string(p.Schema()), `"default":`+c.schema)
			v, err := p.Validate(nil)
			require.NoError(t, err)
			got, ok := v.Lookup("x")
			assert.True(t, ok && v.Has("x") && !v.Given("x"))
			assert.Equal(t, plainValue(c.want), plainValue(got))
		})
	}
}

// oddNames are names that only the builder and imported schemas can have.
var oddNames = []string{
	" ", "City", "a.b", "a[0]", "-", "größe", "日本語", "e\u0301", "🙂", `quote"d`, `back\slash`, "<b>&amp;", "line\nbreak", "nul\x00", "\u2028", "\x7f", "~0/1",
	"a%sb", "'", "$ref", "required", "\ufffd",
}

func TestBuilderTakesNamesOfAnyUTF8(t *testing.T) {
	b := jarvis.NewParameters()
	for _, name := range oddNames {
		b.RequiredString(name, "")
	}
	p, err := b.Build()
	require.NoError(t, err)
	assert.Equal(t, oddNames, parameterNames(p))
	var schema struct {
		Properties map[string]map[string]string
		Required   []string
	}
	require.NoError(t, json.Unmarshal(p.Schema(), &schema))
	assert.Equal(t, oddNames, schema.Required)
	args := jarvis.Args{}
	for _, name := range oddNames {
		assert.Equal(t, map[string]string{"type": "string"}, schema.Properties[name], "%q", name)
		args[name] = name
	}
	raw, err := args.JSON()
	require.NoError(t, err)
	v, err := p.Validate(raw)
	require.NoError(t, err)
	for _, name := range oddNames {
		got, _ := v.String(name)
		assert.Equal(t, name, got)
	}
	_, err = p.Validate(nil)
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, oddNames, invalid.Missing())
}
