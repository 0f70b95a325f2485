// Tests of related names.

package suggest_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

func home() iter.Seq2[string, []string] {
	commands := [][]string{
		{"get_weather", "weather", "forecast", "rain"},
		{"get_current_time", "time", "clock", "time zone"},
		{"set_timer", "timer", "countdown"},
		{"cancel_timer", "timer", "stop"},
		{"control_device", "light", "turn on", "lock"},
	}
	return func(yield func(string, []string) bool) {
		for _, c := range commands {
			if !yield(c[0], c) {
				return
			}
		}
	}
}

func TestRelated(t *testing.T) {
	for name, want := range map[string][]string{
		"weather":              {"get_weather"},
		"get_weather_forecast": {"get_weather"},
		"weatherForecast":      {"get_weather"},
		"turn_on_lights":       {"control_device"},
		"what-time-is-it":      {"get_current_time"},
		"stop_timer":           {"cancel_timer"}, // timer alone, which two have, does not suffice for the other
		"timer":                nil,
		"get_news":             nil,
		"light_the_weather":    {"get_weather", "control_device"},
		"order_pizza":          nil,
		"":                     nil,
		"___":                  nil,
		"é":                    nil,
	} {
		assert.Equal(t, want, suggest.Related(name, home(), 3), name)
	}
	assert.Equal(t, []string{"get_weather"}, suggest.Related("light_the_weather", home(), 1))
}

func TestRelatedIsBounded(t *testing.T) {
	var many []string
	for i := range 1000 {
		many = append(many, "word"+strings.Repeat("x", i))
	}
	assert.Nil(t, suggest.Related(strings.Join(many, "_"), home(), 3))
	assert.Nil(t, suggest.Related(strings.Repeat("x_", 1000)+"weather", home(), 3), "beyond what is read of a name")
	assert.True(t, slices.Contains(suggest.Related("\xffweather\xff", home(), 3), "get_weather"))
}
