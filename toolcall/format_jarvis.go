// jarvis: the envelope {"message", "tool_calls", "error"}, <tool_call> tags, a bare call, or a list of calls; JSON may stand in
// a fence or beside text and may hold # comments.

package toolcall

import (
	"bytes"
	"slices"
)

var jarvisOpen = newMarks(toolCall, "{", "[")

// readJarvis: the first answer counts. Text beside calls or an envelope is dropped, as is JSON that does not decode: it is
// never spoken. Without calls and envelope the text is the message.
func readJarvis(r *reader) {
	kind := kindOpen
	for {
		switch r.text(jarvisOpen, kind) {
		case "":
			return
		case toolCall:
			r.decide(KindDropped)
			r.json.hash = true
			for mark := toolCall; mark != ""; mark = r.text(hermesOpen, KindDropped) {
				r.jarvisBlock()
			}
			return
		}
		a := r.jsonAnswer(r.pos)
		switch {
		case a.found():
			r.giveAnswer(a)
			r.text(nil, KindDropped)
			return
		case a.reason != "":
			r.brokenAnswer(a)
			kind = KindDropped
		default:
			r.put(kind, a.end)
		}
	}
}

// brokenAnswer reports JSON that is no answer. The first time it tries to mend it with all that follows.
func (r *reader) brokenAnswer(a answer) {
	if r.parser.Repair && len(r.faults) == 0 && r.mended(r.end()) {
		return
	}
	r.broken(a.end, a.reason)
}

// jarvisBlock reads the tag that begins at pos.
func (r *reader) jarvisBlock() {
	calls, faults := len(r.calls), len(r.faults)
	r.hermesBlock(jarvisShape, true)
	if len(r.calls) == calls && len(r.faults) > faults {
		r.decide(KindDropped)
	}
}

// answer is JSON that was meant for the assistant.
type answer struct {
	start, end int
	items      []item // in the order of the text: what is said and what is called
	envelope   bool
	parameters bool // a call of llama3_json
	reasoning  Reasoning
	reason     string // why it is none although it was meant as one
}

// item is the message of an envelope or one of its calls.
type item struct {
	at     span
	text   string // of a message
	call   *Call
	reason string // of a call that is none
}

func (it item) calls() bool { return it.call != nil }

func (a answer) found() bool { return a.envelope || len(a.items) > 0 }

// jsonAnswer reads the JSON at offset i. If it is no answer, end says up to where it is plain text.
func (r *reader) jsonAnswer(i int) answer {
	r.json.hash = true
	defer func() { r.json.hash = false }()
	alone := !r.spoke
	end, reason := r.value(i)
	if reason != "" {
		if r.buf[i] == '{' && (alone || r.callKey(i)) || r.beginsList(i) {
			return answer{start: i, end: max(r.breakAt(jarvisOpen, i, end), i+1), reason: reason}
		}
		r.doubt(i, end)
		return answer{end: max(r.outside(i, end), i+1)}
	}
	a := answer{start: i, end: end, reasoning: r.parser.Reasoning}
	raw := r.buf[i:end]
	if raw[0] == '[' {
		a.list(raw)
		return a
	}
	a.object(raw)
	if !a.found() && (alone && r.done(r.space(end)) || r.callKey(i)) {
		a.reason = reasonNoCall
	}
	return a
}

// callKeys are the keys by which JSON is known to be meant for the assistant.
var callKeys = []string{`"name"`, `"message"`, `"tool_calls"`, `"tool_call"`, `"function"`, `"arguments"`, `"parameters"`}

// callKey reports whether the object at offset i begins with one of callKeys.
func (r *reader) callKey(i int) bool {
	key := r.space(i + 1)
	return r.hasAny(key, callKeys) != ""
}

// beginsList reports whether a list of calls begins at offset i.
func (r *reader) beginsList(i int) bool {
	first := r.space(i + 1)
	return r.at(i) == '[' && r.at(first) == '{' && r.callKey(first)
}

