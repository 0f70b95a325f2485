// Questions to the user, their JSON form, and how it goes on with the answer.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestResume(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{answer: den()}
			out, _ := carried(t, m, p, m.reply(stop, light("attic")))
			require.NotNil(t, out.Clarification)
			answer := out.Clarification.Answer("the den")
			model := &scripted{t: t, replies: []toolcall.Reply{m.reply(light("den"))}}
			c := m.retry(t)
			c.Tools = commands(t, rooms)
			req := &jarvis.Request{VoiceCommand: "light in the attic", ConversationID: "c1"}
			again, err := c.Resume(t.Context(), out.Messages, answer, req, model.ask, p.execute)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopComplete, again.Stop)
			assert.Empty(t, toolcall.Unanswered(again.Messages))
			assert.Equal(t, `light{"room":"den"}`, p.names()[2])
			assert.Equal(t, &jarvis.Request{VoiceCommand: "light in the attic", ConversationID: "c1", IsValidationResponse: true, ValidationContext: map[string]any{
				"answer": "the den", "parameter_name": "room", "question": "What should room be?", "options": []string{}}}, p.requests[2])
			assert.False(t, req.IsValidationResponse, "the request stays as it is")
			assert.False(t, p.requests[0].IsValidationResponse)
			told := model.seen[0][len(model.seen[0])-1]
			if m.native {
				assert.Equal(t, toolcall.Message{Role: toolcall.RoleTool, ToolCallID: out.Clarification.ToolCallID,
					Content: `{"answer":"the den","parameter_name":"room","question":"What should room be?","options":[]}`}, told)
			} else {
				assert.Equal(t, toolcall.Message{Role: toolcall.RoleUser, Content: "You asked: What should room be?\nMy answer: the den"}, told)
			}
		})
	}
}

// A question that comes of refused calls goes on in the same way.
func TestResumeAfterExhausted(t *testing.T) {
	for _, m := range modes {
		c := m.retry(t)
		c.OnExhausted, c.Max = toolcall.Clarify, -1
		turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(stop, badSet)}}).ask)
		require.NoError(t, err)
		p := &plant{answer: den()}
		model := &scripted{t: t, replies: []toolcall.Reply{m.reply(goodSet)}}
		out, err := c.Resume(t.Context(), turn.Messages, turn.Clarification.Answer("den"), nil, model.ask, p.execute)
		require.NoError(t, err)
		assert.Equal(t, toolcall.StopComplete, out.Stop)
		assert.True(t, p.requests[0].IsValidationResponse)
		assert.Equal(t, []string{"den", "hall"}, p.requests[0].ValidationContext["options"])
	}
	down := errors.New("down")
	out, err := modes[0].retry(t).Resume(t.Context(), nil, toolcall.Answer{}, nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{}, down
	}, nil)
	assert.Nil(t, out)
	assert.ErrorIs(t, err, down)
}

func TestClarificationJSON(t *testing.T) {
	for _, tt := range []struct {
		c    toolcall.Clarification
		want string
	}{
		{toolcall.Clarification{Question: "Which <room>?", Parameter: "room", Options: []string{"den"}, ToolCallID: "call_1"}, `{"question":"Which <room>?","parameter_name":"room","options":["den"],"tool_call_id":"call_1"}`},
		{toolcall.Clarification{Question: "What?"}, `{"question":"What?","parameter_name":"","options":[]}`},
	} {
		text, err := tt.c.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(text))
		var read toolcall.Clarification
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, tt.c.Answer("x"), read.Answer("x"))
	}
	assert.Error(t, new(toolcall.Clarification).UnmarshalJSON([]byte(`[]`)))
}

func TestAnswerJSON(t *testing.T) {
	q := toolcall.Clarification{Question: "Which room?", Parameter: "room", Options: []string{"den", "hall"}, ToolCallID: "call_1"}
	text, err := json.Marshal(q.Answer("the den"))
	require.NoError(t, err)
	assert.Equal(t, `{"tool_call_id":"call_1","output":{"answer":"the den","parameter_name":"room","question":"Which room?","options":["den","hall"]}}`, string(text))
	q.ToolCallID, q.Options = "", nil
	text, err = json.Marshal(q.Answer(""))
	require.NoError(t, err)
	assert.Equal(t, `{"tool_call_id":"validation-response","output":{"answer":"","parameter_name":"room","question":"Which room?","options":[]}}`, string(text))
}
