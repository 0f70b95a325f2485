// mistral: [TOOL_CALLS] and then either a list [{"name": …, "arguments": {…}}, …] or name{…}, the latter repeated with its mark.

package toolcall

import (
	"bytes"
	"encoding/json"
	"strings"
)

const (
	mistralMark   = "[TOOL_CALLS]"
	mistralArgs   = "[ARGS]"
	mistralCallID = "[CALL_ID]"
)

var (
	mistralOpen = newMarks(mistralMark)
	mistralBody = newMarks(mistralMark, "{")
	mistralMind = []pair{{"[THINK]", "[/THINK]"}}
)

// readMistral: content is the text before the first mark, text after a call is dropped. Which form it is shows up to the first
// brace behind the mark. A mark without anything to be read as a call leaves the text behind it as content.
func readMistral(r *reader) {
	for r.text(mistralOpen, r.before()) != "" {
		start := r.space(r.pos + len(mistralMark))
		brace := r.edge(mistralBody, start)
		head := strings.TrimSpace(string(r.buf[start:brace]))
		name, id := mistralName(head)
		switch {
		case r.at(brace) != '{' && (head == "" || name != ""):
			r.broken(brace, r.unless(brace, reasonNotJSON))
		case r.at(brace) != '{':
			r.mistralProse(start)
		case strings.HasSuffix(head, "["):
			r.mistralList(start, brace)
		case head == "":
			r.mistralObject(brace)
		case name != "":
			r.mistralArguments(name, id, brace)
		default:
			r.mistralProse(start)
		}
	}
}

// mistralName takes what stands between the mark and the brace apart: the name, and the id of the call if there is one. The
// name is empty if it cannot be one.
func mistralName(head string) (name, id string) {
	head = strings.TrimSpace(strings.TrimSuffix(head, mistralArgs))
	name, id, _ = strings.Cut(head, mistralCallID)
	if name, id = strings.TrimSpace(name), strings.TrimSpace(id); strings.ContainsAny(name, " \t\r\n[]{}()<>\"'`,;") {
		return "", ""
	}
	return name, id
}

// mistralProse passes over a mark that has no call behind it; the text that begins at start is text.
func (r *reader) mistralProse(start int) {
	r.fault(r.pos, start, reasonNotJSON)
	r.put(KindMark, start)
}

// mistralList reads the list whose first object is at offset brace. What stands before its bracket is noise. Text within
// broken calls is not searched for marks: with names outside of JSON, any text could be made to look like a call.
func (r *reader) mistralList(start, brace int) {
	bracket := start + bytes.LastIndexByte(r.buf[start:brace], '[')
	r.put(KindMark, start)
	r.put(KindDropped, bracket)
	if from, at, reason := r.list(bracket, shape{optional: true}); reason != "" {
		r.lose(mistralOpen, from, at, reason)
	}
}

// mistralObject reads a single call object.
func (r *reader) mistralObject(brace int) {
	r.put(KindMark, brace)
	end, reason := r.value(brace)
	if reason != "" {
		r.lose(mistralOpen, brace, end, reason)
		return
	}
	r.element(shape{optional: true}, brace, end)
}

// mistralArguments reads the arguments of a call with its name before the brace. Broken ones are passed on as they stand, up
// to the next mark.
func (r *reader) mistralArguments(name, id string, brace int) {
	end, reason := r.value(brace)
	if reason == reasonTooDeep {
		r.broken(r.breakAt(mistralOpen, brace, end), reason)
		return
	}
	arguments := r.buf[brace:end]
	if reason != "" {
		end = r.breakAt(mistralOpen, brace, end)
		arguments = bytes.TrimRight(r.buf[brace:end], " \t\r\n")
	}
	c := named(name, json.RawMessage(arguments))
	c.ID = id
	start := r.pos
	if r.call(c, end); reason == "" && r.goesOn(end) {
		r.fault(start, end, reasonNotJSON)
	}
}
