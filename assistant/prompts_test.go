// What the model is sent: the system prompt, what stands around the words of the user, the tools, and how far back it goes.

package assistant_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// says are answers in words.
func (m mode) says(n int) []llmtest.Step {
	steps := make([]llmtest.Step, n)
	for i := range steps {
		steps[i] = m.say(fmt.Sprintf("Answer %d.", i))
	}
	return steps
}

// Requests of each mode, in all that is not the transcript.
func TestRequests(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.say("Hello."))
		h.say("Hello")
		req := h.request(0)
		assert.Empty(t, req.Model)
		assert.Equal(t, 256, req.MaxTokens)
		require.NotNil(t, req.Temperature)
		assert.InDelta(t, 0.4, *req.Temperature, 0)
		var tools []struct{ Function struct{ Name string } }
		if m.native {
			require.NoError(t, json.Unmarshal(req.Tools, &tools))
			require.Len(t, tools, 5)
			assert.Equal(t, "light", tools[0].Function.Name)
			assert.Empty(t, req.ResponseFormat)
			assert.NotContains(t, h.conv.SystemPrompt(), "light")
			return
		}
		assert.Empty(t, req.Tools)
		want := prompt.TextFormat()
		if m.format == toolcall.Jarvis {
			want = prompt.EnvelopeFormat()
		}
		assert.JSONEq(t, string(want), string(req.ResponseFormat))
		for _, name := range []string{"light", "lock", "recall", "tv", "request_validation"} {
			assert.Contains(t, h.conv.SystemPrompt(), `"name":"`+name+`"`)
		}
	})
	t.Run("configured", func(t *testing.T) {
		h := newHome(t, modes[0], func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.Model, c.MaxTokens, c.Temperature = "small", -1, new(0.9)
		}, modes[0].say("Hello."))
		h.say("Hello")
		assert.Equal(t, "small", h.request(0).Model)
		assert.Zero(t, h.request(0).MaxTokens)
		assert.InDelta(t, 0.9, *h.request(0).Temperature, 0)
	})
}

// Prompts know which tools are the user's: of those alone the policy of direct answers speaks.
func TestServerToolsInPrompts(t *testing.T) {
	h := newHome(t, modes[0], func(_ *home, c *assistant.Config, _ *assistant.Start) {
		c.Provider = prompt.New(prompt.Model{Name: "Test", Native: true, Sections: []prompt.Section{prompt.DirectAnswerSection()}})
	})
	for name, said := range map[string]bool{"light": true, "lock": true, "tv": true, "recall": false, "request_validation": false} {
		assert.Equal(t, said, strings.Contains(h.conv.SystemPrompt(), name), name)
	}
}

// Message 0 is the same over 100 turns and speakers, byte for byte; what changes stands before the last words of the user.
func TestMessageZero(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		now := time.Date(2026, 10, 6, 14, 0, 0, 0, time.UTC)
		h := newHome(t, m, func(_ *home, c *assistant.Config, s *assistant.Start) {
			c.NotForMe, c.ExchangeComplete = true, true
			c.Clock = func() time.Time { return now }
			s.Context.Timezone = "America/New_York"
		}, m.says(100)...)
		for i := range 100 {
			now = now.Add(7 * time.Hour)
			u := assistant.Utterance{Text: fmt.Sprintf("Turn %d", i), User: fmt.Sprint(i), Moment: prompt.Moment{Speaker: fmt.Sprintf("Speaker %d", i), Memories: fmt.Sprintf("likes %d", i), Ambient: "music", Shown: []string{"a list"}, Hints: []string{fmt.Sprintf("hint %d", i)}}}
			res, err := h.turn(func() (*assistant.Result, error) { return h.conv.Say(t.Context(), u) }) // compares message 0
			require.NoError(t, err)
			assert.Equal(t, fmt.Sprint(i), res.Request.User)
			told := h.told(i)
			assert.Contains(t, told, fmt.Sprintf("Speaker %d", i))
			assert.Contains(t, told, fmt.Sprintf("Turn %d\n\nhint %d\n", i, i))
			local := now.In(time.FixedZone("EDT", -4*3600)).Format("15:04 on Monday")
			if i < 50 { // before winter time
				assert.Contains(t, told, local)
			}
			assert.NotContains(t, told, fmt.Sprintf("Speaker %d.", i-1), "of the turn before")
			assert.NotContains(t, told, fmt.Sprintf("hint %d\n", i-1))
		}
		list := h.request(99).Messages
		roles := make([]string, 0, 4)
		for _, msg := range list[len(list)-4:] {
			roles = append(roles, string(msg.Role))
		}
		assert.Equal(t, "system system system user", strings.Join(roles, " "))
		assert.Contains(t, h.conv.SystemPrompt(), prompt.NotForMe())
		assert.True(t, strings.HasSuffix(h.conv.SystemPrompt(), prompt.ExchangeComplete()))
	})
}

