// The way a model's arguments go, the other way round: arguments of the command in the words of a dialect, found from the report
// and the schema that the model is told.

package dialect_test

import (
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis/dialect"
)

// asJSONSchema reads the schema of a tool as JSON Schema. That of Gemini is one of OpenAPI: types in capitals, nullable beside them.
func asJSONSchema(d dialect.Dialect, v any) any {
	doc, ok := v.(*object)
	if !ok || d != dialect.Gemini {
		return v
	}
	plain := newObject()
	for _, key := range doc.keys {
		switch value := doc.vals[key]; key {
		case "type":
			plain.set(key, strings.ToLower(doc.text(key)))
		case "items":
			plain.set(key, asJSONSchema(d, value))
		case "properties":
			props := newObject()
			for _, name := range doc.object(key).keys {
				props.set(name, asJSONSchema(d, doc.object(key).vals[name]))
			}
			plain.set(key, props)
		case "anyOf":
			var branches []any
			for _, branch := range doc.list(key) {
				branches = append(branches, asJSONSchema(d, branch))
			}
			plain.set(key, branches)
		case "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties":
			plain.set(key, asNumber(value))
		case "nullable", "propertyOrdering":
		case "format":
			if value == "date-time" {
				plain.set(key, value)
			}
		default:
			plain.set(key, value)
		}
	}
	if doc.get("nullable") == true {
		return newObject("anyOf", []any{plain, newObject("type", "null")})
	}
	return plain
}

// asNumber reads a number that may be written as text, as 64-bit numbers of Google's APIs are.
func asNumber(v any) any {
	if text, ok := v.(string); ok {
		return json.Number(text)
	}
	return v
}

// encoder writes arguments of a command in the words of a tool.
type encoder struct {
	shown map[string]string // the names that the report gives, by the place of the property
	text  map[string]bool   // the places that the report says take JSON text
	took  map[string]int
}

func newEncoder(tool *dialect.Tool, took map[string]int) *encoder {
	e := &encoder{shown: map[string]string{}, text: map[string]bool{}, took: took}
	for _, loss := range tool.Report().Losses {
		switch {
		case loss.Keyword == "name" && loss.At != "":
			e.shown[loss.At] = loss.Note
		case loss.Note == "JSON text":
			e.text[loss.At] = true
		}
	}
	return e
}

// encode returns v, which stands at a place, as the schema told takes it. What fits nothing stays as it is.
func (e *encoder) encode(at string, told, v any) any {
	to, _ := told.(*object)
	switch {
	case v == nil && fits(told, nil):
		return nil
	case e.text[at]:
		e.took["encoded"]++
		return write(v)
	case len(to.list("anyOf")) > 0 && !to.has("properties"):
		return e.branch(at, to, v)
	}
	switch value := v.(type) {
	case *object:
		return e.object(at, to, value)
	case []any:
		return e.array(at, to, value)
	}
	return v
}

// branch encodes for the first branch of an anyOf that takes the result; if none does, for what stands beside them.
func (e *encoder) branch(at string, to *object, v any) any {
	for _, branch := range to.list("anyOf") {
		if tried := e.encode(at, branch, v); fits(branch, tried) {
			return tried
		}
	}
	return e.encode(at, to.without("anyOf"), v)
}

func fits(schema, v any) bool {
	compiled, err := compileSchema(schema)
	return err == nil && accepts(compiled, []byte(write(v)))
}

// object encodes the members, and adds null for those that are left out but have to be there.
func (e *encoder) object(at string, to *object, v *object) any {
	out, props := newObject(), to.object("properties")
	for _, name := range v.keys {
		place, shown := pathTo(at, name), name
		if other, renamed := e.shown[place]; renamed {
			e.took["renamed"]++
			shown = other
		}
		told := props.get(shown)
		if !props.has(shown) {
			told = to.get("additionalProperties")
			if !e.declares(place) {
				place = strings.TrimPrefix(at+".*", ".")
			}
		}
		out.set(shown, e.encode(place, told, v.vals[name]))
	}
	for _, name := range to.texts("required") {
		if !out.has(name) && fits(props.get(name), nil) {
			e.took["null"]++
			out.set(name, nil)
		}
	}
	return out
}

// declares reports whether the report speaks of a place, or of one in it.
func (e *encoder) declares(place string) bool {
	for at := range e.shown {
		if strings.HasPrefix(at, place) {
			return true
		}
	}
	return e.text[place]
}

func (e *encoder) array(at string, to *object, v []any) any {
	out := make([]any, len(v))
	for i, value := range v {
		told := to.get("items")
		if prefix := to.list("prefixItems"); i < len(prefix) {
			told = prefix[i]
		}
		out[i] = e.encode(at+"[]", told, value)
	}
	return out
}
