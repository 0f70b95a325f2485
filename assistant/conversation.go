// Conversation: what was said so far, and what is open.

package assistant

import (
	"context"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Conversation is one exchange with a user over several turns. Engine.Start makes it. It is safe for concurrent use: turns of one
// conversation follow each other, and its other methods wait for them too, so nothing that a turn calls may use them. What a turn
// does to it is done at its end and as a whole; a turn that ends with an error leaves it as it was, but for a note of what was
// executed, which the model reads in the next turn.
type Conversation struct {
	engine   *Engine
	id       string
	context  prompt.Context
	listener Listener
	dates    *dates.Resolver
	options  []jarvis.Option
	offer    *offer
	asking   *jarvis.Registry // has request_validation; nil if that is not offered

	idle chan struct{} // holds one value while no turn runs
	state
}

// state is what turns change.
type state struct {
	messages []toolcall.Message // without the system prompt
	question *toolcall.Clarification
	pending  *turn               // waits for the results of its calls
	clears   bool                // a command of the turn that is open has had the history forgotten
	undone   []toolcall.Executed // by turns that have ended with an error
}

// Messages returns a copy of what was said, without the system prompt: the History of a conversation that goes on from here. An
// open question and pending calls are not part of it; toolcall.Abandon closes their calls. It waits for the end of a turn.
func (c *Conversation) Messages() []toolcall.Message {
	<-c.idle
	defer c.free()
	return toolcall.CloneMessages(c.messages)
}

// Question returns the question that the next Utterance answers, or nil. It waits for the end of a turn.
func (c *Conversation) Question() *toolcall.Clarification {
	<-c.idle
	defer c.free()
	if c.question == nil {
		return nil
	}
	q := cloneQuestion(*c.question)
	return &q
}

// SystemPrompt returns the first message of the requests of all turns whose tools no classifier has narrowed.
func (c *Conversation) SystemPrompt() string { return c.offer.system }

// Warm has a model server read the system prompt before the first turn, so that it can reuse what it has read: it asks for an
// answer of one token and drops it. The error is the client's. It waits for the end of a turn.
func (c *Conversation) Warm(ctx context.Context) error {
	if err := c.wait(ctx); err != nil {
		return err
	}
	defer c.free()
	return safely(func() error {
		t := c.newTurn(Utterance{Text: warming})
		t.messages = nil
		t.addUser()
		req := t.request(t.messages, nil)
		none := 0.0
		req.Temperature, req.MaxTokens = &none, 1
		_, err := c.engine.config.Client.Chat(ctx, req)
		return err
	})
}

const warming = "Hello" // is not answered

// Forget drops all that was said, an open question and pending calls. It waits for the end of a turn.
func (c *Conversation) Forget() {
	<-c.idle
	defer c.free()
	c.state = state{}
}

// Dismiss drops an open question; the model is told that it was not answered. It waits for the end of a turn.
func (c *Conversation) Dismiss() {
	<-c.idle
	defer c.free()
	switch {
	case c.question == nil:
		return
	case c.clears:
		c.messages = nil
	case c.engine.provider.SupportsNativeTools():
		c.messages = toolcall.Abandon(c.messages)
	default:
		c.messages = append(slices.Clone(c.messages), toolcall.Message{Role: toolcall.RoleSystem, Content: msgDismissed})
	}
	c.question, c.clears = nil, false
}

// wait waits for the turn before to end.
func (c *Conversation) wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-c.idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Conversation) free() { c.idle <- struct{}{} }
