// Values as models write them: numbers, days, and texts that mean the same.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
)

// FoldedText is a [Matcher] for searches and other free texts: both are equal without case, punctuation and the number of spaces,
// or at least two fifths of the expected words are in the actual text, by their stems. Lists and other values are never equal.
// Source: the original's test program.
func FoldedText(expected, actual any) bool {
	e, a, ok := bothTexts(expected, actual)
	if !ok {
		return false
	}
	want, got := foldedWords(e), foldedWords(a)
	if slices.Equal(want, got) {
		return true
	}
	stems := map[string]bool{}
	for _, word := range got {
		stems[stem(word)] = true
	}
	found, total := 0, 0
	counted := map[string]bool{}
	for _, word := range want {
		s := stem(word)
		if counted[s] {
			continue
		}
		counted[s] = true
		total++
		if stems[s] {
			found++
		}
	}
	return found > 0 && 5*found >= 2*total
}

// ContainedText is a [Matcher] for names that have a short form: without case, one text is in the other, as "Bruins" is in "Boston
// Bruins". An empty text is in none.
func ContainedText(expected, actual any) bool {
	e, a, ok := bothTexts(expected, actual)
	e, a = strings.ToLower(trimSpace(e)), strings.ToLower(trimSpace(a))
	return ok && (e == a || e != "" && a != "" && (strings.Contains(e, a) || strings.Contains(a, e)))
}

func bothTexts(expected, actual any) (e, a string, ok bool) {
	e, isText := expected.(string)
	a, areTexts := actual.(string)
	return e, a, isText && areTexts
}

func trimSpace(text string) string { return strings.TrimSpace(text) }

// foldedWords are the words of a text in small letters, without punctuation; an apostrophe joins what stands around it.
func foldedWords(text string) []string {
	text = strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

// stem cuts the commonest English endings, as long as three letters stay.
func stem(word string) string {
	for _, ending := range []string{"ings", "ing", "ies", "ed", "es", "er", "ly", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 3 {
			return rest
		}
	}
	return word
}

var numberText = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// isNumber reports whether a text is a number of JSON, with or without space around it.
func isNumber(text string) bool { return numberText.MatchString(trimSpace(text)) }

// sameNumber compares two numbers of JSON by their value, digit by digit, whatever their exponents.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	negA, digitsA, expA, okA := digitsOf(a)
	negB, digitsB, expB, okB := digitsOf(b)
	return okA && okB && digitsA == digitsB && (digitsA == "" || negA == negB && expA == expB)
}

// digitsOf takes a number apart: 0.digits times ten to the exponent, without zeros at either end; zero has no digits. It is not
// ok with an exponent beyond 32 bits.
func digitsOf(number string) (negative bool, digits string, exp int, ok bool) {
	number, negative = strings.CutPrefix(number, "-")
	mantissa := number
	if at := strings.IndexAny(number, "eE"); at >= 0 {
		e, err := strconv.ParseInt(number[at+1:], 10, 32)
		if err != nil {
			return negative, "", 0, strings.Trim(number[:at], "0.") == ""
		}
		mantissa, exp = number[:at], int(e)
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exp += len(whole)
	all := whole + fraction
	digits = strings.TrimLeft(all, "0")
	exp -= len(all) - len(digits)
	return negative, strings.TrimRight(digits, "0"), exp, true
}

// isDates reports whether a parameter holds dates.
func isDates(p jarvis.Parameter, name string) bool {
	t := p.Type()
	for _, kind := range []jarvis.Kind{t.Kind(), t.Elem()} {
		if kind == jarvis.KindDate || kind == jarvis.KindDatetime {
			return true
		}
	}
	return name == "resolved_datetimes"
}

// isToday reports whether a value is today, alone or in a list.
func isToday(v any) bool {
	if list, ok := v.([]any); ok && len(list) == 1 {
		v = list[0]
	}
	text, ok := v.(string)
	return ok && strings.EqualFold(trimSpace(text), "today")
}

// days are the local days that dates and date keys mean, as ISO texts; keys that nobody resolves stand for themselves. It is not
// ok for values that are neither a text nor a list of texts.
func (r *Rules) days(v any) (days map[string]bool, ok bool) {
	if text, isText := v.(string); isText {
		v = []any{text}
		if decoded, ok := decodedValue(text); ok {
			if inText, ok := decoded.([]any); ok {
				v = inText
			}
		}
	}
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	days = map[string]bool{}
	var keys []string
	for _, one := range list {
		text, ok := one.(string)
		if !ok {
			return nil, false
		}
		text = trimSpace(text)
		if day, ok := r.day(text); ok {
			days[day] = true
		} else {
			keys = append(keys, text)
		}
	}
	if r.Dates != nil && len(keys) > 0 {
		var instants []time.Time
		instants, keys = r.Dates.ResolveDates(keys)
		for _, t := range instants {
			days[r.dayOf(t)] = true
		}
	}
	for _, key := range keys {
		days[strings.ToLower(key)] = true
	}
	return days, true
}

// day is the local day of an ISO text. A datetime without offset is a local one.
func (r *Rules) day(text string) (string, bool) {
	if d, err := jarvis.ParseDate(text); err == nil {
		return d.String(), true
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return r.dayOf(t), true
	}
	if t, err := time.Parse("2006-01-02T15:04:05", text); err == nil {
		return jarvis.DateOf(t).String(), true
	}
	return "", false
}

func (r *Rules) dayOf(t time.Time) string {
	zone := r.Zone
	if zone == nil {
		zone = time.UTC
	}
	return jarvis.DateOf(t.In(zone)).String()
}

// sameDays reports whether two sets of days are equal, one is within the other, or at least half of the expected days are there.
func sameDays(expected, actual map[string]bool) bool {
	if len(expected) == 0 || len(actual) == 0 {
		return len(expected) == len(actual)
	}
	common := 0
	for day := range expected {
		if actual[day] {
			common++
		}
	}
	return common == len(actual) || 2*common >= len(expected)
}

// decodedValue reads one JSON value with its numbers as they stand.
func decodedValue(text string) (v any, ok bool) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return nil, false
	}
	_, err := dec.Token()
	return v, err == io.EOF
}
