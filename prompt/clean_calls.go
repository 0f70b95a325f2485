// The steps of Clean: calls that are left over, without tags around them.

package prompt

import "bytes"

// calls reads up to the JSON behind [TOOL_CALLS]. Without any, the mark was alone.
func (c *Cleaner) calls() bool {
	rest := c.in[c.pos:]
	if taken, wait := c.white(); taken || wait {
		return taken
	}
	switch {
	case rest[0] == '{':
		c.phase = inCalls
	case rest[0] == '[':
		if m, _, wait := readMark(rest, c.ended); m != nil || wait {
			return c.mayMark()
		}
		c.phase = inCalls
	default:
		n, wait := namedCall(rest)
		if wait && !c.ended {
			return false
		}
		if c.phase = inPlain; n > 0 {
			c.phase, c.pos = inCalls, c.pos+n
		}
	}
	return true
}

// namedCall returns the length of the name that stands before the arguments of a call, name{…} or name[CALL_ID]id[ARGS]{…}, or 0.
func namedCall(text []byte) (size int, wait bool) {
	i := nameSize(text, mostMark)
	if i == 0 {
		return 0, false
	}
	for _, part := range []string{"[CALL_ID]", "[ARGS]"} {
		found, short := begins(text[i:], part, false)
		switch {
		case short:
			return 0, true
		case found && part == "[CALL_ID]":
			i += len(part)
			i += nameSize(text[i:], mostMark)
		case found:
			i += len(part)
		}
	}
	if i == len(text) {
		return 0, true
	}
	return i * truth(text[i] == '{'), false
}

// nameSize returns the length of the name that text begins with, up to most.
func nameSize(text []byte, most int) int {
	i := 0
	for i < len(text) && i < most && isNameByte(text[i]) {
		i++
	}
	return i
}

func isNameByte(c byte) bool {
	c = lower(c)
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

// functools reads up to the list behind functools[, where white space may stand. Before words it is text; before a mark it is a
// list that was cut off, as it is at the end of the text.
func (c *Cleaner) functools() bool {
	if taken, wait := c.white(); taken || wait {
		return taken
	}
	rest := c.in[c.pos:]
	list, cut := rest[0] == '{' || rest[0] == ']', false
	if mayBegin(rest[0]) {
		m, _, wait := readMark(rest, c.ended)
		if wait {
			return false
		}
		cut = m != nil
	}
	before, behind := c.before, c.space
	c.phase = inPlain
	if list || cut {
		c.seam, c.space, c.before = true, append(before, behind...), behind[:0]
		if list {
			c.phase, c.list.depth = inCalls, 1 // the bracket of the mark is the first
		}
		return true
	}
	c.space = before
	c.say([]byte(functools))
	c.space, c.before = behind, before[:0]
	return true
}

// function reads up to the arguments behind <function>name</function>. Without them the tag was alone, unless the text ends there.
func (c *Cleaner) function() bool {
	n, object, short := taggedCall(c.in[c.pos:])
	if short && !c.ended {
		return false
	}
	c.pos += n
	if c.phase = inPlain; object {
		c.phase = inCalls
	}
	return true
}

// mostBlank bounds the white space between the parts of a call.
const mostBlank = 16

// taggedCall returns the length of what stands behind <function>, name</function>, with the white space around it, and whether
// arguments follow. It is 0 if that does not follow, and short if it takes more text to tell.
func taggedCall(text []byte) (size int, object, short bool) {
	i := blankSize(text)
	n := nameSize(text[i:], mostMark)
	if n == 0 {
		return 0, false, i == len(text)
	}
	i += n
	i += blankSize(text[i:])
	const closing = "</function>"
	found, short := begins(text[i:], closing, false)
	if !found {
		return 0, false, short
	}
	i += len(closing)
	i += blankSize(text[i:])
	switch {
	case i == len(text):
		return i, false, true
	case text[i] == '{':
		return i, true, false
	}
	return 0, false, false
}

// blankSize returns the length of the white space that text begins with, up to mostBlank.
func blankSize(text []byte) int {
	text = text[:min(len(text), mostBlank)]
	return len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
}

// callList follows the brackets of JSON.
type callList struct {
	depth           int
	quoted, escaped bool
}

// read returns how many bytes it takes until the outermost bracket is closed, and whether it is.
func (l *callList) read(text []byte) (n int, over bool) {
	for i, b := range text {
		switch {
		case l.escaped:
			l.escaped = false
		case l.quoted:
			l.escaped, l.quoted = b == '\\', b != '"'
		case b == '"':
			l.quoted = true
		case b == '{' || b == '[':
			l.depth++
		case b == '}' || b == ']':
			if l.depth--; l.depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(text), false
}
