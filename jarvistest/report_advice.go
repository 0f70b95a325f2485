// Advice: from failures to what an author can change.

package jarvistest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Priorities of recommendations.
const (
	PriorityHigh   = "HIGH"
	PriorityMedium = "MEDIUM"
)

// Recommendation says what to change about a command. There is one of high priority for each command that passes less than 70 %
// of its cases, the worst first; then, of medium priority, one for each of the five commonest confusions of two commands, and one
// for each command with more than two parameter issues. Source: the original's test program.
type Recommendation struct {
	Priority   string `json:"priority"`   // PriorityHigh or PriorityMedium
	Command    string `json:"command"`    // that is to be changed
	Issue      string `json:"issue"`      // what goes wrong
	Suggestion string `json:"suggestion"` // what may help
}

// Thresholds of recommendations.
const (
	lowRate        = 70 // percent
	mostConfusions = 5
	fewIssues      = 2
)

// Issues and suggestions.
const (
	issueRate      = "%d of %d cases fail (%s pass), most by %s"
	issueConfusion = "%s is called instead, %s"
	issueNone      = "called where no command was to be called, %s"
	issueParams    = "%d parameter issues, most of them %s: %s"

	suggestCommand    = "Name the commands it is confused with in Antipatterns, sharpen Description, and add Examples of such words."
	suggestParams     = "Add Examples of such words, and say in CriticalRules how the values are found."
	suggestMissing    = "Say in the description of the parameter which words hold it, and add Examples that have it."
	suggestExtra      = "Say in Rules what is not to be sent."
	suggestNoCall     = "Say in Description when to call it, add Examples of such words, and leave AllowDirectAnswer out."
	suggestUnexpected = "Say in Description and Antipatterns what it is not for."
	suggestQuestion   = "Give optional parameters a default, and add Examples that leave them out."
	suggestRefused    = "Name the allowed values in enum tags and descriptions, and add Examples of such words."
	suggestError      = "Look at the errors first: the model, its server or the command has failed."
	suggestConfusion  = "Name %s in Antipatterns, and tell the two apart in Description and Examples."
)

// Advice returns what helps against a failure: which part of a Spec or declaration to change. FailureNone has none.
func (f Failure) Advice() string {
	switch f {
	case FailureCommand:
		return suggestCommand
	case FailureParams:
		return suggestParams
	case FailureMissing:
		return suggestMissing
	case FailureNoCall:
		return suggestNoCall
	case FailureUnexpected:
		return suggestUnexpected
	case FailureQuestion:
		return suggestQuestion
	case FailureRefused:
		return suggestRefused
	case FailureError:
		return suggestError
	}
	return ""
}

// Advice returns what helps against issues of a kind.
func (k IssueKind) Advice() string {
	switch k {
	case IssueWrong:
		return suggestParams
	case IssueMissing:
		return suggestMissing
	case IssueExtra:
		return suggestExtra
	}
	return ""
}

func recommend(r *Report) (list []Recommendation) {
	list = append(list, recommendRates(r)...)
	list = append(list, recommendConfusions(r)...)
	return append(list, recommendParams(r)...)
}

// recommendRates is about commands that fail often.
func recommendRates(r *Report) (list []Recommendation) {
	rates := r.Analysis.CommandRates
	names := slices.SortedFunc(maps.Keys(rates), func(a, b string) int {
		return cmp.Or(cmp.Compare(rates[a].Rate, rates[b].Rate), strings.Compare(a, b))
	})
	for _, name := range names {
		c := rates[name]
		if c.Rate >= lowRate {
			continue
		}
		failures := map[Failure]int{}
		for i := range r.Results {
			if one := &r.Results[i]; one.Case.ExpectedCommand == name && !one.Passed {
				failures[one.Failure]++
			}
		}
		most := commonest(failures)
		list = append(list, Recommendation{PriorityHigh, name, fmt.Sprintf(issueRate, c.Total-c.Passed, c.Total, percent(c.Rate), most), most.Advice()})
	}
	return list
}

// recommendConfusions is about pairs of commands.
func recommendConfusions(r *Report) (list []Recommendation) {
	counts := r.Analysis.Confusion
	for _, pair := range byCount(counts)[:min(mostConfusions, len(counts))] {
		expected, actual, _ := strings.Cut(pair, " -> ")
		rec := Recommendation{PriorityMedium, expected, fmt.Sprintf(issueConfusion, actual, times(counts[pair])), fmt.Sprintf(suggestConfusion, actual)}
		if expected == noCommand {
			rec = Recommendation{PriorityMedium, actual, fmt.Sprintf(issueNone, times(counts[pair])), suggestUnexpected}
		}
		list = append(list, rec)
	}
	return list
}

// recommendParams is about commands whose parameters are often amiss.
func recommendParams(r *Report) (list []Recommendation) {
	all := r.Analysis.ParameterIssues
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if len(all[name]) <= fewIssues {
			continue
		}
		kinds := map[IssueKind]int{}
		for _, issue := range all[name] {
			kinds[issue.Kind]++
		}
		most := commonest(kinds)
		params := map[string]int{}
		for _, issue := range all[name] {
			if issue.Kind == most {
				params[issue.Param]++
			}
		}
		issue := fmt.Sprintf(issueParams, len(all[name]), most, strings.Join(byCount(params), ", "))
		list = append(list, Recommendation{PriorityMedium, name, issue, most.Advice()})
	}
	return list
}

// commonest returns what was counted most often, of several the first in order. Something was.
func commonest[K ~string](counts map[K]int) K { return byCount(counts)[0] }

// byCount orders by count, the most first, and then by name.
func byCount[K ~string](counts map[K]int) []K {
	return slices.SortedFunc(maps.Keys(counts), func(a, b K) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
