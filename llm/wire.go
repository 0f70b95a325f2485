// The JSON of answers, read with patience: what does not matter may have any shape.

package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// wireAnswer is a whole answer, or a chunk of a streamed one.
type wireAnswer struct {
	Model   lenientText     `json:"model"`
	Choices []wireChoice    `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type wireChoice struct {
	Index        lenientInt  `json:"index"`
	Message      *wireTurn   `json:"message"`
	Delta        *wireTurn   `json:"delta"`
	FinishReason lenientText `json:"finish_reason"`
}

// wireTurn is what the model says, or a piece of it.
type wireTurn struct {
	Content          json.RawMessage `json:"content"`
	Refusal          lenientText     `json:"refusal"`
	ReasoningContent lenientText     `json:"reasoning_content"` // DeepSeek, vLLM, llama.cpp
	Reasoning        lenientText     `json:"reasoning"`         // OpenRouter, Ollama
	ToolCalls        []wireCall      `json:"tool_calls"`
	FunctionCall     *wireFunction   `json:"function_call"` // before tool_calls
}

type wireCall struct {
	Index    lenientInt   `json:"index"`
	ID       lenientText  `json:"id"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      lenientText     `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // a string; an object with some servers
}

// wirePart is one element of a content that is a list.
type wirePart struct {
	Type     lenientText     `json:"type"`
	Text     lenientText     `json:"text"`
	Refusal  lenientText     `json:"refusal"`
	Thinking json.RawMessage `json:"thinking"` // Mistral
}

// lenientText is a string, or empty where there is anything else.
type lenientText string

// UnmarshalJSON reads a string and leaves all else alone.
func (t *lenientText) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '"' {
		return nil
	}
	return json.Unmarshal(raw, (*string)(t))
}

// lenientInt is a number that may be in quotes, or absent. One that is no int is -1.
type lenientInt struct {
	set bool
	n   int
}

// UnmarshalJSON reads a number.
func (i *lenientInt) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), `"`)
	if text == "null" || text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		n = -1
	}
	*i = lenientInt{true, n}
	return nil
}

// first returns the first choice; only one is asked for.
func (w *wireAnswer) first() *wireChoice {
	for i := range w.Choices {
		if w.Choices[i].Index.n == 0 {
			return &w.Choices[i]
		}
	}
	if len(w.Choices) > 0 {
		return &w.Choices[0]
	}
	return nil
}

// usage returns the counts that are there; those of another shape are zero.
func (w *wireAnswer) usage() Usage {
	var u struct {
		Prompt     json.Number `json:"prompt_tokens"`
		Completion json.Number `json:"completion_tokens"`
		Total      json.Number `json:"total_tokens"`
	}
	_ = json.Unmarshal(w.Usage, &u)
	count := func(n json.Number) int {
		f, err := n.Float64()
		if err != nil || f < 0 || f > 1<<53 {
			return 0
		}
		return int(f)
	}
	return Usage{Prompt: count(u.Prompt), Completion: count(u.Completion), Total: count(u.Total)}
}

// finish returns why the model stopped, in the words of today.
func (c *wireChoice) finish() Finish {
	if c.FinishReason == "function_call" {
		return FinishToolCalls
	}
	return Finish(c.FinishReason)
}

var errContent = errors.New(msgShapeContent)

// texts returns what is said and what is thought. A refusal is said: it is meant for the user.
func (t *wireTurn) texts() (content, reasoning string, err error) {
	content, reasoning, err = contentTexts(t.Content)
	if err != nil {
		return "", "", err
	}
	content = setOr(content, string(t.Refusal))
	reasoning = setOr(string(t.ReasoningContent), setOr(string(t.Reasoning), reasoning))
	return content, reasoning, nil
}

// contentTexts reads a content: a string, null, or a list of parts.
func contentTexts(raw json.RawMessage) (content, reasoning string, err error) {
	if raw = given(raw); raw == nil {
		return "", "", nil
	}
	switch raw[0] {
	case '"':
		err = json.Unmarshal(raw, &content)
		return content, "", err
	case '[':
		var parts []json.RawMessage
		if json.Unmarshal(raw, &parts) != nil {
			return "", "", errContent
		}
		var said, thought strings.Builder
		for _, p := range parts {
			readPart(p, &said, &thought)
		}
		return said.String(), thought.String(), nil
	}
	return "", "", errContent
}

// readPart reads an element of a list: a text, a refusal, a thought, or a bare string. Others, such as images, are left out.
func readPart(raw json.RawMessage, said, thought *strings.Builder) {
	var plain lenientText
	if _ = json.Unmarshal(raw, &plain); plain != "" {
		said.WriteString(string(plain))
		return
	}
	var p wirePart
	if json.Unmarshal(raw, &p) != nil {
		return
	}
	switch p.Type {
	case "text", "output_text", "":
		said.WriteString(string(p.Text))
	case "refusal":
		said.WriteString(string(p.Refusal))
	case "thinking":
		var inner []wirePart
		_ = json.Unmarshal(p.Thinking, &inner)
		for _, q := range inner {
			thought.WriteString(string(q.Text))
		}
	}
}

// argumentsText returns arguments as the model wrote them: the text in their string, or another value as it stands.
func argumentsText(raw json.RawMessage) string {
	raw = given(raw)
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		_ = json.Unmarshal(raw, &text)
		return text
	}
	return string(bytes.TrimSpace(raw))
}
