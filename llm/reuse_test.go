// Connections: used again after an answer, whole or streamed.

package llm_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestConnectionsAreUsedAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		pieces []string
	}{
		{"DONE", []string{chunk("a"), stopChunk, doneChunk}},
		{"no DONE", []string{chunk("a"), stopChunk}},
		{"something behind DONE", []string{chunk("a"), doneChunk, ": bye\n\n", strings.Repeat("\n", 2000)}},
		{"whole", []string{completion("a")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var opened counter
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for _, p := range c.pieces {
					fmt.Fprint(w, p)
					w.(http.Flusher).Flush()
					time.Sleep(time.Millisecond)
				}
			}))
			s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					opened.add()
				}
			}
			s.Start()
			defer s.Close()
			client := newClient(t, llm.Config{BaseURL: s.URL})
			for range 5 {
				_, err := client.Chat(t.Context(), hello(func(llm.Delta) error { return nil }))
				require.NoError(t, err)
			}
			assert.Equal(t, 1, opened.count())
		})
	}

	t.Run("no end in sight", func(t *testing.T) {
		var body endlessText
		hc := inMemory(func(r *http.Request) (*http.Response, error) {
			from := io.MultiReader(strings.NewReader(chunk("a")+doneChunk), &body)
			return response(r, 200, http.Header{"Content-Type": {"text/event-stream"}}, io.NopCloser(from)), nil
		})
		_, err := newClient(t, llm.Config{HTTPClient: hc}).Chat(t.Context(), hello())
		require.NoError(t, err)
		assert.LessOrEqual(t, body.n, 8<<10, "what is read besides is bounded")
	})
}

// endlessText is a body without an end.
type endlessText struct{ n int }

func (e *endlessText) Read(p []byte) (int, error) {
	e.n += len(p)
	return copy(p, bytes.Repeat([]byte("\n"), len(p))), nil
}

// The way that the package comment gives to keep what follows an answer out of the log of net/http.
func TestWhatFollowsAnAnswer(t *testing.T) {
	var text bytes.Buffer
	defer log.SetOutput(log.Writer())
	log.SetOutput(&text)
	gone := make(chan struct{})
	url, _ := rawServer(t, func(_ int, conn *net.TCPConn) {
		defer close(gone)
		body := completion("Ja.")
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%sAuthorization: Bearer %s\n", len(body), body, asciiKey)
		_, _ = io.Copy(io.Discard, conn) // until the client closes the connection
	})
	_, err := newClient(t, llm.Config{BaseURL: url, Key: secret(asciiKey), HTTPClient: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}).Chat(t.Context(), hello())
	require.NoError(t, err)
	<-gone
	assert.NotContains(t, text.String(), "Bearer")
}
