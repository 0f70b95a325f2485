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
		fresh := func(w peers.Work) func() []byte { return c.Fresh(w)[1] }
		if c.Fresh == nil {
			fresh = nil
		}
		for i, derive := range []func(peers.Work) func() []byte{c.Derive, c.DeriveWarm, fresh} {
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
			assert.Greater(t, size, n*100, "bytes, not tools")
			assert.Equal(t, size, tools.List())
			for i := range n {
				assert.True(t, tools.Call(i), i)
			}
		})
	}
}

// A list is longer than a page of any server, and all of it is asked for.
func TestAllPagesAreListed(t *testing.T) {
	const few, many = 10, 1100
	for _, c := range peers.All() {
		if c.Register != nil && c.Server {
			t.Run(c.Name, func(t *testing.T) {
				size := c.Register(t, few)().List()
				assert.InEpsilon(t, many/few*size, c.Register(t, many)().List(), 0.1)
			})
		}
	}
}

// Types of Fresh differ, but for that they are declared as the work is.
func TestFreshTypes(t *testing.T) {
	for _, c := range peers.All() {
		if c.Fresh == nil {
			continue
		}
		for _, w := range peers.Works() {
			all := c.Fresh(w)
			require.Len(t, all, 100)
			for _, schema := range all {
				assert.JSONEq(t, string(c.Derive(w)()), string(schema()), c.Name)
			}
		}
	}
}

// What is outside its range is refused by those that check, and by those alone.
func TestRanges(t *testing.T) {
	for _, c := range callers(t) {
		text, ok := c.New(t, peers.W8, nil)([]byte(`{"action":"play","volume":101}`))
		assert.Equal(t, c.Checks, !ok, "%s: %s", c.Name, text)
	}
}

// Unknown names and names in another case are refused where docs/agreement.md says so of the same configuration.
func TestNames(t *testing.T) {
	for _, name := range []string{"jarvis", "huma", "json/v2", "encoding-json+validator/strict", "mcp-go/server+validate", "santhosh+json"} {
		for _, c := range callers(t) {
			if c.Name == name {
				text, ok := c.New(t, peers.W8, nil)([]byte(`{"action":"play","volumes":7}`))
				assert.False(t, ok, "%s: %s", name, text)
			}
			if c.Name == name && name != "encoding-json+validator/strict" { // its decoder takes another case, on that page too
				text, ok := c.New(t, peers.W8, nil)([]byte(`{"action":"play","Volume":7}`))
				assert.False(t, ok, "%s: %s", name, text)
			}
		}
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
