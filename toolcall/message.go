// Message: one message of the conversation with a model, in the JSON form of OpenAI chat messages.

package toolcall

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// Role says who speaks in a Message.
type Role string

// The roles of messages.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of a tool call
)

// Message is one message to or from a model. Its JSON is that of an OpenAI chat message, with the arguments of calls as JSON
// text in a string. Source: https://platform.openai.com/docs/api-reference/chat/create#chat-create-messages.
type Message struct {
	Role       Role
	Content    string // the text; empty where there are calls alone
	ToolCalls  []Call // of an assistant whose calls are structured
	ToolCallID string // of a tool message: the call that it answers
	Name       string // of a tool message: the tool, if it is to be said
}

// wireMessage is the JSON form of a Message.
type wireMessage struct {
	Role       Role       `json:"role"`
	Content    *string    `json:"content"`
	ToolCalls  []wireCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Name       string     `json:"name,omitempty"`
}

type wireCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// MarshalJSON writes the message. The content of an assistant that only calls is null; arguments are written as they stand,
// those of a call without any as {}.
func (m Message) MarshalJSON() ([]byte, error) {
	w := wireMessage{Role: m.Role, Content: &m.Content, ToolCallID: m.ToolCallID, Name: m.Name}
	if m.Content == "" && len(m.ToolCalls) > 0 {
		w.Content = nil
	}
	for _, c := range m.ToolCalls {
		args := plainArguments(c.Arguments)
		if trimmed := bytes.Trim(args, jsonSpace); len(trimmed) == 0 || string(trimmed) == "null" {
			args = emptyArguments
		}
		w.ToolCalls = append(w.ToolCalls, wireCall{c.ID, wireType, wireFunction{c.Name, string(args)}})
	}
	return plainJSON(w)
}

// wireType is the only type of calls.
const wireType = "function"

// UnmarshalJSON reads what MarshalJSON writes. Members that a Message has no place for are left alone; arguments become the
// text that is in their string, sound or not. The error is that of JSON of another shape.
func (m *Message) UnmarshalJSON(text []byte) error {
	var w wireMessage
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	read := Message{Role: w.Role, ToolCallID: w.ToolCallID, Name: w.Name}
	if w.Content != nil {
		read.Content = *w.Content
	}
	for _, c := range w.ToolCalls {
		if c.Type != wireType && c.Type != "" {
			return errors.New(sprintf(msgToolType, clip(c.Type)))
		}
		call := jarvis.Call{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)}
		read.ToolCalls = append(read.ToolCalls, Call{Call: call})
	}
	*m = read
	return nil
}

// plainJSON marshals without escapes for HTML.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Unanswered returns the ids of tool calls that no tool message answers, in the order of the messages. Answers stand directly
// behind the assistant's message, one for each call: strict servers refuse a transcript that has it otherwise. The calls of the
// last message may still be waiting for their results.
func Unanswered(messages []Message) []string {
	var missing, open []string
	for _, m := range messages {
		if m.Role == RoleTool {
			open = without(open, m.ToolCallID)
			continue
		}
		missing, open = append(missing, open...), nil
		for _, c := range m.ToolCalls {
			open = append(open, c.ID)
		}
	}
	return append(missing, open...)
}

// without takes the first of several equal ids out.
func without(ids []string, id string) []string {
	for i := range ids {
		if ids[i] == id {
			return append(ids[:i:i], ids[i+1:]...)
		}
	}
	return ids
}

// CloneMessages copies messages with all that they hold, so that who gets them cannot change the transcript.
func CloneMessages(messages []Message) []Message { return cloneMessages(messages) }

func cloneMessages(messages []Message) []Message {
	messages = slices.Clone(messages)
	for i := range messages {
		messages[i].ToolCalls = cloneCalls(messages[i].ToolCalls)
	}
	return messages
}

// CloneCalls copies calls with all that they hold.
func CloneCalls(calls []Call) []Call { return cloneCalls(calls) }

func cloneCalls(calls []Call) []Call {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i] = cloneCall(calls[i])
	}
	return calls
}

func cloneCall(c Call) Call {
	c.Arguments, c.Repaired = slices.Clone(c.Arguments), slices.Clone(c.Repaired)
	return c
}

// idsOf returns the ids of all calls in a transcript.
func idsOf(messages []Message) map[string]bool {
	ids := map[string]bool{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			ids[c.ID] = true
		}
	}
	return ids
}

// openCall returns where the answer to the last call of that id belongs that has none: behind the message of the call and the
// answers that follow it. It is -1 if no such call waits.
func openCall(messages []Message, id string) int {
	for end := len(messages); end > 0; {
		at := end - 1
		for at > 0 && messages[at].Role == RoleTool {
			at--
		}
		if slices.Contains(Unanswered(messages[at:end]), id) {
			return end
		}
		end = at
	}
	return -1
}
