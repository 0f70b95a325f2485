// WeatherAPI: the HTTP client of get_weather, for the JSON interface of OpenWeather.

package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

const (
	weatherURL      = "https://api.openweathermap.org/data/2.5"
	weatherTimeout  = 10 * time.Second
	weatherMaxBytes = 1 << 20 // a forecast has about 16 KiB
)

// WeatherAPI asks a service that speaks as OpenWeather does. Nil and the zero value ask OpenWeather itself. It is safe for
// concurrent use.
type WeatherAPI struct {
	BaseURL string       // what /weather and /forecast are appended to; empty means https://api.openweathermap.org/data/2.5
	Client  *http.Client // nil means a new one, a Timeout of zero 10 seconds; CheckRedirect has no effect, as none is followed
}

// errWeatherTimeout reports that the service did not answer in the client's time.
var errWeatherTimeout = errors.New("weather service: took too long")

// weatherStatus is an HTTP status other than 200 as an error.
type weatherStatus int

func (s weatherStatus) Error() string {
	return fmt.Sprintf("weather service: status %d %s", int(s), http.StatusText(int(s)))
}

// weatherQuery is what both requests ask with.
type weatherQuery struct {
	city, units string
	key         jarvis.SecretString
}

// weatherReport is the weather at a time: now, or in a forecast.
type weatherReport struct {
	At   int64 `json:"dt"` // Unix time
	Main struct {
		Temp      *float64 `json:"temp"`
		FeelsLike *float64 `json:"feels_like"`
		Humidity  float64  `json:"humidity"` // percent
	} `json:"main"`
	Weather []struct {
		Description string `json:"description"`
	} `json:"weather"`
	Wind struct {
		Speed float64 `json:"speed"`
	} `json:"wind"`
	Chance float64 `json:"pop"` // of rain or snow, from 0 to 1; in forecasts
}

// check refuses an answer that is JSON but no report, which would else be read as 0 degrees.
func (r *weatherReport) check() error {
	if r.At == 0 || r.Main.Temp == nil || r.Main.FeelsLike == nil || len(r.Weather) == 0 {
		return errors.New("weather service: a report without time, temperature or description")
	}
	return nil
}

type currentWeather struct {
	weatherReport
	City string `json:"name"`
}

type forecast struct {
	Reports []weatherReport `json:"list"` // every three hours of five days
	City    struct {
		Name   string `json:"name"`
		Offset int    `json:"timezone"` // seconds east of UTC
	} `json:"city"`
}

// current asks for the weather now.
func (a *WeatherAPI) current(ctx context.Context, q weatherQuery) (*currentWeather, error) {
	var answer currentWeather
	if err := a.get(ctx, "weather", q, &answer); err != nil {
		return nil, err
	}
	return &answer, answer.check()
}

// forecast asks for the weather of the next five days.
func (a *WeatherAPI) forecast(ctx context.Context, q weatherQuery) (*forecast, error) {
	var answer forecast
	if err := a.get(ctx, "forecast", q, &answer); err != nil {
		return nil, err
	}
	if answer.Reports == nil {
		return nil, errors.New("weather service: a forecast without reports")
	}
	for i := range answer.Reports {
		if err := answer.Reports[i].check(); err != nil {
			return nil, err
		}
	}
	return &answer, nil
}

// get decodes the answer to one request. The errors are that of ctx, errWeatherTimeout, a weatherStatus, and others for the
// host's log; none holds the key, which the service wants in the query. No redirect is followed: it would take the whole URL to
// another place as the Referer.
func (a *WeatherAPI) get(ctx context.Context, path string, q weatherQuery, answer any) error {
	client, base := http.Client{}, weatherURL
	if a != nil {
		base = cmp.Or(a.BaseURL, base)
		if a.Client != nil {
			client = *a.Client
		}
	}
	client.Timeout = cmp.Or(client.Timeout, weatherTimeout)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	address, err := url.Parse(base) // yet without the key
	if err != nil {
		return fmt.Errorf("weather service: %w", err)
	}
	address = address.JoinPath(path)
	key := q.key.Reveal()
	address.RawQuery = url.Values{"q": {q.city}, "units": {q.units}, "appid": {key}}.Encode()
	body, err := fetch(ctx, &client, address.String())
	if err == nil {
		err = json.Unmarshal(body, answer)
	}
	return weatherError(ctx, err, key)
}

// fetch returns the body of an answer with status 200.
func fetch(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, weatherStatus(resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, weatherMaxBytes+1))
	if len(body) > weatherMaxBytes {
		return nil, fmt.Errorf("the answer has more than %d bytes", weatherMaxBytes)
	}
	return body, err
}

// weatherError sorts what went wrong and keeps the key out of it: a *url.Error holds the whole URL, and other errors quote what
// the other side sent, which may be the request itself.
func weatherError(ctx context.Context, err error, key string) error {
	var status weatherStatus
	var timed interface{ Timeout() bool }
	var request *url.Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &status):
		return status
	case errors.As(err, &timed) && timed.Timeout():
		return errWeatherTimeout
	case errors.As(err, &request):
		err = request.Err
	}
	if text := err.Error(); strings.Contains(text, key) || strings.Contains(text, url.QueryEscape(key)) {
		return fmt.Errorf("weather service: %T, whose text would show the API key", err)
	}
	return fmt.Errorf("weather service: %w", err)
}
