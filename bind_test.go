// The acceptance table on struct fields of every Go kind, exact numbers, presence and defaults.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// oneField is a command input of a single parameter.
type oneField[V any] struct {
	V V `jarvis:"v"`
}

// bindOutcome is the outcome of one call, bound into the struct In and, apart from that, into Values.
type bindOutcome[In any] struct {
	in     In
	values jarvis.Values
	failed *jarvis.ValidationError // of Validate; nil if accepted
	notes  []jarvis.Coercion       // of Validate, by OnCoercion
}

// bindTo binds arguments both ways, which have to agree on the verdict and on what they report.
func bindTo[In any](t require.TestingT, args string, opts ...jarvis.Option) (b bindOutcome[In]) {
	ran := false
	cmd, err := jarvis.New(jarvis.Spec{Name: "demo"}, func(_ context.Context, _ *jarvis.Request, in In) (*jarvis.Response, error) {
		ran, b.in = true, in
		return jarvis.Success(nil), nil
	})
	require.NoError(t, err)
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(cmd))
	def, _ := reg.Lookup("demo")

	collect := func(to *[]jarvis.Coercion) []jarvis.Option {
		return append(opts[:len(opts):len(opts)], jarvis.OnCoercion(func(c jarvis.Coercion) { *to = append(*to, c) }))
	}
	b.values, err = def.Parameters().Validate(json.RawMessage(args), collect(&b.notes)...)
	if err != nil {
		require.ErrorAs(t, err, &b.failed)
		require.NotEmpty(t, b.failed.Problems)
	}
	var notes []jarvis.Coercion
	resp, err := reg.Execute(context.Background(), "demo", nil, json.RawMessage(args), collect(&notes)...)
	require.Equal(t, b.failed == nil, ran, "struct and Values disagree: %s", args)
	require.Equal(t, b.notes, notes)
	require.Equal(t, b.notes, b.values.Coercions())
	var failed *jarvis.ValidationError
	switch {
	case ran:
		require.NoError(t, err)
	case len(b.failed.Missing()) > 0:
		require.ErrorAs(t, err, &failed)
		require.Equal(t, b.failed.Problems, failed.Problems)
	default:
		require.NoError(t, err)
		named := *b.failed
		named.Command = "demo"
		require.Equal(t, named.Response(), resp)
	}
	return b
}

// problems writes problems shortly: "kind path", as in "missing city".
func (b bindOutcome[In]) problems() (list []string) {
	if b.failed == nil {
		return nil
	}
	return places(b.failed)
}

// places writes problems as "kind path".
func places(failed *jarvis.ValidationError) (list []string) {
	for _, p := range failed.Problems {
		list = append(list, p.Kind.String()+" "+p.Path)
	}
	return list
}

type bindMode uint8

const (
	inBoth    bindMode = iota // accepted in either mode, without a coercion
	inLenient                 // accepted in lenient mode only, with one coercion
	inNone
)

// acceptRow is a row of the table: a JSON value of the parameter v, who accepts it, and what it is then.
type acceptRow[V any] struct {
	json string
	by   bindMode
	want V
}

func requireSame(t require.TestingT, want, got any, about string) {
	if at, ok := want.(time.Time); ok {
		gotAt, isTime := got.(time.Time)
		require.True(t, isTime, about)
		require.Equal(t, at.Format(time.RFC3339Nano), gotAt.Format(time.RFC3339Nano), about) // instant and offset
		return
	}
	require.Equal(t, want, got, about)
}

