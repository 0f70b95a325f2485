// Problems: what is wrong with the arguments of a call, collected during binding and worded for a model.

package jarvis

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// ProblemKind says which check a value failed.
type ProblemKind uint8

// The kinds of problems, with the names that programs use.
const (
	ProblemMissing ProblemKind = iota + 1 // "missing": required and absent
	ProblemUnknown                        // "unknown": not a declared key
	ProblemType                           // "type": not a value of the declared type
	ProblemEnum                           // "enum": not an allowed value
	ProblemRule                           // "rule": fails a rule, a check or a Validator of the author
	ProblemSyntax                         // "syntax": the arguments are not one acceptable JSON object
)

// String returns the name of the kind; the zero kind gives "".
func (k ProblemKind) String() string {
	names := [...]string{"", "missing", "unknown", "type", "enum", "rule", "syntax"}
	if int(k) < len(names) {
		return names[k]
	}
	return ""
}

// Problem is one thing wrong with the arguments of a call. It is a plain value; every field but Kind may be zero.
type Problem struct {
	Kind       ProblemKind
	Param      string   // the top-level parameter or unknown key; empty for syntax
	Path       string   // the place: Param, or below it such as "rooms[1]" or "address.street"
	Type       Type     // the type wanted there
	Got        string   // what came, as shortened JSON
	Want       string   // what is wanted, in words, where that says more than the type; for syntax and checks the whole sentence
	Rule       string   // the failed rule, such as "lte=5"; empty for a check or Validator of the author
	Allowed    []string // the allowed values, if they are declared or named by a Validator
	Suggestion string   // the declared name or allowed value nearest to what came

	parent string // what stands before the name of an unknown key in Path
	keys   string // the date keys of a list whose instant Got is
}

// Message returns the sentence that names the problem. Other programs read it, so its wording for types and enums is fixed;
// Explain says more.
func (p Problem) Message() string { return string(p.appendMessage(nil)) }

// appendMessage appends Message: a response holds those of all problems in one text.
func (p *Problem) appendMessage(dst []byte) []byte {
	switch p.Kind {
	case ProblemMissing:
		return fill(dst, msgMissing, clip(p.Path), p.Type.String())
	case ProblemUnknown:
		if p.Suggestion != "" {
			return fill(dst, msgUnknownNear, clip(p.Path), clip(p.parent+p.Suggestion))
		}
		return fill(dst, msgUnknown, clip(p.Path))
	case ProblemType:
		return fill(dst, msgMistyped, clip(p.Path), p.Type.String())
	case ProblemEnum:
		return appendListed(fill(dst, msgInvalid, p.bareGot(), clip(p.Path)), p.Allowed)
	case ProblemRule:
		if p.Rule != "" {
			return fill(dst, msgBroken, clip(p.Path), p.Want)
		}
	}
	return append(dst, p.Want...)
}

// listed joins allowed values for a sentence; the schema has all of them.
func listed(values []string) string { return string(appendListed(nil, values)) }

func appendListed(dst []byte, values []string) []byte {
	for i, v := range values[:min(len(values), maxListed)] {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, v...)
	}
	if n := len(values) - maxListed; n > 0 {
		dst = fmt.Appendf(dst, msgMoreListed, n)
	}
	return dst
}

// bareGot is Got without the quotes of a string.
func (p Problem) bareGot() string {
	if n := len(p.Got); n >= 2 && p.Got[0] == '"' && p.Got[n-1] == '"' {
		return p.Got[1 : n-1]
	}
	return p.Got
}

// Coercion reports a value that only Lenient or an absent word accepted.
type Coercion struct {
	Param string // the top-level parameter
	Path  string // the place: Param, or below it
	Got   string // what came, as shortened JSON
	Type  string // the type it was read as; empty if it was taken as absent
	More  int    // on the 1,000th of a call: how many came after it, which are counted but not listed
}

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

// report notes a problem at the current place.
func (b *binder) report(p *Problem) {
	b.failed++
	order := 0
	switch {
	case p.Kind == ProblemUnknown:
		if b.unknowns++; b.unknowns > maxUnknown {
			return
		}
		order = orderUnknown
	case p.Kind != ProblemMissing && b.full(), len(b.steps) > 1 && b.full():
		return // missing parameters of the command itself are bounded by the declaration
	}
	b.within++
	p.Param, p.Path = b.path()
	if b.problems == nil {
		b.problems = make([]Problem, 0, fewProblems)
	}
	b.problems = append(b.problems, *p)
	b.orders = append(b.orders, order)
}

// full reports whether problems with values are only counted.
func (b *binder) full() bool {
	return len(b.problems) >= maxProblems || len(b.steps) > 1 && b.within >= maxWithin
}

// mistyped reports a value that is not of the type of its slot.
func (b *binder) mistyped(s *slot, k scan.Kind, raw []byte) {
	if b.full() { // what follows costs time
		b.failed++
		return
	}
	p := Problem{Kind: ProblemType, Type: s.typ, Got: describe(k, raw), Want: wantedForm(s, k), Allowed: slices.Clone(s.enumTexts())}
	if b.takesKeys(s) {
		p.Want = msgWantDateKey
		if k == scan.String {
			text, _ := scan.Text(raw, nil)
			p.Want, p.Suggestion = wantedDateKey(string(text)), b.suggestDateKey(string(text))
		}
	}
	b.report(&p)
}

// outside reports a value that its enum does not have.
func (b *binder) outside(s *slot, k scan.Kind, raw, text []byte) {
	if b.full() {
		b.failed++
		return
	}
	near := ""
	if s.typ.kind.isText() {
		near, _ = suggest.Nearest(string(text), s.enum.texts)
	}
	b.report(&Problem{Kind: ProblemEnum, Type: s.typ, Got: describe(k, raw), Allowed: slices.Clone(s.enum.texts), Suggestion: near})
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

func (d *declaredOrder) Len() int           { return len(d.orders) }
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

// describe shortens a JSON value for a message: scalars as they came, the others by name.
func describe(k scan.Kind, raw []byte) string {
	switch k {
	case scan.ObjectStart, scan.ArrayStart:
		return k.Name()
	case scan.String:
		if len(raw) <= echo.Most && bytes.IndexByte(raw, '\\') < 0 && !bytes.ContainsFunc(raw, echo.Unseen) {
			return string(raw) // quotes and all
		}
		text, _ := scan.Text(raw, nil)
		return quoteText(text)
	}
	return clip(string(raw[:min(len(raw), echo.Most+1)]))
}

// quoteText quotes a decoded text, cut before it is copied.
func quoteText(text []byte) string {
	return `"` + clip(string(text[:min(len(text), (echo.Most+1)*utf8.UTFMax)])) + `"`
}

// describeValue shortens a bound value for a message.
func describeValue(v reflect.Value) string {
	if d, ok := v.Interface().(time.Duration); ok && d < 0 {
		return d.String() // it has no ISO 8601 text
	}
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return sprintf(msgItems, v.Len())
	}
	raw, err := canonicalJSON(v, 0)
	if err != nil {
		return v.Kind().String()
	}
	return describe(firstKind(raw), raw)
}

// firstKind is the kind of a JSON value by its first byte.
func firstKind(raw []byte) scan.Kind {
	for _, c := range raw {
		switch {
		case strings.IndexByte(jsonSpace, c) >= 0:
			continue
		case c == '-' || c >= '0' && c <= '9':
			return scan.Number
		}
		return scan.Kind(c)
	}
	return 0
}
