// Tests of get_weather: what it makes of refusals, silence and nonsense, and that the API key never comes out.

package commands_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	askToday    = `{"city":"Oslo","resolved_datetimes":["2026-01-18T00:00:00Z"]}`
	askTomorrow = `{"city":"Oslo","resolved_datetimes":["2026-01-19T00:00:00Z"]}`

	notAvailable  = "The weather service is not available now. Try again later."
	tookTooLong   = "The weather service took too long to answer. Try again later."
	commandFailed = "The command 'get_weather' failed."
)

// badAnswer is a handler, what the model is told for it and what is in the host's log.
type badAnswer struct {
	name         string
	handler      http.HandlerFunc
	details, log string
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "refused: "+r.URL.RawQuery+weatherKey, code)
	}
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
}

// echo answers with what it was asked, which is no HTTP.
func echo(w http.ResponseWriter, r *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		fmt.Fprintf(conn, "GET %s\r\n\r\n", r.RequestURI)
		conn.Close()
	}
}

func badAnswers() []badAnswer {
	silent := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	return []badAnswer{
		{"key refused", status(401), "The weather service refused the API key. Whoever runs this assistant has to set the secret OPENWEATHER_API_KEY to a valid key.", ""},
		{"unknown city", status(404), `The weather service knows no city "Oslo". Ask for another city, or for one nearby.`, ""},
		{"bad request", status(400), notAvailable, ""},
		{"too many requests", status(429), notAvailable, ""},
		{"server error", status(500), notAvailable, ""},
		{"unavailable", status(503), notAvailable, ""},
		{"empty success", status(204), notAvailable, ""},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, notAvailable, ""},
		{"silence", silent, tookTooLong, ""},
		{"silence in the body", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(`{"list":[`))
			_ = http.NewResponseController(w).Flush()
			silent(w, r)
		}, tookTooLong, ""},
		{"nothing", body(""), commandFailed, "unexpected end of JSON input"},
		{"web page", body("<html>" + weatherKey), commandFailed, "invalid character '<'"},
		{"cut off", body(`{"list":[{"dt":17`), commandFailed, "unexpected end of JSON input"},
		{"another type", body(`{"dt":"now","list":"none"}`), commandFailed, "cannot unmarshal string"},
		{"null", body("null"), commandFailed, "without"},
		{"empty object", body("{}"), commandFailed, "without"},
		{"empty report", body(`{"dt":1,"main":{},"list":[{}]}`), commandFailed, "a report without"},
		{"too long", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bytes.Repeat([]byte(" "), 1<<20+1)) }, commandFailed, "more than 1048576 bytes"},
		{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, commandFailed, "EOF"},
		{"echo", echo, commandFailed, "whose text would show the API key"},
	}
}

func TestGetWeatherFromABadService(t *testing.T) {
	for _, tt := range badAnswers() {
		for request, args := range map[string]string{"now": askToday, "forecast": askTomorrow} {
			t.Run(tt.name+", "+request, func(t *testing.T) {
				server := newWeatherServer(t, tt.handler)
				config := server.config()
				config.Weather.Client = &http.Client{Timeout: 10 * time.Second}
				if tt.details == tookTooLong {
					config.Weather.Client.Timeout = 30 * time.Millisecond
				}
				resp, log := ask(t, config, args)
				assert.False(t, resp.Success)
				assert.Equal(t, tt.details, resp.ErrorDetails)
				assert.Contains(t, log, tt.log)
				assert.Equal(t, tt.log == "", log == "", log)
				assert.LessOrEqual(t, len(server.asked()), 1, "nothing is asked twice, no redirect is followed")
				assertNoKey(t, log, fmt.Sprintf("%+v %#v", resp, resp), resp.Report(), marshal(t, resp))
			})
		}
	}
}

func TestGetWeatherTellsProgramsTheStatus(t *testing.T) {
	resp, _ := ask(t, newWeatherServer(t, status(503)).config(), askToday)
	assert.Equal(t, object{"status": 503}, resp.Metadata)
}

func TestGetWeatherWithoutForecastForADay(t *testing.T) {
	server := newWeatherServer(t, body(marshal(t, object{"list": []object{report(noon, 1, 0, "sky")}, "city": object{"name": "Oslo"}})))
	resp, log := ask(t, server.config(), askTomorrow)
	assert.Equal(t, "The weather service has no forecast for 2026-01-19. Ask for an earlier day.", resp.ErrorDetails)
	assert.Empty(t, log)
}

// The places where there is no service come back as errors to the host, each with its cause.
func TestGetWeatherWithoutAService(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for address, log := range map[string]string{
		gone.URL:            "dial tcp",
		"http://[::1":       "missing ']' in host",
		"ftp://example.org": "unsupported protocol scheme",
		"no address":        "unsupported protocol scheme",
		"http://a b":        "invalid character",
	} {
		t.Run(address, func(t *testing.T) {
			config := commands.Config{Clock: func() time.Time { return noon }, Weather: &commands.WeatherAPI{BaseURL: address}}
			resp, logged := ask(t, config, askToday)
			assert.Equal(t, commandFailed, resp.ErrorDetails)
			assert.Contains(t, logged, log)
			assertNoKey(t, logged, fmt.Sprintf("%+v", resp), marshal(t, resp))
		})
	}
}

func TestGetWeatherErrorsHoldNoKey(t *testing.T) {
	for _, tt := range badAnswers() {
		if tt.details != commandFailed {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			registry := newRegistry(t, newWeatherServer(t, tt.handler).config())
			_, err := registry.Execute(t.Context(), "get_weather", nil, json.RawMessage(askToday), withWeatherKey())
			var failed *jarvis.CommandError
			require.ErrorAs(t, err, &failed)
			for ; err != nil; err = errors.Unwrap(err) {
				assertNoKey(t, err.Error(), fmt.Sprintf("%+v %#v", err, err))
			}
		})
	}
}

// The end of the caller's time is the caller's to know, not a failure of the service.
func TestGetWeatherEndsWithItsContext(t *testing.T) {
	started := make(chan struct{})
	server := newWeatherServer(t, func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	var log strings.Builder
	resp, err := newRegistry(t, server.config()).Call(ctx, nil, jarvis.Call{Name: "get_weather", Arguments: json.RawMessage(askToday)},
		withWeatherKey(), jarvis.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	assert.Nil(t, resp)
	require.ErrorIs(t, err, context.Canceled)
	assertNoKey(t, err.Error(), log.String())
}

// A copy with its key, as a debugger or a careless log would print it.
func TestGetWeatherShowsNoKeyOfItsOwn(t *testing.T) {
	command := commands.GetWeather{APIKey: jarvis.NewSecretString(weatherKey), API: &commands.WeatherAPI{}}
	assertNoKey(t, fmt.Sprintf("%v %+v %#v", command, command, command))
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	require.NoError(t, err)
	return string(raw)
}

// assertNoKey looks for the key as it is and as it may have been written.
func assertNoKey(t *testing.T, texts ...string) {
	t.Helper()
	raw := []byte(weatherKey)
	quoted := fmt.Sprintf("%q", weatherKey)
	forms := []string{weatherKey, quoted[1 : len(quoted)-1], strings.Trim(marshal(t, weatherKey), `"`), url.QueryEscape(weatherKey), url.PathEscape(weatherKey),
		base64.StdEncoding.EncodeToString(raw), base64.RawStdEncoding.EncodeToString(raw), base64.URLEncoding.EncodeToString(raw),
		base64.RawURLEncoding.EncodeToString(raw), hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw))}
	for _, text := range texts {
		for _, form := range forms {
			assert.NotContains(t, text, form)
		}
	}
}
