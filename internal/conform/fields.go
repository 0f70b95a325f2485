// Comparing fields: a line shows them by name, with null for one that is not set; null and empty are one in some of them.

package main

import "slices"

// unset reports whether a field of a value's JSON form, nil if it is not there, may be what a line shows as null.
type unset func(v any) bool

// noText is for forms in which an empty text stands for none: null is also an absent field and "".
func noText(v any) bool { return v == nil || v == "" }

// zero is for forms in which a line does not tell an absent field from one that has its zero value: null is also an absent
// field, "", [], {}, false and 0.
func zero(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case *object:
		return len(v.names) == 0
	case number:
		return v.exact == "0"
	}
	return v == nil || v == "" || v == false
}

// sameFields compares the fields that are wanted. A wanted null is any value that is unset; everything else, empty or not, has
// to be there as it is. Further fields are not asserted.
func (r *report) sameFields(what string, want, got any, null unset) {
	w, ok := want.(*object)
	if !ok {
		r.broken(what + " is no object")
		return
	}
	g, ok := got.(*object)
	if !ok {
		r.fail(what, jsonText(want), jsonText(got))
		return
	}
	for _, name := range w.names {
		wanted := w.members[name]
		value, there := g.members[name]
		switch {
		case wanted == nil && null(value):
		case !there:
			r.fail(what+"."+name, jsonText(wanted), nothing)
		default:
			r.sameJSON(what+"."+name, wanted, value)
		}
	}
}

// settled returns a copy in which the entries of reports on wrong arguments have one form, so that comparing is exact for all
// the rest: in such an entry, of a line and of the library, a null message is an empty one and null for valid_values is an
// empty list.
func settled(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = settled(e)
		}
		return list
	case *object:
		o := &object{names: slices.Clone(v.names), members: make(map[string]any, len(v.names))}
		for name, m := range v.members {
			o.members[name] = settled(m)
		}
		if entries, ok := o.members["errors"].([]any); ok && o.members["_validation_error"] == true {
			for _, entry := range entries {
				settleEntry(entry)
			}
		}
		return o
	}
	return v
}

func settleEntry(entry any) {
	o, ok := entry.(*object)
	if !ok {
		return
	}
	if message, there := o.members["message"]; there && message == nil {
		o.members["message"] = ""
	}
	if values, ok := o.members["valid_values"].([]any); ok && len(values) == 0 {
		o.members["valid_values"] = nil
	}
}
