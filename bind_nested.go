// The binder inside values: arrays, dicts and values of no declared type.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// array reads an array into a slice.
func (b *binder) array(s *slot, dst reflect.Value) error {
	if s.store == storeAnySlice {
		v, err := b.anyArray()
		if err == nil {
			dst.Set(reflect.ValueOf(v).Convert(s.goType))
		}
		return err
	}
	if err := b.r.Enter(); err != nil {
		return err
	}
	b.push(stepElement, 0)
	n, err := b.elements(s, dst)
	if err != nil {
		return err
	}
	b.pop()
	if n == 0 {
		dst.Set(reflect.MakeSlice(s.goType, 0, 0))
	}
	return b.r.Leave()
}

// elements reads array elements into a slice. The two most common kinds of slices are filled without reflection.
func (b *binder) elements(s *slot, dst reflect.Value) (n int, err error) {
	switch {
	case b.set.dates != nil && b.takesKeys(s.elem):
		return b.datedElements(s, dst)
	case s.elem.rules != nil:
	case s.goType == typeTexts:
		n, err = b.scalars(s.elem, b.keepText)
		b.textList = b.takeTexts()
		dst.Set(b.textListValue)
		b.textList = nil
		return n, err
	case s.goType == typeInstants:
		n, err = b.scalars(s.elem, b.keepInstant)
		b.instantList = slices.Clone(b.times)
		dst.Set(b.instantListValue)
		b.instantList, b.times = nil, b.times[:0]
		return n, err
	}
	for ; b.r.Kind() != scan.ArrayEnd; n++ {
		b.steps[len(b.steps)-1].index = n
		if err := b.element(s.elem, grown(dst, n)); err != nil {
			return n, err
		}
	}
	return n, nil
}

// grown returns the place of element n of a slice, which is made that much longer.
func grown(dst reflect.Value, n int) reflect.Value {
	if n == dst.Cap() {
		dst.Grow(max(firstGrow, n))
	}
	dst.SetLen(n + 1)
	return dst.Index(n)
}

const firstGrow = 4 // elements that a slice has room for at first

// scalars reads elements that are scalars; keep takes each that is accepted, so that its slice can be allocated once.
func (b *binder) scalars(s *slot, keep func(member string)) (n int, err error) {
	for k := b.r.Kind(); k != scan.ArrayEnd; k = b.r.Kind() {
		b.steps[len(b.steps)-1].index = n
		n++
		raw, err := b.r.Value(k)
		if err != nil {
			return n, err
		}
		if k == scan.ObjectStart || k == scan.ArrayStart {
			b.mistyped(s, k, raw)
		} else if member, ok := b.quick(s, k, raw); ok {
			keep(member)
		} else if member, ok := b.accept(s, k, raw); ok {
			keep(member)
		}
	}
	return n, nil
}

// quick is accept for enum members and instants in UTC as they stand in the JSON, and for strings, of which any will do.
func (b *binder) quick(s *slot, k scan.Kind, raw []byte) (member string, ok bool) {
	switch {
	case k != scan.String:
	case s.enum != nil:
		return s.enum.findRaw(raw)
	case s.store == storeDatetime:
		b.sc.at, ok = utcDatetime(raw[1 : len(raw)-1])
	case s.store == storeString && s.typ.kind == KindString:
		b.sc.text, b.scratch = scan.Text(raw, b.scratch)
		return "", true
	}
	return "", ok
}

func (b *binder) keepInstant(string) { b.times = append(b.times, b.sc.at) }

// keepText adds the accepted text to those of the array being read.
func (b *binder) keepText(member string) {
	if member != "" {
		b.joined = append(b.joined, member...)
	} else {
		b.joined = append(b.joined, b.sc.text...)
	}
	b.ends = append(b.ends, len(b.joined))
}

// takeTexts returns the texts kept, as pieces of one string.
func (b *binder) takeTexts() []string {
	if len(b.ends) == 0 {
		return nil
	}
	list, joined, start := make([]string, len(b.ends)), string(b.joined), 0
	for i, end := range b.ends {
		list[i], start = joined[start:end], end
	}
	b.joined, b.ends = b.joined[:0], b.ends[:0]
	return list
}

