// What the binder reports: problems and coercions with their places, in order, and within limits.

package jarvis

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// step is one level of the path to the value being read. It holds no pointer: steps are taken for every value, and read only
// where there is something to report.
type step struct {
	kind  stepKind
	index int
}

type stepKind uint8

const (
	stepParam   stepKind = iota // the parameter at index of the object
	stepElement                 // of an array, at index
	stepKey                     // a key that is not declared, at index of binder.named
)

func (b *binder) push(kind stepKind, index int) { b.steps = append(b.steps, step{kind, index}) }

func (b *binder) pop() {
	last := b.steps[len(b.steps)-1]
	if last.kind == stepKey {
		b.named = b.named[:last.index]
	}
	b.steps = b.steps[:len(b.steps)-1]
}

// pushKey takes the step to a key that is not declared. Only so much of it is kept as a report repeats.
func (b *binder) pushKey(name string) {
	b.named = append(b.named, cut(name))
	b.push(stepKey, len(b.named)-1)
}

// path writes the current place, such as "address.street" or "rooms[1]".
func (b *binder) path() (param, path string) {
	if len(b.steps) == 1 && b.steps[0].kind == stepParam { // as most are
		name := b.root.names[b.steps[0].index]
		return name, name
	}
	var sb strings.Builder
	within, at := b.root, (*slot)(nil)
	for i, s := range b.steps {
		name := ""
		switch s.kind {
		case stepElement:
			sb.WriteString("[" + strconv.Itoa(s.index) + "]")
			at = at.elem
			continue
		case stepKey:
			name = b.named[s.index]
			if at != nil {
				at = at.elem // of a map
			}
		case stepParam:
			if at != nil {
				within = at.fields
			}
			name, at = within.names[s.index], &within.list[s.index].slot
		}
		if i == 0 {
			param = name
		} else {
			sb.WriteByte('.')
		}
		sb.WriteString(name)
	}
	return param, sb.String()
}

// Limits of a report: outside text must not decide how long it gets. Missing parameters are bounded by the declaration.
const (
	maxUnknown   = 32
	maxWithin    = 32  // inside one parameter
	maxListed    = 100 // allowed values that a sentence lists
	maxProblems  = 128
	fewProblems  = 3 // for which there is room at first
	maxCoercions = 1000
)

// orderUnknown puts unknown keys after all declared ones.
const orderUnknown = int(^uint(0) >> 1)

// report notes a problem at the current place and returns it to be filled in; nil if it is only counted, and all that it would
// say need not be found out.
func (b *binder) report(kind ProblemKind, typ Type) *Problem {
	b.failed++
	order := 0
	switch {
	case kind == ProblemUnknown:
		if b.unknowns++; b.unknowns > maxUnknown {
			return nil
		}
		order = orderUnknown
	case kind != ProblemMissing && b.full(), len(b.steps) > 1 && b.full():
		return nil // missing parameters of the command itself are bounded by the declaration
	}
	b.within++
	if b.problems == nil {
		b.problems = make([]Problem, 0, fewProblems)
	}
	b.problems = append(b.problems, Problem{})
	b.orders = append(b.orders, order)
	p := &b.problems[len(b.problems)-1]
	p.Kind, p.Type = kind, typ
	p.Param, p.Path = b.path()
	return p
}

// full reports whether problems with values are only counted.
func (b *binder) full() bool {
	return len(b.problems) >= maxProblems || len(b.steps) > 1 && b.within >= maxWithin
}

// mistyped reports a value that is not of the type of its slot.
func (b *binder) mistyped(s *slot, k scan.Kind, raw []byte) {
	p := b.report(ProblemType, s.typ)
	if p == nil {
		return
	}
	p.Got, p.Want, p.Allowed = shorten(k, raw), wantedForm(s, k), slices.Clone(s.enumTexts())
	if b.takesKeys(s) {
		p.Want = msgWantDateKey
		if k == scan.String {
			text, _ := scan.Text(raw, nil)
			p.Want, p.Suggestion = wantedDateKey(string(text)), b.suggestDateKey(string(text))
		}
	}
}

// outside reports a value that its enum does not have.
func (b *binder) outside(s *slot, k scan.Kind, raw, text []byte) {
	p := b.report(ProblemEnum, s.typ)
	if p == nil {
		return
	}
	p.Got, p.Allowed = shorten(k, raw), slices.Clone(s.enum.texts)
	if s.typ.kind.isText() {
		p.Suggestion, _ = suggest.Nearest(string(text), s.enum.texts)
	}
}

// note records a coercion at the current place.
func (b *binder) note(got, typ string) {
	if len(b.notes) == maxCoercions {
		b.notes[maxCoercions-1].More++
		return
	}
	param, path := b.path()
	b.notes = append(b.notes, Coercion{Param: param, Path: path, Got: got, Type: typ})
}

// setOrder gives the problems from there on the place of parameter i in the declaration.
func (b *binder) setOrder(from, i int) {
	for j := from; j < len(b.orders); j++ {
		b.orders[j] = i
	}
}

// finishProblems sorts the problems of one object by declaration and looks for the names that unknown keys were meant to be.
func (b *binder) finishProblems(p *Parameters, seen *bitset, first int) {
	problems, orders := b.problems[first:], b.orders[first:]
	if !slices.IsSorted(orders) {
		sort.Stable(&declaredOrder{problems, orders})
	}
	for i := range problems {
		if orders[i] == orderUnknown {
			if _, at := b.path(); at != "" {
				problems[i].parent = at + "."
			}
			problems[i].Suggestion = b.nearest(p, seen, strings.TrimPrefix(problems[i].Path, problems[i].parent))
		}
	}
}

// declaredOrder sorts problems by their places in the declaration.
type declaredOrder struct {
	problems []Problem
	orders   []int
}

func (d *declaredOrder) Len() int { return len(d.orders) }

func (d *declaredOrder) Less(i, j int) bool { return d.orders[i] < d.orders[j] }

func (d *declaredOrder) Swap(i, j int) {
	d.problems[i], d.problems[j] = d.problems[j], d.problems[i]
	d.orders[i], d.orders[j] = d.orders[j], d.orders[i]
}

// nearest finds the declared name that is near an unknown key and was not given too.
func (b *binder) nearest(p *Parameters, seen *bitset, name string) string {
	near, _ := suggest.NearestFunc(name, func(yield func(string) bool) {
		for i, candidate := range p.names {
			if !seen.has(i) && !yield(candidate) {
				return
			}
		}
	})
	return near
}