func testAcceptance[V any](t *testing.T, typ string, rows []acceptRow[V]) {
	t.Helper()
	t.Run(fmt.Sprintf("%T", *new(V))+" "+typ, func(t *testing.T) {
		for _, row := range rows {
			about := row.json[:min(len(row.json), 60)]
			args := `{"v":` + row.json + `}`
			for _, lenient := range []bool{false, true} {
				var opts []jarvis.Option
				if lenient {
					opts = append(opts, jarvis.Lenient())
				}
				b := bindTo[oneField[V]](t, args, opts...)
				if row.by == inNone || row.by == inLenient && !lenient {
					require.NotNil(t, b.failed, "accepted: %s (lenient %v)", about, lenient)
					for _, p := range b.failed.Problems {
						require.Equal(t, "v", p.Param, about)
						require.Equal(t, jarvis.ProblemType, p.Kind, about)
					}
					if p := b.failed.Problems[0]; p.Path == "v" {
						require.Equal(t, typ, p.Type.String(), about)
						require.Equal(t, "Parameter 'v' must be of type "+typ, p.Message(), about)
					}
					continue
				}
				require.Nil(t, b.failed, "refused: %s (lenient %v)", about, lenient)
				requireSame(t, row.want, b.in.V, about)
				fromValues, ok := b.values.Lookup("v")
				require.True(t, ok, about)
				want := any(row.want)
				if v := reflect.ValueOf(row.want); v.Kind() == reflect.Pointer {
					want = v.Elem().Interface()
				}
				requireSame(t, want, fromValues, about)
				require.True(t, b.values.Given("v"), about)
				require.Len(t, b.notes, map[bindMode]int{inLenient: 1}[row.by], about)
			}
		}
	})
}

// notNumbers are refused by every kind of number in inBoth modes.
func notNumbers[V any]() []acceptRow[V] {
	var rows []acceptRow[V]
	for _, text := range []string{
		`true`, `false`, `[]`, `{}`, `[5]`, `{"v":5}`, `""`, `" "`, `"x"`, `"5x"`, `"5 5"`, `"+"`, `"-"`, `"--5"`, `"+-5"`, `"0x10"`, `"1_000"`, `"1,000"`,
		`".5"`, `"5."`, `"５"`, `"\u00a05"`, `"5\u0000"`, `"5\f"`, `"5\u000b"`, `"NaN"`, `"Infinity"`, `"-inf"`, `"null"`, `"true"`, `"1e"`, `"e5"`, `"1e+"`, `"\"5\""`,
	} {
		rows = append(rows, acceptRow[V]{json: text, by: inNone})
	}
	return rows
}

func testInts[V int8 | int16 | int32 | int64 | int | uint8 | uint16 | uint32 | uint64 | uint](t *testing.T, least, most string) {
	t.Helper()
	rows := append(notNumbers[V](), []acceptRow[V]{
		{`5`, inBoth, 5}, {`5.0`, inBoth, 5}, {`5.000`, inBoth, 5}, {`5e0`, inBoth, 5}, {`0.5e1`, inBoth, 5}, {`50e-1`, inBoth, 5}, {`50.0E-1`, inBoth, 5}, {`0`, inBoth, 0},
		{`-0`, inBoth, 0}, {`-0.0e5`, inBoth, 0}, {`0e1000000000`, inBoth, 0}, {`0.000e-1000000000`, inBoth, 0}, {`1e2`, inBoth, 100}, {`1E+2`, inBoth, 100},
		{`5.5`, inNone, 0}, {`1e-1`, inNone, 0}, {`1e1000000000`, inNone, 0}, {`1e-1000000000`, inNone, 0}, {`1e99999999999999999999`, inNone, 0},
		{strings.Repeat("9", 100_000), inNone, 0}, {"5." + strings.Repeat("0", 100_000), inBoth, 5}, {"5." + strings.Repeat("0", 100_000) + "1", inNone, 0},
		{"0." + strings.Repeat("0", 999) + "5e1000", inBoth, 5}, {"5" + strings.Repeat("0", 1000) + "e-1000", inBoth, 5}, {`0.9999999999999999999999999999999999`, inNone, 0},
		{`"5"`, inLenient, 5}, {`" 5.0 "`, inLenient, 5}, {`"\t\r\n5\n"`, inLenient, 5}, {`"+5"`, inLenient, 5}, {`"-0"`, inLenient, 0}, {`"005"`, inLenient, 5}, {`"5.00"`, inLenient, 5},
		{`"5.5"`, inNone, 0}, {`"5e0"`, inNone, 0}, {`"1e2"`, inNone, 0}, {`"5E0"`, inNone, 0},
	}...)
	lo, hi := parseExact[V](t, least), parseExact[V](t, most)
	below, above := stepInt(least, -1), stepInt(most, 1)
	rows = append(rows, acceptRow[V]{least, inBoth, lo}, acceptRow[V]{most, inBoth, hi}, acceptRow[V]{most + ".0", inBoth, hi}, acceptRow[V]{most + "00e-2", inBoth, hi},
		acceptRow[V]{below, inNone, 0}, acceptRow[V]{above, inNone, 0}, acceptRow[V]{below + ".0", inNone, 0},
		acceptRow[V]{`"` + most + `"`, inLenient, hi}, acceptRow[V]{`"` + least + `"`, inLenient, lo}, acceptRow[V]{`"` + above + `"`, inNone, 0}, acceptRow[V]{`"` + below + `"`, inNone, 0})
	testAcceptance(t, "int", rows)
}

