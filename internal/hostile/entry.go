// Entries: functions that take outside text, and what the tests ask of each.

package hostile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Sizes of texts in tests, in bytes.
const (
	Small = 8 << 10  // of every value in every frame
	Large = 1 << 20  // of some values in the first frame; of few of them what is kept is measured too
	tiny  = 1 << 10  // in place of Small with the race detector
	Huge  = 10 << 20 // of few values in the first frame, but not with -short
)

// Entry is a function that takes outside text.
type Entry struct {
	Name   string
	Read   func(text []byte) Outcome
	Frames []Frame // what stands around a value; none stands for one with nothing around it

	Sound    []string // texts that are accepted: what is refused is refused for its own sake
	Cut      string   // a text of which every part that lacks its end is refused; "" leaves that out
	MaxBytes int      // longer texts are refused whatever they are; 0 asks for nothing
	Tolerant bool     // texts that are not strict JSON may be accepted
	Takes    []string // values that are no strict JSON and yet nothing wrong in the first frame, such as none at all

	Typed    func(error) bool // reports whether an error of Read is one that the documentation names; nil takes any
	Mentions []string         // one of these stands in what is told of a refusal; none asks for nothing
	MostTold int              // bytes of what is told; 0 stands for 8 KiB

	Replaced bool // U+FFFD may stand in what is told for what is no Unicode

	// ToldFactor is how many bytes more may be told for each byte of text, where every mistake of an author is told.
	ToldFactor float64

	Factor float64 // bytes that Read may allocate for one byte of text
	Plus   uint64  // bytes that it may allocate besides, whatever the text
	Kept   int64   // bytes that may stay in use after Read, the Outcome included; 0 stands for 128 KiB

	Raised  func(text []byte) // Read with its limits raised as far as they go, for Benchmark; nil stands for Read
	NoLarge bool              // texts are never longer than Small: what is told grows with them, or the limit is far below
	Skip    []string          // values that are no text for this entry
}

// Frame is what stands around a value.
type Frame struct {
	Name string
	Wrap func(value string) string
}

// Between is a Frame with a text before the value and one after it.
func Between(name, before, after string) Frame {
	return Frame{name, func(value string) string { return before + value + after }}
}

// Outcome is what came of reading a text.
type Outcome struct {
	Accepted bool
	Told     string // what the one who sent the text, or the host, is told; the text of Err if it is empty
	Err      error  // nil where the answer to a refusal is no error
}

// Text is what is told.
func (o Outcome) Text() string {
	if o.Told == "" && o.Err != nil {
		return o.Err.Error()
	}
	return o.Told
}

// Refused is the Outcome of an error, or of its absence.
func Refused(err error) Outcome { return Outcome{Accepted: err == nil, Err: err} }

func (e Entry) frames() []Frame {
	if len(e.Frames) == 0 {
		return []Frame{Between("text", "", "")}
	}
	return e.Frames
}

func (e Entry) values() []Value {
	return slices.DeleteFunc(Values(), func(v Value) bool { return slices.Contains(e.Skip, v.Name) })
}

// large and huge are the values that are read at these sizes, one of each kind of work, and held those whose traces are looked for,
// which takes time.
var (
	large = []string{"deep lists", "deep objects, open", "long text", "escaped NULs", "invalid UTF-8", "long whole number", "many keys",
		"one key, again in depth", "long key, twice", "list of objects, wrong inside", "two values", "raw bytes"}
	huge = []string{"spaces within", "list of objects, wrong inside"}
	held = []string{"long text", "long key, twice", "list of objects, wrong inside"}
)

// Test gives the entry every value in every frame.
func (e Entry) Test(t *testing.T) {
	t.Run(e.Name, func(t *testing.T) {
		for _, text := range e.Sound {
			o := e.Read([]byte(text))
			require.True(t, o.Accepted, "%.200q: %s", text, o.Text())
		}
		var f faults
		for i := range len(e.Cut) {
			if text := e.Cut[:i]; strings.TrimSpace(text) != "" {
				o := e.Read([]byte(text))
				f.check(!o.Accepted, "accepted although it is cut", "%q", text)
				e.checkTold(&f, fmt.Sprintf("%q", text), i, o)
			}
		}
		most := 0.0
		for i, frame := range e.frames() {
			for _, v := range e.values() {
				for _, size := range e.sizes(i, v) {
					most = max(most, e.one(&f, frame, v, size))
				}
			}
		}
		f.report(t)
		t.Logf("at most %.1f bytes allocated for one of text; %.0f are allowed", most, e.Factor)
	})
}

