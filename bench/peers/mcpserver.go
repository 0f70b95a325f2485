// This repository's own MCP server.

package peers

import (
	"context"
	"io"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// served is a server of the registry on standard input and output.
func served(reg *jarvis.Registry) serveFunc {
	server := must(mcpserver.New(mcpserver.Config{Registry: reg}))
	return func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
		return server.Stdio(ctx, in, out)
	}
}

func callServed(tb testing.TB, w Work, seen *Seen) CallFunc {
	reg := jarvis.NewRegistry()
	if w == W3 {
		reg.MustRegister(jarvis.MustNew(specOf(w), func(_ context.Context, _ *jarvis.Request, in Weather) (*jarvis.Response, error) {
			seen.weather(in.City, in.Unit, in.Dates)
			return jarvis.Success(nil), nil
		}))
	} else {
		reg.MustRegister(jarvis.MustNew(specOf(w), func(_ context.Context, _ *jarvis.Request, in Media) (*jarvis.Response, error) {
			seen.media(&in)
			return jarvis.Success(nil), nil
		}))
	}
	c, name := connectLines(tb, served(reg)), w.Name()
	return func(raw []byte) (string, bool) { return c.call(name, raw) }
}

// registerServed registers Weather under n names and makes a server of them.
func registerServed(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		reg := jarvis.NewRegistry()
		reg.MustRegister(structs(names)...)
		serve := served(reg)
		return lineTools(tb, serve, serve, names, raw)
	}
}

func oursServed() []Contestant {
	return []Contestant{{
		Name: "jarvis/mcp", Module: goSDKModule, Server: true,
		Path: "mcpserver on standard input and output: JSON-RPC lines through the go-sdk, whose decoders it pays for, the dialect, " +
			"Registry.Call, the result encoded; the client only writes and reads lines",
		Checks: true, New: callServed, Register: registerServed,
	}}
}
