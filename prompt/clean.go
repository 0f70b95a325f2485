// Clean: what a model says without what is not to be spoken.

package prompt

import (
	"bytes"
	"unicode/utf8"
)

// Sentinel is a sign that a model gives instead of or beside words.
type Sentinel uint8

// The sentinels. Models may write them in any case, with spaces, hyphens or nothing for the underscores, and with or without
// the slash.
const (
	SentinelNotForMe         Sentinel = iota + 1 // <not_for_me/>: the words were not meant for the assistant
	SentinelExchangeComplete                     // <exchange_complete/>: no follow-up is to be expected
)

// Clean returns what may be spoken of a text that a model wrote. These are taken out:
//
//   - thinking: <think>, <thinking> and <scratch_pad> in any case, [THINK], and the channels of gpt-oss and Gemma for it
//   - calls that are left over: <tool_call>, <function=…>, <function>name</function>{…}, those of Gemma and gpt-oss, [TOOL_CALLS]
//     with the JSON behind it, and functools[…] if it holds objects or nothing
//   - sentinels
//   - control tokens of chat templates, such as <|im_start|> with the role behind it, <|eot_id|>, </s>, [INST] and <end_of_turn>
//   - the tags of <message>…</message>, whose text stays
//
// What is opened and not closed goes up to the end; closing marks alone are dropped, and so is <function> alone. A call ends at the first closing tag, even
// one inside of a string. White space at both ends goes too, and all but one space or line break of it where something was taken
// out; so does white space beyond 64 bytes without anything between. Everything else stays byte for byte. Where the text on
// both sides of what is taken out could be read as a mark together, a line break goes between, so that cleaning again changes
// nothing. Source: sanitize_text.
func Clean(text string) string {
	var c Cleaner
	said := c.Write(text)
	return said + c.Close()
}

// Cleaner is Clean for text that comes in pieces: joined, what Write and Close return is Clean of the joined pieces, wherever
// they are cut. What may begin a mark is held back until it is decided, 256 bytes at most. The zero value is ready for one
// answer. It is not safe for concurrent use, and must not be copied once it is in use.
type Cleaner struct {
	in    []byte // what is not decided yet, from pos on
	pos   int
	ended bool

	out    []byte // the end of what was given out, and behind it what is new
	space  []byte // white space that waits for words behind it
	before []byte // the same before functools[, which may be words
	spoken bool   // something was given out
	seam   bool   // something was taken out since

	phase   phase
	closing []string // what ends the span that is taken out
	keeping bool     // the span is thinking
	list    callList

	reasoning []byte
	thought   int // where the thought that is being read begins in reasoning
	sentinels [SentinelExchangeComplete + 1]bool
}

const (
	mostSpace     = 64      // bytes of white space in a row
	mostMark      = 64      // bytes of a mark, more than any has
	mostReasoning = 1 << 20 // bytes of thinking that are kept
	mostKept      = 1 << 16 // bytes of a buffer that is kept for the next piece
)

// Write takes the next piece and returns what may be spoken now. After Close it does nothing.
func (c *Cleaner) Write(piece string) string {
	if c.ended || piece == "" {
		return ""
	}
	c.in = append(c.in, piece...)
	return c.run()
}

// Close ends the text and returns what was held back. A second Close returns nothing.
func (c *Cleaner) Close() string {
	if c.ended {
		return ""
	}
	c.ended = true
	said := c.run()
	c.endThought()
	c.in, c.out, c.space, c.before = nil, nil, nil, nil
	return said
}

// Reasoning returns the thinking taken out so far, without its marks and without white space around it, thoughts on lines of
// their own. Thinking beyond 1 MiB is dropped.
func (c *Cleaner) Reasoning() string {
	return string(bytes.TrimSpace(c.reasoning[:wholeRunes(c.reasoning)]))
}

// Has reports whether a sentinel was seen so far. Those inside thinking and calls do not count.
func (c *Cleaner) Has(s Sentinel) bool { return int(s) < len(c.sentinels) && c.sentinels[s] }

// run reads on as far as it can be decided and returns what is new.
func (c *Cleaner) run() string {
	before := max(len(c.out)-mostMark, 0)
	c.out = append(c.out[:0], c.out[before:]...) // a seam looks back so far
	old := len(c.out)
	for c.pos < len(c.in) && c.step() {
	}
	said := string(c.out[old:])
	c.in, c.pos = shrunk(c.in[c.pos:], c.in), 0
	if cap(c.out) > mostKept {
		c.out = bytes.Clone(c.out[max(len(c.out)-mostMark, 0):])
	}
	return said
}

// shrunk moves the rest of a buffer to its beginning, or into a new one if it has grown large.
func shrunk(rest, buf []byte) []byte {
	if cap(buf) > mostKept {
		return bytes.Clone(rest)
	}
	return append(buf[:0], rest...)
}

// say gives out text without white space at its beginning.
func (c *Cleaner) say(text []byte) {
	switch {
	case !c.spoken:
	case c.seam:
		c.out = append(c.out, c.between(text[0])...)
	default:
		c.out = append(c.out, c.space...)
	}
	c.out = append(c.out, text...)
	c.space, c.spoken, c.seam = c.space[:0], true, false
}

// between is the white space at a seam, with next behind it.
func (c *Cleaner) between(next byte) string {
	sep := ""
	switch {
	case bytes.ContainsAny(c.space, "\n\r\v\f\u0085\u2028\u2029"):
		return "\n"
	case len(c.space) > 0:
		sep = " "
	}
	last := c.out[max(len(c.out)-mostMark, 0):]
	if begin := bytes.LastIndexAny(last, "<["); begin >= 0 {
		joint := append(append(bytes.Clone(last[begin:]), sep...), next)
		if m, _, wait := readMark(joint, false); m != nil || wait {
			return "\n" // no mark has a line break in it
		}
	}
	for i := 1; i < len(functools) && sep == ""; i++ {
		if next == functools[i] && bytes.HasSuffix(last, []byte(functools[:i])) {
			return "\n"
		}
	}
	return sep
}

// white takes white space at pos, if there is any. With wait it takes more text to tell.
func (c *Cleaner) white() (taken, wait bool) {
	rest := c.in[c.pos:]
	if rest[0] >= utf8.RuneSelf && !c.ended && !utf8.FullRune(rest) {
		return false, true
	}
	size := spaceSize(rest)
	if size == 0 {
		return false, false
	}
	if len(c.space)+size <= mostSpace {
		c.space = append(c.space, rest[:size]...)
	}
	c.pos += size
	return true, false
}

// think keeps a piece of thinking.
func (c *Cleaner) think(text []byte) {
	if !c.keeping {
		return
	}
	room := mostReasoning - len(c.reasoning)
	c.reasoning = append(c.reasoning, text[:min(len(text), room)]...)
}

// beginThought puts a line break behind the thoughts before, where there is room for more.
func (c *Cleaner) beginThought() {
	c.keeping, c.thought = true, len(c.reasoning)
	if c.thought > 0 && c.thought < mostReasoning {
		c.reasoning = append(c.reasoning, '\n')
	}
}

// endThought drops the white space around the thought, and the line break before it if nothing else is left.
func (c *Cleaner) endThought() {
	if !c.keeping {
		return
	}
	thought := c.reasoning[c.thought:]
	thought = bytes.TrimSpace(thought[:wholeRunes(thought)])
	c.reasoning, c.keeping = c.reasoning[:c.thought], false
	if len(thought) > 0 && c.thought > 0 {
		c.reasoning = append(c.reasoning, '\n')
	}
	c.reasoning = append(c.reasoning, thought...)
}
