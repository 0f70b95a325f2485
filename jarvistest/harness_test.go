// Tests of Measure: what comes of a case, whatever the parser answers.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// lantern is a command with a hook before and one after the model. It keeps what PostProcess finds in it, so that a test can see
// that it is a copy.
type lantern struct {
	Room  string `jarvis:"room,required" enum:"kitchen,hall"`
	Level int    `jarvis:"level" validate:"gte=0,lte=100"`

	home string
	seen int
}

func (*lantern) Spec() jarvis.Spec { return jarvis.Spec{Name: "lamp"} }

func (*lantern) PreRoute(_ context.Context, utterance string) *jarvis.Route {
	if utterance != "lights" {
		return nil
	}
	return &jarvis.Route{Arguments: jarvis.Args{"room": "hall", "level": 100}}
}

func (l *lantern) PostProcess(_ context.Context, req *jarvis.Request, args jarvis.Args) error {
	if l.seen++; l.seen > 1 {
		return errors.New("the command is no copy")
	}
	switch {
	case strings.Contains(req.VoiceCommand, "breaks"):
		return errors.New("a hook has failed")
	case strings.Contains(req.VoiceCommand, "panics"):
		panic("a hook has panicked")
	case args["room"] == "the kitchen":
		args["room"], args["level"] = l.home, 40
	}
	return nil
}

func (*lantern) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	panic("the harness executes nothing")
}

// joke may be answered by the model itself.
type joke struct{}

func (*joke) Spec() jarvis.Spec { return jarvis.Spec{Name: "joke", AllowDirectAnswer: true} }

func (*joke) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	panic("the harness executes nothing")
}

func lampAndJoke() []jarvis.Command { return []jarvis.Command{&lantern{home: "kitchen"}, &joke{}} }

// callOf is a call.
func callOf(name, args string) jarvis.Call {
	return jarvis.Call{ID: "call_1", Name: name, Arguments: json.RawMessage(args)}
}

// scripted answers with one answer after the other, and keeps what it was told.
type scripted struct {
	answers []*jarvistest.Answer
	heard   []string
	started []jarvistest.Start
}

func (s *scripted) Start(_ context.Context, start jarvistest.Start) (jarvistest.Session, error) {
	s.started = append(s.started, start)
	return s, nil
}

func (s *scripted) Say(_ context.Context, text string) (*jarvistest.Answer, error) {
	return s.next("say " + text)
}

func (s *scripted) Continue(_ context.Context, results ...jarvis.ToolResult) (*jarvistest.Answer, error) {
	raw, err := json.Marshal(results)
	if err != nil {
		return nil, err
	}
	return s.next("results " + string(raw))
}

