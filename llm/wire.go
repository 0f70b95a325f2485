// The JSON of answers, read with patience: what does not matter may have any shape.

package llm

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// wireAnswer is a whole answer, or a chunk of a streamed one.
type wireAnswer struct {
	Model   lenientText     `json:"model"`
	Choices wireChoices     `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Error   wireError       `json:"error"`
}

type wireChoice struct {
	Index        lenientInt   `json:"index"`
	Message      *wireTurn    `json:"message"`
	Delta        *wireTurn    `json:"delta"`
	Text         *lenientText `json:"text"` // of the completions endpoint, which is another one
	FinishReason lenientText  `json:"finish_reason"`
	Error        wireError    `json:"error"` // OpenRouter
}

// wireTurn is what the model says, or a piece of it.
type wireTurn struct {
	Content          wireContent   `json:"content"`
	Refusal          lenientText   `json:"refusal"`
	ReasoningContent lenientText   `json:"reasoning_content"` // DeepSeek, vLLM, llama.cpp
	Reasoning        lenientText   `json:"reasoning"`         // OpenRouter, Ollama
	ToolCalls        wireCalls     `json:"tool_calls"`
	FunctionCall     *wireFunction `json:"function_call"` // before tool_calls
}

type wireCall struct {
	Index    lenientInt   `json:"index"`
	ID       lenientText  `json:"id"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      lenientText   `json:"name"`
	Arguments wireArguments `json:"arguments"`
}

// wireArguments are arguments as the model wrote them: the text in a string, or with some servers another value as it stands.
type wireArguments struct {
	text   string
	object bool
}

// UnmarshalJSON reads either form.
func (a *wireArguments) UnmarshalJSON(raw []byte) error {
	*a = wireArguments{}
	switch raw[0] {
	case '"':
		return json.Unmarshal(raw, &a.text)
	case 'n':
		return nil
	}
	*a = wireArguments{string(raw), raw[0] == '{'}
	return nil
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

// failure returns the error that a server tells in the place of an answer or in a choice. One of an unknown shape counts only
// where there are no choices. The zero error is a reason to finish that says no more.
func (w *wireAnswer) failure() *wireError {
	if w.Error.given && (w.Error.message != "" || len(w.Choices) == 0) {
		return &w.Error
	}
	for i := range w.Choices {
		if c := &w.Choices[i]; c.Error.message != "" {
			return &c.Error
		} else if c.FinishReason == finishError {
			return &wireError{}
		}
	}
	return nil
}

const finishError = "error" // OpenRouter's reason to finish where the provider behind it fails

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

// isText reports whether a choice is one of the completions endpoint.
func (c *wireChoice) isText() bool { return c.Text != nil && c.Message == nil && c.Delta == nil }

// texts returns what is said and what is thought. A refusal is said: it is meant for the user.
func (t *wireTurn) texts() (content, reasoning string) {
	content = setOr(t.Content.said, string(t.Refusal))
	reasoning = setOr(string(t.ReasoningContent), setOr(string(t.Reasoning), t.Content.thought))
	return content, reasoning
}

// wireError is an error that a server tells: a text, or an object with a message. null and an empty text are none.
type wireError struct {
	given   bool
	message string
	code    string
	status  int // of HTTP; 0 if none is told
}

// UnmarshalJSON reads any shape. The code is a text with OpenAI, the status of HTTP with OpenRouter and llama.cpp.
func (e *wireError) UnmarshalJSON(raw []byte) error {
	*e = wireError{given: true}
	switch raw[0] {
	case 'n', 'f':
		e.given = false
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		e.message, e.given = beginning(text), text != ""
		return err
	case '{':
		var w struct {
			Message lenientText `json:"message"`
			Code    lenientCode `json:"code"`
			Status  lenientCode `json:"status"`
			Type    lenientText `json:"type"`
		}
		_ = json.Unmarshal(raw, &w)
		e.message, e.code = beginning(string(w.Message)), setOr(string(w.Code), beginning(string(w.Type)))
		for _, text := range []lenientCode{w.Code, w.Status} {
			if n, err := strconv.Atoi(string(text)); err == nil && n >= 400 && n <= 599 && e.status == 0 {
				e.status = n
			}
		}
		e.given = string(bytes.TrimSpace(raw[1:len(raw)-1])) != ""
	}
	return nil
}

// beginning is what is looked at of an outside text that goes into an error, and one byte more to show that there is more. It is a
// copy, so that the text itself need not be kept.
func beginning[T string | []byte](text T) string {
	return string(append([]byte(nil), text[:min(len(text), maxErrBody+1)]...))
}

// lenientCode is a short string or a number, as text.
type lenientCode string

const maxCode = 64 // bytes

// UnmarshalJSON reads either and leaves all else alone.
func (c *lenientCode) UnmarshalJSON(raw []byte) error {
	if len(raw) > maxCode || bytes.IndexByte([]byte("tfn[{"), raw[0]) >= 0 {
		return nil
	}
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(c))
	}
	*c = lenientCode(raw)
	return nil
}
