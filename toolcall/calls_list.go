// Lists of calls: a JSON array whose elements are call objects, read one by one.

package toolcall

// list reads the array of calls whose bracket is at offset i. What stands before it from pos on is the mark of its first call.
// Each call is reported as soon as its object ends. If the array breaks, text[from:at] is the element that does, and reason
// says how; nothing of it has been given to a kind.
func (r *reader) list(i int, s shape) (from, at int, reason string) {
	for i = r.space(i + 1); ; {
		if r.at(i) == ']' {
			r.mark(i + 1)
			return i, i, ""
		}
		end, reason := r.value(i)
		if reason != "" {
			return i, end, reason
		}
		r.element(s, i, end)
		if i = r.space(end); r.at(i) == ',' {
			i = r.space(i + 1)
		} else if r.at(i) != ']' {
			return i, i, r.unless(i, reasonNotJSON)
		}
	}
}

// element reports one element of a list of calls.
func (r *reader) element(s shape, start, end int) {
	c, reason := s.call(r.buf[start:end])
	if reason == "" {
		reason = r.unsound(c.Arguments)
	}
	if reason != "" {
		r.failed(end, reason)
		return
	}
	r.put(KindMark, start)
	r.call(c, end)
}

// mark gives the text up to end to the marks of the calls before it; without any it is text.
func (r *reader) mark(end int) {
	if len(r.calls) > 0 {
		r.put(KindMark, end)
	} else {
		r.put(kindOpen, end)
	}
}

// isList reports whether the array at offset i is one of calls, for formats that do not mark it: an element is a call, or is
// broken but begins like one. If it is none, end is how far it was read.
func (r *reader) isList(start int, s shape) (end int, ok bool) {
	i := start
	for i = r.space(i + 1); ; i = r.space(i + 1) {
		end, reason := r.value(i)
		if reason != "" {
			r.doubt(start, end)
			return r.outside(start, end), r.at(i) == '{' && r.callKey(i)
		}
		if _, reason = s.call(r.buf[i:end]); reason == "" {
			return end, true
		}
		if i = r.space(end); r.at(i) != ',' {
			return i, false
		}
	}
}

// leadingList reads a list of calls with which the answer begins. Without one, what was passed over is content.
func (r *reader) leadingList(m *marks, s shape) {
	if r.lead(); r.at(r.pos) == '[' && r.hasAny(r.pos, m.list) == "" {
		if end, ok := r.isList(r.pos, s); !ok {
			r.put(kindOpen, end)
		} else if from, at, reason := r.list(r.pos, s); reason != "" {
			r.lose(m, from, at, reason)
		}
	}
	if len(r.calls) == 0 && len(r.faults) == 0 {
		r.decide(KindContent)
	}
}

// noList is the reason for a mark without a list at offset i.
func (r *reader) noList(i int) string {
	if r.at(i) == '{' {
		return reasonNoCall
	}
	return r.unless(i, reasonNotJSON)
}

// offered reports whether a name is that of a declared tool, or none are declared.
func (r *reader) offered(name string) bool {
	return r.parser.Tools.Len() == 0 || r.parser.Tools.Has(name)
}
