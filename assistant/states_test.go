// Dismiss, Forget and Warm in each state that a conversation can be in.

package assistant_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
)

// conversationState is how a conversation gets where it is.
type conversationState struct {
	name     string
	steps    func(m mode) []llmtest.Step
	fails    bool
	question bool
	pending  bool
	cleared  bool   // a command has had forgotten what was said before
	known    string // to the next turn
}

// conversationStates are those of a home after "I am Ada".
func conversationStates() []conversationState {
	lock, attic := made("lock", `{"door":"front"}`), made("light", `{"room":"attic"}`)
	return []conversationState{
		{name: "new", steps: func(mode) []llmtest.Step { return nil }},
		{name: "words", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.say("Hello.")} }, known: "Ada"},
		{name: "a question of the model", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.calls(ask("Which?"))} }, question: true, known: "Ada"},
		{name: "a question of a command", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.calls(attic)} }, question: true, known: "Ada"},
		{name: "a question and what is cleared", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.calls(made("lock", `{"door":"forget"}`), attic)} }, question: true, cleared: true},
		{name: "pending calls", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.calls(lock, made("tv", `{"channel":"1"}`))} }, pending: true, known: "Ada"},
		{name: "pending calls and what is cleared", steps: func(m mode) []llmtest.Step {
			return []llmtest.Step{m.calls(made("lock", `{"door":"forget"}`), made("tv", `{"channel":"1"}`))}
		}, pending: true, cleared: true},
		{name: "an error after calls", steps: func(m mode) []llmtest.Step { return []llmtest.Step{m.calls(lock), llmtest.Fail(errDown)} }, fails: true, known: `lock {"door":"front"}`},
	}
}

// in returns a home in a state, whose model then takes further steps.
func in(t *testing.T, m mode, s conversationState, further ...llmtest.Step) (h *home, next int, res *assistant.Result) {
	t.Helper()
	steps := s.steps(m)
	h = newHome(t, m, nil, append(steps, further...)...)
	h.checks["light"] = refusedRoom()
	h.answers["lock"] = func(_ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		if door, _ := args.String("door"); door == "forget" {
			return jarvis.Final(nil, jarvis.WithClearHistory()), nil
		}
		return jarvis.Final(nil), nil
	}
	if len(steps) > 0 {
		var err error
		res, err = h.try("I am Ada")
		require.Equal(t, s.fails, err != nil)
	}
	require.Equal(t, s.question, h.conv.Question() != nil)
	return h, len(steps), res
}

// Whatever a conversation is at, a question that is dismissed is gone, and nothing else is.
func TestDismissInEachState(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, s := range conversationStates() {
			t.Run(s.name, func(t *testing.T) {
				h, next, res := in(t, m, s, m.say("Fine."), m.say("Bye."))
				before := h.conv.Messages()
				h.conv.Dismiss()
				h.conv.Dismiss()
				assert.Nil(t, h.conv.Question())
				if !s.question {
					assert.Equal(t, before, h.conv.Messages())
				}
				if s.pending {
					h.resume(resultOf(res.Calls[0], message("on")))
					return
				}
				h.say("Hello")
				assert.Contains(t, h.told(next), s.known)
				assert.NotContains(t, h.told(next), `"answer"`)
				if s.cleared {
					assert.NotContains(t, h.told(next), "Ada")
				}
				h.say("Bye")
				assert.Contains(t, h.told(next+1), "user: Hello", "the turn stays")
			})
		}
	})
}

// Whatever a conversation is at, nothing of it is left once it is forgotten.
func TestForgetInEachState(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, s := range conversationStates() {
			t.Run(s.name, func(t *testing.T) {
				h, next, _ := in(t, m, s, m.say("Fine."), m.say("Bye."))
				h.conv.Forget()
				assert.Empty(t, h.conv.Messages())
				assert.Nil(t, h.conv.Question())
				_, err := h.tryResume()
				require.ErrorIs(t, err, assistant.ErrNotPending)
				h.say("Hello")
				for _, word := range []string{"Ada", "lock", "Which", "not known", "not answered"} {
					assert.NotContains(t, h.told(next), word)
				}
				assert.False(t, h.say("Bye").Cleared)
				assert.Contains(t, h.told(next+1), "user: Hello")
			})
		}
	})
}

// Whatever a conversation is at, warming says nothing of it and changes nothing.
func TestWarmInEachState(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		for _, s := range conversationStates() {
			t.Run(s.name, func(t *testing.T) {
				h, next, res := in(t, m, s, m.say("Hi"), m.say("Fine."))
				before, question := h.conv.Messages(), h.conv.Question()
				require.NoError(t, h.conv.Warm(t.Context()))
				assert.Equal(t, before, h.conv.Messages())
				assert.Equal(t, question, h.conv.Question())
				assert.NotContains(t, h.told(next), "Ada")
				assert.Equal(t, h.conv.SystemPrompt(), h.request(next).Messages[0].Content)
				if s.pending {
					assert.Equal(t, s.cleared, h.resume(resultOf(res.Calls[0], message("on"))).Cleared)
				} else {
					h.say("Hello")
					assert.Contains(t, h.told(next+1), s.known)
				}
				h.script.Check(t)
			})
		}
	})
}
