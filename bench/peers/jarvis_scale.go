// Many commands of this repository's own library: one struct type under many names, and parameter lists that all differ.

package peers

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// registered is the Tools of a registry whose commands have these names.
func registered(cmds []jarvis.Command, names []string, args func(i int) []byte) *Tools {
	reg := jarvis.NewRegistry()
	reg.MustRegister(cmds...)
	ctx, req := context.Background(), &jarvis.Request{}
	var w wire
	return &Tools{
		Keep: reg,
		List: func() int {
			w.size = 0
			for d := range reg.All() {
				w.write(d.Schema())
			}
			return w.size
		},
		Call: func(i int) bool {
			resp, err := reg.Call(ctx, req, jarvis.Call{Name: names[i], Arguments: args(i)})
			return err == nil && resp.Success
		},
	}
}

// registerStructs registers Weather under n names.
func registerStructs(_ testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools { return registered(structs(names), names, func(int) []byte { return raw }) }
}

// structs are commands of Weather, one for each name.
func structs(names []string) []jarvis.Command {
	run := func(context.Context, *jarvis.Request, Weather) (*jarvis.Response, error) {
		return jarvis.Success(nil), nil
	}
	cmds := make([]jarvis.Command, len(names))
	for i, name := range names {
		cmds[i] = jarvis.MustNew(jarvis.Spec{Name: name, Description: W3.Description()}, run)
	}
	return cmds
}

// declared are the texts of a command that shares none of them with another.
type declared struct {
	name, description string
	city, unit, dates string // names of the parameters of W3
	about             [3]string
	units             [2]string
}

func declare(name string) declared {
	n := suffix(name)
	return declared{
		name: name, description: "Report the weather of region" + n + " on one or more dates.",
		city: "city" + n, unit: "unit" + n, dates: "dates" + n,
		about: [3]string{"City of region" + n, "Unit system of region" + n, "Dates to report for region" + n},
		units: [2]string{"metric" + n, "imperial" + n},
	}
}

// suffix is the number in a name that toolNames made, and what stands before it.
func suffix(name string) string { return name[strings.LastIndexByte(name, '_'):] }

// appendArguments appends a call of the command of that name. The calls of all commands are not kept: the heap is measured.
func appendArguments(buf []byte, name string) []byte {
	n := suffix(name)
	for _, part := range [...]string{
		`{"city`, n, `":"Chicago","unit`, n, `":"metric`, n, `","dates`, n, `":["2026-03-14T09:00:00Z","2026-03-15T09:00:00Z"]}`,
	} {
		buf = append(buf, part...)
	}
	return buf
}

// command makes what W3 is, from the texts.
func (d *declared) command(run func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error)) jarvis.Command {
	params := jarvis.NewParameters().
		OptionalString(d.city, d.about[0]).
		OptionalEnum(d.unit, d.about[1], d.units[:]...).
		RequiredArray(d.dates, "datetime", d.about[2]).
		MustBuild()
	return jarvis.MustFunc(jarvis.Spec{Name: d.name, Description: d.description}, params, run)
}

// registerBuilt registers n commands whose parameter lists all differ.
func registerBuilt(_ testing.TB, n int) func() *Tools {
	names, texts := toolNames(n), make([]declared, n)
	for i, name := range names {
		texts[i] = declare(name)
	}
	run := func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return jarvis.Success(nil), nil
	}
	return func() *Tools {
		cmds := make([]jarvis.Command, n)
		for i := range cmds {
			cmds[i] = texts[i].command(run)
		}
		var buf []byte
		return registered(cmds, names, func(i int) []byte {
			buf = appendArguments(buf[:0], names[i])
			return buf
		})
	}
}

// built calls a command of the work that was declared with the builder.
func built(_ testing.TB, w Work, seen *Seen) CallFunc {
	reg := jarvis.NewRegistry()
	run := func(_ context.Context, _ *jarvis.Request, v jarvis.Values) (*jarvis.Response, error) {
		if w == W3 {
			seen.weather(value[string](v, "city"), value[string](v, "unit"), value[[]time.Time](v, "dates"))
			return jarvis.Success(nil), nil
		}
		seen.media(&Media{
			Action: value[string](v, "action"), Query: value[string](v, "query"), Volume: int(value[int64](v, "volume")),
			Shuffle: value[bool](v, "shuffle"), Rate: value[float64](v, "rate"), QueueOption: value[string](v, "queue_option"),
			Rooms: value[[]string](v, "rooms"), StartAt: value[time.Time](v, "start_at"),
		})
		return jarvis.Success(nil), nil
	}
	reg.MustRegister(jarvis.MustFunc(specOf(w), parameters(w), run))
	ctx, req, name := context.Background(), &jarvis.Request{}, w.Name()
	return func(raw []byte) (string, bool) {
		return answered(reg.Call(ctx, req, jarvis.Call{Name: name, Arguments: raw}))
	}
}

// deriveBuilt declares a work with the builder and writes its schema. Nothing of it is kept by the process.
func deriveBuilt(w Work) func() []byte {
	run := func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return jarvis.Success(nil), nil
	}
	return func() []byte { return jarvis.MustDefine(jarvis.MustFunc(specOf(w), parameters(w), run)).Schema() }
}

// value is the value of a parameter, the zero one if it is absent.
func value[T any](v jarvis.Values, name string) T {
	got, _ := jarvis.Get[T](v, name)
	return got
}

// parameters are those of the works from a builder.
func parameters(w Work) *jarvis.Parameters {
	if w == W3 {
		return jarvis.NewParameters().
			OptionalString("city", "City name as spoken").
			OptionalEnum("unit", "Unit system for temperatures", units()...).
			RequiredArray("dates", "datetime", "Dates to report").
			MustBuild()
	}
	return jarvis.NewParameters().
		RequiredEnum("action", "What to do", actions()...).
		OptionalString("query", "What to play").
		OptionalInteger("volume", "Volume in percent").Validate("gte=0,lte=100").
		OptionalBoolean("shuffle", "Shuffle the queue").
		OptionalNumber("rate", "Playback rate").
		OptionalEnum("queue_option", "Where to queue", queueOptions()...).
		OptionalArray("rooms", "string", "Rooms to play in").
		OptionalDatetime("start_at", "When to start").
		MustBuild()
}
