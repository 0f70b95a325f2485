// Arguments that are wrong, odd or spelled otherwise.

package jarvis_test

import (
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"
)

// respell writes the same number in another way.
func (g *generator) respell(text string) string {
	if strings.ContainsAny(text, "eE") || g.chance(0.7) {
		return text
	}
	if strings.Contains(text, ".") {
		return pick(g, text+"0", text+"000", text+"e0", text+"E+00")
	}
	return pick(g, text+".0", text+".000", text+"e0", text+"E-0", text+"00e-2", text+"0E-1", text+".0e+0")
}

// deepText nests far, but not to the limit of 64 levels.
func deepText(levels int) string {
	text := "0"
	for i := range levels {
		if i%2 == 0 {
			text = "[" + text + "]"
		} else {
			text = `{"d":` + text + `}`
		}
	}
	return text
}

// anyValue writes any JSON value.
func (g *generator) anyValue(depth int) string {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch g.IntN(kinds) {
	case 0:
		return "null"
	case 1:
		return pick(g, "true", "false")
	case 2:
		return g.quote(g.word())
	case 3, 4:
		return pick(g, wildNumbers...)
	case 5:
		return "[" + g.anyValue(depth-1) + "," + g.anyValue(depth-1) + "]"
	}
	return `{"x":` + g.anyValue(depth-1) + `,"y":` + g.anyValue(depth-1) + "}"
}

// wildNumbers stand at the ends of types. Exponents stay within 400: the validator computes with big.Rat.
var wildNumbers = []string{
	"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e3", "5.0", "-0", "-0.0", "0e10", "0.0e-10",
	"1e400", "-1e400", "1e-400", "-1e-400", "3.4028234663852886e38", "3.4028235677973366e38", "3.4028235677973365e38", "3.4028236e38",
	"1.7976931348623157e308", "1.7976931348623159e308", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536",
	"2147483647", "2147483648", "4294967295", "4294967296", "0.1", "0.10000000000000000555", "0.1000000014901161", "1E+2", "100e-2", "1.5", "-1", "0",
	"1e19", "123456789012345678901234567890e-20", "1000000000000000000000e-3", "0.30000000000000004", "1.000000000000000000001", "0.99999999999999999999",
	"2.5000000000000000000001", "0.4999999999999999999999", "1.00000000000000000000e2", "0.00000000000000000000007e23", "0.000000000000000000000001",
	"9223372036854775807.0", "92233720368547758070e-1", "18446744073709551615.5", "9007199254740993.0000000000000000001", "7e0", "70e-1", "0.7e1",
}

