// What a call costs, beside encoding/json decoding the same bytes into the same struct in the same run.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// benchWeather is the work W3 of the peers' comparison, benchMedia is W8.
type benchWeather struct {
	City  string      `json:"city" jarvis:"city" description:"City name."`
	Unit  string      `json:"unit" jarvis:"unit" enum:"metric,imperial" description:"Unit system."`
	Dates []time.Time `json:"dates" jarvis:"dates,required" description:"Days to report."`
}

type benchMedia struct {
	Action      string    `json:"action" jarvis:"action,required" enum:"play,pause,resume,stop,next,previous" description:"What to do."`
	Query       string    `json:"query" jarvis:"query" description:"What to play."`
	Volume      int       `json:"volume" jarvis:"volume" validate:"gte=0,lte=100" description:"Volume in percent."`
	Shuffle     bool      `json:"shuffle" jarvis:"shuffle" description:"Play in random order."`
	Rate        float64   `json:"rate" jarvis:"rate" description:"Speed, 1 is normal."`
	QueueOption string    `json:"queue_option" jarvis:"queue_option" enum:"now,next,last" description:"Where in the queue."`
	Rooms       []string  `json:"rooms" jarvis:"rooms" description:"Where to play."`
	StartAt     time.Time `json:"start_at" jarvis:"start_at" description:"When to begin."`
}

func (*benchWeather) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "get_weather", Description: "Report the weather for a place on one or more dates."}
}

func (*benchWeather) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func (*benchMedia) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "control_media", Description: "Control music and video playback in the home."}
}

func (*benchMedia) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// benchWork is one command, arguments it accepts and arguments with three mistakes.
type benchWork struct {
	name          string
	command       func() jarvis.Command
	into          func() any // a new struct for the yardstick
	args, rejects json.RawMessage
}

var benchWorks = []benchWork{
	{
		"W3", func() jarvis.Command { return &benchWeather{} }, func() any { return &benchWeather{} },
		json.RawMessage(`{"city":"Chicago","unit":"metric","dates":["2026-03-14T09:00:00Z","2026-03-15T09:00:00Z"]}`),
		json.RawMessage(`{"city":42,"unit":"kelvin"}`),
	},
	{
		"W8", func() jarvis.Command { return &benchMedia{} }, func() any { return &benchMedia{} },
		json.RawMessage(`{"action":"play","query":"kind of blue by miles davis","volume":35,"shuffle":true,"rate":1.25,"queue_option":"next","rooms":["kitchen","living room","office"],"start_at":"2026-03-14T18:30:00Z"}`),
		json.RawMessage(`{"query":"kind of blue","volume":"loud","queue_option":"whenever","shuffle":true}`),
	},
}

// caller returns a call of the work through a registry of its own.
func (w benchWork) caller(tb testing.TB, args json.RawMessage) func() *jarvis.Response {
	reg := jarvis.NewRegistry()
	cmd := w.command()
	require.NoError(tb, reg.Register(cmd))
	ctx, req, call := context.Background(), &jarvis.Request{}, jarvis.Call{ID: "1", Name: cmd.Spec().Name, Arguments: args}
	return func() *jarvis.Response {
		resp, err := reg.Call(ctx, req, call)
		if err != nil {
			tb.Fatal(err)
		}
		return resp
	}
}

// The benchmarks measure what they say: the calls are accepted with the right values, the rejections name three mistakes.
func TestBenchmarkWorks(t *testing.T) {
	for _, w := range benchWorks {
		require.True(t, w.caller(t, w.args)().Success)
		rejected := w.caller(t, w.rejects)()
		require.False(t, rejected.Success)
		require.Len(t, rejected.ContextData["errors"], 3)
	}
	weather, media := &benchWeather{}, &benchMedia{}
	require.NoError(t, json.Unmarshal(benchWorks[0].args, weather))
	require.NoError(t, json.Unmarshal(benchWorks[1].args, media))
	require.Equal(t, *weather, bindTo[benchWeather](t, string(benchWorks[0].args)).in)
	require.Equal(t, *media, bindTo[benchMedia](t, string(benchWorks[1].args)).in)
}

func BenchmarkCall(b *testing.B) {
	for _, w := range benchWorks {
		b.Run(w.name+"/jarvis", func(b *testing.B) {
			call := w.caller(b, w.args)
			b.ReportAllocs()
			for b.Loop() {
				call()
			}
		})
		b.Run(w.name+"/encoding-json", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := json.Unmarshal(w.args, w.into()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(w.name+"/jarvis-parallel", func(b *testing.B) {
			call := w.caller(b, w.args)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					call()
				}
			})
		})
	}
}

// A rejected call is compared with an accepted one of the yardstick, which could not name the mistakes.
func BenchmarkReject(b *testing.B) {
	for _, w := range benchWorks {
		b.Run(w.name+"/jarvis", func(b *testing.B) {
			call := w.caller(b, w.rejects)
			b.ReportAllocs()
			for b.Loop() {
				call()
			}
		})
		b.Run(w.name+"/encoding-json-accepts", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := json.Unmarshal(w.args, w.into()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Define with the type known, as for the second command of a type and every later one.
func BenchmarkDefine(b *testing.B) {
	for _, w := range benchWorks {
		b.Run(w.name, func(b *testing.B) {
			cmd := w.command()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := jarvis.Define(cmd); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchRegistry holds n commands of one type under n names.
func benchRegistry(tb testing.TB, n int) *jarvis.Registry {
	reg := jarvis.NewRegistry()
	cmds := make([]jarvis.Command, n)
	for i := range cmds {
		cmd, err := jarvis.New(jarvis.Spec{Name: fmt.Sprintf("get_weather_%05d", i)}, runNothing[benchWeather])
		require.NoError(tb, err)
		cmds[i] = cmd
	}
	require.NoError(tb, reg.Register(cmds...))
	return reg
}

// Listing all tools of a registry, as every prompt does.
func BenchmarkList(b *testing.B) {
	reg := benchRegistry(b, 100)
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		for d := range reg.All() {
			size += len(d.OpenAITool())
		}
	}
	require.Positive(b, size)
}

// Dispatch by name does not depend on how many there are.
func BenchmarkDispatch(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			reg := benchRegistry(b, n)
			ctx, req, args, i := context.Background(), &jarvis.Request{}, benchWorks[0].args, 0
			names := registryNames(reg)
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 7919) % n
				if _, err := reg.Call(ctx, req, jarvis.Call{Name: names[i], Arguments: args}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
