// Values: getters, presence, order and the canonical JSON.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
)

// boundGetters reads a name through every getter and returns the names of those that found a value, with the value.
func boundGetters(v jarvis.Values, name string) map[string]any {
	found := map[string]any{}
	put := func(getter string, value any, ok bool) {
		if ok {
			found[getter] = value
		}
	}
	text, ok := v.String(name)
	put("String", text, ok)
	number, ok := v.Int(name)
	put("Int", number, ok)
	ratio, ok := v.Float(name)
	put("Float", ratio, ok)
	on, ok := v.Bool(name)
	put("Bool", on, ok)
	day, ok := v.Date(name)
	put("Date", day, ok)
	at, ok := v.Datetime(name)
	put("Datetime", at, ok)
	clock, ok := v.TimeOfDay(name)
	put("TimeOfDay", clock, ok)
	span, ok := v.Duration(name)
	put("Duration", span, ok)
	tags, ok := v.Strings(name)
	put("Strings", tags, ok)
	free, ok := v.Dict(name)
	put("Dict", free, ok)
	object, ok := v.Object(name)
	put("Object", object.Map(), ok)
	return found
}

// boundParameters declares one parameter of each getter's type, named after the getter, and one of an array.
func boundParameters() *jarvis.Parameters {
	return jarvis.NewParameters().
		OptionalString("String", "").OptionalInteger("Int", "").OptionalNumber("Float", "").OptionalBoolean("Bool", "").
		OptionalDate("Date", "").OptionalDatetime("Datetime", "").OptionalTime("TimeOfDay", "").OptionalTimedelta("Duration", "").
		OptionalStringArray("Strings", "").OptionalDict("Dict", "").OptionalObject("Object", "", streetFields()).
		OptionalArray("Ints", "int", "").OptionalArray("List", "", "").OptionalObjects("Objects", "", streetFields()).
		MustBuild()
}

const boundAll = `{"Ints":[1],"String":"","Int":0,"Float":0,"Bool":false,"Date":"2026-01-18","Datetime":"2026-01-18t05:00:00.10+02:00","TimeOfDay":"05:00","Duration":"P1W",` +
	`"Strings":[],"Dict":{"b":1.50,"a":"<"},"Object":{"number":1e0,"street":"Main"},"List":[1.0,{"z":1,"y":null}],"Objects":[{"street":"A"}]}`

func TestValuesGetters(t *testing.T) {
	p := boundParameters()
	v, err := p.Validate(json.RawMessage(boundAll))
	require.NoError(t, err)
	want := map[string]any{
		"String": "", "Int": int64(0), "Float": 0.0, "Bool": false, "Date": jarvis.Date{Year: 2026, Month: 1, Day: 18},
		"TimeOfDay": jarvis.TimeOfDay{Hour: 5}, "Duration": 7 * 24 * time.Hour, "Strings": []string{},
		"Dict": map[string]any{"b": json.Number("1.50"), "a": "<"}, "Object": map[string]any{"street": "Main", "number": int64(1)},
	}
	for name := range p.All() {
		got := boundGetters(v, name.Name())
		if name.Name() == "Datetime" {
			at, _ := v.Datetime("Datetime")
			assert.True(t, at.Equal(time.Date(2026, 1, 18, 3, 0, 0, 100_000_000, time.UTC)))
			assert.Equal(t, []string{"Datetime"}, slices.Collect(maps.Keys(got)))
			continue
		}
		if value, ok := want[name.Name()]; ok {
			assert.Equal(t, map[string]any{name.Name(): value}, got, "only the getter of the type finds it")
		} else {
			assert.Empty(t, got, name.Name())
		}
		assert.True(t, v.Has(name.Name()) && v.Given(name.Name()), name.Name())
	}
	assert.Empty(t, boundGetters(v, "undeclared"))
	assert.Empty(t, boundGetters(v, "string"), "names are exact")
	assert.False(t, v.Has("undeclared") || v.Given("undeclared"))
}

func TestZeroValues(t *testing.T) {
	var v jarvis.Values
	assert.Empty(t, boundGetters(v, "x"))
	assert.False(t, v.Has("x") || v.Given("x") || v.Has("") || v.Given(""))
	got, ok := v.Lookup("x")
	assert.Nil(t, got)
	assert.False(t, ok)
	assert.Equal(t, map[string]any{}, v.Map())
	assert.Empty(t, v.Coercions())
	for name := range v.All() {
		assert.Fail(t, "a value", name)
	}
	raw, err := v.MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `{}`, string(raw))
	_, err = jarvis.NewParameters().RequiredString("x", "").MustBuild().Validate(json.RawMessage(`{"x":5}`))
	require.Error(t, err)
}

