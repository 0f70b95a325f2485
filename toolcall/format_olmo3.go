// olmo3: <function_calls>, then name(key=value, …) on a line for each call, then </function_calls>.

package toolcall

const (
	olmoOpen = "<function_calls>"
	olmoShut = "</function_calls>"
)

var (
	olmo3Open  = newMarks(olmoOpen)
	olmo3Edges = newMarks("\n", olmoShut)
)

// readOLMo3: beside calls nothing is content. The last tag may be missing.
func readOLMo3(r *reader) {
	for r.text(olmo3Open, r.beside()) != "" {
		r.olmoBlock()
	}
}

// olmoBlock reads the tags at pos and the lines in between. The first tag waits for the first call: without any it is content.
func (r *reader) olmoBlock() {
	body := r.pos + len(olmoOpen)
	for i := body; ; {
		i = r.space(i)
		if r.has(i, olmoShut) || r.cutMark(i, olmoShut) {
			r.olmoEnd(i, body)
			return
		}
		item := r.pythonCall(i, r.parser.Limits.depth())
		if at, ok := r.lineEnds(item.end); item.whole && ok {
			i = at
		} else {
			if item.reason == "" {
				item.reason = reasonNotPython
			}
			_, item.end = r.past(olmo3Edges, item.start, item.end)
			i = item.end
		}
		if item.reason == "" {
			r.put(KindMark, item.start)
			r.call(item.call, item.end)
		} else {
			r.mark(item.start)
			r.failed(item.end, item.reason)
		}
	}
}

// lineEnds reports whether the next call or the end may follow at offset i, and where to look for it.
func (r *reader) lineEnds(i int) (int, bool) {
	for c := r.at(i); c == ' ' || c == '\t' || c == '\r'; c = r.at(i) {
		i++
	}
	if r.at(i) == ',' {
		return i + 1, true
	}
	return i, r.at(i) == '\n' || r.cutMark(i, olmoShut) || r.has(i, olmoShut)
}

// olmoEnd gives the last tag, which stands at offset i as far as the text goes.
func (r *reader) olmoEnd(i, body int) {
	empty, end := r.pos < body, i+len(olmoShut)
	if cut := !r.has(i, olmoShut); cut {
		end = r.end()
		if empty {
			r.failed(end, reasonCut)
			return
		}
	}
	r.mark(end)
}
