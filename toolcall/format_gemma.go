// gemma: <|tool_call>call:name{key:<|"|>text<|"|>,other:42}<tool_call|>

package toolcall

import "bytes"

const (
	gemmaStart   = "<|tool_call>"
	gemmaEnd     = "<tool_call|>"
	gemmaCallTag = "<call>"
	callColon    = "call:"
	channelEnd   = "<channel|>"
)

const reasonNoEnd = "text where the call should end"

var (
	gemmaPair  = pair{"<|channel>", channelEnd}
	gemmaOpen  = newMarks(gemmaStart, gemmaCallTag, callColon)
	gemmaThink = newMarks(gemmaStart, gemmaCallTag, callColon, channelEnd)
	gemmaEdges = edges([]string{gemmaStart}, gemmaEnd)
	gemmaStops = []string{gemmaEnd, gemmaStart, "<turn|>"}
	gemmaShut  = []string{gemmaEnd, "<turn|>", "</call>"}
)

// readGemma: all text that is no call is content, without the white space between it and a call. A call may lack its marks:
// call:name{…} at the start, after white space or after reasoning is one if its braces close.
func readGemma(r *reader) {
	r.trims = true
	open := gemmaOpen
	if len(r.pairs) > 0 {
		open = gemmaThink
	}
	for {
		switch mark := r.text(open, KindContent); mark {
		case "":
			return
		case channelEnd: // of reasoning that the prompt began
			r.put(KindMark, r.pos+len(mark))
		case callColon:
			r.gemmaBare()
		default:
			r.gemmaMarked(r.pos + len(mark))
		}
	}
}

// gemmaMarked reads the call whose opening mark is before offset start.
func (r *reader) gemmaMarked(start int) {
	c, end, reason := r.gemmaCall(start)
	if reason != "" {
		r.failed(r.edge(gemmaEdges, r.resume(start, end)), reason)
		return
	}
	r.gemmaGive(c, end)
}

// gemmaBare reads the call without marks that may be at pos. What is none is text.
func (r *reader) gemmaBare() {
	start := r.pos
	next := start + len(callColon)
	if r.gemmaMayBegin(start) {
		c, end, reason := r.gemmaCall(start)
		if reason == "" && r.offered(c.Name) {
			r.gemmaGive(c, end)
			return
		}
		next = r.resume(next, max(next, end))
	}
	r.keep(next)
}

// gemmaMayBegin reports whether a call without marks may begin at offset i.
func (r *reader) gemmaMayBegin(i int) bool {
	return i == 0 || isSpace(r.buf[i-1]) || bytes.HasSuffix(r.buf[:i], []byte(channelEnd))
}

// gemmaGive reports a call and takes the mark of its end.
func (r *reader) gemmaGive(c Call, end int) {
	r.call(c, end)
	after := r.space(end)
	if mark := r.hasAny(after, gemmaShut); mark != "" {
		r.put(KindMark, after+len(mark))
		after = r.space(r.pos)
	}
	if r.done(after) {
		r.drop(after, WhySpace)
	}
}

// gemmaCall reads name and arguments at offset i, behind the opening mark.
func (r *reader) gemmaCall(i int) (c Call, end int, reason string) {
	name, i, reason := r.gemmaName(i)
	if reason != "" {
		return c, i, reason
	}
	g := gemmaValues{reader: r, mark: `<|"|>`, stops: gemmaStops}
	end, arguments, reason := g.read(i)
	return named(name, arguments), end, reason
}

// gemmaName reads what is between an opening mark and the arguments: call:name, where "call:" may be missing or have a colon
// more in front.
func (r *reader) gemmaName(i int) (name string, end int, reason string) {
	i = r.space(i)
	if r.has(i, ":"+callColon) {
		i++
	}
	if r.has(i, callColon) {
		i += len(callColon)
	}
	end = i
	for isNameByte(r.at(end)) {
		end++
	}
	if end == i {
		return "", end, r.unless(end, reasonNoName)
	}
	return string(r.buf[i:end]), end, ""
}

// keep gives text that turned out to be no mark to the content, with the white space held back before it.
func (r *reader) keep(end int) {
	if last := len(r.parts) - 1; last >= r.sure && r.parts[last].kind == kindOpen && r.parts[last].why == WhySpace {
		r.parts[last].kind, r.parts[last].why = KindContent, ""
		r.settle()
	}
	r.put(KindContent, end)
}
