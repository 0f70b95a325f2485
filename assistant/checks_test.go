// What is true of every request and of every transcript after a turn.

package assistant_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// isRefining reports whether a request is the second question of a fill in two steps.
func isRefining(req llm.Request) bool { return req.Temperature != nil && *req.Temperature == 0 }

// checkRequest says what is true of every request.
func (h *home) checkRequest(req llm.Request) {
	h.t.Helper()
	if isRefining(req) {
		return
	}
	assert.Empty(h.t, toolcall.Unanswered(req.Messages), "calls without answers were sent")
	require.NotEmpty(h.t, req.Messages)
	assert.Equal(h.t, toolcall.RoleSystem, req.Messages[0].Role)
	if !h.narrowed {
		assert.Equal(h.t, h.conv.SystemPrompt(), req.Messages[0].Content, "message 0")
	}
	checkRoles(h.t, req.Messages)
	users := func(m toolcall.Message) bool { return m.Role == toolcall.RoleUser }
	assert.True(h.t, slices.ContainsFunc(req.Messages, users), "nobody has said anything")
}

// checkRoles checks that each answer of a tool stands behind its call, and that only an assistant calls.
func checkRoles(t *testing.T, messages []toolcall.Message) {
	t.Helper()
	open := map[string]bool{}
	for i, m := range messages {
		switch m.Role {
		case toolcall.RoleTool:
			assert.True(t, open[m.ToolCallID], "message %d answers no call: %+v", i, m)
			delete(open, m.ToolCallID)
			continue
		case toolcall.RoleAssistant:
			assert.False(t, m.Content == "" && len(m.ToolCalls) == 0, "message %d of the assistant is empty", i)
		case toolcall.RoleSystem, toolcall.RoleUser:
			assert.NotEmpty(t, strings.TrimSpace(m.Content), "message %d", i)
			assert.Empty(t, m.ToolCalls)
		default:
			assert.Fail(t, "an unknown role", "message %d: %q", i, m.Role)
		}
		assert.Empty(t, m.ToolCallID)
		open = map[string]bool{}
		for _, c := range m.ToolCalls {
			assert.NotEmpty(t, c.ID)
			open[c.ID] = true
		}
	}
}

// checkMessages says what is true of a transcript after each turn.
func (h *home) checkMessages(res *assistant.Result, messages []toolcall.Message) {
	h.t.Helper()
	checkRoles(h.t, messages)
	for i, m := range messages {
		assert.False(h.t, m.Role == toolcall.RoleAssistant && strings.Contains(m.Content, "<think>"), "message %d has thinking: %s", i, m.Content)
	}
	open := toolcall.Unanswered(messages)
	var waiting []string
	if h.mode.native && res.Stop == toolcall.StopToolCalls {
		for _, c := range res.Calls {
			waiting = append(waiting, c.ID)
		}
	}
	for _, e := range res.Executed { // beside pending calls it is asked about later
		if refused, _ := e.Response.ContextData["_validation_error"].(bool); h.mode.native && refused && res.Stop == toolcall.StopToolCalls && slices.Contains(open, e.Call.ID) {
			waiting = append(waiting, e.Call.ID)
		}
	}
	if h.mode.native && res.Question != nil && res.Question.ToolCallID != "" {
		waiting = append(waiting, res.Question.ToolCallID)
	}
	switch {
	case res.Cleared:
		assert.Empty(h.t, messages)
	case res.Stop != assistant.StopNotForMe:
		assert.ElementsMatch(h.t, waiting, open, "calls that wait")
	}
	assert.Equal(h.t, res.Stop == toolcall.StopToolCalls, len(res.Calls) > 0, "calls to execute")
	if res.Stop != assistant.StopNotForMe {
		assert.Equal(h.t, res.Stop == toolcall.StopValidation, res.Question != nil, "a question")
		assert.Equal(h.t, res.Question != nil, h.conv.Question() != nil)
	}
	if ended := res.Stop == toolcall.StopComplete || res.Stop == toolcall.StopError; ended && !res.Cleared {
		require.NotEmpty(h.t, messages)
		assert.Equal(h.t, toolcall.Message{Role: toolcall.RoleAssistant, Content: res.Text}, messages[len(messages)-1])
		assert.NotEmpty(h.t, res.Text)
	}
	for _, e := range res.Executed {
		assert.NotNil(h.t, e.Response)
	}
	assert.Equal(h.t, res.Stop == toolcall.StopError, res.Code == assistant.CodeRefused || res.Code == assistant.CodeRepeated, "stop %s with %q", res.Stop, res.Code)
}
