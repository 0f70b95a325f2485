// Response: what a command answers, and the buttons beside it.

package jarvis

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Response is the answer of a command (seed: CommandResponse). Make one with Success, Failure, FollowUp, Final, Chunked or
// Invalid. The zero value is a failure without details that does not wait for input.
type Response struct {
	Success           bool           `json:"success"`
	WaitForInput      bool           `json:"wait_for_input"`             // the conversation goes on
	ClearHistory      bool           `json:"clear_history"`              // the conversation starts anew after this
	IsChunkedResponse bool           `json:"is_chunked_response"`        // more follows under ChunkSessionID
	ContextData       map[string]any `json:"context_data"`               // for the model to speak from; "message" is spoken as it is
	ErrorDetails      string         `json:"error_details,omitempty"`    // why it failed; a response with details is a failure
	Metadata          map[string]any `json:"metadata,omitzero"`          // for programs
	Actions           []Button       `json:"actions,omitzero"`           // buttons, whose taps Registry.HandleAction answers
	ChunkSessionID    string         `json:"chunk_session_id,omitempty"` // see Chunked

	// Validation holds the problems behind a response to arguments that failed the declared checks or the command's own
	// validation; nil for any other.
	Validation *ValidationError `json:"-"`

	emptyDetails bool // details were given and are empty, which is not the same on the wire
}

// MarshalJSON writes the fields under the names of the original, absent ones left out. A response with details is a failure
// there too. The error is that of a value in ContextData or Metadata that has no JSON.
func (r Response) MarshalJSON() ([]byte, error) {
	type fields Response
	form := struct {
		fields
		ErrorDetails   *string `json:"error_details,omitempty"`
		ChunkSessionID *string `json:"chunk_session_id,omitempty"`
	}{fields: fields(r)}
	form.Success = r.Success && r.ErrorDetails == ""
	if r.ErrorDetails != "" || r.emptyDetails {
		form.ErrorDetails = &r.ErrorDetails
	}
	if r.ChunkSessionID != "" || r.IsChunkedResponse {
		form.ChunkSessionID = &r.ChunkSessionID
	}
	return plainJSON(form)
}

// Report returns the failure in the words that help a model most: what came and what is wanted for every wrong argument, else
// ErrorDetails. It is empty for a success.
func (r *Response) Report() string {
	if r.Validation != nil {
		return r.Validation.Error()
	}
	return r.ErrorDetails
}

// ResponseOption changes a response while it is made.
type ResponseOption func(*Response)

// WithMessage sets the message that is spoken as it is, in a copy of the context data.
func WithMessage(text string) ResponseOption {
	return func(r *Response) {
		data := make(map[string]any, len(r.ContextData)+1)
		maps.Copy(data, r.ContextData)
		data["message"] = text
		r.ContextData = data
	}
}

// WithContextData replaces the context data; for constructors that do not take it.
func WithContextData(data map[string]any) ResponseOption {
	return func(r *Response) { r.ContextData = data }
}

// WithErrorDetails makes the response a failure for that reason, unless the text is empty.
func WithErrorDetails(details string) ResponseOption {
	return func(r *Response) {
		r.ErrorDetails, r.emptyDetails = details, details == ""
		if details != "" {
			r.Success = false
		}
	}
}

// WithMetadata sets data for programs, which no model sees.
func WithMetadata(data map[string]any) ResponseOption {
	return func(r *Response) { r.Metadata = data }
}

// WithActions adds buttons.
func WithActions(buttons ...Button) ResponseOption {
	return func(r *Response) { r.Actions = append(r.Actions, buttons...) }
}

// WithWaitForInput sets whether the conversation goes on, against the default of the constructor.
func WithWaitForInput(wait bool) ResponseOption {
	return func(r *Response) { r.WaitForInput = wait }
}

// WithClearHistory makes the conversation start anew after this response.
func WithClearHistory() ResponseOption { return func(r *Response) { r.ClearHistory = true } }

func (r *Response) apply(opts []ResponseOption) *Response {
	for _, opt := range opts {
		if opt != nil {
			opt(r)
		}
	}
	return r
}

// Success answers with data and keeps the conversation open for more input (seed: success_response). Use Final where the
// answer ends it, FollowUp where the user is asked to go on. The response holds data itself, not a copy.
func Success(data map[string]any, opts ...ResponseOption) *Response {
	return (&Response{Success: true, ContextData: data, WaitForInput: true}).apply(opts)
}

