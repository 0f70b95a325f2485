// Problems: their order, suggestions, syntax and limits, their kinds.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// refusal validates arguments that have to be refused.
func refusal(t require.TestingT, p *jarvis.Parameters, args string, opts ...jarvis.Option) *jarvis.ValidationError {
	v, err := p.Validate(json.RawMessage(args), opts...)
	var failed *jarvis.ValidationError
	require.ErrorAs(t, err, &failed, args[:min(len(args), 100)])
	require.Equal(t, jarvis.Values{}, v)
	require.NotEmpty(t, failed.Problems)
	return failed
}

// outline writes problems as "kind path" or "kind path → suggestion".
func outline(failed *jarvis.ValidationError) (list []string) {
	for _, p := range failed.Problems {
		line := p.Kind.String() + " " + p.Path
		if p.Suggestion != "" {
			line += " → " + p.Suggestion
		}
		list = append(list, line)
	}
	return list
}

func TestProblemsInOrder(t *testing.T) {
	inner := jarvis.NewParameters().RequiredString("x", "").OptionalInteger("y", "").RequiredInteger("z", "").MustBuild()
	p := jarvis.NewParameters().
		RequiredString("a", "").OptionalInteger("b", "").Validate("lte=5").RequiredEnum("c", "", "u", "v").
		OptionalObject("d", "", inner).OptionalObjects("e", "", inner).OptionalStringArray("f", "").Enum("m", "n").RequiredString("g", "").MustBuild()
	for args, want := range map[string][]string{
		`{}`: {"missing a", "missing c", "missing g"},
		`{"q":1,"f":["o",1,"m",null],"c":"w","b":6,"zz":2,"a":1}`: {"type a", "rule b", "enum c", "enum f[0]", "type f[1]", "type f[3]", "missing g", "unknown q", "unknown zz"},
		`{"g":null,"e":[{"z":"s","w":1,"y":1.5},7,{"x":1,"z":1}],"d":{"w":1,"z":1,"y":"s"},"a":"","c":"u"}`: {
			"missing d.x", "type d.y", "unknown d.w", "missing e[0].x", "type e[0].y", "type e[0].z", "unknown e[0].w", "type e[1]", "type e[2].x", "missing g"},
		`{"9":1,"8":2,"7":3,"a":"","c":"u","g":""}`: {"unknown 9", "unknown 8", "unknown 7"},
		`{"a":"","c":"u","g":"","":1}`:              {"unknown "},
	} {
		assert.Equal(t, want, places(refusal(t, p, args)), args)
	}
	failed := refusal(t, p, `{"b":6,"c":null,"d":{}}`)
	assert.Equal(t, []string{"a", "c", "g"}, failed.Missing(), "of the arguments themselves only")
	assert.Equal(t, []string{"missing a", "rule b", "missing c", "missing d.x", "missing d.z", "missing g"}, places(failed))
}

