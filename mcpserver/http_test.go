// HTTP: who gets in, and what is served where.

package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

const canary = "zkWq7JyVx3PmT-canary"

func withToken(c *mcpserver.Config) { c.Token = jarvis.NewSecretString(canary) }

func TestHostAndOrigin(t *testing.T) {
	url := serve(t, newServer(t, home(), func(c *mcpserver.Config) { c.Hosts = []string{"home.example"} }))
	at := strings.TrimPrefix(url, "http://")
	for name, tt := range map[string]struct {
		header http.Header
		want   int
	}{
		"none":                     {nil, 200},
		"localhost":                {http.Header{"Host": {"localhost:1234"}}, 200},
		"any loopback address":     {http.Header{"Host": {"127.0.0.9"}}, 200},
		"IPv6":                     {http.Header{"Host": {"[::1]:80"}}, 200},
		"IPv6 without a port":      {http.Header{"Host": {"[::1]"}}, 200},
		"rebound name":             {http.Header{"Host": {"evil.example"}}, 403},
		"name that looks like one": {http.Header{"Host": {"localhost.evil.example"}}, 403},
		"address of another":       {http.Header{"Host": {"192.168.0.1"}}, 403},
		"allowed name":             {http.Header{"Host": {"Home.example:443"}}, 200},
		"own page":                 {http.Header{"Origin": {"http://" + at}}, 200},
		"other port":               {http.Header{"Origin": {"http://127.0.0.1:1"}}, 403},
		"foreign page":             {http.Header{"Origin": {"https://evil.example"}}, 403},
		"page without an origin":   {http.Header{"Origin": {"null"}}, 403},
		"rebound page":             {http.Header{"Host": {"evil.example"}, "Origin": {"http://evil.example"}}, 403},
		"two origins":              {http.Header{"Origin": {"http://" + at, "https://evil.example"}}, 403},
		"half a bracket":           {http.Header{"Host": {"[localhost"}}, 403},
		"other half":               {http.Header{"Host": {"localhost]"}}, 403},
		"name in brackets":         {http.Header{"Host": {"[localhost]:80"}}, 403},
		"IPv4 in brackets":         {http.Header{"Host": {"[127.0.0.1]"}}, 403},
		"IPv4 in IPv6":             {http.Header{"Host": {"[::ffff:127.0.0.1]"}}, 200},
		"foreign fetch":            {http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		"own fetch":                {http.Header{"Sec-Fetch-Site": {"same-origin"}}, 200},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := post(t, url, listLine, tt.header)
			assert.Equal(t, tt.want, resp.StatusCode, body)
			assert.Equal(t, tt.want == 200, strings.Contains(body, `"wipe"`))
		})
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodOptions} {
		req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
		require.NoError(t, err)
		req.Header.Set("Origin", "https://evil.example")
		resp, _ := do(t, req)
		assert.Equal(t, http.StatusForbidden, resp.StatusCode, "%s: a stream is not to be read either", method)
		assert.Empty(t, resp.Header.Get("Access-Control-Allow-Origin"))
	}
}

func TestHostElsewhere(t *testing.T) {
	handler := newServer(t, home()).Handler()
	for local, want := range map[net.Addr]int{
		&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}:           200,
		&net.TCPAddr{IP: net.IPv6loopback, Port: 80}:                403,
		&net.TCPAddr{IP: net.ParseIP("::ffff:127.0.0.1"), Port: 80}: 403,
	} {
		req := httptest.NewRequestWithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, local), http.MethodPost, "http://home.example/", strings.NewReader(listLine))
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		assert.Equal(t, want, w.Code, local)
	}
}

