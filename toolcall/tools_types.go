// The JSON types of parameters, gathered from any schema: formats that carry values as text need them.

package toolcall

import (
	"encoding/json"
	"slices"
	"strings"
)

// typesOf returns the JSON types of the properties of a schema, which is a sound JSON object. Without a properties level nothing is known.
func typesOf(schema json.RawMessage) map[string][]string {
	types := map[string][]string{}
	raw := []byte(schema)
	members(raw, false, func(key string, value span) {
		properties := value.of(raw)
		if key != "properties" || properties[0] != '{' {
			return
		}
		members(properties, false, func(name string, value span) {
			found := typeList{} // not nil: the property is declared, whatever its schema says
			found.schema(value.of(properties))
			types[name] = found
		})
	})
	return types
}

// typeList are JSON types in the order in which a schema names them, each once.
type typeList []string

// schema gathers the types that a schema allows.
func (l *typeList) schema(raw []byte) {
	if raw[0] != '{' {
		return
	}
	members(raw, false, func(key string, value span) {
		v := value.of(raw)
		switch key {
		case "type":
			l.named(v)
		case "enum":
			if v[0] == '[' {
				elements(v, false, func(member span) { l.value(member.of(v)) })
			}
		case "const":
			l.value(v)
		case "anyOf", "oneOf", "allOf":
			if v[0] == '[' {
				elements(v, false, func(part span) { l.schema(part.of(v)) })
			}
		}
	})
}

// named takes a type by its name, or each of a list of names.
func (l *typeList) named(raw []byte) {
	switch raw[0] {
	case '"':
		l.add(typeName(unquote(raw)))
	case '[':
		elements(raw, false, func(name span) {
			if one := name.of(raw); one[0] == '"' {
				l.add(typeName(unquote(one)))
			}
		})
	}
}

// value takes the type of a value.
func (l *typeList) value(raw []byte) {
	switch c := raw[0]; c {
	case '{':
		l.add("object")
	case '[':
		l.add("array")
	case '"':
		l.add("string")
	case 't', 'f':
		l.add("boolean")
	case 'n':
		l.add("null")
	default:
		if strings.ContainsAny(string(raw), ".eE") {
			l.add("number")
		} else {
			l.add("integer")
		}
	}
}

func (l *typeList) add(name string) {
	if name != "" && !slices.Contains(*l, name) {
		*l = append(*l, name)
	}
}

// typeName returns the JSON type of a name that schemas use, and an unknown name as it is: what has one is JSON of any kind.
func typeName(name string) string {
	if known := jsonType(name); known != "" {
		return known
	}
	return name
}

// jsonType returns the JSON type of a name that schemas use; "" if it is unknown.
func jsonType(name string) string {
	switch strings.ToLower(name) {
	case "string", "str", "text":
		return "string"
	case "integer", "int", "int32", "uint32", "int64", "uint64", "long":
		return "integer"
	case "number", "float", "double":
		return "number"
	case "boolean", "bool":
		return "boolean"
	case "object", "dict":
		return "object"
	case "array", "list":
		return "array"
	case "null":
		return "null"
	}
	return ""
}
