// What package jarvistest asks of commands: that models are told what they were told, that it is true, and a key that stays where it is.

package commands_test

import (
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// every is all commands, with the one that is declared in a file.
func every(tb testing.TB) []jarvis.Command {
	tb.Helper()
	announce, err := loadAnnounce()
	if err != nil {
		tb.Fatal(err)
	}
	return append(commands.All(config()), announce)
}

func TestGolden(t *testing.T)   { jarvistest.Golden(t, every(t)...) }
func TestExamples(t *testing.T) { jarvistest.Examples(t, every(t)...) }
func TestAgree(t *testing.T)    { jarvistest.Agree(t, every(t)...) }

// Fuzz tests are of one command each: numbers, a long enum, a duration, a list of datetimes, and a declaration from a file.
func FuzzCalculate(f *testing.F)          { jarvistest.Fuzz(f, &commands.Calculate{}) }
func FuzzConvertMeasurement(f *testing.F) { jarvistest.Fuzz(f, &commands.ConvertMeasurement{}) }
func FuzzSetTimer(f *testing.F)           { jarvistest.Fuzz(f, &commands.SetTimer{}) }
func FuzzGetWeather(f *testing.F)         { jarvistest.Fuzz(f, &commands.GetWeather{}) }

func FuzzAnnounce(f *testing.F) {
	announce, err := loadAnnounce()
	if err != nil {
		f.Fatal(err)
	}
	jarvistest.Fuzz(f, announce)
}

// The key goes to the service, and nowhere else: whatever the service answers, and if there is none.
func TestWeatherKeepsItsKey(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"no JSON": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "your key is %s", r.URL.Query().Get("appid"))
		},
		"refused": func(w http.ResponseWriter, r *http.Request) { http.Error(w, r.URL.String(), http.StatusUnauthorized) },
		"moved": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere?"+r.URL.RawQuery, http.StatusFound)
		},
		"of nowhere":   http.NotFound,
		"hung up":      func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"out of order": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	} {
		t.Run(name, func(t *testing.T) {
			server := newWeatherServer(t, answer)
			config := commands.Config{Weather: &commands.WeatherAPI{BaseURL: server.URL}}
			jarvistest.NoLeak(t, commands.All(config)...)
			if len(server.asked()) == 0 {
				t.Error("the service was not asked")
			}
		})
	}
	t.Run("no service", func(t *testing.T) {
		server := newWeatherServer(t, http.NotFound)
		server.Close()
		jarvistest.NoLeak(t, commands.All(commands.Config{Weather: &commands.WeatherAPI{BaseURL: server.URL}})...)
	})
}

func loadAnnounce() (jarvis.Command, error) {
	file, err := os.Open("../announce.json")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return commands.LoadCommand("announce.json", file)
}
