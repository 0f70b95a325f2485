// Every sentence that a model, an author or a host reads, in one place. The texts are part of the contract: tests pin them.

package jarvis

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Read by an author: types.
const (
	msgNestedType  = "type %q is an array of arrays, which is not supported; use array<dict>, or flatten it"
	msgUnknownType = "unknown type %q; the types are %s, and array<T> of any but array"
)

// sprintf keeps fmt out of the files that only need a message filled in.
func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// maxEcho bounds how much of an outside text a message repeats, in code points.
const maxEcho = 120

// clip makes an outside text fit to be repeated in a message: cut to maxEcho code points, control characters escaped.
func clip(text string) string {
	if len(text) <= maxEcho && !strings.ContainsFunc(text, needsEscape) {
		return text
	}
	var b strings.Builder
	for n := 0; text != ""; n++ {
		if n == maxEcho {
			b.WriteString("…")
			break
		}
		r, size := utf8.DecodeRuneInString(text)
		if needsEscape(r) {
			q := strconv.QuoteToASCII(text[:size])
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
		text = text[size:]
	}
	return b.String()
}

func needsEscape(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
