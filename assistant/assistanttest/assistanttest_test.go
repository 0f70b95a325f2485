// Tests with an engine and a scripted model: what comes of a case is what the model has done.

package assistanttest_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/assistant/assistanttest"
	"github.com/jarvis-sdk/jarvis/jarvistest"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// timer counts its runs.
type timer struct {
	Minutes int    `jarvis:"minutes,required" validate:"gte=1"`
	Label   string `jarvis:"label"`

	ran *int
}

func (*timer) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "timer", Description: "Sets a timer.", Effect: jarvis.EffectWrite}
}

func (*timer) PreRoute(_ context.Context, utterance string) *jarvis.Route {
	if utterance == "tea" {
		return &jarvis.Route{Arguments: jarvis.Args{"minutes": 4}, SpokenResponse: "Tea in four minutes."}
	}
	return nil
}

func (c *timer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	*c.ran++
	return jarvis.Final(map[string]any{"minutes": c.Minutes}), nil
}

// joke may be answered without a call.
type joke struct{}

func (*joke) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "joke", Description: "Tells a joke.", AllowDirectAnswer: true}
}

func (*joke) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(nil, jarvis.WithMessage("Two men …")), nil
}

func config(t *testing.T, script *llmtest.Script) assistant.Config {
	t.Helper()
	provider, err := prompt.BuiltinRegistry().Lookup("ChatGPTOpenAI")
	require.NoError(t, err)
	return assistant.Config{Provider: provider, Client: script, NotForMe: true, Logger: slog.New(slog.DiscardHandler)}
}

const tenMinutes = `{"minutes":10}`

func TestCases(t *testing.T) {
	set := jarvistest.Case{VoiceCommand: "Ten minutes please", ExpectedCommand: "timer", ExpectedParams: jarvis.Args{"minutes": 10}}
	labelled := jarvistest.Case{VoiceCommand: "Ten minutes for pasta", ExpectedCommand: "timer", ExpectedParams: jarvis.Args{"minutes": 10, "label": "pasta"}}
	tell := jarvistest.Case{VoiceCommand: "A joke", ExpectedCommand: "joke"}
	ask := llmtest.Call("request_validation", `{"question":"For how long?","parameter_name":"minutes","options":["10","20"]}`)
	for name, tt := range map[string]struct {
		test    jarvistest.Case
		steps   []llmtest.Step
		change  func(*assistant.Config)
		failure jarvistest.Failure
		reason  string // a part of it
		direct  bool
	}{
		"passes":             {test: set, steps: []llmtest.Step{llmtest.Call("timer", tenMinutes)}},
		"passes after retry": {test: set, steps: []llmtest.Step{llmtest.Call("timer", `{"minutes":"10"}`), llmtest.Call("timer", tenMinutes)}},
		"wrong command":      {test: set, steps: []llmtest.Step{llmtest.Call("joke", `{}`)}, failure: jarvistest.FailureCommand, reason: "called joke instead of timer"},
		"unknown command": {test: set, steps: []llmtest.Step{llmtest.Call("tmr", `{}`), llmtest.Call("tmr", `{}`), llmtest.Call("tmr", `{}`)},
			failure: jarvistest.FailureCommand, reason: "called tmr instead of timer"},
		"wrong params":   {test: set, steps: []llmtest.Step{llmtest.Call("timer", `{"minutes":1}`)}, failure: jarvistest.FailureParams, reason: "minutes = 1, expected 10"},
		"missing params": {test: labelled, steps: []llmtest.Step{llmtest.Call("timer", tenMinutes)}, failure: jarvistest.FailureMissing, reason: `no label, expected "pasta"`},
		"extra params":   {test: set, steps: []llmtest.Step{llmtest.Call("timer", `{"minutes":10,"label":"x"}`)}},
		"refused to the end": {test: set, steps: []llmtest.Step{llmtest.Call("timer", `{"minutes":0}`), llmtest.Call("timer", `{}`), llmtest.Call("timer", `{"minutes":"ten"}`)},
			failure: jarvistest.FailureRefused, reason: "the call of timer is refused: invalid_tool_calls: timer.minutes expected int"},
		"answered in words": {test: set, steps: []llmtest.Step{llmtest.Say("Done!")}, failure: jarvistest.FailureNoCall, reason: `the answer was "Done!"`},
		"direct answer":     {test: tell, steps: []llmtest.Step{llmtest.Say("Two men …")}, direct: true},
		"not for me":        {test: set, steps: []llmtest.Step{llmtest.Say("<not_for_me/>")}, failure: jarvistest.FailureNoCall, reason: "taken as not meant for the assistant"},
		"error":             {test: set, steps: []llmtest.Step{llmtest.Fail(errors.New("no route to host"))}, failure: jarvistest.FailureError, reason: "no route to host"},
		"clarification":     {test: set, steps: []llmtest.Step{ask, llmtest.Call("timer", tenMinutes)}},
		"asks for ever":     {test: set, steps: []llmtest.Step{ask, ask, ask, ask}, failure: jarvistest.FailureQuestion, reason: `still asks after 3 answers: "For how long?"`},
		"the check asks": {test: set, steps: []llmtest.Step{llmtest.Call("timer", `{}`), llmtest.Call("timer", `{}`), llmtest.Call("timer", `{}`), llmtest.Call("timer", tenMinutes)},
			change: func(c *assistant.Config) { c.OnExhausted = toolcall.Clarify }},
		"pre-routed":   {test: jarvistest.Case{VoiceCommand: "tea", ExpectedCommand: "timer", ExpectedParams: jarvis.Args{"minutes": 4}}},
		"not expected": {test: jarvistest.Case{VoiceCommand: "Hm"}, steps: []llmtest.Step{llmtest.Call("joke", `{}`)}, failure: jarvistest.FailureUnexpected, reason: "called joke where no command was to be called"},
	} {
		t.Run(name, func(t *testing.T) {
			ran := 0
			cmds := []jarvis.Command{&timer{ran: &ran}, &joke{}}
			script := llmtest.NewScript(tt.steps...)
			c := config(t, script)
			if tt.change != nil {
				tt.change(&c)
			}
			parser, err := assistanttest.New(c, cmds...)
			require.NoError(t, err)
			report, err := jarvistest.Measure(t.Context(), parser, cmds, []jarvistest.Case{tt.test}, jarvistest.Config{})
			require.NoError(t, err)
			got := report.Results[0]
			assert.Equal(t, tt.failure, got.Failure, got.FailureReason)
			assert.Contains(t, got.FailureReason, tt.reason)
			assert.Equal(t, tt.failure == jarvistest.FailureNone, got.Passed)
			assert.Equal(t, tt.direct, got.Direct)
			assert.Equal(t, name == "pre-routed", got.PreRouted)
			assert.Equal(t, "test-1", got.ConversationID)
			assert.Zero(t, ran, "nothing is executed")
			if name == "extra params" {
				assert.Equal(t, []jarvistest.Issue{{Param: "label", Kind: jarvistest.IssueExtra, Actual: "x"}}, got.Issues)
			}
			script.Check(t)
		})
	}
}

