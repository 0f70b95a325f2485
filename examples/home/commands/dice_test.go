// Tests of roll_dice.

package commands_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
)

func TestRollDice(t *testing.T) {
	testCalls(t, "roll_dice", []callCase{
		{name: "nothing given", args: `{}`, message: "You rolled 1.", data: map[string]any{"rolls": []int{1}, "total": 1}},
		{name: "null", args: `{"sides":null,"count":null}`, message: "You rolled 1.", data: map[string]any{"rolls": []int{1}, "total": 1}},
		{name: "several", args: `{"count":3}`, message: "You rolled 1, 2, 3: 6 in total.", data: map[string]any{"rolls": []int{1, 2, 3}, "total": 6}},
		{name: "coins", args: `{"count":3,"sides":2}`, message: "You rolled 1, 2, 1: 4 in total.", data: map[string]any{"rolls": []int{1, 2, 1}, "total": 4}},
		{name: "whole number with a point", args: `{"count":2.0,"sides":1e3}`, message: "You rolled 1, 2: 3 in total.", data: map[string]any{"rolls": []int{1, 2}, "total": 3}},
		{name: "one side", args: `{"sides":1}`, details: "Parameter 'sides' must be at least 2"},
		{name: "too many", args: `{"sides":1001,"count":101}`, details: "Parameter 'sides' must be at most 1000\nParameter 'count' must be at most 100"},
		{name: "none", args: `{"count":0}`, details: "Parameter 'count' must be at least 1"},
		{name: "fraction and truth", args: `{"sides":6.5,"count":true}`, details: "Parameter 'sides' must be of type int\nParameter 'count' must be of type int"},
	})
}

func TestRollDiceFromManyGoroutines(t *testing.T) {
	registry := newRegistry(t, commands.Config{})
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "roll_dice", Arguments: json.RawMessage(`{"count":100,"sides":2}`)})
			if assert.NoError(t, err) {
				for _, roll := range resp.ContextData["rolls"].([]int) {
					assert.Contains(t, []int{1, 2}, roll)
				}
			}
		})
	}
	group.Wait()
}
