// Text forms: dates, times, durations and broken JSON read anew, by RFC 3339 and RFC 8259.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
)

// readText returns what makes two texts of a kind the same value, and why a text without an enum is refused.
func readText(kind jarvis.Kind, text string) (key string, found class) {
	switch kind {
	case jarvis.KindDate:
		if !isDate(text) {
			found = fault
		}
	case jarvis.KindDatetime:
		at, found := readInstant(text)
		return at.UTC().Format(time.RFC3339Nano), found
	case jarvis.KindTime:
		c, found := readClock(text)
		return c.key(), found
	case jarvis.KindTimedelta:
		span, found := readSpan(text)
		return span.String(), found
	}
	return text, found
}

var dateForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil && dateForm.MatchString(text)
}

// clock is a reading of the clock with its offset in minutes.
type clock struct {
	hour, minute, second, nano, offset int
	hasOffset                          bool
}

// key is the same for readings of the same instant of a day. One without an offset is no instant.
func (c clock) key() string {
	minutes := c.hour*60 + c.minute
	if c.hasOffset {
		minutes = ((minutes-c.offset)%1440 + 1440) % 1440
	}
	return fmt.Sprint(minutes, c.second, c.nano, c.hasOffset)
}

var (
	clockForm = regexp.MustCompile(`^(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?$`)
	// signedClock finds a sign where a time has two digits, as in "+5:00:00Z". The schema validator reads the parts of a time with
	// strconv.Atoi and lets it pass; the binder must not.
	signedClock = regexp.MustCompile(`[+-]\d(\D|$)`)
)

func readClock(text string) (c clock, found class) {
	m := clockForm.FindStringSubmatch(text)
	if m == nil {
		if signedClock.MatchString(text) {
			return c, fault | quirk
		}
		return c, fault
	}
	c.hour, c.minute, c.second, c.nano = whole(m[1]), whole(m[2]), whole(m[3]), nanos(m[4])
	if zone := m[5]; len(zone) == 6 {
		hours, minutes := whole(zone[1:3]), whole(zone[4:])
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
	case c.hour > 23 || c.minute > 59 || c.second > 60, c.second == 60 && (utc != 1439 || !c.hasOffset):
		return c, fault
	case c.second == 60:
		return c, refusesLeap
	case m[3] == "" || !c.hasOffset:
		return c, takesClock
	}
	return c, 0
}

// whole reads digits; none are 0.
func whole(digits string) int {
	n, _ := strconv.Atoi("0" + digits)
	return n
}

// nanos reads a fraction such as ".5", cut after the ninth digit.
func nanos(fraction string) int { return whole((strings.TrimPrefix(fraction, ".") + "000000000")[:9]) }

func readInstant(text string) (time.Time, class) {
	if len(text) < 11 || text[10]|0x20 != 't' || !isDate(text[:10]) {
		return time.Time{}, fault
	}
	day, _ := time.Parse(time.DateOnly, text[:10])
	c, found := readClock(text[11:])
	if found&takesClock != 0 {
		return time.Time{}, fault // only a time may lack its seconds or offset
	}
	return time.Date(day.Year(), day.Month(), day.Day(), c.hour, c.minute-c.offset, c.second, c.nano, time.UTC), found
}

var (
	weeksForm = regexp.MustCompile(`^P(\d+)W$`)
	spanForm  = regexp.MustCompile(`^P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?((\d+)(\.\d+)?S)?)?$`)
)

// readSpan returns a duration in nanoseconds, by the grammar of ISO 8601.
func readSpan(text string) (span *big.Int, found class) {
	if m := weeksForm.FindStringSubmatch(text); m != nil {
		return spanFound(units(m[1], 7*24*time.Hour), 0)
	}
	m := spanForm.FindStringSubmatch(text)
	if m == nil || m[4] == "T" || text == "P" {
		return new(big.Int), fault
	}
	if m[1] != "" || m[2] != "" {
		found |= refusesDuration
	}
	if m[9] != "" {
		found |= takesFraction
	}
	span = units(m[8], time.Second)
	span.Add(span, units(strings.TrimSuffix(m[3], "D"), 24*time.Hour))
	span.Add(span, units(strings.TrimSuffix(m[5], "H"), time.Hour))
	span.Add(span, units(strings.TrimSuffix(m[6], "M"), time.Minute))
	return spanFound(span.Add(span, big.NewInt(int64(nanos(m[9])))), found)
}

func units(digits string, unit time.Duration) *big.Int {
	n, _ := new(big.Int).SetString("0"+digits, 10)
	return n.Mul(n, big.NewInt(int64(unit)))
}

func spanFound(span *big.Int, found class) (*big.Int, class) {
	if !span.IsInt64() {
		found |= refusesDuration
	}
	return span, found
}

// isBroken reports whether JSON text repeats a key or is not Unicode, which a schema never sees.
func isBroken(raw []byte) bool { return !utf8.Valid(raw) || hasLoneSurrogate(raw) || repeatsKey(raw) }

// hasLoneSurrogate walks the escapes of a JSON text.
func hasLoneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if first := escapedUnit(raw, i); utf16.IsSurrogate(first) {
			if utf16.DecodeRune(first, escapedUnit(raw, i+6)) == utf8.RuneError {
				return true
			}
			i += 6
		}
		i++
	}
	return false
}

// escapedUnit reads an escape such as \ud83d, 0 if there is none.
func escapedUnit(raw []byte, at int) rune {
	if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
	return rune(n)
}

// repeatsKey reports whether an object of a JSON text names a key twice.
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
		switch key, isText := tok.(string); {
		case tok == json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case tok == json.Delim('['):
			open, isKey = append(open, nil), false
			continue
		case tok == json.Delim('}'), tok == json.Delim(']'):
			open = open[:len(open)-1]
		case isText && isKey:
			if open[len(open)-1][key] {
				return true
			}
			open[len(open)-1][key] = true
			isKey = false
			continue
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
}

// depthOf counts the levels of arrays and objects in a JSON value.
func depthOf(v any) int {
	depth := 0
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			depth = max(depth, depthOf(inner))
		}
		return depth + 1
	case map[string]any:
		for _, inner := range v {
			depth = max(depth, depthOf(inner))
		}
		return depth + 1
	}
	return 0
}
