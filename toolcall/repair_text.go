// Repair of texts: quotes, escapes and control characters.

package toolcall

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// quoteAt returns the kind of the quote that a text begins with and its length. A plain quote is a kind of its own, typographic
// ones are of the kind “ or ‘. Kind 0 is none.
func quoteAt(text string) (kind rune, size int) {
	switch r, size := utf8.DecodeRuneInString(text); r {
	case '"', '\'':
		return r, size
	case '“', '”', '„':
		return '“', size
	case '‘', '’', '‚':
		return '‘', size
	}
	return 0, 0
}

// closes reports whether a quote ends a text that one of kind has begun, and its length. A typographic text may end in a plain
// quote: the one is often half of a pair whose other half was not changed.
func closes(kind rune, text string) int {
	found, size := quoteAt(text)
	switch {
	case found == 0:
	case found == kind, kind == '“' && found == '"', kind == '‘' && found == '\'':
		return size
	}
	return 0
}

// text copies a text whose opening quote is here, and adds the closing one if it is missing.
func (m *mender) text(kind rune, size int) {
	switch kind {
	case '\'':
		m.changed(changeQuotes)
	case '“', '‘':
		m.changed(changeSmart)
	}
	m.at += size
	m.out = append(m.out, '"')
	for !m.done() {
		if size := closes(kind, m.in[m.at:]); size > 0 {
			m.at += size
			m.out = append(m.out, '"')
			return
		}
		m.character()
	}
	m.out = append(m.out, '"')
	m.changed(changeEnd)
}

// character copies one character of a text, escaped where JSON asks for it.
func (m *mender) character() {
	c := m.in[m.at]
	switch {
	case c == '\\':
		m.escape()
		return
	case c == '"': // inside other quotes
		m.out = append(m.out, '\\', '"')
		m.changed(changeInner)
	case c == '\n':
		m.out = append(m.out, '\\', 'n')
		m.changed(changeBreak)
	case c == '\r':
		m.out = append(m.out, '\\', 'r')
		m.changed(changeBreak)
	case c == '\t':
		m.out = append(m.out, '\\', 't')
		m.changed(changeTab)
	case c < ' ':
		m.out = fmt.Appendf(m.out, `\u%04x`, c)
		m.changed(changeControl)
	default:
		m.out = append(m.out, c)
	}
	m.at++
}

// escape copies an escape of JSON. A quote needs none that is not its own; in front of anything else the backslash means
// itself.
func (m *mender) escape() {
	m.at++
	rest := m.in[m.at:]
	if kind, size := quoteAt(rest); kind != 0 && kind != '"' {
		m.out = append(m.out, rest[:size]...)
		m.at += size
		m.changed(changeEscape)
		return
	}
	if n := escapeLength(rest); n > 0 {
		m.out = append(append(m.out, '\\'), rest[:n]...)
		m.at += n
		return
	}
	m.out = append(m.out, '\\', '\\')
	m.changed(changeEscape)
}

// escapeLength returns how long an escape is behind its backslash; 0 if JSON has none such.
func escapeLength(rest string) int {
	switch {
	case rest == "":
		return 0
	case rest[0] == 'u':
		if len(rest) >= 5 && strings.Trim(rest[1:5], "0123456789abcdefABCDEF") == "" {
			return 5
		}
		return 0
	case isEscape(rest[0]):
		return 1
	}
	return 0
}