// Two conversations of an engine, started in the same way, have the same prompt.
func TestPromptIsTheSameForAll(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil)
		other, err := h.engine.Start(assistant.Start{ClientTools: h.start.ClientTools})
		require.NoError(t, err)
		assert.Equal(t, h.conv.SystemPrompt(), other.SystemPrompt())
	})
}

// The second turn sees the first, with its calls and their results.
func TestHistory(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), m.say("It is on."), m.say("Bye."))
		h.say("Light on")
		h.say("Bye")
		told := h.told(2)
		for _, text := range []string{"user: Light on", "light", `{"room":"den"}`, `"state":"ok"`, "assistant: It is on.", "user: Bye"} {
			i := strings.Index(told, text)
			require.NotEqual(t, -1, i, "%s in\n%s", text, told)
			told = told[i:]
		}
	})
}

// A conversation goes on from the messages of another one, or from a log that breaks off.
func TestStartWithHistory(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)))
		h.say("TV on")
		old := h.conv.Messages()
		h2 := newHome(t, m, func(_ *home, _ *assistant.Config, s *assistant.Start) { s.History = old }, m.say("Hello."))
		assert.Equal(t, old, h2.conv.Messages())
		h2.say("Hello")
		assert.Contains(t, h2.told(0), "user: TV on")
		assert.Equal(t, old, h.conv.Messages(), "it is not shared")
	})
}

func TestMaxTurns(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for configured, want := range map[int]int{0: 20, -1: 20, 1: 1, 3: 3} {
			t.Run(fmt.Sprint(configured), func(t *testing.T) {
				var steps []llmtest.Step
				for i := range 30 {
					steps = append(steps, m.calls(made("light", fmt.Sprintf(`{"room":"r%d"}`, i))), m.say(fmt.Sprintf("Answer %d.", i)))
				}
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.MaxTurns = configured }, steps...)
				for i := range 30 {
					h.say(fmt.Sprintf("Turn %d", i))
				}
				users := 0
				for _, msg := range h.request(58).Messages {
					if msg.Role == toolcall.RoleUser {
						users++
					}
				}
				assert.Equal(t, want, users-1, "older turns that are seen")
				assert.Contains(t, h.told(58), "user: Turn 28")
				assert.LessOrEqual(t, len(h.conv.Messages()), 4*(want+2), "what is forgotten is not kept")
			})
		}
	})
}

