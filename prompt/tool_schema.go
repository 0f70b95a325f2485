// Reading the parameters that a tool declares: the top level of its schema, in the order of the declaration.

package prompt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// maxSchemaDepth is how deep a schema may be nested. One that is deeper is read as having no parameters, as any other that is
// no sound JSON.
const maxSchemaDepth = 64

// jsonMember is one member of a JSON object, its value as it stands.
type jsonMember struct {
	name  string
	value json.RawMessage
}

// jsonMembers reads an object strictly, in its order. The values are parts of raw.
func jsonMembers(raw []byte) (members []jsonMember, ok bool) {
	return readMembers(&scan.Reader{}, raw)
}

// readMembers is jsonMembers with a reader that serves for many objects.
func readMembers(r *scan.Reader, raw []byte) (members []jsonMember, ok bool) {
	r.Reset(raw, maxSchemaDepth)
	if r.Kind() != scan.ObjectStart || r.Enter() != nil {
		return nil, false
	}
	for r.Kind() != scan.ObjectEnd {
		quoted, err := r.Scalar()
		if err != nil {
			return nil, false
		}
		value, err := r.Value(r.Kind())
		if err != nil {
			return nil, false
		}
		members = append(members, jsonMember{jsonText(quoted), value})
	}
	return members, r.Leave() == nil && r.End() == nil
}

// jsonElements reads an array in the same way.
func jsonElements(raw []byte) (elements []json.RawMessage, ok bool) {
	var r scan.Reader
	r.Reset(raw, maxSchemaDepth)
	if r.Kind() != scan.ArrayStart || r.Enter() != nil {
		return nil, false
	}
	for r.Kind() != scan.ArrayEnd {
		value, err := r.Value(r.Kind())
		if err != nil {
			return nil, false
		}
		elements = append(elements, value)
	}
	return elements, r.Leave() == nil && r.End() == nil
}

// jsonText decodes the raw text of a JSON string that has been read.
func jsonText(quoted []byte) string {
	text, _ := scan.Text(quoted, nil)
	return string(text)
}

// jsonKind is the kind of a value by its first byte.
func jsonKind(raw []byte) scan.Kind {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	switch {
	case len(raw) == 0:
		return 0
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return scan.Number
	}
	return scan.Kind(raw[0])
}

// appendName appends the name of a member to an object that is being written.
func appendName(dst []byte, name string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return scan.AppendQuoted(dst, name)
}

// appendMember appends a member.
func appendMember(dst []byte, name string, value []byte) []byte {
	return append(append(appendName(dst, name), ':'), value...)
}

// toolParam is what a prompt says of one parameter. Its texts are single lines.
type toolParam struct {
	key         string // the name as it is in the schema
	name        string
	typ         string // the JSON type, such as "array of string"
	description string
	array       bool
	format      string    // of a text, or of the texts in an array
	keys        []toolKey // of an object, or of the objects in an array
	allowed     []string  // texts of the enum
	each        bool      // allowed is about the elements
	required    bool
	refinable   bool
	schema      json.RawMessage
}

// toolParams reads the parameters of a schema; none if it is malformed.
func toolParams(schema json.RawMessage) []toolParam {
	members, ok := jsonMembers(schema)
	if !ok {
		return nil
	}
	properties, _ := jsonMembers(memberOf(members, "properties"))
	required := map[string]bool{}
	for _, name := range textsOf(memberOf(members, "required")) {
		required[name] = true
	}
	params := make([]toolParam, len(properties))
	for i, p := range properties {
		params[i] = newToolParam(p.name, p.value)
		params[i].required = required[p.name]
	}
	return params
}

func newToolParam(key string, schema json.RawMessage) toolParam {
	p := toolParam{key: key, name: line(key), typ: msgToolAnyType, schema: schema}
	if p.name == "" {
		p.name = msgToolUnknown
	}
	own, _ := jsonMembers(schema) // true and false say nothing
	p.description = line(textOf(memberOf(own, "description")))
	p.refinable = string(memberOf(own, "_refinable")) == "true"
	said := oneOfNull(own)
	p.typ = typeOf(said)
	p.array = typeName(said) == "array"
	p.format, p.keys = formatOf(elementsOf(said)), keysOf(elementsOf(said))
	p.allowed = allowedOf(said)
	if items, ok := jsonMembers(memberOf(said, "items")); ok && p.allowed == nil {
		p.allowed, p.each = allowedOf(oneOfNull(items)), true
	}
	return p
}

// memberOf returns the value of a member, nil if it is absent.
func memberOf(members []jsonMember, name string) json.RawMessage {
	for _, m := range members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// textOf returns a JSON string, and "" for anything else.
func textOf(raw []byte) string {
	if jsonKind(raw) != scan.String {
		return ""
	}
	return jsonText(raw)
}

// textsOf returns the strings of a list.
func textsOf(raw []byte) (texts []string) {
	elements, _ := jsonElements(raw)
	for _, e := range elements {
		if jsonKind(e) == scan.String {
			texts = append(texts, jsonText(e))
		}
	}
	return texts
}

// oneOfNull looks through anyOf or oneOf of one schema and null, as generators write an optional value.
func oneOfNull(members []jsonMember) []jsonMember {
	for _, union := range []string{"anyOf", "oneOf"} {
		parts, _ := jsonElements(memberOf(members, union))
		if len(parts) != 2 || memberOf(members, "type") != nil {
			continue
		}
		for i := range parts {
			null, _ := jsonMembers(parts[i])
			if inner, ok := jsonMembers(parts[1-i]); ok && textOf(memberOf(null, "type")) == "null" {
				return inner
			}
		}
	}
	return members
}

// typeOf words the type of a schema.
func typeOf(members []jsonMember) string {
	typ := typeName(members)
	if typ != "array" {
		return typ
	}
	items, _ := jsonMembers(memberOf(members, "items"))
	if elem := typeName(oneOfNull(items)); elem != msgToolAnyType {
		return "array of " + elem
	}
	return typ
}

// typeName is the type or, of a list of types, those that are not null.
func typeName(members []jsonMember) string {
	raw := memberOf(members, "type")
	name := line(textOf(raw))
	if jsonKind(raw) == scan.ArrayStart {
		types := slices.DeleteFunc(textsOf(raw), func(t string) bool { return t == "null" })
		name = line(strings.Join(types, " or "))
	}
	if name == "" {
		return msgToolAnyType
	}
	return name
}

// allowedOf lists the values that a schema allows, if it says so; null is not one that a model should choose.
func allowedOf(members []jsonMember) (allowed []string) {
	values, _ := jsonElements(memberOf(members, "enum"))
	if only := memberOf(members, "const"); only != nil {
		values = []json.RawMessage{only}
	}
	for _, v := range values {
		if jsonKind(v) != scan.Null {
			allowed = append(allowed, literalOf(v))
		}
	}
	return allowed
}

// literalOf writes a value in a list: texts as they are, unless they would be read as something else, and the rest as JSON.
func literalOf(raw json.RawMessage) string {
	if jsonKind(raw) != scan.String {
		return line(string(plainJSON(raw)))
	}
	text := jsonText(raw)
	if text == "" || text != line(text) || strings.ContainsAny(text, ",\"/") {
		return line(string(scan.AppendQuoted(nil, text)))
	}
	return text
}
