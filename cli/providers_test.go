// What --context takes.

package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// The members that are taken are those that a context has.
func TestContextMembers(t *testing.T) {
	text, err := json.Marshal(prompt.Context{
		Room: "r", User: "u", Speaker: "s", VoiceMode: "v", Memories: "m", Persona: "p", Timezone: "UTC",
		Agents: map[string]prompt.Agent{"a": {}}, Rooms: map[string][]string{"a": {"b"}},
	})
	require.NoError(t, err)
	var members map[string]any
	require.NoError(t, json.Unmarshal(text, &members))
	assert.Equal(t, contextMembers[:], slices.Sorted(maps.Keys(members)))
	for name := range members {
		assert.ErrorContains(t, checkContext(prompt.Context{Extra: map[string]any{name: 1}}), "is of another form", name)
		assert.ErrorContains(t, checkContext(prompt.Context{Extra: map[string]any{"x" + name: nil}}), `did you mean "`+name+`"?`)
	}
	assert.NoError(t, checkContext(prompt.Context{Extra: map[string]any{"agents": map[string]any{"weather": "rain"}}}))
}
