// What commands and callers refuse themselves: corrected by the model where allowed values are named, else asked of the user.

package assistant_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// A refusal with allowed values: the model picks one of them, and the call is executed under the same id.
func TestAllowedValues(t *testing.T) {
	attic, den, cellar := made("light", `{"room":"attic"}`), made("light", `{"room":"den"}`), made("light", `{"room":"cellar"}`)
	values := []string{"den", "hall"}
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name    string
			steps   []llmtest.Step
			refused [][]string // the allowed values of each refusal
			ran     string     // how often, or the arguments
			options []string   // of the question, if the user is asked
			retries int
		}{
			{"allowed pick", []llmtest.Step{m.calls(attic), m.calls(den), m.say("It is on.")}, [][]string{values}, "den", nil, 1},
			{"picked twice", []llmtest.Step{m.calls(attic), m.calls(den), m.calls(made("light", `{"room":"hall"}`)), m.say("It is on.")}, [][]string{values, {"hall"}}, "hall", nil, 2},
			{"another value", []llmtest.Step{m.calls(attic), m.calls(cellar)}, [][]string{values}, "", values, 1},
			{"the refused value", []llmtest.Step{m.calls(attic), m.calls(attic)}, [][]string{values}, "", values, 1},
			{"another tool", []llmtest.Step{m.calls(attic), m.calls(made("lock", `{"door":"den"}`))}, [][]string{values}, "", values, 1},
			{"words", []llmtest.Step{m.calls(attic), m.say("The den, I think.")}, [][]string{values}, "", values, 1},
			{"two picks", []llmtest.Step{m.calls(attic), m.calls(den, made("light", `{"room":"hall"}`))}, [][]string{values}, "", values, 1},
			{"without values", []llmtest.Step{m.calls(attic)}, [][]string{nil}, "", nil, 0},
			{"retries spent on picks", []llmtest.Step{m.calls(attic), m.calls(den), m.calls(made("light", `{"room":"hall"}`))}, [][]string{values, {"hall"}, {"loft"}}, "", []string{"loft"}, 2},
			{"retries spent before", []llmtest.Step{m.calls(made("light", `{}`)), m.calls(made("light", `{}`)), m.calls(attic)}, [][]string{values}, "", values, 2},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, nil, tt.steps...)
				for _, allowed := range tt.refused {
					h.checks["light"] = append(h.checks["light"], refusedRoom(allowed...)...)
				}
				res := h.say("Light on")
				h.script.Check(t)
				assert.Equal(t, tt.retries, res.Retries)
				if tt.ran != "" {
					assert.Equal(t, "It is on.", res.Text)
					assert.Equal(t, []string{fmt.Sprintf(`light{"room":%q}`, tt.ran)}, h.ran)
					return
				}
				assert.Empty(t, h.ran)
				require.Equal(t, toolcall.StopValidation, res.Stop)
				assert.Equal(t, "room", res.Question.Parameter)
				assert.ElementsMatch(t, tt.options, res.Question.Options)
				assert.Equal(t, res.Question.Question, res.Text)
				assert.True(t, res.WaitForInput)
				assert.False(t, res.EndOfExchange)
			})
		}
	})
}

// The corrected call has the id of the refused one, and the transcript shows it in its place.
func TestCorrectedCallKeepsItsID(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
		h.checks["light"] = refusedRoom("den", "hall")
		res := h.say("Light on")
		require.Len(t, res.Executed, 1)
		if m.native {
			assert.Equal(t, "call_1", res.Executed[0].Call.ID)
			assert.Contains(t, h.told(2), `call call_1: light{"room":"den"}`)
		}
		assert.Contains(t, h.told(1), "light.room must be one of: den, hall")
		assert.NotContains(t, h.told(2), "attic")
		assert.NotContains(t, h.told(2), "INVALID_PARAM_RETRY")
	})
}

// The answer to a question is for the command: the request says what it comes from.
func TestAnswers(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for name, values := range map[string][]string{"without values": nil, "after a bad pick": {"den", "hall"}} {
			t.Run(name, func(t *testing.T) {
				steps := []llmtest.Step{m.calls(made("light", `{"room":"attic"}`))}
				if values != nil {
					steps = append(steps, m.calls(made("light", `{"room":"loft"}`)))
				}
				h := newHome(t, m, nil, append(steps, m.calls(made("light", `{"room":"hall"}`)), m.say("It is on."), m.say("Hello."))...)
				h.checks["light"] = refusedRoom(values...)
				res := h.say("Light on")
				question := res.Question.Question
				assert.Equal(t, res.Question, h.conv.Question())
				res = h.say("the hall")
				assert.Equal(t, "It is on.", res.Text)
				assert.Equal(t, []string{`light{"room":"hall"}`}, h.ran)
				require.Len(t, h.requests, 1)
				assert.True(t, h.requests[0].IsValidationResponse)
				assert.Equal(t, "the hall", h.requests[0].ValidationContext["answer"])
				assert.Equal(t, "room", h.requests[0].ValidationContext["parameter_name"])
				assert.Equal(t, question, h.requests[0].ValidationContext["question"])
				assert.Equal(t, "c1", h.requests[0].ConversationID)
				assert.Contains(t, h.told(len(steps)), "the hall")
				assert.Nil(t, h.conv.Question())
				h.say("Hello")
				h.script.Check(t)
			})
		}
	})
}

