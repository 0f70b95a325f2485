// What the server refuses, and that nothing else gets to the model.

package llmtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// refused sends a request and returns the status and the message of the error.
func refused(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	script := llmtest.NewScript(llmtest.Say("let in"))
	w := httptest.NewRecorder()
	llmtest.Handler(script).ServeHTTP(w, r)
	var answer struct {
		Error struct{ Message, Type, Code string }
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer), w.Body)
	assert.Equal(t, "application/json", w.Header().Get("Content-Type"))
	assert.Equal(t, "invalid_request_error", answer.Error.Type)
	assert.NotEmpty(t, answer.Error.Code)
	assert.Empty(t, script.Requests())
	return w.Code, answer.Error.Message
}

func TestBadRequests(t *testing.T) {
	const (
		asked = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"x","arguments":"{}"}}]}`
		toolA = `{"role":"tool","tool_call_id":"a","content":"1"}`
		toolB = `{"role":"tool","tool_call_id":"b","content":"2"}`
		user  = `{"role":"user","content":"Hi"}`
		toolX = `{"type":"function","function":{"name":"x"}}`
	)
	messages := func(list ...string) string { return `{"messages":[` + strings.Join(list, ",") + `]}` }
	calls := func(call string) string {
		return messages(`{"role":"assistant","tool_calls":[` + call + `]}`)
	}
	for name, tt := range map[string]struct{ body, want string }{
		"empty":                            {``, "the body is not valid JSON: EOF"},
		"no JSON":                          {`hello`, "the body is not valid JSON: invalid character 'h' looking for beginning of value"},
		"cut off":                          {`{"messages":[`, "the body is not valid JSON: unexpected EOF"},
		"two values":                       {hello("") + hello(""), "the body has more than one JSON value"},
		"more behind it":                   {hello("") + "]", "the body has more than one JSON value"},
		"a list":                           {`[]`, "the body must be an object, got array"},
		"null":                             {`null`, "messages is missing or empty"},
		"no messages":                      {`{"model":"small"}`, "messages is missing or empty"},
		"an empty list of messages":        {`{"messages":[]}`, "messages is missing or empty"},
		"messages that are no list":        {`{"messages":"Hi"}`, "messages must be a list, got string"},
		"a message that is no object":      {messages(user, `"Hi"`), "messages[1] must be an object, got string"},
		"model":                            {hello(`,"model":1`), "model must be a string, got number"},
		"unknown role":                     {messages(user, `{"role":"robot","content":"Hi"}`), `messages[1].role must be one of: system, developer, user, assistant, tool; got "robot"`},
		"no role":                          {messages(`{"content":"Hi"}`), `messages[0].role must be one of: system, developer, user, assistant, tool; got ""`},
		"null message":                     {messages(`null`), `messages[0].role must be one of: system, developer, user, assistant, tool; got ""`},
		"a role with control codes":        {messages(`{"role":"a\u0000\u202e"}`), `messages[0].role must be one of: system, developer, user, assistant, tool; got "a\\x00\\u202e"`},
		"no content":                       {messages(`{"role":"user"}`), "messages[0].content is missing or empty"},
		"null content":                     {messages(`{"role":"assistant","content":null}`), "messages[0].content is missing or empty"},
		"content of a number":              {messages(`{"role":"user","content":1}`), "messages[0].content must be a string, got number"},
		"no parts":                         {messages(`{"role":"user","content":[]}`), "messages[0].content is missing or empty"},
		"a picture":                        {messages(`{"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url","image_url":{}}]}`), "messages[0].content[1] must be a part of type text"},
		"a part with text of another type": {messages(`{"role":"user","content":[{"type":"refusal","text":"no"}]}`), "messages[0].content[0] must be a part of type text"},
		"a part without text":              {messages(`{"role":"user","content":[{"type":"text"}]}`), "messages[0].content[0] must be a part of type text"},
		"parts of numbers":                 {messages(`{"role":"user","content":[1]}`), "messages[0].content must be an object, got number"},
		"a user who calls":                 {messages(`{"role":"user","content":"Hi","tool_calls":[]}`), "messages[0].tool_calls is only allowed with the role assistant"},
		"a user who answers":               {messages(`{"role":"user","content":"Hi","tool_call_id":"a"}`), "messages[0].tool_call_id is only allowed with the role tool"},
		"an empty list of calls":           {messages(`{"role":"assistant","content":"Hi","tool_calls":[]}`), "messages[0].tool_calls is an empty list; leave it out"},
		"calls that are no list":           {messages(`{"role":"assistant","tool_calls":"x"}`), "messages[0].tool_calls must be a list, got string"},
		"a call without id":                {calls(`{"type":"function","function":{"name":"x","arguments":"{}"}}`), "messages[0].tool_calls[0].id is missing or empty"},
		"a call without type":              {calls(`{"id":"a","function":{"name":"x","arguments":"{}"}}`), `messages[0].tool_calls[0].type must be one of: function; got ""`},
		"a call without name":              {calls(`{"id":"a","type":"function","function":{"arguments":"{}"}}`), "messages[0].tool_calls[0].function.name is missing or empty"},
		"a call without arguments":         {calls(`{"id":"a","type":"function","function":{"name":"x"}}`), "messages[0].tool_calls[0].function.arguments is missing or empty"},
		"arguments that are an object":     {calls(`{"id":"a","type":"function","function":{"name":"x","arguments":{}}}`), "messages[0].tool_calls.function.arguments must be a string, got object"},
		"two calls of one id":              {calls(`{"id":"a","type":"function","function":{"name":"x","arguments":""}},{"id":"a","type":"function","function":{"name":"y","arguments":""}}`), `messages[0].tool_calls[1]: the id "a" is that of another call of the message`},
		"too many calls":                   {calls(strings.Repeat(`{"id":"a"},`, 1024) + `{"id":"a"}`), "messages[0].tool_calls has more than 1024 calls"},
		"a result without id":              {messages(`{"role":"tool","content":"1"}`), "messages[0].tool_call_id is missing or empty"},
		"a result without content":         {messages(asked, toolA, `{"role":"tool","tool_call_id":"b"}`), "messages[2].content is missing or empty"},
		"a result of nothing":              {messages(user, toolA), `messages[1].tool_call_id: "a" is not the id of an open call of the assistant message before it`},
		"a result twice":                   {messages(asked, toolA, toolA, toolB), `messages[2].tool_call_id: "a" is not the id of an open call of the assistant message before it`},
		"a result too late":                {messages(asked, toolA, user, toolB), `messages[3].tool_call_id: "b" is not the id of an open call of the assistant message before it`},
		"a result of an older call":        {messages(asked, toolA, toolB, `{"role":"assistant","content":"done"}`, toolA), `messages[4].tool_call_id: "a" is not the id of an open call of the assistant message before it`},
		"open calls in the middle":         {messages(asked, toolB, user), "messages: these tool calls have no tool message directly after the message of the assistant: a"},
		"open calls at the end":            {messages(user, asked), "messages: these tool calls have no tool message directly after the message of the assistant: a, b"},
		"one open call at the end":         {messages(user, asked, toolA), "messages: these tool calls have no tool message directly after the message of the assistant: b"},
		"tools that are no list":           {hello(`,"tools":{}`), "tools must be a list, got object"},
		"no tools in the list":             {hello(`,"tools":[]`), "tools is an empty list; leave it out"},
		"a tool that is no object":         {hello(`,"tools":[1]`), "tools[0] must be an object, got number"},
		"a tool of another type":           {hello(`,"tools":[{"type":"web_search"}]`), `tools[0].type must be one of: function; got "web_search"`},
		"a tool in the bare form":          {hello(`,"tools":[{"name":"x"}]`), `tools[0].type must be one of: function; got ""`},
		"a tool without name":              {hello(`,"tools":[{"type":"function"}]`), `tools[0].function.name must be 1 to 64 letters, digits, _ and -, got ""`},
		"a name with a dot":                {hello(`,"tools":[{"type":"function","function":{"name":"light.on"}}]`), `tools[0].function.name must be 1 to 64 letters, digits, _ and -, got "light.on"`},
		"a long name":                      {hello(`,"tools":[{"type":"function","function":{"name":"` + strings.Repeat("x", 65) + `"}}]`), `tools[0].function.name must be 1 to 64 letters, digits, _ and -, got "` + strings.Repeat("x", 65) + `"`},
		"parameters that are a list":       {hello(`,"tools":[{"type":"function","function":{"name":"x","parameters":[]}}]`), "tools[0].function.parameters must be an object, got array"},
		"a tool twice":                     {hello(`,"tools":[` + toolX + `,` + toolX + `]`), `tools[1]: the tool "x" is listed twice`},
		"a choice without tools":           {hello(`,"tool_choice":"auto"`), "tool_choice is only allowed with tools"},
		"a choice that is no word":         {hello(`,"tools":[` + toolX + `],"tool_choice":"any"`), `tool_choice must be one of: none, auto, required; got "any"`},
		"a choice of a number":             {hello(`,"tools":[` + toolX + `],"tool_choice":1`), "tool_choice must be an object, got number"},
		"a choice of another type":         {hello(`,"tools":[` + toolX + `],"tool_choice":{}`), `tool_choice.type must be one of: function; got ""`},
		"a choice of no tool":              {hello(`,"tools":[` + toolX + `],"tool_choice":{"type":"function","function":{"name":"y"}}`), `tool_choice.function.name: "y" is none of the tools`},
		"a format of no type":              {hello(`,"response_format":{}`), `response_format.type must be one of: text, json_object, json_schema; got ""`},
		"a format that is a word":          {hello(`,"response_format":"json"`), "response_format must be an object, got string"},
		"a schema without name":            {hello(`,"response_format":{"type":"json_schema","json_schema":{"schema":{}}}`), "response_format.json_schema.name is missing or empty"},
		"temperature below":                {hello(`,"temperature":-0.1`), "temperature must be from 0 to 2, got -0.1"},
		"temperature above":                {hello(`,"temperature":2.1`), "temperature must be from 0 to 2, got 2.1"},
		"temperature as text":              {hello(`,"temperature":"0.4"`), "temperature must be a number, got string"},
		"no tokens":                        {hello(`,"max_tokens":0`), "max_tokens must be at least 1, got 0"},
		"tokens below":                     {hello(`,"max_completion_tokens":-1`), "max_completion_tokens must be at least 1, got -1"},
		"half a token":                     {hello(`,"max_tokens":1.5`), "max_tokens must be a whole number, got number 1.5"},
		"tokens twice":                     {hello(`,"max_tokens":1,"max_completion_tokens":1`), "max_tokens and max_completion_tokens are given; give one"},
		"stream as text":                   {hello(`,"stream":"yes"`), "stream must be true or false, got string"},
		"stream options alone":             {hello(`,"stream_options":{"include_usage":true}`), "stream_options is only allowed with stream"},
	} {
		t.Run(name, func(t *testing.T) {
			code, message := refused(t, httptest.NewRequest(http.MethodPost, completions, strings.NewReader(tt.body)))
			assert.Equal(t, http.StatusBadRequest, code)
			assert.Equal(t, tt.want, message)
		})
	}
}

// failing is a body that breaks off.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestRefusals(t *testing.T) {
	typed := func(contentType string) *http.Request {
		r := httptest.NewRequest(http.MethodPost, completions, strings.NewReader(hello("")))
		r.Header.Set("Content-Type", contentType)
		return r
	}
	long := func(size int) *http.Request {
		return httptest.NewRequest(http.MethodPost, completions, io.LimitReader(strings.NewReader(`"`+strings.Repeat("a", size)), int64(size)))
	}
	for name, tt := range map[string]struct {
		request *http.Request
		code    int
		want    string
	}{
		"another path":       {httptest.NewRequest(http.MethodPost, "/v1/completions", nil), 404, "there is nothing at /v1/completions; post to /v1/chat/completions"},
		"no path":            {httptest.NewRequest(http.MethodGet, "/", nil), 404, "there is nothing at /; post to /v1/chat/completions"},
		"another version":    {httptest.NewRequest(http.MethodPost, "/v2/chat/completions", nil), 404, "there is nothing at /v2/chat/completions; post to /v1/chat/completions"},
		"GET":                {httptest.NewRequest(http.MethodGet, completions, nil), 405, "the method GET is not allowed here; use POST"},
		"POST to the models": {httptest.NewRequest(http.MethodPost, "/v1/models", nil), 405, "the method POST is not allowed here; use GET"},
		"a form":             {typed("application/x-www-form-urlencoded"), 400, `the Content-Type is "application/x-www-form-urlencoded"; send application/json`},
		"a type of nothing":  {typed("json; ="), 400, `the Content-Type is "json; ="; send application/json`},
		"the largest body":   {long(16 << 20), 400, "the body is not valid JSON: unexpected EOF"},
		"a larger body":      {long(16<<20 + 1), 413, "the body is larger than 16777216 bytes"},
		"a broken body":      {httptest.NewRequest(http.MethodPost, completions, failing{}), 400, "the body could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			code, message := refused(t, tt.request)
			assert.Equal(t, tt.code, code)
			assert.Equal(t, tt.want, message)
		})
	}
	w := post(llmtest.Handler(llmtest.NewScript(llmtest.Say("in"))), hello(""))
	assert.Equal(t, http.StatusOK, w.Code, "without Content-Type")
	w = httptest.NewRecorder()
	llmtest.Handler(nil).ServeHTTP(w, httptest.NewRequest(http.MethodDelete, completions, nil))
	assert.Equal(t, "POST", w.Header().Get("Allow"))
	r := typed("application/json; charset=utf-8")
	r.URL.Path = "/chat/completions"
	w = httptest.NewRecorder()
	llmtest.Handler(llmtest.NewScript(llmtest.Say("in"))).ServeHTTP(w, r)
	assert.Equal(t, http.StatusOK, w.Code, "without /v1")
}

