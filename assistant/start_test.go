// Start: what is wrong with the tools of a caller.

package assistant_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// Each mistake names the tool, or its place in the list, and all are told at once.
func TestStartTellsAllMistakes(t *testing.T) {
	schema := func(text string) json.RawMessage { return json.RawMessage(text) }
	for _, tt := range []struct {
		name  string
		tools []prompt.Tool
		want  []string
	}{
		{"no name", []prompt.Tool{clientTool("tv", params()), {Description: "?"}}, []string{"ClientTools[1] has no name"}},
		{"two without", []prompt.Tool{{}, clientTool("tv", params()), {}}, []string{"ClientTools[0] has no name", "ClientTools[2] has no name"}},
		{"a schema of a text", []prompt.Tool{{Name: "fan", Parameters: schema(`{"type":"string"}`)}}, []string{`"fan"`, "JSON Schema object"}},
		{"a schema of several types", []prompt.Tool{{Name: "fan", Parameters: schema(`{"type":["object","null"]}`)}}, []string{`"fan"`, "JSON Schema object"}},
		{"a schema that is none", []prompt.Tool{{Name: "fan", Parameters: schema(`null`)}}, []string{`"fan"`, "JSON Schema object"}},
		{"a name twice", []prompt.Tool{clientTool("fan", params()), clientTool("fan", params())}, []string{"fan", "twice"}},
		{"a name that a command has", []prompt.Tool{clientTool("light", params())}, []string{`two are named "light"`}},
		{"everything", []prompt.Tool{
			{}, {Name: "fan", Parameters: schema(`{"type":"string"}`)}, {Name: "fax", Parameters: schema(`[]`)}, clientTool("light", params()), clientTool("recall", params()),
		}, []string{"ClientTools[0] has no name", `"fan"`, `"fax"`, `two are named "light"`, `two are named "recall"`}},
		{"twice, and what a command has", []prompt.Tool{clientTool("light", params()), clientTool("tv", params()), clientTool("tv", params())}, []string{`"light"`, "tv"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t, modes[0], nil)
			conv, err := h.engine.Start(assistant.Start{ClientTools: tt.tools})
			require.Error(t, err)
			assert.Nil(t, conv)
			for _, text := range tt.want {
				assert.Contains(t, err.Error(), text)
			}
		})
	}
	t.Run("nothing is wrong", func(t *testing.T) {
		h := newHome(t, modes[0], nil)
		for _, text := range []string{``, `{}`, `{"type":"object"}`, ` {"type": "object"} `, `{"properties":{"a":{}}}`} {
			_, err := h.engine.Start(assistant.Start{ClientTools: []prompt.Tool{{Name: "fan", Parameters: schema(text)}}})
			assert.NoError(t, err, text)
		}
	})
}