// An answer may be refused again, be words, or lead to another question.
func TestAnswersThatGoOn(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		light := func(room string) llmtest.Step { return m.calls(made("light", `{"room":"`+room+`"}`)) }
		t.Run("refused again", func(t *testing.T) {
			h := newHome(t, m, nil, light("attic"), light("loft"), light("den"), m.say("It is on."))
			h.checks["light"] = append(refusedRoom(), refusedRoom()...)
			h.say("Light on")
			res := h.say("the loft")
			require.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, "It is on.", h.say("the den").Text)
			assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		})
		t.Run("words", func(t *testing.T) {
			h := newHome(t, m, nil, light("attic"), m.say("Fine, I leave it off."), m.say("Hello."))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			res := h.say("never mind")
			assert.Equal(t, "Fine, I leave it off.", res.Text)
			assert.False(t, res.WaitForInput)
			assert.Nil(t, h.conv.Question())
			assert.Equal(t, "Hello.", h.say("Hello").Text)
			assert.Contains(t, h.told(2), "never mind")
		})
		t.Run("retries of its own", func(t *testing.T) {
			h := newHome(t, m, nil, light("attic"), light("loft"), m.calls(invalid[0]), m.calls(invalid[1]), light("den"), m.say("It is on."))
			h.checks["light"] = refusedRoom("den", "hall")
			assert.Equal(t, 1, h.say("Light on").Retries)
			res := h.say("the den")
			assert.Equal(t, 2, res.Retries)
			assert.Equal(t, "It is on.", res.Text)
		})
		t.Run("not for the assistant", func(t *testing.T) {
			h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NotForMe = true }, light("attic"), m.say("<not_for_me/>"), light("den"), m.say("It is on."))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			assert.Equal(t, assistant.StopNotForMe, h.say("Where is my coat?").Stop)
			assert.NotNil(t, h.conv.Question(), "it is still open")
			assert.Equal(t, "It is on.", h.say("the den").Text)
		})
		t.Run("calls of the caller", func(t *testing.T) {
			h := newHome(t, m, nil, light("attic"), m.calls(made("tv", `{"channel":"1"}`)), m.say("The TV is on."))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			res := h.say("I meant the TV")
			require.Equal(t, toolcall.StopToolCalls, res.Stop)
			assert.Equal(t, "The TV is on.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
		})
	})
}

