// Calls that stand in a section between marks.

package toolcall

// section is a form in which all calls stand between two marks, and each between two more.
type section struct {
	open  *marks // the mark before the section
	inner *marks // the marks before a call and after the section, in this order
	edges *marks // those, and the mark after a call as the last

	// read reads a call from behind its mark to behind the mark after it. If it is none, end is where it stops being one.
	read func(r *reader, i int) (c Call, end int, reason string)
}

func newSection(open, call, callEnd, shut string, read func(*reader, int) (Call, int, string)) *section {
	return &section{newMarks(open), newMarks(call, shut), edges([]string{call}, shut, callEnd), read}
}

// sections: content is the text before the first section. What is beside calls inside, and all text after, is dropped; without
// any call all of the text is content.
func (r *reader) sections(s *section) {
	for r.text(s.open, r.before()) != "" {
		r.section(s)
	}
}

// section reads the section that begins at pos. Its mark waits for the first call: without any it is content.
func (r *reader) section(s *section) {
	from := r.pos + len(s.open.list[0])
	for {
		mark, at := r.upTo(s.inner, from)
		if mark != s.inner.list[0] {
			r.sectionEnd(mark, from, at)
			return
		}
		start := at + len(mark)
		c, end, reason := s.read(r, start)
		if reason == "" {
			r.around(from, at)
			r.call(c, end)
		} else {
			r.put(r.beside(), at)
			r.lose(s.edges, start, end, reason)
		}
		from = r.pos
	}
}

// around gives what stands before a call: the mark of the section, up to offset from, and noise up to offset end.
func (r *reader) around(from, end int) {
	r.put(KindMark, from)
	if r.onlySpace(from, end) {
		r.put(KindMark, end)
	} else {
		r.put(KindDropped, end)
	}
}

// sectionEnd gives what stands after the last call: noise from offset from to at, and the mark there.
func (r *reader) sectionEnd(mark string, from, at int) {
	empty := r.pos < from
	switch {
	case empty && mark == "":
		r.failed(at, reasonCut)
	case empty && !r.onlySpace(from, at):
		r.failed(at+len(mark), reasonNoCall)
	case mark == "" || len(r.calls) == 0:
		r.put(r.beside(), at+len(mark))
	default:
		r.around(from, at)
		r.put(KindMark, at+len(mark))
	}
}
