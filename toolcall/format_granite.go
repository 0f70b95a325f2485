// granite: [{"name": …, "arguments": {…}}, …] behind <|tool_call|> or <tool_call>, or at the beginning of the answer.

package toolcall

const toolCallBar = "<|tool_call|>"

var graniteOpen = newMarks(toolCallBar, toolCall)

// graniteShape is a call of a list.
var graniteShape = shape{optional: true}

// readGranite: content is the text before the first mark, text after the list is dropped. A list without a mark counts at the
// beginning only.
func readGranite(r *reader) {
	r.leadingList(graniteOpen, graniteShape)
	for {
		mark := r.text(graniteOpen, r.before())
		if mark == "" {
			return
		}
		i := r.space(r.pos + len(mark))
		if r.at(i) != '[' {
			r.failed(r.edge(graniteOpen, i), r.noList(i))
			continue
		}
		if from, at, reason := r.list(i, graniteShape); reason != "" {
			r.lose(graniteOpen, from, at, reason)
		}
	}
}
