// What package jarvistest asks of commands: examples that teach what is right, and a key that stays where it is.

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

func TestExamplesTeach(t *testing.T) {
	announce, err := loadAnnounce()
	if err != nil {
		t.Fatal(err)
	}
	jarvistest.Examples(t, append(commands.All(commands.Config{}), announce)...)
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
