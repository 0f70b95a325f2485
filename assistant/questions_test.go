// Questions in a row, questions that are none, and what a question keeps for its answer.

package assistant_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// ask is a call by which a model asks the user.
func ask(question string) toolcall.Call {
	text, _ := json.Marshal(question)
	return made("request_validation", fmt.Sprintf(`{"question":%s,"parameter_name":"room"}`, text))
}

// Every answer may lead to another question. In native mode an answer is the result of a call and no words of a user, so that the
// turns that are forgotten do not bound it; the transcript is bounded all the same, and stays valid, which the helper sees.
func TestChainsOfQuestions(t *testing.T) {
	const turns, answers = 2, 300
	eachMode(t, func(t *testing.T, m mode) {
		var steps []llmtest.Step
		for i := range answers {
			steps = append(steps, m.calls(ask(fmt.Sprintf("Question %d?", i))))
		}
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxTurns = turns }, append(steps, m.say("Thank you."), m.say("Bye."))...)
		for i := range answers {
			res := h.say(fmt.Sprintf("Answer %d", i))
			require.Equal(t, fmt.Sprintf("Question %d?", i), res.Text)
			assert.LessOrEqual(t, len(h.conv.Messages()), 50*turns+10)
		}
		assert.Equal(t, "Thank you.", h.say("The last answer").Text)
		assert.LessOrEqual(t, len(h.request(answers).Messages), 50*turns+10)
		assert.Contains(t, h.told(answers), fmt.Sprintf("Question %d?", answers-1))
		assert.Contains(t, h.told(answers), "The last answer")
		assert.NotContains(t, h.told(answers), "Question 0?")
		h.say("Bye")
		h.script.Check(t)
	})
}

// A question without anything that can be said is not asked, which the model is told; of others what cannot be said is left out.
func TestQuestionsFitToBeSpoken(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, question := range []string{"", " \n\t", "<|im_end|>", "</s>", "<think>which?</think>", "<think>which?</think> <|im_end|>"} {
			t.Run(question, func(t *testing.T) {
				h := newHome(t, m, nil, m.calls(ask(question)), m.say("In which room?"), m.say("Bye."))
				res := h.say("Light on")
				assert.Equal(t, "In which room?", res.Text)
				assert.Equal(t, toolcall.StopComplete, res.Stop)
				assert.Contains(t, h.told(1), "Not asked")
				h.say("Bye")
				h.script.Check(t)
			})
		}
		t.Run("control tokens around it", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(ask("<think>x</think>Which room?<|im_end|>")), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
			res := h.say("Light on")
			require.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, "Which room?", res.Text)
			assert.Equal(t, "Which room?", res.Question.Question)
			h.say("the den")
			assert.Equal(t, "Which room?", h.requests[0].ValidationContext["question"])
		})
	})
}

// What asks in a narrowed turn, be it the model, a command or the check, has its answer in a turn that offers all tools.
func TestAnswersAreNotNarrowed(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for name, first := range map[string]llmtest.Step{
			"the model": m.calls(ask("Which room?")), "a command": m.calls(made("light", `{"room":"attic"}`)), "the check": m.calls(made("light", `{}`)),
		} {
			t.Run(name, func(t *testing.T) {
				asked := 0
				change := func(h *home, c *assistant.Config, _ *assistant.Start) {
					h.narrowed, c.OnExhausted, c.Retries = true, toolcall.Clarify, -1
					c.Classify = func(context.Context, string, []prompt.Tool) ([]string, error) {
						asked++
						return []string{"light"}, nil
					}
				}
				h := newHome(t, m, change, first, m.calls(made("lock", `{"door":"front"}`)), m.say("Locked."))
				h.checks["light"] = refusedRoom()
				require.Equal(t, toolcall.StopValidation, h.say("Light on").Stop)
				assert.Equal(t, "light recall request_validation", shownTools(t, m, h.request(0)))
				assert.Equal(t, "Locked.", h.say("I meant the door").Text)
				assert.Equal(t, "light lock recall tv request_validation", shownTools(t, m, h.request(1)))
				assert.Equal(t, 1, asked, "an answer is not classified")
				assert.Equal(t, []string{`lock{"door":"front"}`}, h.ran)
			})
		}
	})
}

