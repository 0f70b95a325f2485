// Panics of what a host brings.

package assistant_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Panics of what a host brings do not take the program down, and what they would have done is done without them.
func TestPanicsOfTheHost(t *testing.T) {
	boom := llmtest.Do(func(*llm.Request) (*llm.Reply, error) { panic("boom") })
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name   string
			change setup
			steps  []llmtest.Step
		}{
			{"guard", func(_ *home, c *assistant.Config, _ *assistant.Start) {
				c.Guard = func(assistant.Draft) string { panic("boom") }
			}, []llmtest.Step{m.say("It is on.")}},
			{"classifier", func(_ *home, c *assistant.Config, _ *assistant.Start) {
				c.Classify = func(context.Context, string, []prompt.Tool) ([]string, error) { panic("boom") }
			}, []llmtest.Step{m.calls(made("light", `{"room":"den"}`)), m.say("It is on.")}},
			{"client while refining", refining, []llmtest.Step{m.calls(made("light", `{"room":"den"}`)), boom, m.say("It is on.")}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, tt.change, tt.steps...)
				assert.Equal(t, "It is on.", h.say("Light on").Text)
				assert.Contains(t, h.log.String(), "boom")
				h.script.Check(t)
			})
		}
	})
}

// brittle is a provider that panics where it is told to.
type brittle struct {
	prompt.Complete
	where *string
}

func (p brittle) Sanitize(text string) string {
	p.breakAt("sanitize")
	return p.Complete.Sanitize(text)
}

func (p brittle) Parser() toolcall.Parser {
	p.breakAt("parser")
	return p.Complete.Parser()
}

func (p brittle) UserMessageSuffix() string {
	p.breakAt("suffix")
	return ""
}

func (p brittle) breakAt(name string) {
	if *p.where == name {
		panic("boom")
	}
}

// Panics of a provider are errors of the turn, which changes nothing.
func TestPanicsOfProviders(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, where := range []string{"sanitize", "parser", "suffix"} {
			t.Run(where, func(t *testing.T) {
				broken := ""
				change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
					c.Provider = brittle{prompt.New(m.model()), &broken}
				}
				h := newHome(t, m, change, m.say("Hello."), m.say("Hello."), m.say("Hello."))
				broken = where
				var panicked *jarvis.PanicError
				res, err := h.try("Hello")
				require.ErrorAs(t, err, &panicked)
				assert.Equal(t, assistant.CodeInternal, res.Code)
				if where == "suffix" {
					require.ErrorAs(t, h.conv.Warm(t.Context()), &panicked)
				}
				broken = ""
				assert.Equal(t, "Hello.", h.say("Hello").Text)
			})
		}
	})
}

// A listener that panics is logged: what it hears has happened all the same.
func TestPanicsOfListeners(t *testing.T) {
	boom := func(string) { panic("boom") }
	eachMode(t, func(t *testing.T, m mode) {
		for name, l := range map[string]assistant.Listener{
			"speech":   {Speech: boom},
			"retract":  {Speech: func(string) {}, Retract: func() { boom("") }},
			"retrying": {Retrying: boom},
			"calling":  {Calling: func(toolcall.Call) { boom("") }},
			"called":   {Called: func(toolcall.Executed) { boom("") }},
		} {
			t.Run(name, func(t *testing.T) {
				words := "One moment. "
				if m.name == "envelope" {
					words = ""
				}
				h := newHome(t, m, nil, m.answer(words, invalid[0]), m.answer(words, made("light", `{"room":"den"}`)), m.say("It is on."))
				conv, err := h.engine.Start(assistant.Start{Listener: l})
				require.NoError(t, err)
				res, err := conv.Say(t.Context(), assistant.Utterance{Text: "Light on"})
				require.NoError(t, err)
				assert.Equal(t, "It is on.", res.Text)
				assert.Len(t, h.ran, 1)
				assert.Equal(t, name != "retract" || words != "", bytes.Contains(h.log.Bytes(), []byte("boom")))
			})
		}
	})
}
