// The JSON of contexts.

package prompt_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestContextJSON(t *testing.T) {
	full := prompt.Context{
		Room: "Küche", User: "ann", Speaker: "Ann", VoiceMode: "detailed", Memories: "Likes tea.", Persona: "Dry.", Timezone: "Europe/Berlin",
		Agents: map[string]prompt.Agent{"home_assistant": {
			Devices: []prompt.Device{{EntityID: "light.a", Name: "A", Area: "Küche", Domain: "light", State: "on"}, {EntityID: "lock.b", Name: "B"}},
			Floors:  map[string][]string{"Ground": {"Küche"}},
		}},
		Rooms: map[string][]string{"Down": {"Küche", "Hall"}},
		Extra: map[string]any{"household_id": json.Number("9007199254740993"), "characterization": map[string]any{"a": []any{nil, true}}},
	}
	for name, c := range map[string]struct {
		text string
		want prompt.Context
	}{
		"nothing": {`{}`, prompt.Context{}},
		"everything": {`{
			"agents": {"home_assistant": {
				"devices": [{"area": "Küche", "domain": "light", "entity_id": "light.a", "name": "A", "state": "on"}, {"entity_id": "lock.b", "name": "B"}],
				"floors": {"Ground": ["Küche"]}}},
			"characterization": {"a": [null, true]}, "household_id": 9007199254740993, "household_persona": "Dry.", "room": "Küche",
			"room_hierarchy": {"Down": ["Küche", "Hall"]}, "speaker_name": "Ann", "timezone": "Europe/Berlin", "user": "ann",
			"user_memories": "Likes tea.", "voice_mode": "detailed"}`, full},
		"names have case":         {`{"Room": "hall", "AGENTS": 1}`, prompt.Context{Extra: map[string]any{"Room": "hall", "AGENTS": json.Number("1")}}},
		"members of another type": {`{"room": 5, "room_hierarchy": ["a"], "user": "ann"}`, prompt.Context{User: "ann", Extra: map[string]any{"room": json.Number("5"), "room_hierarchy": []any{"a"}}}},
		"agents of another type":  {`{"agents": "none"}`, prompt.Context{Extra: map[string]any{"agents": "none"}}},
		"agents of another shape": {
			`{"agents": {"bad": {"devices": ["light.a"]}, "home_assistant": {"devices": [{"entity_id": "a", "name": "A"}], "last": 1}, "weather": {"celsius": 20}, "x": 5}}`,
			prompt.Context{
				Agents: map[string]prompt.Agent{"home_assistant": {Devices: []prompt.Device{{EntityID: "a", Name: "A"}}}},
				Extra: map[string]any{"agents": map[string]any{
					"bad": map[string]any{"devices": []any{"light.a"}}, "home_assistant": map[string]any{"last": json.Number("1")},
					"weather": map[string]any{"celsius": json.Number("20")}, "x": json.Number("5"),
				}},
			},
		},
		"floors of another shape": {
			`{"agents": {"a": {"devices": [], "floors": {"Up": "Bed"}}}}`,
			prompt.Context{Extra: map[string]any{"agents": map[string]any{"a": map[string]any{"devices": []any{}, "floors": map[string]any{"Up": "Bed"}}}}},
		},
		"floors alone": {
			`{"agents": {"a": {"devices": [], "floors": {"Up": ["Bed"]}}}}`,
			prompt.Context{Agents: map[string]prompt.Agent{"a": {Floors: map[string][]string{"Up": {"Bed"}}}}},
		},
		"no devices": {`{"agents": {"a": {"devices": []}}}`, prompt.Context{Agents: map[string]prompt.Agent{"a": {}}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := prompt.Context{Room: "before", Extra: map[string]any{"before": 1}}
			require.NoError(t, json.Unmarshal([]byte(c.text), &got))
			assert.Equal(t, c.want, got)
			back, err := json.Marshal(c.want)
			require.NoError(t, err)
			assert.JSONEq(t, c.text, string(back))
		})
	}
}

func TestContextJSONNullMembersAreAbsent(t *testing.T) {
	var got prompt.Context
	require.NoError(t, json.Unmarshal([]byte(`{
		"room": null, "user": null, "agents": {"home_assistant": null, "a": {"devices": null}, "b": {"devices": [{"entity_id": "x", "name": null}], "floors": null},
			"c": {"floors": {"Up": ["Bed"]}}},
		"room_hierarchy": {"Up": null}, "household_id": null, "timezone": null}`), &got))
	assert.Equal(t, prompt.Context{
		Agents: map[string]prompt.Agent{"b": {Devices: []prompt.Device{{EntityID: "x"}}}, "c": {Floors: map[string][]string{"Up": {"Bed"}}}},
		Rooms:  map[string][]string{"Up": {}},
		Extra:  map[string]any{"agents": map[string]any{"a": map[string]any{"devices": nil}}},
	}, got)

	for _, member := range []string{"agents", "room_hierarchy"} {
		got = prompt.Context{}
		require.NoError(t, json.Unmarshal([]byte(`{"`+member+`": null}`), &got))
		assert.Equal(t, prompt.Context{}, got)
	}
	text, err := json.Marshal(prompt.Context{Extra: map[string]any{"a": nil}})
	require.NoError(t, err)
	assert.Equal(t, `{}`, string(text))
}