func TestAcceptInts(t *testing.T) {
	testInts[int8](t, "-128", "127")
	testInts[int16](t, "-32768", "32767")
	testInts[int32](t, "-2147483648", "2147483647")
	testInts[int64](t, "-9223372036854775808", "9223372036854775807")
	testInts[int](t, "-9223372036854775808", "9223372036854775807")
	testInts[uint8](t, "0", "255")
	testInts[uint16](t, "0", "65535")
	testInts[uint32](t, "0", "4294967295")
	testInts[uint64](t, "0", "18446744073709551615")
	testInts[uint](t, "0", "18446744073709551615")
	testAcceptance(t, "int", []acceptRow[int64]{
		{`9007199254740993`, inBoth, 1<<53 + 1}, {`-9007199254740993`, inBoth, -(1<<53 + 1)}, {`9007199254740993.0`, inBoth, 1<<53 + 1},
		{`900719925474099.3e1`, inBoth, 1<<53 + 1}, {`9007199254740993.5`, inNone, 0}, {`"9007199254740993"`, inLenient, 1<<53 + 1},
		{`1e18`, inBoth, 1e18}, {`1e19`, inNone, 0}, {`9.223372036854775807e18`, inBoth, math.MaxInt64}, {`9.223372036854775808e18`, inNone, 0},
		{`18446744073709551616`, inNone, 0}, {`18446744073709551621`, inNone, 0}, {`184467440737095516165e-1`, inNone, 0},
	})
	testAcceptance(t, "int", []acceptRow[uint64]{{`1e19`, inBoth, 1e19}, {`1.8446744073709551615e19`, inBoth, math.MaxUint64}, {`-1`, inNone, 0}, {`"-1"`, inNone, 0}})
}