// What a command has had forgotten before a question is forgotten once that is answered, and only then: the answer needs it.
func TestClearedBehindAQuestion(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		forget := func(h *home, _ *assistant.Config, _ *assistant.Start) {
			h.answer("lock", jarvis.Final(nil, jarvis.WithClearHistory()))
		}
		lock, den := m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{"room":"den"}`))
		for name, first := range map[string][]llmtest.Step{
			"in the same answer":      {m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`))},
			"in an earlier answer":    {lock, m.calls(made("light", `{"room":"attic"}`))},
			"and the model has asked": {lock, m.calls(ask("Which room?"))},
		} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, forget, append(first, m.calls(ask("Really?")), den, m.say("It is on."), m.say("Who?"))...)
				h.checks["light"] = refusedRoom()
				res := h.say("I am Ada, light on")
				require.Equal(t, toolcall.StopValidation, res.Stop)
				assert.False(t, res.Cleared)
				if name == "and the model has asked" {
					h.checks["light"] = nil
				}
				res = h.say("the den")
				require.Equal(t, toolcall.StopValidation, res.Stop, "a second question")
				assert.False(t, res.Cleared)
				res = h.say("yes")
				assert.Equal(t, "It is on.", res.Text)
				assert.True(t, res.Cleared)
				assert.Contains(t, h.told(len(first)+1), "Ada", "the question was still open")
				assert.False(t, h.say("Who am I?").Cleared)
				assert.NotContains(t, h.told(len(first)+3), "Ada")
				h.script.Check(t)
			})
		}
	})
}

// What was executed before the first question is not executed again, in whatever answer of the model the call comes once more, and
// over a second question.
func TestNothingTwiceInLaterAnswers(t *testing.T) {
	lock, attic, hall := made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`), made("light", `{"room":"hall"}`)
	eachMode(t, func(t *testing.T, m mode) {
		recall := func(topic string) llmtest.Step { return m.calls(made("recall", `{"topic":"`+topic+`"}`)) }
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxRounds = 5 },
			m.calls(lock, attic),             // asks
			recall("a"), m.calls(lock, hall), // in the second answer, which asks too
			recall("b"), m.calls(lock, made("light", `{"room":"den"}`)), m.say("Both are done."))
		h.checks["light"] = append(refusedRoom(), refusedRoom()...) // the attic, the hall
		require.Equal(t, toolcall.StopValidation, h.say("Lock the door and light the attic").Stop)
		require.Equal(t, toolcall.StopValidation, h.say("the hall").Stop)
		assert.Equal(t, "Both are done.", h.say("the den").Text)
		locks := 0
		for _, ran := range h.ran {
			if strings.HasPrefix(ran, "lock") {
				locks++
			}
		}
		assert.Equal(t, 1, locks, "%v", h.ran)
		assert.Contains(t, h.ran, `light{"room":"den"}`)
	})
}

// A refusal beside the question becomes a question itself, and the call is executed once that is answered.
func TestRefusalsBesideAQuestion(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		light := made("light", `{"room":"den"}`)
		both := m.calls(made("lock", `{"door":"front"}`), light)
		h := newHome(t, m, nil, both, both, m.calls(light), m.say("Both are done."))
		h.checks["lock"] = []jarvis.ValidationResult{{ParamName: "door", Message: "Sure?"}}
		h.checks["light"] = refusedRoom()
		assert.Equal(t, "door", h.say("Lock and light").Question.Parameter)
		assert.Equal(t, "room", h.say("yes").Question.Parameter)
		assert.Equal(t, "Both are done.", h.say("the den, I said").Text)
		assert.Equal(t, []string{`lock{"door":"front"}`, `light{"room":"den"}`}, h.ran)
	})
}

// What was refused in a turn that then ended with an error has done nothing: the answer has it executed.
func TestRefusalsOfATurnThatFailed(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		light := m.calls(made("light", `{"room":"den"}`))
		h := newHome(t, m, nil, light, light, llmtest.Fail(errDown), light, m.say("It is on."))
		h.checks["light"] = append(refusedRoom(), refusedRoom("hall")...)
		require.Equal(t, toolcall.StopValidation, h.say("Light").Stop)
		_, err := h.try("yes")
		require.ErrorIs(t, err, errDown)
		assert.Empty(t, h.ran)
		assert.Equal(t, "It is on.", h.say("yes").Text)
		assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
	})
}
