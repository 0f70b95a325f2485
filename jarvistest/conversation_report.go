// Reports of conversations.

package jarvistest

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// ConversationReport is what came of conversations. Its JSON has the shape of the original's: summary with total, passed, failed
// and timestamp; results with description, category, passed, failure_reason, response_times in seconds, final_response and
// conversation_id.
type ConversationReport struct {
	Summary ConversationSummary  `json:"summary"`
	Results []ConversationResult `json:"results"`
}

// ConversationSummary counts conversations.
type ConversationSummary struct {
	Total     int       `json:"total"`     // of those that were held
	Passed    int       `json:"passed"`    // in every turn
	Failed    int       `json:"failed"`    // in one of them
	Timestamp time.Time `json:"timestamp"` // when the first began, in UTC
}

// ConversationResult is what came of one conversation.
type ConversationResult struct {
	Test           Conversation
	Passed         bool    // in every turn
	FailureReason  string  // in words, with the turn; empty if passed
	Trace          []Trace // of the turns that were held, the one that has failed included
	FinalResponse  string  // the last words of the assistant
	ConversationID string  // that of Start, or the one that an Answer has told
}

func newConversationReport(begun time.Time, results []ConversationResult) *ConversationReport {
	r := &ConversationReport{Results: results, Summary: ConversationSummary{Total: len(results), Timestamp: begun.UTC()}}
	for i := range results {
		if results[i].Passed {
			r.Summary.Passed++
		}
	}
	r.Summary.Failed = r.Summary.Total - r.Summary.Passed
	return r
}

type wireConversation struct {
	Description    string    `json:"description"`
	Category       string    `json:"category"`
	Passed         bool      `json:"passed"`
	FailureReason  *string   `json:"failure_reason"`
	ResponseTimes  []float64 `json:"response_times"`
	FinalResponse  *string   `json:"final_response"`
	ConversationID string    `json:"conversation_id"`
}

// MarshalJSON writes a member of results.
func (r ConversationResult) MarshalJSON() ([]byte, error) {
	w := wireConversation{
		Description: r.Test.Description, Category: r.Test.Category, Passed: r.Passed, FailureReason: orNull(r.FailureReason),
		ResponseTimes: []float64{}, FinalResponse: orNull(r.FinalResponse), ConversationID: r.ConversationID,
	}
	for _, t := range r.Trace {
		w.ResponseTimes = append(w.ResponseTimes, t.ResponseTime.Round(time.Microsecond).Seconds())
	}
	return plainJSON(w)
}

// JSON returns the report as indented JSON with a newline at its end.
func (r *ConversationReport) JSON() ([]byte, error) {
	w := *r
	if w.Results == nil {
		w.Results = []ConversationResult{}
	}
	return indentedJSON(w)
}

// line is what a log says of a result.
func (r *ConversationResult) line() string {
	name := cmp.Or(r.Test.name(), r.ConversationID)
	if r.Passed {
		return "passed: " + name
	}
	return fmt.Sprintf("failed: %s: %s", name, r.FailureReason)
}

// String is a summary for people: the counts and the conversations that have failed.
func (r *ConversationReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d conversations passed (%s)\n", r.Summary.Passed, r.Summary.Total, percent(rate(r.Summary.Passed, r.Summary.Total)))
	for i := range r.Results {
		if one := &r.Results[i]; !one.Passed {
			fmt.Fprintln(&b, one.line())
		}
	}
	return b.String()
}
