// The two other libraries for servers of the Model Context Protocol, each with a schema of its own making and with ours.

package agreement

import (
	"context"
	"encoding/json"
	"io"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// goSDK is a typed tool handler with an explicit input schema, served over lines.
func goSDK[T any](k *kind) contestant {
	return contestant{name: "go-sdk", silent: rules(durationText), call: goSDKCall[T](readSchema(k))}
}

// goSDKInferred has the schema that AddTool makes of the struct, whose tags say descriptions alone.
func goSDKInferred[T any](*kind) contestant {
	silent := rules(notNull, enumerated, listed, bounded, measured, durationText)
	return contestant{name: "go-sdk (inferred)", silent: silent, call: goSDKCall[T](nil)}
}

func goSDKCall[T any](schema *jsonschema.Schema) func(string) outcome {
	s := &seen{}
	srv := sdk.NewServer(&sdk.Implementation{Name: "agreement", Version: "1"}, nil)
	tool := &sdk.Tool{Name: toolName, Description: "Is asked."}
	if schema != nil {
		tool.InputSchema = schema
	}
	sdk.AddTool(srv, tool, func(_ context.Context, _ *sdk.CallToolRequest, in T) (*sdk.CallToolResult, any, error) {
		s.in = in
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "done"}}}, nil, nil
	})
	return func(raw string) outcome {
		return s.outcome(converse(raw, func(in io.ReadCloser, out io.WriteCloser) error {
			return srv.Run(context.Background(), &sdk.IOTransport{Reader: in, Writer: out})
		}))
	}
}

func readSchema(k *kind) *jsonschema.Schema {
	var schema jsonschema.Schema
	must(0, json.Unmarshal([]byte(k.schema), &schema))
	return &schema
}

// mcpGo is a typed tool handler with a raw input schema and the server's validation.
func mcpGo[T any](k *kind) contestant {
	tool := mcp.NewToolWithRawSchema(toolName, "Is asked.", json.RawMessage(k.schema))
	return contestant{name: "mcp-go", silent: rules(durationText), call: mcpGoCall[T](tool)}
}

// mcpGoInferred has the schema that WithInputSchema makes of the struct: its tags say descriptions and enums of texts.
func mcpGoInferred[T any](*kind) contestant {
	tool := mcp.NewTool(toolName, mcp.WithDescription("Is asked."), mcp.WithInputSchema[T]())
	return contestant{name: "mcp-go (inferred)", silent: rules(notNull, listed, bounded, measured, durationText), call: mcpGoCall[T](tool)}
}

func mcpGoCall[T any](tool mcp.Tool) func(string) outcome {
	s := &seen{}
	srv := server.NewMCPServer("agreement", "1", server.WithInputSchemaValidation())
	srv.AddTool(tool, mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in T) (*mcp.CallToolResult, error) {
		s.in = in
		return mcp.NewToolResultText("done"), nil
	}))
	return func(raw string) outcome {
		answer, ok := srv.HandleMessage(context.Background(), []byte(message(raw))).(mcp.JSONRPCResponse)
		if !ok {
			return s.outcome(false)
		}
		result, ok := answer.Result.(*mcp.CallToolResult)
		return s.outcome(ok && !result.IsError)
	}
}
