// Args.JSON: the texts that the binder reads, and what cannot be written.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// argsTagged is a struct that parameters can be made of: it is written by the names of its parameters.
type argsTagged struct {
	At      time.Time         `jarvis:"at"`
	Wait    *time.Duration    `jarvis:"wait"`
	Days    []jarvis.Date     `jarvis:"days"`
	Free    map[string]any    `jarvis:"free"`
	Inner   *argsTagged2      `jarvis:"inner"`
	Level   int               `jarvis:"level"`
	Private string            // no parameter
	List    []argsTagged2     `jarvis:"list"`
	Clock   *jarvis.TimeOfDay `jarvis:"clock"`
}

type argsTagged2 struct {
	Span time.Duration `jarvis:"span" json:"other"`
}

// argsPlain has no tags of ours.
type argsPlain struct {
	Span time.Duration `json:"span"`
	Name string        `json:"name,omitempty"`
}

// argsText is a value and the JSON that it is written as.
type argsText = struct {
	name  string
	value any
	want  string
}

// argsTexts lists values of every kind.
func argsTexts() []argsText {
	berlin := time.FixedZone("", 2*60*60)
	instant := time.Date(2026, 1, 18, 5, 0, 0, 120_000_000, berlin)
	minute, clock := time.Minute, jarvis.TimeOfDay{Hour: 5}
	day := jarvis.Date{Year: 2026, Month: 1, Day: 18}
	type named string
	return []argsText{
		{"nil", nil, `null`},
		{"string", "a", `"a"`},
		{"named string", named("a"), `"a"`},
		{"HTML characters", "<b> & \"c\"", `"<b> & \"c\""`},
		{"HTML characters inside", []any{map[string]any{"<&>": "<"}}, `[{"<&>":"<"}]`},
		{"control characters", "\n\x00", `"\n\u0000"`},
		{"large int", int64(math.MinInt64), `-9223372036854775808`},
		{"uint", uint64(math.MaxUint64), `18446744073709551615`},
		{"float", 0.1, `0.1`},
		{"json.Number", json.Number("9007199254740993.50"), `9007199254740993.50`},
		{"bool", true, `true`},
		{"raw", json.RawMessage(`{"b": 1, "a": "<"}`), `{"b":1,"a":"<"}`},

		{"time", instant, `"2026-01-18T05:00:00.12+02:00"`},
		{"time in UTC", instant.UTC(), `"2026-01-18T03:00:00.12Z"`},
		{"pointer to a time", &instant, `"2026-01-18T05:00:00.12+02:00"`},
		{"duration", 90 * time.Minute, `"PT1H30M"`},
		{"no duration", time.Duration(0), `"PT0S"`},
		{"pointer to a duration", &minute, `"PT1M"`},
		{"date", day, `"2026-01-18"`},
		{"time of day", jarvis.TimeOfDay{Hour: 5, Minute: 30, HasOffset: true}, `"05:30:00Z"`},
		{"nil pointers", []any{(*time.Time)(nil), (*time.Duration)(nil), (*jarvis.Date)(nil), (*argsTagged)(nil)}, `[null,null,null,null]`},

		{"slice of times", []time.Time{instant.UTC()}, `["2026-01-18T03:00:00.12Z"]`},
		{"slices and maps", map[string][]time.Duration{"b": {time.Second}, "a": {}}, `{"a":[],"b":["PT1S"]}`},
		{"any in any", []any{map[string]any{"b": []any{day}, "a": &clock}}, `[{"a":"05:00:00","b":["2026-01-18"]}]`},
		{"array", [2]time.Duration{time.Second}, `["PT1S","PT0S"]`},
		{"named keys", map[named]time.Duration{"x": time.Second}, `{"x":"PT1S"}`},
		{"args in args", jarvis.Args{"b": jarvis.Args{"c": time.Second}, "a": nil}, `{"a":null,"b":{"c":"PT1S"}}`},
		{"nil args", jarvis.Args(nil), `{}`},
		{"keys of other kinds", map[int]string{2: "b", 10: "a"}, `{"10":"a","2":"b"}`},

		{"tagged struct", argsTagged{At: instant.UTC()}, `{"at":"2026-01-18T03:00:00.12Z","level":0}`},
		{"tagged struct, all of it", argsTagged{At: instant.UTC(), Wait: &minute, Days: []jarvis.Date{day}, Free: map[string]any{"t": minute}, Inner: &argsTagged2{minute}, Level: 1,
			Private: "x", List: []argsTagged2{{time.Second}}, Clock: &clock},
			`{"at":"2026-01-18T03:00:00.12Z","clock":"05:00:00","days":["2026-01-18"],"free":{"t":"PT1M"},"inner":{"span":"PT1M"},"level":1,"list":[{"span":"PT1S"}],"wait":"PT1M"}`},
		{"pointer to a tagged struct", &argsTagged2{time.Second}, `{"span":"PT1S"}`},
		{"another struct", argsPlain{Span: time.Second}, `{"span":1000000000}`},
		{"text marshaler", netip.MustParseAddr("192.0.2.1"), `"192.0.2.1"`},
		{"marshaler", big.NewInt(5), `5`},
		{"marshaler of a pointer in a slice", []big.Int{*big.NewInt(5)}, `[5]`},
		{"bytes", []byte("hi"), `"aGk="`},
		{"secret", jarvis.NewSecretString("x"), `"[secret]"`},
	}
}