func (s *scripted) next(heard string) (*jarvistest.Answer, error) {
	s.heard = append(s.heard, heard)
	if len(s.answers) == 0 {
		return nil, errors.New("the script is over")
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a, nil
}

// measured runs one case.
func measured(t *testing.T, p jarvistest.Parser, c jarvistest.Case, config jarvistest.Config) jarvistest.Result {
	t.Helper()
	report, err := jarvistest.Measure(t.Context(), p, lampAndJoke(), []jarvistest.Case{c}, config)
	require.NoError(t, err)
	require.Len(t, report.Results, 1)
	return report.Results[0]
}

func TestOneAnswer(t *testing.T) {
	kitchen := jarvistest.Case{VoiceCommand: "Light the kitchen", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"room": "kitchen"}}
	tell := jarvistest.Case{VoiceCommand: "Tell a joke", ExpectedCommand: "joke"}
	really := jarvistest.Case{VoiceCommand: "Tell a joke", ExpectedCommand: "joke", NoDirectAnswer: true}
	nothing := jarvistest.Case{VoiceCommand: "Hm"}
	one := func(calls ...jarvis.Call) *jarvistest.Answer { return &jarvistest.Answer{Calls: calls} }
	said := func(text string) *jarvistest.Answer { return &jarvistest.Answer{Text: text} }
	lenient := jarvistest.Config{Rules: jarvistest.Lenient()}
	for name, tt := range map[string]struct {
		test    jarvistest.Case
		answer  *jarvistest.Answer
		config  jarvistest.Config
		failure jarvistest.Failure
		reason  string
	}{
		"the call":               {test: kitchen, answer: one(callOf("lamp", `{"room":"kitchen"}`))},
		"mended by PostProcess":  {test: kitchen, answer: one(callOf("lamp", `{"room":"the kitchen"}`))},
		"wrong command":          {kitchen, one(callOf("joke", `{}`)), jarvistest.Config{}, jarvistest.FailureCommand, "called joke instead of lamp"},
		"unknown command":        {kitchen, one(callOf("lamq\n", `{}`)), jarvistest.Config{}, jarvistest.FailureCommand, `called lamq\n instead of lamp`},
		"wrong parameter":        {kitchen, one(callOf("lamp", `{"room":"hall"}`)), jarvistest.Config{}, jarvistest.FailureParams, `lamp has room = "hall", expected "kitchen"`},
		"missing parameter":      {kitchen, one(callOf("lamp", ``)), jarvistest.Config{}, jarvistest.FailureMissing, `lamp has no room, expected "kitchen"`},
		"extra parameter":        {test: kitchen, answer: one(callOf("lamp", `{"room":"kitchen","colour":"red"}`))},
		"no arguments":           {kitchen, one(callOf("lamp", `[1]`)), jarvistest.Config{}, jarvistest.FailureError, `an error: the arguments are no JSON object: [1]`},
		"broken arguments":       {kitchen, one(callOf("lamp", `{"room":`)), jarvistest.Config{}, jarvistest.FailureError, `an error: the arguments are no JSON object: {"room":`},
		"broken text":            {kitchen, one(callOf("lamp", `"\ud"`)), jarvistest.Config{}, jarvistest.FailureError, `an error: the arguments are no JSON object: "\ud"`},
		"several, right first":   {test: kitchen, answer: one(callOf("lamp", `{"room":"kitchen"}`), callOf("joke", `{}`))},
		"several, wrong first":   {kitchen, one(callOf("joke", `{}`), callOf("lamp", `{"room":"kitchen"}`)), jarvistest.Config{}, jarvistest.FailureCommand, "called joke instead of lamp"},
		"several, lenient":       {test: kitchen, answer: one(callOf("joke", `{}`), callOf("lamp", `{"room":"kitchen"}`)), config: lenient},
		"several, none right":    {kitchen, one(callOf("joke", `{}`), callOf("jokes", `{}`)), lenient, jarvistest.FailureCommand, "called joke instead of lamp"},
		"call in the text":       {kitchen, said(`{"name":"lamp","arguments":{"room":"kitchen"}}`), jarvistest.Config{}, jarvistest.FailureNoCall, `no call was made; the answer was "{\"name\":\"lamp\",\"arguments\":{\"room\":\"kitchen\"}}"`},
		"call in a fence":        {test: kitchen, answer: said("Sure {x} {}:\n```json\n{\"name\": \"lamp\", \"parameters\": {\"room\": \"kitchen\"}}\n```"), config: lenient},
		"call with a text":       {test: kitchen, answer: said(`{"name":"lamp","arguments":"{\"room\":\"kitchen\"}"} and more`), config: lenient},
		"no call in the text":    {kitchen, said(`{"name":"lamp"} {"name":"","arguments":{}} {"name":"lamp","arguments":[]}`), lenient, jarvistest.FailureNoCall, `no call was made; the answer was "{\"name\":\"lamp\"} {\"name\":\"\",\"arguments\":{}} {\"name\":\"lamp\",\"arguments\":[]}"`},
		"hostile text":           {kitchen, said(strings.Repeat(`{"name":`, 8000)), lenient, jarvistest.FailureNoCall, `no call was made; the answer was "` + strings.Repeat(`{\"name\":`, 15) + `…"`},
		"long text":              {kitchen, said(strings.Repeat(` `, 1<<16) + `{"name":"lamp","arguments":{}}`), lenient, jarvistest.FailureNoCall, `no call was made; the answer was "{\"name\":\"lamp\",\"arguments\":{}}"`},
		"answered":               {kitchen, said("It is light."), jarvistest.Config{}, jarvistest.FailureNoCall, `no call was made; the answer was "It is light."`},
		"silent":                 {kitchen, said(" \n"), jarvistest.Config{}, jarvistest.FailureNoCall, "no call was made, and nothing was said"},
		"not for me":             {kitchen, &jarvistest.Answer{Stop: jarvistest.StopNotForMe}, jarvistest.Config{}, jarvistest.FailureNoCall, "taken as not meant for the assistant"},
		"an error":               {kitchen, &jarvistest.Answer{Error: "out of memory"}, jarvistest.Config{}, jarvistest.FailureError, "an error: out of memory"},
		"no answer":              {kitchen, nil, jarvistest.Config{}, jarvistest.FailureError, "an error: the parser gave neither an answer nor an error"},
		"refused to the end":     {kitchen, &jarvistest.Answer{Stop: jarvistest.StopError, Error: "no such room", Refused: []jarvis.Call{callOf("lamp", `{"room":"attic"}`)}}, jarvistest.Config{}, jarvistest.FailureRefused, "the call of lamp is refused: no such room"},
		"refused, other command": {kitchen, &jarvistest.Answer{Stop: jarvistest.StopError, Error: "no such tool", Refused: []jarvis.Call{callOf("lights", `{}`)}}, jarvistest.Config{}, jarvistest.FailureCommand, "called lights instead of lamp"},
		"direct":                 {test: tell, answer: said("Two men …")},
		"direct, silent":         {tell, said(""), jarvistest.Config{}, jarvistest.FailureNoCall, "no call was made, and nothing was said"},
		"direct, not for me":     {tell, &jarvistest.Answer{Stop: jarvistest.StopNotForMe, Text: "x"}, jarvistest.Config{}, jarvistest.FailureNoCall, "taken as not meant for the assistant"},
		"direct, an error":       {tell, &jarvistest.Answer{Stop: jarvistest.StopError, Text: "Sorry.", Error: "down"}, jarvistest.Config{}, jarvistest.FailureError, "an error: down"},
		"direct, not allowed":    {really, said("Two men …"), jarvistest.Config{}, jarvistest.FailureNoCall, `no call was made; the answer was "Two men …"`},
		"direct, called":         {test: really, answer: one(callOf("joke", ""))},
		"nothing expected":       {test: nothing, answer: said("Yes?")},
		"nothing, not for me":    {test: nothing, answer: &jarvistest.Answer{Stop: jarvistest.StopNotForMe}},
		"nothing, called":        {nothing, one(callOf("joke", `{}`)), jarvistest.Config{}, jarvistest.FailureUnexpected, "called joke where no command was to be called"},
		"nothing, an error":      {nothing, &jarvistest.Answer{Error: "down"}, jarvistest.Config{}, jarvistest.FailureError, "an error: down"},
		"pre-routed":             {test: jarvistest.Case{VoiceCommand: "lights", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"room": "hall", "level": 100}}},
		"pre-routed to another":  {jarvistest.Case{VoiceCommand: "lights", ExpectedCommand: "joke"}, nil, jarvistest.Config{}, jarvistest.FailureCommand, "routed to lamp instead of joke, before any model"},
		"pre-routed otherwise":   {jarvistest.Case{VoiceCommand: "lights", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"level": 50}}, nil, jarvistest.Config{}, jarvistest.FailureParams, "lamp has level = 100, expected 50"},
		"the hook fails":         {jarvistest.Case{VoiceCommand: "breaks", ExpectedCommand: "lamp"}, one(callOf("lamp", `{}`)), jarvistest.Config{}, jarvistest.FailureError, "an error: a hook has failed"},
		"the hook panics":        {jarvistest.Case{VoiceCommand: "panics", ExpectedCommand: "lamp"}, one(callOf("lamp", `{}`)), jarvistest.Config{}, jarvistest.FailureError, "an error: command \"lamp\" panicked: a hook has panicked"},
	} {
		t.Run(name, func(t *testing.T) {
			got := measured(t, &scripted{answers: []*jarvistest.Answer{tt.answer}}, tt.test, tt.config)
			assert.Equal(t, tt.failure, got.Failure)
			assert.Equal(t, tt.reason, got.FailureReason)
			assert.Equal(t, tt.failure == jarvistest.FailureNone, got.Passed)
			assert.Equal(t, tt.test.VoiceCommand == "lights", got.PreRouted)
			assert.Equal(t, name == "direct", got.Direct)
			assert.Equal(t, tt.answer, got.Answer)
		})
	}
}

