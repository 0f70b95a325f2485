// This library: a call of a registry, and the same command served by mcpserver.

package agreement

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

const toolName = "probe"

// seen is what the handler of the running call got; nil if it was not called.
type seen struct{ in any }

// outcome compares what the handler saw with what the library answered; adapters whose two say different things are broken.
func (s *seen) outcome(succeeded bool) outcome {
	in := s.in
	s.in = nil
	if succeeded != (in != nil) {
		return outcome{panicked: "the answer does not say whether the handler was called"}
	}
	if in == nil {
		return outcome{}
	}
	return handled(in)
}

func jarvisRegistry[T any](s *seen) *jarvis.Registry {
	command := jarvis.MustNew(jarvis.Spec{Name: toolName, Description: "Is asked."},
		func(_ context.Context, _ *jarvis.Request, in T) (*jarvis.Response, error) {
			s.in = in
			return jarvis.Success(nil), nil
		})
	registry := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.DiscardHandler)))
	must(0, registry.Register(command))
	return registry
}

func jarvisCall[T any]() contestant {
	s := &seen{}
	registry := jarvisRegistry[T](s)
	return contestant{name: "jarvis", call: func(raw string) outcome {
		resp, err := registry.Call(context.Background(), &jarvis.Request{}, jarvis.Call{Name: toolName, Arguments: json.RawMessage(raw)})
		return s.outcome(err == nil && resp.Success)
	}}
}

func jarvisServer[T any]() contestant {
	s := &seen{}
	server := must(mcpserver.New(mcpserver.Config{Registry: jarvisRegistry[T](s), Logger: slog.New(slog.DiscardHandler)}))
	return contestant{name: "jarvis/mcpserver", call: func(raw string) outcome {
		return s.outcome(converse(raw, func(in io.ReadCloser, out io.WriteCloser) error {
			return server.Stdio(context.Background(), in, out)
		}))
	}}
}

// must is for declarations: one that a library refuses is a mistake of this package.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
