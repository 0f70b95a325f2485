// The acceptance table on struct fields of every scalar kind, exact numbers among them.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

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
