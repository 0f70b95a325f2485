// The work: two commands, the texts that call them, and what their handlers have to see.

package peers

import (
	"fmt"
	"strings"
	"time"
)

// Work is one of the two commands. W3 has three parameters: a text, an enum and a required list of datetimes. W8 has eight: a
// required enum, a text, an integer from 0 to 100, a bool, a number, an enum, a list of texts and a datetime.
type Work int

// The works.
const (
	W3 Work = 3
	W8 Work = 8
)

// Works returns both.
func Works() []Work { return []Work{W3, W8} }

// String returns "W3" or "W8".
func (w Work) String() string { return fmt.Sprintf("W%d", int(w)) }

// Name returns the name of the tool.
func (w Work) Name() string { return pick(w, "get_weather", "control_media") }

// Description returns what the model reads about the tool.
func (w Work) Description() string {
	return pick(w, "Report the weather for a place on one or more dates.", "Control music and video playback in the home.")
}

// Arguments returns a call that is right.
func (w Work) Arguments() []byte {
	return []byte(pick(w,
		`{"city":"Chicago","unit":"metric","dates":["2026-03-14T09:00:00Z","2026-03-15T09:00:00Z"]}`,
		`{"action":"play","query":"kind of blue by miles davis","volume":35,"shuffle":true,"rate":1.25,`+
			`"queue_option":"next","rooms":["kitchen","living room","office"],"start_at":"2026-03-14T18:30:00Z"}`))
}

// Mistaken returns a call with three mistakes: a value of another type, one outside its enum, and a required one missing.
func (w Work) Mistaken() []byte {
	return []byte(pick(w,
		`{"city":42,"unit":"kelvin"}`,
		`{"query":"kind of blue","volume":"loud","queue_option":"whenever","shuffle":true}`))
}

// Mistakes returns the parameters that a complete answer to Mistaken names.
func (w Work) Mistakes() []string {
	return pick(w, []string{"city", "unit", "dates"}, []string{"volume", "queue_option", "action"})
}

// Named is the number of the Mistakes that every text about them names. Some texts depend on the order of a map, so that many are
// asked for.
func (w Work) Named(call CallFunc) int {
	named := len(w.Mistakes())
	for range 50 {
		text, _ := call(w.Mistaken())
		mentioned := 0
		for _, name := range w.Mistakes() {
			if strings.Contains(text, name) {
				mentioned++
			}
		}
		named = min(named, mentioned)
	}
	return named
}

// Want returns what the handler has to see of Arguments.
func (w Work) Want() Seen {
	if w == W3 {
		return Seen{Weather: Weather{City: "Chicago", Unit: "metric", Dates: []time.Time{
			time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), time.Date(2026, 3, 15, 9, 0, 0, 0, time.UTC),
		}}}
	}
	return Seen{Media: Media{
		Action: "play", Query: "kind of blue by miles davis", Volume: 35, Shuffle: true, Rate: 1.25, QueueOption: "next",
		Rooms: []string{"kitchen", "living room", "office"}, StartAt: time.Date(2026, 3, 14, 18, 30, 0, 0, time.UTC),
	}}
}

// pick returns what belongs to a work.
func pick[T any](w Work, w3, w8 T) T {
	if w == W3 {
		return w3
	}
	return w8
}

// Weather is W3 as the yardstick, this library and the plan decode it, the same struct for all.
type Weather struct {
	City  string      `json:"city" jarvis:"city" description:"City name as spoken"`
	Unit  string      `json:"unit" jarvis:"unit" enum:"metric,imperial" description:"Unit system for temperatures"`
	Dates []time.Time `json:"dates" jarvis:"dates,required" description:"Dates to report"`
}

// Media is W8 as the yardstick, this library and the plan decode it.
type Media struct {
	Action      string    `json:"action" jarvis:"action,required" enum:"play,pause,resume,stop,next,previous" description:"What to do"`
	Query       string    `json:"query" jarvis:"query" description:"What to play"`
	Volume      int       `json:"volume" jarvis:"volume" validate:"gte=0,lte=100" description:"Volume in percent"`
	Shuffle     bool      `json:"shuffle" jarvis:"shuffle" description:"Shuffle the queue"`
	Rate        float64   `json:"rate" jarvis:"rate" description:"Playback rate"`
	QueueOption string    `json:"queue_option" jarvis:"queue_option" enum:"now,next,last" description:"Where to queue"`
	Rooms       []string  `json:"rooms" jarvis:"rooms" description:"Rooms to play in"`
	StartAt     time.Time `json:"start_at" jarvis:"start_at" description:"When to start"`
}

// The allowed values, for libraries that do not take them from tags.
func units() []string        { return []string{"metric", "imperial"} }
func actions() []string      { return []string{"play", "pause", "resume", "stop", "next", "previous"} }
func queueOptions() []string { return []string{"now", "next", "last"} }

// Seen is what handlers got, each in its own field.
type Seen struct {
	Weather Weather
	Media   Media
}

// Result is what handlers return, for libraries that take a typed result.
type Result struct {
	OK bool `json:"ok"`
	N  int  `json:"n"`
}

// resultText is what handlers return where the result is a text.
const resultText = "ok"

// weather is the handler of W3.
func (s *Seen) weather(city, unit string, dates []time.Time) Result {
	if s != nil {
		s.Weather = Weather{city, unit, dates}
	}
	return Result{OK: true, N: len(dates)}
}

// media is the handler of W8.
func (s *Seen) media(m *Media) Result {
	if s != nil {
		s.Media = *m
	}
	return Result{OK: true, N: len(m.Rooms)}
}

// padded writes i with five digits.
func padded(i int) string { return fmt.Sprintf("%05d", i) }
