// Result: what came of a turn.

package assistant

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// StopNotForMe is the one reason for which a turn stops beside those of package toolcall (StopComplete: say Text; StopToolCalls:
// execute Calls and Continue; StopValidation: ask the Question; StopError: see Code).
const StopNotForMe toolcall.StopReason = "not_for_me" // the words were not meant for the assistant: say nothing

// Code says what kept a turn from its proper end.
type Code string

// The codes. They are wire values.
const (
	CodeNone          Code = ""
	CodeMaxIterations Code = "max_iterations_exceeded" // the model made calls until the rounds were spent; Stop is StopComplete
	CodeRepeated      Code = "repeated_tool_call"      // the model made the same calls twice in a row
	CodeRefused       Code = "invalid_tool_calls"      // its calls were refused until the retries were spent; see Result.Refused
	CodeModel         Code = "llm_error"               // asking the model has failed; the error says why
	CodeFailed        Code = "tool_error"              // all calls have failed, which Text says; Stop is StopComplete
	CodeCanceled      Code = "canceled"                // the context was canceled, as when the user speaks again; there is nothing to say
	CodeInternal      Code = "internal_error"          // anything else; the error says what
)

// Result is what came of a turn. It is the caller's, but for the responses of executed calls, which must not be changed. Its JSON is
// the turn response of the original.
type Result struct {
	Stop     toolcall.StopReason
	Text     string                  // to be spoken; of StopValidation the question
	Calls    []toolcall.Call         // to be executed by the caller, if Stop is StopToolCalls
	Question *toolcall.Clarification // what the next Utterance answers, if Stop is StopValidation
	Code     Code

	Executed []toolcall.Executed   // all calls of the turn that were executed, also by the caller
	Refused  []*toolcall.CallError // what was wrong with the last calls, if they stayed refused

	WaitForInput  bool // the conversation goes on: a command or a question waits for the user
	EndOfExchange bool // no follow-up is to be expected
	Cleared       bool // a command had the history forgotten
	PreRouted     bool // a command has recognised the utterance, and no model was asked
	Truncated     bool // the last answer of the model was cut off by MaxTokens

	Reasoning string    // what the model has thought
	Rounds    int       // answers of the model, without retries
	Retries   int       // answers asked for again because calls were refused
	Usage     llm.Usage // of all answers

	Request jarvis.Request // that the commands got
}

// clone returns a copy that shares nothing with what the conversation keeps, but for responses.
func (r *Result) clone() *Result {
	c := *r
	c.Calls, c.Request = toolcall.CloneCalls(r.Calls), cloneRequest(r.Request)
	c.Executed, c.Refused = cloneExecuted(r.Executed), slices.Clone(r.Refused)
	if r.Question != nil {
		q := cloneQuestion(*r.Question)
		c.Question = &q
	}
	return &c
}

func cloneExecuted(list []toolcall.Executed) []toolcall.Executed {
	list = slices.Clone(list)
	for i := range list {
		list[i].Call = toolcall.CloneCalls([]toolcall.Call{list[i].Call})[0]
	}
	return list
}

func cloneQuestion(q toolcall.Clarification) toolcall.Clarification {
	q.Options, q.Executed = slices.Clone(q.Options), cloneExecuted(q.Executed)
	return q
}

// cloneRequest copies a request for a command or a caller, who may change it.
func cloneRequest(req jarvis.Request) jarvis.Request {
	req.ValidationContext = maps.Clone(req.ValidationContext)
	if options, ok := req.ValidationContext["options"].([]string); ok {
		req.ValidationContext["options"] = slices.Clone(options)
	}
	return req
}

// wireResult is the JSON form of a Result.
type wireResult struct {
	Commands    []any                   `json:"commands"`
	Request     wireRequest             `json:"request_information"`
	Stop        toolcall.StopReason     `json:"stop_reason"`
	Text        string                  `json:"assistant_message"`
	End         bool                    `json:"end_of_exchange"`
	Calls       []wireCall              `json:"tool_calls"`
	Question    *toolcall.Clarification `json:"validation_request,omitempty"`
	Reasoning   string                  `json:"reasoning,omitempty"`
	Error       Code                    `json:"error,omitempty"`
	Wait        bool                    `json:"wait_for_input,omitempty"`
	HistoryGone bool                    `json:"clear_history,omitempty"`
}

type wireRequest struct {
	VoiceCommand   string `json:"voice_command"`
	ConversationID string `json:"conversation_id"`
}

type wireCall struct {
	ID             string       `json:"id"`
	Type           string       `json:"type"`
	Function       wireFunction `json:"function"`
	FailureMessage string       `json:"failure_message,omitempty"`
}

type wireFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// MarshalJSON writes the turn response of the original's server: commands (always empty), request_information, stop_reason,
// assistant_message, end_of_exchange, tool_calls with their arguments as text, validation_request, reasoning and, where there
// are such, error, wait_for_input and clear_history.
func (r Result) MarshalJSON() ([]byte, error) {
	w := wireResult{
		Commands: []any{}, Request: wireRequest{r.Request.VoiceCommand, r.Request.ConversationID}, Stop: r.Stop, Text: r.Text,
		End: r.EndOfExchange, Calls: []wireCall{}, Question: r.Question, Reasoning: r.Reasoning, Error: r.Code, Wait: r.WaitForInput,
		HistoryGone: r.Cleared,
	}
	for _, c := range r.Calls {
		args := string(c.Arguments)
		if args == "" {
			args = "{}"
		}
		w.Calls = append(w.Calls, wireCall{c.ID, "function", wireFunction{c.Name, args}, c.FailureMessage})
	}
	return json.Marshal(w)
}
