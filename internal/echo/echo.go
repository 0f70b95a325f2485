// Package echo makes outside text fit to be repeated in a message: short, and without anything that a reader would not see or
// could be misled by.
package echo

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most bounds how much of an outside text a message repeats, in code points.
const Most = 120

// Cut cuts a text to Most code points.
func Cut(text string) string {
	n := 0
	for i := range text {
		if n++; n > Most {
			return text[:i] + "…"
		}
	}
	return text
}

// Clip is Cut with everything escaped that is Unseen.
func Clip(text string) string {
	if len(text) <= Most && !strings.ContainsFunc(text, Unseen) {
		return text
	}
	return Escape(Cut(text))
}

// CutBytes cuts a text to so many bytes, at a code point.
func CutBytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Escape writes characters that are Unseen in the form of Go literals.
func Escape(text string) string {
	var b strings.Builder
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		if Unseen(r) {
			q := strconv.QuoteToASCII(text[:size])
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
		text = text[size:]
	}
	return b.String()
}

// Unseen reports whether a reader would not see r, or could be misled by it.
func Unseen(r rune) bool {
	if r >= ' ' && r <= '~' {
		return false
	}
	return unicode.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
