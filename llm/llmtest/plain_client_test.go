// plainClient: the protocol with net/http and nothing else, for the tests of the server.

package llmtest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

type plainClient struct{ url, key string }

// start starts a server for a test.
func start(t *testing.T, m llm.Client, opts ...llmtest.Option) (*llmtest.Server, plainClient) {
	t.Helper()
	server, err := llmtest.Start(m, opts...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Close() })
	return server, plainClient{url: server.URL()}
}

// send makes one request and returns the whole answer.
func (c plainClient) send(ctx context.Context, method, path string, body []byte) (*http.Response, string, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp, string(text), err
}

// Chat sends a request as an OpenAI client does.
func (c plainClient) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	body := map[string]any{"messages": req.Messages, "stream": req.OnDelta != nil}
	if req.Model != "" {
		body["model"] = req.Model
	}
	if len(req.Tools) > 0 {
		body["tools"] = req.Tools
	}
	if req.OnDelta != nil {
		body["stream_options"] = map[string]bool{"include_usage": true}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	resp, answer, err := c.send(ctx, http.MethodPost, "/chat/completions", text)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d: %s", resp.StatusCode, answer)
	}
	if req.OnDelta != nil {
		return joined(answer, req.OnDelta)
	}
	return whole(answer)
}

type plainCall struct {
	Index    *int
	ID       string
	Type     string
	Function struct{ Name, Arguments string }
}

type plainAnswer struct {
	Model   string
	Choices []struct {
		Message, Delta struct {
			Content   *string
			Reasoning string      `json:"reasoning_content"`
			Calls     []plainCall `json:"tool_calls"`
		}
		Finish llm.Finish `json:"finish_reason"`
	}
	Usage *llm.Usage
	Error *struct{ Message string }
}

// whole reads an answer that is not streamed.
func whole(text string) (*llm.Reply, error) {
	var a plainAnswer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nil, err
	}
	m := a.Choices[0].Message
	reply := &llm.Reply{Reasoning: m.Reasoning, Model: a.Model, Finish: a.Choices[0].Finish, Usage: *a.Usage}
	if m.Content != nil {
		reply.Content = *m.Content
	}
	for _, c := range m.Calls {
		reply.Calls = append(reply.Calls, structured(c))
	}
	return reply, nil
}

func structured(c plainCall) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)}}
}

// joined reads a stream.
func joined(text string, onDelta func(llm.Delta) error) (*llm.Reply, error) {
	reply, done := &llm.Reply{}, false
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if done = data == "[DONE]"; !ok || done {
			continue
		}
		var a plainAnswer
		if err := json.Unmarshal([]byte(data), &a); err != nil {
			return nil, err
		}
		if a.Error != nil {
			return nil, fmt.Errorf("stream: %s", a.Error.Message)
		}
		reply.Model = a.Model
		if a.Usage != nil {
			reply.Usage = *a.Usage
		}
		for _, choice := range a.Choices {
			d := llm.Delta{Reasoning: choice.Delta.Reasoning}
			if choice.Delta.Content != nil {
				d.Content = *choice.Delta.Content
			}
			if err := onDelta(d); err != nil {
				return nil, err
			}
			reply.Content, reply.Reasoning = reply.Content+d.Content, reply.Reasoning+d.Reasoning
			reply.Finish = choice.Finish
			for _, c := range choice.Delta.Calls {
				if c.Type != "" {
					reply.Calls = append(reply.Calls, structured(c))
					continue
				}
				at := &reply.Calls[*c.Index]
				at.Arguments = append(at.Arguments, c.Function.Arguments...)
			}
		}
	}
	if reply.Finish == "" {
		return nil, io.ErrUnexpectedEOF
	}
	return reply, lines.Err()
}
