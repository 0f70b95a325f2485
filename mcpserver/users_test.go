// Users: who they are, what runs for them, whose a session is, and how many sessions there may be.

package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// byHeader authenticates by a header that says who it is.
func byHeader(c *mcpserver.Config) {
	c.Authenticate = func(r *http.Request) (string, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) > 0 {
			return "", fmt.Errorf("the body %q is not to be read: %w", body, err)
		}
		switch name := r.Header.Get("X-User"); name {
		case "":
			return "", errOwn
		case "boom":
			panic(errOwn)
		default:
			return name, nil
		}
	}
}

func keeping(c *mcpserver.Config) { c.Stateful = true }

func as(user string) http.Header { return http.Header{"X-User": {user}} }

// begun begins a session of a user and returns the header of its requests.
func begun(t testing.TB, url, user string) http.Header {
	header := as(user)
	resp, body := post(t, url, hello, header)
	require.Equal(t, http.StatusOK, resp.StatusCode, body)
	header.Set("Mcp-Session-Id", resp.Header.Get("Mcp-Session-Id"))
	require.NotEmpty(t, header.Get("Mcp-Session-Id"))
	post(t, url, initialized, header)
	return header
}

// ended ends a session.
func ended(t testing.TB, url string, header http.Header) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	require.NoError(t, err)
	req.Header = header
	resp, _ := do(t, req)
	require.Equal(t, http.StatusNoContent, resp.StatusCode)
}

func who() jarvis.Command {
	return answering("who", func(_ context.Context, req *jarvis.Request) (*jarvis.Response, error) {
		return jarvis.Final(map[string]any{"message": "It is " + req.User + "."}), nil
	})
}

func TestAuthenticate(t *testing.T) {
	for name, stateful := range map[string]bool{"sessions": true, "each request alone": false} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			asked := map[string]bool{}
			server := newServer(t, []jarvis.Command{who()}, byHeader, logTo(&log), func(c *mcpserver.Config) { c.Stateful = stateful },
				filtered(func(_ context.Context, caller mcpserver.Caller) func(*jarvis.Definition) bool {
					asked[caller.User] = true
					return nil
				}))
			url := serve(t, server)
			for _, user := range []string{"ada", "bob"} {
				header := as(user)
				if stateful {
					header = begun(t, url, user)
				}
				_, body := post(t, url, callLine("who", `{}`), header)
				assert.Contains(t, body, "It is "+user+".")
			}
			assert.Equal(t, map[string]bool{"ada": true, "bob": true}, asked)
			for _, user := range []string{"", "boom"} {
				log.Reset()
				resp, body := post(t, url, hello, as(user))
				assert.Equal(t, http.StatusUnauthorized, resp.StatusCode)
				assert.Equal(t, "Bearer", resp.Header.Get("WWW-Authenticate"))
				assert.NotContains(t, body, "zk9")
				assert.Contains(t, log.String(), "zk9")
			}
		})
	}
}

func TestRequestKnowsTheUser(t *testing.T) {
	server := newServer(t, []jarvis.Command{who()}, byHeader, func(c *mcpserver.Config) {
		c.Request = func(_ context.Context, caller mcpserver.Caller) (*jarvis.Request, error) {
			if caller.User == "ada" {
				return nil, nil
			}
			return &jarvis.Request{User: "the guest " + caller.User}, nil
		}
	})
	url := serve(t, server)
	_, body := post(t, url, callLine("who", `{}`), as("ada"))
	assert.Contains(t, body, "It is ada.")
	_, body = post(t, url, callLine("who", `{}`), as("bob"))
	assert.Contains(t, body, "It is the guest bob.")
	assert.Contains(t, ask(t, server, callLine("who", `{}`))[0], "It is the guest .", "nobody on standard input is asked who they are")
}

func TestSessionIsOfOneUser(t *testing.T) {
	url := serve(t, newServer(t, []jarvis.Command{who()}, byHeader, keeping))
	ada := begun(t, url, "ada")
	bob, unknown := ada.Clone(), as("bob")
	bob.Set("X-User", "bob")
	unknown.Set("Mcp-Session-Id", "MADEUP")
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		var answers [2]string
		for i, header := range []http.Header{bob, unknown} {
			req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(callLine("who", `{}`)))
			require.NoError(t, err)
			req.Header = header.Clone()
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			resp, body := do(t, req)
			assert.Equal(t, http.StatusNotFound, resp.StatusCode, method)
			answers[i] = body
		}
		assert.Equal(t, answers[1], answers[0], method)
	}
	_, body := post(t, url, callLine("who", `{}`), ada)
	assert.Contains(t, body, "It is ada.")
}

func TestForgedRequestHeader(t *testing.T) {
	url := serve(t, newServer(t, []jarvis.Command{who()}, byHeader))
	for _, forged := range []string{"1", "2", "none", ""} {
		header := as("ada")
		header["Jarvis-Request"] = []string{forged, forged}
		_, body := post(t, url, callLine("who", `{}`), header)
		assert.Contains(t, body, "It is ada.", forged)
	}
}

func TestMaxSessions(t *testing.T) {
	url := serve(t, newServer(t, home(), keeping, func(c *mcpserver.Config) { c.MaxSessions = 3 }))
	var all []http.Header
	for range 3 {
		all = append(all, begun(t, url, ""))
	}
	for range 2 {
		resp, body := post(t, url, hello, nil)
		assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
		assert.Equal(t, "60", resp.Header.Get("Retry-After"))
		assert.Contains(t, body, "as many sessions as it keeps")
	}
	_, body := post(t, url, listLine, all[0])
	assert.Contains(t, body, `"wipe"`, "those that are there go on")
	ended(t, url, all[1])
	begun(t, url, "")
	resp, _ := post(t, url, hello, nil)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
}

