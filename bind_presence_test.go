// Presence, defaults, rules of elements, and many parameters.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestPresence(t *testing.T) {
	type in struct {
		N    int           `jarvis:"n" default:"7"`
		S    string        `jarvis:"s" default:"x"`
		B    bool          `jarvis:"b" default:"true"`
		F    *float64      `jarvis:"f" default:"1.5"`
		L    []int         `jarvis:"l" default:"[1,2]"`
		D    time.Duration `jarvis:"d" default:"PT1M"`
		None *string       `jarvis:"none"`
	}
	defaults := in{N: 7, S: "x", B: true, F: new(1.5), L: []int{1, 2}, D: time.Minute}
	zeros := in{F: new(0.0), L: []int{}, None: new("")}
	for args, tt := range map[string]struct {
		want  in
		given string
	}{
		``:        {defaults, ""},
		" \t\r\n": {defaults, ""},
		`null`:    {defaults, ""},
		` null `:  {defaults, ""},
		`{}`:      {defaults, ""},
		`{"n":null,"s":null,"b":null,"f":null,"l":null,"d":null,"none":null}`: {defaults, ""},
		`{"n":0,"s":"","b":false,"f":0,"l":[],"d":"PT0S","none":""}`:          {zeros, "n s b f l d none"},
		`{"n":7}`: {defaults, "n"},
	} {
		b := bindTo[in](t, args)
		require.Nil(t, b.failed, args)
		assert.Equal(t, tt.want, b.in, args)
		var given []string
		for _, name := range []string{"n", "s", "b", "f", "l", "d", "none"} {
			if b.values.Given(name) {
				given = append(given, name)
			}
			assert.Equal(t, name != "none" || tt.want.None != nil, b.values.Has(name), name)
		}
		assert.Equal(t, tt.given, strings.Join(given, " "), args)
	}
	for _, args := range []string{``, `null`, `{}`, `{"a":null}`} {
		b := bindTo[struct {
			A string `jarvis:"a,required"`
			B int    `jarvis:"b"`
		}](t, args)
		assert.Equal(t, []string{"missing a"}, b.problems(), args)
		assert.Equal(t, []string{"a"}, b.failed.Missing(), args)
	}
}

// What a command changes in a default must not reach the next call.
func TestDefaultsAreFresh(t *testing.T) {
	type in struct {
		Names []string       `jarvis:"names" default:"[\"a\"]"`
		Any   []any          `jarvis:"any" default:"[{\"k\":[1]}]"`
		Dict  map[string]any `jarvis:"dict" default:"{\"k\":\"v\"}"`
		Typed map[string]int `jarvis:"typed" default:"{\"k\":1}"`
		Num   *int           `jarvis:"num" default:"5"`
		Warm  *warmth        `jarvis:"warm" default:"{\"C\":1}"`
		Road  *road          `jarvis:"road" default:"{\"name\":\"Elm\",\"floors\":[1]}"`
		Roads []road         `jarvis:"roads" default:"[{\"name\":\"Elm\"}]"`
	}
	var seen []string
	cmd, err := jarvis.New(jarvis.Spec{Name: "demo"}, func(_ context.Context, _ *jarvis.Request, v in) (*jarvis.Response, error) {
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		seen = append(seen, string(raw))
		v.Names[0], v.Any[0].(map[string]any)["k"].([]any)[0], v.Dict["k"], v.Typed["k"], *v.Num, v.Warm.Degrees = "changed", "changed", "changed", 99, 99, 99
		v.Road.Name, v.Road.Floors[0], v.Roads[0].Name = "changed", 99, "changed"
		v.Names = append(v.Names, "changed")
		return jarvis.Success(nil), nil
	})
	require.NoError(t, err)
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(cmd))
	for range 3 {
		_, err := reg.Execute(context.Background(), "demo", nil, nil)
		require.NoError(t, err)
	}
	assert.Equal(t, `{"Names":["a"],"Any":[{"k":[1]}],"Dict":{"k":"v"},"Typed":{"k":1},"Num":5,"Warm":{"Degrees":1},"Road":{"Name":"Elm","Number":null,"Floors":[1],"Side":"left"},"Roads":[{"Name":"Elm","Number":null,"Floors":null,"Side":"left"}]}`, seen[0])
	assert.Equal(t, []string{seen[0], seen[0], seen[0]}, seen)

	p := jarvis.NewParameters().OptionalStringArray("l", "").Default(`["a"]`).OptionalDict("d", "").Default(`{"k":[1]}`).MustBuild()
	for range 3 {
		v, err := p.Validate(nil)
		require.NoError(t, err)
		l, _ := v.Strings("l")
		d, _ := v.Dict("d")
		require.Equal(t, []string{"a"}, l)
		require.Equal(t, map[string]any{"k": []any{json.Number("1")}}, d)
		l[0], d["k"].([]any)[0] = "changed", "changed"
	}
}

// Rules after dive hold for each element and value, default ones included, and after the element's own type.
func TestElementRules(t *testing.T) {
	type in struct {
		Nums  []int8         `jarvis:"nums" validate:"max=4,dive,lte=5"`
		Ptrs  []*int         `jarvis:"ptrs" validate:"dive,gte=1"`
		Names []string       `jarvis:"names" validate:"dive,len=2"`
		Map   map[string]int `jarvis:"map" validate:"dive,lte=5"`
		Def   []int          `jarvis:"def" validate:"dive,lte=5" default:"[5]"`
	}
	assert.Nil(t, bindTo[in](t, `{"nums":[5,-1],"ptrs":[1],"names":["ab"],"map":{"a":5}}`).failed)
	b := bindTo[in](t, `{"nums":[5,6,200],"ptrs":[0],"names":["ab","abc"],"map":{"a":6,"b":"x"},"def":[6]}`)
	assert.Equal(t, []string{"rule nums[1]", "type nums[2]", "rule ptrs[0]", "rule names[1]", "rule map.a", "type map.b", "rule def[0]"}, b.problems())
	assert.Equal(t, []string{"rule nums"}, bindTo[in](t, `{"nums":[1,1,1,1,1]}`).problems())
	assert.Equal(t, []string{"rule nums[4]", "rule nums"}, bindTo[in](t, `{"nums":[1,1,1,1,9]}`).problems(), "elements first, the list after them")
}

// More parameters than one word of bits, and than are looked for one by one.
func TestManyParameters(t *testing.T) {
	b := jarvis.NewParameters()
	for i := range 200 {
		b.OptionalInteger(fmt.Sprintf("p%03d", i), "").Default("-1")
	}
	p := b.RequiredString("last", "").MustBuild()
	v, err := p.Validate(json.RawMessage(`{"last":"x","p150":0,"p063":63,"p064":64}`))
	require.NoError(t, err)
	for i := range 200 {
		name := fmt.Sprintf("p%03d", i)
		want := map[int]int64{150: 0, 63: 63, 64: 64}
		n, ok := v.Int(name)
		require.True(t, ok)
		value, given := want[i]
		if !given {
			value = -1
		}
		require.Equal(t, value, n, name)
		require.Equal(t, given, v.Given(name), name)
	}
	_, err = p.Validate(json.RawMessage(`{"p199":"x","p063":"x","p150_":1}`))
	var failed *jarvis.ValidationError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, []string{"type p063", "type p199", "missing last", "unknown p150_"}, places(failed))
	assert.Equal(t, "p150", failed.Problems[3].Suggestion)
}
