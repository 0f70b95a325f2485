// The values that the binder makes of texts, compared with an independent reading of them.

package jarvis_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
)

// compareValues checks every bound value against a reading of the text of its own, or against the default.
func (d *declaration) compareValues(t testing.TB, raw []byte, vals jarvis.Values) {
	doc, _ := jsonschema.UnmarshalJSON(bytes.NewReader(raw)) // no document is no arguments
	sent, _ := doc.(map[string]any)
	bound := vals.Map()
	for i := range d.fields {
		f := &d.fields[i]
		v := sent[f.name]
		assert.Equal(t, v != nil, vals.Given(f.name), "given: %q in %s", f.name, raw)
		if v == nil {
			v = f.defaultValue()
		}
		got, ok := bound[f.name]
		if assert.Equal(t, v != nil, ok, "there: %q in %s", f.name, raw) && ok && !sameValue(&f.modelSlot, v, reflect.ValueOf(got)) {
			t.Errorf("%s: parameter %v is bound to %#v\n  text %s", d.name, f, got, raw)
		}
	}
}

// defaultValue decodes the default: text as it is, all else as JSON. Nil is none.
func (f *modelField) defaultValue() any {
	if f.def == nil || f.isText() {
		if f.def != nil {
			return *f.def
		}
		return nil
	}
	v, _ := jsonschema.UnmarshalJSON(strings.NewReader(*f.def)) // was read when it was declared
	return v
}

// sameValue compares what was sent with what was bound: numbers up to the rounding of floats, times and durations up to the
// ninth digit, everything else exactly.
func sameValue(s *modelSlot, sent any, got reflect.Value) bool {
	for got.Kind() == reflect.Pointer {
		got = got.Elem()
	}
	switch v := sent.(type) {
	case bool:
		return got.Bool() == v
	case json.Number:
		return sameNumber(s, v.String(), got)
	case string:
		return sameText(s, v, got)
	case []any:
		if s.elem == nil {
			return reflect.DeepEqual(v, got.Interface())
		}
		for i := range v {
			if got.Len() != len(v) || !sameValue(s.elem, v[i], got.Index(i)) {
				return false
			}
		}
		return got.Len() == len(v) && !got.IsNil()
	case map[string]any:
		return sameObject(s, v, got)
	}
	return false
}

func sameNumber(s *modelSlot, text string, got reflect.Value) bool {
	x := ratOf(text)
	switch {
	case got.CanInt():
		return x.Cmp(new(big.Rat).SetInt64(got.Int())) == 0
	case got.CanUint():
		return x.Cmp(new(big.Rat).SetUint64(got.Uint())) == 0
	}
	rounded, _ := rounding(x, s.size)
	f, _ := rounded.Float64()
	return got.Float() == f
}

func sameText(s *modelSlot, text string, got reflect.Value) bool {
	switch v := got.Interface().(type) {
	case jarvis.Date:
		d, _ := readDate(text)
		return v == jarvis.Date{Year: d[0], Month: time.Month(d[1]), Day: d[2]}
	case time.Time:
		at, _ := readInstant(text)
		return v.Equal(at)
	case jarvis.TimeOfDay:
		c, _ := readClock(text)
		return v == jarvis.TimeOfDay{Hour: c.hour, Minute: c.minute, Second: c.second, Nanosecond: c.nano, Offset: c.offset * 60, HasOffset: c.hasOffset}
	case time.Duration:
		span, _ := readSpan(text)
		return span.IsInt64() && span.Int64() == int64(v)
	}
	return s.accepts != nil && got.Kind() != reflect.String || got.String() == text // a TextUnmarshaler may keep its text as it likes
}

func sameObject(s *modelSlot, sent map[string]any, got reflect.Value) bool {
	if s.fields == nil && s.elem == nil {
		return reflect.DeepEqual(sent, got.Interface())
	}
	for name, v := range sent {
		elem, at := s.elem, reflect.Value{}
		if s.fields == nil {
			at = got.MapIndex(reflect.ValueOf(name).Convert(got.Type().Key()))
		} else {
			f := &s.fields[slices.IndexFunc(s.fields, func(f modelField) bool { return f.name == name })]
			elem, at = &f.modelSlot, fieldOf(f, got)
		}
		if v != nil && (!at.IsValid() || !sameValue(elem, v, at)) {
			return false
		}
	}
	return s.fields != nil || got.Len() == len(sent)
}

// fieldOf finds the value of a parameter in a struct or in Values; the zero Value if it is not there.
func fieldOf(f *modelField, object reflect.Value) reflect.Value {
	if vals, ok := object.Interface().(jarvis.Values); ok {
		v, _ := vals.Lookup(f.name)
		return reflect.ValueOf(v)
	}
	return object.FieldByIndex(f.index)
}
