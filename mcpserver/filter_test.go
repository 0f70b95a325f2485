// Filters: one decision for what is listed and what can be called, once for each session or request.

package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// readers lets commands through that change nothing.
func readers(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
	return func(d *jarvis.Definition) bool { return d.Spec().Effect == jarvis.EffectRead }
}

func filtered(filter func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool) func(*mcpserver.Config) {
	return func(c *mcpserver.Config) { c.Filter = filter }
}

func TestHiddenCommandIsLikeNone(t *testing.T) {
	server := newServer(t, home(), filtered(readers))
	assert.Equal(t, []string{"note"}, names(t, dial(t, server, nil)))
	url := serve(t, server)
	for _, arguments := range []string{`{}`, `{"room":"hall"}`, `[1]`} {
		hidden, none := ask(t, server, callLine("light", arguments)), ask(t, server, callLine("lathe", arguments))
		assert.Equal(t, none[0], strings.Replace(hidden[0], "light", "lathe", 1))
		hiddenResp, hiddenBody := post(t, url, callLine("light", arguments), nil)
		noneResp, noneBody := post(t, url, callLine("lathe", arguments), nil)
		assert.Equal(t, noneBody, strings.Replace(hiddenBody, "light", "lathe", 1))
		assert.Equal(t, noneResp.StatusCode, hiddenResp.StatusCode)
		assert.Contains(t, hiddenBody, `"code":-32602`)
	}
}

func TestFilterIsAskedOnce(t *testing.T) {
	var asked atomic.Int64
	var callers sync.Map
	filter := func(_ context.Context, caller mcpserver.Caller) func(*jarvis.Definition) bool {
		callers.Store(asked.Add(1), caller)
		return nil
	}
	use := func(session *mcp.ClientSession) {
		assert.Len(t, names(t, session), len(home()))
		assert.Equal(t, "Gone.", text(t, call(t, session, "wipe", nil)))
		assert.Len(t, names(t, session), len(home()))
	}
	caller := func(n int64) mcpserver.Caller {
		c, ok := callers.Load(n)
		require.True(t, ok)
		return c.(mcpserver.Caller)
	}
	t.Run("standard input", func(t *testing.T) {
		asked.Store(0)
		use(dial(t, newServer(t, home(), filtered(filter)), nil))
		assert.EqualValues(t, 1, asked.Load())
		assert.Equal(t, mcpserver.Caller{Client: "test/1.2"}, caller(1))
	})
	t.Run("sessions", func(t *testing.T) {
		asked.Store(0)
		server := newServer(t, home(), filtered(filter), func(c *mcpserver.Config) { c.Stateful = true })
		url := serve(t, server)
		header := http.Header{}
		resp, _ := post(t, url, hello, nil)
		header.Set("Mcp-Session-Id", resp.Header.Get("Mcp-Session-Id"))
		post(t, url, initialized, header)
		for range 3 {
			_, body := post(t, url, listLine, header)
			assert.Contains(t, body, `"wipe"`)
		}
		assert.EqualValues(t, 1, asked.Load())
		assert.Equal(t, "test/1.2", caller(1).Client)
	})
	t.Run("each request alone", func(t *testing.T) {
		asked.Store(0)
		url := serve(t, newServer(t, home(), filtered(filter)))
		for n := range int64(3) {
			post(t, url, listLine, http.Header{"X-User": {fmt.Sprint("u", n)}})
			assert.EqualValues(t, n+1, asked.Load())
			assert.Equal(t, fmt.Sprint("u", n), caller(n+1).HTTP.Header.Get("X-User"))
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(newCall("wipe")))
		require.NoError(t, err)
		req.Header = newHeader("wipe")
		_, body := do(t, req)
		assert.Contains(t, body, "Gone.")
		assert.Equal(t, "fresh/9", caller(4).Client)
		assert.EqualValues(t, 4, asked.Load())
	})
}

