// The tool lists that are measured: the commands of the example home, and two single commands.

package cost

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/require"
)

// work is one tool list.
type work struct {
	name, about string
	defs        []*jarvis.Definition
}

// works returns the lists in the order of the table.
func works(t testing.TB) []work {
	t.Helper()
	home := work{name: "home", about: "the commands of examples/home"}
	file, err := os.Open("../../examples/home/announce.json")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	announce, err := commands.LoadCommand("announce.json", file)
	require.NoError(t, err)
	for _, command := range append(commands.All(commands.Config{}), announce) {
		home.defs = append(home.defs, define(t, command))
	}
	return []work{
		home,
		{name: "W3", about: "get_weather with 3 parameters", defs: []*jarvis.Definition{define(t, getWeather{})}},
		{name: "W8", about: "control_media with 8 parameters", defs: []*jarvis.Definition{define(t, controlMedia{})}},
	}
}

func define(t testing.TB, command jarvis.Command) *jarvis.Definition {
	t.Helper()
	def, err := jarvis.Define(command)
	require.NoError(t, err)
	return def
}

// getWeather is W3: a text, an enum, and an array of moments that is required.
type getWeather struct {
	City  string      `jarvis:"city" description:"City name as spoken"`
	Unit  string      `jarvis:"unit" enum:"metric,imperial" description:"Unit system for temperatures"`
	Dates []time.Time `jarvis:"dates,required" description:"Dates to report"`
}

func (getWeather) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "get_weather", Description: "Report the weather for a place on one or more dates.", Effect: jarvis.EffectRead}
}

func (getWeather) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// controlMedia is W8: two enums, a number with bounds, and one parameter of every other kind.
type controlMedia struct {
	Action      string    `jarvis:"action,required" enum:"play,pause,resume,stop,next,previous" description:"What to do"`
	Query       string    `jarvis:"query" description:"What to play"`
	Volume      int       `jarvis:"volume" validate:"gte=0,lte=100" description:"Volume in percent"`
	Shuffle     bool      `jarvis:"shuffle" description:"Shuffle the queue"`
	Rate        float64   `jarvis:"rate" description:"Playback rate"`
	QueueOption string    `jarvis:"queue_option" enum:"now,next,last" description:"Where to queue"`
	Rooms       []string  `jarvis:"rooms" description:"Rooms to play in"`
	StartAt     time.Time `jarvis:"start_at" description:"When to start"`
}

func (controlMedia) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "control_media", Description: "Control music and video playback in the home.", Effect: jarvis.EffectWrite}
}

func (controlMedia) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func (w work) declared(t testing.TB) []declared {
	t.Helper()
	list := make([]declared, len(w.defs))
	for i, def := range w.defs {
		var err error
		list[i], err = readDeclared(def)
		require.NoError(t, err, def.Name())
	}
	return list
}

// workNamed returns one of the lists.
func workNamed(t testing.TB, name string) work {
	t.Helper()
	all := works(t)
	i := slices.IndexFunc(all, func(w work) bool { return w.name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return all[i]
}
