// What lenient mode and absent words report, and keys that are ignored on request.

package jarvis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type lenientInput struct {
	Days  int            `jarvis:"days" validate:"lte=5"`
	Rate  float64        `jarvis:"rate"`
	Loud  bool           `jarvis:"loud"`
	Level int            `jarvis:"level" enum:"1,2"`
	Tags  []string       `jarvis:"tags" enum:"1.50,b"`
	Road  *road          `jarvis:"road"`
	Count map[string]int `jarvis:"count"`
	Roads []road         `jarvis:"roads"`
	Any   map[string]any `jarvis:"any"`
	Unit  string         `jarvis:"unit" absent:"none,Default" default:"metric"`
	Dates []jarvis.Date  `jarvis:"dates" absent:"none"`
	Limit *int           `jarvis:"limit" absent:"none"`
	Warm  warmth         `jarvis:"warm" absent:"none"`
	Inner struct {
		Mode string `jarvis:"mode" absent:"none"`
	} `jarvis:"inner"`
}

// Coercions come in the order in which the call brings them, each with its place, what came and what it was taken for.
func TestCoercionsAreReported(t *testing.T) {
	args := `{"tags":["b",1.50],"days":" 5 ","rate":"1e-1","loud":"true\n","level":"2.0","road":{"floors":["1",2],"name":"x"},"count":{"a":"1","b":2,"c":"+3"},"roads":[{"name":"a"},{"name":"b","number":"7"}],"any":{"n":"5"}}`
	b := bindTo[lenientInput](t, args, jarvis.Lenient())
	require.Nil(t, b.failed)
	assert.Equal(t, []jarvis.Coercion{
		{Param: "tags", Path: "tags[1]", Got: "1.50", Type: "string"},
		{Param: "days", Path: "days", Got: `" 5 "`, Type: "int"},
		{Param: "rate", Path: "rate", Got: `"1e-1"`, Type: "float"},
		{Param: "loud", Path: "loud", Got: `"true\n"`, Type: "bool"},
		{Param: "level", Path: "level", Got: `"2.0"`, Type: "int"},
		{Param: "road", Path: "road.floors[0]", Got: `"1"`, Type: "int"},
		{Param: "count", Path: "count.a", Got: `"1"`, Type: "int"},
		{Param: "count", Path: "count.c", Got: `"+3"`, Type: "int"},
		{Param: "roads", Path: "roads[1].number", Got: `"7"`, Type: "int"},
	}, b.notes)
	assert.Equal(t, []string{"b", "1.50"}, b.in.Tags)
	assert.Equal(t, map[string]any{"n": "5"}, b.in.Any, "values of no declared type are never coerced")
	assert.Equal(t, map[string]int{"a": 1, "b": 2, "c": 3}, b.in.Count)
}

// Every coercion applied is reported, however many there are.
func TestManyCoercionsAreReported(t *testing.T) {
	args := `{"roads":[{"name":"a","floors":[` + strings.TrimSuffix(strings.Repeat(`"1",`, 2000), ",") + `]}]}`
	b := bindTo[lenientInput](t, args, jarvis.Lenient())
	require.Nil(t, b.failed)
	require.Len(t, b.in.Roads[0].Floors, 2000)
	require.Len(t, b.notes, 1000, "the others are counted")
	assert.Equal(t, jarvis.Coercion{Param: "roads", Path: "roads[0].floors[999]", Got: `"1"`, Type: "int", More: 1000}, b.notes[999])
}

// A value is coerced first and then judged like any other; a refused call reports no coercion.
func TestCoercedValuesAreChecked(t *testing.T) {
	b := bindTo[lenientInput](t, `{"days":"6","level":"3","tags":[1.5],"rate":"1"}`, jarvis.Lenient())
	assert.Equal(t, []string{"rule days", "enum level", "enum tags[0]"}, b.problems())
	assert.Empty(t, b.notes)
}

func TestLenientChangesNothingElse(t *testing.T) {
	for _, args := range []string{
		`{"days":true}`, `{"rate":false}`, `{"loud":1}`, `{"tags":"b"}`, `{"tags":[true]}`, `{"road":[]}`, `{"count":"{}"}`, `{"dates":"2026-01-18"}`, `{"unknown":1}`, `{"tags":[null]}`,
	} {
		assert.NotNil(t, bindTo[lenientInput](t, args).failed, args)
		strict, lenient := bindTo[lenientInput](t, args), bindTo[lenientInput](t, args, jarvis.Lenient())
		assert.Equal(t, strict.failed, lenient.failed, args)
	}
}

