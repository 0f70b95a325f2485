// Suite responses: responses made by each constructor, their wire forms, buttons, and the default answers to taps on them.

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/jarvis-sdk/jarvis"
)

// responseLine is one response, button or answer, as the group says.
type responseLine struct {
	header
	Group      string         `json:"group"`
	Factory    *string        `json:"factory"`
	Input      jsontext.Value `json:"input"`
	Fields     *jsonValue     `json:"fields"`
	ToolResult *jsonValue     `json:"tool_result"`
}

// callID is the tool call that wire forms answer.
const callID = "call_1"

func (l *responseLine) check(r *report) {
	if l.Input == nil || l.Fields == nil && l.ToolResult == nil {
		r.broken("needs input, and fields or tool_result")
		return
	}
	if (l.Factory != nil) != (l.Group == "factory") {
		r.broken("factory goes with the group factory")
		return
	}
	var err error
	switch l.Group {
	case "factory":
		err = l.checkFactory(r)
	case "button":
		err = l.checkButton(r)
	case "handle_action":
		err = l.checkAction(r)
	case "tool_error":
		err = l.checkToolError(r)
	default:
		err = fmt.Errorf("unknown group %q", l.Group)
	}
	if err != nil {
		r.broken(err.Error())
	}
}

// checkFactory makes the wire form first: it must leave the response as it is.
func (l *responseLine) checkFactory(r *report) error {
	factory, ok := factories[*l.Factory]
	if !ok {
		return fmt.Errorf("unknown factory %q", *l.Factory)
	}
	resp, err := factory(l.Input)
	if err != nil {
		return err
	}
	if l.ToolResult != nil {
		r.sameJSON("tool_result", settled(l.ToolResult.v), settled(marshalled(r, "tool_result", resp.ToolResult(callID))))
	}
	if l.Fields != nil {
		r.sameFields("fields", settled(l.Fields.v), settled(marshalled(r, "fields", resp)), zero)
	}
	return nil
}

// factories holds the constructors by the names of the original's.
var factories = map[string]func(jsontext.Value) (*jarvis.Response, error){
	"success_response": taking(func(in struct{ dataInput }) *jarvis.Response {
		return jarvis.Success(in.ContextData, in.options()...)
	}),
	"follow_up_response": taking(func(in struct{ dataInput }) *jarvis.Response {
		return jarvis.FollowUp(in.ContextData, in.options()...)
	}),
	"final_response": taking(func(in struct{ dataInput }) *jarvis.Response {
		return jarvis.Final(in.ContextData, in.options()...)
	}),
	"chunked_response": taking(func(in struct {
		dataInput
		SessionID string `json:"session_id"`
	}) *jarvis.Response {
		return jarvis.Chunked(in.SessionID, in.ContextData, in.options()...)
	}),
	"error_response": taking(func(in struct {
		dataInput
		ErrorDetails *string `json:"error_details"`
	}) *jarvis.Response {
		if in.ErrorDetails == nil { // no constructor takes a failure without details
			return &jarvis.Response{ContextData: in.ContextData, Metadata: in.Metadata}
		}
		return jarvis.Failure(*in.ErrorDetails, append(in.options(), jarvis.WithContextData(in.ContextData))...)
	}),
	"validation_error": taking(func(in struct {
		Results []declaredResult `json:"results"`
	}) *jarvis.Response {
		results := make([]jarvis.ValidationResult, len(in.Results))
		for i, result := range in.Results {
			results[i] = result.result()
		}
		return jarvis.Invalid(results...)
	}),
	"constructor": taking(constructorInput.response),
}

// taking is a factory of the input In, whose fields are all that it takes.
func taking[In any](build func(In) *jarvis.Response) func(jsontext.Value) (*jarvis.Response, error) {
	return func(text jsontext.Value) (*jarvis.Response, error) {
		var in In
		if err := readInput(text, &in); err != nil {
			return nil, err
		}
		return build(in), nil
	}
}

func readInput(text jsontext.Value, into any) error {
	return json.Unmarshal(text, into, json.RejectUnknownMembers(true))
}

// dataInput is what most factories take.
type dataInput struct {
	ContextData  goObject `json:"context_data"`
	Metadata     goObject `json:"metadata"`
	WaitForInput *bool    `json:"wait_for_input"`
}

func (in dataInput) options() (opts []jarvis.ResponseOption) {
	if in.Metadata != nil {
		opts = append(opts, jarvis.WithMetadata(in.Metadata))
	}
	if in.WaitForInput != nil {
		opts = append(opts, jarvis.WithWaitForInput(*in.WaitForInput))
	}
	return opts
}

