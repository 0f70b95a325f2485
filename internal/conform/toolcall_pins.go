// What a line of suite toolcalls may ask of a text, and how each of it is compared.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// wantedAnswer is what the text holds.
type wantedAnswer struct {
	Content  optional[*string] `json:"content"` // null: nothing is to be said
	Contains []string          `json:"content_contains"`
	Excludes []string          `json:"content_excludes"`
	Calls    []wantedCall      `json:"tool_calls"`
	Least    *int              `json:"min_tool_calls"` // Calls are then the first ones
	IDRule   *string           `json:"id_rule"`
}

// idLength is the one rule for ids: so many characters each.
const (
	idRule   = "each id is a string of length 9"
	idLength = 9
)

// pin is something that a line may ask to compare.
type pin struct {
	name  string
	given func(*wantedAnswer) bool // whether the line says what is wanted of it
	check func(*wantedAnswer, *report, reading)
}

// pins are all of them. The last one is alone: it asks for nothing but a result.
var pins = []pin{
	{"content", func(w *wantedAnswer) bool { return w.Content.given }, (*wantedAnswer).checkContent},
	{"content_parts", func(w *wantedAnswer) bool { return len(w.Contains)+len(w.Excludes) > 0 }, (*wantedAnswer).checkParts},
	{"tool_call_count", func(w *wantedAnswer) bool { return w.Calls != nil && w.Least == nil }, (*wantedAnswer).checkCount},
	{"min_tool_calls", func(w *wantedAnswer) bool { return w.Least != nil }, (*wantedAnswer).checkLeast},
	{"names", func(w *wantedAnswer) bool { return slices.ContainsFunc(w.Calls, wantedCall.named) }, (*wantedAnswer).checkNames},
	{"arguments", func(w *wantedAnswer) bool { return slices.ContainsFunc(w.Calls, wantedCall.argued) }, (*wantedAnswer).checkArguments},
	{"ids", (*wantedAnswer).identified, (*wantedAnswer).checkIDs},
	{"no_failure", nil, func(*wantedAnswer, *report, reading) {}},
}

// wrong says why the answer cannot be compared: what is wanted and what is pinned have to be the same.
func (w *wantedAnswer) wrong(pinned []string) string {
	for i, name := range pinned {
		if slices.Contains(pinned[:i], name) || !slices.ContainsFunc(pins, func(p pin) bool { return p.name == name }) {
			return fmt.Sprintf("unknown or repeated pin %q", name)
		}
	}
	something := false
	for _, p := range pins {
		given := !something
		if p.given != nil {
			given = p.given(w)
		}
		something = something || given
		if given != slices.Contains(pinned, p.name) {
			return fmt.Sprintf("pinned and expected differ in %s", p.name)
		}
	}
	if w.IDRule != nil && *w.IDRule != idRule {
		return fmt.Sprintf("unknown rule for ids %q", *w.IDRule)
	}
	for _, c := range w.Calls {
		for _, name := range c.Types {
			if !slices.Contains(jsonTypes, name) {
				return fmt.Sprintf("unknown type of an argument %q", name)
			}
		}
	}
	return ""
}

func (w *wantedAnswer) identified() bool {
	return w.IDRule != nil || slices.ContainsFunc(w.Calls, func(c wantedCall) bool { return c.ID != nil })
}

func (w *wantedAnswer) check(r *report, pinned []string, got reading) {
	if !got.sound(r) {
		return
	}
	for _, p := range pins {
		if slices.Contains(pinned, p.name) {
			p.check(w, r, got)
		}
	}
	w.each(r, got, func(c wantedCall) bool { return c.ValidJSON }, func(r *report, _ wantedCall, call *toolcall.Call) { arguments(r, call) })
}

func (w *wantedAnswer) checkContent(r *report, got reading) {
	if w.Content.v == nil {
		r.equal("text", `""`, jsonText(got.res.Text()))
	} else {
		r.equal("content", jsonText(*w.Content.v), jsonText(got.res.Content))
	}
}

func (w *wantedAnswer) checkParts(r *report, got reading) {
	for _, part := range w.Contains {
		if !strings.Contains(got.res.Content, part) {
			r.fail("content", "a text with "+jsonText(part), jsonText(got.res.Content))
		}
	}
	for _, part := range w.Excludes {
		if strings.Contains(got.res.Content, part) {
			r.fail("content", "a text without "+jsonText(part), jsonText(got.res.Content))
		}
	}
}

func (w *wantedAnswer) checkCount(r *report, got reading) { got.countCalls(r, len(w.Calls), false) }

