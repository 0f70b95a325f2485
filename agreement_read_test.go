// Numbers, dates, clocks, spans and broken JSON, read without the library.

package jarvis_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

func ratOf(number string) *big.Rat {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		panic("not a number: " + number)
	}
	return x
}

// rounding returns the nearest float of a size, by math/big.
func rounding(x *big.Rat, size int) (rounded *big.Rat, finite bool) {
	f, _ := x.Float64()
	if size == 32 {
		narrow, _ := x.Float32()
		f = float64(narrow)
	}
	if math.IsInf(f, 0) {
		return x, false
	}
	return new(big.Rat).SetFloat64(f), true
}

// intRange returns the least and the greatest value of an integer field.
func (s *modelSlot) intRange() (low, high *big.Rat) {
	two := func(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
	first, last := new(big.Int).Neg(two(s.size-1)), two(s.size-1)
	if s.unsigned {
		first, last = new(big.Int), two(s.size)
	}
	return new(big.Rat).SetInt(first), new(big.Rat).SetInt(last.Sub(last, big.NewInt(1)))
}

var dateForm = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)

func readDate(text string) (d [3]int, ok bool) {
	m := dateForm.FindStringSubmatch(text)
	if m == nil {
		return d, false
	}
	for i := range d {
		d[i], _ = strconv.Atoi(m[i+1])
	}
	leap := d[0]%4 == 0 && d[0]%100 != 0 || d[0]%400 == 0
	days := [13]int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if leap {
		days[2] = 29
	}
	return d, d[1] >= 1 && d[1] <= 12 && d[2] >= 1 && d[2] <= days[d[1]]
}

// clock is a reading of the clock with its offset in minutes.
type clock struct {
	hour, minute, second, nano, offset int
	hasOffset                          bool
}

func (c clock) key() string {
	minutes := c.hour*60 + c.minute
	if c.hasOffset {
		minutes = ((minutes-c.offset)%1440 + 1440) % 1440
	}
	return fmt.Sprint(minutes, c.second, c.nano, c.hasOffset)
}

var clockForm = regexp.MustCompile(`^(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?$`)

// signedClock finds a sign where a two-digit part of a time should be, as in "+1:00:00Z" or "12:00:00+01:-5". The validator reads
// the parts with strconv.Atoi, which takes signs; RFC 3339 has digits there. Such texts are left out on the side of the
// validator only: the binder has to refuse them.
var signedClock = regexp.MustCompile(`[+-]\d(\D|$)`)

func readClock(text string) (c clock, found class) {
	m := clockForm.FindStringSubmatch(text)
	if m == nil {
		if signedClock.MatchString(text) {
			return c, fault | quirk
		}
		return c, fault
	}
	c.hour, _ = strconv.Atoi(m[1])
	c.minute, _ = strconv.Atoi(m[2])
	c.second, _ = strconv.Atoi("0" + m[3])
	c.nano = nanos(m[4])
	if zone := m[5]; len(zone) == 6 {
		hours, _ := strconv.Atoi(zone[1:3])
		minutes, _ := strconv.Atoi(zone[4:])
		if hours > 23 || minutes > 59 {
			return c, fault
		}
		if c.offset = hours*60 + minutes; zone[0] == '-' {
			c.offset = -c.offset
		}
	}
	c.hasOffset = m[5] != ""
	utc := (c.hour*60 + c.minute - c.offset + 2880) % 1440
	switch {
	case c.hour > 23 || c.minute > 59 || c.second > 60:
		return c, fault
	case c.second == 60 && (utc != 1439 || !c.hasOffset):
		return c, fault
	case c.second == 60:
		return c, b2LeapSecond
	case m[3] == "" || !c.hasOffset:
		return c, a3Clock
	}
	return c, 0
}

// nanos reads a fraction such as ".5", cut after the ninth digit.
func nanos(fraction string) int {
	digits := strings.TrimPrefix(fraction, ".") + "000000000"
	n, _ := strconv.Atoi(digits[:9])
	return n
}

func readInstant(text string) (time.Time, class) {
	if len(text) < 11 || text[10]|0x20 != 't' {
		return time.Time{}, fault
	}
	d, ok := readDate(text[:10])
	c, found := readClock(text[11:])
	if !ok {
		return time.Time{}, fault
	}
	if found&a3Clock != 0 {
		return time.Time{}, fault // only a time may lack its seconds or offset
	}
	return time.Date(d[0], time.Month(d[1]), d[2], c.hour, c.minute-c.offset, c.second, c.nano, time.UTC), found
}

var (
	weeksForm = regexp.MustCompile(`^P(\d+)W$`)
	spanForm  = regexp.MustCompile(`^P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?((\d+)(\.\d+)?S)?)?$`)
)

// readSpan returns a duration in nanoseconds. The grammar is that of ISO 8601; RFC 3339 appendix A and so JSON Schema would also
// want the minutes of PT1H5S and the months of P1Y5D, which the validator does not ask for.
func readSpan(text string) (span *big.Int, found class) {
	if m := weeksForm.FindStringSubmatch(text); m != nil {
		return spanClass(spanOf(m[1], 7*24*time.Hour), 0)
	}
	m := spanForm.FindStringSubmatch(text)
	if m == nil || m[4] == "T" || text == "P" {
		return new(big.Int), fault
	}
	if m[1] != "" || m[2] != "" {
		found |= b1Duration
	}
	if m[9] != "" {
		found |= a4Fraction
	}
	span = spanOf(m[8], time.Second)
	for part, unit := range map[string]time.Duration{m[3]: 24 * time.Hour, m[5]: time.Hour, m[6]: time.Minute} {
		span.Add(span, spanOf(strings.TrimRight(part, "DHM"), unit))
	}
	return spanClass(span.Add(span, big.NewInt(int64(nanos(m[9])))), found)
}

func spanOf(digits string, unit time.Duration) *big.Int {
	n, _ := new(big.Int).SetString("0"+digits, 10)
	return n.Mul(n, big.NewInt(int64(unit)))
}

func spanClass(span *big.Int, found class) (*big.Int, class) {
	if !span.IsInt64() {
		found |= b1Duration
	}
	return span, found
}

// isBroken reports whether JSON text repeats a key or is not Unicode.
func isBroken(raw []byte) bool { return !utf8.Valid(raw) || hasLoneSurrogate(raw) || repeatsKey(raw) }

// hasLoneSurrogate walks the escapes of a JSON text.
func hasLoneSurrogate(raw []byte) bool {
	unit := func(at int) rune {
		if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
		return rune(n)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if first := unit(i); utf16.IsSurrogate(first) {
			if utf16.DecodeRune(first, unit(i+6)) == utf8.RuneError {
				return true
			}
			i += 6
		}
		i++
	}
	return false
}

func repeatsKey(raw []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var open []map[string]bool // nil for arrays
	isKey := false
	for {
		tok, err := dec.Token()
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
		switch tok {
		case json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, isKey = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if key, ok := tok.(string); ok && isKey {
				if open[len(open)-1][key] {
					return true
				}
				open[len(open)-1][key] = true
				isKey = false
				continue
			}
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
}
