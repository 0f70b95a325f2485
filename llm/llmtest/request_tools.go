// The tools of a request, and which of them it wants.

package llmtest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// maxToolName is the length of a name of a tool in bytes.
// Source: https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools.
const maxToolName = 64

type wireTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string                     `json:"name"`
		Description string                     `json:"description"`
		Parameters  map[string]json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// checkTools checks the list of tools and the choice among them.
func checkTools(tools, choice json.RawMessage) error {
	if tools == nil {
		if choice != nil {
			return badRequest(msgOnlyWith, "tool_choice", "tools")
		}
		return nil
	}
	var list []json.RawMessage
	if err := decode(tools, &list, "tools"); err != nil {
		return err
	}
	if len(list) == 0 {
		return badRequest(msgEmptyList, "tools")
	}
	names := map[string]bool{}
	for i, text := range list {
		name, err := toolName(text, at("tools", i))
		if err != nil {
			return err
		}
		if names[name] {
			return badRequest(msgToolTwice, at("tools", i), name)
		}
		names[name] = true
	}
	return checkChoice(choice, names)
}

// toolName checks a tool and returns its name.
func toolName(text json.RawMessage, place string) (string, error) {
	var tool wireTool
	if err := decode(text, &tool, place); err != nil {
		return "", err
	}
	if tool.Type != callType {
		return "", badRequest(msgOneOf, within(place, "type"), callType, echo.Clip(tool.Type))
	}
	name := tool.Function.Name
	if name == "" || len(name) > maxToolName || strings.ContainsFunc(name, notOfName) {
		return "", badRequest(msgToolName, within(place, "function.name"), maxToolName, echo.Clip(name))
	}
	return name, nil
}

func notOfName(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-')
}

// checkChoice checks a tool_choice: a word, or one of the tools.
func checkChoice(text json.RawMessage, names map[string]bool) error {
	if text == nil {
		return nil
	}
	if text[0] == '"' {
		var word string
		if err := decode(text, &word, "tool_choice"); err != nil {
			return err
		}
		words := []string{"none", "auto", "required"}
		if !slices.Contains(words, word) {
			return badRequest(msgOneOf, "tool_choice", strings.Join(words, ", "), echo.Clip(word))
		}
		return nil
	}
	var choice wireTool
	if err := decode(text, &choice, "tool_choice"); err != nil {
		return err
	}
	if choice.Type != callType {
		return badRequest(msgOneOf, "tool_choice.type", callType, echo.Clip(choice.Type))
	}
	if name := choice.Function.Name; !names[name] {
		return badRequest(msgNoTool, "tool_choice.function.name", echo.Clip(name))
	}
	return nil
}
