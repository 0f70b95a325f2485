// The command get_weather: the weather now and in the next days, from a service on the network.

package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// forecastDays is how many days after today the service knows something of.
const forecastDays = 5

// GetWeather tells the weather. The zero value asks OpenWeather by time.Now and has no default location.
type GetWeather struct {
	City  string      `jarvis:"city" absent:"none,null,default,here" validate:"max=100" description:"City, such as Paris or Portland,US; omit for the default location"`
	Unit  string      `jarvis:"unit_system,refinable" enum:"metric,imperial" default:"metric" description:"Celsius and meters per second, or Fahrenheit and miles per hour"`
	Dates []time.Time `jarvis:"resolved_datetimes,required,refinable" validate:"min=1,max=10" description:"The days to report, today and up to five days after it; any time of a day stands for the day"`

	APIKey jarvis.SecretString `secret:"OPENWEATHER_API_KEY" description:"Key of an account at openweathermap.org" label:"API Key"`

	API      *WeatherAPI
	Clock    Clock
	HomeCity string // the default location; empty means that there is none
}

// Spec declares the command get_weather.
func (*GetWeather) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "get_weather",
		Description: "Weather conditions or forecast (up to 5 days). Use for all questions about the weather.",
		Keywords:    []string{"weather", "forecast", "temperature", "rain", "snow", "wind", "umbrella", "outside"},
		Examples: []jarvis.Example{
			{Utterance: "What's the weather in Chicago?", Arguments: jarvis.Args{"city": "Chicago", "resolved_datetimes": []string{"today"}}, Primary: true},
			{Utterance: "Do I need an umbrella tomorrow?", Arguments: jarvis.Args{"resolved_datetimes": []string{"tomorrow"}}},
			{Utterance: "How warm will it be in Oslo this weekend, in Fahrenheit?", Arguments: jarvis.Args{"city": "Oslo", "unit_system": "imperial", "resolved_datetimes": []string{"this_weekend"}}},
			{Utterance: "Weather in Lisbon today and tomorrow", Arguments: jarvis.Args{"city": "Lisbon", "resolved_datetimes": []string{"today", "tomorrow"}}},
		},
		Rules: []string{
			"If the user names no day, report today.",
			"Several days go into one call.",
		},
		CriticalRules: []string{"Never tell the weather without a call, and never guess a city that the user did not name."},
		Antipatterns: []jarvis.Antipattern{
			{Command: "get_current_time", Description: "Asking for the time or date somewhere, as in 'What day is it in Sydney?'"},
			{Command: "convert_measurement", Description: "Converting a given temperature, as in 'What is 70 Fahrenheit in Celsius?'"},
		},
		Service: "OpenWeather",
		Effect:  jarvis.EffectRead,
	}
}

// Run asks for the current weather if today is among the days, and for the forecast if another day is. What the user or the
// model can act on is a failure; that the service cannot be reached or understood is an error, as only the host can act on it.
func (c *GetWeather) Run(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
	query := weatherQuery{city: cmp.Or(strings.TrimSpace(c.City), c.HomeCity), units: c.Unit, key: c.APIKey}
	if query.city == "" {
		return jarvis.Failure("There is no default location. Ask for the city."), nil
	}
	now := c.Clock.Now()
	days, wrong := daysOf(c.Dates, now)
	if wrong != nil {
		today := jarvis.DateOf(now.In(c.Dates[0].Location()))
		return jarvis.Failure(fmt.Sprintf("The weather is known from today, %s, to %s, not for %s. Ask for days in between.",
			today, today.AddDays(forecastDays), strings.Join(wrong, ", "))), nil
	}
	answer := weatherAnswer{city: query.city, units: unitsOf[c.Unit]}
	if days[0].today {
		current, err := c.API.current(ctx, query)
		if err != nil {
			return failed(err, query.city)
		}
		answer.addNow(days[0].Date, current)
		days = days[1:]
	}
	if len(days) > 0 {
		known, err := c.API.forecast(ctx, query)
		if err != nil {
			return failed(err, query.city)
		}
		for _, day := range days {
			if !answer.addDay(day.Date, known) {
				return jarvis.Failure(fmt.Sprintf("The weather service has no forecast for %s. Ask for an earlier day.", day)), nil
			}
		}
	}
	return jarvis.FollowUp(map[string]any{"city": answer.city, "unit_system": c.Unit, "days": answer.days},
		jarvis.WithMessage(strings.Join(answer.spoken, " "))), nil
}

