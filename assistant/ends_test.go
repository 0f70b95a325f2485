// Turns that end early: contexts, errors of the model, and turns at the same time.

package assistant_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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

const unreachable = "Sorry, I cannot think right now. Please try again in a moment."

// sayWithin holds a turn that may take so long.
func (h *home) sayWithin(d time.Duration, text string) (*assistant.Result, error) {
	ctx, cancel := context.WithTimeout(h.t.Context(), d)
	defer cancel()
	return h.turn(func() (*assistant.Result, error) { return h.conv.Say(ctx, assistant.Utterance{Text: text}) })
}

func TestContextEnds(t *testing.T) {
	light := made("light", `{"room":"den"}`)
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name   string
			steps  []llmtest.Step
			within time.Duration
			ran    int
			told   int // executed calls that the next turn is told of
		}{
			{"while the model is asked", []llmtest.Step{llmtest.Delay(time.Minute, m.say("Hello."))}, time.Second, 0, 0},
			{"while it is asked again", []llmtest.Step{m.calls(invalid[0]), llmtest.Delay(time.Minute, m.calls(light))}, time.Second, 0, 0},
			{"while a command runs", []llmtest.Step{m.calls(made("lock", `{"door":"front"}`), light)}, time.Second, 2, 2},
			{"in the second round", []llmtest.Step{m.calls(made("lock", `{"door":"front"}`)), llmtest.Delay(time.Minute, m.say("Hello."))}, time.Second, 1, 1},
		} {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHome(t, m, nil, append(tt.steps, m.say("I see."))...)
					h.answers["light"] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
						time.Sleep(time.Minute)
						return message("on"), nil
					}
					res, err := h.sayWithin(tt.within, "Do it")
					require.ErrorIs(t, err, context.DeadlineExceeded)
					assert.Equal(t, unreachable, res.Text)
					assert.Len(t, h.ran, tt.ran)
					assert.Len(t, res.Executed, tt.told)
					h.answers["light"] = nil
					assert.Equal(t, "I see.", h.say("Hello").Text)
					assert.Equal(t, tt.told > 0, strings.Contains(h.told(len(tt.steps)), `lock {"door":"front"}: {"success":true`))
				})
			})
		}
	})
}

func TestContextEndedBefore(t *testing.T) {
	h := newHome(t, modes[0], nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 { // a free conversation is no reason to begin
		res, err := h.conv.Say(ctx, assistant.Utterance{Text: "Hello"})
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, toolcall.StopError, res.Stop)
		_, err = h.conv.Continue(ctx)
		require.ErrorIs(t, err, context.Canceled)
	}
	assert.Empty(t, h.script.Requests())
}

// Who waits for another turn waits no longer than the context lets.
func TestContextEndsWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := modes[0]
		h := newHome(t, m, nil, llmtest.Delay(time.Minute, m.say("First.")), m.say("Third."))
		first := make(chan *assistant.Result)
		go func() {
			res, _ := h.conv.Say(t.Context(), assistant.Utterance{Text: "one"})
			first <- res
		}()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		res, err := h.conv.Say(ctx, assistant.Utterance{Text: "two"})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, toolcall.StopError, res.Stop)
		assert.Equal(t, time.Second, time.Since(begin))
		_, err = h.conv.Continue(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, "First.", (<-first).Text)
		assert.Equal(t, "Third.", h.say("three").Text)
		assert.NotContains(t, h.told(1), "two")
	})
}

// testModelError has a turn end in an error after some steps, with some calls executed, and sees that the next one knows of them.
func testModelError(t *testing.T, m mode, until []llmtest.Step, ran int) {
	steps := append([]llmtest.Step{m.say("Hello.")}, until...)
	h := newHome(t, m, nil, append(steps, m.say("I see."), m.say("Bye."))...)
	h.say("Hello")
	res, err := h.try("Light on")
	require.ErrorIs(t, err, errDown)
	assert.Equal(t, assistant.CodeModel, res.Code)
	assert.Equal(t, unreachable, res.Text)
	assert.Len(t, res.Executed, ran)
	h.say("And now?")
	told := h.told(len(steps))
	for _, one := range h.ran {
		name, args, _ := strings.Cut(one, "{")
		assert.Contains(t, told, name+" {"+args+`: {"success":true`)
	}
	assert.Equal(t, ran > 0, strings.Contains(told, "An earlier request ended in an error"))
	h.say("Bye")
	assert.LessOrEqual(t, strings.Count(h.told(len(steps)+1), "An earlier request ended in an error"), 1)
	h.script.Check(t)
}

