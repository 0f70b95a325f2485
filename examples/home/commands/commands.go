// Package commands holds the commands of a small home assistant: arithmetic, units, the time, dice, timers, weather,
// devices and notes; and LoadCommand, for commands that are declared in a file.
//
// Each file is one command: a struct whose tags declare the parameters, Spec for what a model reads about it, and Run. What
// several calls or commands share (clock, random numbers, timers) is injected by All; a registered command is a prototype that
// every call copies, injected fields included.
package commands

import (
	"math/rand/v2"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Config is what the commands get from their host. The zero value is ready for use.
type Config struct {
	Clock    Clock
	Random   Random
	Timers   *Store      // nil means a new one
	Weather  *WeatherAPI // nil means OpenWeather itself
	HomeCity string      // where get_weather looks if no city is named; empty means that it asks
	House    *House      // nil means NewHouse()
	Outbox   *Outbox     // nil means a new one
}

// All returns the commands, to be given to Registry.Register. They are safe for concurrent use if Clock and Random are.
func All(c Config) []jarvis.Command {
	if c.Timers == nil {
		c.Timers = new(Store)
	}
	if c.House == nil {
		c.House = NewHouse()
	}
	if c.Outbox == nil {
		c.Outbox = new(Outbox)
	}
	return []jarvis.Command{
		&Calculate{},
		&ConvertMeasurement{},
		&GetCurrentTime{Clock: c.Clock},
		&RollDice{Random: c.Random},
		&SetTimer{Clock: c.Clock, Timers: c.Timers},
		&CheckTimers{Clock: c.Clock, Timers: c.Timers},
		&CancelTimer{Clock: c.Clock, Timers: c.Timers},
		&GetWeather{API: c.Weather, Clock: c.Clock, HomeCity: c.HomeCity},
		&ControlDevice{House: c.House},
		&SendNote{Outbox: c.Outbox},
	}
}

// Clock tells the time. Nil means time.Now.
type Clock func() time.Time

// Now returns the time of the clock.
func (c Clock) Now() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// Random returns a number from 0 to n-1, for n of at least 1. Nil means rand.IntN of math/rand/v2.
type Random func(n int) int

// IntN returns the next number from 0 to n-1.
func (r Random) IntN(n int) int {
	if r == nil {
		return rand.IntN(n)
	}
	return r(n)
}
