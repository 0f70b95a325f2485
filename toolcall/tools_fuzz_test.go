// Fuzzing of what is read from outside besides answers: lists of tools, and messages.

package toolcall_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// A list is read or refused as a whole, and what is read can be used.
func FuzzTools(f *testing.F) {
	for _, seed := range []string{house, rooms, string(available), string(manyTools(2)), `[{"name": "f", "parameters": {"city": {"type": "string"}}}]`,
		`[{"name": "f", "parameters": {"type": "object", "properties": {"a": {"anyOf": [{"type": "float"}, {"enum": [1]}]}}}}]`, `[{`, `null`,
		`[{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": ["integer", "null"]}}}}}]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		for _, from := range []func(json.RawMessage) (*toolcall.Tools, error){toolcall.ToolsFromCommands, toolcall.ToolsFromOpenAI} {
			tools, err := from(json.RawMessage(list))
			require.Equal(t, err != nil, tools == nil)
			if err != nil {
				require.NotEmpty(t, err.Error())
				continue
			}
			unchecked := len(tools.Unchecked())
			for _, name := range tools.Names() {
				require.True(t, tools.Has(name))
				if tools.Parameters(name) == nil {
					unchecked--
				} else {
					require.True(t, json.Valid(tools.Parameters(name).Schema()))
				}
				if refused := refusal(tools.Check(call(name, `{"a": 1}`))); refused != nil {
					require.NotEmpty(t, refused.Fragments())
				}
			}
			require.Zero(t, unchecked)
		}
	})
}

// What is read of a message is written again and read as the same.
func FuzzMessage(f *testing.F) {
	for _, m := range transcript {
		text, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var m, again toolcall.Message
		if json.Unmarshal([]byte(text), &m) != nil {
			return
		}
		written, err := json.Marshal(m)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(written, &again))
		rewritten, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(written), string(rewritten))
	})
}

// The answers of users are texts of any kind.
func FuzzAnswer(f *testing.F) {
	f.Add("the den", "call_1")
	f.Fuzz(func(t *testing.T, text, id string) {
		a := toolcall.Clarification{Question: "Which?", Parameter: "room", ToolCallID: id}.Answer(text)
		raw, err := json.Marshal(a)
		require.NoError(t, err)
		require.NotEmpty(t, a.ToolCallID)
		var read toolcall.Answer
		require.NoError(t, json.Unmarshal(raw, &read))
		require.True(t, a.Request(nil).IsValidationResponse)
		require.Equal(t, text, a.Request(&jarvis.Request{}).ValidationContext["answer"])
	})
}
