// Behaviour that the documentation promises and that is easily lost: who owns a result, what is known of interrupted turns, what
// an answer to a question belongs to.

package assistant_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

var errDown = errors.New("the model is down")

// refusedRoom is what the validation of light says of a room.
func refusedRoom(values ...string) []jarvis.ValidationResult {
	return []jarvis.ValidationResult{{ParamName: "room", Message: "There is no such room.", ValidValues: values}}
}

// In native mode the answer of the user is the result of the call that waits for it.
func TestAnswerIsTheResultOfItsCall(t *testing.T) {
	m := modes[0]
	h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
	h.checks["light"] = refusedRoom()
	res := h.say("Light on")
	require.Equal(t, toolcall.StopValidation, res.Stop)
	h.say("the den")
	assert.Contains(t, h.told(1), `toolcall_1: {"answer":"the den"`)
	assert.NotContains(t, h.told(1), "no result has come")
}

// What was executed in a Continue that ended with an error is told when the same results are given again.
func TestContinueAgainKnowsWhatWasExecuted(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown), m.say("Done."))
		res := h.say("Everything on")
		result := resultOf(res.Calls[0], message("The TV is on."))
		_, err := h.tryResume(result)
		require.ErrorIs(t, err, errDown)
		require.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		h.resume(result)
		assert.Contains(t, h.told(3), `light {"room":"den"}`, "the model would switch the light a second time")
	})
}

// What was executed in a turn that ended with an error is not forgotten because calls were pending.
func TestUndoneIsToldAfterPendingCalls(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown), m.say("The TV is on."), m.say("Hello."))
		res := h.say("TV on")
		_, err := h.try("Light on")
		require.ErrorIs(t, err, errDown)
		h.resume(resultOf(res.Calls[0], message("on")))
		h.say("Hello")
		assert.Contains(t, h.told(3)+h.told(4), `light {"room":"den"}`, "nobody has told that the light is on")
	})
}

// A command that was interrupted may have had its effect.
func TestInterruptedCommandIsTold(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		ctx, cancel := context.WithCancel(t.Context())
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), m.say("Hello."))
		h.answers["light"] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			cancel()
			return nil, context.Canceled
		}
		_, err := h.turn(func() (*assistant.Result, error) { return h.conv.Say(ctx, assistant.Utterance{Text: "Light on"}) })
		require.ErrorIs(t, err, context.Canceled)
		h.say("Hello")
		assert.Contains(t, h.told(1), "light", "the call has begun, and nobody knows its outcome")
	})
}

// A question after an earlier round knows what that round has executed.
func TestQuestionCarriesEarlierRounds(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil,
			m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{"room":"attic"}`)),
			m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"den"}`)), m.say("Both done."))
		h.checks["light"] = refusedRoom()
		res := h.say("Lock the door and light on")
		require.Equal(t, toolcall.StopValidation, res.Stop)
		h.say("the den")
		assert.Equal(t, []string{`lock{"door":"front"}`, `light{"room":"den"}`}, h.ran, "nothing is executed twice")
	})
}

// A question of refused calls knows what an earlier round has executed.
func TestClarifyCarriesEarlierRounds(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.OnExhausted, c.Retries = toolcall.Clarify, -1
		}
		h := newHome(t, m, change,
			m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{}`)),
			m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"den"}`)), m.say("Both done."))
		res := h.say("Lock the door and light on")
		require.Equal(t, toolcall.StopValidation, res.Stop)
		h.say("the den")
		assert.Equal(t, []string{`lock{"door":"front"}`, `light{"room":"den"}`}, h.ran, "nothing is executed twice")
	})
}

