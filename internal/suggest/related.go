// Related names: those that share words with a name that was made up.

package suggest

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxWords = 16 // of a name, that are looked for
	minWord  = 3  // code points of a word that says something
)

// Related returns up to n candidates that have words in common with name, for names that are made up rather than mistyped:
// forecast_weather for get_weather. A candidate comes with texts that describe it, such as its name and keywords. A word counts
// the less the more candidates have it, and words that two or more have do not suffice alone. It is nil if there is none.
func Related(name string, candidates iter.Seq2[string, []string], n int) []string {
	wanted := words(nil, cutRunes(name, maxName))
	wanted = wanted[:min(len(wanted), maxWords)]
	type candidate struct {
		name  string
		has   []int // indexes of wanted
		score float64
	}
	var found []candidate
	holders := make([]float64, len(wanted))
	var own []string
	for c, texts := range candidates {
		own = own[:0]
		for _, text := range texts {
			own = words(own, text)
		}
		var has []int
		for i, w := range wanted {
			if slices.Contains(own, w) {
				has = append(has, i)
				holders[i]++
			}
		}
		if has != nil {
			found = append(found, candidate{name: c, has: has})
		}
	}
	for i := range found {
		for _, w := range found[i].has {
			found[i].score += 1 / holders[w]
		}
	}
	found = slices.DeleteFunc(found, func(c candidate) bool { return c.score <= 0.5 })
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var names []string
	for _, c := range found[:min(len(found), n)] {
		names = append(names, c.name)
	}
	return names
}

// words appends the distinct words of text in lower case, without a plural s. They end at anything but letters and digits, and
// where an upper-case letter follows a lower-case one.
func words(list []string, text string) []string {
	add := func(word string) {
		word = strings.ToLower(word)
		if utf8.RuneCountInString(word) > minWord {
			word = strings.TrimSuffix(word, "s")
		}
		if utf8.RuneCountInString(word) >= minWord && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	start, last := -1, rune(0)
	for i, r := range text {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!letter || unicode.IsUpper(r) && unicode.IsLower(last)) {
			add(text[start:i])
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
		last = r
	}
	if start >= 0 {
		add(text[start:])
	}
	return list
}

// cutRunes returns the first n code points of text.
func cutRunes(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}