// element reads an array element or map value and applies the rules declared for it.
func (b *binder) element(s *slot, place reflect.Value) error {
	failed := b.failed
	if err := b.value(s, b.r.Kind(), place); err != nil || b.failed > failed {
		return err
	}
	b.checkElement(s, place)
	return nil
}

// checkElement applies the rules declared for the elements of an array to one that is bound.
func (b *binder) checkElement(s *slot, place reflect.Value) {
	if s.rules != nil && !b.keyed {
		b.checkRules(s, deref(place))
	}
}

// dict reads an object into a struct, Values or a map.
func (b *binder) dict(s *slot, dst reflect.Value) error {
	switch s.store {
	case storeStruct:
		return b.object(s.fields, &target{st: dst})
	case storeValues:
		vals := newValues(s.fields)
		if err := b.object(s.fields, &target{vals: vals}); err != nil {
			return err
		}
		dst.Set(reflect.ValueOf(*vals))
		return nil
	case storeAnyMap:
		v, err := b.anyObject()
		if err == nil {
			dst.Set(reflect.ValueOf(v).Convert(s.goType))
		}
		return err
	}
	return b.typedMap(s, dst)
}

// typedMap reads an object whose values are all of one type.
func (b *binder) typedMap(s *slot, dst reflect.Value) error {
	if err := b.r.Enter(); err != nil {
		return err
	}
	dst.Set(reflect.MakeMap(s.goType))
	for b.r.Kind() != scan.ObjectEnd {
		name, err := b.name()
		if err != nil {
			return err
		}
		key := reflect.ValueOf(name).Convert(s.goType.Key())
		if dst.MapIndex(key).IsValid() {
			return b.r.Repeated(name)
		}
		b.pushKey(name)
		place := newOf(s.goType.Elem())
		if err := b.element(s.elem, place); err != nil {
			return err
		}
		b.pop()
		dst.SetMapIndex(key, place)
	}
	return b.r.Leave()
}

// name reads an object key.
func (b *binder) name() (string, error) {
	raw, err := b.r.Scalar()
	if err != nil {
		return "", err
	}
	text, _ := scan.Text(raw, nil)
	return string(text), nil
}

// untyped reads a value of no declared type. Numbers keep their exact text as json.Number.
func (b *binder) untyped() (any, error) {
	switch k := b.r.Kind(); k {
	case scan.ObjectStart:
		return b.anyObject()
	case scan.ArrayStart:
		return b.anyArray()
	default:
		raw, err := b.r.Scalar()
		if err != nil {
			return nil, err
		}
		switch k {
		case scan.String:
			text, _ := scan.Text(raw, nil)
			return string(text), nil
		case scan.Number:
			return json.Number(raw), nil
		case scan.True, scan.False:
			return k == scan.True, nil
		}
		return nil, nil
	}
}

func (b *binder) anyObject() (map[string]any, error) {
	if err := b.r.Enter(); err != nil {
		return nil, err
	}
	m := map[string]any{}
	for b.r.Kind() != scan.ObjectEnd {
		name, err := b.name()
		if err != nil {
			return nil, err
		}
		if _, repeated := m[name]; repeated {
			return nil, b.r.Repeated(name)
		}
		if m[name], err = b.untyped(); err != nil {
			return nil, err
		}
	}
	return m, b.r.Leave()
}

func (b *binder) anyArray() ([]any, error) {
	if err := b.r.Enter(); err != nil {
		return nil, err
	}
	list := []any{}
	for b.r.Kind() != scan.ArrayEnd {
		v, err := b.untyped()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, b.r.Leave()
}

func newOf(t reflect.Type) reflect.Value { return reflect.New(t).Elem() }

// deref returns the value in a place that may be a pointer.
func deref(place reflect.Value) reflect.Value {
	if place.Kind() == reflect.Pointer && !place.IsNil() {
		return place.Elem()
	}
	return place
}

// fieldAt returns the field of a struct by its index path through embedded structs.
func fieldAt(st reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		st = st.Field(i)
	}
	return st
}
