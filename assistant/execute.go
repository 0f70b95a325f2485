// Executing: one call, and what came of a batch of calls.

package assistant

import (
	"context"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// execute executes one call.
func (t *turn) execute(ctx context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
	by := t.offer.by[call.Name] // the check has found the tool
	switch resp := t.knownResult(call); {
	case resp != nil:
		return resp, nil
	case by.kind == byCaller:
		return t.elsewhere(call)
	case !t.asks(call.Name):
	case len(t.last) > 1:
		return jarvis.Failure(msgAskAlone), nil
	case t.asked(call).Question == "":
		return jarvis.Failure(msgAskEmpty), nil
	}
	return t.run(call, req, func(req *jarvis.Request) (*jarvis.Response, error) {
		return by.registry.Call(ctx, req, call.Call, t.conv.options...)
	})
}

// knownResult returns the response of an equal call that was executed in the same answer of the model, which small models are
// known to repeat, or before the user was asked; nil if there is none. The first answer after a question is compared by package
// toolcall too; this holds for all answers of the turn.
func (t *turn) knownResult(call toolcall.Call) *jarvis.Response {
	for _, e := range slices.Concat(t.known, t.done) {
		if toolcall.SameCall(e.Call, call) && !refused(e.Response) && !t.asks(call.Name) {
			return e.Response
		}
	}
	return nil
}

// run runs a call here, with a request of its own.
func (t *turn) run(call toolcall.Call, req *jarvis.Request, do func(*jarvis.Request) (*jarvis.Response, error)) (*jarvis.Response, error) {
	own := cloneRequest(*req)
	if t.asks(call.Name) { // a question is no call that anybody wants to hear of
		return do(&own)
	}
	t.conv.heard(func(l Listener) {
		if l.Calling != nil {
			l.Calling(call)
		}
	})
	resp, err := do(&own)
	if err != nil {
		t.fresh = append(t.fresh, toolcall.Executed{Call: call}) // nobody knows what it has done
		return nil, err
	}
	done := toolcall.Executed{Call: call, Response: resp}
	t.fresh, t.done = append(t.fresh, done), append(t.done, done)
	t.conv.heard(func(l Listener) {
		if l.Called != nil {
			l.Called(done)
		}
	})
	return resp, nil
}

// asks reports whether a tool is the engine's own request_validation.
func (t *turn) asks(name string) bool {
	return name == requestValidation && t.conv.asking != nil && t.offer.by[name].registry == t.conv.asking
}

// elsewhere says that a call is for the caller. Once it was refined it is checked again.
func (t *turn) elsewhere(call toolcall.Call) (*jarvis.Response, error) {
	var refused *jarvis.ValidationError
	if t.offer.stage != nil && errors.As(t.offer.checks.Check(call.Call, t.conv.options...), &refused) {
		return refused.Response(), nil
	}
	return nil, toolcall.ErrPending
}

// afterCalls looks at what came of a batch of calls.
func (t *turn) afterCalls(out *toolcall.Outcome, err error) (done bool, _ error) {
	earlier := t.before
	t.result.Executed = slices.Concat(earlier, out.Executed)
	if err != nil {
		return true, err
	}
	t.messages = t.withoutThinking(out.Messages)
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
		if e.Call.ID == out.Clarification.ToolCallID && t.asks(e.Call.Name) {
			q := t.asked(e.Call)
			q.Executed = out.Clarification.Executed
			return q
		}
	}
	return out.Clarification
}
