// Reports of cases: what came of each, and what can be learnt from all of them.

package jarvistest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Report is what came of a run. Its JSON has the shape that the original documents: summary, results and analysis, with these
// keys beside it: failure_reason, pre_routed and conversation_id in results, parameter_issues and recommendations in analysis.
type Report struct {
	Summary  Summary  `json:"summary"`
	Results  []Result `json:"results"`
	Analysis Analysis `json:"analysis"`
}

// Summary counts cases.
type Summary struct {
	Total       int     `json:"total"`                // of all cases
	Passed      int     `json:"passed"`               // as Result.Passed says
	Failed      int     `json:"failed"`               // the others
	SuccessRate float64 `json:"success_rate"`         // in percent, with two decimals; 0 without cases
	AvgTime     float64 `json:"avg_response_time_ms"` // of cases that were not pre-routed, in milliseconds; 0 without any
}

// Failure says why a case has failed.
type Failure string

// The failures.
const (
	FailureNone       Failure = ""
	FailureCommand    Failure = "wrong command"
	FailureParams     Failure = "wrong parameters"
	FailureMissing    Failure = "missing parameters" // and none wrong
	FailureNoCall     Failure = "no call"            // but an answer in words, or none
	FailureUnexpected Failure = "unexpected call"    // where none was expected
	FailureQuestion   Failure = "question"           // that goes on after all answers
	FailureRefused    Failure = "refused call"       // by the checks, to the end
	FailureError      Failure = "error"
)

// Result is what came of one case.
type Result struct {
	Case           Case
	ActualCommand  string         // empty if none was called
	ActualParams   map[string]any // as JSON values, after PostProcess; nil if no command was called
	Passed         bool           // the call is as expected
	Failure        Failure
	FailureReason  string // in words; empty if passed
	Issues         []Issue
	PreRouted      bool          // a PreRouter has recognised the utterance
	Direct         bool          // passed with an answer in words
	Questions      int           // that were answered
	ResponseTime   time.Duration // from the utterance to the call
	ConversationID string        // that of Start, or the one that the Answer has told
	Answer         *Answer       // the last one; nil if there was none

	call    *jarvis.Call    // in Answer
	sent    map[string]bool // the parameters that the model has given
	refusal *jarvis.ValidationError
	err     error
}

// CommandRate counts the cases in which a command was expected.
type CommandRate struct {
	Total  int     `json:"total"`  // of those cases
	Passed int     `json:"passed"` // of Total
	Rate   float64 `json:"rate"`   // in percent, with two decimals
}

// Analysis says what the results have in common. Cases that expect no command are not in CommandRates.
type Analysis struct {
	CommandRates    map[string]CommandRate      `json:"command_success_rates"`
	Confusion       map[string]int              `json:"confusion_matrix"` // "expected -> actual", where another command was called; "(none)" if none was expected
	ParameterIssues map[string][]ParameterIssue `json:"parameter_issues"` // by the command that was rightly called
	Recommendations []Recommendation            `json:"recommendations"`  // the most urgent first
}

// ParameterIssue is an Issue with the utterance that led to it.
type ParameterIssue struct {
	VoiceCommand string `json:"voice_command"` // that of the Case
	Issue
}

// NewReport sums up results, such as those of several runs. Results that the caller has made himself count by Case, ActualCommand,
// Passed, Failure, Issues, PreRouted and ResponseTime.
func NewReport(results []Result) *Report {
	r := &Report{Results: results, Analysis: Analysis{
		CommandRates: map[string]CommandRate{}, Confusion: map[string]int{}, ParameterIssues: map[string][]ParameterIssue{},
	}}
	var asked int
	var took time.Duration
	for i := range results {
		one := &results[i]
		r.Summary.Total++
		if one.Passed {
			r.Summary.Passed++
		}
		if !one.PreRouted {
			asked++
			took += one.ResponseTime
		}
		r.Analysis.count(one)
	}
	r.Summary.Failed = r.Summary.Total - r.Summary.Passed
	r.Summary.SuccessRate = rate(r.Summary.Passed, r.Summary.Total)
	if asked > 0 {
		r.Summary.AvgTime = milliseconds(took / time.Duration(asked))
	}
	r.Analysis.Recommendations = recommend(r)
	return r
}

// count adds a result to the analysis.
func (a *Analysis) count(r *Result) {
	if name := r.Case.ExpectedCommand; name != "" {
		c := a.CommandRates[name]
		c.Total++
		if r.Passed {
			c.Passed++
		}
		c.Rate = rate(c.Passed, c.Total)
		a.CommandRates[name] = c
	}
	if r.ActualCommand != "" && r.ActualCommand != r.Case.ExpectedCommand {
		a.Confusion[shownCommand(r.Case.ExpectedCommand)+" -> "+shownCommand(r.ActualCommand)]++
	}
	for _, issue := range r.Issues {
		a.ParameterIssues[r.ActualCommand] = append(a.ParameterIssues[r.ActualCommand], ParameterIssue{r.Case.VoiceCommand, issue})
	}
}

// rate is a share in percent with two decimals.
func rate(part, total int) float64 {
	if total == 0 {
		return 0
	}
	return math.Round(10_000*float64(part)/float64(total)) / 100
}

// milliseconds has three decimals.
func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}

// line is what a log says of a result.
func (r *Result) line() string {
	if r.Passed {
		return fmt.Sprintf("passed: %s (%s)", r.outcome(), r.ResponseTime)
	}
	return fmt.Sprintf("failed: %s: %s", echo.Clip(r.Case.VoiceCommand), r.FailureReason)
}

// outcome says in short what came.
func (r *Result) outcome() string {
	switch {
	case r.PreRouted:
		return shownCommand(r.ActualCommand) + ", pre-routed"
	case r.Direct:
		return "answered directly"
	}
	return shownCommand(r.ActualCommand)
}

// String is a summary for people: the counts, the failed cases and the recommendations.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d passed (%s), %s ms on average\n", r.Summary.Passed, r.Summary.Total, percent(r.Summary.SuccessRate),
		strconv.FormatFloat(r.Summary.AvgTime, 'f', -1, 64))
	for i := range r.Results {
		if one := &r.Results[i]; !one.Passed {
			fmt.Fprintln(&b, one.line())
		}
	}
	for _, rec := range r.Analysis.Recommendations {
		fmt.Fprintf(&b, "%s: %s: %s. %s\n", rec.Priority, rec.Command, rec.Issue, rec.Suggestion)
	}
	return b.String()
}

// percent writes a rate.
func percent(rate float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(rate, 'f', 1, 64), ".0") + " %"
}