// An error of the model leaves the conversation as it was; what was executed is told in the next turn, once.
func TestModelErrors(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, tt := range []struct {
			name  string
			steps []llmtest.Step
			ran   int
		}{
			{"first round", []llmtest.Step{llmtest.Fail(errDown)}, 0},
			{"a retry", []llmtest.Step{m.calls(invalid[0]), llmtest.Fail(errDown)}, 0},
			{"second round", []llmtest.Step{m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown)}, 1},
			{"third round", []llmtest.Step{m.calls(made("light", `{"room":"den"}`)), m.calls(made("light", `{"room":"hall"}`), made("recall", `{"topic":"tea"}`)), llmtest.Fail(errDown)}, 3},
		} {
			t.Run(tt.name, func(t *testing.T) { testModelError(t, m, tt.steps, tt.ran) })
		}
		t.Run("while a call is corrected", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`)), llmtest.Fail(errDown), m.say("I see."))
			h.checks["light"] = refusedRoom("den", "hall")
			res, err := h.try("Light on")
			require.ErrorIs(t, err, errDown)
			assert.Equal(t, "lock light", executedNames(res.Executed))
			h.say("And now?")
			assert.Contains(t, h.told(2), `lock {"door":"front"}: {"success":true`)
		})
		t.Run("while a question is answered", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), llmtest.Fail(errDown), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			_, err := h.try("the den")
			require.ErrorIs(t, err, errDown)
			assert.Equal(t, "It is on.", h.say("the den").Text)
			assert.True(t, h.requests[0].IsValidationResponse, "the question was still open")
		})
		t.Run("after an answer was carried out", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)), m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown), m.calls(made("light", `{"room":"den"}`)), m.say("It is on."))
			h.checks["light"] = refusedRoom()
			h.say("Light on")
			_, err := h.try("the den")
			require.ErrorIs(t, err, errDown)
			assert.Equal(t, "It is on.", h.say("the den").Text)
			assert.Equal(t, []string{`light{"room":"den"}`}, h.ran, "nothing is executed twice")
		})
		t.Run("after results", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), llmtest.Fail(errDown), m.say("The TV is on."))
			res := h.say("TV on")
			result := resultOf(res.Calls[0], message("on"))
			_, err := h.tryResume(result)
			require.ErrorIs(t, err, errDown)
			assert.Equal(t, "The TV is on.", h.resume(result).Text, "the same results may be given again")
		})
		t.Run("neither reply nor error", func(t *testing.T) {
			nobody := llm.Func(func(context.Context, *llm.Request) (*llm.Reply, error) { return nil, nil })
			h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Client = nobody })
			res, err := h.try("Hello")
			require.Error(t, err)
			assert.Equal(t, assistant.CodeModel, res.Code)
		})
	})
}

// A panic of the client is an error.
func TestClientPanics(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, llmtest.Do(func(*llm.Request) (*llm.Reply, error) { panic("boom") }), m.say("Hello."))
		_, err := h.try("Hello")
		var panicked *jarvis.PanicError
		require.ErrorAs(t, err, &panicked)
		assert.Equal(t, "boom", panicked.Value)
		assert.Equal(t, "Hello.", h.say("Hello").Text)
	})
}

func TestEmptyUtterance(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"attic"}`)))
		h.checks["light"] = refusedRoom()
		h.say("Light on")
		for _, text := range []string{"", " ", "\n\t"} {
			_, err := h.try(text)
			require.ErrorIs(t, err, assistant.ErrEmpty)
			assert.NotNil(t, h.conv.Question(), "the question stays open")
		}
	})
}

