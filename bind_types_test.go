// The acceptance table on types of the author's own, pointers, arrays and dicts.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// loudness is text in JSON, checked by its own method.
type loudness int

func (l *loudness) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low", "5":
		*l = 1
	case "high":
		*l = 2
	case "panic":
		panic("loudness panics")
	default:
		return errors.New("SECRET-LIBRARY-TEXT")
	}
	text[0] = '!' // its own copy: nothing else may change
	return nil
}

func (l loudness) MarshalText() ([]byte, error) { return []byte([]string{"", "low", "high"}[l]), nil }

// warmth brings its own schema and decoding.
type warmth struct{ Degrees float64 }

func (warmth) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Description: "A temperature."}
}

func (c *warmth) UnmarshalJSON(raw []byte) error {
	var in struct{ C *float64 }
	if err := json.Unmarshal(raw, &in); err != nil || in.C == nil {
		return errors.New("SECRET-LIBRARY-TEXT")
	}
	if *in.C < -300 {
		panic("warmth panics")
	}
	c.Degrees = *in.C
	raw[0] = '!'
	return nil
}

func TestAcceptOwnTypes(t *testing.T) {
	low, warm := loudness(1), warmth{20}
	testAcceptance(t, "string", []acceptRow[loudness]{{`"low"`, inBoth, 1}, {`"\u006cow"`, inBoth, 1}, {json: `"Low"`, by: inNone}, {json: `5`, by: inNone}, {json: `{}`, by: inNone}, {json: `""`, by: inNone}})
	testAcceptance(t, "string", []acceptRow[*loudness]{{`"low"`, inBoth, &low}, {json: `"x"`, by: inNone}})
	testAcceptance(t, "array<string>", []acceptRow[[]loudness]{{`["low","high"]`, inBoth, []loudness{1, 2}}, {`[5]`, inLenient, []loudness{1}}, {json: `["low","x"]`, by: inNone}, {json: `[7]`, by: inNone}})
	testAcceptance(t, "dict", []acceptRow[warmth]{{`{"C":20}`, inBoth, warm}, {` { "C" : 20 } `, inBoth, warm}, {json: `{"C":"20"}`, by: inNone}, {json: `20`, by: inNone}, {json: `[]`, by: inNone}, {json: `{}`, by: inNone}})
	testAcceptance(t, "dict", []acceptRow[*warmth]{{`{"C":20}`, inBoth, &warm}, {json: `"x"`, by: inNone}})
	testAcceptance(t, "array<dict>", []acceptRow[[]warmth]{{`[{"C":20},{"C":21.5}]`, inBoth, []warmth{{20}, {21.5}}}, {json: `[null]`, by: inNone}, {json: `[{"C":1},2]`, by: inNone}})
	testAcceptance(t, "dict", []acceptRow[map[string]warmth]{{`{"a":{"C":20}}`, inBoth, map[string]warmth{"a": {20}}}, {json: `{"a":null}`, by: inNone}})
	b := bindTo[oneField[loudness]](t, `{"v":"x"}`)
	assert.NotContains(t, b.failed.Error(), "SECRET-LIBRARY-TEXT")
}

// counted and weighed are numbers on the wire and structs in Go: nothing but themselves knows their bounds.
type counted struct{ raw string }

func (counted) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }

func (c *counted) UnmarshalJSON(raw []byte) error {
	if c.raw = string(raw); c.raw == "13" {
		return errors.New("unlucky")
	}
	return nil
}

type weighed struct{ counted }

func (weighed) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }

func TestAcceptOwnNumbers(t *testing.T) {
	testAcceptance(t, "int", []acceptRow[counted]{{`12`, inBoth, counted{"12"}}, {json: `13`, by: inNone}, {json: `"x"`, by: inNone}})
	testAcceptance(t, "float", []acceptRow[weighed]{{`1.5`, inBoth, weighed{counted{"1.5"}}}, {json: `13`, by: inNone}, {json: `{}`, by: inNone}})
	assert.Contains(t, bindTo[oneField[counted]](t, `{"v":13}`).failed.Error(), "a whole number")
	assert.Contains(t, bindTo[oneField[weighed]](t, `{"v":13}`).failed.Error(), "a number")
}

// kinded says it is text and would decode anything.
type kinded struct{ raw string }

func (kinded) JSONSchema() *jsonschema.Schema    { return &jsonschema.Schema{Type: "string"} }
func (k *kinded) UnmarshalJSON(raw []byte) error { k.raw = string(raw); return nil }

// The JSON type that a schema of its own names is checked before the type's own decoding: schema and binder agree.
func TestOwnSchemaKind(t *testing.T) {
	testAcceptance(t, "string", []acceptRow[kinded]{{`"x"`, inBoth, kinded{`"x"`}}, {json: `5`, by: inNone}, {json: `{}`, by: inNone}, {json: `[]`, by: inNone}, {json: `true`, by: inNone}})
}

