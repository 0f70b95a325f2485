// What is said of executed calls and of answers, and how a turn ends.

package assistant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// execute executes one call.
func (t *turn) execute(ctx context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
	by := t.offer.by[call.Name] // the check has found the tool
	if by.kind == client {
		return t.elsewhere(call)
	}
	if t.batch > 1 && call.Name == requestValidation && by.registry == t.conv.asks {
		return jarvis.Failure(msgAskAlone), nil
	}
	t.calling(call)
	resp, err := by.registry.Call(ctx, req, call.Call, t.conv.options...)
	if err != nil {
		t.fresh = append(t.fresh, toolcall.Executed{Call: call}) // nobody knows what it has done
		return nil, err
	}
	t.called(toolcall.Executed{Call: call, Response: resp})
	return resp, nil
}

// elsewhere says that a call is for the caller. Once it was refined it is checked again.
func (t *turn) elsewhere(call toolcall.Call) (*jarvis.Response, error) {
	var refused *jarvis.ValidationError
	if t.offer.stage != nil && errors.As(t.offer.checks.Check(call.Call, t.conv.options...), &refused) {
		return refused.Response(), nil
	}
	return nil, toolcall.ErrPending
}

func (t *turn) calling(call toolcall.Call) {
	if t.conv.listener.Calling != nil {
		t.conv.listener.Calling(call)
	}
}

func (t *turn) called(e toolcall.Executed) {
	t.fresh = append(t.fresh, e)
	if t.conv.listener.Called != nil {
		t.conv.listener.Called(e)
	}
}

// settled looks at what came of a batch of calls.
func (t *turn) settled(out *toolcall.Outcome, err error) (done bool, _ error) {
	earlier := t.before
	t.result.Executed = slices.Concat(earlier, out.Executed)
	if err != nil {
		return true, err
	}
	t.messages = t.plain(out.Messages)
	if out.Stop == toolcall.StopToolCalls {
		t.pending = out
		t.result.Stop, t.result.Calls = out.Stop, out.Pending
		return true, nil
	}
	t.pending = nil
	t.before = t.result.Executed
	if out.Stop == toolcall.StopValidation {
		t.askUser(t.worded(out), earlier)
		return true, nil
	}
	return t.speakResults(out.Executed), nil
}

// worded is the question of an outcome, in the words of the model if it has asked itself.
func (t *turn) worded(out *toolcall.Outcome) *toolcall.Clarification {
	for _, e := range out.Executed {
		if e.Call.ID != out.Clarification.ToolCallID || t.conv.asks == nil || t.offer.by[e.Call.Name].registry != t.conv.asks || e.Call.Name != requestValidation {
			continue
		}
		q := asked(e.Call, t.retry.Native)
		q.Executed = out.Clarification.Executed
		return q
	}
	return out.Clarification
}

// speakResults ends the turn with what the calls say themselves, if they do. What server tools answer is for the model alone.
func (t *turn) speakResults(batch []toolcall.Executed) bool {
	mine := slices.DeleteFunc(slices.Clone(batch), func(e toolcall.Executed) bool { return t.offer.by[e.Call.Name].kind == server })
	if len(mine) == 0 {
		return false
	}
	var spoken []string
	failed, waits, mute, knowledge := 0, false, false, true
	for _, e := range mine {
		text := message(e.Response)
		if !e.Response.Success {
			failed++
			text = t.failure(e)
		}
		waits = waits || e.Response.Success && e.Response.WaitForInput
		mute = mute || text == ""
		knowledge = knowledge && delegates(e.Response)
		if text != "" {
			spoken = append(spoken, text)
		}
	}
	switch {
	case failed == len(mine):
		t.stop(toolcall.StopComplete, CodeFailed, t.apology(mine[0]))
		return true
	case !mute && (waits || t.conv.engine.config.SpeakResults && failed == 0):
		t.say(strings.Join(spoken, " "))
		return true
	case knowledge:
		t.nudge = msgKnowledge
	}
	return false
}

// failure is what is said of a failed call.
func (t *turn) failure(e toolcall.Executed) string {
	for _, text := range []string{e.Call.FailureMessage, message(e.Response)} {
		if text = strings.TrimSpace(text); text != "" {
			return t.conv.engine.provider.Sanitize(text)
		}
	}
	return strings.TrimSpace(e.Response.ErrorDetails)
}

// apology says that all calls have failed: the model's words for it or, with an apology before them, the command's.
func (t *turn) apology(first toolcall.Executed) string {
	text := t.failure(first)
	if strings.TrimSpace(first.Call.FailureMessage) != "" {
		return text
	}
	return strings.TrimSpace(t.conv.engine.config.Phrases.Failed + " " + text)
}

// message is what a response has to say itself.
func message(resp *jarvis.Response) string {
	text, _ := resp.ContextData["message"].(string)
	return strings.TrimSpace(text)
}

