// google/jsonschema-go, on which the go-sdk and adk stand, without either.

package peers

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	segmentio "github.com/segmentio/encoding/json"
)

// Its tags carry only a description: enums come from types of their own, and the range of the volume is set on the schema.
type (
	unitText   string
	actionText string
	queueText  string

	schemaWeather struct {
		City  string      `json:"city,omitempty" jsonschema:"City name as spoken"`
		Unit  unitText    `json:"unit,omitempty" jsonschema:"Unit system for temperatures"`
		Dates []time.Time `json:"dates" jsonschema:"Dates to report"`
	}
	schemaMedia struct {
		Action      actionText `json:"action" jsonschema:"What to do"`
		Query       string     `json:"query,omitempty" jsonschema:"What to play"`
		Volume      int        `json:"volume,omitempty" jsonschema:"Volume in percent"`
		Shuffle     bool       `json:"shuffle,omitempty" jsonschema:"Shuffle the queue"`
		Rate        float64    `json:"rate,omitempty" jsonschema:"Playback rate"`
		QueueOption queueText  `json:"queue_option,omitempty" jsonschema:"Where to queue"`
		Rooms       []string   `json:"rooms,omitempty" jsonschema:"Rooms to play in"`
		StartAt     time.Time  `json:"start_at,omitzero" jsonschema:"When to start"`
	}
)

func (in *schemaWeather) handle(seen *Seen) Result {
	return seen.weather(in.City, string(in.Unit), in.Dates)
}

func (in *schemaMedia) handle(seen *Seen) Result {
	return seen.media(&Media{
		Action: string(in.Action), Query: in.Query, Volume: in.Volume, Shuffle: in.Shuffle, Rate: in.Rate,
		QueueOption: string(in.QueueOption), Rooms: in.Rooms, StartAt: in.StartAt,
	})
}

func schemaOptions() *jsonschema.ForOptions {
	enum := func(values []string) *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "string"}
		for _, v := range values {
			s.Enum = append(s.Enum, v)
		}
		return s
	}
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[unitText]():   enum(units()),
		reflect.TypeFor[actionText](): enum(actions()),
		reflect.TypeFor[queueText]():  enum(queueOptions()),
		reflect.TypeFor[time.Time]():  {Type: "string", Format: "date-time"},
	}}
}

// schemaOf derives the schema of a work from its struct.
func schemaOf(w Work) *jsonschema.Schema {
	if w == W3 {
		return must(jsonschema.For[schemaWeather](schemaOptions()))
	}
	s := must(jsonschema.For[schemaMedia](schemaOptions()))
	s.Properties["volume"].Minimum = jsonschema.Ptr(0.0)
	s.Properties["volume"].Maximum = jsonschema.Ptr(100.0)
	return s
}

func resolved(s *jsonschema.Schema) *jsonschema.Resolved {
	return must(s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}))
}

// decodeLeast decodes to any, validates, and decodes to the struct.
func decodeLeast(rs *jsonschema.Resolved) decodeFunc {
	return func(raw []byte, into any) error {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		if err := rs.Validate(v); err != nil {
			return err
		}
		return json.Unmarshal(raw, into)
	}
}

// decodeAsSDK makes the library calls that the go-sdk makes for a typed tool, with the JSON decoder that it uses.
func decodeAsSDK(rs *jsonschema.Resolved) decodeFunc {
	decode := func(raw []byte, into any) error {
		d := segmentio.NewDecoder(bytes.NewReader(raw))
		d.DontMatchCaseInsensitiveStructFields()
		return d.Decode(into)
	}
	return func(raw []byte, into any) error {
		members := map[string]any{}
		if err := decode(raw, &members); err != nil {
			return err
		}
		var v any = members
		if err := rs.ApplyDefaults(&v); err != nil {
			return err
		}
		if err := rs.Validate(&v); err != nil {
			return err
		}
		again, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return decode(again, into)
	}
}

func schemaCall(steps func(*jsonschema.Resolved) decodeFunc) func(testing.TB, Work, *Seen) CallFunc {
	return func(_ testing.TB, w Work, seen *Seen) CallFunc {
		decode := steps(resolved(schemaOf(w)))
		if w == W3 {
			return decoded(decode, func(in *schemaWeather) { in.handle(seen) })
		}
		return decoded(decode, func(in *schemaMedia) { in.handle(seen) })
	}
}

// registerSchemas derives and resolves a schema for each tool.
func registerSchemas(_ testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		calls, schemas := make(map[string]CallFunc, n), make([]*jsonschema.Schema, n)
		for i, name := range names {
			schemas[i] = schemaOf(W3)
			calls[name] = decoded(decodeLeast(resolved(schemas[i])), func(in *schemaWeather) { in.handle(nil) })
		}
		return &Tools{
			Keep: calls,
			List: listed(n, func(i int) []byte { return must(json.Marshal(schemas[i])) }),
			Call: func(i int) bool { _, ok := calls[names[i]](raw); return ok },
		}
	}
}

func jsonschemaGo() []Contestant {
	const module = "github.com/google/jsonschema-go"
	return []Contestant{
		{
			Name: "jsonschema-go/min", Module: module,
			Path:   "json.Unmarshal to any, Resolved.Validate, json.Unmarshal to the struct",
			Checks: true, New: schemaCall(decodeLeast), Register: registerSchemas,
			Derive: func(w Work) func() []byte {
				return func() []byte { return must(json.Marshal(schemaOf(w))) }
			},
			DeriveWarm: func(w Work) func() []byte {
				s := schemaOf(w)
				return func() []byte { return must(json.Marshal(s)) }
			},
		},
		{
			Name: "jsonschema-go/go-sdk-steps", Module: module,
			Path:   "what the go-sdk does between arguments and handler, without its server: decode to a map, defaults, Validate, encode, decode to the struct",
			Checks: true, New: schemaCall(decodeAsSDK),
			Derive: func(w Work) func() []byte {
				return func() []byte {
					s := schemaOf(w)
					resolved(s)
					return must(json.Marshal(s))
				}
			},
		},
	}
}
