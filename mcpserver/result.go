// Results: responses as the protocol has them.

package mcpserver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// MetaMetadata is the key of [jarvis.Response].Metadata in the _meta of a result.
const MetaMetadata = "jarvis/metadata"

// result returns what the package comment says of a response.
func (s *Server) result(command string, resp *jarvis.Response) *mcp.CallToolResult {
	result, err := encoded(resp)
	if err != nil {
		s.log.Error("mcpserver: the answer of a command has no JSON", "command", command, "error", err)
		return failed(msgNoJSON)
	}
	return result
}

// encoded is resultOf for responses whose values may panic while they are encoded.
func encoded(resp *jarvis.Response) (result *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, fmt.Errorf(msgPanic, r)
		}
	}()
	return resultOf(resp)
}

func resultOf(resp *jarvis.Response) (*mcp.CallToolResult, error) {
	texts, err := textsOf(resp)
	if err != nil {
		return nil, err
	}
	wire := *resp // which commands may share
	wire.Metadata = nil
	failed := isFailure(resp)
	if failed {
		wire.ErrorDetails = texts[0]
	}
	structured, err := plainJSON(wire)
	if err != nil {
		return nil, err
	}
	result := &mcp.CallToolResult{IsError: failed, StructuredContent: structured}
	for _, text := range texts {
		result.Content = append(result.Content, &mcp.TextContent{Text: text})
	}
	if resp.Metadata == nil {
		return result, nil
	}
	metadata, err := plainJSON(resp.Metadata)
	result.Meta = mcp.Meta{MetaMetadata: metadata}
	return result, err
}

func isFailure(resp *jarvis.Response) bool { return !resp.Success || resp.ErrorDetails != "" }

// textsOf is what a model reads of a response.
func textsOf(resp *jarvis.Response) (texts []string, err error) {
	data := ""
	if len(resp.ContextData) > 0 {
		text, err := plainJSON(resp.ContextData)
		if err != nil {
			return nil, err
		}
		data = string(text)
	}
	message, spoken := resp.ContextData["message"].(string)
	switch {
	case isFailure(resp):
		texts = append(texts, cmp.Or(resp.Report(), msgFailed))
		if resp.Validation == nil && data != "" { // else the report says all that is in it
			texts = append(texts, data)
		}
	case spoken && message != "" && len(resp.ContextData) == 1:
		texts = append(texts, message)
	default:
		texts = append(texts, cmp.Or(data, msgDone))
	}
	if resp.IsChunkedResponse {
		texts = append(texts, fmt.Sprintf(msgChunked, echo.Clip(resp.ChunkSessionID)))
	}
	return texts, nil
}

// plainJSON encodes without escapes that only HTML needs.
func plainJSON(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
