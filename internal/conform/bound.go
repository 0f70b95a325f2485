// Bound values: the texts that a line gives for them, and the Go values that the library documents for each kind.

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// bound is the wanted value of a parameter.
type bound struct {
	Kind  string   `json:"kind"`
	Text  *string  `json:"text"`  // of anything but a typed array
	Items []string `json:"items"` // the texts of the elements of a typed array
}

// checkBound compares the values of all parameters with those that are wanted: nothing else may be bound.
func checkBound(r *report, want map[string]bound, params *jarvis.Parameters, values jarvis.Values) {
	for p := range params.All() {
		what := fmt.Sprintf("value of %q", p.Name())
		w, wanted := want[p.Name()]
		got, there := values.Lookup(p.Name())
		switch {
		case wanted && there:
			r.equal("type of "+strconv.Quote(p.Name()), w.Kind, p.Type().String())
			w.check(r, what, got)
		case wanted:
			r.fail(what, w.String(), nothing)
		case there:
			r.fail(what, nothing, goText(got))
		}
	}
	for name := range want {
		if _, ok := params.Lookup(name); !ok {
			r.broken(fmt.Sprintf("bound names %q, which is not declared", name))
		}
	}
}

func (b bound) String() string {
	if b.Text != nil {
		return b.Kind + " " + *b.Text
	}
	return fmt.Sprintf("%s %q", b.Kind, b.Items)
}

// check compares one value.
func (b bound) check(r *report, what string, got any) {
	elem, list := strings.CutPrefix(b.Kind, "array<")
	if !list {
		if b.Text == nil {
			r.broken(what + " has no text")
			return
		}
		checkText(r, what, b.Kind, *b.Text, got)
		return
	}
	elem = strings.TrimSuffix(elem, ">")
	items, ok := itemsOf(got)
	if !ok || len(items) != len(b.Items) {
		r.fail(what, b.String(), goText(got))
		return
	}
	for i, item := range items {
		checkText(r, fmt.Sprintf("%s[%d]", what, i), elem, b.Items[i], item)
	}
}

// itemsOf returns the elements of a slice that the library documents for typed arrays.
func itemsOf(v any) ([]any, bool) {
	switch v := v.(type) {
	case []string:
		return untyped(v), true
	case []int64:
		return untyped(v), true
	case []float64:
		return untyped(v), true
	case []bool:
		return untyped(v), true
	case []jarvis.Date:
		return untyped(v), true
	case []time.Time:
		return untyped(v), true
	case []jarvis.TimeOfDay:
		return untyped(v), true
	case []time.Duration:
		return untyped(v), true
	case []map[string]any:
		return untyped(v), true
	}
	return nil, false
}

func untyped[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// checkText compares one scalar, untyped array or dict with its text.
func checkText(r *report, what, kind, want string, got any) {
	form, ok := forms[kind]
	if !ok {
		r.broken(fmt.Sprintf("%s has unknown kind %q", what, kind))
		return
	}
	text, same, err := form(want, got)
	switch {
	case err != nil:
		r.broken(fmt.Sprintf("%s: %v", what, err))
	case !same:
		r.fail(what, kind+" "+want, text)
	}
}

// form compares a value with its wanted text; text shows the value. The error is about the wanted text.
type form func(want string, got any) (text string, same bool, err error)

// forms holds the form of every kind that is not a typed array.
var forms = map[string]form{
	"string":    as(itself),
	"int":       as(func(n int64) string { return strconv.FormatInt(n, 10) }),
	"float":     sameFloat,
	"bool":      as(strconv.FormatBool),
	"date":      as(dateText),
	"datetime":  sameInstant,
	"time":      as(clockText),
	"timedelta": as(func(d time.Duration) string { return strconv.FormatInt(int64(d), 10) }),
	"array":     sameUntyped[[]any],
	"dict":      sameUntyped[map[string]any],
}

// as is the form of kinds whose values have one text each.
func as[T any](text func(T) string) form {
	return func(want string, got any) (string, bool, error) {
		v, ok := got.(T)
		if !ok {
			return goText(got), false, nil
		}
		return text(v), text(v) == want, nil
	}
}

func itself(s string) string { return s }

func sameFloat(want string, got any) (string, bool, error) {
	w, err := strconv.ParseFloat(want, 64)
	g, ok := got.(float64)
	return goText(got), ok && g == w, err
}

func sameInstant(want string, got any) (string, bool, error) {
	w, err := time.Parse(time.RFC3339Nano, want)
	g, ok := got.(time.Time)
	return goText(got), ok && g.Equal(w), err
}

// sameUntyped compares a dict or an untyped array as a JSON value.
func sameUntyped[T any](want string, got any) (string, bool, error) {
	w, err := parseJSON([]byte(want))
	if err != nil {
		return "", false, err
	}
	if _, ok := got.(T); !ok {
		return goText(got), false, nil
	}
	g, err := fromGo(got)
	if err != nil { // the library's fault, not the line's
		return err.Error(), false, nil
	}
	return jsonText(g), difference(w, g) == nil, nil
}

func dateText(d jarvis.Date) string {
	return digits(d.Year, 4) + "-" + digits(int(d.Month), 2) + "-" + digits(d.Day, 2)
}

// clockText writes HH:MM:SS[.fraction][offset]. It does not use the library's own writer, which is under test as well.
func clockText(t jarvis.TimeOfDay) string {
	text := digits(t.Hour, 2) + ":" + digits(t.Minute, 2) + ":" + digits(t.Second, 2)
	if t.Nanosecond != 0 {
		text += "." + strings.TrimRight(digits(t.Nanosecond, 9), "0")
	}
	switch minutes := t.Offset / 60; {
	case !t.HasOffset:
		return text
	case t.Offset == 0:
		return text + "Z"
	case minutes < 0:
		return text + "-" + digits(-minutes/60, 2) + ":" + digits(-minutes%60, 2)
	default:
		return text + "+" + digits(minutes/60, 2) + ":" + digits(minutes%60, 2)
	}
}

// digits writes n with leading zeros.
func digits(n, width int) string {
	text := strconv.Itoa(n)
	return strings.Join(append(slices.Repeat([]string{"0"}, max(0, width-len(text))), text), "")
}
