// Validator rules that are misspelt, impossible, panicking, or not for parameters.

package tags

import (
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Explosive panics when it is checked.
type Explosive struct {
	Charge int `jarvis:"charge"`
}

func (Explosive) Validate() error { panic("boom") }

// Fuse panics at seven seconds.
type Fuse struct {
	Seconds int `jarvis:"seconds"`
}

func (f Fuse) Validate() error {
	if f.Seconds == 7 {
		panic("boom")
	}
	return nil
}

// Dial has methods that no rule can call.
type Dial struct {
	Turn int `jarvis:"turn"`
}

func (Dial) Fits(int) bool { return true }

func rules() []Case {
	return []Case{
		{"misspelt", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gtee=1"`
			}
			return input[Weather]()
		}},
		{"word of JSON Schema", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"minimum=1"`
			}
			return input[Weather]()
		}},
		{"no rule", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"regexp=^a"`
			}
			return input[Weather]()
		}},
		{"required", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"required,gte=1"`
			}
			return input[Weather]()
		}},
		{"misspelt required", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"requierd"`
			}
			return input[Weather]()
		}},
		{"required_if", func() error {
			type Weather struct {
				City string `jarvis:"city"`
				Days int    `jarvis:"days" validate:"required_if=City Paris"`
			}
			return input[Weather]()
		}},
		{"required_without_all", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"required_without_all=Zip"`
				Zip  string `jarvis:"zip"`
			}
			return input[Weather]()
		}},
		{"excluded_with", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"excluded_with=Zip"`
				Zip  string `jarvis:"zip"`
			}
			return input[Weather]()
		}},
		{"another field", func() error {
			type Range struct {
				From int `jarvis:"from"`
				To   int `jarvis:"to" validate:"gtfield=From"`
			}
			return input[Range]()
		}},
		{"field of another struct", func() error {
			type Range struct {
				To int `jarvis:"to" validate:"eqcsfield=Other.From"`
			}
			return input[Range]()
		}},
		{"isdefault", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"isdefault"`
			}
			return input[Weather]()
		}},
		{"structonly", func() error {
			type Point struct {
				X int `jarvis:"x"`
			}
			type Plot struct {
				Origin Point `jarvis:"origin" validate:"structonly"`
			}
			return input[Plot]()
		}},
		{"dash", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"-"`
			}
			return input[Weather]()
		}},
		{"empty rule", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gte=1,,lte=5"`
			}
			return input[Weather]()
		}},
		{"space before a rule", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gte=1, lte=5"`
			}
			return input[Weather]()
		}},
		{"empty alternative", func() error {
			type Contact struct {
				To string `jarvis:"to" validate:"email|"`
			}
			return input[Contact]()
		}},
		{"omitempty as an alternative", func() error {
			type Contact struct {
				To string `jarvis:"to" validate:"omitempty|email"`
			}
			return input[Contact]()
		}},
		{"commas in oneof", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" validate:"oneof=metric,imperial"`
			}
			return input[Weather]()
		}},
		{"text rule on a number", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"email"`
			}
			return input[Weather]()
		}},
		{"bound on a bool", func() error {
			type Light struct {
				On bool `jarvis:"on" validate:"min=1"`
			}
			return input[Light]()
		}},
		{"bound on a date", func() error {
			type Weather struct {
				Day jarvis.Date `jarvis:"day" validate:"gte=1"`
			}
			return input[Weather]()
		}},
		{"bound on a struct", func() error {
			type Point struct {
				X int `jarvis:"x"`
			}
			type Plot struct {
				Origin Point `jarvis:"origin" validate:"min=1"`
			}
			return input[Plot]()
		}},
		{"elements of no type", func() error {
			type Store struct {
				Items []any `jarvis:"items" validate:"dive,gte=1"`
			}
			return input[Store]()
		}},
		{"parameter missing", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gte"`
			}
			return input[Weather]()
		}},
		{"parameter of a rule that has none", func() error {
			type Contact struct {
				To string `jarvis:"to" validate:"email=strict"`
			}
			return input[Contact]()
		}},
		{"parameter of another type", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gte=one"`
			}
			return input[Weather]()
		}},
		{"negative length", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"min=-1"`
			}
			return input[Weather]()
		}},
		{"time with a parameter", func() error {
			type Alarm struct {
				At time.Time `jarvis:"at" validate:"gt=2026-01-01"`
			}
			return input[Alarm]()
		}},
		{"contradiction", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"min=5,max=3"`
			}
			return input[Weather]()
		}},
		{"beyond the type", func() error {
			type Light struct {
				Level int8 `jarvis:"level" validate:"gte=300"`
			}
			return input[Light]()
		}},
		{"no member left", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" validate:"min=3,oneof=c f"`
			}
			return input[Weather]()
		}},
		{"no enum value left", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"c,f" validate:"min=3"`
			}
			return input[Weather]()
		}},
		{"dive into a text", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"dive,alpha"`
			}
			return input[Weather]()
		}},
		{"dive to nothing", func() error {
			type Weather struct {
				Days []int `jarvis:"days" validate:"min=1,dive"`
			}
			return input[Weather]()
		}},
		{"keys without dive", func() error {
			type Store struct {
				Counts map[string]int `jarvis:"counts" validate:"keys,alpha,endkeys"`
			}
			return input[Store]()
		}},
		{"keys of a slice", func() error {
			type Store struct {
				Names []string `jarvis:"names" validate:"dive,keys,alpha,endkeys,alpha"`
			}
			return input[Store]()
		}},
		{"keys without endkeys", func() error {
			type Store struct {
				Counts map[string]int `jarvis:"counts" validate:"dive,keys,alpha"`
			}
			return input[Store]()
		}},
		{"misspelt behind dive", func() error {
			type Weather struct {
				Days []int `jarvis:"days" validate:"min=1,dive,gtee=1"`
			}
			return input[Weather]()
		}},
		{"unique by no field", func() error {
			type Point struct {
				X int `jarvis:"x"`
			}
			type Plot struct {
				Points []Point `jarvis:"points" validate:"unique=Y"`
			}
			return input[Plot]()
		}},
		{"unique by a field of no struct", func() error {
			type Weather struct {
				Days []int `jarvis:"days" validate:"unique=Day"`
			}
			return input[Weather]()
		}},
		{"unique elements that cannot be compared", func() error {
			type Store struct {
				Items []any `jarvis:"items" validate:"unique"`
			}
			return input[Store]()
		}},
		{"no method", func() error {
			type Plot struct {
				Dial Dial `jarvis:"dial" validate:"validateFn=Check"`
			}
			return input[Plot]()
		}},
		{"method that takes something", func() error {
			type Plot struct {
				Dial Dial `jarvis:"dial" validate:"validateFn=Fits"`
			}
			return input[Plot]()
		}},
		{"panics on a sample", func() error {
			type Mine struct {
				Charge Explosive `jarvis:"charge" validate:"validateFn"`
			}
			return input[Mine]()
		}},
		{"panics on the default", func() error {
			type Mine struct {
				Fuse Fuse `jarvis:"fuse" validate:"validateFn" default:"{\"seconds\":7}"`
			}
			return input[Mine]()
		}},
		{"not UTF-8", func() error {
			type Weather struct {
				City string `jarvis:"city" validate:"eq=\xff"`
			}
			return input[Weather]()
		}},
		{"several", func() error {
			type Weather struct {
				Days int `jarvis:"days" validate:"gtee=1,email,lte=x"`
			}
			return input[Weather]()
		}},
		{"in a nested struct", func() error {
			type Room struct {
				Floor int `jarvis:"floor" validate:"gtee=1"`
			}
			type Light struct {
				Rooms []Room `jarvis:"rooms"`
			}
			return input[Light]()
		}},
	}
}
