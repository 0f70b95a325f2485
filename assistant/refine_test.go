// Refining: calls are filled in by a second question.

package assistant_test

import (
	"context"
	"fmt"
	"strings"
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

// lamp has a refinable color and level.
func lamp() *jarvis.Parameters {
	return jarvis.NewParameters().RequiredString("room", "The room").OptionalEnum("color", "The color", "red", "blue").Refinable().OptionalInteger("level", "How bright").Refinable().MustBuild()
}

// refining is a home in which lamps are refined.
func refining(h *home, c *assistant.Config, s *assistant.Start) {
	c.Refine = true
	c.Commands = registry(h.t, h.command("light", lamp()), h.command("lock", params("door")))
	s.ClientTools = []prompt.Tool{{Name: "tv", Parameters: []byte(`{"type":"object","properties":{"room":{"type":"string"},"color":{"type":"string","enum":["red","blue"],"_refinable":true}},"required":["room"],"additionalProperties":false}`)}}
}

// The first question shows the tools without what is refined; the second fills it in as far as its answer is right.
func TestRefine(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name   string
			answer llmtest.Step
			ran    string
		}{
			{"merged", llmtest.Say(`{"color": "red", "level": 5}`), `light{"room":"den","color":"red","level":5}`},
			{"one of them", llmtest.Say("```json\n{\"color\": null, \"level\": 5}\n```"), `light{"room":"den","level":5}`},
			{"after thinking", llmtest.Say(`<think>{"level": 1}</think>{"level": 2}`), `light{"room":"den","level":2}`},
			{"a wrong value", llmtest.Say(`{"color": "green", "level": 5}`), `light{"room":"den","level":5}`},
			{"not refinable", llmtest.Say(`{"room": "hall", "more": 1}`), `light{"room":"den"}`},
			{"no JSON", llmtest.Say("Red, I think."), `light{"room":"den"}`},
			{"nothing", llmtest.Say(""), `light{"room":"den"}`},
			{"an error", llmtest.Fail(errDown), `light{"room":"den"}`},
		} {
			t.Run(tt.name, func(t *testing.T) {
				h := newHome(t, m, refining, m.calls(made("light", `{"room":"den"}`)), tt.answer, m.say("It is on."), m.say("Bye."))
				res := h.say("Red light in the den")
				assert.Equal(t, "It is on.", res.Text)
				assert.Equal(t, []string{tt.ran}, h.ran)
				assert.Equal(t, 2, res.Rounds)
				assert.NotContains(t, h.conv.SystemPrompt()+string(h.request(0).Tools), "color")
				second := h.request(1)
				require.NotNil(t, second.Temperature)
				assert.Zero(t, *second.Temperature)
				assert.Empty(t, second.Tools)
				require.Len(t, second.Messages, 1)
				assert.Equal(t, toolcall.RoleUser, second.Messages[0].Role)
				assert.Contains(t, second.Messages[0].Content, "Red light in the den")
				assert.Contains(t, second.Messages[0].Content, "red")
				h.say("Bye")
				assert.NotContains(t, h.told(3), second.Messages[0].Content)
				h.script.Check(t)
			})
		}
	})
}

