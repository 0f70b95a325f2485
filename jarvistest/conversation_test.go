// Tests of conversations: what a turn does, and that every expectation is compared with all of it.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// adder is a command that is executed in conversations.
type adder struct {
	A int `jarvis:"a,required"`
	B int `jarvis:"b" default:"1"`
}

func (*adder) Spec() jarvis.Spec { return jarvis.Spec{Name: "add"} }

func (*adder) PreRoute(_ context.Context, utterance string) *jarvis.Route {
	switch utterance {
	case "one and one":
		return &jarvis.Route{Arguments: jarvis.Args{"a": 1}, SpokenResponse: "Two."}
	case "one and x":
		return &jarvis.Route{Arguments: jarvis.Args{"a": "x"}}
	}
	return nil
}

func (a *adder) Run(_ context.Context, req *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"sum": a.A + a.B, "said": req.VoiceCommand, "in": req.ConversationID}), nil
}

// Short names for what answers and turns are made of.
type (
	answer = jarvistest.Answer
	turn   = jarvistest.Turn
)

func called(name, args string) *answer {
	return &answer{Calls: []jarvis.Call{callOf(name, args)}}
}

func words(text string) *answer { return &answer{Text: text} }

func asks(text string) *answer {
	return &answer{Question: &jarvistest.Question{Text: text}, Text: text}
}

// conversed holds one conversation with the adder.
func conversed(t *testing.T, config jarvistest.Config, test jarvistest.Conversation, answers ...*answer) (jarvistest.ConversationResult, *scripted) {
	t.Helper()
	p := &scripted{answers: answers}
	report, err := jarvistest.Converse(t.Context(), p, []jarvis.Command{&adder{}}, []jarvistest.Conversation{test}, config)
	require.NoError(t, err)
	require.Len(t, report.Results, 1)
	return report.Results[0], p
}

func TestConversationExecutes(t *testing.T) {
	got, p := conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: []turn{
		{VoiceCommand: "add 1 and 2", ExpectedStop: jarvistest.StopToolCalls, ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": 1, "b": 2}},
		{VoiceCommand: "and 4", ExpectedStop: jarvistest.StopComplete, ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": 3.0}},
	}, Contains: []string{"SEVEN", "all"}, NotContains: []string{"eight"}, Context: map[string]any{"room": "den"}},
		called("add", `{"a":1,"b":2}`), words("Three."), called("add", `{"a":3,"b":4}`), called("add", `{"a":"x"}`), words("Seven in all."))
	assert.True(t, got.Passed, got.FailureReason)
	assert.Equal(t, "Seven in all.", got.FinalResponse)
	assert.Equal(t, []jarvistest.Start{{ConversationID: "test-1", Context: map[string]any{"room": "den"}}}, p.started)
	require.Len(t, p.heard, 5)
	assert.Equal(t, []string{"say add 1 and 2", "say and 4"}, []string{p.heard[0], p.heard[2]})
	assert.Contains(t, p.heard[1], `"sum":3`)
	assert.Contains(t, p.heard[1], `"said":"add 1 and 2"`)
	assert.Contains(t, p.heard[1], `"in":"test-1"`)
	assert.Contains(t, p.heard[3], `"sum":7`)
	assert.Contains(t, p.heard[4], `must be of type int`)
	require.Len(t, got.Trace, 2)
	assert.Equal(t, []jarvis.Call{callOf("add", `{"a":3,"b":4}`), callOf("add", `{"a":"x"}`)}, got.Trace[1].Calls)
	assert.Equal(t, []string{"tool_calls", "tool_calls", "complete"}, got.Trace[1].Stops)
}

