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
// The seed corpus comes from the declaration: valid arguments, the examples of the Spec, what was refused while right values were
// searched for, and one-edit mutants whose verdict is known, such as a required parameter left out, a value of another type, beyond a
// bound or out of an enum, null, an unknown or repeated key, invalid UTF-8. With plain go test only these run.
//
// With go test -fuzz the inputs are bytes that choose what is generated, so that each gives arguments with a meaning; such as choose
// one of the corpus and change bytes of it; and, beginning with short ones, the arguments themselves. Go makes each input that
// reaches new code as short as it can, for up to a minute, in which it counts no executions. -fuzzminimizetime 1x saves that time,
// which for short runs is most of it:
//
//	go test -run '^$' -fuzz '^FuzzSetTimer$' -fuzztime 30s -fuzzminimizetime 1x .
//
// An input that was kept in testdata/fuzz means other arguments when the declaration has changed, but for those that are arguments
// themselves. A failure shows the arguments.
//
// Of every input it demands what [Agree] does: no panic; the verdict that is known by how the arguments were made, and by an
// independent reading of the declaration, whatever they are; refusals that name what was edited, in a report whose length is
// bounded; values bound as they were sent, twice the same. As with Agree the test fails if the corpus has no arguments that are
// accepted, or no value of some parameter.
//
// The command is not run, nor any of its hooks: its Run may have effects. That a call runs for accepted arguments only is tested on
// a command with the same parameters that does nothing.
func Fuzz(f *testing.F, cmd jarvis.Command) {
	f.Helper()
	s, err := newSubject(cmd)
	if err != nil {
		f.Fatalf(msgDeclared, "Fuzz", err)
	}
	run := newFuzzing(s, seedOf(f))
	run.proof.demand(f, "Fuzz")
	for _, seed := range run.seeds {
		f.Add(seed.raw, seed.data)
	}
	f.Fuzz(func(t *testing.T, raw bool, data []byte) { run.try(t, raw, data) })
}

// fuzzing is the fuzz test of one command. All that depends on the declaration alone is made once.
type fuzzing struct {
	s      *subject
	corpus []sample
	known  map[string]sample // of the corpus, by text
	seeds  []fuzzSeed
	proof  proof // that the corpus gives
}

type fuzzSeed struct {
	raw  bool
	data []byte
}

const (
	fromCorpus = 0xff // is the first byte of an input that chooses from the corpus, by the two bytes that follow
	shortText  = 48   // bytes; to shorten a text takes the square of its length, so that no longer one is an input from the start
	mostShort  = 16
)

func newFuzzing(s *subject, seed uint64) *fuzzing {
	run := &fuzzing{s: s, known: map[string]sample{}}
	g := &generator{dice: newDice(seed, s.name), s: s, full: true}
	list := append(s.nothing(), g.valid(nil))
	list = append(list, g.edited(mostSeeds)...)
	g.full = false
	list = append(list, g.valid(nil), g.valid(nil))
	for _, e := range s.def.Spec().Examples {
		if raw, err := e.Arguments.JSON(); err == nil {
			list = append(list, sample{text: raw})
		}
	}
	g.loose = false
	run.proof, list = g.provedBySeeds(list)
	list = append(list, g.doubted()...)
	short := 0
	for _, smp := range list {
		if _, twice := run.known[string(smp.text)]; twice {
			continue
		}
		run.known[string(smp.text)] = smp
		run.seeds = append(run.seeds, fuzzSeed{false, binary.BigEndian.AppendUint16([]byte{fromCorpus}, uint16(len(run.corpus)))})
		run.corpus = append(run.corpus, smp)
		if len(smp.text) <= shortText && short < mostShort {
			short++
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
	smp := run.sample(raw, data)
	_, found := run.s.check(smp)
	if len(found) == 0 {
		return
	}
	var texts []string
	for _, f := range found[:min(len(found), mostFindings)] {
		texts = append(texts, run.s.explain(failure{f, smp}))
	}
	tb.Errorf("jarvistest.Fuzz: %s: %s", run.s.name, strings.Join(texts, "\n\n"))
}

// sample is what an input means.
func (run *fuzzing) sample(raw bool, data []byte) sample {
	switch known, ok := run.known[string(data)]; {
	case raw && ok:
		return known
	case raw:
		return sample{text: data}
	case len(data) >= 3 && data[0] == fromCorpus:
		return run.changed(run.corpus[int(binary.BigEndian.Uint16(data[1:]))%len(run.corpus)], data[3:])
	}
	return run.generated(drivenDice(data))
}

// changed changes bytes of a sample, as long as bytes say where. Nothing is known of it then.
func (run *fuzzing) changed(smp sample, drive []byte) sample {
	if len(drive) == 0 {
		return smp
	}
	g := &generator{dice: drivenDice(drive), s: run.s}
	text := smp.text
	for len(g.drive) > 0 {
		text = g.scramble(text)
		if len(text) == 0 {
			break
		}
	}
	return sample{text: text, edit: "bytes changed"}
}

// generated makes arguments by the dice: valid ones, a mutant, or wild ones.
func (run *fuzzing) generated(d *dice) sample {
	own := *run.s
	own.fields = make([]field, len(run.s.fields)) // what is found to be valid must not depend on the inputs before
	copy(own.fields, run.s.fields)
	own.doubts = nil
	g := &generator{dice: d, s: &own}
	switch sort := d.below(10); {
	case sort < 4:
		return g.valid(d)
	case sort < 8:
		which := d.below(1 << 16) // before the bytes are used up
		g.full = sort == 4
		top := g.arguments()
		return g.edit(top, g.s.expects(top), which)
	}
	return g.wild()
}
