// The binder: one pass over the bytes of the arguments that puts values where the plan says and notes every problem.

package jarvis

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// binder is the state of one pass. The only errors its methods return are syntax faults, which end the pass; whatever is
// wrong with a value becomes a Problem and the pass goes on.
type binder struct {
	r        scan.Reader
	set      *settings
	problems []Problem
	orders   []int // of problems, within the object being read
	unknowns int
	omitted  int // problems beyond the limits
	notes    []Coercion
	steps    []step
	sc       scalar
	scratch  []byte
}

var binders = sync.Pool{New: func() any { return new(binder) }}

func newBinder(data []byte, set *settings) *binder {
	b := binders.Get().(*binder)
	b.r.Reset(data, set.limits.depth())
	b.set = set
	return b
}

// free gives the binder back. What it reported stays with whoever took it.
func (b *binder) free() {
	if !b.r.Release() {
		return
	}
	b.set, b.problems, b.notes = nil, nil, nil
	b.orders, b.steps, b.scratch = b.orders[:0], b.steps[:0], b.scratch[:0]
	b.unknowns, b.omitted, b.sc.text = 0, 0, nil
	binders.Put(b)
}

// target is where the values of an object go: into a struct, or into Values.
type target struct {
	st   reflect.Value
	vals *Values
}

// arguments reads the whole text: an object, or nothing at all.
func (b *binder) arguments(p *Parameters, t target) error {
	switch k := b.r.Kind(); k {
	case scan.ObjectStart:
		if err := b.object(p, t); err != nil {
			return err
		}
		return b.r.End()
	case scan.Null:
		if _, err := b.r.Scalar(); err != nil {
			return err
		}
		if err := b.r.End(); err != nil {
			return err
		}
		return b.absentFields(p, t, &bitset{})
	case 0:
		if b.r.End() == nil {
			return b.absentFields(p, t, &bitset{})
		}
		_, err := b.r.Skip()
		return err
	default:
		if _, err := b.r.Skip(); err != nil {
			return err
		}
		if err := b.r.End(); err != nil {
			return err
		}
		return notObject(k)
	}
}

// notObject is the fault of arguments that are JSON but no object.
type notObject scan.Kind

func (k notObject) Error() string { return sprintf(msgNotObject, scan.Kind(k).Name()) }

// end checks that nothing follows the value.
func (b *binder) end() error { return b.r.End() }

// object reads an object with declared properties. Problems come out in order of declaration, unknown keys after them.
func (b *binder) object(p *Parameters, t target) error {
	if err := b.r.Enter(); err != nil {
		return err
	}
	var seen, given bitset
	first, next := len(b.problems), 0
	for b.r.Kind() != scan.ObjectEnd {
		raw, err := b.r.Scalar()
		if err != nil {
			return err
		}
		name, _ := scan.Text(raw, nil)
		if i := p.find(next, string(name)); i >= 0 {
			next = i + 1
			seen.add(i)
			err = b.field(&p.list[i], t, i, &given)
		} else {
			err = b.unknown(string(name))
		}
		if err != nil {
			return err
		}
	}
	if err := b.r.Leave(); err != nil {
		return err
	}
	if err := b.absentFields(p, t, &given); err != nil {
		return err
	}
	if len(b.problems) > first {
		b.finishProblems(p, &seen, first)
	}
	return nil
}

// unknown skips the value of a key that is not declared.
func (b *binder) unknown(name string) error {
	if !b.set.ignoreUnknown {
		b.push(step{name: name})
		b.report(Problem{Kind: ProblemUnknown})
		b.pop()
	}
	_, err := b.r.Skip()
	return err
}

// field reads the value of parameter i. Null and absent words leave it out; whether it was needed is seen when the object ends.
func (b *binder) field(p *param, t target, i int, given *bitset) error {
	b.push(step{name: p.name})
	defer b.pop()
	from := len(b.problems)
	var err error
	switch k := b.r.Kind(); {
	case k == scan.Null:
		_, err = b.r.Scalar()
		return err
	case k == scan.String && p.absent != nil:
		raw, err := b.r.Scalar()
		if err != nil || b.isAbsentWord(p, raw) {
			return err
		}
		err = b.into(p, t, i, func(place reflect.Value) error { return b.fromRaw(&p.slot, k, raw, place) })
		given.add(i)
	default:
		err = b.into(p, t, i, func(place reflect.Value) error { return b.value(&p.slot, place) })
		given.add(i)
	}
	b.setOrder(from, i)
	return err
}

// into hands the place of parameter i to read, then checks what was put there.
func (b *binder) into(p *param, t target, i int, read func(reflect.Value) error) error {
	from := len(b.problems)
	var place reflect.Value
	if t.vals == nil {
		place = fieldAt(t.st, p.index)
	} else {
		place = newOf(p.placeType())
	}
	if err := read(place); err != nil || len(b.problems) > from {
		return err
	}
	place = deref(place)
	if p.rules != nil || p.checks != nil {
		b.checkField(p, place)
	}
	if t.vals != nil {
		t.vals.put(i, place.Interface())
	}
	return nil
}

