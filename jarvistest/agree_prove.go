// Proof: which parameters had a value that was accepted, so that something is known of them; and how much is tried.

package jarvistest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// plan is how much is tried of a command.
type plan struct{ valid, bases, mutants, wild int }

const (
	manyFields = 200 // parameters; of a declaration with more, a part of the usual is tried
	shortShare = 5   // with -short a fifth of all
)

// planOf is the usual up to many parameters. Each text costs by their number, so that the number of texts shrinks as they grow.
func planOf(fields int, short bool) plan {
	p := plan{valid: 300, bases: 6, mutants: 400, wild: 800}
	share := 1 + fields/manyFields
	if short {
		share *= shortShare
	}
	p.valid, p.mutants, p.wild = max(p.valid/share, 10), max(p.mutants/share, 100), max(p.wild/share, 50)
	if fields > manyFields {
		p.bases = 2
	}
	return p
}

// proof is what is known of the parameters of a command.
type proof struct {
	s     *subject
	calls int    // that were accepted with arguments, or without where there are no parameters
	given []bool // by field: a value of it was in one of them
	bare  []bool // by field: a value of it would be taken, but for what is missing besides
}

func newProof(s *subject) proof {
	return proof{s: s, given: make([]bool, len(s.fields)), bare: make([]bool, len(s.fields))}
}

// add takes note of a call.
func (p *proof) add(v *verdicts) {
	sent, _ := v.doc.(map[string]any)
	if v.binder != accepted || len(sent) == 0 && len(p.s.fields) > 0 {
		return
	}
	p.calls++
	for name, value := range sent {
		if f := p.s.field(name); f != nil && value != nil && !f.isAbsentWord(value) {
			p.given[p.s.index[name]] = true
		}
	}
}

// open lists the parameters of which nothing is known.
func (p *proof) open() (list []int) {
	for i, given := range p.given {
		if !given {
			list = append(list, i)
		}
	}
	return list
}

const (
	provedAtOnce = 60  // parameters in a call
	mostLone     = 400 // parameters that are tried one by one
)

// prove tries parameters of which nothing is known yet, beside what is required: many together, then one by one.
func (g *generator) prove(p *proof, check func(sample)) {
	loose := g.loose
	g.loose = false
	defer func() { g.loose = loose }()
	try := func(list ...int) {
		object := g.only(list...)
		for _, name := range object.keys {
			p.bare[p.s.index[name]] = true
		}
		check(sample{text: []byte(object.text(nil)), edit: "a parameter beside what is required"})
	}
	for list := range slices.Chunk(p.open(), provedAtOnce) {
		try(list...)
	}
	rest := p.open()
	for _, i := range rest[:min(len(rest), mostLone)] {
		if !p.given[i] {
			try(i)
		}
	}
}

// failure says of what nothing is proved, "" if there is nothing. Where no call was accepted at all, the parameters that stood in the
// way are those without a value that would be taken.
func (p *proof) failure() string {
	open := p.open()
	if p.calls == 0 {
		open = slices.DeleteFunc(open, func(i int) bool { return p.bare[i] })
	}
	names := make([]string, len(open))
	for i, at := range open {
		names[i] = echo.Cut(p.s.fields[at].name)
	}
	more := ""
	if len(names) > mostNamed {
		more = fmt.Sprintf(" and %d more", len(names)-mostNamed)
		names = names[:mostNamed]
	}
	list := strings.Join(names, ", ") + more
	switch {
	case p.calls == 0 && len(p.s.fields) > 0 && list == "":
		return msgNothingProved + msgProofRemedy
	case p.calls == 0 && len(p.s.fields) > 0:
		return fmt.Sprintf(msgNothingProved+msgNoValue, list) + msgProofRemedy
	case list != "":
		return fmt.Sprintf(msgNotProved, list) + msgProofRemedy
	}
	return ""
}

const mostNamed = 20 // parameters in a failure

// provedBySeeds is the proof that a list of samples gives, and what else it takes.
func (g *generator) provedBySeeds(list []sample) (proof, []sample) {
	p := newProof(g.s)
	check := func(smp sample) {
		v, _ := g.s.ask(smp.text) // findings come up when the seeds are run
		p.add(&v)
	}
	for _, smp := range list {
		check(smp)
	}
	g.prove(&p, func(smp sample) {
		list = append(list, smp)
		check(smp)
	})
	return p, list
}

// demand fails a test of which nothing is proved.
func (p *proof) demand(tb testing.TB, test string) {
	tb.Helper()
	if text := p.failure(); text != "" {
		tb.Errorf("jarvistest.%s: %s: %s", test, p.s.name, text)
	}
}
