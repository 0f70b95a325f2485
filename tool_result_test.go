// Wire forms: the tool result of a response, tool errors, and the JSON of responses and requests.

package jarvis_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

var (
	sendButton   = jarvis.Button{Text: "Send", Action: "send_click", Type: jarvis.ButtonPrimary, Icon: "send"}
	cancelButton = jarvis.Button{Text: "Cancel", Action: jarvis.ActionCancel, Type: jarvis.ButtonDestructive}
)

const buttonsJSON = `[{"button_text":"Send","button_action":"send_click","button_type":"primary","button_icon":"send"},` +
	`{"button_text":"Cancel","button_action":"cancel_click","button_type":"destructive"}]`

func TestToolResult(t *testing.T) {
	type data = map[string]any
	for name, tt := range map[string]struct {
		resp *jarvis.Response
		want string // of the output
	}{
		"no context":         {jarvis.Success(nil), `{"success":true,"context":null,"error":null}`},
		"empty context":      {jarvis.Success(data{}), `{"success":true,"context":null,"error":null}`},
		"context":            {jarvis.Final(data{"n": 1.5, "list": []any{1, data{"a": nil}}}), `{"success":true,"context":{"list":[1,{"a":null}],"n":1.5},"error":null}`},
		"message alone":      {jarvis.Final(data{"message": "Hi"}), `{"success":true,"message":"Hi","context":{},"error":null}`},
		"message and more":   {jarvis.FollowUp(data{"message": "Hi", "n": 1}), `{"success":true,"message":"Hi","context":{"n":1},"error":null}`},
		"empty message":      {jarvis.Final(data{"message": ""}), `{"success":true,"message":"","context":{},"error":null}`},
		"null message":       {jarvis.Final(data{"message": nil}), `{"success":true,"message":null,"context":{},"error":null}`},
		"object as message":  {jarvis.Final(data{"message": data{"text": "x"}, "n": 1}), `{"success":true,"message":{"text":"x"},"context":{"n":1},"error":null}`},
		"number as message":  {jarvis.Final(data{"message": 0}), `{"success":true,"message":0,"context":{},"error":null}`},
		"false as message":   {jarvis.Final(data{"message": false}), `{"success":true,"message":false,"context":{},"error":null}`},
		"list as message":    {jarvis.Final(data{"message": []any{}}), `{"success":true,"message":[],"context":{},"error":null}`},
		"inner message":      {jarvis.Final(data{"deep": data{"message": "x"}}), `{"success":true,"context":{"deep":{"message":"x"}},"error":null}`},
		"other case":         {jarvis.Final(data{"Message": "x"}), `{"success":true,"context":{"Message":"x"},"error":null}`},
		"buttons alone":      {jarvis.Success(nil, jarvis.WithActions(sendButton, cancelButton)), `{"success":true,"context":{"actions":` + buttonsJSON + `},"error":null}`},
		"buttons, no data":   {jarvis.Success(data{}, jarvis.WithActions(sendButton, cancelButton)), `{"success":true,"context":{"actions":` + buttonsJSON + `},"error":null}`},
		"buttons, message":   {jarvis.Success(data{"message": "Ready", "to": "a"}, jarvis.WithActions(sendButton, cancelButton)), `{"success":true,"message":"Ready","context":{"actions":` + buttonsJSON + `,"to":"a"},"error":null}`},
		"buttons come first": {jarvis.Success(data{"actions": []string{"mine"}}, jarvis.WithActions(sendButton, cancelButton)), `{"success":true,"context":{"actions":` + buttonsJSON + `},"error":null}`},
		"own actions":        {jarvis.Success(data{"actions": []string{"mine"}}), `{"success":true,"context":{"actions":["mine"]},"error":null}`},
		"empty buttons":      {&jarvis.Response{Success: true, ContextData: data{"actions": "mine"}, Actions: []jarvis.Button{}}, `{"success":true,"context":{"actions":"mine"},"error":null}`},
		"failure":            {jarvis.Failure("why"), `{"success":false,"context":null,"error":"why"}`},
		"blank failure":      {jarvis.Failure(" "), `{"success":false,"context":null,"error":" "}`},
		"empty failure":      {jarvis.Failure(""), `{"success":false,"context":null,"error":""}`},
		"no details":         {&jarvis.Response{}, `{"success":false,"context":null,"error":null}`},
		"failure and data":   {jarvis.Failure("why", jarvis.WithContextData(data{"message": "Sorry", "n": 1})), `{"success":false,"message":"Sorry","context":{"n":1},"error":"why"}`},
		"success, details":   {&jarvis.Response{Success: true, ErrorDetails: "why"}, `{"success":false,"context":null,"error":"why"}`},
		"success, none":      {jarvis.Success(nil, jarvis.WithErrorDetails("")), `{"success":true,"context":null,"error":""}`},
		"details taken back": {jarvis.Failure("", jarvis.WithErrorDetails("why")), `{"success":false,"context":null,"error":"why"}`},
		"the rest is unseen": {jarvis.Chunked("s1", data{"page": 1}, jarvis.WithMetadata(data{"k": "v"}), jarvis.WithClearHistory()), `{"success":true,"context":{"page":1},"error":null}`},
		"refused arguments": {jarvis.Invalid(jarvis.ValidationResult{ParamName: "a", Message: "bad a", ValidValues: []string{"x"}}, jarvis.ValidationResult{ParamName: "b"}),
			`{"success":false,"context":{"_validation_error":true,"errors":[{"message":"bad a","param":"a","valid_values":["x"]},{"message":"","param":"b","valid_values":null}]},"error":"bad a"}`},
		"refused by nobody": {jarvis.Invalid(), `{"success":false,"context":{"_validation_error":true,"errors":[]},"error":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			before := mustJSON(tt.resp)
			raw, err := json.Marshal(tt.resp.ToolResult("call_1"))
			require.NoError(t, err)
			assert.Equal(t, `{"tool_call_id":"call_1","output":`+tt.want+`}`, string(raw))
			again, err := json.Marshal(tt.resp.ToolResult("call_1"))
			require.NoError(t, err)
			assert.Equal(t, string(raw), string(again), "the message is still there the second time")
			assert.Equal(t, before, mustJSON(tt.resp), "the response is not changed")
		})
	}
}

// The map of the context is the result's own, its values are those of the response.
func TestToolResultSharesValues(t *testing.T) {
	inner := map[string]any{"n": 1}
	resp := jarvis.Success(map[string]any{"message": inner, "inner": inner, "n": 1}, jarvis.WithActions(sendButton))
	one, two := resp.ToolResult("1"), resp.ToolResult("2")
	one.Output.Context["n"], *one.Output.Message = 2, "changed"
	delete(one.Output.Context, "actions")
	assert.Equal(t, jarvis.Success(map[string]any{"message": inner, "inner": inner, "n": 1}, jarvis.WithActions(sendButton)), resp)
	assert.Equal(t, 1, two.Output.Context["n"])
	assert.Equal(t, any(inner), *two.Output.Message)
	assert.Contains(t, two.Output.Context, "actions")
	inner["n"] = 5
	assert.Equal(t, map[string]any{"n": 5}, two.Output.Context["inner"])

	failed := jarvis.Failure("why")
	*failed.ToolResult("1").Output.Error = "changed"
	assert.Equal(t, "why", failed.ErrorDetails)
}

func TestToolError(t *testing.T) {
	for name, tt := range map[string]struct{ message, want string }{
		"text":  {"No such\ncommand <x>.", `{"tool_call_id":"call_1","output":{"success":false,"context":null,"error":"No such\ncommand \u003cx\u003e."}}`},
		"empty": {"", `{"tool_call_id":"call_1","output":{"success":false,"context":null,"error":""}}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, mustJSON(jarvis.ToolError("call_1", tt.message)))
		})
	}
	assert.Equal(t, jarvis.Failure("x").ToolResult("1"), jarvis.ToolError("1", "x"), "the same as of a failure with that text")
}