func TestTurns(t *testing.T) {
	for name, tt := range map[string]struct {
		turns   []turn
		answers []*answer
		reason  string // empty if it passes
		heard   string // what the parser is told, but results
	}{
		"nothing expected": {[]turn{{VoiceCommand: "a"}}, []*answer{words("b")}, "", "a"},
		"complete":         {[]turn{{VoiceCommand: "a", ExpectedStop: "complete"}}, []*answer{words("b")}, "", "a"},
		"complete where calls are expected": {[]turn{{VoiceCommand: "a", ExpectedStop: "tool_calls"}}, []*answer{words("b")},
			"turn 1: stopped with complete, expected tool_calls; calls: none", "a"},
		"calls, then complete":     {[]turn{{VoiceCommand: "a", ExpectedStop: "tool_calls"}}, []*answer{called("add", `{"a":1}`), words("b")}, "", "a results"},
		"calls of the session":     {[]turn{{VoiceCommand: "a", ExpectedStop: "tool_calls", ExpectedTool: "add"}}, []*answer{{Text: "b", Executed: []jarvis.Call{callOf("add", `{"a":1}`)}}}, "", "a"},
		"another tool":             {[]turn{{VoiceCommand: "a", ExpectedTool: "add"}}, []*answer{called("sub", `{}`), words("b")}, "turn 1: no call of add; calls: sub{}", "a results"},
		"no tool":                  {[]turn{{VoiceCommand: "a", ExpectedTool: "add"}}, []*answer{words("b")}, "turn 1: no call of add; calls: none", "a"},
		"parameters of the second": {[]turn{{VoiceCommand: "a", ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": 2}}}, []*answer{called("add", `{"a":1}`), called("add", `{"a":2}`), words("b")}, "", "a results results"},
		"parameters of none": {[]turn{{VoiceCommand: "a", ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": 1, "b": 2}}}, []*answer{called("add", `{"a":1}`), called("add", `{"a":3,"b":2}`), words("b")},
			`turn 1: no call of add has the expected parameters: add has no b, expected 2; calls: add{"a":1}, add{"a":3,"b":2}`, "a results results"},
		"question":                    {[]turn{{VoiceCommand: "a", ExpectedStop: "validation_required"}}, []*answer{asks("which?")}, "", "a"},
		"question, answered":          {[]turn{{VoiceCommand: "a", ExpectedStop: "validation_required", ExpectedTool: "add", ValidationResponse: "1"}}, []*answer{asks("which?"), called("add", `{"a":1}`), words("b")}, "", "a 1 results"},
		"question, answered later":    {[]turn{{VoiceCommand: "a", ExpectedStop: "validation_required"}, {ValidationResponse: "1", ExpectedStop: "tool_calls"}}, []*answer{asks("which?"), called("add", `{"a":1}`), words("b")}, "", "a 1 results"},
		"question, answered by words": {[]turn{{VoiceCommand: "a"}, {VoiceCommand: "one and one"}}, []*answer{asks("which?"), words("b")}, "", "a one and one"},
		"question, expected":          {[]turn{{VoiceCommand: "a", ExpectedStop: "validation_required"}}, []*answer{words("b")}, "turn 1: stopped with complete, expected validation_required; calls: none", "a"},
		"question, not expected":      {[]turn{{VoiceCommand: "a", ExpectedStop: "complete"}}, []*answer{asks("which?")}, "turn 1: stopped with validation_required, expected complete; calls: none", "a"},
		"questions without end":       {[]turn{{VoiceCommand: "a", ValidationResponse: "1", ExpectedStop: "complete"}}, []*answer{asks("x"), asks("x"), asks("x"), asks("x")}, "turn 1: stopped with validation_required, expected complete; calls: none", "a 1 1 1"},
		"nothing to go on with":       {[]turn{{VoiceCommand: "a"}, {ExpectedStop: "complete"}}, []*answer{words("b")}, "turn 2: an error: there is nothing to go on with: no question and no calls are open", "a"},
		"not for me":                  {[]turn{{VoiceCommand: "a", ExpectedStop: "not_for_me"}}, []*answer{{Stop: "not_for_me"}}, "", "a"},
		"error":                       {[]turn{{VoiceCommand: "a", ExpectedStop: "error"}}, []*answer{{Error: "down"}}, "", "a"},
		"error, not expected":         {[]turn{{VoiceCommand: "a", ExpectedStop: "complete"}}, []*answer{{Error: "down"}}, "turn 1: stopped with error down, expected complete; calls: none", "a"},
		"broken":                      {[]turn{{VoiceCommand: "a"}, {VoiceCommand: "b"}}, []*answer{words("b"), nil}, "turn 2: an error: the parser gave neither an answer nor an error", "a b"},
		"five rounds": {[]turn{{VoiceCommand: "a", ExpectedStop: "tool_calls"}, {ExpectedStop: "complete"}}, []*answer{called("add", `{"a":1}`), called("add", `{"a":2}`), called("add", `{"a":3}`),
			called("add", `{"a":4}`), called("add", `{"a":5}`), called("add", `{"a":6}`), words("b")}, "", "a results results results results results results"},
		"pre-routed":        {[]turn{{VoiceCommand: "one and one", ExpectedStop: "complete", ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": 1}}}, nil, "", ""},
		"pre-routed, fails": {[]turn{{VoiceCommand: "one and x", ExpectedStop: "complete", ExpectedTool: "add"}}, []*answer{words("b")}, "", "one and x"},
	} {
		t.Run(name, func(t *testing.T) {
			got, p := conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: tt.turns}, tt.answers...)
			assert.Equal(t, tt.reason, got.FailureReason)
			assert.Equal(t, tt.reason == "", got.Passed)
			var heard []string
			for _, h := range p.heard {
				h, results, _ := strings.Cut(strings.TrimPrefix(h, "say "), " [")
				heard = append(heard, h)
				assert.Equal(t, h == "results", results != "")
			}
			assert.Equal(t, tt.heard, strings.Join(heard, " "))
		})
	}
}

func TestFinalResponse(t *testing.T) {
	two := []turn{{VoiceCommand: "a"}, {VoiceCommand: "b"}}
	got, _ := conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: two, Contains: []string{"first"}}, words("The first."), words("The second."))
	assert.Equal(t, `the final response does not contain "first": "The second."`, got.FailureReason)
	got, _ = conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: two, NotContains: []string{"SECOND"}}, words("The first."), words("The second."))
	assert.Equal(t, `the final response contains "SECOND": "The second."`, got.FailureReason)
	assert.False(t, got.Passed)
	got, _ = conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: []turn{{VoiceCommand: "one and one"}}, Contains: []string{"two"}})
	assert.True(t, got.Passed, got.FailureReason)
	assert.True(t, got.Trace[0].PreRouted)
	got, _ = conversed(t, jarvistest.Config{}, jarvistest.Conversation{Turns: two, Contains: []string{"first"}}, words("The first."), &answer{Stop: jarvistest.StopNotForMe})
	assert.Equal(t, "The first.", got.FinalResponse, "the last words, whoever has not answered since")
	assert.True(t, got.Passed)

	got, p := conversed(t, jarvistest.Config{MaxRounds: 1}, jarvistest.Conversation{Turns: []turn{{VoiceCommand: "a"}, {VoiceCommand: "one and one"}}}, called("add", `{"a":1}`), called("add", `{"a":2}`), words("b"))
	assert.True(t, got.Passed, got.FailureReason)
	assert.Len(t, p.heard, 2, "calls that are given up are not executed")
}

