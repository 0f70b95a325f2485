// The command cancel_timer: stops one timer of a Store, or all.

package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// CancelTimer stops a timer. The zero value cannot run, as it has no Timers; Clock may be nil.
type CancelTimer struct {
	Label string `jarvis:"label" absent:"none,null,default" validate:"max=80" description:"Which timer, by the name that check_timers gives it, such as pasta; leave it out if the user names none"`
	All   bool   `jarvis:"all" description:"true to cancel every timer, only if the user says so"`

	Clock  Clock
	Timers *Store
}

// Spec declares the command cancel_timer. A cancelled timer can be set again, with the time that the answer says was left: so
// the effect is a write, not a destruction.
func (*CancelTimer) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "cancel_timer",
		Description: "Cancels a running timer by its label, the only one that runs, or all of them.",
		Keywords:    []string{"cancel timer", "stop timer", "delete timer", "stop the alarm", "all timers"},
		Examples: []jarvis.Example{
			{Utterance: "Cancel the pasta timer", Arguments: jarvis.Args{"label": "pasta"}, Primary: true},
			{Utterance: "Cancel my timer", Arguments: jarvis.Args{}},
			{Utterance: "Stop all timers", Arguments: jarvis.Args{"all": true}},
			{Utterance: "I don't need to be woken up after all", Arguments: jarvis.Args{"label": "wake up"}},
		},
		Rules: []string{"If several timers run and the user names none, ask which one; do not cancel all."},
		Antipatterns: []jarvis.Antipattern{
			{Command: "check_timers", Description: "Asking what is running, as in 'Is my timer still on?'"},
			{Command: "set_timer", Description: "Starting a timer, as in 'Ten minutes, please'"},
		},
		Effect: jarvis.EffectWrite,
	}
}

// Validate refuses what does not say which timer, and names those that run. A label that can only mean one timer is replaced
// by that timer's name. That no timer runs at all is left to Run: the model has nothing to mend.
func (c *CancelTimer) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	if c.Timers == nil {
		return nil, errors.New("cancel_timer has no Store")
	}
	now := c.Clock.Now()
	running := named(c.Timers.Running(now))
	switch {
	case len(running) == 0, c.All && c.Label == "":
		return nil, nil
	case c.All:
		return refused("all", "Give a label or all, not both.", nil), nil
	case c.Label == "" && len(running) == 1:
		return nil, nil
	case c.Label == "":
		return refused("label", fmt.Sprintf("%d timers are running: %s. Ask which one to cancel, or whether all.", len(running), spokenList(running, now)), running), nil
	}
	switch found := meant(c.Label, running); {
	case len(found) == 0:
		return refused("label", fmt.Sprintf("No running timer is called %q. Running: %s.", c.Label, spokenList(running, now)), running), nil
	case len(found) > 1:
		return refused("label", fmt.Sprintf("%q can be %d timers: %s. Ask which one to cancel.", c.Label, len(found), spokenList(found, now)), found), nil
	case found[0].name != c.Label:
		return []jarvis.ValidationResult{{Success: true, ParamName: "label", SuggestedValue: found[0].name}}, nil
	}
	return nil, nil
}

func refused(param, message string, choice []namedTimer) []jarvis.ValidationResult {
	result := jarvis.ValidationResult{ParamName: param, Message: message}
	if choice != nil {
		result.ValidValues = names(choice)
	}
	return []jarvis.ValidationResult{result}
}

// Run cancels and answers with what was cancelled. Timers can end or be cancelled by another call after Validate has looked;
// then the answer says that.
func (c *CancelTimer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	now := c.Clock.Now()
	running := named(c.Timers.Running(now))
	if len(running) == 0 {
		return jarvis.Final(map[string]any{"cancelled": []map[string]any{}}, jarvis.WithMessage(noTimer)), nil
	}
	var ids []int
	for _, t := range running {
		if c.All || t.name == c.Label || c.Label == "" && len(running) == 1 {
			ids = append(ids, t.ID)
		}
	}
	stopped := map[int]bool{}
	for _, t := range c.Timers.Cancel(now, ids...) {
		stopped[t.ID] = true
	}
	data, spoken := []map[string]any{}, []string{}
	for _, t := range running {
		if stopped[t.ID] {
			data, spoken = append(data, t.data(now)), append(spoken, t.spoken())
		}
	}
	if len(data) == 0 {
		return jarvis.Failure("The timers have changed in the meantime. Look at them with check_timers and try again."), nil
	}
	return jarvis.Final(map[string]any{"cancelled": data}, jarvis.WithMessage("Cancelled "+strings.Join(spoken, ", ")+".")), nil
}
