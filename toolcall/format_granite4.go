// granite4: <tool_call>{"name": …, "arguments": {…}}</tool_call>, with text before, between and after.

package toolcall

// readGranite4: all text beside the calls is content as it stands. A call needs its end tag.
func readGranite4(r *reader) {
	for r.text(hermesOpen, KindContent) != "" {
		r.hermesBlock(shape{optional: true}, false)
	}
}
