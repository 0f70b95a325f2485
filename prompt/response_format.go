// Response formats: what a server may hold the answers of a model to.

package prompt

import "encoding/json"

// TextFormat is the response_format of free text, for models that write calls in a form of their own.
func TextFormat() json.RawMessage { return json.RawMessage(`{"type":"text"}`) }

// EnvelopeFormat is the response_format of the Jarvis envelope, {"message", "tool_calls", "error"}: the default of the
// original for models that write JSON.
func EnvelopeFormat() json.RawMessage { return json.RawMessage(envelopeFormat) }

const envelopeFormat = `{"type":"json_object","json_schema":{"type":"object","properties":{` +
	`"message":{"type":"string"},` +
	`"tool_calls":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"object"}},"required":["name","arguments"]}},` +
	`"error":{"anyOf":[{"type":"object","properties":{"type":{"type":"string"},"message":{"type":"string"}}},{"type":"null"}]}},` +
	`"required":["message","tool_calls"],"additionalProperties":true}}`