// A call that the declaration refuses and the engine did not is sent back once. Checks of functions are of that kind: a node does not
// tell them to its server.
func TestSentBack(t *testing.T) {
	params := jarvis.NewParameters().RequiredInteger("minutes", "How many").
		Check(func(v any) bool { return v.(int64)%2 == 0 }, "minutes has to be even").MustBuild()
	cmd := jarvis.MustFunc(jarvis.Spec{Name: "even", Description: "Takes even minutes."}, params,
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			return nil, errors.New("the harness executes nothing")
		})
	script := llmtest.NewScript(llmtest.Call("even", `{"minutes":9}`), llmtest.Call("even", tenMinutes))
	parser, err := assistanttest.New(config(t, script), cmd)
	require.NoError(t, err)
	test := jarvistest.Case{VoiceCommand: "Ten", ExpectedCommand: "even", ExpectedParams: jarvis.Args{"minutes": 10}}
	report, err := jarvistest.Measure(t.Context(), parser, []jarvis.Command{cmd}, []jarvistest.Case{test}, jarvistest.Config{Validate: true})
	require.NoError(t, err)
	assert.True(t, report.Results[0].Passed, report.Results[0].FailureReason)
	script.Check(t)
}

func TestConversations(t *testing.T) {
	tests := []jarvistest.Conversation{
		{Description: "sets a timer", Category: jarvistest.CategoryResults, Contains: []string{"ten minutes"}, Turns: []jarvistest.Turn{
			{VoiceCommand: "Timer", ExpectedStop: jarvistest.StopValidation, ValidationResponse: "ten", ExpectedTool: "timer", ExpectedParams: jarvis.Args{"minutes": 10}},
			{VoiceCommand: "And one for tea", ExpectedStop: jarvistest.StopToolCalls, ExpectedTool: "timer", ExpectedParams: jarvis.Args{"minutes": 4}},
		}},
		{Description: "claims to have done it", Category: jarvistest.CategoryToolExecution, Turns: []jarvistest.Turn{
			{VoiceCommand: "Ten minutes", ExpectedStop: jarvistest.StopToolCalls, ExpectedTool: "timer"},
		}},
	}
	steps := []llmtest.Step{
		llmtest.Call("request_validation", `{"question":"For how long?","parameter_name":"minutes"}`), llmtest.Call("timer", tenMinutes), llmtest.Say("Set."),
		llmtest.Call("timer", `{"minutes":4,"label":"tea"}`), llmtest.Say("One of ten minutes and one of four."),
		llmtest.Say("Your timer is set."),
	}
	for name, executing := range map[string]bool{"by the harness": false, "by the engine": true} {
		t.Run(name, func(t *testing.T) {
			ran := 0
			cmds := []jarvis.Command{&timer{ran: &ran}}
			script := llmtest.NewScript(steps...)
			c := config(t, script)
			var parser *assistanttest.Parser
			var err error
			if executing {
				c.Commands = jarvis.NewRegistry()
				c.Commands.MustRegister(cmds...)
				cmds = nil
				parser, err = assistanttest.Executing(c)
			} else {
				parser, err = assistanttest.New(c, cmds...)
			}
			require.NoError(t, err)
			heard := 0
			parser.Template.Listener.Calling = func(toolcall.Call) { heard++ }
			report, err := jarvistest.Converse(t.Context(), parser, cmds, tests, jarvistest.Config{})
			require.NoError(t, err)
			require.Len(t, report.Results, 2)
			assert.Empty(t, report.Results[0].FailureReason)
			assert.Equal(t, "turn 1: stopped with complete, expected tool_calls; calls: none", report.Results[1].FailureReason)
			assert.Equal(t, 2, ran)
			for i, args := range []string{tenMinutes, `{"minutes":4,"label":"tea"}`} {
				require.Len(t, report.Results[0].Trace[i].Calls, 1)
				assert.JSONEq(t, args, string(report.Results[0].Trace[i].Calls[0].Arguments))
			}
			assert.Equal(t, executing, heard == 2, "the listener of the template hears what the engine executes")
			script.Check(t)
		})
	}
}

