// Questions to the user about a value that only the user knows, and their answers.

package toolcall

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// Clarification is a question to the user about one argument: the validation_request of the original's turn response. The
// zero value asks nothing.
type Clarification struct {
	Question   string   // to be spoken or shown
	Parameter  string   // whose value is asked for; empty if none can be named
	Options    []string // the allowed values, if they are known
	ToolCallID string   // of the call that waits for the answer; empty if it has no id

	// Executed is what was executed before the user was asked, without the call that waits, for Resume not to execute it again.
	// It is not part of the JSON.
	Executed []Executed
}

// wireClarification is the JSON form of a Clarification.
type wireClarification struct {
	Question   string   `json:"question"`
	Parameter  string   `json:"parameter_name"`
	Options    []string `json:"options"`
	ToolCallID string   `json:"tool_call_id,omitempty"`
}

// MarshalJSON writes {"question", "parameter_name", "options", "tool_call_id"}, without the last if there is none.
func (c Clarification) MarshalJSON() ([]byte, error) {
	w := wireClarification{c.Question, c.Parameter, append([]string{}, c.Options...), c.ToolCallID}
	return plainJSON(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Clarification) UnmarshalJSON(text []byte) error {
	var w wireClarification
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	*c = Clarification{Question: w.Question, Parameter: w.Parameter, Options: w.Options, ToolCallID: w.ToolCallID}
	return nil
}

// NoCallID stands for the id of a call that has none in the answer to a question about it. Source: the original's node.
const NoCallID = "validation-response"

// Answer is what the user has said to a Clarification, as the tool result that is sent to continue.
type Answer struct {
	ToolCallID string       `json:"tool_call_id"` // of the refused call, or NoCallID
	Output     AnswerOutput `json:"output"`
	Executed   []Executed   `json:"-"` // that of the Clarification; see Retry.Resume
}

// AnswerOutput is the answer with the question it belongs to.
type AnswerOutput struct {
	Answer    string   `json:"answer"`         // in the words of the user
	Parameter string   `json:"parameter_name"` // that was refused
	Question  string   `json:"question"`       // that was asked
	Options   []string `json:"options"`        // that were named
}

// Answer is the tool result of the user's answer, which may be any text.
func (c Clarification) Answer(text string) Answer {
	output := AnswerOutput{text, c.Parameter, c.Question, append([]string{}, c.Options...)}
	a := Answer{c.ToolCallID, output, slices.Clone(c.Executed)}
	if a.ToolCallID == "" {
		a.ToolCallID = NoCallID
	}
	return a
}

// Request returns a copy of a request, which may be nil, for the call that comes of the answer: IsValidationResponse is true and
// ValidationContext holds the answer, parameter_name, question and options.
func (a Answer) Request(req *jarvis.Request) *jarvis.Request {
	var flagged jarvis.Request
	if req != nil {
		flagged = *req
	}
	flagged.IsValidationResponse = true
	flagged.ValidationContext = map[string]any{
		"answer": a.Output.Answer, "parameter_name": a.Output.Parameter, "question": a.Output.Question,
		"options": slices.Clone(a.Output.Options),
	}
	return &flagged
}

// into returns the messages with the answer as the model reads it: the result of the call that waits for it, directly behind
// that call, or if none does words of the user.
func (a Answer) into(messages []Message) []Message {
	said := Message{Role: RoleUser, Content: a.Output.Answer}
	at := openCall(messages, a.ToolCallID)
	if at < 0 {
		if a.Output.Question != "" {
			said.Content = sprintf(msgUserAnswer, a.Output.Question, a.Output.Answer)
		}
		return append(slices.Clone(messages), said)
	}
	output, _ := plainJSON(a.Output) // texts always have JSON
	last := messages[len(messages)-1]
	messages = slices.Insert(slices.Clone(messages), at, Message{Role: RoleTool, ToolCallID: a.ToolCallID, Content: string(output)})
	if at < len(messages)-1 && last.Role == RoleAssistant { // the question was spoken: it is not the model's turn yet
		messages = append(messages, said)
	}
	return messages
}

// clarify asks the user about the first thing that is wrong with a refused batch, first of all where there is a choice.
func (c Retry) clarify(turn *Turn) *Clarification {
	var best *Clarification
	for _, e := range turn.Errors {
		var invalid *jarvis.ValidationError
		if !errors.As(e, &invalid) {
			continue
		}
		for _, p := range invalid.Problems {
			if p.Kind == jarvis.ProblemUnknown || p.Kind == jarvis.ProblemSyntax {
				continue
			}
			values := p.Allowed
			if p.Path == p.Param {
				values = c.parameter(e.Call.Name, p.Param).Enum()
			}
			if best == nil || len(best.Options) == 0 && len(values) > 0 {
				best = c.askFor(e.Call.Name, e.Call.ID, p.Param, values)
			}
		}
	}
	if best != nil {
		return best
	}
	vague := &Clarification{Question: msgAskAgain}
	if len(turn.Errors) > 0 {
		vague.ToolCallID = turn.Errors[0].Call.ID
	} else if len(turn.Refused) > 0 {
		vague.ToolCallID = turn.Refused[0].ID
	}
	return vague
}

// question asks the user about a refused argument, first of all where there is a choice.
func (f *flow) question(call Call, refused []refusal) *Clarification {
	r := refused[max(slices.IndexFunc(refused, refusal.hasValues), 0)]
	return f.askFor(call.Name, call.ID, r.param, r.values)
}

// askFor words a question.
func (c Retry) askFor(tool, id, param string, values []string) *Clarification {
	q := &Clarification{Parameter: param, ToolCallID: id, Options: slices.Clone(values[:min(len(values), maxListed)])}
	name := c.parameter(tool, param).Label()
	if name == "" {
		name = strings.ReplaceAll(clip(param), "_", " ")
	}
	switch {
	case param == "":
		q.Question = msgAskAgain
	case len(values) == 0:
		q.Question = sprintf(msgAskValue, name)
	case len(values) <= maxSpoken:
		q.Question = sprintf(msgAskChoice, name, clippedList(values))
	default:
		q.Question = sprintf(msgAskWhich, name)
	}
	return q
}

// maxSpoken is the number of options that a question itself lists.
const maxSpoken = 5

// parameter returns the declaration of a parameter; the zero one if there is none.
func (c Retry) parameter(tool, param string) (declared jarvis.Parameter) {
	if params := c.Tools.Parameters(tool); params != nil {
		declared, _ = params.Lookup(param)
	}
	return declared
}
