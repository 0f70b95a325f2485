// Errors that servers tell under a status that means success.

package llm_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestErrorsForAnswers(t *testing.T) {
	for _, c := range []struct{ name, body, message, code string }{
		{"in a choice, as OpenRouter does", `{"choices":[{"message":{"content":""},"finish_reason":"error","error":{"code":502,"message":"Provider down"}}]}`, "Provider down", "502"},
		{"beside choices", `{"error":{"code":"overloaded","message":"Provider down"},"choices":[{"message":{"content":"Half an ans"},"finish_reason":"stop"}]}`, "Provider down", "overloaded"},
		{"a text beside choices", `{"error":"Provider down","choices":[{"message":{"content":"a"}}]}`, "Provider down", ""},
		{"a type for a code", `{"error":{"type":"overloaded_error","message":"Provider down"},"choices":[{"message":{"content":"a"}}]}`, "Provider down", "overloaded_error"},
		{"a reason to finish alone", `{"choices":[{"message":{"content":"Half an ans"},"finish_reason":"error"}]}`, "", ""},
		{"a code with a secret", `{"choices":[{"error":{"message":"Provider down","code":` + quoted(asciiKey) + `}}]}`, "Provider down", "[secret]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h heard
			reply, err := chatWith(t, "application/json", c.body, hello(h.on))
			assertNoReply(t, reply)
			assert.Empty(t, h.content)
			failed := asError[*llm.AnswerError](t, err)
			assert.Equal(t, c.message, failed.Message)
			assert.Equal(t, c.code, failed.Code)
			assert.NotEmpty(t, failed.Body)
			require.NoError(t, failed.Err)
			assert.Contains(t, err.Error(), "llm: the answer is unusable: the server tells an error; ")
			assert.Contains(t, err.Error(), c.message)
		})
	}
}

func quoted(text string) string {
	q, _ := json.Marshal(text)
	return string(q)
}

func TestErrorsInStreams(t *testing.T) {
	for _, c := range []struct {
		name, event, message, code string
		status                     int
	}{
		{"in a choice", `{"choices":[{"delta":{"content":"x"},"finish_reason":"error","error":{"message":"died"}}]}`, "died", "", 0},
		{"one of another shape", `{"error":{"code":7}}`, `{"error":{"code":7}}`, "7", 0},
		{"a status", `{"error":{"code":529,"message":"died"}}`, "died", "529", 529},
		{"a status in quotes", `{"error":{"code":"429","message":"died"},"choices":[{"delta":{}}]}`, "died", "429", 429},
		{"a status beside a code", `{"error":{"code":"full","status":503,"message":"died"}}`, "died", "full", 503},
		{"a number that is no status", `{"error":{"code":7,"message":"died"}}`, "died", "7", 0},
		{"in a list, as Gemini does", `[{"error":{"code":400,"message":"died","status":"INVALID_ARGUMENT"}}]`, "died", "400", 400},
		{"a reason to finish alone", `{"choices":[{"delta":{"content":"x"},"finish_reason":"error"}]}`, "", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h heard
			reply, err := chatWith(t, "text/event-stream", chunk("a")+"data: "+c.event+"\n\n"+doneChunk, hello(h.on))
			assertNoReply(t, reply)
			assert.Equal(t, []string{"a"}, h.content)
			failed := asError[*llm.StreamError](t, err)
			assert.Equal(t, c.message, failed.Message)
			assert.Equal(t, c.code, failed.Code)
			assert.Equal(t, c.status, failed.Status)
			require.NoError(t, failed.Err)
			assert.NotEqual(t, "llm: the stream of the answer failed: ", err.Error())
		})
	}
}

func TestErrorsThatAreNone(t *testing.T) {
	for _, e := range []string{`null`, `""`, `{}`, `{"code":0}`, `{"message":""}`, `false`} {
		t.Run(e, func(t *testing.T) {
			for contentType, body := range map[string]string{
				"application/json":  `{"error":` + e + `,"choices":[{"message":{"content":"a"},"error":` + e + `,"finish_reason":"stop"}]}`,
				"text/event-stream": `data: {"error":` + e + `,"choices":[{"delta":{"content":"a"},"error":` + e + `,"finish_reason":"stop"}]}` + "\n\n" + doneChunk,
			} {
				reply, err := chatWith(t, contentType, body, hello())
				require.NoError(t, err)
				assert.Equal(t, llm.Reply{Content: "a", Finish: llm.FinishStop}, *reply)
			}
		})
	}
}

func TestErrorsInLists(t *testing.T) {
	const body = ` [ {"error":{"code":400,"message":"API key not valid, [sic]","status":"INVALID_ARGUMENT"}} ]`
	_, err := chatStatus(t, 400, body)
	assert.Equal(t, "API key not valid, [sic]", asError[*llm.StatusError](t, err).Message)
	_, err = chatWith(t, "application/json", body, hello())
	failed := asError[*llm.AnswerError](t, err)
	assert.Equal(t, "API key not valid, [sic]", failed.Message)
	assert.Equal(t, "400", failed.Code)
	for _, none := range []string{`[]`, `[1]`, `[[{"error":"x"}]]`, `[{"error":"x"}`, `{"message":{}}`} {
		_, err = chatStatus(t, 400, none)
		assert.Empty(t, asError[*llm.StatusError](t, err).Message, none)
	}
}

// The completions endpoint, which is another one, answers with texts in the place of messages.
func TestCompletionsEndpoint(t *testing.T) {
	for contentType, body := range map[string]string{
		"application/json":  `{"object":"text_completion","choices":[{"index":0,"text":"Es reg","finish_reason":"length"}]}`,
		"text/event-stream": `data: {"choices":[{"index":0,"text":"Es reg","finish_reason":null}]}` + "\n\n" + doneChunk,
	} {
		var h heard
		reply, err := chatWith(t, contentType, body, hello(h.on))
		assertNoReply(t, reply)
		asError[*llm.AnswerError](t, err)
		require.ErrorIs(t, err, llm.ErrNoChoice)
		assert.Contains(t, err.Error(), "completions endpoint")
		assert.Contains(t, err.Error(), "Es reg")
	}
	reply, err := chatWith(t, "application/json", `{"choices":[{"text":null,"message":{"content":"a"}}]}`, hello())
	require.NoError(t, err)
	assert.Equal(t, "a", reply.Content)
}

// What was not decoded is named, in answers, streams and refusals.
func TestEncodings(t *testing.T) {
	ask := func(status int, encoding, contentType, body string) error {
		hc := inMemory(answering(status, http.Header{"Content-Encoding": {encoding}, "Content-Type": {contentType}}, body))
		reply, err := newClient(t, llm.Config{HTTPClient: hc, Retries: -1}).Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
		if err == nil {
			assert.Equal(t, "a", reply.Content)
		}
		return err
	}
	const packed = "\x0b\x02\x80\x03"
	for _, contentType := range []string{"application/json", "text/event-stream"} {
		err := ask(200, "br", contentType, packed)
		asError[*llm.AnswerError](t, err)
		assert.Contains(t, err.Error(), "the content encoding is br")
		assert.NotContains(t, ask(200, "identity", contentType, packed).Error(), "encoding is")
	}
	assert.Contains(t, ask(400, "zstd", "", packed+"\xff").Error(), "encoded as zstd")
	require.NoError(t, ask(200, "br", "application/json", completion("a")), "it says br and is not")
	assert.Contains(t, ask(400, "br", "", "no").Error(), "Bad Request: no")
}
