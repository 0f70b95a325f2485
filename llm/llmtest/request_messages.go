// The messages of a request: each for itself, and calls with their answers.

package llmtest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// maxCalls bounds the calls of one message.
const maxCalls = 1024

// roleDeveloper is what OpenAI calls the system since its models reason. The model gets it as it is.
const roleDeveloper = "developer"

// messageIn is a message as clients send it. Its parts are told from each other by their JSON, so that all forms are read.
type messageIn struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCalls  []callIn        `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
	Name       string          `json:"name"`
}

type callIn struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string  `json:"name"`
		Arguments *string `json:"arguments"`
	} `json:"function"`
}

// decodeMessages reads the messages of a request.
func decodeMessages(list []json.RawMessage) ([]toolcall.Message, error) {
	if len(list) == 0 {
		return nil, badRequest(msgEmpty, "messages")
	}
	messages := make([]toolcall.Message, len(list))
	for i, text := range list {
		place := at("messages", i)
		var in messageIn
		if err := decode(text, &in, place); err != nil {
			return nil, err
		}
		in.Content = given(in.Content)
		var err error
		if messages[i], err = in.message(place); err != nil {
			return nil, err
		}
	}
	return messages, nil
}

// message checks a message for itself.
func (in *messageIn) message(place string) (toolcall.Message, error) {
	m := toolcall.Message{Role: toolcall.Role(in.Role), ToolCallID: in.ToolCallID, Name: in.Name}
	if err := in.checkRole(place); err != nil {
		return m, err
	}
	var err error
	if m.Content, err = in.content(within(place, "content")); err != nil {
		return m, err
	}
	m.ToolCalls, err = in.calls(within(place, "tool_calls"))
	return m, err
}

// checkRole checks the role, and that the message has what it needs and nothing that belongs to another role.
func (in *messageIn) checkRole(place string) error {
	roles := []string{string(toolcall.RoleSystem), roleDeveloper, string(toolcall.RoleUser), string(toolcall.RoleAssistant), string(toolcall.RoleTool)}
	role := toolcall.Role(in.Role)
	switch {
	case !slices.Contains(roles, in.Role):
		return badRequest(msgOneOf, within(place, "role"), strings.Join(roles, ", "), echo.Clip(in.Role))
	case role != toolcall.RoleAssistant && in.ToolCalls != nil:
		return badRequest(msgOnlyRole, within(place, "tool_calls"), toolcall.RoleAssistant)
	case role != toolcall.RoleTool && in.ToolCallID != "":
		return badRequest(msgOnlyRole, within(place, "tool_call_id"), toolcall.RoleTool)
	case role == toolcall.RoleTool && in.ToolCallID == "":
		return badRequest(msgEmpty, within(place, "tool_call_id"))
	case in.ToolCalls != nil && len(in.ToolCalls) == 0:
		return badRequest(msgEmptyList, within(place, "tool_calls"))
	case in.Content == nil && in.ToolCalls == nil:
		return badRequest(msgEmpty, within(place, "content"))
	}
	return nil
}

// content reads a text, or a list of parts that are texts.
func (in *messageIn) content(place string) (string, error) {
	if in.Content == nil {
		return "", nil
	}
	if in.Content[0] != '[' {
		var text string
		err := decode(in.Content, &text, place)
		return text, err
	}
	var parts []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	}
	if err := decode(in.Content, &parts, place); err != nil {
		return "", err
	}
	if len(parts) == 0 {
		return "", badRequest(msgEmpty, place)
	}
	var b strings.Builder
	for i, p := range parts {
		if p.Type != "text" || p.Text == nil {
			return "", badRequest(msgPart, at(place, i))
		}
		b.WriteString(*p.Text)
	}
	return b.String(), nil
}

// calls reads the calls of an assistant.
func (in *messageIn) calls(place string) ([]toolcall.Call, error) {
	if len(in.ToolCalls) > maxCalls {
		return nil, badRequest(msgManyCalls, place, maxCalls)
	}
	var calls []toolcall.Call
	ids := map[string]bool{}
	for i, c := range in.ToolCalls {
		here := at(place, i)
		switch {
		case c.ID == "":
			return nil, badRequest(msgEmpty, within(here, "id"))
		case ids[c.ID]:
			return nil, badRequest(msgCallTwice, here, echo.Clip(c.ID))
		case c.Type != callType:
			return nil, badRequest(msgOneOf, within(here, "type"), callType, echo.Clip(c.Type))
		case c.Function.Name == "":
			return nil, badRequest(msgEmpty, within(here, "function.name"))
		case c.Function.Arguments == nil:
			return nil, badRequest(msgEmpty, within(here, "function.arguments"))
		}
		ids[c.ID] = true
		args := json.RawMessage(*c.Function.Arguments)
		calls = append(calls, toolcall.Call{Call: jarvis.Call{ID: c.ID, Name: c.Function.Name, Arguments: args}})
	}
	return calls, nil
}

// checkTranscript checks that calls and their answers belong together.
func checkTranscript(messages []toolcall.Message) error {
	var open map[string]bool
	for i, m := range messages {
		if m.Role == toolcall.RoleTool {
			if !open[m.ToolCallID] {
				return badRequest(msgAnswersNone, within(at("messages", i), "tool_call_id"), echo.Clip(m.ToolCallID))
			}
			delete(open, m.ToolCallID)
			continue
		}
		open = make(map[string]bool, len(m.ToolCalls))
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
	}
	if missing := toolcall.Unanswered(messages); len(missing) > 0 {
		return badRequest(msgUnanswered, echo.Clip(strings.Join(missing, ", ")))
	}
	return nil
}
