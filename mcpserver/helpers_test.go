// Helpers: the commands that are served in tests, and ways to talk to a server.

package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

type nothing struct{}

type lamp struct {
	Room   string         `jarvis:"room,required" description:"Where" enum:"kitchen,hall"`
	Level  *int           `jarvis:"level" description:"How bright, in percent" validate:"gte=0,lte=100"`
	Colors []string       `jarvis:"colors" enum:"red,green"`
	More   map[string]any `jarvis:"more"`
}

type note struct {
	Key jarvis.SecretString `secret:"NOTES_KEY"`
}

// Spec declares the one command whose secrets are looked up.
func (note) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "note", Description: "Reads a note", Effect: jarvis.EffectRead}
}

// Run answers whether there is a key.
func (n note) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"has_key": !n.Key.IsEmpty()}), nil
}

// answering makes a command without parameters.
func answering(name string, run func(ctx context.Context, req *jarvis.Request) (*jarvis.Response, error)) jarvis.Command {
	return jarvis.MustNew(jarvis.Spec{Name: name}, func(ctx context.Context, req *jarvis.Request, _ nothing) (*jarvis.Response, error) {
		return run(ctx, req)
	})
}

// giving makes a command that always gives the same response.
func giving(name string, resp *jarvis.Response) jarvis.Command {
	return answering(name, func(context.Context, *jarvis.Request) (*jarvis.Response, error) { return resp, nil })
}

func light(_ context.Context, _ *jarvis.Request, in lamp) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"message": "The light is on.", "room": in.Room}), nil
}

// home are commands of all effects.
func home() []jarvis.Command {
	return []jarvis.Command{
		jarvis.MustNew(jarvis.Spec{Name: "light", Description: "Switches a lamp on", Effect: jarvis.EffectWrite}, light),
		&note{},
		jarvis.MustNew(jarvis.Spec{Name: "wipe", Description: "Deletes <all> & everything", Effect: jarvis.EffectDestructive},
			func(context.Context, *jarvis.Request, nothing) (*jarvis.Response, error) {
				return jarvis.Final(map[string]any{"message": "Gone."}), nil
			}),
		giving("tell·the·time", jarvis.Final(map[string]any{"message": "Noon."})),
	}
}

// registered returns a registry of commands, with names that a registry takes.
func registered(t testing.TB, cmds ...jarvis.Command) *jarvis.Registry {
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(cmds...))
	return registry
}

// newServer returns a server of commands; change, if any, completes its config.
func newServer(t testing.TB, cmds []jarvis.Command, change ...func(*mcpserver.Config)) *mcpserver.Server {
	cfg := mcpserver.Config{Registry: registered(t, cmds...)}
	for _, c := range change {
		c(&cfg)
	}
	server, err := mcpserver.New(cfg)
	require.NoError(t, err)
	return server
}

const (
	hello       = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1.2"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// ask runs a session on lines and returns the lines of the answer, without that to hello.
func ask(t testing.TB, server *mcpserver.Server, lines ...string) []string {
	var out bytes.Buffer
	in := strings.Join(append([]string{hello, initialized}, lines...), "\n")
	require.NoError(t, server.Stdio(t.Context(), strings.NewReader(in), &out))
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	var rest []string
	for _, line := range answers {
		require.True(t, json.Valid([]byte(line)), line)
		if !strings.Contains(line, `"id":"hello"`) {
			rest = append(rest, line)
		}
	}
	require.Len(t, rest, len(answers)-1)
	return rest
}

// callLine is a call with the id 1.
func callLine(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

// dial connects the SDK's client by pipes. What it is sent goes through opts.
func dial(t testing.TB, server *mcpserver.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
	theirs, out := io.Pipe()
	in, ours := io.Pipe()
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		done <- server.Stdio(ctx, in, out)
		out.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.2"}, opts).Connect(t.Context(), &mcp.IOTransport{Reader: theirs, Writer: ours}, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		session.Close()
		ours.Close()
		cancel()
		if err := <-done; err != nil {
			require.ErrorIs(t, err, context.Canceled)
		}
	})
	return session
}

// serve serves over HTTP and returns the URL.
func serve(t testing.TB, server *mcpserver.Server) string {
	s := httptest.NewServer(server.Handler())
	t.Cleanup(s.Close)
	return s.URL
}

// dialHTTP connects the SDK's client over HTTP.
func dialHTTP(t testing.TB, url string, header http.Header, opts *mcp.ClientOptions) *mcp.ClientSession {
	transport := &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: withHeader{header}}}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.2"}, opts).Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

type withHeader struct{ header http.Header }

// RoundTrip adds the header.
func (w withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range w.header {
		r.Header[name] = values
	}
	return http.DefaultTransport.RoundTrip(r)
}

// post sends a message of version 2025-11-25 and returns the answer and its body.
func post(t testing.TB, url, body string, header http.Header) (*http.Response, string) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}
	for name, values := range header {
		req.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		req.Host = host
	}
	return do(t, req)
}

func do(t testing.TB, req *http.Request) (*http.Response, string) {
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(text)
}

// call calls a tool and returns its result.
func call(t testing.TB, session *mcp.ClientSession, name string, arguments any) *mcp.CallToolResult {
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	require.NoError(t, err)
	return result
}

// text is the first text of a result.
func text(t testing.TB, result *mcp.CallToolResult) string {
	require.NotEmpty(t, result.Content)
	return result.Content[0].(*mcp.TextContent).Text
}

// names lists the tools of a session.
func names(t testing.TB, session *mcp.ClientSession) (list []string) {
	for tool, err := range session.Tools(t.Context(), nil) {
		require.NoError(t, err)
		list = append(list, tool.Name)
	}
	return list
}

// golden compares got with the file testdata/name, byte for byte. JARVIS_UPDATE=1 writes the file instead.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes golden files")
	require.Equal(t, string(want), got, path)
}

var errOwn = errors.New("zk9 is what went wrong inside")
