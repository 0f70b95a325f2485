// Looking ahead without giving anything to a kind.

package toolcall

// upTo returns the first of m at or after offset i, and where it stands; at the end of the text, "".
func (s *source) upTo(m *marks, i int) (mark string, at int) {
	for ; ; i++ {
		for i < len(s.buf) && !m.may(s.buf, i) {
			i++
		}
		if s.done(i) {
			return "", i
		}
		if mark = s.hasAny(i, m.list); mark != "" {
			return mark, i
		}
	}
}

// isNameByte reports whether c may stand in a name: a letter, also one beyond ASCII, a digit, or one of _ - and the full stop.
func isNameByte(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || c == '_' || c == '-' || c == '.'
}

// word returns the end of the name that begins at offset i.
func (s *source) word(i int) int {
	for isNameByte(s.at(i)) {
		i++
	}
	return i
}

// cutMark reports whether the text ends inside mark, which stands at offset i, or ends there.
func (s *source) cutMark(i int, mark string) bool {
	for k := range len(mark) {
		if s.done(i + k) {
			return true
		}
		if s.buf[i+k] != mark[k] {
			return false
		}
	}
	return false
}

// onlySpace reports whether there is nothing but white space from offset i to end.
func (s *source) onlySpace(i, end int) bool { return s.space(i) >= end }

// onlyReasoning reports whether nothing but white space, reasoning and end tokens follows from offset i on.
func (r *reader) onlyReasoning(i int) bool {
	for {
		if i = r.space(i); r.done(i) {
			return true
		}
		if _, ok := r.ending(i); ok {
			return true
		}
		if !r.thinking(i) {
			return false
		}
		for _, p := range r.pairs {
			if r.has(i, p.open) {
				shut := r.find(p.shut, i+len(p.open))
				if shut < 0 {
					return true
				}
				i = shut + len(p.shut)
				break
			}
		}
	}
}
