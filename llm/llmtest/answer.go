// The JSON of answers: completions, chunks and the list of models.

package llmtest

import (
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// wireHead is what completions and chunks begin with.
type wireHead struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
}

type wireCompletion struct {
	wireHead
	Choices []wireChoice `json:"choices"`
	Usage   llm.Usage    `json:"usage"`
}

type wireChoice struct {
	Index   int         `json:"index"`
	Message wireMessage `json:"message"`
	Finish  llm.Finish  `json:"finish_reason"`
}

type wireMessage struct {
	Role      toolcall.Role `json:"role"`
	Content   *string       `json:"content"`
	Reasoning string        `json:"reasoning_content,omitempty"`
	Calls     []wireCall    `json:"tool_calls,omitempty"`
}

// wireCall is a call, or in a chunk a piece of one: its beginning has id and name, the rest only pieces of the arguments.
type wireCall struct {
	Index    *int         `json:"index,omitempty"`
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type wireChunk struct {
	wireHead
	Choices []wireDeltaChoice `json:"choices"`
	Usage   any               `json:"usage,omitempty"` // a *llm.Usage, which is null until it is known; or nothing
}

type wireDeltaChoice struct {
	Index  int         `json:"index"`
	Delta  wireDelta   `json:"delta"`
	Finish *llm.Finish `json:"finish_reason"`
}

type wireDelta struct {
	Role      toolcall.Role `json:"role,omitempty"`
	Content   *string       `json:"content,omitempty"`
	Reasoning string        `json:"reasoning_content,omitempty"`
	Calls     []wireCall    `json:"tool_calls,omitempty"`
}

type wireModels struct {
	Object string      `json:"object"`
	Data   []wireModel `json:"data"`
}

type wireModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

// completion is a whole answer.
func completion(head wireHead, reply *llm.Reply) wireCompletion {
	head.Object, head.Model = "chat.completion", reply.Model
	message := wireMessage{Role: toolcall.RoleAssistant, Content: &reply.Content, Reasoning: reply.Reasoning}
	if reply.Content == "" && len(reply.Calls) > 0 {
		message.Content = nil
	}
	for _, c := range reply.Calls {
		message.Calls = append(message.Calls, wireCall{ID: c.ID, Type: callType, Function: wireFunction{c.Name, string(c.Arguments)}})
	}
	return wireCompletion{head, []wireChoice{{Message: message, Finish: reply.Finish}}, reply.Usage}
}

const callType = "function"