func TestUnknownKeySuggestions(t *testing.T) {
	names := func(names ...string) *jarvis.Parameters {
		b := jarvis.NewParameters()
		for _, name := range names {
			b.OptionalDict(name, "")
		}
		return b.MustBuild()
	}
	plain := names("city", "unit_system", "resolved_datetimes", "day", "days", "größe", "übe")
	for name, tt := range map[string]struct {
		p          *jarvis.Parameters
		args, want string
	}{
		"one letter gone":             {plain, `{"unit_sytem":{}}`, "unit_system"},
		"a swap counts one":           {plain, `{"unti_system":{}}`, "unit_system"},
		"two swaps":                   {plain, `{"nuit_sytsem":{}}`, "unit_system"},
		"two edits":                   {plain, `{"unitsystems":{}}`, "unit_system"},
		"three edits":                 {plain, `{"unitsystm":{}}`, "unit_system"}, // two, in fact: _ and e
		"really three edits":          {plain, `{"unitsytm":{}}`, ""},
		"far":                         {plain, `{"temperature":{}}`, ""},
		"short, one edit":             {plain, `{"ciyt":{}}`, "city"},
		"short, two edits":            {plain, `{"cyti":{}}`, ""},
		"the shorter one has 4":       {plain, `{"cittys":{}}`, ""},
		"the shorter one has 4, one":  {plain, `{"citys":{}}`, "city"},
		"5 code points, two edits":    {plain, `{"grösse":{}}`, "größe"},
		"3 code points in 4 bytes":    {plain, `{"übxx":{}}`, ""},
		"case only":                   {plain, `{"City":{}}`, "city"},
		"case only, all letters":      {plain, `{"RESOLVED_DATETIMES":{}}`, "resolved_datetimes"},
		"given too":                   {plain, `{"city":{},"ciyt":{}}`, ""},
		"given too, later":            {plain, `{"ciyt":{},"city":{}}`, ""},
		"given too, null":             {plain, `{"ciyt":{},"city":null}`, ""},
		"given too, the next nearest": {plain, `{"dayz":{},"day":{}}`, "days"},
		"tie, first declared":         {names("volume1", "volume2"), `{"volume3":{}}`, "volume1"},
		"tie, order turned":           {names("volume2", "volume1"), `{"volume3":{}}`, "volume2"},
		"nearer wins over order":      {names("volume12", "volume1"), `{"volume":{}}`, "volume1"},
		"case wins over a distance":   {names("volumf", "Volume"), `{"volume":{}}`, "Volume"},
		"empty key":                   {names("a", "city"), `{"":{}}`, "a"},
		"escaped key":                 {plain, `{"c\u0069yt":{}}`, "city"},
		"many parameters":             {names("p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08", "p09", "p10", "p11", "p12", "p13", "window"), `{"widnow":{}}`, "window"},
	} {
		t.Run(name, func(t *testing.T) {
			failed := refusal(t, tt.p, tt.args)
			require.Len(t, failed.Problems, 1)
			assert.Equal(t, tt.want, failed.Problems[0].Suggestion)
			assert.Equal(t, jarvis.ProblemUnknown, failed.Problems[0].Kind)
		})
	}
	nested := jarvis.NewParameters().OptionalObject("address", "", names("street", "number")).OptionalObjects("stops", "", names("street", "floor")).MustBuild()
	assert.Equal(t, []string{"unknown address.stret → street", "unknown address.stops", "unknown stops[1].flor → floor", "unknown stop"},
		outline(refusal(t, nested, `{"stop":{},"stops":[{"floor":{}},{"flor":{}}],"address":{"stret":{},"stops":{}}}`)), "each level by its own names")
}

func TestSyntaxStandsAlone(t *testing.T) {
	p := jarvis.NewParameters().RequiredString("a", "").OptionalDict("d", "").OptionalStringArray("l", "").MustBuild()
	for args, want := range map[string]string{
		`[]`: "Arguments must be an object, got array.", `"{}"`: "Arguments must be an object, got string.", `5`: "Arguments must be an object, got number.",
		`true`: "Arguments must be an object, got boolean.", ` false `: "Arguments must be an object, got boolean.",
		`x`:                           "Arguments are not valid JSON: unexpected text at byte 0.",
		`{"a":1,"b":2`:                "Arguments are not valid JSON: the text ends too early at byte 12.",
		`{"a":`:                       "Arguments are not valid JSON: the text ends too early at byte 5.",
		`{"a":1,}`:                    "Arguments are not valid JSON: unexpected text at byte 6.",
		`{"a":1 "b":2}`:               "Arguments are not valid JSON: unexpected text at byte 7.",
		`{"a":01}`:                    "Arguments are not valid JSON: unexpected text at byte 6.",
		`{a:1}`:                       "Arguments are not valid JSON: unexpected text at byte 1.",
		`{"a":1}x`:                    "Arguments are not valid JSON: more text after the object at byte 7.",
		`{"a":1} {}`:                  "Arguments are not valid JSON: more text after the object at byte 8.",
		`{"a":1}}`:                    "Arguments are not valid JSON: more text after the object at byte 7.",
		`null null`:                   "Arguments are not valid JSON: more text after the object at byte 5.",
		`{"a":1,"x":1,"a":1}`:         `Arguments are not valid JSON: the key "a" is repeated at byte 13.`,
		`{"x":1,"x":1}`:               `Arguments are not valid JSON: the key "x" is repeated at byte 7.`,
		`{"d":{"k":[{"m":1,"m":1}]}}`: `Arguments are not valid JSON: the key "m" is repeated at byte 18.`,
		`{"x":{"k":1,"\u006b":1}}`:    `Arguments are not valid JSON: the key "k" is repeated at byte 12.`,
		"{\"a\":\"\xff\"}":            "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 6.",
		"{\"\xc3\":1}":                "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 2.",
		"{\"x\":[\"\xed\xa0\x80\"]}":  "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 7.",
		`{"a":"\ud800"}`:              "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 6.",
		`{"a":"x\udc00"}`:             "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 7.",
		`{"d":{"k":"\ud83d\ud83d"}}`:  "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 11.",
		`{"\ud800":1}`:                "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 2.",
		`{"l":["a",5,{"k":[1}]}`:      "Arguments are not valid JSON: unexpected text at byte 19.",
	} {
		failed := refusal(t, p, args)
		assert.Equal(t, &jarvis.ValidationError{Problems: []jarvis.Problem{{Kind: jarvis.ProblemSyntax, Want: want}}}, withoutParameters(failed), "%q", args)
		assert.Equal(t, want, failed.Error(), "%q", args)
		assert.Equal(t, want, failed.Problems[0].Message(), "%q", args)
		assert.Equal(t, []jarvis.ValidationResult{{Message: want}}, failed.Results(), "%q", args)
		assert.Empty(t, failed.Missing(), "a syntax problem hides that a is missing: %q", args)
		assert.Equal(t, failed.Problems, refusal(t, p, args, jarvis.Lenient(), jarvis.IgnoreUnknown()).Problems, "%q", args)
	}
}

