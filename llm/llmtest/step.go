// Steps of a script: what the model does when it is asked once.

package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Step is one answer of a [Script]. A step may stand in several places and scripts. The zero Step says nothing.
type Step struct {
	model Model
	ids   bool // calls without an id get one
}

func (s Step) chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	if s.model == nil {
		return &llm.Reply{}, nil
	}
	return s.model(ctx, req)
}

// Say answers with a text.
func Say(text string) Step { return SayAndCall(text) }

// Call answers with one structured call. The arguments are JSON text, or whatever a broken model might write.
func Call(name, args string) Step {
	return Calls(toolcall.Call{Call: jarvis.Call{Name: name, Arguments: json.RawMessage(args)}})
}

// Calls answers with structured calls. One without an id gets the next of call_1, call_2, … that the transcript has not.
func Calls(calls ...toolcall.Call) Step { return SayAndCall("", calls...) }

// SayAndCall answers with a text and structured calls, as Calls does.
func SayAndCall(text string, calls ...toolcall.Call) Step {
	calls = cloneCalls(calls)
	return Step{ids: true, model: func(context.Context, *llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Content: text, Calls: cloneCalls(calls)}, nil
	}}
}

// Fail answers with an error, which Chat returns as it is.
func Fail(err error) Step {
	return Step{model: func(context.Context, *llm.Request) (*llm.Reply, error) { return nil, err }}
}

// Do answers with what f makes of a copy of the request. Calls without an id stay without; the rest is as with a [Model]. A nil f
// answers with an error.
func Do(f func(req *llm.Request) (*llm.Reply, error)) Step {
	if f == nil {
		return Fail(errors.New(msgNoFunction))
	}
	return Step{model: func(_ context.Context, req *llm.Request) (*llm.Reply, error) { return f(req) }}
}

// Delay waits before it takes the step, or until the context ends. A duration of 0 or less is no wait.
func Delay(d time.Duration, step Step) Step {
	wait := func(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return step.chat(ctx, req)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return Step{model: wait, ids: step.ids}
}