func TestFilterByRequest(t *testing.T) {
	server := newServer(t, home(), filtered(func(ctx context.Context, c mcpserver.Caller) func(*jarvis.Definition) bool {
		body, err := io.ReadAll(c.HTTP.Body)
		assert.NoError(t, err)
		assert.Empty(t, body, "it is not the filter's")
		if c.HTTP.Header.Get("X-User") == "ada" {
			return nil
		}
		return readers(ctx, c)
	}))
	url := serve(t, server)
	for range 3 { // the choices are kept
		_, body := post(t, url, callLine("wipe", `{}`), http.Header{"X-User": {"ada"}})
		assert.Contains(t, body, "Gone.")
		_, body = post(t, url, callLine("wipe", `{}`), http.Header{"X-User": {"bob"}})
		assert.Contains(t, body, "unknown tool")
	}
}

func TestListOfAFilterIsPrivate(t *testing.T) {
	assert.Contains(t, ask(t, newServer(t, home(), filtered(readers)), listLine)[0], `"cacheScope":"private"`)
	assert.Contains(t, ask(t, newServer(t, home()), listLine)[0], `"cacheScope":"public"`)
}

func TestPanickingFilterHidesAll(t *testing.T) {
	for name, filter := range map[string]func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool{
		"itself": func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool { panic(errOwn) },
		"by its end": func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
			runtime.Goexit()
			return nil
		},
		"later": func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
			return func(d *jarvis.Definition) bool {
				if d.Name() == "wipe" {
					panic(errOwn)
				}
				return true
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			answers := ask(t, newServer(t, home(), filtered(filter), logTo(&log)), listLine)
			assert.Contains(t, answers[0], `"tools":[]`)
			assert.Contains(t, log.String(), map[bool]string{true: "the goroutine was ended", false: "zk9"}[name == "by its end"])
		})
	}
}

func TestCommandsThatComeLater(t *testing.T) {
	for name, filter := range map[string]func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool{
		"no filter": nil,
		"a filter":  func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			registry := registered(t, home()...)
			server, err := mcpserver.New(mcpserver.Config{Registry: registry, Filter: filter})
			require.NoError(t, err)
			before := dial(t, server, nil)
			url := serve(t, server)
			require.NoError(t, registry.Register(giving("later", jarvis.Final(nil))))
			assert.NotContains(t, names(t, before), "later")
			assert.Contains(t, names(t, dial(t, server, nil)), "later")
			_, body := post(t, url, listLine, nil)
			assert.Contains(t, body, `"later"`)
		})
	}
}

func TestLaterCommandTakesNoName(t *testing.T) {
	told := func(name string) jarvis.Command { return giving(name, jarvis.Final(map[string]any{"message": name})) }
	var log bytes.Buffer
	registry := registered(t, told("tell·the·time"), told("tell·the_time"))
	cfg := mcpserver.Config{Registry: registry}
	logTo(&log)(&cfg)
	server, err := mcpserver.New(cfg)
	require.NoError(t, err)
	for _, later := range []struct {
		command string
		names   []string
	}{
		{"tell_the_time", []string{"tell_the_time", "tell_the_time_2"}},
		{"tell_the·time", []string{"tell_the_time", "tell_the_time_2", "tell_the_time_3"}},
		{"tell_the_time_2", []string{"tell_the_time", "tell_the_time_2", "tell_the_time_3"}},
		{"tell_the_time_4", []string{"tell_the_time", "tell_the_time_2", "tell_the_time_3", "tell_the_time_4"}},
	} {
		log.Reset()
		require.NoError(t, registry.Register(told(later.command)))
		session := dial(t, server, nil)
		assert.Equal(t, later.names, names(t, session))
		assert.Equal(t, "tell·the·time", text(t, call(t, session, "tell_the_time", nil)))
		assert.Equal(t, "tell·the_time", text(t, call(t, session, "tell_the_time_2", nil)))
		assert.Contains(t, log.String(), `command \"tell_the_time\" cannot be a tool`)
	}
}