func TestContextJSONExtraOverwritesNothing(t *testing.T) {
	c := prompt.Context{
		Room: "hall", Rooms: map[string][]string{"Up": {"Bed"}},
		Agents: map[string]prompt.Agent{"a": {Devices: []prompt.Device{{EntityID: "x", Name: "X"}}}, "b": {}},
		Extra: map[string]any{
			"room": "attic", "user": "ann", "room_hierarchy": 1, "x": "<y>",
			"agents": map[string]any{"a": map[string]any{"devices": 1, "floors": 2, "last": 3}, "b": "text", "c": "kept"},
		},
	}
	text, err := json.Marshal(c)
	require.NoError(t, err)
	assert.JSONEq(t, `{"agents": {"a": {"devices": [{"entity_id": "x", "name": "X"}], "last": 3}, "b": {"devices": []}, "c": "kept"},
		"room": "hall", "room_hierarchy": {"Up": ["Bed"]}, "user": "ann", "x": "<y>"}`, string(text))
	assert.Equal(t, "attic", c.Extra["room"])
	assert.Equal(t, map[string]any{"devices": 1, "floors": 2, "last": 3}, c.Extra["agents"].(map[string]any)["a"])

	again, err := json.Marshal(c)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))

	_, err = json.Marshal(prompt.Context{Extra: map[string]any{"x": func() {}}})
	assert.Error(t, err)
}

func TestContextJSONRefusesWhatIsNoObject(t *testing.T) {
	for _, text := range []string{`[]`, `"hall"`, `5`, `true`, ``, `{`, `{} {}`, `{}]`, `{"room": }`} {
		c := prompt.Context{Room: "before"}
		assert.Error(t, c.UnmarshalJSON([]byte(text)), "%q", text)
		assert.Equal(t, prompt.Context{Room: "before"}, c)
	}
	c := prompt.Context{Room: "before"}
	require.NoError(t, json.Unmarshal([]byte(`null`), &c))
	assert.Equal(t, prompt.Context{Room: "before"}, c)
}

// contextText draws JSON that is near to a context.
func contextText() *rapid.Generator[string] {
	value := rapid.SampledFrom([]string{`null`, `"a"`, `""`, `5`, `{}`, `[]`, `{"a":["b"]}`, `{"a":null}`, `{"devices":[{"entity_id":"x"}]}`, `{"floors":{}}`, `{"devices":{}}`,
		`{"a":{"devices":[],"b":1},"c":{"floors":{"d":[]}},"e":2}`, `{"home_assistant":{"devices":[{"entity_id":"x","state":5}]}}`, `1e400`, `"\ud800"`})
	name := rapid.SampledFrom([]string{"room", "user", "speaker_name", "voice_mode", "user_memories", "household_persona", "timezone", "agents", "room_hierarchy", "x", "Room", ""})
	return rapid.Custom(func(t *rapid.T) string {
		text := "{"
		for i := range rapid.IntRange(0, 6).Draw(t, "n") {
			if i > 0 {
				text += ","
			}
			text += `"` + name.Draw(t, "name") + `":` + value.Draw(t, "value")
		}
		return text + "}"
	})
}

func TestContextPropertyRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { contextRoundTrip(t, []byte(contextText().Draw(t, "text"))) })
}

// contextRoundTrip checks that what was read is written, and read again, as it is.
func contextRoundTrip(t require.TestingT, text []byte) {
	var read, again prompt.Context
	if json.Unmarshal(text, &read) != nil {
		return
	}
	written, err := json.Marshal(read)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(written, &again))
	require.Equal(t, read, again, "%s", written)
	twice, err := json.Marshal(again)
	require.NoError(t, err)
	require.Equal(t, string(written), string(twice))
	soundBlock(t, prompt.AgentContext(read))
}

func FuzzContext(f *testing.F) {
	for _, text := range []string{
		`{}`, `null`, `{"room":"hall","agents":{"home_assistant":{"devices":[{"entity_id":"light.a","name":"A"}],"floors":{"Up":["Bed"]},"x":1}}}`,
		`{"agents":[1],"room_hierarchy":{"a":null},"x":1e400}`, `{"room":1,"room":"a"}`, `{"agents":{"":{"devices":[],"":0}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { contextRoundTrip(t, text) })
}
