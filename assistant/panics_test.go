// Panics of what a host brings.

package assistant_test

import (
	"bytes"
	"context"
	"testing"
	"time"

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

// What was executed before a panic of the host is told in the next turn, as after every error.
func TestExecutedBeforeAPanic(t *testing.T) {
	boom := llmtest.Do(func(*llm.Request) (*llm.Reply, error) { panic("boom") })
	eachMode(t, func(t *testing.T, m mode) {
		lock, light := m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{"room":"den"}`))
		for name, steps := range map[string][]llmtest.Step{"client": {lock, boom}, "parser": {lock, light}, "sanitize": {lock, light}} {
			t.Run(name, func(t *testing.T) {
				broken := ""
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) {
					c.Provider = brittle{prompt.New(m.model()), &broken}
				}, append(steps, m.say("It is sunny."), m.say("Hello."), m.say("Bye."))...)
				h.answers["lock"] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
					broken = name
					if name == "sanitize" { // which words for failures go through
						return jarvis.Failure("No key."), nil
					}
					return jarvis.Final(nil), nil
				}
				res, err := h.try("Lock the door")
				broken = ""
				var panicked *jarvis.PanicError
				require.ErrorAs(t, err, &panicked)
				assert.Equal(t, toolcall.StopError, res.Stop)
				next := len(h.script.Requests())
				h.say("Hello")
				assert.Contains(t, h.told(next), `lock {"door":"front"}: {"success":`)
			})
		}
	})
}

// A panic while a turn goes on with results leaves the calls pending.
func TestPanicsOfContinue(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, where := range []string{"sanitize", "parser", "suffix"} {
			t.Run(where, func(t *testing.T) {
				broken := ""
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) {
					c.Provider = brittle{prompt.New(m.model()), &broken}
				}, m.calls(made("tv", `{"channel":"1"}`)), m.say("It is on."), m.say("It is on."), m.say("It is on."))
				result := resultOf(h.say("TV on").Calls[0], message("on"))
				broken = where
				var panicked *jarvis.PanicError
				_, err := h.tryResume(result)
				require.ErrorAs(t, err, &panicked)
				broken = ""
				assert.Equal(t, "It is on.", h.resume(result).Text)
			})
		}
	})
}

// A clock that panics ends every turn with an error, and the conversation goes on once it is mended.
func TestPanicsOfClocks(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		broken := false
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) {
			now := c.Clock
			c.Clock = func() time.Time {
				if broken {
					panic("boom")
				}
				return now()
			}
		}, m.say("Hello."))
		broken = true
		var panicked *jarvis.PanicError
		res, err := h.try("Hello")
		require.ErrorAs(t, err, &panicked)
		assert.Equal(t, unreachable, res.Text)
		require.ErrorAs(t, h.conv.Warm(t.Context()), &panicked)
		broken = false
		assert.Equal(t, "Hello.", h.say("Hello").Text)
	})
}

// A client that panics while it warms is an error of Warm, which changes nothing and holds nothing up.
func TestPanicsOfWarm(t *testing.T) {
	boom := llmtest.Do(func(*llm.Request) (*llm.Reply, error) { panic("boom") })
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("lock", `{"door":"front"}`)), boom, boom, m.say("Hello."))
		_, err := h.try("Lock the door")
		var panicked *jarvis.PanicError
		require.ErrorAs(t, err, &panicked)
		require.ErrorAs(t, h.conv.Warm(t.Context()), &panicked)
		h.say("Hello")
		assert.Contains(t, h.told(3), `lock {"door":"front"}: {"success":true`)
	})
}
