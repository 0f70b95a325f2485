// Parameters and Parameter as programs read them: order, lookup, views, and what a reader cannot change.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// numberedNames returns p0, p1 and so on.
func numberedNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("p%d", i)
	}
	return names
}

func numberedParameters(t *testing.T, n int) *jarvis.Parameters {
	b := jarvis.NewParameters()
	for i, name := range numberedNames(n) {
		if i%2 == 0 {
			b.RequiredInteger(name, "")
		} else {
			b.OptionalInteger(name, "")
		}
	}
	p, err := b.Build()
	require.NoError(t, err)
	return p
}

func parameterNames(p *jarvis.Parameters) (names []string) {
	for param := range p.All() {
		names = append(names, param.Name())
	}
	return names
}

func TestParametersInAnyNumber(t *testing.T) {
	for _, n := range []int{0, 1, 2, 11, 12, 13, 63, 64, 65, 128, 129, 200} { // around the sizes of the name map and the bit set
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p := numberedParameters(t, n)
			assert.Equal(t, n, p.Len())
			assert.Equal(t, numberedNames(n), append([]string{}, parameterNames(p)...))
			var args, missing []string
			for i, name := range numberedNames(n) {
				param, ok := p.Lookup(name)
				require.True(t, ok, name)
				assert.Equal(t, name, param.Name())
				args = append(args, fmt.Sprintf("%q:%d", name, i))
				if i%2 == 0 {
					missing = append(missing, name)
				}
			}
			slices.Reverse(args) // not the declared order
			v, err := p.Validate(json.RawMessage("{" + strings.Join(args, ",") + "}"))
			require.NoError(t, err)
			for i, name := range numberedNames(n) {
				got, ok := v.Int(name)
				assert.True(t, ok && got == int64(i) && v.Given(name), name)
			}
			_, err = p.Validate(nil)
			if n == 0 {
				require.NoError(t, err)
				return
			}
			var invalid *jarvis.ValidationError
			require.ErrorAs(t, err, &invalid)
			assert.Equal(t, missing, invalid.Missing())
		})
	}
}

func TestParametersLookupIsExact(t *testing.T) {
	p := jarvis.NewParameters().RequiredString("City", "").MustBuild()
	for _, name := range []string{"", "city", "CITY", "City ", "Cit"} {
		param, ok := p.Lookup(name)
		assert.False(t, ok, name)
		assert.Equal(t, jarvis.Parameter{}, param, name)
	}
}

func TestParametersAllStopsEarly(t *testing.T) {
	p := numberedParameters(t, 5)
	var seen []string
	for param := range p.All() {
		if seen = append(seen, param.Name()); len(seen) == 2 {
			break
		}
	}
	assert.Equal(t, []string{"p0", "p1"}, seen)
}

func TestZeroParameter(t *testing.T) {
	var p jarvis.Parameter
	text, ok := p.Default()
	assert.False(t, ok)
	assert.Empty(t, text)
	assert.Empty(t, p.Name()+p.Description()+p.Label()+p.Options()+p.Type().String())
	assert.False(t, p.Required() || p.Refinable())
	assert.Nil(t, p.Enum())
	assert.Nil(t, p.Absent())
	assert.Nil(t, p.Fields())
}

func TestZeroParameters(t *testing.T) {
	p := &jarvis.Parameters{}
	assert.Zero(t, p.Len())
	assert.JSONEq(t, `{"properties":{},"additionalProperties":false,"type":"object","required":[]}`, string(p.Schema()))
	_, err := p.Validate(json.RawMessage(`{}`))
	require.NoError(t, err)
}

func TestParameterViews(t *testing.T) {
	def := "2"
	fields := jarvis.NewParameters().RequiredString("street", "").MustBuild()
	p := jarvis.NewParameters().
		Add(jarvis.ParameterSpec{Name: "level", Type: "Integer", Description: "How loud", Default: &def, Enum: []string{"1", "2"}, Refinable: true,
			Label: "Volume", Options: "levels", Absent: []string{"None"}}).
		RequiredArray("days", "date", "").Enum("2026-01-18").
		RequiredObject("home", "", fields).
		RequiredObjects("rooms", "", fields).
		RequiredDict("any", "").
		MustBuild()

	level, _ := p.Lookup("level")
	text, ok := level.Default()
	assert.True(t, ok)
	assert.Equal(t, "2", text)
	assert.Equal(t, "int", level.Type().String())
	assert.Equal(t, "How loud", level.Description())
	assert.Equal(t, "Volume", level.Label())
	assert.Equal(t, "levels", level.Options())
	assert.Equal(t, []string{"1", "2"}, level.Enum())
	assert.Equal(t, []string{"None"}, level.Absent())
	assert.True(t, level.Refinable())
	assert.False(t, level.Required())
	assert.Nil(t, level.Fields())

	days, _ := p.Lookup("days")
	assert.Equal(t, []string{"2026-01-18"}, days.Enum(), "the enum of an array is that of its elements")
	assert.Equal(t, jarvis.KindArray, days.Type().Kind())
	assert.Equal(t, jarvis.KindDate, days.Type().Elem())
	for _, name := range []string{"home", "rooms"} {
		param, _ := p.Lookup(name)
		assert.Same(t, fields, param.Fields(), name)
	}
	free, _ := p.Lookup("any")
	assert.Nil(t, free.Fields())
}

