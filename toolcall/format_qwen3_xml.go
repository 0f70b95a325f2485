// qwen3_xml, qwen3_coder: <tool_call><function=name><parameter=key>value</parameter></function></tool_call>

package toolcall

import (
	"encoding/json"
	"strings"
)

const (
	qwenFunction  = "<function="
	qwenParameter = "<parameter="
)

var (
	qwenOpen  = newMarks(toolCall, qwenFunction)
	qwenEdges = edges([]string{toolCall, qwenFunction}, toolCallEnd)
	qwenCall  = newMarkup(markup{
		call: qwenFunction, callEnd: "</function>",
		value: qwenParameter, valueEnd: "</parameter>",
		quote:    '>',
		next:     []string{qwenParameter, "</function>", toolCallEnd, toolCall, qwenFunction},
		after:    []string{toolCallEnd, toolCall, qwenFunction},
		unclosed: true,
		outer:    toolCallEnd,
		name:     qwenName, key: qwenKey, typed: qwenTyped,
	})
)

// readQwen3XML: content is the text before the first call, text after it is dropped. The outer tags may be missing; without
// them a function tag is one only if a parameter or its end follows.
func readQwen3XML(r *reader) {
	for kind := r.before(); ; kind = r.before() {
		mark := r.text(qwenOpen, kind)
		if mark == "" {
			return
		}
		start := r.pos
		if mark == toolCall {
			start = r.space(start + len(toolCall))
		} else if !r.qwenStarts(start) {
			r.put(kind, start+len(mark))
			continue
		}
		r.qwenBlock(start)
	}
}

// qwenBlock reads the function element at offset start.
func (r *reader) qwenBlock(start int) {
	if !r.has(start, qwenFunction) {
		r.failed(r.edge(qwenEdges, start), r.unless(start, reasonNoCall))
		return
	}
	c, end, reason := r.markupCall(qwenCall, start)
	if reason != "" {
		r.failed(r.edge(qwenEdges, r.resume(start+len(qwenFunction), end)), reason)
		return
	}
	r.call(c, end)
	if shut := r.space(end); r.has(shut, toolCallEnd) {
		r.put(KindMark, shut+len(toolCallEnd))
	}
}

// qwenStarts reports whether the function tag at offset i is more than a mention of one.
func (r *reader) qwenStarts(i int) bool {
	_, i = qwenName(r, i)
	if i < 0 {
		return false
	}
	i = r.space(i)
	return r.has(i, qwenParameter) || r.has(i, qwenCall.callEnd)
}

func qwenName(r *reader, i int) (string, int) {
	name, after := r.tagName(i+len(qwenFunction), '>')
	if strings.ContainsRune(name, ' ') {
		return "", -i
	}
	return name, after
}

func qwenKey(r *reader, i int) (string, bool, int) {
	if !r.has(i, qwenParameter) {
		return "", false, -i
	}
	key, after := r.tagName(i+len(qwenParameter), '>')
	return key, false, after
}

// qwenTyped takes one line end from either side of the text.
func qwenTyped(r *reader, tool, key, text string) json.RawMessage {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "\r"), "\n")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	return r.typed(tool, key, text)
}
