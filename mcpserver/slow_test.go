// Slow clients: what one that does not read its answer can hold up.

package mcpserver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// ask writes a request on a connection of its own, and does not read the answer.
func (p *piped) ask(t testing.TB, body, header string) net.Conn {
	ours, theirs := net.Pipe()
	p.conns <- theirs
	_, err := fmt.Fprintf(ours, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nMcp-Protocol-Version: 2025-11-25\r\n%sContent-Length: %d\r\n\r\n%s", header, len(body), body)
	require.NoError(t, err)
	return ours
}

func answerOn(t testing.TB, conn net.Conn) (*http.Response, string) {
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer conn.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(body)
}

const noisyCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"noisy","arguments":{},"_meta":{"progressToken":"p"}}}`

// tells are ways to tell a client of a call how it goes.
var tells = map[string]func(context.Context, int){
	"progress": func(ctx context.Context, n int) { mcpserver.Progress(ctx, float64(n), 0, "working") },
	"log":      func(ctx context.Context, _ int) { mcpserver.Log(ctx, slog.LevelError, "working") },
	"both, by several": func(ctx context.Context, n int) {
		go mcpserver.Log(context.WithoutCancel(ctx), slog.LevelError, "working")
		mcpserver.Progress(ctx, float64(n), 0, "working")
	},
}

// noisy makes a command that tells the client something until its ctx ends.
func noisy(tell func(context.Context, int)) jarvis.Command {
	return answering("noisy", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		for n := 1; n < 100; n++ {
			tell(ctx, n)
		}
		<-ctx.Done()
		return jarvis.Final(nil), nil
	})
}

// onPipes serves on pipes, on which each write waits for a read, and tells the end of each request.
func onPipes(t testing.TB, server *mcpserver.Server) (listener *piped, served chan struct{}) {
	listener, served = newPiped(), make(chan struct{}, 100)
	handler := server.Handler()
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { served <- struct{}{} }()
		handler.ServeHTTP(w, r)
	})}
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(func() { s.Close() })
	return listener, served
}

func TestClientThatDoesNotReadHoldsNoCall(t *testing.T) {
	for name, tell := range tells {
		t.Run(name, func(t *testing.T) {
			server := newServer(t, []jarvis.Command{noisy(tell), giving("fine", jarvis.Final(nil))}, func(c *mcpserver.Config) {
				c.MaxCalls, c.CallTimeout = 1, 10*time.Millisecond
			})
			server.SetWriteTime(time.Hour)
			listener, _ := onPipes(t, server)
			defer listener.ask(t, noisyCall, "").Close()
			for busy := true; busy; {
				_, body := answerOn(t, listener.ask(t, callLine("fine", `{}`), ""))
				busy = strings.Contains(body, "The server is busy")
			}
		})
	}
}

func TestClientThatDoesNotReadIsLeft(t *testing.T) {
	for name, tell := range tells {
		for _, stateful := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", sessions ", stateful), func(t *testing.T) {
				server := newServer(t, []jarvis.Command{noisy(tell)}, func(c *mcpserver.Config) {
					c.Stateful, c.CallTimeout = stateful, 10*time.Millisecond
				})
				listener, served := onPipes(t, server)
				session := ""
				if stateful {
					resp, _ := answerOn(t, listener.ask(t, hello, ""))
					<-served
					session = "Mcp-Session-Id: " + resp.Header.Get("Mcp-Session-Id") + "\r\n"
				}
				server.SetWriteTime(time.Millisecond)
				defer listener.ask(t, noisyCall, session).Close()
				<-served
			})
		}
	}
}

// TestSlowReaderGetsAll reads an answer that takes longer than one write may.
func TestSlowReaderGetsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := strings.Repeat("x", 512<<10)
		server := newServer(t, []jarvis.Command{giving("long", jarvis.Final(map[string]any{"message": long}))})
		listener := newPiped()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- server.Serve(ctx, listener) }()
		conn := listener.ask(t, callLine("long", `{}`), "")
		_, body := answerOn(t, slowConn{conn})
		assert.Contains(t, body, long)
		cancel()
		require.NoError(t, <-done)
	})
}

// slowConn takes a second for every few bytes.
type slowConn struct{ net.Conn }

// Read waits first.
func (c slowConn) Read(into []byte) (int, error) {
	time.Sleep(time.Second)
	return c.Conn.Read(into[:min(len(into), 4096)])
}

// plain is a writer that has no deadlines and cannot flush.
type plain struct{ http.ResponseWriter }

func TestWriterWithoutDeadlines(t *testing.T) {
	w := httptest.NewRecorder()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/mcp", strings.NewReader(listLine))
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	newServer(t, home()).Handler().ServeHTTP(plain{w}, req)
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Contains(t, w.Body.String(), `"wipe"`)
}
