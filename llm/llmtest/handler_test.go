// Handler: what it writes, and that it is what the model says.

package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const completions = "/v1/chat/completions"

// post sends a body to a handler without a network.
func post(h http.Handler, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, completions, strings.NewReader(body)))
	return w
}

// hello is the body of a plain request with more members.
func hello(more string) string {
	return `{"messages":[{"role":"user","content":"Hello"}]` + more + `}`
}

// full is a reply that has everything.
func full() *llm.Reply {
	return &llm.Reply{
		Content: "Il fait 21 °C à Paris. <b>🌤</b>", Reasoning: "They ask for Paris & me.",
		Calls: []toolcall.Call{call("call_a", "get_weather", `{"city":"Paris","units":"°C"}`), call("", "lights_off", "")},
		Usage: llm.Usage{Prompt: 12, Completion: 7, Total: 19},
	}
}

func fullModel() llm.Client {
	return llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) { return full(), nil })
}

func TestGoldenAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		model      llm.Client
		body, kind string
	}{
		"completion.json":  {fullModel(), hello(`,"model":"small"`), "application/json"},
		"stream.txt":       {fullModel(), hello(`,"stream":true,"stream_options":{"include_usage":true}`), "text/event-stream"},
		"stream_plain.txt": {llmtest.NewScript(llmtest.Say("Lights on.")), hello(`,"stream":true`), "text/event-stream"},
	} {
		t.Run(name, func(t *testing.T) {
			w := post(llmtest.Handler(tt.model), tt.body)
			assert.Equal(t, http.StatusOK, w.Code)
			assert.Equal(t, tt.kind, w.Header().Get("Content-Type"))
			golden(t, name, w.Body.String())
		})
	}
	w := post(llmtest.Handler(llmtest.NewScript(llmtest.Call("stop", "{}"))), hello(""))
	assert.Contains(t, w.Body.String(), `"message":{"role":"assistant","content":null,"tool_calls":[`)
}

func TestStreamNamesTheModelThatAnswers(t *testing.T) {
	_, c := start(t, llmtest.NewScript(llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Content: "Hello", Model: "large-2025"}, nil
	})))
	req := asks("Hello")
	req.Model, req.OnDelta = "large", func(llm.Delta) error { return nil }
	reply, err := c.Chat(t.Context(), req)
	require.NoError(t, err)
	assert.Equal(t, "large-2025", reply.Model)
}

func TestWriterThatCannotFlush(t *testing.T) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, completions, strings.NewReader(hello(`,"stream":true`)))
	llmtest.Handler(llmtest.NewScript(llmtest.Say("Lights on."))).ServeHTTP(struct{ http.ResponseWriter }{w}, r)
	golden(t, "stream_plain.txt", w.Body.String())
}

func TestStatusOfTheModel(t *testing.T) {
	for name, tt := range map[string]struct {
		err                  llm.StatusError
		code                 int
		after, kind, message string
	}{
		"busy":            {llm.StatusError{Status: 429, Message: "slow down", RetryAfter: 1500 * time.Millisecond}, 429, "2", "invalid_request_error", "slow down"},
		"down":            {llm.StatusError{Status: 503}, 503, "", "server_error", "Service Unavailable"},
		"no such failure": {llm.StatusError{Status: 200, Message: "fine"}, 500, "", "server_error", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := post(llmtest.Handler(llmtest.NewScript(llmtest.Fail(&tt.err))), hello(""))
			assert.Equal(t, tt.code, w.Code)
			assert.Equal(t, tt.after, w.Header().Get("Retry-After"))
			assert.Contains(t, w.Body.String(), `"type":"`+tt.kind+`"`)
			assert.Contains(t, w.Body.String(), tt.message)
		})
	}
}

func TestSameReplyInProcessAndOverHTTP(t *testing.T) {
	usage := func(*llm.Request) (*llm.Reply, error) {
		r := full()
		r.Calls[1].ID = "call_b"
		return r, nil
	}
	script := func() *llmtest.Script {
		return llmtest.NewScript(
			llmtest.Say("Good morning, 世界! 🙂"),
			llmtest.Call("get_weather", `{"city":"Köln"}`),
			llmtest.SayAndCall("One moment.", call("mine", "a", `{"x":[1,2]}`), call("", "b", ""), call("", "broken", `{"city":`)),
			llmtest.Say(""),
			llmtest.Do(usage),
		)
	}
	server, overHTTP := start(t, script())
	_, streamed := start(t, script())
	inProcess := script()
	for i := range inProcess.Left() {
		want, err := inProcess.Chat(t.Context(), asks("Go on"))
		require.NoError(t, err)
		got, err := overHTTP.Chat(t.Context(), asks("Go on"))
		require.NoError(t, err)
		assert.Equal(t, want, got, i)

		var told strings.Builder
		req := asks("Go on")
		req.OnDelta = func(d llm.Delta) error { told.WriteString(d.Content); return nil }
		got, err = streamed.Chat(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, want, got, "%d, streamed", i)
		assert.Equal(t, want.Content, told.String())
	}
	assert.Equal(t, 5, server.Requests())
}

