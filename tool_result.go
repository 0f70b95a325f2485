// ToolResult: what is sent back for a tool call, in the form the Jarvis server reads.

package jarvis

import "maps"

// ToolResult is the answer to one tool call on the wire (seed: the node's tool result).
type ToolResult struct {
	ToolCallID string     `json:"tool_call_id"` // the ID of the Call
	Output     ToolOutput `json:"output"`
}

// ToolOutput is what a tool call came to.
type ToolOutput struct {
	Success bool           `json:"success"`           // see Response
	Message *any           `json:"message,omitempty"` // "message" of the context data, whatever it is; nil if there is none
	Context map[string]any `json:"context"`           // the rest of the context data, buttons as "actions"; nil if there is none
	Error   *string        `json:"error"`             // nil if no details were given
}

// ToolResult returns the wire form of the response: message moves out of the context data, buttons into it. Its error is the
// short one that the original's servers read; a model mends its call better after Report. The response stays as it is; the
// values of the context data are shared, and one that has no JSON makes encoding the result fail: send a ToolError then.
func (r *Response) ToolResult(callID string) ToolResult {
	out := ToolOutput{Success: r.Success && r.ErrorDetails == ""}
	if r.ErrorDetails != "" || r.emptyDetails {
		out.Error = new(r.ErrorDetails)
	}
	if len(r.ContextData) > 0 {
		out.Context = maps.Clone(r.ContextData)
		if message, ok := out.Context["message"]; ok {
			out.Message = &message
			delete(out.Context, "message")
		}
	}
	if len(r.Actions) > 0 {
		if out.Context == nil {
			out.Context = map[string]any{}
		}
		out.Context["actions"] = r.Actions
	}
	return ToolResult{callID, out}
}

// ToolError is the wire form of a tool call that no command has answered.
func ToolError(callID, message string) ToolResult {
	return ToolResult{callID, ToolOutput{Error: &message}}
}
