// Package prose joins sentences to texts that people wrote.
package prose

import (
	"strings"
	"unicode/utf8"
)

// Append appends sentences to a text: on a line of their own after several lines, or after a text that announces something; else
// after a full stop, which a text gets that does not end as a sentence does, as what follows would read as a part of it.
func Append(text string, sentences ...string) string {
	added := strings.Join(sentences, " ")
	before := strings.TrimRight(text, " \t\r\n")
	switch {
	case added == "":
		return text
	case before == "":
		return added
	case strings.Contains(before, "\n") || Announces(before):
		return before + "\n" + added
	}
	return End(before) + " " + added
}

// End ends a text as a sentence, if it does not end as one and announces nothing.
func End(text string) string {
	if text = strings.TrimRight(text, " \t\r\n"); text != "" && !Ends(text) && !Announces(text) {
		text += "."
	}
	return text
}

// Ends reports whether a text ends as a sentence does, quotes and brackets after the mark included.
func Ends(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'”’»)]`))
	return strings.ContainsRune(".!?…。！？", last)
}

// Announces reports whether more of a text is to come, as after a colon.
func Announces(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(":：", last)
}
