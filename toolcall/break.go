// Where something broken ends: what stands inside its strings is never searched for calls.

package toolcall

import "slices"

// stray follows text that was meant as JSON, or as Python, and is none, so far that it knows what stands inside a string and how
// deep: a string ends at its quote, line breaks in it or not.
type stray struct {
	quote byte // of the string that is open, or 0
	last  byte // before the current byte, white space left out
	level int  // brackets that are open
}

// step takes the byte at offset i and returns the offset of the next one to take.
func (s *stray) step(c byte, i int) int {
	switch {
	case c == '\\': // outside of strings, too: some models escape the quotes of the whole object
		return i + 2
	case s.quote != 0:
		if c == s.quote {
			s.quote, s.last = 0, c
		}
		return i + 1
	case c == '"', c == '\'' && s.beginsValue():
		s.quote = c
	case c == '{' || c == '[' || c == '(':
		s.level++
	case (c == '}' || c == ']' || c == ')') && s.level > 0:
		s.level--
	}
	if !isSpace(c) {
		s.last = c
	}
	return i + 1
}

// beginsValue reports whether a value or key may begin here: an apostrophe elsewhere is no quote.
func (s *stray) beginsValue() bool {
	switch s.last {
	case 0, '{', '[', '(', ',', ':', '=':
		return true
	}
	return false
}

// past returns the first of m that stands outside all strings, at or after offset at, in text that begins at offset start and
// was found broken at offset at; and where it stands. At the end of the text, or if a string never ends, it is "". The marks
// that open calls count only where no bracket is open: what looks like a call in there is a part of a value.
func (r *reader) past(m *marks, start, at int) (mark string, pos int) {
	var s stray
	for i := start; !r.done(i); {
		if i >= at && s.quote == 0 && m.may(r.buf, i) {
			if mark = r.hasAny(i, m.list); mark != "" && (s.level == 0 || slices.Contains(m.shut, mark)) {
				return mark, i
			}
		}
		i = s.step(r.buf[i], i)
	}
	return "", len(r.buf)
}

// breakAt returns where the broken call ends whose text begins at offset start and broke at offset at: behind the next mark that
// closes a call, or before the next one that opens one.
func (r *reader) breakAt(m *marks, start, at int) int {
	mark, pos := r.past(m, start, at)
	if m.ends(mark) {
		pos += len(mark)
	}
	return pos
}

// edge is breakAt for text that is not JSON: nothing in it is a string.
func (r *reader) edge(m *marks, from int) int {
	mark, at := r.upTo(m, from)
	if m.ends(mark) {
		at += len(mark)
	}
	return at
}

// lose reports that a call at pos is broken, as breakAt says how far.
func (r *reader) lose(m *marks, start, at int, reason string) {
	r.failed(r.breakAt(m, start, at), reason)
}

// outside returns the first offset from at on that is in no string of the broken text that begins at offset start.
func (r *reader) outside(start, at int) int {
	var s stray
	i := start
	for ; (i < at || s.quote != 0) && !r.done(i); i = s.step(r.buf[i], i) {
	}
	return min(i, len(r.buf))
}

// doubt remembers that the text from offset start to end, which is taken for text, may be a broken call: it begins as JSON does.
// If a call follows, it may be a part of that one, and the answer is at fault.
func (r *reader) doubt(start, end int) {
	first := r.space(start + 1)
	if r.at(start) == '[' && r.at(first) == '{' {
		first = r.space(first + 1)
	} else if r.at(start) == '[' {
		return
	}
	begins := r.at(first) == '"' || r.at(first) == '\''
	if begins && r.doubts.end == 0 {
		r.doubts = span{start, end}
	}
}

// goesOn reports whether what follows a sound value at offset i looks as if the value were not over: a quote inside one of its
// texts was not escaped.
func (r *reader) goesOn(i int) bool {
	switch r.at(r.space(i)) {
	case '"', '\'', '}', ']', ',', ':':
		return true
	}
	return false
}
