// What all commands have in common: their Spec, and the table test that the others share.

package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noon is what the clock of the tests shows: a Sunday.
var noon = time.Date(2026, time.January, 18, 12, 4, 5, 0, time.UTC)

// config has a clock that stands at noon and dice that show 1, 2, 3 and so on, up to their sides.
func config() commands.Config {
	next := -1
	return commands.Config{
		Clock:  func() time.Time { return noon },
		Random: func(n int) int { next++; return next % n },
	}
}

func newRegistry(t testing.TB, c commands.Config) *jarvis.Registry {
	t.Helper()
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(commands.All(c)...))
	return registry
}

// callCase is a call and its answer: message and data, or the details of a failure.
type callCase struct {
	name, args string
	message    string
	data       map[string]any
	details    string
}

// testCalls makes each call on commands of its own.
func testCalls(t *testing.T, command string, cases []callCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			resp, err := newRegistry(t, config()).Call(t.Context(), nil, jarvis.Call{Name: command, Arguments: json.RawMessage(c.args)})
			require.NoError(t, err)
			assert.Equal(t, c.details, resp.ErrorDetails)
			assert.Equal(t, c.details == "", resp.Success)
			if !resp.Success {
				return
			}
			data := maps.Clone(resp.ContextData)
			assert.Equal(t, c.message, data["message"])
			delete(data, "message")
			assert.Equal(t, c.data, data)
		})
	}
}

func TestSpecs(t *testing.T) {
	registry := newRegistry(t, commands.Config{})
	for d := range registry.All() {
		t.Run(d.Name(), func(t *testing.T) {
			spec, primary := d.Spec(), 0
			for _, e := range spec.Examples {
				if e.Primary {
					primary++
				}
			}
			assert.Equal(t, 1, primary, "primary examples")
			assert.GreaterOrEqual(t, len(spec.Examples), 3)
			assert.LessOrEqual(t, len(spec.Examples), 7)
			assert.NotEmpty(t, spec.Keywords)
			assert.NotEmpty(t, spec.Effect)
			for _, a := range spec.Antipatterns {
				_, known := registry.Lookup(a.Command)
				assert.True(t, known, a.Command)
			}
			for p := range d.Parameters().All() {
				assert.NotEmpty(t, p.Description(), p.Name())
			}
		})
	}
}

func TestZeroValuesRunByThemselves(t *testing.T) {
	resp, err := jarvis.Execute[commands.GetCurrentTime](t.Context(), nil, nil)
	require.NoError(t, err)
	assert.True(t, resp.Success)

	resp, err = jarvis.Execute[commands.RollDice](t.Context(), nil, nil)
	require.NoError(t, err)
	assert.True(t, resp.Success)

	_, err = jarvis.Execute[commands.SetTimer](t.Context(), nil, json.RawMessage(`{"duration":"PT1M"}`))
	var failed *jarvis.CommandError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "set_timer", failed.Command)
}

func ExampleAll() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(commands.All(commands.Config{})...)

	for _, call := range []jarvis.Call{
		{Name: "calculate", Arguments: json.RawMessage(`{"num1": 6, "num2": 7, "operation": "multiply"}`)},
		{Name: "calculate", Arguments: json.RawMessage(`{"num1": 6, "operation": "multipy"}`)},
	} {
		resp, err := registry.Call(context.Background(), &jarvis.Request{}, call)
		switch {
		case err != nil:
			fmt.Println(err)
		case resp.Success:
			fmt.Println(resp.ContextData["message"])
		default:
			fmt.Println(resp.ErrorDetails)
		}
	}
	// Output:
	// 6 times 7 is 42.
	// Parameter 'num2' is required (float)
	// Invalid value 'multipy' for 'operation'. Must be one of: add, subtract, multiply, divide
}