func TestConversationGolden(t *testing.T) {
	p := &scripted{answers: []*answer{called("add", `{"a":1}`), words("Two & <three>."), nil, {Question: &jarvistest.Question{Text: "?"}, ConversationID: "theirs"}}}
	tests := []jarvistest.Conversation{
		{Description: "adds", Category: jarvistest.CategoryToolExecution, Turns: []turn{{VoiceCommand: "a", ExpectedTool: "add"}}},
		{Description: "breaks", Category: jarvistest.CategoryErrors, Turns: []turn{{VoiceCommand: "b"}, {VoiceCommand: "c"}}},
		{Category: jarvistest.CategoryValidation, Turns: []turn{{VoiceCommand: "d", ExpectedStop: jarvistest.StopComplete}}},
	}
	report, err := jarvistest.Converse(t.Context(), p, []jarvis.Command{&adder{}}, tests, jarvistest.Config{Clock: ticking(1500 * time.Microsecond)})
	require.NoError(t, err)
	text, err := report.JSON()
	require.NoError(t, err)
	sameFile(t, "conversations.json", text)
	assert.Equal(t, "1 of 3 conversations passed (33.3 %)\nfailed: breaks: turn 1: an error: the parser gave neither an answer nor an error\n"+
		"failed: d: turn 1: stopped with validation_required, expected complete; calls: none\n", report.String())

	text, err = new(jarvistest.ConversationReport).JSON()
	require.NoError(t, err)
	assert.JSONEq(t, `{"summary":{"total":0,"passed":0,"failed":0,"timestamp":"0001-01-01T00:00:00Z"},"results":[]}`, string(text))
}

