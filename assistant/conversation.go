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

// Start says what a conversation begins with. The zero value is a conversation that nothing is known of.
type Start struct {
	ID          string             // the conversation_id that commands get
	Context     prompt.Context     // of the node: room, zone and the like, not to be changed any more; who speaks is said with each Utterance
	ClientTools []prompt.Tool      // executed by the caller: their calls come back in Result.Calls, and Continue takes the results
	History     []toolcall.Message // of Messages, to go on from there
	Listener    Listener
}

// Listener hears what goes on in a turn while it does. Nil functions hear nothing. They are called one at a time, by the
// goroutine of the turn or of the client, and hold it up; they must not use the Conversation.
type Listener struct {
	// Speech is told the words of an answer as they come. Joined since the last Retract they are Result.Text, once the turn has
	// ended without an error.
	Speech func(text string)

	// Retract says that what was told since the last Retract is no part of the answer: the model makes calls after all, or its
	// answer was refused. Who shows text takes it off; who has spoken it goes on.
	Retract func()

	Retrying func(told string) // calls were refused, and the model is asked again with this

	Calling func(call toolcall.Call)         // the engine begins to execute a call
	Called  func(executed toolcall.Executed) // it has ended
}

// Conversation is one exchange with a user over several turns. Engine.Start makes it. It is safe for concurrent use: turns of one
// conversation follow each other, and its other methods wait for them too, so nothing that a turn calls may use them. What a turn does to it is done at its end and as a whole; a turn that ends with an error leaves
// it as it was, but for a note of what was executed, which the model reads in the next turn.
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

// Start begins a conversation: it writes the system prompt once for all its turns. The error joins the names of tools that are
// declared twice and the mistakes of ClientTools.
func (e *Engine) Start(s Start) (*Conversation, error) {
	c := &Conversation{
		engine: e, id: s.ID, context: s.Context, listener: s.Listener,
		dates:   dates.New(dates.Config{Zone: s.Context.Timezone, Clock: e.config.Clock, WeekStart: e.config.WeekStart}),
		options: slices.Clone(e.config.Options), offer: e.offer.clone(), idle: make(chan struct{}, 1),
		state: state{messages: toolcall.CloneMessages(s.History)},
	}
	if e.config.DateKeys {
		c.options = append(c.options, jarvis.WithDateKeys(c.dates))
	}
	c.offer.addClient(s.ClientTools)
	if err := c.ownTools(); err != nil {
		return nil, err
	}
	if err := c.offer.check(); err != nil {
		return nil, err
	}
	if err := e.complete(c.offer, c.context); err != nil {
		return nil, err
	}
	c.idle <- struct{}{}
	return c, nil
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
		t.hear()
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

// heard tells the listener something. One that panics is logged: what it hears has happened all the same.
func (c *Conversation) heard(tell func(Listener)) {
	err := safely(func() error {
		tell(c.listener)
		return nil
	})
	if err != nil {
		c.engine.config.Logger.Error("assistant: the listener has failed", "error", err)
	}
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
