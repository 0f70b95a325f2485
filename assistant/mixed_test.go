// Answers with several calls: commands and server tools run, the caller's calls come back, and nothing is lost.

package assistant_test

import (
	"fmt"
	"slices"
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

// orders returns all orders of a list.
func orders[T any](list ...T) [][]T {
	if len(list) < 2 {
		return [][]T{list}
	}
	var all [][]T
	for i := range list {
		rest := slices.Concat(list[:i], list[i+1:])
		for _, order := range orders(rest...) {
			all = append(all, append([]T{list[i]}, order...))
		}
	}
	return all
}

func names(calls []toolcall.Call) string {
	list := make([]string, len(calls))
	for i, c := range calls {
		list[i] = c.Name
	}
	return strings.Join(list, " ")
}

func executedNames(list []toolcall.Executed) string {
	var calls []toolcall.Call
	for _, e := range list {
		calls = append(calls, e.Call)
	}
	return names(calls)
}

// Of an answer with calls of all kinds, in any order, everything is executed once.
func TestMixedCalls(t *testing.T) {
	light, recall, tv := made("light", `{"room":"den"}`), made("recall", `{"topic":"tea"}`), made("tv", `{"channel":"1"}`)
	question := made("request_validation", `{"question":"Which one?","parameter_name":"room"}`)
	eachMode(t, func(t *testing.T, m mode) {
		lists := slices.Concat(orders(light, recall), orders(light, tv), orders(recall, tv), orders(light, recall, tv), orders(tv, question), orders(light, question), orders(light, recall, tv, question))
		for _, calls := range lists {
			t.Run(names(calls), func(t *testing.T) { mixed(t, m, calls) })
		}
	})
}

// mixed holds a turn with these calls.
func mixed(t *testing.T, m mode, calls []toolcall.Call) {
	h := newHome(t, m, nil, m.calls(calls...), m.say("All done."))
	h.answer("recall", jarvis.Final(map[string]any{"fact": "no sugar"}))
	res := h.say("Do everything")
	var ran, mine, all []string
	for _, c := range calls {
		switch c.Name {
		case "light", "recall":
			ran = append(ran, keyOf(c))
			mine, all = append(mine, c.Name), append(all, c.Name)
		case "tv":
			all = append(all, c.Name)
		}
	}
	assert.Equal(t, ran, h.ran)
	if strings.Contains(names(calls), "tv") {
		require.Equal(t, toolcall.StopToolCalls, res.Stop)
		assert.Equal(t, strings.Join(mine, " "), executedNames(res.Executed))
		require.Equal(t, "tv", names(res.Calls))
		assert.Empty(t, res.Text)
		assert.False(t, res.WaitForInput)
		res = h.resume(resultOf(res.Calls[0], jarvis.Final(map[string]any{"picture": "sharp"})))
	}
	assert.Equal(t, "All done.", res.Text)
	assert.Equal(t, strings.Join(all, " "), executedNames(res.Executed), "in the order of the calls, without a question that was not asked")
	assert.Equal(t, ran, h.ran, "nothing is executed twice")
	told := h.told(1)
	at := 0
	for _, c := range calls {
		result := map[string]string{"light": `"state":"ok"`, "recall": "no sugar", "tv": "sharp", "request_validation": "Not asked. Ask the user with request_validation alone"}[c.Name]
		next := strings.Index(told[at:], result)
		require.NotEqual(t, -1, next, "the result of %s is not told, or not in the order of the calls:\n%s", c.Name, told)
		at += next
	}
	h.script.Check(t)
}

// A question alone stops the turn, in the words of the model, and the answer goes on.
func TestRequestValidation(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		ask := made("request_validation", `{"question":"Which room, den or hall?","parameter_name":"room","options":["den","hall"]}`)
		h := newHome(t, m, nil, m.calls(ask), m.calls(made("light", `{"room":"hall"}`)), m.say("It is on."))
		res := h.say("Light on")
		require.Equal(t, toolcall.StopValidation, res.Stop)
		assert.Equal(t, "Which room, den or hall?", res.Text)
		assert.Equal(t, "room", res.Question.Parameter)
		assert.Equal(t, []string{"den", "hall"}, res.Question.Options)
		assert.Equal(t, m.native, res.Question.ToolCallID != "")
		assert.True(t, res.WaitForInput)
		res = h.say("the hall")
		assert.Equal(t, "It is on.", res.Text)
		assert.Nil(t, h.conv.Question())
		require.Len(t, h.requests, 1)
		assert.True(t, h.requests[0].IsValidationResponse)
		assert.Equal(t, map[string]any{"answer": "the hall", "parameter_name": "room", "question": "Which room, den or hall?", "options": []string{"den", "hall"}}, h.requests[0].ValidationContext)
		h.script.Check(t)
	})
}

// A question without words, or with nothing that can be spoken, is not asked.
func TestEmptyQuestion(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, question := range []string{"", " ", "<|im_end|>"} {
			h := newHome(t, m, nil, m.calls(made("request_validation", `{"question":"`+question+`","parameter_name":"room"}`)), m.say("Which room?"))
			res := h.say("Light on")
			assert.Equal(t, "Which room?", res.Text)
			assert.Nil(t, res.Question)
			assert.Contains(t, h.told(1), "Not asked: the question is empty.")
		}
		h := newHome(t, m, nil, m.calls(made("request_validation", `{"question":"Which room?<|im_end|>","parameter_name":"room"}`)))
		assert.Equal(t, "Which room?", h.say("Light on").Text)
	})
}

