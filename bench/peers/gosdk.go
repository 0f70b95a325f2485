// modelcontextprotocol/go-sdk, through its typed AddTool.

package peers

import (
	"context"
	"encoding/json"
	"io"
	"sync/atomic"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const goSDKModule = "github.com/modelcontextprotocol/go-sdk"

func sdkImplementation() *mcp.Implementation {
	return &mcp.Implementation{Name: "bench", Version: "1"}
}

func sdkServer(cache *mcp.SchemaCache) *mcp.Server {
	return mcp.NewServer(sdkImplementation(), &mcp.ServerOptions{SchemaCache: cache})
}

// handled is an input that knows the handler of its work.
type handled[In any] interface {
	*In
	handle(*Seen) Result
}

// addTyped adds a tool with a typed result: the SDK derives a schema for it, validates it and encodes it.
func addTyped[In any, P handled[In]](s *mcp.Server, tool *mcp.Tool, seen *Seen) {
	mcp.AddTool(s, tool, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Result, error) {
		return nil, P(&in).handle(seen), nil
	})
}

// addText adds a tool whose result is a text.
func addText[In any, P handled[In]](s *mcp.Server, tool *mcp.Tool, seen *Seen) {
	mcp.AddTool(s, tool, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		P(&in).handle(seen)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: resultText}}}, nil, nil
	})
}

// sdkTool is the tool of a work. The SDK copies it.
func sdkTool(w Work, name string, schema *jsonschema.Schema) *mcp.Tool {
	return &mcp.Tool{Name: name, Description: w.Description(), InputSchema: schema}
}

func addTextOf(s *mcp.Server, w Work, schema *jsonschema.Schema, seen *Seen) {
	if w == W3 {
		addText[schemaWeather](s, sdkTool(w, w.Name(), schema), seen)
	} else {
		addText[schemaMedia](s, sdkTool(w, w.Name(), schema), seen)
	}
}

// sdkSession connects a client in memory; it ends with the test. The bytes of the results are added to sent, if that is not nil.
func sdkSession(tb testing.TB, s *mcp.Server, sent *atomic.Int64) *mcp.ClientSession {
	ctx := context.Background()
	clientSide, inMemory := mcp.NewInMemoryTransports()
	serverSide := mcp.Transport(inMemory)
	if sent != nil {
		serverSide = counting{inMemory, sent}
	}
	serving := must(s.Connect(ctx, serverSide, nil))
	client := must(mcp.NewClient(sdkImplementation(), nil).Connect(ctx, clientSide, nil))
	tb.Cleanup(func() {
		_ = client.Close()
		_ = serving.Wait()
	})
	return client
}

func sdkText(result *mcp.CallToolResult) string {
	if text, ok := result.Content[0].(*mcp.TextContent); ok {
		return text.Text
	}
	return ""
}

func sdkCall(client *mcp.ClientSession, name string, raw []byte) (string, bool) {
	result, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(raw)})
	if err != nil {
		return err.Error(), false
	}
	return sdkText(result), !result.IsError
}

// counting is a transport whose connection counts the bytes of results.
type counting struct {
	mcp.Transport
	sent *atomic.Int64
}

// Connect returns the connection.
func (t counting) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	return countingConn{c, t.sent}, err
}

type countingConn struct {
	mcp.Connection
	sent *atomic.Int64
}

// Write counts an answer and passes it on.
func (c countingConn) Write(ctx context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok {
		c.sent.Add(int64(len(r.Result)))
	}
	return c.Connection.Write(ctx, m)
}

// sdkShared is a server whose tools share one schema and one cache, the best that a caller can do.
func sdkShared(names []string) *mcp.Server {
	s, schema := sdkServer(mcp.NewSchemaCache()), schemaOf(W3)
	for _, name := range names {
		addText[schemaWeather](s, sdkTool(W3, name, schema), nil)
	}
	return s
}

func registerSDK(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools { return sdkTools(tb, sdkShared(names), names, raw) }
}

// sdkServed serves on standard input and output.
func sdkServed(s *mcp.Server) serveFunc {
	return func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
		return s.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
	}
}

func sdkLines(tb testing.TB, w Work, seen *Seen) CallFunc {
	s := sdkServer(nil)
	addTextOf(s, w, schemaOf(w), seen)
	c, name := connectLines(tb, sdkServed(s)), w.Name()
	return func(raw []byte) (string, bool) { return c.call(name, raw) }
}

func registerSDKLines(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		s := sdkShared(names)
		return lineTools(tb, sdkServed(s), s, names, raw)
	}
}

// registerSDKApart registers tools that share nothing.
func registerSDKApart(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		s := sdkServer(nil)
		for _, name := range names {
			addText[schemaWeather](s, sdkTool(W3, name, schemaOf(W3)), nil)
		}
		return sdkTools(tb, s, names, raw)
	}
}

// sdkTools lists and calls by a client, which is connected when it is first needed.
func sdkTools(tb testing.TB, s *mcp.Server, names []string, raw []byte) *Tools {
	var connected *mcp.ClientSession
	sent := &atomic.Int64{}
	client := func() *mcp.ClientSession {
		if connected == nil {
			connected = sdkSession(tb, s, sent)
		}
		return connected
	}
	return &Tools{
		Keep: s,
		List: func() int {
			c, page := client(), &mcp.ListToolsParams{}
			for before := sent.Load(); ; {
				result := must(c.ListTools(context.Background(), page))
				if result.NextCursor == "" {
					return int(sent.Load() - before)
				}
				page = &mcp.ListToolsParams{Cursor: result.NextCursor}
			}
		},
		Call: func(i int) bool { _, ok := sdkCall(client(), names[i], raw); return ok },
	}
}

func goSDK() []Contestant {
	return []Contestant{
		{
			Name: "go-sdk/conn", Module: goSDKModule, Server: true,
			Path:   "its server alone, behind a connection that passes decoded messages: no client, no bytes of a wire; typed result, checked and encoded",
			Checks: true, New: sdkConnected, Register: registerSDKConnected,
		},
		{
			Name: "go-sdk/lines", Module: goSDKModule, Server: true,
			Path:   "its server on standard input and output, as jarvis/mcp: the client only writes and reads lines; text result",
			Checks: true, New: sdkLines, Register: registerSDKLines,
		},
		{
			Name: "go-sdk/inmem-text", Module: goSDKModule, Server: true,
			Path:   "its client, its transport in memory, its server; text result. Many tools share one schema and its SchemaCache",
			Checks: true,
			New: func(tb testing.TB, w Work, seen *Seen) CallFunc {
				s := sdkServer(nil)
				addTextOf(s, w, schemaOf(w), seen)
				client, name := sdkSession(tb, s, nil), w.Name()
				return func(raw []byte) (string, bool) { return sdkCall(client, name, raw) }
			},
			Derive: func(w Work) func() []byte {
				return func() []byte {
					s := schemaOf(w)
					addTextOf(sdkServer(nil), w, s, nil)
					return must(json.Marshal(s))
				}
			},
			DeriveWarm: func(w Work) func() []byte {
				s, cache := schemaOf(w), mcp.NewSchemaCache()
				return func() []byte {
					addTextOf(sdkServer(cache), w, s, nil)
					return must(json.Marshal(s))
				}
			},
			Register: registerSDK,
		},
		{Name: "go-sdk/apart", Module: goSDKModule, Server: true, Path: "as inmem-text, but every tool has a schema of its own", Checks: true, Register: registerSDKApart},
	}
}
