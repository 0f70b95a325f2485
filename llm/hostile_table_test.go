// Hostile JSON in the place of answers, events and what is in them.

package llm_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/internal/hostile"
	"github.com/jarvis-sdk/jarvis/llm"
)

// hostileEntries read bodies. The JSON of servers is read with patience, as encoding/json does, so that not all is refused that is
// no strict JSON.
func hostileEntries(t testing.TB) []hostile.Entry {
	typed := func(err error) bool {
		_, answer := errors.AsType[*llm.AnswerError](err)
		_, stream := errors.AsType[*llm.StreamError](err)
		_, status := errors.AsType[*llm.StatusError](err)
		return answer || stream || status
	}
	entry := func(name string, status int, contentType, sound string, frames ...hostile.Frame) hostile.Entry {
		e := hostile.Entry{
			Name: name, Frames: frames, Tolerant: true, Typed: typed, Factor: 32, Plus: 2 << 20, Kept: 256 << 10,
			Read: func(text []byte) hostile.Outcome {
				_, err := bodyClient(t, llm.Config{MaxBytes: 16 << 20}, status, contentType, bytes.NewReader(text)).Chat(t.Context(), hello())
				return hostile.Refused(err)
			},
		}
		if sound != "" {
			e.Sound = []string{sound}
		}
		return e
	}
	choice := func(name, key string) hostile.Frame {
		return hostile.Between(name, `{"choices":[{"message":{"`+key+`":`, "}}]}")
	}
	data := func(name, before, after string) hostile.Frame {
		return hostile.Frame{Name: name, Wrap: func(value string) string {
			return "data: " + before + strings.NewReplacer("\r", "", "\n", "").Replace(value) + after + "\n\n" + doneChunk
		}}
	}
	return []hostile.Entry{
		entry("an answer", 200, "application/json", completion("x"), hostile.Between("body", "", ""), hostile.Between("choices", `{"choices":`, "}"), hostile.Between("choice", `{"choices":[`, "]}"),
			choice("content", "content"), choice("tool_calls", "tool_calls"), choice("function_call", "function_call"), hostile.Between("arguments", `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":`, "}}]}}]}"),
			hostile.Between("usage", `{"choices":[{"message":{"content":"x"}}],"usage":`, "}"), hostile.Between("error", `{"error":`, "}"), hostile.Between("index", `{"choices":[{"message":{"content":"x"},"index":`, "}]}")),
		entry("a stream", 200, "text/event-stream", chunk("x")+stopChunk+doneChunk, data("event", "", ""), hostile.Between("body", "", ""), data("content", `{"choices":[{"delta":{"content":`, "}}]}"),
			data("tool_calls", `{"choices":[{"delta":{"tool_calls":`, "}}]}"), data("index", `{"choices":[{"delta":{"tool_calls":[{"index":`, `,"function":{"name":"f"}}]}}]}`), data("error", `{"error":`, "}")),
		entry("a refusal", 400, "application/json", "", hostile.Between("body", "", ""), hostile.Between("message", `{"error":{"message":`, "}}"), hostile.Between("code", `{"error":{"message":"x","code":`, "}}")),
	}
}

func TestHostileTable(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries(b) {
		e.Benchmark(b)
	}
}

func TestHostilePage(t *testing.T) {
	hostile.CheckPage(t, "../docs/hostile.md", "llm", hostileEntries(t)[0])
}
