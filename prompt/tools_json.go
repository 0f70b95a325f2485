// Tools as JSON: the list of a request, and the forms in which prompts show it.

package prompt

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// OpenAITools writes the tools of a chat request: a list of {"type": "function", "function": {"name", "description",
// "parameters"}}, the last two only if they are there. It holds nothing of jarvis's own: the extensions of a tool are not
// written, and "_refinable" and "options_source" are taken out of every schema. Members and tools keep their order, the JSON has
// no white space, and texts are UTF-8 with no more escapes than JSON needs. Tools without a name are left out, and so are
// parameters that are no sound JSON object. No tools give nil: some servers refuse an empty list.
// Source: https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools.
func OpenAITools(tools []Tool) json.RawMessage {
	list := toolObjects(tools)
	if len(list) == 0 {
		return nil
	}
	return append(append(json.RawMessage{'['}, bytes.Join(list, []byte{','})...), ']')
}

// ToolsArray writes the list of OpenAITools as text: indented, or compact if indent is empty. No tools give "[]".
func ToolsArray(tools []Tool, indent string) string {
	list := OpenAITools(tools)
	if list == nil {
		return "[]"
	}
	if indent == "" {
		return defuseJSON(string(list))
	}
	var b bytes.Buffer
	_ = json.Indent(&b, list, "", indent) // our own JSON
	return defuseJSON(b.String())
}

// ToolsTag writes the tools between <tools> and </tools>, one compact object of OpenAITools a line, as the chat templates of
// Qwen and Hermes do. No tools give the two tags on two lines. A text that holds the closing tag has it escaped.
func ToolsTag(tools []Tool) string {
	var b strings.Builder
	b.WriteString("<tools>\n")
	for _, tool := range toolObjects(tools) {
		b.WriteString(defuseJSON(strings.ReplaceAll(string(tool), "</tools", `\u003c/tools`))) // it can only stand inside a string
		b.WriteByte('\n')
	}
	b.WriteString("</tools>")
	return b.String()
}

// toolObjects writes each tool that has a name.
func toolObjects(tools []Tool) (list [][]byte) {
	for _, t := range tools {
		if t.Name != "" {
			list = append(list, t.object())
		}
	}
	return list
}

// object writes the tool as OpenAITools does.
func (t Tool) object() []byte {
	out := scan.AppendQuoted([]byte(`{"type":"function","function":{"name":`), t.Name)
	if t.Description != "" {
		out = scan.AppendQuoted(append(out, `,"description":`...), t.Description)
	}
	if params, ok := plainSchema(t.Parameters); ok {
		out = append(append(out, `,"parameters":`...), params...)
	}
	return append(out, "}}"...)
}

// schemaPlace says what a value inside a schema is.
type schemaPlace uint8

const (
	placeValue   schemaPlace = iota // not a schema
	placeSchema                     // a schema, or a list of them
	placeSchemas                    // an object whose members are schemas
)

// placeOf says what the value of a keyword is.
func placeOf(keyword string) schemaPlace {
	switch keyword {
	case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
		return placeSchemas
	case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
		"unevaluatedProperties", "propertyNames", "anyOf", "oneOf", "allOf", "not", "if", "then", "else":
		return placeSchema
	}
	return placeValue
}

// innerPlace says what the value of a member is, by the place of the object.
func innerPlace(place schemaPlace, name string) schemaPlace {
	switch place {
	case placeSchema:
		return placeOf(name)
	case placeSchemas:
		return placeSchema
	}
	return placeValue
}

// plainSchema writes a schema compactly and without the extensions of jarvis. It is not ok if it is no sound JSON object.
func plainSchema(schema json.RawMessage) (plain []byte, ok bool) {
	return rewriteJSON(schema, placeSchema, scan.ObjectStart)
}

// plainJSON writes a sound value compactly.
func plainJSON(raw json.RawMessage) []byte {
	plain, _ := rewriteJSON(raw, placeValue, jsonKind(raw))
	return plain
}

// rewriteJSON writes a value of that kind in one pass.
func rewriteJSON(raw json.RawMessage, place schemaPlace, kind scan.Kind) (plain []byte, ok bool) {
	w := jsonRewriter{out: make([]byte, 0, len(raw))}
	w.r.Reset(raw, maxSchemaDepth)
	if w.r.Kind() != kind || w.value(place) != nil || w.r.End() != nil {
		return nil, false
	}
	return w.out, true
}

// jsonRewriter copies JSON without white space and needless escapes, and schemas without extensions.
type jsonRewriter struct {
	r   scan.Reader
	out []byte
}

func (w *jsonRewriter) value(place schemaPlace) error {
	switch w.r.Kind() {
	case scan.ObjectStart:
		return w.object(place)
	case scan.ArrayStart:
		return w.array(place)
	}
	return w.scalar()
}

func (w *jsonRewriter) scalar() error {
	kind := w.r.Kind()
	raw, err := w.r.Scalar()
	if err != nil {
		return err
	}
	if kind == scan.String {
		w.out = scan.AppendQuoted(w.out, jsonText(raw))
	} else {
		w.out = append(w.out, raw...)
	}
	return nil
}

func (w *jsonRewriter) object(place schemaPlace) error {
	if err := w.r.Enter(); err != nil {
		return err
	}
	w.out = append(w.out, '{')
	for w.r.Kind() != scan.ObjectEnd {
		if err := w.member(place); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return w.r.Leave()
}

func (w *jsonRewriter) member(place schemaPlace) error {
	quoted, err := w.r.Scalar()
	if err != nil {
		return err
	}
	name := jsonText(quoted)
	if place == placeSchema && (name == "_refinable" || name == "options_source") {
		_, err := w.r.Value(w.r.Kind())
		return err
	}
	w.out = append(appendName(w.out, name), ':')
	return w.value(innerPlace(place, name))
}

func (w *jsonRewriter) array(place schemaPlace) error {
	if err := w.r.Enter(); err != nil {
		return err
	}
	w.out = append(w.out, '[')
	for w.r.Kind() != scan.ArrayEnd {
		if w.out[len(w.out)-1] != '[' {
			w.out = append(w.out, ',')
		}
		if err := w.value(place); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return w.r.Leave()
}
