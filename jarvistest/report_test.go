// Tests of reports: their bytes, their sums, and what they recommend.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// sameFile compares got with the file testdata/harness/name, byte for byte. JARVIS_UPDATE=1 writes the file instead.
func sameFile(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "harness", name)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes golden files")
	assert.Equal(t, string(want), string(got), path)
}

// ticking is a clock that goes on whenever somebody looks at it, each time by a step more.
func ticking(step time.Duration) func() time.Time {
	now := time.Date(2026, 10, 6, 12, 0, 0, 0, time.FixedZone("", 3600))
	looks := time.Duration(0)
	return func() time.Time {
		looks++
		now = now.Add(looks * step)
		return now
	}
}

// byUtterance answers each utterance with its own answer.
func byUtterance(answers map[string]*jarvistest.Answer) jarvistest.ParserFunc {
	return func(_ context.Context, text string) (*jarvistest.Answer, error) {
		if a, ok := answers[text]; ok {
			return a, nil
		}
		return nil, fmt.Errorf("<%s> & co. cannot be reached", text)
	}
}

// everything has a case for each failure, and answers for them.
func everything() ([]jarvistest.Case, jarvistest.ParserFunc) {
	var cases []jarvistest.Case
	answers := map[string]*jarvistest.Answer{}
	add := func(said, expected string, params jarvis.Args, a *jarvistest.Answer) {
		cases = append(cases, jarvistest.Case{VoiceCommand: said, ExpectedCommand: expected, ExpectedParams: params})
		if a != nil {
			answers[said] = a
		}
	}
	call := func(name, args string) *jarvistest.Answer {
		return &jarvistest.Answer{Calls: []jarvis.Call{callOf(name, args)}, ConversationID: "conv-" + strconv.Itoa(len(cases))}
	}
	kitchen, words := jarvis.Args{"room": "kitchen"}, &jarvistest.Answer{Text: "What has four wheels and flies?"}
	add("Light the kitchen", "lamp", kitchen, call("lamp", `{"room":"kitchen"}`))
	add("lights", "lamp", jarvis.Args{"room": "hall"}, nil)
	add("Brighten the kitchen", "lamp", kitchen, call("lamp", `{"room":"hall","level":1e2}`))
	add("Dim the kitchen", "lamp", jarvis.Args{"room": "kitchen", "level": 10}, call("lamp", `{"room":"kitchen","colour":"<red>"}`))
	add("Cook", "lamp", kitchen, call("joke", `{}`))
	add("Bake", "lamp", kitchen, call("joke", `{}`))
	add("Boil", "lamp", kitchen, call("stove", `{}`))
	add("Fry", "lamp", kitchen, words)
	add("Roast", "lamp", kitchen, nil)
	add("Tell a joke", "joke", nil, words)
	add("Another", "joke", nil, call("joke", ``))
	add("Hm", "", nil, call("lamp", `{}`))
	add("Well", "", nil, &jarvistest.Answer{Stop: jarvistest.StopNotForMe})
	return cases, byUtterance(answers)
}

func TestReportGolden(t *testing.T) {
	cases, parser := everything()
	report, err := jarvistest.Measure(t.Context(), parser, lampAndJoke(), cases, jarvistest.Config{Clock: ticking(1500 * time.Microsecond)})
	require.NoError(t, err)
	text, err := report.JSON()
	require.NoError(t, err)
	sameFile(t, "report.json", text)
	sameFile(t, "report.txt", []byte(report.String()))

	var keys struct {
		Summary map[string]json.Number
		Results []map[string]any
	}
	require.NoError(t, json.Unmarshal(text, &keys))
	for _, name := range []string{"total", "passed", "failed", "success_rate", "avg_response_time_ms"} {
		assert.Contains(t, keys.Summary, name)
	}
	for _, name := range []string{"voice_command", "expected_command", "actual_command", "expected_params", "actual_params", "passed", "response_time_ms"} {
		assert.Contains(t, keys.Results[0], name)
	}
}

func TestEmptyReport(t *testing.T) {
	report := jarvistest.NewReport(nil)
	text, err := report.JSON()
	require.NoError(t, err)
	assert.JSONEq(t, `{"summary":{"total":0,"passed":0,"failed":0,"success_rate":0,"avg_response_time_ms":0},"results":[],
		"analysis":{"command_success_rates":{},"confusion_matrix":{},"parameter_issues":{},"recommendations":[]}}`, string(text))
	assert.Equal(t, "0 of 0 passed (0 %), 0 ms on average\n", report.String())
}

// result is one that a caller has made himself.
func result(expected, actual string, failure jarvistest.Failure) jarvistest.Result {
	return jarvistest.Result{Case: jarvistest.Case{ExpectedCommand: expected}, ActualCommand: actual, Failure: failure, Passed: failure == jarvistest.FailureNone}
}

func repeated(n int, r jarvistest.Result) (list []jarvistest.Result) {
	for range n {
		list = append(list, r)
	}
	return list
}

