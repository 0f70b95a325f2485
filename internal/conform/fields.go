// Comparing fields: what a line shows of a value, with the leniencies that the corpora state for it.

package main

import "slices"

// omission says what a field that is not in a JSON form stands for.
type omission bool

const (
	omitsNull  omission = false // only for null: an empty list is written
	omitsEmpty omission = true  // for null and for everything empty
)

// sameFields compares the fields that are wanted. A wanted null is an absent field or an empty text. Further fields are not
// asserted.
func (r *report) sameFields(what string, want, got any, missing omission) {
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
		case wanted == nil && (value == nil || value == ""):
		case !there && missing == omitsEmpty && isEmpty(wanted):
		case !there:
			r.fail(what+"."+name, jsonText(wanted), nothing)
		default:
			r.sameJSON(what+"."+name, wanted, value)
		}
	}
}

// isEmpty reports whether v is an empty text, list or object, or null.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case *object:
		return len(v.names) == 0
	}
	return v == nil || v == ""
}

// settled returns a copy in which the entries of reports on wrong arguments have one form, so that comparing is exact for all
// the rest: the corpora hold a null message to be an empty one, and null for valid_values to be an empty list.
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
