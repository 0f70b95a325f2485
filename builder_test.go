// The builder: every method, the modifiers, checks of the author, and what was built staying as it is.

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

// checkSeen declares x as a type with a check that notes what it gets.
func checkSeen(t *testing.T, declare func(*jarvis.ParametersBuilder) *jarvis.ParametersBuilder) (*jarvis.Parameters, *[]any) {
	seen := &[]any{}
	p, err := declare(jarvis.NewParameters()).Check(func(v any) bool {
		*seen = append(*seen, v)
		return true
	}, "no").Build()
	require.NoError(t, err)
	return p, seen
}

func TestCheckGetsTheDocumentedType(t *testing.T) {
	for _, tt := range append(builderArrays(), builderScalars...) {
		t.Run(tt.name, func(t *testing.T) {
			p, seen := checkSeen(t, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return tt.optional(b, "x", "") })
			v, err := p.Validate(json.RawMessage(`{"x":` + tt.good + `}`))
			require.NoError(t, err)
			value, _ := v.Lookup("x")
			assert.Equal(t, []any{value}, *seen)

			*seen = nil
			for _, args := range []string{`{"x":` + tt.bad + `}`, `{}`, `{"x":null}`, `[]`, `{"x"`} {
				_, _ = p.Validate(json.RawMessage(args))
				assert.Empty(t, *seen, args)
			}
		})
	}
}

func TestCheckComesAfterEverythingElse(t *testing.T) {
	p, seen := checkSeen(t, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.OptionalInteger("x", "").Enum("2", "3").Validate("gte=2,lte=9").Default("2").Absent("none")
	})
	assert.Equal(t, []any{int64(2)}, *seen, "the default is tried out when it is declared")
	for args, want := range map[string][]any{
		`{"x":4}`: nil, `{"x":10}`: nil, `{"x":"3"}`: nil, `{"x":3}`: {int64(3)}, `{}`: {int64(2)}, `{"x":null}`: {int64(2)}, `{"x":"None"}`: {int64(2)},
	} {
		*seen = nil
		_, _ = p.Validate(json.RawMessage(args))
		assert.Equal(t, want, *seen, args)
	}
}

func TestCheckMessageIsShownAsItIs(t *testing.T) {
	const message = "100% of <b>'rooms'</b> must %s be even.\nTry 2."
	p := jarvis.NewParameters().
		RequiredInteger("rooms", "").Check(func(v any) bool { return v.(int64)%2 == 0 }, message).Check(func(v any) bool { return v.(int64) < 10 }, "at most 9").
		MustBuild()
	for args, want := range map[string][]string{`{"rooms":3}`: {message}, `{"rooms":12}`: {"at most 9"}, `{"rooms":13}`: {message}} { // the first of several
		_, err := p.Validate(json.RawMessage(args))
		var invalid *jarvis.ValidationError
		require.ErrorAs(t, err, &invalid)
		require.Len(t, invalid.Problems, 1)
		problem := invalid.Problems[0]
		assert.Equal(t, jarvis.ProblemRule, problem.Kind)
		assert.Equal(t, "rooms", problem.Param)
		assert.Empty(t, problem.Rule)
		assert.Equal(t, want, []string{problem.Message()})
		assert.Equal(t, want[0], invalid.Response().ErrorDetails)
		assert.Equal(t, want[0], invalid.Results()[0].Message)
	}
	_, err := p.Validate(json.RawMessage(`{"rooms":4}`))
	require.NoError(t, err)
}

