// Reflection: what a tagged struct may declare, and what its fields become.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net"
	"net/netip"
	"testing"
	"time"

	invopop "github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// defineInput defines a command whose arguments are bound into In.
func defineInput[In any](t *testing.T, spec jarvis.Spec) *jarvis.Definition {
	t.Helper()
	if spec.Name == "" {
		spec.Name = "test"
	}
	cmd, err := jarvis.New(spec, func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
		return jarvis.Success(nil), nil
	})
	require.NoError(t, err)
	d, err := jarvis.Define(cmd)
	require.NoError(t, err)
	return d
}

// bindInput binds arguments as a call does and returns what Run gets.
func bindInput[In any](t *testing.T, args string) (in In) {
	t.Helper()
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(_ context.Context, _ *jarvis.Request, got In) (*jarvis.Response, error) {
		in = got
		return jarvis.Success(nil), nil
	})
	require.NoError(t, err)
	r := jarvis.NewRegistry()
	require.NoError(t, r.Register(cmd))
	resp, err := r.Execute(t.Context(), "test", nil, json.RawMessage(args))
	require.NoError(t, err)
	require.True(t, resp.Success, resp.ErrorDetails)
	return in
}

// propertyOf returns one property of a schema.
func propertyOf(t *testing.T, schema json.RawMessage, name string) string {
	t.Helper()
	var doc struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(schema, &doc))
	require.Contains(t, doc.Properties, name)
	return string(doc.Properties[name])
}

func namesIn(p *jarvis.Parameters) (names []string) {
	for param := range p.All() {
		names = append(names, param.Name())
	}
	return names
}

// Types of fields.
type (
	mood     string
	floor    int16
	ratio    float32
	switched bool
	waiting  time.Duration
	names    []string
	labels   map[mood]int
	point    struct {
		X int `jarvis:"x,required"`
		Y int `jarvis:"y"`
	}
)

// hexColor reads itself from text, into something that has no type of its own.
type hexColor [3]byte

func (c *hexColor) UnmarshalText(text []byte) error {
	if len(text) != 7 {
		return errors.New("no color")
	}
	return nil
}

// percent brings its own schema, and reads itself from text as well.
type percent struct{ n int }

func (percent) JSONSchema() *invopop.Schema {
	return &invopop.Schema{Type: "integer", Minimum: "0", Maximum: "100", Description: "A percentage."}
}

func (p *percent) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &p.n) }

func (p *percent) UnmarshalText([]byte) error { return errors.New("not asked") }

// described has a schema of its own but no decoding for it, so that it counts as what it is.
type described string

func (described) JSONSchema() *invopop.Schema { return &invopop.Schema{Type: "integer"} }

// embeddedTime reads itself from text as time.Time does, but is another type.
type embeddedTime struct{ time.Time }

// only declares a single parameter of any type.
type only[T any] struct {
	X T `jarvis:"x"`
}

