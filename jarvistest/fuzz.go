// Fuzz: fuzzed bytes that drive the generator of Agree, or are arguments themselves.

package jarvistest

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
)

const (
	drivenSeeds = 24
	mostSeeds   = 400 // mutants of the seed corpus
)

// Fuzz fuzzes the binding of a command's arguments. Call it from a fuzz test of its own:
//
//	func FuzzSetTimer(f *testing.F) { jarvistest.Fuzz(f, &SetTimer{}) }
//
// The seed corpus comes from the declaration: valid arguments, the examples of the Spec, and one-edit mutants whose verdict is
// known, such as a required parameter left out, a value of another type, beyond a bound or out of an enum, null, an unknown or
// repeated key, invalid UTF-8. With plain go test only these run. With go test -fuzz half of the inputs are bytes that choose what is
// generated, so that each gives arguments with a meaning; the other half are the arguments, as bytes.
//
// Of every input it demands what [Agree] does: no panic; the verdict that is known by how the arguments were made, and by an
// independent reading of the declaration, whatever they are; refusals that name what was edited, in a report whose length is
// bounded; values bound as they were sent, twice the same.
//
// The command is not run, nor any of its hooks: its Run may have effects. That a call runs for accepted arguments only is tested on
// a command with the same parameters that does nothing.
func Fuzz(f *testing.F, cmd jarvis.Command) {
	f.Helper()
	s, err := newSubject(cmd)
	if err != nil {
		f.Fatalf("fuzz: %v", err)
	}
	run := newFuzzing(s, seedOf(f))
	for _, seed := range run.seeds {
		f.Add(seed.raw, seed.data)
	}
	f.Fuzz(func(t *testing.T, raw bool, data []byte) { run.try(t, raw, data) })
}

// fuzzing is the fuzz test of one command.
type fuzzing struct {
	s     *subject
	known map[string]sample // of the seed corpus, by text
	seeds []fuzzSeed
}

type fuzzSeed struct {
	raw  bool
	data []byte
}

func newFuzzing(s *subject, seed uint64) *fuzzing {
	run := &fuzzing{s: s, known: map[string]sample{}}
	g := &generator{dice: newDice(seed, s.name), s: s, full: true}
	list := append(s.nothing(), g.valid(nil))
	list = append(list, spread(g.dice, g.edited(), mostSeeds)...)
	g.full = false
	list = append(list, g.valid(nil), g.valid(nil))
	for _, e := range s.def.Spec().Examples {
		if raw, err := e.Arguments.JSON(); err == nil {
			list = append(list, sample{text: raw})
		}
	}
	for _, smp := range list {
		if _, twice := run.known[string(smp.text)]; !twice {
			run.known[string(smp.text)] = smp
			run.seeds = append(run.seeds, fuzzSeed{true, smp.text})
		}
	}
	for i := range drivenSeeds {
		drive := []byte{byte(i)}
		for range i % 4 {
			drive = binary.LittleEndian.AppendUint64(drive, g.rest.Uint64())
		}
		run.seeds = append(run.seeds, fuzzSeed{false, drive})
	}
	return run
}

// try checks one input.
func (run *fuzzing) try(tb testing.TB, raw bool, data []byte) {
	tb.Helper()
	smp := sample{text: data}
	if known, ok := run.known[string(data)]; ok && raw {
		smp = known
	} else if !raw {
		smp = run.generated(drivenDice(data))
	}
	_, found := run.s.check(smp)
	if len(found) == 0 {
		return
	}
	var texts []string
	for _, f := range found[:min(len(found), mostFindings)] {
		texts = append(texts, run.s.explain(failure{f, smp}))
	}
	tb.Errorf("fuzz: %s: %s", run.s.name, strings.Join(texts, "\n\n"))
}

// generated makes arguments by the dice: valid ones, a mutant, or wild ones.
func (run *fuzzing) generated(d *dice) sample {
	own := *run.s
	own.fields = make([]field, len(run.s.fields)) // what is found to be valid must not depend on the inputs before
	copy(own.fields, run.s.fields)
	g := &generator{dice: d, s: &own}
	switch sort := d.below(10); {
	case sort < 4:
		return g.valid(d)
	case sort < 8:
		which := d.below(1 << 16) // before the bytes are used up
		g.full = sort == 4
		list := g.edited()
		return list[which%len(list)]
	}
	return g.wild()
}
