// A generic engine reduced to its core: a plan compiled once by reflection from a struct of this shape, run by the scanner.

package peers

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// planKind is how the value of a parameter is read. It is a number and no function, so that the scanner stays on the stack.
type planKind int

const (
	planText planKind = iota
	planEnum
	planInteger
	planNumber
	planBool
	planTime
	planTexts
	planTimes
)

// planField is one parameter.
type planField struct {
	name        string
	kind        planKind
	index       int
	bit         uint
	enum        []string
	least, most int
}

// plan is a compiled struct.
type plan struct {
	fields   []planField
	required uint
}

func kindOf(t reflect.Type, enum bool) planKind {
	switch {
	case enum:
		return planEnum
	case t == reflect.TypeFor[time.Time]():
		return planTime
	case t == reflect.TypeFor[[]string]():
		return planTexts
	case t == reflect.TypeFor[[]time.Time]():
		return planTimes
	}
	switch t.Kind() {
	case reflect.Int:
		return planInteger
	case reflect.Float64:
		return planNumber
	case reflect.Bool:
		return planBool
	}
	return planText
}

// compile reads the tags that this repository's own library reads, as far as the two works have them.
func compile(t reflect.Type) *plan {
	p := &plan{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("jarvis"), ",")
		made := planField{name: name, index: i, bit: 1 << i, least: -1 << 62, most: 1 << 62}
		if enum := f.Tag.Get("enum"); enum != "" {
			made.enum = strings.Split(enum, ",")
		}
		for rule := range strings.SplitSeq(f.Tag.Get("validate"), ",") {
			if text, ok := strings.CutPrefix(rule, "gte="); ok {
				made.least = must(strconv.Atoi(text))
			} else if text, ok := strings.CutPrefix(rule, "lte="); ok {
				made.most = must(strconv.Atoi(text))
			}
		}
		made.kind = kindOf(f.Type, made.enum != nil)
		if options == "required" {
			p.required |= made.bit
		}
		p.fields = append(p.fields, made)
	}
	return p
}

// find tries the field after the last one first: callers mostly keep the order.
func (p *plan) find(next int, name []byte) int {
	if next < len(p.fields) && p.fields[next].name == string(name) {
		return next
	}
	for i := range p.fields {
		if p.fields[i].name == string(name) {
			return i
		}
	}
	return -1
}

func (f *planField) read(s *scan, into reflect.Value) {
	switch f.kind {
	case planText:
		into.SetString(s.str(f.name))
	case planEnum:
		into.SetString(s.enum(f.name, f.enum))
	case planInteger:
		into.SetInt(int64(s.integer(f.name, f.least, f.most)))
	case planNumber:
		into.SetFloat(s.float(f.name))
	case planBool:
		into.SetBool(s.boolean(f.name))
	case planTime:
		*into.Addr().Interface().(*time.Time) = s.time(f.name)
	case planTexts:
		*into.Addr().Interface().(*[]string) = s.strs(f.name)
	case planTimes:
		*into.Addr().Interface().(*[]time.Time) = s.times(f.name)
	}
}

func (p *plan) decode(s *scan, in reflect.Value) {
	var given uint
	next := 0
	s.open()
	for name, ok := s.more(true); ok; name, ok = s.more(false) {
		i := p.find(next, name)
		if i < 0 {
			s.unknown(name)
			continue
		}
		next = i + 1
		f := &p.fields[i]
		s.mark(&given, f.bit, name)
		f.read(s, in.Field(f.index))
	}
	if s.fail {
		return
	}
	for i := range p.fields {
		if f := &p.fields[i]; p.required&f.bit&^given != 0 {
			s.bad.add("%s: required", f.name)
		}
	}
}

func runPlan[In any](handle func(*In)) CallFunc {
	p := compile(reflect.TypeFor[In]())
	return func(raw []byte) (string, bool) {
		var in In
		s := scan{b: raw}
		p.decode(&s, reflect.ValueOf(&in).Elem())
		if s.bad != nil {
			return s.bad.text(), false
		}
		handle(&in)
		return resultText, true
	}
}

func planned(_ testing.TB, w Work, seen *Seen) CallFunc {
	if w == W3 {
		return runPlan(func(in *Weather) { seen.weather(in.City, in.Unit, in.Dates) })
	}
	return runPlan(func(in *Media) { seen.media(in) })
}