func TestGet(t *testing.T) {
	v, err := boundParameters().Validate(json.RawMessage(boundAll))
	require.NoError(t, err)
	ints, ok := jarvis.Get[[]int64](v, "Ints")
	assert.True(t, ok)
	assert.Equal(t, []int64{1}, ints)
	list, ok := jarvis.Get[[]any](v, "List")
	assert.True(t, ok)
	assert.Equal(t, []any{json.Number("1.0"), map[string]any{"z": json.Number("1"), "y": nil}}, list)
	objects, ok := jarvis.Get[[]jarvis.Values](v, "Objects")
	require.True(t, ok && len(objects) == 1)
	assert.Equal(t, map[string]any{"street": "A"}, objects[0].Map())
	anything, ok := jarvis.Get[any](v, "Int")
	assert.True(t, ok)
	assert.Equal(t, int64(0), anything)
	text, ok := jarvis.Get[fmt.Stringer](v, "Date")
	assert.True(t, ok)
	assert.Equal(t, "2026-01-18", text.String())

	number, ok := jarvis.Get[int](v, "Int") // an int64
	assert.False(t, ok)
	assert.Zero(t, number)
	_, ok = jarvis.Get[any](v, "undeclared")
	assert.False(t, ok)
	_, ok = jarvis.Get[any](jarvis.Values{}, "Int")
	assert.False(t, ok)
}

func TestValuesTellGivenFromDefault(t *testing.T) {
	p := jarvis.NewParameters().OptionalInteger("level", "").Default("0").Absent("none").OptionalString("note", "").OptionalStringArray("tags", "").Default("[]").MustBuild()
	for _, tt := range []struct {
		args       string
		given, has []string
	}{
		{``, nil, []string{"level", "tags"}},
		{`{"level":null,"note":null,"tags":null}`, nil, []string{"level", "tags"}},
		{`{"level":"none"}`, nil, []string{"level", "tags"}},
		{`{"level":0,"note":"","tags":[]}`, []string{"level", "note", "tags"}, []string{"level", "note", "tags"}},
		{`{"note":"x"}`, []string{"note"}, []string{"level", "note", "tags"}},
	} {
		v, err := p.Validate(json.RawMessage(tt.args))
		require.NoError(t, err, tt.args)
		var given, has []string
		for _, name := range []string{"level", "note", "tags"} {
			if v.Given(name) {
				given = append(given, name)
			}
			if v.Has(name) {
				has = append(has, name)
			}
		}
		assert.Equal(t, tt.given, given, tt.args)
		assert.Equal(t, tt.has, has, tt.args)
	}
}

// TestValuesInsideTellGivenFromDefault asks the values of an inner object and of one that stands in a default.
func TestValuesInsideTellGivenFromDefault(t *testing.T) {
	inner := jarvis.NewParameters().OptionalInteger("a", "").Default("1").OptionalInteger("b", "").MustBuild()
	p := jarvis.NewParameters().OptionalObject("o", "", inner).Default(`{"b":2}`).MustBuild()
	for args, want := range map[string][2]bool{`{}`: {false, true}, `{"o":{}}`: {false, false}, `{"o":{"a":5}}`: {true, false}} {
		v, err := p.Validate(json.RawMessage(args))
		require.NoError(t, err)
		o, ok := v.Object("o")
		require.True(t, ok)
		assert.True(t, o.Has("a"))
		assert.Equal(t, want, [2]bool{o.Given("a"), o.Given("b")}, args)
	}
}

func TestValuesAreInDeclaredOrder(t *testing.T) {
	v, err := boundParameters().Validate(json.RawMessage(boundAll))
	require.NoError(t, err)
	var names []string
	for name, value := range v.All() {
		names = append(names, name)
		found, _ := v.Lookup(name)
		assert.Equal(t, found, value)
	}
	assert.Equal(t, parameterNames(boundParameters()), names)
	for name := range v.All() {
		assert.Equal(t, "String", name)
		break
	}
	m := v.Map()
	assert.Len(t, m, len(names))
	delete(m, "String")
	assert.True(t, v.Has("String"))
}

func TestValuesMarshalCanonically(t *testing.T) {
	v, err := boundParameters().Validate(json.RawMessage(boundAll))
	require.NoError(t, err)
	raw, err := v.MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `{"String":"","Int":0,"Float":0,"Bool":false,"Date":"2026-01-18","Datetime":"2026-01-18T05:00:00.1+02:00","TimeOfDay":"05:00:00","Duration":"P7D",`+
		`"Strings":[],"Dict":{"a":"<","b":1.50},"Object":{"street":"Main","number":1},"Ints":[1],"List":[1.0,{"y":null,"z":1}],"Objects":[{"street":"A"}]}`, string(raw))
	encoded, err := json.Marshal(map[string]any{"v": v, "p": &v})
	require.NoError(t, err)
	assert.JSONEq(t, `{"v":`+string(raw)+`,"p":`+string(raw)+`}`, string(encoded))
}

