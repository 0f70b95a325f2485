// granite_20b_fc: <function_call> {"name": …, "arguments": {…}}, repeated for parallel calls.

package toolcall

const functionCall = "<function_call>"

var granite20bOpen = newMarks(functionCall)

// readGranite20bFC: content is the text before the first mark as it stands, text after a call is dropped. There is no end mark.
func readGranite20bFC(r *reader) {
	for r.text(granite20bOpen, r.before()) != "" {
		start := r.space(r.pos + len(functionCall))
		end, reason := r.value(start)
		if reason != "" {
			r.lose(granite20bOpen, start, end, reason)
			continue
		}
		c, reason := shape{}.call(r.buf[start:end])
		if reason != "" {
			r.failed(end, reason)
			continue
		}
		r.call(c, end)
	}
}
