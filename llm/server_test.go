// The client against real servers: what goes over the wire, refusals, broken connections, answers that are none.

package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestRequestOnTheWire(t *testing.T) {
	var got *http.Request
	var body []byte
	s, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		fmt.Fprint(w, completion("Ja."))
	})
	cfg := llm.Config{
		BaseURL: s.URL + "/v1/", Key: jarvis.NewSecretString(asciiKey), Model: "qwen3-4b", Organization: "org-1",
		Headers: http.Header{"x-title": {"kitchen <1>"}},
	}
	temperature := 0.0
	calls := []toolcall.Call{{Call: jarvis.Call{ID: "c1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Zürich"}`)}}}
	full := &llm.Request{
		Messages: []toolcall.Message{
			{Role: toolcall.RoleUser, Content: "a < b & c"},
			{Role: toolcall.RoleAssistant, ToolCalls: calls},
			{Role: toolcall.RoleTool, ToolCallID: "c1", Content: "7 °C"},
		},
		Tools:          json.RawMessage(` [{"type":"function","function":{"name":"z","parameters":{"b":1,"a":2}}}]`),
		ToolChoice:     json.RawMessage(`"auto"`),
		ResponseFormat: json.RawMessage(`{"type":"json_object"}`),
		Temperature:    &temperature,
		MaxTokens:      256,
	}
	const messages = `"messages":[{"role":"user","content":"a < b & c"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Zürich\"}"}}]},{"role":"tool","content":"7 °C","tool_call_id":"c1"}]`
	for _, c := range []struct {
		name string
		edit func(*llm.Request)
		want string
	}{
		{"everything", func(*llm.Request) {}, `{"model":"qwen3-4b",` + messages + `,"tools":[{"type":"function","function":{"name":"z","parameters":{"b":1,"a":2}}}],"tool_choice":"auto","response_format":{"type":"json_object"},"temperature":0,"max_tokens":256}`},
		{"messages alone", func(r *llm.Request) { *r = llm.Request{Messages: r.Messages} }, `{"model":"qwen3-4b",` + messages + `}`},
		{"another model", func(r *llm.Request) { *r = llm.Request{Messages: r.Messages, Model: "big"} }, `{"model":"big",` + messages + `}`},
		{"a choice without tools", func(r *llm.Request) {
			*r = llm.Request{Messages: r.Messages, ToolChoice: r.ToolChoice, Tools: json.RawMessage("[ ]")}
		}, `{"model":"qwen3-4b",` + messages + `}`},
		{"null is nothing", func(r *llm.Request) {
			*r = llm.Request{Messages: r.Messages, ToolChoice: json.RawMessage("null"), Tools: json.RawMessage("null"), ResponseFormat: json.RawMessage(" null ")}
		}, `{"model":"qwen3-4b",` + messages + `}`},
		{"streamed", func(r *llm.Request) {
			*r = llm.Request{Messages: r.Messages, OnDelta: func(llm.Delta) error { return nil }}
		}, `{"model":"qwen3-4b",` + messages + `,"stream":true,"stream_options":{"include_usage":true}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := *full
			c.edit(&req)
			reply, err := newClient(t, cfg).Chat(t.Context(), &req)
			require.NoError(t, err)
			assert.Equal(t, "Ja.", reply.Content)
			assert.Equal(t, c.want, string(body))
			assert.Equal(t, "POST", got.Method)
			assert.Equal(t, "/v1/chat/completions", got.URL.Path)
			assert.Equal(t, "Bearer "+asciiKey, got.Header.Get("Authorization"))
			assert.Equal(t, "org-1", got.Header.Get("Openai-Organization"))
			assert.Equal(t, "kitchen <1>", got.Header.Get("X-Title"))
			assert.Equal(t, "application/json", got.Header.Get("Content-Type"))
			assert.Contains(t, got.Header.Get("Accept"), "application/json")
			assert.Equal(t, req.OnDelta != nil, strings.Contains(got.Header.Get("Accept"), "text/event-stream"))
		})
	}

	t.Run("the caller's own name", func(t *testing.T) {
		_, err := newClient(t, llm.Config{BaseURL: s.URL, Headers: http.Header{"user-agent": {"kitchen/1"}}}).Chat(t.Context(), hello())
		require.NoError(t, err)
		assert.Equal(t, []string{"kitchen/1"}, got.Header["User-Agent"])
	})

	t.Run("a query of the BaseURL", func(t *testing.T) {
		_, err := newClient(t, llm.Config{BaseURL: s.URL + "/v1/?api-version=2024-10-21&a=%26"}).Chat(t.Context(), hello())
		require.NoError(t, err)
		assert.Equal(t, "/v1/chat/completions?api-version=2024-10-21&a=%26", got.RequestURI)
	})

	t.Run("no key, no header", func(t *testing.T) {
		_, err := newClient(t, llm.Config{BaseURL: s.URL}).Chat(t.Context(), hello())
		require.NoError(t, err)
		assert.NotContains(t, got.Header, "Authorization")
		assert.NotContains(t, got.Header, "Openai-Organization")
		assert.NotContains(t, string(body), "model")
	})
}

