// source: text that may still be coming in, looked at by offset.

package toolcall

// source is the text of an answer, or a piece of one. Looking beyond what is there waits for more.
type source struct {
	buf   []byte
	ended bool        // buf is the whole text
	more  func() bool // waits for text and reports whether the text goes on; nil if there is only buf
}

// fill waits until there is a byte at offset i and reports whether there is.
func (s *source) fill(i int) bool {
	for i >= len(s.buf) {
		if s.ended || s.more == nil {
			return false
		}
		if !s.more() {
			s.ended = true
		}
	}
	return true
}

// at returns the byte at offset i, or 0 at the end of the text.
func (s *source) at(i int) byte {
	if i < len(s.buf) || s.fill(i) {
		return s.buf[i]
	}
	return 0
}

// has reports whether mark stands at offset i. It waits only while what is there could still become the mark.
func (s *source) has(i int, mark string) bool {
	for k := range len(mark) {
		if !s.fill(i+k) || s.buf[i+k] != mark[k] {
			return false
		}
	}
	return true
}

// hasAny returns the first of list that stands at offset i, or "". It waits only while that may depend on what comes.
func (s *source) hasAny(i int, list []string) string {
	for _, mark := range list {
		if s.has(i, mark) {
			return mark
		}
	}
	return ""
}

// space returns the first offset from i on that holds no white space.
func (s *source) space(i int) int {
	for isSpace(s.at(i)) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// end waits for the whole text and returns its length.
func (s *source) end() int {
	for s.fill(len(s.buf)) {
	}
	return len(s.buf)
}

// done reports whether the text ends at offset i.
func (s *source) done(i int) bool { return !s.fill(i) }

// unless returns the reason for what is wrong at offset i, or that the text ends there.
func (s *source) unless(i int, reason string) string {
	if s.done(i) {
		return reasonCut
	}
	return reason
}
