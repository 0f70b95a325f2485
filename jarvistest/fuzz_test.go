// Fuzz: as its caller has it, its generator on many declarations, and that it finds what is wrong.

package jarvistest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// fuzzTB keeps what a test would have printed.
type fuzzTB struct {
	testing.TB
	errors []string
}

func (r *fuzzTB) Helper() {}

func (r *fuzzTB) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func fuzzCommand(params *jarvis.Parameters) jarvis.Command {
	return jarvis.MustFunc(jarvis.Spec{Name: "fuzzed", Examples: []jarvis.Example{{Utterance: "u", Arguments: jarvis.Args{}}}}, params,
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			panic("the command was run")
		})
}

func fuzzingOf(t *testing.T, cmd jarvis.Command) *fuzzing {
	s, err := newSubject(cmd)
	require.NoError(t, err)
	return newFuzzing(s, usualSeed)
}

var fuzzParameters = jarvis.NewParameters().RequiredString("s", "").Validate("max=9").OptionalInteger("i", "").Enum("1", "2").
	OptionalStringArray("l", "").Default(`["x"]`).OptionalTimedelta("td", "").Absent("none").MustBuild()

func TestFuzzSeeds(t *testing.T) {
	run := fuzzingOf(t, fuzzCommand(fuzzParameters))
	edits, driven := map[string]bool{}, 0
	for _, seed := range run.seeds {
		if !seed.raw && (len(seed.data) != 3 || seed.data[0] != fromCorpus) {
			driven++
			continue
		}
		smp := run.sample(seed.raw, seed.data)
		edits[smp.edit] = true
		v, found := run.s.check(smp)
		assert.Empty(t, found, "%s", smp.text)
		if smp.want != unknown {
			assert.Equal(t, smp.want, v.binder, "%s: %s", smp.edit, smp.text)
		}
	}
	assert.Equal(t, drivenSeeds, driven)
	for _, edit := range []string{
		"a required parameter left out", "a value of another type", "a value that the enum does not have", "a text around a bound", "null for an optional parameter",
		"null for a required parameter", "null for an element", "a key that is not declared", "a repeated key", "a broken byte", "half of a surrogate pair",
		"an absent word in capitals", "a text that is not of its form", "a number above the type", "cut short", "no arguments", "",
	} {
		assert.Contains(t, edits, edit)
	}
}

// The bytes choose: another byte is another input, the same bytes are the same, and none are fine too.
func TestFuzzIsDriven(t *testing.T) {
	run := fuzzingOf(t, fuzzCommand(fuzzParameters))
	texts := map[string]bool{}
	for i := range 256 {
		drive := []byte{byte(i), 3, 200, byte(i * 7), 40, 41, 42}
		first := run.generated(drivenDice(drive))
		assert.Equal(t, first, run.generated(drivenDice(drive)))
		texts[string(first.text)] = true
	}
	assert.Greater(t, len(texts), 150)
	run.generated(drivenDice(nil))
}

func TestFuzzFinds(t *testing.T) {
	flips := 0
	moody := jarvis.NewParameters().RequiredInteger("n", "").Check(func(any) bool { flips++; return flips%2 == 0 }, "m").MustBuild()
	run := fuzzingOf(t, fuzzCommand(moody))
	var tb fuzzTB
	for _, seed := range run.seeds {
		run.try(&tb, seed.raw, seed.data)
	}
	require.NotEmpty(t, tb.errors)
	assert.Contains(t, strings.Join(tb.errors, "\n"), "jarvistest.Fuzz: fuzzed: binding twice gives two results")

	// Verdicts that are known by how arguments were made do not depend on the judge.
	run = fuzzingOf(t, fuzzCommand(fuzzParameters))
	for _, smp := range []sample{
		{text: []byte(`{"s":"x"}`), want: refused, edit: "nothing"},
		{text: []byte(`{"s":5}`), want: accepted, edit: "nothing"},
		{text: []byte(`{"s":5}`), want: refused, param: "i", path: "i", edit: "nothing"},
		{text: []byte(`{"s":5}`), want: refused, kind: jarvis.ProblemEnum, param: "s", path: "s", edit: "nothing"},
	} {
		_, found := run.s.check(smp)
		assert.Len(t, found, 1, "%+v", smp)
	}
	_, found := run.s.check(sample{text: []byte(`{"s":5}`), want: refused, kind: jarvis.ProblemType, param: "s", path: "s"})
	assert.Empty(t, found)
}

// TryFuzz does with a command what Fuzz does: the seed corpus, then as many random inputs of both sorts.
func TryFuzz(t *testing.T, cmd jarvis.Command, n int) {
	run := fuzzingOf(t, cmd)
	for _, seed := range run.seeds {
		run.try(t, seed.raw, seed.data)
	}
	r := rand.New(rand.NewPCG(usualSeed, 1))
	for i := range n {
		data := make([]byte, r.IntN(60))
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		run.try(t, i%8 == 0, data)
	}
}

// SeedFailures returns what plain go test says of a Fuzz.
func SeedFailures(t *testing.T, cmd jarvis.Command) []string {
	run := fuzzingOf(t, cmd)
	var tb fuzzTB
	run.proof.demand(&tb, "Fuzz")
	for _, seed := range run.seeds {
		run.try(&tb, seed.raw, seed.data)
	}
	return tb.errors
}

// Inputs from the corpus stay it as long as no byte is changed, and are as short as can be, so that Go has nothing to shorten.
func TestFuzzInputs(t *testing.T) {
	run := fuzzingOf(t, fuzzCommand(fuzzParameters))
	for i, smp := range run.corpus {
		input := []byte{fromCorpus, byte(i >> 8), byte(i)}
		assert.Equal(t, smp, run.sample(false, input))
		assert.Equal(t, sample{text: smp.text}.text, run.sample(true, smp.text).text)
		changed := run.sample(false, append(input, 1, 2, 3))
		assert.Equal(t, changed, run.sample(false, append(input, 1, 2, 3)), "the same bytes make the same change")
		assert.Equal(t, unknown, changed.want)
	}
	for _, seed := range run.seeds {
		assert.LessOrEqual(t, len(seed.data), shortText)
	}
	assert.NotEmpty(t, run.sample(false, []byte{fromCorpus, 255, 255}).edit, "a number beyond the corpus")
	assert.Equal(t, "{", string(run.sample(true, []byte("{")).text))
}

// FuzzCommand is Fuzz as authors call it.
func FuzzCommand(f *testing.F) { Fuzz(f, fuzzCommand(fuzzParameters)) }