// A question that was dismissed is not answered by the next words of the user; the model is told that it was not.
func TestDismiss(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`)), m.say("It is sunny."))
		h.checks["light"] = refusedRoom()
		require.Equal(t, toolcall.StopValidation, h.say("Do both").Stop)
		h.conv.Dismiss()
		assert.Nil(t, h.conv.Question())
		h.say("What is the weather?")
		told := h.told(1)
		assert.NotContains(t, told, "You asked:")
		assert.NotContains(t, told, `"answer"`)
		assert.Contains(t, told, `"state":"ok"`, "what was executed is known")
		assert.Regexp(t, "(?s)(no result has come|not answered).*user: What is the weather", told)
		before := h.conv.Messages()
		h.conv.Dismiss() // nothing is open
		assert.Equal(t, before, h.conv.Messages())
	})
}

// What a node refuses comes over the wire and goes the same way.
func TestRefusalsOfTheCaller(t *testing.T) {
	invalidChannel := func(id string, values ...string) jarvis.ToolResult {
		return jarvis.Invalid(jarvis.ValidationResult{ParamName: "channel", Message: "No such channel.", ValidValues: values}).ToolResult(id)
	}
	eachMode(t, func(t *testing.T, m mode) {
		tv := func(n string) llmtest.Step { return m.calls(made("tv", `{"channel":"`+n+`"}`)) }
		t.Run("allowed pick", func(t *testing.T) {
			h := newHome(t, m, nil, tv("9"), tv("2"), m.say("The TV is on."))
			res := h.say("TV on")
			id := res.Calls[0].ID
			res = h.resume(assistant.Results(wire(t, invalidChannel(id, "1", "2")))...)
			require.Equal(t, toolcall.StopToolCalls, res.Stop)
			require.Len(t, res.Calls, 1)
			assert.Equal(t, id, res.Calls[0].ID)
			assert.Equal(t, `{"channel":"2"}`, string(res.Calls[0].Arguments))
			res = h.resume(assistant.Results(wire(t, message("on").ToolResult(id)))...)
			assert.Equal(t, "The TV is on.", res.Text)
			assert.Equal(t, "tv", executedNames(res.Executed))
			assert.Equal(t, 1, res.Retries)
			h.script.Check(t)
		})
		t.Run("without values", func(t *testing.T) {
			h := newHome(t, m, nil, tv("9"), tv("1"), m.say("The TV is on."))
			res := h.say("TV on")
			res = h.resume(assistant.Results(wire(t, invalidChannel(res.Calls[0].ID)))...)
			require.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, "channel", res.Question.Parameter)
			res = h.say("one")
			require.Equal(t, toolcall.StopToolCalls, res.Stop)
			assert.Equal(t, `{"channel":"1"}`, string(res.Calls[0].Arguments))
			assert.Equal(t, "The TV is on.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
		})
		t.Run("bad pick", func(t *testing.T) {
			h := newHome(t, m, nil, tv("9"), tv("8"))
			res := h.say("TV on")
			res = h.resume(assistant.Results(wire(t, invalidChannel(res.Calls[0].ID, "1", "2")))...)
			require.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, []string{"1", "2"}, res.Question.Options)
		})
		t.Run("one of two", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"9"}`), made("tv", `{"channel":"1"}`)), tv("2"), m.say("Both are on."))
			res := h.say("TVs on")
			first := res.Calls[0].ID
			res = h.resume(assistant.Results(wire(t, invalidChannel(first, "1", "2")), wire(t, message("on").ToolResult(res.Calls[1].ID)))...)
			require.Len(t, res.Calls, 1)
			assert.Equal(t, first, res.Calls[0].ID)
			assert.Equal(t, "Both are on.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
			assert.Contains(t, h.told(2), `"message":"on"`)
		})
	})
}

// wire sends a result through JSON, as a node does.
func wire(t *testing.T, r jarvis.ToolResult) jarvis.ToolResult {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var read jarvis.ToolResult
	require.NoError(t, json.Unmarshal(text, &read))
	return read
}

// Results reads the wire form of the original's node.
func TestResults(t *testing.T) {
	var list []jarvis.ToolResult
	require.NoError(t, json.Unmarshal([]byte(`[
		{"tool_call_id": "a", "output": {"success": true, "message": "It is on.", "context": {"room": "den"}, "error": null}},
		{"tool_call_id": "b", "output": {"success": false, "error": "No power.", "context": null}},
		{"tool_call_id": "c", "output": {"success": true, "error": "No power."}},
		{"tool_call_id": "d", "output": {"success": true}}]`), &list))
	got := assistant.Results(list...)
	require.Len(t, got, 4)
	assert.Equal(t, "a", got[0].Call.ID)
	assert.Equal(t, &jarvis.Response{Success: true, ContextData: map[string]any{"message": "It is on.", "room": "den"}}, got[0].Response)
	assert.Equal(t, &jarvis.Response{ErrorDetails: "No power.", ContextData: map[string]any{}}, got[1].Response)
	assert.False(t, got[2].Response.Success, "a result with an error is a failure")
	assert.True(t, got[3].Response.Success)
	got[0].Response.ContextData["room"] = "hall"
	assert.Equal(t, "den", list[0].Output.Context["room"], "a copy")
}

// A question without a call goes by the literal id of the original.
func TestLiteralID(t *testing.T) {
	for _, m := range modes[1:] {
		h := newHome(t, m, nil, m.calls(made("request_validation", `{"question":"Which room?","parameter_name":"room"}`)))
		res := h.say("Light on")
		assert.Empty(t, res.Question.ToolCallID)
		text, err := json.Marshal(res.Question.Answer("the den"))
		require.NoError(t, err)
		assert.JSONEq(t, `{"tool_call_id":"validation-response","output":{"answer":"the den","parameter_name":"room","question":"Which room?","options":[]}}`, string(text))
	}
}

// What was executed beside the refused call is not executed again after the answer.
func TestNothingTwiceAfterAnAnswer(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		both := func(room string) llmtest.Step {
			return m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"`+room+`"}`))
		}
		h := newHome(t, m, nil, both("attic"), both("den"), m.say("Both done."))
		h.checks["light"] = refusedRoom()
		require.Equal(t, toolcall.StopValidation, h.say("Do both").Stop)
		assert.Equal(t, "Both done.", h.say("the den").Text)
		assert.Equal(t, []string{`lock{"door":"front"}`, `light{"room":"den"}`}, h.ran)
	})
}
