// Tag keys that are near misses, and keys that wait for a jarvis tag.

package tags

func keys() []Case {
	return []Case{
		{"letters swapped", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enmu:"metric,imperial"`
			}
			return input[Weather]()
		}},
		{"plurals", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enums:"metric,imperial" defaults:"metric" labels:"Unit"`
			}
			return input[Weather]()
		}},
		{"capitals", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" Enum:"metric,imperial" DESCRIPTION:"Unit system"`
			}
			return input[Weather]()
		}},
		{"short for description", func() error {
			type Weather struct {
				City string `jarvis:"city" desc:"City name"`
			}
			return input[Weather]()
		}},
		{"misspelt default", func() error {
			type Weather struct {
				Days int `jarvis:"days" defualt:"1"`
			}
			return input[Weather]()
		}},
		{"misspelt absent", func() error {
			type Weather struct {
				City string `jarvis:"city" abesnt:"none"`
			}
			return input[Weather]()
		}},
		{"misspelt validate", func() error {
			type Weather struct {
				Days int `jarvis:"days" valdiate:"gte=1"`
			}
			return input[Weather]()
		}},
		{"misspelt jarvis", func() error {
			type Weather struct {
				City string `jarvs:"city,required" description:"City name"`
			}
			return input[Weather]()
		}},
		{"misspelt secret", func() error {
			type Weather struct {
				APIKey string `secrets:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"value within the key", func() error {
			type Weather struct {
				City string `jarvis=city:"City name"`
			}
			return input[Weather]()
		}},
		{"comma between pairs", func() error {
			type Weather struct {
				Unit string `jarvis:"unit",enum:"metric,imperial"`
			}
			return input[Weather]()
		}},
		{"description without a jarvis tag", func() error {
			type Weather struct {
				City string `json:"city" description:"City name"`
			}
			return input[Weather]()
		}},
		{"several without a jarvis tag", func() error {
			type Weather struct {
				Unit string `enum:"metric,imperial" default:"metric" label:"Unit" absent:"none"`
			}
			return input[Weather]()
		}},
	}
}