// withoutParameters drops what is not exported.
func withoutParameters(e *jarvis.ValidationError) *jarvis.ValidationError {
	return &jarvis.ValidationError{Command: e.Command, Problems: e.Problems, Omitted: e.Omitted}
}

func TestSizeLimit(t *testing.T) {
	p := jarvis.NewParameters().OptionalString("a", "").MustBuild()
	args := `{"a":"12345"}`
	for limit, ok := range map[int]bool{len(args): true, len(args) - 1: false, len(args) + 1: true, 0: true, -1: true, 1: false} {
		_, err := p.Validate(json.RawMessage(args), jarvis.WithLimits(jarvis.Limits{MaxBytes: limit}))
		if ok {
			assert.NoError(t, err, limit)
			continue
		}
		assert.EqualError(t, err, fmt.Sprintf("Arguments are too large: 13 bytes, at most %d.", limit))
		var failed *jarvis.ValidationError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, []string{"syntax "}, places(failed))
	}
	fill := func(n int) string { return `{"a":"` + strings.Repeat("x", n-len(`{"a":""}`)) + `"}` }
	_, err := p.Validate(json.RawMessage(fill(1 << 20)))
	assert.NoError(t, err, "1 MiB is the default")
	_, err = p.Validate(json.RawMessage(fill(1<<20 + 1)))
	assert.EqualError(t, err, "Arguments are too large: 1048577 bytes, at most 1048576.")
	_, err = p.Validate(json.RawMessage(fill(1<<20+1)), jarvis.WithLimits(jarvis.Limits{MaxBytes: 1 << 21}))
	assert.NoError(t, err, "the limit can be raised")
	_, err = p.Validate(json.RawMessage(strings.Repeat(" ", 1<<20+1)))
	assert.Error(t, err, "white space counts")
}

