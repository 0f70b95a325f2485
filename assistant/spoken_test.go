// What is said: by commands without a model, by the results of calls, by failures, and by models that say too little or too much.

package assistant_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// routed has a command that recognises "stop", to answer with resp.
func routed(route jarvis.Route, resp *jarvis.Response) setup {
	return func(h *home, c *assistant.Config, _ *assistant.Start) {
		hooks := jarvis.Hooks[jarvis.Values]{PreRoute: func(_ context.Context, utterance string) *jarvis.Route {
			if utterance != "stop" {
				return nil
			}
			return &route
		}}
		c.Commands = registry(h.t, h.command("timer", jarvis.NewParameters().OptionalInteger("n", "").MustBuild(), hooks))
		h.answers["timer"] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			if resp == nil {
				panic("boom")
			}
			return resp, nil
		}
	}
}

// A command that recognises an utterance answers without the model; what fails then is the model's.
func TestPreRoute(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name  string
			route jarvis.Route
			resp  *jarvis.Response
			text  string // empty if the model is asked
			waits bool
		}{
			{"spoken response", jarvis.Route{SpokenResponse: "Stopped."}, message("Quiet now."), "Stopped.", false},
			{"message", jarvis.Route{}, message("Quiet now."), "Quiet now.", false},
			{"neither", jarvis.Route{}, jarvis.Final(nil), "Done.", false},
			{"waits and says nothing", jarvis.Route{}, jarvis.Success(nil), "I'm listening.", true},
			{"waits", jarvis.Route{}, jarvis.FollowUp(map[string]any{"message": "Which one?"}), "Which one?", true},
			{"failure", jarvis.Route{SpokenResponse: "Stopped."}, jarvis.Failure("It does not stop."), "", false},
			{"panic", jarvis.Route{}, nil, "", false},
			{"wrong arguments", jarvis.Route{Arguments: jarvis.Args{"n": "x"}}, message("?"), "", false},
			{"arguments without JSON", jarvis.Route{Arguments: jarvis.Args{"n": func() {}}}, message("?"), "", false},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, routed(tt.route, tt.resp), m.say("Said by the model."))
				res := h.say("stop")
				assert.Equal(t, toolcall.StopComplete, res.Stop)
				assert.Equal(t, tt.waits, res.WaitForInput)
				assert.Equal(t, tt.text != "", res.PreRouted)
				if tt.text == "" {
					assert.Equal(t, "Said by the model.", res.Text)
					h.script.Check(t)
					told := strings.Index(h.told(0), "a call was made already and has failed")
					assert.Equal(t, tt.name != "arguments without JSON", told >= 0)
					assert.Less(t, told, strings.Index(h.told(0), "user: stop"))
					return
				}
				assert.Equal(t, tt.text, res.Text)
				assert.Equal(t, !tt.waits, res.EndOfExchange)
				assert.Equal(t, "timer", executedNames(res.Executed))
				assert.Equal(t, []string{"calling timer{}", "called timer true"}, h.events)
				assert.Equal(t, jarvis.Request{VoiceCommand: "stop", ConversationID: "c1"}, h.requests[0])
				assert.Empty(t, h.script.Requests())
				h.say("And then?")
				assert.Contains(t, h.told(0), tt.text, "the model knows what was said")
			})
		}
	})
}

// While a question is open the words of the user are its answer, and no command is asked.
func TestPreRouteIsNotAskedForAnswers(t *testing.T) {
	m := modes[0]
	h := newHome(t, m, routed(jarvis.Route{}, message("Stopped.")), m.calls(made("request_validation", `{"question":"Stop or go?","parameter_name":"x"}`)), m.say("All right."))
	h.say("Hm")
	res := h.say("stop")
	assert.False(t, res.PreRouted)
	assert.Equal(t, "All right.", res.Text)
}

