// Tests of Run and RunConversations, with a test that only notes what it is told.

package jarvistest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
)

// notes is a test that notes.
type notes struct {
	testing.TB
	name  string
	lines *[]string
}

func (n notes) note(kind string, args ...any) {
	*n.lines = append(*n.lines, n.name+kind+": "+strings.TrimSuffix(fmt.Sprint(args...), "\n"))
}

func (n notes) Helper()                   {}
func (n notes) Log(args ...any)           { n.note("log", args...) }
func (n notes) Error(args ...any)         { n.note("error", args...) }
func (n notes) Errorf(f string, a ...any) { n.note("error", fmt.Sprintf(f, a...)) }
func (n notes) Context() context.Context  { return context.Background() }

type stopped struct{}

func (n notes) Fatal(args ...any) {
	n.note("fatal", args...)
	panic(stopped{})
}

func (n notes) sub(name string, f func(subtester)) {
	n.name += name + "/"
	f(n)
}

// noted is what a run has told.
func noted(t *testing.T, run func(subtester)) (lines []string) {
	defer func() {
		if p := recover(); p != nil {
			assert.Equal(t, stopped{}, p)
		}
	}()
	run(notes{t, "", &lines})
	return lines
}

// chime is a command.
type chime struct {
	Times int `jarvis:"times"`
}

func (*chime) Spec() jarvis.Spec { return jarvis.Spec{Name: "chime"} }

func (*chime) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(nil, jarvis.WithMessage("Ding.")), nil
}

// chimes answers with a call of chime, or an error.
func chimes(_ context.Context, text string) (*Answer, error) {
	if text == "torn" {
		return nil, errors.New("a torn cable")
	}
	return &Answer{Calls: []jarvis.Call{{Name: "chime", Arguments: json.RawMessage(`{"times":` + text + `}`)}}}, nil
}

// timed is what differs from run to run, and what stands behind the first line.
var timed = regexp.MustCompile(`(?s) \([0-9.]+( %\)|[nµm]?s\)).*`)

func TestRun(t *testing.T) {
	cases := []Case{{VoiceCommand: "1", ExpectedCommand: "chime", Description: "one"}, {VoiceCommand: "torn", ExpectedCommand: "chime"}}
	var report *Report
	run := func(config Config, list ...Case) []string {
		lines := noted(t, func(s subtester) {
			report = runCases(s, ParserFunc(chimes), []jarvis.Command{&chime{}}, list, config)
		})
		for i := range lines { // without times
			lines[i] = timed.ReplaceAllString(lines[i], "")
		}
		return lines
	}
	assert.Equal(t, []string{"one/log: passed: chime", "torn/error: failed: torn: an error: a torn cable", "log: 1 of 2 passed"}, run(Config{}, cases...))
	assert.Equal(t, 50.0, report.Summary.SuccessRate)
	assert.Equal(t, []string{"one/log: passed: chime", "torn/log: failed: torn: an error: a torn cable", "log: 1 of 2 passed"}, run(Config{Goal: 50}, cases...))
	assert.Equal(t, []string{"one/log: passed: chime", "torn/log: failed: torn: an error: a torn cable", "log: 1 of 2 passed",
		"error: 50 % of the cases have passed, the goal is 50.5 %"}, run(Config{Goal: 50.5}, cases...))
	assert.Equal(t, []string{"fatal: jarvistest: there are no cases, so nothing is tested"}, run(Config{}))
	assert.Equal(t, []string{`fatal: jarvistest: case 0 ("x"): Unknown command 'chim'. Did you mean: chime?`}, run(Config{}, Case{VoiceCommand: "x", ExpectedCommand: "chim"}))
	done := 0
	run(Config{Progress: func(d, total int, _ *Result) { done += d * total }}, cases...)
	assert.Equal(t, 6, done)
}

func TestRunForReal(t *testing.T) {
	report := Run(t, ParserFunc(chimes), []jarvis.Command{&chime{}}, []Case{{VoiceCommand: "1", ExpectedCommand: "chime", ExpectedParams: jarvis.Args{"times": 1}}}, Config{})
	assert.Equal(t, 1, report.Summary.Passed)
	talks := RunConversations(t, ParserFunc(chimes), nil, []Conversation{{Turns: []Turn{{VoiceCommand: "1", ExpectedTool: "chime"}}}}, Config{})
	assert.Equal(t, 1, talks.Summary.Passed)
}

func TestRunConversations(t *testing.T) {
	tests := []Conversation{{Description: "one", Turns: []Turn{{VoiceCommand: "1", ExpectedStop: StopToolCalls}}}, {Turns: []Turn{{VoiceCommand: "torn"}}}}
	run := func(config Config, tests ...Conversation) []string {
		return noted(t, func(s subtester) { runConversations(s, ParserFunc(chimes), nil, tests, config) })
	}
	assert.Equal(t, []string{"one/log: passed: one", "torn/error: failed: torn: turn 1: an error: a torn cable",
		"log: 1 of 2 conversations passed (50 %)\nfailed: torn: turn 1: an error: a torn cable"}, run(Config{}, tests...))
	assert.Equal(t, "error: 50 % of the cases have passed, the goal is 80 %", run(Config{Goal: 80}, tests...)[3])
	assert.Equal(t, []string{`fatal: jarvistest: conversation 0 (""): there are no turns`}, run(Config{}, Conversation{}))
	assert.Equal(t, []string{"fatal: jarvistest: there are no conversations, so nothing is tested"}, run(Config{}))
}