// delegates reports whether a result is a question alone, which the model is to answer itself.
func delegates(resp *jarvis.Response) bool {
	query, ok := resp.ContextData["query"].(string)
	return resp.Success && ok && query != "" && len(resp.ContextData) == 1
}

// quiet is what is said for a response that says nothing.
func (t *turn) quiet(resp *jarvis.Response) string {
	if resp.WaitForInput {
		return t.conv.engine.config.Phrases.Listening
	}
	return t.conv.engine.config.Phrases.Done
}

// answered takes an answer without calls. It is not done if the guard wants another one.
func (t *turn) answered(got *toolcall.Turn) (done bool) {
	config := &t.conv.engine.config
	t.messages = got.Messages[:len(got.Messages)-1]
	var c prompt.Cleaner
	c.Write(got.Content)
	c.Close()
	if config.NotForMe && c.Has(prompt.SentinelNotForMe) {
		if t.draft != "" { // the guard has taken back words that were meant for the user
			t.say(t.draft)
			return true
		}
		t.result.Stop = StopNotForMe
		return true
	}
	if config.ExchangeComplete && c.Has(prompt.SentinelExchangeComplete) {
		t.result.EndOfExchange = true
	}
	text := t.conv.engine.provider.Sanitize(got.Content)
	if t.nudge = t.guard(text); t.nudge != "" {
		t.draft, t.nudged = text, true
		return false
	}
	if text == "" {
		text = t.unsaid()
	}
	t.say(text)
	return true
}

// unsaid is what is said when the model says nothing: the messages of the calls, or that they are done.
func (t *turn) unsaid() string {
	var texts []string
	var last *jarvis.Response
	for _, e := range t.before {
		if t.offer.by[e.Call.Name].kind == server {
			continue
		}
		last = e.Response
		text := message(e.Response)
		if !e.Response.Success {
			text = t.failure(e)
		}
		if text != "" {
			texts = append(texts, text)
		}
	}
	switch {
	case last == nil:
		return t.conv.engine.config.Phrases.Nothing
	case len(texts) == 0:
		return t.quiet(last)
	}
	return strings.Join(texts, " ")
}

// say ends the turn with words that go into the transcript.
func (t *turn) say(text string) { t.stop(toolcall.StopComplete, CodeNone, text) }

// stop ends the turn with words that go into the transcript.
func (t *turn) stop(stop toolcall.StopReason, code Code, text string) {
	t.result.Stop, t.result.Code, t.result.Text = stop, code, text
	t.messages = append(t.messages, toolcall.Message{Role: toolcall.RoleAssistant, Content: text})
}

// giveUp ends a turn whose rounds are spent: with words that the guard has taken back, or without any.
func (t *turn) giveUp() {
	if t.draft != "" {
		t.say(t.draft)
		return
	}
	t.stop(toolcall.StopComplete, CodeMaxIterations, t.conv.engine.config.Phrases.Stuck)
}

// askUser ends the turn with a question to the user, which carries what was executed earlier in the turn, so that its answer
// does not execute that again.
func (t *turn) askUser(q *toolcall.Clarification, earlier []toolcall.Executed) {
	asked := *q
	asked.Executed = slices.Concat(earlier, q.Executed)
	t.result.Stop, t.result.Question, t.result.Text = toolcall.StopValidation, &asked, asked.Question
}

// fail ends a turn with an error.
func (t *turn) fail(err error) {
	r := &t.result
	*r = Result{
		Stop: toolcall.StopError, Code: CodeInternal, Text: t.conv.engine.config.Phrases.Unreachable, Executed: r.Executed, Reasoning: r.Reasoning,
		Rounds: r.Rounds, Retries: t.retries, Usage: r.Usage, Request: *t.req,
	}
	if r.Executed == nil {
		r.Executed = t.before
	}
	var model *modelError
	var exhausted *toolcall.ExhaustedError
	switch {
	case errors.As(err, &model):
		r.Code = CodeModel
	case errors.As(err, &exhausted):
		r.Code, r.Refused, r.Text = CodeRefused, exhausted.Errors, t.conv.engine.config.Phrases.Refused
	}
}

// finish fills in what follows from the rest, and brings the speech to the words of the result.
func (t *turn) finish() {
	r := &t.result
	if r.Executed == nil {
		r.Executed = t.before
	}
	r.Retries, r.Request = t.retries, *t.req
	waits := r.Question != nil
	executed := false
	for _, e := range r.Executed {
		if t.offer.by[e.Call.Name].kind == server {
			continue
		}
		executed = true
		waits = waits || e.Response.Success && e.Response.WaitForInput
		r.Cleared = r.Cleared || e.Response.ClearHistory
	}
	r.WaitForInput = waits && r.Stop != toolcall.StopToolCalls
	r.Cleared = r.Cleared && r.Stop != toolcall.StopToolCalls && r.Stop != toolcall.StopValidation
	r.EndOfExchange = r.EndOfExchange || executed && !waits && r.Stop == toolcall.StopComplete
	t.speech.settle(r.Text)
}