var wildTexts = map[string][]string{
	"date": {
		"2026-02-29", "2024-02-29", "1900-02-29", "2000-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "2026-1-18", "20260118", "2026-01-18Z",
		"0000-01-01", "9999-12-31", "10000-01-01", " 2026-01-18", "2026-01-18 ", "２０２６-01-18", "+2026-01-1", "-001-01-01", "2026/01/18", "2026-01-18T05:00:00Z", "today",
	},
	"datetime": {
		"2026-01-18t05:00:00z", "2026-01-18 05:00:00Z", "2026-01-18T05:00:00", "2026-01-18T05:00Z", "2026-01-18T05:00:00+0200", "2026-01-18T05:00:00+02",
		"2026-01-18T05:00:00-00:00", "2026-01-18T05:00:00+24:00", "2026-01-18T05:00:00+23:59", "2026-01-18T05:00:00+02:60", "2016-12-31T23:59:60Z",
		"2017-01-01T01:59:60+02:00", "2016-12-31T12:00:60Z", "2016-12-31T23:59:61Z", "2026-01-18T24:00:00Z", "2026-01-18T05:60:00Z", "2026-01-18T05:00:00.Z",
		"2026-01-18T05:00:00,5Z", "2026-01-18T05:00:00.1234567891Z", "2026-01-18T+5:00:00Z", "2026-01-18T05:-0:00Z", "2026-01-18T05:00:00++1:00",
		"2026-02-29T05:00:00Z", "2026-1-18T05:00:00Z", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999999-23:59", "2026-01-18T05:00:00ZZ",
		"2026-01-18T06:00:00+01:00", "2026-01-18T05:00:00.500Z", "2026-01-18T05:00:00.0000000001Z", "2026-W03-7T05:00:00Z", "2026-01-18T05:00:00−02:00", "tomorrow",
	},
	"time": {
		"05:00", "05:00Z", "05:00+02:00", "05:00:00", "05:00:00.5", "5:00", "05:0", "0500", "24:00:00Z", "23:60:00Z", "23:59:60Z", "23:59:60", "23:59:60+01:00",
		"16:29:60-07:30", "00:59:60+01:00", "+5:00:00Z", "-0:00:00Z", "05:+0:00Z", "05:00:-0Z", "05:00:00+-1:00", "05:00:00+01:+5", "05:00:00+24:00", "05:00:00-00:00",
		"05:00:00.Z", "05:00:00.1234567891Z", "05:00:00 Z", "T05:00:00Z", "05:00:00z", "05:00:30.0", "19:30:00+02:00", "17:30Z", "00:00:00.250Z", "٠٥:00:00Z", "noon",
	},
	"timedelta": {
		"P", "PT", "P1DT", "PT1H", "P1W", "P1WT1H", "P1W1D", "P1Y", "P0Y", "P1M", "PT1M", "P1DT2H30M0.5S", "PT0.1234567891S", "PT1S1M", "PT1H1S", "P1Y1D", "P106751D", "P106752D",
		"P15250W", "P15251W", "PT9223372036.854775807S", "PT9223372036.854775808S", "PT9223372036S", "PT9223372037S", "PT153722867M", "PT153722868M", "-PT1H", "+PT1H", "P-1D",
		"pt1h", "PT1h", "P1D2H", "PT1.5H", "PT.5S", "PT1.S", "PT0,5S", "PT1H30", "1H", "P0D", "PT0S", "P1Y2M3DT4H5M6S", "P00001D", "PT99999999999999999999S",
		"P99999999999999999999Y", "PT2562047H47M16.854775807S", "PT2562047H47M16.854775808S", "P1Y1W", "P1D1D", "PT60M", "PT24H", "PT3600.0S", "P14D", "PT5400S",
		"PT1M0.25S", "P1DT0.001S", "PT1.5S", "PT60.0S", "PT0.5000S", "PT1H0.0000000001S", "PT1D", "P1H", "P 1D", "P１D", "1h30m", "PT1HT1M", "PW", "P1YT0.5S",
	},
	"string": {
		"", " ", "on", "ON", "on ", "<ä>", "a", "ab", "abc", "ä", "äöü", "e\u0301", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109dad11d180b400c04fd430c8",
		"6ba7b810-9dad-41d1-80b4-00c04fd430c8\n", "{6ba7b810-9dad-41d1-80b4-00c04fd430c8}", "6BA7B810-9DAD-41D1-80B4-00C04FD430C8", "#ff0000", "#ff000", "#gg0000",
		"null", "1", "true", "😀😀", "\u0000", "fe80::1%eth0", "::", "1.2.3.4.5",
	},
}

var brokenStrings = []string{
	`"\ud83d"`, `"\ude00"`, `"\ude00\ud83d"`, `"\ud83dx"`, "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"a\xe2\x82\"",
	"\"\x01\"", `"\x"`, `"\u12g4"`, `"`, `'a'`, `"\ud83d\u0041"`, `"\uD83D\uDE00"`, `{"\ud83d":1}`, `{"a":1,"a":2}`, `[{"":0,"":0}]`,
}

var wildLiterals = []string{"01", "+1", ".5", "1.", "0x10", "1_0", "NaN", "Infinity", "1e", "--1", "-", "-01", "1.e5", "1e+", "1E", "-.5", "True", "nil", "undefined", ""}

