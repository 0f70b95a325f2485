// Training: what fine-tuning shows a model.

package prompt

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// DefaultTrainingPrompt is the system message of training examples for providers that have none of their own. Adapters were
// trained on exactly these bytes, so it is data rather than wording: it must never change, not even to be put better. Source:
// build_training_system_prompt.
const DefaultTrainingPrompt = "You are a function calling AI model. " +
	"For each function call return a json object with function name and arguments " +
	"within <tool_call></tool_call> XML tags as follows:\n" +
	"<tool_call>\n" +
	`{"name": "<function-name>", "arguments": {"<arg-name>": "<arg-value>"}, ` +
	`"failure_message": "<brief spoken response if this call fails>"}` + "\n" +
	"</tool_call>"

// CompletionError reports a call that cannot be written as training data: its arguments are no JSON object, its name or a
// number in it has no form, or the text would be read back as something else.
type CompletionError struct {
	Call   string // the name of the call
	Reason string // what has no form
}

// Error names the call and the reason.
func (e *CompletionError) Error() string {
	return fmt.Sprintf(msgCompletion, echo.Clip(e.Call), e.Reason)
}

// EnvelopeCompletion writes a call as the Jarvis envelope: one space and
//
//	{"message": "", "tool_calls": [{"name": …, "arguments": {…}, "failure_message": …}], "error": null}
//
// This and the other completions are the default of Provider.TrainingCompletion and choices for it. All write JSON to the byte
// as json.dumps of Python does by default, because adapters were trained on that: ", " and ": ", \u escapes, floats by repr,
// keys in the order they came in; of a repeated key the last value counts, at the place of the first. Absent or null arguments
// are {}, a JSON string that holds an object is that object. An empty failure message is left out, the id of a call always is.
//
// What is written is read back by package toolcall as one call with this name and these arguments, closing tags inside of
// strings included, which stand there as they are; they may mislead readers that look for the first closing tag. What would not
// be read back is refused: every error is a *CompletionError. Source: build_training_completion.
func EnvelopeCompletion(call toolcall.Call) (string, error) {
	w, err := newWrittenCall(call)
	if err != nil {
		return "", err
	}
	return w.checked(` {"message": "", "tool_calls": [`+w.object(true)+`], "error": null}`, toolcall.Jarvis)
}

// TagCompletion writes a call in tags, as Qwen and Hermes do, failure message included; see EnvelopeCompletion for the JSON and
// the errors:
//
//	<tool_call>
//	{"name": …, "arguments": {…}, "failure_message": …}
//	</tool_call>
//
// with one space before it.
func TagCompletion(call toolcall.Call) (string, error) {
	w, err := newWrittenCall(call)
	if err != nil {
		return "", err
	}
	return w.checked(" <tool_call>\n"+w.object(true)+"\n</tool_call>", toolcall.Hermes, toolcall.Jarvis)
}

// FunctionCompletion writes a call as Llama 3.1 does, <function=name>{…}</function> with one space before it; see
// EnvelopeCompletion for the JSON. The form has no place for a failure message. Two kinds of calls are refused: names with
// anything but letters, digits, _, - and full stops, and arguments whose only key is "param" with an object in it, which
// readers of this form take for that object.
func FunctionCompletion(call toolcall.Call) (string, error) {
	w, err := newWrittenCall(call)
	if err != nil {
		return "", err
	}
	return w.checked(" <function="+call.Name+">"+w.arguments+"</function>", toolcall.Llama3Function)
}

// MistralCompletion writes a call as Mistral 7B does, [TOOL_CALLS] [{"name": …, "arguments": {…}}] with one space before it; see
// EnvelopeCompletion for the JSON and the errors. The form has no place for a failure message.
func MistralCompletion(call toolcall.Call) (string, error) {
	w, err := newWrittenCall(call)
	if err != nil {
		return "", err
	}
	return w.checked(" [TOOL_CALLS] ["+w.object(false)+"]", toolcall.Mistral)
}

// PhiCompletion writes a call as Phi 4 mini does, functools[{"name": …, "arguments": {…}}] with one space before it; see
// EnvelopeCompletion for the JSON and the errors. The form has no place for a failure message.
func PhiCompletion(call toolcall.Call) (string, error) {
	w, err := newWrittenCall(call)
	if err != nil {
		return "", err
	}
	return w.checked(" functools["+w.object(false)+"]", toolcall.Phi4)
}

