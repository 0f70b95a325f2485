// The run of one conversation: what happens in each turn is traced, and the expectations are compared with the trace.

package jarvistest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const defaultRounds = 5 // of the original

// Trace is what has happened in one turn.
type Trace struct {
	Calls        []jarvis.Call // all that were made, in their order, executed or not
	Stops        []string      // why each answer has stopped
	Questions    []Question    // that were asked
	Text         string        // the words of the last answer
	PreRouted    bool          // a command has recognised the utterance
	ResponseTime time.Duration // from the utterance to the end of the turn
	Error        string        // that of the last answer
}

// talk is a conversation that is being held.
type talk struct {
	h       *harness
	session Session
	id      string
	said    string // by the user, at last
	open    *Answer
	trace   *Trace
}

// converse holds one conversation, up to the first turn that fails.
func (h *harness) converse(ctx context.Context, i int, test Conversation) ConversationResult {
	r := ConversationResult{Test: test, ConversationID: "test-" + strconv.Itoa(i+1)}
	session, err := h.parser.Start(ctx, Start{ConversationID: r.ConversationID, Context: test.Context})
	if err != nil {
		r.FailureReason = fmt.Sprintf(reasonError, err)
		return r
	}
	t := &talk{h: h, session: session, id: r.ConversationID}
	for n := range test.Turns {
		trace, err := t.turn(ctx, &test.Turns[n])
		r.Trace = append(r.Trace, trace)
		r.ConversationID, r.FinalResponse = t.id, cmp.Or(trace.Text, r.FinalResponse)
		reason := ""
		if err != nil {
			reason = fmt.Sprintf(reasonError, err)
		} else {
			reason = h.expectTurn(&test.Turns[n], &trace)
		}
		if reason != "" {
			r.FailureReason = fmt.Sprintf(reasonTurn, n+1, reason)
			return r
		}
	}
	r.FailureReason = expectWords(&test, r.FinalResponse)
	r.Passed = r.FailureReason == ""
	return r
}

// turn holds one turn.
func (t *talk) turn(ctx context.Context, turn *Turn) (trace Trace, err error) {
	ctx, cancel := t.h.config.limited(ctx)
	defer cancel()
	t.trace = &trace
	begin := t.h.config.now()
	defer func() { trace.ResponseTime = t.h.config.now().Sub(begin) }()
	if err := t.begin(ctx, turn); err != nil {
		return trace, err
	}
	rounds, questions := 0, t.h.config.questions()
	most := t.h.config.MaxRounds
	if most <= 0 {
		most = defaultRounds
	}
	for t.open != nil {
		switch {
		case t.open.Question != nil && turn.ValidationResponse != "" && questions > 0:
			questions--
			err = t.say(ctx, turn.ValidationResponse)
		case t.open.Question == nil && len(t.h.commands) > 0 && rounds < most:
			rounds++
			err = t.execute(ctx)
		default:
			return trace, nil
		}
		if err != nil {
			return trace, err
		}
	}
	return trace, nil
}

// begin says what a turn begins with, or goes on with what is open.
func (t *talk) begin(ctx context.Context, turn *Turn) error {
	if strings.TrimSpace(turn.VoiceCommand) == "" {
		if t.open == nil {
			return errors.New(reasonNothingOpen)
		}
		return nil
	}
	t.said = turn.VoiceCommand
	if t.open == nil || t.open.Question == nil {
		t.open = nil
		if routed, err := t.route(ctx); routed || err != nil {
			return err
		}
	}
	return t.say(ctx, t.said)
}

// route runs the command that recognises what was said. If it fails, the utterance is for the parser.
func (t *talk) route(ctx context.Context) (routed bool, err error) {
	route, ok := t.h.registry.PreRoute(ctx, t.said)
	if !ok {
		return false, ctx.Err()
	}
	args, err := route.Arguments.JSON()
	if err != nil {
		return false, err
	}
	resp, err := t.h.registry.CallRoute(ctx, t.request(), route)
	if err != nil {
		return false, err
	}
	t.trace.Calls = append(t.trace.Calls, jarvis.Call{Name: route.Command, Arguments: args})
	if !resp.Success {
		return false, nil
	}
	t.trace.PreRouted = true
	t.trace.Stops = append(t.trace.Stops, StopComplete)
	t.trace.Text, _ = resp.ContextData["message"].(string)
	return true, nil
}

