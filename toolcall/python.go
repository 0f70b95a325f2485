// python: literals of the Python language, read as JSON.

package toolcall

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Reasons for which something is no Python literal, or one that JSON has nothing for.
const (
	reasonNotPython   = "not Python"
	reasonBytes       = "a bytes literal"
	reasonFormatted   = "an f-string"
	reasonNamedRune   = `\N in a string`
	reasonNumberRange = "a number out of range"
	reasonKey         = "a key that is neither text nor number"
)

// python returns the Python literal at offset i, after white space, as JSON: strings, numbers, True, False, None (true, false
// and null too), lists, tuples as lists, and dicts. Numbers keep their digits. depth is how many levels of brackets are
// allowed. If there is no literal, end is where it stops being one; if it is one that JSON has nothing for, end is behind it.
func (s *source) python(i, depth int) (end int, value json.RawMessage, reason string) {
	p := pythonReader{source: s}
	if end, reason = p.value(i, depth); reason == "" {
		reason = p.unfit
	}
	if reason != "" {
		return end, nil, reason
	}
	return end, p.out, ""
}

// pythonReader turns Python into JSON as it goes.
type pythonReader struct {
	*source
	out   []byte // the JSON so far
	text  []byte // of the string being read
	unfit string // why what was read is good Python but has no JSON; the first such reason
}

// value reads one literal and appends it to out.
func (p *pythonReader) value(i, depth int) (int, string) {
	i = p.space(i)
	switch c := p.at(i); {
	case c == '[' || c == '(':
		return p.list(i, depth)
	case c == '{':
		return p.dict(i, depth)
	case c == '\'' || c == '"':
		return p.quoted(i, false)
	case c == '-' || c == '+' || c == '.' || isDigit(c):
		return p.number(i)
	case isNameStart(c):
		return p.word(i)
	}
	return i, p.notPython(i)
}

// notPython is the reason for a byte that may not stand at i.
func (s *source) notPython(i int) string { return s.unless(i, reasonNotPython) }

// refuse notes why what is read has no JSON. Reading goes on, so that its end is known.
func (p *pythonReader) refuse(reason string) {
	if p.unfit == "" {
		p.unfit = reason
	}
}

// list reads a list or tuple, or a value in parentheses.
func (p *pythonReader) list(i, depth int) (int, string) {
	if depth < 1 {
		return i, reasonTooDeep
	}
	shut := byte(']')
	if p.at(i) == '(' {
		shut = ')'
	}
	start := len(p.out)
	p.out = append(p.out, '[')
	i, alone, reason := p.items(i+1, shut, func(i int) (int, string) { return p.value(i, depth-1) })
	switch {
	case reason != "":
	case shut == ')' && alone: // a value in parentheses
		p.out = append(p.out[:start], p.out[start+1:]...)
	default:
		p.out = append(p.out, ']')
	}
	return i, reason
}

// items reads what stands between brackets, from offset i on to behind the one that shuts, each by item, with a comma between
// them. Alone tells that there was one, without a comma.
func (p *pythonReader) items(i int, shut byte, item func(i int) (int, string)) (end int, alone bool, reason string) {
	n, comma := 0, false
	for i = p.space(i); p.at(i) != shut; i = p.space(i) {
		if n++; n > 1 {
			if !comma {
				return i, false, p.notPython(i)
			}
			p.out = append(p.out, ',')
		}
		if i, reason = item(i); reason != "" {
			return i, false, reason
		}
		i, comma = p.comma(i)
	}
	return i + 1, n == 1 && !comma, ""
}

// comma passes over a comma and the white space before it, and reports whether there is one.
func (p *pythonReader) comma(i int) (int, bool) {
	i = p.space(i)
	if p.at(i) == ',' {
		return i + 1, true
	}
	return i, false
}

func (p *pythonReader) dict(i, depth int) (int, string) {
	if depth < 1 {
		return i, reasonTooDeep
	}
	p.out = append(p.out, '{')
	i, _, reason := p.items(i+1, '}', func(i int) (int, string) {
		i, reason := p.key(i, depth-1)
		if reason != "" {
			return i, reason
		}
		return p.value(i, depth-1)
	})
	p.out = append(p.out, '}')
	return i, reason
}

// key reads a key and its colon. Numbers, True and None become their JSON as text.
func (p *pythonReader) key(i, depth int) (int, string) {
	start := len(p.out)
	i, reason := p.value(i, depth)
	if reason != "" {
		return i, reason
	}
	switch p.out[start] {
	case '"':
	case '[', '{':
		p.refuse(reasonKey)
	default:
		text := string(p.out[start:])
		p.out = scan.AppendQuoted(p.out[:start], text)
	}
	if i = p.space(i); p.at(i) != ':' {
		return i, p.notPython(i)
	}
	p.out = append(p.out, ':')
	return i + 1, ""
}

