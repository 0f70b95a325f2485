// Learning by trying: which values the binder takes, which Go types it binds, and what it refused on the way.

package jarvistest

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// doubt is a value that the binder refused although nothing is known against it, or that it gave no report of. A generator of
// right values has no use for it; a test has.
type doubt struct {
	field int
	raw   string
}

const (
	mostDoubts     = 60
	doubtsOfOne    = 4   // of one parameter
	learnedAtOnce  = 50  // parameters in a call, where there are many
	mostLoneLearns = 400 // parameters that are learned one by one
	explored       = 40  // values of a parameter that code of the author reads
	learnedRounds  = 6   // values tried for all parameters together, before the search is for those that have none
)

// takes reports whether the binder has nothing against a value of one parameter, whatever else is missing. A refusal is in doubt if
// the author alone could have a reason, and has told of none.
func (s *subject) takes(f *field, raw string, doubtful bool) bool {
	_, err := s.params.Validate(json.RawMessage("{" + quote(nil, f.name) + ":" + raw + "}"))
	if err == nil {
		s.works(f, raw)
		return true
	}
	invalid, ok := err.(*jarvis.ValidationError)
	taken := ok && invalid.Omitted == 0 && !slices.ContainsFunc(invalid.Problems, func(p jarvis.Problem) bool { return p.Param == f.name || p.Param == "" })
	switch {
	case taken:
		s.works(f, raw)
	case !ok, doubtful && invalid.Omitted == 0:
		s.doubt(f.name, raw)
	}
	return taken
}

// works keeps a value for parameters that may have the same rules.
func (s *subject) works(f *field, raw string) {
	if list := s.worked[f.kind]; len(list) < mostPool && !slices.Contains(list, raw) {
		s.worked[f.kind] = append(list, raw)
	}
}

func (s *subject) doubt(name, raw string) {
	at, same := s.index[name], 0
	for _, d := range s.doubts {
		if d.field == at {
			same++
		}
	}
	if len(s.doubts) < mostDoubts && same < doubtsOfOne && !slices.Contains(s.doubts, doubt{at, raw}) {
		s.doubts = append(s.doubts, doubt{at, raw})
	}
}

// doubted lists calls with the values in doubt, each beside what is required.
func (g *generator) doubted() (list []sample) {
	for _, d := range slices.Clone(g.s.doubts) {
		object := &value{open: '{'}
		for i := range g.s.fields {
			f := &g.s.fields[i]
			switch {
			case i == d.field:
				object.add(f.name, &value{raw: d.raw})
			case f.required:
				if kid := g.parameter(f); kid != nil {
					object.add(f.name, kid)
				}
			}
		}
		list = append(list, sample{text: []byte(object.text(nil)), edit: "a value that was refused before", param: g.s.fields[d.field].name})
	}
	return list
}

// judgeOf judges the value of one parameter.
func judgeOf(f *field, raw string) judgement {
	j := judgement{param: f.name}
	j.value(&f.place, decoded(raw))
	return j
}

// sweep looks for a value of a parameter among the texts that common rules ask for, once.
func (s *subject) sweep(f *field) {
	f.swept = true
	if !f.isText() && (f.elem == nil || !f.elem.isText()) {
		return
	}
	for _, text := range slices.Concat(s.ruledTexts(f), everydayTexts, rareTexts()) {
		raw := quote(nil, text)
		if f.kind == jarvis.KindArray {
			raw = "[" + raw + "]"
		}
		if j := judgeOf(f, raw); j.found == 0 && j.unasked == "" && s.takes(f, raw, false) {
			f.pool = append(f.pool, &value{at: &f.place, of: f, raw: raw})
			return
		}
	}
}

// ruledTexts lists what the rules of a parameter, or of its elements, name.
func (s *subject) ruledTexts(f *field) (texts []string) {
	g, p := generator{dice: newDice(usualSeed, s.name), s: s}, &f.place
	if p.elem != nil {
		p = p.elem
	}
	for _, r := range p.rules {
		for _, part := range append([]rule{r}, r.either...) {
			texts = append(append(texts, g.ruled(p, part)...), grafted(part)...)
		}
	}
	return texts
}

// grafted lists everyday texts with the beginning or the end that a rule asks for in place of their own: another rule, or a type, may
// ask for the rest.
func grafted(r rule) (texts []string) {
	for _, text := range everydayTexts {
		switch rest := len(text) - len(r.param); {
		case rest < 0:
		case r.name == "startswith":
			texts = append(texts, r.param+text[len(r.param):])
		case r.name == "endswith":
			texts = append(texts, text[:rest]+r.param)
		}
	}
	return texts
}