func TestRequestArrivesWhole(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("ok"))
	tools := `[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object"}}}]`
	w := post(llmtest.Handler(script), `{"model":"small","temperature":0.4,"max_tokens":256,"tools":`+tools+`,
		"tool_choice":{"type":"function","function":{"name":"get_weather"}},"response_format":{"type":"json_object"},"top_p":1,"messages":[
		{"role":"system","content":"Be brief."},
		{"role":"user","content":[{"type":"text","text":"What is "},{"type":"text","text":"up?"}]},
		{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":"}}]},
		{"role":"tool","tool_call_id":"1","name":"get_weather","content":"sunny"},
		{"role":"assistant","content":""}]}`)
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	assert.Equal(t, []llm.Request{{
		Model: "small", Temperature: new(0.4), MaxTokens: 256, Tools: json.RawMessage(tools),
		ToolChoice: json.RawMessage(`{"type":"function","function":{"name":"get_weather"}}`), ResponseFormat: json.RawMessage(`{"type":"json_object"}`),
		Messages: []toolcall.Message{
			{Role: toolcall.RoleSystem, Content: "Be brief."},
			{Role: toolcall.RoleUser, Content: "What is up?"},
			{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{call("1", "get_weather", `{"city":`)}},
			{Role: toolcall.RoleTool, ToolCallID: "1", Name: "get_weather", Content: "sunny"},
			{Role: toolcall.RoleAssistant},
		},
	}}, script.Requests())
}

func TestMaxCompletionTokensAndNulls(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("ok"))
	nulls := `,"model":null,"tools":null,"tool_choice":null,"response_format":null,"temperature":null,"max_tokens":null,"stream":null,"stream_options":null`
	w := post(llmtest.Handler(script), hello(nulls+`,"max_completion_tokens":9`))
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	want := *asks("Hello")
	want.MaxTokens = 9
	assert.Equal(t, []llm.Request{want}, script.Requests())
}

func TestNumbersInIDs(t *testing.T) {
	h := llmtest.Handler(llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Calls: []toolcall.Call{call("", "a", "{}")}}, nil
	}))
	for n := range 3 {
		text := post(h, hello("")).Body.String()
		assert.Contains(t, text, `"id":"chatcmpl-`+strconv.Itoa(n+1)+`"`)
		assert.Contains(t, text, `"id":"call_`+strconv.Itoa(n+1)+`"`)
	}
	taken := `{"messages":[{"role":"assistant","tool_calls":[{"id":"call_4","type":"function","function":{"name":"a","arguments":""}}]},{"role":"tool","tool_call_id":"call_4","content":""}]}`
	assert.Contains(t, post(h, taken).Body.String(), `"id":"call_5"`)
}

// clientFunc is a client that does as it likes with OnDelta.
type clientFunc func(*llm.Request) (*llm.Reply, error)

func (f clientFunc) Chat(_ context.Context, req *llm.Request) (*llm.Reply, error) { return f(req) }

