// Benchmarks of the check: it takes as long for ten tools as for ten thousand.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// manyTools is a list of n tools in the form of OpenAI.
func manyTools(n int) json.RawMessage {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"type": "function", "function": {"name": "tool_%d", "description": "One of many.", "parameters": {"type": "object",
			"properties": {"room": {"type": "string", "enum": ["den", "hall"]}, "level": {"type": "integer"}, "when": {"type": "array", "items": {"type": "string", "format": "date-time"}}},
			"required": ["room"]}}}`, i)
	}
	return json.RawMessage("[" + strings.Join(list, ",") + "]")
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		tools, err := toolcall.ToolsFromOpenAI(manyTools(n))
		if err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("tool_%d", n/2)
		for _, bench := range []struct{ name, tool, args string }{
			{"accepted", name, `{"room": "den", "level": 3, "when": ["2026-01-18T05:00:00Z"]}`},
			{"refused", name, `{"room": "attic", "level": "3", "when": ["2026-01-18T05:00:00"]}`},
			{"unknown", "lamp", `{}`},
		} {
			c := call(bench.tool, bench.args)
			b.Run(fmt.Sprintf("%d/%s", n, bench.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if refused := tools.Check(c); (refused == nil) != (bench.name == "accepted") {
						b.Fatal(refused)
					}
				}
			})
		}
	}
}

func BenchmarkFragments(b *testing.B) {
	tools, err := toolcall.ToolsFromOpenAI(manyTools(10))
	if err != nil {
		b.Fatal(err)
	}
	c := call("tool_5", `{"room": "attic", "level": "3", "when": ["2026-01-18T05:00:00"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if len(refusal(tools.Check(c)).Fragments()) == 0 {
			b.Fatal("accepted")
		}
	}
}

func BenchmarkToolsFromOpenAI(b *testing.B) {
	list := manyTools(100)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := toolcall.ToolsFromOpenAI(list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRepair(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000} {
		text := "[" + strings.Repeat(`{'city': 'Rome', days: [1, 2,], on: True}, `, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, ok := toolcall.Repair(text); !ok {
					b.Fatal("not mended")
				}
			}
		})
	}
}
