// Bodies that are not what their labels say, and streams that end or begin in ways of their own.

package llm_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestBodiesThatAreNoStreams(t *testing.T) {
	for _, c := range []struct {
		name, contentType, body string
		is                      error
		text                    string
	}{
		{"a denial", "text/plain", "denied: your plan has no access\n", llm.ErrNotJSON, `invalid JSON at byte 1, the content type is text/plain; it begins: denied: your plan has no access\n`},
		{"an error in words", "text/plain", "error: no access", llm.ErrNotJSON, `invalid JSON at byte 1, the content type is text/plain; it begins: error: no access`},
		{"a denial for events", "text/event-stream", "denied: your plan has no access\n", llm.ErrNotJSON, `no event stream, the content type is text/event-stream; it begins: denied: your plan has no access\n`},
		{"a denial with a key", "text/event-stream", "denied: " + asciiKey, llm.ErrNotJSON, `no event stream, the content type is text/event-stream; it begins: denied: [secret]`},
		{"a page", "text/event-stream", "\n<html>\n<h1>no: stream</h1>\n", llm.ErrNotJSON, `invalid JSON at byte 1, the content type is text/event-stream; it begins: <html>\n<h1>no: stream</h1>\n`},
		{"an error on one line", "text/event-stream", `{"error":{"message":"quota gone"}}`, llm.ErrNoChoice, `the answer has no choice; the server says: quota gone`},
		{"an error on several lines", "text/event-stream", "{\n  \"error\": {\n    \"message\": \"quota gone\"\n  }\n}\n", llm.ErrNoChoice, `the answer has no choice; the server says: quota gone`},
		{"an error in a list", "text/event-stream", `[{"error":{"message":"quota gone"}}]`, llm.ErrNotJSON, `unexpected JSON at the top, the content type is text/event-stream; the server says: quota gone`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, n := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.contentType)
				fmt.Fprint(w, c.body)
			})
			reply, err := newClient(t, llm.Config{BaseURL: s.URL, Key: secret(asciiKey)}).Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
			assertNoReply(t, reply)
			asError[*llm.AnswerError](t, err)
			require.ErrorIs(t, err, c.is)
			assert.Equal(t, "llm: the answer is unusable: "+c.text, err.Error())
			assert.Equal(t, 1, n.count(), "not asked again")
		})
	}
}

func TestLabelsThatAreWrong(t *testing.T) {
	events := chunk("a") + stopChunk + doneChunk
	lines := `{"choices":[{"delta":{"content":"a"}}]}` + "\n" + `{"choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n"
	indented := "{\n  \"choices\": [\n    {\"message\": {\"content\": \"a\"}, \"finish_reason\": \"stop\"}\n  ]\n}\n"
	for _, c := range []struct{ name, contentType, body string }{
		{"events as JSON", "application/json", events},
		{"events as JSON, after a comment", "application/json; charset=utf-8", ": ping\n\n" + events},
		{"events as JSON, with a name", "application/json", "event: message\n" + events},
		{"events as text", "text/plain", "\n\n" + events},
		{"JSON as events", "text/event-stream", completionOf("a")},
		{"JSON on several lines as events", "text/event-stream", indented},
		{"JSON in each line", "text/event-stream", lines},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, streamed := range []bool{false, true} {
				var h heard
				req := hello()
				if streamed {
					req.OnDelta = h.on
				}
				reply, err := chatWith(t, c.contentType, c.body, req)
				require.NoError(t, err)
				assert.Equal(t, llm.Reply{Content: "a", Finish: llm.FinishStop}, *reply)
				assert.Equal(t, streamed, strings.Join(h.content, "") == "a")
			}
		})
	}
}

func completionOf(content string) string {
	return `{"choices":[{"message":{"content":"` + content + `"},"finish_reason":"stop"}]}`
}

// Once the reason to finish has come, what is broken does not matter; before that it does.
func TestAfterTheReasonToFinish(t *testing.T) {
	want := llm.Reply{Content: "a", Finish: llm.FinishStop}
	for _, c := range []struct{ name, rest string }{
		{"DONE in quotes", "data: \"[DONE]\"\n\n"},
		{"garbage", "data: <html>\n\n" + doneChunk},
		{"a number", "data: 7\n\n" + doneChunk},
		{"a chunk of another shape", `data: {"choices":7}` + "\n\n" + doneChunk},
		{"content of another shape", delta(`{"content":7}`) + doneChunk},
		{"a torn chunk", `data: {"usage":{"total_to`},
		{"a torn event", "data: {\"usage\":\n\n" + doneChunk},
		{"the deltas again, as a message", `data: {"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}` + "\n\n" + doneChunk},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h heard
			reply, err := chatWith(t, "text/event-stream", chunk("a")+stopChunk+c.rest, hello(h.on))
			require.NoError(t, err)
			assert.Equal(t, want, *reply)
			assert.Equal(t, []string{"a"}, h.content)
		})
	}
	reply, err := chatWith(t, "text/event-stream", chunk("a")+"data: \"[DONE]\"\n\n"+chunk("b"), hello())
	require.NoError(t, err)
	assert.Equal(t, llm.Reply{Content: "a"}, *reply)
	_, err = chatWith(t, "text/event-stream", chunk("a")+"data: 7\n\n"+doneChunk, hello())
	asError[*llm.StreamError](t, err)
}

func TestChoicesOfStreams(t *testing.T) {
	other := func(i int, content string) string {
		return fmt.Sprintf(`data: {"choices":[{"index":%d,"delta":{"content":%q}}]}`, i, content) + "\n\n"
	}
	reply, err := chatWith(t, "text/event-stream", other(1, "a")+other(1, "b")+other(2, "x")+doneChunk, hello())
	require.NoError(t, err)
	assert.Equal(t, llm.Reply{Content: "ab"}, *reply)
	both := `data: {"choices":[{"index":1,"delta":{"content":"x"}},{"index":0,"delta":{"content":"a"}}]}` + "\n\n"
	reply, err = chatWith(t, "text/event-stream", both+other(1, "x")+other(0, "b")+doneChunk, hello())
	require.NoError(t, err)
	assert.Equal(t, llm.Reply{Content: "ab"}, *reply)
}

// A message behind deltas repeats them; it counts for what they have not had.
func TestMessageBehindDeltas(t *testing.T) {
	final := `data: {"choices":[{"message":{"content":"ab","reasoning":"h","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"stop"}]}` + "\n\n"
	for name, deltas := range map[string]string{
		"text":      chunk("a") + chunk("b"),
		"reasoning": delta(`{"reasoning":"h"}`),
		"calls":     piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}`),
		"all":       chunk("ab") + delta(`{"reasoning":"h"}`) + piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}`),
		"nothing":   delta(`{"role":"assistant"}`),
	} {
		t.Run(name, func(t *testing.T) {
			var h heard
			reply, err := chatWith(t, "text/event-stream", deltas+final+doneChunk, hello(h.on))
			require.NoError(t, err)
			assert.Equal(t, "ab", reply.Content)
			assert.Equal(t, "ab", strings.Join(h.content, ""))
			assert.Equal(t, "h", reply.Reasoning)
			assert.Len(t, reply.Calls, 1)
		})
	}
}
