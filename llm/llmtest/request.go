// The JSON of requests: decoded and checked as strict servers do.

package llmtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/llm"
)

// question is a request for a completion.
type question struct {
	request       llm.Request
	stream, usage bool
}

type wireQuestion struct {
	Model               string             `json:"model"`
	Messages            []json.RawMessage  `json:"messages"`
	Tools               json.RawMessage    `json:"tools"`
	ToolChoice          json.RawMessage    `json:"tool_choice"`
	ResponseFormat      json.RawMessage    `json:"response_format"`
	Temperature         *float64           `json:"temperature"`
	MaxTokens           *int               `json:"max_tokens"`
	MaxCompletionTokens *int               `json:"max_completion_tokens"`
	Stream              bool               `json:"stream"`
	StreamOptions       *wireStreamOptions `json:"stream_options"`
}

type wireStreamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// decodeQuestion reads the body of a request. The error is a *refusal.
func decodeQuestion(text []byte) (*question, error) {
	var w wireQuestion
	if err := decode(text, &w, ""); err != nil {
		return nil, err
	}
	w.Tools, w.ToolChoice, w.ResponseFormat = given(w.Tools), given(w.ToolChoice), given(w.ResponseFormat)
	q := &question{stream: w.Stream, usage: w.StreamOptions != nil && w.StreamOptions.IncludeUsage}
	q.request = llm.Request{Model: w.Model, Tools: w.Tools, ToolChoice: w.ToolChoice, ResponseFormat: w.ResponseFormat, Temperature: w.Temperature}
	for _, check := range []func() error{
		func() (err error) { q.request.Messages, err = decodeMessages(w.Messages); return err },
		func() error { return checkTranscript(q.request.Messages) },
		func() error { return checkTools(w.Tools, w.ToolChoice) },
		func() error { return checkFormat(w.ResponseFormat) },
		func() (err error) { q.request.MaxTokens, err = w.numbers(); return err },
		w.checkStream,
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// numbers checks the temperature and returns the most tokens; 0 leaves them open.
func (w *wireQuestion) numbers() (int, error) {
	if t := w.Temperature; t != nil && !(*t >= 0 && *t <= 2) {
		return 0, badRequest(msgRange, "temperature", 0, 2, *t)
	}
	name, most := "max_tokens", w.MaxTokens
	if other := w.MaxCompletionTokens; other != nil {
		if most != nil {
			return 0, badRequest(msgNotBoth, name, "max_completion_tokens")
		}
		name, most = "max_completion_tokens", other
	}
	if most == nil {
		return 0, nil
	}
	if *most < 1 {
		return 0, badRequest(msgLeast, name, 1, *most)
	}
	return *most, nil
}

func (w *wireQuestion) checkStream() error {
	if w.StreamOptions != nil && !w.Stream {
		return badRequest(msgOnlyWith, "stream_options", "stream")
	}
	return nil
}

// checkFormat checks a response_format.
func checkFormat(text json.RawMessage) error {
	if text == nil {
		return nil
	}
	var format struct {
		Type   string `json:"type"`
		Schema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	}
	if err := decode(text, &format, "response_format"); err != nil {
		return err
	}
	types := []string{"text", "json_object", "json_schema"}
	if !slices.Contains(types, format.Type) {
		return badRequest(msgOneOf, "response_format.type", strings.Join(types, ", "), echo.Clip(format.Type))
	}
	if format.Type == "json_schema" && format.Schema.Name == "" {
		return badRequest(msgEmpty, "response_format.json_schema.name")
	}
	return nil
}

// given is nil for a member that is absent or null.
func given(text json.RawMessage) json.RawMessage {
	if string(text) == "null" {
		return nil
	}
	return text
}

// decode reads one JSON value at a place of the body into v. The error is a *refusal that names the member of another type.
func decode(text []byte, v any, place string) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			return badRequest(msgSeveral)
		}
		return nil
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return badRequest(msgType, within(place, wrong.Field), wanted(wrong.Type), echo.Clip(wrong.Value))
	}
	return badRequest(msgSyntax, err)
}

// within is a member of a place.
func within(place, member string) string {
	switch {
	case place == "" && member == "":
		return "the body"
	case place == "" || member == "":
		return place + member
	}
	return place + "." + member
}

func at(place string, index int) string { return place + "[" + strconv.Itoa(index) + "]" }

// wanted says what JSON a type is read from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