func TestAbsentWords(t *testing.T) {
	absent := func(param, path, got string) []jarvis.Coercion {
		return []jarvis.Coercion{{Param: param, Path: path, Got: got}}
	}
	for args, notes := range map[string][]jarvis.Coercion{
		`{"unit":"none"}`:                      absent("unit", "unit", `"none"`),
		`{"unit":"NONE"}`:                      absent("unit", "unit", `"NONE"`),
		`{"unit":"DEFAULT"}`:                   absent("unit", "unit", `"DEFAULT"`),
		`{"unit":"n\u006fne"}`:                 absent("unit", "unit", `"none"`),
		`{"dates":"None"}`:                     absent("dates", "dates", `"None"`),
		`{"limit":"none"}`:                     absent("limit", "limit", `"none"`),
		`{"warm":"none"}`:                      absent("warm", "warm", `"none"`),
		`{"inner":{"mode":"none"}}`:            absent("inner", "inner.mode", `"none"`),
		`{"unit":"metric"}`:                    nil,
		`{"unit":null}`:                        nil,
		`{"unit":"none of these"}`:             nil,
		`{"unit":" none"}`:                     nil, // not trimmed
		`{"unit":""}`:                          nil,
		`{"tags":["b"],"any":{"unit":"none"}}`: nil,
	} {
		for _, opts := range [][]jarvis.Option{nil, {jarvis.Lenient()}} {
			b := bindTo[lenientInput](t, args, opts...)
			require.Nil(t, b.failed, args)
			assert.Equal(t, notes, b.notes, args)
			if notes != nil && notes[0].Path == notes[0].Param {
				assert.False(t, b.values.Given(notes[0].Param), args)
				assert.Equal(t, notes[0].Param == "unit", b.values.Has(notes[0].Param), "the default applies: %s", args)
			}
		}
	}
	assert.Equal(t, "metric", bindTo[lenientInput](t, `{"unit":"none"}`).in.Unit)
	assert.Equal(t, " none", bindTo[lenientInput](t, `{"unit":" none"}`).in.Unit)
	for _, args := range []string{`{"limit":"nothing"}`, `{"limit":["none"]}`, `{"dates":["none"]}`, `{"days":"none"}`, `{"warm":"nothing"}`} {
		assert.NotNil(t, bindTo[lenientInput](t, args).failed, args)
	}
}

func TestIgnoreUnknown(t *testing.T) {
	args := `{"x":{"deep":[1,{"a":null}]},"road":{"name":"Elm","nane":1,"side":"right"},"roads":[{"name":"a","y":[]},{"z":"","name":"b"}],"Days":9,"days":3,"inner":{"mode":"m","mood":"n"},"any":{"free":1}}`
	refused := []string{"unknown road.nane", "unknown roads[0].y", "unknown roads[1].z", "unknown inner.mood", "unknown x", "unknown Days"}
	assert.Equal(t, refused, bindTo[lenientInput](t, args).problems())
	assert.Equal(t, refused, bindTo[lenientInput](t, args, jarvis.IgnoreUnknown(), jarvis.RefuseUnknown()).problems(), "RefuseUnknown undoes it")
	b := bindTo[lenientInput](t, args, jarvis.RefuseUnknown(), jarvis.IgnoreUnknown())
	require.Nil(t, b.failed)
	assert.Equal(t, 3, b.in.Days)
	assert.Equal(t, &road{Name: "Elm", Side: "right"}, b.in.Road)
	assert.Equal(t, []road{{Name: "a", Side: "left"}, {Name: "b", Side: "left"}}, b.in.Roads)
	assert.Equal(t, map[string]any{"free": json.Number("1")}, b.in.Any)
	assert.Empty(t, b.notes)

	assert.Equal(t, []string{"missing road.name"}, bindTo[lenientInput](t, `{"road":{"nane":"Elm"}}`, jarvis.IgnoreUnknown()).problems())
	for _, args := range []string{`{"x":[1,}`, `{"x":{"a":1,"a":2}}`, "{\"x\":\"\xff\"}", `{"x":1,"x":2}`, `{"x":"\ud800"}`, `{"x":tru}`} {
		assert.Equal(t, []string{"syntax "}, bindTo[lenientInput](t, args, jarvis.IgnoreUnknown()).problems(), args)
	}
}
