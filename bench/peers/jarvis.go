// This repository's own library: Registry.Call, and Execute of a known type.

package peers

import (
	"context"
	"errors"
	"testing"

	"github.com/jarvis-sdk/jarvis"
)

// Spec makes Weather a command.
func (*Weather) Spec() jarvis.Spec { return specOf(W3) }

// Run is the handler. It stores in what withSeen put into ctx.
func (c *Weather) Run(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
	seenIn(ctx).weather(c.City, c.Unit, c.Dates)
	return jarvis.Success(nil), nil
}

// Spec makes Media a command.
func (*Media) Spec() jarvis.Spec { return specOf(W8) }

// Run is the handler. It stores in what withSeen put into ctx.
func (c *Media) Run(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
	seenIn(ctx).media(c)
	return jarvis.Success(nil), nil
}

func specOf(w Work) jarvis.Spec { return jarvis.Spec{Name: w.Name(), Description: w.Description()} }

// seenKey is the key of a *Seen in a context. Execute makes the command itself, so nothing else can carry it.
type seenKey struct{}

func withSeen(seen *Seen) context.Context {
	if seen == nil {
		return context.Background()
	}
	return context.WithValue(context.Background(), seenKey{}, seen)
}

func seenIn(ctx context.Context) *Seen {
	seen, _ := ctx.Value(seenKey{}).(*Seen)
	return seen
}

func command(w Work) jarvis.Command { return pick[jarvis.Command](w, &Weather{}, &Media{}) }

// answered is what became of a call: the text is what says the mistakes.
func answered(resp *jarvis.Response, err error) (string, bool) {
	if err == nil {
		return resp.ErrorDetails, resp.Success
	}
	if invalid, ok := errors.AsType[*jarvis.ValidationError](err); ok {
		return invalid.Response().ErrorDetails, false // its own text is that of Response.Report
	}
	return err.Error(), false
}

// called calls the command of a work through a registry. The answer is read by the function given.
func called(read func(*jarvis.Response, error) (string, bool)) func(testing.TB, Work, *Seen) CallFunc {
	return func(_ testing.TB, w Work, seen *Seen) CallFunc {
		reg := jarvis.NewRegistry()
		reg.MustRegister(command(w))
		ctx, req, name := withSeen(seen), &jarvis.Request{}, w.Name()
		return func(raw []byte) (string, bool) {
			return read(reg.Call(ctx, req, jarvis.Call{Name: name, Arguments: raw}))
		}
	}
}

// reported reads of a refused call what a model is told at length.
func reported(resp *jarvis.Response, err error) (string, bool) {
	if text, ok := answered(resp, err); err != nil || ok {
		return text, ok
	}
	return resp.Report(), false
}

func executed(_ testing.TB, w Work, seen *Seen) CallFunc {
	ctx, req := withSeen(seen), &jarvis.Request{}
	if w == W3 {
		return func(raw []byte) (string, bool) { return answered(jarvis.Execute[Weather](ctx, req, raw)) }
	}
	return func(raw []byte) (string, bool) { return answered(jarvis.Execute[Media](ctx, req, raw)) }
}

func ours() []Contestant {
	return []Contestant{
		{
			Name: "jarvis", Path: "Registry.Call: finds the command, copies it, binds and checks in one pass, runs it",
			Checks: true, Parallel: true, New: called(answered),
			Derive: func(w Work) func() []byte {
				return func() []byte { return jarvis.MustDefine(command(w)).Schema() }
			},
			Fresh: fresh,
			DeriveWarm: func(w Work) func() []byte {
				d := jarvis.MustDefine(command(w))
				return func() []byte { return d.Schema() }
			},
			Register: registerStructs,
		},
		{
			Name: "jarvis/execute", Path: "Execute[T]: the same without a registry",
			Checks: true, New: executed,
		},
		{
			Name: "jarvis/report", Path: "Registry.Call, then Response.Report if the call was refused: the mistakes with the schema of the parameters concerned",
			Checks: true, New: called(reported),
		},
		{
			Name: "jarvis/built", Path: "Func with parameters of a builder; every command has parameter names, descriptions and enums of its own",
			Checks: true, New: built, Register: registerBuilt, Derive: deriveBuilt,
		},
	}
}

// Idle returns a call of a command like that of the work, of the same size and with the same answer, whose fields are no
// parameters: what is left of a call when nothing is bound or checked. ok is false if it failed.
func Idle(w Work) func() (ok bool) {
	reg := jarvis.NewRegistry()
	reg.MustRegister(pick[jarvis.Command](w, &idle[[1]Weather]{}, &idle[[1]Media]{}))
	ctx, req, call := context.Background(), &jarvis.Request{}, jarvis.Call{Name: "idle", Arguments: []byte(`{}`)}
	return func() bool {
		resp, err := reg.Call(ctx, req, call)
		return err == nil && resp.Success
	}
}

// idle is a command without parameters that takes the room of an S, which is an array so that the tags in it are not read.
type idle[S any] struct{ Room S }

func (*idle[S]) Spec() jarvis.Spec { return jarvis.Spec{Name: "idle"} }

func (*idle[S]) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}
