// internlm2: <|action_start|><|plugin|>{"name": …, "parameters": {…}}<|action_end|>, one call.

package toolcall

const (
	actionStart = "<|action_start|>"
	actionEnd   = "<|action_end|>"
	plugin      = "<|plugin|>"
)

var (
	actionOpen  = newMarks(actionStart)
	actionEdges = edges([]string{actionStart}, actionEnd)
)

// readInternLM2: content is the text before the call, text after it is dropped. An action that is none of a plugin is text, as
// is a call of a tool that is not among those declared. The end mark may be missing.
func readInternLM2(r *reader) {
	for r.text(actionOpen, r.before()) != "" {
		i := r.space(r.pos + len(actionStart))
		switch {
		case !r.has(i, plugin):
			r.put(r.before(), r.pos+len(actionStart))
		case len(r.calls) > 0:
			r.broken(r.edge(actionEdges, i), reasonTooManyCalls)
		default:
			r.action(r.space(i + len(plugin)))
		}
	}
}

// action reads the call whose object is at offset start.
func (r *reader) action(start int) {
	end, reason := r.value(start)
	if reason != "" {
		r.lose(actionEdges, start, end, reason)
		return
	}
	c, reason := shape{parameters: true, optional: true}.call(r.buf[start:end])
	switch {
	case reason != "":
		r.lose(actionEdges, start, end, reason)
	case !r.offered(c.Name):
		r.put(r.before(), r.edge(actionEdges, end))
	default:
		r.call(c, end)
		if i := r.space(end); r.has(i, actionEnd) {
			r.put(KindMark, i+len(actionEnd))
		}
	}
}
