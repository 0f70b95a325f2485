// Learning: the Go types and validate tags behind places, from the struct of a command or from values that were bound.

package jarvistest

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// inputType returns the struct that a command binds its arguments into, or nil if it has none: the command itself, or the input of
// one made with New.
func inputType(cmd jarvis.Command) reflect.Type {
	t := reflect.TypeOf(cmd)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	if t.PkgPath() != reflect.TypeFor[jarvis.Values]().PkgPath() {
		return t
	}
	input, ok := t.FieldByName("input")
	if !ok || input.Type.Kind() != reflect.Struct || input.Type == reflect.TypeFor[jarvis.Values]() {
		return nil
	}
	return input.Type
}

// taggedFields lists the struct fields that are parameters, promoted ones included, in order of declaration.
func taggedFields(t reflect.Type) (list []reflect.StructField) {
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, declared := sf.Tag.Lookup("jarvis")
		_, secret := sf.Tag.Lookup("secret")
		switch {
		case secret || tag == "-":
		case declared:
			list = append(list, sf)
		case sf.Anonymous && sf.Type.Kind() == reflect.Struct:
			list = append(list, taggedFields(sf.Type)...)
		}
	}
	return list
}

// learnStruct takes Go types and rules from the tags of a struct.
func learnStruct(fields []field, t reflect.Type) {
	tagged := taggedFields(t)
	if len(tagged) != len(fields) {
		return // another struct than the one that declares them
	}
	for i := range fields {
		f, sf := &fields[i], tagged[i]
		f.learn(sf.Type)
		if f.own == nil {
			f.setRules(sf.Tag.Get("validate"))
		}
		if words := sf.Tag.Get("absent"); words != "" && f.absent == nil {
			f.absent = strings.Split(words, ",")
		}
	}
}

var knownTypes = []reflect.Type{
	reflect.TypeFor[time.Time](), reflect.TypeFor[jarvis.Date](), reflect.TypeFor[jarvis.TimeOfDay](), reflect.TypeFor[time.Duration](),
}

// learn takes the Go type of a place, and what follows from it for the places inside.
func (p *place) learn(t reflect.Type) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[jarvis.Values]() {
		return // what it holds is learned from its values
	}
	p.goType = t
	ptr := reflect.PointerTo(t)
	switch {
	case slices.Contains(knownTypes, t):
		return
	case describesItself(ptr):
		p.model = new(*p)
		p.model.goType = nil
		p.own, _ = compileSchema(p.node) // a part of a schema that compiled
		p.loose, _ = compileWith(p.node)
		p.mentioned = mentionedIn(p.node)
		p.rules, p.elem, p.fields, p.enum = nil, nil, nil, nil
		return
	case ptr.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		p.textual = true
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		if p.elem != nil {
			p.elem.learn(t.Elem())
		}
	case reflect.Struct:
		learnStruct(p.fields, t)
	}
}

// describesItself reports whether a type has a JSONSchema method as of invopop/jsonschema, and reads JSON itself.
func describesItself(ptr reflect.Type) bool {
	m, ok := ptr.MethodByName("JSONSchema")
	return ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1 && m.Type.Out(0).Kind() == reflect.Pointer &&
		ptr.Implements(reflect.TypeFor[json.Unmarshaler]())
}

// learnValues takes the Go types of values that were bound, where no struct is known.
func learnValues(fields []field, vals jarvis.Values) {
	for i := range fields {
		f := &fields[i]
		switch v, _ := vals.Lookup(f.name); v := v.(type) {
		case nil:
		case jarvis.Values:
			learnValues(f.fields, v)
		case []jarvis.Values:
			for _, inner := range v {
				learnValues(f.elem.fields, inner)
			}
		default:
			if f.goType == nil {
				f.learn(reflect.TypeOf(v))
			}
		}
	}
}

// setRules reads a validate tag: rules of the value, then after dive those of the keys and elements.
func (p *place) setRules(tag string) {
	p.tagged, p.rules, p.keyRules = true, nil, nil
	if p.elem != nil {
		p.elem.tagged, p.elem.rules = true, nil
	}
	if tag == "" {
		return
	}
	tokens := strings.Split(tag, ",")
	dive := slices.Index(tokens, "dive")
	if dive < 0 {
		p.rules = parseRules(tokens)
		return
	}
	inner := tokens[dive+1:]
	p.rules = parseRules(tokens[:dive])
	if end := slices.Index(inner, "endkeys"); end > 0 && inner[0] == "keys" {
		p.keyRules, inner = parseRules(inner[1:end]), inner[end+1:]
	}
	switch {
	case len(inner) == 0:
	case p.elem == nil:
		p.rules = append(p.rules, rule{name: "dive"}) // what untyped elements have to be is not known here
	default:
		p.elem.setRules(strings.Join(inner, ","))
	}
}
