// The JSON of results: the turn response of the original, for each reason to stop.

package assistant_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const wireHead = `{"commands":[],"request_information":{"voice_command":"Do it","conversation_id":"c1"},`

func TestResultJSON(t *testing.T) {
	m := modes[0]
	light := made("light", `{"room":"den"}`)
	for _, tt := range []struct {
		name  string
		light *jarvis.Response
		steps []llmtest.Step
		want  string
	}{
		{"complete", nil, []llmtest.Step{m.say("It is sunny.")}, `"stop_reason":"complete","assistant_message":"It is sunny.","end_of_exchange":false,"tool_calls":[]}`},
		{"complete after a command", nil, []llmtest.Step{m.calls(light), m.think("well", "It is on.")},
			`"stop_reason":"complete","assistant_message":"It is on.","end_of_exchange":true,"tool_calls":[],"reasoning":"well"}`},
		{"tool calls", nil, []llmtest.Step{llmtest.Calls(made("tv", `{"channel":"1"}`), failing("tv", ` { "channel": "2" }`, "No TV."))},
			`"stop_reason":"tool_calls","assistant_message":"","end_of_exchange":false,"tool_calls":[` +
				`{"id":"call_1","type":"function","function":{"name":"tv","arguments":"{\"channel\":\"1\"}"}},` +
				`{"id":"call_2","type":"function","function":{"name":"tv","arguments":" { \"channel\": \"2\" }"},"failure_message":"No TV."}]}`},
		{"validation", nil, []llmtest.Step{m.calls(made("request_validation", `{"question":"Which room?","parameter_name":"room","options":["den","hall"]}`))},
			`"stop_reason":"validation_required","assistant_message":"Which room?","end_of_exchange":false,"tool_calls":[],` +
				`"validation_request":{"question":"Which room?","parameter_name":"room","options":["den","hall"],"tool_call_id":"call_1"},"wait_for_input":true}`},
		{"error", nil, []llmtest.Step{m.calls(light), m.calls(light)}, `"stop_reason":"error","assistant_message":"` + stuck + `","end_of_exchange":false,"tool_calls":[],"error":"repeated_tool_call"}`},
		{"not for me", nil, []llmtest.Step{m.say("<not_for_me/>")}, `"stop_reason":"not_for_me","assistant_message":"","end_of_exchange":false,"tool_calls":[]}`},
		{"waits", jarvis.FollowUp(map[string]any{"message": "And now?"}, jarvis.WithClearHistory()), []llmtest.Step{m.calls(light)},
			`"stop_reason":"complete","assistant_message":"And now?","end_of_exchange":false,"tool_calls":[],"wait_for_input":true,"clear_history":true}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe = true }, tt.steps...)
			if tt.light != nil {
				h.answer("light", tt.light)
			}
			res := h.say("Do it")
			text, err := json.Marshal(res)
			require.NoError(t, err)
			assert.Equal(t, wireHead+tt.want, string(text))
			value, err := json.Marshal(*res)
			require.NoError(t, err)
			assert.Equal(t, string(text), string(value))
		})
	}
	t.Run("an error of the model", func(t *testing.T) {
		h := newHome(t, m, nil, llmtest.Fail(errDown))
		res, err := h.try("Do it")
		require.Error(t, err)
		text, err := json.Marshal(res)
		require.NoError(t, err)
		assert.Equal(t, wireHead+`"stop_reason":"error","assistant_message":"`+unreachable+`","end_of_exchange":false,"tool_calls":[],"error":"llm_error"}`, string(text))
	})
	t.Run("zero", func(t *testing.T) {
		text, err := json.Marshal(assistant.Result{Calls: []toolcall.Call{{}}})
		require.NoError(t, err)
		assert.Contains(t, string(text), `"arguments":"{}"`)
	})
}