// A command may have all forgotten; so may a caller.
func TestClearHistory(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for name, resp := range map[string]*jarvis.Response{
			"success": jarvis.Final(map[string]any{"message": "Gone."}, jarvis.WithClearHistory()),
			"failure": jarvis.Failure("Gone.", jarvis.WithClearHistory()),
		} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, nil, m.say("Hello."), m.calls(made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`)), m.say("All gone."), m.say("Who?"))
				h.answer("light", resp)
				h.say("I am Ada")
				res := h.say("Forget it all")
				assert.True(t, res.Cleared)
				assert.Equal(t, "All gone.", res.Text)
				assert.Empty(t, h.conv.Messages())
				res = h.say("Who am I?")
				assert.False(t, res.Cleared)
				assert.NotContains(t, h.told(3), "Ada")
			})
		}
		t.Run("of the caller", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.say("Gone."), m.say("Who?"))
			res := h.say("TV on")
			resp := jarvis.Final(nil, jarvis.WithClearHistory())
			assert.True(t, h.resume(resultOf(res.Calls[0], resp)).Cleared)
			assert.Empty(t, h.conv.Messages())
		})
		t.Run("with calls that wait", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`), made("tv", `{"channel":"1"}`)), m.say("Gone."), m.say("Who?"))
			h.answer("light", jarvis.Final(nil, jarvis.WithClearHistory()))
			res := h.say("TV on")
			res = h.resume(resultOf(res.Calls[0], jarvis.Final(nil)))
			assert.Equal(t, "Gone.", res.Text)
			assert.True(t, res.Cleared)
			h.say("Who?")
			assert.NotContains(t, h.told(2), "TV on")
		})
		t.Run("with a question", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
			h.answer("lock", jarvis.Final(nil, jarvis.WithClearHistory()))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			assert.Equal(t, "It is on.", h.say("the den").Text)
			assert.Contains(t, h.told(1), "the den")
		})
	})
}

func TestForget(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for name, first := range map[string]llmtest.Step{
			"words":    m.say("Hello."),
			"calls":    m.calls(made("tv", `{"channel":"1"}`)),
			"question": m.calls(made("request_validation", `{"question":"Which?","parameter_name":"x"}`)),
		} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, nil, first, m.say("Who?"))
				h.say("I am Ada")
				h.conv.Forget()
				assert.Empty(t, h.conv.Messages())
				assert.Nil(t, h.conv.Question())
				_, err := h.tryResume()
				require.ErrorIs(t, err, assistant.ErrNotPending)
				h.say("Who am I?")
				assert.NotContains(t, h.told(1), "Ada")
				assert.NotContains(t, h.told(1), "not known")
			})
		}
		t.Run("what was executed", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown), m.say("Who?"))
			_, err := h.try("Light on")
			require.ErrorIs(t, err, errDown)
			h.conv.Forget()
			h.say("Who am I?")
			assert.NotContains(t, h.told(2), "den")
		})
	})
}

// The suffix of the provider stands behind all words of users, and in no transcript.
func TestSuffix(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(h *home, c *assistant.Config, _ *assistant.Start) {
			model := m.model()
			model.Suffix = "/no_think"
			c.Provider = prompt.New(model)
		}
		h := newHome(t, m, change, m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."), m.say("Bye."))
		h.checks["light"] = refusedRoom()
		h.say("Light on")
		h.say("the den")
		h.say("Bye")
		for n := range 4 {
			for _, msg := range h.request(n).Messages {
				assert.Equal(t, msg.Role == toolcall.RoleUser, strings.HasSuffix(msg.Content, "\n/no_think"), "%+v", msg)
			}
		}
		for _, msg := range h.conv.Messages() {
			assert.NotContains(t, msg.Content, "/no_think")
		}
	})
}

// For templates with one system message all others are folded into the words of the user, who takes turns with the assistant.
func TestSystemOnce(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(h *home, c *assistant.Config, _ *assistant.Start) {
			model := m.model()
			model.SystemOnce = true
			c.Provider = prompt.New(model)
		}
		h := newHome(t, m, change, m.calls(invalid[0]), m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."),
			m.calls(made("tv", `{"channel":"1"}`)), m.say("Bye."), m.calls(made("light", `{"room":"hall"}`)), llmtest.Fail(errDown), m.say("Hello."))
		h.checks["light"] = refusedRoom("den", "hall")
		h.say("Light on")
		h.say("TV on")
		h.say("Bye")
		_, err := h.try("Light on")
		require.Error(t, err)
		h.say("Hello")
		for n := range 9 {
			var last toolcall.Role
			for i, msg := range h.request(n).Messages {
				assert.Equal(t, i == 0, msg.Role == toolcall.RoleSystem, "request %d message %d", n, i)
				assert.False(t, msg.Role == last && msg.Role != toolcall.RoleTool, "request %d message %d: two of %s", n, i, last)
				last = msg.Role
			}
		}
	})
}

