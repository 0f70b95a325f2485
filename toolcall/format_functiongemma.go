// functiongemma: <start_function_call>call:name{key:<escape>value<escape>}<end_function_call>

package toolcall

const (
	startFunctionCall = "<start_function_call>"
	endFunctionCall   = "<end_function_call>"
)

var (
	functionGemmaOpen  = newMarks(startFunctionCall)
	functionGemmaEdges = edges([]string{startFunctionCall}, endFunctionCall)
)

// readFunctionGemma: content is the text before the first call without the white space between, text after it is dropped. The
// end mark may be missing at the end of the text or before another call.
func readFunctionGemma(r *reader) {
	r.trims = true
	for r.text(functionGemmaOpen, r.before()) != "" {
		start := r.pos + len(startFunctionCall)
		c, end, reason := r.functionGemmaCall(start)
		if reason != "" {
			r.failed(r.edge(functionGemmaEdges, r.resume(start, end)), reason)
			continue
		}
		r.call(c, end)
	}
}

// functionGemmaCall reads the call at offset i and its end mark.
func (r *reader) functionGemmaCall(i int) (c Call, end int, reason string) {
	name, i, reason := r.gemmaName(i)
	if reason != "" {
		return c, i, reason
	}
	g := gemmaValues{reader: r, tool: name, mark: "<escape>", stops: functionGemmaEdges.list, typed: true}
	end, arguments, reason := g.read(i)
	if reason != "" {
		return c, end, reason
	}
	switch after := r.space(end); {
	case r.has(after, endFunctionCall):
		end = after + len(endFunctionCall)
	case !r.done(after) && !r.has(after, startFunctionCall):
		return c, after, reasonNoEnd
	}
	return named(name, arguments), end, ""
}
