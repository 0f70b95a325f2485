// Tests of check_timers and cancel_timer, which work on what set_timer starts.

package commands_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// start is a timer to start at noon.
type start struct {
	label string
	d     time.Duration
}

var (
	pasta   = start{"pasta", 8 * time.Minute}
	tea     = start{"tea", 3 * time.Minute}
	unnamed = start{"", time.Hour}
)

func withTimers(t *testing.T, starts ...start) (*jarvis.Registry, *commands.Store) {
	t.Helper()
	timers := new(commands.Store)
	for _, s := range starts {
		startTimer(t, timers, s.label, s.d, noon)
	}
	return newRegistry(t, commands.Config{Timers: timers, Clock: func() time.Time { return noon }}), timers
}

func TestCheckTimers(t *testing.T) {
	entry := func(id int, name, ends string, seconds int) object {
		return object{"timer_id": id, "name": name, "ends_at": "2026-01-18T" + ends + "Z", "seconds_left": seconds}
	}
	tests := []struct {
		name    string
		starts  []start
		message string
		timers  []object
	}{
		{"none", nil, "No timer is running.", []object{}},
		{"one", []start{pasta}, `The timer "pasta" has 8 minutes left.`, []object{entry(1, "pasta", "12:12:05", 480)}},
		{"one without a label", []start{unnamed}, "The timer has 1 hour left.", []object{entry(1, "timer", "13:04:05", 3600)}},
		{"a part of a second", []start{{"egg", 1500 * time.Millisecond}}, `The timer "egg" has 2 seconds left.`, []object{entry(1, "egg", "12:04:06", 2)}},
		{"the next to end first", []start{unnamed, pasta, tea}, `3 timers are running: the timer "tea" with 3 minutes left, the timer "pasta" with 8 minutes left, the timer with 1 hour left.`,
			[]object{entry(3, "tea", "12:07:05", 180), entry(2, "pasta", "12:12:05", 480), entry(1, "timer", "13:04:05", 3600)}},
		{"without labels", []start{unnamed, unnamed}, "2 timers are running: timer #1 with 1 hour left, timer #2 with 1 hour left.",
			[]object{entry(1, "timer #1", "13:04:05", 3600), entry(2, "timer #2", "13:04:05", 3600)}},
		{"the same label", []start{pasta, {" Pasta timer", time.Hour}}, `2 timers are running: the timer "pasta #1" with 8 minutes left, the timer "Pasta timer #2" with 1 hour left.`,
			[]object{entry(1, "pasta #1", "12:12:05", 480), entry(2, "Pasta timer #2", "13:04:05", 3600)}},
		{"a label like the name of another", []start{{"timer #3", time.Hour}, {"timer", time.Hour}, unnamed},
			`3 timers are running: the timer "timer #3 #1" with 1 hour left, timer #2 with 1 hour left, timer #3 with 1 hour left.`,
			[]object{entry(1, "timer #3 #1", "13:04:05", 3600), entry(2, "timer #2", "13:04:05", 3600), entry(3, "timer #3", "13:04:05", 3600)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			registry, _ := withTimers(t, tt.starts...)
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "check_timers"})
			require.NoError(t, err)
			require.True(t, resp.Success, resp.ErrorDetails)
			assert.Equal(t, object{"message": tt.message, "timers": tt.timers}, resp.ContextData)
		})
	}
}

func TestCheckTimersForgetsWhatHasEnded(t *testing.T) {
	timers, now := new(commands.Store), noon
	startTimer(t, timers, "", time.Minute, noon)
	registry := newRegistry(t, commands.Config{Timers: timers, Clock: func() time.Time { return now }})
	for after, message := range []string{"The timer has 1 minute left.", "No timer is running."} {
		now = noon.Add(time.Duration(after) * time.Minute)
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "check_timers"})
		require.NoError(t, err)
		assert.Equal(t, message, resp.ContextData["message"])
	}
}