func TestToken(t *testing.T) {
	var log bytes.Buffer
	url := serve(t, newServer(t, home(), withToken, logTo(&log)))
	for name, tt := range map[string]struct {
		given     []string
		challenge string // "" is let in
	}{
		"none":            {nil, "Bearer"},
		"right":           {[]string{"Bearer " + canary}, ""},
		"other case":      {[]string{"bearer " + canary}, ""},
		"wrong":           {[]string{"Bearer " + canary + "x"}, `Bearer error="invalid_token"`},
		"a part":          {[]string{"Bearer " + canary[:8]}, `Bearer error="invalid_token"`},
		"empty":           {[]string{"Bearer "}, `Bearer error="invalid_token"`},
		"scheme alone":    {[]string{"Bearer"}, `Bearer error="invalid_token"`},
		"other scheme":    {[]string{"Basic " + canary}, "Bearer"},
		"token alone":     {[]string{canary}, "Bearer"},
		"twice":           {[]string{"Bearer " + canary, "Bearer x"}, "Bearer"},
		"in another case": {[]string{"Bearer " + strings.ToUpper(canary)}, `Bearer error="invalid_token"`},
	} {
		t.Run(name, func(t *testing.T) {
			header := http.Header{}
			if tt.given != nil {
				header["Authorization"] = tt.given
			}
			resp, body := post(t, url, listLine, header)
			assert.Equal(t, tt.challenge, resp.Header.Get("WWW-Authenticate"))
			if tt.challenge == "" {
				assert.Equal(t, http.StatusOK, resp.StatusCode)
				return
			}
			assert.Equal(t, http.StatusUnauthorized, resp.StatusCode)
			assert.True(t, resp.Close, "nobody waits for the body")
			assert.NotContains(t, body, "wipe")
			assert.NotContains(t, body, canary[:8])
		})
	}
	assert.Len(t, names(t, dialHTTP(t, url, http.Header{"Authorization": {"Bearer " + canary}}, nil)), len(home()))
	assert.Empty(t, log.String())
}

func TestEmptyTokenIsNone(t *testing.T) {
	url := serve(t, newServer(t, home(), func(c *mcpserver.Config) { c.Token = jarvis.NewSecretString("") }))
	resp, _ := post(t, url, listLine, nil)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
}

// TestCanary lets everything go wrong and looks for the token and a secret in all that comes out.
func TestCanary(t *testing.T) {
	var log bytes.Buffer
	secrets := jarvis.StaticSecrets(map[string]string{"NOTES_KEY": canary + "-secret"})
	cmds := append(home(), answering("fails", func(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, errOwn }))
	server := newServer(t, cmds, withToken, logTo(&log), func(c *mcpserver.Config) {
		c.Options = []jarvis.Option{jarvis.WithSecrets(secrets)}
		c.Request = func(_ context.Context, caller mcpserver.Caller) (*jarvis.Request, error) {
			if caller.HTTP != nil && caller.HTTP.Header.Get("X-Refuse") != "" {
				return nil, errOwn
			}
			return nil, nil
		}
	})
	var seen strings.Builder
	url := serve(t, server)
	for _, body := range []string{listLine, callLine("note", `{}`), callLine("fails", `{}`), callLine("none", `{}`), "{", `[]`, strings.Repeat("x", 5<<20)} {
		for _, header := range []http.Header{{}, {"Authorization": {"Bearer " + canary}}, {"Authorization": {"Bearer wrong"}},
			{"Authorization": {"Bearer " + canary}, "X-Refuse": {"yes"}}, {"Authorization": {"Bearer " + canary}, "Mcp-Protocol-Version": {"1999-01-01"}},
			{"Authorization": {"Bearer " + canary}, "Content-Type": {"text/plain"}}} {
			resp, text := post(t, url, body, header)
			require.NoError(t, resp.Header.Write(&seen))
			seen.WriteString(text)
		}
		seen.WriteString(strings.Join(ask(t, server, strings.ReplaceAll(body, strings.Repeat("x", 64), "")), "\n"))
	}
	require.Contains(t, seen.String(), `"has_key":true`)
	require.Contains(t, log.String(), "zk9")
	assert.NotContains(t, seen.String()+log.String(), canary)
	assert.NotContains(t, seen.String()+log.String(), canary[4:12])
}

