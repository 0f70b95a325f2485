// Bodies that do not end: in time, or in bytes.

package llm_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

// A drip keeps the connection from being idle; only the time of the whole attempt ends it.
func TestDrip(t *testing.T) {
	s, n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
	})
	_, err := newClient(t, llm.Config{BaseURL: s.URL, Timeout: 100 * time.Millisecond}).Chat(t.Context(), hello())
	failed := asError[*llm.TransportError](t, err)
	assert.True(t, failed.Timeout())
	assert.Contains(t, err.Error(), "Config.Timeout")
	assert.Equal(t, 1, n.count(), "a timeout is not asked again")
}

// A body of 100 MB costs no more than MaxBytes and some, and its connection is closed.
func TestHugeBodies(t *testing.T) {
	const limit = 1 << 20
	block := strings.Repeat("x", 1<<16)
	comments := strings.Repeat(": "+strings.Repeat("x", 100)+"\n", 600)
	for _, c := range []struct {
		name, contentType, begin, block string
		stream, zipped                  bool
	}{
		{"whole", "application/json", `{"choices":[{"message":{"content":"`, block, false, false},
		{"whole, zipped", "application/json", `{"choices":[{"message":{"content":"`, block, false, true},
		{"one line of a stream", "text/event-stream", "data: ", block, true, false},
		{"comments in a stream", "text/event-stream", "", comments, true, false},
		{"deltas of a stream", "text/event-stream", "", strings.Repeat(chunk("xx"), 900), true, false},
		{"comments in a stream, zipped", "text/event-stream", "", comments, true, true},
		{"spaces where a stream was asked for", "", "", strings.Repeat(" ", 1<<16), true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := make(chan int, 1)
			s, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", c.contentType)
				var to io.Writer = w
				if c.zipped {
					require.Contains(t, r.Header.Get("Accept-Encoding"), "gzip")
					w.Header().Set("Content-Encoding", "gzip")
					z := gzip.NewWriter(w)
					defer z.Close()
					to = z
				}
				n, err := io.WriteString(to, c.begin)
				for ; n < 100<<20 && err == nil; n += len(c.block) {
					_, err = io.WriteString(to, c.block)
				}
				sent <- n
			})
			req := hello()
			if c.stream {
				req.OnDelta = func(llm.Delta) error { return nil }
			}
			client := newClient(t, llm.Config{BaseURL: s.URL, MaxBytes: limit})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			reply, err := client.Chat(t.Context(), req)
			runtime.ReadMemStats(&after)
			assertNoReply(t, reply)
			require.ErrorIs(t, err, llm.ErrTooLarge)
			assert.Less(t, len(err.Error()), 4000)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
			if n := <-sent; !c.zipped { // the packed body fits into the buffers of the connection
				assert.Less(t, n, 100<<20, "the connection is closed before all is sent")
			}
		})
	}
}

func TestBodyAtTheLimit(t *testing.T) {
	body := completion("Ja.")
	s, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
	_, err := newClient(t, llm.Config{BaseURL: s.URL, MaxBytes: int64(len(body))}).Chat(t.Context(), hello())
	require.NoError(t, err)
	_, err = newClient(t, llm.Config{BaseURL: s.URL, MaxBytes: int64(len(body)) - 1}).Chat(t.Context(), hello())
	require.ErrorIs(t, err, llm.ErrTooLarge)
	asError[*llm.AnswerError](t, err)
}