func TestMistakesOfConversations(t *testing.T) {
	_, err := jarvistest.Converse(t.Context(), &scripted{}, []jarvis.Command{&adder{}}, []jarvistest.Conversation{
		{Description: "empty"},
		{Turns: []turn{{ExpectedStop: "completed"}, {ExpectedParams: jarvis.Args{"a": 1}}, {ExpectedTool: "ad"}, {ExpectedTool: "add", ExpectedParams: jarvis.Args{"c": make(chan int)}}}},
	}, jarvistest.Config{})
	assert.EqualError(t, err, strings.Join([]string{
		`jarvistest: conversation 0 ("empty"): there are no turns`,
		`jarvistest: conversation 1 (""): turn 1: the first turn has nothing to go on with; give it a voice command`,
		`jarvistest: conversation 1 (""): turn 1: the stop reason "completed" is unknown, did you mean "complete"?`,
		`jarvistest: conversation 1 (""): turn 2: there are expected parameters and no expected tool`,
		`jarvistest: conversation 1 (""): turn 3: Unknown command 'ad'. Did you mean: add?`,
		`jarvistest: conversation 1 (""): turn 4: argument "c": json: unsupported type: chan int`,
		`jarvistest: conversation 1 (""): turn 4: add has no parameter "c", did you mean "a"?`,
	}, "\n"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report, err := jarvistest.Converse(ctx, &scripted{}, nil, []jarvistest.Conversation{{Turns: []turn{{VoiceCommand: "a"}}}}, jarvistest.Config{})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, report.Results)
}

func TestReadConversations(t *testing.T) {
	got, err := jarvistest.ReadConversations(strings.NewReader(`{"description":"adds","category":"context","context":{"room":"den"},"turns":[` +
		`{"voice_command":"a","expected_stop_reason":"validation_required","expected_tool":"add","expected_params":{"a":1.50}},{"voice_command":null,"validation_response":"x"}],` +
		`"verify_response_contains":"one","verify_response_not_contains":["two","three"]}` + "\n" + `{"turns":[],"verify_response_contains":null}`))
	require.NoError(t, err)
	assert.Equal(t, []jarvistest.Conversation{
		{Description: "adds", Category: "context", Context: map[string]any{"room": "den"}, Contains: []string{"one"}, NotContains: []string{"two", "three"}, Turns: []turn{
			{VoiceCommand: "a", ExpectedStop: "validation_required", ExpectedTool: "add", ExpectedParams: jarvis.Args{"a": json.Number("1.50")}}, {ValidationResponse: "x"}}},
		{},
	}, got)
	for text, want := range map[string]string{
		"[{\"turns\":[\n{},\n{\"expected_tol\":1}]}]": `line 3: turns[1]: the key "expected_tol" is unknown, did you mean "expected_tool"?; the keys are: expected_params, expected_stop_reason, expected_tool, validation_response, voice_command`,
		`{"turns":[{},{"expected_params":[]}]}`:       `line 1: turns[1].expected_params: want object, got array`,
		`{"turns":{}}`:                                `line 1: turns: want array, got object`,
		`{"turns":[3]}`:                               `line 1: turns[0]: want object, got number`,
		`{}`:                                          `line 1: the key "turns" is missing`,
		`{"turns":[],"verify_response_contains":[""]}`: `line 1: verify_response_contains: the text is empty`,
		`{"turns":[],"verify_response_contains":3}`:    `line 1: verify_response_contains: want string, got number`,
		`{"turns":[{"voice_command":"a"`:               `line 1: turns[0]: the text ends too early`,
	} {
		_, err := jarvistest.ReadConversations(strings.NewReader(text))
		assert.EqualError(t, err, "jarvistest: "+want, text)
	}
}
