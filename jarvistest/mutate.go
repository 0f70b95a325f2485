// Mutating: valid arguments changed in one place, with the verdict known by what was done.

package jarvistest

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// change is an edit of one value and what has to come of it.
type change struct {
	what string
	raw  string // what the value is replaced with
	want outcome
	kind jarvis.ProblemKind
}

// mutant is a sample that is not written yet: there are more than are tried.
type mutant struct {
	sample
	at     []int // the value that is changed
	change func(v *value)
	whole  string // the text, where nothing but it is known
	lone   string // tells apart those that are tried each for itself
}

// write returns the sample with its text.
func (m *mutant) write(top *value) sample {
	if m.change != nil {
		m.whole = with(top, m.at, m.change).text(nil)
	}
	m.text = []byte(m.whole)
	return m.sample
}

// mostSpots is how many values of arguments are edited, where there are more.
const mostSpots = 150

// mutants returns every edit of valid arguments. Base says whether these are known to be accepted.
func (g *generator) mutants(top *value, base outcome) (list []mutant) {
	all := spots(top)
	if len(all) > mostSpots {
		all = append(shuffled(g.dice, all[1:])[:mostSpots], all[0])
	}
	for _, at := range all {
		list = append(list, g.mutantsAt(top, at)...)
	}
	return known(append(list, textMutants(top)...), base)
}

// known keeps the verdicts of mutants that have to be accepted only where the arguments themselves are.
func known(list []mutant, base outcome) []mutant {
	for i := range list {
		if list[i].want == accepted && base != accepted {
			list[i].want = unknown
		}
	}
	return list
}

// edit returns one of the edits of valid arguments, by a number, and does no more than it has to.
func (g *generator) edit(top *value, base outcome, which int) sample {
	all := spots(top)
	list := textMutants(top)
	if at := which % (len(all) + 1); at < len(all) {
		list = g.mutantsAt(top, all[at])
	}
	if len(list) == 0 {
		return sample{text: []byte(top.text(nil)), want: base}
	}
	return known(list, base)[which/(len(all)+1)%len(list)].write(top)
}

// mutantsAt returns every edit of one value.
func (g *generator) mutantsAt(top *value, at spot) (list []mutant) {
	if at.v.open == '{' && (at.v.at == nil || at.v.at.closed) {
		list = g.keyMutants(at)
	}
	if at.v.at == nil {
		return list
	}
	for _, c := range g.changes(at.v) {
		smp := sample{edit: c.what, want: c.want, kind: c.kind, param: at.param, path: at.name}
		if c.want == accepted && isRuled(top, at.path) {
			smp.want = unknown // such as that no two elements are equal
		}
		if c.kind == jarvis.ProblemSyntax {
			smp.param, smp.path = "", ""
		}
		m := mutant{sample: smp, at: at.path, change: func(v *value) { v.raw, v.open = c.raw, 0 }}
		if at.v.at.own != nil || at.v.at.textual {
			m.lone = c.raw
		}
		list = append(list, m)
	}
	return list
}

// spread takes at most so many mutants, at first one of each edit at each place.
func spread(d *dice, list []mutant, most int) []mutant {
	var first, rest []mutant
	seen := map[string]bool{}
	for _, m := range shuffled(d, list) {
		if key := m.edit + "\x00" + m.path + "\x00" + m.want.String() + m.lone; seen[key] {
			rest = append(rest, m)
		} else {
			seen[key] = true
			first = append(first, m)
		}
	}
	first = append(first, rest...)
	return first[:min(len(first), most)]
}

// isRuled reports whether something around a value has rules of its own.
func isRuled(top *value, path []int) bool {
	for v := top; len(path) > 0; path = path[1:] {
		if v.at != nil && len(v.at.rules) > 0 {
			return true
		}
		v = v.kids[path[0]]
	}
	return false
}