// What the results of calls say, and when the model is asked for words.
func TestSpokenResults(t *testing.T) {
	light, lock, recall := made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`), made("recall", `{"topic":"tea"}`)
	const words = "Said by the model."
	waiting := jarvis.FollowUp(map[string]any{"message": "Which one?"})
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name        string
			calls       []toolcall.Call
			light, lock *jarvis.Response
			speak       bool // SpeakResults
			text        string
			code        assistant.Code
			waits, ends bool
		}{
			{"a message", []toolcall.Call{light}, message("It is on."), nil, false, words, "", false, true},
			{"a message is spoken", []toolcall.Call{light}, message("It is on."), nil, true, "It is on.", "", false, true},
			{"two messages are spoken", []toolcall.Call{light, lock}, message("It is on."), message("Locked."), true, "It is on. Locked.", "", false, true},
			{"one without a message", []toolcall.Call{light, lock}, message("It is on."), jarvis.Final(nil), true, words, "", false, true},
			{"a message of a server tool", []toolcall.Call{recall}, nil, nil, true, words, "", false, false},
			{"beside a server tool", []toolcall.Call{recall, light}, message("It is on."), nil, true, "It is on.", "", false, true},
			{"waits with a message", []toolcall.Call{light}, waiting, nil, false, "Which one?", "", true, false},
			{"waits without a message", []toolcall.Call{light}, jarvis.Success(nil), nil, false, words, "", true, false},
			{"one waits", []toolcall.Call{lock, light}, waiting, message("Locked."), false, "Locked. Which one?", "", true, false},
			{"all fail", []toolcall.Call{light}, jarvis.Failure("No power."), nil, false, "Sorry, that did not work. No power.", assistant.CodeFailed, false, true},
			{"all fail with a message", []toolcall.Call{light}, jarvis.Failure("E42", jarvis.WithMessage("The bulb is broken.")), nil, false, "Sorry, that did not work. The bulb is broken.", assistant.CodeFailed, false, true},
			{"all fail without a reason", []toolcall.Call{light}, jarvis.Failure(""), nil, false, "Sorry, that did not work.", assistant.CodeFailed, false, true},
			{"both fail", []toolcall.Call{light, lock}, jarvis.Failure("No power."), jarvis.Failure("No key."), false, "Sorry, that did not work. No power.", assistant.CodeFailed, false, true},
			{"one of two fails", []toolcall.Call{light, lock}, jarvis.Failure("No power."), message("Locked."), false, words, "", false, true},
			{"one of two fails, messages are spoken", []toolcall.Call{light, lock}, jarvis.Failure("No power."), message("Locked."), true, words, "", false, true},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.SpeakResults = tt.speak }, m.calls(tt.calls...), m.say(words))
				h.answer("light", tt.light)
				h.answer("lock", tt.lock)
				h.answer("recall", message("For the model."))
				res := h.say("Do it")
				assert.Equal(t, tt.text, res.Text)
				assert.Equal(t, tt.code, res.Code)
				assert.Equal(t, toolcall.StopComplete, res.Stop)
				assert.Equal(t, tt.waits, res.WaitForInput)
				assert.Equal(t, tt.ends, res.EndOfExchange)
				assert.Equal(t, tt.text == words, h.script.Left() == 0)
			})
		}
	})
}

// The model's own words for a failure go before those of the command. Only the forms of Jarvis have a place for them.
func TestFailureMessage(t *testing.T) {
	for _, m := range []mode{modes[2], {"tags of jarvis", false, toolcall.Jarvis}} {
		h := newHome(t, m, nil, m.calls(failing("light", `{"room":"den"}`, "I could not switch it on.<|im_end|>"), made("lock", `{"door":"front"}`)))
		h.answer("light", jarvis.Failure("No power."))
		h.answer("lock", jarvis.Failure("No key."))
		res := h.say("Light on")
		assert.Equal(t, "I could not switch it on.", res.Text)
		assert.Equal(t, assistant.CodeFailed, res.Code)
		h.script.Check(t)

		h = newHome(t, m, nil, m.calls(failing("tv", `{"channel":"1"}`, "The TV stays off.")))
		res = h.say("TV on")
		assert.Equal(t, "The TV stays off.", res.Calls[0].FailureMessage)
		assert.Equal(t, "The TV stays off.", h.resume(resultOf(res.Calls[0], jarvis.Failure("No power."))).Text)
	}
}

// A result with only a query leaves the answer to what the model knows.
func TestKnowledge(t *testing.T) {
	const nudge = "The result leaves the answer to you"
	light, lock := made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`)
	query := jarvis.Final(map[string]any{"query": "Who was Ada Lovelace?"})
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name  string
			calls []toolcall.Call
			lock  *jarvis.Response
			light *jarvis.Response
			told  bool
		}{
			{"only a query", []toolcall.Call{light}, nil, query, true},
			{"two of them", []toolcall.Call{light, lock}, query, query, true},
			{"beside something else", []toolcall.Call{light, lock}, message("Locked."), query, false},
			{"with more", []toolcall.Call{light}, nil, jarvis.Final(map[string]any{"query": "?", "answer": 42}), false},
			{"a failure", []toolcall.Call{light, lock}, query, jarvis.Failure("no", jarvis.WithContextData(map[string]any{"query": "?"})), false},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, nil, m.calls(tt.calls...), m.say("A mathematician."), m.say("Hello."))
				h.answer("light", tt.light)
				h.answer("lock", tt.lock)
				assert.Equal(t, "A mathematician.", h.say("Who was Ada Lovelace?").Text)
				list := h.request(1).Messages
				assert.Equal(t, tt.told, strings.HasPrefix(list[len(list)-1].Content, nudge))
				h.say("Hello")
				assert.NotContains(t, h.told(2), nudge)
			})
		}
		t.Run("of the caller", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.say("A mathematician."))
			res := h.say("Who?")
			h.resume(assistant.Results(wire(t, query.ToolResult(res.Calls[0].ID)))...)
			assert.Contains(t, h.told(1), nudge)
		})
	})
}

