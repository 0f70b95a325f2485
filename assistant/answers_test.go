// Answers in words: guards, sentinels, thinking, what they cost.

package assistant_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// A guard sees answers before any tool has run, once in a turn; what it says to the model is not kept.
func TestGuard(t *testing.T) {
	const nudge = "You said it was done. Make the call."
	eachMode(t, func(t *testing.T, m mode) {
		var drafts []assistant.Draft
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.Guard = func(d assistant.Draft) string {
				drafts = append(drafts, d)
				if strings.HasPrefix(d.Text, "Sure") {
					return nudge
				}
				return ""
			}
		}
		h := newHome(t, m, change, m.say("Sure, it is on.<|im_end|>"), m.calls(made("light", `{"room":"den"}`)), m.say("Sure, it is on."), m.say("It is sunny."), m.say("Sure, 1"), m.say("Sure, 2"), m.say("Bye."))
		res := h.say("Light on")
		assert.Equal(t, "Sure, it is on.", res.Text)
		assert.Equal(t, 3, res.Rounds)
		require.Len(t, drafts, 1)
		assert.Equal(t, "Light on", drafts[0].Utterance)
		assert.Equal(t, "Sure, it is on.", drafts[0].Text)
		assert.Equal(t, "light lock recall tv request_validation", toolNames(drafts[0].Tools))
		list := h.request(1).Messages
		assert.Equal(t, toolcall.Message{Role: toolcall.RoleSystem, Content: nudge}, list[len(list)-1])
		assert.NotContains(t, h.told(2), nudge, "not even in the next round")
		assert.Equal(t, "It is sunny.", h.say("Weather?").Text)
		assert.Equal(t, "Sure, 2", h.say("Light off").Text, "it is asked once in a turn")
		h.say("Bye")
		assert.NotContains(t, h.told(6), nudge)
		assert.NotContains(t, h.told(6), "Sure, 1")
		h.script.Check(t)

		h = newHome(t, m, change, m.calls(made("light", `{"room":"den"}`)), m.say("Sure, it is on."))
		drafts = nil
		assert.Equal(t, "Sure, it is on.", h.say("Light on").Text)
		assert.Empty(t, drafts, "it is not asked once a tool has run")
	})
}

// Sentinels: words that were not meant for the assistant, and answers that end an exchange.
func TestSentinels(t *testing.T) {
	both := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe, c.ExchangeComplete = true, true }
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			said string
			stop toolcall.StopReason
			text string
			end  bool
		}{
			{"<not_for_me/>", assistant.StopNotForMe, "", false},
			{"<NOT_FOR_ME> Talk among yourselves.", assistant.StopNotForMe, "", false},
			{"Good night. <exchange_complete/>", toolcall.StopComplete, "Good night.", true},
			{"<exchange_complete/>", toolcall.StopComplete, nothing, true},
			{"Good night.", toolcall.StopComplete, "Good night.", false},
			{"<think>is this <not_for_me/>?</think>Yes?", toolcall.StopComplete, "Yes?", false},
		} {
			t.Run(tt.said, func(t *testing.T) {
				h := newHome(t, m, both, m.say(tt.said), m.say("Bye."))
				res := h.say("Good night")
				assert.Equal(t, tt.stop, res.Stop)
				assert.Equal(t, tt.text, res.Text)
				assert.Equal(t, tt.end, res.EndOfExchange)
				h.say("Bye")
				assert.Equal(t, tt.stop != assistant.StopNotForMe, strings.Contains(h.told(1), "Good night"))
			})
		}
		t.Run("not asked for", func(t *testing.T) {
			h := newHome(t, m, nil, m.say("<not_for_me/>"), m.say("Bye.<exchange_complete/>"))
			assert.NotContains(t, h.conv.SystemPrompt(), "not_for_me")
			assert.Equal(t, nothing, h.say("Good night").Text)
			assert.False(t, h.say("Bye").EndOfExchange)
		})
		t.Run("after calls", func(t *testing.T) {
			h := newHome(t, m, both, m.calls(made("light", `{"room":"den"}`)), m.say("<not_for_me/>"), m.say("Hello."))
			res := h.say("Light on")
			assert.Equal(t, "Done.", res.Text, "who is served has spoken to the assistant")
			assert.Len(t, res.Executed, 1)
			h.say("Hello")
			assert.Contains(t, h.told(2), `{"success":true,"context":{"state":"ok"}`, "what was executed is told")
		})
	})
}

// What was thought is in Result.Reasoning and nowhere else: not in the history, not in what is said.
func TestReasoning(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		beside := func(step llmtest.Step) llmtest.Step {
			return llmtest.Do(func(req *llm.Request) (*llm.Reply, error) {
				reply, err := llmtest.NewScript(step).Chat(t.Context(), req)
				reply.Reasoning = "beside"
				return reply, err
			})
		}
		h := newHome(t, m, nil, beside(m.think("first thought", "", made("light", `{"room":"den"}`))), m.think("second thought", "It is on."), m.say("Hello."))
		res := h.say("Light on")
		assert.Equal(t, "It is on.", res.Text)
		assert.Equal(t, "beside\n\nfirst thought\n\nsecond thought", res.Reasoning)
		res = h.say("Hello")
		assert.Empty(t, res.Reasoning)
		assert.NotContains(t, h.told(2), "thought")
		assert.NotContains(t, h.told(2), "think>")
	})
}

// Usage is summed over all answers; Truncated is about the last.
func TestUsage(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		n := 0
		costs := func(step llmtest.Step, finish llm.Finish) llmtest.Step {
			return llmtest.Do(func(req *llm.Request) (*llm.Reply, error) {
				n++
				reply, err := llmtest.NewScript(step).Chat(t.Context(), req)
				reply.Finish, reply.Usage = finish, llm.Usage{Prompt: 100 * n, Completion: n, Total: 101 * n}
				return reply, err
			})
		}
		h := newHome(t, m, nil,
			costs(m.calls(invalid[0]), llm.FinishLength), costs(m.calls(made("light", `{"room":"attic"}`)), llm.FinishStop), costs(m.calls(made("light", `{"room":"den"}`)), llm.FinishStop),
			costs(m.say("It is"), llm.FinishLength), costs(m.calls(made("tv", `{"channel":"1"}`)), llm.FinishLength), costs(m.say("Fine."), llm.FinishStop))
		h.checks["light"] = refusedRoom("den", "hall")
		res := h.say("Light on")
		assert.Equal(t, llm.Usage{Prompt: 1000, Completion: 10, Total: 1010}, res.Usage)
		assert.True(t, res.Truncated)
		res = h.say("TV on")
		assert.Equal(t, 5, res.Usage.Completion)
		res = h.resume(resultOf(res.Calls[0], message("on")))
		assert.Equal(t, 11, res.Usage.Completion, "of the whole turn")
		assert.False(t, res.Truncated)
	})
}