// sizes are those at which a value is read in frame i.
func (e Entry) sizes(i int, v Value) []int {
	switch first := i == 0 && !e.NoLarge; {
	case raced && first && slices.Contains(held, v.Name):
		return []int{tiny, Large}
	case raced:
		return []int{tiny}
	case first && !testing.Short() && slices.Contains(huge, v.Name):
		return []int{Small, Large, Huge}
	case first && slices.Contains(large, v.Name):
		return []int{Small, Large}
	}
	return []int{Small}
}

// one reads one text and returns how many bytes it took for one of text.
func (e Entry) one(f *faults, frame Frame, v Value, size int) float64 {
	at := fmt.Sprintf("%s, %s, %d KiB", frame.Name, v.Name, size>>10)
	length := 0
	o, cost, panicked := measure(size == Large && slices.Contains(held, v.Name), func() func() Outcome {
		text := []byte(frame.Wrap(v.Text(size)))
		length = len(text)
		return func() Outcome { return e.Read(text) }
	})
	if f.check(panicked == "", "panic", "%s: %s", at, panicked); panicked != "" {
		return 0
	}
	sound := e.Tolerant || v.Fault == None || slices.Contains(e.Takes, v.Name)
	f.check(sound || !o.Accepted, "accepted although it is no strict JSON", "%s", at)
	f.check(!o.Accepted || e.MaxBytes == 0 || length <= e.MaxBytes, "accepted although it is too long", "%s: %d bytes", at, length)
	if !o.Accepted {
		e.checkTold(f, at, length, o)
	}
	allowed := uint64(e.Factor*float64(length)) + e.Plus
	f.check(raced || cost.allocated <= allowed, "too much memory", "%s: %d bytes for %d of text", at, cost.allocated, length)
	f.check(cost.kept <= setOr(e.Kept, 128<<10), "memory stays in use", "%s: %d bytes", at, cost.kept)
	if length < Small/2 || cost.allocated < e.Plus {
		return 0
	}
	return float64(cost.allocated-e.Plus) / float64(length)
}

// checkTold checks what is told of a refusal: typed, short, fit to be read, and about something.
func (e Entry) checkTold(f *faults, at string, length int, o Outcome) {
	told := o.Text()
	most := setOr(e.MostTold, 8<<10) + int(e.ToldFactor*float64(length))
	f.check(told != "", "nothing is told", "%s", at)
	f.check(len(told) <= most, "too much is told", "%s: %d bytes", at, len(told))
	f.check(utf8.ValidString(told), "what is told is no UTF-8", "%s: %.300q", at, told)
	for line := range strings.Lines(told) {
		if e.Replaced {
			line = strings.ReplaceAll(line, "\ufffd", "?")
		}
		f.check(!strings.ContainsFunc(strings.TrimSuffix(line, "\n"), echo.Unseen), "what is told has characters that cannot be seen", "%s: %.300q", at, line)
	}
	f.check(o.Err == nil || e.Typed == nil || e.Typed(o.Err), "an error of another type", "%s: %T", at, o.Err)
	named := len(e.Mentions) == 0 || slices.ContainsFunc(e.Mentions, func(word string) bool { return strings.Contains(told, word) })
	f.check(named, "nothing is named", "%s: %.300q", at, told)
}

func setOr[T int | int64](n, otherwise T) T {
	if n == 0 {
		return otherwise
	}
	return n
}

// faults collects what is wrong, by kind: the same mistake shows with many values.
type faults struct {
	kinds []string
	found map[string][]string
}

func (f *faults) check(ok bool, kind, format string, args ...any) {
	if ok {
		return
	}
	if f.found == nil {
		f.found = map[string][]string{}
	}
	if f.found[kind] == nil {
		f.kinds = append(f.kinds, kind)
	}
	f.found[kind] = append(f.found[kind], fmt.Sprintf(format, args...))
}

// report fails the test for each kind, with the first places.
func (f *faults) report(t *testing.T) {
	const most = 12
	for _, kind := range f.kinds {
		places := f.found[kind]
		t.Errorf("%s, %d times:\n\t%s", kind, len(places), strings.Join(places[:min(len(places), most)], "\n\t"))
	}
}

// Benchmark reads every value at sizes from 10 KB to 10 MB. The time for a byte has to stay the same.
func (e Entry) Benchmark(b *testing.B) {
	read := e.Raised
	if read == nil {
		read = func(text []byte) { e.Read(text) }
	}
	for _, f := range e.frames() {
		for _, v := range e.values() {
			for _, size := range []int{10 << 10, 100 << 10, 1 << 20, 10 << 20} {
				b.Run(strings.ReplaceAll(fmt.Sprintf("%s/%s/%s/%dKB", e.Name, f.Name, v.Name, size>>10), " ", "_"), func(b *testing.B) {
					text := []byte(f.Wrap(v.Text(size)))
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						read(text)
					}
				})
			}
		}
	}
}
