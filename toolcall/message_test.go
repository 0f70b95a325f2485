// Messages: their JSON form, and transcripts in which every call is answered.

package toolcall_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// made is a structured call.
func made(id, name, args string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{ID: id, Name: name, Arguments: json.RawMessage(args)}}
}

// transcript has every kind of message.
var transcript = []toolcall.Message{
	{Role: toolcall.RoleSystem, Content: "You are Jarvis."},
	{Role: toolcall.RoleUser, Content: "Was steht <heute> & morgen an?"},
	{Role: toolcall.RoleAssistant, Content: "One moment.", ToolCalls: []toolcall.Call{
		made("call_1", "get_calendar_events", `{"resolved_datetimes": ["2026-01-18T05:00:00Z"]}`), made("call_2", "stop", ``)}},
	{Role: toolcall.RoleTool, ToolCallID: "call_1", Name: "get_calendar_events", Content: `{"success":true}`},
	{Role: toolcall.RoleTool, ToolCallID: "call_2", Content: ""},
	{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{made("call_3", "note", `"{\"text\": \"a\\\"b\"}"`), made("call_4", "note", `{"text": `), made("call_5", "note", ` null `)}},
	{Role: toolcall.RoleAssistant},
}

func TestMessageJSON(t *testing.T) {
	pinned(t, "messages.json", indented(t, transcript))
}

func TestMessageReadsItself(t *testing.T) {
	text, err := json.Marshal(transcript)
	require.NoError(t, err)
	var read []toolcall.Message
	require.NoError(t, json.Unmarshal(text, &read))
	again, err := json.Marshal(read)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
	assert.Equal(t, transcript[2].ToolCalls[0], read[2].ToolCalls[0])
	assert.Equal(t, transcript[1], read[1])
	assert.Equal(t, `{"text": `, string(read[5].ToolCalls[1].Arguments), "broken arguments are left to Check")
}

func TestMessageReadsOthers(t *testing.T) {
	var m toolcall.Message
	require.NoError(t, json.Unmarshal([]byte(`{"role": "assistant", "refusal": null, "tool_calls": [{"id": "x", "function": {"name": "f", "arguments": "{}"}}]}`), &m))
	assert.Equal(t, toolcall.Message{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{made("x", "f", "{}")}}, m)
	for _, bad := range []string{`[]`, `{"role": 5}`, `{"content": []}`, `{"tool_calls": [{"type": "custom"}]}`, `{"tool_calls": [{"function": {"arguments": {}}}]}`} {
		before := m
		assert.Error(t, json.Unmarshal([]byte(bad), &m), bad)
		assert.Equal(t, before, m)
	}
}

func TestUnanswered(t *testing.T) {
	calls := func(ids ...string) toolcall.Message {
		m := toolcall.Message{Role: toolcall.RoleAssistant}
		for _, id := range ids {
			m.ToolCalls = append(m.ToolCalls, made(id, "f", "{}"))
		}
		return m
	}
	reply := func(id string) toolcall.Message {
		return toolcall.Message{Role: toolcall.RoleTool, ToolCallID: id}
	}
	user := toolcall.Message{Role: toolcall.RoleUser, Content: "go on"}
	for _, tt := range []struct {
		name     string
		messages []toolcall.Message
		want     []string
	}{
		{"nothing", nil, nil},
		{"no calls", []toolcall.Message{user, {Role: toolcall.RoleAssistant, Content: "hi"}}, nil},
		{"answered", []toolcall.Message{calls("a", "b"), reply("b"), reply("a"), user}, nil},
		{"one open", []toolcall.Message{calls("a", "b"), reply("a"), user}, []string{"b"}},
		{"open at the end", []toolcall.Message{user, calls("a", "b")}, []string{"a", "b"}},
		{"answered too late", []toolcall.Message{calls("a"), user, reply("a")}, []string{"a"}},
		{"two turns", []toolcall.Message{calls("a"), calls("b"), reply("b"), calls("c")}, []string{"a", "c"}},
		{"the same id twice", []toolcall.Message{calls("a", "a"), reply("a")}, []string{"a"}},
		{"another's answer", []toolcall.Message{calls("a"), reply("b")}, []string{"a"}},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, toolcall.Unanswered(tt.messages)) })
	}
}
