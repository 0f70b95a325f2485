// Extraction: the keys that an utterance names.

package dates

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxUtterance is the number of bytes of an utterance that are read; a word that the limit cuts is not read at all.
const MaxUtterance = 4096

// Extract returns the keys that an English utterance names, sorted and without repeats; every one is [Valid]. It reads
// words only: "set an alarm for 7:30 pm on Friday" gives at_7_30pm and this_friday, "in two hours" in_120_minutes, "in a
// couple of days" day_after_tomorrow, "quarter to 12 pm" at_11_45am. Lengths of time ("for 2 hours", "a 10 minute timer"), times
// past other than days ("2 hours ago"), recurring times, expiry dates, titles after "play" or "watch" and words that only look
// like times ("late night", "good morning", "taco Tuesday") give nothing, nor do times that leave the half of the day open
// ("at 7").
//
// Give it what the user said, without hints of the program around it. It guesses, as any reader of plain language does: use it
// to offer keys, not in place of a model. The time it takes is linear in the length.
func Extract(utterance string) []string {
	e := extraction{text: plainText(utterance), keys: map[string]bool{}}
	e.marks = make([]mark, len(e.text))
	for _, rule := range negativeRules() {
		for _, at := range rule.find(e.text) {
			e.mark(at[2], at[3], negative)
		}
	}
	for _, rule := range dynamicRules() {
		for _, at := range rule.find(e.text) {
			if key := rule.key(groups{e.text, at}); key != "" {
				e.accept(at[0], at[1], key)
			}
		}
	}
	e.phrases()
	return slices.Sorted(maps.Keys(e.keys))
}

// mark says what a byte of the text belongs to.
type mark uint8

const (
	negative mark = 1 << iota // words that mean no date
	accepted                  // words of a key
)

type extraction struct {
	text  string
	marks []mark
	keys  map[string]bool
}

func (e *extraction) mark(from, to int, as mark) {
	for i := from; i < to; i++ {
		e.marks[i] |= as
	}
}

// accept takes a key unless its words belong to another one, or half of them mean no date.
func (e *extraction) accept(from, to int, key string) bool {
	no := 0
	for _, m := range e.marks[from:to] {
		if m&accepted != 0 {
			return false
		}
		no += int(m & negative)
	}
	if 2*no >= to-from {
		return false
	}
	e.mark(from, to, accepted)
	e.keys[key] = true
	return true
}

// phrases takes the fixed phrases, at each word the longest.
func (e *extraction) phrases() {
	phrases := fixedPhrases()
	words := wordSpans(e.text)
	for i := 0; i < len(words); i++ {
		for n := min(longestPhrase, len(words)-i); n > 0; n-- {
			from, to := words[i][0], words[i+n-1][1]
			if key := phrases[e.text[from:to]]; key != "" && e.accept(from, to, key) {
				i += n - 1
				break
			}
		}
	}
}

// wordSpans finds the words of a plain text.
func wordSpans(text string) (spans [][2]int) {
	from := -1
	for i := range len(text) + 1 {
		inWord := i < len(text) && isWordByte(text[i])
		switch {
		case inWord && from < 0:
			from = i
		case !inWord && from >= 0:
			spans = append(spans, [2]int{from, i})
			from = -1
		}
	}
	return spans
}

func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }

// plainText writes an utterance with lower-case ASCII words, one space between two of them, and the signs , . : alone, so
// that the patterns need no more. Letters and digits beyond ASCII become underscores: they are parts of words that mean nothing
// here.
func plainText(utterance string) string {
	utterance = cutWords(utterance)
	plain := make([]byte, 0, len(utterance))
	for _, r := range utterance {
		c := plainByte(r)
		if c == ' ' && (len(plain) == 0 || plain[len(plain)-1] == ' ') {
			continue
		}
		plain = append(plain, c)
	}
	return shortMeridiems.Replace(string(plain))
}

// shortMeridiems takes the stops out of a.m. and p.m., which would end a sentence otherwise.
var shortMeridiems = strings.NewReplacer("a.m.", "am", "p.m.", "pm", "a.m", "am", "p.m", "pm")

func plainByte(r rune) byte {
	switch {
	case r < utf8.RuneSelf && isWordByte(byte(r)):
		return byte(r)
	case r >= 'A' && r <= 'Z':
		return byte(r) + 'a' - 'A'
	case r == ',' || r == '.' || r == ':':
		return byte(r)
	case r == '!' || r == '?' || r == ';':
		return '.'
	case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)):
		return '_'
	}
	return ' '
}

// cutWords bounds the text at the end of a word.
func cutWords(text string) string {
	if len(text) <= MaxUtterance {
		return text
	}
	text = text[:MaxUtterance]
	return text[:max(strings.LastIndexFunc(text, unicode.IsSpace), 0)]
}
