// Types of the author: what they say against a value, and whether what they bound can be sent again.

package jarvistest

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/jarvis-sdk/jarvis"
)

// authorSays lists what types of the author have against the values of refused arguments, in their own words. Without a report any of
// them may be what went wrong.
func (s *subject) authorSays(v *verdicts) (list []string) {
	sent, _ := v.doc.(map[string]any)
	blamed := map[string]bool{}
	if v.invalid != nil {
		for _, problem := range v.invalid.Problems {
			blamed[problem.Param] = true
		}
	}
	for i := range s.fields {
		f := &s.fields[i]
		if len(list) == mostFindings || v.invalid != nil && !blamed[f.name] {
			continue
		}
		if text := f.authorSays(sent[f.name]); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// authorSays returns what a type of the author, the first inside a value, has against it.
func (p *place) authorSays(v any) string {
	if p.own != nil || p.textual {
		if method, err := p.read(v); err != nil {
			return fmt.Sprintf("%s of %v refused it: %v", method, p.goType, err)
		}
		return ""
	}
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			if p.elem == nil {
				break
			}
			if text := p.elem.authorSays(inner); text != "" {
				return text
			}
		}
	case map[string]any:
		for i := range p.fields {
			if text := p.fields[i].authorSays(v[p.fields[i].name]); text != "" {
				return text
			}
		}
		for _, inner := range v {
			if p.elem == nil {
				break
			}
			if text := p.elem.authorSays(inner); text != "" {
				return text
			}
		}
	}
	return ""
}

// read has the type of the author read a value, as the binder does. A panic is an error too.
func (p *place) read(v any) (method string, err error) {
	if p.goType == nil || v == nil {
		return "", nil
	}
	text, isText := v.(string)
	byText := isText && p.own == nil
	if method = "UnmarshalJSON"; byText {
		method = "UnmarshalText"
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("it panicked: %v", panicked)
		}
	}()
	into := reflect.New(p.goType).Interface()
	if byText {
		return method, into.(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
	}
	raw, err := json.Marshal(v)
	if err != nil || p.own == nil {
		return "", nil
	}
	return method, into.(json.Unmarshaler).UnmarshalJSON(raw)
}

// writesBack reports whether what was bound can be written in a form that is read again: types of the author have to be able to, by
// methods of their own, or as numbers and bools are written.
func (p *place) writesBack() bool {
	switch {
	case p.own != nil:
		return p.goType != nil && (writesItself(p.goType) || p.goType.Kind() >= reflect.Bool && p.goType.Kind() <= reflect.Float64)
	case p.textual:
		return p.goType != nil && writesItself(p.goType) && p.enum == nil && len(p.rules) == 0 && (p.tagged || !p.noted)
	case p.elem != nil && !p.elem.writesBack():
		return false
	}
	for i := range p.fields {
		if !p.fields[i].writesBack() {
			return false
		}
	}
	return true
}

func writesItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// written is the arguments that mean what was bound: as it is written, or as it was sent where it cannot be.
func (s *subject) written(v *verdicts) jarvis.Args {
	sent, _ := v.doc.(map[string]any)
	args := jarvis.Args{}
	for name, value := range v.values.All() {
		f := s.field(name)
		if f == nil || f.writesBack() {
			args[name] = value
		} else if value, given := sent[name]; given {
			args[name] = value
		}
	}
	return args
}