// A classifier narrows what the model is shown: the tools of the request, or the prompt.
func TestClassifier(t *testing.T) {
	all := "light lock recall tv request_validation"
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name    string
			names   []string
			err     error
			trained bool
			want    string
		}{
			{"one", []string{"lock"}, nil, false, "lock recall request_validation"},
			{"two in another order", []string{"tv", "light"}, nil, false, "light recall tv request_validation"},
			{"with unknown names", []string{"?", "tv", "", "tv"}, nil, false, "recall tv request_validation"},
			{"unknown names only", []string{"?"}, nil, false, all},
			{"none", nil, nil, false, all},
			{"an error", []string{"lock"}, errDown, false, all},
			{"a trained provider", []string{"lock"}, nil, true, all},
		} {
			t.Run(tt.name, func(t *testing.T) {
				asked := 0
				change := func(h *home, c *assistant.Config, _ *assistant.Start) {
					h.narrowed = true
					model := m.model()
					model.NoClassifier = tt.trained
					c.Provider = prompt.New(model)
					c.Classify = func(_ context.Context, utterance string, tools []prompt.Tool) ([]string, error) {
						asked++
						assert.Equal(t, "Lock the door", utterance)
						assert.Equal(t, all, toolNames(tools))
						tools[0].Name = "scribbled"
						return tt.names, tt.err
					}
				}
				h := newHome(t, m, change, m.calls(made("lock", `{"door":"front"}`)), m.say("Locked."))
				h.say("Lock the door")
				if tt.name != "two in another order" && tt.name != "with unknown names" {
					assert.Equal(t, []string{`lock{"door":"front"}`}, h.ran)
				}
				assert.Equal(t, tt.trained, asked == 0)
				assert.Equal(t, tt.want, shownTools(t, m, h.request(0)))
				assert.Equal(t, errors.Is(tt.err, errDown), strings.Contains(h.log.String(), errDown.Error()))
			})
		}
	})
}

// shownTools are the names of the tools that a request offers.
func shownTools(t *testing.T, m mode, req llm.Request) string {
	t.Helper()
	text := string(req.Tools)
	if !m.native {
		_, text, _ = strings.Cut(req.Messages[0].Content, "<tools>\n")
		text, _, _ = strings.Cut(text, "\n</tools>")
		text = "[" + strings.ReplaceAll(text, "\n", ",") + "]"
	}
	tools, err := prompt.ToolsFromOpenAI([]byte(text))
	require.NoError(t, err)
	return toolNames(tools)
}

// A tool that was narrowed away is refused, and offered again in the next turn. An answer to a question is not narrowed.
func TestNarrowedTools(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		names := []string{"light"}
		change := func(h *home, c *assistant.Config, _ *assistant.Start) {
			h.narrowed = true
			c.Classify = func(context.Context, string, []prompt.Tool) ([]string, error) { return names, nil }
		}
		h := newHome(t, m, change, m.calls(made("lock", `{"door":"front"}`)), m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."),
			m.calls(made("lock", `{"door":"front"}`)), m.say("Locked."))
		h.checks["light"] = refusedRoom()
		h.say("Light on")
		assert.Contains(t, h.told(1), "lock is not a tool")
		names = []string{"lock"}
		h.say("the den")
		assert.Equal(t, "light lock recall tv request_validation", shownTools(t, m, h.request(2)))
		h.say("Lock the door")
		assert.Equal(t, []string{`light{"room":"den"}`, `lock{"door":"front"}`}, h.ran)
	})
}