func TestQuestions(t *testing.T) {
	test := jarvistest.Case{VoiceCommand: "Light", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"room": "hall"}, Context: map[string]any{"room": "hall"}}
	room := &jarvistest.Answer{Question: &jarvistest.Question{Text: "Which room?", Param: "room", Options: []string{"hall", "kitchen"}}}
	sure := &jarvistest.Answer{Question: &jarvistest.Question{Text: "Sure?"}}
	call := &jarvistest.Answer{Calls: []jarvis.Call{callOf("lamp", `{"room":"hall"}`)}, ConversationID: "of-the-server"}
	p := &scripted{answers: []*jarvistest.Answer{room, sure, call}}
	got := measured(t, p, test, jarvistest.Config{})
	assert.True(t, got.Passed, got.FailureReason)
	assert.Equal(t, []string{"say Light", "say hall", "say yes"}, p.heard)
	assert.Equal(t, []jarvistest.Start{{ConversationID: "test-1", Context: map[string]any{"room": "hall"}}}, p.started)
	assert.Equal(t, "of-the-server", got.ConversationID)
	assert.Equal(t, 2, got.Questions)

	got = measured(t, &scripted{answers: []*jarvistest.Answer{sure, sure, sure, room, call}}, test, jarvistest.Config{})
	assert.Equal(t, jarvistest.FailureQuestion, got.Failure)
	assert.Equal(t, `still asks after 3 answers: "Which room?"`, got.FailureReason)
	got = measured(t, &scripted{answers: []*jarvistest.Answer{sure, call}}, test, jarvistest.Config{MaxQuestions: -1})
	assert.Equal(t, `still asks after 0 answers: "Sure?"`, got.FailureReason)
	got = measured(t, &scripted{answers: []*jarvistest.Answer{sure}}, test, jarvistest.Config{})
	assert.Equal(t, "an error: the script is over", got.FailureReason)
}

