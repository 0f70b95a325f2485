// Names of parameters: their grammar, duplicates, and fields that cannot be set.

package tags

func names() []Case {
	return []Case{
		{"capitals", func() error {
			type Weather struct {
				Unit string `jarvis:"UnitSystem"`
			}
			return input[Weather]()
		}},
		{"dash", func() error {
			type Weather struct {
				Unit string `jarvis:"unit-system"`
			}
			return input[Weather]()
		}},
		{"digit in front", func() error {
			type Weather struct {
				Second string `jarvis:"2nd"`
			}
			return input[Weather]()
		}},
		{"letters beyond ASCII", func() error {
			type Shirt struct {
				Size string `jarvis:"größe"`
			}
			return input[Shirt]()
		}},
		{"made from a field with letters beyond ASCII", func() error {
			type Shirt struct {
				Größe string `jarvis:""`
			}
			return input[Shirt]()
		}},
		{"twice", func() error {
			type Weather struct {
				City string `jarvis:"city"`
				Town string `jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"three times", func() error {
			type Weather struct {
				City    string `jarvis:"city"`
				Town    string `jarvis:"city"`
				Village string `jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"the same as one made from a field", func() error {
			type Weather struct {
				UnitSystem string `jarvis:""`
				Unit       string `jarvis:"unit_system"`
			}
			return input[Weather]()
		}},
		{"the same as a promoted one", func() error {
			type Paging struct {
				Limit int `jarvis:"limit"`
			}
			type Search struct {
				Max int `jarvis:"limit"`
				Paging
			}
			return input[Search]()
		}},
		{"promoted before the field", func() error {
			type Paging struct {
				Limit int `jarvis:"limit"`
			}
			type Search struct {
				Paging
				Limit int `jarvis:"limit"`
			}
			return input[Search]()
		}},
		{"promoted from two embedded structs", func() error {
			type Paging struct {
				Limit int `jarvis:"limit"`
			}
			type Bounds struct {
				Limit int `jarvis:"limit"`
			}
			type Search struct {
				Paging
				Bounds
			}
			return input[Search]()
		}},
		{"promoted through two levels", func() error {
			type Range struct {
				Limit int `jarvis:"limit"`
			}
			type Paging struct{ Range }
			type Search struct {
				Limit int `jarvis:"limit"`
				Paging
			}
			return input[Search]()
		}},
		{"twice in a nested struct", func() error {
			type Address struct {
				Street string `jarvis:"street"`
				Road   string `jarvis:"street"`
			}
			type Weather struct {
				Address Address `jarvis:"address"`
			}
			return input[Weather]()
		}},
		{"unexported field", func() error {
			type Weather struct {
				city string `jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"unexported embedded struct with a tag", func() error {
			type address struct {
				Street string `jarvis:"street"`
			}
			type Weather struct {
				address `jarvis:"address"`
			}
			return input[Weather]()
		}},
		{"unexported field of an embedded struct", func() error {
			type Paging struct {
				limit int `jarvis:"limit"`
			}
			type Search struct{ Paging }
			return input[Search]()
		}},
		{"unexported secret", func() error {
			type Weather struct {
				key string `secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
	}
}
