// Plain text: the JSON that models write most, read without the tokenizer.

package scan

import (
	"bytes"
	"unicode/utf8"
)

// plain steps from token to token of a text as long as it is JSON beyond doubt, in the simplest form: no escapes, every
// separator in its place. What it does not step over the tokenizer decides about.
type plain struct {
	on        bool
	tokens    int    // stepped over
	objects   uint64 // which of the objects and arrays entered are objects, the innermost in the lowest bit
	separator byte   // what stands before the next token unless it is a closing one: a comma, a colon, or 0 for nothing
	closable  bool   // a closing token may come next
}

// mostPlain is how deep plain texts are.
const mostPlain = 64

// step consumes the next token if it is plain.
func (r *Reader) step() bool {
	p := &r.plain
	i := skipSpace(r.data, r.pos)
	if i == len(r.data) || r.depth == 0 && p.tokens > 0 {
		return false
	}
	if c := r.data[i]; c == '}' || c == ']' {
		return r.stepOut(i, c)
	}
	if p.separator != 0 {
		if r.data[i] != p.separator {
			return false
		}
		if i = skipSpace(r.data, i+1); i == len(r.data) {
			return false
		}
	}
	key := p.objects&1 == 1 && p.separator != ':'
	switch c := r.data[i]; {
	case c == '"':
		return r.stepOver(i, plainString(r.data, i), key)
	case key:
		return false
	case c == '{' || c == '[':
		return r.stepInto(i, c)
	}
	return r.stepOver(i, plainWord(r.data, i), false)
}

// stepInto consumes the opening of an object or array.
func (r *Reader) stepInto(at int, c byte) bool {
	if r.depth == mostPlain-1 {
		return false
	}
	r.depth++
	r.plain.objects <<= 1
	if c == '{' {
		r.plain.objects |= 1
	}
	r.stepped(at, at+1, 0, true)
	return true
}

// stepOut consumes the closing of the innermost object or array.
func (r *Reader) stepOut(at int, c byte) bool {
	if !r.plain.closable || (c == '}') != (r.plain.objects&1 == 1) {
		return false
	}
	r.depth--
	r.plain.objects >>= 1
	r.stepped(at, at+1, ',', true)
	return true
}

// stepOver consumes a scalar, or a key, that ends there; 0 is no end.
func (r *Reader) stepOver(at, end int, key bool) bool {
	switch {
	case end == 0:
		return false
	case key:
		r.stepped(at, end, ':', false)
	default:
		r.stepped(at, end, ',', true)
	}
	return true
}

func (r *Reader) stepped(from, to int, separator byte, closable bool) {
	r.next, r.pos = from, to
	r.plain.tokens++
	r.plain.separator, r.plain.closable = separator, closable && r.depth > 0
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// plainString returns the end of a string that stands as it reads, or 0.
func plainString(data []byte, at int) int {
	ascii := true
	for i := at + 1; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			if !ascii && !utf8.Valid(data[at:i]) {
				return 0
			}
			return i + 1
		case c == '\\' || c < ' ':
			return 0
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return 0
}

// plainWord returns the end of a number, true, false or null that something ends which may follow a value, or 0.
func plainWord(data []byte, at int) int {
	end := at
	for end < len(data) && !endsWord(data[end]) {
		end++
	}
	word := data[at:end]
	if end == len(data) || !isNumber(word) && string(word) != "true" && string(word) != "false" && string(word) != "null" {
		return 0
	}
	return end
}

func endsWord(c byte) bool {
	return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

// isNumber reports whether a word is a number of JSON (RFC 8259 section 6).
func isNumber(word []byte) bool {
	word = bytes.TrimPrefix(word, []byte("-"))
	rest := skipDigits(word)
	if len(rest) == len(word) || word[0] == '0' && len(word)-len(rest) > 1 {
		return false
	}
	if len(rest) > 0 && rest[0] == '.' {
		fraction := rest[1:]
		if rest = skipDigits(fraction); len(rest) == len(fraction) {
			return false
		}
	}
	if len(rest) > 0 && rest[0]|0x20 == 'e' {
		exponent := rest[1:]
		if len(exponent) > 0 && (exponent[0] == '+' || exponent[0] == '-') {
			exponent = exponent[1:]
		}
		if rest = skipDigits(exponent); len(rest) == len(exponent) {
			return false
		}
	}
	return len(rest) == 0
}

func skipDigits(text []byte) []byte {
	for len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
		text = text[1:]
	}
	return text
}
