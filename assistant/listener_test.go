// The listener: words as they come agree with the result, and calls are told in their order.

package assistant_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// cutter tells answers in pieces of any length, empty ones too.
type cutter struct {
	*rand.Rand
	answer func(*llm.Request) (*llm.Reply, error)
}

func (c cutter) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reply, err := c.answer(req)
	if err != nil || req.OnDelta == nil {
		return reply, err
	}
	for rest := []rune(reply.Content); len(rest) > 0; {
		n := c.IntN(min(len(rest), 12) + 1)
		if err := req.OnDelta(llm.Delta{Content: string(rest[:n])}); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	return reply, nil
}

// unspeakable is what is never told, not even to be taken back.
var unspeakable = []string{"<think>", "</think>", "<tool_call>", "tool_calls", "<|im_end|>", "</s>", "<not_for_me", "<exchange_complete"}

// Words are told while they come, where the form of the answer lets them be known for words.
func TestWordsAreToldAsTheyCome(t *testing.T) {
	for _, m := range []mode{modes[0], modes[1], {"plain text", false, toolcall.Jarvis}} {
		t.Run(m.name, func(t *testing.T) {
			var h *home
			var told []string
			pieces := []string{"<think>hm", "</think>", "It is ", "sunny", ", <|im", "_end|>or so", "."}
			h = newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) {
				c.Client = llm.Func(func(_ context.Context, req *llm.Request) (*llm.Reply, error) {
					for _, p := range pieces {
						require.NoError(t, req.OnDelta(llm.Delta{Content: p}))
						told = append(told, h.spoken)
					}
					return &llm.Reply{Content: strings.Join(pieces, "")}, nil
				})
			})
			res := h.say("Weather?")
			assert.Equal(t, "It is sunny, or so.", res.Text)
			assert.Equal(t, []string{"", "", "It is", "It is sunny", "It is sunny,", "It is sunny, or so", "It is sunny, or so."}, told)
			assert.Empty(t, h.events, "nothing was taken back")
		})
	}
}

// What turns out not to be the answer is taken back.
func TestRetract(t *testing.T) {
	light := made("light", `{"room":"den"}`)
	both := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe, c.ExchangeComplete = true, true }
	for _, m := range modes[:2] {
		t.Run(m.name, func(t *testing.T) {
			for _, tt := range []struct {
				name   string
				steps  []llmtest.Step
				text   string
				events string
			}{
				{"words", []llmtest.Step{m.say("It is sunny.")}, "It is sunny.", ""},
				{"calls", []llmtest.Step{m.calls(light), m.say("It is on.")}, "It is on.", "calling called"},
				{"words beside calls", []llmtest.Step{m.answer("Let me see.", light), m.say("It is on.")}, "It is on.", "calling called retract"},
				{"words beside calls for the caller", []llmtest.Step{m.answer("Let me see.", made("tv", `{"channel":"1"}`))}, "", "retract"},
				{"words beside a question", []llmtest.Step{m.answer("Let me ask.", made("request_validation", `{"question":"Which?","parameter_name":"x"}`))}, "Which?", "retract"},
				{"a refused answer", []llmtest.Step{m.answer("Let me see.", invalid[0]), m.calls(light), m.say("It is on.")}, "It is on.", "retract retrying calling called"},
				{"refused to the end", []llmtest.Step{m.answer("One.", invalid[0]), m.answer("Two.", invalid[0]), m.answer("Three.", invalid[0])}, refused, "retract retrying retract retrying retract"},
				{"not for the assistant after all", []llmtest.Step{m.say("Well, <not_for_me/>")}, "", "retract"},
				{"the end of an exchange", []llmtest.Step{m.say("Bye.<exchange_complete/>")}, "Bye.", ""},
				{"thinking only", []llmtest.Step{m.say("<think>hm</think>")}, nothing, ""},
				{"brackets", []llmtest.Step{m.say("[1] is a footnote {so}.")}, "[1] is a footnote {so}.", ""},
			} {
				t.Run(tt.name, func(t *testing.T) {
					h := newHome(t, m, both, tt.steps...)
					assert.Equal(t, tt.text, h.say("Do it").Text)
					var kinds []string
					for _, e := range h.events {
						kind, _, _ := strings.Cut(e, " ")
						kinds = append(kinds, kind)
					}
					assert.Equal(t, tt.events, strings.Join(kinds, " "))
					h.script.Check(t)
				})
			}
		})
	}
}

// Calls are told in their order, each before and after it runs; those of the caller are not.
func TestCallingAndCalled(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("lock", `{"door":"front"}`), made("tv", `{"channel":"1"}`), made("light", `{"room":"attic"}`), made("recall", `{"topic":"tea"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("All done."))
		h.checks["light"] = refusedRoom("den", "hall")
		h.answer("recall", jarvis.Failure("Nothing is known."))
		res := h.say("Do everything")
		require.Len(t, h.events, 9)
		assert.Contains(t, h.events[4], "retrying [INVALID_PARAM_RETRY 1/2] light.room must be one of: den, hall.")
		h.events[4] = "retrying"
		want := []string{
			`calling lock{"door":"front"}`, "called lock true", `calling light{"room":"attic"}`, "called light false", "retrying",
			`calling light{"room":"den"}`, "called light true", `calling recall{"topic":"tea"}`, "called recall false",
		}
		assert.Equal(t, want, h.events)
		h.resume(resultOf(res.Calls[0], message("on")))
		assert.Equal(t, want, h.events, "nothing runs again")
	})
}

// What a retry tells the model is what the listener hears.
func TestRetrying(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(invalid[0]), m.calls(invalid[1]), m.say("I cannot."))
		h.say("Light on")
		require.Len(t, h.events, 2)
		for i, event := range h.events {
			list := h.request(i + 1).Messages
			assert.Equal(t, "retrying "+list[len(list)-1].Content, event)
		}
	})
}

// A listener may leave out what it does not want to hear; without Speech nothing is streamed.
func TestSilentListeners(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		var said strings.Builder
		for name, l := range map[string]assistant.Listener{
			"none":   {},
			"speech": {Speech: func(text string) { said.WriteString(text) }},
		} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, func(h *home, c *assistant.Config, _ *assistant.Start) {
					script := c.Client
					c.Client = llm.Func(func(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
						assert.True(t, l.Speech != nil || req.OnDelta == nil)
						return script.Chat(ctx, req)
					})
				}, m.answer("Let me see.", invalid[0]), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
				conv, err := h.engine.Start(assistant.Start{Listener: l})
				require.NoError(t, err)
				res, err := conv.Say(t.Context(), assistant.Utterance{Text: "Light on"})
				require.NoError(t, err)
				assert.Equal(t, "It is on.", res.Text)
			})
		}
		assert.True(t, strings.HasSuffix(said.String(), "It is on."))
	})
}