// echo is a model that calls light with the words of the user, and then says them.
func (m mode) echo(seen func([]toolcall.Message)) llm.Client {
	return llmtest.Model(func(_ context.Context, req *llm.Request) (*llm.Reply, error) {
		if seen != nil {
			seen(req.Messages)
		}
		said := ""
		called := false
		for _, msg := range req.Messages[1:] {
			switch {
			case msg.Role == toolcall.RoleUser:
				said, called = msg.Content, false
			case msg.Role == toolcall.RoleTool, strings.HasPrefix(msg.Content, "What became of the calls"):
				called = true
			}
		}
		if called {
			return &llm.Reply{Content: m.text("You said " + said)}, nil
		}
		call := made("light", fmt.Sprintf(`{"room":%q}`, said))
		if m.native {
			return &llm.Reply{Calls: []toolcall.Call{call}}, nil
		}
		return &llm.Reply{Content: m.text("", call)}, nil
	})
}

// busy is an engine whose command counts how many of it run.
func busy(t *testing.T, m mode, running func(room string, n int)) *assistant.Engine {
	t.Helper()
	light := jarvis.MustFunc(jarvis.Spec{Name: "light"}, params("room"), func(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		room, _ := args.String("room")
		running(room, 1)
		time.Sleep(time.Microsecond)
		running(room, -1)
		return jarvis.Final(map[string]any{"room": room}), nil
	})
	e, err := assistant.New(assistant.Config{Provider: prompt.New(m.model()), Client: m.echo(func(list []toolcall.Message) {
		assert.Empty(t, toolcall.Unanswered(list))
		checkRoles(t, list)
	}), Commands: registry(t, light)})
	require.NoError(t, err)
	return e
}

// Conversations of one engine know nothing of each other.
func TestConversationsAtTheSameTime(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		e := busy(t, m, func(string, int) {})
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				conv, err := e.Start(assistant.Start{ID: fmt.Sprint(i)})
				if !assert.NoError(t, err) {
					return
				}
				for n := range 20 {
					text := fmt.Sprintf("%d of %d", n, i)
					res, err := conv.Say(t.Context(), assistant.Utterance{Text: text})
					if !assert.NoError(t, err) || !assert.Equal(t, "You said "+text, res.Text) {
						return
					}
					assert.Equal(t, fmt.Sprint(i), res.Request.ConversationID)
				}
				for _, msg := range conv.Messages() {
					assert.False(t, msg.Role == toolcall.RoleUser && !strings.HasSuffix(msg.Content, fmt.Sprintf(" of %d", i)))
				}
			})
		}
		wg.Wait()
	})
}

// Turns of one conversation follow each other.
func TestTurnsAtTheSameTime(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		var most, now atomic.Int32
		e := busy(t, m, func(_ string, n int) { most.Store(max(most.Load(), now.Add(int32(n)))) })
		conv, err := e.Start(assistant.Start{})
		require.NoError(t, err)
		var wg sync.WaitGroup
		for i := range 15 {
			wg.Go(func() {
				text := fmt.Sprintf("turn %d", i)
				res, err := conv.Say(t.Context(), assistant.Utterance{Text: text})
				if assert.NoError(t, err) {
					assert.Equal(t, "You said "+text, res.Text)
				}
				_ = conv.Messages()
				_ = conv.Question()
			})
		}
		wg.Wait()
		assert.EqualValues(t, 1, most.Load(), "turns at the same time")
		users := 0
		for _, msg := range conv.Messages() {
			if msg.Role == toolcall.RoleUser {
				users++
			}
		}
		assert.Equal(t, 15, users)
	})
}

// Of two callers with the same results one goes on.
func TestContinueTwiceAtTheSameTime(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.say("Fine."))
		res := h.say("TV on")
		var wg sync.WaitGroup
		var late atomic.Int32
		for range 2 {
			wg.Go(func() {
				_, err := h.conv.Continue(t.Context(), resultOf(res.Calls[0], message("on")))
				if errors.Is(err, assistant.ErrNotPending) {
					late.Add(1)
				}
			})
		}
		wg.Wait()
		assert.EqualValues(t, 1, late.Load())
	})
}