func TestParametersAreSafeForConcurrentUse(t *testing.T) {
	p := jarvis.NewParameters().OptionalStringArray("tags", "").Default(`["a"]`).OptionalEnum("mode", "", "x", "y").MustBuild()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				v, err := p.Validate(json.RawMessage(`{"mode":"x"}`))
				assert.NoError(t, err)
				tags, _ := v.Strings("tags")
				tags[0] = "changed by its reader"
				_, err = p.Validate(json.RawMessage(`{"mode":"z"}`))
				assert.Error(t, err)
				assert.Contains(t, string(p.Schema()), `"default":["a"]`)
			}
		})
	}
	wg.Wait()
}

func TestBuilderGoesOnAfterBuild(t *testing.T) {
	b := jarvis.NewParameters().OptionalEnum("mode", "", "a", "b")
	first := b.MustBuild()
	_ = first.Schema()
	second := b.Default("a").Refinable().Label("Mode").Absent("none").Check(func(any) bool { return false }, "no").RequiredString("more", "")
	_, err := second.Build()
	assert.Equal(t, []string{`Parameters.mode: default "a" is refused: no`}, tagErrorTexts(t, err), "only the later declarations are wrong")

	assert.Equal(t, 1, first.Len())
	param, _ := first.Lookup("mode")
	_, hasDefault := param.Default()
	assert.False(t, hasDefault || param.Refinable() || param.Label() != "" || param.Absent() != nil)
	v, err := first.Validate(json.RawMessage(`{"mode":"a"}`))
	require.NoError(t, err)
	assert.True(t, v.Has("mode"))

	third := jarvis.NewParameters().RequiredString("x", "")
	one, two := third.MustBuild(), third.MustBuild()
	assert.NotSame(t, one, two)
	assert.Equal(t, string(one.Schema()), string(two.Schema()))
}

