// Ends: how a turn stops, and what stays of it.

package assistant

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// say ends the turn with words that go into the transcript.
func (t *turn) say(text string) { t.stop(toolcall.StopComplete, CodeNone, text) }

// stop ends the turn with words that go into the transcript.
func (t *turn) stop(stop toolcall.StopReason, code Code, text string) {
	t.result.Stop, t.result.Code, t.result.Text = stop, code, text
	t.messages = append(t.messages, toolcall.Message{Role: toolcall.RoleAssistant, Content: text})
}

// stuck ends a turn that makes no way: with words that the guard has taken back, or with what the calls say and an apology.
func (t *turn) stuck(stop toolcall.StopReason, code Code) {
	if t.draft != "" {
		t.say(t.draft)
		return
	}
	texts, _ := t.results()
	t.stop(stop, code, strings.Join(append(texts, t.conv.engine.config.Phrases.Stuck), " "))
}

// askUser ends the turn with a question to the user, which carries what was executed earlier in the turn, so that its answer
// does not execute that again.
func (t *turn) askUser(q *toolcall.Clarification, earlier []toolcall.Executed) {
	asked := *q
	asked.Executed = slices.Clone(q.Executed)
	for _, e := range slices.Concat(t.known, earlier) {
		if !refused(e.Response) && !slices.ContainsFunc(asked.Executed, func(other toolcall.Executed) bool { return toolcall.SameCall(other.Call, e.Call) }) {
			asked.Executed = append(asked.Executed, e)
		}
	}
	t.result.Stop, t.result.Question, t.result.Text = toolcall.StopValidation, &asked, asked.Question
}

// refused reports whether a response is a validation error: nothing was done, and the same call may be wanted all the same.
func refused(resp *jarvis.Response) bool {
	flag, _ := resp.ContextData["_validation_error"].(bool)
	return flag && !resp.Success
}

// fail ends a turn with an error.
func (t *turn) fail(err error) {
	r := &t.result
	*r = Result{
		Stop: toolcall.StopError, Code: CodeInternal, Text: t.conv.engine.config.Phrases.Unreachable, Executed: r.Executed, Reasoning: r.Reasoning,
		Rounds: r.Rounds, Retries: t.retries, Usage: r.Usage, Request: r.Request,
	}
	if r.Executed == nil {
		r.Executed = t.before
	}
	var model *modelError
	var exhausted *toolcall.ExhaustedError
	switch {
	case errors.Is(err, context.Canceled):
		r.Code, r.Text = CodeCanceled, ""
	case errors.As(err, &model):
		r.Code = CodeModel
	case errors.As(err, &exhausted):
		r.Code, r.Refused, r.Text = CodeRefused, exhausted.Errors, t.conv.engine.config.Phrases.Refused
	}
}

// finish fills in what follows from the rest.
func (t *turn) finish() {
	r := &t.result
	if r.Executed == nil {
		r.Executed = t.before
	}
	r.Executed = slices.DeleteFunc(slices.Clone(r.Executed), func(e toolcall.Executed) bool { return t.asks(e.Call.Name) })
	r.Retries = t.retries
	waits, executed := r.Question != nil, false
	for _, e := range r.Executed {
		if t.offer.by[e.Call.Name].kind == byServer {
			continue
		}
		executed = true
		waits = waits || e.Response.Success && e.Response.WaitForInput
		t.clears = t.clears || e.Response.ClearHistory
	}
	open := r.Stop == toolcall.StopToolCalls || r.Stop == toolcall.StopValidation
	r.Cleared = t.clears && !open
	r.WaitForInput = waits && r.Stop != toolcall.StopToolCalls
	r.EndOfExchange = r.EndOfExchange || executed && !waits && r.Stop == toolcall.StopComplete
}

// end brings a turn into the conversation, or what it has executed if it ended with an error.
func (c *Conversation) end(t *turn, err error) (*Result, error) {
	if err != nil {
		t.fail(err)
		c.remember(t.fresh)
		t.speech.retract()
		return t.result.clone(), err
	}
	t.finish()
	c.keep(t)
	t.speech.settle(t.result.Text)
	return t.result.clone(), nil
}

// keep makes what a turn has come to the state of the conversation.
func (c *Conversation) keep(t *turn) {
	next := state{messages: t.messages}
	switch t.result.Stop {
	case StopNotForMe: // it has done nothing
		return
	case toolcall.StopToolCalls:
		next.pending, next.clears = t, t.clears
	case toolcall.StopValidation:
		next.question, next.clears = t.result.Question, t.clears
	}
	if !t.told {
		next.undone = c.undone
	}
	if t.result.Cleared {
		next.messages = nil
	}
	c.state = next
}
