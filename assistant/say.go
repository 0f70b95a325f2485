// Say and Continue: a turn from what was said to what is answered.

package assistant

import (
	"context"
	"errors"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Utterance is what a user has said, and what is known of that moment.
type Utterance struct {
	Text string // may not be blank
	User string // whose secrets are looked up; see jarvis.Request

	// Moment is told to the model behind everything that stays the same. The zero time means now; without a Speaker it is
	// that of the Start, whose Memories then hold too unless there are others here.
	Moment prompt.Moment
}

// ErrEmpty is the error for an utterance without words.
var ErrEmpty = errors.New(msgEmpty)

// ErrNotPending is the error of Continue where no calls wait.
var ErrNotPending = errors.New(msgNotPending)

// Say holds a turn. While a question is open the utterance is the answer to it. Otherwise the commands are asked first whether
// they recognise it (PreRoute), and then the model. Calls that wait for the caller are given up, and the model is told so.
//
// The Result is never nil. The error is nil for everything that a model or a command can get wrong; else it is the context's, that
// of the client, wrapped, a *toolcall.ExhaustedError if Config.OnExhausted is toolcall.Fail, or ErrEmpty. Then the conversation
// is as it was before, and Result.Text has words for the user all the same, unless the context was canceled: then nobody waits for
// any. A panic of a function of the host is such an error too, a *jarvis.PanicError; one of the Listener is logged.
func (c *Conversation) Say(ctx context.Context, u Utterance) (*Result, error) {
	if strings.TrimSpace(u.Text) == "" {
		return c.engine.refused(ErrEmpty)
	}
	if err := c.wait(ctx); err != nil {
		return c.engine.refused(err)
	}
	defer c.free()
	return c.hold(func() *turn { return c.newTurn(u) }, func(t *turn) error { return t.begin(ctx) })
}

// hold holds a turn. A panic of the host's functions ends it as an error does.
func (c *Conversation) hold(start func() *turn, run func(*turn) error) (*Result, error) {
	var t *turn
	err := safely(func() error {
		t = start()
		return run(t)
	})
	if t == nil {
		return c.engine.refused(err)
	}
	return c.end(t, err)
}

// Continue goes on with the results of the calls that the caller has executed, one for each of Result.Calls; see Results for
// those that come over a wire. A result that is a validation error is corrected or asked of the user, as if the engine had
// executed the call. Result and error are as from Say; further errors are ErrNotPending and *toolcall.ResultsError. After an
// error the same results may be given again.
func (c *Conversation) Continue(ctx context.Context, results ...toolcall.Executed) (*Result, error) {
	if err := c.wait(ctx); err != nil {
		return c.engine.refused(err)
	}
	defer c.free()
	if c.pending == nil {
		return c.engine.refused(ErrNotPending)
	}
	return c.hold(c.pending.resumed, func(t *turn) error { return t.resume(ctx, results) })
}

// Results makes what Continue takes of results as a node sends them. They say neither whether to wait for input nor whether to
// clear the history; a caller that knows it sets it in the responses.
func Results(list ...jarvis.ToolResult) []toolcall.Executed {
	out := make([]toolcall.Executed, len(list))
	for i, r := range list {
		resp := &jarvis.Response{Success: r.Output.Success, ContextData: map[string]any{}}
		for key, value := range r.Output.Context {
			resp.ContextData[key] = value
		}
		if r.Output.Message != nil {
			resp.ContextData["message"] = *r.Output.Message
		}
		if r.Output.Error != nil {
			resp.ErrorDetails, resp.Success = *r.Output.Error, false
		}
		out[i] = toolcall.Executed{Call: toolcall.Call{Call: jarvis.Call{ID: r.ToolCallID}}, Response: resp}
	}
	return out
}

// openQuestion is the question with all that was executed since the words that led to it, also in turns that have tried to answer
// it and ended with an error.
func (c *Conversation) openQuestion() toolcall.Clarification {
	q := cloneQuestion(*c.question)
	for _, e := range c.undone {
		if e.Response != nil && !refused(e.Response) {
			q.Executed = append(q.Executed, e)
		}
	}
	return q
}
