// Near: what a text that means nothing here was meant to be.

package dates

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// maxNear bounds the answer of Near.
const maxNear = 5

// Near returns up to five terms that a text may have meant, nearest first; nil if there are none, and for a key as it is to be
// written. Each is a key or, for a text with several of them such as "friday at 5pm", keys with spaces between
// ("this_friday at_5pm"), which [Resolver.ResolveDates] and [Tool.Resolve] read.
//
// A text that has a meaning in another spelling is near to that ("Next Monday", "5pm"). A misspelled part is near to keys that
// differ by a slip or two. A weekday or a period alone is near to this, next and last of it, also cut short ("next_mon"), and never
// to another word. Every word of the text has a part in each term: what cannot be read is not left out. So a number with a sign
// ("in -2 hours") is near to nothing, and neither is an amount of time that leads beyond the year 9999 when counted from 1970,
// unless the text is that key but for the case of letters ("In_9999999999_days").
func Near(text string) []string {
	if utf8.RuneCountInString(text) > maxTerm || hasSign(text) {
		return nil
	}
	normal := strings.Trim(Normalize(text), "_")
	if keys := termKeys(normal); keys != nil {
		if term := strings.Join(keys, " "); term != text && (strings.EqualFold(term, text) || !isFar(term)) {
			return []string{term}
		}
		return nil
	}
	words := termWords(normal)
	if len(words) > maxWords {
		return nil
	}
	for size := 1; size <= min(longestNear, len(words)); size++ {
		for from := 0; from+size <= len(words); from++ {
			if near := nearPart(words, from, from+size); near != nil {
				return near
			}
		}
	}
	return nil
}

// isFar reports whether a key leads beyond the last year from 1970 on, and so from now.
func isFar(key string) bool {
	it, _ := parseKey(key)
	return it.amount*it.unit+it.extra*oneMinute > lastSecond
}

// longestNear is the number of words of the longest static key and of the part of a text that is unlike any.
const longestNear = 3

// nearPart returns terms with another key for some words, if all the rest can be read.
func nearPart(words []string, from, to int) []string {
	rest := from
	for rest > 0 && isFiller(words[rest-1]) {
		rest--
	}
	before, after := splitKeys(words[:rest]), splitKeys(words[to:])
	if before == nil && rest > 0 || after == nil && to < len(words) {
		return nil
	}
	var terms []string
	for _, key := range nearKeys(words[from:to]) {
		keys := slices.Concat(before, []string{key}, after)
		switch whole := strings.Join(keys, "_"); {
		case len(terms) == maxNear:
		case byKey[whole] != nil: // tomorrow_morning is not the tomorrow whose time is that of morning
			terms = append(terms, whole)
		case standTogether(keys):
			terms = append(terms, strings.Join(keys, " "))
		}
	}
	return terms
}

// nearKeys returns the static keys that words may have meant.
func nearKeys(words []string) []string {
	name := words[len(words)-1]
	if day := weekdayOf(name); day != "" {
		switch {
		case len(words) == 1:
			return keysEndingIn(day)
		case len(words) == 2:
			return keysNear(words[0] + "_" + day)
		}
		return nil
	}
	if key := fixedPhrases()[strings.Join(words, " ")]; key != "" && key != "this_weekend" {
		return []string{key}
	}
	if keys := keysNear(strings.Join(words, "_")); keys != nil || len(words) > 1 {
		return keys
	}
	if keys := keysEndingIn(name); keys != nil {
		return keys
	}
	for _, meant := range suggest.Near(name, slices.Values(lastWords()), 1) {
		if isSlip(name, meant) {
			return keysEndingIn(meant)
		}
	}
	return nil
}

// weekdayOf returns the weekday that a word is or begins, of three letters or more; otherwise "".
func weekdayOf(word string) string {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if name := strings.ToLower(day.String()); len(word) >= 3 && strings.HasPrefix(name, word) {
			return name
		}
	}
	return ""
}

// keysNear returns the keys that a text is, or misspells. A number is no slip of a key: it says something of its own.
func keysNear(text string) []string {
	if byKey[text] != nil {
		return []string{text}
	}
	if slices.ContainsFunc(strings.Split(text, "_"), isDigits) {
		return nil
	}
	var keys []string
	for _, key := range suggest.Near(text, slices.Values(Keys()), maxNear) {
		if isSlip(text, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// shortWord is the number of letters up to which another first letter, or a second slip, makes another word: soon is no noon,
// late no last and eight no night.
const shortWord = 5

// isSlip reports whether each word of a text can be the one at its place in a key that is near to the text.
func isSlip(text, key string) bool {
	given, meant := strings.Split(text, "_"), strings.Split(key, "_")
	if len(given) != len(meant) {
		return true
	}
	for i, word := range meant {
		other := len(word) <= shortWord && (given[i] == "" || given[i][0] != word[0])
		if given[i] != word && (other || min(len(word), len(given[i])) <= shortWord && !suggest.Within(given[i], word, 1)) {
			return false
		}
	}
	return true
}

// keysEndingIn returns the keys of several words of which a word is the last: this, next and last of a weekday or period, and
// the times of a meal. What follows after, as in day_after_tomorrow, is a key itself.
func keysEndingIn(word string) (keys []string) {
	for i := range vocabulary {
		if before, ok := strings.CutSuffix(vocabulary[i].key, "_"+word); ok && !strings.Contains(before, "_") {
			keys = append(keys, vocabulary[i].key)
		}
	}
	return keys
}

// lastWords returns the last words of the keys, as far as they are no keys themselves.
func lastWords() (words []string) {
	for i := range vocabulary {
		key := vocabulary[i].key
		if word := key[strings.LastIndexByte(key, '_')+1:]; byKey[word] == nil && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}
