// Package prose joins sentences to texts that people wrote.
package prose

import (
	"strings"
	"unicode/utf8"
)

// Append appends sentences to a text. A text that does not end as a sentence does gets a full stop first, as what follows would
// read as a part of it.
func Append(text string, sentences ...string) string {
	if text == "" || len(sentences) == 0 {
		return text + strings.Join(sentences, " ")
	}
	text = strings.TrimRight(text, " \t\r\n")
	if text != "" && !Ends(text) {
		text += "."
	}
	return strings.TrimLeft(text+" "+strings.Join(sentences, " "), " ")
}

// Ends reports whether a text ends as a sentence does, quotes and brackets after the mark included.
func Ends(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'”’»)]`))
	return strings.ContainsRune(".!?…。！？", last)
}
