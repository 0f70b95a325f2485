// MCP: an entry of tools/list of the Model Context Protocol.

package dialect

import "github.com/jarvis-sdk/jarvis"

// mcp takes JSON Schema 2020-12 as it is. An effect becomes the one annotation that tells it, as every annotation costs the model of
// a host that passes them on; without one the defaults of the protocol hold.
//
// The protocol takes any name of a property. Hosts hand the schema on to their model's vendor as it is, though, and Anthropic
// refuses the whole request for one name outside its rule, so that no tool of any server works: properties keep to that rule.
//
// Source: https://modelcontextprotocol.io/specification/2025-11-25/server/tools.
var mcp = rules{
	tool:  nameRule{more: "-.", most: 128},
	prop:  anthropicKeys,
	steps: []func(*schema){older, portable},
	shape: []func(*schema){noEmptyRequired},
	form:  mcpForm,
}

func mcpForm(f form) *doc {
	tool := object(made, append(f.head(), member{"inputSchema", f.schema})...)
	switch f.effect {
	case "":
		return tool
	case string(jarvis.EffectRead):
		return annotated(tool, "readOnlyHint", true)
	}
	return annotated(tool, "destructiveHint", f.effect == string(jarvis.EffectDestructive))
}

func annotated(tool *doc, hint string, value bool) *doc {
	tool.members = append(tool.members, member{"annotations", object(made, member{hint, truth(value)})})
	return tool
}