func TestCheckOfAnInnerObject(t *testing.T) {
	span := jarvis.NewParameters().RequiredInteger("from", "").RequiredInteger("to", "").Check(func(v any) bool { return v.(int64) < 100 }, "below 100").MustBuild()
	p := jarvis.NewParameters().
		RequiredObject("span", "", span).Check(func(v any) bool {
		from, _ := v.(jarvis.Values).Int("from")
		to, _ := v.(jarvis.Values).Int("to")
		return from <= to
	}, "from comes before to").
		OptionalObjects("more", "", span).Check(func(v any) bool { return len(v.([]jarvis.Values)) < 2 }, "one more").
		MustBuild()
	_, err := p.Validate(json.RawMessage(`{"span":{"from":1,"to":2},"more":[{"from":5,"to":1}]}`))
	require.NoError(t, err)
	_, err = p.Validate(json.RawMessage(`{"span":{"from":3,"to":2},"more":[{"from":1,"to":100}]}`))
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	require.Len(t, invalid.Problems, 2)
	assert.Equal(t, "span: from comes before to", invalid.Problems[0].Path+": "+invalid.Problems[0].Message())
	assert.Equal(t, "more[0].to: below 100", invalid.Problems[1].Path+": "+invalid.Problems[1].Message())
}

func TestPanicInACheckIsTheAuthorsError(t *testing.T) {
	for name, value := range map[string]any{"text": "boom", "error": errors.ErrUnsupported} {
		t.Run(name, func(t *testing.T) {
			p := jarvis.NewParameters().RequiredInteger("n", "").Check(func(any) bool { panic(value) }, "no").MustBuild()
			v, err := p.Validate(json.RawMessage(`{"n":1}`))
			var panicked *jarvis.PanicError
			require.ErrorAs(t, err, &panicked)
			assert.Equal(t, value, panicked.Value)
			assert.NotEmpty(t, panicked.Stack)
			assert.Equal(t, name == "error", errors.Is(err, errors.ErrUnsupported))
			assert.Equal(t, jarvis.Values{}, v)
			var invalid *jarvis.ValidationError
			assert.NotErrorAs(t, err, &invalid)
			_, err = p.Validate(json.RawMessage(`{"n":"x"}`))
			require.ErrorAs(t, err, &invalid, "a call that does not reach the check is an ordinary one")
		})
	}
}

// TestPanicInACheckOfADefault has Build report a check that fails on the default, as it reports any other mistake.
func TestPanicInACheckOfADefault(t *testing.T) {
	b := jarvis.NewParameters().OptionalInteger("n", "").Default("1").Check(func(any) bool { panic("boom") }, "no")
	require.NotPanics(t, func() {
		p, err := b.Build()
		require.Error(t, err)
		assert.Nil(t, p)
		var mistake *jarvis.TagError
		require.ErrorAs(t, err, &mistake)
		assert.Equal(t, "n", mistake.Field)
	})
}

// tagErrorTexts returns the texts of joined mistakes, each of which has to be a *TagError.
func tagErrorTexts(t *testing.T, err error) (texts []string) {
	t.Helper()
	require.Error(t, err)
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		mistake, ok := e.(*jarvis.TagError)
		require.True(t, ok, "%T: %v", e, e)
		texts = append(texts, mistake.Error())
	}
	return texts
}

