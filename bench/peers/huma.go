// danielgtaylor/huma: its validation without a web server.

package peers

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

type (
	humaWeather struct {
		City  string      `json:"city,omitempty" doc:"City name as spoken"`
		Unit  string      `json:"unit,omitempty" enum:"metric,imperial" doc:"Unit system for temperatures"`
		Dates []time.Time `json:"dates" nullable:"false" doc:"Dates to report"`
	}
	humaMedia struct {
		Action      string    `json:"action" enum:"play,pause,resume,stop,next,previous" doc:"What to do"`
		Query       string    `json:"query,omitempty" doc:"What to play"`
		Volume      int       `json:"volume,omitempty" minimum:"0" maximum:"100" doc:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" doc:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" doc:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" enum:"now,next,last" doc:"Where to queue"`
		Rooms       []string  `json:"rooms,omitempty" nullable:"false" doc:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitzero" required:"false" doc:"When to start"`
	}
)

func humaRegistry() huma.Registry {
	return huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
}

func humaSchema(r huma.Registry, w Work) *huma.Schema {
	t := pick(w, reflect.TypeFor[humaWeather](), reflect.TypeFor[humaMedia]())
	s := r.Schema(t, true, t.Name())
	for s.Ref != "" {
		s = r.SchemaFromRef(s.Ref)
	}
	return s
}

// humaDecode decodes twice: to any for huma.Validate, and to the struct. The buffers of a validation are used again, as its
// documentation advises. Names are compared with their case, which huma has a setting of the process for.
func humaDecode(r huma.Registry, w Work) decodeFunc {
	huma.ValidateStrictCasing = true
	s, path, result := humaSchema(r, w), huma.NewPathBuffer(nil, 0), &huma.ValidateResult{}
	return func(raw []byte, into any) error {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		path.Reset()
		result.Reset()
		if huma.Validate(r, s, path, huma.ModeWriteToServer, v, result); len(result.Errors) > 0 {
			return errors.Join(result.Errors...)
		}
		return json.Unmarshal(raw, into)
	}
}

func humaCall(r huma.Registry, w Work, seen *Seen) CallFunc {
	decode := humaDecode(r, w)
	if w == W3 {
		return decoded(decode, func(in *humaWeather) { seen.weather(in.City, in.Unit, in.Dates) })
	}
	return decoded(decode, func(in *humaMedia) { seen.media((*Media)(in)) })
}

// registerHuma keys by type, so that n commands of one type share a schema.
func registerHuma(_ testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		r, calls, schemas := humaRegistry(), make(map[string]CallFunc, n), make([]*huma.Schema, n)
		for i, name := range names {
			calls[name], schemas[i] = humaCall(r, W3, nil), humaSchema(r, W3)
		}
		return &Tools{
			Keep: calls,
			List: listed(n, func(i int) []byte { return must(json.Marshal(schemas[i])) }),
			Call: func(i int) bool { _, ok := calls[names[i]](raw); return ok },
		}
	}
}

func humaContestants() []Contestant {
	return []Contestant{{
		Name: "huma", Module: "github.com/danielgtaylor/huma/v2",
		Path:   "json.Unmarshal to any, huma.Validate with ValidateStrictCasing and buffers used again, json.Unmarshal to the struct",
		Checks: true,
		Derive: func(w Work) func() []byte {
			return func() []byte { return must(json.Marshal(humaSchema(humaRegistry(), w))) }
		},
		DeriveWarm: func(w Work) func() []byte {
			r := humaRegistry()
			return func() []byte { return must(json.Marshal(humaSchema(r, w))) }
		},
		New:      func(_ testing.TB, w Work, seen *Seen) CallFunc { return humaCall(humaRegistry(), w, seen) },
		Register: registerHuma,
	}}
}