// Which calls are refined: those that have something to refine and do not have it.
func TestRefineWhich(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("nothing to refine", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("lock", `{"door":"front"}`)), m.say("Locked."))
			assert.Equal(t, "Locked.", h.say("Lock it").Text)
			h.script.Check(t)
		})
		t.Run("given at once", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":"den","color":"blue","level":1}`)), m.say("On."))
			h.say("Blue light")
			assert.Equal(t, []string{`light{"room":"den","color":"blue","level":1}`}, h.ran)
			h.script.Check(t)
		})
		t.Run("one given at once", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":"den","color":"blue"}`)), llmtest.Say(`{"color":"red","level":1}`), m.say("On."))
			h.say("Blue light")
			assert.Equal(t, []string{`light{"room":"den","color":"blue","level":1}`}, h.ran, "nothing is overwritten")
		})
		t.Run("two calls", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`), made("light", `{"room":"hall"}`)), llmtest.Say(`{"level":1}`), llmtest.Say(`{"level":2}`), m.say("On."))
			h.say("Lights on")
			assert.Equal(t, []string{`light{"room":"den","level":1}`, `lock{"door":"front"}`, `light{"room":"hall","level":2}`}, h.ran)
		})
		t.Run("a call of the caller", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("tv", `{"room":"den"}`)), llmtest.Say(`{"color":"red"}`), m.say("On."))
			res := h.say("Red TV")
			require.Len(t, res.Calls, 1)
			assert.JSONEq(t, `{"room":"den","color":"red"}`, string(res.Calls[0].Arguments))
			assert.Equal(t, "On.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
			assert.Contains(t, h.told(2), "red", "the transcript has the call as it was executed")
		})
		t.Run("off", func(t *testing.T) {
			off := func(h *home, c *assistant.Config, s *assistant.Start) {
				refining(h, c, s)
				c.Refine = false
			}
			h := newHome(t, m, off, m.calls(made("light", `{"room":"den"}`)), m.say("On."))
			h.say("Light on")
			assert.Contains(t, h.conv.SystemPrompt()+string(h.request(0).Tools), "color")
			h.script.Check(t)
		})
		t.Run("narrowed", func(t *testing.T) {
			h := newHome(t, m, func(h *home, c *assistant.Config, s *assistant.Start) {
				refining(h, c, s)
				h.narrowed = true
				c.Classify = classified("light")
			}, m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"level":3}`), m.say("On."))
			h.say("Light on")
			assert.Equal(t, []string{`light{"room":"den","level":3}`}, h.ran)
			assert.NotContains(t, h.request(0).Messages[0].Content+string(h.request(0).Tools), "color")
		})
	})
}

// A refined call is corrected like any other, without refining again; what is wrong at first is retried.
func TestRefineAndRetries(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("refused at first", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":5}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"level":3}`), m.say("On."))
			res := h.say("Light on")
			assert.Equal(t, 1, res.Retries)
			assert.Equal(t, []string{`light{"room":"den","level":3}`}, h.ran)
		})
		t.Run("refused by the command", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":"attic"}`)), llmtest.Say(`{"level":3}`), m.calls(made("light", `{"room":"den","level":3}`)), m.say("On."))
			h.checks["light"] = refusedRoom("den", "hall")
			assert.Equal(t, "On.", h.say("Light on").Text)
			assert.Equal(t, []string{`light{"room":"den","level":3}`}, h.ran)
			h.script.Check(t)
		})
		t.Run("wrong and given at once", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"room":"den","level":"high"}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"level":3}`), m.say("On."))
			res := h.say("Light on")
			assert.Equal(t, "On.", res.Text, "the user is not asked for what a model gets wrong")
		})
	})
}

// A refinable parameter that is required is filled in by the second question, or else by the user.
func TestRefineRequired(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(h *home, c *assistant.Config, s *assistant.Start) {
			refining(h, c, s)
			c.Commands = registry(h.t, h.command("light", jarvis.NewParameters().RequiredString("room", "").RequiredEnum("color", "The color", "red", "blue").Refinable().MustBuild()))
		}
		t.Run("by the model", func(t *testing.T) {
			h := newHome(t, m, change, m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"color":"red"}`), m.say("It is on."))
			assert.Zero(t, h.say("Red light").Retries)
			assert.Equal(t, []string{`light{"room":"den","color":"red"}`}, h.ran)
		})
		t.Run("by the user", func(t *testing.T) {
			h := newHome(t, m, change, m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"color":null}`), m.calls(made("light", `{"room":"den","color":"blue"}`)), m.say("It is on."))
			res := h.say("Light on")
			require.Equal(t, toolcall.StopValidation, res.Stop)
			assert.Equal(t, "color", res.Question.Parameter)
			assert.Equal(t, "It is on.", h.say("blue").Text)
			assert.Equal(t, []string{`light{"room":"den","color":"blue"}`}, h.ran)
		})
		t.Run("of the caller", func(t *testing.T) {
			h := newHome(t, m, func(h *home, c *assistant.Config, s *assistant.Start) {
				refining(h, c, s)
				s.ClientTools[0].Parameters = []byte(`{"type":"object","properties":{"color":{"type":"string","_refinable":true}},"required":["color"]}`)
			}, m.calls(made("tv", `{}`)), llmtest.Say(`{}`), m.calls(made("tv", `{"color":"blue"}`)))
			res := h.say("TV on")
			require.Equal(t, toolcall.StopValidation, res.Stop, "a call without it is not for the caller")
			assert.Equal(t, "color", res.Question.Parameter)
			assert.Equal(t, "tv", names(h.say("blue").Calls))
		})
	})
}

// Of refining an unknown parameter is the model's to mend, as without it.
func TestRefineKeepsTheChecks(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, refining, m.calls(made("light", `{"room":"den","bogus":1}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Say(`{"color":"red"}`), m.say("It is on."))
		res := h.say("Light on")
		assert.Equal(t, toolcall.StopComplete, res.Stop, res.Text)
		assert.Equal(t, []string{`light{"room":"den","color":"red"}`}, h.ran)
	})
}

