// Examples that the command's own parameters refuse.

package tags

import (
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Unwritable panics when it is written.
type Unwritable struct{}

func (Unwritable) MarshalJSON() ([]byte, error) { panic("boom") }

func examples() []Case {
	return []Case{
		{"value of another type", func() error {
			type Weather struct {
				Days int `jarvis:"days"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather for three days", Arguments: jarvis.Args{"days": "three"}},
			}})
		}},
		{"unknown argument", func() error {
			type Weather struct {
				City string `jarvis:"city"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather in Paris", Arguments: jarvis.Args{"ctiy": "Paris"}},
			}})
		}},
		{"outside the enum", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,imperial"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather in kelvin", Arguments: jarvis.Args{"unit": "kelvin"}},
			}})
		}},
		{"against a rule", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"lte=5"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather for a week", Arguments: jarvis.Args{"days": 7}},
			}})
		}},
		{"no date key where a day is wanted", func() error {
			type Weather struct {
				Day jarvis.Date `jarvis:"day"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather tomorrow", Arguments: jarvis.Args{"day": "tomorrow"}},
			}})
		}},
		{"neither a datetime nor a date key", func() error {
			type Weather struct {
				Days []time.Time `jarvis:"days"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather on Sunday", Arguments: jarvis.Args{"days": []string{"tomorrow", "Next Sunday"}}},
			}})
		}},
		{"misspelt date key", func() error {
			type Weather struct {
				Days []time.Time `jarvis:"days"`
				From time.Time   `jarvis:"from"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather from tomorrow on", Arguments: jarvis.Args{"from": "tomorow"}},
				{Utterance: "Weather at nine", Arguments: jarvis.Args{"days": []string{"tomorrow", "at_9am", "at_9"}}},
			}})
		}},
		{"several in one example", func() error {
			type Weather struct {
				Days int    `jarvis:"days"`
				Unit string `jarvis:"unit" enum:"metric,imperial"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather", Arguments: jarvis.Args{"unit": "kelvin", "town": "Paris", "days": true}},
			}})
		}},
		{"several examples", func() error {
			type Weather struct {
				Days int `jarvis:"days"`
			}
			return inputOf[Weather](jarvis.Spec{
				Name: "weather",
				Examples: []jarvis.Example{
					{Utterance: "Weather for two days", Arguments: jarvis.Args{"days": 2}},
					{Utterance: "Weather for three days", Arguments: jarvis.Args{"days": "three"}},
				},
				AdapterExamples: []jarvis.Example{{Utterance: "Weather for a day", Arguments: jarvis.Args{"days": 1.5}}},
			})
		}},
		{"argument that cannot be written", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for"`
			}
			return inputOf[Timer](jarvis.Spec{Name: "timer", Examples: []jarvis.Example{
				{Utterance: "Timer", Arguments: jarvis.Args{"for": -time.Minute}},
			}})
		}},
		{"argument that is no JSON", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for"`
			}
			return inputOf[Timer](jarvis.Spec{Name: "timer", Examples: []jarvis.Example{
				{Utterance: "Timer", Arguments: jarvis.Args{"for": make(chan int)}},
			}})
		}},
		{"argument that panics", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for"`
			}
			return inputOf[Timer](jarvis.Spec{Name: "timer", Examples: []jarvis.Example{
				{Utterance: "Timer", Arguments: jarvis.Args{"for": Unwritable{}}},
			}})
		}},
		{"rule that panics", func() error {
			type Mine struct {
				Fuse Fuse `jarvis:"fuse" validate:"validateFn"`
			}
			return inputOf[Mine](jarvis.Spec{Name: "mine", Examples: []jarvis.Example{
				{Utterance: "Seven", Arguments: jarvis.Args{"fuse": jarvis.Args{"seconds": 7}}},
			}})
		}},
		{"two primary ones", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather", Primary: true},
				{Utterance: "Will it rain?"},
				{Utterance: "Forecast", Primary: true},
			}})
		}},
		{"two primary ones for adapters", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", AdapterExamples: []jarvis.Example{
				{Utterance: "Weather", Primary: true}, {Utterance: "Forecast", Primary: true},
			}})
		}},
		{"of a parameter that is wrong itself", func() error {
			type Store struct {
				Value chan int `jarvis:"value"`
				Text  string   `jarvis:"text"`
			}
			return inputOf[Store](jarvis.Spec{Name: "store", Examples: []jarvis.Example{
				{Utterance: "Store 1", Arguments: jarvis.Args{"value": 1, "text": "one"}},
			}})
		}},
		{"line break in the utterance", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Examples: []jarvis.Example{
				{Utterance: "Weather\nin Paris", Arguments: jarvis.Args{"city": "Paris"}},
			}})
		}},
	}
}
