// Options of the jarvis tag.

package tags

func options() []Case {
	return []Case{
		{"misspelt required", func() error {
			type Weather struct {
				City string `jarvis:"city,requierd"`
			}
			return input[Weather]()
		}},
		{"capital", func() error {
			type Weather struct {
				City string `jarvis:"city,Refinable"`
			}
			return input[Weather]()
		}},
		{"misspelt type", func() error {
			type Weather struct {
				Day string `jarvis:"day,typ=date"`
			}
			return input[Weather]()
		}},
		{"misspelt options", func() error {
			type Light struct {
				Device string `jarvis:"device,option=devices:light"`
			}
			return input[Light]()
		}},
		{"of another library", func() error {
			type Weather struct {
				City string `jarvis:"city,omitempty"`
			}
			return input[Weather]()
		}},
		{"optional", func() error {
			type Weather struct {
				City string `jarvis:"city,optional"`
			}
			return input[Weather]()
		}},
		{"a type alone", func() error {
			type Weather struct {
				Day string `jarvis:"day,date"`
			}
			return input[Weather]()
		}},
		{"a tag as an option", func() error {
			type Weather struct {
				Days int `jarvis:"days,default=1"`
			}
			return input[Weather]()
		}},
		{"empty", func() error {
			type Weather struct {
				City string `jarvis:"city,,required"`
			}
			return input[Weather]()
		}},
		{"comma at the end", func() error {
			type Weather struct {
				City string `jarvis:"city,"`
			}
			return input[Weather]()
		}},
		{"repeated", func() error {
			type Weather struct {
				City string `jarvis:"city,required,required"`
			}
			return input[Weather]()
		}},
		{"two types", func() error {
			type Weather struct {
				Day string `jarvis:"day,type=date,type=datetime"`
			}
			return input[Weather]()
		}},
		{"value of a flag", func() error {
			type Weather struct {
				City string `jarvis:"city,required=true"`
			}
			return input[Weather]()
		}},
		{"no type", func() error {
			type Weather struct {
				Day string `jarvis:"day,type="`
			}
			return input[Weather]()
		}},
		{"no source", func() error {
			type Light struct {
				Device string `jarvis:"device,options"`
			}
			return input[Light]()
		}},
		{"colon for the equals sign", func() error {
			type Weather struct {
				Day string `jarvis:"day,type:date"`
			}
			return input[Weather]()
		}},
		{"in the place of the name", func() error {
			type Weather struct {
				City string `jarvis:"required"`
			}
			return input[Weather]()
		}},
		{"valued, in the place of the name", func() error {
			type Weather struct {
				Day string `jarvis:"type=date,required"`
			}
			return input[Weather]()
		}},
		{"of a field left out", func() error {
			type Weather struct {
				City string `jarvis:"-,required"`
			}
			return input[Weather]()
		}},
		{"required with a default", func() error {
			type Weather struct {
				Days int `jarvis:"days,required" default:"1"`
			}
			return input[Weather]()
		}},
		{"required with an empty default", func() error {
			type Weather struct {
				City string `jarvis:"city,required" default:""`
			}
			return input[Weather]()
		}},
		{"required with absent words", func() error {
			type Weather struct {
				City string `jarvis:"city,required" absent:"none"`
			}
			return input[Weather]()
		}},
		{"no absent words", func() error {
			type Weather struct {
				City string `jarvis:"city" absent:""`
			}
			return input[Weather]()
		}},
		{"empty absent word", func() error {
			type Weather struct {
				City string `jarvis:"city" absent:"none,,null"`
			}
			return input[Weather]()
		}},
		{"repeated absent word", func() error {
			type Weather struct {
				City string `jarvis:"city" absent:"none,NONE"`
			}
			return input[Weather]()
		}},
		{"absent word in the enum", func() error {
			type Weather struct {
				Unit string `jarvis:"unit" enum:"metric,none" absent:"None"`
			}
			return input[Weather]()
		}},
	}
}
