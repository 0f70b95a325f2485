// Warming: the request before the first turn.

package assistant_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// The request that warms a server begins as those of the turns do: the same message 0, the same tools.
func TestWarm(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.say("Hi"), m.say("Hello."))
		require.NoError(t, h.conv.Warm(t.Context()))
		assert.Empty(t, h.conv.Messages())
		assert.Equal(t, "Hello.", h.say("Good morning").Text)
		warm, first := h.request(0), h.request(1)
		assert.Equal(t, 1, warm.MaxTokens)
		assert.Equal(t, first.Messages[0], warm.Messages[0])
		assert.JSONEq(t, orNull(first.Tools), orNull(warm.Tools))
		assert.JSONEq(t, orNull(first.ResponseFormat), orNull(warm.ResponseFormat))
		assert.Equal(t, toolcall.RoleUser, warm.Messages[len(warm.Messages)-1].Role)
		assert.Nil(t, warm.OnDelta)
		assert.NotContains(t, h.told(1), "Hi")
		h.script.Check(t)
	})
}

func orNull(text json.RawMessage) string {
	if len(text) == 0 {
		return "null"
	}
	return string(text)
}

// Warming changes nothing, whatever the conversation is at and whatever comes of it.
func TestWarmChangesNothing(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("pending calls", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("tv", `{"channel":"1"}`)), m.say("Hi"), m.say("It is on."))
			res := h.say("TV on")
			before := h.conv.Messages()
			require.NoError(t, h.conv.Warm(t.Context()))
			assert.Equal(t, before, h.conv.Messages())
			assert.Equal(t, "It is on.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
		})
		t.Run("a question", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("request_validation", `{"question":"Which?","parameter_name":"x"}`)), m.say("Hi"), m.say("Fine."))
			h.say("Do it")
			require.NoError(t, h.conv.Warm(t.Context()))
			assert.NotNil(t, h.conv.Question())
			h.say("this one")
			assert.Contains(t, h.told(2), "this one")
		})
		t.Run("an error", func(t *testing.T) {
			h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), llmtest.Fail(errDown), llmtest.Fail(errDown), m.say("Hello."))
			_, err := h.try("Light on")
			require.ErrorIs(t, err, errDown)
			require.ErrorIs(t, h.conv.Warm(t.Context()), errDown)
			h.say("Hello")
			assert.Contains(t, h.told(3), `light {"room":"den"}`, "what was executed is still told")
		})
		t.Run("a context that has ended", func(t *testing.T) {
			h := newHome(t, m, nil)
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			require.ErrorIs(t, h.conv.Warm(ctx), context.Canceled)
			assert.Empty(t, h.script.Requests())
		})
	})
}