// gather collects the values of examples, and the Go types that no struct tells.
func (s *subject) gather() {
	spec := s.def.Spec()
	for _, e := range slices.Concat(spec.Examples, spec.AdapterExamples) {
		raw, _ := e.Arguments.JSON() // was written when the command was defined
		names, values := members(raw)
		for _, name := range names {
			f := s.field(name)
			if f != nil && len(f.pool) < mostPool && s.takes(f, string(values[name]), false) {
				f.pool = append(f.pool, &value{at: &f.place, of: f, raw: string(values[name])})
			}
		}
	}
	if s.wide() {
		s.learnTogether()
	}
	s.learnByBinding()
	s.explore()
	for i := range s.fields { // what was drawn before a type was known has no right places inside
		for k, v := range s.fields[i].pool {
			s.fields[i].pool[k] = &value{at: v.at, of: v.of, raw: v.text(nil)}
		}
	}
}

// explore asks about values of the author's types that these should take: a refusal is worth a test.
func (s *subject) explore() {
	g := generator{dice: newDice(usualSeed, s.name), s: s}
	for i := range s.fields {
		f := &s.fields[i]
		for try := 0; try < explored && f.hasOwn() && !s.wide(); try++ {
			g.parameter(f)
		}
	}
}

// wide reports whether a call to the binder costs so much that not every value can be asked for.
func (s *subject) wide() bool { return len(s.fields) > manyFields }

// learnTogether asks for values of all parameters in one call, again and again: what is not named in the report is taken. A report has
// an end, so that nothing is known of parameters behind the last that it names.
func (s *subject) learnTogether() {
	g := generator{dice: newDice(usualSeed, s.name), s: s}
	texts := slices.Concat(everydayTexts, rareTexts())
	for round := range learnedRounds + len(texts) {
		object, left := &value{open: '{'}, false
		for i := range s.fields {
			f := &s.fields[i]
			v := g.candidate(f, texts, round)
			if j := judgeOf(f, v.text(nil)); j.found == 0 && j.unasked == "" {
				object.add(f.name, v)
			}
			left = left || len(f.pool) == 0
		}
		if round >= learnedRounds && !left {
			return
		}
		_, err := s.params.Validate(json.RawMessage(object.text(nil)))
		var invalid *jarvis.ValidationError
		if err != nil && !errors.As(err, &invalid) {
			return // a type or check of the author has panicked; its parameter is found one by one
		}
		s.keepTaken(object, invalid)
	}
	for i := range s.fields {
		s.fields[i].swept = true
	}
}

// candidate is a value that a parameter may take: one that is known, or that another took, or a text by the round, or any.
func (g *generator) candidate(f *field, texts []string, round int) *value {
	worked, at := g.s.worked[f.kind], round-learnedRounds
	switch {
	case at >= 0 && len(f.pool) > 0:
		return choose(g.dice, f.pool...)
	case len(worked) > 0 && round%2 == 1:
		return &value{at: &f.place, of: f, raw: choose(g.dice, worked...)}
	case at >= 0 && f.kind == jarvis.KindString:
		return &value{at: &f.place, of: f, raw: quote(nil, texts[at])}
	}
	v := g.value(&f.place)
	v.of = f
	return v
}

// keepTaken puts the values of a call that a report has nothing against into the pools.
func (s *subject) keepTaken(object *value, invalid *jarvis.ValidationError) {
	refusedOnes, end := map[string]bool{}, len(s.fields)
	if invalid != nil {
		for _, p := range invalid.Problems {
			refusedOnes[p.Param] = true
		}
		if invalid.Omitted > 0 {
			end = s.index[invalid.Problems[len(invalid.Problems)-1].Param]
		}
	}
	for i, name := range object.keys {
		f := s.field(name)
		if !refusedOnes[name] && s.index[name] < end && len(f.pool) < mostPool && !slices.Contains(f.pool, object.kids[i]) {
			f.pool = append(f.pool, object.kids[i])
			s.works(f, object.kids[i].text(nil))
		}
	}
}

// learnByBinding learns the Go types of parameters without tags from the values of calls that are accepted: some parameters beside
// the required ones, where there are many, and then each that is still unknown.
func (s *subject) learnByBinding() {
	g := generator{dice: newDice(usualSeed, s.name), s: s}
	unknown := func() (list []int) {
		for i := range s.fields {
			if s.fields[i].goType == nil {
				list = append(list, i)
			}
		}
		return list
	}
	if len(s.fields) > learnedAtOnce {
		for list := range slices.Chunk(unknown(), learnedAtOnce) {
			g.learn(g.only(list...))
		}
	}
	list := unknown()
	for _, i := range list[:min(len(list), mostLoneLearns)] {
		for try := 0; try < innerTries && s.fields[i].goType == nil; try++ {
			g.learn(g.only(i))
		}
		if f := &s.fields[i]; f.goType == nil && f.kind == jarvis.KindInt { // it may be unsigned, with a bound beyond the signed ones
			f.pool = append(f.pool, &value{at: &f.place, raw: "18446744073709551615"})
			g.learn(g.only(i))
			f.pool = f.pool[:len(f.pool)-1]
		}
	}
}

func (g *generator) learn(object *value) {
	if vals, err := g.s.params.Validate(json.RawMessage(object.text(nil))); err == nil {
		learnValues(g.s.fields, vals)
	}
}
