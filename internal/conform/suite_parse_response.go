// Suite parse_response: answers in the Jarvis envelope, tags and bare JSON: what is said, what is called, what is an error.

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// replyLine is one answer.
type replyLine struct {
	header
	Raw      *string      `json:"raw"`
	Expected *wantedReply `json:"expected"`
}

// wantedReply is what the answer holds. What is absent is not compared, but for raw JSON in a message.
type wantedReply struct {
	Message optional[*string] `json:"message"` // null is no message
	Calls   []namedCall       `json:"tool_calls"`
	Error   *bool             `json:"error"`
}

// namedCall is one call of it.
type namedCall struct {
	Name           *string   `json:"name"`
	Arguments      jsonValue `json:"arguments"`
	FailureMessage *string   `json:"failure_message"`
}

func (l *replyLine) check(r *report) {
	if wrong := l.wrong(); wrong != "" {
		r.broken(wrong)
		return
	}
	var pieces reading
	r.within("Stream", func(r *report) { pieces = readPieces(r, replyParser(), characters(*l.Raw, 1)) })
	l.judge(r, readWhole(replyParser(), *l.Raw), pieces)
}

// judge compares what the text was read as with what is wanted, and both readings with each other.
func (l *replyLine) judge(r *report, whole, pieces reading) {
	if !whole.sound(r) {
		return
	}
	l.Expected.check(r, whole)
	r.within("Stream", func(r *report) {
		if pieces.sound(r) {
			whole.same(r, pieces)
		}
	})
}

// wrong says why the line cannot be judged.
func (l *replyLine) wrong() string {
	if l.Raw == nil || l.Expected == nil || l.Expected.Calls == nil {
		return "needs raw and expected with tool_calls"
	}
	for _, c := range l.Expected.Calls {
		if _, ok := c.Arguments.v.(*object); !ok || c.Name == nil {
			return "a call needs a name and an object of arguments"
		}
	}
	return ""
}

// replyParser returns a parser that gives the calls of any two readings the same ids.
func replyParser() toolcall.Parser {
	calls := 0
	return toolcall.Parser{Format: toolcall.Jarvis, DateParameter: "resolved_datetimes", NewID: func() string {
		calls++
		return "call_" + strconv.Itoa(calls)
	}}
}

// callKey is what raw JSON of a call shows.
const callKey = `"arguments"`

func (w *wantedReply) check(r *report, got reading) {
	said := got.res.Text()
	switch {
	case !w.Message.given:
		if strings.Contains(said, callKey) {
			r.fail("message", "a text without "+callKey, jsonText(said))
		}
	case w.Message.v == nil:
		r.equal("message", `""`, jsonText(said))
	default:
		r.equal("message", jsonText(*w.Message.v), jsonText(said))
	}
	got.countCalls(r, len(w.Calls), false)
	for i, want := range w.Calls[:min(len(w.Calls), len(got.res.Calls))] {
		r.within(fmt.Sprintf("call %d", i), func(r *report) { want.check(r, &got.res.Calls[i]) })
	}
	if w.Error != nil && *w.Error != (got.err != nil) {
		r.fail("error", strconv.FormatBool(*w.Error), fmt.Sprint(got.err))
	}
}

func (w *namedCall) check(r *report, got *toolcall.Call) {
	r.equal("name", *w.Name, got.Name)
	if args, ok := arguments(r, got); ok {
		r.sameJSON("arguments", w.Arguments.v, args)
	}
	if w.FailureMessage != nil {
		r.equal("failure_message", *w.FailureMessage, got.FailureMessage)
	}
}
