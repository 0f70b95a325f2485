// What an answer costs in memory, whatever it is made of.

package llm_test

import (
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

// repeated is a body of a beginning, a unit again and again, and an end, of which nothing is held in memory.
func repeated(begin, unit, end string, size int) io.Reader {
	n := (size - len(begin) - len(end)) / len(unit)
	return io.MultiReader(strings.NewReader(begin), &repeater{unit: unit, left: n * len(unit)}, strings.NewReader(end))
}

type repeater struct {
	unit     string
	at, left int
}

func (r *repeater) Read(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+r.left)], r.unit[r.at:])
		n, r.left, r.at = n+k, r.left-k, (r.at+k)%len(r.unit)
	}
	return n, nil
}

// peakOf returns how far f makes the heap grow, with the garbage collector at work often enough that garbage counts for little.
func peakOf(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	stop, top := make(chan struct{}), make(chan int64)
	go func() {
		var most int64
		for tick := time.NewTicker(time.Millisecond); ; {
			most = max(most, heap())
			select {
			case <-stop:
				tick.Stop()
				top <- most
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(stop)
	return <-top - before
}

func TestMemoryOfAnswers(t *testing.T) {
	const size = 1 << 20
	for _, c := range []struct {
		name, begin, unit, end string
		is                     error // nil: it is an answer
	}{
		{"choices that are nothing", `{"choices":[`, `{},`, `{}]}`, llm.ErrTooLarge},
		{"calls that are nothing", `{"choices":[{"message":{"tool_calls":[`, `{},`, `{}]}}]}`, llm.ErrTooLarge},
		{"calls that are null", `{"choices":[{"message":{"tool_calls":[`, `null,`, `null]}}]}`, llm.ErrTooLarge},
		{"parts that are numbers", `{"choices":[{"message":{"content":[`, `1,`, `1]}}]}`, nil},
		{"parts that are lists", `{"choices":[{"message":{"content":[`, `[],`, `[]]}}]}`, nil},
		{"parts that are empty", `{"choices":[{"message":{"content":[`, `{"type":""},`, `{}]}}]}`, nil},
		{"thoughts that are nothing", `{"choices":[{"message":{"content":[{"type":"thinking","thinking":[`, `{},`, `{}]}]}}]}`, nil},
		{"parts with text", `{"choices":[{"message":{"content":[`, `{"text":"Es regnet."},`, `{}]}}]}`, nil},
		{"a long text", `{"choices":[{"message":{"content":"`, `Es regnet. `, `"}}]}`, nil},
		{"a long text with escapes", `{"choices":[{"message":{"content":"`, `Es regnet.\n`, `"}}]}`, nil},
		{"long arguments", `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":"`, `1234`, `"}}]}}]}`, nil},
		{"a long error", `{"error":{"message":"`, `no `, `"}}`, llm.ErrNoChoice},
		{"a page", `<html>`, `<p>`, `</html>`, llm.ErrNotJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := bodyClient(t, llm.Config{MaxBytes: size}, 200, "application/json", repeated(c.begin, c.unit, c.end, size))
			var err error
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(1)) // the collector never rests
			peak := peakOf(func() { _, err = client.Chat(t.Context(), hello()) })
			if c.is == nil {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, c.is)
			}
			assert.Less(t, peak, int64(4*size))
		})
	}
}

// Nor does a stream cost more, in memory or in time, for names and indices that come again and again.
func TestMemoryOfStreams(t *testing.T) {
	const size = 2 << 20
	for _, c := range []struct {
		name, begin, unit, end string
		is                     error
	}{
		{"text", "", chunk("Es regnet. "), doneChunk, nil},
		{"arguments", piecesOf(`{"index":0,"function":{"name":"f"}}`), piecesOf(`{"index":0,"function":{"arguments":"1234"}}`), doneChunk, nil},
		{"the same name", "", piecesOf(`{"index":0,"function":{"name":"f","arguments":"1234"}}`), doneChunk, nil},
		{"a name that grows", "", piecesOf(`{"index":0,"function":{"name":"n"}},{"index":0,"function":{"name":"m"}}`), doneChunk, llm.ErrTooLarge},
		{"a long id", piecesOf(`{"id":"` + strings.Repeat("i", 257) + `"}`), chunk(""), doneChunk, llm.ErrTooLarge},
		{"calls that are nothing", `data: {"choices":[{"delta":{"tool_calls":[`, `{},`, "{}]}}]}\n\n", llm.ErrTooLarge},
		{"an event of many calls", `data: {"choices":[{"delta":{"tool_calls":[` + strings.Repeat(`{"index":0},`, 1024), `{"index":0}`, "]}}]}\n\n", llm.ErrTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			most := size
			switch c.name {
			case "an event of many calls":
				most = len(c.begin) + len(c.unit) + len(c.end)
			case "calls that are nothing":
				most = 1 << 20 // the most that an event may have
			}
			client := bodyClient(t, llm.Config{MaxBytes: size}, 200, "text/event-stream", repeated(c.begin, c.unit, c.end, most))
			var err error
			peak := peakOf(func() { _, err = client.Chat(t.Context(), hello()) })
			if c.is == nil {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, c.is)
			}
			assert.Less(t, peak, int64(4*size))
		})
	}
}