// builderMistakes has declarations, each with everything that is wrong with it.
var builderMistakes = []struct {
	name  string
	build func(b *jarvis.ParametersBuilder)
	want  []string
}{
	{"no name", func(b *jarvis.ParametersBuilder) { b.RequiredString("", "") }, []string{
		"Parameters.: a parameter has no name"}},
	{"name and description not UTF-8", func(b *jarvis.ParametersBuilder) { b.RequiredString("a\xff", "\xfe") }, []string{
		"Parameters.a\xff: the name \"a\\xff\" is not valid UTF-8",
		"Parameters.a\xff: the description is not valid UTF-8"}},
	{"declared three times", func(b *jarvis.ParametersBuilder) {
		b.RequiredString("a", "").OptionalInteger("a", "").RequiredDict("a", "")
	}, []string{
		"Parameters.a: the parameter is declared twice",
		"Parameters.a: the parameter is declared twice"}},
	{"unknown type", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a", Type: "text"}) }, []string{
		`Parameters.a: unknown type "text"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
	{"no type", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a"}) }, []string{
		`Parameters.a: unknown type ""; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
	{"array of arrays", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a", Type: "int[][]"}) }, []string{
		`Parameters.a: type "int[][]" is an array of arrays, which is not supported; use array<dict>, or flatten it`}},
	{"enum without values", func(b *jarvis.ParametersBuilder) { b.RequiredEnum("a", "") }, []string{
		"Parameters.a: an enum needs at least one value"}},
	{"enum of the wrong type", func(b *jarvis.ParametersBuilder) {
		b.RequiredInteger("a", "").Enum("1", "", "x", "01", "1.5", "1.0")
	}, []string{
		"Parameters.a: an enum value is empty",
		`Parameters.a: enum value "x" is not a valid int`,
		`Parameters.a: enum value "01" is not a valid int`,
		`Parameters.a: enum value "1.5" is not a valid int`,
		`Parameters.a: enum value "1.0" is the same as "1"`}},
	{"enum on a dict", func(b *jarvis.ParametersBuilder) { b.RequiredDict("a", "").Enum("x") }, []string{
		"Parameters.a: an enum on dict means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them"}},
	{"enum on an untyped array", func(b *jarvis.ParametersBuilder) { b.RequiredArray("a", "", "").Enum("x") }, []string{
		"Parameters.a: an enum on array means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them"}},
	{"default of a required one", func(b *jarvis.ParametersBuilder) { b.RequiredInteger("a", "").Default("1") }, []string{
		"Parameters.a: a required parameter has no use for a default; drop one of the two"}},
	{"default of the wrong type", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("x").OptionalBoolean("b", "").Default("null").OptionalStringArray("c", "").Default("x")
	}, []string{
		`Parameters.a: default "x" is not a valid int`,
		`Parameters.b: default "null" is not a valid bool`,
		`Parameters.c: default "x" is not a valid array<string>`}},
	{"default outside the enum", func(b *jarvis.ParametersBuilder) { b.OptionalEnum("a", "", "x", "y").Default("z") }, []string{
		`Parameters.a: default "z" is not one of: x, y`}},
	{"default that a rule refuses", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("0").Validate("gte=1")
	}, []string{
		`Parameters.a: default "0" is refused: Parameter 'a' must be at least 1`}},
	{"default that a check refuses", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("0").Check(func(any) bool { return false }, "Never.")
	}, []string{
		`Parameters.a: default "0" is refused: Never.`}},
	{"absent words", func(b *jarvis.ParametersBuilder) {
		b.RequiredString("a", "").Absent("none").OptionalEnum("b", "", "None", "x").Absent("", "NONE")
	}, []string{
		"Parameters.a: absent words make sense for optional parameters only",
		"Parameters.b: an absent word is empty",
		`Parameters.b: "NONE" is both an absent word and an enum value`}},
	{"set twice", func(b *jarvis.ParametersBuilder) {
		b.OptionalEnum("a", "", "x").Enum("y").Default("y").Default("y").Validate("len=1").Validate("len=1").
			Add(jarvis.ParameterSpec{Name: "b", Type: "int", Default: new("1"), Enum: []string{"1"}}).Enum("1").Default("1")
	}, []string{
		"Parameters.a: Enum is set twice", "Parameters.a: Default is set twice", "Parameters.a: Validate is set twice",
		"Parameters.b: Enum is set twice", "Parameters.b: Default is set twice"}},
	{"bad rule", func(b *jarvis.ParametersBuilder) { b.RequiredInteger("a", "").Validate("gte=x,unknown") }, []string{
		`Parameters.a: rule "gte=x" has a bad parameter: "x" is not a whole number of 64 bits`,
		`Parameters.a: unknown rule "unknown"`}},
	{"bad check", func(b *jarvis.ParametersBuilder) {
		b.RequiredInteger("a", "").Check(nil, "x").Check(func(any) bool { return true }, "").Check(nil, "")
	}, []string{
		"Parameters.a: the check function is nil", "Parameters.a: a check needs a message for the model", "Parameters.a: the check function is nil"}},
	{"object without fields", func(b *jarvis.ParametersBuilder) { b.RequiredObject("a", "", nil).OptionalObjects("b", "", nil) }, []string{
		"Parameters.a: an object needs its declared properties, got nil", "Parameters.b: an object needs its declared properties, got nil"}},
	{"modifiers before any parameter", func(b *jarvis.ParametersBuilder) {
		b.Enum("x").Default("x").Refinable().Label("x").Options("x").Absent("x").Validate("x")
	}, []string{
		"Parameters.Enum: Enum comes before any parameter; call it after the parameter it is for",
		"Parameters.Default: Default comes before any parameter; call it after the parameter it is for",
		"Parameters.Refinable: Refinable comes before any parameter; call it after the parameter it is for",
		"Parameters.Label: Label comes before any parameter; call it after the parameter it is for",
		"Parameters.Options: Options comes before any parameter; call it after the parameter it is for",
		"Parameters.Absent: Absent comes before any parameter; call it after the parameter it is for",
		"Parameters.Validate: Validate comes before any parameter; call it after the parameter it is for"}},
	{"check before any parameter", func(b *jarvis.ParametersBuilder) { b.Check(func(any) bool { return true }, "no") }, []string{
		"Parameters.Check: Check comes before any parameter; call it after the parameter it is for"}},
}

