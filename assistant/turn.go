// Turn: the model is asked, its calls are executed, and it is asked again, until there is something to say.

package assistant

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// turn is the state of one turn: a working copy of the conversation.
type turn struct {
	conv     *Conversation
	said     Utterance
	req      *jarvis.Request
	plainReq *jarvis.Request // takes the place of req once a command was called with the answer to a question; may be nil
	offer    *offer
	messages []toolcall.Message

	retry   toolcall.Retry      // of the round
	retries int                 // of the turn
	nudge   string              // for the next answer
	nudged  bool                // the guard has been heard
	draft   string              // words that the guard has taken back
	told    bool                // the model knows what came of turns that ended with an error
	clears  bool                // a command has had the history forgotten
	last    []toolcall.Call     // of the last answer
	done    []toolcall.Executed // of them
	known   []toolcall.Executed // before the user was asked what this turn answers
	before  []toolcall.Executed // in the batches before
	fresh   []toolcall.Executed // since Say or Continue was called
	pending *toolcall.Outcome
	speech  speech
	result  Result
}

// newTurn begins a turn with a copy of the conversation.
func (c *Conversation) newTurn(u Utterance) *turn {
	if u.Moment.Now.IsZero() {
		u.Moment.Now = c.engine.config.Clock().In(c.dates.Zone().Location)
	}
	if u.Moment.Speaker == "" {
		u.Moment.Speaker, u.Moment.Memories = c.context.Speaker, cmp.Or(u.Moment.Memories, c.context.Memories)
	}
	t := &turn{conv: c, said: u, offer: c.offer, messages: c.recent(), clears: c.clears, speech: speech{conv: c}}
	if c.question == nil { // else its call waits for the answer
		t.messages = toolcall.Abandon(t.messages)
	}
	t.req = &jarvis.Request{VoiceCommand: u.Text, ConversationID: c.id, User: u.User}
	t.result.Request = *t.req
	switch {
	case c.pending == nil:
	case c.clears: // it is given up, but what it has cleared is gone
		t.messages, t.clears = nil, false
	case !c.engine.provider.SupportsNativeTools():
		t.note(msgGivenUp)
	}
	t.tell()
	return t
}

// begin holds the turn of an utterance.
func (t *turn) begin(ctx context.Context) error {
	if t.conv.question != nil {
		return t.answer(ctx, t.conv.openQuestion())
	}
	routed, err := t.route(ctx)
	if routed || err != nil {
		return err
	}
	t.narrow(ctx)
	t.addUser()
	return t.askModel(ctx)
}

// resumed returns a copy of a turn that has waited for results.
func (t *turn) resumed() *turn {
	next := *t
	next.fresh, next.told = nil, false
	next.messages = slices.Clone(t.messages)
	next.result.Executed, next.result.Calls, next.result.Stop, next.result.Text = nil, nil, "", ""
	next.speech = speech{conv: t.conv}
	next.retry.OnRetry = next.retrying
	return &next
}

// addUser puts the words of the user into the transcript.
func (t *turn) addUser() {
	t.messages = append(t.messages, toolcall.Message{Role: toolcall.RoleUser, Content: t.said.Text})
}

// askModel asks the model until the turn stops.
func (t *turn) askModel(ctx context.Context) error {
	for t.result.Rounds < t.conv.engine.config.MaxRounds {
		t.round()
		got, err := t.retry.Run(ctx, t.messages, t.askAloud)
		if err != nil {
			return err
		}
		if done, err := t.handle(ctx, got); done || err != nil {
			return err
		}
	}
	t.stuck(toolcall.StopComplete, CodeMaxIterations)
	return nil
}

// answer asks with the user's answer to a question. The request of the first commands that are called says where they come from;
// later ones are calls like others.
func (t *turn) answer(ctx context.Context, q toolcall.Clarification) error {
	t.round()
	answer := q.Answer(t.said.Text)
	t.known = q.Executed
	t.req, t.plainReq = answer.Request(t.req), t.req
	t.result.Request = *t.req
	got, err := t.retry.RunAnswer(ctx, t.messages, answer, t.askAloud)
	if err != nil {
		return err
	}
	if done, err := t.handle(ctx, got); done || err != nil {
		return err
	}
	return t.askModel(ctx)
}

// resume goes on with results of the caller.
func (t *turn) resume(ctx context.Context, results []toolcall.Executed) error {
	out, err := t.retry.Continue(ctx, t.pending, results, t.askQuietly, t.execute)
	if wrong := (*toolcall.ResultsError)(nil); errors.As(err, &wrong) {
		return err
	}
	if done, err := t.afterCalls(out, err); done || err != nil {
		return err
	}
	t.tell()
	return t.askModel(ctx)
}

// round begins another answer of the model.
func (t *turn) round() {
	t.result.Rounds++
	if _, last := t.results(); last != nil && t.plainReq != nil {
		t.req = t.plainReq
	}
	t.retry = t.conv.engine.retry(t.offer, t.conv.options, t.retries)
	t.retry.OnRetry = t.retrying
}

// handle does what an answer asks for.
func (t *turn) handle(ctx context.Context, got *toolcall.Turn) (done bool, err error) {
	got.Messages = t.withoutThinking(got.Messages)
	t.logDropped(ctx, got)
	switch got.Stop {
	case toolcall.StopToolCalls:
		return t.carryOut(ctx, got)
	case toolcall.StopValidation:
		t.messages, t.result.Refused = got.Messages, got.Errors
		t.askUser(got.Clarification, t.before)
		return true, nil
	case toolcall.StopError:
		t.messages, t.result.Refused = got.Messages[:len(got.Messages)-1], got.Errors
		t.stop(toolcall.StopError, CodeRefused, t.conv.engine.config.Phrases.Refused)
		return true, nil
	}
	return t.answered(got), nil
}

// logDropped tells the host of calls that could not be read beside others that could: the format drops them.
func (t *turn) logDropped(ctx context.Context, got *toolcall.Turn) {
	if got.Result == nil || got.Syntax != nil {
		return
	}
	for _, d := range got.Result.Dropped {
		if d.Why != toolcall.WhyBeside && d.Why != toolcall.WhySpace {
			t.conv.engine.config.Logger.WarnContext(ctx, "assistant: a part of an answer was left out", "reason", d.Why)
		}
	}
}

// carryOut executes the calls of an answer.
func (t *turn) carryOut(ctx context.Context, got *toolcall.Turn) (done bool, err error) {
	if len(t.last) > 0 && slices.EqualFunc(got.Calls, t.last, toolcall.SameCall) {
		t.messages = got.Messages[:len(got.Messages)-1]
		t.stuck(toolcall.StopError, CodeRepeated)
		return true, nil
	}
	t.last, t.done, t.draft = toolcall.CloneCalls(got.Calls), nil, "" // words before calls are out of date
	if t.offer.stage != nil {
		t.refine(ctx, got)
		t.retry.Tools = t.offer.checks
	}
	out, err := t.retry.Execute(ctx, got, t.req, t.askQuietly, t.execute)
	return t.afterCalls(out, err)
}
