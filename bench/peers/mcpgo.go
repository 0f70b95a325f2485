// mark3labs/mcp-go: its typed handler, and its server with and without validation.

package peers

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Its tags carry a description and an enum, no ranges.
type (
	mcpWeather struct {
		City  string      `json:"city,omitempty" jsonschema_description:"City name as spoken"`
		Unit  string      `json:"unit,omitempty" jsonschema:"Unit system for temperatures,enum=metric,enum=imperial"`
		Dates []time.Time `json:"dates" jsonschema_description:"Dates to report"`
	}
	mcpMedia struct {
		Action      string    `json:"action" jsonschema:"What to do,enum=play,enum=pause,enum=resume,enum=stop,enum=next,enum=previous"`
		Query       string    `json:"query,omitempty" jsonschema_description:"What to play"`
		Volume      int       `json:"volume,omitempty" jsonschema_description:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" jsonschema_description:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" jsonschema_description:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" jsonschema:"Where to queue,enum=now,enum=next,enum=last"`
		Rooms       []string  `json:"rooms,omitempty" jsonschema_description:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitzero" jsonschema_description:"When to start"`
	}
)

func mcpTool(w Work, name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithDescription(w.Description()), pick(w, mcp.WithInputSchema[mcpWeather](), mcp.WithInputSchema[mcpMedia]()))
}

// mcpToolBuilt declares a tool by options, which have ranges. They have no formats, which its validation does not look at.
func mcpToolBuilt(w Work, name string) mcp.Tool {
	about := mcp.Description
	if w == W3 {
		return mcp.NewTool(name, mcp.WithDescription(w.Description()), mcp.WithSchemaAdditionalProperties(false),
			mcp.WithString("city", about("City name as spoken")),
			mcp.WithString("unit", about("Unit system for temperatures"), mcp.Enum(units()...)),
			mcp.WithArray("dates", mcp.Required(), about("Dates to report"), mcp.WithStringItems()))
	}
	return mcp.NewTool(name, mcp.WithDescription(w.Description()), mcp.WithSchemaAdditionalProperties(false),
		mcp.WithString("action", mcp.Required(), about("What to do"), mcp.Enum(actions()...)),
		mcp.WithString("query", about("What to play")),
		mcp.WithInteger("volume", about("Volume in percent"), mcp.Min(0), mcp.Max(100)),
		mcp.WithBoolean("shuffle", about("Shuffle the queue")),
		mcp.WithNumber("rate", about("Playback rate")),
		mcp.WithString("queue_option", about("Where to queue"), mcp.Enum(queueOptions()...)),
		mcp.WithArray("rooms", about("Rooms to play in"), mcp.WithStringItems()),
		mcp.WithString("start_at", about("When to start")))
}

func mcpHandler(w Work, seen *Seen) server.ToolHandlerFunc {
	if w == W3 {
		return mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in mcpWeather) (*mcp.CallToolResult, error) {
			seen.weather(in.City, in.Unit, in.Dates)
			return mcp.NewToolResultText(resultText), nil
		})
	}
	return mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in mcpMedia) (*mcp.CallToolResult, error) {
		seen.media((*Media)(&in))
		return mcp.NewToolResultText(resultText), nil
	})
}

func mcpText(result *mcp.CallToolResult) (string, bool) {
	text, _ := result.Content[0].(mcp.TextContent)
	return text.Text, !result.IsError
}

// mcpTyped calls the typed handler itself.
func mcpTyped(_ testing.TB, w Work, seen *Seen) CallFunc {
	handler, ctx, name := mcpHandler(w, seen), context.Background(), w.Name()
	return func(raw []byte) (string, bool) {
		var req mcp.CallToolRequest
		req.Params.Name, req.Params.RawArguments = name, raw
		result, err := handler(ctx, req)
		if err != nil {
			return err.Error(), false
		}
		return mcpText(result)
	}
}

// mcpSender sends calls to a server as messages.
func mcpSender(s *server.MCPServer) func(name string, raw []byte) (string, bool) {
	var buf []byte
	return func(name string, raw []byte) (string, bool) {
		buf = appendMessage(buf[:0], name, raw)
		switch r := s.HandleMessage(context.Background(), buf).(type) {
		case mcp.JSONRPCResponse:
			if result, ok := r.Result.(*mcp.CallToolResult); ok {
				return mcpText(result)
			}
		case mcp.JSONRPCError:
			return r.Error.Message, false
		}
		return "another answer", false
	}
}

// mcpDeclare makes the tool of a work.
type mcpDeclare func(w Work, name string) mcp.Tool

func mcpServed(declare mcpDeclare, opts ...server.ServerOption) func(testing.TB, Work, *Seen) CallFunc {
	return func(_ testing.TB, w Work, seen *Seen) CallFunc {
		s := server.NewMCPServer("bench", "1", opts...)
		s.AddTool(declare(w, w.Name()), mcpHandler(w, seen))
		send, name := mcpSender(s), w.Name()
		return func(raw []byte) (string, bool) { return send(name, raw) }
	}
}

func registerMCP(declare mcpDeclare, opts ...server.ServerOption) func(testing.TB, int) func() *Tools {
	return func(_ testing.TB, n int) func() *Tools {
		names, raw, handler := toolNames(n), W3.Arguments(), mcpHandler(W3, nil)
		return func() *Tools {
			s := server.NewMCPServer("bench", "1", opts...)
			for _, name := range names {
				s.AddTool(declare(W3, name), handler)
			}
			send, list := mcpSender(s), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
			return &Tools{
				Keep: s,
				List: func() int { return len(must(json.Marshal(s.HandleMessage(context.Background(), list)))) },
				Call: func(i int) bool { _, ok := send(names[i], raw); return ok },
			}
		}
	}
}

func mcpGo() []Contestant {
	const module = "github.com/mark3labs/mcp-go"
	return []Contestant{
		{
			Name: "mcp-go/typed", Module: module, Path: "NewTypedToolHandler alone: json.Unmarshal into the struct, nothing checked",
			New: mcpTyped,
			Derive: func(w Work) func() []byte {
				return func() []byte { return must(json.Marshal(mcpTool(w, w.Name()))) }
			},
			DeriveWarm: func(w Work) func() []byte {
				tool := mcpTool(w, w.Name())
				return func() []byte { return must(json.Marshal(tool)) }
			},
		},
		{
			Name: "mcp-go/server", Module: module, Server: true,
			Path: "MCPServer.HandleMessage of a JSON-RPC message, as it is by default; the answer is not encoded",
			New:  mcpServed(mcpTool), Register: registerMCP(mcpTool),
		},
		{
			Name: "mcp-go/server+validate", Module: module, Server: true,
			Path:   "the same with WithInputSchemaValidation and a schema by its options, whose ranges the tags of structs have no words for",
			Checks: true,
			New:    mcpServed(mcpToolBuilt, server.WithInputSchemaValidation()), Register: registerMCP(mcpToolBuilt, server.WithInputSchemaValidation()),
		},
	}
}