func TestValidate(t *testing.T) {
	test := jarvistest.Case{VoiceCommand: "Light the hall", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"room": "hall"}}
	wrong := &jarvistest.Answer{Calls: []jarvis.Call{{ID: "a", Name: "joke"}, {ID: "b", Name: "lamp", Arguments: json.RawMessage(`{"room":"hall","level":101}`)}}}
	right := &jarvistest.Answer{Calls: []jarvis.Call{callOf("lamp", `{"room":"hall","level":100}`)}}
	sure := &jarvistest.Answer{Question: &jarvistest.Question{Text: "Sure?"}}
	config := jarvistest.Config{Validate: true, Rules: jarvistest.Lenient()}

	p := &scripted{answers: []*jarvistest.Answer{wrong, sure, right}}
	got := measured(t, p, test, config)
	assert.True(t, got.Passed, got.FailureReason)
	require.Len(t, p.heard, 3)
	assert.Contains(t, p.heard[1], `[{"tool_call_id":"a","output":{"success":false,`)
	assert.Contains(t, p.heard[1], `Not executed: another call of the same answer has to be mended first.`)
	assert.Contains(t, p.heard[1], `{"tool_call_id":"b","output":{"success":false,`)
	assert.Contains(t, p.heard[1], `Parameter 'level' must be at most 100`)
	assert.Equal(t, json.Number("100"), got.ActualParams["level"])
	assert.Equal(t, 1, got.Questions)

	got = measured(t, &scripted{answers: []*jarvistest.Answer{wrong, wrong}}, test, config)
	assert.Equal(t, jarvistest.FailureRefused, got.Failure, "it is sent back once")
	assert.Contains(t, got.FailureReason, "the call of lamp is refused: Parameter 'level' must be at most 100")
	got = measured(t, &scripted{answers: []*jarvistest.Answer{wrong}}, test, config)
	assert.Equal(t, "an error: the script is over", got.FailureReason)
	got = measured(t, calling("lamp", `{"room":"hall","levle":1}`), test, config)
	assert.Equal(t, jarvistest.FailureRefused, got.Failure, "a function cannot go on")
	got = measured(t, jarvistest.ParserFunc(func(context.Context, string) (*jarvistest.Answer, error) {
		return &jarvistest.Answer{Text: `{"name":"lamp","arguments":{"room":"hall","level":-1}}`}, nil
	}), test, config)
	assert.Equal(t, jarvistest.FailureRefused, got.Failure, "a call in a text has no result")
	p = &scripted{answers: []*jarvistest.Answer{{Text: `{"name":"lamp","arguments":{"room":"attic"}}`}, right}}
	assert.Equal(t, jarvistest.FailureRefused, measured(t, p, test, config).Failure)
	assert.Len(t, p.heard, 1)
	assert.True(t, measured(t, &scripted{answers: []*jarvistest.Answer{wrong}}, test, jarvistest.Config{Rules: jarvistest.Lenient()}).Passed, "without Validate nothing is checked")
	got = measured(t, calling("lamp", `{"room":"hall","level":"5"}`), test, jarvistest.Config{Validate: true, Options: []jarvis.Option{jarvis.Lenient()}})
	assert.True(t, got.Passed, "the options of the check: %s", got.FailureReason)
}

