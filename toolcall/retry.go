// Retry: a model is asked, its calls are checked, and it is asked again with what is wrong with them.

package toolcall

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// MostRetries is how often a model is asked again in one turn at most. Source: "up to 2 retries" of the original's server.
const MostRetries = 2

// Retry says how the answers of a model become calls that may be executed. It is a plain configuration: copy it, share it
// between goroutines, but do not change it while it is in use.
type Retry struct {
	// Parser reads the answers of a model that writes its calls as text; see Native. What a turn checks calls against is Tools
	// alone; Parser.Tools, which types values, takes the same unless it is set.
	Parser Parser

	Tools       *Tools // what is offered; nil offers nothing, so that every call is refused
	Native      bool   // the model's calls come structured in Reply.Calls, and its text is only text
	Max         int    // retries of one turn; 0 and more than MostRetries mean MostRetries, less than 0 none
	OnExhausted Exhausted
	Options     []jarvis.Option // for Tools.Check, such as jarvis.WithDateKeys
}

// Exhausted says what becomes of a turn whose last retry is still refused. No way executes anything.
type Exhausted uint8

// The ways to end such a turn.
const (
	Return  Exhausted = iota // the calls come back in Turn.Refused; the default
	Fail                     // Run returns an *ExhaustedError
	Clarify                  // as Return, and Turn.Clarification asks the user
)

// Reply is the answer of a model.
type Reply struct {
	Content string // the raw text
	Calls   []Call // structured calls, for Retry.Native
}

// Ask asks the model. The messages are its own to keep; it has to be safe for concurrent use where turns are.
type Ask func(ctx context.Context, messages []Message) (Reply, error)

// StopReason says why a turn has come to its end. The texts are those of the original's turn response.
type StopReason string

// The reasons to stop.
const (
	StopComplete   StopReason = "complete"            // the model has answered without calls, or all calls were executed
	StopToolCalls  StopReason = "tool_calls"          // calls wait to be executed
	StopValidation StopReason = "validation_required" // the user has to be asked
	StopError      StopReason = "error"               // calls were refused until the retries were spent
)

// Turn is what came of asking. Only Calls may be executed.
type Turn struct {
	Stop    StopReason
	Content string  // what is to be said or shown
	Calls   []Call  // all of them accepted by Tools.Check
	Result  *Result // the text taken apart; nil for Retry.Native

	Refused       []Call         // the whole last batch, if it was refused and the retries were spent
	Errors        []*CallError   // what is wrong with it
	Syntax        *SyntaxError   // what is broken in the last text
	Clarification *Clarification // what to ask the user, if Stop is StopValidation

	Retries int // how often the model was asked again

	// Messages are those that were given and the last answer; nothing of the retries is in them. A refused batch stands there
	// as well. Structured calls of the last message are still to be answered.
	Messages []Message
}

// Run asks the model until its calls are accepted. A batch is retried as a whole if any of its calls is refused, and so is a
// text with a broken call. Retries are counted for this turn alone.
//
// In text mode the refused answer is taken out of what the model sees next. With structured calls it stays, and every call of
// it is answered: the refused ones with what is wrong, the others as not executed. Either way one system message follows, which
// begins "[INVALID_PARAM_RETRY n/max] ", lists what is wrong and asks for the call again.
//
// The messages that are given are never changed. An error comes without a Turn: that of ask, wrapped; the context's; an
// *UnknownFormatError; an *ExhaustedError if OnExhausted is Fail.
func (c Retry) Run(ctx context.Context, messages []Message, ask Ask) (*Turn, error) {
	return c.run(ctx, messages, ask, 0)
}

// run is Run with some retries spent already.
func (c Retry) run(ctx context.Context, messages []Message, ask Ask, spent int) (*Turn, error) {
	if _, err := c.Parser.Format.grammar(); err != nil && !c.Native {
		return nil, err
	}
	working := slices.Clone(messages)
	for n := spent; ; n++ {
		turn, err := c.once(ctx, working, ask)
		if err != nil {
			return nil, err
		}
		turn.Retries = n
		answer := turn.Messages[0]
		if turn.Messages = append(slices.Clone(messages), answer); turn.accepted() {
			return turn, nil
		}
		if n >= c.most() {
			return c.exhausted(turn)
		}
		working = append(working, c.again(turn, answer, n+1)...)
	}
}

// once asks a single time. Messages of the turn is the answer alone.
func (c Retry) once(ctx context.Context, messages []Message, ask Ask) (*Turn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reply, err := ask(ctx, cloneMessages(messages))
	if err != nil {
		return nil, fmt.Errorf("toolcall: ask: %w", err)
	}
	return c.read(reply)
}

// read takes a reply apart and checks its calls.
func (c Retry) read(reply Reply) (*Turn, error) {
	turn := &Turn{Content: reply.Content, Calls: reply.Calls, Stop: StopComplete}
	answer := Message{Role: RoleAssistant, Content: reply.Content}
	if c.Native {
		turn.Calls = withIDs(reply.Calls, c.Parser.NewID)
		answer.ToolCalls = turn.Calls
	} else {
		parser := c.Parser
		parser.options = c.Options
		if parser.Tools == nil {
			parser.Tools = c.Tools
		}
		result, err := parser.Parse(reply.Content)
		if err != nil && !errors.As(err, &turn.Syntax) {
			return nil, err
		}
		turn.Result, turn.Content, turn.Calls = result, result.Text(), result.Calls
	}
	turn.Messages = []Message{answer}
	turn.Errors = c.Tools.CheckAll(turn.Calls, c.Options...)
	if len(turn.Calls) > 0 {
		turn.Stop = StopToolCalls
	}
	return turn, nil
}

func (t *Turn) accepted() bool { return t.Syntax == nil && len(t.Errors) == 0 }

// most returns the number of retries that Max stands for.
func (c Retry) most() int {
	if c.Max == 0 || c.Max > MostRetries {
		return MostRetries
	}
	return max(c.Max, 0)
}

// withIDs returns a copy of calls in which each has an id of its own, as their answers need one.
func withIDs(calls []Call, newID func() string) []Call {
	calls = slices.Clone(calls)
	seen := make(map[string]bool, len(calls))
	for i := range calls {
		if newID != nil && (calls[i].ID == "" || seen[calls[i].ID]) {
			calls[i].ID = newID()
		}
		for calls[i].ID == "" || seen[calls[i].ID] {
			calls[i].ID = randomID()
		}
		seen[calls[i].ID] = true
	}
	return calls
}

func randomID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return "call_" + hex.EncodeToString(b[:])
}

// cloneMessages copies messages, so that who gets them cannot change the transcript.
func cloneMessages(messages []Message) []Message {
	messages = slices.Clone(messages)
	for i := range messages {
		messages[i].ToolCalls = slices.Clone(messages[i].ToolCalls)
	}
	return messages
}
