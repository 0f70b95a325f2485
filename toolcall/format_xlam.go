// xlam: [{"name": …, "arguments": {…}}, …] as the answer, after </think>, in a fence, behind [TOOL_CALLS] or in <tool_call>.

package toolcall

const thinkEnd = "</think>"

var (
	xlamOpen  = newMarks(fence, mistralMark, toolCall, thinkEnd)
	xlamFence = edges([]string{mistralMark, toolCall}, fence)
	xlamTag   = edges([]string{fence, mistralMark, toolCall}, toolCallEnd)
)

// readXLAM: content is all text beside the lists, without white space around it. A list in a fence, at the beginning or after
// </think> may be one of anything; only behind the other marks it has to be one of calls.
func readXLAM(r *reader) {
	r.trims = true
	r.leadingList(xlamOpen, shape{})
	for {
		if len(r.calls) > 0 && len(r.content) == 0 {
			r.drop(r.space(r.pos), WhySpace)
		}
		switch mark := r.text(xlamOpen, KindContent); mark {
		case "":
			return
		case fence:
			r.xlamFence()
		case thinkEnd:
			r.plain(r.pos + len(thinkEnd))
			if i := r.space(r.pos); r.at(i) == '[' {
				r.hold(i)
				r.xlamList(i, xlamOpen)
			}
		case toolCall:
			r.xlamMarked(toolCall, xlamTag)
		default:
			r.xlamMarked(mark, xlamOpen)
		}
	}
}

// xlamFence reads the fence at pos, perhaps with the name of a language.
func (r *reader) xlamFence() {
	i := r.pos + len(fence)
	for c := r.at(i) | 0x20; c >= 'a' && c <= 'z'; c = r.at(i) | 0x20 {
		i++
	}
	bracket := r.space(i)
	if r.at(bracket) != '[' {
		r.plain(i)
		return
	}
	r.xlamList(bracket, xlamFence)
}

// xlamList reads an array that may be one of calls. Edges are what may end it.
func (r *reader) xlamList(bracket int, edges *marks) {
	if end, ok := r.isList(bracket, shape{}); !ok {
		r.plain(end)
		return
	}
	r.xlamCalls(bracket, edges)
}

// xlamMarked reads what stands behind a mark that asks for calls.
func (r *reader) xlamMarked(mark string, edges *marks) {
	i := r.space(r.pos + len(mark))
	if r.at(i) != '[' {
		r.failed(r.edge(edges, i), r.noList(i))
		return
	}
	r.xlamCalls(i, edges)
}

func (r *reader) xlamCalls(bracket int, edges *marks) {
	from, at, reason := r.list(bracket, shape{})
	if reason != "" {
		r.lose(edges, from, at, reason)
		return
	}
	i := r.space(r.pos)
	if mark := r.hasAny(i, edges.shut); mark != "" {
		r.mark(i + len(mark))
	}
}

// plain gives the text up to end to the content: what looked like a call is none. White space held before it goes with it,
// while a broken call before that goes on waiting for what the answer turns out to be.
func (r *reader) plain(end int) {
	if len(r.calls) > 0 || len(r.faults) == 0 {
		r.decide(KindContent)
	} else if last := &r.parts[len(r.parts)-1]; last.kind == kindOpen && last.why == WhySpace {
		last.kind, last.why = KindContent, ""
	}
	r.put(KindContent, end)
}
