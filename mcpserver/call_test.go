// Calls: what only the log may know, for whom they run, how they end early, and what they tell while they run.

package mcpserver_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// logTo sets a logger.
func logTo(log *bytes.Buffer) func(*mcpserver.Config) {
	return func(c *mcpserver.Config) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) }
}

func TestInnerErrorsAreLoggedOnly(t *testing.T) {
	cmds := []jarvis.Command{
		answering("fails", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, errOwn }),
		answering("panics", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { panic(errOwn) }),
		giving("no_json", jarvis.Final(map[string]any{"x": func() {}})),
		giving("no_json_metadata", jarvis.Final(nil, jarvis.WithMetadata(map[string]any{"x": math.NaN()}))),
	}
	for _, cmd := range cmds {
		var log bytes.Buffer
		name := cmd.Spec().Name
		answers := ask(t, newServer(t, cmds, logTo(&log)), callLine(name, `{}`))
		require.Len(t, answers, 1)
		assert.Contains(t, answers[0], `"isError":true`, name)
		assert.NotContains(t, answers[0], "zk9", name)
		assert.Contains(t, log.String(), "command="+name, name)
	}
}

func TestMissingSecretIsNamed(t *testing.T) {
	answers := ask(t, newServer(t, home()), callLine("note", `{}`))
	assert.Contains(t, answers[0], `"text":"Missing required secrets: NOTES_KEY"`)
	assert.Contains(t, answers[0], `"isError":true`)
}

func TestOptionsAreThoseOfCalls(t *testing.T) {
	secrets := jarvis.StaticSecrets(map[string]string{"NOTES_KEY": "x"})
	server := newServer(t, home(), func(c *mcpserver.Config) { c.Options = []jarvis.Option{jarvis.WithSecrets(secrets)} })
	assert.Contains(t, ask(t, server, callLine("note", `{}`))[0], `"context_data":{"has_key":true}`)
}

func TestRequestSaysForWhom(t *testing.T) {
	var got *jarvis.Request
	cmds := []jarvis.Command{answering("who", func(_ context.Context, req *jarvis.Request) (*jarvis.Response, error) {
		got = req
		return jarvis.Final(nil), nil
	})}
	var caller mcpserver.Caller
	server := newServer(t, cmds, func(c *mcpserver.Config) {
		c.Request = func(_ context.Context, asks mcpserver.Caller) (*jarvis.Request, error) {
			caller = asks
			return &jarvis.Request{User: asks.Client}, nil
		}
	})
	ask(t, server, callLine("who", `{}`))
	assert.Equal(t, &jarvis.Request{User: "test/1.2"}, got)
	assert.Equal(t, mcpserver.Caller{Client: "test/1.2"}, caller)
	ask(t, newServer(t, cmds), callLine("who", `{}`))
	assert.Equal(t, &jarvis.Request{}, got)
}

func TestRequestMayRefuse(t *testing.T) {
	for name, request := range map[string]func(context.Context, mcpserver.Caller) (*jarvis.Request, error){
		"error": func(context.Context, mcpserver.Caller) (*jarvis.Request, error) { return nil, errOwn },
		"panic": func(context.Context, mcpserver.Caller) (*jarvis.Request, error) { panic(errOwn) },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			ran := answering("ran", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { panic("it must not") })
			server := newServer(t, []jarvis.Command{ran}, logTo(&log), func(c *mcpserver.Config) { c.Request = request })
			answers := ask(t, server, callLine("ran", `{}`))
			assert.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the call could not be started"}}`, answers[0])
			assert.Contains(t, log.String(), "zk9")
		})
	}
}

// waiting is a command that runs until it is ended, and says so.
func waiting() (cmd jarvis.Command, started, ended chan struct{}) {
	started, ended = make(chan struct{}, 8), make(chan struct{}, 8)
	return answering("wait", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		started <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return nil, ctx.Err()
	}), started, ended
}

func TestCancelledByTheClient(t *testing.T) {
	for name, stateful := range map[string]bool{"sessions": true, "each request alone": false} {
		t.Run(name, func(t *testing.T) {
			cmd, started, ended := waiting()
			server := newServer(t, []jarvis.Command{cmd}, func(c *mcpserver.Config) { c.Stateful = stateful })
			for _, session := range []*mcp.ClientSession{dial(t, server, nil), dialHTTP(t, serve(t, server), nil, nil)} {
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					<-started
					cancel()
				}()
				_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "wait"})
				require.ErrorIs(t, err, context.Canceled)
				<-ended
			}
		})
	}
}

