// The command check_timers: what runs in a Store, and for how long.

package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// CheckTimers tells which timers run. It has no parameters. The zero value cannot run, as it has no Timers; Clock may be nil.
type CheckTimers struct {
	Clock  Clock
	Timers *Store
}

// Spec declares the command check_timers.
func (*CheckTimers) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "check_timers",
		Description: "Lists the timers that are running, each with the time left.",
		Keywords:    []string{"timers", "time left", "how long", "remaining", "running timers", "check timer"},
		Examples: []jarvis.Example{
			{Utterance: "How much time is left on my timer?", Arguments: jarvis.Args{}, Primary: true},
			{Utterance: "Which timers are running?", Arguments: jarvis.Args{}},
			{Utterance: "How long does the pasta need?", Arguments: jarvis.Args{}},
		},
		Rules: []string{"If the user asks about one timer, call this too and speak of that one alone."},
		Antipatterns: []jarvis.Antipattern{
			{Command: "set_timer", Description: "Starting a timer, as in 'Ten minutes, please'"},
			{Command: "get_current_time", Description: "Asking for the time of day, as in 'What time is it?'"},
		},
		Effect: jarvis.EffectRead,
	}
}

// Run answers with the running timers, the one that ends next first. That there are none is an answer too.
func (c *CheckTimers) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if c.Timers == nil {
		return nil, errors.New("check_timers has no Store")
	}
	now := c.Clock.Now()
	running := named(c.Timers.Running(now))
	slices.SortStableFunc(running, func(a, b namedTimer) int { return a.Ends.Compare(b.Ends) })
	list := make([]map[string]any, len(running))
	for i, t := range running {
		list[i] = t.data(now)
	}
	message := noTimer
	switch len(running) {
	case 0:
	case 1:
		message = fmt.Sprintf("The%s has %s left.", strings.TrimPrefix(running[0].spoken(), "the"), spokenDuration(running[0].left(now)))
	default:
		message = fmt.Sprintf("%d timers are running: %s.", len(running), spokenList(running, now))
	}
	return jarvis.Final(map[string]any{"timers": list}, jarvis.WithMessage(message)), nil
}

const noTimer = "No timer is running."
