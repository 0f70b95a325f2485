// Why turns stop: each reason in each mode, refused calls and their retries, the rounds of a turn.

package assistant_test

import (
	"fmt"
	"slices"
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

const (
	stuck   = "Sorry, I did not get to the end of that. Please ask for one thing at a time."
	refused = "Sorry, I could not work out how to do that. Please say it in another way."
	nothing = "Sorry, I have no answer to that."
)

func TestStopReasons(t *testing.T) {
	light := made("light", `{"room":"den"}`)
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name  string
			steps []llmtest.Step
			stop  toolcall.StopReason
			code  assistant.Code
			text  string
			ran   int
		}{
			{"complete", []llmtest.Step{m.say("It is sunny.")}, toolcall.StopComplete, "", "It is sunny.", 0},
			{"complete after calls", []llmtest.Step{m.calls(light), m.say("It is on.")}, toolcall.StopComplete, "", "It is on.", 1},
			{"tool calls", []llmtest.Step{m.calls(made("tv", `{"channel":"1"}`))}, toolcall.StopToolCalls, "", "", 0},
			{"a question", []llmtest.Step{m.calls(made("request_validation", `{"question":"Which room?","parameter_name":"room"}`))}, toolcall.StopValidation, "", "Which room?", 0},
			{"refused calls", []llmtest.Step{m.calls(made("light", `{}`)), m.calls(made("light", `{}`)), m.calls(made("light", `{}`))}, toolcall.StopError, assistant.CodeRefused, refused, 0},
			{"the same calls twice", []llmtest.Step{m.calls(light), m.calls(light)}, toolcall.StopError, assistant.CodeRepeated, stuck, 1},
			{"not for the assistant", []llmtest.Step{m.say("<not_for_me/>")}, assistant.StopNotForMe, "", "", 0},
			{"nothing is said", []llmtest.Step{m.say("")}, toolcall.StopComplete, "", nothing, 0},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe = true }, tt.steps...)
				before := h.conv.Messages()
				res := h.say("Do it")
				assert.Equal(t, tt.stop, res.Stop)
				assert.Equal(t, tt.code, res.Code)
				assert.Equal(t, tt.text, res.Text)
				assert.Len(t, h.ran, tt.ran)
				assert.Equal(t, jarvis.Request{VoiceCommand: "Do it", ConversationID: "c1"}, res.Request)
				if tt.stop == assistant.StopNotForMe {
					assert.Equal(t, before, h.conv.Messages())
				}
				h.script.Check(t)
			})
		}
	})
}

// invalid are calls that are refused, each in its own way.
var invalid = []toolcall.Call{made("light", `{}`), made("light", `{"room":5}`), made("lihgt", `{"room":"den"}`), made("light", `{"room":"den","more":1}`)}

// Two retries are allowed in a turn; the third refused answer is the last.
func TestRetries(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, how := range []toolcall.Exhausted{toolcall.Return, toolcall.Fail, toolcall.Clarify} {
			for n := range 4 {
				t.Run(fmt.Sprintf("%d refused, %d", n, how), func(t *testing.T) {
					var steps []llmtest.Step
					for i := range min(n, 3) {
						steps = append(steps, m.calls(invalid[i]))
					}
					if n < 3 {
						steps = append(steps, m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
					}
					h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.OnExhausted = how }, steps...)
					res, err := h.try("Light on")
					h.script.Check(t)
					if n < 3 {
						require.NoError(t, err)
						assert.Equal(t, n, res.Retries)
						assert.Equal(t, 2, res.Rounds)
						assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
						return
					}
					assert.Empty(t, h.ran)
					exhausted(t, how, res, err)
				})
			}
		}
	})
}

// exhausted checks how a turn ends whose retries are spent.
func exhausted(t *testing.T, how toolcall.Exhausted, res *assistant.Result, err error) {
	t.Helper()
	require.Len(t, res.Refused, 1)
	assert.Equal(t, "lihgt", res.Refused[0].Call.Name)
	switch how {
	case toolcall.Return:
		require.NoError(t, err)
		assert.Equal(t, toolcall.StopError, res.Stop)
		assert.Equal(t, assistant.CodeRefused, res.Code)
		assert.Equal(t, 2, res.Retries)
	case toolcall.Fail:
		var failed *toolcall.ExhaustedError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, 2, failed.Retries)
		assert.Equal(t, assistant.CodeRefused, res.Code)
		assert.Equal(t, refused, res.Text)
	case toolcall.Clarify:
		require.NoError(t, err)
		assert.Equal(t, toolcall.StopValidation, res.Stop)
		assert.Equal(t, res.Question.Question, res.Text)
		assert.True(t, res.WaitForInput)
	}
}

