// Enums: empty, repeated and ill-typed members.

package tags

import (
	"time"

	"github.com/invopop/jsonschema"

	"github.com/jarvis-sdk/jarvis"
)

// Hue reads itself from text, and takes red only.
type Hue struct{ name string }

func (h *Hue) UnmarshalText(text []byte) error {
	if string(text) != "red" {
		return &jarvis.FormatError{Text: string(text)}
	}
	h.name = string(text)
	return nil
}

// Percent brings a schema of its own.
type Percent struct{ n int }

func (Percent) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

func (*Percent) UnmarshalJSON([]byte) error { return nil }

func enums() []Case {
	return []Case{
		{"no members", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:""`
			}
			return input[Weather]()
		}},
		{"commas alone", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:", ,"`
			}
			return input[Weather]()
		}},
		{"empty member", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,,imperial"`
			}
			return input[Weather]()
		}},
		{"comma at the end", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,imperial,"`
			}
			return input[Weather]()
		}},
		{"repeated member", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,imperial, metric"`
			}
			return input[Weather]()
		}},
		{"int", func() error {
			type Weather struct {
				Days int `jarvis:"days" enum:"1,two,3.5"`
			}
			return input[Weather]()
		}},
		{"control character", func() error {
			type Weather struct {
				Days int `jarvis:"days" enum:"1,2\t3"`
			}
			return input[Weather]()
		}},
		{"the same int in another spelling", func() error {
			type Weather struct {
				Days int `jarvis:"days" enum:"1,1.0"`
			}
			return input[Weather]()
		}},
		{"int with a leading zero", func() error {
			type Weather struct {
				Days int `jarvis:"days" enum:"01,02"`
			}
			return input[Weather]()
		}},
		{"int out of range", func() error {
			type Light struct {
				Level int8 `jarvis:"level" enum:"100,200"`
			}
			return input[Light]()
		}},
		{"negative uint", func() error {
			type Light struct {
				Level uint `jarvis:"level" enum:"-1,1"`
			}
			return input[Light]()
		}},
		{"float", func() error {
			type Plot struct {
				Scale float64 `jarvis:"scale" enum:"0.5,half,NaN"`
			}
			return input[Plot]()
		}},
		{"the same float in another spelling", func() error {
			type Plot struct {
				Scale float64 `jarvis:"scale" enum:"0.5,5e-1"`
			}
			return input[Plot]()
		}},
		{"bool", func() error {
			type Light struct {
				On bool `jarvis:"on" enum:"true,yes"`
			}
			return input[Light]()
		}},
		{"date", func() error {
			type Weather struct {
				Day jarvis.Date `jarvis:"day" enum:"2026-02-28,2026-02-30"`
			}
			return input[Weather]()
		}},
		{"datetime", func() error {
			type Weather struct {
				At time.Time `jarvis:"at" enum:"2026-01-18T05:00:00Z,2026-01-18 05:00"`
			}
			return input[Weather]()
		}},
		{"the same instant in another spelling", func() error {
			type Weather struct {
				At time.Time `jarvis:"at" enum:"2026-01-18T05:00:00Z,2026-01-18T06:00:00+01:00"`
			}
			return input[Weather]()
		}},
		{"time", func() error {
			type Alarm struct {
				At jarvis.TimeOfDay `jarvis:"at" enum:"07:00,7am"`
			}
			return input[Alarm]()
		}},
		{"the same time in another spelling", func() error {
			type Alarm struct {
				At jarvis.TimeOfDay `jarvis:"at" enum:"07:00,07:00:00"`
			}
			return input[Alarm]()
		}},
		{"timedelta", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for" enum:"PT5M,10m"`
			}
			return input[Timer]()
		}},
		{"the same duration in another spelling", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for" enum:"PT60M,PT1H"`
			}
			return input[Timer]()
		}},
		{"text narrowed to a date", func() error {
			type Weather struct {
				Day string `jarvis:"day,type=date" enum:"2026-02-28,tomorrow"`
			}
			return input[Weather]()
		}},
		{"elements of an array", func() error {
			type Weather struct {
				Days []int `jarvis:"days" enum:"1,two"`
			}
			return input[Weather]()
		}},
		{"untyped array", func() error {
			type Weather struct {
				Days []any `jarvis:"days" enum:"1,2"`
			}
			return input[Weather]()
		}},
		{"dict", func() error {
			type Store struct {
				Data map[string]any `jarvis:"data" enum:"a,b"`
			}
			return input[Store]()
		}},
		{"map of strings", func() error {
			type Store struct {
				Data map[string]string `jarvis:"data" enum:"a,b"`
			}
			return input[Store]()
		}},
		{"structs", func() error {
			type Point struct {
				X int `jarvis:"x"`
			}
			type Plot struct {
				Points []Point `jarvis:"points" enum:"a,b"`
			}
			return input[Plot]()
		}},
		{"type that reads itself from text", func() error {
			type Light struct {
				Hue Hue `jarvis:"hue" enum:"red,blue"`
			}
			return input[Light]()
		}},
		{"type that panics on its text", func() error {
			type Light struct {
				Hue Volatile `jarvis:"hue" enum:"red"`
			}
			return input[Light]()
		}},
		{"type with a schema of its own", func() error {
			type Light struct {
				Level Percent `jarvis:"level" enum:"10%,20%"`
			}
			return input[Light]()
		}},
		{"in a nested struct", func() error {
			type Room struct {
				Floor int `jarvis:"floor" enum:"0,first"`
			}
			type Light struct {
				Room Room `jarvis:"room"`
			}
			return input[Light]()
		}},
	}
}
