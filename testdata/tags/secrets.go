// Secret tags: their keys, options and the fields that hold them.

package tags

import (
	"github.com/jarvis-sdk/jarvis"
)

func secrets() []Case {
	return []Case{
		{"sensitive in a plain string", func() error {
			type Weather struct {
				APIKey string `secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"sensitive in a plain int", func() error {
			type Door struct {
				Code int `secret:"DOOR_CODE,user"`
			}
			return input[Door]()
		}},
		{"sensitive in a plain bool", func() error {
			type Door struct {
				Armed bool `secret:"DOOR_ARMED,optional"`
			}
			return input[Door]()
		}},
		{"bytes", func() error {
			type Weather struct {
				APIKey []byte `secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"float", func() error {
			type Weather struct {
				Latitude float64 `secret:"HOME_LATITUDE,public"`
			}
			return input[Weather]()
		}},
		{"uint", func() error {
			type Mail struct {
				Port uint16 `secret:"MAIL_PORT,public"`
			}
			return input[Mail]()
		}},
		{"pointer", func() error {
			type Weather struct {
				APIKey *jarvis.SecretString `secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"no key", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:""`
			}
			return input[Weather]()
		}},
		{"options without a key", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:",optional"`
			}
			return input[Weather]()
		}},
		{"dash for a key", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"-"`
			}
			return input[Weather]()
		}},
		{"space in a key", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER KEY"`
			}
			return input[Weather]()
		}},
		{"misspelt option", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY,optinal"`
			}
			return input[Weather]()
		}},
		{"unknown option", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY,required"`
			}
			return input[Weather]()
		}},
		{"repeated option", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY,user,user"`
			}
			return input[Weather]()
		}},
		{"empty option", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY,"`
			}
			return input[Weather]()
		}},
		{"two fields of one key", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY"`
				Backup jarvis.SecretString `secret:"WEATHER_KEY,optional"`
			}
			return input[Weather]()
		}},
		{"promoted field of the same key", func() error {
			type Login struct {
				Token jarvis.SecretString `secret:"WEATHER_KEY"`
			}
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY"`
				Login
			}
			return input[Weather]()
		}},
		{"parameter and secret", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `jarvis:"api_key" secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"left out and secret", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `jarvis:"-" secret:"WEATHER_KEY"`
			}
			return input[Weather]()
		}},
		{"tags of a parameter", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `secret:"WEATHER_KEY" default:"abc" enum:"abc" validate:"min=3" absent:"none"`
			}
			return input[Weather]()
		}},
		{"in a nested struct", func() error {
			type Login struct {
				User  string              `jarvis:"user"`
				Token jarvis.SecretString `secret:"TOKEN"`
			}
			type Weather struct {
				Login Login `jarvis:"login"`
			}
			return input[Weather]()
		}},
		{"in a nested struct that is right as a command", func() error {
			type Login struct {
				User  string              `jarvis:"user"`
				Token jarvis.SecretString `secret:"TOKEN"`
			}
			type Weather struct {
				Login Login `jarvis:"login"`
			}
			if err := input[Login](); err != nil {
				return err
			}
			return input[Weather]()
		}},
		{"a parameter that is a secret", func() error {
			type Weather struct {
				APIKey jarvis.SecretString `jarvis:"api_key"`
			}
			return input[Weather]()
		}},
		{"of the spec without a key", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Description: "API key"}}})
		}},
		{"of the spec with an unknown scope", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Key: "WEATHER_KEY", Scope: "global"}}})
		}},
		{"of the spec with an unknown type", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Key: "WEATHER_KEY", Type: "float"}}})
		}},
		{"of the spec in another scope than that of the tag", func() error {
			type Weather struct {
				Key jarvis.SecretString `secret:"WEATHER_KEY"`
			}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Key: "WEATHER_KEY", Scope: jarvis.ScopeUser}}})
		}},
		{"of the spec with choices that are no texts", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Key: "DAYS", Type: jarvis.SecretInt, Enum: []string{"1", "2"}}}})
		}},
		{"of the spec with presets for no choice", func() error {
			type Mail struct{}
			return inputOf[Mail](jarvis.Spec{Name: "mail", Secrets: []jarvis.Secret{{Key: "PROVIDER", Presets: map[string]map[string]string{"home": {"IMAP_HOST": "mail.home.example"}}}}})
		}},
		{"of the spec with presets for another choice", func() error {
			type Mail struct{}
			return inputOf[Mail](jarvis.Spec{Name: "mail", Secrets: []jarvis.Secret{{
				Key: "PROVIDER", Enum: []string{"work", "home"}, Presets: map[string]map[string]string{"hom": {"IMAP_HOST": "mail.home.example"}},
			}}})
		}},
	}
}
