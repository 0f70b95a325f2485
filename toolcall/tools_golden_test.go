// Goldens: the examples of the parameter types document from one end to the other, byte for byte.

package toolcall_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// pinned compares text with a file of testdata. JARVIS_UPDATE=1 writes the file.
func pinned(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// indented lays JSON out.
func indented(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	require.NoError(t, enc.Encode(v))
	return b.String()
}

// calendar is the available_commands snippet.
func calendar(t *testing.T) *toolcall.Tools {
	t.Helper()
	tools, err := toolcall.ToolsFromCommands(json.RawMessage(`[{
  "command_name": "get_calendar_events",
  "description": "Read calendar events.",
  "parameters": [
    { "name": "resolved_datetimes", "type": "array<datetime>", "required": false }
  ]
}]`))
	require.NoError(t, err)
	return tools
}

func TestGoldenSchema(t *testing.T) {
	var got struct{ Properties json.RawMessage }
	require.NoError(t, json.Unmarshal(calendar(t).Parameters("get_calendar_events").Schema(), &got))
	pinned(t, "calendar_schema.json", indented(t, got.Properties))
	assert.JSONEq(t, `{"resolved_datetimes": {"type": "array", "items": { "type": "string", "format": "date-time" }}}`, string(got.Properties))
}

func TestGoldenCall(t *testing.T) {
	tools := calendar(t)
	parser := toolcall.Parser{Format: toolcall.Jarvis, Tools: tools, NewID: func() string { return "call_0123456789ab" }}
	for _, tt := range []struct{ name, text, file string }{
		{"correct", `{
  "name": "get_calendar_events",
  "arguments": {
    "resolved_datetimes": ["2026-01-18T05:00:00Z", "2026-01-19T05:00:00Z"]
  }
}`, "calendar_call.json"},
		{"one entry without its zone", `{
  "name": "get_calendar_events",
  "arguments": {
    "resolved_datetimes": ["2026-01-18T05:00:00Z", "2026-01-19T05:00:00"]
  }
}`, "calendar_refused.json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := parser.Parse(tt.text)
			require.NoError(t, err)
			fragments := []string{}
			for _, e := range tools.CheckAll(res.Calls) {
				fragments = append(fragments, e.Fragments()...)
			}
			pinned(t, tt.file, indented(t, map[string]any{"message": toolcall.Message{Role: toolcall.RoleAssistant, ToolCalls: res.Calls}, "fragments": fragments}))
			if tt.name == "correct" {
				assert.Empty(t, fragments)
			} else {
				assert.Equal(t, []string{"get_calendar_events.resolved_datetimes expected array<datetime>"}, fragments)
			}
		})
	}
}
