// Start: what is wrong with a configuration or the tools of a caller, and what a conversation knows from its start.

package assistant_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
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

// Who is known from the start is told in every turn, unless somebody else speaks.
func TestSpeakerOfTheStart(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, func(_ *home, _ *assistant.Config, s *assistant.Start) {
			s.Context.Speaker, s.Context.Memories = "Ana", "allergic to nuts"
		}, m.say("Hello Ana."), m.say("Hello Bo."))
		h.say("Hello")
		assert.Contains(t, h.told(0), "The speaker is Ana.")
		assert.Contains(t, h.told(0), "allergic to nuts")
		_, err := h.conv.Say(t.Context(), assistant.Utterance{Text: "Hello", Moment: prompt.Moment{Speaker: "Bo"}})
		require.NoError(t, err)
		assert.Contains(t, h.told(1), "The speaker is Bo.")
		assert.NotContains(t, h.told(1), "nuts")
	})
}

// A zone that nobody knows is UTC, which the log tells.
func TestUnknownZone(t *testing.T) {
	for zone, want := range map[string]string{"Europe/Berln": "Europe/Berln", "": "", "Europe/Berlin": ""} {
		h := newHome(t, modes[0], func(_ *home, _ *assistant.Config, s *assistant.Start) { s.Context.Timezone = zone })
		if want == "" {
			assert.Empty(t, h.log.String(), zone)
			continue
		}
		assert.Contains(t, h.log.String(), want)
		assert.Contains(t, h.log.String(), "UTC")
	}
}

// A provider whose calls nobody can read is a mistake at once, not in every turn.
func TestProviderOfAnUnknownFormat(t *testing.T) {
	_, err := assistant.New(assistant.Config{Provider: prompt.New(prompt.Model{Name: "x", Format: "hermess"}), Client: llmtest.NewScript()})
	var mistake *assistant.ConfigError
	require.ErrorAs(t, err, &mistake)
	assert.Equal(t, "Config.Provider", mistake.Field)
	assert.Contains(t, err.Error(), "hermes")
}

// Calls that a server with native tools leaves in the text are not spoken, and the log says so.
func TestCallsInTheTextOfANativeProvider(t *testing.T) {
	h := newHome(t, modes[0], nil, llmtest.Say("<tool_call>{\"name\":\"light\",\"arguments\":{}}</tool_call>"))
	res := h.say("Light on")
	assert.Equal(t, "Sorry, I have no answer to that.", res.Text)
	assert.Contains(t, h.log.String(), "not read")
}
