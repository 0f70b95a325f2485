// The end of a turn whose retries are spent: an error, or a question to the user.

package toolcall_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestRunExhaustedFails(t *testing.T) {
	for _, m := range modes {
		model := &scripted{t: t, replies: []toolcall.Reply{m.reply(badSet), m.reply(badSet), m.reply(stop, worse)}}
		c := m.retry(t)
		c.OnExhausted = toolcall.Fail
		messages, before := asked()
		turn, err := c.Run(t.Context(), messages, model.ask)
		assert.Nil(t, turn)
		untouched(t, messages, before)
		var spent *toolcall.ExhaustedError
		require.ErrorAs(t, err, &spent)
		assert.Equal(t, 2, spent.Retries)
		assert.Len(t, spent.Calls, 2)
		assert.Equal(t, "toolcall: still refused after 2 retries: set.room must be one of: den, hall, set.on expected bool", err.Error())
		var refused *toolcall.CallError
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, 1, refused.Index)
		var invalid *jarvis.ValidationError
		assert.ErrorAs(t, err, &invalid)
	}
	c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes}, OnExhausted: toolcall.Fail, Max: -1}
	_, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{Content: `<tool_call>{"name": </tool_call>`}, nil
	})
	var broken *toolcall.SyntaxError
	assert.ErrorAs(t, err, &broken)
}

func TestRunExhaustedClarifies(t *testing.T) {
	for _, m := range modes {
		for _, tt := range []struct {
			name  string
			calls []toolcall.Call
			want  toolcall.Clarification
			index int
		}{
			{"a choice", []toolcall.Call{badSet}, toolcall.Clarification{Question: "Which room should I use: den, hall?", Parameter: "room", Options: []string{"den", "hall"}}, 0},
			{"the choice of another call", []toolcall.Call{made("", "get_weather", `{"city": 5}`), badSet}, toolcall.Clarification{Question: "Which room should I use: den, hall?", Parameter: "room", Options: []string{"den", "hall"}}, 1},
			{"a missing choice", []toolcall.Call{made("", "set", `{"on": true}`)}, toolcall.Clarification{Question: "Which room should I use: den, hall?", Parameter: "room", Options: []string{"den", "hall"}}, 0},
			{"no choice", []toolcall.Call{stop, made("", "get_weather", `{"city": 5}`)}, toolcall.Clarification{Question: "What should city be?", Parameter: "city"}, 1},
			{"nothing to name", []toolcall.Call{made("", "halt", `{}`)}, toolcall.Clarification{Question: "I did not get that right. Could you say it in another way?"}, 0},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				model := &scripted{t: t, replies: []toolcall.Reply{m.reply(tt.calls...), m.reply(tt.calls...), m.reply(tt.calls...)}}
				c := m.retry(t)
				c.OnExhausted = toolcall.Clarify
				messages, _ := asked()
				turn, err := c.Run(t.Context(), messages, model.ask)
				require.NoError(t, err)
				assert.Equal(t, toolcall.StopValidation, turn.Stop)
				assert.Empty(t, turn.Calls)
				require.NotNil(t, turn.Clarification)
				tt.want.ToolCallID = turn.Refused[tt.index].ID
				assert.Equal(t, tt.want, *turn.Clarification)
				if m.native {
					assert.Equal(t, []string{tt.want.ToolCallID}, toolcall.Unanswered(turn.Messages), "the rest is answered")
				}
			})
		}
	}
}