// writtenCall is a call with its members as Python writes them.
type writtenCall struct {
	call                     toolcall.Call
	name, arguments, failure string
}

func newWrittenCall(call toolcall.Call) (w writtenCall, err error) {
	refuse := func(reason string) (writtenCall, error) {
		return writtenCall{}, &CompletionError{Call: call.Name, Reason: reason}
	}
	w = writtenCall{call: call}
	ok := false
	if call.Name == "" {
		return refuse(msgCompletionNoName)
	}
	if w.name, ok = pythonText(call.Name); !ok {
		return refuse(msgCompletionName)
	}
	if w.failure, ok = pythonText(call.FailureMessage); !ok {
		return refuse(msgCompletionFailure)
	}
	if w.arguments, err = writtenArguments(call.Arguments); err != nil {
		return refuse(err.Error())
	}
	return w, nil
}

// object is the JSON of the call.
func (w writtenCall) object(failure bool) string {
	text := `{"name": ` + w.name + `, "arguments": ` + w.arguments
	if failure && w.call.FailureMessage != "" {
		text += `, "failure_message": ` + w.failure
	}
	return text + "}"
}

// checked returns the completion if it is read back as the call in all formats that a model of this form may be read with.
func (w writtenCall) checked(completion string, formats ...toolcall.Format) (string, error) {
	for _, format := range formats {
		result, err := toolcall.Parser{Format: format}.Parse(completion)
		if err != nil || len(result.Calls) != 1 || result.Text() != "" {
			return "", &CompletionError{Call: w.call.Name, Reason: msgCompletionUnlike}
		}
		c := result.Calls[0]
		told := format != toolcall.Jarvis || c.FailureMessage == w.call.FailureMessage
		if c.Name != w.call.Name || string(c.Arguments) != w.arguments || !told {
			return "", &CompletionError{Call: w.call.Name, Reason: msgCompletionUnlike}
		}
	}
	return completion, nil
}

const argumentSpace = " \t\r\n"

// givenArguments returns the JSON of the arguments of a call: of a JSON string, what it holds. It is empty if there are none:
// absent ones, null, and the text of either. The error is that of a string that is no sound JSON; what else stands there is not
// checked.
func givenArguments(raw []byte) ([]byte, error) {
	raw = bytes.Trim(raw, argumentSpace)
	if len(raw) > 0 && raw[0] == '"' {
		text, err := stringIn(raw)
		if err != nil {
			return nil, err
		}
		raw = bytes.Trim(text, argumentSpace)
	}
	if string(raw) == "null" {
		return nil, nil
	}
	return raw, nil
}

// writtenArguments writes the arguments of a call as Python does.
func writtenArguments(raw []byte) (string, error) {
	raw, err := givenArguments(raw)
	switch {
	case err != nil:
		return "", notJSON(err)
	case len(raw) == 0:
		return "{}", nil
	}
	text, err := pythonJSON(raw)
	switch {
	case err != nil:
		return "", notJSON(err)
	case text[0] != '{':
		return "", fmt.Errorf(msgCompletionKind, valueKind(raw).Name())
	}
	return string(text), nil
}

// stringIn decodes a text that is one JSON string.
func stringIn(raw []byte) ([]byte, error) {
	var r scan.Reader
	r.Reset(raw, 1)
	quoted, err := r.Scalar()
	if err == nil {
		err = r.End()
	}
	if err != nil {
		return nil, err
	}
	text, _ := scan.Text(quoted, nil)
	return text, nil
}

// valueKind is the kind of an accepted JSON value.
func valueKind(raw []byte) scan.Kind {
	var r scan.Reader
	r.Reset(raw, 1)
	return r.Kind()
}

// notJSON words an error of pythonJSON.
func notJSON(err error) error {
	var fault *scan.Error
	switch {
	case !errors.As(err, &fault):
		return err
	case fault.Fault == scan.TooDeep:
		return fmt.Errorf(msgCompletionDeep, mostArgumentLevels)
	}
	return fmt.Errorf(msgCompletionJSON, fault.Describe("object"))
}
