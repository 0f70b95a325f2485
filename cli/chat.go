// Verb chat: a conversation with the model of a server.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// chatFlags are the flags of chat.
type chatFlags struct {
	homeFlags
	verbose bool
}

func (p *program) chatVerb() *cobra.Command {
	var f chatFlags
	verb := &cobra.Command{
		Use: "chat", Short: msgChatShort, Long: msgChatLong, Example: msgChatExample,
		Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.newChat(f)
			if err != nil {
				return err
			}
			if !inTerminal(p.in) {
				return c.talk(cmd.Context())
			}
			interrupts := make(chan os.Signal, 1)
			c.interrupts = interrupts
			c.take, c.release = func() { signal.Notify(interrupts, os.Interrupt) }, func() { signal.Stop(interrupts) }
			c.take()
			defer c.release()
			ctx, end := withoutInterrupt(cmd.Context())
			defer end()
			return c.talk(ctx)
		},
	}
	f.add(p, verb)
	verb.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "show calls, their results, and what the model is told of wrong ones")
	return verb
}

// withoutInterrupt ends as ctx does, but not with an interrupt that App.Main has seen, which the conversation has for itself.
func withoutInterrupt(ctx context.Context) (context.Context, context.CancelFunc) {
	free, end := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		if context.Cause(ctx) != (signalError{os.Interrupt}) {
			end()
		}
	})
	return free, end
}

// chat is a conversation.
type chat struct {
	*program
	conversation *assistant.Conversation
	user         string
	speech       speech
	failed       bool // a turn could not be held

	interrupts    <-chan os.Signal // of who sits in front of a terminal; nil elsewhere
	take, release func()           // have them come there, or not
}

// newChat sets a conversation up. Nothing is asked yet.
func (p *program) newChat(f chatFlags) (*chat, error) {
	if strings.TrimSpace(p.getenv("OPENAI_BASE_URL")) == "" {
		return nil, usage(msgChatNoServer)
	}
	log := slog.New(slog.NewTextHandler(p.err, nil))
	config := llm.ConfigFromEnv(p.getenv)
	config.Logger = log
	client, err := llm.NewOpenAI(config)
	if err != nil {
		return nil, usage("%s", clientMistakes(err))
	}
	home, err := f.home()
	if err != nil {
		return nil, err
	}
	provider, err := p.provider(f.homeFlags)
	if err != nil {
		return nil, err
	}
	engine, err := assistant.New(assistant.Config{
		Provider: provider, Client: client, Commands: p.app.Registry, DateKeys: f.dateKeys,
		OnExhausted: toolcall.Clarify, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	c := &chat{program: p, user: f.user, speech: speech{out: p.out}}
	c.conversation, err = engine.Start(assistant.Start{Context: home, Listener: c.listener(f.verbose)})
	return c, err
}

// talk holds a turn for each line until the input or ctx ends.
func (c *chat) talk(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines := c.readLines(ctx)
	for c.out.failed() == nil {
		c.prompted()
		select {
		case l := <-lines:
			if err := c.turn(ctx, l); err != nil {
				return c.ended(err)
			}
		case <-c.interrupts:
			return c.ended(io.EOF)
		case <-ctx.Done():
			return c.ended(ctx.Err())
		}
	}
	return nil // told by who runs the verb
}

// prompted tells who types that it is their turn.
func (c *chat) prompted() {
	if c.interrupts != nil {
		fmt.Fprint(c.err, "> ")
	}
}

// ended is what the verb ends with.
func (c *chat) ended(err error) error {
	if c.interrupts != nil {
		fmt.Fprintln(c.err)
	}
	switch {
	case !errors.Is(err, io.EOF):
		return err
	case c.failed && c.interrupts == nil:
		return told(exitFailed)
	}
	return nil
}

// turn says a line to the assistant. The error ends the conversation.
func (c *chat) turn(ctx context.Context, l line) error {
	text := strings.TrimSpace(strings.ToValidUTF8(strings.TrimPrefix(l.text, "\uFEFF"), "\uFFFD"))
	switch {
	case l.tooLong:
		fmt.Fprintf(c.err, msgChatLineLong, c.app.Name, maxLine>>10)
		c.failed = true
	case text != "":
		c.say(ctx, text)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return l.err
}

// say holds one turn. An interrupt ends it; another one then ends the program, should a command not care for the first.
func (c *chat) say(ctx context.Context, text string) {
	turn, end := context.WithCancel(ctx)
	defer end()
	unwatch := c.watch(end)
	c.speech.retract()
	result, err := c.conversation.Say(turn, assistant.Utterance{Text: text, User: c.user})
	unwatch()
	c.speech.end()
	switch {
	case ctx.Err() != nil:
		return // nobody waits for the answer any more
	case turn.Err() != nil:
		fmt.Fprint(c.err, msgChatInterrupted)
		return
	case err != nil:
		fmt.Fprintf(c.err, "%s: %s\n", c.app.Name, visible(modelTrouble(err)))
		c.failed = true
	}
	c.answer(result)
}

// watch calls end at an interrupt, until the function that it returns is called.
func (c *chat) watch(end func()) (unwatch func()) {
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-c.interrupts:
			end()
			c.release()
			<-over
			c.take()
		case <-over:
		}
	}()
	return func() {
		close(over)
		<-done
	}
}

// answer prints what came of a turn, but for words that were already heard.
func (c *chat) answer(result *assistant.Result) {
	if c.json {
		text, err := encode(result, "")
		if err != nil {
			fmt.Fprintf(c.err, "%s: %v\n", c.app.Name, err)
			c.failed = true
			return
		}
		_, _ = c.out.Write(visibleJSON(text)) // a failure is kept by the output
		return
	}
	if c.speech.heard() != result.Text && result.Text != "" {
		c.speech.say(result.Text)
		c.speech.end()
	}
	if result.Question != nil && len(result.Question.Options) > 0 {
		c.out.entry("options", strings.Join(result.Question.Options, ", "))
	}
}
