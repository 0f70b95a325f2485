// Correct: accepted calls are executed, and what a command itself refuses is corrected by the model or asked of the user.

package toolcall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Execute runs one call. A response that is a validation error, such as jarvis.Invalid makes, is corrected; an error is the
// host's and ends the turn, and so does a panic, which becomes an error that wraps a *jarvis.PanicError. It has to be safe for
// concurrent use where turns are. The method Call of a jarvis.Registry does the work of one.
type Execute func(ctx context.Context, call Call, req *jarvis.Request) (*jarvis.Response, error)

// Executed is a call with the response of its last execution. Responses are shared by all who get one: they must not be changed.
type Executed struct {
	Call     Call
	Response *jarvis.Response
}

// Result is the answer to the call on the wire; without a Response it says that there is none.
func (e Executed) Result() jarvis.ToolResult {
	if e.Response == nil {
		return jarvis.ToolError(e.Call.ID, msgNoResult)
	}
	return e.Response.ToolResult(e.Call.ID)
}

// Outcome is what came of executing a turn.
type Outcome struct {
	Turn          *Turn
	Stop          StopReason     // StopComplete once all calls were executed; StopToolCalls with Pending ones; StopValidation with a Clarification; StopError with an error
	Executed      []Executed     // in the order of the calls, as they were executed at last; those that stayed refused too; see also Resume
	Pending       []Call         // calls that are executed elsewhere, see ErrPending; Retry.Continue takes their results
	Clarification *Clarification // what to ask the user about one of the calls, or nil; beside Pending ones only Continue asks
	Retries       int            // those of the turn and the corrections

	// Messages are those of the turn with the corrected calls in their places. Structured calls are answered with their results,
	// but for the one that Clarification is about and for Pending ones. Behind calls of a text follows one system message with
	// their names, arguments in short and results, so that who reads the transcript does not make them again.
	Messages []Message

	flow *flow // for Continue
}

// Execute executes the calls of a turn, which Run has returned, in their order. Where the response of one is a validation error
// that names allowed values, the model is asked for that call again, which counts against the retries of the turn. If its reply
// has one call, besides those of the same batch and those already refused, that differs from the refused one by allowed values
// and nothing else, that is executed under the old id, and nothing else of the reply is. If anything is refused without allowed
// values, with another pick or several, or with the retries spent, Outcome.Clarification asks the user; of several such calls
// about the first. A turn without accepted calls comes back as it is.
//
// The error is that of execute or ask, wrapped, or the context's; the Outcome beside it, never nil, has what was executed before,
// and its Messages say of which call nobody knows the outcome. A question to the user may be open as well.
// Source: the validation flow of the original (validation_error, validation_request).
func (c Retry) Execute(ctx context.Context, turn *Turn, req *jarvis.Request, ask Ask, execute Execute) (*Outcome, error) {
	if turn == nil || turn.Stop == StopToolCalls && len(turn.Messages) == 0 {
		return &Outcome{Stop: StopError}, sayf(msgNilTurn)
	}
	o := &Outcome{Turn: turn, Stop: turn.Stop, Clarification: turn.Clarification, Retries: turn.Retries, Messages: cloneMessages(turn.Messages)}
	f := flow{Retry: c, out: o, req: req, ask: ask, execute: execute, calls: cloneCalls(turn.Calls), answer: len(turn.Messages) - 1, before: turn.before}
	if turn.Stop != StopToolCalls {
		f.carry()
		return o, nil
	}
	return f.settleAll(ctx)
}

// Resume goes on after the user has answered a Clarification: the model gets the answer, and its calls are executed with a
// request that says what they come from. The messages are those of the Outcome or Turn that asked; what was said since, such as
// the question as it was spoken, may stand behind them. The result of a structured call goes directly behind its call all the
// same. Retries are counted anew. An error of asking comes without an Outcome, one of executing with it.
//
// A call with the name and, as JSON, the arguments of one that was executed before the user was asked is not executed again: it
// is answered with the earlier response, which stands in Outcome.Executed once more. What was executed is known from
// Answer.Executed and, of structured calls, from the results behind the last message of the user. A transcript of text mode
// does not hold it: there a host that has kept question or answer as JSON sets Answer.Executed again, or such calls are
// executed again. The call that the question was about, and one nobody knows the outcome of, are executed if they are made.
func (c Retry) Resume(ctx context.Context, messages []Message, answer Answer, req *jarvis.Request, ask Ask, execute Execute) (*Outcome, error) {
	turn, err := c.RunAnswer(ctx, messages, answer, ask)
	if err != nil {
		return nil, err
	}
	return c.Execute(ctx, turn, answer.Request(req), ask, execute)
}