func TestStatuses(t *testing.T) {
	for _, c := range []struct {
		name          string
		status        int
		body          string
		message, text string
	}{
		{"OpenAI's form", 401, `{"error":{"message":"Incorrect key","type":"invalid_request_error"}}`, "Incorrect key", "llm: the server answers 401 Unauthorized: Incorrect key"},
		{"Ollama's form", 404, `{"error":"model 'x' not found"}`, "model 'x' not found", "llm: the server answers 404 Not Found: model 'x' not found"},
		{"a gateway's form", 403, `{"message":"no quota"}`, "no quota", "llm: the server answers 403 Forbidden: no quota"},
		{"FastAPI's form", 422, `{"detail":"no such field"}`, "no such field", "llm: the server answers 422 Unprocessable Entity: no such field"},
		{"a list of details", 422, `{"detail":[{"msg":"x"}]}`, "", `llm: the server answers 422 Unprocessable Entity: {"detail":[{"msg":"x"}]}`},
		{"a page", 400, "<h1>Bad\r\nRequest</h1>\x1b[31m", "", `llm: the server answers 400 Bad Request: <h1>Bad\r\nRequest</h1>\x1b[31m`},
		{"nothing", 418, "", "", "llm: the server answers 418 I'm a teapot"},
		{"an unknown status", 599, "x", "", "llm: the server answers 599: x"},
		{"not modified", 304, "", "", "llm: the server answers 304 Not Modified"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, n := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})
			reply, err := newClient(t, llm.Config{BaseURL: s.URL}).Chat(t.Context(), hello())
			assertNoReply(t, reply)
			status := asError[*llm.StatusError](t, err)
			assert.Equal(t, c.status, status.Status)
			assert.Equal(t, c.message, status.Message)
			assert.Equal(t, 1, status.Attempts)
			assert.Zero(t, status.RetryAfter)
			assert.Equal(t, c.text, err.Error())
			assert.Equal(t, 1, n.count(), "what does not pass is not asked again")
		})
	}

	t.Run("a long body", func(t *testing.T) {
		s, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			for range 200 {
				if _, err := io.WriteString(w, strings.Repeat("ü\n", 4096)); err != nil {
					return
				}
			}
		})
		_, err := once(t, s.URL).Chat(t.Context(), hello())
		body := asError[*llm.StatusError](t, err).Body
		assert.LessOrEqual(t, len([]rune(body)), 500)
		assert.True(t, strings.HasPrefix(body, `ü\nü\n`))
		assert.True(t, strings.HasSuffix(body, "…"))
	})

	t.Run("an endless body", func(t *testing.T) {
		var body endless
		hc := inMemory(func(r *http.Request) (*http.Response, error) { return response(r, 400, nil, io.NopCloser(&body)), nil })
		_, err := newClient(t, llm.Config{HTTPClient: hc}).Chat(t.Context(), hello())
		asError[*llm.StatusError](t, err)
		assert.LessOrEqual(t, body.n, 64<<10)
	})

	t.Run("a body that breaks off", func(t *testing.T) {
		url, _ := rawServer(t, func(_ int, conn *net.TCPConn) {
			fmt.Fprint(conn, "HTTP/1.1 400 Bad\r\nContent-Length: 1000\r\n\r\nno suc")
		})
		_, err := once(t, url).Chat(t.Context(), hello())
		status := asError[*llm.StatusError](t, err)
		assert.Equal(t, 400, status.Status)
		assert.Equal(t, "no suc", status.Body)
	})
}

