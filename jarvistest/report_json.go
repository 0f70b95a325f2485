// The JSON of reports.

package jarvistest

import (
	"bytes"
	"encoding/json"
)

// JSON returns the report as indented JSON with a newline at its end, the same for the same results. The error is that of
// expected parameters that have no JSON; cases that were run have none such.
func (r *Report) JSON() ([]byte, error) { return indentedJSON(r) }

func indentedJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// wireReport keeps lists from being null.
type wireReport struct {
	Summary  Summary  `json:"summary"`
	Results  []Result `json:"results"`
	Analysis Analysis `json:"analysis"`
}

// MarshalJSON writes the shape that the type describes.
func (r *Report) MarshalJSON() ([]byte, error) {
	w := wireReport{r.Summary, r.Results, r.Analysis}
	if w.Results == nil {
		w.Results = []Result{}
	}
	if w.Analysis.Recommendations == nil {
		w.Analysis.Recommendations = []Recommendation{}
	}
	return plainJSON(w)
}

type wireResult struct {
	VoiceCommand    string          `json:"voice_command"`
	ExpectedCommand *string         `json:"expected_command"`
	ActualCommand   *string         `json:"actual_command"`
	ExpectedParams  json.RawMessage `json:"expected_params"`
	ActualParams    map[string]any  `json:"actual_params"`
	Passed          bool            `json:"passed"`
	ResponseTime    float64         `json:"response_time_ms"`
	FailureReason   *string         `json:"failure_reason"`
	PreRouted       bool            `json:"pre_routed"`
	ConversationID  string          `json:"conversation_id"`
}

// MarshalJSON writes a member of results. Commands that are not there are null, as is the reason of a passed case.
func (r Result) MarshalJSON() ([]byte, error) {
	expected, err := r.Case.ExpectedParams.JSON()
	if err != nil {
		return nil, err
	}
	return plainJSON(wireResult{
		VoiceCommand: r.Case.VoiceCommand, ExpectedCommand: orNull(r.Case.ExpectedCommand), ActualCommand: orNull(r.ActualCommand),
		ExpectedParams: expected, ActualParams: r.ActualParams, Passed: r.Passed, ResponseTime: milliseconds(r.ResponseTime),
		FailureReason: orNull(r.FailureReason), PreRouted: r.PreRouted, ConversationID: r.ConversationID,
	})
}

// orNull is a text for JSON, where an empty one is null.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// plainJSON is JSON without the escapes meant for HTML.
func plainJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}