func TestTypeTable(t *testing.T) {
	const (
		text   = `{"type":"string"}`
		object = `{"type":"object"}`
		points = `{"properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"additionalProperties":false,"type":"object","required":["x"]}`
	)
	arrayOf := func(items string) string { return `{"items":` + items + `,"type":"array"}` }
	mapOf := func(values string) string { return `{"additionalProperties":` + values + `,"type":"object"}` }
	for _, tc := range []struct {
		name     string
		define   func(*testing.T, jarvis.Spec) *jarvis.Definition
		typ      string
		property string
	}{
		{"string", defineInput[only[string]], "string", text},
		{"named string", defineInput[only[mood]], "string", text},
		{"json.Number", defineInput[only[json.Number]], "string", text},
		{"type that reads itself from text", defineInput[only[netip.Addr]], "string", text},
		{"pointer to a number that reads itself from text", defineInput[only[*big.Int]], "string", text},
		{"bytes that read themselves from text", defineInput[only[net.IP]], "string", text},
		{"array that reads itself from text", defineInput[only[hexColor]], "string", text},
		{"time inside another type", defineInput[only[embeddedTime]], "string", text},
		{"own schema that nothing decodes", defineInput[only[described]], "string", text},
		{"int", defineInput[only[int]], "int", `{"type":"integer"}`},
		{"int8", defineInput[only[int8]], "int", `{"type":"integer","maximum":127,"minimum":-128}`},
		{"int16", defineInput[only[int16]], "int", `{"type":"integer","maximum":32767,"minimum":-32768}`},
		{"int32", defineInput[only[int32]], "int", `{"type":"integer","maximum":2147483647,"minimum":-2147483648}`},
		{"int64", defineInput[only[int64]], "int", `{"type":"integer"}`},
		{"uint", defineInput[only[uint]], "int", `{"type":"integer","minimum":0}`},
		{"uint8", defineInput[only[uint8]], "int", `{"type":"integer","maximum":255,"minimum":0}`},
		{"uint16", defineInput[only[uint16]], "int", `{"type":"integer","maximum":65535,"minimum":0}`},
		{"uint32", defineInput[only[uint32]], "int", `{"type":"integer","maximum":4294967295,"minimum":0}`},
		{"uint64", defineInput[only[uint64]], "int", `{"type":"integer","minimum":0}`},
		{"named int", defineInput[only[floor]], "int", `{"type":"integer","maximum":32767,"minimum":-32768}`},
		{"named duration", defineInput[only[waiting]], "int", `{"type":"integer"}`},
		{"float64", defineInput[only[float64]], "float", `{"type":"number"}`},
		{"float32", defineInput[only[float32]], "float", `{"type":"number"}`},
		{"named float", defineInput[only[ratio]], "float", `{"type":"number"}`},
		{"bool", defineInput[only[bool]], "bool", `{"type":"boolean"}`},
		{"named bool", defineInput[only[switched]], "bool", `{"type":"boolean"}`},
		{"Date", defineInput[only[jarvis.Date]], "date", `{"type":"string","format":"date"}`},
		{"time.Time", defineInput[only[time.Time]], "datetime", `{"type":"string","format":"date-time"}`},
		{"TimeOfDay", defineInput[only[jarvis.TimeOfDay]], "time", `{"type":"string","format":"time"}`},
		{"time.Duration", defineInput[only[time.Duration]], "timedelta", `{"type":"string","format":"duration"}`},

		{"pointer to string", defineInput[only[*string]], "string", text},
		{"pointer to int8", defineInput[only[*int8]], "int", `{"type":"integer","maximum":127,"minimum":-128}`},
		{"pointer to bool", defineInput[only[*bool]], "bool", `{"type":"boolean"}`},
		{"pointer to time.Time", defineInput[only[*time.Time]], "datetime", `{"type":"string","format":"date-time"}`},
		{"pointer to a struct", defineInput[only[*point]], "dict", points},
		{"pointer to a slice", defineInput[only[*[]string]], "array<string>", arrayOf(text)},
		{"pointer to a map", defineInput[only[*map[string]any]], "dict", object},
		{"pointer to a type with its own schema", defineInput[only[*percent]], "int", `{"type":"integer","maximum":100,"minimum":0,"description":"A percentage."}`},

		{"untyped slice", defineInput[only[[]any]], "array", `{"type":"array","items":{}}`},
		{"slice of strings", defineInput[only[[]string]], "array<string>", arrayOf(text)},
		{"named slice", defineInput[only[names]], "array<string>", arrayOf(text)},
		{"slice of ints", defineInput[only[[]int]], "array<int>", arrayOf(`{"type":"integer"}`)},
		{"slice of int8", defineInput[only[[]int8]], "array<int>", arrayOf(`{"type":"integer","maximum":127,"minimum":-128}`)},
		{"slice of floats", defineInput[only[[]float64]], "array<float>", arrayOf(`{"type":"number"}`)},
		{"slice of bools", defineInput[only[[]bool]], "array<bool>", arrayOf(`{"type":"boolean"}`)},
		{"slice of dates", defineInput[only[[]jarvis.Date]], "array<date>", arrayOf(`{"type":"string","format":"date"}`)},
		{"slice of datetimes", defineInput[only[[]time.Time]], "array<datetime>", arrayOf(`{"type":"string","format":"date-time"}`)},
		{"slice of times", defineInput[only[[]jarvis.TimeOfDay]], "array<time>", arrayOf(`{"type":"string","format":"time"}`)},
		{"slice of durations", defineInput[only[[]time.Duration]], "array<timedelta>", arrayOf(`{"type":"string","format":"duration"}`)},
		{"slice of what reads itself from text", defineInput[only[[]netip.Addr]], "array<string>", arrayOf(text)},
		{"slice of pointers", defineInput[only[[]*string]], "array<string>", arrayOf(text)},
		{"slice of pointers to datetimes", defineInput[only[[]*time.Time]], "array<datetime>", arrayOf(`{"type":"string","format":"date-time"}`)},
		{"slice of dicts", defineInput[only[[]map[string]any]], "array<dict>", arrayOf(object)},
		{"slice of structs", defineInput[only[[]point]], "array<dict>", arrayOf(points)},
		{"slice of pointers to structs", defineInput[only[[]*point]], "array<dict>", arrayOf(points)},

		{"map of anything", defineInput[only[map[string]any]], "dict", object},
		{"map of ints", defineInput[only[map[string]int]], "dict", mapOf(`{"type":"integer"}`)},
		{"map of named strings", defineInput[only[labels]], "dict", mapOf(`{"type":"integer"}`)},
		{"map of datetimes", defineInput[only[map[string]time.Time]], "dict", mapOf(`{"type":"string","format":"date-time"}`)},
		{"map of pointers", defineInput[only[map[string]*int]], "dict", mapOf(`{"type":"integer"}`)},
		{"map of slices", defineInput[only[map[string][]int]], "dict", mapOf(arrayOf(`{"type":"integer"}`))},
		{"map of maps", defineInput[only[map[string]map[string]bool]], "dict", mapOf(mapOf(`{"type":"boolean"}`))},
		{"map of structs", defineInput[only[map[string]point]], "dict", mapOf(points)},
		{"struct", defineInput[only[point]], "dict", points},
		{"struct in a struct", defineInput[only[only[point]]], "dict",
			`{"properties":{"x":` + points + `},"additionalProperties":false,"type":"object","required":[]}`},
		{"type with its own schema", defineInput[only[percent]], "int", `{"type":"integer","maximum":100,"minimum":0,"description":"A percentage."}`},
		{"slice of a type with its own schema", defineInput[only[[]percent]], "array<int>",
			arrayOf(`{"type":"integer","maximum":100,"minimum":0,"description":"A percentage."}`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := tc.define(t, jarvis.Spec{})
			p, ok := d.Parameters().Lookup("x")
			require.True(t, ok)
			assert.Equal(t, tc.typ, p.Type().String())
			assert.JSONEq(t, tc.property, propertyOf(t, d.Schema(), "x"))
		})
	}
}

