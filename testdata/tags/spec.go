// What is wrong with a command as a whole: no name, no struct, a Spec that panics, a name that is taken.

package tags

import (
	"context"
	"errors"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Closure is a command that is no struct.
type Closure func()

func (Closure) Spec() jarvis.Spec { return jarvis.Spec{Name: "closure"} }

func (Closure) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

// Fragile is a command whose Spec panics.
type Fragile struct {
	Days int `jarvis:"days" default:"one"`
	why  any
}

func (f *Fragile) Spec() jarvis.Spec { panic(f.why) }

func (*Fragile) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

// Eager is a command with methods that have the names of hooks, but not their form.
type Eager struct{ command }

func (*Eager) PreRoute(utterance string) *jarvis.Route { return nil }

func (*Eager) Validate() error { return nil }

// Forecast is an input that believes to be a command.
type Forecast struct{}

func (Forecast) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	return nil, nil
}

func spec() []Case {
	return []Case{
		{"no name", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Description: "Weather forecast"})
		}},
		{"space in the name", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "get weather"})
		}},
		{"line break in the name", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather\n"})
		}},
		{"name that is not UTF-8", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather\xff"})
		}},
		{"antipattern without a command", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Antipatterns: []jarvis.Antipattern{{Description: "For lights"}}})
		}},
		{"package without a name", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Packages: []jarvis.Package{{Name: "httpx"}, {Version: "1.2"}}})
		}},
		{"unknown effect", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Effect: "reads"})
		}},
		{"authentication that cannot work", func() error {
			type Weather struct{}
			return inputOf[Weather](jarvis.Spec{Name: "weather", Authentication: &jarvis.Authentication{
				FriendlyName: "Weather", DiscoveryPort: new(65536), RequiresBackgroundRefresh: true, RefreshInterval: -time.Minute,
			}})
		}},
		{"hooks given twice", func() error {
			type Weather struct{}
			run := func(context.Context, *jarvis.Request, Weather) (*jarvis.Response, error) { return nil, nil }
			_, err := jarvis.New(jarvis.Spec{Name: "weather"}, run, jarvis.Hooks[Weather]{}, jarvis.Hooks[Weather]{})
			return err
		}},
		{"hook on the input of New", func() error {
			return inputOf[Forecast](jarvis.Spec{Name: "weather"})
		}},
		{"method with the name of a hook", func() error {
			return define(&Eager{})
		}},
		{"nil command", func() error {
			return define(nil)
		}},
		{"nil pointer", func() error {
			return define((*Fragile)(nil))
		}},
		{"not a struct", func() error {
			return define(Closure(nil))
		}},
		{"pointer to something else than a struct", func() error {
			return define(new(Closure))
		}},
		{"Spec panics", func() error {
			return define(&Fragile{why: "no settings"})
		}},
		{"Spec panics with an error", func() error {
			return define(&Fragile{why: errors.New("no settings")})
		}},
		{"New with an input that is no struct", func() error {
			return input[int]()
		}},
		{"New with a pointer to a struct", func() error {
			return input[*Paging]()
		}},
		{"New without a function", func() error {
			type Weather struct {
				Days int `jarvis:"days"`
			}
			_, err := jarvis.New[Weather](jarvis.Spec{Name: "weather"}, nil)
			return err
		}},
		{"New without a function or a sound tag", func() error {
			type Weather struct {
				Days int `jarvis:"days" default:"one"`
			}
			_, err := jarvis.New[Weather](jarvis.Spec{}, nil)
			return err
		}},
		{"New with a struct without a name", func() error {
			return input[struct {
				Days int `jarvis:"days" default:"one"`
			}]()
		}},
		{"Func without a function", func() error {
			_, err := jarvis.Func(jarvis.Spec{Name: "weather"}, nil, nil)
			return err
		}},
		{"Func without a name", func() error {
			_, err := jarvis.Func(jarvis.Spec{}, nil, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
				return nil, nil
			})
			return err
		}},
		{"name that is taken", func() error {
			type Weather struct{ command }
			type Forecast struct{ command }
			return jarvis.NewRegistry().Register(&Weather{}, &Forecast{})
		}},
		{"several commands", func() error {
			type Weather struct {
				command
				Days int `jarvis:"days" default:"one"`
			}
			type Light struct {
				command
				Level int `jarvis:"level,requierd"`
			}
			return jarvis.NewRegistry().Register(&Weather{}, nil, &Light{})
		}},
		{"first seen by Execute", func() error {
			_, err := jarvis.Execute[Slip](context.Background(), nil, nil)
			return err
		}},
	}
}

// Slip is wrong.
type Slip struct {
	command
	Days int `jarvis:"days" default:"one"`
}
