// Package shell writes texts that people paste into a POSIX shell.
package shell

import (
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Word quotes a text where a shell would take it for more than one plain word. What a reader would not see is escaped, so that it
// is shown and not kept.
// Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02.
func Word(text string) string {
	text = echo.Escape(text)
	if text != "" && !strings.ContainsFunc(text, isSpecial) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// Path is Word for a path that may begin with a dash, which a program would take for a flag.
func Path(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return Word(path)
}

func isSpecial(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,=", r)
}
