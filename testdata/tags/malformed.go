// Tags that reflect.StructTag would silently lose.

package tags

func malformed() []Case {
	return []Case{
		{"value without quotes", func() error {
			type Weather struct {
				City string `jarvis:city`
			}
			return input[Weather]()
		}},
		{"value of several words without quotes", func() error {
			type Weather struct {
				City string `description:City name jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"value without its opening quote", func() error {
			type Weather struct {
				City string `jarvis:city" json:"city"`
			}
			return input[Weather]()
		}},
		{"single quotes", func() error {
			type Weather struct {
				City string `jarvis:'city'`
			}
			return input[Weather]()
		}},
		{"no value", func() error {
			type Weather struct {
				City string `jarvis:`
			}
			return input[Weather]()
		}},
		{"value without its closing quote", func() error {
			type Weather struct {
				City string `jarvis:"city`
			}
			return input[Weather]()
		}},
		{"closing quote missing before the next pair", func() error {
			type Weather struct {
				Unit string `jarvis:"unit enum:"metric,imperial"`
			}
			return input[Weather]()
		}},
		{"another library's quote swallows ours", func() error {
			type Weather struct {
				City string `json:"city jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"space behind the colon", func() error {
			type Weather struct {
				City string `jarvis: "city"`
			}
			return input[Weather]()
		}},
		{"space before the colon", func() error {
			type Weather struct {
				City string `jarvis :"city"`
			}
			return input[Weather]()
		}},
		{"equals sign for the colon", func() error {
			type Weather struct {
				City string `jarvis="city"`
			}
			return input[Weather]()
		}},
		{"no colon", func() error {
			type Weather struct {
				City string `jarvis "city"`
			}
			return input[Weather]()
		}},
		{"key in quotes", func() error {
			type Weather struct {
				City string `"jarvis":"city"`
			}
			return input[Weather]()
		}},
		{"key alone", func() error {
			type Weather struct {
				City string `jarvis`
			}
			return input[Weather]()
		}},
		{"tab between pairs", func() error {
			type Weather struct {
				City string `jarvis:"city"	description:"City name"`
			}
			return input[Weather]()
		}},
		{"a line for each pair", func() error {
			type Weather struct {
				City string `jarvis:"city"
					description:"City name"
					label:"City"`
			}
			return input[Weather]()
		}},
		{"comma and space between pairs", func() error {
			type Weather struct {
				City string `jarvis:"city", description:"City name"`
			}
			return input[Weather]()
		}},
		{"text before the pairs", func() error {
			type Weather struct {
				City string `the city jarvis:"city"`
			}
			return input[Weather]()
		}},
		{"one backslash before a comma", func() error {
			type Scale struct {
				Step string `jarvis:"step" enum:"0\,5,1"`
			}
			return input[Scale]()
		}},
		{"line break in a value", func() error {
			type Weather struct {
				City string `jarvis:"city" description:"City name.
Omit for the default."`
			}
			return input[Weather]()
		}},
		{"description that is not UTF-8", func() error {
			type Weather struct {
				City string `jarvis:"city" description:"City\xff"`
			}
			return input[Weather]()
		}},
		{"enum value that is not UTF-8", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,\xff"`
			}
			return input[Weather]()
		}},
		{"key twice", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric" enum:"imperial"`
			}
			return input[Weather]()
		}},
		{"reading goes on behind the first", func() error {
			type Weather struct {
				Unit string `jarvis:unit,requierd enum:"metric,metric" default: "metric" label:"Unit`
			}
			return input[Weather]()
		}},
		{"in a nested struct", func() error {
			type Address struct {
				Street string `jarvis:street`
			}
			type Weather struct {
				Address Address `jarvis:"address"`
			}
			return input[Weather]()
		}},
	}
}