// A Result is the caller's: changing it changes nothing else.
func TestResultIsTheCallers(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("pending", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.say("The TV is on."))
			res := h.say("TV on")
			id := res.Calls[0].ID
			kept := res.Calls[0]
			*res = assistant.Result{Rounds: 100, Calls: res.Calls}
			res.Calls[0] = made("scribbled", `{}`)
			kept.ID = id
			res, err := h.tryResume(resultOf(kept, message("on")))
			require.NoError(t, err)
			assert.Equal(t, "The TV is on.", res.Text)
		})
		t.Run("question", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.say("Which room?"))
			h.checks["light"] = refusedRoom("den", "hall")
			res := h.say("Light on")
			want := res.Question.Question
			res.Question.Question = "scribbled"
			assert.Equal(t, want, h.conv.Question().Question)
			h.conv.Question().Options[0] = "scribbled"
			res.Question.Options[0] = "scribbled"
			assert.Equal(t, []string{"den", "hall"}, h.conv.Question().Options)
		})
		t.Run("messages", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
			h.say("Light on")
			list := h.conv.Messages()
			for i := range list {
				for j := range list[i].ToolCalls {
					list[i].ToolCalls[j].Name = "scribbled"
					list[i].ToolCalls[j].Arguments[0] = '#'
				}
			}
			text, err := json.Marshal(h.conv.Messages())
			require.NoError(t, err)
			assert.NotContains(t, string(text), "scribbled")
			assert.NotContains(t, string(text), "#")
		})
	})
}