// word reads a constant, or a string with a prefix.
func (p *pythonReader) word(i int) (int, string) {
	start := i
	for isNamePart(p.at(i)) {
		i++
	}
	name := string(p.buf[start:i])
	if c := p.at(i); c == '\'' || c == '"' {
		return p.prefixed(name, i)
	}
	switch name {
	case "True", "true":
		p.out = append(p.out, "true"...)
	case "False", "false":
		p.out = append(p.out, "false"...)
	case "None", "null":
		p.out = append(p.out, "null"...)
	default:
		return start, p.notPython(i)
	}
	return i, ""
}

func (p *pythonReader) prefixed(prefix string, i int) (int, string) {
	prefix = strings.ToLower(prefix)
	switch prefix {
	case "r", "u":
	case "b", "br", "rb":
		p.refuse(reasonBytes)
	case "f", "fr", "rf":
		p.refuse(reasonFormatted)
	default:
		return i, reasonNotPython
	}
	return p.quoted(i, strings.Contains(prefix, "r"))
}

// quoted reads the string whose quotes open at i.
func (p *pythonReader) quoted(i int, raw bool) (int, string) {
	quote, triple := p.at(i), false
	if i++; p.at(i) == quote {
		if p.at(i+1) != quote {
			p.out = append(p.out, `""`...)
			return i + 1, ""
		}
		i, triple = i+2, true
	}
	p.text = p.text[:0]
	for {
		start := i
		for i < len(p.buf) && p.buf[i] != quote && p.buf[i] != '\\' && p.buf[i] != '\n' {
			i++
		}
		p.text = append(p.text, p.buf[start:i]...)
		if p.done(i) {
			return i, reasonCut
		}
		switch c := p.at(i); {
		case c == quote && (!triple || p.at(i+1) == quote && p.at(i+2) == quote):
			p.out = scan.AppendQuoted(p.out, string(p.text))
			if triple {
				i += 2
			}
			return i + 1, ""
		case c == '\n' && !triple:
			return i, reasonNotPython
		case c == '\\':
			var reason string
			if i, reason = p.escape(i, raw); reason != "" {
				return i, reason
			}
		case c == quote || c == '\n':
			p.text = append(p.text, c)
			i++
		}
	}
}

// escapes are the escapes of one letter.
var escapes = [256]byte{
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// escape reads what begins with the backslash at i. An unknown escape stands for itself, as in Python.
func (p *pythonReader) escape(i int, raw bool) (int, string) {
	c := p.at(i + 1)
	switch {
	case p.done(i + 1):
		return i + 1, reasonCut
	case raw:
		p.text = append(p.text, '\\', c)
		return i + 2, ""
	case c == '\n':
		return i + 2, ""
	case escapes[c] != 0:
		p.text = append(p.text, escapes[c])
		return i + 2, ""
	case c == 'x':
		return p.coded(i+2, 2)
	case c == 'u':
		return p.coded(i+2, 4)
	case c == 'U':
		return p.coded(i+2, 8)
	case c >= '0' && c <= '7':
		return p.octal(i + 1), ""
	case c == 'N':
		p.refuse(reasonNamedRune)
	}
	p.text = append(p.text, '\\')
	return i + 1, ""
}

// coded reads the hexadecimal digits of a character. The halves of a surrogate pair become one character.
func (p *pythonReader) coded(i, digits int) (int, string) {
	code, i, reason := p.hex(i, digits)
	if reason != "" {
		return i, reason
	}
	if digits == 4 && code>>10 == 0xD800>>10 && p.has(i, `\u`) {
		if low, end, reason := p.hex(i+2, 4); reason == "" && low>>10 == 0xDC00>>10 {
			code, i = 0x10000+(code-0xD800)<<10+(low-0xDC00), end
		}
	}
	p.text = utf8.AppendRune(p.text, code)
	return i, ""
}

func (p *pythonReader) hex(i, digits int) (code rune, end int, reason string) {
	start := i
	for ; i < start+digits; i++ {
		if !isHex(p.at(i)) {
			return 0, i, p.notPython(i)
		}
	}
	n, _ := strconv.ParseUint(string(p.buf[start:i]), 16, 32)
	if n > utf8.MaxRune {
		return 0, i, reasonNotPython
	}
	return rune(n), i, ""
}

func (p *pythonReader) octal(i int) int {
	var code rune
	for end := i + 3; i < end && p.at(i) >= '0' && p.at(i) <= '7'; i++ {
		code = code<<3 + rune(p.at(i)-'0')
	}
	p.text = utf8.AppendRune(p.text, code)
	return i
}

func isNameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) }
