// Descriptions that end too early. Fragments such as "City name" are fine, and so are sentences that end in a preposition: a
// finding has to be certain.

package cli

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutOff says how a text shows that its end is missing, or "".
func cutOff(text string) string {
	text = strings.TrimFunc(text, unicode.IsSpace)
	switch {
	case endsInDots(text):
		return msgCutOffDots
	case strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";"):
		return msgCutOffComma
	case dangles(text):
		return msgCutOffWord
	case openBracket(text):
		return msgCutOffBracket
	case openQuote(text):
		return msgCutOffQuote
	}
	return ""
}

// endsInDots reports dots in place of an end. After a comma, or "such as", they mean "and so on".
func endsInDots(text string) bool {
	before, found := strings.CutSuffix(text, "…")
	if !found {
		if before, found = strings.CutSuffix(text, "..."); !found {
			return false
		}
	}
	before = strings.TrimSpace(strings.TrimRight(before, "."))
	comma := strings.LastIndexByte(before, ',')
	return comma < 0 || len(strings.Fields(before[comma:])) > 2
}

// dangles reports an end after a word that no English text ends with.
func dangles(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 {
		return false
	}
	last, before := words[len(words)-1], words[len(words)-2]
	switch last {
	case "the", "and", "e.g.", "i.e.", "e.g.:", "i.e.:":
		return true
	case "a", "an": // elsewhere a letter, or a word of another language
		return slices.Contains([]string{"of", "is", "be", "as", "with", "from", "for", "into", "by"}, before)
	case "as":
		return before == "such"
	}
	return false
}

// openBracket reports a bracket that no other closes. Which one closes it does not matter, as in [0, 1).
func openBracket(text string) bool {
	open := 0
	for i := range len(text) {
		switch {
		case strings.IndexByte("([{", text[i]) >= 0 && !isQuoted(text, i) && !isFace(text, i):
			open++
		case strings.IndexByte(")]}", text[i]) >= 0 && !isQuoted(text, i) && open > 0:
			open--
		}
	}
	return open > 0
}

// isQuoted reports a bracket that stands alone between quotes.
func isQuoted(text string, i int) bool {
	const quotes = "\"'`“”‘’"
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+1:])
	return strings.ContainsRune(quotes, before) && strings.ContainsRune(quotes, after)
}

// isFace reports a bracket that is a mouth, as in :(, or part of a terminal's colours.
func isFace(text string, i int) bool {
	return i > 0 && strings.IndexByte(":;-=\x1b", text[i-1]) >= 0
}

// openQuote reports a straight quote in front of a word that no other closes. Behind a word or number it is one of inches, seconds
// or a place.
func openQuote(text string) bool {
	open := false
	for i, r := range text {
		if r != '"' {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		switch {
		case open:
			open = false
		case i == 0 || unicode.IsSpace(before) || strings.ContainsRune("([{,:=", before):
			open = true
		}
	}
	return open || strings.LastIndex(text, "“") > strings.LastIndexAny(text, "”„") && !strings.Contains(text, "„")
}