// Failure says why the command failed; it does not wait for input (seed: error_response).
func Failure(details string, opts ...ResponseOption) *Response {
	return (&Response{ErrorDetails: details, emptyDetails: details == ""}).apply(opts)
}

// FollowUp answers with data and asks the user to go on (seed: follow_up_response). On the wire it is what Success is.
func FollowUp(data map[string]any, opts ...ResponseOption) *Response {
	return (&Response{Success: true, ContextData: data, WaitForInput: true}).apply(opts)
}

// Final answers with data and ends the conversation (seed: final_response).
func Final(data map[string]any, opts ...ResponseOption) *Response {
	return (&Response{Success: true, ContextData: data}).apply(opts)
}

// Chunked answers with the first piece of large data; more follows under the session id (seed: chunked_response).
func Chunked(sessionID string, data map[string]any, opts ...ResponseOption) *Response {
	r := &Response{Success: true, ContextData: data, WaitForInput: true, IsChunkedResponse: true, ChunkSessionID: sessionID}
	return r.apply(opts)
}

// RefusedArgument is one of the "errors" in the context data of a response that Invalid makes.
type RefusedArgument struct {
	Message     string   `json:"message"`      // for the model
	Param       string   `json:"param"`        // the name of the parameter
	ValidValues []string `json:"valid_values"` // null when there are none to name
}

// Invalid reports failed checks for the model's retry (seed: validation_error): context data {_validation_error: true,
// errors: [{param, message, valid_values}]}, the list as []RefusedArgument, and the non-empty messages, one a line, as
// details. Results with Success are left out.
func Invalid(results ...ValidationResult) *Response {
	list := make([]RefusedArgument, 0, len(results))
	var messages []string
	for _, r := range results {
		if r.Success {
			continue
		}
		list = append(list, RefusedArgument{r.Message, r.ParamName, r.ValidValues})
		if r.Message != "" {
			messages = append(messages, r.Message)
		}
	}
	return refusal(strings.Join(messages, "\n"), list)
}

func refusal(details string, list []RefusedArgument) *Response {
	data := map[string]any{"_validation_error": true, "errors": list}
	return &Response{ErrorDetails: details, emptyDetails: details == "", ContextData: data}
}

// Object turns a struct or map into context data by way of encoding/json; numbers keep their exact text as json.Number. The
// error says that v does not encode to a JSON object.
func Object(v any) (map[string]any, error) {
	raw, err := plainJSON(v)
	if err != nil {
		return nil, fmt.Errorf(msgObject, err)
	}
	var m map[string]any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&m); err != nil {
		return nil, fmt.Errorf(msgObjectOther, v, err)
	}
	if m == nil {
		return nil, fmt.Errorf(msgObjectNull, v)
	}
	return m, nil
}

// Button is something a user can tap beside a response (seed: IJarvisButton). Text, Action and Type have to be set.
type Button struct {
	Text   string     `json:"button_text"`
	Action string     `json:"button_action"` // what a tap sends to HandleAction, such as "send_click"
	Type   ButtonType `json:"button_type"`
	Icon   string     `json:"button_icon,omitempty"` // a MaterialCommunityIcons name
}

// ButtonType is how a button looks.
type ButtonType string

// The types of buttons.
const (
	ButtonPrimary     ButtonType = "primary"
	ButtonSecondary   ButtonType = "secondary"
	ButtonDestructive ButtonType = "destructive"
)

// Check reports what is missing or unknown in the button, nil if nothing is.
func (b Button) Check() error {
	var errs []error
	if strings.TrimSpace(b.Text) == "" {
		errs = append(errs, errors.New(msgButtonText))
	}
	if strings.TrimSpace(b.Action) == "" {
		errs = append(errs, errors.New(msgButtonAction))
	}
	switch b.Type {
	case ButtonPrimary, ButtonSecondary, ButtonDestructive:
	default:
		errs = append(errs, fmt.Errorf(msgButtonType, string(b.Type)))
	}
	return errors.Join(errs...)
}

// fit returns a response of a command fit to be sent: one with details is a failure, whatever it says itself. The command
// may share its responses between calls, so they are not changed.
func (r *Response) fit() (*Response, error) {
	if r.ErrorDetails != "" && r.Success {
		failure := *r
		failure.Success = false
		r = &failure
	}
	var errs []error
	for i, b := range r.Actions {
		if err := b.Check(); err != nil {
			errs = append(errs, fmt.Errorf(msgButton, i+1, b.Text, err))
		}
	}
	return r, errors.Join(errs...)
}