func TestContext(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("Yes?"), llmtest.Say("Yes?"))
	parser, err := assistanttest.New(config(t, script), &joke{})
	require.NoError(t, err)
	parser.Template.Context = prompt.Context{Room: "attic", VoiceMode: "detailed"}
	cases := []jarvistest.Case{{VoiceCommand: "Hm", Context: map[string]any{"room": "cellar"}}, {VoiceCommand: "Hm"}, {VoiceCommand: "Hm", Context: map[string]any{"room": make(chan int)}}}
	report, err := jarvistest.Measure(t.Context(), parser, []jarvis.Command{&joke{}}, cases, jarvistest.Config{})
	require.NoError(t, err)
	requests := script.Requests()
	require.Len(t, requests, 2)
	system := func(i int) string { return requests[i].Messages[0].Content }
	assert.Contains(t, system(0), "cellar")
	assert.Contains(t, system(0), "style=detailed", "members of the template that the case does not have stay")
	assert.NotContains(t, system(0), "attic")
	assert.Contains(t, system(1), "attic")
	assert.Equal(t, jarvistest.FailureError, report.Results[2].Failure)
	assert.Contains(t, report.Results[2].FailureReason, "the context of the case")

	answer := report.Results[0].Answer
	assert.True(t, json.Valid([]byte(answer.Raw)))
	assert.Contains(t, answer.Raw, `"assistant_message":"Yes?"`)
}

func TestMistakes(t *testing.T) {
	c := config(t, llmtest.NewScript())
	c.Commands = jarvis.NewRegistry()
	_, err := assistanttest.New(c)
	assert.ErrorContains(t, err, "give the commands to New, or the Config to Executing")
	_, err = assistanttest.New(assistant.Config{}, jarvis.Command(nil))
	var wrong *assistant.ConfigError
	assert.ErrorAs(t, err, &wrong)
	var declared *jarvis.TagError
	assert.ErrorAs(t, err, &declared)
	_, err = assistanttest.Executing(assistant.Config{})
	assert.ErrorAs(t, err, &wrong)

	parser, err := assistanttest.New(config(t, llmtest.NewScript()), &joke{}, &joke{})
	require.NoError(t, err)
	_, err = parser.Start(t.Context(), jarvistest.Start{})
	assert.ErrorContains(t, err, "joke")
}
