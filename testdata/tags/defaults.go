// Defaults that the parameter itself refuses.

package tags

import (
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Volatile panics when it is read.
type Volatile struct{}

func (*Volatile) UnmarshalText([]byte) error { panic("boom") }

func defaults() []Case {
	return []Case{
		{"int from a word", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:"one"`
			}
			return input[Weather]()
		}},
		{"int from nothing", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:""`
			}
			return input[Weather]()
		}},
		{"int from a fraction", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:"1.5"`
			}
			return input[Weather]()
		}},
		{"int with a space", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:" 1"`
			}
			return input[Weather]()
		}},
		{"int from null", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:"null"`
			}
			return input[Weather]()
		}},
		{"int out of range", func() error {
			type Light struct {
				Level int8 `jarvis:"level" default:"300"`
			}
			return input[Light]()
		}},
		{"int beyond 64 bits", func() error {
			type Light struct {
				Level int `jarvis:"level" default:"9223372036854775808"`
			}
			return input[Light]()
		}},
		{"negative uint", func() error {
			type Light struct {
				Level uint16 `jarvis:"level" default:"-1"`
			}
			return input[Light]()
		}},
		{"float from a word", func() error {
			type Plot struct {
				Scale float64 `jarvis:"scale" default:"half"`
			}
			return input[Plot]()
		}},
		{"float beyond 32 bits", func() error {
			type Plot struct {
				Scale float32 `jarvis:"scale" default:"1e39"`
			}
			return input[Plot]()
		}},
		{"bool from a word", func() error {
			type Light struct {
				On bool `jarvis:"on" default:"yes"`
			}
			return input[Light]()
		}},
		{"bool from a number", func() error {
			type Light struct {
				On bool `jarvis:"on" default:"1"`
			}
			return input[Light]()
		}},
		{"date that is no day", func() error {
			type Weather struct {
				Day jarvis.Date `jarvis:"day" default:"2026-02-30"`
			}
			return input[Weather]()
		}},
		{"date from a key", func() error {
			type Weather struct {
				Day jarvis.Date `jarvis:"day" default:"tomorrow"`
			}
			return input[Weather]()
		}},
		{"datetime without a zone", func() error {
			type Weather struct {
				At time.Time `jarvis:"at" default:"2026-01-18T05:00:00"`
			}
			return input[Weather]()
		}},
		{"time of twelve hours", func() error {
			type Alarm struct {
				At jarvis.TimeOfDay `jarvis:"at" default:"7:00am"`
			}
			return input[Alarm]()
		}},
		{"timedelta as Go writes it", func() error {
			type Timer struct {
				For time.Duration `jarvis:"for" default:"5m"`
			}
			return input[Timer]()
		}},
		{"text narrowed to a datetime", func() error {
			type Weather struct {
				At string `jarvis:"at,type=datetime" default:"now"`
			}
			return input[Weather]()
		}},
		{"array from a bare word", func() error {
			type Light struct {
				Rooms []string `jarvis:"rooms" default:"kitchen"`
			}
			return input[Light]()
		}},
		{"array from a comma list", func() error {
			type Weather struct {
				Days []int `jarvis:"days" default:"1,2"`
			}
			return input[Weather]()
		}},
		{"array with an element of another type", func() error {
			type Weather struct {
				Days []int `jarvis:"days" default:"[1,\"two\"]"`
			}
			return input[Weather]()
		}},
		{"untyped array from an object", func() error {
			type Store struct {
				Items []any `jarvis:"items" default:"{}"`
			}
			return input[Store]()
		}},
		{"dict from an array", func() error {
			type Store struct {
				Data map[string]any `jarvis:"data" default:"[]"`
			}
			return input[Store]()
		}},
		{"dict with text behind it", func() error {
			type Store struct {
				Data map[string]any `jarvis:"data" default:"{} {}"`
			}
			return input[Store]()
		}},
		{"map with a value of another type", func() error {
			type Store struct {
				Counts map[string]int `jarvis:"counts" default:"{\"a\":\"b\"}"`
			}
			return input[Store]()
		}},
		{"struct with an unknown key", func() error {
			type Point struct {
				Left int `jarvis:"left"`
			}
			type Plot struct {
				Origin Point `jarvis:"origin" default:"{\"lfet\":1}"`
			}
			return input[Plot]()
		}},
		{"struct without a required key", func() error {
			type Point struct {
				Left int `jarvis:"left,required"`
			}
			type Plot struct {
				Origin Point `jarvis:"origin" default:"{}"`
			}
			return input[Plot]()
		}},
		{"text that the type refuses", func() error {
			type Light struct {
				Hue Hue `jarvis:"hue" default:"blue"`
			}
			return input[Light]()
		}},
		{"text that the type panics on", func() error {
			type Light struct {
				Hue Volatile `jarvis:"hue" default:"red"`
			}
			return input[Light]()
		}},
		{"outside the enum", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,imperial" default:"kelvin"`
			}
			return input[Weather]()
		}},
		{"outside the enum in another case", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,imperial" default:"Metric"`
			}
			return input[Weather]()
		}},
		{"outside an enum of numbers", func() error {
			type Weather struct {
				Days int `jarvis:"days" enum:"1,3,5" default:"2"`
			}
			return input[Weather]()
		}},
		{"element outside the enum", func() error {
			type Light struct {
				Rooms []string `jarvis:"rooms" enum:"kitchen,hall" default:"[\"cellar\"]"`
			}
			return input[Light]()
		}},
		{"against a rule", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gte=1,lte=5" default:"7"`
			}
			return input[Weather]()
		}},
		{"element against a rule", func() error {
			type Weather struct {
				Days []int `jarvis:"days" validate:"dive,gte=1" default:"[1,0]"`
			}
			return input[Weather]()
		}},
		{"in a nested struct", func() error {
			type Room struct {
				Floor int `jarvis:"floor" default:"ground"`
			}
			type Light struct {
				Rooms []Room `jarvis:"rooms"`
			}
			return input[Light]()
		}},
	}
}
