// jamba: <tool_calls>[{"name": …, "arguments": {…}}, …]</tool_calls>.

package toolcall

const (
	toolCalls    = "<tool_calls>"
	toolCallsEnd = "</tool_calls>"
)

var (
	jambaOpen  = newMarks(toolCalls)
	jambaEdges = edges([]string{toolCalls}, toolCallsEnd)
)

// readJamba: content is the text before the first tag as it stands, text after the list is dropped. The end tag may be missing.
func readJamba(r *reader) {
	for r.text(jambaOpen, r.before()) != "" {
		i := r.space(r.pos + len(toolCalls))
		if r.at(i) != '[' {
			r.failed(r.edge(jambaEdges, i), r.unless(i, reasonNotJSON))
			continue
		}
		from, at, reason := r.list(i, shape{optional: true})
		if reason != "" {
			r.lose(jambaEdges, from, at, reason)
			continue
		}
		if i = r.space(r.pos); r.has(i, toolCallsEnd) {
			r.mark(i + len(toolCallsEnd))
		}
	}
}