func TestCancelTimer(t *testing.T) {
	tests := []struct {
		name    string
		starts  []start
		args    string
		message string
		left    []int // IDs of what still runs
	}{
		{"by label", []start{tea, pasta}, `{"label":"pasta"}`, `Cancelled the timer "pasta".`, []int{1}},
		{"the only one", []start{pasta}, `{}`, `Cancelled the timer "pasta".`, nil},
		{"the only one, absent word", []start{unnamed}, `{"label":"None","all":false}`, "Cancelled the timer.", nil},
		{"all", []start{tea, unnamed, pasta}, `{"all":true}`, `Cancelled the timer "tea", the timer, the timer "pasta".`, nil},
		{"all of one", []start{tea}, `{"all":true,"label":null}`, `Cancelled the timer "tea".`, nil},
		{"the one without a label", []start{tea, unnamed}, `{"label":"timer"}`, "Cancelled the timer.", []int{1}},
		{"by number", []start{unnamed, unnamed}, `{"label":"timer #2"}`, "Cancelled timer #2.", []int{1}},
		{"by label and number", []start{pasta, pasta}, `{"label":"pasta #1"}`, `Cancelled the timer "pasta #1".`, []int{2}},
		{"another case", []start{tea, pasta}, `{"label":"PASTA"}`, `Cancelled the timer "pasta".`, []int{1}},
		{"the word timer", []start{tea, pasta}, `{"label":" pasta  timer"}`, `Cancelled the timer "pasta".`, []int{1}},
		{"a slip", []start{tea, pasta}, `{"label":"basta"}`, `Cancelled the timer "pasta".`, []int{1}},
		{"two slips in a long label", []start{tea, {"crème brûlée", time.Hour}}, `{"label":"creme brulée"}`, `Cancelled the timer "crème brûlée".`, []int{1}},
		{"longest label", []start{tea, {longLabel, time.Hour}, {longLabel, time.Hour}}, `{"label":"` + longLabel + ` #3"}`, fmt.Sprintf("Cancelled the timer %q.", longLabel+" #3"), []int{1, 2}},
		{"nothing runs", nil, `{}`, "No timer is running.", nil},
		{"nothing of that label runs", nil, `{"label":"pasta"}`, "No timer is running.", nil},
		{"nothing of all runs", nil, `{"all":true}`, "No timer is running.", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			registry, timers := withTimers(t, tt.starts...)
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "cancel_timer", Arguments: json.RawMessage(tt.args)})
			require.NoError(t, err)
			require.True(t, resp.Success, resp.ErrorDetails)
			assert.Equal(t, tt.message, resp.ContextData["message"])
			assert.Len(t, resp.ContextData["cancelled"], len(tt.starts)-len(tt.left))
			assert.Equal(t, tt.left, ids(timers))
		})
	}
}

const longLabel = "a label that has as many letters as set_timer lets a label.."

func ids(timers *commands.Store) (list []int) {
	for _, t := range timers.Running(noon) {
		list = append(list, t.ID)
	}
	return list
}

func TestCancelTimerTellsWhatWasLeft(t *testing.T) {
	registry, _ := withTimers(t, pasta)
	resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "cancel_timer"})
	require.NoError(t, err)
	assert.Equal(t, []object{{"timer_id": 1, "name": "pasta", "ends_at": "2026-01-18T12:12:05Z", "seconds_left": 480}}, resp.ContextData["cancelled"])
}