// Usage counts all answers, those of refining too.
func TestUsageOfRefining(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		costs := func(step llmtest.Step) llmtest.Step {
			return llmtest.Do(func(req *llm.Request) (*llm.Reply, error) {
				reply, err := llmtest.NewScript(step).Chat(t.Context(), req)
				reply.Usage = llm.Usage{Prompt: 10, Completion: 1, Total: 11}
				return reply, err
			})
		}
		h := newHome(t, m, refining, costs(m.calls(made("light", `{"room":"den"}`))), costs(llmtest.Say(`{"color":"red"}`)), costs(m.say("It is on.")))
		assert.Equal(t, llm.Usage{Prompt: 30, Completion: 3, Total: 33}, h.say("Light on").Usage)
	})
}

// A context that ends while a call is refined ends the turn, and nothing is executed.
func TestRefineCancelled(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		ctx, cancel := context.WithCancel(t.Context())
		h := newHome(t, m, refining, m.calls(made("light", `{"room":"den"}`)), llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
			cancel()
			return nil, errDown
		}))
		_, err := h.turn(func() (*assistant.Result, error) { return h.conv.Say(ctx, assistant.Utterance{Text: "Light on"}) })
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, h.ran)
	})
}

// classified is a classifier that always gives the same names.
func classified(names ...string) func(context.Context, string, []prompt.Tool) ([]string, error) {
	return func(context.Context, string, []prompt.Tool) ([]string, error) { return names, nil }
}

// Values are filled in once: later answers and corrections neither ask for them again nor change them.
func TestRefinedOnce(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("given values stay", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("light", `{"color":"blue","room":"den"}`)), llmtest.Say(`{"color":"red","room":"hall","level":1}`), m.say("On."))
			h.say("Blue light")
			require.Len(t, h.ran, 1)
			assert.Contains(t, h.ran[0], `"color":"blue"`)
			assert.Contains(t, h.ran[0], `"room":"den"`)
			assert.Equal(t, 1, strings.Count(h.ran[0], `"level"`))
			h.script.Check(t)
		})
		t.Run("null is none", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("tv", `{"room":"den","color":null}`)), llmtest.Say(`{"color":"red"}`), m.say("On."))
			res := h.say("Red TV")
			require.Len(t, res.Calls, 1)
			assert.JSONEq(t, `{"room":"den","color":"red"}`, string(res.Calls[0].Arguments))
			assert.Equal(t, 1, strings.Count(string(res.Calls[0].Arguments), "color"))
		})
		t.Run("after results", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("tv", `{"room":"den"}`)), llmtest.Say(`{"color":"red"}`), m.say("On."))
			res := h.say("Red TV")
			h.resume(resultOf(res.Calls[0], message("on")))
			h.script.Check(t)
		})
		t.Run("a correction of the caller", func(t *testing.T) {
			h := newHome(t, m, refining, m.calls(made("tv", `{"room":"attic"}`)), llmtest.Say(`{"color":"red"}`), m.calls(made("tv", `{"room":"den","color":"red"}`)), m.say("On."))
			res := h.say("Red TV")
			res = h.resume(resultOf(res.Calls[0], jarvis.Invalid(refusedRoom("den", "hall")...)))
			require.Len(t, res.Calls, 1)
			assert.JSONEq(t, `{"room":"den","color":"red"}`, string(res.Calls[0].Arguments))
			h.resume(resultOf(res.Calls[0], message("on")))
			h.script.Check(t)
		})
	})
}

