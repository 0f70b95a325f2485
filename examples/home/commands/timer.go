// The command set_timer: starts a timer in a Store.

package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// SetTimer starts a timer. The zero value cannot run, as it has no Timers; Clock may be nil.
type SetTimer struct {
	Duration time.Duration `jarvis:"duration,required,refinable" validate:"gt=0,lte=24h" description:"How long from now, as an ISO 8601 duration: PT5M is five minutes, PT1H30M an hour and a half."`
	Label    string        `jarvis:"label" absent:"none,null,default" validate:"max=60" description:"What the timer is for, such as pasta; leave it out if the user does not say"`

	Clock  Clock
	Timers *Store
}

// Spec declares the command set_timer.
func (*SetTimer) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "set_timer",
		Description: "Starts a countdown timer of up to 24 hours.",
		Keywords:    []string{"timer", "countdown", "remind me in", "minutes", "alarm in"},
		Examples: []jarvis.Example{
			{Utterance: "Set a timer for ten minutes", Arguments: jarvis.Args{"duration": 10 * time.Minute}, Primary: true},
			{Utterance: "Pasta timer, 8 minutes 30", Arguments: jarvis.Args{"duration": 8*time.Minute + 30*time.Second, "label": "pasta"}},
			{Utterance: "Wake me in an hour and a half", Arguments: jarvis.Args{"duration": 90 * time.Minute, "label": "wake up"}},
		},
		Rules: []string{"A timer without a length: ask how long it should run."},
		Antipatterns: []jarvis.Antipattern{
			{Command: "get_current_time", Description: "Asking for the time of day, as in 'What time is it?'"},
			{Command: "check_timers", Description: "Asking for the time left, as in 'How long does the pasta need?'"},
			{Command: "cancel_timer", Description: "Stopping a timer, as in 'Stop the pasta timer'"},
		},
		Effect: jarvis.EffectWrite,
	}
}

// Run adds the timer and answers when it ends. That too many timers run is a failure.
func (c *SetTimer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if c.Timers == nil {
		return nil, errors.New("set_timer has no Store")
	}
	timer, err := c.Timers.Add(c.Label, c.Duration, c.Clock.Now())
	switch {
	case errors.Is(err, ErrTooManyTimers):
		return jarvis.Failure(fmt.Sprintf("%d timers are running, and there can be no more. One has to end or be cancelled first.", MaxTimers)), nil
	case err != nil:
		return nil, err
	}
	message := fmt.Sprintf("Timer set for %s.", spokenDuration(c.Duration))
	if c.Label != "" {
		message = fmt.Sprintf("Timer %q set for %s.", c.Label, spokenDuration(c.Duration))
	}
	return jarvis.Final(map[string]any{
		"timer_id": timer.ID,
		"ends_at":  timer.Ends.UTC().Format(time.RFC3339),
	}, jarvis.WithMessage(message)), nil
}