// failed is the answer to an error of the service; the status is in the metadata, for programs.
func failed(err error, city string) (*jarvis.Response, error) {
	var status weatherStatus
	if errors.Is(err, errWeatherTimeout) {
		return jarvis.Failure("The weather service took too long to answer. Try again later."), nil
	}
	if !errors.As(err, &status) {
		return nil, err
	}
	var text string
	switch status {
	case http.StatusUnauthorized:
		text = "The weather service refused the API key. Whoever runs this assistant has to set the secret OPENWEATHER_API_KEY to a valid key."
	case http.StatusNotFound:
		text = fmt.Sprintf("The weather service knows no city %q. Ask for another city, or for one nearby.", city)
	default:
		text = "The weather service is not available now. Try again later."
	}
	return jarvis.Failure(text, jarvis.WithMetadata(map[string]any{"status": int(status)})), nil
}

// weatherDay is a day to report.
type weatherDay struct {
	jarvis.Date
	today bool
}

// daysOf returns the days of dates in order, each once, or what is out of range. A date is the day that its own zone shows, and
// today is what that zone shows now: the user means the calendar at home, wherever the city is.
func daysOf(dates []time.Time, now time.Time) (days []weatherDay, wrong []string) {
	for _, t := range dates {
		date, today := jarvis.DateOf(t), jarvis.DateOf(now.In(t.Location()))
		if date.Compare(today) < 0 || date.Compare(today.AddDays(forecastDays)) > 0 {
			wrong = append(wrong, date.String())
		}
		days = append(days, weatherDay{date, date == today})
	}
	slices.SortStableFunc(days, func(a, b weatherDay) int { return a.Compare(b.Date) })
	return slices.CompactFunc(days, func(a, b weatherDay) bool { return a.Date == b.Date }), wrong
}

// weatherUnits is how the numbers of a unit system are read out.
type weatherUnits struct{ temperature, speed string }

var unitsOf = map[string]weatherUnits{"metric": {"°C", "meters per second"}, "imperial": {"°F", "miles per hour"}}

// weatherAnswer collects the days of an answer.
type weatherAnswer struct {
	city   string // as the service writes it, once it has answered
	units  weatherUnits
	days   []map[string]any
	spoken []string
}

func (a *weatherAnswer) addNow(day jarvis.Date, now *currentWeather) {
	a.city = cmp.Or(now.City, a.city)
	temperature, feels, condition := *now.Main.Temp, *now.Main.FeelsLike, now.Weather[0].Description
	a.days = append(a.days, map[string]any{
		"date": day.String(), "current": true, "condition": condition, "temperature": temperature, "feels_like": feels,
		"humidity_percent": now.Main.Humidity, "wind_speed": now.Wind.Speed,
	})
	a.spoken = append(a.spoken, fmt.Sprintf("Now in %s: %s, %s %s, feels like %s, wind %s %s.",
		a.city, condition, degrees(temperature), a.units.temperature, degrees(feels), degrees(now.Wind.Speed), a.units.speed))
}

// addDay sums up the reports of a day, by the calendar of the city; false means that there is none. What the sky does is taken
// from the report nearest to noon.
func (a *weatherAnswer) addDay(day jarvis.Date, known *forecast) bool {
	zone := time.FixedZone("", known.City.Offset)
	low, high, wind, chance := math.Inf(1), math.Inf(-1), 0.0, 0.0
	condition, nearest := "", math.Inf(1)
	for _, r := range known.Reports {
		at := time.Unix(r.At, 0).In(zone)
		if jarvis.DateOf(at) != day {
			continue
		}
		low, high, wind, chance = min(low, *r.Main.Temp), max(high, *r.Main.Temp), max(wind, r.Wind.Speed), max(chance, r.Chance)
		if far := math.Abs(at.Sub(day.In(zone)).Hours() - 12); far < nearest {
			condition, nearest = r.Weather[0].Description, far
		}
	}
	if math.IsInf(nearest, 1) {
		return false
	}
	a.city = cmp.Or(known.City.Name, a.city)
	percent := int(math.Round(min(chance, 1) * 100))
	a.days = append(a.days, map[string]any{
		"date": day.String(), "current": false, "condition": condition, "low": low, "high": high,
		"precipitation_percent": percent, "wind_speed": wind,
	})
	temperature := degrees(low)
	if degrees(high) != temperature {
		temperature += " to " + degrees(high)
	}
	a.spoken = append(a.spoken, fmt.Sprintf("%s in %s: %s, %s %s, chance of rain or snow %d percent.",
		day.In(time.UTC).Format("Monday, January 2"), a.city, condition, temperature, a.units.temperature, percent))
	return true
}

// degrees is a whole number, without the minus of a negative zero.
func degrees(f float64) string { return strconv.FormatFloat(math.Round(f)+0, 'f', 0, 64) }