// endless is a body without an end, up to what no test reads.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	if e.n > 64<<20 {
		return 0, io.EOF
	}
	e.n += len(p)
	return len(p), nil
}

func TestRefusedConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	url := "http://" + l.Addr().String()
	require.NoError(t, l.Close())
	_, err = newClient(t, llm.Config{BaseURL: url + "/v1?api-version=1", Retries: 1}).Chat(t.Context(), hello())
	failed := asError[*llm.TransportError](t, err)
	assert.ErrorIs(t, err, syscall.ECONNREFUSED)
	assert.Equal(t, 2, failed.Attempts)
	assert.False(t, failed.Timeout())
	assert.True(t, strings.HasPrefix(err.Error(), "llm: no answer from "+url+": dial tcp"), err.Error())
}

func TestResets(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: 100000\r\n\r\n"
	whole := fmt.Sprintf(head, "application/json") + `{"choices":[`
	streamed := fmt.Sprintf(head, "text/event-stream")
	for _, c := range []struct {
		name     string
		sent     string
		stream   bool
		attempts int
	}{
		{"before the answer", "", false, 2},
		{"before the stream", "", true, 2},
		{"in the headers", "HTTP/1.1 200 O", false, 2},
		{"in the body", whole, false, 2},
		{"in a stream that has told nothing", streamed + ": hello\n\n", true, 2},
		{"in a stream that has told something", streamed + chunk("Es "), true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // each waits for its second attempt
			told := make(chan struct{}, 9)
			url, n := rawServer(t, func(_ int, conn *net.TCPConn) {
				_, _ = io.WriteString(conn, c.sent)
				if strings.Contains(c.sent, "Es ") {
					<-told
				}
				time.Sleep(20 * time.Millisecond) // lets the client read what was sent, which a reset would discard
				reset(conn)
			})
			req := hello()
			if c.stream {
				req.OnDelta = func(llm.Delta) error { told <- struct{}{}; return nil }
			}
			reply, err := newClient(t, llm.Config{BaseURL: url, Retries: 1}).Chat(t.Context(), req)
			assertNoReply(t, reply)
			failed := asError[*llm.TransportError](t, err)
			assert.Equal(t, c.attempts, failed.Attempts)
			assert.Equal(t, c.attempts, n.count())
			assert.False(t, failed.Timeout())
		})
	}

	t.Run("the next connection answers", func(t *testing.T) {
		url, n := rawServer(t, func(n int, conn *net.TCPConn) {
			if n < 3 {
				reset(conn)
				return
			}
			body := completion("Ja.")
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		})
		reply, err := newClient(t, llm.Config{BaseURL: url}).Chat(t.Context(), hello())
		require.NoError(t, err)
		assert.Equal(t, "Ja.", reply.Content)
		assert.Equal(t, 3, n.count())
	})

	t.Run("after the end of a stream", func(t *testing.T) {
		url, _ := rawServer(t, func(_ int, conn *net.TCPConn) {
			_, _ = io.WriteString(conn, streamed+chunk("Ja.")+stopChunk)
			time.Sleep(20 * time.Millisecond)
			reset(conn)
		})
		var h heard
		reply, err := once(t, url).Chat(t.Context(), hello(h.on))
		require.NoError(t, err)
		assert.Equal(t, "Ja.", reply.Content)
	})
}

