// An answer that nobody waits for any more, or that comes too late, although all of it is here.

package llm_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestCanceledWhileEventsWait(t *testing.T) {
	whole := completion("a")
	for _, c := range []struct {
		name, contentType, body string
	}{
		{"events", "text/event-stream", chunk("a") + chunk("b") + chunk("c") + stopChunk + doneChunk},
		{"events without empty lines", "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n" + chunk("b") + stopChunk + doneChunk},
		{"the last event", "text/event-stream", `data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}` + "\n\n" + doneChunk},
		{"choices of one event", "text/event-stream", `data: {"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}` + "\n\n" + stopChunk},
		{"a whole answer", "application/json", whole},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var h heard
			client := newClient(t, llm.Config{HTTPClient: inMemory(answering(200, http.Header{"Content-Type": {c.contentType}}, c.body))})
			reply, err := client.Chat(ctx, hello(func(d llm.Delta) error { cancel(); return h.on(d) }))
			assertNoReply(t, reply)
			require.ErrorIs(t, err, context.Canceled)
			assert.Equal(t, []string{"a"}, h.content, "nothing is told any more")
		})
	}

	t.Run("before the answer is told", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		hc := inMemory(func(r *http.Request) (*http.Response, error) {
			cancel()
			return answering(200, nil, whole)(r)
		})
		var h heard
		_, err := newClient(t, llm.Config{HTTPClient: hc}).Chat(ctx, hello(h.on))
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, h.content)
	})
}

func TestTimeoutWhileEventsWait(t *testing.T) {
	ask := func(t *testing.T, body string) (*llm.Reply, int, error) {
		n := 0
		client := newClient(t, llm.Config{Timeout: 100 * time.Millisecond, HTTPClient: inMemory(answering(200, http.Header{"Content-Type": {"text/event-stream"}}, body))})
		reply, err := client.Chat(t.Context(), hello(func(llm.Delta) error { n++; time.Sleep(60 * time.Millisecond); return nil }))
		return reply, n, err
	}
	t.Run("spent", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			reply, n, err := ask(t, chunk("a")+chunk("b")+chunk("c")+stopChunk+doneChunk)
			assertNoReply(t, reply)
			assert.True(t, asError[*llm.TransportError](t, err).Timeout())
			assert.Contains(t, err.Error(), "it took longer than 100ms (Config.Timeout)")
			assert.Equal(t, 2, n)
		})
	})
	t.Run("spent, and nothing more to tell", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			reply, _, err := ask(t, chunk("a")+chunk("b")+piecesOf(`{"index":0,"function":{"name":"f"}}`)+doneChunk)
			assertNoReply(t, reply)
			assert.True(t, asError[*llm.TransportError](t, err).Timeout())
		})
	})
	t.Run("the answer is complete", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			reply, _, err := ask(t, chunk("a")+`data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}`+"\n\n"+doneChunk)
			require.NoError(t, err)
			assert.Equal(t, "ab", reply.Content)
		})
	})
}

// A model that does not stream may think for as long as Timeout allows.
func TestThinkingIsNoSilence(t *testing.T) {
	thinking := func(t *testing.T, header time.Duration, cfg llm.Config, list ...piece) llm.Client {
		cfg.HTTPClient = inMemory(func(r *http.Request) (*http.Response, error) {
			select {
			case <-r.Context().Done():
				return nil, r.Context().Err()
			case <-time.After(header):
			}
			return response(r, 200, http.Header{"Content-Type": {"application/json"}}, &slowBody{ctx: r.Context(), list: list}), nil
		})
		return newClient(t, cfg)
	}
	for _, c := range []struct {
		name   string
		header time.Duration
		list   []piece
		says   string // empty: it answers
	}{
		{"before the headers", time.Minute, []piece{{0, completion("a")}}, ""},
		{"before the body", 0, []piece{{time.Minute, completion("a")}}, ""},
		{"within the body", 0, []piece{{0, " "}, {time.Minute, completion("a")}}, "nothing came for 30s (Config.IdleTimeout)"},
		{"for too long", time.Hour, nil, "it took longer than 2m0s (Config.Timeout)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reply, err := thinking(t, c.header, llm.Config{}, c.list...).Chat(t.Context(), hello())
				if c.says == "" {
					require.NoError(t, err)
					assert.Equal(t, "a", reply.Content)
					return
				}
				assert.True(t, asError[*llm.TransportError](t, err).Timeout())
				assert.Contains(t, err.Error(), c.says)
			})
		})
	}
}
