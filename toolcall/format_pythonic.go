// pythonic, llama4_pythonic: [name(key=value, …), …], a Python list of calls; Llama 4 may put it between marks.

package toolcall

const (
	pythonStart = "<|python_start|>"
	pythonEnd   = "<|python_end|>"

	reasonNoList     = "a mark without a list of calls"
	reasonBesideList = "text beside a list of calls"
)

var pythonOpen = newMarks(pythonStart)

// readPythonic: the list has to be the whole answer, but for white space and reasoning; else all of it is content. An item that
// is no call is left out.
func readPythonic(r *reader) {
	r.lead()
	if !r.opensCalls(r.pos) || !r.pythonAnswer(r.pos, false, "") {
		r.decide(KindContent)
		r.text(nil, KindContent)
	}
}

// readLlama4Pythonic: as pythonic. The mark after the list may be missing, or the one before it.
func readLlama4Pythonic(r *reader) {
	r.lead()
	list, marked := r.pos, r.has(r.pos, pythonStart)
	if marked {
		list = r.space(list + len(pythonStart))
	}
	switch calls := r.opensCalls(list); {
	case calls && r.pythonAnswer(list, marked, pythonEnd):
		return
	case marked && !calls:
		r.fault(r.pos, list, reasonNoList)
	}
	r.decide(KindContent)
	if marked {
		r.put(KindContent, list)
	}
	for r.text(pythonOpen, KindContent) != "" {
		r.fault(r.pos, r.pos+len(pythonStart), reasonBesideList)
		r.put(KindContent, r.pos+len(pythonStart))
	}
}

// pythonAnswer reads the list at offset i as the rest of the answer, and reports whether there are calls in it. If not, nothing
// is given to a kind. Marked says that it was certainly meant as calls.
func (r *reader) pythonAnswer(i int, marked bool, shut string) bool {
	items, end, closed := r.pythonList(i)
	if !closed {
		r.unclosedList(items, marked)
		return false
	}
	if after := r.space(end); shut != "" && r.has(after, shut) {
		end = after + len(shut)
	} else if shut != "" && r.cutMark(after, shut) {
		end = r.end()
	}
	if !r.onlyReasoning(end) {
		if marked {
			r.fault(r.pos, end, reasonBesideList)
		}
		return false
	}
	good := false
	for _, item := range items {
		good = good || item.reason == ""
	}
	if !good {
		for _, item := range items {
			r.fault(item.start, item.end, item.reason)
		}
		return false
	}
	r.givePython(items, end)
	return true
}

// unclosedList reports a list without its end, unless it may have been prose that begins like one.
func (r *reader) unclosedList(items []pythonItem, marked bool) {
	last := items[len(items)-1]
	i := r.end()
	for i > r.pos && isSpace(r.buf[i-1]) {
		i--
	}
	if marked || items[0].reason == "" || last.reason == reasonCut || i > r.pos && r.buf[i-1] == ']' {
		r.fault(last.start, last.end, last.reason)
	}
}
