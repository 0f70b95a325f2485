// The command get_current_time: the time and date in a time zone.

package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// GetCurrentTime tells the time. The zero value tells it by time.Now. Programs that run where there is no zone database
// import time/tzdata.
type GetCurrentTime struct {
	Timezone string `jarvis:"timezone,refinable" description:"IANA time zone such as Europe/Paris; empty or left out for UTC"`
	Format   string `jarvis:"format,refinable" enum:"12h,24h" default:"24h" description:"Twelve hours with AM and PM, or twenty-four"`

	Clock Clock
}

// Spec declares the command get_current_time.
func (*GetCurrentTime) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "get_current_time",
		Description: "The current time and date, in UTC or in any time zone.",
		Keywords:    []string{"time", "clock", "date", "today", "time zone", "what time"},
		Examples: []jarvis.Example{
			{Utterance: "What time is it in Tokyo?", Arguments: jarvis.Args{"timezone": "Asia/Tokyo"}, Primary: true},
			{Utterance: "What time is it in New York, with AM or PM?", Arguments: jarvis.Args{"timezone": "America/New_York", "format": "12h"}},
			{Utterance: "Give me the UTC time", Arguments: jarvis.Args{}},
			{Utterance: "What day is it in Sydney?", Arguments: jarvis.Args{"timezone": "Australia/Sydney"}},
		},
		CriticalRules: []string{"timezone is an IANA name: turn a city into the name of its zone (Boston -> America/New_York). Never send abbreviations such as CET or PST."},
		Antipatterns:  []jarvis.Antipattern{{Command: "set_timer", Description: "Waiting for a while, as in 'Tell me when ten minutes are over'"}},
		Effect:        jarvis.EffectRead,
	}
}

// Run answers with time and date. A time zone that is not in the database is a failure.
func (c *GetCurrentTime) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil || zone == time.Local {
		return jarvis.Failure(fmt.Sprintf("There is no time zone %q. Give an IANA name such as Europe/Paris or America/New_York, or leave it out for UTC.", c.Timezone)), nil
	}
	now := c.Clock.Now().In(zone)
	layout := "15:04"
	if c.Format == "12h" {
		layout = "3:04 PM"
	}
	clock := now.Format(layout)
	return jarvis.Final(map[string]any{
		"time":     clock,
		"date":     jarvis.DateOf(now).String(),
		"weekday":  now.Weekday().String(),
		"timezone": zone.String(),
	}, jarvis.WithMessage("It is "+clock+" on "+now.Format("Monday, January 2")+".")), nil
}
