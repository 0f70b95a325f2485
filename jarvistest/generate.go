// Generating: values and whole arguments that a declaration should accept.

package jarvistest

import (
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
	loose bool // values that only the author can judge are not always asked about
}

const (
	mostTries  = 25 // for a value that all rules let through
	fewTries   = 2  // where many have come to nothing
	innerTries = 8  // the same inside of arrays and dicts
	mostPool   = 12 // values kept of a parameter
	mostGiven  = 64 // optional parameters of a call that is not full; of those that follow each other in a wider declaration
	loosely    = 20 // percent of all calls; were it some of all values, few calls with many parameters would be right
)

// arguments draws a whole call. What no valid value is found for is left out.
func (g *generator) arguments() *value {
	g.loose = g.percent(loosely)
	n, first := len(g.s.fields), 0
	if n > mostGiven {
		first = g.below(n)
	}
	object := &value{open: '{'}
	for i := range g.s.fields {
		f := &g.s.fields[i]
		if !f.required && !g.full && ((i-first+n)%n >= mostGiven || g.percent(35)) {
			continue
		}
		if kid := g.parameter(f); kid != nil {
			object.add(f.name, kid)
		}
	}
	return object
}

// only draws a call of the required parameters and those listed.
func (g *generator) only(list ...int) *value {
	object := &value{open: '{'}
	for i := range g.s.fields {
		if f := &g.s.fields[i]; f.required || slices.Contains(list, i) {
			if kid := g.parameter(f); kid != nil {
				object.add(f.name, kid)
			}
		}
	}
	return object
}

// parameter draws the value of a parameter. Where nobody but the author knows what is right, the binder is asked, and examples
// help; in loose calls it is not always asked, so that what it refuses is seen too.
func (g *generator) parameter(f *field) *value {
	if g.s.wide() && (len(f.pool) > 0 || f.swept) { // to ask costs by the number of all parameters
		if len(f.pool) == 0 {
			return nil
		}
		return choose(g.dice, f.pool...)
	}
	tries := mostTries
	if f.swept && len(f.pool) == 0 {
		tries = fewTries
	}
	for range tries {
		v := g.value(&f.place)
		if len(f.pool) > 0 && g.percent(40) {
			v = choose(g.dice, f.pool...)
		}
		v.of = f
		text := v.text(nil)
		j := judgeOf(f, text)
		switch {
		case j.fickle != "":
			g.s.doubt(f.name, text)
		case j.found != 0 || j.unasked != "":
		case f.tagged && j.open == nil && !f.hasOwn(), slices.Contains(f.pool, v), g.loose && g.percent(30):
			return v
		case g.s.takes(f, text, j.open == nil && f.hasOwn()):
			if len(f.pool) < mostPool {
				f.pool = append(f.pool, v)
			}
			return v
		}
	}
	if len(f.pool) == 0 && !f.swept {
		g.s.sweep(f)
	}
	if len(f.pool) > 0 {
		return choose(g.dice, f.pool...)
	}
	return nil
}

// decoded reads JSON that was made here. What is none becomes null, which no place takes, so that a generator at fault is found out.
func decoded(raw string) any {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
	if err != nil {
		return nil
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
		if len(p.mentioned) > 0 && g.percent(30) {
			return &value{at: p, raw: choose(g.dice, p.mentioned...)}
		}
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