// The rounds of a turn share its retries; the next turn has its own.
func TestRetriesOfATurn(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		ok := made("light", `{"room":"den"}`)
		t.Run("shared by its rounds", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(invalid[0]), m.calls(ok), m.calls(invalid[1]), m.calls(made("lock", `{"door":"front"}`)), m.calls(invalid[3]))
			res := h.say("Do it")
			assert.Equal(t, assistant.CodeRefused, res.Code)
			assert.Equal(t, 2, res.Retries)
			assert.Equal(t, 3, res.Rounds)
			assert.Len(t, res.Executed, 2, "what was executed is told")
			h.script.Check(t)
		})
		t.Run("not by turns", func(t *testing.T) {
			var steps []llmtest.Step
			for range 3 {
				steps = append(steps, m.calls(invalid[0]), m.calls(invalid[1]), m.calls(ok), m.say("It is on."))
			}
			h := newHome(t, m, nil, steps...)
			for range 3 {
				assert.Equal(t, 2, h.say("Light on").Retries)
			}
			assert.Len(t, h.ran, 3)
		})
		t.Run("shared with corrections", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(invalid[0]), m.calls(invalid[1]), m.calls(made("light", `{"room":"attic"}`)))
			h.checks["light"] = refusedRoom("den", "hall")
			res := h.say("Light on")
			assert.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, []string{"den", "hall"}, res.Question.Options)
			h.script.Check(t)
		})
		for retries, refusals := range map[int]int{-1: 1, 1: 2, 2: 3, 5: 3} {
			t.Run(fmt.Sprintf("configured %d", retries), func(t *testing.T) {
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Retries = retries }, slices.Repeat([]llmtest.Step{m.calls(invalid[0])}, refusals)...)
				res := h.say("Light on")
				assert.Equal(t, assistant.CodeRefused, res.Code)
				assert.Equal(t, refusals-1, res.Retries)
				h.script.Check(t)
			})
		}
	})
}

// A refused answer is no part of the transcript once the calls are right; the answer that gave up is not either.
func TestRefusedAnswersLeaveNoTrace(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(invalid[1]), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."), m.calls(invalid[2]), m.calls(invalid[2]), m.calls(invalid[2]), m.say("Hello."))
		h.say("Light on")
		h.say("Again")
		h.say("Hello")
		assert.NotContains(t, h.told(6), "INVALID_PARAM_RETRY")
		assert.NotContains(t, h.told(6), "lihgt")
		assert.NotContains(t, h.told(6), `"room":5`)
		assert.Contains(t, h.told(6), refused)
	})
}

func TestRounds(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		rounds := map[int]int{0: 3, -1: 3, 1: 1, 5: 5}
		if m.native {
			rounds[0], rounds[-1] = 10, 10
		}
		for configured, want := range rounds {
			t.Run(fmt.Sprint(configured), func(t *testing.T) {
				var steps []llmtest.Step
				for i := range want {
					steps = append(steps, m.calls(made("light", fmt.Sprintf(`{"room":"r%d"}`, i))))
				}
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxRounds = configured }, steps...)
				res := h.say("Light on")
				assert.Equal(t, toolcall.StopComplete, res.Stop)
				assert.Equal(t, assistant.CodeMaxIterations, res.Code)
				assert.Equal(t, stuck, res.Text)
				assert.Equal(t, want, res.Rounds)
				assert.Len(t, h.ran, want)
				h.script.Check(t)
			})
		}
		t.Run("go on after results", func(t *testing.T) {
			tv := func(i int) llmtest.Step { return m.calls(made("tv", fmt.Sprintf(`{"channel":"%d"}`, i))) }
			h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxRounds = 2 }, tv(1), tv(2))
			res := h.say("TV on")
			res = h.resume(resultOf(res.Calls[0], message("on")))
			require.Equal(t, toolcall.StopToolCalls, res.Stop)
			res = h.resume(resultOf(res.Calls[0], message("on")))
			assert.Equal(t, assistant.CodeMaxIterations, res.Code)
			assert.Len(t, res.Executed, 2)
			h.script.Check(t)
		})
	})
}

// A call of a tool that this conversation does not have is refused, though another one has it.
func TestToolsOfAnotherConversation(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("fan", `{"speed":"2"}`)), m.say("I have no fan."), m.calls(made("fan", `{"speed":"2"}`)))
		other, err := h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{clientTool("fan", params("speed"))}})
		require.NoError(t, err)
		res := h.say("Fan on")
		assert.Equal(t, "I have no fan.", res.Text)
		assert.Equal(t, 1, res.Retries)
		assert.Contains(t, h.told(1), "fan is not a tool")
		res, err = other.Say(t.Context(), assistant.Utterance{Text: "Fan on"})
		require.NoError(t, err)
		require.Len(t, res.Calls, 1)
		assert.Equal(t, "fan", res.Calls[0].Name)
	})
}

// An engine without any tools talks, and refuses every call.
func TestNoTools(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		none := func(_ *home, c *assistant.Config, s *assistant.Start) {
			c.Commands, c.ServerTools, s.ClientTools = nil, nil, nil
		}
		h := newHome(t, m, none, m.say("Hello."), m.calls(made("request_validation", `{"question":"?","parameter_name":"x"}`)), m.say("Well."))
		assert.Equal(t, "Hello.", h.say("Hello").Text)
		res := h.say("And now?")
		assert.Equal(t, "Well.", res.Text)
		assert.Equal(t, 1, res.Retries)
	})
}

// A model that answers beyond its mode ends the turn with an error.
func TestWrongMode(t *testing.T) {
	structured := llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Calls: []toolcall.Call{made("light", `{"room":"den"}`)}}, nil
	})
	h := newHome(t, modes[1], nil, structured)
	res, err := h.try("Light on")
	require.Error(t, err)
	assert.Equal(t, assistant.CodeInternal, res.Code)
	assert.Empty(t, h.ran)

	h = newHome(t, modes[0], nil, llmtest.Say(modes[1].text("", made("light", `{"room":"den"}`))))
	assert.Equal(t, nothing, h.say("Light on").Text, "a call as text is not spoken")
	assert.Empty(t, h.ran)
}
