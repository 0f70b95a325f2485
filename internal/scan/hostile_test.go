// Hostile texts: every value that is no strict JSON is refused, at any size, and no text takes more than its share of memory.

package scan

import (
	"errors"
	"testing"

	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

func hostileEntries() []hostile.Entry {
	const sound = `{"a":[1,2,{"b":"x"}],"c":null}`
	typed := func(err error) bool { var e *Error; return errors.As(err, &e) }
	frames := []hostile.Frame{hostile.Between("text", "", ""), hostile.Between("member", `{"a":`, "}"), hostile.Between("element", "[0,", ",0]")}
	entries := []hostile.Entry{{
		Name: "Reader.Value", Read: func(text []byte) hostile.Outcome { _, err := whole(text, MostDepth); return hostile.Refused(err) },
	}, {
		Name: "Reader, token by token", Read: func(text []byte) hostile.Outcome { return hostile.Refused(walk(text, 500)) },
	}, {
		Name: "Reader, unkeyed", Read: func(text []byte) hostile.Outcome {
			var r Reader
			r.ResetUnkeyed(text, MostDepth)
			_, err := r.Value(r.Kind())
			if err == nil {
				err = r.End()
			}
			return hostile.Refused(err)
		},
	}}
	for i := range entries {
		e := &entries[i]
		e.Frames, e.Sound, e.Cut, e.Typed, e.Factor, e.Plus = frames, []string{sound}, sound, typed, 24, 2<<20 // the tokenizer remembers the keys of ten thousand levels
	}
	return entries
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries() {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries() {
		e.Benchmark(b)
	}
}