func TestFieldNames(t *testing.T) {
	type input struct {
		City        string `jarvis:""`
		APIKey      string `jarvis:""`
		OAuth2Token string `jarvis:",required"`
		UserIDs     []int  `jarvis:",refinable"`
		Renamed     string `jarvis:"other_name"`
		Left        string `jarvis:"-" description:"not ours" enum:""`
		Untagged    string
		JSON        string `json:"json,omitempty" validate:"required"`
		private     string
		_           struct{}
	}
	d := defineInput[input](t, jarvis.Spec{})
	assert.Equal(t, []string{"city", "api_key", "oauth2_token", "user_ids", "other_name"}, namesIn(d.Parameters()))
	_ = input{}.private
}

type paging struct {
	Limit  int `jarvis:"limit" default:"10"`
	Offset int `jarvis:"offset"`
}

// Sorting embeds in turn.
type Sorting struct {
	paging
	Order string `jarvis:"order"`
}

func TestPromotedFields(t *testing.T) {
	type input struct {
		Text string `jarvis:"text"`
		Sorting
		Strict bool `jarvis:"strict"`
		point  `jarvis:"-"`
		Place  point `jarvis:"place"`
	}
	d := defineInput[input](t, jarvis.Spec{})
	assert.Equal(t, []string{"text", "limit", "offset", "order", "strict", "place"}, namesIn(d.Parameters()), "in the order of declaration")

	in := bindInput[input](t, `{"text":"a","offset":5,"order":"up","strict":true,"place":{"x":1}}`)
	assert.Equal(t, input{Text: "a", Sorting: Sorting{paging{10, 5}, "up"}, Strict: true, Place: point{X: 1}}, in)
	assert.Zero(t, in.point)
}

func TestEmbeddedStructWithANameIsAnObject(t *testing.T) {
	type input struct {
		Sorting `jarvis:"sorting"`
	}
	d := defineInput[input](t, jarvis.Spec{})
	require.Equal(t, []string{"sorting"}, namesIn(d.Parameters()))
	p, _ := d.Parameters().Lookup("sorting")
	assert.Equal(t, []string{"limit", "offset", "order"}, namesIn(p.Fields()))
	assert.Equal(t, 3, bindInput[input](t, `{"sorting":{"limit":3}}`).Limit)
}

func TestNarrowing(t *testing.T) {
	type input struct {
		Day      string  `jarvis:"day,type=date"`
		At       *string `jarvis:"at,type=datetime"`
		Clock    mood    `jarvis:"clock,type= TIME "`
		For      string  `jarvis:"for,type=timedelta"`
		Text     string  `jarvis:"text,type=str"`
		Count    int8    `jarvis:"count,type=Integer"`
		Whole    []int   `jarvis:"whole,type=integer[]"`
		Anything []any   `jarvis:"anything,type=list"`
	}
	d := defineInput[input](t, jarvis.Spec{})
	var types []string
	for p := range d.Parameters().All() {
		types = append(types, p.Type().String())
	}
	assert.Equal(t, []string{"date", "datetime", "time", "timedelta", "string", "int", "array<int>", "array"}, types)
	assert.JSONEq(t, `{"type":"string","format":"duration"}`, propertyOf(t, d.Schema(), "for"))
	assert.JSONEq(t, `{"type":"integer","minimum":-128,"maximum":127}`, propertyOf(t, d.Schema(), "count"))

	in := bindInput[input](t, `{"day":"2026-01-18","at":"2026-01-18t05:00:00.50z","clock":"07:00","for":"P1DT0H"}`)
	at := "2026-01-18t05:00:00.50z"
	assert.Equal(t, input{Day: "2026-01-18", At: &at, Clock: "07:00", For: "P1DT0H"}, in, "the text as it came")
	_, err := d.Parameters().Validate(json.RawMessage(`{"day":"2026-02-30"}`))
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, "Parameter 'day' must be of type date", invalid.Problems[0].Message())
}
