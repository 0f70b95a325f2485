// Terms: keys as they are said, such as "the day after tomorrow", "next friday at 5pm" and "in two weeks".

package dates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a term.
const (
	maxTerm     = 128 // code points
	maxWords    = 16  // tried as keys
	longestPart = 7   // words: "2 hours and 30 minutes from now"
)

// termKeys takes a term apart into keys without leaving a word over, but for what stands before a key in speech: one key, or one
// with days and times for them. It returns nil if that does not work out. An in_ key stands alone, since a list would ignore
// a time beside it.
func termKeys(term string) []string {
	if utf8.RuneCountInString(term) > maxTerm || hasSign(term) {
		return nil
	}
	term = Normalize(term)
	if _, ok := parseKey(term); ok {
		return []string{term}
	}
	keys := splitKeys(termWords(term))
	if strings.HasPrefix(term, "_") || strings.HasSuffix(term, "_") || !standTogether(keys) { // "today:" is another text
		return nil
	}
	return keys
}

// hasSign reports whether a number has a sign, which words do not keep: "in -2 hours" is not in two hours. A hyphen behind a
// letter or digit ("in-2-hours") is none.
func hasSign(text string) bool {
	before := ' '
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		if strings.ContainsRune("+-\u2212", r) && !unicode.IsLetter(before) && !unicode.IsDigit(before) && rest != "" && isDigits(rest[:1]) {
			return true
		}
		before = r
	}
	return hasLostSign(strings.Split(Normalize(text), "_"))
}

// hasLostSign reports whether an empty word stands before an amount of time, as in in__2_hours: normalising may have made it
// of a sign. Before a time of day ("tomorrow - 5pm") it is a dash.
func hasLostSign(words []string) bool {
	for i := 1; i+1 < len(words); i++ {
		unit := strings.TrimRight(words[i+1], ".,")
		_, ok := spokenAmount(words[i])
		if ok && words[i-1] == "" && (unitSize(unit) != 0 || isWeeks(unit)) {
			return true
		}
	}
	return false
}

func isWeeks(unit string) bool { return unit == "week" || unit == "weeks" }

// termWords returns the words of a normalised term.
func termWords(term string) []string {
	term = strings.TrimSuffix(shortMeridiems.Replace(term), ".")
	return strings.FieldsFunc(term, func(r rune) bool { return r == '_' || r == ',' })
}

// standTogether reports whether keys are one meaning.
func standTogether(keys []string) bool {
	days := 0
	for _, key := range keys {
		switch it, _ := parseKey(key); it.kind {
		case kindDated:
			days++
		case kindOffset:
			return len(keys) == 1
		}
	}
	return days <= 1
}

// splitKeys finds the way through the words that takes the longest keys first. The work is bounded: what follows a word is
// computed once.
func splitKeys(words []string) []string {
	if len(words) > maxWords {
		return nil
	}
	ways := make([]way, len(words)+1)
	ways[len(words)].ok = true
	for from := len(words) - 1; from >= 0; from-- {
		ways[from] = wayOn(words, from, ways)
	}
	var keys []string
	for at := 0; at < len(words) && ways[at].ok; at = ways[at].to {
		if key := ways[at].key; key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// way says how a term goes on at a word, if it does: with a key that ends before another word, or with none for a filler.
type way struct {
	ok  bool
	key string
	to  int
}

func wayOn(words []string, from int, ways []way) way {
	for to := min(from+longestPart, len(words)); to > from; to-- {
		if !ways[to].ok {
			continue
		}
		if key := spokenKey(words[from:to]); key != "" {
			return way{true, key, to}
		}
	}
	if next := from + 1; next < len(words) && ways[next].ok && isFiller(words[from]) {
		return way{true, "", next}
	}
	return way{}
}

// isFiller reports whether a word before a key adds nothing to it.
func isFiller(word string) bool { return word == "the" || word == "on" || word == "at" }

// spokenKey returns the key that words are, or "".
func spokenKey(words []string) string {
	key := strings.Join(words, "_")
	if _, ok := parseKey(key); ok {
		return key
	}
	if strings.HasSuffix(key, "am") || strings.HasSuffix(key, "pm") {
		if _, _, ok := parseTime(key); ok {
			return "at_" + key
		}
	}
	if words[0] == "in" {
		return spokenOffset(words[1:])
	}
	if n := len(words) - 2; n > 0 && words[n] == "from" && words[n+1] == "now" {
		return spokenOffset(words[:n])
	}
	return ""
}

// spokenOffset returns the in_ key for an amount and a unit, perhaps with minutes after them.
func spokenOffset(words []string) string {
	minutes := ""
	if n := len(words) - 2; n >= 2 {
		extra, ok := spokenAmount(words[n])
		if !ok || unitSize(words[n+1]) != oneMinute {
			return ""
		}
		minutes = "_" + strconv.FormatInt(extra, 10) + "_minutes"
		if words = words[:n]; n == 3 && words[2] == "and" {
			words = words[:2]
		}
	}
	if len(words) != 2 {
		return ""
	}
	amount, ok := spokenAmount(words[0])
	unit := words[1]
	if isWeeks(unit) {
		amount, unit = min(7*amount, mostAmount), "days"
	}
	if !ok || unitSize(unit) == 0 {
		return ""
	}
	return "in_" + strconv.FormatInt(amount, 10) + "_" + unit + minutes
}

// mostAmount is beyond the last year in any unit, and so is every amount above it.
const mostAmount = 9_999_999_999

// spokenAmount reads digits, a, an, and the words from one to twelve.
func spokenAmount(word string) (n int64, ok bool) {
	if isDigits(word) {
		if word = strings.TrimLeft(word, "0"); len(word) > maxDigits {
			return mostAmount, true
		}
		return number(word), true
	}
	if word == "a" {
		return 1, true
	}
	n = int64(numberWords()[word])
	return n, n >= 1 && n <= 12 && word != "couple"
}
