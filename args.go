// Args: arguments written by Go code, and the canonical JSON of bound values.

package jarvis

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"
)

// Args are the arguments of a call as Go code writes them: in examples, tests and routes. The nil map is no arguments.
type Args map[string]any

// JSON returns the arguments as a JSON object with sorted keys. time.Time, time.Duration, Date and TimeOfDay, alone or inside
// slices, maps and tagged structs, are written in the texts that the binder reads; anything else as encoding/json does. The
// error says which argument cannot be written, such as a negative duration or a text that is not valid UTF-8.
func (a Args) JSON() (json.RawMessage, error) { return a.json(0) }

// maxArgsDepth stops at values that contain themselves. A level of untyped JSON is two here, so that 500 levels can be written.
const maxArgsDepth = 1000

func (a Args) json(depth int) (json.RawMessage, error) {
	if depth > maxArgsDepth {
		return nil, errors.New(msgArgsDepth)
	}
	out := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(a)) {
		if !utf8.ValidString(name) {
			return nil, fmt.Errorf(msgArgument, cut(name), errors.New(msgArgsUTF8))
		}
		raw, err := canonicalJSON(reflect.ValueOf(a[name]), depth)
		if err != nil && depth == 0 {
			err = fmt.Errorf(msgArgument, name, err)
		}
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, quoteJSON(name)...), ':'), raw...)
	}
	return append(out, '}'), nil
}

// canonicalJSON writes a value in the form that the binder reads back.
func canonicalJSON(v reflect.Value, depth int) ([]byte, error) {
	if depth > maxArgsDepth {
		return nil, errors.New(msgArgsDepth)
	}
	if !v.IsValid() {
		return []byte("null"), nil
	}
	t := v.Type()
	switch {
	case t == reflect.PointerTo(typeTime) && !v.IsNil():
		return canonicalJSON(v.Elem(), depth)
	case t == typeTime:
		return datetimeJSON(v.Interface().(time.Time))
	case t == typeDuration:
		text, err := FormatDuration(time.Duration(v.Int()))
		return quoteJSON(text), err
	case t.Implements(typeMarshaler) || t.Implements(typeTextMarshaler):
		return plainJSON(v.Interface())
	case v.CanAddr() && (v.Addr().Type().Implements(typeMarshaler) || v.Addr().Type().Implements(typeTextMarshaler)):
		return plainJSON(v.Addr().Interface())
	}
	switch t.Kind() {
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return nil, errors.New(msgArgsUTF8)
		}
	case reflect.Pointer, reflect.Interface:
		return canonicalJSON(v.Elem(), depth+1)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			break
		}
		return canonicalList(v, depth+1)
	case reflect.Array:
		return canonicalList(v, depth+1)
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return canonicalMap(v, depth+1)
		}
	case reflect.Struct:
		return canonicalStruct(v, depth+1)
	}
	return plainJSON(v.Interface())
}

// datetimeJSON writes an instant. Zones that are off by seconds, as before standard time, have no RFC 3339 text.
func datetimeJSON(t time.Time) ([]byte, error) {
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -secondsPerDay || offset >= secondsPerDay {
		t = t.UTC()
	}
	if y := t.Year(); y < 0 || y > 9999 {
		return nil, &FormatError{Kind: KindDatetime, Text: t.String()}
	}
	return quoteJSON(t.Format(time.RFC3339Nano)), nil
}

func canonicalList(v reflect.Value, depth int) ([]byte, error) {
	out := []byte{'['}
	for i := range v.Len() {
		raw, err := canonicalJSON(v.Index(i), depth)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, raw...)
	}
	return append(out, ']'), nil
}

func canonicalMap(v reflect.Value, depth int) ([]byte, error) {
	args := make(Args, v.Len())
	for it := v.MapRange(); it.Next(); {
		args[it.Key().String()] = it.Value().Interface()
	}
	return args.json(depth)
}

// canonicalStruct writes the parameters of a tagged struct by their names, and any other struct as encoding/json does. Nil
// pointers, slices and maps are left out.
func canonicalStruct(v reflect.Value, depth int) ([]byte, error) {
	p, err := deriveParameters(v.Type())
	if err != nil || p.Len() == 0 {
		return plainJSON(v.Interface())
	}
	args := make(Args, p.Len())
	for i := range p.list {
		field := fieldAt(v, p.list[i].index)
		switch field.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if field.IsNil() {
				continue
			}
		}
		args[p.list[i].name] = field.Interface()
	}
	return args.json(depth)
}
