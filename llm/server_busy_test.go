// Busy servers: 429 and 5xx of a real server, and what comes after the waiting. How long is waited is tested without a clock in
// retry_test.go.

package llm_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestBusyServer(t *testing.T) {
	const fine = `{"choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}`
	for _, c := range []struct {
		name     string
		statuses []int  // of the attempts; 200 answers
		after    string // Retry-After of those that do not
		attempts int
		status   int // of the error; 0 means none
		told     time.Duration
	}{
		{"429 with Retry-After, then an answer", []int{429, 200}, "1", 2, 0, 0},
		{"429 with a Retry-After that is too long", []int{429, 200}, "3600", 1, 429, time.Hour},
		{"429 with garbage in Retry-After", []int{429, 200}, "soon", 2, 0, 0},
		{"500s, then an answer", []int{500, 503, 200}, "", 3, 0, 0},
		{"500 until the retries are spent", []int{500, 502, 504, 200}, "", 3, 504, 0},
	} {
		for _, streamed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, streamed %t", c.name, streamed), func(t *testing.T) {
				t.Parallel()
				var n atomic.Int32
				s, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					status := c.statuses[n.Add(1)-1]
					if status != http.StatusOK {
						if c.after != "" {
							w.Header().Set("Retry-After", c.after)
						}
						http.Error(w, `{"error":{"message":"busy"}}`, status)
						return
					}
					w.Header().Set("Content-Type", "application/json")
					fmt.Fprint(w, fine)
				})
				req, heard := hello(), ""
				if streamed {
					req.OnDelta = func(d llm.Delta) error { heard += d.Content; return nil }
				}
				reply, err := newClient(t, llm.Config{BaseURL: s.URL}).Chat(t.Context(), req)
				assert.EqualValues(t, c.attempts, n.Load())
				if c.status == 0 {
					require.NoError(t, err)
					assert.Equal(t, "Hello.", reply.Content)
					assert.Equal(t, map[bool]string{true: "Hello."}[streamed], heard)
					return
				}
				assertNoReply(t, reply)
				status := asError[*llm.StatusError](t, err)
				assert.Equal(t, c.status, status.Status)
				assert.Equal(t, c.attempts, status.Attempts)
				assert.Equal(t, c.told, status.RetryAfter)
				assert.Equal(t, "busy", status.Message)
			})
		}
	}
}
