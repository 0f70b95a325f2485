// Client: one question to a model and its answer.

package llm

import (
	"context"
	"encoding/json"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Client asks a model. It has to be safe for concurrent use.
type Client interface {
	// Chat sends the request and returns the whole answer. With Request.OnDelta it streams. The error is the context's once
	// that has ended, see [StatusError] and the others for those of [OpenAI]; the Reply beside an error is nil.
	Chat(ctx context.Context, req *Request) (*Reply, error)
}

// Request is what a model is asked. Only Messages is needed. A Client must not change or keep it.
type Request struct {
	Model          string // empty means the client's
	Messages       []toolcall.Message
	Tools          json.RawMessage // a list of OpenAI tools; empty offers none
	ToolChoice     json.RawMessage // such as "auto" in quotes; empty leaves it to the server; not sent without Tools, which servers refuse
	ResponseFormat json.RawMessage // an OpenAI response_format; empty leaves it to the server
	Temperature    *float64        // nil leaves it to the server
	MaxTokens      int             // of the answer; 0 leaves it to the server

	// OnDelta, if it is set, is told each piece of the answer as it comes, in order and from one goroutine. Its error ends the
	// request and is returned, wrapped. Joined, the deltas are the reply. A client that cannot stream gives all in one piece.
	OnDelta func(Delta) error
}

// Delta is a piece of an answer.
type Delta struct {
	Content   string // to be appended to that before
	Reasoning string // the same
}

// Reply is the answer of a model.
type Reply struct {
	Content   string          // empty where there are calls alone
	Reasoning string          // what servers give beside the content, as reasoning_content or reasoning
	Calls     []toolcall.Call // structured calls; their arguments are the model's, sound or not
	Finish    Finish
	Model     string // which model has answered, if the server says it
	Usage     Usage
}

// Finish says why a model stopped. Servers may give values that are not listed here.
type Finish string

// The reasons to finish.
const (
	FinishStop      Finish = "stop"
	FinishLength    Finish = "length" // MaxTokens or the context was full
	FinishToolCalls Finish = "tool_calls"
	FinishFilter    Finish = "content_filter"
)

// Usage counts tokens; zero where the server does not tell.
type Usage struct {
	Prompt     int `json:"prompt_tokens"`     // of all messages and tools
	Completion int `json:"completion_tokens"` // of the answer
	Total      int `json:"total_tokens"`      // of both, as the server counts
}
