// Turns that break off in the middle: what the next one is told of commands that were running, and what is taken back.

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
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const unknownEnd = "the outcome is unknown"

// interrupt has a command end the context of the turn it runs in, and returns that context.
func (h *home) interrupt(name string) context.Context {
	ctx, cancel := context.WithCancel(h.t.Context())
	h.answers[name] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		cancel()
		delete(h.answers, name)
		return nil, context.Canceled
	}
	return ctx
}

// sayUnder holds a turn under a context.
func (h *home) sayUnder(ctx context.Context, text string) (*assistant.Result, error) {
	h.t.Helper()
	return h.turn(func() (*assistant.Result, error) { return h.conv.Say(ctx, assistant.Utterance{Text: text}) })
}

// A command that is interrupted in the turn that answers a question is told of in the first request of the next.
func TestInterruptedAnswerIsTold(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		attic, den, recall := m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), m.calls(made("recall", `{"topic":"tea"}`))
		for name, steps := range map[string][]llmtest.Step{"at once": {attic, den}, "in a later round": {attic, recall, den}} {
			t.Run(name, func(t *testing.T) {
				h := newHome(t, m, nil, append(steps, m.say("Is it on?"), m.say("Bye."))...)
				h.checks["light"] = refusedRoom()
				require.Equal(t, toolcall.StopValidation, h.say("Light on").Stop)
				res, err := h.sayUnder(h.interrupt("light"), "the den")
				require.ErrorIs(t, err, context.Canceled)
				assert.Equal(t, assistant.CodeCanceled, res.Code)
				assert.NotNil(t, h.conv.Question(), "the question is still open")
				assert.Equal(t, "Is it on?", h.say("the den").Text)
				assert.Contains(t, h.told(len(steps)), `light {"room":"den"}: `+unknownEnd)
				h.say("Bye")
				assert.Equal(t, 1, strings.Count(h.told(len(steps)+1), unknownEnd), "it is told once")
				h.script.Check(t)
			})
		}
	})
}

// The same goes for a command that is interrupted while a turn goes on with results.
func TestInterruptedContinueIsTold(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.calls(made("light", `{"room":"den"}`)), m.say("Hello."))
		res := h.say("TV and light on")
		ctx := h.interrupt("light")
		_, err := h.turn(func() (*assistant.Result, error) { return h.conv.Continue(ctx, resultOf(res.Calls[0], message("on"))) })
		require.ErrorIs(t, err, context.Canceled)
		h.say("Hello")
		assert.Contains(t, h.told(2), `light {"room":"den"}: `+unknownEnd)
	})
}

// A command that has recognised an utterance and is interrupted is told of as well.
func TestInterruptedPreRouteIsTold(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, routed(jarvis.Route{Arguments: jarvis.Args{"n": 2}}, jarvis.Final(nil)), m.say("Hello."))
		_, err := h.sayUnder(h.interrupt("timer"), "stop")
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, h.script.Requests())
		h.say("Hello")
		assert.Contains(t, h.told(0), `timer {"n":2}: `+unknownEnd)
		h.script.Check(t)
	})
}

// A command that has recognised an utterance and fails is part of the result, and the model hears why it has failed.
func TestFailedPreRouteIsExecuted(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := routed(jarvis.Route{SpokenResponse: "Stopped."}, jarvis.Failure("It does not stop."))
		t.Run("told at once", func(t *testing.T) {
			h := newHome(t, m, change, m.say("The timer goes on."))
			res := h.say("stop")
			require.Equal(t, "timer", executedNames(res.Executed))
			assert.False(t, res.Executed[0].Response.Success)
			assert.False(t, res.PreRouted)
			assert.Contains(t, h.told(0), "timer {}: ")
			assert.Contains(t, h.told(0), "It does not stop.")
		})
		t.Run("told after an error", func(t *testing.T) {
			h := newHome(t, m, change, llmtest.Fail(errDown), m.say("Hello."))
			res, err := h.try("stop")
			require.ErrorIs(t, err, errDown)
			assert.Equal(t, "timer", executedNames(res.Executed))
			h.say("Hello")
			assert.Contains(t, h.told(1), "It does not stop.")
		})
		t.Run("beside calls of the model", func(t *testing.T) {
			h := newHome(t, m, change, m.calls(made("recall", `{"topic":"tea"}`)), m.say("The timer goes on."))
			assert.Equal(t, "timer recall", executedNames(h.say("stop").Executed))
		})
	})
}

// What is told of turns that end with errors does not grow with their number: the last calls are what matters.
func TestUndoneIsBounded(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		const turns, most = 100, 16
		var steps []llmtest.Step
		for i := range turns {
			steps = append(steps, m.calls(made("light", fmt.Sprintf(`{"room":"r%03d"}`, i))), llmtest.Fail(errDown))
		}
		h := newHome(t, m, nil, append(steps, m.say("Hello."), m.say("Bye."))...)
		h.answer("light", jarvis.Final(map[string]any{"state": strings.Repeat("x", 10_000)}))
		for range turns {
			_, err := h.try("Light on")
			require.ErrorIs(t, err, errDown)
		}
		h.say("Hello")
		told := h.told(2 * turns)
		assert.Equal(t, most, strings.Count(told, `light {"room":"r`))
		assert.Contains(t, told, fmt.Sprintf(`"r%03d"`, turns-most))
		assert.Contains(t, told, fmt.Sprintf(`"r%03d"`, turns-1))
		assert.Less(t, len(told), most*1500, "long results are cut")
		h.say("Bye")
		assert.Equal(t, most, strings.Count(h.told(2*turns+1), `light {"room":"r`), "it is told once")
	})
}

// Of an answer that dies on the way nothing stays told, and the next turn begins anew.
func TestStreamsThatDie(t *testing.T) {
	for _, m := range []mode{modes[0], modes[1], {"plain text", false, toolcall.Jarvis}} {
		for _, how := range []string{"error", "panic", "canceled"} {
			t.Run(m.name+" "+how, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				asked := 0
				h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) {
					c.Client = llm.Func(func(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
						pieces := []string{"It is ", "sunny."}
						if asked++; asked > 1 {
							pieces = []string{"It is ", "raining."}
						}
						for _, p := range pieces {
							require.NoError(t, req.OnDelta(llm.Delta{Content: p}))
						}
						if asked > 1 {
							return &llm.Reply{Content: strings.Join(pieces, "")}, nil
						}
						switch how {
						case "panic":
							panic("boom")
						case "canceled":
							cancel()
							return nil, ctx.Err()
						}
						return nil, errDown
					})
				})
				_, err := h.sayUnder(ctx, "Weather?") // the helper sees that nothing stays told
				require.Error(t, err)
				assert.Equal(t, []string{"retract"}, h.events)
				res, err := h.sayUnder(t.Context(), "Weather?")
				require.NoError(t, err)
				assert.Equal(t, "It is raining.", res.Text)
				assert.Equal(t, []string{"retract"}, h.events, "there was nothing left to take back")
			})
		}
	}
}