func TestArgsJSON(t *testing.T) {
	for _, tt := range argsTexts() {
		t.Run(tt.name, func(t *testing.T) {
			raw, err := jarvis.Args{"x": tt.value}.JSON()
			require.NoError(t, err)
			assert.Equal(t, `{"x":`+tt.want+`}`, string(raw))
		})
	}
}

func TestArgsJSONOfNothing(t *testing.T) {
	for _, args := range []jarvis.Args{nil, {}} {
		raw, err := args.JSON()
		require.NoError(t, err)
		assert.Equal(t, `{}`, string(raw))
	}
}

func TestArgsJSONSortsNames(t *testing.T) {
	raw, err := jarvis.Args{"b": 1, "B": 2, "a": 3, "ä": 4, "": 5, "<": 6, `"`: 7}.JSON()
	require.NoError(t, err)
	assert.Equal(t, `{"":5,"\"":7,"<":6,"B":2,"a":3,"b":1,"ä":4}`, string(raw))
}

// argsBroken fails to marshal.
type argsBroken struct{}

var errArgsBroken = errors.New("broken")

func (argsBroken) MarshalJSON() ([]byte, error) { return nil, errArgsBroken }

// TestArgsJSONAsDeepAsTheBinderReads nests as far as a call may.
func TestArgsJSONAsDeepAsTheBinderReads(t *testing.T) {
	var value any = []any{}
	for range 31 {
		value = []any{map[string]any{"a": value}}
	}
	raw, err := jarvis.Args{"x": value}.JSON()
	require.NoError(t, err)
	_, err = jarvis.NewParameters().RequiredArray("x", "", "").MustBuild().Validate(raw)
	require.NoError(t, err)
}

func TestArgsJSONErrors(t *testing.T) {
	negative := -time.Second
	for name, tt := range map[string]struct {
		value any
		want  any // what the error is or has
	}{
		"negative duration":           {negative, new(*jarvis.FormatError)},
		"negative duration inside":    {[]any{map[string]*time.Duration{"a": &negative}}, new(*jarvis.FormatError)},
		"negative duration in struct": {&argsTagged2{negative}, new(*jarvis.FormatError)},
		"no real day":                 {jarvis.Date{Year: 2026, Month: 2, Day: 30}, new(*jarvis.FormatError)},
		"no reading of a clock":       {[]jarvis.TimeOfDay{{Hour: 24}}, new(*jarvis.FormatError)},
		"year 10000":                  {time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), nil},
		"year -1":                     {[]time.Time{time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)}, nil},
		"NaN":                         {math.NaN(), new(*json.UnsupportedValueError)},
		"infinity":                    {map[string]any{"a": math.Inf(1)}, new(*json.UnsupportedValueError)},
		"channel":                     {make(chan int), new(*json.UnsupportedTypeError)},
		"function":                    {[]any{func() {}}, new(*json.UnsupportedTypeError)},
		"complex":                     {1i, new(*json.UnsupportedTypeError)},
		"keys that are no text":       {map[[1]int]int{{1}: 1}, new(*json.UnsupportedTypeError)},
		"broken marshaler":            {argsBroken{}, errArgsBroken},
		"broken raw":                  {json.RawMessage(`{`), nil},
		"empty number":                {json.Number("x"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			raw, err := jarvis.Args{"good": 1, "bad": tt.value}.JSON()
			require.Error(t, err)
			assert.Nil(t, raw)
			assert.ErrorContains(t, err, `argument "bad": `)
			switch want := tt.want.(type) {
			case nil:
			case error:
				assert.ErrorIs(t, err, want)
			default:
				assert.ErrorAs(t, err, want)
			}
		})
	}
}