func TestExtend(t *testing.T) {
	var extended atomic.Int64
	extend := func(s *mcp.Server) {
		extended.Add(1)
		for _, name := range []string{"own", "wipe", "light"} {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not a command"}}}, nil
			})
		}
		s.AddPrompt(&mcp.Prompt{Name: "hello"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}}, nil
		})
	}
	server := newServer(t, home(), func(c *mcpserver.Config) { c.Extend = extend }, filtered(func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
		return func(d *jarvis.Definition) bool { return d.Name() != "light" }
	}))
	session := dial(t, server, nil)
	assert.Equal(t, []string{"note", "own", "tell_the_time", "wipe"}, names(t, session), "the names of commands are taken, hidden ones too")
	assert.Equal(t, "not a command", text(t, call(t, session, "own", nil)))
	assert.Equal(t, "Gone.", text(t, call(t, session, "wipe", nil)))
	list, err := session.ListPrompts(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, list.Prompts, 1)
	dial(t, server, nil)
	assert.EqualValues(t, 2, extended.Load(), "once by New; sessions with the same choice share a server")
}

func TestExtendThatPanics(t *testing.T) {
	for want, broken := range map[string]func(*mcp.Server){
		"panic: zk9":              func(*mcp.Server) { panic(errOwn) },
		"the goroutine was ended": func(*mcp.Server) { runtime.Goexit() },
	} {
		_, err := mcpserver.New(mcpserver.Config{Registry: registered(t, home()...), Extend: broken, Filter: readers})
		require.ErrorContains(t, err, "Config.Extend has panicked or ended its goroutine: "+want)
	}

	var log bytes.Buffer
	calls := 0
	server := newServer(t, home(), logTo(&log), filtered(readers), func(c *mcpserver.Config) {
		c.Extend = func(s *mcp.Server) {
			s.AddTool(&mcp.Tool{Name: "own", InputSchema: map[string]any{"type": "object"}}, nil)
			if calls++; calls > 1 {
				panic(errOwn)
			}
		}
	})
	answers := ask(t, server, listLine)
	assert.Contains(t, answers[0], `"name":"note"`)
	assert.NotContains(t, answers[0], `"name":"own"`)
	assert.Contains(t, log.String(), "zk9")
}

// TestChoicesAreNotKeptForever counts the SDK servers that are made.
func TestChoicesAreNotKeptForever(t *testing.T) {
	made, allowed := 0, ""
	server := newServer(t, home(), func(c *mcpserver.Config) { c.Extend = func(*mcp.Server) { made++ } },
		filtered(func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
			return func(d *jarvis.Definition) bool { return d.Name() == allowed }
		}))
	server.SetHeld(2 * len(home()))
	for _, tt := range []struct {
		allowed string
		made    int
	}{{"", 2}, {"", 2}, {"wipe", 3}, {"wipe", 3}, {"", 4}, {"wipe", 4}} { // New has made one
		allowed = tt.allowed
		ask(t, server, listLine)
		assert.Equal(t, tt.made, made, "%+v", tt)
	}
}

// TestManyClients is for the race detector: sessions of all kinds at once, while commands are registered.
func TestManyClients(t *testing.T) {
	registry := registered(t, home()...)
	cfg := mcpserver.Config{Registry: registry, Filter: func(_ context.Context, c mcpserver.Caller) func(*jarvis.Definition) bool {
		if c.HTTP == nil {
			return nil
		}
		return func(d *jarvis.Definition) bool { return d.Name() != "light" }
	}}
	alone, err := mcpserver.New(cfg)
	require.NoError(t, err)
	cfg.Stateful = true
	stateful, err := mcpserver.New(cfg)
	require.NoError(t, err)
	urls := []string{serve(t, alone), serve(t, stateful)}
	var group sync.WaitGroup
	for n := range 12 {
		var session *mcp.ClientSession
		if n%3 == 2 {
			session = dial(t, alone, nil)
		} else {
			session = dialHTTP(t, urls[n%3], nil, nil)
		}
		group.Go(func() {
			for range 10 {
				result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "wipe"})
				if assert.NoError(t, err) {
					assert.Equal(t, "Gone.", text(t, result))
				}
				_, err = session.ListTools(t.Context(), nil)
				assert.NoError(t, err)
			}
		})
	}
	for n := range 20 {
		require.NoError(t, registry.Register(giving(fmt.Sprint("later_", n), jarvis.Final(nil))))
	}
	group.Wait()
}