// RunAnswer is the first half of Resume, for hosts that look at the turn before it is executed: the model gets the answer, and
// Execute, called with the request that answer.Request makes, knows what was executed before.
func (c Retry) RunAnswer(ctx context.Context, messages []Message, answer Answer, ask Ask) (*Turn, error) {
	before := c.before(messages, answer)
	turn, err := c.Run(ctx, answer.into(messages), ask)
	if err != nil {
		return nil, err
	}
	turn.before = before
	return turn, nil
}

// flow is the state of one Execute.
type flow struct {
	Retry
	out     *Outcome
	req     *jarvis.Request
	ask     Ask
	execute Execute
	calls   []Call     // with their corrections
	answer  int        // where in out.Messages the answer with the calls stands
	unsure  bool       // whether the call behind the executed ones has begun and nobody knows how it ended
	refused []Call     // executions that were refused and then corrected
	before  []Executed // in an earlier turn
	known   []Executed // results by the ids of the calls, each for one execution; see Continue
}

// settleAll settles the calls of the turn in their order and brings the outcome to its end.
func (f *flow) settleAll(ctx context.Context) (*Outcome, error) {
	var err error
	if f.execute == nil {
		err = sayf(msgNilExecute)
	}
	for i := 0; err == nil && i < len(f.calls); i++ {
		err = f.settle(ctx, i)
	}
	f.finish(err != nil)
	f.carry()
	switch f.out.Stop = StopComplete; {
	case err != nil:
		f.out.Stop = StopError
	case f.pends():
		f.out.Stop = StopToolCalls
	case f.out.Clarification != nil:
		f.out.Stop = StopValidation
	}
	return f.out, err
}

// settle executes the call at i until it is done or only the user can help.
func (f *flow) settle(ctx context.Context, i int) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		resp, err := f.run(ctx, f.calls[i])
		if errors.Is(err, ErrPending) {
			f.out.Executed = append(f.out.Executed, Executed{Call: f.calls[i]}) // finish moves it
			return nil
		}
		if err != nil {
			return err
		}
		refused := refusalsOf(resp)
		if len(refused) > 0 && f.out.Clarification == nil {
			corrected, err := f.correct(ctx, i, resp, refused)
			if err != nil {
				f.out.Executed = append(f.out.Executed, Executed{f.calls[i], resp})
				return err
			}
			if corrected {
				continue
			}
			f.out.Clarification = f.question(f.calls[i], refused)
		}
		f.out.Executed = append(f.out.Executed, Executed{f.calls[i], resp})
		return nil
	}
}

// run executes a call once, unless that was done in an earlier turn. It has a response unless there is an error.
func (f *flow) run(ctx context.Context, call Call) (*jarvis.Response, error) {
	if resp := f.done(call); resp != nil {
		return resp, nil
	}
	f.unsure = true
	resp, err := f.execute.safely(ctx, cloneCall(call), f.req)
	f.unsure = !errors.Is(err, ErrPending)
	if err != nil {
		return nil, fmt.Errorf("toolcall: execute %q: %w", clip(call.Name), err)
	}
	if resp == nil {
		return nil, sayf(msgNoResponse, clip(call.Name))
	}
	f.unsure = false
	return resp, nil
}

// safely executes a call and turns a panic into an error.
func (e Execute) safely(ctx context.Context, call Call, req *jarvis.Request) (resp *jarvis.Response, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &jarvis.PanicError{Command: call.Name, Value: r, Stack: debug.Stack()}
		}
	}()
	return e(ctx, call, req)
}

// correct asks the model for the call at i again and reports whether it has picked allowed values.
func (f *flow) correct(ctx context.Context, i int, resp *jarvis.Response, refused []refusal) (bool, error) {
	if slices.ContainsFunc(refused, refusal.isOpen) || f.out.Retries >= f.most() {
		return false, nil
	}
	f.out.Retries++
	hint := f.hint(i, resp, refused)
	f.heard(hint)
	turn, err := f.once(ctx, hint, f.ask, nil)
	if err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil { // the refused call stays what was executed
		return false, err
	}
	call, ok := f.pick(turn.Calls, i, refused)
	if !ok {
		return false, nil
	}
	content := turn.Messages[0].Content
	if len(turn.Calls) > 1 && !f.Native {
		content = content[call.Start:call.End] // nothing else of it is executed
	}
	call.ID = f.calls[i].ID
	f.refused = append(f.refused, f.calls[i])
	f.calls[i] = call
	f.corrected(i, content)
	return true, nil
}

// pick returns the one call of a reply that is the call at i with allowed values. Those that are in the batch anyway are left
// alone: a model that makes all of its calls again means them no second time. So are those that were refused, this one as well:
// the command has said no to them, whatever values it allows.
func (f *flow) pick(calls []Call, i int, refused []refusal) (picked Call, ok bool) {
	var others []map[string]any
	for _, other := range slices.Concat(f.calls, f.refused) {
		if other.Name == f.calls[i].Name {
			others = append(others, argumentsOf(other))
		}
	}
	rest := exceptRefused(argumentsOf(f.calls[i]), refused)
	for _, call := range calls {
		if call.Name != f.calls[i].Name || f.Tools.Check(call.Call, f.Options...) != nil || !allowed(call.Arguments, refused) {
			continue
		}
		args := argumentsOf(call)
		same := func(other map[string]any) bool { return sameJSON(other, args) }
		if slices.ContainsFunc(others, same) || !sameJSON(exceptRefused(args, refused), rest) {
			continue
		}
		if ok && !same(argumentsOf(picked)) {
			return Call{}, false
		}
		picked, ok = call, true
	}
	return picked, ok
}

