// Calls as <invoke name="f"><parameter name="k">value</parameter></invoke>, several in one block.

package toolcall

import "bytes"

// invoke is a format of such blocks.
type invoke struct {
	block, blockEnd string
	*markup
	open, inside *marks
}

func newInvoke(block, blockEnd string, m markup) *invoke {
	m.quote = '"'
	m.next = []string{m.value, m.callEnd, m.call, blockEnd, block}
	m.after = []string{m.call, blockEnd, block}
	m.name = func(r *reader, i int) (string, int) {
		name, after := r.tagName(i+len(m.call), '"')
		if after >= 0 && !r.has(after, ">") {
			return "", -after
		}
		return name, after + 1
	}
	return &invoke{
		block: block, blockEnd: blockEnd, markup: newMarkup(m),
		open: newMarks(block), inside: edges([]string{m.call, block}, blockEnd),
	}
}

// invokes reads an answer: content is the text before the first block, what is beside the calls is dropped.
func (r *reader) invokes(f *invoke) {
	for r.text(f.open, r.before()) != "" {
		r.invokeBlock(f)
	}
}

// invokeBlock reads the block that begins at pos. The end of the block may be missing.
func (r *reader) invokeBlock(f *invoke) {
	start := r.space(r.pos + len(f.block))
	for {
		if !r.invokeCall(f, start) && bytes.HasSuffix(r.buf[:r.pos], []byte(f.blockEnd)) {
			return
		}
		if next := r.space(r.pos); len(r.calls) > 0 && r.hasAny(next, f.inside.list) != "" {
			r.put(KindMark, next)
		}
		switch mark := r.text(f.inside, r.beside()); mark {
		case f.call:
			start = r.pos
		case f.blockEnd:
			kind := KindMark
			if len(r.calls) == 0 {
				kind = kindOpen
			}
			r.put(kind, r.pos+len(mark))
			return
		default:
			return
		}
	}
}

// invokeCall reads the call at offset start and reports whether there is one.
func (r *reader) invokeCall(f *invoke, start int) bool {
	if !r.has(start, f.call) {
		r.failed(r.edge(f.inside, start), r.unless(start, reasonNoCall))
		return false
	}
	c, end, reason := r.markupCall(f.markup, start)
	if reason != "" {
		r.failed(r.edge(f.inside, r.resume(start+len(f.call), end)), reason)
		return false
	}
	r.put(KindMark, start)
	r.call(c, end)
	return true
}