func (t *talk) request() *jarvis.Request {
	return &jarvis.Request{VoiceCommand: t.said, ConversationID: t.id}
}

// say says something to the parser.
func (t *talk) say(ctx context.Context, text string) error {
	return t.heard(t.session.Say(ctx, text))
}

// execute executes the open calls and goes on with their results.
func (t *talk) execute(ctx context.Context) error {
	var results []jarvis.ToolResult
	for _, call := range t.open.Calls {
		resp, err := t.h.registry.Call(ctx, t.request(), call)
		if err != nil {
			return err
		}
		results = append(results, resp.ToolResult(call.ID))
	}
	return t.heard(t.session.Continue(ctx, results...))
}

// heard takes an answer into the trace. One that waits for something is open.
func (t *talk) heard(a *Answer, err error) error {
	if err == nil && a == nil {
		err = errors.New(msgNoAnswer)
	}
	if err != nil {
		return err
	}
	t.id = cmp.Or(a.ConversationID, t.id)
	t.open = nil
	if a.Question != nil {
		t.trace.Questions = append(t.trace.Questions, *a.Question)
	}
	if a.Question != nil || len(a.Calls) > 0 {
		t.open = a
	}
	t.trace.Calls = slices.Concat(t.trace.Calls, a.Executed, a.Calls)
	t.trace.Stops = append(t.trace.Stops, a.stop())
	t.trace.Text, t.trace.Error = a.Text, a.Error
	return nil
}

// expectTurn compares a turn with its trace and says what differs, or nothing.
func (h *harness) expectTurn(turn *Turn, trace *Trace) string {
	made := shownCalls(trace.Calls)
	last := ""
	if n := len(trace.Stops); n > 0 {
		last = trace.Stops[n-1]
	}
	fits := turn.ExpectedStop == "" || turn.ExpectedStop == last
	switch turn.ExpectedStop {
	case StopToolCalls:
		fits = len(trace.Calls) > 0
	case StopValidation:
		fits = len(trace.Questions) > 0
	}
	if !fits {
		return fmt.Sprintf(reasonStop, strings.TrimSpace(last+" "+echo.Clip(trace.Error)), turn.ExpectedStop, made)
	}
	if turn.ExpectedTool == "" {
		return ""
	}
	d, _ := h.registry.Lookup(turn.ExpectedTool)
	closest := ""
	for _, call := range trace.Calls {
		if call.Name != turn.ExpectedTool {
			continue
		}
		args, _ := argumentsOf(call)
		issues, err := h.config.Rules.compare(call.Name, d, turn.ExpectedParams, args)
		if err != nil {
			return err.Error()
		}
		failure, reason := failedParams(call.Name, issues)
		if failure == FailureNone {
			return ""
		}
		closest = cmp.Or(closest, reason)
	}
	if closest == "" {
		return fmt.Sprintf(reasonNoTool, turn.ExpectedTool, made)
	}
	return fmt.Sprintf(reasonToolParams, turn.ExpectedTool, closest, made)
}

// shownCalls lists calls for a message.
func shownCalls(calls []jarvis.Call) string {
	if len(calls) == 0 {
		return noCalls
	}
	list := make([]string, len(calls))
	for i, c := range calls {
		list[i] = echo.Clip(c.Name + string(c.Arguments))
	}
	return strings.Join(list, ", ")
}

// expectWords looks at the final response.
func expectWords(test *Conversation, said string) string {
	folded := strings.ToLower(said)
	for _, text := range test.Contains {
		if !strings.Contains(folded, strings.ToLower(text)) {
			return fmt.Sprintf(reasonContains, text, echo.Clip(said))
		}
	}
	for _, text := range test.NotContains {
		if strings.Contains(folded, strings.ToLower(text)) {
			return fmt.Sprintf(reasonNotContains, text, echo.Clip(said))
		}
	}
	return ""
}