// isAbsentWord reports whether the text counts as leaving the parameter out, and notes that it was taken so.
func (b *binder) isAbsentWord(p *param, raw []byte) bool {
	var text []byte
	text, b.scratch = scan.Text(raw, b.scratch)
	for _, word := range p.absent {
		if strings.EqualFold(word, string(text)) {
			b.note(quoteText(text), "")
			return true
		}
	}
	return false
}

// absentFields gives parameters that did not come their defaults and reports those that had to come.
func (b *binder) absentFields(p *Parameters, t target, given *bitset) error {
	if t.vals != nil {
		t.vals.given = *given
	}
	for i := range p.list {
		f := &p.list[i]
		if given.has(i) || !f.required && f.def == nil || b.set.examples {
			continue
		}
		b.push(step{name: f.name})
		from := len(b.problems)
		var err error
		if f.required {
			b.report(Problem{Kind: ProblemMissing, Type: f.typ})
		} else {
			err = b.into(f, t, i, func(place reflect.Value) error { return b.putDefault(f, place) })
		}
		b.setOrder(from, i)
		b.pop()
		if err != nil {
			return err
		}
	}
	return nil
}

// putDefault stores the default. What could be changed through a shared copy is read anew each time.
func (b *binder) putDefault(p *param, place reflect.Value) error {
	if p.defValue.IsValid() {
		s := &p.slot
		s.at(place).Set(p.defValue)
		return nil
	}
	own := newBinder(p.defRaw, &defaultSettings)
	defer own.free()
	return own.value(&p.slot, place)
}

// value reads one value into its place.
func (b *binder) value(s *slot, place reflect.Value) error {
	k := b.r.Kind()
	switch k {
	case scan.ObjectStart:
		if s.typ.kind == KindDict && s.store != storeForeign {
			return b.dict(s, s.at(place))
		}
	case scan.ArrayStart:
		if s.typ.kind == KindArray && s.store != storeForeign {
			return b.array(s, s.at(place))
		}
	case scan.String, scan.Number, scan.True, scan.False, scan.Null:
		raw, err := b.r.Scalar()
		if err != nil {
			return err
		}
		return b.fromRaw(s, k, raw, place)
	}
	raw, err := b.r.Skip() // reports the syntax error where there is no value at all
	if err != nil {
		return err
	}
	return b.fromRaw(s, k, raw, place)
}

// fromRaw reads a value from its raw text, where that is not taken apart further.
func (b *binder) fromRaw(s *slot, k scan.Kind, raw []byte, place reflect.Value) error {
	switch {
	case s.store == storeForeign:
		own := append([]byte(nil), raw...)
		if k == scan.Null || s.at(place).Addr().Interface().(json.Unmarshaler).UnmarshalJSON(own) != nil {
			b.mistyped(s, k, raw)
		}
	case k == scan.ObjectStart || k == scan.ArrayStart:
		b.mistyped(s, k, raw)
	default:
		b.scalar(s, k, raw, place)
	}
	return nil
}

// scalar reads a scalar, checks it against the enum and stores it.
func (b *binder) scalar(s *slot, k scan.Kind, raw []byte, place reflect.Value) {
	var text []byte
	if k == scan.String {
		text, b.scratch = scan.Text(raw, b.scratch)
	}
	v := b.sc.read(s, k, raw, text, b.set.lenient)
	if v == refused {
		if b.set.examples && k == scan.String && s.typ.kind == KindDatetime && isDateKey(text) {
			return
		}
		b.mistyped(s, k, raw)
		return
	}
	member := ""
	if s.enum != nil {
		var ok bool
		if member, ok = s.enum.find(&b.sc, s.typ.kind); !ok {
			b.report(Problem{Kind: ProblemEnum, Type: s.typ, Got: describe(k, raw), Allowed: s.enum.texts})
			return
		}
	}
	if !b.put(s, member, s.at(place)) {
		b.mistyped(s, k, raw)
		return
	}
	if v == coerced {
		b.note(describe(k, raw), s.typ.String())
	}
}

// put stores the scalar in its Go type and reports whether that type takes it. member is the declared text of an enum
// member, which need not be copied.
func (b *binder) put(s *slot, member string, dst reflect.Value) bool {
	switch s.store {
	case storeString:
		if member == "" {
			member = string(b.sc.text)
		}
		dst.SetString(member)
	case storeText:
		text := append([]byte(nil), b.sc.text...)
		return dst.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text) == nil
	case storeInt:
		n, ok := b.sc.int64(s.goType.Bits())
		dst.SetInt(n)
		return ok
	case storeUint:
		n, ok := b.sc.uint64(s.goType.Bits())
		dst.SetUint(n)
		return ok
	case storeFloat:
		dst.SetFloat(b.sc.float)
	case storeBool:
		dst.SetBool(b.sc.truth)
	case storeDate:
		*dst.Addr().Interface().(*Date) = b.sc.date
	case storeDatetime:
		*dst.Addr().Interface().(*time.Time) = b.sc.at
	case storeTime:
		*dst.Addr().Interface().(*TimeOfDay) = b.sc.clock
	case storeTimedelta:
		dst.SetInt(int64(b.sc.span))
	}
	return true
}
