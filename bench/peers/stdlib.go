// Decoders without a schema: encoding/json, the yardstick, and the same with validator.

package peers

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
)

// validated are the works with the rules of validator, which takes a zero value for a missing one.
type (
	validatedWeather struct {
		City  string      `json:"city"`
		Unit  string      `json:"unit" validate:"omitempty,oneof=metric imperial"`
		Dates []time.Time `json:"dates" validate:"required"`
	}
	validatedMedia struct {
		Action      string    `json:"action" validate:"required,oneof=play pause resume stop next previous"`
		Query       string    `json:"query"`
		Volume      int       `json:"volume" validate:"gte=0,lte=100"`
		Shuffle     bool      `json:"shuffle"`
		Rate        float64   `json:"rate"`
		QueueOption string    `json:"queue_option" validate:"omitempty,oneof=now next last"`
		Rooms       []string  `json:"rooms"`
		StartAt     time.Time `json:"start_at"`
	}
)

// decodeFunc decodes arguments into a pointer to a struct, and may check them.
type decodeFunc func(raw []byte, into any) error

// decoded calls the handler with what decode makes of the arguments; the struct is new for each call.
func decoded[In any](decode decodeFunc, handle func(*In)) CallFunc {
	return func(raw []byte) (string, bool) {
		var in In
		if err := decode(raw, &in); err != nil {
			return err.Error(), false
		}
		handle(&in)
		return resultText, true
	}
}

// plain decodes into Weather and Media.
func plain(decode decodeFunc) func(testing.TB, Work, *Seen) CallFunc {
	return func(_ testing.TB, w Work, seen *Seen) CallFunc {
		if w == W3 {
			return decoded(decode, func(in *Weather) { seen.weather(in.City, in.Unit, in.Dates) })
		}
		return decoded(decode, func(in *Media) { seen.media(in) })
	}
}

// withValidator decodes into the structs that carry rules.
func withValidator(_ testing.TB, w Work, seen *Seen) CallFunc {
	rules := validator.New(validator.WithRequiredStructEnabled())
	decode := func(raw []byte, into any) error {
		if err := json.Unmarshal(raw, into); err != nil {
			return err
		}
		return rules.Struct(into)
	}
	if w == W3 {
		return decoded(decode, func(in *validatedWeather) { seen.weather(in.City, in.Unit, in.Dates) })
	}
	return decoded(decode, func(in *validatedMedia) { seen.media((*Media)(in)) })
}

func stdlib() []Contestant {
	return []Contestant{
		{
			Name: Yardstick, Path: "json.Unmarshal into the struct; checks nothing but Go types",
			Parallel: true, New: plain(json.Unmarshal),
		},
		{
			Name: Yardstick + "+validator", Module: "github.com/go-playground/validator/v10",
			Path:   "json.Unmarshal into the struct, then its validate tags; unknown names pass",
			Checks: true, New: withValidator,
		},
	}
}