func TestBuilderMistakes(t *testing.T) {
	for _, tt := range builderMistakes {
		t.Run(tt.name, func(t *testing.T) {
			b := jarvis.NewParameters()
			tt.build(b)
			p, err := b.Build()
			assert.Nil(t, p)
			assert.Equal(t, tt.want, tagErrorTexts(t, err))
			assert.PanicsWithError(t, err.Error(), func() { b.MustBuild() })
		})
	}
}

func TestBuilderElementMistakes(t *testing.T) {
	const types = "the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array"
	for elem, want := range map[string]string{
		"text":  `unknown type "array<text>"; ` + types,
		" ":     `unknown type "array< >"; ` + types,
		"int>":  `unknown type "array<int>>"; ` + types,
		"list":  `type "array<list>" is an array of arrays, which is not supported; use array<dict>, or flatten it`,
		"int[]": `type "array<int[]>" is an array of arrays, which is not supported; use array<dict>, or flatten it`,
	} {
		_, err := jarvis.NewParameters().RequiredArray("a", elem, "").Build()
		assert.Equal(t, []string{"Parameters.a: " + want}, tagErrorTexts(t, err))
	}
}

// TestBuilderRefusesTextsThatAreNotUTF8 is about texts that would be in the schema in another form than the binder compares.
func TestBuilderRefusesTextsThatAreNotUTF8(t *testing.T) {
	bad := "\xff"
	for name, b := range map[string]*jarvis.ParametersBuilder{
		"enum":        jarvis.NewParameters().RequiredEnum("a", "", "x", bad),
		"default":     jarvis.NewParameters().OptionalString("a", "").Default(bad),
		"enum of Add": jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "a", Type: "string", Enum: []string{bad}}),
	} {
		_, err := b.Build()
		assert.Error(t, err, name)
	}
}

func TestBuilderReportsEverythingAtOnce(t *testing.T) {
	b := jarvis.NewParameters().Refinable().
		RequiredString("", "").RequiredArray("days", "date", "").Enum("today", "2026-01-18").
		OptionalInteger("n", "").Default("x").Absent("").RequiredObject("o", "", nil)
	_, err := b.Build()
	want := []string{
		"Parameters.Refinable: Refinable comes before any parameter; call it after the parameter it is for",
		"Parameters.o: an object needs its declared properties, got nil",
		"Parameters.: a parameter has no name",
		`Parameters.days: enum value "today" is not a valid date; want a real day as YYYY-MM-DD`,
		"Parameters.n: an absent word is empty",
		`Parameters.n: default "x" is not a valid int`,
	}
	assert.Equal(t, want, tagErrorTexts(t, err))
	_, again := b.Build()
	assert.EqualError(t, again, err.Error(), "mistakes stay with the builder")
}
