// Repair: JSON as models break it, mended without touching what it says.

package toolcall

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxRepairBytes = 1 << 20
	maxRepairDepth = 64
)

// Repair mends JSON that a model has broken: single and typographic quotes, True, False and None, bare keys, trailing commas,
// comments (//, /* */ and #), line breaks, tabs and other control characters in texts, escapes that JSON does not have, and
// quotes and brackets that are missing at the end. Nothing else is changed, and texts keep what they say. changes names each
// kind of change once, such as "added a missing }", in the order of their first place.
//
// Sound JSON comes back as it is, without changes. ok is false for all that could not be mended, for more than 1 MiB, for
// text that is not UTF-8 and, where there is something to mend, for more than 64 levels; otherwise fixed is sound JSON. The
// work is linear in the length. What was cut off cannot be known: a mended call has to pass Tools.Check before it is executed.
func Repair(text string) (fixed json.RawMessage, changes []string, ok bool) {
	if len(text) > maxRepairBytes || !utf8.ValidString(text) {
		return nil, nil, false
	}
	if raw := json.RawMessage(text); json.Valid(raw) {
		return raw, nil, true
	}
	m := mender{in: text, out: make([]byte, 0, len(text)+16), comma: -1}
	if !m.document() || !json.Valid(m.out) {
		return nil, nil, false
	}
	return m.out, m.changes, true
}

// mender copies a text to out and mends it on the way.
type mender struct {
	in      string
	at      int // the next byte of in
	out     []byte
	stack   []byte // the brackets that close what is open
	comma   int    // where in out the comma stands that a value has to follow; -1 if there is none
	changes []string

	swallowed bool // a comment took the end of the text
}

// changed names a change.
func (m *mender) changed(what string) {
	if !slices.Contains(m.changes, what) {
		m.changes = append(m.changes, what)
	}
}

func (m *mender) done() bool { return m.at >= len(m.in) }

// peek returns the next byte; 0 at the end, where a byte 0 in the text is no better.
func (m *mender) peek() byte {
	if m.done() {
		return 0
	}
	return m.in[m.at]
}

// document mends one value and what stands around it.
func (m *mender) document() bool {
	if m.space(); m.done() || !m.value() {
		return false
	}
	for len(m.stack) > 0 {
		if m.space(); m.done() {
			m.closeAll()
			return !m.swallowed
		}
		if !m.next() {
			return false
		}
	}
	m.space()
	return m.done()
}

// next takes one step inside an open object or array.
func (m *mender) next() bool {
	c := m.peek()
	switch {
	case c == '}' || c == ']':
		return m.close(c)
	case c == ',':
		if last := m.last(); m.comma >= 0 || last == '{' || last == '[' {
			return false
		}
		m.comma = len(m.out)
		m.copyByte()
		return true
	case m.comma < 0 && m.last() != '{' && m.last() != '[':
		return false // two values without a comma
	}
	m.comma = -1
	if m.stack[len(m.stack)-1] == ']' {
		return m.value()
	}
	return m.key() && m.colon() && m.value()
}

// last returns the last byte of out that is no white space: whether a container has just been opened. A text never ends in
// a bracket, its quote does.
func (m *mender) last() byte {
	for i := len(m.out) - 1; i >= 0; i-- {
		if !isSpace(m.out[i]) {
			return m.out[i]
		}
	}
	return 0
}

// close takes a closing bracket. Others that should stand before it are added.
func (m *mender) close(c byte) bool {
	if !slices.Contains(m.stack, c) {
		return false
	}
	m.dropComma()
	for m.stack[len(m.stack)-1] != c {
		m.addBracket()
	}
	m.stack = m.stack[:len(m.stack)-1]
	m.copyByte()
	return true
}

func (m *mender) closeAll() {
	m.dropComma()
	for len(m.stack) > 0 {
		m.addBracket()
	}
}