// TestArgsJSONOfDistantZones has the text name the very instant, though RFC 3339 has neither seconds in an offset nor whole days.
func TestArgsJSONOfDistantZones(t *testing.T) {
	for name, offset := range map[string]int{"Berlin until 1893": 53*60 + 28, "a day and an hour": 25 * 60 * 60, "a day back": -24 * 60 * 60} {
		t.Run(name, func(t *testing.T) {
			before := time.Date(1890, 1, 1, 0, 0, 0, 0, time.FixedZone("", offset))
			for _, args := range []jarvis.Args{{"at": before}, {"at": &before}} {
				raw, err := args.JSON()
				require.NoError(t, err)
				v, err := jarvis.NewParameters().RequiredDatetime("at", "").MustBuild().Validate(raw)
				require.NoError(t, err)
				at, _ := v.Datetime("at")
				assert.True(t, before.Equal(at), "%s is not %s", at.UTC(), before.UTC())
			}
		})
	}
}

// argsCycles are values that contain themselves.
func argsCycles() map[string]any {
	aMap := map[string]any{}
	aMap["self"] = aMap
	wide := map[string]any{"x": []any{aMap, aMap}}
	wide["y"], wide["z"] = wide, wide
	list := make([]any, 1)
	list[0] = list
	type pointer *pointer
	var p pointer
	p = &p
	args := jarvis.Args{}
	args["inner"] = []any{args}
	type node struct{ Next *node }
	n := &node{}
	n.Next = n
	tagged := argsTagged{Free: map[string]any{}}
	tagged.Free["self"] = &tagged
	return map[string]any{"map": aMap, "wide map": wide, "slice": list, "pointer": p, "args": args, "struct": n, "tagged struct": tagged}
}

// TestArgsJSONOfCycles runs each cycle in a process of its own: a stack overflow cannot be recovered.
func TestArgsJSONOfCycles(t *testing.T) {
	if name := os.Getenv("JARVIS_ARGS_CYCLE"); name != "" {
		debug.SetMaxStack(16 << 20)
		_, err := jarvis.Args{"bad": argsCycles()[name]}.JSON()
		require.ErrorContains(t, err, `argument "bad": `)
		assert.Less(t, len(err.Error()), 500, "the text is fit to be read: %.100s", err.Error())
		return
	}
	for name := range argsCycles() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestArgsJSONOfCycles$", "-test.timeout=20s")
			cmd.Env = append(os.Environ(), "JARVIS_ARGS_CYCLE="+name)
			out, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%.300s", out)
		})
	}
}

// TestArgsJSONIsBoundBack binds what was written to the values it was written from.
func TestArgsJSONIsBoundBack(t *testing.T) {
	args := jarvis.Args{
		"text": "<a>", "number": int64(math.MaxInt64), "ratio": 1e300, "on": false, "day": jarvis.Date{Year: 0, Month: 2, Day: 29},
		"at": time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), "clock": jarvis.TimeOfDay{Hour: 23, Minute: 59, Second: 59, Nanosecond: 1},
		"span": time.Duration(math.MaxInt64), "tags": []string{"a", ""}, "spans": []time.Duration{0, 1},
	}
	p := jarvis.NewParameters().RequiredString("text", "").RequiredInteger("number", "").RequiredNumber("ratio", "").RequiredBoolean("on", "").
		RequiredDate("day", "").RequiredDatetime("at", "").RequiredTime("clock", "").RequiredTimedelta("span", "").RequiredStringArray("tags", "").
		RequiredArray("spans", "timedelta", "").MustBuild()
	raw, err := args.JSON()
	require.NoError(t, err)
	v, err := p.Validate(raw)
	require.NoError(t, err)
	assert.Equal(t, map[string]any(args), v.Map())
}
