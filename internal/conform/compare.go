// Comparing JSON values: by value, numbers exactly, the order of members aside.

package main

import (
	"slices"
	"strconv"
)

// mismatch is the first place at which two values differ.
type mismatch struct {
	path      string // such as .function.parameters.required[1]; empty at the top
	want, got string
}

// nothing stands for a member or element that is not there.
const nothing = "(absent)"

// difference returns the first difference of two values, or nil. Members named in nullable may be null on one side and an
// empty text or list on the other, which the corpora hold to be equal for the members of a report.
func difference(want, got any, nullable ...string) *mismatch {
	switch want := want.(type) {
	case *object:
		if got, ok := got.(*object); ok {
			return differentMember(want, got, nullable)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return differentElement(want, got, nullable)
		}
	case number:
		if got, ok := got.(number); ok && want.exact == got.exact {
			return nil
		}
	default: // null, booleans and texts are comparable
		if _, ok := got.([]any); !ok && want == got {
			return nil
		}
	}
	return &mismatch{want: jsonText(want), got: jsonText(got)}
}

func differentMember(want, got *object, nullable []string) *mismatch {
	for _, name := range want.names {
		w := want.members[name]
		g, ok := got.members[name]
		if !ok {
			return &mismatch{"." + name, jsonText(w), nothing}
		}
		if slices.Contains(nullable, name) && isEmpty(w) && isEmpty(g) {
			continue
		}
		if d := difference(w, g, nullable...); d != nil {
			d.path = "." + name + d.path
			return d
		}
	}
	for _, name := range got.names {
		if _, ok := want.members[name]; !ok {
			return &mismatch{"." + name, nothing, jsonText(got.members[name])}
		}
	}
	return nil
}

func differentElement(want, got []any, nullable []string) *mismatch {
	for i := range max(len(want), len(got)) {
		at := "[" + strconv.Itoa(i) + "]"
		switch {
		case i >= len(got):
			return &mismatch{at, jsonText(want[i]), nothing}
		case i >= len(want):
			return &mismatch{at, nothing, jsonText(got[i])}
		}
		if d := difference(want[i], got[i], nullable...); d != nil {
			d.path = at + d.path
			return d
		}
	}
	return nil
}

// isEmpty reports whether v is null, an empty text or an empty list.
func isEmpty(v any) bool {
	list, ok := v.([]any)
	return v == nil || v == "" || ok && len(list) == 0
}
