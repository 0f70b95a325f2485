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
	validTexts   = 300
	mutantBases  = 6
	mostMutants  = 400 // of each base; a declaration with more is tried in part
	wildTrials   = 800
	shortShare   = 5 // with -short a fifth of all of these
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
// [jarvis.ParametersBuilder.Check], and the methods of its types that read JSON and text. These may refuse what they like where no
// schema says so. A type that brings its own schema, though, has to take what that schema takes, and refuse the rest; only
// spellings that encoding/json does not know from others (5.0 for a whole number, null inside, keys in another case) are let pass.
//
// Values that only code of the author knows to be right are searched for, beginning with the examples in the Spec. What was
// tried is logged (go test -v). A failure shows the shortest arguments that show it, the verdicts with their reasons, and the
// seed: JARVIS_SEED, a number or "random", draws other arguments. Safe for parallel tests; commands are only read.
func Agree(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	if len(cmds) == 0 {
		tb.Errorf("agree: there is no command to test")
	}
	seed := seedOf(tb)
	for _, cmd := range cmds {
		s, err := newSubject(cmd)
		if err != nil {
			tb.Errorf("agree: %v", err)
			continue
		}
		run := agreement{s: s, seed: seed, alone: map[class]int{}}
		run.try()
		tb.Logf("agree: %s", run.summary())
		if text := run.failure(); text != "" {
			tb.Errorf("agree: %s: %s", s.name, text)
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
}

// failure is a finding with the arguments that show it.
type failure struct {
	finding
	sample
}

func (a *agreement) try() {
	share := 1
	if testing.Short() {
		share = shortShare
	}
	g := &generator{dice: newDice(a.seed, a.s.name), s: a.s}
	for _, smp := range a.s.nothing() {
		a.check(smp)
	}
	for range validTexts / share {
		a.check(g.valid(g.dice))
	}
	edits := map[string]bool{}
	for i := range mutantBases {
		g.full = i == 0
		for _, smp := range spread(g.dice, g.edited(), mostMutants/share) {
			edits[smp.edit] = true
			a.check(smp)
		}
	}
	g.full, a.sorts = false, len(edits)
	for range wildTrials / share {
		a.check(g.wild())
	}
}

// valid draws a call that should be accepted, in a spelling by the dice.
func (g *generator) valid(spelling *dice) sample {
	top := g.arguments()
	return sample{text: []byte(top.text(spelling)), want: g.s.expects(top)}
}

// edited draws a call and all its mutants.
func (g *generator) edited() []sample {
	top := g.arguments()
	return g.mutants(top, g.s.expects(top))
}

// expects is what is known of arguments that were drawn: nothing, if a required parameter found no value or code of the author has a
// say.
func (s *subject) expects(top *value) outcome {
	for i := range s.fields {
		f := &s.fields[i]
		if given := slices.Contains(top.keys, f.name); f.required && !given || given && (!f.tagged || f.hasOwn()) {
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
	if a.both == 0 && len(a.s.fields) > 0 {
		out.WriteString("\nNo accepted arguments were found, so little is proved: add an Example to the Spec.")
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
		return ""
	case a.more > 0:
		texts = append(texts, fmt.Sprintf("and %d more like these", a.more))
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
