// Script: a model that answers in steps, and keeps what it was asked.

package llmtest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Script is a model that answers each request with the next of its steps. The zero Script has none. It is safe for concurrent
// use; requests at the same time get their steps in the order in which they come.
type Script struct {
	// Piece is the length of the pieces that OnDelta is told, in code points; 0 or less means 4. Set it before the first request.
	Piece int

	mu       sync.Mutex
	steps    []Step
	requests []llm.Request
	lastID   int
}

// NewScript returns a script of steps in order.
func NewScript(steps ...Step) *Script { return &Script{steps: append([]Step(nil), steps...)} }

// ScriptOverError is the error of a request that comes after the last step.
type ScriptOverError struct {
	Steps    int    // of the script
	LastUser string // the last message of the user, shortened; empty if there is none
}

// Error says how many steps there are and what was asked.
func (e *ScriptOverError) Error() string {
	if e.LastUser == "" {
		return fmt.Sprintf(msgNobody, counted(e.Steps, "step"))
	}
	return fmt.Sprintf(msgScriptOver, counted(e.Steps, "step"), e.LastUser)
}

// Chat takes the next step; see [Model.Chat] for what is filled in and how OnDelta is told. The error is that of the step, the
// context's once that has ended, or a *[ScriptOverError]. A request that is nil, or whose context has ended before, is neither answered
// nor kept.
func (s *Script) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	if req == nil {
		return nil, errors.New(msgNoRequest)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	step, err := s.next(req)
	if err != nil {
		return nil, err
	}
	piece := s.Piece
	if piece <= 0 {
		piece = defaultPiece
	}
	return answer(ctx, req, piece, func(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
		reply, err := step.chat(ctx, req)
		if reply != nil && step.ids {
			s.name(reply.Calls, req.Messages)
		}
		return reply, err
	})
}

// next keeps the request and returns the step that answers it.
func (s *Script) next(req *llm.Request) (Step, error) {
	kept := cloneRequest(req)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, kept)
	if n := len(s.requests); n <= len(s.steps) {
		return s.steps[n-1], nil
	}
	return Step{}, &ScriptOverError{len(s.steps), echo.Clip(lastUser(req.Messages))}
}

// name gives ids to calls.
func (s *Script) name(calls []toolcall.Call, messages []toolcall.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	nameCalls(calls, messages, func() string {
		s.lastID++
		return callID(s.lastID)
	})
}

// Requests returns copies of all requests so far in the order in which they came, those that the script had no step for
// included. OnDelta is nil in all of them.
func (s *Script) Requests() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]llm.Request, len(s.requests))
	for i := range s.requests {
		all[i] = cloneRequest(&s.requests[i])
	}
	return all
}

// Left returns how many steps have not been taken.
func (s *Script) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, len(s.steps)-len(s.requests))
}

// TB is the part of testing.TB that Check needs.
type TB interface {
	Helper()                           // as of testing.TB
	Errorf(format string, args ...any) // marks the test as failed and goes on
}

// Check fails the test if steps are left, or if there were more requests than steps.
func (s *Script) Check(t TB) {
	t.Helper()
	s.mu.Lock()
	steps, asked := len(s.steps), len(s.requests)
	s.mu.Unlock()
	switch {
	case asked < steps:
		t.Errorf(msgLeft, steps-asked, counted(steps, "step"))
	case asked > steps:
		t.Errorf(msgAskedBeyond, counted(asked-steps, "request"), counted(steps, "step"))
	}
}

func lastUser(messages []toolcall.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == toolcall.RoleUser {
			return messages[i].Content
		}
	}
	return ""
}

// nameCalls gives an id to each call that has none: the next that neither the transcript nor another call has.
func nameCalls(calls []toolcall.Call, messages []toolcall.Message, next func() string) {
	used := map[string]bool{}
	note := func(calls []toolcall.Call) {
		for _, c := range calls {
			used[c.ID] = true
		}
	}
	for _, m := range messages {
		note(m.ToolCalls)
	}
	note(calls)
	for i := range calls {
		for calls[i].ID == "" {
			if id := next(); !used[id] {
				calls[i].ID = id
			}
		}
	}
}

func callID(n int) string { return "call_" + strconv.Itoa(n) }

// counted writes a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
