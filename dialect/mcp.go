// MCP: an entry of tools/list of the Model Context Protocol.

package dialect

import "github.com/jarvis-sdk/jarvis"

// mcp takes JSON Schema 2020-12 as it is. Effects become annotations; without one the defaults of the protocol hold.
//
// Source: https://modelcontextprotocol.io/specification/2025-11-25/server/tools.
var mcp = rules{
	tool:  nameRule{more: "-.", most: 128},
	steps: []func(*schema){portable},
	form:  mcpForm,
}

func mcpForm(f form) *doc {
	tool := object(made, member{"name", text(made, f.name)}, member{"description", text(made, f.description)}, member{"inputSchema", f.schema})
	if f.effect != "" {
		tool.members = append(tool.members, member{"annotations", object(made,
			member{"readOnlyHint", truth(f.effect == string(jarvis.EffectRead))},
			member{"destructiveHint", truth(f.effect == string(jarvis.EffectDestructive))})})
	}
	return tool
}
