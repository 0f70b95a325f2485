// Every contestant hands the right values to its handler, and refuses what it says that it refuses.

package peers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

func TestHandlersSeeTheArguments(t *testing.T) {
	for _, c := range callers(t) {
		t.Run(c.Name, func(t *testing.T) {
			for _, w := range peers.Works() {
				seen := &peers.Seen{}
				call := c.New(t, w, seen)
				text, ok := call(w.Arguments())
				require.True(t, ok, "%s: %s", w, text)
				assert.Equal(t, w.Want(), *seen, w)
				*seen = peers.Seen{}
				_, ok = call(w.Arguments())
				assert.True(t, ok, w)
				assert.Equal(t, w.Want(), *seen, "%s: the second call", w)
			}
		})
	}
}

// Three mistakes at once have one of type among them, which everything refuses. The text names at least one of them.
func TestMistakesAreRefused(t *testing.T) {
	for _, c := range callers(t) {
		t.Run(c.Name, func(t *testing.T) {
			for _, w := range peers.Works() {
				seen := &peers.Seen{}
				text, ok := c.New(t, w, seen)(w.Mistaken())
				assert.False(t, ok, w)
				assert.NotEmpty(t, text, w)
				assert.Equal(t, peers.Seen{}, *seen, "%s: the handler was called", w)
			}
		})
	}
}

// What a schema forbids and a Go type does not.
func TestChecks(t *testing.T) {
	wrong := []struct {
		name string
		work peers.Work
		args string
	}{
		{"missing list", peers.W3, `{"city":"Chicago"}`},
		{"missing enum", peers.W8, `{"query":"kind of blue"}`},
		{"outside an enum", peers.W3, `{"unit":"kelvin","dates":["2026-03-14T09:00:00Z"]}`},
		{"outside another enum", peers.W8, `{"action":"play","queue_option":"whenever"}`},
	}
	for _, c := range callers(t) {
		for _, k := range wrong {
			t.Run(c.Name+"/"+k.name, func(t *testing.T) {
				text, ok := c.New(t, k.work, nil)([]byte(k.args))
				assert.Equal(t, c.Checks, !ok, "%s", text)
			})
		}
	}
}

// Names every mistake that a text of this library's and of the hand-written decoders has to name.
func TestAllMistakesAreNamed(t *testing.T) {
	for _, c := range callers(t) {
		if !strings.HasPrefix(c.Name, "jarvis") && !strings.HasPrefix(c.Name, "floor/") {
			continue
		}
		for _, w := range peers.Works() {
			text, _ := c.New(t, w, nil)(w.Mistaken())
			for _, name := range w.Mistakes() {
				assert.Contains(t, text, name, "%s %s", c.Name, w)
			}
		}
	}
}

func TestSchemasAreObjects(t *testing.T) {
	for _, c := range peers.All() {
		for i, derive := range []func(peers.Work) func() []byte{c.Derive, c.DeriveWarm} {
			if derive == nil {
				continue
			}
			for _, w := range peers.Works() {
				var schema map[string]any
				require.NoError(t, json.Unmarshal(derive(w)(), &schema), "%s %s %d", c.Name, w, i)
				assert.NotEmpty(t, schema, "%s %s %d", c.Name, w, i)
			}
		}
	}
}

func TestRegisteredToolsAreListedAndCalled(t *testing.T) {
	const n = 12
	for _, c := range peers.All() {
		if c.Register == nil {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			register := c.Register(t, n)
			register()
			tools := register() // twice: benchmarks repeat it
			size := tools.List()
			assert.Positive(t, size)
			assert.Equal(t, size, tools.List())
			for i := range n {
				assert.True(t, tools.Call(i), i)
			}
		})
	}
}

func TestContestantsAreNamedOnce(t *testing.T) {
	all := peers.All()
	assert.Equal(t, peers.Yardstick, all[0].Name)
	names := map[string]bool{}
	for _, c := range all {
		assert.False(t, names[c.Name], "%s twice", c.Name)
		assert.NotEmpty(t, c.Path, c.Name)
		assert.NotContains(t, c.Name, " ")
		names[c.Name] = true
	}
}

// Idle binds nothing, and takes the same room.
func TestIdle(t *testing.T) {
	for _, w := range peers.Works() {
		assert.True(t, peers.Idle(w)(), w)
	}
}

func callers(t *testing.T) (all []peers.Contestant) {
	for _, c := range peers.All() {
		if c.New != nil {
			all = append(all, c)
		}
	}
	require.Greater(t, len(all), 10)
	return all
}
