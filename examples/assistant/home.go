// The home: its commands, and what they share.

package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// home is the state of lights and timers. It is in memory and safe for concurrent use.
type home struct {
	after after
	ring  func(label string)

	mu     sync.Mutex
	levels map[string]int // of lights that were dimmed, in percent
	timers int            // that run
}

// after calls f once d has passed.
type after func(d time.Duration, f func())

// newHome makes a home in which all lights are undimmed. A nil after goes by the clock.
func newHome(after after, ring func(label string)) *home {
	if after == nil {
		after = func(d time.Duration, f func()) { time.AfterFunc(d, f) }
	}
	return &home{after: after, ring: ring, levels: map[string]int{}}
}

// newCommands registers the commands of a home.
func newCommands(h *home, logger *slog.Logger) (*jarvis.Registry, error) {
	registry := jarvis.NewRegistry(jarvis.WithLogger(logger))
	err := registry.Register(&calculate{}, &setLight{home: h}, &setTimer{home: h})
	return registry, err
}

// setLight has no message in its answer: the model speaks from it.
type setLight struct {
	Room  string `jarvis:"room,required" enum:"kitchen,bedroom,living_room,hall" description:"Whose light"`
	On    bool   `jarvis:"on,required" description:"true switches it on, false off"`
	Level *int   `jarvis:"level" validate:"gte=0,lte=100" description:"How bright, in percent; leave it out to keep what it was"`

	home *home
}

// Spec declares the command.
func (*setLight) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "set_light",
		Description: "Switches the light of a room on or off, or dims it.",
		Keywords:    []string{"light", "lamp", "dim"},
		Examples: []jarvis.Example{
			{Utterance: "Turn on the kitchen light", Arguments: jarvis.Args{"room": "kitchen", "on": true}, Primary: true},
			{Utterance: "Dim the hall to 20 percent", Arguments: jarvis.Args{"room": "hall", "on": true, "level": 20}},
		},
		Rules:  []string{"If the user names no room, ask for it with request_validation."},
		Effect: jarvis.EffectWrite,
	}
}

// Run sets the light and answers with what it is now.
func (c *setLight) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	c.home.mu.Lock()
	defer c.home.mu.Unlock()
	level, dimmed := c.home.levels[c.Room]
	if !dimmed || c.On && level == 0 {
		level = 100
	}
	if c.Level != nil {
		level = *c.Level
		c.home.levels[c.Room] = level
	}
	return jarvis.Final(map[string]any{"room": c.Room, "on": c.On, "level": level}), nil
}

// setTimer says itself what it has done.
type setTimer struct {
	Duration time.Duration `jarvis:"duration,required" validate:"gt=0,lte=24h" description:"How long from now, as an ISO 8601 duration: PT5M is five minutes."`
	Label    string        `jarvis:"label" validate:"max=60" description:"What the timer is for, such as pasta; leave it out if the user does not say"`

	home *home
}

// Spec declares the command.
func (*setTimer) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "set_timer",
		Description: "Starts a timer of up to 24 hours.",
		Keywords:    []string{"timer", "countdown"},
		Examples: []jarvis.Example{
			{Utterance: "Set a timer for ten minutes", Arguments: jarvis.Args{"duration": 10 * time.Minute}, Primary: true},
			{Utterance: "Pasta timer, 8 minutes 30", Arguments: jarvis.Args{"duration": 8*time.Minute + 30*time.Second, "label": "pasta"}},
		},
		Effect: jarvis.EffectWrite,
	}
}

// maxTimers bounds the timers that run at a time.
const maxTimers = 100

// Run starts the timer.
func (c *setTimer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if !c.home.start(c.Duration, c.Label) {
		return jarvis.Failure(fmt.Sprintf("%d timers are running, and there can be no more.", maxTimers)), nil
	}
	text := "Timer set for " + spoken(c.Duration) + "."
	if c.Label != "" {
		text = fmt.Sprintf("Timer %q set for %s.", c.Label, spoken(c.Duration))
	}
	return jarvis.Final(nil, jarvis.WithMessage(text)), nil
}

// start starts a timer unless too many run.
func (h *home) start(d time.Duration, label string) bool {
	if !h.count(1) {
		return false
	}
	h.after(d, func() {
		h.count(-1)
		h.ring(label)
	})
	return true
}

// count adds to the number of timers unless they become too many.
func (h *home) count(n int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.timers+n > maxTimers {
		return false
	}
	h.timers += n
	return true
}

// spoken writes a duration as "1 hour 30 minutes".
func spoken(d time.Duration) string {
	text := ""
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"hour", time.Hour}, {"minute", time.Minute}} {
		if n := d / unit.size; n > 0 {
			text += counted(fmt.Sprint(int64(n)), unit.name)
			d -= n * unit.size
		}
	}
	if d > 0 {
		text += counted(fmt.Sprint(d.Seconds()), "second")
	}
	return text[1:]
}

func counted(n, unit string) string {
	if n != "1" {
		unit += "s"
	}
	return " " + n + " " + unit
}