func TestRecommendations(t *testing.T) {
	passed, failed := jarvistest.FailureNone, jarvistest.FailureNoCall
	of := func(lists ...[]jarvistest.Result) (lines []string) {
		var all []jarvistest.Result
		for _, l := range lists {
			all = append(all, l...)
		}
		for _, r := range jarvistest.NewReport(all).Analysis.Recommendations {
			lines = append(lines, strings.Join([]string{r.Priority, r.Command, r.Issue}, "|"))
			assert.NotEmpty(t, r.Suggestion)
		}
		return lines
	}
	assert.Empty(t, of(repeated(7, result("a", "a", passed)), repeated(3, result("a", "", failed))), "70 % are enough")
	assert.Equal(t, []string{"HIGH|b|1 of 1 cases fail (0 % pass), most by error", "HIGH|a|31 of 100 cases fail (69 % pass), most by no call"},
		of(repeated(69, result("a", "a", passed)), repeated(30, result("a", "", failed)), repeated(1, result("a", "a", jarvistest.FailureParams)), repeated(1, result("b", "", jarvistest.FailureError))), "the worst first")

	var many []jarvistest.Result
	for i, n := range []int{1, 3, 2, 6, 5, 4} {
		many = append(many, repeated(n, result("a", "x"+strconv.Itoa(i), jarvistest.FailureCommand))...)
	}
	many = append(many, repeated(100, result("a", "a", passed))...)
	assert.Equal(t, []string{"MEDIUM|a|x3 is called instead, 6 times", "MEDIUM|a|x4 is called instead, 5 times", "MEDIUM|a|x5 is called instead, 4 times",
		"MEDIUM|a|x1 is called instead, 3 times", "MEDIUM|a|x2 is called instead, 2 times"}, of(many), "the five commonest")
	assert.Equal(t, []string{"MEDIUM|x|called where no command was to be called, once"}, of(repeated(1, result("", "x", jarvistest.FailureUnexpected))))

	issues := func(kinds ...jarvistest.IssueKind) []jarvistest.Result {
		r := result("a", "a", passed)
		for i, k := range kinds {
			r.Issues = append(r.Issues, jarvistest.Issue{Param: "p" + strconv.Itoa(i), Kind: k})
		}
		return repeated(1, r)
	}
	assert.Empty(t, of(issues(jarvistest.IssueExtra, jarvistest.IssueExtra)), "two are few")
	assert.Equal(t, []string{"MEDIUM|a|3 parameter issues, most of them missing: p1, p2"}, of(issues(jarvistest.IssueExtra, jarvistest.IssueMissing, jarvistest.IssueMissing)))
}

func TestAdvice(t *testing.T) {
	for failure, words := range map[jarvistest.Failure]string{
		jarvistest.FailureCommand: "Antipatterns Description Examples", jarvistest.FailureParams: "Examples CriticalRules", jarvistest.FailureMissing: "description Examples",
		jarvistest.FailureNoCall: "Description AllowDirectAnswer", jarvistest.FailureUnexpected: "Antipatterns", jarvistest.FailureQuestion: "default",
		jarvistest.FailureRefused: "enum", jarvistest.FailureError: "errors",
	} {
		for word := range strings.FieldsSeq(words) {
			assert.Contains(t, failure.Advice(), word, failure)
		}
	}
	assert.Empty(t, jarvistest.FailureNone.Advice())
	assert.Contains(t, jarvistest.IssueExtra.Advice(), "Rules")
	assert.Contains(t, jarvistest.IssueMissing.Advice(), "description of the parameter")
	assert.Contains(t, jarvistest.IssueWrong.Advice(), "CriticalRules")
	assert.Empty(t, jarvistest.IssueKind("").Advice())
}

// randomResult draws the result of a case.
func randomResult(t *rapid.T) jarvistest.Result {
	names := rapid.SampledFrom([]string{"", "a", "b", "c"})
	failures := rapid.SampledFrom([]jarvistest.Failure{"", "", jarvistest.FailureCommand, jarvistest.FailureParams, jarvistest.FailureError})
	r := result(names.Draw(t, "expected"), names.Draw(t, "actual"), failures.Draw(t, "failure"))
	r.PreRouted = rapid.Bool().Draw(t, "routed")
	r.ResponseTime = time.Duration(rapid.IntRange(0, 9000).Draw(t, "ms")) * time.Millisecond
	for range rapid.IntRange(0, 2).Draw(t, "issues") {
		r.Issues = append(r.Issues, jarvistest.Issue{Param: "p", Kind: jarvistest.IssueWrong})
	}
	return r
}

// The parts of a report agree with each other, whatever the results.
func TestReportSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := rapid.SliceOfN(rapid.Custom(randomResult), 0, 30).Draw(t, "results")
		report := jarvistest.NewReport(results)
		var expected, passed, confused, issues, total, asked int
		var took time.Duration
		for _, r := range results {
			if r.Case.ExpectedCommand != "" {
				expected++
			}
			if r.Passed {
				passed++
			}
			if r.ActualCommand != "" && r.ActualCommand != r.Case.ExpectedCommand {
				confused++
			}
			if !r.PreRouted {
				asked, took = asked+1, took+r.ResponseTime
			}
			issues += len(r.Issues)
		}
		s := report.Summary
		assert.Equal(t, len(results), s.Total)
		assert.Equal(t, passed, s.Passed)
		assert.Equal(t, s.Total, s.Passed+s.Failed)
		if s.Total > 0 {
			assert.InDelta(t, 100*float64(s.Passed)/float64(s.Total), s.SuccessRate, 0.005)
		}
		if asked > 0 {
			assert.InDelta(t, took.Seconds()*1000/float64(asked), s.AvgTime, 0.001)
		} else {
			assert.Zero(t, s.AvgTime)
		}
		for _, c := range report.Analysis.CommandRates {
			total += c.Total
			assert.InDelta(t, 100*float64(c.Passed)/float64(c.Total), c.Rate, 0.005)
		}
		assert.Equal(t, expected, total)
		for _, n := range report.Analysis.Confusion {
			confused -= n
		}
		assert.Zero(t, confused)
		for _, list := range report.Analysis.ParameterIssues {
			issues -= len(list)
		}
		assert.Zero(t, issues)
		first, err := report.JSON()
		require.NoError(t, err)
		again, err := jarvistest.NewReport(results).JSON()
		require.NoError(t, err)
		assert.Equal(t, string(first), string(again))
	})
}
