// Retry: a model is asked, its calls are checked, and it is asked again with what is wrong with them.

package toolcall

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// MostRetries is how often a model is asked again in one turn at most. Source: "up to 2 retries" of the original's server.
const MostRetries = 2

// Retry says how the answers of a model become calls that may be executed. It is a plain configuration: copy it, share it
// between goroutines, but do not change it while it is in use.
type Retry struct {
	// Parser reads the answers of a model that writes its calls as text; see Native. What a turn checks calls against is Tools
	// alone; Parser.Tools, which types values, takes the same unless it is set. Of structured calls Parser.DateParameter is
	// normalised too, and Limits.MaxCalls holds for them.
	Parser Parser

	Tools       *Tools // what is offered; nil offers nothing, so that every call is refused
	Native      bool   // the model's calls come structured in Reply.Calls, and its text is only text
	Max         int    // retries of one turn; 0 and more than MostRetries mean MostRetries, less than 0 none
	OnExhausted Exhausted
	Options     []jarvis.Option // for Tools.Check, such as jarvis.WithDateKeys

	// OnRetry, if it is set, hears what the model is told before it is asked again. It has to be safe for concurrent use where
	// turns are. A panic of it goes through.
	OnRetry func(told string)
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

// Ask asks the model. The messages are its own to keep and to change; it has to be safe for concurrent use where turns are. A
// panic of it becomes an error that wraps a *jarvis.PanicError.
type Ask func(ctx context.Context, messages []Message) (Reply, error)

// StopReason says why a turn has come to its end. The texts are those of the original's turn response.
type StopReason string

// The reasons to stop.
const (
	StopComplete   StopReason = "complete"            // the model has answered without calls, or all calls were executed
	StopToolCalls  StopReason = "tool_calls"          // calls wait to be executed
	StopValidation StopReason = "validation_required" // the user has to be asked
	StopError      StopReason = "error"               // calls were refused until the retries were spent, or an error came
)

// Turn is what came of asking. Only Calls may be executed.
type Turn struct {
	Stop    StopReason
	Content string  // what is to be said or shown
	Calls   []Call  // all of them accepted by Tools.Check
	Result  *Result // the text taken apart; nil for Retry.Native

	Refused       []Call         // the whole last batch, if it was refused and the retries were spent
	Errors        []*CallError   // what is wrong with it
	Syntax        *SyntaxError   // what is broken in the last text; of structured calls only that there were too many
	Clarification *Clarification // what to ask the user, if Stop is StopValidation

	Retries int // how often the model was asked again

	// Messages are those that were given and the last answer; nothing of the retries is in them. A refused batch stands there
	// as well. Structured calls of the last message are still to be answered. They share nothing with Calls.
	Messages []Message

	limits Limits
	before []Executed // see RunAnswer
}

// Run asks the model until its calls are accepted. A batch is retried as a whole if any of its calls is refused, and so is a
// text with a broken call. Retries are counted for this turn alone.
//
// In text mode the refused answer is taken out of what the model sees next. With structured calls it stays, and every call of
// it is answered: the refused ones with what is wrong, the others as not executed. Either way one system message follows, of at
// most 4 KiB, which begins "[INVALID_PARAM_RETRY n/max] ", lists what is wrong and asks for the calls again, all of them if
// there were several; in text mode it says which. The message of an earlier retry stays, and the later one says that it
// replaces it, so that what the model has seen before is always where it was.
//
// Ids that are repeated, in the answer or from a call of the messages, get new ones, and so do missing ones. The messages
// that are given are never changed. An error comes without a Turn: that of ask, wrapped; the context's; an
// *UnknownFormatError; an *ExhaustedError if OnExhausted is Fail; structured calls beside a text that has none although
// Native is not set.
func (c Retry) Run(ctx context.Context, messages []Message, ask Ask) (*Turn, error) {
	return c.run(ctx, messages, ask, 0)
}

// run is Run with some retries spent already.
func (c Retry) run(ctx context.Context, messages []Message, ask Ask, spent int) (*Turn, error) {
	if _, err := c.Parser.Format.grammar(); err != nil && !c.Native {
		return nil, err
	}
	working, taken := slices.Clone(messages), idsOf(messages)
	for n := spent; ; n++ {
		turn, err := c.once(ctx, working, ask, taken)
		if err != nil {
			return nil, err
		}
		turn.Retries = n
		answer := turn.Messages[0]
		if turn.Messages = append(cloneMessages(messages), answer); turn.accepted() {
			return turn, nil
		}
		if n >= c.most() {
			return c.exhausted(turn)
		}
		again := c.again(turn, answer, n+1)
		working = append(working, again...)
		c.heard(again)
	}
}

// heard tells OnRetry the last message, before the model sees it.
func (c Retry) heard(messages []Message) {
	if c.OnRetry != nil {
		c.OnRetry(messages[len(messages)-1].Content)
	}
}

// once asks a single time. Messages of the turn is the answer alone; its calls get none of the ids that are taken.
func (c Retry) once(ctx context.Context, messages []Message, ask Ask, taken map[string]bool) (*Turn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if ask == nil {
		return nil, sayf(msgNilAsk)
	}
	reply, err := ask.safely(ctx, cloneMessages(messages))
	if err != nil {
		return nil, fmt.Errorf("toolcall: ask: %w", err)
	}
	return c.read(reply, taken)
}

// safely asks and turns a panic into an error.
func (a Ask) safely(ctx context.Context, messages []Message) (reply Reply, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &askPanic{&jarvis.PanicError{Value: r, Stack: debug.Stack()}}
		}
	}()
	return a(ctx, messages)
}

