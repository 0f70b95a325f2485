// Generating: values and whole arguments that a declaration should accept.

package jarvistest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// value is a JSON value with the places it stands in, so that it can be changed at one of them.
type value struct {
	at   *place   // nil inside of untyped values
	of   *field   // the property it is the value of, if it is one
	raw  string   // of everything that is not taken apart
	open byte     // '{' or '[' if it is
	keys []string // of an object
	kids []*value
}

func (v *value) clone() *value {
	own := *v
	own.keys, own.kids = slices.Clone(v.keys), slices.Clone(v.kids)
	for i, kid := range own.kids {
		own.kids[i] = kid.clone()
	}
	return &own
}

// add puts a member into an object.
func (v *value) add(name string, kid *value) {
	v.keys, v.kids = append(v.keys, name), append(v.kids, kid)
}

// drop takes kid i out.
func (v *value) drop(i int) {
	v.kids = slices.Delete(v.kids, i, i+1)
	if v.open == '{' {
		v.keys = slices.Delete(v.keys, i, i+1)
	}
}

// text writes the value; with dice in one of the spellings that mean the same.
func (v *value) text(d *dice) string {
	if v.open == 0 {
		return v.raw
	}
	comma, colon := ",", ":"
	if d != nil && d.percent(20) {
		comma, colon = choose(d, ", ", ",\n\t", " , "), choose(d, ": ", " :", "\t:\n")
	}
	parts := make([]string, len(v.kids))
	for i, kid := range v.kids {
		if parts[i] = kid.text(d); v.open == '{' {
			parts[i] = quote(d, v.keys[i]) + colon + parts[i]
		}
	}
	if v.open == '[' {
		return "[" + strings.Join(parts, comma) + "]"
	}
	if d != nil && d.percent(20) {
		parts = shuffled(d, parts)
	}
	return "{" + strings.Join(parts, comma) + "}"
}

// generator draws values.
type generator struct {
	*dice
	s     *subject
	full  bool // all optional parameters are given
	plain bool // numbers are written as everybody does
}

const (
	mostTries  = 25 // for a value that all rules let through
	innerTries = 8  // the same inside of arrays and dicts
	mostPool   = 12 // values kept of a parameter
)

// arguments draws a whole call. What no valid value is found for is left out.
func (g *generator) arguments() *value {
	object := &value{open: '{'}
	for i := range g.s.fields {
		f := &g.s.fields[i]
		if !f.required && !g.full && g.percent(35) {
			continue
		}
		if kid := g.parameter(f); kid != nil {
			object.add(f.name, kid)
		}
	}
	return object
}

// parameter draws the value of a parameter. Where nobody but the author knows what is right, the binder is asked, and examples
// help; now and then it is not asked, so that what it refuses is seen too.
func (g *generator) parameter(f *field) *value {
	for range mostTries {
		v := g.value(&f.place)
		if len(f.pool) > 0 && g.percent(40) {
			v = &value{at: &f.place, raw: choose(g.dice, f.pool...)}
		}
		v.of = f
		j := judgement{param: f.name}
		j.value(&f.place, decoded(v.text(nil)))
		switch {
		case j.found != 0 || j.unasked != "":
		case f.tagged && j.open == nil && !f.hasOwn(), g.percent(10):
			return v
		case g.s.takes(f, v.text(nil)):
			if raw := v.text(nil); len(f.pool) < mostPool && !slices.Contains(f.pool, raw) {
				f.pool = append(f.pool, raw)
			}
			return v
		}
	}
	if len(f.pool) > 0 {
		return &value{at: &f.place, of: f, raw: choose(g.dice, f.pool...)}
	}
	return nil
}

// takes reports whether the binder has nothing against a value of one parameter, whatever else is missing.
func (s *subject) takes(f *field, raw string) bool {
	_, err := s.params.Validate(json.RawMessage("{" + quote(nil, f.name) + ":" + raw + "}"))
	if err == nil {
		return true
	}
	invalid, ok := err.(*jarvis.ValidationError)
	return ok && !slices.ContainsFunc(invalid.Problems, func(p jarvis.Problem) bool { return p.Param == f.name || p.Param == "" })
}

// decoded reads JSON that was made here.
func decoded(raw string) any {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
	if err != nil {
		panic(fmt.Sprintf("jarvistest made what is no JSON: %q", raw))
	}
	return doc
}

// value draws a value for a place until the judge has nothing against it, or for long enough.
func (g *generator) value(p *place) (v *value) {
	for range innerTries {
		v = g.draw(p)
		var j judgement
		if j.value(p, decoded(v.text(nil))); j.found == 0 && j.unasked == "" {
			break
		}
	}
	return v
}