// list takes the calls of an array.
func (a *answer) list(raw []byte) {
	s := jarvisShape
	s.optional = false
	for _, c := range s.callsIn(raw, nil) {
		a.add(c.at, &c.Call)
	}
}

func (a *answer) add(at span, c *Call) {
	a.items = append(a.items, item{at: span{a.start + at.start, a.start + at.end}, call: c})
}

// object takes an envelope or a bare call.
func (a *answer) object(raw []byte) {
	var message, several, single span
	hasMessage := false
	members(raw, true, func(key string, value span) {
		switch first := raw[value.start]; {
		case key == "message" && first == '"':
			message, hasMessage = value, true
		case key == "tool_calls" && first == '[':
			several = value
		case key == "tool_call" && first == '{':
			single = value
		}
	})
	a.envelope = hasMessage || several.end > 0 || single.end > 0
	if !a.envelope {
		s := jarvisShape
		s.optional = false
		if c, reason := s.call(raw); reason == "" {
			a.add(span{0, len(raw)}, &c)
			return
		} else if reason == reasonArguments {
			a.reason = reason
		}
		s.parameters = true
		_, reason := s.call(raw)
		a.parameters = reason == ""
		return
	}
	if several.end > 0 {
		a.envelopeCalls(raw, several)
	}
	if single.end > 0 && !slices.ContainsFunc(a.items, item.calls) {
		if c, reason := jarvisShape.call(single.of(raw)); reason == "" {
			a.add(single, &c)
		}
	}
	if hasMessage {
		a.message(unquote(message.of(raw)), message)
	}
	slices.SortStableFunc(a.items, func(x, y item) int { return x.at.start - y.at.start })
}

// envelopeCalls takes the calls of an envelope. Of elements that are none so many are told as an answer has faults; those that follow
// belong to the last one.
func (a *answer) envelopeCalls(raw []byte, list span) {
	text, before, wrong := list.of(raw), 0, 0
	calls := jarvisShape.callsIn(text, func(element span, reason string) {
		at := span{a.start + list.start + element.start, a.start + list.start + element.end}
		between := bytes.Trim(text[before:element.start], ","+jsonSpace)
		before = element.end
		if wrong++; wrong > maxFaults && len(between) == 0 && a.items[len(a.items)-1].reason == reason {
			a.items[len(a.items)-1].at.end = at.end
			return
		}
		a.items = append(a.items, item{at: at, reason: reason})
	})
	for _, c := range calls {
		a.add(span{list.start + c.at.start, list.start + c.at.end}, &c.Call)
	}
}

// message takes what is said, without reasoning. An envelope without calls whose message holds tags is a model that mixed two
// forms: the tags count.
func (a *answer) message(text string, at span) {
	calls := slices.ContainsFunc(a.items, item.calls)
	inner, err := (&Parser{Reasoning: a.reasoning}).read(grammar{format: Hermes, read: readHermes}, text)
	for _, c := range inner.Calls {
		if c.ID = ""; !calls {
			a.add(at, &c)
		}
	}
	it := item{at: span{a.start + at.start, a.start + at.end}, text: inner.Content}
	if err != nil && len(inner.Calls) == 0 { // a broken call is not spoken
		it.text, it.reason = "", reasonNotJSON
	}
	a.items = append(a.items, it)
}

// giveAnswer reports what an answer says and calls.
func (r *reader) giveAnswer(a answer) {
	r.decide(KindDropped)
	calls := slices.ContainsFunc(a.items, item.calls)
	for _, it := range a.items {
		r.put(KindMark, it.at.start)
		switch {
		case it.call != nil && r.unsound(it.call.Arguments) != "":
			r.broken(max(it.at.end, r.pos), reasonTooDeep)
		case it.call != nil:
			r.call(*it.call, max(it.at.end, r.pos))
		case it.reason == "":
			r.putText(it.text, max(it.at.end, r.pos))
		case calls && it.reason != reasonArguments: // beside a good call, what has no name is noise
			r.drop(it.at.end, it.reason)
		default:
			r.broken(it.at.end, it.reason)
		}
	}
	r.put(KindMark, a.end)
}
