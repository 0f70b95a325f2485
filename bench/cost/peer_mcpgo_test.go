// The peer mark3labs/mcp-go: tools from builder options.

package cost

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"
)

// mcpGoList prints what a server answers to tools/list. By default a tool has all four hints of the protocol, of which the effect
// sets two; trimmed, WithToolAnnotation says the one that tells the effect. Formats have no option, so they are a PropertyOption of
// our own.
func mcpGoList(trimmed bool) func(testing.TB, []declared) json.RawMessage {
	return func(t testing.TB, commands []declared) json.RawMessage {
		s := server.NewMCPServer("cost", "1")
		for _, d := range commands {
			s.AddTool(mcp.NewTool(d.name, mcpGoOptions(d, trimmed)...),
				func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
		}
		answer := s.HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		response, ok := answer.(mcp.JSONRPCResponse)
		require.True(t, ok, "%v", answer)
		return toolsOf(t, marshal(t, response.Result))
	}
}

func mcpGoOptions(d declared, trimmed bool) []mcp.ToolOption {
	list := []mcp.ToolOption{mcp.WithDescription(d.description), mcp.WithSchemaAdditionalProperties(false)}
	read, destroy := d.effect == jarvis.EffectRead, d.effect == jarvis.EffectDestructive
	switch {
	case trimmed && d.effect == "":
		list = append(list, mcp.WithToolAnnotation(mcp.ToolAnnotation{}))
	case trimmed && read:
		list = append(list, mcp.WithToolAnnotation(mcp.ToolAnnotation{ReadOnlyHint: &read}))
	case trimmed:
		list = append(list, mcp.WithToolAnnotation(mcp.ToolAnnotation{DestructiveHint: &destroy}))
	case d.effect != "":
		list = append(list, mcp.WithReadOnlyHintAnnotation(read), mcp.WithDestructiveHintAnnotation(destroy))
	}
	for _, p := range d.params {
		list = append(list, mcpGoParameter(p))
	}
	return list
}

func mcpGoParameter(p property) mcp.ToolOption {
	list := p.mcpGoKeywords()
	if p.required {
		list = append(list, mcp.Required())
	}
	with := map[string]func(string, ...mcp.PropertyOption) mcp.ToolOption{
		"string": mcp.WithString, "integer": mcp.WithInteger, "number": mcp.WithNumber, "boolean": mcp.WithBoolean, "array": mcp.WithArray,
	}
	return with[p.Type](p.name, list...)
}

// mcpGoKeywords are the options of a schema; items get theirs as a map, as the options for items know a part of them.
func (s schema) mcpGoKeywords() []mcp.PropertyOption {
	var list []mcp.PropertyOption
	add := func(n *int, option func(int) mcp.PropertyOption) {
		if n != nil {
			list = append(list, option(*n))
		}
	}
	add(s.Minimum, mcp.Min[int])
	add(s.Maximum, mcp.Max[int])
	add(s.MinLength, mcp.MinLength)
	add(s.MaxLength, mcp.MaxLength)
	add(s.MinItems, mcp.MinItems)
	add(s.MaxItems, mcp.MaxItems)
	if s.Description != "" {
		list = append(list, mcp.Description(s.Description))
	}
	if s.Enum != nil {
		list = append(list, mcp.Enum(s.Enum...))
	}
	if s.Format != "" {
		list = append(list, func(keywords map[string]any) { keywords["format"] = s.Format })
	}
	if s.Default != nil {
		list = append(list, func(keywords map[string]any) { keywords["default"] = s.Default })
	}
	if s.Items != nil {
		items := map[string]any{"type": s.Items.Type}
		for _, option := range s.Items.mcpGoKeywords() {
			option(items)
		}
		list = append(list, mcp.Items(items))
	}
	return list
}