func TestTruncatedStream(t *testing.T) {
	for _, c := range []struct{ name, head string }{
		{"a connection that closes", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"},
		{"a length that is not reached", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, n := rawServer(t, func(_ int, conn *net.TCPConn) { _, _ = io.WriteString(conn, c.head+chunk("Es reg")) })
			var h heard
			reply, err := newClient(t, llm.Config{BaseURL: url}).Chat(t.Context(), hello(h.on))
			assertNoReply(t, reply)
			asError[*llm.StreamError](t, err)
			assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
			assert.Equal(t, []string{"Es reg"}, h.content)
			assert.Equal(t, 1, n.count(), "what was told is not told again")
		})
	}
}

func TestWrongServers(t *testing.T) {
	for _, c := range []struct {
		name, contentType, body string
		is                      error
		text                    string
	}{
		{"a page", "text/html; charset=utf-8", "<html>\n<h1>Log in</h1>", llm.ErrNotJSON, `llm: the answer is unusable: invalid JSON at byte 1, the content type is text/html; it begins: <html>\n<h1>Log in</h1>`},
		{"invalid JSON", "application/json", `{"choices":[}`, llm.ErrNotJSON, `llm: the answer is unusable: invalid JSON at byte 13; it begins: {"choices":[}`},
		{"cut JSON", "application/json", `{"choices":[`, llm.ErrNotJSON, `llm: the answer is unusable: invalid JSON at byte 12; it begins: {"choices":[`},
		{"nothing", "application/json", "", llm.ErrEmpty, "llm: the answer is unusable: the answer is empty"},
		{"white space", "", " \n", llm.ErrEmpty, `llm: the answer is unusable: the answer is empty`},
		{"no choices", "application/json", `{"object":"list","data":[]}`, llm.ErrNoChoice, `llm: the answer is unusable: the answer has no choice; it begins: {"object":"list","data":[]}`},
		{"an error for a success", "application/json", `{"error":{"message":"overloaded","code":502}}`, llm.ErrNoChoice, "llm: the answer is unusable: the answer has no choice; the server says: overloaded (502)"},
		{"a list", "application/json", `[1]`, llm.ErrNotJSON, "llm: the answer is unusable: unexpected JSON at the top; it begins: [1]"},
		{"choices of another shape", "application/json", `{"choices":{"message":1}}`, llm.ErrNotJSON, `llm: the answer is unusable: unexpected JSON at choices; it begins: {"choices":{"message":1}}`},
		{"content of another shape", "application/json", `{"choices":[{"message":{"content":7}}]}`, llm.ErrNotJSON, `llm: the answer is unusable: unexpected JSON as content; it begins: {"choices":[{"message":{"content":7}}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, n := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.contentType)
				fmt.Fprint(w, c.body)
			})
			for _, req := range []*llm.Request{hello(), hello(func(llm.Delta) error { return nil })} {
				reply, err := newClient(t, llm.Config{BaseURL: s.URL}).Chat(t.Context(), req)
				assertNoReply(t, reply)
				asError[*llm.AnswerError](t, err)
				require.ErrorIs(t, err, c.is)
				assert.Equal(t, c.text, err.Error())
			}
			assert.Equal(t, 2, n.count(), "not asked again")
		})
	}
}

// The connection of a request whose OnDelta fails or panics is closed.
func TestOnDeltaEnds(t *testing.T) {
	stuck := errors.New("the speaker is gone")
	for _, c := range []struct {
		name string
		on   func(llm.Delta) error
	}{
		{"with an error", func(llm.Delta) error { return stuck }},
		{"with a panic", func(llm.Delta) error { panic(stuck) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			closed := make(chan struct{})
			s, n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, chunk("a"))
				w.(http.Flusher).Flush()
				<-r.Context().Done()
				close(closed)
			})
			var err error
			func() {
				defer func() {
					if r := recover(); r != nil {
						err = r.(error)
					}
				}()
				_, err = newClient(t, llm.Config{BaseURL: s.URL}).Chat(t.Context(), hello(c.on))
			}()
			require.ErrorIs(t, err, stuck)
			<-closed
			assert.Equal(t, 1, n.count())
		})
	}
}
