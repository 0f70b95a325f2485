// Model: a function as a client, and what it shares with a Script: whole replies told in pieces.

package llmtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Model is a function that answers as a model. It gets a copy of the request, without OnDelta, and returns whole replies. It is
// as safe for concurrent use as the function.
type Model func(ctx context.Context, req *llm.Request) (*llm.Reply, error)

// Chat calls the function and fills in what a server always says: the reason to finish, and the name of the model, which is that
// of the request or else "scripted". With OnDelta it tells the reply in pieces of 4 code points, the reasoning before the
// content. A function that returns neither reply nor error makes an error, as do a nil one and a nil request.
func (m Model) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	if m == nil {
		return nil, errors.New(msgNoModel)
	}
	if req == nil {
		return nil, errors.New(msgNoRequest)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return answer(ctx, req, defaultPiece, m)
}

const (
	defaultPiece = 4 // code points
	defaultModel = "scripted"
)

// answer asks the function and tells its reply.
func answer(ctx context.Context, req *llm.Request, piece int, model Model) (*llm.Reply, error) {
	copied := cloneRequest(req)
	reply, err := model(ctx, &copied)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case reply == nil:
		return nil, errors.New(msgNoReply)
	}
	reply = completed(reply, cmp.Or(req.Model, defaultModel))
	if req.OnDelta != nil {
		if err := tell(ctx, reply, piece, req.OnDelta); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// completed returns a copy of the reply that says why it ends and who has answered.
func completed(reply *llm.Reply, model string) *llm.Reply {
	done := *reply
	done.Calls = cloneCalls(reply.Calls)
	done.Model = cmp.Or(done.Model, model)
	if done.Finish == "" {
		done.Finish = llm.FinishStop
		if len(done.Calls) > 0 {
			done.Finish = llm.FinishToolCalls
		}
	}
	return &done
}

// tell gives the reply to onDelta in pieces, until that or the context ends it.
func tell(ctx context.Context, reply *llm.Reply, size int, onDelta func(llm.Delta) error) error {
	say := func(d llm.Delta) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := onDelta(d); err != nil {
			return fmt.Errorf(msgOnDelta, err)
		}
		return nil
	}
	for piece := range pieces(reply.Reasoning, size) {
		if err := say(llm.Delta{Reasoning: piece}); err != nil {
			return err
		}
	}
	for piece := range pieces(reply.Content, size) {
		if err := say(llm.Delta{Content: piece}); err != nil {
			return err
		}
	}
	return nil
}

// pieces cuts a text after every size code points. A byte that is no UTF-8 counts as one.
func pieces(text string, size int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start, count := 0, 0
		for i := range text {
			if count == size {
				if !yield(text[start:i]) {
					return
				}
				start, count = i, 0
			}
			count++
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}

// cloneRequest copies a request with all that it holds, but not OnDelta.
func cloneRequest(req *llm.Request) llm.Request {
	c := *req
	c.OnDelta = nil
	c.Messages = slices.Clone(req.Messages)
	for i := range c.Messages {
		c.Messages[i].ToolCalls = cloneCalls(c.Messages[i].ToolCalls)
	}
	c.Tools, c.ToolChoice, c.ResponseFormat = slices.Clone(req.Tools), slices.Clone(req.ToolChoice), slices.Clone(req.ResponseFormat)
	if req.Temperature != nil {
		t := *req.Temperature
		c.Temperature = &t
	}
	return c
}

func cloneCalls(calls []toolcall.Call) []toolcall.Call {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].Arguments, calls[i].Repaired = slices.Clone(calls[i].Arguments), slices.Clone(calls[i].Repaired)
	}
	return calls
}