// wildValue writes what stands near a valid value, or far from it.
func (g *generator) wildValue(s *modelSlot) string {
	switch g.IntN(20) {
	case 0, 1:
		return "null"
	case 2:
		return g.anyValue(1)
	case 3:
		return pick(g, brokenStrings...)
	case 4:
		return pick(g, wildLiterals...)
	case 5:
		other := modelSlot{kind: pick(g, scalarKinds...), size: 64}
		return g.draw(&other)
	}
	switch {
	case s.enum != nil && g.chance(0.5):
		return g.spellOtherwise(s, pick(g, s.enum...))
	case s.kind == "int" || s.kind == "float":
		return g.wildNumber(s)
	case s.isText() && g.chance(0.6):
		return g.quote(pick(g, wildTexts[s.kind]...))
	case s.isText():
		text := g.drawText(s)
		if edited := string(g.edit([]byte(text))); utf8.ValidString(edited) {
			text = edited
		}
		return g.quote(text)
	case s.kind == "dict" && s.fields == nil && g.chance(0.7):
		free := modelSlot{kind: "dict", elem: s.elem}
		return g.draw(&free)
	case s.kind == "array" && g.chance(0.7):
		free := modelSlot{kind: "array", elem: s.elem}
		parts := g.elements(&free)
		for _, part := range parts {
			parts = append(parts, g.twin(part))
		}
		return g.list(parts)
	}
	return g.draw(s)
}

// twin repeats a value, or writes a number that rounds to the same float.
func (g *generator) twin(raw string) string {
	x, ok := new(big.Rat).SetString(raw)
	if !ok || g.chance(0.3) {
		return raw
	}
	return x.Add(x, big.NewRat(1, 1e18)).FloatString(20)
}

// spellOtherwise writes an enum member so that only a reader of values knows it.
func (g *generator) spellOtherwise(s *modelSlot, text string) string {
	switch s.kind {
	case "float":
		rounded, _ := rounding(ratOf(text), s.size)
		return rounded.FloatString(60)
	case "datetime":
		at, _ := readInstant(text)
		zone := time.FixedZone("", pick(g, 0, 3600, -9000))
		return g.quote(at.In(zone).Format(pick(g, time.RFC3339Nano, "2006-01-02T15:04:05.000000000000Z07:00")))
	case "time":
		c, _ := readClock(text)
		if minutes := c.hour*60 + c.minute - c.offset + 1440*2 + 90; c.hasOffset {
			return g.quote(fmt.Sprintf("%02d:%02d:%02d.%09d+01:30", minutes/60%24, minutes%60, c.second, c.nano))
		}
		return g.quote(fmt.Sprintf("%02d:%02d:%02d.%09d1", c.hour, c.minute, c.second, c.nano))
	case "timedelta":
		span, _ := readSpan(text)
		d := time.Duration(span.Int64())
		return g.quote(pick(g, fmt.Sprintf("PT%dM%02dS", d/time.Minute, d%time.Minute/time.Second), fmt.Sprintf("PT%d.%09d9S", d/time.Second, d%time.Second)))
	case "int":
		return pick(g, text+".0", text+".5", text+"0e-1")
	}
	return g.quote(pick(g, text+" ", strings.ToUpper(text), text))
}

// wildNumber takes a number from the list or beyond the type, or moves a drawn one, or one of a rule, by one or by very little.
func (g *generator) wildNumber(s *modelSlot) string {
	switch n := g.IntN(10); {
	case n < 4:
		return pick(g, wildNumbers...)
	case n < 6 && s.kind == "int":
		low, high := s.intRange()
		one := big.NewRat(1, 1)
		return pick(g, low.Sub(low, one), high.Add(high, one)).RatString()
	case n < 7 && s.size == 32:
		return pick(g, "3.4028234663852886e38", "3.4028235677973365e38", "3.4028235677973366e38", "-3.4028236e38", "1e39")
	}
	digits := pick(g, 0, 1, 9, 18, 30)
	start := g.number(s)
	if limits := ruleNumbers(s.rules); limits != nil && g.chance(0.5) {
		start, digits = pick(g, limits...), pick(g, 0, 1, 9, 18, 30, 30)
	}
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	if g.chance(0.5) {
		step.Neg(step)
	}
	return step.Add(step, ratOf(start)).FloatString(digits)
}
