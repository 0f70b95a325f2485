// The body of a request, as https://platform.openai.com/docs/api-reference/chat/create has it.

package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// wireRequest is the JSON form of a Request.
type wireRequest struct {
	Model          string             `json:"model,omitempty"`
	Messages       []toolcall.Message `json:"messages"`
	Tools          json.RawMessage    `json:"tools,omitempty"`
	ToolChoice     json.RawMessage    `json:"tool_choice,omitempty"`
	ResponseFormat json.RawMessage    `json:"response_format,omitempty"`
	Temperature    *float64           `json:"temperature,omitempty"`
	MaxTokens      int                `json:"max_tokens,omitempty"`
	Stream         bool               `json:"stream,omitempty"`
	StreamOptions  *wireStreamOptions `json:"stream_options,omitempty"`
}

type wireStreamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// encode returns the body of a request, or a *RequestError.
func (c *client) encode(req *Request) ([]byte, error) {
	if req == nil {
		return nil, errors.New(msgNilRequest)
	}
	if err := checkRequest(req); err != nil {
		return nil, err
	}
	w := wireRequest{Model: req.Model, Messages: req.Messages, ResponseFormat: given(req.ResponseFormat), Temperature: req.Temperature, MaxTokens: req.MaxTokens}
	setDefault(&w.Model, c.model)
	if tools := given(req.Tools); len(tools) > 0 && !emptyList(tools) {
		w.Tools, w.ToolChoice = tools, given(req.ToolChoice) // servers refuse an empty list, and a choice without tools
	}
	if req.OnDelta != nil {
		w.Stream, w.StreamOptions = true, &wireStreamOptions{IncludeUsage: true}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(w); err != nil {
		return nil, &RequestError{"Messages", err.Error()}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func checkRequest(req *Request) error {
	if len(req.Messages) == 0 {
		return &RequestError{"Messages", msgNoMessages}
	}
	for _, f := range []struct {
		name string
		text json.RawMessage
	}{
		{"Tools", req.Tools},
		{"ToolChoice", req.ToolChoice},
		{"ResponseFormat", req.ResponseFormat},
	} {
		if text := given(f.text); text != nil && !json.Valid(text) {
			return &RequestError{f.name, msgNotJSON}
		}
	}
	tools := given(req.Tools)
	switch {
	case tools != nil && tools[0] != '[':
		return &RequestError{"Tools", msgToolsList}
	case req.Temperature != nil && (math.IsNaN(*req.Temperature) || math.IsInf(*req.Temperature, 0)):
		return &RequestError{"Temperature", msgFinite}
	case req.MaxTokens < 0:
		return &RequestError{"MaxTokens", msgBelowZero}
	}
	return nil
}

// given returns a JSON text without white space around it; nil if there is none, or null.
func given(text json.RawMessage) json.RawMessage {
	text = bytes.Trim(text, " \t\r\n")
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	return text
}

// emptyList reports whether a valid JSON list has no elements.
func emptyList(list json.RawMessage) bool {
	return len(bytes.Trim(list[1:len(list)-1], " \t\r\n")) == 0
}