// Refined dates are those of the conversation: keys where they are on, else ISO values only.
func TestRefinedDates(t *testing.T) {
	for _, keys := range []bool{true, false} {
		eachMode(t, func(t *testing.T, m mode) {
			change := func(h *home, c *assistant.Config, s *assistant.Start) {
				c.Refine, c.DateKeys, s.Context.Timezone = true, keys, "America/New_York"
				p := jarvis.NewParameters().RequiredString("text", "What").OptionalDatetime("at", "When").Refinable().MustBuild()
				c.Commands = registry(h.t, h.command("remind", p))
				s.ClientTools = []prompt.Tool{{Name: "alarm", Parameters: []byte(`{"type":"object","properties":{"at":{"type":"string","format":"date-time","_refinable":true}}}`)}}
			}
			const iso, bound = "2026-10-07T07:00:00-04:00", "2026-10-07T11:00:00Z"
			for value, want := range map[string]string{"tomorrow_morning": bound, iso: iso, "whenever": ""} {
				t.Run(fmt.Sprintf("%s %t", value, keys), func(t *testing.T) {
					if !keys && value != iso {
						want = "" // the value is not accepted, and the call goes without
					}
					step := llmtest.Say(fmt.Sprintf(`{"at":%q}`, value))
					h := newHome(t, m, change, m.calls(made("remind", `{"text":"tea"}`)), step, m.say("I will."), m.calls(made("alarm", `{}`)), step)
					res := h.say("Remind me tomorrow morning")
					assert.Equal(t, "I will.", res.Text)
					require.Len(t, h.ran, 1)
					assert.Equal(t, want != "", strings.Contains(h.ran[0], `"at":"`+want+`"`), h.ran[0])
					assert.Equal(t, want != "", strings.Contains(h.ran[0], `"at"`))
					res = h.say("Wake me tomorrow morning")
					require.Len(t, res.Calls, 1)
					assert.Equal(t, want != "", strings.Contains(string(res.Calls[0].Arguments), value), "as the model has said it, for the caller to bind")
					h.script.Check(t)
				})
			}
		})
	}
}

// What was executed before a context ends in refining is told in the next turn, and no further call is asked about.
func TestRefineCanceledInALaterRound(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		ctx, cancel := context.WithCancel(t.Context())
		h := newHome(t, m, refining, m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{"room":"den"}`), made("light", `{"room":"hall"}`)),
			llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
				cancel()
				return nil, context.Canceled
			}), m.say("Hello."))
		_, err := h.sayUnder(ctx, "Lock and light")
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, []string{`lock{"door":"front"}`}, h.ran)
		h.say("Hello")
		assert.Contains(t, h.told(3), `lock {"door":"front"}: {"success":true`)
		assert.NotContains(t, h.told(3), unknownEnd, "the light was never touched")
	})
}

// A model that makes its calls again after a question does not know what refining has filled in; they are not executed again.
func TestRefinedCallsAreKnownAgain(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		light := made("light", `{"room":"den"}`)
		h := newHome(t, m, refining,
			m.calls(light, made("lock", `{"door":"x"}`)), llmtest.Say(`{"color":"red"}`),
			m.calls(light, made("lock", `{"door":"front"}`)), m.say("Both are done."))
		h.checks["lock"] = []jarvis.ValidationResult{{ParamName: "door", Message: "Which door?"}}
		require.Equal(t, toolcall.StopValidation, h.say("Red light in the den and lock the door").Stop)
		assert.Equal(t, "Both are done.", h.say("the front one").Text)
		assert.Equal(t, []string{`light{"room":"den","color":"red"}`, `lock{"door":"front"}`}, h.ran)
		h.script.Check(t)
	})
}
