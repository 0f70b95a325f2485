// Mending broken calls on demand: Repair, wired into reading.

package toolcall

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// closers are the marks that may follow the JSON of a broken call. Only these show that the model had come to its end.
var closers = regexp.MustCompile("(?:\\s|</tool_calls?>|</function(?:_calls?)?>|<tool_call\\|>|<\\|(?:tool_call_end|tool_calls_section_end|action_end|call|end)\\|>|" +
	"<｜tool▁calls?▁end｜>|```)+$")

// openers are the marks that may stand before the JSON of a broken call. Behind anything else, such as a name, it is not the call.
var openers = regexp.MustCompile("^(?:\\s|<\\|?tool_call\\|?>|<tool_calls>|<function_call>|functools|\\[TOOL_CALLS\\]|<\\|action_start\\|>|<\\|plugin\\|>|" +
	"<\\|python_tag\\|>|```[a-z]*|,)*$")

const maxCloser = 200 // bytes of marks behind a broken call

// mended tries to read the bytes from pos to end, which are no call, as the JSON of one or more calls with mistakes in it. It
// reports whether that worked, and then has given them out.
func (r *reader) mended(end int) bool {
	if !r.parser.Repair || r.parser.Tools == nil {
		return false
	}
	i := bytes.IndexAny(r.buf[r.pos:end], "{[")
	if i < 0 || !openers.Match(r.buf[r.pos:r.pos+i]) {
		return false
	}
	broken := r.buf[r.pos+i : end]
	mark := closers.Find(broken[max(0, len(broken)-maxCloser):])
	broken = broken[:len(broken)-len(mark)]
	fixed, changes := repaired(broken)
	if fixed == nil {
		return false
	}
	a := answer{reasoning: r.parser.Reasoning}
	if kindOf(fixed) == '[' {
		a.list(fixed)
	} else {
		a.object(fixed)
	}
	more := added(broken, fixed, changes)
	if more > 0 && slices.Contains(changes, changeComma) { // something was to follow
		return false
	}
	if len(bytes.TrimSpace(mark)) == 0 && a.reaches(len(fixed)-more) {
		return false
	}
	return r.giveMended(a, changes, end)
}

// repaired mends JSON, or returns nil if there is nothing that can be mended. A text without its end is never completed.
func repaired(broken []byte) (fixed json.RawMessage, changes []string) {
	fixed, changes, ok := Repair(string(broken))
	if !ok || len(changes) == 0 || slices.Contains(changes, changeEnd) {
		return nil, nil
	}
	return fixed, changes
}

// added returns how many brackets were put at the end of a text to mend it, at most.
func added(broken, fixed []byte, changes []string) int {
	if !slices.ContainsFunc(changes, func(change string) bool { return strings.HasPrefix(change, changeBracket) }) {
		return 0
	}
	return brackets(fixed) - brackets(broken)
}

// brackets counts the closing brackets at the end of a text.
func brackets(text []byte) int {
	tail := text[len(bytes.TrimRight(text, "}] \t\r\n")):]
	return bytes.Count(tail, []byte("}")) + bytes.Count(tail, []byte("]"))
}

// reaches reports whether a call of the answer goes beyond offset end. If what is beyond was added, the call may have been cut
// off: nothing but a mark of the end behind it would tell.
func (a answer) reaches(end int) bool {
	return slices.ContainsFunc(a.items, func(it item) bool { return it.calls() && it.at.end > end })
}

// giveMended gives out an answer that was mended if every call in it passes the check.
func (r *reader) giveMended(a answer, changes []string, end int) bool {
	var calls []Call
	said := ""
	for _, it := range a.items {
		if it.calls() {
			r.parser.normalise(it.call)
		}
		switch {
		case it.call == nil && it.reason != "":
			return false
		case it.call == nil:
			said = it.text
		case r.unsound(it.call.Arguments) != "", r.parser.Tools.Check(it.call.Call, r.parser.options...) != nil:
			return false
		default:
			it.call.Repaired = changes
			calls = append(calls, *it.call)
		}
	}
	if len(calls) == 0 {
		return false
	}
	if said != "" {
		r.putText(said, r.pos)
	}
	for _, c := range calls {
		r.call(c, end)
	}
	return true
}

// mendArguments mends arguments that a format passed on although they are broken, and reports whether that worked.
func (r *reader) mendArguments(c *Call) bool {
	if !r.parser.Repair || r.parser.Tools == nil {
		return false
	}
	fixed, changes := repaired(c.Arguments)
	if fixed == nil || added(c.Arguments, fixed, changes) > 0 {
		return false
	}
	mended := *c
	mended.Arguments, mended.Repaired = fixed, changes
	r.parser.normalise(&mended)
	if r.parser.Tools.Check(mended.Call, r.parser.options...) != nil {
		return false
	}
	*c = mended
	return true
}
