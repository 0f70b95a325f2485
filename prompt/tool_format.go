// Formats: those that the texts of a schema have, at every depth, and how a model is told of them.

package prompt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Formats that prompts say more of than their name.
const (
	formatDatetime = "date-time"
	formatDate     = "date"
	formatTime     = "time"
	formatDuration = "duration"
)

// schemaFormat is a format in a schema, with the bytes from one place to another that are its member and one comma beside it.
type schemaFormat struct {
	name     string
	from, to int
}

// schemaFormats finds the formats of a schema and of the schemas in it, in their order. Values that are no schemas, such as a
// default, have none. It is one pass; a schema that is malformed or too deep has no formats.
func schemaFormats(schema json.RawMessage) []schemaFormat {
	if !bytes.Contains(schema, []byte(`"format"`)) && !bytes.ContainsRune(schema, '\\') {
		return nil
	}
	w := formatWalk{data: schema}
	w.r.Reset(schema, maxSchemaDepth)
	if w.r.Kind() != scan.ObjectStart || w.value(placeSchema) != nil || w.r.End() != nil {
		return nil
	}
	return w.found
}

// withoutDatetimes takes the formats of datetimes out of a schema, and leaves every other byte.
func withoutDatetimes(schema json.RawMessage) json.RawMessage {
	out, end := json.RawMessage(nil), 0
	for _, f := range schemaFormats(schema) {
		if f.name == formatDatetime {
			out, end = append(out, schema[end:f.from]...), f.to
		}
	}
	if end == 0 {
		return schema
	}
	return append(out, schema[end:]...)
}

// hasFormat reports whether a schema has one of some formats.
func hasFormat(schema json.RawMessage, names ...string) bool {
	return slices.ContainsFunc(schemaFormats(schema), func(f schemaFormat) bool { return slices.Contains(names, f.name) })
}

// formatWalk goes through a schema.
type formatWalk struct {
	r     scan.Reader
	data  []byte
	found []schemaFormat
}

func (w *formatWalk) value(place schemaPlace) (err error) {
	switch kind := w.r.Kind(); {
	case place == placeValue:
		_, err = w.r.Value(kind)
	case kind == scan.ObjectStart:
		err = w.object(place)
	case kind == scan.ArrayStart:
		err = w.array(place)
	default:
		_, err = w.r.Scalar()
	}
	return err
}

func (w *formatWalk) array(place schemaPlace) error {
	if err := w.r.Enter(); err != nil {
		return err
	}
	for w.r.Kind() != scan.ArrayEnd {
		if err := w.value(place); err != nil {
			return err
		}
	}
	return w.r.Leave()
}

func (w *formatWalk) object(place schemaPlace) error {
	if err := w.r.Enter(); err != nil {
		return err
	}
	first, open := true, false // open: the first member is a format, and takes the comma behind it
	for w.r.Kind() != scan.ObjectEnd {
		quoted, err := w.r.Scalar()
		if err != nil {
			return err
		}
		begin := w.offset(quoted)
		if open {
			w.found[len(w.found)-1].to, open = begin, false
		}
		name := jsonText(quoted)
		if place == placeSchema && name == "format" && w.r.Kind() == scan.String {
			value, err := w.r.Scalar()
			if err != nil {
				return err
			}
			if !first {
				begin = len(bytes.TrimRight(w.data[:begin], " \t\r\n,"))
			}
			w.found = append(w.found, schemaFormat{jsonText(value), begin, w.offset(value) + len(value)})
			first, open = false, first
			continue
		}
		first = false
		if err := w.value(innerPlace(place, name)); err != nil {
			return err
		}
	}
	return w.r.Leave()
}

// offset is where a part of the data begins, which the reader has cut out of it.
func (w *formatWalk) offset(part []byte) int { return cap(w.data) - cap(part) }

// formatHint is what a list of tools says of a format; empty if there is none.
func formatHint(format string) string {
	switch format {
	case formatDate:
		return msgFormatDate
	case formatTime:
		return msgFormatTime
	case formatDuration:
		return msgFormatDuration
	}
	return format
}

// formatSignature is the type of a text with that format in a signature.
func formatSignature(format string) string {
	switch format {
	case formatDatetime:
		return "datetime"
	case formatDate:
		return "date"
	case formatTime:
		return "time(" + formTime + ")"
	case formatDuration:
		return "duration(" + formDuration + ")"
	}
	return "string(" + format + ")"
}

// elementsOf is what the values of a parameter are made of: of an array its elements, and else the parameter itself.
func elementsOf(members []jsonMember) []jsonMember {
	if typeName(members) != "array" {
		return members
	}
	items, _ := jsonMembers(memberOf(members, "items"))
	return oneOfNull(items)
}

// formatOf is the format of a text. That of anything else, such as int64, tells a model nothing.
func formatOf(members []jsonMember) string {
	if typ := typeName(members); typ != msgToolAnyType && !strings.Contains(typ, "string") {
		return ""
	}
	return line(textOf(memberOf(members, "format")))
}

// toolKey is a key that an object must have.
type toolKey struct{ name, format string }

// keysOf lists the keys that an object must have.
func keysOf(members []jsonMember) (keys []toolKey) {
	if typeName(members) != "object" {
		return nil
	}
	properties, _ := jsonMembers(memberOf(members, "properties"))
	byName := membersByName(properties)
	for _, name := range textsOf(memberOf(members, "required")) {
		own, _ := jsonMembers(byName[name])
		if key := line(name); key != "" {
			keys = append(keys, toolKey{key, formatOf(elementsOf(oneOfNull(own)))})
		}
	}
	return keys
}

// listKeys lists keys, each as write has it.
func listKeys(keys []toolKey, write func(toolKey) string) string {
	texts := make([]string, len(keys))
	for i, k := range keys {
		texts[i] = write(k)
	}
	return listAllowed(texts, ", ")
}

// typeText words the type of a parameter, with its format and the keys of objects.
func (p toolParam) typeText(formats bool) string {
	text := p.typ
	if len(p.keys) > 0 {
		text += toolf(msgToolKeys, listKeys(p.keys, func(k toolKey) string {
			if hint := formatHint(k.format); formats && hint != "" {
				return k.name + " (" + hint + ")"
			}
			return k.name
		}))
	}
	if hint := formatHint(p.format); formats && hint != "" {
		text += ", " + hint
	}
	return text
}