func (w *wantedAnswer) checkLeast(r *report, got reading) { got.countCalls(r, *w.Least, true) }

// each runs a check of the calls that it is about.
func (w *wantedAnswer) each(r *report, got reading, about func(wantedCall) bool, check func(*report, wantedCall, *toolcall.Call)) {
	for i, want := range w.Calls {
		if !about(want) {
			continue
		}
		if call := got.call(r, i); call != nil {
			r.within("call "+strconv.Itoa(i), func(r *report) { check(r, want, call) })
		}
	}
}

func (w *wantedAnswer) checkNames(r *report, got reading) {
	w.each(r, got, wantedCall.named, func(r *report, want wantedCall, call *toolcall.Call) { r.equal("name", *want.Name, call.Name) })
}

func (w *wantedAnswer) checkArguments(r *report, got reading) {
	w.each(r, got, wantedCall.argued, func(r *report, want wantedCall, call *toolcall.Call) { want.checkArguments(r, call) })
}

func (w *wantedAnswer) checkIDs(r *report, got reading) {
	w.each(r, got, func(c wantedCall) bool { return c.ID != nil }, func(r *report, want wantedCall, call *toolcall.Call) {
		r.equal("id", *want.ID, call.ID)
	})
	if w.IDRule == nil {
		return
	}
	for i, call := range got.res.Calls {
		if utf8.RuneCountInString(call.ID) != idLength {
			r.fail("call "+strconv.Itoa(i)+": id", strconv.Itoa(idLength)+" characters", call.ID)
		}
	}
}

// wantedCall is one call. Its arguments may be given in several ways, which all have to hold.
type wantedCall struct {
	Name      *string              `json:"name"`
	ID        *string              `json:"id"`
	Arguments optional[jsonValue]  `json:"arguments"`
	Value     optional[jsonValue]  `json:"arguments_value"`
	Subset    map[string]jsonValue `json:"arguments_subset"`
	Types     map[string]string    `json:"arguments_types"` // JSON types of members
	Keys      []string             `json:"arguments_keys"`  // all of them
	Text      *string              `json:"arguments_text"`  // verbatim; empty: no arguments
	ValidJSON bool                 `json:"valid_json_required"`
}

func (w wantedCall) named() bool { return w.Name != nil }

func (w wantedCall) argued() bool {
	return w.Arguments.given || w.Value.given || w.Subset != nil || w.Types != nil || w.Keys != nil || w.Text != nil
}

func (w wantedCall) checkArguments(r *report, call *toolcall.Call) {
	if w.Text != nil && *w.Text != "" {
		r.equal("text of the arguments", *w.Text, string(call.Arguments))
		if !w.structured() {
			return // broken text may be what is wanted
		}
	}
	got, ok := arguments(r, call)
	if !ok {
		return
	}
	if w.Text != nil && *w.Text == "" {
		r.sameJSON("arguments", &object{}, got)
	}
	for _, whole := range []optional[jsonValue]{w.Arguments, w.Value} {
		if whole.given {
			r.sameJSON("arguments", whole.v.v, got)
		}
	}
	w.checkMembers(r, got)
}

// structured reports whether anything but the text of the arguments is wanted.
func (w wantedCall) structured() bool {
	w.Text = nil
	return w.argued()
}

// checkMembers compares single members of the arguments.
func (w wantedCall) checkMembers(r *report, got any) {
	if w.Subset == nil && w.Types == nil && w.Keys == nil {
		return
	}
	o, ok := got.(*object)
	if !ok {
		r.fail("arguments", "an object", jsonText(got))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(w.Subset)) {
		if v, there := o.members[name]; there {
			r.sameJSON("arguments."+name, w.Subset[name].v, v)
		} else {
			r.fail("arguments."+name, jsonText(w.Subset[name].v), nothing)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.Types)) {
		if v, there := o.members[name]; !there || !isType(v, w.Types[name]) {
			r.fail("arguments."+name, "of type "+w.Types[name], jsonText(o.members[name]))
		}
	}
	if w.Keys != nil {
		r.equal("keys of the arguments", fmt.Sprint(slices.Sorted(slices.Values(w.Keys))), fmt.Sprint(slices.Sorted(slices.Values(o.names))))
	}
}

// jsonTypes are the names of the types, as in JSON Schema.
var jsonTypes = []string{"null", "boolean", "string", "number", "integer", "array", "object"}

// isType reports whether a value is of a type. A whole number is both integer and number.
func isType(v any, name string) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case number:
		return name == "number" || name == "integer" && !strings.Contains(v.exact, "e-")
	case []any:
		return name == "array"
	case *object:
		return name == "object"
	}
	return false
}
