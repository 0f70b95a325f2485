// Benchmarks: one call over HTTP without sessions, with few and many commands, with and without a filter.

package mcpserver_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// many are n commands with parameters.
func many(n int) []jarvis.Command {
	cmds := make([]jarvis.Command, n)
	for i := range cmds {
		cmds[i] = jarvis.MustNew(jarvis.Spec{Name: fmt.Sprintf("light_%d", i), Description: "Switches a lamp on"}, light)
	}
	return cmds
}

func BenchmarkStatelessCall(b *testing.B) {
	for _, n := range []int{10, 1000} {
		for name, filter := range map[string]func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool{
			"all": nil,
			"filtered": func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool {
				return func(d *jarvis.Definition) bool { return d.Name() != "light_1" }
			},
		} {
			b.Run(fmt.Sprintf("%d commands, %s", n, name), func(b *testing.B) {
				bench(b, newServer(b, many(n), filtered(filter)).Handler(), callLine("light_0", `{"room":"hall"}`))
			})
		}
	}
}

func BenchmarkStatelessList(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("%d commands", n), func(b *testing.B) { bench(b, newServer(b, many(n)).Handler(), listLine) })
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		registry := registered(b, many(n)...)
		b.Run(fmt.Sprintf("%d commands", n), func(b *testing.B) {
			for b.Loop() {
				_, err := mcpserver.New(mcpserver.Config{Registry: registry})
				require.NoError(b, err)
			}
		})
	}
}

func bench(b *testing.B, handler http.Handler, body string) {
	b.ReportAllocs()
	for b.Loop() {
		req := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/mcp", strings.NewReader(body))
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		require.Contains(b, w.Body.String(), `"result"`)
	}
}
