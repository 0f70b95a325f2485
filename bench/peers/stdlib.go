// Decoders without a schema: encoding/json, the yardstick, the same with validator, and its successor.

package peers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
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

// strictWeather and strictMedia are the works as docs/agreement.md declares them: pointers, so that "required" does not take a zero
// for a missing value, also in arrays.
type (
	strictWeather struct {
		City  string       `json:"city"`
		Unit  *string      `json:"unit" validate:"omitnil,oneof=metric imperial"`
		Dates []*time.Time `json:"dates" validate:"required,dive,required"`
	}
	strictMedia struct {
		Action      *string   `json:"action" validate:"required,oneof=play pause resume stop next previous"`
		Query       string    `json:"query"`
		Volume      *int      `json:"volume" validate:"omitnil,gte=0,lte=100"`
		Shuffle     bool      `json:"shuffle"`
		Rate        float64   `json:"rate"`
		QueueOption *string   `json:"queue_option" validate:"omitnil,oneof=now next last"`
		Rooms       []*string `json:"rooms" validate:"dive,required"`
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

// decodeStrictly refuses unknown fields and what comes after the first document.
func decodeStrictly(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one document")
	}
	return nil
}

// withValidatorStrictly decodes strictly into the structs of pointers. What the pointers point to is copied for a test alone: a
// handler would use them.
func withValidatorStrictly(_ testing.TB, w Work, seen *Seen) CallFunc {
	rules := validator.New(validator.WithRequiredStructEnabled())
	decode := func(raw []byte, into any) error {
		if err := decodeStrictly(raw, into); err != nil {
			return err
		}
		return rules.Struct(into)
	}
	if w == W3 {
		return decoded(decode, func(in *strictWeather) {
			if seen != nil {
				seen.weather(in.City, to(in.Unit), elements(in.Dates))
			}
		})
	}
	return decoded(decode, func(in *strictMedia) {
		if seen != nil {
			seen.media(&Media{
				Action: to(in.Action), Query: in.Query, Volume: to(in.Volume), Shuffle: in.Shuffle, Rate: in.Rate,
				QueueOption: to(in.QueueOption), Rooms: elements(in.Rooms), StartAt: in.StartAt,
			})
		}
	})
}

// to is what a pointer points to, the zero value of nil.
func to[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func elements[T any](list []*T) []T {
	values := make([]T, len(list))
	for i := range list {
		values[i] = to(list[i])
	}
	return values
}

func decodeV2(raw []byte, into any) error {
	return jsonv2.Unmarshal(raw, into, jsonv2.RejectUnknownMembers(true))
}

func stdlib() []Contestant {
	return []Contestant{
		{
			Name: Yardstick, Path: "json.Unmarshal into the struct; checks nothing but Go types",
			Parallel: true, New: plain(json.Unmarshal),
		},
		{
			Name: Yardstick + "+validator", Module: "github.com/go-playground/validator/v10",
			Path:   "json.Unmarshal into the struct, then its validate tags; unknown names pass, and zeros are taken for missing",
			Checks: true, New: withValidator,
		},
		{
			Name: Yardstick + "+validator/strict", Module: "github.com/go-playground/validator/v10",
			Path:   "a Decoder with DisallowUnknownFields into pointers, then validate tags: the configuration of docs/agreement.md",
			Checks: true, New: withValidatorStrictly,
		},
		{
			Name: "json/v2", Module: "github.com/go-json-experiment/json",
			Path: "Unmarshal with RejectUnknownMembers into the struct: unknown and repeated names and broken UTF-8 are refused; " +
				"required parameters, enums and ranges are not looked at",
			New: plain(decodeV2),
		},
	}
}
