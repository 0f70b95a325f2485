// Agree: the binder, the schema and an independent reading of the declaration, asked about the same arguments.

package jarvistest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const (
	mostFindings = 3 // reported of one command
	mostKept     = 12
)

// Agree tests that the binder of each command, its JSON Schema and its declaration mean the same. It draws some thousand arguments
// for a command: valid ones, some at the bounds of types and rules, valid ones changed in one place, and any JSON. Three judges
// have a say in each: [jarvis.Parameters.Validate]; the schema in the hands of santhosh-tekuri/jsonschema, with formats asserted;
// and a reading of tags and types of this package's own. They may differ only as the package documentation of jarvis lists under
// "Acceptance". Besides, accepted arguments have to be bound as they were sent, to bind again what was bound has to give the same,
// refusals have to name what was edited in a report whose length is bounded, and a call has to run exactly for what binds.
//
// The code of the command itself is never run: neither Run nor any hook. What is called are Spec, the functions given to
// [jarvis.ParametersBuilder.Check], and the methods of its types that read and write JSON and text. What a type takes as text is its
// own affair, as long as it does not panic and says the same of the same text. A type that brings its own schema has to take what
// that schema takes, and refuse the rest; only spellings that encoding/json does not know from others (5.0 for a whole number, null
// inside, keys in another case) are let pass, and texts that only a format refuses.
//
// Whether such a type keeps what it was sent is seen where it can be written again: if it implements json.Marshaler or
// encoding.TextMarshaler by value, or is a number or bool that its own schema describes. What it writes has to be taken and to be
// written the same then. Not compared are texts with an enum or rules, other types without these methods, and what a type makes of a
// value at first: one that always stores 7 passes.
//
// Values that only code of the author knows to be right are searched for, beginning with the examples in the Spec. The test fails if
// no arguments were accepted, and names each parameter, though not those inside of one, of which no value was: nothing is proved
// of it. An example with such a value mends that.
//
// A command takes less than a second as a rule, and more if its own code does. Of one with more than some hundred parameters only
// a part is edited, so that the time grows no faster than they do: some ten seconds for 5,000. What was tried and what was left out is
// logged (go test -v); -short tries a fifth. A failure shows the shortest arguments that show it, the verdicts with their reasons,
// and the seed: JARVIS_SEED, a number or "random", draws other arguments. Safe for parallel tests; commands are only read.
func Agree(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	if len(cmds) == 0 {
		tb.Errorf(msgNoCommands, "Agree")
	}
	seed := seedOf(tb)
	seen := map[string]bool{}
	for _, cmd := range cmds {
		s, err := newSubject(cmd)
		if err != nil {
			tb.Errorf(msgDeclared, "Agree", err)
			continue
		}
		if seen[s.name] {
			tb.Errorf(msgTwice, "Agree", s.name)
			continue
		}
		seen[s.name] = true
		run := agreement{s: s, seed: seed, alone: map[class]int{}, proof: newProof(s)}
		run.try()
		tb.Logf("jarvistest.Agree: %s", run.summary())
		if text := run.failure(); text != "" {
			tb.Errorf("jarvistest.Agree: %s: %s", s.name, text)
		}
	}
}

// agreement is the test of one command.
type agreement struct {
	s    *subject
	seed uint64

	tried, both, neither, unasked, sorts int
	alone                                map[class]int // texts on which binder and schema differ, by reasons
	failed                               []failure
	more                                 int // findings like those that are reported, or beyond the limit
	proof                                proof
}

// failure is a finding with the arguments that show it.
type failure struct {
	finding
	sample
}

func (a *agreement) try() {
	plan := planOf(len(a.s.fields), testing.Short())
	g := &generator{dice: newDice(a.seed, a.s.name), s: a.s}
	for _, smp := range slices.Concat(a.s.nothing(), g.doubted()) {
		a.check(smp)
	}
	for range plan.valid {
		a.check(g.valid(g.dice))
	}
	edits := map[string]bool{}
	for i := range plan.bases {
		g.full = i == 0
		for _, smp := range g.edited(plan.mutants) {
			edits[smp.edit] = true
			a.check(smp)
		}
	}
	g.full, a.sorts = false, len(edits)
	for range plan.wild {
		a.check(g.wild())
	}
	g.prove(&a.proof, a.check)
	for _, smp := range g.doubted() { // some were met on the way
		a.check(smp)
	}
}

// valid draws a call that should be accepted, in a spelling by the dice.
func (g *generator) valid(spelling *dice) sample {
	top := g.arguments()
	return sample{text: []byte(top.text(spelling)), want: g.s.expects(top)}
}

// edited draws a call and at most so many of its mutants.
func (g *generator) edited(most int) (list []sample) {
	top := g.arguments()
	for _, m := range spread(g.dice, g.mutants(top, g.s.expects(top)), most) {
		list = append(list, m.write(top))
	}
	return list
}

