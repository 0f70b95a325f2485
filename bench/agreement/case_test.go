// Kinds, their payloads and contestants, and the judgement of what a contestant did with a payload.

package agreement

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// kind is one declaration and the texts that are sent to it.
type kind struct {
	name     string
	about    string // what is declared, for the page
	schema   string // the same as JSON Schema, for contestants that take one
	payloads []payload
	make     func(*kind) []contestant
}

// payload is the arguments of a call and what is right to do with them.
type payload struct {
	raw     string
	show    string // in place of raw on the page
	want    any    // what the handler has to get, or a struct of the declaration's fields; of an altered one, what would be unchanged
	right   right
	altered bool // of one to refuse: no value of the field is what the text says, so that accepting it is changing it
	rule    rule // of one to refuse: what the declaration has to say for that
	why     string
}

type right uint8

const (
	accept right = iota
	refuse
	open // the specifications leave it to the library: not counted
)

// rule is what a declaration must be able to say before a payload can be refused by it.
type rule uint8

const (
	nothing      rule = iota
	required          // the argument must be there
	notNull           // null is not a value
	enumerated        // only the listed texts
	listed            // only the listed numbers
	bounded           // least and greatest number
	measured          // least and greatest length, distinct items
	durationText      // the text is an ISO 8601 duration
)

func rules(list ...rule) map[rule]bool {
	set := map[rule]bool{}
	for _, r := range list {
		set[r] = true
	}
	return set
}

// contestant is a library with the declaration of one kind.
type contestant struct {
	name   string
	silent map[rule]bool // rules that it has no words for
	call   func(raw string) outcome
}

// outcome is what became of a call; accepted means that the handler was called.
type outcome struct {
	accepted bool
	got      any
	panicked string
}

// verdict is the mark of a cell.
type verdict string

const (
	fine         verdict = "·"
	wrongAccept  verdict = "A"
	wrongRefusal verdict = "R"
	changed      verdict = "C"
	panics       verdict = "P"
	cannotSay    verdict = "–"
	openAccepts  verdict = "a"
	openRefuses  verdict = "r"
)

// judge marks an outcome of the contestant.
func (p *payload) judge(c *contestant, o outcome) verdict {
	switch {
	case o.panicked != "":
		return panics
	case p.right == open && o.accepted:
		return openAccepts
	case p.right == open:
		return openRefuses
	case p.right == refuse:
		return p.judgeRefusal(c, o)
	case !o.accepted:
		return wrongRefusal
	case !same(normal(reflect.ValueOf(p.want)), o.got):
		return changed
	}
	return fine
}

func (p *payload) judgeRefusal(c *contestant, o outcome) verdict {
	switch {
	case !o.accepted:
		return fine
	case c.silent[p.rule]:
		return cannotSay
	case p.altered && (p.want == nil || !same(normal(reflect.ValueOf(p.want)), o.got)):
		return changed
	}
	return wrongAccept
}

// try makes the call and catches a panic on its goroutine.
func (c *contestant) try(raw string) (o outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = outcome{panicked: fmt.Sprint(r)}
		}
	}()
	return c.call(raw)
}

// handled is the outcome of a call whose handler got in: the field if it has a single one, else a map of its fields.
func handled(in any) outcome {
	v := normal(reflect.ValueOf(in))
	if fields, ok := v.(map[string]any); ok && len(fields) == 1 {
		for _, only := range fields {
			v = only
		}
	}
	return outcome{accepted: true, got: v}
}

// normal brings values that differ in their Go types alone into one form: int64, float64, []any, map[string]any; a nil pointer is nil.
func normal(v reflect.Value) any {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	switch whole := v.Interface().(type) {
	case time.Time, isoText:
		return whole
	}
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return v.Interface()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint()) // no kind has more than 63 bits
	case v.Kind() == reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = normal(v.Index(i))
		}
		return list
	case v.Kind() == reflect.Map:
		object := map[string]any{}
		for key, elem := range v.Seq2() {
			object[key.String()] = normal(elem)
		}
		return object
	case v.Kind() == reflect.Struct:
		object := map[string]any{}
		for field, value := range v.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			object[name] = normal(value)
		}
		return object
	}
	return v.Interface()
}

// same compares normal values; times are the same if they are the same instant.
func same(want, got any) bool {
	switch w := want.(type) {
	case time.Time:
		g, ok := got.(time.Time)
		return ok && w.Equal(g)
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) != len(g) {
			return false
		}
		for i := range w {
			if !same(w[i], g[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(w) != len(g) {
			return false
		}
		for key := range w {
			if _, there := g[key]; !there || !same(w[key], g[key]) {
				return false
			}
		}
		return true
	case isoText:
		if g, ok := got.(string); ok {
			return g == w.text
		}
		return got == w.span
	}
	return want == got
}

// isoText is a wanted duration: contestants without durations hand over its text.
type isoText struct {
	text string
	span time.Duration // or unheld
}

// unheld is the span of a duration that no time.Duration is.
const unheld time.Duration = -1
