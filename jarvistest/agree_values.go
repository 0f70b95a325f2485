// Values: what was bound, written down as JSON and compared with what was sent.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// checkValues compares each parameter of accepted arguments with what was sent for it, or with its default.
func (s *subject) checkValues(v *verdicts, text []byte, report reporter) {
	sent, _ := v.doc.(map[string]any) // no object is no arguments
	back := map[string]any{}
	for name, value := range v.values.All() {
		raw, err := jarvis.Args{name: value}.JSON()
		if err == nil {
			var doc any
			doc, err = jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			object, _ := doc.(map[string]any)
			back[name] = object[name]
		}
		if f := s.field(name); err != nil && f != nil && !f.hasOwn() {
			report("a bound value cannot be written", "%s: %v", name, err)
			return
		}
	}
	for i := range s.fields {
		f := &s.fields[i]
		value, given := sent[f.name]
		given = given && value != nil && !f.isAbsentWord(value)
		if given != v.values.Given(f.name) {
			report("Given is wrong", "%s: %t", f.name, !given)
		}
		if !given {
			value = f.defaultValue()
		}
		got, there := v.values.Lookup(f.name)
		switch {
		case there != (value != nil):
			report("a value is there that was not sent, or the other way round", "%s: sent %v, bound %v", f.name, value, got)
		case there && !f.same(value, back[f.name]):
			report("a value is not bound as it was sent", "%s: sent %s, bound %s", f.name, brief(value), brief(back[f.name]))
		}
	}
	if len(text) > 0 && v.judge.unasked == "" {
		s.checkRebind(v, report)
	}
}

// checkRebind binds what was written down once more. What is absent stays so.
func (s *subject) checkRebind(v *verdicts, report reporter) {
	raw, err := s.written(v).JSON()
	if err != nil {
		report("the bound values cannot be written", "%v", err)
		return
	}
	again, err := s.params.Validate(raw)
	if err != nil {
		if !s.coversDefault() {
			report("bound values are refused when they are sent", "%s: %v%s", raw, err, s.ownTypes(nil))
		}
		return
	}
	for name, value := range v.values.All() {
		f := s.field(name)
		other, _ := again.Lookup(name)
		first, second := writtenValue(name, value), writtenValue(name, other)
		if f != nil && f.writesBack() && first != second {
			report("bound values change when they are sent", "%s and %s%s", first, second, s.ownTypes(f))
			return
		}
	}
}

// writtenValue writes a value to compare it.
func writtenValue(name string, v any) string {
	raw, err := jarvis.Args{name: v}.JSON()
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// ownTypes is the end of a message where types of the author are to blame: of one parameter, or of any.
func (s *subject) ownTypes(only *field) string {
	for i := range s.fields {
		if f := &s.fields[i]; f.hasOwn() && f.writesBack() && (only == nil || only == f) {
			return fmt.Sprintf(msgWritesOther, f.name)
		}
	}
	return ""
}

func (s *subject) field(name string) *field {
	if i, ok := s.index[name]; ok {
		return &s.fields[i]
	}
	return nil
}

// coversDefault reports whether a struct inside would write zeros for properties that were not sent, which its rules may refuse.
func (s *subject) coversDefault() bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return f.hasStruct() })
}

func (p *place) hasStruct() bool {
	return p.goType != nil && p.goType.Kind() == reflect.Struct && p.closed || p.elem != nil && p.elem.hasStruct() ||
		slices.ContainsFunc(p.fields, func(f field) bool { return f.hasStruct() })
}

// defaultValue decodes the default: text as it is, all else as JSON. Nil is none.
func (f *field) defaultValue() any {
	switch {
	case f.def == nil:
		return nil
	case f.isText() && f.own == nil:
		return *f.def
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(*f.def)))
	if err != nil {
		return *f.def // the text of a type with its own schema
	}
	return v
}

// same compares what was sent with what was written down: numbers up to the rounding of floats, times and durations up to the
// ninth digit, everything else exactly. What a type of the author makes of a value is its own affair.
func (p *place) same(sent, back any) bool {
	if p.own != nil || p.textual {
		return true
	}
	switch v := sent.(type) {
	case json.Number:
		return p.sameFloat(v, back)
	case string:
		text, ok := back.(string)
		if p.keepsText() || !ok {
			return ok && text == v
		}
		wantKey, _ := readText(p.kind, v)
		key, _ := readText(p.kind, text)
		return key == wantKey
	case []any:
		list, ok := back.([]any)
		if p.elem == nil {
			return reflect.DeepEqual(sent, back)
		}
		return ok && slices.EqualFunc(v, list, p.elem.same)
	case map[string]any:
		object, ok := back.(map[string]any)
		return ok && p.sameObject(v, object)
	}
	return reflect.DeepEqual(sent, back)
}

func (p *place) sameFloat(sent json.Number, back any) bool {
	n, ok := back.(json.Number)
	x, okX := numberOf(sent.String())
	y, okY := numberOf(n.String())
	if !okX {
		return ok // beyond what is compared
	}
	if p.kind == jarvis.KindFloat && okY {
		x, _ = rounded(x, p.bits())
		y, _ = rounded(y, p.bits())
	}
	return ok && okY && x.Cmp(y) == 0
}

// sameObject compares the properties that were sent. A struct also writes those that were not.
func (p *place) sameObject(sent, back map[string]any) bool {
	if !p.closed && p.elem == nil {
		return reflect.DeepEqual(sent, back)
	}
	for name, value := range sent {
		at := p.elem
		if p.closed {
			i := slices.IndexFunc(p.fields, func(f field) bool { return f.name == name })
			if i < 0 || value == nil || p.fields[i].isAbsentWord(value) {
				continue
			}
			at = &p.fields[i].place
		}
		got, there := back[name]
		if !there || !at.same(value, got) {
			return false
		}
	}
	return p.closed || len(sent) == len(back)
}

// brief writes a value for a report.
func brief(v any) string {
	raw, err := json.Marshal(v)
	if err != nil || len(raw) > 200 {
		return fmt.Sprintf("%.200v", v)
	}
	return string(raw)
}