func (m *mender) addBracket() {
	c := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	m.out = append(m.out, c)
	m.changed(changeBracket + string(c))
}

// dropComma takes a comma out that no value has followed.
func (m *mender) dropComma() {
	if m.comma >= 0 {
		m.out = append(m.out[:m.comma], m.out[m.comma+1:]...)
		m.comma = -1
		m.changed(changeComma)
	}
}

func (m *mender) copyByte() {
	m.out = append(m.out, m.in[m.at])
	m.at++
}

// mayComment reports whether a line comment may begin: behind white space or the end of something. 10#0 and [#fff hold none.
func (m *mender) mayComment() bool {
	return m.at == 0 || isSpace(m.in[m.at-1]) || strings.IndexByte(",}]\"'/", m.in[m.at-1]) >= 0
}

// swallow takes all the rest as a comment. What should close the open brackets may be in it, so none are added then.
func (m *mender) swallow() { m.at, m.swallowed = len(m.in), true }

// space copies white space and leaves comments out.
func (m *mender) space() {
	for !m.done() {
		rest := m.in[m.at:]
		switch {
		case isSpace(rest[0]):
			m.copyByte()
			continue
		case (rest[0] == '#' || strings.HasPrefix(rest, "//")) && m.mayComment():
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				m.at += i
			} else {
				m.swallow()
			}
		case strings.HasPrefix(rest, "/*"):
			if i := strings.Index(rest[2:], "*/"); i >= 0 {
				m.at += i + 4
			} else {
				m.swallow()
			}
		default:
			return
		}
		m.changed(changeComment)
	}
}

// value mends a scalar, or opens an object or array.
func (m *mender) value() bool {
	c := m.peek()
	switch {
	case c == '{' || c == '[':
		if len(m.stack) == maxRepairDepth {
			return false
		}
		m.stack = append(m.stack, c+2) // } follows { by two in ASCII, as ] follows [
		m.copyByte()
		return true
	case c == '-' || isDigit(c):
		return m.number()
	}
	if kind, size := quoteAt(m.in[m.at:]); kind != 0 {
		m.text(kind, size)
		return true
	}
	return m.word()
}

// number copies a number, which is never mended.
func (m *mender) number() bool {
	end := m.at
	for end < len(m.in) && strings.IndexByte("+-.0123456789eE", m.in[end]) >= 0 {
		end++
	}
	if !json.Valid([]byte(m.in[m.at:end])) {
		return false
	}
	m.out = append(m.out, m.in[m.at:end]...)
	m.at = end
	return true
}

// word takes a literal of JSON or Python.
func (m *mender) word() bool {
	word := m.bareWord()
	literal := word
	switch word {
	case "true", "false", "null":
	case "True":
		literal = "true"
	case "False":
		literal = "false"
	case "None":
		literal = "null"
	default:
		return false
	}
	if literal != word {
		m.changed(sprintf(changeWord, word, literal))
	}
	m.out = append(m.out, literal...)
	m.at += len(word)
	return true
}

// bareWord returns the name that begins here; empty if there is none.
func (m *mender) bareWord() string {
	rest := m.in[m.at:]
	for i, r := range rest {
		if r == '_' || r == '$' || unicode.IsLetter(r) || i > 0 && (r == '-' || unicode.IsDigit(r)) {
			continue
		}
		return rest[:i]
	}
	return rest
}

// key mends the key of a member.
func (m *mender) key() bool {
	if kind, size := quoteAt(m.in[m.at:]); kind != 0 {
		m.text(kind, size)
		return true
	}
	word := m.bareWord()
	if word == "" {
		return false
	}
	m.out = append(append(append(m.out, '"'), word...), '"')
	m.at += len(word)
	m.changed(changeKey)
	return true
}

// colon takes the colon between a key and its value.
func (m *mender) colon() bool {
	if m.space(); m.peek() != ':' {
		return false
	}
	m.copyByte()
	m.space()
	return !m.done()
}