func TestNoQuestions(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.NoQuestions = true }, m.calls(made("request_validation", `{"question":"?","parameter_name":"x"}`)), m.say("Hm."))
		assert.Equal(t, "Hm.", h.say("Light on").Text)
		assert.NotContains(t, h.conv.SystemPrompt()+string(h.request(0).Tools), "request_validation")
		assert.Contains(t, h.told(1), "request_validation is not a tool")
	})
}

// A request_validation of the host's own is a tool like any other.
func TestRequestValidationOfTheHost(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		own := func(h *home, c *assistant.Config, _ *assistant.Start) {
			c.ServerTools = registry(h.t, h.command("request_validation", params("topic")))
		}
		h := newHome(t, m, own, m.calls(made("request_validation", `{"topic":"tea"}`), made("light", `{"room":"den"}`)), m.say("Fine."))
		assert.Equal(t, "Fine.", h.say("Light on").Text)
		assert.Equal(t, []string{`request_validation{"topic":"tea"}`, `light{"room":"den"}`}, h.ran)
	})
}

// A tool that panics or fails is a failed call; the turn goes on.
func TestToolsThatFail(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, name := range []string{"light", "recall"} {
			for how, answer := range map[string]func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error){
				"panics": func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) { panic("boom") },
				"fails":  func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, errDown },
				"is nil": func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil },
			} {
				t.Run(name+" "+how, func(t *testing.T) {
					call := made(name, map[string]string{"light": `{"room":"den"}`, "recall": `{"topic":"tea"}`}[name])
					h := newHome(t, m, nil, m.calls(call, made("lock", `{"door":"front"}`)), m.say("The door is locked, the other thing failed."))
					h.answers[name] = answer
					res := h.say("Do both")
					assert.Equal(t, toolcall.StopComplete, res.Stop)
					require.Len(t, res.Executed, 2)
					assert.False(t, res.Executed[0].Response.Success)
					assert.True(t, res.Executed[1].Response.Success)
					assert.Contains(t, h.told(1), fmt.Sprintf("The command '%s' failed.", name))
				})
			}
		}
	})
}

// Calls with the same id, or the id of an earlier one, are told apart.
func TestRepeatedIDs(t *testing.T) {
	same := func(room string) toolcall.Call {
		c := made("tv", `{"channel":"`+room+`"}`)
		c.ID = "same"
		return c
	}
	m := modes[0]
	h := newHome(t, m, nil, llmtest.Calls(same("1"), same("2")), llmtest.Calls(same("3")), m.say("Fine."))
	res := h.say("TV on")
	require.Len(t, res.Calls, 2)
	assert.NotEqual(t, res.Calls[0].ID, res.Calls[1].ID)
	res = h.resume(resultOf(res.Calls[1], message("two")), resultOf(res.Calls[0], message("one")))
	require.Len(t, res.Calls, 1)
	assert.Equal(t, "Fine.", h.resume(resultOf(res.Calls[0], message("three"))).Text)
}

// Results that do not fit change nothing; the right ones may be given then.
func TestContinueWithWrongResults(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`), made("tv", `{"channel":"2"}`)), m.say("Fine."))
		res := h.say("TV on")
		one, two := resultOf(res.Calls[0], message("one")), resultOf(res.Calls[1], message("two"))
		for name, results := range map[string][]toolcall.Executed{
			"none":       nil,
			"one of two": {one},
			"one twice":  {one, two, one},
			"a stranger": {one, two, resultOf(toolcall.Call{}, message("?"))},
			"nothing":    {one, resultOf(res.Calls[1], nil)},
		} {
			_, err := h.tryResume(results...)
			var wrong *toolcall.ResultsError
			require.ErrorAs(t, err, &wrong, name)
		}
		res = h.resume(two, one)
		assert.Equal(t, "Fine.", res.Text)
		_, err := h.tryResume(one, two)
		require.ErrorIs(t, err, assistant.ErrNotPending)
	})
}

// Who says something else instead of giving results gives them up, and the model is told so.
func TestPendingCallsGivenUp(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`), made("light", `{"room":"den"}`)), m.say("Hello."))
		res := h.say("TV on")
		late := resultOf(res.Calls[0], message("on"))
		h.say("Hello")
		assert.Contains(t, h.told(1), "not known")
		assert.Contains(t, h.told(1), `"state":"ok"`, "what was executed is known")
		_, err := h.tryResume(late)
		require.ErrorIs(t, err, assistant.ErrNotPending)
	})
}

// A client tool and a command of one name cannot be told apart.
func TestDuplicateNames(t *testing.T) {
	h := newHome(t, modes[0], nil)
	_, err := h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{clientTool("light", params("room")), clientTool("tv", params()), clientTool("recall", params())}})
	require.Error(t, err)
	assert.Contains(t, err.Error(), `two are named "light"`)
	assert.Contains(t, err.Error(), `two are named "recall"`)
	_, err = h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{clientTool("tv", params()), clientTool("tv", params())}})
	require.Error(t, err, "a client's list with a name twice")
	_, err = h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{{}}})
	require.Error(t, err, "a tool without a name")
	_, err = assistant.New(assistant.Config{Provider: prompt.New(modes[0].model()), Client: h.script, Commands: registry(t, h.command("a", nil), h.command("b", nil)), ServerTools: registry(t, h.command("b", nil), h.command("a", nil))})
	require.Error(t, err)
	assert.Contains(t, err.Error(), `"a"`)
	assert.Contains(t, err.Error(), `"b"`)
}