// TestManyMessages is a transcript of many turns, each with calls.
func TestManyMessages(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("ok"))
	var messages []toolcall.Message
	for turn := range 2000 {
		id := fmt.Sprint(turn)
		messages = append(messages, toolcall.Message{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{call(id, "a", "{}"), call(id+"b", "b", "{}")}},
			toolcall.Message{Role: toolcall.RoleTool, ToolCallID: id + "b"}, toolcall.Message{Role: toolcall.RoleTool, ToolCallID: id})
	}
	_, c := start(t, script)
	_, err := c.Chat(t.Context(), &llm.Request{Messages: messages})
	require.NoError(t, err)
	assert.Equal(t, messages, script.Requests()[0].Messages)
}

func FuzzHandler(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `[]`, hello(""), hello(`,"stream":true,"stream_options":{"include_usage":true}`), hello(`,"tools":[{"type":"function","function":{"name":"x"}}],"tool_choice":"auto"`),
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":"{"}}]},{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"é"}]}]}`,
		hello(`,"temperature":1e999,"max_tokens":1`), hello(`,"response_format":{"type":"json_schema","json_schema":{"name":"n"}}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		script := llmtest.NewScript(llmtest.SayAndCall("Good.", call("", "x", `{"a":1}`)))
		w := post(llmtest.Handler(script), string(body))
		if w.Code != http.StatusOK {
			require.Equal(t, http.StatusBadRequest, w.Code)
			require.Empty(t, script.Requests())
			require.True(t, json.Valid(w.Body.Bytes()))
			return
		}
		script.Check(t)
		req := script.Requests()[0]
		require.NotEmpty(t, req.Messages)
		require.Empty(t, toolcall.Unanswered(req.Messages))
		_, err := json.Marshal(req.Messages)
		require.NoError(t, err)
	})
}