// askPanic is a panic of an Ask, which is no command.
type askPanic struct{ panicked *jarvis.PanicError }

func (e *askPanic) Error() string { return sprintf(msgAskPanic, e.panicked.Value) }

func (e *askPanic) Unwrap() error { return e.panicked }

// read takes a reply apart and checks its calls.
func (c Retry) read(reply Reply, taken map[string]bool) (*Turn, error) {
	turn := &Turn{Content: reply.Content, Stop: StopComplete, limits: c.Parser.Limits}
	answer := Message{Role: RoleAssistant, Content: reply.Content}
	if c.Native {
		c.structured(turn, reply.Calls, taken)
		answer.ToolCalls = c.written(turn.Calls)
	} else if err := c.text(turn, reply, taken); err != nil {
		return nil, err
	}
	turn.Messages = []Message{answer}
	turn.Errors = c.Tools.CheckAll(turn.Calls, c.Options...)
	if len(turn.Calls) > 0 {
		turn.Stop = StopToolCalls
	}
	return turn, nil
}

// written returns the calls as they stand in the transcript. Servers refuse a transcript with a name that no tool could have, so
// that of an unknown tool is made one.
func (c Retry) written(calls []Call) []Call {
	calls = cloneCalls(calls)
	for i := range calls {
		if !c.Tools.Has(calls[i].Name) {
			calls[i].Name = nameOf(calls[i].Name)
		}
	}
	return calls
}

const maxToolName = 64 // characters, with the common servers

// nameOf keeps of a name what the name of a tool may have.
func nameOf(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name[:min(len(name), maxToolName)])
	if fit == "" {
		return "unnamed"
	}
	return fit
}

// text reads calls out of the text of a reply.
func (c Retry) text(turn *Turn, reply Reply, taken map[string]bool) error {
	parser := c.Parser
	parser.options = c.Options
	if parser.Tools == nil {
		parser.Tools = c.Tools
	}
	result, err := parser.Parse(reply.Content)
	if err != nil && !errors.As(err, &turn.Syntax) {
		return err
	}
	if len(reply.Calls) > 0 && len(result.Calls) == 0 && turn.Syntax == nil {
		return sayf(msgStructured) // they would be lost without a word
	}
	turn.Result, turn.Content, turn.Calls = result, spoken(result, turn.Syntax, reply.Content), withIDs(result.Calls, c.Parser.NewID, taken)
	return nil
}

// spoken is the content of an answer without the calls in it that could not be read.
func spoken(result *Result, broken *SyntaxError, text string) string {
	if broken == nil {
		return result.Text()
	}
	var b strings.Builder
	for _, p := range result.Parts {
		if p.Kind != KindContent {
			continue
		}
		from := p.Start
		for _, f := range broken.Faults {
			if f.Start < p.End && f.End > from {
				b.WriteString(text[from:max(from, f.Start)])
				from = f.End
			}
		}
		if from < p.End {
			b.WriteString(text[from:p.End])
		}
	}
	if len(b.String()) < len(result.Content) {
		return strings.TrimSpace(b.String())
	}
	return result.Text()
}

// structured takes the calls of a reply, as far as the limit of calls goes.
func (c Retry) structured(turn *Turn, calls []Call, taken map[string]bool) {
	if most := c.Parser.Limits.calls(); len(calls) > most {
		calls = calls[:most]
		turn.Syntax = &SyntaxError{Format: structuredFormat, Faults: []Fault{{Reason: reasonTooManyCalls}}}
	}
	turn.Calls = withIDs(calls, c.Parser.NewID, taken)
	for i := range turn.Calls {
		c.Parser.normaliseStructured(&turn.Calls[i])
	}
}

// structuredFormat stands for the format in errors of calls that were never text.
const structuredFormat Format = "structured calls"

// normaliseStructured applies DateParameter to a call that no format has read. Arguments without it stay as they came.
func (p *Parser) normaliseStructured(c *Call) {
	if p.DateParameter == "" {
		return
	}
	args := bytes.Trim(plainArguments(c.Arguments), jsonSpace)
	if kindOf(args) != '{' || sound(args, p.Limits.depth()) != nil {
		return
	}
	plain := Call{Call: jarvis.Call{Arguments: args}}
	if p.normalise(&plain); !bytes.Equal(plain.Arguments, args) {
		c.Arguments = plain.Arguments
	}
}

func (t *Turn) accepted() bool { return t.Syntax == nil && len(t.Errors) == 0 }

// most returns the number of retries that Max stands for.
func (c Retry) most() int {
	if c.Max == 0 || c.Max > MostRetries {
		return MostRetries
	}
	return max(c.Max, 0)
}

// withIDs returns a copy of calls in which each has an id of its own that is not taken, as their answers need one.
func withIDs(calls []Call, newID func() string, taken map[string]bool) []Call {
	calls = cloneCalls(calls)
	seen := make(map[string]bool, len(taken)+len(calls))
	maps.Copy(seen, taken)
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