func TestCancelledCallIsNotAnswered(t *testing.T) {
	const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	for name, tt := range map[string]struct{ call, want string }{
		"alone":      {callLine("wait", `{}`), ""},
		"in a batch": {"[" + callLine("wait", `{}`) + `,{"jsonrpc":"2.0","id":2,"method":"ping"}]`, `[{"jsonrpc":"2.0","id":2,"result":{}}]`},
	} {
		t.Run(name, func(t *testing.T) {
			cmd, started, ended := waiting()
			in, out := newPipe(), newPipe()
			done := make(chan error, 1)
			go func() { done <- newServer(t, []jarvis.Command{cmd}).Stdio(t.Context(), in, out) }()
			in.send(hello, tt.call)
			<-started
			in.send(cancel)
			<-ended
			in.Close()
			require.NoError(t, <-done)
			out.line(t)
			if tt.want != "" {
				assert.Equal(t, tt.want, out.line(t))
			}
			assert.True(t, out.empty(), "who has cancelled does not wait")
		})
	}
}

func TestCancelOfAnotherCall(t *testing.T) {
	cmd := answering("work", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { return jarvis.Final(nil), nil })
	for _, params := range []string{`{"requestId":2}`, `{"requestid":1}`, `{"requestId":"1"}`, `{"requestId":[1]}`, `[1]`, `{}`} {
		answers := ask(t, newServer(t, []jarvis.Command{cmd}), callLine("work", `{}`), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":`+params+`}`)
		require.Len(t, answers, 1, params)
		assert.Contains(t, answers[0], `"id":1,"result"`, params)
	}
}

func TestProgressComesBeforeTheResult(t *testing.T) {
	cmd := answering("work", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		mcpserver.Progress(ctx, math.Inf(1), 2, "no number")
		mcpserver.Progress(ctx, 0, 2, "begun")
		mcpserver.Progress(ctx, 1, 2, "half")
		mcpserver.Progress(ctx, 1, 2, "the same again")
		mcpserver.Progress(ctx, 0.5, 2, "back")
		mcpserver.Progress(ctx, math.NaN(), 2, "no number")
		mcpserver.Progress(ctx, 2, math.Inf(1), "no number")
		mcpserver.Progress(ctx, 2, 0, "")
		return jarvis.Final(nil), nil
	})
	answers := ask(t, newServer(t, []jarvis.Command{cmd}), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","_meta":{"progressToken":"p7"}}}`)
	require.Len(t, answers, 4)
	for i, want := range []string{`"message":"begun","progress":0,"total":2`, `"message":"half","progress":1,"total":2`, `"progress":2`} {
		assert.Contains(t, answers[i], want)
		assert.Contains(t, answers[i], `"progressToken":"p7"`)
	}
	assert.Contains(t, answers[3], `"id":1`)
	assert.Len(t, ask(t, newServer(t, []jarvis.Command{cmd}), callLine("work", `{}`)), 1, "nobody has asked")
}

func TestProgressAndLogOutsideOfACall(t *testing.T) {
	mcpserver.Progress(t.Context(), 1, 2, "x")
	mcpserver.Log(t.Context(), slog.LevelError, "x")
	var kept context.Context
	cmd := answering("keep", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		kept = context.WithoutCancel(ctx)
		return jarvis.Final(nil), nil
	})
	var seen sync.Map
	session := dial(t, newServer(t, []jarvis.Command{cmd}), &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { seen.Store("progress", r) },
		//lint:ignore SA1019 versions before 2026-07-28 have it
		LoggingMessageHandler: func(_ context.Context, r *mcp.LoggingMessageRequest) { seen.Store("log", r) },
	})
	//lint:ignore SA1019 versions before 2026-07-28 have it
	require.NoError(t, session.SetLoggingLevel(t.Context(), &mcp.SetLoggingLevelParams{Level: "debug"}))
	params := &mcp.CallToolParams{Name: "keep"}
	params.SetProgressToken("p")
	_, err := session.CallTool(t.Context(), params)
	require.NoError(t, err)
	mcpserver.Progress(kept, 1, 2, "late")
	mcpserver.Log(kept, slog.LevelError, "late")
	require.NoError(t, session.Ping(t.Context(), nil))
	seen.Range(func(key, _ any) bool { return assert.Fail(t, "an answered call tells nothing more", key) })
}

