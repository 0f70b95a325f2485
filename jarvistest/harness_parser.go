// Parser: what a harness drives, and what it answers.

package jarvistest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// Parser is what is tested: whatever turns utterances into calls, such as a model with its prompt. Package
// assistant/assistanttest has one that drives an assistant.Engine.
type Parser interface {
	// Start begins a conversation.
	Start(ctx context.Context, s Start) (Session, error)
}

// Start says what a conversation begins with.
type Start struct {
	ConversationID string         // "test-1" and so on, in the order of the cases
	Context        map[string]any // of the case, by the names of the original's node_context, such as room and timezone; may be nil
}

// Session is one conversation with a Parser. Its methods are called one after the other.
type Session interface {
	// Say says something: an utterance, or the answer to the question of the Answer before. The error is that of what is
	// tested, such as a server that cannot be reached; it fails the case.
	Say(ctx context.Context, text string) (*Answer, error)

	// Continue goes on with the results of all Calls of the Answer before. A parser that cannot returns errors.ErrUnsupported.
	Continue(ctx context.Context, results ...jarvis.ToolResult) (*Answer, error)
}

// Reasons for which an answer stops. They are wire values of the original.
const (
	StopComplete   = "complete"            // there is nothing more to be done than to say Text
	StopToolCalls  = "tool_calls"          // Calls wait for their results
	StopValidation = "validation_required" // Question waits for its answer
	StopNotForMe   = "not_for_me"          // the words were not meant for the assistant
	StopError      = "error"               // see Error
)

// Answer is what came of an utterance. The zero value says nothing.
type Answer struct {
	Stop     string        // one of the Stop constants; empty is what the other fields say
	Calls    []jarvis.Call // made and not executed
	Executed []jarvis.Call // executed by the Session itself since the Answer before
	Refused  []jarvis.Call // made and refused to the end, so that they are not to be executed
	Text     string        // the words of the answer
	Question *Question     // what the user is asked
	Error    string        // why it stopped with an error
	Raw      string        // all that came, for who looks into a failure

	ConversationID string // if it is another than that of the Start
}

// stop is the reason for which an answer stops.
func (a *Answer) stop() string {
	switch {
	case a.Stop != "":
		return a.Stop
	case a.Question != nil:
		return StopValidation
	case len(a.Calls) > 0:
		return StopToolCalls
	case a.Error != "":
		return StopError
	}
	return StopComplete
}

// Question asks the user for something.
type Question struct {
	Text    string   // the question in words
	Param   string   // whose value is asked for; empty if unknown
	Options []string // the values to choose from, if they are known
}

// reply is what the harness says to a question: the first option, or yes.
func (q *Question) reply() string {
	if len(q.Options) > 0 {
		return q.Options[0]
	}
	return "yes"
}

// ParserFunc is a Parser made of a function that has no memory: it gets utterances, and answers to questions as if they were
// utterances, and cannot continue.
type ParserFunc func(ctx context.Context, text string) (*Answer, error)

// Start returns the function as a Session.
func (f ParserFunc) Start(context.Context, Start) (Session, error) { return f, nil }

// Say calls the function.
func (f ParserFunc) Say(ctx context.Context, text string) (*Answer, error) { return f(ctx, text) }

// Continue returns errors.ErrUnsupported.
func (f ParserFunc) Continue(context.Context, ...jarvis.ToolResult) (*Answer, error) {
	return nil, errors.ErrUnsupported
}

// guarded is a Parser whose panics are errors.
type guarded struct{ Parser }

type guardedSession struct{ Session }

// Start begins a conversation with a guarded Session.
func (g guarded) Start(ctx context.Context, s Start) (session Session, err error) {
	defer catch(&err)
	if session, err = g.Parser.Start(ctx, s); err != nil {
		return nil, err
	}
	if session == nil {
		return nil, errors.New(msgNoSession)
	}
	return guardedSession{session}, nil
}

// Say says something to the Session that is guarded.
func (g guardedSession) Say(ctx context.Context, text string) (answer *Answer, err error) {
	defer catch(&err)
	return g.Session.Say(ctx, text)
}

// Continue goes on with the Session that is guarded.
func (g guardedSession) Continue(ctx context.Context, results ...jarvis.ToolResult) (answer *Answer, err error) {
	defer catch(&err)
	return g.Session.Continue(ctx, results...)
}

// catch turns a panic into an error that tells where it came from.
func catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf(msgParserPanic, p, panicOrigin())
	}
}

// panicOrigin names the function and line that panicked.
func panicOrigin() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		frame, more := frames.Next()
		if own := strings.HasPrefix(frame.Function, "runtime."); panicked && !own {
			return fmt.Sprintf("%s (%s:%d)", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
