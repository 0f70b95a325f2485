// Nullable properties: a schema that requires a property and allows null for it means one that is optional.

package toolcall

import (
	"encoding/json"
	"slices"
)

// optionalNulls takes properties that may be null out of the required lists of a sound schema, at every level. Nothing else is
// changed.
func optionalNulls(schema []byte) []byte {
	if kindOf(schema) != '{' {
		return schema
	}
	nulls := map[string]bool{}
	members(schema, false, func(key string, value span) {
		if properties := value.of(schema); key == "properties" && properties[0] == '{' {
			members(properties, false, func(name string, value span) {
				if mayBeNull(value.of(properties)) {
					nulls[name] = true
				}
			})
		}
	})
	return spliced(schema, func(key string, value []byte) []byte {
		switch {
		case key == "required" && len(nulls) > 0:
			return withoutNames(value, nulls)
		case key == "properties" && value[0] == '{':
			return spliced(value, func(_ string, property []byte) []byte { return optionalNulls(property) })
		case key == "items":
			return optionalNulls(value)
		}
		return value
	})
}

// spliced returns an object with other values in the places of its own.
func spliced(raw []byte, other func(key string, value []byte) []byte) []byte {
	var out []byte
	done := 0
	members(raw, false, func(key string, value span) {
		out = append(append(out, raw[done:value.start]...), other(key, value.of(raw))...)
		done = value.end
	})
	return append(out, raw[done:]...)
}

// withoutNames takes names out of a list of texts; what is no such list stays.
func withoutNames(raw []byte, names map[string]bool) []byte {
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return raw
	}
	list = slices.DeleteFunc(list, func(name string) bool { return names[name] })
	kept, _ := plainJSON(append([]string{}, list...)) // texts always have JSON
	return kept
}

// mayBeNull reports whether a schema names null among several types or schemas.
func mayBeNull(schema []byte) bool {
	if schema[0] != '{' {
		return false
	}
	null := false
	members(schema, false, func(key string, value span) {
		list := value.of(schema)
		if list[0] != '[' || key != "type" && key != "anyOf" && key != "oneOf" {
			return
		}
		elements(list, false, func(s span) {
			part := s.of(list)
			var only struct{ Type any }
			null = null || string(part) == `"null"` || part[0] == '{' && json.Unmarshal(part, &only) == nil && only.Type == "null"
		})
	})
	return null
}