// watched makes a server call begun for every session in which something is asked, and ended for its end.
func watched(begun, ended func()) func(*mcpserver.Config) {
	var known sync.Map
	watch := func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			session := req.GetSession().(*mcp.ServerSession)
			if _, again := known.LoadOrStore(session, true); !again {
				begun()
				go func() {
					_ = session.Wait()
					ended()
				}()
			}
			return next(ctx, method, req)
		}
	}
	return func(c *mcpserver.Config) {
		c.Extend = func(s *mcp.Server) { s.AddReceivingMiddleware(watch) }
	}
}

func TestRequestsThatBeginNoSession(t *testing.T) {
	var sessions sync.WaitGroup
	url := serve(t, newServer(t, home(), keeping, func(c *mcpserver.Config) { c.MaxSessions = 1 }, watched(func() { sessions.Add(1) }, sessions.Done)))
	discover := `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"fresh","version":"9"}}}}`
	for range 3 {
		for _, body := range []string{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, listLine, callLine("wipe", `{}`), "{", "[]", initialized} {
			post(t, url, body, nil)
		}
		_, body := post(t, url, discover, http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"server/discover"}})
		assert.Contains(t, body, `"2025-11-25"`)
	}
	sessions.Wait()
	begun(t, url, "")
}

func TestMaxSessionsIsExact(t *testing.T) {
	entered, finish := make(chan struct{}), make(chan struct{})
	url := serve(t, newServer(t, home(), keeping, func(c *mcpserver.Config) { c.MaxSessions = 2 },
		filtered(func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
			entered <- struct{}{}
			<-finish
			return nil
		})))
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			resp, _ := post(t, url, hello, nil)
			assert.Equal(t, http.StatusOK, resp.StatusCode)
		})
		<-entered
	}
	resp, _ := post(t, url, hello, nil)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode, "two are about to begin")
	close(finish)
	group.Wait()
	resp, _ = post(t, url, hello, nil)
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
}

// eventOf is the id of the last event of an answer.
func eventOf(t testing.TB, body string) string {
	at := strings.LastIndex(body, "id: ")
	require.GreaterOrEqual(t, at, 0, body)
	id, _, _ := strings.Cut(body[at+len("id: "):], "\n")
	return id
}

func TestStreamsOfASession(t *testing.T) {
	url := serve(t, newServer(t, home(), keeping))
	header := begun(t, url, "")
	resume := func(event string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		require.NoError(t, err)
		req.Header = header.Clone()
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Last-Event-Id", strings.TrimSuffix(event, "_1")+"_0")
		return do(t, req)
	}
	_, body := post(t, url, callLine("wipe", `{}`), header)
	first := eventOf(t, body)
	resp, again := resume(first)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	assert.Contains(t, again, "Gone.")
	for range 31 {
		_, body = post(t, url, callLine("wipe", `{}`), header)
	}
	resp, _ = resume(first)
	assert.Equal(t, http.StatusBadRequest, resp.StatusCode, "it is not among the last 32")
	resp, again = resume(eventOf(t, body))
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	assert.Contains(t, again, "Gone.")
}

func TestSessionsEndWithListenAndServe(t *testing.T) {
	var sessions sync.WaitGroup
	url, stop := listening(t, newServer(t, home(), keeping, watched(func() { sessions.Add(1) }, sessions.Done)), ":0")
	for range 3 {
		begun(t, url+mcpserver.Path, "")
	}
	require.NoError(t, stop())
	sessions.Wait()
}

// TestClientThatHasGone is about a call whose client leaves before it is known for whom it runs.
func TestClientThatHasGone(t *testing.T) {
	var log bytes.Buffer
	entered, left, logged := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	server := newServer(t, []jarvis.Command{who()}, keeping, byHeader, func(c *mcpserver.Config) {
		c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}, func(c *mcpserver.Config) {
		c.Extend = func(s *mcp.Server) {
			s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					if method != "tools/call" {
						return next(ctx, method, req)
					}
					close(entered)
					<-left
					result, err := next(ctx, method, req)
					logged <- err
					return result, err
				}
			})
		}
	})
	handler := server.Handler()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		if r.Header.Get("X-Leaves") != "" {
			close(left)
		}
	}))
	defer web.Close()
	header := begun(t, web.URL, "ada")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-entered
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, web.URL, strings.NewReader(callLine("who", `{}`)))
	require.NoError(t, err)
	req.Header = header.Clone()
	req.Header.Set("X-Leaves", "yes")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if resp, err := http.DefaultClient.Do(req); err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
		require.ErrorIs(t, err, context.Canceled)
		resp.Body.Close()
	}
	require.ErrorContains(t, <-logged, "the client has gone")
	assert.Contains(t, log.String(), "level=DEBUG msg=\"mcpserver: the client has gone")
	assert.NotContains(t, log.String(), "Config.Request")
}

func TestNobodyInParticular(t *testing.T) {
	url := serve(t, newServer(t, []jarvis.Command{who()}, func(c *mcpserver.Config) {
		c.Authenticate = func(*http.Request) (string, error) { return "", nil }
	}))
	_, body := post(t, url, callLine("who", `{}`), nil)
	assert.Contains(t, body, "It is .")
}

func TestOpenAddressWithUsers(t *testing.T) {
	url, stop := listening(t, newServer(t, home(), byHeader), "0.0.0.0:0")
	require.NotEmpty(t, url)
	require.NoError(t, stop())
}