func TestAcceptPointers(t *testing.T) {
	n, text, at, list := 5, "x", time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC), []string{"a"}
	testAcceptance(t, "int", []acceptRow[*int]{{`5`, inBoth, &n}, {`"5"`, inLenient, &n}, {json: `"x"`, by: inNone}})
	testAcceptance(t, "string", []acceptRow[*string]{{`"x"`, inBoth, &text}, {`""`, inBoth, new("")}, {json: `5`, by: inNone}})
	testAcceptance(t, "datetime", []acceptRow[*time.Time]{{`"2026-01-18T05:00:00Z"`, inBoth, &at}})
	testAcceptance(t, "array<string>", []acceptRow[*[]string]{{`["a"]`, inBoth, &list}, {json: `"a"`, by: inNone}})
	testAcceptance(t, "bool", []acceptRow[*bool]{{`false`, inBoth, new(false)}})
	for _, args := range []string{``, `{}`, `{"v":null}`} {
		b := bindTo[oneField[*int]](t, args)
		assert.Nil(t, b.in.V, "nil is absent")
		assert.False(t, b.values.Has("v"))
	}
}

func TestAcceptArrays(t *testing.T) {
	testAcceptance(t, "array<string>", []acceptRow[[]string]{
		{`[]`, inBoth, []string{}}, {`["a","b"]`, inBoth, []string{"a", "b"}}, {`[""]`, inBoth, []string{""}}, {json: `"a"`, by: inNone}, {json: `{}`, by: inNone}, {json: `5`, by: inNone},
		{json: `[null]`, by: inNone}, {json: `["a",null]`, by: inNone}, {json: `[true]`, by: inNone}, {json: `[["a"]]`, by: inNone}, {json: `[{}]`, by: inNone}, {json: `"[]"`, by: inNone},
		{`[5]`, inLenient, []string{"5"}}, {`["a",1.50e3]`, inLenient, []string{"a", "1.50e3"}}, {`[123456789012345678901234567890]`, inLenient, []string{"123456789012345678901234567890"}},
	})
	testAcceptance(t, "array<int>", []acceptRow[[]int]{
		{`[1,2.0,3e0]`, inBoth, []int{1, 2, 3}}, {`[1,"2"]`, inLenient, []int{1, 2}}, {json: `[1,true]`, by: inNone}, {json: `[1.5]`, by: inNone}, {json: `[null]`, by: inNone}, {json: `["x"]`, by: inNone}, {json: `[[]]`, by: inNone},
		{`[1,2,3,4,5,6,7,8,9,10]`, inBoth, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
	})
	one, two := int8(1), int8(2)
	testAcceptance(t, "array<int>", []acceptRow[[]*int8]{{`[1,2]`, inBoth, []*int8{&one, &two}}, {json: `[1,128]`, by: inNone}, {json: `[null]`, by: inNone}, {`[]`, inBoth, []*int8{}}})
	testAcceptance(t, "array<bool>", []acceptRow[[]bool]{{`[true,false]`, inBoth, []bool{true, false}}, {`["true"]`, inLenient, []bool{true}}, {json: `[1]`, by: inNone}})
	testAcceptance(t, "array<float>", []acceptRow[[]float32]{{`[1,0.5]`, inBoth, []float32{1, 0.5}}, {json: `[1e39]`, by: inNone}})
	testAcceptance(t, "array<date>", []acceptRow[[]jarvis.Date]{{`["2026-01-18"]`, inBoth, []jarvis.Date{{Year: 2026, Month: 1, Day: 18}}}, {json: `["x"]`, by: inNone}})
	testAcceptance(t, "array<timedelta>", []acceptRow[[]time.Duration]{{`["PT1S"]`, inBoth, []time.Duration{time.Second}}, {`["1s"]`, inLenient, []time.Duration{time.Second}}, {json: `["x"]`, by: inNone}})
	testAcceptance(t, "array", []acceptRow[[]any]{
		{`[]`, inBoth, []any{}}, {`[1,null,"a",[true],{"k":9007199254740993}]`, inBoth, []any{json.Number("1"), nil, "a", []any{true}, map[string]any{"k": json.Number("9007199254740993")}}},
		{json: `{}`, by: inNone}, {json: `"[]"`, by: inNone},
	})
	testAcceptance(t, "array<dict>", []acceptRow[[]map[string]any]{{`[{},{"a":null}]`, inBoth, []map[string]any{{}, {"a": nil}}}, {json: `[1]`, by: inNone}, {json: `[[]]`, by: inNone}, {json: `[null]`, by: inNone}})
}

type road struct {
	Name   string `jarvis:"name,required"`
	Number *int   `jarvis:"number"`
	Floors []int8 `jarvis:"floors"`
	Side   string `jarvis:"side" default:"left" enum:"left,right"`
}

func TestAcceptDicts(t *testing.T) {
	testAcceptance(t, "dict", []acceptRow[map[string]any]{
		{`{}`, inBoth, map[string]any{}}, {`{"a":1e1000000000,"b":{"c":[]},"":false}`, inBoth, map[string]any{"a": json.Number("1e1000000000"), "b": map[string]any{"c": []any{}}, "": false}},
		{json: `[]`, by: inNone}, {json: `"{}"`, by: inNone}, {json: `5`, by: inNone},
	})
	testAcceptance(t, "dict", []acceptRow[map[string]int8]{
		{`{}`, inBoth, map[string]int8{}}, {`{"a":1,"b":2}`, inBoth, map[string]int8{"a": 1, "b": 2}}, {`{"a":"1"}`, inLenient, map[string]int8{"a": 1}}, {json: `{"a":128}`, by: inNone}, {json: `{"a":null}`, by: inNone},
	})
	testAcceptance(t, "dict", []acceptRow[map[string]string]{{`{"a":"x"}`, inBoth, map[string]string{"a": "x"}}, {json: `{"a":5}`, by: inNone}}) // only array elements are written as text
	testAcceptance(t, "dict", []acceptRow[map[namedText][]string]{{`{"a":["x"]}`, inBoth, map[namedText][]string{"a": {"x"}}}, {json: `{"a":"x"}`, by: inNone}})
	four := 4
	testAcceptance(t, "dict", []acceptRow[road]{
		{`{"name":"Elm"}`, inBoth, road{Name: "Elm", Side: "left"}}, {`{"floors":[1],"number":4,"name":"","side":"right"}`, inBoth, road{Number: &four, Floors: []int8{1}, Side: "right"}},
		{`{"name":"Elm","number":null,"side":null}`, inBoth, road{Name: "Elm", Side: "left"}}, {`{"name":"Elm","number":"4"}`, inLenient, road{Name: "Elm", Number: &four, Side: "left"}},
		{json: `[]`, by: inNone}, {json: `"Elm"`, by: inNone}, {json: `{"name":5}`, by: inNone}, {json: `{"name":"Elm","floors":[128]}`, by: inNone},
	})
	testAcceptance(t, "array<dict>", []acceptRow[[]road]{{`[{"name":"a"},{"name":"b","floors":[]}]`, inBoth, []road{{Name: "a", Side: "left"}, {Name: "b", Floors: []int8{}, Side: "left"}}}})
	testAcceptance(t, "dict", []acceptRow[map[string]*road]{{`{"x":{"name":"a"}}`, inBoth, map[string]*road{"x": {Name: "a", Side: "left"}}}})
}

// A string field may be narrowed: its text is kept as it came, and checked.
func TestAcceptNarrowedText(t *testing.T) {
	type in struct {
		Day  string    `jarvis:"day,type=date"`
		At   string    `jarvis:"at,type=datetime" enum:"2026-01-18T05:00:00Z"`
		Span namedText `jarvis:"span,type=timedelta"`
		Time string    `jarvis:"time,type=time"`
		Tags []string  `jarvis:"tags" enum:"a,b"`
	}
	b := bindTo[in](t, `{"day":"2026-01-18","at":"2026-01-18T06:00:00+01:00","span":"PT60S","time":"05:00","tags":["b"]}`)
	require.Nil(t, b.failed)
	assert.Equal(t, in{Day: "2026-01-18", At: "2026-01-18T06:00:00+01:00", Span: "PT60S", Time: "05:00", Tags: []string{"b"}}, b.in, "the same instant is the same member")
	b = bindTo[in](t, `{"day":"2026-02-30","at":"2026-01-18T06:00:00Z","span":"1h","time":"5","tags":["a","c",1]}`)
	assert.Equal(t, []string{"type day", "enum at", "type span", "type time", "enum tags[1]", "type tags[2]"}, b.problems())
	b = bindTo[in](t, `{"at":"2026-01-18 06:00+01","span":"1h"}`, jarvis.Lenient())
	require.Nil(t, b.failed)
	assert.Equal(t, in{At: "2026-01-18 06:00+01", Span: "1h"}, b.in, "kept as text")
}

// An enum goes with a pointer as with what it points to.
func TestPointerWithEnum(t *testing.T) {
	type in struct {
		Unit  *string    `jarvis:"unit" enum:"a,b"`
		Level *int8      `jarvis:"level" enum:"1,2" default:"2"`
		Tags  []*string  `jarvis:"tags" enum:"a,b"`
		At    *time.Time `jarvis:"at" enum:"2026-01-18T05:00:00Z"`
	}
	require.NotPanics(t, func() {
		b := bindTo[in](t, `{"unit":"b","tags":["a"],"at":"2026-01-18T05:00:00.0Z"}`)
		require.Nil(t, b.failed)
		at := time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC)
		assert.Equal(t, in{Unit: new("b"), Level: new(int8(2)), Tags: []*string{new("a")}, At: &at}, b.in)
		assert.Equal(t, []string{"enum unit", "enum level", "enum tags[0]"}, bindTo[in](t, `{"unit":"c","level":3,"tags":["c"]}`).problems())
	})
}
