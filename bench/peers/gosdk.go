// modelcontextprotocol/go-sdk, through its typed AddTool.

package peers

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
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

// sdkSession connects a client in memory; it ends with the test.
func sdkSession(tb testing.TB, s *mcp.Server) *mcp.ClientSession {
	ctx := context.Background()
	clientSide, serverSide := mcp.NewInMemoryTransports()
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

// registerSDK registers tools that share one schema and one cache, the best that a caller can do.
func registerSDK(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		s, schema := sdkServer(mcp.NewSchemaCache()), schemaOf(W3)
		for _, name := range names {
			addText[schemaWeather](s, sdkTool(W3, name, schema), nil)
		}
		return sdkTools(tb, s, names, raw)
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
	client := func() *mcp.ClientSession {
		if connected == nil {
			connected = sdkSession(tb, s)
		}
		return connected
	}
	return &Tools{
		Keep: s,
		List: func() int {
			size, page := 0, &mcp.ListToolsParams{}
			for {
				result := must(client().ListTools(context.Background(), page))
				size += len(result.Tools)
				if result.NextCursor == "" {
					return size
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
			Name: "go-sdk/conn", Module: goSDKModule,
			Path:   "its server alone, behind a connection that passes decoded messages: no client, no bytes of a wire; typed result, checked and encoded",
			Checks: true, New: sdkConnected,
		},
		{
			Name: "go-sdk/inmem-text", Module: goSDKModule,
			Path:   "its client, its transport in memory, its server; text result. Many tools share one schema and its SchemaCache",
			Checks: true,
			New: func(tb testing.TB, w Work, seen *Seen) CallFunc {
				s := sdkServer(nil)
				addTextOf(s, w, schemaOf(w), seen)
				client, name := sdkSession(tb, s), w.Name()
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
		{Name: "go-sdk/apart", Module: goSDKModule, Path: "as inmem-text, but every tool has a schema of its own", Checks: true, Register: registerSDKApart},
	}
}
