// Time that a server takes, with the clock of testing/synctest.

package llm_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

// piece is a part of a body that comes after some time.
type piece struct {
	after time.Duration
	text  string
}

// slowBody sends pieces, then says nothing until its request ends, or ends itself.
type slowBody struct {
	ctx    context.Context
	list   []piece
	silent bool
	closed *bool
}

func (b *slowBody) Read(p []byte) (int, error) {
	if len(b.list) == 0 {
		if b.silent {
			<-b.ctx.Done()
			return 0, b.ctx.Err()
		}
		return 0, io.EOF
	}
	now := b.list[0]
	select {
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	case <-time.After(now.after):
	}
	b.list = b.list[1:]
	return copy(p, now.text), nil
}

func (b *slowBody) Close() error {
	if b.closed != nil {
		*b.closed = true
	}
	return nil
}

// slowly is a client whose server begins after some time and sends pieces.
func slowly(t *testing.T, cfg llm.Config, header time.Duration, silent bool, closed *bool, list ...piece) *llm.OpenAI {
	cfg.HTTPClient = inMemory(func(r *http.Request) (*http.Response, error) {
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(header):
		}
		return response(r, 200, http.Header{"Content-Type": {"text/event-stream"}}, &slowBody{r.Context(), list, silent, closed}), nil
	})
	return newClient(t, cfg)
}

// stillHere is a server that sends comments for minutes.
func stillHere(n int) (list []piece) {
	for range n {
		list = append(list, piece{20 * time.Second, ": still here\n\n"})
	}
	return list
}

func TestTimeouts(t *testing.T) {
	for _, c := range []struct {
		name   string
		cfg    llm.Config
		header time.Duration
		list   []piece
		after  time.Duration
		says   string
	}{
		{"no answer", llm.Config{}, time.Hour, nil, 30 * time.Second, "llm: no answer from https://api.openai.com: nothing came for 30s (Config.IdleTimeout)"},
		{"silence in the body", llm.Config{IdleTimeout: 5 * time.Second}, 4 * time.Second, []piece{{4 * time.Second, chunk("a")}}, 13 * time.Second, "llm: no answer from https://api.openai.com: nothing came for 5s (Config.IdleTimeout)"},
		{"too slow", llm.Config{}, 0, stillHere(99), 2 * time.Minute, "llm: no answer from https://api.openai.com: it took longer than 2m0s (Config.Timeout)"},
		{"a timeout of its own", llm.Config{Timeout: 25 * time.Second}, 24 * time.Second, stillHere(99), 25 * time.Second, "llm: no answer from https://api.openai.com: it took longer than 25s (Config.Timeout)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var closed bool
				begun := time.Now()
				reply, err := slowly(t, c.cfg, c.header, true, &closed, c.list...).Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
				assertNoReply(t, reply)
				failed := asError[*llm.TransportError](t, err)
				assert.True(t, failed.Timeout())
				assert.Equal(t, 1, failed.Attempts)
				assert.NotErrorIs(t, err, context.DeadlineExceeded, "that is the caller's")
				assert.Equal(t, c.says, err.Error())
				assert.Equal(t, c.after, time.Since(begun))
				assert.Equal(t, c.header < c.after, closed)
			})
		})
	}

	t.Run("the timeout of the HTTPClient", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			hc := inMemory(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			})
			hc.Timeout = time.Second
			_, err := newClient(t, llm.Config{HTTPClient: hc}).Chat(t.Context(), hello())
			assert.Contains(t, err.Error(), "it took longer than 1s (HTTPClient.Timeout)")
			assert.Equal(t, time.Second, hc.Timeout, "the caller's client is not changed")
			assert.Nil(t, hc.CheckRedirect)
		})
	})

	t.Run("the caller's deadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			_, err := slowly(t, llm.Config{}, time.Second, true, nil, piece{0, chunk("a") + stopChunk}).Chat(ctx, hello(func(llm.Delta) error { return nil }))
			require.ErrorIs(t, err, context.DeadlineExceeded, "also once the reason to finish has come")
			var failed *llm.TransportError
			assert.NotErrorAs(t, err, &failed, "the server is not to blame")
		})
	})

	t.Run("a slow refusal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			hc := inMemory(func(r *http.Request) (*http.Response, error) {
				return response(r, 400, nil, &slowBody{ctx: r.Context(), list: []piece{{0, "no"}}, silent: true}), nil
			})
			begun := time.Now()
			_, err := newClient(t, llm.Config{HTTPClient: hc}).Chat(t.Context(), hello())
			assert.Equal(t, "no", asError[*llm.StatusError](t, err).Body)
			assert.Equal(t, 2*time.Second, time.Since(begun))
		})
	})
}

func TestTimeIsTheServers(t *testing.T) {
	t.Run("OnDelta may take longer than the silence", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			client := slowly(t, llm.Config{}, 0, false, nil, piece{0, chunk("a")}, piece{0, chunk("b") + stopChunk})
			reply, err := client.Chat(t.Context(), hello(func(llm.Delta) error { time.Sleep(40 * time.Second); return nil }))
			require.NoError(t, err)
			assert.Equal(t, "ab", reply.Content)
		})
	})
	t.Run("a server that stays after the end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			client := slowly(t, llm.Config{}, 0, true, nil, piece{0, chunk("a") + stopChunk})
			reply, err := client.Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
			require.NoError(t, err)
			assert.Equal(t, llm.FinishStop, reply.Finish)
		})
	})
	t.Run("next to nothing is waited for after DONE", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			_, err := slowly(t, llm.Config{}, 0, true, nil, piece{0, chunk("a") + doneChunk}).Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
			require.NoError(t, err)
			assert.Equal(t, 100*time.Millisecond, time.Since(begun))
		})
	})
}
