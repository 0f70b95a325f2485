// Limits: how many calls run at once and how long, how long a body may take, and commands that break out of what is usual.

package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// explosive panics when it is encoded.
type explosive struct{}

// MarshalJSON panics.
func (explosive) MarshalJSON() ([]byte, error) { panic(errOwn) }

// vanishing ends the goroutine that encodes it.
type vanishing struct{}

// MarshalJSON does not come back.
func (vanishing) MarshalJSON() ([]byte, error) {
	runtime.Goexit()
	return nil, nil
}

func TestCommandsThatBreakOut(t *testing.T) {
	cmds := []jarvis.Command{
		giving("data_panics", jarvis.Final(map[string]any{"x": explosive{}})),
		giving("metadata_panics", jarvis.Final(nil, jarvis.WithMetadata(map[string]any{"x": explosive{}}))),
		giving("failure_panics", jarvis.Failure("no", jarvis.WithContextData(map[string]any{"x": explosive{}}))),
		giving("data_vanishes", jarvis.Final(map[string]any{"x": vanishing{}})),
		answering("vanishes", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
			runtime.Goexit()
			return nil, nil
		}),
		answering("aborts", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { panic(http.ErrAbortHandler) }),
		giving("fine", jarvis.Final(nil)),
	}
	for _, cmd := range cmds[:len(cmds)-1] {
		name := cmd.Spec().Name
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			server := newServer(t, cmds, logTo(&log), func(c *mcpserver.Config) { c.MaxCalls = 1 })
			answers := ask(t, server, callLine(name, `{}`))
			require.Len(t, answers, 1)
			assert.Contains(t, answers[0], `"isError":true`)
			if strings.HasSuffix(name, "_panics") {
				assert.Contains(t, answers[0], "its answer could not be encoded")
			}
			assert.NotContains(t, answers[0], "zk9")
			assert.Contains(t, log.String(), "command="+name)
			url := serve(t, server)
			_, body := post(t, url, callLine(name, `{}`), nil)
			assert.Contains(t, body, `"isError":true`)
			_, body = post(t, url, callLine("fine", `{}`), nil)
			assert.Contains(t, body, `"Done."`, "others go on, in the place that it had")
		})
	}
}

func TestRequestThatVanishes(t *testing.T) {
	server := newServer(t, home(), func(c *mcpserver.Config) {
		c.Request = func(context.Context, mcpserver.Caller) (*jarvis.Request, error) {
			runtime.Goexit()
			return nil, nil
		}
	})
	assert.Contains(t, ask(t, server, callLine("wipe", `{}`))[0], `"isError":true`)
}

func TestMaxCalls(t *testing.T) {
	for name, tt := range map[string]struct{ set, calls, run int }{
		"exactly so many": {3, 5, 3},
		"by default":      {0, 260, 256},
		"no bound":        {-1, 260, 260},
	} {
		t.Run(name, func(t *testing.T) {
			started, finish := make(chan struct{}, tt.calls), make(chan struct{})
			cmd := answering("work", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
				started <- struct{}{}
				<-finish
				return jarvis.Final(nil), nil
			})
			server := newServer(t, []jarvis.Command{cmd}, func(c *mcpserver.Config) { c.MaxCalls = tt.set })
			in, out := newPipe(), newPipe()
			done := make(chan error, 1)
			go func() { done <- server.Stdio(t.Context(), in, out) }()
			in.send(hello)
			out.line(t)
			for n := range tt.calls {
				in.send(strings.Replace(callLine("work", `{}`), `"id":1`, fmt.Sprintf(`"id":%d`, n), 1))
			}
			for range tt.run {
				<-started
			}
			for range tt.calls - tt.run {
				line := out.line(t)
				assert.Contains(t, line, `"isError":true`)
				assert.Contains(t, line, "The server is busy")
			}
			close(finish)
			for range tt.run {
				assert.Contains(t, out.line(t), `"Done."`)
			}
			assert.Empty(t, started)
			in.send(callLine("work", `{}`))
			assert.Contains(t, out.line(t), `"Done."`, "there is room again")
			in.Close()
			require.NoError(t, <-done)
		})
	}
}

func TestCallTimeout(t *testing.T) {
	deaf := func(release chan struct{}) jarvis.Command {
		return answering("wait", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
			<-release
			return jarvis.Final(nil), nil
		})
	}
	for name, tt := range map[string]struct {
		set, takes time.Duration
		deaf       bool
	}{
		"set":                            {time.Minute, time.Minute, false},
		"by default":                     {0, 10 * time.Minute, false},
		"a command that does not notice": {time.Minute, time.Minute, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cmd, _, _ := waiting()
				release := make(chan struct{})
				if tt.deaf {
					cmd = deaf(release)
				}
				in, out := newPipe(), newPipe()
				done := make(chan error, 1)
				server := newServer(t, []jarvis.Command{cmd}, func(c *mcpserver.Config) { c.CallTimeout = tt.set })
				go func() { done <- server.Stdio(t.Context(), in, out) }()
				start := time.Now()
				in.send(hello, callLine("wait", `{}`))
				out.line(t)
				line := out.line(t)
				assert.Equal(t, tt.takes, time.Since(start).Truncate(time.Second))
				assert.Contains(t, line, fmt.Sprintf("it had not finished after %v", tt.takes))
				assert.Contains(t, line, `"isError":true`)
				close(release)
				in.Close()
				require.NoError(t, <-done)
			})
		})
	}
}

func TestNoCallTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := answering("slow", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
			select {
			case <-time.After(24 * time.Hour):
			case <-ctx.Done():
			}
			return jarvis.Final(nil), ctx.Err()
		})
		in, out := newPipe(), newPipe()
		done := make(chan error, 1)
		server := newServer(t, []jarvis.Command{slow}, func(c *mcpserver.Config) { c.CallTimeout = -1 })
		go func() { done <- server.Stdio(t.Context(), in, out) }()
		in.send(hello, callLine("slow", `{}`))
		out.line(t)
		assert.Contains(t, out.line(t), `"Done."`)
		in.Close()
		require.NoError(t, <-done)
	})
}

// TestSlowBodies waits for the server to end connections on which the rest of a body never comes.
func TestSlowBodies(t *testing.T) {
	server := newServer(t, home(), withToken)
	server.SetBodyTime(time.Millisecond)
	url, stop := listening(t, server, ":0")
	at := strings.TrimPrefix(url, "http://")
	for name, tt := range map[string]struct {
		path, header string
		want         int
	}{
		"no token":     {"/mcp", "Host: " + at + "\r\n", 401},
		"wrong token":  {"/mcp", "Host: " + at + "\r\nAuthorization: Bearer x\r\n", 401},
		"wrong host":   {"/mcp", "Host: evil.example\r\n", 403},
		"wrong origin": {"/mcp", "Host: " + at + "\r\nOrigin: https://evil.example\r\n", 403},
		"other path":   {"/other", "Host: " + at + "\r\n", 404},
		"all is right": {"/mcp", "Host: " + at + "\r\nAuthorization: Bearer " + canary + "\r\n", 400},
	} {
		for _, length := range []int{100, 200_000} {
			t.Run(fmt.Sprint(name, length), func(t *testing.T) {
				conn, err := net.Dial("tcp", at)
				require.NoError(t, err)
				defer conn.Close()
				_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n{", tt.path, tt.header, length)
				require.NoError(t, err)
				in := bufio.NewReader(conn)
				resp, err := http.ReadResponse(in, nil)
				require.NoError(t, err)
				assert.Equal(t, tt.want, resp.StatusCode)
				_, err = io.Copy(io.Discard, resp.Body)
				require.NoError(t, err)
				_, err = in.ReadByte()
				assert.ErrorIs(t, err, io.EOF, "the connection has ended")
			})
		}
	}
	require.NoError(t, stop())
}

// piped is a listener on the ends of pipes, which have no time of their own.
type piped struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
	at     net.Addr
}

func newPiped() *piped {
	return &piped{conns: make(chan net.Conn), closed: make(chan struct{}), at: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}}
}

func (p *piped) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *piped) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *piped) Addr() net.Addr { return p.at }

func TestSilentConnectionsDoNotDelayTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := newPiped()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- newServer(t, home()).Serve(ctx, listener) }()
		for range 2 {
			ours, theirs := net.Pipe()
			defer ours.Close()
			listener.conns <- theirs
		}
		synctest.Wait()
		start := time.Now()
		cancel()
		require.NoError(t, <-done)
		assert.Less(t, time.Since(start), time.Second)
	})
}

func TestNameOfAnOpenAddress(t *testing.T) {
	listener := newPiped()
	listener.at = &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80}
	require.ErrorIs(t, newServer(t, home()).Serve(t.Context(), listener), mcpserver.ErrOpen)
	<-listener.closed
}

func TestTokensThatCannotBeSent(t *testing.T) {
	for name, token := range map[string]string{
		"blank": "  ", "line end": canary + "\n", "space before": " " + canary, "space inside": canary[:4] + " " + canary[4:],
		"control character": canary + "\x7f", "no-break space": canary + "\u00a0", "broken": canary + "\xff",
	} {
		_, err := mcpserver.New(mcpserver.Config{Registry: registered(t), Token: jarvis.NewSecretString(token)})
		require.Error(t, err, name)
		assert.NotContains(t, err.Error(), canary[:4], name)
	}
	_, err := mcpserver.New(mcpserver.Config{Registry: registered(t), Token: jarvis.NewSecretString(canary),
		Authenticate: func(*http.Request) (string, error) { return "", errors.New("nobody") }})
	require.ErrorContains(t, err, "both")
}

func TestAcceptThatFailsEndsAll(t *testing.T) {
	cmd, started, ended := waiting()
	listener, done := newPiped(), make(chan error, 1)
	go func() { done <- newServer(t, []jarvis.Command{cmd}).Serve(t.Context(), listener) }()
	busy := listener.ask(t, callLine("wait", `{}`), "")
	<-started
	silent, theirs := net.Pipe()
	listener.conns <- theirs
	listener.Close()
	require.ErrorIs(t, <-done, net.ErrClosed)
	<-ended
	for _, conn := range []net.Conn{busy, silent} {
		_, err := io.ReadAll(conn)
		require.NoError(t, err, "the connection has ended")
	}
}

func TestHTTP2GoesOnAfterARefusal(t *testing.T) {
	for major, want := range map[int]string{1: "close", 2: ""} {
		w := httptest.NewRecorder()
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/", strings.NewReader(listLine))
		req.ProtoMajor = major
		newServer(t, home(), withToken).Handler().ServeHTTP(w, req)
		assert.Equal(t, http.StatusUnauthorized, w.Code)
		assert.Equal(t, want, w.Header().Get("Connection"), major)
	}
}

func TestAuthenticateThatBreaksOut(t *testing.T) {
	for want, broken := range map[string]func(){"panic: zk9": func() { panic(errOwn) }, "the goroutine was ended": runtime.Goexit} {
		var log bytes.Buffer
		url := serve(t, newServer(t, home(), logTo(&log), func(c *mcpserver.Config) {
			c.Authenticate = func(*http.Request) (string, error) {
				broken()
				return "", nil
			}
		}))
		resp, _ := post(t, url, listLine, nil)
		assert.Equal(t, http.StatusUnauthorized, resp.StatusCode)
		assert.Contains(t, log.String(), want)
	}
}