// A host that reads tool results gets back what was written.
func TestToolResultRoundTrip(t *testing.T) {
	for name, result := range map[string]jarvis.ToolResult{
		"answer":  jarvis.Success(map[string]any{"message": "Hi", "text": "x"}).ToolResult("1"),
		"failure": jarvis.Failure("").ToolResult("2"), "error": jarvis.ToolError("3", "why"), "nothing": jarvis.Success(nil).ToolResult(""),
	} {
		var back jarvis.ToolResult
		require.NoError(t, json.Unmarshal([]byte(mustJSON(result)), &back), name)
		assert.Equal(t, result, back, name)
	}
}

func TestResponseJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		resp *jarvis.Response
		want string
	}{
		"zero": {&jarvis.Response{}, `{"success":false,"wait_for_input":false,"clear_history":false,"is_chunked_response":false,"context_data":null}`},
		"everything": {
			&jarvis.Response{ContextData: map[string]any{"message": "Hi"}, ErrorDetails: "why", WaitForInput: true, ClearHistory: true, Metadata: map[string]any{"k": "v"},
				Actions: []jarvis.Button{sendButton, cancelButton}, IsChunkedResponse: true, ChunkSessionID: "s1"},
			`{"success":false,"wait_for_input":true,"clear_history":true,"is_chunked_response":true,"context_data":{"message":"Hi"},"metadata":{"k":"v"},"actions":` +
				buttonsJSON + `,"error_details":"why","chunk_session_id":"s1"}`,
		},
		"empty, not absent": {jarvis.Success(map[string]any{}), `{"success":true,"wait_for_input":true,"clear_history":false,"is_chunked_response":false,"context_data":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(tt.resp)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(raw))
			var back jarvis.Response
			require.NoError(t, json.Unmarshal(raw, &back))
			assert.Equal(t, tt.resp, &back)
		})
	}
}

// The problems behind a refusal are for the program; on the wire they are in the context data.
func TestValidationIsNotOnTheWire(t *testing.T) {
	h := newHost(t, succeed)
	resp, err := h.call(t.Context(), `{"mode":"x","level":1}`)
	require.NoError(t, err)
	require.NotNil(t, resp.Validation)
	shown := *resp
	shown.Validation = nil
	assert.Equal(t, mustJSON(shown), mustJSON(resp))
	assert.Equal(t, mustJSON(shown.ToolResult("1")), mustJSON(resp.ToolResult("1")))
}

func TestRequestJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		req  jarvis.Request
		want string
	}{
		"zero": {jarvis.Request{}, `{"voice_command":"","conversation_id":"","is_validation_response":false}`},
		"everything": {
			jarvis.Request{VoiceCommand: "Play it", ConversationID: "c1", IsValidationResponse: true, ValidationContext: map[string]any{"param": "song"}, User: "ada"},
			`{"voice_command":"Play it","conversation_id":"c1","is_validation_response":true,"validation_context":{"param":"song"},"user":"ada"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, mustJSON(tt.req))
			var back jarvis.Request
			require.NoError(t, json.Unmarshal([]byte(tt.want), &back))
			assert.Equal(t, tt.req, back)
		})
	}
}

func TestButtonJSON(t *testing.T) {
	assert.Equal(t, `{"button_text":"","button_action":"","button_type":""}`, mustJSON(jarvis.Button{}))
	assert.Equal(t, buttonsJSON, mustJSON([]jarvis.Button{sendButton, cancelButton}))
	var back []jarvis.Button
	require.NoError(t, json.Unmarshal([]byte(buttonsJSON), &back))
	assert.Equal(t, []jarvis.Button{sendButton, cancelButton}, back)
}
