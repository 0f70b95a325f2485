// Pending calls: what is executed elsewhere, such as on a node, and how a turn goes on with the results.

package toolcall

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// ErrPending is what an Execute returns for a call that is executed elsewhere: it stands in Outcome.Pending, the other calls of
// the batch are executed, and Retry.Continue takes its result.
var ErrPending = errors.New(msgPends)

// ResultsError reports results that do not fit the pending calls. Nothing was done with any of them.
type ResultsError struct {
	Missing []string // ids of pending calls without a result
	Unknown []string // ids of results for no pending call, or for one that has a result already
}

// Error names the calls.
func (e *ResultsError) Error() string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, sprintf(msgNoResults, clippedList(e.Missing)))
	}
	if len(e.Unknown) > 0 {
		parts = append(parts, sprintf(msgStrangers, clippedList(e.Unknown)))
	}
	return "toolcall: " + strings.Join(parts, "; ")
}

// Continue goes on after the Pending calls of an Outcome were executed elsewhere: it is as if execute had returned their
// responses. So one that is a validation error is corrected, which makes a call with allowed values pending again, under the same
// id, or asks the user. Results are matched by the ids of their calls, one for each pending call; else the error is a
// *ResultsError. The Outcome that was given is not changed: it may be continued again. The errors and what stands beside them are
// those of Execute.
func (c Retry) Continue(ctx context.Context, out *Outcome, results []Executed, ask Ask, execute Execute) (*Outcome, error) {
	if out == nil || out.flow == nil {
		return &Outcome{Stop: StopError}, sayf(msgNotPending)
	}
	if err := fits(out.Pending, results); err != nil {
		return &Outcome{Stop: StopError}, err
	}
	was := out.flow
	next := &Outcome{Turn: out.Turn, Clarification: out.Clarification, Retries: out.Retries, Messages: cloneMessages(out.Messages[:was.answer+1])}
	f := flow{
		Retry: c, out: next, req: was.req, ask: ask, execute: execute, calls: cloneCalls(was.calls), answer: was.answer,
		refused: slices.Clone(was.refused), before: was.before, known: slices.Concat(out.Executed, results),
	}
	return f.settleAll(ctx)
}

// fits reports whether there is one result for each call.
func fits(calls []Call, results []Executed) error {
	wrong := &ResultsError{}
	open := map[string]bool{}
	for _, call := range calls {
		open[call.ID] = true
	}
	for _, r := range results {
		if !open[r.Call.ID] || r.Response == nil {
			wrong.Unknown = append(wrong.Unknown, r.Call.ID)
			continue
		}
		open[r.Call.ID] = false
	}
	for _, call := range calls {
		if open[call.ID] {
			wrong.Missing = append(wrong.Missing, call.ID)
		}
	}
	if wrong.Missing == nil && wrong.Unknown == nil {
		return nil
	}
	return wrong
}

func (f *flow) pends() bool { return len(f.out.Pending) > 0 }

// separate moves calls without a response from the executed ones to the pending ones.
func (f *flow) separate(failed bool) {
	var executed []Executed
	for _, e := range f.out.Executed {
		switch {
		case e.Response != nil:
			executed = append(executed, e)
		case !failed:
			f.out.Pending = append(f.out.Pending, cloneCall(e.Call))
		}
	}
	f.out.Executed = executed
	if f.pends() {
		kept := *f
		kept.out, kept.ask, kept.execute, kept.known = nil, nil, nil, nil
		f.out.flow = &kept
	}
}

// Abandon returns the messages with an answer to each structured call that has none: that its result has not come. So a transcript
// stays valid where the user goes on to something else. The messages that are given are not changed.
func Abandon(messages []Message) []Message {
	if len(Unanswered(messages)) == 0 {
		return messages
	}
	out := make([]Message, 0, len(messages)+1)
	var open []string
	closed := func() {
		for _, id := range open {
			out = append(out, Message{Role: RoleTool, ToolCallID: id, Content: msgAbandoned})
		}
		open = nil
	}
	for _, m := range messages {
		if m.Role == RoleTool {
			open = without(open, m.ToolCallID)
		} else {
			closed()
			for _, c := range m.ToolCalls {
				open = append(open, c.ID)
			}
		}
		out = append(out, m)
	}
	closed()
	return out
}