// Retries are counted wherever a turn stops.
func TestRetriesOfPendingCalls(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{}`)), m.calls(made("tv", `{"channel":"1"}`)), m.say("The TV is on."))
		res := h.say("TV on")
		require.Equal(t, toolcall.StopToolCalls, res.Stop)
		assert.Equal(t, 1, res.Retries)
		res = h.resume(resultOf(res.Calls[0], message("on")))
		assert.Equal(t, 1, res.Retries)
	})
}

// Result.Request is what the commands got, also after an answer.
func TestRequestOfAnAnswer(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
		h.checks["light"] = refusedRoom()
		h.say("Light on")
		res := h.say("the den")
		require.Len(t, h.requests, 1)
		assert.Equal(t, h.requests[0], res.Request)
	})
}

// Words for the user stand in every result, unless the context was canceled: then nobody waits for them.
func TestTextOfEveryError(t *testing.T) {
	h := newHome(t, modes[0], nil)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	for _, tt := range []struct {
		ctx  context.Context
		err  error
		code assistant.Code
		text string
	}{
		{canceled, context.Canceled, assistant.CodeCanceled, ""},
		{late, context.DeadlineExceeded, assistant.CodeInternal, unreachable},
	} {
		for _, do := range []func() (*assistant.Result, error){
			func() (*assistant.Result, error) { return h.conv.Say(tt.ctx, assistant.Utterance{Text: "Hello"}) },
			func() (*assistant.Result, error) { return h.conv.Continue(tt.ctx) },
		} {
			res, err := do()
			require.ErrorIs(t, err, tt.err)
			assert.Equal(t, toolcall.StopError, res.Stop)
			assert.Equal(t, tt.code, res.Code)
			assert.Equal(t, tt.text, res.Text)
		}
	}
}

// All mistakes of a configuration are told at once.
func TestConfigMistakesAllAtOnce(t *testing.T) {
	h := &home{t: t}
	_, err := assistant.New(assistant.Config{Commands: registry(t, h.command("light", nil)), ServerTools: registry(t, h.command("light", nil))})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "Config.Provider is nil")
	assert.Contains(t, err.Error(), "Config.Client is nil")
	assert.Contains(t, err.Error(), `two are named "light"`)
}

// Thinking beside a correction goes the way of all thinking: out of the transcript, into Result.Reasoning.
func TestReasoningOfPicks(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.think("the den then", "", made("light", `{"room":"den"}`)), m.say("It is on."))
		h.checks["light"] = refusedRoom("den", "hall")
		res := h.say("Light on")
		require.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		assert.Contains(t, res.Reasoning, "the den then")
	})
}

// Thinking beside calls that stay refused does not stay in the transcript either.
func TestReasoningOfClarifiedCalls(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.OnExhausted, c.Retries = toolcall.Clarify, -1
		}
		h := newHome(t, m, change, m.think("which room?", "", made("light", `{}`), made("lock", `{"door":"front"}`)))
		res := h.say("Light on and lock the door")
		assert.Equal(t, toolcall.StopValidation, res.Stop)
		assert.Contains(t, res.Reasoning, "which room?")
	})
}

// A guard does not cost the user the answer: not if the rounds are spent, and not if the second one is for nobody.
func TestGuardKeepsTheAnswer(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		guard := func(assistant.Draft) string { return "Make a call." }
		t.Run("rounds are spent", func(t *testing.T) {
			change := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Guard, c.MaxRounds = guard, 1 }
			h := newHome(t, m, change, m.say("It is sunny."))
			assert.Equal(t, "It is sunny.", h.say("Weather?").Text)
		})
		t.Run("not for me", func(t *testing.T) {
			change := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Guard, c.NotForMe = guard, true }
			h := newHome(t, m, change, m.say("It is sunny."), m.say("<not_for_me/>"))
			res := h.say("Weather?")
			assert.Equal(t, toolcall.StopComplete, res.Stop)
			assert.Equal(t, "It is sunny.", res.Text)
		})
	})
}

// An error is not the end of an exchange, nor does it clear or wait for anything.
func TestFlagsOfAnError(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown))
		h.answer("light", jarvis.Success(map[string]any{"state": "on"}, jarvis.WithClearHistory()))
		res, err := h.try("Light on")
		require.ErrorIs(t, err, errDown)
		assert.False(t, res.WaitForInput)
		assert.False(t, res.Cleared, "the history is as it was")
		assert.False(t, res.EndOfExchange)
	})
}

// Whom calls were made for has spoken to the assistant: then not_for_me is no more than silence.
func TestNotForMeAfterResults(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe = true }
		h := newHome(t, m, change, m.calls(made("tv", `{"channel":"1"}`)), m.say("<not_for_me/>"), m.say("Hello."))
		res := h.say("TV on")
		res = h.resume(resultOf(res.Calls[0], message("The TV is on.")))
		assert.Equal(t, toolcall.StopComplete, res.Stop)
		assert.Equal(t, "The TV is on.", res.Text)
		h.say("Hello")
		assert.NotContains(t, h.told(2), "not known")
	})
}

// An answer to a question is not lost when a guard wants another one.
func TestGuardAfterAnAnswer(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		nudge := ""
		change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.Guard = func(assistant.Draft) string { return nudge }
		}
		h := newHome(t, m, change, m.calls(made("light", `{"room":"attic"}`)), m.say("All right, the den."), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
		h.checks["light"] = refusedRoom()
		h.say("Light on")
		nudge = "Make a call."
		h.say("the den")
		assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		assert.Contains(t, h.told(2), "the den")
	})
}

// Thinking without a thought leaves nothing in the transcript either; the helpers look for it.
func TestEmptyThinking(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.think("", "", made("light", `{"room":"den"}`)), m.say("It is on."))
		h.say("Light on")
	})
}

// A schema that is none is a mistake of the caller; without it the tool would be offered as one that takes nothing.
func TestMistakesOfClientTools(t *testing.T) {
	h := newHome(t, modes[0], nil)
	for _, schema := range []string{`{`, `[]`, `5`} {
		_, err := h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{{Name: "fan", Parameters: []byte(schema)}}})
		assert.Error(t, err, schema)
	}
}

// What a command has had forgotten is not seen by the turn that comes in place of results or an answer, and that turn stays.
func TestClearedAndGivenUp(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for name, other := range map[string]toolcall.Call{"calls": made("tv", `{"channel":"1"}`), "question": made("light", `{"room":"attic"}`)} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, nil, m.say("Hello Ada."), m.calls(made("lock", `{"door":"front"}`), other), m.say("It is sunny."), m.say("Bye."))
				h.answer("lock", jarvis.Final(nil, jarvis.WithClearHistory()))
				h.checks["light"] = refusedRoom()
				h.say("I am Ada")
				h.say("Forget me")
				h.conv.Dismiss()
				h.say("What is the weather?")
				assert.NotContains(t, h.told(2), "Ada")
				h.say("Bye")
				assert.Contains(t, h.told(3), "What is the weather?")
			})
		}
	})
}
