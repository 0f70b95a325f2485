// Tests of get_weather: what it asks a real HTTP server, and what it makes of good answers.

package commands_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// weatherKey has characters that URLs, JSON and quoted texts write in another way.
const weatherKey = `k/3y+w=th&odd "chars" %ü`

// weatherServer answers by a handler and keeps the addresses it was asked for.
type weatherServer struct {
	*httptest.Server
	mu  sync.Mutex
	got []*url.URL
}

func newWeatherServer(t *testing.T, answer http.HandlerFunc) *weatherServer {
	s := &weatherServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.got = append(s.got, r.URL)
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// asked returns the addresses so far; a request that was given up may still come.
func (s *weatherServer) asked() []*url.URL {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// config asks the server.
func (s *weatherServer) config() commands.Config {
	return commands.Config{
		Clock:    func() time.Time { return noon },
		Weather:  &commands.WeatherAPI{BaseURL: s.URL + "/data/2.5/"},
		HomeCity: "Boston",
	}
}

// ask calls get_weather and returns the answer and what the host logged.
func ask(t *testing.T, c commands.Config, args string) (*jarvis.Response, string) {
	t.Helper()
	var log strings.Builder
	resp, err := newRegistry(t, c).Call(t.Context(), nil, jarvis.Call{Name: "get_weather", Arguments: json.RawMessage(args)},
		withWeatherKey(), jarvis.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	require.NoError(t, err)
	return resp, log.String()
}

func withWeatherKey() jarvis.Option {
	return jarvis.WithSecrets(jarvis.StaticSecrets(map[string]string{"OPENWEATHER_API_KEY": weatherKey}))
}

type object = map[string]any

// report is what the service says of a time.
func report(at time.Time, temperature, chance float64, sky string) object {
	return object{
		"dt":      at.Unix(),
		"main":    object{"temp": temperature, "feels_like": temperature - 5, "humidity": 81},
		"weather": []object{{"id": 600, "description": sky}},
		"wind":    object{"speed": 10 * chance},
		"pop":     chance,
	}
}

// goodWeather is a city five hours west of UTC. A report of the forecast has the day and hour there as temperature.
func goodWeather(w http.ResponseWriter, r *http.Request) {
	answer := object{}
	switch r.URL.Path {
	case "/data/2.5/weather":
		answer = report(noon, -0.4, 0.51, "light snow")
		answer["name"] = "Bostonia"
	case "/data/2.5/forecast":
		var list []object
		for i := range 39 {
			at := noon.Truncate(3 * time.Hour).Add(time.Duration(i+1) * 3 * time.Hour)
			there := at.Add(-5 * time.Hour)
			list = append(list, report(at, float64(there.Day())+float64(there.Hour())/10, float64(i)/40, "sky at "+there.Format("15:04")))
		}
		answer = object{"list": list, "city": object{"name": "Bostonia", "timezone": -5 * 60 * 60}}
	default:
		w.WriteHeader(http.StatusNotFound)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func TestGetWeather(t *testing.T) {
	today := object{"date": "2026-01-18", "current": true, "condition": "light snow", "temperature": -0.4, "feels_like": -5.4, "humidity_percent": 81.0, "wind_speed": 5.1}
	monday := object{"date": "2026-01-19", "current": false, "condition": "sky at 13:00", "low": 19.1, "high": 21.2, "precipitation_percent": 30, "wind_speed": 3.0}
	friday := object{"date": "2026-01-23", "current": false, "condition": "sky at 04:00", "low": 23.1, "high": 23.4, "precipitation_percent": 95, "wind_speed": 9.5}
	const spokenToday = "Now in Bostonia: light snow, 0 °C, feels like -5, wind 5 meters per second."
	const spokenMonday = "Monday, January 19 in Bostonia: sky at 13:00, 19 to 21 °C, chance of rain or snow 30 percent."
	const spokenFriday = "Friday, January 23 in Bostonia: sky at 04:00, 23 °C, chance of rain or snow 95 percent."
	query := func(path, city, units string) string {
		return path + " " + url.Values{"q": {city}, "units": {units}, "appid": {weatherKey}}.Encode()
	}
	tests := []struct {
		name, args string
		days       []object
		message    string
		asked      []string
	}{
		{"today at home", `{"resolved_datetimes":["2026-01-18T00:00:00Z"]}`, []object{today}, spokenToday,
			[]string{query("/data/2.5/weather", "Boston", "metric")}},
		{"absent word", `{"city":"Here","resolved_datetimes":["2026-01-18T23:59:59Z"]}`, []object{today}, spokenToday,
			[]string{query("/data/2.5/weather", "Boston", "metric")}},
		{"city with odd characters", `{"city":" Zürich&appid=x#? ","resolved_datetimes":["2026-01-18T00:00:00Z"]}`, []object{today}, spokenToday,
			[]string{query("/data/2.5/weather", "Zürich&appid=x#?", "metric")}},
		{"tomorrow", `{"city":"Boston,US","resolved_datetimes":["2026-01-19T08:00:00Z"]}`, []object{monday}, spokenMonday,
			[]string{query("/data/2.5/forecast", "Boston,US", "metric")}},
		{"the last day", `{"resolved_datetimes":["2026-01-23T00:00:00Z"]}`, []object{friday}, spokenFriday,
			[]string{query("/data/2.5/forecast", "Boston", "metric")}},
		{"several, in order, each once", `{"resolved_datetimes":["2026-01-23T00:00:00Z","2026-01-18T09:00:00Z","2026-01-19T00:00:00Z","2026-01-18T21:00:00Z"]}`,
			[]object{today, monday, friday}, spokenToday + " " + spokenMonday + " " + spokenFriday,
			[]string{query("/data/2.5/weather", "Boston", "metric"), query("/data/2.5/forecast", "Boston", "metric")}},
		{"imperial", `{"unit_system":"imperial","resolved_datetimes":["2026-01-18T00:00:00Z","2026-01-19T00:00:00Z"]}`, []object{today, monday},
			"Now in Bostonia: light snow, 0 °F, feels like -5, wind 5 miles per hour. Monday, January 19 in Bostonia: sky at 13:00, 19 to 21 °F, chance of rain or snow 30 percent.",
			[]string{query("/data/2.5/weather", "Boston", "imperial"), query("/data/2.5/forecast", "Boston", "imperial")}},
		{"today where it is another day", `{"resolved_datetimes":["2026-01-19T00:30:00+14:00"]}`, []object{{"date": "2026-01-19", "current": true, "condition": "light snow",
			"temperature": -0.4, "feels_like": -5.4, "humidity_percent": 81.0, "wind_speed": 5.1}}, spokenToday,
			[]string{query("/data/2.5/weather", "Boston", "metric")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := newWeatherServer(t, goodWeather)
			resp, log := ask(t, server.config(), tt.args)
			require.True(t, resp.Success, resp.ErrorDetails)
			assert.True(t, resp.WaitForInput)
			assert.Equal(t, tt.message, resp.ContextData["message"])
			assert.Equal(t, "Bostonia", resp.ContextData["city"])
			assert.Equal(t, tt.days, resp.ContextData["days"])
			assert.Empty(t, log)
			var asked []string
			for _, u := range server.asked() {
				asked = append(asked, u.Path+" "+u.RawQuery)
			}
			assert.Equal(t, tt.asked, asked)
		})
	}
}

func TestGetWeatherRefusesBeforeItAsks(t *testing.T) {
	tests := []struct{ name, args, details string }{
		{"yesterday", `{"resolved_datetimes":["2026-01-17T23:59:59Z"]}`,
			"The weather is known from today, 2026-01-18, to 2026-01-23, not for 2026-01-17. Ask for days in between."},
		{"some of several", `{"resolved_datetimes":["2026-01-24T00:00:00Z","2026-01-18T00:00:00Z","2027-01-18T00:00:00Z"]}`,
			"The weather is known from today, 2026-01-18, to 2026-01-23, not for 2026-01-24, 2027-01-18. Ask for days in between."},
		{"yesterday where it is another day", `{"resolved_datetimes":["2026-01-18T12:00:00+14:00"]}`,
			"The weather is known from today, 2026-01-19, to 2026-01-24, not for 2026-01-18. Ask for days in between."},
		{"no days", `{"resolved_datetimes":[]}`, "Parameter 'resolved_datetimes' must have at least 1 item"},
		{"days missing", `{"city":"Oslo"}`, "Parameter 'resolved_datetimes' is required (array<datetime>)"},
		{"a day in words", `{"resolved_datetimes":["tomorrow"]}`, "Parameter 'resolved_datetimes[0]' must be of type datetime"},
		{"unknown units", `{"unit_system":"kelvin","resolved_datetimes":["2026-01-18T00:00:00Z"]}`,
			"Invalid value 'kelvin' for 'unit_system'. Must be one of: metric, imperial"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := newWeatherServer(t, goodWeather)
			resp, log := ask(t, server.config(), tt.args)
			assert.False(t, resp.Success)
			assert.Equal(t, tt.details, resp.ErrorDetails)
			assert.Empty(t, log)
			assert.Empty(t, server.asked())
		})
	}

	t.Run("no default location", func(t *testing.T) {
		server := newWeatherServer(t, goodWeather)
		config := server.config()
		config.HomeCity = ""
		resp, _ := ask(t, config, `{"city":"  ","resolved_datetimes":["2026-01-18T00:00:00Z"]}`)
		assert.Equal(t, "There is no default location. Ask for the city.", resp.ErrorDetails)
		assert.Empty(t, server.asked())
	})
	for name, source := range map[string]jarvis.SecretSource{"no source": nil, "empty key": jarvis.StaticSecrets(map[string]string{"OPENWEATHER_API_KEY": ""})} {
		t.Run(name, func(t *testing.T) {
			server := newWeatherServer(t, goodWeather)
			resp, err := newRegistry(t, server.config()).Call(t.Context(), nil,
				jarvis.Call{Name: "get_weather", Arguments: json.RawMessage(`{"resolved_datetimes":["2026-01-18T00:00:00Z"]}`)}, jarvis.WithSecrets(source))
			require.NoError(t, err)
			assert.False(t, resp.Success)
			assert.Equal(t, "Missing required secrets: OPENWEATHER_API_KEY", resp.ErrorDetails)
			assert.Empty(t, server.asked())
		})
	}
}

func TestGetWeatherFromManyGoroutines(t *testing.T) {
	server := newWeatherServer(t, goodWeather)
	registry := newRegistry(t, server.config())
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			day := fmt.Sprintf("2026-01-%d", 19+i%4)
			call := jarvis.Call{Name: "get_weather", Arguments: json.RawMessage(`{"resolved_datetimes":["` + day + `T00:00:00Z"]}`)}
			resp, err := registry.Call(t.Context(), nil, call, withWeatherKey())
			if assert.NoError(t, err) && assert.True(t, resp.Success, resp.ErrorDetails) {
				assert.Equal(t, day, resp.ContextData["days"].([]object)[0]["date"])
			}
		})
	}
	group.Wait()
}