// changes lists what one value can be replaced with.
func (g *generator) changes(v *value) (list []change) {
	p, f := v.at, v.of
	list = append(list, g.nullChange(f), change{"a repeated key inside", `{"k":1,"k":1}`, refused, jarvis.ProblemSyntax},
		change{"nesting beyond the limit", strings.Repeat("[", 70) + strings.Repeat("]", 70), refused, jarvis.ProblemSyntax})
	if f != nil {
		for _, word := range f.absent {
			list = append(list, change{"an absent word", quote(g.dice, word), accepted, 0},
				change{"an absent word in capitals", quote(nil, strings.ToUpper(word)), accepted, 0})
		}
	}
	switch {
	case p.own != nil:
		list = append(list, g.ownChanges(p)...)
	case p.textual && p.enum == nil:
		list = append(append(list, wrongTypes(p)...), g.textualChanges(p)...)
	default:
		list = append(list, wrongTypes(p)...)
	}
	switch {
	case p.own != nil:
	case p.isText():
		list = append(list, change{"half of a surrogate pair", `"\ud83d"`, refused, jarvis.ProblemSyntax},
			change{"a broken byte", "\"a\xff\"", refused, jarvis.ProblemSyntax})
		list = append(list, textChanges(p)...)
		list = append(append(list, listedChanges(p)...), g.ruledChanges(p)...)
	case p.kind == jarvis.KindInt || p.kind == jarvis.KindFloat:
		list = append(list, numberChanges(p)...)
	case p.kind == jarvis.KindBool && p.enum != nil:
		list = append(list, outside(p, "true", "false")...)
	}
	if p.own == nil {
		list = append(list, g.lengthChanges(v)...)
	}
	return slices.DeleteFunc(list, func(c change) bool {
		return f != nil && c.want == refused && c.kind != jarvis.ProblemSyntax && c.kind != jarvis.ProblemMissing && f.isAbsentWord(decoded(c.raw))
	})
}

// nullChange is what null does to a property, or to an element.
func (g *generator) nullChange(f *field) change {
	switch {
	case f == nil:
		return change{"null for an element", "null", refused, jarvis.ProblemType}
	case f.required:
		return change{"null for a required parameter", "null", refused, jarvis.ProblemMissing}
	}
	return change{"null for an optional parameter", "null", accepted, 0}
}

// wrongTypes lists JSON values of other types than the declared one.
func wrongTypes(p *place) (list []change) {
	for _, other := range []struct {
		raw   string
		kinds []jarvis.Kind // that take it
	}{
		{`"text"`, []jarvis.Kind{jarvis.KindString, jarvis.KindDate, jarvis.KindDatetime, jarvis.KindTime, jarvis.KindTimedelta}},
		{`"5"`, []jarvis.Kind{jarvis.KindString, jarvis.KindDate, jarvis.KindDatetime, jarvis.KindTime, jarvis.KindTimedelta}},
		{`5`, []jarvis.Kind{jarvis.KindInt, jarvis.KindFloat}},
		{`true`, []jarvis.Kind{jarvis.KindBool}},
		{`[]`, []jarvis.Kind{jarvis.KindArray}},
		{`{}`, []jarvis.Kind{jarvis.KindDict}},
	} {
		if !slices.Contains(other.kinds, p.kind) {
			list = append(list, change{"a value of another type", other.raw, refused, jarvis.ProblemType})
		}
	}
	return list
}

// outside lists values that the enum does not have.
func outside(p *place, raws ...string) (list []change) {
	unruled := *p
	unruled.rules = nil
	for _, raw := range raws {
		var j judgement
		if j.value(&unruled, decoded(raw)); j.found&fault != 0 {
			list = append(list, change{"a value that the enum does not have", raw, refused, jarvis.ProblemEnum})
		}
	}
	return list
}

// textChanges lists texts that are not in the form of a kind, or not in an enum.
func textChanges(p *place) (list []change) {
	for _, text := range wrongForms[p.kind] {
		list = append(list, change{"a text that is not of its form", quote(nil, text), refused, jarvis.ProblemType})
	}
	if p.enum == nil {
		return list
	}
	switch p.kind {
	case jarvis.KindString:
		list = append(list, outside(p, `"no such member"`, quote(nil, strings.ToUpper(p.enum[0])), quote(nil, p.enum[0]+" "), `""`)...)
	case jarvis.KindDate:
		list = append(list, outside(p, `"1999-12-31"`)...)
	case jarvis.KindDatetime:
		list = append(list, outside(p, `"1999-12-31T23:59:59Z"`)...)
	case jarvis.KindTime:
		list = append(list, outside(p, `"23:58:57"`)...)
	case jarvis.KindTimedelta:
		list = append(list, outside(p, `"PT12345S"`)...)
	}
	return list
}

var wrongForms = map[jarvis.Kind][]string{
	jarvis.KindDate:      {"2026-02-29", "2026-13-01", "2026-1-18", "20260118", "2026-01-18T05:00:00Z", "", "tomorrow"},
	jarvis.KindDatetime:  {"2026-01-18", "2026-01-18T05:00:00", "2026-01-18 05:00:00Z", "2026-01-18T24:00:00Z", "2026-02-29T05:00:00Z", "", "now"},
	jarvis.KindTime:      {"5:00", "24:00", "05:60", "0500", "05:00:00+24:00", "+5:00:00Z", "", "noon"},
	jarvis.KindTimedelta: {"P", "PT", "P1Y", "P1M", "PT1.5H", "-PT1H", "1h", "PT1S1M", "P106752D", "", "5 minutes"},
}

