// The steps of Clean: plain text, and what is taken out of it.

package prompt

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// phase says what is being read.
type phase uint8

const (
	inPlain         phase = iota
	inSpan                // up to one of closing
	inHead                // the head of a message, up to closing
	inRole                // the role behind the opening of a turn
	behindCalls           // the calls behind [TOOL_CALLS]
	behindFunctools       // the calls behind functools[
	behindFunction        // the call behind <function>
	inCalls               // the JSON of calls
)

// step reads on at pos, where there is text, and reports whether it got further.
func (c *Cleaner) step() bool {
	switch c.phase {
	case inSpan:
		return c.span()
	case inHead:
		return c.head()
	case inRole:
		return c.role()
	case behindCalls:
		return c.calls()
	case behindFunctools:
		return c.functools()
	case behindFunction:
		return c.function()
	case inCalls:
		if n, over := c.list.read(c.in[c.pos:]); over {
			c.pos, c.phase = c.pos+n, inPlain
		} else {
			c.pos = len(c.in)
		}
		return true
	}
	return c.plain()
}

func (c *Cleaner) plain() bool {
	rest := c.in[c.pos:]
	n := 0
	for n < len(rest) && !halts[rest[n]] {
		n++
	}
	if n == len(rest) && !c.ended {
		n = wholeRunes(rest)
	}
	switch {
	case n > 0:
		c.say(rest[:n])
		c.pos += n
		return true
	case mayBegin(rest[0]):
		return c.mayMark()
	}
	if !halts[rest[0]] {
		return false // the character is not whole
	}
	if taken, wait := c.white(); taken || wait {
		return taken
	}
	_, size := utf8.DecodeRune(rest)
	c.say(rest[:size])
	c.pos += size
	return true
}

// wholeRunes returns the length of text without a character that is cut off at its end.
func wholeRunes(text []byte) int {
	for i := len(text) - 1; i >= max(len(text)-utf8.UTFMax, 0); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return len(text)
}

// mayBegin reports whether a mark may begin with b.
func mayBegin(b byte) bool { return b == '<' || b == '[' || b == functools[0] }

// mayMark reads what may be a mark.
func (c *Cleaner) mayMark() bool {
	m, size, wait := readMark(c.in[c.pos:], c.ended)
	switch {
	case wait:
		return false
	case m == nil:
		c.say(c.in[c.pos : c.pos+1])
		c.pos++
	default:
		c.pos += size
		c.begin(m)
	}
	return true
}

// begin goes on behind a mark.
func (c *Cleaner) begin(m *mark) {
	if m.what == behindFunctools { // it may be text
		c.phase, c.before, c.space = m.what, append(c.before[:0], c.space...), c.space[:0]
		return
	}
	c.seam, c.phase, c.closing = true, m.what, m.closing
	if m.means != 0 {
		c.sentinels[m.means] = true
	}
	if m.thought {
		c.beginThought()
	}
}

// span reads up to the mark that ends it, or to the end of the text.
func (c *Cleaner) span() bool {
	rest := c.in[c.pos:]
	for i := 0; ; i++ {
		next := bytes.IndexAny(rest[i:], "<[")
		if next < 0 {
			c.think(rest)
			c.pos = len(c.in)
			return true
		}
		i += next
		for _, closing := range c.closing {
			found, short := begins(rest[i:], closing, true)
			if !found && (!short || c.ended) {
				continue
			}
			c.think(rest[:i])
			c.pos += i
			if found {
				c.endThought()
				c.pos, c.phase = c.pos+len(closing), inPlain
			}
			return found
		}
	}
}

// mostHead is how many bytes a head may take.
const mostHead = 96

// head reads the head of a message: who speaks, in which channel, to whom. It stands in one line. Without its end it is text,
// but for a role.
func (c *Cleaner) head() bool {
	rest := c.in[c.pos:]
	line := rest[:min(len(rest), mostHead+len(c.closing[0]))]
	whole := len(line) == mostHead+len(c.closing[0]) || c.ended
	if br := bytes.IndexByte(line, '\n'); br >= 0 {
		line, whole = line[:br], true
	}
	text, _, found := strings.Cut(string(line), c.closing[0])
	if !found {
		if whole {
			c.phase = inRole
		}
		return c.phase == inRole
	}
	c.pos += len(text) + len(c.closing[0])
	c.phase = inPlain
	call, thought := strings.Contains(text, "to="), strings.Contains(text, "analysis")
	if c.closing[0] != "<|message|>" || !call && !thought {
		return true
	}
	c.phase, c.closing = inSpan, closingHarmony
	if !call {
		c.beginThought()
	}
	return true
}

// mostWord is longer than any role.
const mostWord = 16

// role reads the role behind the opening of a turn, if there is one.
func (c *Cleaner) role() bool {
	rest := c.in[c.pos:]
	n := wordSize(rest, mostWord)
	if n == len(rest) && !c.ended {
		return false
	}
	if c.phase = inPlain; isRole(rest[:n]) && (n == len(rest) || rest[n] < utf8.RuneSelf && !isNameByte(rest[n])) {
		c.pos += n
	}
	return true
}
