// Judging a case: whether what came is what was expected, and if not, why.

package jarvistest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// judge fills in whether the case has passed.
func (h *harness) judge(r *Result) {
	h.findIssues(r)
	r.Failure, r.FailureReason = h.failure(r)
	r.Passed = r.Failure == FailureNone
	r.Direct = r.Passed && r.Case.ExpectedCommand != "" && r.ActualCommand == ""
}

// findIssues compares the arguments of the right command. A call that was refused to the end is shown as the one that came.
func (h *harness) findIssues(r *Result) {
	if r.ActualCommand == "" && r.err == nil && r.Answer != nil && len(r.Answer.Refused) > 0 {
		call := r.Answer.Refused[0]
		r.ActualCommand = call.Name
		r.ActualParams, _ = argumentsOf(call)
	}
	if r.err != nil || r.ActualCommand == "" || r.ActualCommand != r.Case.ExpectedCommand {
		return
	}
	d, _ := h.registry.Lookup(r.ActualCommand)
	r.Issues, r.err = h.config.Rules.compare(r.ActualCommand, d, r.Case.ExpectedParams, r.ActualParams)
	if r.call != nil || r.PreRouted { // what a hook has added is not the model's doing
		r.Issues = slices.DeleteFunc(r.Issues, func(i Issue) bool { return i.Kind == IssueExtra && !r.sent[i.Param] })
	}
}

func (h *harness) failure(r *Result) (Failure, string) {
	expected := r.Case.ExpectedCommand
	switch {
	case r.err != nil:
		return FailureError, fmt.Sprintf(reasonError, r.err)
	case r.ActualCommand == "":
		return h.withoutCall(r)
	case expected == "":
		return FailureUnexpected, fmt.Sprintf(reasonUnexpected, echo.Clip(r.ActualCommand))
	case r.ActualCommand != expected && r.PreRouted:
		return FailureCommand, fmt.Sprintf(reasonRouted, r.ActualCommand, expected)
	case r.ActualCommand != expected:
		return FailureCommand, fmt.Sprintf(reasonCommand, echo.Clip(r.ActualCommand), expected)
	case r.refusal != nil:
		return FailureRefused, fmt.Sprintf(reasonRefused, expected, r.refusal)
	case r.Answer != nil && r.call == nil && !r.PreRouted:
		return FailureRefused, fmt.Sprintf(reasonRefused, expected, r.Answer.Error)
	}
	return failedParams(expected, r.Issues)
}

// withoutCall judges an answer that makes no call.
func (h *harness) withoutCall(r *Result) (Failure, string) {
	a := r.Answer
	expected := r.Case.ExpectedCommand
	said := strings.TrimSpace(a.Text)
	d, _ := h.registry.Lookup(expected)
	switch stop := a.stop(); {
	case a.Question != nil:
		return FailureQuestion, fmt.Sprintf(reasonQuestion, r.Questions, echo.Clip(a.Question.Text))
	case stop == StopError:
		return FailureError, fmt.Sprintf(reasonError, a.Error)
	case expected == "":
		return FailureNone, ""
	case stop == StopNotForMe:
		return FailureNoCall, reasonNotForMe
	case said == "":
		return FailureNoCall, reasonSilent
	case d.Spec().AllowDirectAnswer && !r.Case.NoDirectAnswer:
		return FailureNone, ""
	}
	return FailureNoCall, fmt.Sprintf(reasonNoCall, echo.Clip(said))
}

// failedParams is the failure that issues come to.
func failedParams(command string, issues []Issue) (Failure, string) {
	failure := FailureNone
	var said []string
	for _, i := range issues {
		switch i.Kind {
		case IssueWrong:
			failure = FailureParams
			said = append(said, fmt.Sprintf(reasonWrong, i.Param, shownValue(i.Actual), shownValue(i.Expected)))
		case IssueMissing:
			if failure == FailureNone {
				failure = FailureMissing
			}
			said = append(said, fmt.Sprintf(reasonMissing, i.Param, shownValue(i.Expected)))
		}
	}
	if failure == FailureNone {
		return failure, ""
	}
	return failure, fmt.Sprintf(reasonParams, command, strings.Join(slices.Clip(said), "; "))
}

// shownValue is a value as shortened JSON.
func shownValue(v any) string {
	raw, _ := plainJSON(v) // which v is made of
	return echo.Clip(string(raw))
}