func TestOtherClientsBehindTheServer(t *testing.T) {
	broken := errors.New("the model is broken")
	const stream = `,"stream":true`
	for name, tt := range map[string]struct {
		client llm.Client
		more   string
		code   int
		want   []string
	}{
		"it does not stream": {clientFunc(func(*llm.Request) (*llm.Reply, error) {
			return &llm.Reply{Content: "All at once", Reasoning: "Hm"}, nil
		}),
			stream, 200, []string{`"delta":{"content":"All at once","reasoning_content":"Hm"}`, `"finish_reason":"stop"`, "data: [DONE]\n\n"}},
		"an error before the stream": {clientFunc(func(*llm.Request) (*llm.Reply, error) { return nil, broken }),
			stream, 500, []string{`{"error":{"message":"the model is broken","type":"server_error","code":"model_failed"}}`}},
		"an error in the stream": {clientFunc(func(req *llm.Request) (*llm.Reply, error) {
			_ = req.OnDelta(llm.Delta{Content: "Wait"})
			return nil, broken
		}), stream, 200, []string{`{"content":"Wait"}`, "data: {\"error\":{\"message\":\"the model is broken\",\"type\":\"server_error\",\"code\":\"model_failed\"}}\n\n"}},
		"an error":              {clientFunc(func(*llm.Request) (*llm.Reply, error) { return nil, broken }), "", 500, []string{"the model is broken"}},
		"no reply":              {clientFunc(func(*llm.Request) (*llm.Reply, error) { return nil, nil }), "", 500, []string{"neither a reply nor an error"}},
		"no reply, stream":      {clientFunc(func(*llm.Request) (*llm.Reply, error) { return nil, nil }), stream, 500, []string{"neither a reply nor an error"}},
		"no client":             {nil, "", 500, []string{"there is no model"}},
		"a script that is over": {llmtest.NewScript(), "", 500, []string{`"code":"script_over"`, "the script is over"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := post(llmtest.Handler(tt.client), hello(tt.more))
			assert.Equal(t, tt.code, w.Code)
			for _, want := range tt.want {
				assert.Contains(t, w.Body.String(), want)
			}
			if strings.Contains(name, "error") {
				assert.NotContains(t, w.Body.String(), "[DONE]")
			}
		})
	}
}

func TestRequireKey(t *testing.T) {
	key := jarvis.NewSecretString("sk-äöü")
	for name, tt := range map[string]struct {
		key    jarvis.SecretString
		header string
		code   int
	}{
		"the key":                {key, "Bearer sk-äöü", 200},
		"another case of Bearer": {key, "bearer sk-äöü", 200},
		"none":                   {key, "", 401},
		"no scheme":              {key, "sk-äöü", 401},
		"another scheme":         {key, "Basic sk-äöü", 401},
		"another key":            {key, "Bearer sk-äöo", 401},
		"the beginning":          {key, "Bearer sk-", 401},
		"more than the key":      {key, "Bearer sk-äöü ", 401},
		"an empty key":           {jarvis.SecretString{}, "Bearer ", 401},
		"an empty key, none":     {jarvis.SecretString{}, "", 401},
	} {
		t.Run(name, func(t *testing.T) {
			h := llmtest.Handler(llmtest.NewScript(llmtest.Say("in")), nil, llmtest.RequireKey(tt.key))
			r := httptest.NewRequest(http.MethodPost, completions, strings.NewReader(hello("")))
			r.Header.Set("Authorization", tt.header)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			assert.Equal(t, tt.code, w.Code)
			assert.NotContains(t, w.Body.String(), "sk-")
			if tt.code == http.StatusUnauthorized {
				assert.Contains(t, w.Body.String(), `"code":"invalid_api_key"`)
			}
		})
	}
}

func TestModels(t *testing.T) {
	_, c := start(t, llmtest.NewScript(llmtest.Say("a"), llmtest.Say("b")), llmtest.Models("small", "large"))
	resp, text, err := c.send(t.Context(), http.MethodGet, "/models", nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	assert.Equal(t, `{"object":"list","data":[{"id":"small","object":"model","created":0,"owned_by":"llmtest"},{"id":"large","object":"model","created":0,"owned_by":"llmtest"}]}`+"\n", text)

	_, text, err = c.send(t.Context(), http.MethodPost, "/chat/completions", []byte(hello("")))
	require.NoError(t, err)
	assert.Contains(t, text, `"model":"small"`, "the first")
	_, text, err = c.send(t.Context(), http.MethodPost, "/chat/completions", []byte(hello(`,"model":"large"`)))
	require.NoError(t, err)
	assert.Contains(t, text, `"model":"large"`)

	resp, text, err = c.send(t.Context(), http.MethodPost, "/chat/completions", []byte(hello(`,"model":"huge"`)))
	require.NoError(t, err)
	assert.Equal(t, http.StatusNotFound, resp.StatusCode)
	assert.Equal(t, `{"error":{"message":"the model \"huge\" does not exist; the models are: small, large","type":"invalid_request_error","code":"model_not_found"}}`+"\n", text)

	w := httptest.NewRecorder()
	llmtest.Handler(nil).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/models", nil))
	assert.Contains(t, w.Body.String(), `"id":"scripted"`)
}