func TestLogLevels(t *testing.T) {
	levels := []slog.Level{slog.LevelDebug - 1, slog.LevelDebug, slog.LevelInfo, slog.LevelInfo + 1, mcp.LevelNotice, slog.LevelWarn,
		slog.LevelError, mcp.LevelCritical, mcp.LevelAlert, mcp.LevelEmergency, mcp.LevelEmergency + 100}
	cmd := answering("speak", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		for _, level := range levels {
			mcpserver.Log(ctx, level, level.String())
		}
		return jarvis.Final(nil), nil
	})
	for name, want := range map[string][]string{
		"debug":   {"debug", "debug", "info", "info", "notice", "warning", "error", "critical", "alert", "emergency", "emergency"},
		"warning": {"warning", "error", "critical", "alert", "emergency", "emergency"},
		"":        nil,
	} {
		t.Run("from "+name, func(t *testing.T) {
			set := `{"jsonrpc":"2.0","id":7,"method":"logging/setLevel","params":{"level":"` + name + `"}}`
			if name == "" {
				set = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
			}
			in, out := newPipe(), newPipe()
			done := make(chan error, 1)
			go func() { done <- newServer(t, []jarvis.Command{cmd}).Stdio(t.Context(), in, out) }()
			in.send(hello, set)
			out.line(t)
			out.line(t)
			in.send(callLine("speak", `{}`))
			for _, level := range want {
				assert.Contains(t, out.line(t), `"level":"`+level+`","logger":"speak"`)
			}
			assert.Contains(t, out.line(t), `"id":1`)
			in.Close()
			require.NoError(t, <-done)
		})
	}
}

func TestUnknownTool(t *testing.T) {
	session := dial(t, newServer(t, home()), nil)
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "lights"})
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
}

// TestDroppedRequest is about version 2026-07-28, where the request is the call.
func TestDroppedRequest(t *testing.T) {
	cmd, started, ended := waiting()
	url := serve(t, newServer(t, []jarvis.Command{cmd}))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewBufferString(newCall("wait")))
	require.NoError(t, err)
	req.Header = newHeader("wait")
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		resp.Body.Close()
	}
	<-ended
}

// newCall and newHeader are a call of version 2026-07-28.
func newCall(name string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"fresh","version":"9"}}}}`
}

func newHeader(name string) http.Header {
	return http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {name}}
}

func TestEndOfInputEndsCallsAfterASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cmd, _, ended := waiting()
		in, out := newPipe(), newPipe()
		in.send(hello, callLine("wait", `{}`))
		in.Close()
		start := time.Now()
		require.NoError(t, newServer(t, []jarvis.Command{cmd}).Stdio(t.Context(), in, out))
		<-ended
		assert.Equal(t, time.Second, time.Since(start))
		out.line(t)
		assert.Contains(t, out.line(t), "the call was cancelled")
	})
}

func TestEndOfContextEndsCallsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cmd, started, ended := waiting()
		in, out := newPipe(), newPipe()
		in.send(hello, callLine("wait", `{}`))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-started
			cancel()
		}()
		start := time.Now()
		require.ErrorIs(t, newServer(t, []jarvis.Command{cmd}).Stdio(ctx, in, out), context.Canceled)
		<-ended
		assert.Zero(t, time.Since(start))
		out.line(t)
		assert.Contains(t, out.line(t), "the call was cancelled")
		in.Close()
	})
}

func TestCommandThatDoesNotCareIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		deaf := answering("deaf", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
			<-release
			return jarvis.Final(nil), nil
		})
		in, out := newPipe(), newPipe()
		in.send(hello, callLine("deaf", `{}`))
		in.Close()
		start := time.Now()
		require.NoError(t, newServer(t, []jarvis.Command{deaf}).Stdio(t.Context(), in, out))
		assert.Less(t, time.Since(start), 2*time.Second, "hosts wait no longer")
		close(release)
		synctest.Wait()
	})
}

func TestStreamsThatFail(t *testing.T) {
	broken := errors.New("broken")
	server := newServer(t, home())
	require.ErrorIs(t, server.Stdio(t.Context(), failing{broken}, new(bytes.Buffer)), broken)
	require.ErrorIs(t, server.Stdio(t.Context(), bytes.NewBufferString(hello), failing{broken}), broken)
	in := newPipe()
	in.send(hello)
	require.ErrorIs(t, server.Stdio(t.Context(), in, failing{broken}), broken, "although in goes on")
	in.Close()
	in = newPipe()
	in.send("nonsense", "nonsense")
	require.ErrorIs(t, server.Stdio(t.Context(), in, failing{broken}), broken, "before anybody has said hello")
	in.Close()
	require.NoError(t, server.Stdio(t.Context(), bytes.NewBufferString(" \n\n"), failing{broken}), "nothing is written")
}

type failing struct{ err error }

// Read fails.
func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Write fails.
func (f failing) Write([]byte) (int, error) { return 0, f.err }
