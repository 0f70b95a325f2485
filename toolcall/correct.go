// Correct: accepted calls are executed, and what a command itself refuses is corrected by the model or asked of the user.

package toolcall

import (
	"context"
	"fmt"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// Execute runs one call. A response that is a validation error, such as jarvis.Invalid makes, is corrected; an error is the
// host's and ends the turn. It has to be safe for concurrent use where turns are. The method Call of a jarvis.Registry does
// the work of one.
type Execute func(ctx context.Context, call Call, req *jarvis.Request) (*jarvis.Response, error)

// Executed is a call with the response of its last execution.
type Executed struct {
	Call     Call
	Response *jarvis.Response
}

// Result is the answer to the call on the wire.
func (e Executed) Result() jarvis.ToolResult { return e.Response.ToolResult(e.Call.ID) }

// Outcome is what came of executing a turn.
type Outcome struct {
	Turn          *Turn
	Stop          StopReason     // StopComplete once all calls were executed; StopValidation with a Clarification
	Executed      []Executed     // in the order of the calls, as they were executed at last; those that stayed refused too
	Clarification *Clarification // what to ask the user about one of the calls, or nil
	Retries       int            // those of the turn and the corrections

	// Messages are those of the turn with the corrected calls in their places. Structured calls are answered with their results,
	// but for the one that Clarification is about.
	Messages []Message
}

// Execute executes the calls of a turn, which Run has returned, in their order. Where the response of one is a validation error that names allowed
// values, the model is asked for that call again, which counts against the retries of the turn; if it picks allowed values the
// call is executed again under its old id, and nothing else of the reply is. Without allowed values, with another pick, or with
// the retries spent, Outcome.Clarification asks the user; of several such calls about the first. A turn without accepted calls
// comes back as it is.
//
// The error is that of execute or ask, wrapped, or the context's; the Outcome beside it has what was executed before.
// Source: the validation flow of the original (validation_error, validation_request).
func (c Retry) Execute(ctx context.Context, turn *Turn, req *jarvis.Request, ask Ask, execute Execute) (*Outcome, error) {
	o := &Outcome{Turn: turn, Stop: turn.Stop, Clarification: turn.Clarification, Retries: turn.Retries, Messages: cloneMessages(turn.Messages)}
	if turn.Stop != StopToolCalls {
		return o, nil
	}
	f := flow{Retry: c, out: o, req: req, ask: ask, execute: execute, calls: slices.Clone(turn.Calls), answer: len(turn.Messages) - 1}
	for i := range f.calls {
		if err := f.settle(ctx, i); err != nil {
			f.finish()
			return o, err
		}
	}
	f.finish()
	if o.Stop = StopComplete; o.Clarification != nil {
		o.Stop = StopValidation
	}
	return o, nil
}

// Resume goes on after the user has answered a Clarification: the model gets the answer behind the messages of the Outcome or
// Turn that asked, and its calls are executed with a request that says what they come from. Retries are counted anew. An error
// of asking comes without an Outcome, one of executing with it.
func (c Retry) Resume(ctx context.Context, messages []Message, answer Answer, req *jarvis.Request, ask Ask, execute Execute) (*Outcome, error) {
	turn, err := c.Run(ctx, append(slices.Clone(messages), answer.message(messages)), ask)
	if err != nil {
		return nil, err
	}
	return c.Execute(ctx, turn, answer.Request(req), ask, execute)
}

// flow is the state of one Execute.
type flow struct {
	Retry
	out     *Outcome
	req     *jarvis.Request
	ask     Ask
	execute Execute
	calls   []Call // with their corrections
	answer  int    // where in out.Messages the answer with the calls stands
}

// settle executes the call at i until it is done or only the user can help.
func (f *flow) settle(ctx context.Context, i int) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		resp, err := f.execute(ctx, f.calls[i], f.req)
		if err != nil {
			return fmt.Errorf("toolcall: execute %q: %w", clip(f.calls[i].Name), err)
		}
		if resp == nil {
			return sayf(msgNoResponse, clip(f.calls[i].Name))
		}
		refused := refusalsOf(resp)
		if len(refused) > 0 && f.out.Clarification == nil {
			corrected, err := f.correct(ctx, i, resp, refused)
			if err != nil {
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

// correct asks the model for the call at i again and reports whether it has picked allowed values.
func (f *flow) correct(ctx context.Context, i int, resp *jarvis.Response, refused []refusal) (bool, error) {
	if !slices.ContainsFunc(refused, refusal.hasValues) || f.out.Retries >= f.most() {
		return false, nil
	}
	f.out.Retries++
	turn, err := f.once(ctx, f.hint(i, resp, refused), f.ask)
	if err != nil {
		return false, err
	}
	for _, call := range turn.Calls {
		if call.Name == f.calls[i].Name && f.Tools.Check(call.Call, f.Options...) == nil && allowed(call.Arguments, refused) {
			call.ID = f.calls[i].ID
			f.calls[i] = call
			f.corrected(i, turn.Messages[0].Content)
			return true, nil
		}
	}
	return false, nil
}

// corrected puts a corrected call into the answer. Text that is one call is replaced; several calls keep the text they were
// read from, and the correction follows.
func (f *flow) corrected(i int, content string) {
	answer := &f.out.Messages[f.answer]
	switch {
	case f.Native:
		answer.ToolCalls[i] = f.calls[i]
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
	told := Message{Role: RoleSystem, Content: sprintf(msgRetryTag, f.out.Retries, f.most()) + ended(joined(fragments)) + sprintf(msgPick, name)}
	messages := slices.Clone(f.out.Messages[:f.answer])
	if !f.Native {
		return append(messages, told)
	}
	messages = append(messages, f.out.Messages[f.answer])
	messages = append(messages, f.results()...)
	messages = append(messages, toolMessage(Executed{f.calls[i], resp}))
	for _, later := range f.calls[i+1:] {
		messages = append(messages, Message{Role: RoleTool, ToolCallID: later.ID, Name: later.Name, Content: msgNotYet})
	}
	return append(messages, told)
}

// results returns the tool messages of what was executed, without the call that the user is asked about.
func (f *flow) results() []Message {
	var list []Message
	for _, e := range f.out.Executed {
		if q := f.out.Clarification; q == nil || q.ToolCallID != e.Call.ID {
			list = append(list, toolMessage(e))
		}
	}
	return list
}

// finish puts the results behind structured calls. Calls that an error has kept from being executed are answered too.
func (f *flow) finish() {
	if !f.Native {
		return
	}
	f.out.Messages = append(f.out.Messages, f.results()...)
	for _, call := range f.calls[len(f.out.Executed):] {
		f.out.Messages = append(f.out.Messages, Message{Role: RoleTool, ToolCallID: call.ID, Name: call.Name, Content: msgStopped})
	}
}

// toolMessage is the result of a call as the model reads it.
func toolMessage(e Executed) Message {
	output, err := plainJSON(e.Result().Output)
	if err != nil {
		output, _ = plainJSON(jarvis.ToolError(e.Call.ID, msgNoJSON).Output)
	}
	return Message{Role: RoleTool, ToolCallID: e.Call.ID, Name: e.Call.Name, Content: string(output)}
}
