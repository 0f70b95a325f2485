// The binder at objects with declared properties: keys, values of parameters, defaults and what is missing.

package jarvis

import (
	"reflect"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// object reads an object with declared properties. Problems come out in order of declaration, unknown keys after them.
func (b *binder) object(p *Parameters, t *target) error {
	if err := b.r.Enter(); err != nil {
		return err
	}
	var names keys
	var given bitset
	first, next := len(b.problems), 0
	for b.r.Kind() != scan.ObjectEnd {
		i, err := b.key(p, next, &names)
		switch {
		case err != nil:
		case i >= 0:
			next = i + 1
			err = b.field(&p.list[i], t, i, &given)
		default:
			_, err = b.r.Value(b.r.Kind())
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
		b.finishProblems(p, &names.declared, first)
	}
	return nil
}

// keys are those that an object has named so far.
type keys struct {
	declared bitset
	others   map[string]bool
}

// key reads a key and returns the index of its parameter; -1 for one that is not declared, which it reports. A repeated key is
// a fault of the text.
func (b *binder) key(p *Parameters, next int, names *keys) (i int, err error) {
	raw, err := b.r.Scalar()
	if err != nil {
		return -1, err
	}
	if i = next; !p.isNext(next, raw) {
		text, _ := scan.Text(raw, nil)
		if i = p.find(string(text)); i < 0 {
			return i, b.unknown(string(text), names)
		}
	}
	if names.declared.has(i) {
		return i, b.r.Repeated(p.names[i])
	}
	names.declared.add(i)
	return i, nil
}

// unknown reports a key that is not declared.
func (b *binder) unknown(name string, names *keys) error {
	if names.others[name] {
		return b.r.Repeated(name)
	}
	if names.others == nil {
		names.others = map[string]bool{}
	}
	names.others[name] = true
	if !b.set.ignoreUnknown {
		b.pushKey(name)
		b.report(ProblemUnknown, Type{})
		b.pop()
	}
	return nil
}

// field reads the value of parameter i. Null and absent words leave it out; whether it was needed is seen when the object ends.
func (b *binder) field(p *param, t *target, i int, given *bitset) (err error) {
	b.push(stepParam, i)
	k := b.r.Kind()
	var raw []byte // of a text that could have been an absent word
	if k == scan.Null || k == scan.String && p.absent != nil {
		if raw, err = b.r.Scalar(); err != nil || k == scan.Null || b.isAbsentWord(p, raw) {
			b.pop()
			return err
		}
	}
	if len(b.steps) == 1 {
		b.within = 0
	}
	from, failed, ruled := len(b.problems), b.failed, b.ruled
	given.add(i)
	outer := b.keyed
	b.keyed = false
	place := t.place(p)
	if raw != nil {
		b.fromRaw(&p.slot, k, raw, place)
	} else {
		err = b.value(&p.slot, k, place)
	}
	if err == nil && b.failed-b.ruled == failed-ruled && !b.keyed && (p.checked || t.vals != nil) {
		b.keep(p, t, i, place, b.failed > failed)
	}
	b.keyed = b.keyed || outer
	if len(b.problems) > from {
		b.setOrder(from, i)
	}
	b.pop()
	return err
}

// place returns where the value of a parameter goes: the field of the struct, or a new value for keep to put into Values.
func (t *target) place(p *param) reflect.Value {
	if t.vals == nil {
		return fieldAt(t.st, p.index)
	}
	return newOf(p.placeType())
}

// keep checks the value of parameter i, which is of the right type, and stores it where its place is not in the target itself.
func (b *binder) keep(p *param, t *target, i int, place reflect.Value, failed bool) {
	if p.checked {
		b.checkField(p, deref(place), failed)
	}
	if t.vals != nil {
		t.vals.put(i, deref(place).Interface())
	}
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
func (b *binder) absentFields(p *Parameters, t *target, given *bitset) error {
	if t.vals != nil {
		t.vals.given = *given
	}
	for _, i := range p.late {
		f := &p.list[i]
		if given.has(i) || b.set.examples {
			continue
		}
		b.push(stepParam, i)
		from := len(b.problems)
		var err error
		if f.required {
			b.report(ProblemMissing, f.typ)
		} else {
			place := t.place(f)
			if err = b.putDefault(f, place); err == nil {
				b.keep(f, t, i, place, len(b.problems) > from)
			}
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
	b.sc.num = nil
	if p.defValue.IsValid() {
		s := &p.slot
		s.at(place).Set(p.defValue)
		return nil
	}
	own := newBinder(p.defRaw, &defaultSettings)
	defer own.free()
	own.root, own.steps, own.named = b.root, append(own.steps, b.steps...), append(own.named, b.named...)
	err := own.value(&p.slot, own.r.Kind(), place)
	b.problems, b.orders = append(b.problems, own.problems...), append(b.orders, own.orders...)
	b.failed, b.ruled = b.failed+own.failed, b.ruled+own.ruled
	return err
}