func TestBodies(t *testing.T) {
	url := serve(t, newServer(t, home()))
	large := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 5<<20) + `"}}`
	for name, tt := range map[string]struct {
		body   string
		header http.Header
		want   int
	}{
		"too long":       {large, nil, http.StatusRequestEntityTooLarge},
		"just not":       {large[:3<<20] + `"}}`, nil, http.StatusOK},
		"empty":          {"", nil, http.StatusBadRequest},
		"no JSON":        {"nonsense", nil, http.StatusBadRequest},
		"another type":   {listLine, http.Header{"Content-Type": {"text/plain"}}, http.StatusUnsupportedMediaType},
		"nothing wanted": {listLine, http.Header{"Accept": {"text/plain"}}, http.StatusBadRequest},
		"no version":     {listLine, http.Header{"Mcp-Protocol-Version": {"1999-01-01"}}, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			resp, _ := post(t, url, tt.body, tt.header)
			assert.Equal(t, tt.want, resp.StatusCode)
		})
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, io.MultiReader(strings.NewReader(large))) // of unknown length
	require.NoError(t, err)
	resp, _ := do(t, req)
	assert.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
}

func TestCallerOfACall(t *testing.T) {
	for name, stateful := range map[string]bool{"sessions": true, "each request alone": false} {
		t.Run(name, func(t *testing.T) {
			var callers []mcpserver.Caller
			server := newServer(t, home(), func(c *mcpserver.Config) {
				c.Stateful = stateful
				c.Request = func(_ context.Context, caller mcpserver.Caller) (*jarvis.Request, error) {
					callers = append(callers, caller)
					return nil, nil
				}
			})
			url := serve(t, server)
			header := http.Header{}
			if resp, _ := post(t, url, hello, http.Header{"X-User": {"first"}}); stateful {
				header.Set("Mcp-Session-Id", resp.Header.Get("Mcp-Session-Id"))
			}
			for _, user := range []string{"ada", "bob"} {
				header.Set("X-User", user)
				_, body := post(t, url+"/"+user, callLine("wipe", `{}`), header)
				require.Contains(t, body, "Gone.")
			}
			require.Len(t, callers, 2)
			for i, user := range []string{"ada", "bob"} {
				assert.Equal(t, user, callers[i].HTTP.Header.Get("X-User"), "not who began the session")
				assert.Equal(t, "/"+user, callers[i].HTTP.URL.Path)
				assert.Equal(t, header.Get("Mcp-Session-Id"), callers[i].SessionID)
				body, err := io.ReadAll(callers[i].HTTP.Body)
				require.NoError(t, err)
				assert.Empty(t, body)
			}
		})
	}
}

func TestSessionsAreOfStatefulServersOnly(t *testing.T) {
	resp, _ := post(t, serve(t, newServer(t, home())), hello, nil)
	assert.Empty(t, resp.Header.Get("Mcp-Session-Id"))
	url := serve(t, newServer(t, home(), func(c *mcpserver.Config) { c.Stateful = true }))
	resp, _ = post(t, url, hello, nil)
	header := http.Header{"Mcp-Session-Id": {resp.Header.Get("Mcp-Session-Id")}}
	require.NotEmpty(t, header.Get("Mcp-Session-Id"))
	resp, _ = post(t, url, listLine, http.Header{"Mcp-Session-Id": {"made up"}})
	assert.Equal(t, http.StatusNotFound, resp.StatusCode)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	require.NoError(t, err)
	req.Header = header
	resp, _ = do(t, req)
	assert.Equal(t, http.StatusNoContent, resp.StatusCode)
	resp, _ = post(t, url, listLine, header)
	assert.Equal(t, http.StatusNotFound, resp.StatusCode)
}

// listening starts ListenAndServe and returns the URL of its root.
func listening(t testing.TB, server *mcpserver.Server, addr string) (url string, stop func() error) {
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan net.Addr, 1), make(chan error, 1)
	go func() { done <- server.ListenAndServe(ctx, addr, func(a net.Addr) { ready <- a }) }()
	select {
	case a := <-ready:
		return "http://" + a.String(), func() error {
			cancel()
			return <-done
		}
	case err := <-done:
		cancel()
		require.NoError(t, err)
		return "", nil
	}
}

func TestListenAndServe(t *testing.T) {
	for _, addr := range []string{"127.0.0.1:0", ":0", "localhost:0", "[::1]:0"} {
		if listener, err := net.Listen("tcp", addr); err != nil {
			t.Logf("%s cannot be listened on here: %v", addr, err)
			continue
		} else {
			listener.Close()
		}
		url, stop := listening(t, newServer(t, home()), addr)
		resp, body := post(t, url+mcpserver.Path, listLine, nil)
		assert.Equal(t, http.StatusOK, resp.StatusCode)
		assert.Contains(t, body, `"wipe"`)
		for _, path := range []string{"/", "/mcp/", "/sse"} {
			resp, body = post(t, url+path, listLine, nil)
			assert.Equal(t, http.StatusNotFound, resp.StatusCode)
			assert.Contains(t, body, "/mcp")
		}
		require.NoError(t, stop())
		_, err := http.Get(url)
		assert.Error(t, err)
	}
}

