// Writing: the keywords that plans fill in the document model, straight to bytes. What encoding/json makes of the model would be
// the same, but for the type that stands first here, and take ten times as long.

package jarvis

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/invopop/jsonschema"
)

// schemaWriter is what has been written so far.
type schemaWriter []byte

// schema writes a schema, keywords in the order of the model. One that a type brings along may use keywords that no plan does.
func (w *schemaWriter) schema(s *jsonschema.Schema) {
	switch {
	case s == jsonschema.FalseSchema:
		*w = append(*w, "false"...)
		return
	case !fromPlan(s):
		raw, _ := json.Marshal(s)
		*w = append(*w, typeFirst(unescapeHTML(raw))...)
		return
	}
	*w = append(*w, '{')
	w.text("type", s.Type)
	w.sub("items", s.Items)
	if s.Properties != nil {
		w.key("properties")
		w.properties(s)
	}
	w.sub("additionalProperties", s.AdditionalProperties)
	w.list("enum", s.Enum)
	w.value("const", s.Const)
	w.number("multipleOf", s.MultipleOf)
	w.number("maximum", s.Maximum)
	w.number("exclusiveMaximum", s.ExclusiveMaximum)
	w.number("minimum", s.Minimum)
	w.number("exclusiveMinimum", s.ExclusiveMinimum)
	w.count("maxLength", s.MaxLength)
	w.count("minLength", s.MinLength)
	w.text("pattern", s.Pattern)
	w.count("maxItems", s.MaxItems)
	w.count("minItems", s.MinItems)
	if s.UniqueItems {
		w.value("uniqueItems", true)
	}
	w.count("maxProperties", s.MaxProperties)
	w.count("minProperties", s.MinProperties)
	w.names("required", s.Required)
	w.text("format", s.Format)
	w.text("description", s.Description)
	w.value("default", s.Default)
	for _, name := range slices.Sorted(maps.Keys(s.Extras)) {
		w.value(name, s.Extras[name])
	}
	*w = append(*w, '}')
}

// fromPlan reports whether a schema has some of the keywords that schema writes, and no others.
func fromPlan(s *jsonschema.Schema) bool {
	rest := *s
	rest.Type, rest.Items, rest.Properties, rest.AdditionalProperties, rest.Enum, rest.Const = "", nil, nil, nil, nil, nil
	rest.MultipleOf, rest.Maximum, rest.ExclusiveMaximum, rest.Minimum, rest.ExclusiveMinimum = "", "", "", "", ""
	rest.MaxLength, rest.MinLength, rest.Pattern, rest.MaxItems, rest.MinItems, rest.UniqueItems = nil, nil, "", nil, nil, false
	rest.MaxProperties, rest.MinProperties, rest.Required, rest.Format, rest.Description, rest.Default = nil, nil, nil, "", "", nil
	rest.Extras = nil
	for name, value := range s.Extras {
		switch raw, _ := value.(json.RawMessage); name {
		case "type", "properties", "items", "additionalProperties": // typeFirst looks at them
			if string(raw) != "{}" {
				return false
			}
		}
	}
	return reflect.ValueOf(&rest).Elem().IsZero() && !reflect.ValueOf(s).Elem().IsZero()
}

// properties writes the properties of an object.
func (w *schemaWriter) properties(s *jsonschema.Schema) {
	*w = append(*w, '{')
	for prop := s.Properties.Oldest(); prop != nil; prop = prop.Next() {
		w.key(prop.Key)
		w.schema(prop.Value)
	}
	*w = append(*w, '}')
}

// key begins a member.
func (w *schemaWriter) key(name string) {
	if (*w)[len(*w)-1] != '{' {
		*w = append(*w, ',')
	}
	w.quote(name)
	*w = append(*w, ':')
}

func (w *schemaWriter) sub(name string, s *jsonschema.Schema) {
	if s != nil {
		w.key(name)
		w.schema(s)
	}
}

func (w *schemaWriter) text(name, text string) {
	if text != "" {
		w.key(name)
		w.quote(text)
	}
}

func (w *schemaWriter) number(name string, n json.Number) {
	if n != "" {
		w.key(name)
		*w = append(*w, n...)
	}
}

func (w *schemaWriter) count(name string, n *uint64) {
	if n != nil {
		w.key(name)
		*w = strconv.AppendUint(*w, *n, 10)
	}
}

func (w *schemaWriter) names(name string, list []string) {
	for i, text := range list {
		if i == 0 {
			w.key(name)
		}
		*w = append(*w, "[,"[min(i, 1)])
		w.quote(text)
	}
	if len(list) > 0 {
		*w = append(*w, ']')
	}
}

func (w *schemaWriter) list(name string, list []any) {
	for i, v := range list {
		if i == 0 {
			w.key(name)
		}
		*w = append(*w, "[,"[min(i, 1)])
		w.json(v)
	}
	if len(list) > 0 {
		*w = append(*w, ']')
	}
}

func (w *schemaWriter) value(name string, v any) {
	if v != nil {
		w.key(name)
		w.json(v)
	}
}

// json writes any value. Most are JSON already.
func (w *schemaWriter) json(v any) {
	if raw, ok := v.(json.RawMessage); ok && isPlain(string(raw), `\<>& `) {
		*w = append(*w, raw...)
		return
	}
	raw, _ := json.Marshal(v) // of a plan, so it always encodes
	*w = append(*w, unescapeHTML(raw)...)
}

// quote writes a text.
func (w *schemaWriter) quote(text string) {
	if isPlain(text, `"\`) {
		*w = append(append(append(*w, '"'), text...), '"')
		return
	}
	*w = append(*w, quoteJSON(text)...)
}

// isPlain reports whether a text is printable ASCII without those characters.
func isPlain(text, without string) bool {
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' {
			return false
		}
		for j := range len(without) {
			if c == without[j] {
				return false
			}
		}
	}
	return true
}