func TestDepthLimit(t *testing.T) {
	type in struct {
		Dict  map[string]any            `jarvis:"dict"`
		List  []any                     `jarvis:"list"`
		Typed map[string]map[string]int `jarvis:"typed"`
		Warm  warmth                    `jarvis:"warm"`
		Roads []road                    `jarvis:"roads"`
		Text  string                    `jarvis:"text"`
	}
	for name, tt := range map[string]struct {
		ok, deep string // at most 3 levels
	}{
		"untyped dict":    {`{"dict":{"a":{}}}`, `{"dict":{"a":{"b":[]}}}`},
		"untyped list":    {`{"list":[[]]}`, `{"list":[[[]]]}`},
		"mixed":           {`{"dict":{"a":[1]}}`, `{"dict":{"a":[{}]}}`},
		"unknown key":     {`{"x":[[]]}`, `{"x":[[[]]]}`},
		"wrong type":      {`{"text":{"a":[]}}`, `{"text":{"a":[{}]}}`},
		"typed map":       {`{"typed":{"a":{}}}`, `{"typed":{"a":{"b":[]}}}`},
		"own schema":      {`{"warm":{"C":1,"x":[]}}`, `{"warm":{"C":1,"x":[[]]}}`},
		"declared":        {`{"roads":[{"name":"a"}]}`, `{"roads":[{"name":"a","floors":[]}]}`},
		"unknown, nested": {`{"roads":[{"name":"a","x":1}]}`, `{"roads":[{"name":"a","x":{}}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			opts := []jarvis.Option{jarvis.WithLimits(jarvis.Limits{MaxDepth: 3}), jarvis.IgnoreUnknown()}
			ok, deep := bindTo[in](t, tt.ok, opts...), bindTo[in](t, tt.deep, opts...)
			assert.NotContains(t, ok.problems(), "syntax ")
			require.NotNil(t, deep.failed)
			assert.Equal(t, "Arguments are nested deeper than 3 levels.", deep.failed.Error())
			assert.NotContains(t, bindTo[in](t, tt.deep).problems(), "syntax ", "64 is the default")
		})
	}
	nest := func(n int) string { return `{"dict":` + strings.Repeat(`{"a":`, n-2) + `{}` + strings.Repeat(`}`, n-1) }
	assert.Nil(t, bindTo[in](t, nest(64)).failed)
	assert.Equal(t, []string{"syntax "}, bindTo[in](t, nest(65)).problems())
	assert.Nil(t, bindTo[in](t, nest(65), jarvis.WithLimits(jarvis.Limits{MaxDepth: 65})).failed)
	assert.Equal(t, []string{"syntax "}, bindTo[in](t, strings.Repeat(`[`, 100_000)).problems())
	assert.Equal(t, []string{"syntax "}, bindTo[in](t, `{"x":`+strings.Repeat(`{"a":`, 100_000)).problems())
	flat := `{"list":[` + strings.Repeat(`[[]],`, 1000) + `[]]}`
	assert.Nil(t, bindTo[in](t, flat, jarvis.WithLimits(jarvis.Limits{MaxDepth: 4})).failed, "the limit is on depth, not on number")
}

// Only a text can be misspelt: a number is no more near to one member than to another.
func TestEnumSuggestionsAreForTexts(t *testing.T) {
	p := jarvis.NewParameters().OptionalInteger("level", "").Enum("1", "2").OptionalNumber("rate", "").Enum("0.5", "1").OptionalBoolean("on", "").Enum("true").
		OptionalString("unit", "").Enum("metric", "imperial").MustBuild()
	assert.Equal(t, []string{"enum level", "enum rate", "enum on", "enum unit → metric"}, outline(refusal(t, p, `{"level":3,"rate":5,"on":false,"unit":"metrik"}`)))
	assert.Equal(t, []string{"enum level", "enum rate", "enum on"}, outline(refusal(t, p, `{"level":"3","rate":"0.6","on":"false"}`, jarvis.Lenient())))
}

func TestProblemKindNames(t *testing.T) {
	want := []string{"", "missing", "unknown", "type", "enum", "rule", "syntax", "", ""}
	for k, name := range want {
		assert.Equal(t, name, jarvis.ProblemKind(k).String())
	}
	assert.Equal(t, "", jarvis.ProblemKind(255).String())
}

// What an author's code panics with inside Validate is an error of its own kind.
func TestValidatePanics(t *testing.T) {
	boom := errors.New("boom")
	p := jarvis.NewParameters().OptionalInteger("n", "").Check(func(any) bool { panic(boom) }, "m").MustBuild()
	for range 2 {
		v, err := p.Validate(json.RawMessage(`{"n":1}`))
		var panicked *jarvis.PanicError
		require.ErrorAs(t, err, &panicked)
		assert.ErrorIs(t, err, boom)
		assert.Equal(t, jarvis.Values{}, v)
		assert.Empty(t, panicked.Command)
		assert.Contains(t, string(panicked.Stack), "problem_test.go")
		v, err = p.Validate(json.RawMessage(`{"n":null}`))
		assert.NoError(t, err, "the next call is not disturbed")
		assert.False(t, v.Has("n"))
	}
}

// Build runs checks and decoders of the author on defaults and enums; a panic in one is a mistake of the declaration.
func TestDeclaringNeverPanics(t *testing.T) {
	assert.NotPanics(t, func() {
		_, err := jarvis.NewParameters().OptionalInteger("n", "").Default("1").Check(func(any) bool { panic("boom") }, "m").Build()
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
	}, "Check on a default")
	assert.NotPanics(t, func() {
		_, err := jarvis.New(jarvis.Spec{Name: "demo"}, runNothing[struct {
			V loudness `jarvis:"v" default:"panic"`
		}])
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
	}, "UnmarshalText on a default")
	assert.NotPanics(t, func() {
		_, err := jarvis.New(jarvis.Spec{Name: "demo"}, runNothing[struct {
			V loudness `jarvis:"v" enum:"low,panic"`
		}])
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
	}, "UnmarshalText on an enum")
	assert.NotPanics(t, func() {
		_, err := jarvis.New(jarvis.Spec{Name: "demo"}, runNothing[struct {
			V warmth `jarvis:"v" default:"{\"C\":-400}"`
		}])
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
	}, "UnmarshalJSON on a default")
}