func TestMistakesOfCases(t *testing.T) {
	measure := func(p jarvistest.Parser, cmds []jarvis.Command, cases ...jarvistest.Case) error {
		report, err := jarvistest.Measure(t.Context(), p, cmds, cases, jarvistest.Config{})
		assert.Nil(t, report)
		return err
	}
	assert.EqualError(t, measure(nil, nil), "jarvistest: there is no parser")
	var taken *jarvis.TagError
	assert.ErrorAs(t, measure(&scripted{}, []jarvis.Command{&lantern{}, &lantern{}}), &taken)
	p := &scripted{}
	err := measure(p, lampAndJoke(), jarvistest.Case{VoiceCommand: "a", ExpectedCommand: "joke"}, jarvistest.Case{VoiceCommand: " ", ExpectedCommand: "lamp"},
		jarvistest.Case{VoiceCommand: "b", ExpectedCommand: "lamb"}, jarvistest.Case{VoiceCommand: "c", Description: "the third", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"rom": "x", "level": 1, "hue": 2}},
		jarvistest.Case{VoiceCommand: "d", ExpectedParams: jarvis.Args{"x": 1}}, jarvistest.Case{VoiceCommand: "e", ExpectedCommand: "lamp", ExpectedParams: jarvis.Args{"room": func() {}}})
	assert.EqualError(t, err, strings.Join([]string{
		`jarvistest: case 1 (" "): nothing is said: the voice command is empty`,
		`jarvistest: case 2 ("b"): Unknown command 'lamb'. Did you mean: lamp?`,
		`jarvistest: case 3 ("the third"): lamp has no parameter "hue"`,
		`jarvistest: case 3 ("the third"): lamp has no parameter "rom", did you mean "room"?`,
		`jarvistest: case 4 ("d"): there are expected parameters and no expected command`,
		`jarvistest: case 5 ("e"): argument "room": json: unsupported type: func()`,
	}, "\n"))
	assert.Empty(t, p.started, "nothing was run")
}

func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := jarvistest.ParserFunc(func(ctx context.Context, text string) (*jarvistest.Answer, error) {
			d, err := time.ParseDuration(text)
			require.NoError(t, err)
			select {
			case <-time.After(d):
				return &jarvistest.Answer{Text: "ok"}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		cases := []jarvistest.Case{{VoiceCommand: "100ms"}, {VoiceCommand: "200ms"}, {VoiceCommand: "lights", ExpectedCommand: "lamp"}, {VoiceCommand: "3h"}}
		var heard []string
		report, err := jarvistest.Measure(t.Context(), waits, lampAndJoke(), cases, jarvistest.Config{Timeout: time.Second, Progress: func(done, total int, r *jarvistest.Result) {
			heard = append(heard, strings.Repeat("#", done)+strings.Repeat("-", total-done)+r.Case.VoiceCommand)
		}})
		require.NoError(t, err)
		assert.Equal(t, 100*time.Millisecond, report.Results[0].ResponseTime)
		assert.Equal(t, 433.333, report.Summary.AvgTime, "what is pre-routed does not count")
		assert.Equal(t, "an error: context deadline exceeded", report.Results[3].FailureReason)
		assert.Equal(t, []string{"#---100ms", "##--200ms", "###-lights", "####3h"}, heard)

		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
		defer cancel()
		report, err = jarvistest.Measure(ctx, waits, lampAndJoke(), cases, jarvistest.Config{})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 1, report.Summary.Total, "those that were done")
	})
}