// draw writes a value of the kind, which a rule may yet refuse.
func (g *generator) draw(p *place) *value {
	if p.own != nil {
		inner := generator{dice: g.dice, s: g.s, full: g.full, plain: true}
		return &value{at: p, raw: inner.draw(p.model).text(nil)}
	}
	switch p.kind {
	case jarvis.KindArray:
		return g.list(p)
	case jarvis.KindDict:
		return g.dict(p)
	}
	return &value{at: p, raw: g.scalar(p)}
}

func (g *generator) scalar(p *place) string {
	switch {
	case p.enum != nil && p.isText():
		return quote(g.dice, choose(g.dice, p.enum...))
	case p.enum != nil:
		return g.respell(choose(g.dice, p.enum...))
	case p.kind == jarvis.KindBool:
		return choose(g.dice, "true", "false")
	case p.kind == jarvis.KindInt, p.kind == jarvis.KindFloat:
		return g.number(p)
	}
	return quote(g.dice, g.drawText(p))
}

// length draws a number of elements, from few ones and those that rules name.
func (g *generator) length(p *place) int {
	lengths := []int{0, 1, 1, 2, 2, 3, g.below(6)}
	for _, n := range p.limits() {
		if n.IsInt() && n.Num().IsInt64() {
			lengths = append(lengths, around(n.Num().Int64(), 40)...)
		}
	}
	return choose(g.dice, lengths...)
}

// around lists a length and its neighbours, if they are not beyond most.
func around(n int64, most int64) (list []int) {
	for _, near := range [...]int64{n, n, n - 1, n + 1} {
		if near >= 0 && near <= most {
			list = append(list, int(near))
		}
	}
	return list
}

func (g *generator) list(p *place) *value {
	list := &value{at: p, open: '['}
	for range g.length(p) {
		if p.elem != nil {
			list.kids = append(list.kids, g.value(p.elem))
		} else {
			list.kids = append(list.kids, &value{raw: g.anything(1)})
		}
	}
	return list
}

func (g *generator) dict(p *place) *value {
	object := &value{at: p, open: '{'}
	if p.closed {
		for i := range p.fields {
			if f := &p.fields[i]; f.required || g.full || g.percent(60) {
				kid := g.value(&f.place)
				kid.of = f
				object.add(f.name, kid)
			}
		}
		return object
	}
	keys := shuffled(g.dice, []string{"k", "kk", "key", "größe", "x y", "a.b", "longer_than_most"})
	for _, key := range keys[:min(g.length(p), len(keys))] {
		if p.elem != nil {
			object.add(key, g.value(p.elem))
		} else {
			object.add(key, &value{raw: g.anything(1)})
		}
	}
	return object
}

// anything draws JSON of any type.
func (g *generator) anything(depth int) string {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch g.below(kinds) {
	case 0:
		if g.plain {
			return "false"
		}
		return "null"
	case 1:
		return choose(g.dice, "true", "false")
	case 2:
		return quote(g.dice, g.word())
	case 3, 4:
		if g.plain {
			return choose(g.dice, "0", "7", "-3", "2.5")
		}
		return choose(g.dice, wildNumbers...)
	case 5:
		return "[" + g.anything(depth-1) + "," + g.anything(depth-1) + "]"
	}
	return `{"x":` + g.anything(depth-1) + `,"y":` + g.anything(depth-1) + "}"
}

// gather collects the values of examples, and the Go types that no struct tells.
func (s *subject) gather() {
	spec := s.def.Spec()
	for _, e := range slices.Concat(spec.Examples, spec.AdapterExamples) {
		raw, _ := e.Arguments.JSON() // was written when the command was defined
		_, values := members(raw)
		for i := range s.fields {
			f := &s.fields[i]
			given := string(values[f.name])
			if given != "" && len(f.pool) < mostPool && !slices.Contains(f.pool, given) && s.takes(f, given) {
				f.pool = append(f.pool, given)
			}
		}
	}
	s.learnByBinding()
}

// learnByBinding learns the Go types of parameters without tags from the values of calls that are accepted: each parameter beside
// the required ones.
func (s *subject) learnByBinding() {
	g := generator{dice: newDice(usualSeed, s.name), s: s}
	for i := range s.fields {
		f := &s.fields[i]
		for try := 0; try < innerTries && f.goType == nil; try++ {
			object := &value{open: '{'}
			for k := range s.fields {
				if other := &s.fields[k]; other.required || k == i {
					if kid := g.parameter(other); kid != nil {
						object.add(other.name, kid)
					}
				}
			}
			if vals, err := s.params.Validate(json.RawMessage(object.text(nil))); err == nil {
				learnValues(s.fields, vals)
			}
		}
	}
}
