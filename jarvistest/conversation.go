// Conversations: several turns, what each is expected to do, and their run, which executes calls.

package jarvistest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Conversation is a test of several turns. The keys of its JSON are those of the original's multi-turn tests.
type Conversation struct {
	Description string // names the test
	Category    string // such as one of the Category constants; for a Filter
	Turns       []Turn
	Context     map[string]any // of the node; see Start
	Contains    []string       // each has to be in the final response, in any case; JSON: verify_response_contains, a text or a list
	NotContains []string       // none may be; JSON: verify_response_not_contains
}

// Categories of the original.
const (
	CategoryToolExecution = "tool_execution"
	CategoryValidation    = "validation"
	CategoryResults       = "result_incorporation"
	CategoryContext       = "context"
	CategoryErrors        = "error_handling"
	CategoryComplex       = "complex"
)

// Turn is one turn of a Conversation. Its expectations are compared with all that happens in it: what is said, every call with its
// arguments, and every reason for which an answer stops. Empty ones expect nothing.
type Turn struct {
	// VoiceCommand is what the user says. An empty one goes on with what the turn before has left open: a question, which
	// ValidationResponse answers, or calls, which are executed.
	VoiceCommand string

	// ExpectedStop is tool_calls if a call has to be made in the turn, whoever executes it, and validation_required if the user
	// has to be asked. Any other stop reason is the one with which the turn ends.
	ExpectedStop string

	ExpectedTool   string      // that a call has to be made of
	ExpectedParams jarvis.Args // of one and the same call of ExpectedTool; see Rules

	// ValidationResponse is said if the user is asked. Without one the question stays open for the turn that follows.
	ValidationResponse string
}

// ReadConversations reads conversations as [ReadCases] reads cases. turns has to be there; the keys of a turn are voice_command (null
// to go on), expected_stop_reason, expected_tool, expected_params and validation_response.
func ReadConversations(r io.Reader) ([]Conversation, error) {
	return readRecords(r, func(in *recordReader) (c Conversation) {
		in.object(map[string]func(){
			"description":                  func() { in.optional(&c.Description) },
			"category":                     func() { in.optional(&c.Category) },
			"turns":                        func() { in.turns(&c.Turns) },
			"context":                      func() { in.dict(&c.Context) },
			"verify_response_contains":     func() { in.texts(&c.Contains) },
			"verify_response_not_contains": func() { in.texts(&c.NotContains) },
		}, "turns")
		return c
	})
}

func (in *recordReader) turns(into *[]Turn) {
	before := in.path
	in.list(func() {
		var t Turn
		in.path = append(slices.Clip(before), "["+strconv.Itoa(len(*into))+"]")
		in.object(map[string]func(){
			"voice_command":        func() { in.optional(&t.VoiceCommand) },
			"expected_stop_reason": func() { in.optional(&t.ExpectedStop) },
			"expected_tool":        func() { in.optional(&t.ExpectedTool) },
			"expected_params":      func() { in.args(&t.ExpectedParams) },
			"validation_response":  func() { in.optional(&t.ValidationResponse) },
		})
		*into = append(*into, t)
	})
	in.path = before
}

func (c *Conversation) name() string {
	if c.Description != "" || len(c.Turns) == 0 {
		return c.Description
	}
	return c.Turns[0].VoiceCommand
}

// Converse holds all conversations, one after the other, and reports. Calls that a Session makes and does not execute itself are
// executed with the commands, for real, up to five rounds in a turn. An utterance that one of the commands recognises without a
// model is answered by its route. cmds may be empty for a Parser whose sessions execute all calls themselves.
//
// The error joins the mistakes of commands and conversations, before anything is run; or it is that of ctx, with a report of the
// conversations that were held.
func Converse(ctx context.Context, p Parser, cmds []jarvis.Command, tests []Conversation, config Config) (*ConversationReport, error) {
	h, err := newHarness(p, cmds, config)
	if err == nil {
		err = h.checkConversations(tests)
	}
	if err != nil {
		return nil, err
	}
	begun := config.now()
	var results []ConversationResult
	for i := range tests {
		result := h.converse(ctx, i, tests[i])
		if err := ctx.Err(); err != nil {
			return newConversationReport(begun, results), err
		}
		results = append(results, result)
	}
	return newConversationReport(begun, results), nil
}

// RunConversations is [Converse] as a test, with a subtest for each conversation; see [Run].
func RunConversations(t *testing.T, p Parser, cmds []jarvis.Command, tests []Conversation, config Config) *ConversationReport {
	t.Helper()
	return runConversations(realTest{t}, p, cmds, tests, config)
}

func runConversations(t subtester, p Parser, cmds []jarvis.Command, tests []Conversation, config Config) *ConversationReport {
	t.Helper()
	h, err := newHarness(p, cmds, config)
	if err == nil {
		err = h.checkConversations(tests)
	}
	if err != nil {
		t.Fatal(err)
	}
	begun := config.now()
	var results []ConversationResult
	for i := range tests {
		t.sub(cmp.Or(tests[i].name(), strconv.Itoa(i)), func(t subtester) {
			t.Helper()
			result := h.converse(t.Context(), i, tests[i])
			results = append(results, result)
			h.tell(t, result.Passed, result.line())
		})
	}
	report := newConversationReport(begun, results)
	t.Log(report)
	h.demand(t, report.Summary.Total, rate(report.Summary.Passed, report.Summary.Total))
	return report
}

// checkConversations finds the mistakes of conversations.
func (h *harness) checkConversations(tests []Conversation) error {
	if len(tests) == 0 {
		return errors.New(msgNoTests)
	}
	var errs []error
	for i := range tests {
		c := &tests[i]
		at := func(problem string) {
			errs = append(errs, fmt.Errorf(msgConversation, i, echo.Cut(c.name()), problem))
		}
		if len(c.Turns) == 0 {
			at(msgNoTurns)
		}
		for n := range c.Turns {
			for _, problem := range h.checkTurn(n, &c.Turns[n]) {
				at(fmt.Sprintf(msgTurn, n+1, problem))
			}
		}
	}
	return errors.Join(errs...)
}

func (h *harness) checkTurn(n int, t *Turn) (problems []string) {
	if n == 0 && strings.TrimSpace(t.VoiceCommand) == "" {
		problems = append(problems, msgFirstGoesOn)
	}
	stops := []string{StopComplete, StopToolCalls, StopValidation, StopNotForMe, StopError}
	if t.ExpectedStop != "" && !slices.Contains(stops, t.ExpectedStop) {
		problems = append(problems, fmt.Sprintf(msgStopUnknown, echo.Cut(t.ExpectedStop), near(t.ExpectedStop, slices.Values(stops))))
	}
	if _, err := jsonValues(t.ExpectedParams); err != nil {
		problems = append(problems, err.Error())
	}
	if t.ExpectedTool == "" {
		if len(t.ExpectedParams) > 0 {
			problems = append(problems, msgParamsNoTool)
		}
		return problems
	}
	if len(h.commands) == 0 {
		return problems // they are unknown
	}
	d, err := h.registry.Find(t.ExpectedTool)
	if err != nil {
		return append(problems, err.Error())
	}
	return append(problems, undeclared(d, t.ExpectedParams)...)
}
