// Comparing JSON values: by value, numbers exactly, the order of members aside.

package main

import "strconv"

// mismatch is the first place at which two values differ.
type mismatch struct {
	path      string // such as .function.parameters.required[1]; empty at the top
	want, got string
}

// nothing stands for a member or element that is not there.
const nothing = "(absent)"

// difference returns the first difference of two values, or nil.
func difference(want, got any) *mismatch {
	switch want := want.(type) {
	case *object:
		if got, ok := got.(*object); ok {
			return differentMember(want, got)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return differentElement(want, got)
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

func differentMember(want, got *object) *mismatch {
	for _, name := range want.names {
		w := want.members[name]
		g, ok := got.members[name]
		if !ok {
			return &mismatch{"." + name, jsonText(w), nothing}
		}
		if d := difference(w, g); d != nil {
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

func differentElement(want, got []any) *mismatch {
	for i := range max(len(want), len(got)) {
		at := "[" + strconv.Itoa(i) + "]"
		switch {
		case i >= len(got):
			return &mismatch{at, jsonText(want[i]), nothing}
		case i >= len(want):
			return &mismatch{at, nothing, jsonText(got[i])}
		}
		if d := difference(want[i], got[i]); d != nil {
			d.path = at + d.path
			return d
		}
	}
	return nil
}