// TestBuiltParametersDoNotChange changes everything that was handed in or out and looks whether anything comes of it.
func TestBuiltParametersDoNotChange(t *testing.T) {
	enum, absent, def := []string{"a", "b"}, []string{"none"}, "a"
	values := []string{"x", "y"}
	b := jarvis.NewParameters().
		Add(jarvis.ParameterSpec{Name: "mode", Type: "string", Enum: enum, Absent: absent, Default: &def}).
		OptionalEnum("other", "", values...).Absent(absent...).
		OptionalDict("options", "").Default(`{"list":[1]}`).
		OptionalStringArray("tags", "").Default(`["t"]`)
	overwrite := func() {
		enum[0], absent[0], def, values[0] = "changed", "changed", "changed", "changed"
	}
	overwrite()
	p := b.MustBuild()
	schema := string(p.Schema())
	assert.NotContains(t, schema, "changed")
	overwrite()
	b.Label("changed").RequiredString("changed", "")

	for param := range p.All() {
		for _, list := range [][]string{param.Enum(), param.Absent()} {
			if list != nil {
				list[0] = "changed"
			}
		}
	}
	v, err := p.Validate(json.RawMessage(`{"mode":"NONE"}`))
	require.NoError(t, err)
	tags, _ := v.Strings("tags")
	tags[0] = "changed"
	options, _ := v.Dict("options")
	options["list"].([]any)[0] = "changed"
	v.Coercions()[0].Got = "changed"
	v.Map()["tags"] = "changed"

	assert.Equal(t, `"NONE"`, v.Coercions()[0].Got)
	v, err = p.Validate(json.RawMessage(`{"mode":"b","other":"x"}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"mode": "b", "other": "x", "tags": []string{"t"}, "options": map[string]any{"list": []any{json.Number("1")}},
	}, v.Map())
	assert.Equal(t, schema, string(p.Schema()))
	param, _ := p.Lookup("mode")
	assert.Equal(t, []string{"a", "b"}, param.Enum())
}

// TestReportsDoNotShareTheDeclaration changes a report, which is a plain value of its reader, and validates again.
func TestReportsDoNotShareTheDeclaration(t *testing.T) {
	p := jarvis.NewParameters().RequiredEnum("mode", "", "a", "b").RequiredInteger("n", "").Enum("1").Validate("oneof=1 2").MustBuild()
	args := json.RawMessage(`{"mode":"changed","n":"x"}`)
	_, err := p.Validate(args)
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	before := invalid.Error()
	for _, result := range invalid.Results() {
		result.ValidValues[0] = "changed"
	}
	for _, problem := range invalid.Problems {
		problem.Allowed[0] = "changed"
	}
	_, err = p.Validate(args)
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, before, invalid.Error())
	param, _ := p.Lookup("mode")
	assert.Equal(t, []string{"a", "b"}, param.Enum())
}

// parityStruct declares with tags what parityBuilder declares with calls.
type parityStruct struct {
	Name    string               `jarvis:"name,required" description:"Who"`
	Level   int                  `jarvis:"level,refinable" default:"2" validate:"gte=1,lte=9" absent:"none"`
	Ratio   float64              `jarvis:"ratio" enum:"0.5,1"`
	On      bool                 `jarvis:"on"`
	Day     jarvis.Date          `jarvis:"day,required"`
	At      string               `jarvis:"at,type=datetime"`
	Clock   jarvis.TimeOfDay     `jarvis:"clock"`
	Span    time.Duration        `jarvis:"span" default:"PT1M"`
	Tags    []string             `jarvis:"tags" enum:"x,y" validate:"max=3,unique"`
	Counts  []int                `jarvis:"counts" validate:"dive,gte=0"`
	Any     []any                `jarvis:"any"`
	Free    map[string]any       `jarvis:"free" validate:"max=2"`
	Address parityAddress        `jarvis:"address"`
	Rooms   []parityAddress      `jarvis:"rooms"`
	Mail    string               `jarvis:"mail" description:"Where to." validate:"email"`
	_       map[struct{}]float64 // no parameter
}

type parityAddress struct {
	Street string `jarvis:"street,required"`
	Number int    `jarvis:"number"`
}

func (*parityStruct) Spec() jarvis.Spec { return jarvis.Spec{Name: "parity"} }

func (*parityStruct) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(nil), nil
}

func parityBuilder() *jarvis.ParametersBuilder {
	address := jarvis.NewParameters().RequiredString("street", "").OptionalInteger("number", "").MustBuild()
	return jarvis.NewParameters().
		RequiredString("name", "Who").
		OptionalInteger("level", "").Refinable().Default("2").Validate("gte=1,lte=9").Absent("none").
		OptionalNumber("ratio", "").Enum("0.5", "1").
		OptionalBoolean("on", "").
		RequiredDate("day", "").
		OptionalDatetime("at", "").
		OptionalTime("clock", "").
		OptionalTimedelta("span", "").Default("PT1M").
		OptionalStringArray("tags", "").Enum("x", "y").Validate("max=3,unique").
		OptionalArray("counts", "int", "").Validate("dive,gte=0").
		OptionalArray("any", "", "").
		OptionalDict("free", "").Validate("max=2").
		OptionalObject("address", "", address).
		OptionalObjects("rooms", "", address).
		OptionalString("mail", "Where to.").Validate("email")
}

// parityArguments are good and bad calls of the two.
var parityArguments = []string{
	``, `null`, `{}`, `[]`, `{"name":"a","day":"2026-01-18"}`, `{"day":"2026-01-18","name":null}`, `{"name":5,"day":"2026-02-30"}`,
	`{"name":"a","day":"2026-01-18","level":9,"ratio":0.50,"on":false,"at":"2026-01-18T05:00:00Z","clock":"05:00","span":"P1D","tags":["x","y"],
		"counts":[0,1],"any":[1,"a",{}],"free":{"a":1},"address":{"street":"Main"},"rooms":[{"street":"Main","number":1},{"street":""}],"mail":"a@example.com"}`,
	`{"name":"a","day":"2026-01-18","level":10,"ratio":0.7,"on":"true","at":"2026-01-18","clock":"5","span":"1h","tags":["x","x"],
		"counts":[0,-1,"x"],"any":{},"free":{"a":1,"b":2,"c":3},"address":{"number":1},"rooms":[{"street":"Main","nmuber":1},5],"mail":"nobody"}`,
	`{"name":"a","day":"2026-01-18","level":"None"}`, `{"name":"a","day":"2026-01-18","levle":3}`, `{"name":"a","name":"b","day":"2026-01-18"}`,
	`{"name":"a","day":"2026-01-18","tags":["z",5,null]}`, `{"name":"a","day":"2026-01-18","tags":["x","y","x","y"]}`,
	`{"name":"a","day":"2026-01-18","level":" 3 ","counts":["4"],"on":"true","at":"2026-01-18 05:00+00","span":"1h30m"}`,
	`{"name":"a","day":"2026-01-18","address":{},"rooms":[{}]}`, `{"name":"a","day":"2026-01-18","level":1e99}`,
}

func TestBuilderAndStructAreTheSame(t *testing.T) {
	ofStruct := jarvis.MustDefine(&parityStruct{}).Parameters()
	built := parityBuilder().MustBuild()
	assert.Equal(t, string(ofStruct.Schema()), string(built.Schema()))
	for _, mode := range []jarvis.Option{jarvis.Strict(), jarvis.Lenient(), jarvis.IgnoreUnknown()} {
		for _, args := range parityArguments {
			want, wantErr := ofStruct.Validate(json.RawMessage(args), mode)
			got, err := built.Validate(json.RawMessage(args), mode)
			if wantErr == nil {
				require.NoError(t, err, args)
				assert.Equal(t, want.Coercions(), got.Coercions(), args)
				continue
			}
			require.Error(t, err, args)
			assert.Equal(t, wantErr.Error(), err.Error(), args)
		}
	}
}