// numberChanges lists numbers just beyond a type or a bound, and others than an enum has.
func numberChanges(p *place) (list []change) {
	if p.kind == jarvis.KindInt {
		low, high := p.intRange()
		one, beyond := big.NewRat(1, 1), jarvis.ProblemType
		if p.enum != nil {
			beyond = 0 // the enum may be what refuses it
		}
		list = append(list, change{"a number with a fraction", "1.5", refused, jarvis.ProblemType},
			change{"a number below the type", low.Sub(low, one).RatString(), refused, beyond},
			change{"a number above the type", high.Add(high, one).RatString(), refused, beyond})
	} else {
		beyond := "1e309"
		if p.bits() == 32 {
			beyond = "3.5e38"
		}
		list = append(list, change{"a number beyond the type", beyond, refused, jarvis.ProblemType})
	}
	if p.enum != nil {
		return append(append(list, outside(p, "0", "1", "77777")...), listedChanges(p)...)
	}
	steps := []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1)}
	if p.kind == jarvis.KindFloat {
		tiny := big.NewRat(1, 1e18) // less than a float can tell, but it is on one side
		steps = append(steps, big.NewRat(1, 1024), big.NewRat(-1, 1024), tiny, new(big.Rat).Neg(tiny))
	}
	for _, limit := range p.limits() {
		for _, step := range steps {
			list = append(list, judged(p, "a number at a bound", decimal(step.Add(step, limit))))
			step.Sub(step, limit)
		}
	}
	for _, r := range p.rules {
		for _, word := range r.words() {
			if json.Valid([]byte(word)) && (r.name == "oneof" || r.name == "noneof") {
				list = append(list, judged(p, "a number that a rule names", word))
			}
		}
	}
	return list
}

// ruledChanges lists texts that rules name, as they are and in another spelling.
func (g *generator) ruledChanges(p *place) (list []change) {
	if p.kind != jarvis.KindString || p.textual || p.enum != nil {
		return nil
	}
	for _, r := range p.rules {
		for _, part := range append([]rule{r}, r.either...) {
			if _, isBound := ordered(part.name, 0); isBound && part.name != "eq" && part.name != "ne" {
				continue
			}
			texts := slices.Compact(g.ruled(p, part))
			for _, text := range texts[:min(len(texts), fewRuled)] {
				for _, other := range []string{text, strings.ToUpper(text), text + " ", text + "x"} {
					list = append(list, judged(p, "a text that a rule is about", quote(nil, other)))
				}
			}
		}
	}
	return list
}

const fewRuled = 4 // texts tried for one rule, each in some spellings

// judged lets the rules say what has to come of a value that is right but for them.
func judged(p *place, what, raw string) change {
	var j judgement
	j.value(p, decoded(raw))
	switch {
	case j.found&fault != 0 && j.found&binderRefuses == 0, j.found&refusesRule != 0 && j.found&^refusesRule == 0:
		return change{what, raw, refused, 0}
	case j.found&^binderTakes == 0 && j.open == nil && p.tagged:
		return change{what, raw, accepted, 0}
	}
	return change{what, raw, unknown, 0}
}

// lengthChanges lists texts, arrays and maps of the lengths around the bounds of rules, and repeated elements.
func (g *generator) lengthChanges(v *value) (list []change) {
	p := v.at
	isText := p.keepsText() && p.enum == nil
	for _, limit := range p.limits() {
		if !limit.IsInt() || !limit.Num().IsInt64() || p.closed {
			continue
		}
		for _, n := range around(limit.Num().Int64(), 300) {
			switch {
			case isText && p.kind == jarvis.KindString && !p.textual:
				list = append(list, judged(p, "a text around a bound", quote(nil, strings.Repeat("é", n))))
			case p.kind == jarvis.KindArray && n <= 60, p.kind == jarvis.KindDict && n <= 60:
				list = append(list, judged(p, "as many items as a bound", g.sized(p, n)))
			}
		}
	}
	if p.kind == jarvis.KindArray && len(v.kids) > 0 {
		twice := v.clone()
		twice.kids = append(twice.kids, twice.kids[0])
		list = append(list, judged(p, "a repeated element", twice.text(nil)))
	}
	return list
}

// sized writes an array or map of so many items.
func (g *generator) sized(p *place, n int) string {
	v := &value{at: p, open: '['}
	if p.kind == jarvis.KindDict {
		v.open = '{'
	}
	for i := range n {
		kid := &value{raw: strconv.Itoa(i)}
		if p.elem != nil {
			kid = g.value(p.elem)
		}
		v.keys, v.kids = append(v.keys, "key"+strconv.Itoa(i)), append(v.kids, kid)
	}
	return v.text(nil)
}
