// Words that are not an answer: those a guard has taken back, control tokens, calls in a form that nobody reads.

package assistant_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Words that a guard has taken back are out of date once calls have run: whatever ends the turn then, they are not its answer.
func TestDraftsAreOutOfDateAfterCalls(t *testing.T) {
	const draft = "Sure, everything is done."
	light, lock := made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`)
	eachMode(t, func(t *testing.T, m mode) {
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.MaxRounds, c.NotForMe = 3, true
			c.Guard = func(assistant.Draft) string { return "Make the call." }
		}
		for _, tt := range []struct {
			name  string
			steps []llmtest.Step
			text  string
		}{
			{"the rounds are spent", []llmtest.Step{m.calls(light), m.calls(lock)}, "It is on. " + stuck},
			{"the same calls", []llmtest.Step{m.calls(light), m.calls(light)}, "It is on. " + stuck},
			{"refused calls", []llmtest.Step{m.calls(light), m.calls(invalid[0]), m.calls(invalid[0]), m.calls(invalid[0])}, refused},
			{"not for me", []llmtest.Step{m.calls(light), m.say("<not_for_me/>")}, "It is on."},
			{"nothing is said", []llmtest.Step{m.calls(light), m.say("")}, "It is on."},
			{"words", []llmtest.Step{m.calls(light), m.say("The light is on.")}, "The light is on."},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, change, append([]llmtest.Step{m.say(draft)}, append(tt.steps, m.say("Bye."), m.say("Bye."))...)...)
				h.answer("light", message("It is on."))
				res := h.say("Do everything")
				assert.Equal(t, tt.text, res.Text)
				h.say("Bye")
				assert.NotContains(t, h.told(len(tt.steps)+1), draft)
			})
		}
		t.Run("results of the caller", func(t *testing.T) {
			h := newHome(t, m, change, m.say(draft), m.calls(made("tv", `{"channel":"1"}`)), m.calls(made("tv", `{"channel":"2"}`)))
			res := h.say("TV on")
			res = h.resume(resultOf(res.Calls[0], message("One.")))
			res = h.resume(resultOf(res.Calls[0], message("Two.")))
			assert.Equal(t, "One. Two. "+stuck, res.Text)
		})
	})
}

// What commands have said is part of what is said when the rounds are spent; what server tools say is for the model.
func TestMessagesOfATurnThatIsStuck(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxRounds = 3 },
			m.calls(made("light", `{"room":"den"}`)), m.calls(made("recall", `{"topic":"tea"}`)), m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"hall"}`)))
		h.answer("light", message("It is on."))
		h.answer("recall", message("For the model."))
		h.answer("lock", jarvis.Failure("No key."))
		res := h.say("Do everything")
		assert.Equal(t, assistant.CodeMaxIterations, res.Code)
		assert.Equal(t, "It is on. No key. "+stuck, res.Text)
		h.script.Check(t)
	})
}

// A failure_message without anything that can be said leaves the words to the command.
func TestFailureMessageOfControlTokens(t *testing.T) {
	for _, m := range []mode{modes[2], {"tags of jarvis", false, toolcall.Jarvis}} {
		for _, words := range []string{"<|im_end|>", " ", "</s><|eot_id|>"} {
			t.Run(m.name+" "+words, func(t *testing.T) {
				h := newHome(t, m, nil, m.calls(failing("light", `{"room":"den"}`, words)), m.say("Bye."))
				h.answer("light", jarvis.Failure("No power."))
				assert.Equal(t, "Sorry, that did not work. No power.", h.say("Light on").Text)
				h.say("Bye")
				for _, msg := range h.conv.Messages() {
					assert.NotEmpty(t, strings.TrimSpace(msg.Content))
				}
			})
			t.Run("beside one that works "+m.name+words, func(t *testing.T) {
				h := newHome(t, m, nil, m.calls(failing("light", `{"room":"den"}`, words), made("lock", `{"door":"front"}`)), m.say(""))
				h.answer("light", jarvis.Failure("No power."))
				assert.Equal(t, "No power.", h.say("Light on").Text)
			})
		}
	}
}

// A call in a form that the provider does not read is not spoken: not at once, and not as the last words after calls.
func TestCallsAsWords(t *testing.T) {
	const call = `{"name":"light","arguments":{"room":"hall"}}`
	light := made("light", `{"room":"den"}`)
	for _, m := range modes[:2] {
		t.Run(m.name, func(t *testing.T) {
			for name, words := range map[string]string{"bare": call, "with an end": call + "<|im_end|>", "after thinking": "<think>so</think>\n" + call, "indented": "\n  {\n \"name\": \"light\",\n \"arguments\": {}\n}"} {
				t.Run(name, func(t *testing.T) {
					h := newHome(t, m, nil, m.calls(light), llmtest.Say(words), llmtest.Say(words), m.say("Bye."))
					h.answer("light", message("It is on."))
					res := h.say("Light on")
					if len(res.Executed) > 1 {
						t.Skip("the provider reads it")
					}
					assert.Equal(t, "It is on.", res.Text)
					assert.Equal(t, nothing, h.say("Again").Text)
					h.say("Bye")
					assert.NotContains(t, h.told(3), "assistant: {", "it is not kept either")
					assert.NotContains(t, h.told(3), "hall")
				})
			}
			for _, words := range []string{`{"name":"Ada","age":36}`, `{"arguments":[]}`, `{"name":"light","arguments":{}} would do it.`} {
				t.Run(words, func(t *testing.T) {
					h := newHome(t, m, nil, llmtest.Say(words))
					assert.Equal(t, words, h.say("Give me JSON").Text, "that is an answer")
				})
			}
		})
	}
	t.Run("the host hears of nothing", func(t *testing.T) {
		h := newHome(t, modes[0], nil, modes[0].calls(light), llmtest.Say(call))
		require.Equal(t, "Done.", h.say("Light on").Text)
		assert.NotContains(t, h.events, "retract", "it was never told")
	})
}
