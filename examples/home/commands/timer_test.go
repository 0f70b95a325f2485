// Tests of set_timer.

package commands_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSetTimer(t *testing.T) {
	ends := func(at string) map[string]any {
		return map[string]any{"timer_id": 1, "ends_at": "2026-01-" + at}
	}
	testCalls(t, "set_timer", []callCase{
		{name: "minutes", args: `{"duration":"PT10M"}`, message: "Timer set for 10 minutes.", data: ends("18T12:14:05Z")},
		{name: "label", args: `{"duration":"PT8M30S","label":"crème brûlée"}`, message: `Timer "crème brûlée" set for 8 minutes 30 seconds.`, data: ends("18T12:12:35Z")},
		{name: "one of each", args: `{"duration":"PT1H1M1S"}`, message: "Timer set for 1 hour 1 minute 1 second.", data: ends("18T13:05:06Z")},
		{name: "fraction", args: `{"duration":"PT0.5S"}`, message: "Timer set for 0.5 seconds.", data: ends("18T12:04:05Z")},
		{name: "the longest", args: `{"duration":"P1D"}`, message: "Timer set for 24 hours.", data: ends("19T12:04:05Z")},
		{name: "null label", args: `{"duration":"PT1M","label":null}`, message: "Timer set for 1 minute.", data: ends("18T12:05:05Z")},
		{name: "absent word", args: `{"duration":"PT1M","label":"None"}`, message: "Timer set for 1 minute.", data: ends("18T12:05:05Z")},
		{name: "no length", args: `{"duration":"PT0S"}`, details: "Parameter 'duration' must be greater than PT0S"},
		{name: "too long", args: `{"duration":"PT24H0.1S"}`, details: "Parameter 'duration' must be at most P1D"},
		{name: "prose", args: `{"duration":"10 minutes"}`, details: "Parameter 'duration' must be of type timedelta"},
		{name: "missing", args: `{}`, details: "Parameter 'duration' is required (timedelta)"},
	})
}

func TestSetTimerFromManyGoroutines(t *testing.T) {
	const calls = 50
	timers := new(commands.Store)
	registry := newRegistry(t, commands.Config{Timers: timers, Clock: func() time.Time { return noon }})
	var group sync.WaitGroup
	for i := range calls {
		group.Go(func() {
			args := fmt.Sprintf(`{"duration":"PT%dS","label":"%d"}`, i+1, i+1)
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "set_timer", Arguments: json.RawMessage(args)})
			if assert.NoError(t, err) {
				assert.Equal(t, noon.Add(time.Duration(i+1)*time.Second).Format(time.RFC3339), resp.ContextData["ends_at"])
			}
		})
	}
	group.Wait()
	labels := map[string]bool{}
	for i, timer := range timers.Running(noon) {
		assert.Equal(t, i+1, timer.ID)
		assert.Equal(t, noon.Add(seconds(timer.Label)), timer.Ends)
		labels[timer.Label] = true
	}
	assert.Len(t, labels, calls)
}

func seconds(n string) time.Duration {
	d, _ := time.ParseDuration(n + "s")
	return d
}

func TestSetTimerWhenTooManyRun(t *testing.T) {
	timers := new(commands.Store)
	for range commands.MaxTimers {
		startTimer(t, timers, "", time.Minute, noon)
	}
	call := jarvis.Call{Name: "set_timer", Arguments: json.RawMessage(`{"duration":"PT1M"}`)}
	now := noon
	registry := newRegistry(t, commands.Config{Timers: timers, Clock: func() time.Time { return now }})
	resp, err := registry.Call(t.Context(), nil, call)
	require.NoError(t, err)
	assert.Equal(t, "100 timers are running, and there can be no more. One has to end or be cancelled first.", resp.ErrorDetails)

	now = noon.Add(time.Minute)
	resp, err = registry.Call(t.Context(), nil, call)
	require.NoError(t, err)
	assert.True(t, resp.Success, resp.ErrorDetails)
}