func TestOpenAddressNeedsAToken(t *testing.T) {
	fails := func(net.Addr) { assert.Fail(t, "it listens") }
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", "192.0.2.1:0", "[::ffff:192.0.2.1]:0"} {
		err := newServer(t, home()).ListenAndServe(t.Context(), addr, fails)
		require.ErrorIs(t, err, mcpserver.ErrOpen, addr)
		assert.NotContains(t, err.Error(), canary)
	}
	url, stop := listening(t, newServer(t, home(), withToken), "0.0.0.0:0")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	resp, _ := post(t, "http://127.0.0.1:"+port+mcpserver.Path, listLine, http.Header{"Authorization": {"Bearer " + canary}})
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	require.NoError(t, stop())
}

func TestBadAddress(t *testing.T) {
	for _, addr := range []string{"", "localhost", "127.0.0.1:http-that-is-none", "127.0.0.1:99999"} {
		err := newServer(t, home()).ListenAndServe(t.Context(), addr, nil)
		require.Error(t, err, addr)
		require.NotErrorIs(t, err, mcpserver.ErrOpen)
	}
}

func TestShutdownLetsCallsFinish(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	slow := answering("slow", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		close(started)
		<-finish
		return jarvis.Final(map[string]any{"message": "Finished.", "ended": ctx.Err() != nil}), nil
	})
	url, stop := listening(t, newServer(t, []jarvis.Command{slow}, func(c *mcpserver.Config) { c.Stateful = true }), ":0")
	resp, _ := post(t, url+mcpserver.Path, hello, nil)
	session := http.Header{"Mcp-Session-Id": {resp.Header.Get("Mcp-Session-Id")}}
	stream, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+mcpserver.Path, nil)
	require.NoError(t, err)
	stream.Header = http.Header{"Accept": {"text/event-stream"}, "Mcp-Session-Id": session["Mcp-Session-Id"]}
	open, err := http.DefaultClient.Do(stream)
	require.NoError(t, err)
	defer open.Body.Close()
	answer := make(chan string, 1)
	go func() {
		_, body := post(t, url+mcpserver.Path, callLine("slow", `{}`), session)
		answer <- body
	}()
	<-started
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	_, err = io.ReadAll(open.Body)
	require.NoError(t, err, "a stream on which nothing runs ends at once")
	close(finish)
	body := <-answer
	assert.Contains(t, body, "Finished.")
	assert.Contains(t, body, `"ended":false`)
	require.NoError(t, <-stopped)
}

func TestShutdownEndsCallsThatDoNotFinish(t *testing.T) {
	cmd, started, ended := waiting()
	server := newServer(t, []jarvis.Command{cmd})
	server.SetGrace(time.Nanosecond)
	url, stop := listening(t, server, ":0")
	answer := make(chan string, 1)
	go func() {
		_, body := post(t, url+mcpserver.Path, callLine("wait", `{}`), nil)
		answer <- body
	}()
	<-started
	require.NoError(t, stop())
	<-ended
	assert.Contains(t, <-answer, "the call was cancelled")
}

func TestProgressOverHTTP(t *testing.T) {
	cmd := answering("work", func(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
		mcpserver.Progress(ctx, 1, 2, "half")
		return jarvis.Final(nil), nil
	})
	_, body := post(t, serve(t, newServer(t, []jarvis.Command{cmd})), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","_meta":{"progressToken":5}}}`, nil)
	var data []string
	for line := range strings.Lines(body) {
		if text, ok := strings.CutPrefix(line, "data: "); ok {
			require.True(t, json.Valid([]byte(text)))
			data = append(data, text)
		}
	}
	require.Len(t, data, 2)
	assert.Contains(t, data[0], `"progressToken":5`)
	assert.Contains(t, data[1], `"id":1`)
}
