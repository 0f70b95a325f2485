// What the tests share: servers on this machine, an in-memory transport, and short ways to ask.

package llm_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// asciiKey has what escapes change.
const asciiKey = `sk-proj-Ab9/7"+<q>\w=41&Yz%25`

func hello(deltas ...func(llm.Delta) error) *llm.Request {
	req := &llm.Request{Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Regnet es in Zürich? 🌧"}}}
	if len(deltas) > 0 {
		req.OnDelta = deltas[0]
	}
	return req
}

// serve starts a server with one handler and counts the requests.
func serve(t testing.TB, h http.HandlerFunc) (*httptest.Server, *counter) {
	t.Helper()
	var n counter
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.add()
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return s, &n
}

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

func (c *counter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func newClient(t testing.TB, cfg llm.Config) *llm.OpenAI {
	t.Helper()
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	c, err := llm.NewOpenAI(cfg)
	require.NoError(t, err)
	return c
}

// once is a client that never asks again.
func once(t testing.TB, url string) *llm.OpenAI {
	return newClient(t, llm.Config{BaseURL: url, Key: jarvis.NewSecretString(asciiKey), Retries: -1})
}

// transport answers in memory.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	return f(r)
}

func inMemory(f transport) *http.Client { return &http.Client{Transport: f} }

// answering is a transport that gives every request the same answer.
func answering(status int, header http.Header, body string) transport {
	return func(r *http.Request) (*http.Response, error) {
		return response(r, status, header, io.NopCloser(strings.NewReader(body))), nil
	}
}

func response(r *http.Request, status int, header http.Header, body io.ReadCloser) *http.Response {
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header, Body: body, ContentLength: -1, Request: r}
}

// chatWith asks a client whose server answers 200 with a body.
func chatWith(t testing.TB, contentType, body string, req *llm.Request) (*llm.Reply, error) {
	t.Helper()
	c := newClient(t, llm.Config{Retries: -1, Key: jarvis.NewSecretString(asciiKey), HTTPClient: inMemory(answering(200, http.Header{"Content-Type": {contentType}}, body))})
	return c.Chat(t.Context(), req)
}

func completion(content string) string {
	text, _ := json.Marshal(content)
	return `{"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":` + string(text) + `},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}`
}

func chunk(content string) string {
	text, _ := json.Marshal(content)
	return `data: {"choices":[{"index":0,"delta":{"content":` + string(text) + `}}]}` + "\n\n"
}

const (
	stopChunk = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	doneChunk = "data: [DONE]\n\n"
)

// heard collects deltas.
type heard struct{ content, reasoning []string }

func (h *heard) on(d llm.Delta) error {
	if d.Content != "" {
		h.content = append(h.content, d.Content)
	}
	if d.Reasoning != "" {
		h.reasoning = append(h.reasoning, d.Reasoning)
	}
	return nil
}

// rawServer speaks TCP: each connection is given to f once its request has been read.
func rawServer(t testing.TB, f func(n int, conn *net.TCPConn)) (string, *counter) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var n counter
	var open sync.WaitGroup
	t.Cleanup(func() { l.Close(); open.Wait() })
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			i := n.add()
			open.Go(func() {
				defer conn.Close()
				if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					_, _ = io.Copy(io.Discard, r.Body)
					f(i, conn.(*net.TCPConn))
				}
			})
		}
	})
	return "http://" + l.Addr().String(), &n
}

// reset ends a connection with RST.
func reset(conn *net.TCPConn) {
	_ = conn.SetLinger(0)
	_ = conn.Close()
}

// asError returns err as a T, or fails.
func asError[T error](t testing.TB, err error) T {
	t.Helper()
	var target T
	require.ErrorAs(t, err, &target)
	return target
}

// logged returns a logger and what it has written.
func logged() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewJSONHandler(&b, nil)), &b
}

func canceled(t testing.TB) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func assertNoReply(t testing.TB, reply *llm.Reply) {
	t.Helper()
	assert.Nil(t, reply, "the Reply beside an error is nil")
}
