// harmony: messages such as <|start|>assistant<|channel|>final<|message|>…<|end|>; one to a tool is a call:
// <|start|>assistant to=functions.name<|channel|>commentary json<|message|>{…}<|call|>.

package toolcall

import (
	"bytes"
	"encoding/json"
	"strings"
)

const (
	harmonyStart     = "<|start|>"
	harmonyChannel   = "<|channel|>"
	harmonyConstrain = "<|constrain|>"
	harmonyMessage   = "<|message|>"
	harmonyEnd       = "<|end|>"
	harmonyCall      = "<|call|>"
	harmonyReturn    = "<|return|>"

	reasonNoMessage = "a call without a message"
)

var (
	harmonyOpen   = newMarks(harmonyStart, harmonyChannel, harmonyMessage, harmonyEnd, harmonyCall, harmonyReturn)
	harmonyHeader = newMarks(harmonyMessage, harmonyStart, harmonyEnd, harmonyCall, harmonyReturn)
	harmonyBody   = edges(nil, harmonyStart, harmonyEnd, harmonyCall, harmonyReturn)
	harmonyEnds   = []string{harmonyEnd, harmonyCall, harmonyReturn}
	noMarks       = newMarks()
)

// readHarmony: content is the final channel; where the answer has none, the commentary that is sent to no tool. Analysis is
// reasoning. A call may lack the mark at its end, which serving programs take for the end of the text.
func readHarmony(r *reader) {
	h := harmony{reader: r, outside: KindContent}
	if h.headless() {
		h.message()
	}
	for {
		switch mark := r.text(harmonyOpen, h.outside); mark {
		case "":
			r.decideAs(kindAside, KindContent)
			return
		case harmonyEnd, harmonyCall, harmonyReturn:
			r.put(KindMark, r.pos+len(mark))
		default:
			h.message()
		}
	}
}

// harmony reads the messages of one answer.
type harmony struct {
	*reader
	outside Kind // what text between messages is
	final   bool // the final channel was seen
}

// header says what a message is.
type header struct{ role, channel, recipient string }

// headless reports whether the answer begins inside of a header whose start was in the prompt.
func (h *harmony) headless() bool {
	i := h.space(h.pos)
	if h.has(i, "assistant") {
		i = h.space(i + len("assistant"))
	}
	if h.has(i, "to=") {
		for c := h.at(i); c != '<' && !isSpace(c) && !h.done(i); c = h.at(i) {
			i++
		}
		i = h.space(i)
	}
	return i > h.pos && (h.has(i, harmonyChannel) || h.has(i, harmonyMessage))
}

// message reads the message that begins at pos, up to the mark at its end.
func (h *harmony) message() {
	h.outside = KindDropped
	start := h.pos
	if h.has(start, harmonyStart) {
		start += len(harmonyStart)
	}
	mark, at := h.upTo(harmonyHeader, start)
	head := readHeader(string(h.buf[start:at]))
	tool := head.tool()
	switch {
	case mark != harmonyMessage && tool != "" && mark == "":
		h.broken(at, reasonCut)
	case mark != harmonyMessage && tool != "":
		h.broken(at, reasonNoMessage)
	case mark != harmonyMessage:
		h.put(KindDropped, at)
	case tool != "":
		h.toolCall(tool, at+len(mark))
	default:
		h.put(KindMark, at+len(mark))
		h.body(h.kind(head))
	}
}

// readHeader reads what stands between the marks of start and message. Role and recipient may be missing.
func readHeader(text string) header {
	head := header{role: "assistant"}
	text = strings.ReplaceAll(text, harmonyConstrain, " ")
	role, channel, _ := strings.Cut(text, harmonyChannel)
	for _, field := range strings.Fields(role) {
		if to, ok := strings.CutPrefix(field, "to="); ok {
			head.recipient = to
		} else {
			head.role = field
		}
	}
	for i, field := range strings.Fields(channel) {
		if to, ok := strings.CutPrefix(field, "to="); ok {
			head.recipient = to
		} else if i == 0 {
			head.channel = field
		}
	}
	return head
}

// tool returns the name of the tool that the message calls, or "".
func (head header) tool() string {
	if head.role != "assistant" || head.recipient == "assistant" {
		return ""
	}
	return strings.TrimPrefix(head.recipient, "functions.")
}

// kind returns what a message is that calls nothing. One without a channel counts as final.
func (h *harmony) kind(head header) Kind {
	switch {
	case head.role != "assistant":
	case head.channel == "analysis" && !h.parser.Reasoning.Off:
		return KindReasoning
	case head.channel == "final" || head.channel == "":
		h.final = true
		h.decideAs(kindAside, KindDropped)
		return KindContent
	case head.channel == "commentary" && !h.final:
		return kindAside
	}
	return KindDropped
}

// body gives the text of a message to a kind. Marks of reasoning are ordinary text in it.
func (h *harmony) body(kind Kind) {
	opens := h.opens
	h.opens = noMarks
	h.text(harmonyBody, kind)
	h.opens = opens
}

// toolCall reads the call whose arguments begin at offset i.
func (h *harmony) toolCall(name string, i int) {
	start := h.space(i)
	stop, reason := h.value(start)
	if reason == "" {
		end := h.space(stop)
		mark := h.hasAny(end, harmonyEnds)
		if mark != "" || h.has(end, harmonyStart) || h.endsIn(end, harmonyEnds) {
			if mark == "" && !h.has(end, harmonyStart) {
				end = h.end()
			}
			h.call(named(name, json.RawMessage(h.buf[start:stop])), end+len(mark))
			return
		}
	}
	mark, at := h.past(harmonyBody, start, stop)
	if mark == "" {
		h.broken(at, reasonCut)
		return
	}
	arguments := h.buf[i:at]
	if len(bytes.TrimSpace(arguments)) == 0 {
		arguments = nil
	}
	if mark != harmonyStart {
		at += len(mark)
	}
	h.call(named(name, arguments), at)
}

// endsIn reports whether the text ends at offset i, or inside one of the marks there.
func (h *harmony) endsIn(i int, list []string) bool {
	for _, mark := range list {
		if h.cutMark(i, mark) {
			return true
		}
	}
	return false
}