// TestValuesMarshalNegativeDuration: only Go text of the lenient column brings one, and ISO 8601 has no sign.
func TestValuesMarshalNegativeDuration(t *testing.T) {
	v, err := jarvis.NewParameters().RequiredTimedelta("wait", "").MustBuild().Validate(json.RawMessage(`{"wait":"-1h"}`), jarvis.Lenient())
	require.NoError(t, err)
	_, err = v.MarshalJSON()
	var format *jarvis.FormatError
	require.ErrorAs(t, err, &format)
	assert.ErrorContains(t, err, `argument "wait": `)
}

// TestValuesAreBoundBack binds the JSON of values to the same values, whatever text they came from.
func TestValuesAreBoundBack(t *testing.T) {
	p := boundParameters()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{`""`, `"<\u2028\ud83d\ude42\u0000>"`, `"a"`})
		number := rapid.SampledFrom([]string{`0`, `-0`, `1.0`, `12e3`, `9223372036854775807`, `-9223372036854775808`})
		draws := map[string]*rapid.Generator[string]{
			"String": text, "Int": number, "Float": rapid.SampledFrom([]string{`0`, `-0`, `1e-300`, `0.1`, `9007199254740993`, `1e308`}),
			"Bool": rapid.SampledFrom([]string{`true`, `false`}), "Date": rapid.SampledFrom([]string{`"0000-02-29"`, `"9999-12-31"`}),
			"Datetime":  rapid.SampledFrom([]string{`"0000-01-01T00:00:00+23:59"`, `"9999-12-31T23:59:59.9999999999-23:59"`, `"2026-01-18t05:00:00z"`}),
			"TimeOfDay": rapid.SampledFrom([]string{`"05:00"`, `"05:00:00.10-00:00"`, `"23:59:59.9999999999Z"`}),
			"Duration":  rapid.SampledFrom([]string{`"PT0S"`, `"P2W"`, `"PT0.0000000019S"`, `"P106751DT23H47M16.854775807S"`}),
			"Strings":   rapid.SampledFrom([]string{`[]`, `["","a"]`}), "Dict": rapid.SampledFrom([]string{`{}`, `{"b":[1e5,null],"a":{"c":"<"}}`}),
			"Object": rapid.SampledFrom([]string{`{"street":""}`, `{"number":3,"street":"x"}`}), "Ints": rapid.SampledFrom([]string{`[]`, `[1.0,2e1]`}),
			"List": rapid.SampledFrom([]string{`[]`, `[[[]],1.50,null]`}), "Objects": rapid.SampledFrom([]string{`[]`, `[{"street":"a"},{"street":"b"}]`}),
		}
		args := "{"
		for _, name := range slices.Sorted(maps.Keys(draws)) {
			if rapid.Bool().Draw(t, name) {
				if len(args) > 1 {
					args += ","
				}
				args += fmt.Sprintf("%q:%s", name, draws[name].Draw(t, name))
			}
		}
		v, err := p.Validate(json.RawMessage(args + "}"))
		require.NoError(t, err)
		raw, err := v.MarshalJSON()
		require.NoError(t, err)
		again, err := p.Validate(raw)
		require.NoError(t, err, "%s", raw)
		require.Equal(t, fmt.Sprintf("%#v", v.Map()["Float"]), fmt.Sprintf("%#v", again.Map()["Float"]))
		text2, err := again.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, string(raw), string(text2))
		at, _ := v.Datetime("Datetime")
		atAgain, _ := again.Datetime("Datetime")
		require.True(t, at.Equal(atAgain))
	})
}

// boundStruct gives the values of its parameters the types of its fields.
type boundStruct struct {
	Small  int8            `jarvis:"small"`
	Ptr    *uint16         `jarvis:"ptr"`
	Kind   boundKind       `jarvis:"kind"`
	Places []*argsTagged2  `jarvis:"places"`
	Levels map[string]*int `jarvis:"levels"`
}

type boundKind string

func TestValuesOfStructParameters(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "bound"}, func(context.Context, *jarvis.Request, boundStruct) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	})
	require.NoError(t, err)
	p := jarvis.MustDefine(cmd).Parameters()
	v, err := p.Validate(json.RawMessage(`{"small":5,"ptr":6,"kind":"k","places":[{"span":"PT1S"}],"levels":{"a":1}}`))
	require.NoError(t, err)
	small, ok := jarvis.Get[int8](v, "small")
	assert.True(t, ok && small == 5)
	ptr, ok := jarvis.Get[uint16](v, "ptr")
	assert.True(t, ok && ptr == 6, "pointers are removed")
	kind, ok := jarvis.Get[boundKind](v, "kind")
	assert.True(t, ok && kind == "k")
	_, ok = v.String("kind")
	assert.False(t, ok)
	places, ok := jarvis.Get[[]*argsTagged2](v, "places")
	assert.True(t, ok && len(places) == 1 && places[0].Span == time.Second)
	raw, err := v.MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `{"small":5,"ptr":6,"kind":"k","places":[{"span":"PT1S"}],"levels":{"a":1}}`, string(raw))
}
