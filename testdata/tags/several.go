// Several mistakes at once: all of them, in the order of their declaration.

package tags

import (
	"context"
	"sync"

	"github.com/jarvis-sdk/jarvis"
)

// Everything has one mistake in each place.
type Everything struct {
	City   string         `jarvis:"city,requierd"`
	Unit   string         `jarvis:"unit" enmu:"metric,imperial"`
	Days   int            `jarvis:"days" default:"one"`
	Level  int            `jarvis:"level" enum:"1,1,two" validate:"gtee=1"`
	Places map[int]string `jarvis:"places"`
	Town   string         `jarvis:"city"`
	Key    string         `secret:"KEY"`

	mu sync.Mutex
}

func (*Everything) Spec() jarvis.Spec {
	return jarvis.Spec{
		Secrets:  []jarvis.Secret{{Key: "OTHER", Scope: "home"}},
		Examples: []jarvis.Example{{Utterance: "Paris", Arguments: jarvis.Args{"town": "Paris"}, Primary: true}, {Primary: true}},
	}
}

func (*Everything) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

func several() []Case {
	return []Case{
		{"everywhere", func() error {
			return define(&Everything{})
		}},
		{"in one field, in the order of its tags", func() error {
			type Weather struct {
				Unit string `jarvis:"unit,requierd,type=temperature" enum:"metric,metric" desc:"Unit system" absent:"none,"`
			}
			return input[Weather]()
		}},
		{"in several fields", func() error {
			type Weather struct {
				City string `jarvis:"City"`
				Days int    `jarvis:"days" default:"one"`
				Unit string `jarvis:"unit" enum:"metric,"`
			}
			return input[Weather]()
		}},
		{"more in one tag than are told", func() error {
			type Weather struct {
				Level int `jarvis:"level" enum:"0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,14,14,15,15,16,16,17,17,18,18,19,19,20,20,21,21"`
			}
			return input[Weather]()
		}},
		{"in a nested struct, between those of the fields around it", func() error {
			type Address struct {
				Street string `jarvis:"street,requierd"`
				Number int    `jarvis:"number" default:"one"`
			}
			type Weather struct {
				City    string  `jarvis:"City"`
				Address Address `jarvis:"address,refinabel"`
				Days    int     `jarvis:"days" default:"one"`
			}
			return input[Weather]()
		}},
		{"in a promoted field", func() error {
			type Paging struct {
				Limit int `jarvis:"limit" default:"all"`
			}
			type Search struct {
				Text string `jarvis:"Text"`
				Paging
				Order string `jarvis:"Order"`
			}
			return input[Search]()
		}},
		{"in a struct that is used twice", func() error {
			type Address struct {
				Street string `jarvis:"street,requierd"`
			}
			type Route struct {
				From Address   `jarvis:"from"`
				To   *Address  `jarvis:"to"`
				Via  []Address `jarvis:"via"`
			}
			return input[Route]()
		}},
		{"in a struct three levels down", func() error {
			type Lamp struct {
				Level int `jarvis:"level" default:"dim"`
			}
			type Room struct {
				Lamps []Lamp `jarvis:"lamps"`
			}
			type House struct {
				Rooms map[string]Room `jarvis:"rooms"`
			}
			type Scene struct {
				House *House `jarvis:"house"`
			}
			return input[Scene]()
		}},
	}
}
