// Go types that no parameter can have, and type= options that conflict with them.

package tags

import (
	"encoding/json"
	"fmt"
	"time"
	"unsafe"

	"github.com/invopop/jsonschema"

	"github.com/jarvis-sdk/jarvis"
)

// Gauge brings a schema of its own, and panics.
type Gauge struct{}

func (Gauge) JSONSchema() *jsonschema.Schema { panic("no gauge today") }

func (*Gauge) UnmarshalJSON([]byte) error { return nil }

// Anything brings a schema of no single type.
type Anything struct{}

func (Anything) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }

func (*Anything) UnmarshalJSON([]byte) error { return nil }

// Shared brings a schema that points elsewhere.
type Shared struct{}

func (Shared) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/Gauge"} }

func (*Shared) UnmarshalJSON([]byte) error { return nil }

// Scattered brings a schema that points elsewhere further down.
type Scattered struct{}

func (Scattered) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/Gauge"}}
}

func (*Scattered) UnmarshalJSON([]byte) error { return nil }

// Color reads itself from text.
type Color struct{ rgb uint32 }

func (*Color) UnmarshalText([]byte) error { return nil }

// Stamp is an instant without its text form.
type Stamp time.Time

func types() []Case {
	return []Case{
		{"named time", func() error {
			type Upload struct {
				At Stamp `jarvis:"at"`
			}
			return input[Upload]()
		}},
		{"misspelt type", func() error {
			type Upload struct {
				At string `jarvis:"at,type=datetiem"`
			}
			return input[Upload]()
		}},
		{"bytes", func() error {
			type Upload struct {
				Data []byte `jarvis:"data"`
			}
			return input[Upload]()
		}},
		{"raw JSON", func() error {
			type Upload struct {
				Data json.RawMessage `jarvis:"data"`
			}
			return input[Upload]()
		}},
		{"any", func() error {
			type Store struct {
				Value any `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"interface", func() error {
			type Store struct {
				Value fmt.Stringer `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"channel", func() error {
			type Store struct {
				Value chan int `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"function", func() error {
			type Store struct {
				Value func(int) string `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"complex number", func() error {
			type Plot struct {
				Point complex128 `jarvis:"point"`
			}
			return input[Plot]()
		}},
		{"uintptr", func() error {
			type Store struct {
				Value uintptr `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"unsafe pointer", func() error {
			type Store struct {
				Value unsafe.Pointer `jarvis:"value"`
			}
			return input[Store]()
		}},
		{"array of fixed length", func() error {
			type Plot struct {
				Point [2]float64 `jarvis:"point"`
			}
			return input[Plot]()
		}},
		{"array of bytes", func() error {
			type Upload struct {
				Hash [16]byte `jarvis:"hash"`
			}
			return input[Upload]()
		}},
		{"pointer to a pointer", func() error {
			type Store struct {
				Count **int `jarvis:"count"`
			}
			return input[Store]()
		}},
		{"map of other keys than strings", func() error {
			type Store struct {
				Count map[int]string `jarvis:"count"`
			}
			return input[Store]()
		}},
		{"map of times", func() error {
			type Store struct {
				Count map[time.Time]int `jarvis:"count"`
			}
			return input[Store]()
		}},
		{"elements of a slice", func() error {
			type Upload struct {
				Parts [][]byte `jarvis:"parts"`
			}
			return input[Upload]()
		}},
		{"elements behind pointers", func() error {
			type Store struct {
				Counts []**int `jarvis:"counts"`
			}
			return input[Store]()
		}},
		{"values of a map", func() error {
			type Store struct {
				Values map[string]chan int `jarvis:"values"`
			}
			return input[Store]()
		}},
		{"array of arrays", func() error {
			type Plot struct {
				Points [][]float64 `jarvis:"points"`
			}
			return input[Plot]()
		}},
		{"array of untyped arrays", func() error {
			type Plot struct {
				Points [][]any `jarvis:"points"`
			}
			return input[Plot]()
		}},
		{"array of arrays of structs", func() error {
			type Point struct {
				X float64 `jarvis:"x"`
			}
			type Plot struct {
				Lines [][]Point `jarvis:"lines"`
			}
			return input[Plot]()
		}},
		{"array of arrays behind a named type", func() error {
			type Line []float64
			type Plot struct {
				Lines []Line `jarvis:"lines"`
			}
			return input[Plot]()
		}},
		{"array of arrays behind pointers", func() error {
			type Plot struct {
				Lines *[]*[]int `jarvis:"lines"`
			}
			return input[Plot]()
		}},
		{"array of arrays in a map", func() error {
			type Plot struct {
				Lines map[string][][]int `jarvis:"lines"`
			}
			return input[Plot]()
		}},
		{"struct without tags", func() error {
			type Address struct {
				Street string
			}
			type Weather struct {
				Address Address `jarvis:"address"`
			}
			return input[Weather]()
		}},
		{"slice of structs without tags", func() error {
			type Address struct {
				Street string `json:"street"`
			}
			type Weather struct {
				Addresses []Address `jarvis:"addresses"`
			}
			return input[Weather]()
		}},
		{"struct of another package", func() error {
			type Fetch struct {
				Pages map[string]jarvis.Button `jarvis:"pages"`
			}
			return input[Fetch]()
		}},
		{"own schema panics", func() error {
			type Light struct {
				Level Gauge `jarvis:"level"`
			}
			return input[Light]()
		}},
		{"own schema without a type", func() error {
			type Light struct {
				Level Anything `jarvis:"level"`
			}
			return input[Light]()
		}},
		{"own schema with a reference", func() error {
			type Light struct {
				Level Shared `jarvis:"level"`
			}
			return input[Light]()
		}},
		{"own schema with a reference further down", func() error {
			type Light struct {
				Levels Scattered `jarvis:"levels"`
			}
			return input[Light]()
		}},
		{"type of an int", func() error {
			type Weather struct {
				Days int `jarvis:"days,type=string"`
			}
			return input[Weather]()
		}},
		{"type of a float", func() error {
			type Plot struct {
				X float64 `jarvis:"x,type=int"`
			}
			return input[Plot]()
		}},
		{"text is no number", func() error {
			type Weather struct {
				Days string `jarvis:"days,type=int"`
			}
			return input[Weather]()
		}},
		{"an instant is no day", func() error {
			type Weather struct {
				Day time.Time `jarvis:"day,type=date"`
			}
			return input[Weather]()
		}},
		{"elements are not narrowed", func() error {
			type Weather struct {
				Days []string `jarvis:"days,type=array<date>"`
			}
			return input[Weather]()
		}},
		{"untyped array", func() error {
			type Weather struct {
				Days []any `jarvis:"days,type=array<int>"`
			}
			return input[Weather]()
		}},
		{"struct", func() error {
			type Address struct {
				Street string `jarvis:"street"`
			}
			type Weather struct {
				Address Address `jarvis:"address,type=string"`
			}
			return input[Weather]()
		}},
		{"type that reads itself from text", func() error {
			type Light struct {
				Color Color `jarvis:"color,type=date"`
			}
			return input[Light]()
		}},
		{"unknown type", func() error {
			type Weather struct {
				Day string `jarvis:"day,type=day"`
			}
			return input[Weather]()
		}},
		{"list of a type", func() error {
			type Weather struct {
				Days []int `jarvis:"days,type=list<int>"`
			}
			return input[Weather]()
		}},
		{"nested array type", func() error {
			type Weather struct {
				Days []int `jarvis:"days,type=array<array<int>>"`
			}
			return input[Weather]()
		}},
	}
}