// A model that says nothing after calls leaves the words to their results.
func TestNothingSaidAfterCalls(t *testing.T) {
	light, lock := made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`)
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name  string
			calls []toolcall.Call
			light *jarvis.Response
			said  string
			text  string
		}{
			{"message", []toolcall.Call{light}, message("It is on."), "", "It is on."},
			{"nothing", []toolcall.Call{light}, jarvis.Final(map[string]any{"state": 1}), "", "Done."},
			{"waits", []toolcall.Call{light}, jarvis.Success(map[string]any{"state": 1}), "", "I'm listening."},
			{"one has failed", []toolcall.Call{light, lock}, jarvis.Failure("No power."), "", "No power."},
			{"only a server tool", []toolcall.Call{made("recall", `{"topic":"tea"}`)}, nil, "", nothing},
			{"thinking", []toolcall.Call{light}, message("It is on."), "<think>so, it is on</think>", "It is on."},
			{"control tokens", []toolcall.Call{light}, message("It is on."), "<|im_end|>", "It is on."},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, nil, m.calls(tt.calls...), llmtest.Say(tt.said))
				h.answer("light", tt.light)
				assert.Equal(t, tt.text, h.say("Do it").Text)
			})
		}
	})
}

// The same calls twice in a row stop the turn, whatever their ids and the order of their arguments; others between do not.
func TestRepeatedCalls(t *testing.T) {
	set := func(args ...string) toolcall.Call { return made("set", "{"+strings.Join(args, ",")+"}") }
	eachMode(t, func(t *testing.T, m mode) {
		change := func(h *home, c *assistant.Config, _ *assistant.Start) {
			c.Commands, c.MaxRounds = registry(h.t, h.command("set", jarvis.NewParameters().OptionalString("a", "").OptionalNumber("b", "").MustBuild())), 5
		}
		for _, tt := range []struct {
			name  string
			steps []llmtest.Step
			ran   int
			code  assistant.Code
		}{
			{"the same", []llmtest.Step{m.calls(set(`"a":"x"`, `"b":1`)), m.calls(set(`"a":"x"`, `"b":1`))}, 1, assistant.CodeRepeated},
			{"another order", []llmtest.Step{m.calls(set(`"a":"x"`, `"b":1`)), m.calls(set(` "b":1`, `"a":"x"`))}, 1, assistant.CodeRepeated},
			{"another value", []llmtest.Step{m.calls(set(`"b":9007199254740993`)), m.calls(set(`"b":9007199254740992`)), m.say("Fine.")}, 2, ""},
			{"one more", []llmtest.Step{m.calls(set(`"b":1`)), m.calls(set(`"b":1`), set(`"b":2`)), m.say("Fine.")}, 3, ""},
			{"not in a row", []llmtest.Step{m.calls(set(`"b":1`)), m.calls(set(`"b":2`)), m.calls(set(`"b":1`)), m.say("Fine.")}, 3, ""},
			{"in one answer", []llmtest.Step{m.calls(set(`"b":1`), set(`"b":1`)), m.say("Fine.")}, 1, ""},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, change, tt.steps...)
				res := h.say("Do it")
				assert.Equal(t, tt.code, res.Code)
				assert.Len(t, h.ran, tt.ran)
				h.script.Check(t)
			})
		}
		t.Run("in two turns", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), m.say("On."), m.calls(made("light", `{"room":"den"}`)), m.say("On again."))
			h.say("On")
			assert.Equal(t, "On again.", h.say("Again").Text)
		})
		t.Run("of the caller", func(t *testing.T) {
			tv := m.calls(made("tv", `{"channel":"1"}`))
			h := newHome(t, m, nil, tv, tv)
			res := h.say("TV on")
			assert.Equal(t, assistant.CodeRepeated, h.resume(resultOf(res.Calls[0], jarvis.Final(nil))).Code)
		})
	})
}

// A host says it in its own words.
func TestPhrases(t *testing.T) {
	m := modes[0]
	change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
		c.Phrases = assistant.Phrases{Done: "1", Listening: "2", Failed: "3", Refused: "4", Stuck: "5", Unreachable: "6", Nothing: "7"}
		c.Retries, c.MaxRounds = -1, 2
	}
	light := made("light", `{"room":"den"}`)
	for want, tt := range map[string]struct {
		resp  *jarvis.Response
		steps []llmtest.Step
	}{
		"1":    {jarvis.Final(nil), []llmtest.Step{m.calls(light), m.say("")}},
		"2":    {jarvis.Success(nil), []llmtest.Step{m.calls(light), m.say("")}},
		"3 No": {jarvis.Failure("No"), []llmtest.Step{m.calls(light)}},
		"4":    {nil, []llmtest.Step{m.calls(invalid[0])}},
		"5":    {jarvis.Final(nil), []llmtest.Step{m.calls(light), m.calls(light)}},
		"6":    {nil, []llmtest.Step{llmtest.Fail(errDown)}},
		"7":    {nil, []llmtest.Step{m.say("")}},
	} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			h := newHome(t, m, change, tt.steps...)
			h.answer("light", tt.resp)
			res, _ := h.try("Do it")
			assert.Equal(t, want, res.Text)
		})
	}
}
