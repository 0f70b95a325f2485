// hermes: <tool_call>{"name": …, "arguments": {…}}</tool_call>, repeated for parallel calls.

package toolcall

const (
	toolCall    = "<tool_call>"
	toolCallEnd = "</tool_call>"
)

var (
	hermesOpen  = newMarks(toolCall)
	hermesEdges = edges([]string{toolCall}, toolCallEnd)
)

// readHermes: content is the text before the first call, text after it is dropped. The last end tag may be missing if the
// object is complete.
func readHermes(r *reader) {
	for r.text(hermesOpen, r.before()) != "" {
		r.hermesBlock(shape{optional: true}, true)
	}
}

// hermesBlock reads the block that begins at pos. Unclosed says whether the end tag may be missing.
func (r *reader) hermesBlock(s shape, unclosed bool) {
	start := r.space(r.pos + len(toolCall))
	end, reason := r.value(start)
	if reason != "" {
		r.lose(hermesEdges, start, end, reason)
		return
	}
	after := r.space(end)
	_, over := r.ending(after)
	over = over || r.done(after)
	switch {
	case r.has(after, toolCallEnd):
		after += len(toolCallEnd)
	case !unclosed && (over || r.has(after, toolCall)):
		reason = reasonCut
	case !over && !r.has(after, toolCall):
		reason = reasonNotJSON
	default:
		after = end
	}
	var c Call
	if reason == "" {
		c, reason = s.call(r.buf[start:end])
	}
	if reason != "" {
		r.lose(hermesEdges, start, end, reason)
		return
	}
	r.call(c, after)
}

// before is the kind of text at pos in formats that show what stands before the first call and drop the rest.
func (r *reader) before() Kind {
	if len(r.calls) == 0 && len(r.faults) == 0 {
		return KindContent
	}
	return r.beside()
}