// goObject is an object as the Go values that the library documents for untyped JSON.
type goObject map[string]any

// UnmarshalJSON reads the object; null is nil.
func (o *goObject) UnmarshalJSON(text []byte) error {
	v, err := parseJSON(text)
	if err != nil || v == nil {
		return err
	}
	m, ok := toGo(v).(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no object", text)
	}
	*o = m
	return nil
}

// constructorInput is the plain value. It is a success that waits for input unless it says otherwise.
type constructorInput struct {
	dataInput
	Success      *bool         `json:"success"`
	ErrorDetails *string       `json:"error_details"`
	Actions      []buttonInput `json:"actions"`
}

func (in constructorInput) response() *jarvis.Response {
	resp := &jarvis.Response{ContextData: in.ContextData, Metadata: in.Metadata,
		Success:      in.Success == nil || *in.Success,
		WaitForInput: in.WaitForInput == nil || *in.WaitForInput}
	if in.Actions != nil {
		resp.Actions = make([]jarvis.Button, len(in.Actions))
		for i, b := range in.Actions {
			resp.Actions[i] = b.button()
		}
	}
	if in.ErrorDetails != nil { // an option, because a literal cannot tell empty details from none
		jarvis.WithErrorDetails(*in.ErrorDetails)(resp)
	}
	return resp
}

// buttonInput is a button.
type buttonInput struct {
	Text   string `json:"button_text"`
	Action string `json:"button_action"`
	Type   string `json:"button_type"`
	Icon   string `json:"button_icon"`
}

func (in buttonInput) button() jarvis.Button {
	return jarvis.Button{Text: in.Text, Action: in.Action, Type: jarvis.ButtonType(in.Type), Icon: in.Icon}
}

func (l *responseLine) checkButton(r *report) error {
	var in buttonInput
	if err := readInput(l.Input, &in); err != nil {
		return err
	}
	if l.Fields == nil || l.ToolResult != nil {
		return fmt.Errorf("a button has fields only")
	}
	r.sameJSON("fields", l.Fields.v, marshalled(r, "fields", in.button()))
	return nil
}

func (l *responseLine) checkToolError(r *report) error {
	var in struct {
		CallID  string `json:"tool_call_id"`
		Message string `json:"error_message"`
	}
	if err := readInput(l.Input, &in); err != nil {
		return err
	}
	if l.ToolResult == nil || l.Fields != nil {
		return fmt.Errorf("a tool error has tool_result only")
	}
	r.sameJSON("tool_result", l.ToolResult.v, marshalled(r, "tool_result", jarvis.ToolError(in.CallID, in.Message)))
	return nil
}

// tapped is the command whose buttons are tapped. It has no handler of its own.
const tapped = "send_email"

// checkAction compares all but the wording: an error has to name the action, a message has to be a text.
func (l *responseLine) checkAction(r *report) error {
	var in struct {
		Action  string   `json:"action_name"`
		Context goObject `json:"context"`
	}
	if err := readInput(l.Input, &in); err != nil {
		return err
	}
	if l.Fields == nil || l.ToolResult != nil {
		return fmt.Errorf("an answer to a tap has fields only")
	}
	cmd, err := jarvis.Func(jarvis.Spec{Name: tapped}, nil, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return nil, fmt.Errorf("%s must not run for a tap", tapped)
	})
	reg := jarvis.NewRegistry()
	if err == nil {
		err = reg.Register(cmd)
	}
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return nil
	}
	resp, err := reg.HandleAction(context.Background(), nil, tapped, in.Action, in.Context)
	if err != nil || resp == nil {
		r.fail("HandleAction", "a response", fmt.Sprintf("%v, error %v", resp, err))
		return nil
	}
	want, got := l.Fields.v, marshalled(r, "fields", resp)
	unworded(r, want, got, in.Action)
	r.sameFields("fields", want, got, zero)
	return nil
}

// unworded judges the texts of an answer to a tap and takes them out of both sides where they stand on both.
func unworded(r *report, want, got any, action string) {
	w, _ := want.(*object)
	g, _ := got.(*object)
	if w == nil || g == nil {
		return
	}
	if details, ok := g.members["error_details"].(string); ok && details != "" && !zero(w.members["error_details"]) {
		if !strings.Contains(details, action) {
			r.fail("fields.error_details", "a text with "+action, details)
		}
		w.take("error_details")
	}
	w, g = w.member("context_data"), g.member("context_data")
	if w == nil || g == nil {
		return
	}
	if message, ok := g.members["message"].(string); ok && message != "" && !zero(w.members["message"]) {
		w.take("message")
		g.take("message")
	}
}