// expects is what is known of arguments that were drawn: nothing, if a required parameter found no value or code of the author has a
// say.
func (s *subject) expects(top *value) outcome {
	given := make(map[string]bool, len(top.keys))
	for _, key := range top.keys {
		given[key] = true
	}
	for i := range s.fields {
		f := &s.fields[i]
		if f.required && !given[f.name] || given[f.name] && (!f.tagged || f.hasOwn()) {
			return unknown
		}
	}
	text := []byte(top.text(nil))
	j := judge(s.fields, text, decoded(string(text)), nil)
	if j.found != 0 {
		return unknown // no valid value was found for something inside
	}
	return j.binder()
}

func (a *agreement) check(smp sample) {
	a.tried++
	v, found := a.s.check(smp)
	a.proof.add(&v)
	switch {
	case v.judge.unasked != "" || v.judge.found&quirk != 0:
		a.unasked++
	case v.binder == accepted && v.schema == accepted:
		a.both++
	case v.binder == refused && v.schema == refused:
		a.neither++
	default:
		a.alone[v.judge.found&(binderTakes|binderRefuses)]++
	}
	for _, f := range found {
		if len(a.failed) == mostKept || slices.ContainsFunc(a.failed, func(old failure) bool { return old.symptom == f.symptom && old.param == smp.param }) {
			a.more++
			continue
		}
		a.failed = append(a.failed, failure{f, smp})
	}
}

// summary tells what was tried.
func (a *agreement) summary() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %d texts, %d sorts of edits; accepted by binder and schema %d, refused by both %d, not compared %d", a.s.name, a.tried, a.sorts, a.both, a.neither, a.unasked)
	counts := map[string]int{}
	for found, n := range a.alone {
		switch {
		case found == 0:
			counts["a rule or check that this package does not read"] += n
		case found&(found-1) == 0:
			counts[found.String()] += n
		default:
			counts["several reasons"] += n
		}
	}
	for _, name := range append(classNames[:listedClasses:listedClasses], "several reasons", "a rule or check that this package does not read") {
		if n := counts[name]; n > 0 {
			fmt.Fprintf(&out, "; apart for %s %d", name, n)
		}
	}
	fmt.Fprintf(&out, "; JARVIS_SEED=%d", a.seed)
	if n := len(a.s.fields); n > manyFields {
		fmt.Fprintf(&out, "\nOf %d parameters only a part was edited, and each call gave some of those that may be left out", n)
	}
	return out.String()
}

// failure words what was found, "" for nothing. Different arguments may be the same when they are shrunk.
func (a *agreement) failure() string {
	var texts []string
	for _, f := range a.failed {
		if text := a.s.explain(f); len(texts) == mostFindings || slices.Contains(texts, text) {
			a.more++
		} else {
			texts = append(texts, text)
		}
	}
	switch {
	case a.failed == nil:
		return a.proof.failure()
	case a.more > 0:
		texts = append(texts, "and "+counted(a.more, "more finding")+" like what is shown")
	}
	return strings.Join(append(texts, fmt.Sprintf("The same arguments again: JARVIS_SEED=%d", a.seed)), "\n\n")
}

// explain words one failure, with the shortest arguments that fail in the same way.
func (s *subject) explain(f failure) string {
	smp := s.shrink(f)
	v, found := s.check(smp)
	detail := f.detail
	if i := slices.IndexFunc(found, func(other finding) bool { return other.symptom == f.symptom }); i >= 0 {
		detail = found[i].detail
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s", f.symptom, detail)
	fmt.Fprintf(&out, "\n  arguments  %s", echo.Escape(echo.CutBytes(string(smp.text), mostShown)))
	if smp.edit != "" {
		fmt.Fprintf(&out, "\n  edit       %s at %q", smp.edit, smp.path)
	}
	fmt.Fprintf(&out, "\n  binder     %v", v.binder)
	if v.invalid != nil {
		fmt.Fprintf(&out, ": %s", indented(v.invalid.Error()))
	}
	if v.binder == refused {
		for _, text := range s.authorSays(&v) {
			fmt.Fprintf(&out, "\n             %s", indented(text))
		}
	}
	fmt.Fprintf(&out, "\n  schema     %v%s", v.schema, s.schemaReason(v))
	fmt.Fprintf(&out, "\n  expected   binder %v, schema %v: %v", v.judge.binder(), v.judge.schema(), v.judge.found)
	if v.judge.unasked != "" {
		fmt.Fprintf(&out, "; not compared: %s", v.judge.unasked)
	}
	return out.String()
}

// indented sets the further lines of a text under the first.
func indented(text string) string {
	return strings.ReplaceAll(echo.CutBytes(text, mostShown), "\n", "\n             ")
}

const mostShown = 2000 // bytes of a text in a report

// schemaReason is what the validator says against arguments.
func (s *subject) schemaReason(v verdicts) string {
	if v.schema != refused {
		return ""
	}
	err := s.schema.Validate(v.doc)
	if err == nil {
		return ": no JSON"
	}
	_, reason, _ := strings.Cut(err.Error(), "\n")
	return ": " + indented(strings.TrimPrefix(reason, "- "))
}