func TestCancelTimerRefuses(t *testing.T) {
	const both = `the timer "tea" with 3 minutes left, the timer "pasta" with 8 minutes left`
	tests := []struct {
		name, args, param string
		starts            []start
		details           string
		choice            []string
	}{
		{name: "no label and several", args: `{}`, starts: []start{tea, pasta}, param: "label",
			details: "2 timers are running: " + both + ". Ask which one to cancel, or whether all.", choice: []string{"tea", "pasta"}},
		{name: "unknown", args: `{"label":"laundry"}`, starts: []start{tea, pasta}, param: "label",
			details: `No running timer is called "laundry". Running: ` + both + ".", choice: []string{"tea", "pasta"}},
		{name: "unknown, though one runs", args: `{"label":"laundry"}`, starts: []start{unnamed}, param: "label",
			details: `No running timer is called "laundry". Running: the timer with 1 hour left.`, choice: []string{"timer"}},
		{name: "white space", args: `{"label":"  "}`, starts: []start{tea}, param: "label",
			details: `No running timer is called "  ". Running: the timer "tea" with 3 minutes left.`, choice: []string{"tea"}},
		{name: "label of several", args: `{"label":"Pasta"}`, starts: []start{pasta, tea, pasta}, param: "label",
			details: `"Pasta" can be 2 timers: the timer "pasta #1" with 8 minutes left, the timer "pasta #3" with 8 minutes left. Ask which one to cancel.`, choice: []string{"pasta #1", "pasta #3"}},
		{name: "a slip for several", args: `{"label":"roast"}`, starts: []start{{"toast", time.Hour}, {"roasts", time.Hour}}, param: "label",
			details: `"roast" can be 2 timers: the timer "toast" with 1 hour left, the timer "roasts" with 1 hour left. Ask which one to cancel.`, choice: []string{"toast", "roasts"}},
		{name: "short words are not near", args: `{"label":"pea"}`, starts: []start{tea}, param: "label",
			details: `No running timer is called "pea". Running: the timer "tea" with 3 minutes left.`, choice: []string{"tea"}},
		{name: "numbers are not near", args: `{"label":"timer #1"}`, starts: []start{{"timer #2", time.Hour}, unnamed}, param: "label",
			details: `No running timer is called "timer #1". Running: the timer "timer #2 #1" with 1 hour left, the timer with 1 hour left.`, choice: []string{"timer #2 #1", "timer"}},
		{name: "label and all", args: `{"label":"tea","all":true}`, starts: []start{tea, pasta}, param: "all",
			details: "Give a label or all, not both."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			registry, timers := withTimers(t, tt.starts...)
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "cancel_timer", Arguments: json.RawMessage(tt.args)})
			require.NoError(t, err)
			assert.False(t, resp.Success)
			assert.Equal(t, tt.details, resp.ErrorDetails)
			require.NotNil(t, resp.Validation)
			results := resp.Validation.Results()
			require.Len(t, results, 1)
			assert.Equal(t, tt.param, results[0].ParamName)
			assert.Equal(t, tt.choice, results[0].ValidValues)
			assert.Len(t, timers.Running(noon), len(tt.starts))
		})
	}
}

func TestTimersNeedAStore(t *testing.T) {
	for name, run := range map[string]func() (*jarvis.Response, error){
		"check_timers": func() (*jarvis.Response, error) { return jarvis.Execute[commands.CheckTimers](t.Context(), nil, nil) },
		"cancel_timer": func() (*jarvis.Response, error) { return jarvis.Execute[commands.CancelTimer](t.Context(), nil, nil) },
	} {
		_, err := run()
		var failed *jarvis.CommandError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, name, failed.Command)
	}
}

// A timer is cancelled once, whoever else sets and cancels at the same time.
func TestTimersFromManyGoroutines(t *testing.T) {
	const labels = 15
	registry, timers := withTimers(t)
	var cancelled atomic.Int32
	var group sync.WaitGroup
	call := func(name, args string) *jarvis.Response {
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: name, Arguments: json.RawMessage(args)})
		assert.NoError(t, err)
		return resp
	}
	for i := range labels {
		label := fmt.Sprintf(`"label":"number %d"`, i)
		group.Go(func() {
			assert.True(t, call("set_timer", `{"duration":"PT1H",`+label+`}`).Success)
			for range 3 {
				group.Go(func() {
					if resp := call("cancel_timer", `{`+label+`}`); resp.Success {
						cancelled.Add(int32(len(resp.ContextData["cancelled"].([]object))))
					}
				})
			}
		})
		group.Go(func() { assert.True(t, call("check_timers", `{}`).Success) })
	}
	group.Wait()
	assert.EqualValues(t, labels, cancelled.Load())
	assert.Empty(t, timers.Running(noon))
}
