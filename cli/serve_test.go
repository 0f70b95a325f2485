// Serving with a client of the protocol: over pipes, over HTTP, and until it ends.

package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// running is a program that runs beside the test.
type running struct {
	in     io.WriteCloser
	out    io.ReadCloser
	err    *lines
	code   chan int
	cancel context.CancelFunc
}

// lines keeps what is written to it, and tells each whole line.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
	each chan string
}

func (l *lines) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(text)
	for line := range strings.Lines(string(text)) {
		l.each <- strings.TrimSuffix(line, "\n")
	}
	return len(text), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// start runs a home.
func start(t *testing.T, getenv func(string) string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	r := &running{in: in, out: out, err: &lines{each: make(chan string, 100)}, code: make(chan int, 1), cancel: cancel}
	go func() {
		r.code <- home().Run(ctx, args, cli.Stdio{In: stdin, Out: stdout, Err: r.err, Getenv: getenv})
		stdout.Close()
	}()
	return r
}

// client connects the client of the SDK.
func client(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	return session
}

func toolNames(t *testing.T, session *mcp.ClientSession) (names []string) {
	t.Helper()
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func roll(t *testing.T, session *mcp.ClientSession, args string) (text string, isError bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "roll_dice", Arguments: json.RawMessage(args)})
	require.NoError(t, err)
	require.NotEmpty(t, result.Content)
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

func TestServeStdio(t *testing.T) {
	r := start(t, nil, "serve", "mcp")
	session := client(t, &mcp.IOTransport{Reader: r.out, Writer: r.in})
	assert.Equal(t, "home", session.InitializeResult().ServerInfo.Name)
	assert.Equal(t, "1.2.3", session.InitializeResult().ServerInfo.Version)
	var want []string
	for def := range home().Registry.All() {
		want = append(want, def.Name())
	}
	assert.ElementsMatch(t, want, toolNames(t, session))

	text, isError := roll(t, session, `{"sides":6}`)
	assert.Contains(t, text, "You rolled 1.")
	assert.False(t, isError)
	text, isError = roll(t, session, `{"sides":"six"}`)
	assert.Contains(t, text, "'sides'")
	assert.True(t, isError)

	require.NoError(t, session.Close())
	assert.Equal(t, 0, <-r.code)
	assert.Empty(t, r.err.String())
}

// Whoever has not begun to talk does not keep the program from ending.
func TestServeStdioEndsWithTheContext(t *testing.T) {
	r := start(t, nil, "serve", "mcp")
	r.cancel()
	assert.Equal(t, 0, <-r.code)
	assert.Empty(t, r.err.String())
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(req)
}

func TestServeHTTP(t *testing.T) {
	const token = "correct-horse-battery"
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(token+"\n"), 0o600))
	for name, args := range map[string][]string{
		"open":                {},
		"stateful":            {"--stateful"},
		"token of a variable": {"--token-env", "HOME_TOKEN"},
		"token of a file":     {"--token-file", file, "--stateful"},
	} {
		t.Run(name, func(t *testing.T) {
			getenv := func(name string) string { return map[string]string{"HOME_TOKEN": " " + token + "\n"}[name] }
			r := start(t, getenv, append([]string{"serve", "mcp", "--http", ":0", "--only", "roll_dice", "--only=set_timer"}, args...)...)
			url, ok := strings.CutPrefix(<-r.err.each, "listening on ")
			require.True(t, ok)
			require.Regexp(t, `^http://127\.0\.0\.1:[0-9]+/mcp$`, url)

			secret := strings.Contains(name, "token")
			resp, err := http.Post(url, "application/json", strings.NewReader("{}"))
			require.NoError(t, err)
			resp.Body.Close()
			assert.Equal(t, secret, resp.StatusCode == http.StatusUnauthorized, resp.Status)

			session := client(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}, DisableStandaloneSSE: true})
			assert.Equal(t, slices.Contains(args, "--stateful"), session.ID() != "")
			assert.ElementsMatch(t, []string{"roll_dice", "set_timer"}, toolNames(t, session))
			text, _ := roll(t, session, `{}`)
			assert.Contains(t, text, "You rolled 1.")
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_current_time"})
			assert.Error(t, err, "it is not served")
			assert.NoError(t, session.Close())

			r.cancel()
			assert.Equal(t, 0, <-r.code)
			assert.NotContains(t, r.err.String(), token)
		})
	}
}

// Names that a proxy passes on are taken if they are given, and no others.
func TestServeHosts(t *testing.T) {
	r := start(t, nil, "serve", "mcp", "--http", ":0", "--host", "home.example.com", "--host=lights.example.com:443")
	url, ok := strings.CutPrefix(<-r.err.each, "listening on ")
	require.True(t, ok)
	for host, refused := range map[string]bool{"home.example.com": false, "lights.example.com": false, "evil.example.com": true} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
		require.NoError(t, err)
		req.Host = host
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		resp.Body.Close()
		assert.Equal(t, refused, resp.StatusCode == http.StatusForbidden, "%s: %s", host, resp.Status)
	}
	r.cancel()
	assert.Equal(t, 0, <-r.code)
}

// A server for other machines prints where this one reaches it.
func TestServeAllAddresses(t *testing.T) {
	getenv := func(string) string { return "correct-horse-battery" }
	r := start(t, getenv, "serve", "mcp", "--http", "0.0.0.0:0", "--token-env", "HOME_TOKEN")
	line := <-r.err.each
	url, rest, ok := strings.Cut(strings.TrimPrefix(line, "listening on "), ",")
	require.True(t, ok, line)
	assert.Contains(t, rest, "all addresses of this machine")
	resp, err := http.Post(url, "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, http.StatusUnauthorized, resp.StatusCode)
	r.cancel()
	assert.Equal(t, 0, <-r.code)
}

func TestServeTakenAddress(t *testing.T) {
	r := start(t, nil, "serve", "mcp", "--http", "localhost:0")
	url, _ := strings.CutPrefix(<-r.err.each, "listening on http://")
	taken := start(t, nil, "serve", "mcp", "--http", strings.TrimSuffix(url, "/mcp"))
	assert.Equal(t, 1, <-taken.code)
	assert.Contains(t, taken.err.String(), "address already in use")
	r.cancel()
	assert.Equal(t, 0, <-r.code)
}

// What a command prints is no message of the protocol.
func TestServeKeepsPrintedTextsOut(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "chatter", Description: "Prints."},
		func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			fmt.Println("chatter on standard output")
			return jarvis.Success(nil), nil
		}))
	read, write, err := os.Pipe()
	require.NoError(t, err)
	none, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer none.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = write, none
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	const session = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"chatter","arguments":{}}}
`
	code := cli.Run(t.Context(), registry, []string{"serve", "mcp"}, cli.Stdio{In: strings.NewReader(session), Out: write})
	assert.Equal(t, 0, code)
	assert.Same(t, write, os.Stdout, "given back")
	require.NoError(t, write.Close())
	scanner := bufio.NewScanner(read)
	answers := 0
	for scanner.Scan() {
		assert.True(t, json.Valid(scanner.Bytes()), scanner.Text())
		answers++
	}
	assert.Equal(t, 2, answers)
}