func parseExact[V any](t *testing.T, text string) (v V) {
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

// step adds to a decimal text beyond 64 bits.
func stepInt(text string, by int64) string {
	digits := strings.TrimPrefix(text, "-")
	if digits == "0" {
		return fmt.Sprint(by)
	}
	last := int64(digits[len(digits)-1] - '0')
	if digits != text {
		by = -by
	}
	return text[:len(text)-1] + fmt.Sprint(last+by) // the limits of Go's kinds end in 5 to 8
}

type namedFloat float64

func TestAcceptFloats(t *testing.T) {
	rows := append(notNumbers[float64](), []acceptRow[float64]{
		{`5`, inBoth, 5}, {`-0.5`, inBoth, -0.5}, {`1e-1`, inBoth, 0.1}, {`1e308`, inBoth, 1e308}, {`1.7976931348623157e308`, inBoth, math.MaxFloat64},
		{`1e309`, inNone, 0}, {`1e1000000000`, inNone, 0}, {`-1e400`, inNone, 0}, {`1e-1000000000`, inBoth, 0}, {`0e1000000000`, inBoth, 0},
		{strings.Repeat("9", 400), inNone, 0}, {"0." + strings.Repeat("3", 100_000), inBoth, 1.0 / 3}, {`9007199254740993`, inBoth, 1 << 53},
		{`"5"`, inLenient, 5}, {`" -0.5\n"`, inLenient, -0.5}, {`"+1.5e+2"`, inLenient, 150}, {`"1E2"`, inLenient, 100}, {`"1e309"`, inNone, 0}, {`"1e1000000000"`, inNone, 0},
		{`"0x1p4"`, inNone, 0}, {`"1e1.5"`, inNone, 0}, {`"inf"`, inNone, 0}, {`"nan"`, inNone, 0},
	}...)
	testAcceptance(t, "float", rows)
	testAcceptance(t, "float", append(notNumbers[float32](), []acceptRow[float32]{
		{`5`, inBoth, 5}, {`0.1`, inBoth, 0.1}, {`3.4028234663852886e38`, inBoth, math.MaxFloat32}, {`3.5e38`, inNone, 0}, {`-3.5e38`, inNone, 0}, {`1e308`, inNone, 0},
		{`1e-60`, inBoth, 0}, {`"3.5e38"`, inNone, 0}, {`"0.1"`, inLenient, 0.1}, {`16777217`, inBoth, 16777216},
	}...))
	testAcceptance(t, "float", []acceptRow[namedFloat]{{`0.5`, inBoth, 0.5}, {`"0.5"`, inLenient, 0.5}, {`true`, inNone, 0}})
	b := bindTo[oneField[float64]](t, `{"v":-0.0}`)
	assert.True(t, math.Signbit(b.in.V), "the sign of -0 survives")
}

type (
	namedText string
	namedBool bool
	namedSpan time.Duration
)

func TestAcceptTextAndBool(t *testing.T) {
	notText := []string{`5`, `true`, `[]`, `{}`, `["x"]`, `1.5`}
	texts := []acceptRow[string]{
		{`"x"`, inBoth, "x"}, {`""`, inBoth, ""}, {`" "`, inBoth, " "}, {`"5"`, inBoth, "5"}, {`"null"`, inBoth, "null"}, {`"a\"\\\/\b\f\n\r\t"`, inBoth, "a\"\\/\b\f\n\r\t"},
		{`"\u0041\u00e9\ud83d\ude00é"`, inBoth, "Aé😀é"}, {`"\u0000"`, inBoth, "\x00"}, {`"\ufffd"`, inBoth, "\ufffd"}, {`"` + strings.Repeat("x", 100_000) + `"`, inBoth, strings.Repeat("x", 100_000)},
	}
	names := []acceptRow[namedText]{{`"x"`, inBoth, "x"}, {`""`, inBoth, ""}}
	for _, text := range notText {
		texts = append(texts, acceptRow[string]{json: text, by: inNone})
		names = append(names, acceptRow[namedText]{json: text, by: inNone})
	}
	testAcceptance(t, "string", texts)
	testAcceptance(t, "string", names)

	bools := []acceptRow[bool]{{`true`, inBoth, true}, {`false`, inBoth, false}, {`"true"`, inLenient, true}, {`" false\t\n"`, inLenient, false}}
	flags := []acceptRow[namedBool]{{`true`, inBoth, true}, {`"true"`, inLenient, true}, {`"False"`, inNone, false}}
	for _, text := range []string{`0`, `1`, `"True"`, `"FALSE"`, `"yes"`, `"1"`, `""`, `"t"`, `[]`, `{}`, `[true]`, `"true false"`} {
		bools = append(bools, acceptRow[bool]{json: text, by: inNone})
	}
	testAcceptance(t, "bool", bools)
	testAcceptance(t, "bool", flags)
	testAcceptance(t, "int", []acceptRow[namedSpan]{{`5`, inBoth, 5}, {`"PT5S"`, inNone, 0}}) // only time.Duration itself is a timedelta
}

func TestAcceptDatesAndTimes(t *testing.T) {
	testAcceptance(t, "date", []acceptRow[jarvis.Date]{
		{`"2026-01-18"`, inBoth, jarvis.Date{Year: 2026, Month: 1, Day: 18}}, {`"2024-02-29"`, inBoth, jarvis.Date{Year: 2024, Month: 2, Day: 29}},
		{json: `"2026-02-29"`, by: inNone}, {json: `"2026-1-18"`, by: inNone}, {json: `"18.01.2026"`, by: inNone}, {json: `" 2026-01-18"`, by: inNone},
		{json: `"2026-01-18T00:00:00Z"`, by: inNone}, {json: `"tomorrow"`, by: inNone}, {json: `""`, by: inNone}, {json: `20260118`, by: inNone},
		{json: `"٢٠٢٦-01-18"`, by: inNone}, {json: `{}`, by: inNone}, {json: `[]`, by: inNone}, {json: `true`, by: inNone},
	})
	at := func(hour, min, sec, nano, offset int) time.Time {
		return time.Date(2026, 1, 18, hour, min, sec, nano, time.FixedZone("", offset))
	}
	testAcceptance(t, "datetime", []acceptRow[time.Time]{
		{`"2026-01-18T05:00:00Z"`, inBoth, at(5, 0, 0, 0, 0)}, {`"2026-01-18t05:00:00z"`, inBoth, at(5, 0, 0, 0, 0)}, {`"2026-01-18T05:00:00+05:30"`, inBoth, at(5, 0, 0, 0, 19800)},
		{`"2026-01-18T05:00:00.5-08:00"`, inBoth, at(5, 0, 0, 5e8, -28800)}, {`"2026-01-18T05:00:00.1234567899Z"`, inBoth, at(5, 0, 0, 123456789, 0)},
		{`"2026-01-18T05:00:00.` + strings.Repeat("9", 10_000) + `Z"`, inBoth, at(5, 0, 0, 999999999, 0)},
		{`"2026-01-18T05:00Z"`, inLenient, at(5, 0, 0, 0, 0)}, {`"2026-01-18 05:00:00Z"`, inLenient, at(5, 0, 0, 0, 0)}, {`"2026-01-18T05:00:00+0100"`, inLenient, at(5, 0, 0, 0, 3600)},
		{`"2026-01-18T05:00:00+01"`, inLenient, at(5, 0, 0, 0, 3600)}, {`"2026-01-18 05:00+00"`, inLenient, at(5, 0, 0, 0, 0)},
		{json: `"2026-01-18T05:00:00"`, by: inNone}, {json: `"2026-01-18"`, by: inNone}, {json: `"2026-01-18T23:59:60Z"`, by: inNone}, {json: `"2026-01-18T24:00:00Z"`, by: inNone},
		{json: `"2026-01-18T05:00:00,5Z"`, by: inNone}, {json: `"2026-01-18T05:00:00.Z"`, by: inNone}, {json: `"2026-01-18T05:00:00 Z"`, by: inNone}, {json: `"tomorrow"`, by: inNone},
		{json: `" 2026-01-18T05:00:00Z"`, by: inNone}, {json: `"2026-01-18T05:00:00+24:00"`, by: inNone}, {json: `1768712400`, by: inNone}, {json: `["2026-01-18T05:00:00Z"]`, by: inNone},
	})
	testAcceptance(t, "time", []acceptRow[jarvis.TimeOfDay]{
		{`"17:30"`, inBoth, jarvis.TimeOfDay{Hour: 17, Minute: 30}}, {`"17:30:15.25"`, inBoth, jarvis.TimeOfDay{Hour: 17, Minute: 30, Second: 15, Nanosecond: 25e7}},
		{`"17:30Z"`, inBoth, jarvis.TimeOfDay{Hour: 17, Minute: 30, HasOffset: true}}, {`"17:30:00+02:00"`, inBoth, jarvis.TimeOfDay{Hour: 17, Minute: 30, Offset: 7200, HasOffset: true}},
		{`"17:30z"`, inBoth, jarvis.TimeOfDay{Hour: 17, Minute: 30, HasOffset: true}},
		{json: `"24:00"`, by: inNone}, {json: `"5pm"`, by: inNone}, {json: `"17"`, by: inNone}, {json: `"7:30"`, by: inNone}, {json: `"17:30:60"`, by: inNone}, {json: `"17:30+02"`, by: inNone},
		{json: `1730`, by: inNone}, {json: `"17:30 "`, by: inNone},
	})
	testAcceptance(t, "timedelta", []acceptRow[time.Duration]{
		{`"PT1H30M"`, inBoth, 90 * time.Minute}, {`"P1DT2H"`, inBoth, 26 * time.Hour}, {`"P2W"`, inBoth, 336 * time.Hour}, {`"PT0.5S"`, inBoth, time.Second / 2}, {`"PT0S"`, inBoth, 0},
		{`"PT9223372036.854775807S"`, inBoth, math.MaxInt64}, {json: `"PT9223372036.854775808S"`, by: inNone}, {json: `"P1Y"`, by: inNone}, {json: `"P1M"`, by: inNone},
		{json: `"P1W2D"`, by: inNone}, {json: `"-PT1H"`, by: inNone}, {json: `"P"`, by: inNone}, {json: `"PT"`, by: inNone}, {json: `"P1DT"`, by: inNone}, {json: `"PT1.5H"`, by: inNone},
		{`"1h30m"`, inLenient, 90 * time.Minute}, {`"90s"`, inLenient, 90 * time.Second}, {json: `" 1h"`, by: inNone}, {json: `90`, by: inNone}, {json: `"90"`, by: inNone}, {json: `"1 hour"`, by: inNone},
	})
}

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