// corrected puts a corrected call into the answer. Text that is one call is replaced; several calls keep the text they were
// read from, and the correction follows.
func (f *flow) corrected(i int, content string) {
	answer := &f.out.Messages[f.answer]
	switch {
	case f.Native:
		answer.ToolCalls[i] = cloneCall(f.calls[i])
	case len(f.calls) == 1:
		answer.Content = content
	default:
		answer.Content += "\n" + content
	}
}

// hint returns what the model sees when it is asked for the call at i again.
func (f *flow) hint(i int, resp *jarvis.Response, refused []refusal) []Message {
	name := clip(f.calls[i].Name)
	var fragments []string
	for _, r := range refused {
		if fragment := r.fragment(name); len(fragments) < maxFragments && !slices.Contains(fragments, fragment) {
			fragments = append(fragments, fragment)
		}
	}
	text := sprintf(msgRetryTag, f.out.Retries, f.most()) + ended(within(fragments, 0)) + sprintf(msgPick, echo.CutBytes(callText(f.calls[i]), mostCalls))
	told := Message{Role: RoleSystem, Content: text}
	messages := slices.Clone(f.out.Messages[:f.answer])
	if !f.Native {
		return append(messages, told)
	}
	messages = append(messages, f.out.Messages[f.answer])
	messages = append(messages, f.results(msgNotYet)...)
	messages = append(messages, toolMessage(Executed{f.calls[i], resp}))
	for _, later := range f.calls[i+1:] {
		messages = append(messages, toolText(later, msgNotYet))
	}
	return append(messages, told)
}

// results returns the tool messages of what was executed, without the call that the user is asked about. Calls that are executed
// elsewhere are answered with a text, or left open if it is empty.
func (f *flow) results(elsewhere string) []Message {
	var list []Message
	for _, e := range f.out.Executed {
		switch q := f.out.Clarification; {
		case q != nil && q.ToolCallID == e.Call.ID:
		case e.Response != nil:
			list = append(list, toolMessage(e))
		case elsewhere != "":
			list = append(list, toolText(e.Call, elsewhere))
		}
	}
	return list
}

// finish puts the results behind the calls. Calls that an error has kept from being executed are answered too, those that would
// have been executed elsewhere among them.
func (f *flow) finish(failed bool) {
	elsewhere := ""
	if failed {
		elsewhere = msgStopped
	}
	if f.Native {
		f.out.Messages = append(f.out.Messages, f.results(elsewhere)...)
		for i, call := range f.calls[len(f.out.Executed):] {
			f.out.Messages = append(f.out.Messages, toolText(call, f.undone(i)))
		}
	} else {
		f.out.Messages = append(f.out.Messages, Message{Role: RoleSystem, Content: f.report(cmp.Or(elsewhere, msgPending))})
	}
	f.separate(failed)
}

// carry puts what was executed into a question, so that its answer says what is not to be executed again.
func (f *flow) carry() {
	if f.out.Clarification != nil {
		asked := *f.out.Clarification
		asked.Executed = f.settled()
		f.out.Clarification = &asked
	}
}

// report says for calls that were read from text what became of each.
func (f *flow) report(elsewhere string) string {
	text := msgResults
	for i, call := range f.calls {
		what := ""
		switch left := i - len(f.out.Executed); {
		case left >= 0:
			what = f.undone(left)
		case f.out.Clarification != nil && f.out.Clarification.ToolCallID == call.ID:
			what = msgWaits
		case f.out.Executed[i].Response == nil:
			what = elsewhere
		default:
			what = toolMessage(f.out.Executed[i]).Content
		}
		text += sprintf(msgResult, callText(call), what)
	}
	return text
}

// undone says what became of a call that has no response; the first of them may have begun.
func (f *flow) undone(i int) string {
	if i == 0 && f.unsure {
		return msgUnknownEnd
	}
	return msgStopped
}

func toolText(call Call, text string) Message {
	return Message{Role: RoleTool, ToolCallID: call.ID, Name: call.Name, Content: text}
}

// toolMessage is the result of a call as the model reads it.
func toolMessage(e Executed) Message {
	output, err := plainJSON(e.Result().Output)
	if err != nil {
		output, _ = plainJSON(jarvis.ToolError(e.Call.ID, msgNoJSON).Output)
	}
	return Message{Role: RoleTool, ToolCallID: e.Call.ID, Name: e.Call.Name, Content: string(output)}
}
