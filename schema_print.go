// Printing: the document model as bytes for people and models, with the type first and no escapes meant for HTML.

package jarvis

import (
	"encoding/json"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// marshalSchema writes a schema. All that is in it came from a plan, so it always encodes.
func marshalSchema(s *jsonschema.Schema) json.RawMessage {
	w := make(schemaWriter, 0, 1024)
	w.schema(s)
	return slices.Clone(json.RawMessage(w)) // no longer than it has to be
}

// marshalForm writes a form that holds only texts and finished schemas, which always encodes.
func marshalForm(v any) json.RawMessage {
	raw, _ := plainJSON(v)
	return unescapeHTML(raw)
}

// typeFirst moves the type of a schema, and of those inside it, to the front, where a reader looks for it. Everything else
// keeps its order.
func typeFirst(raw json.RawMessage) json.RawMessage {
	members, err := objectMembers(raw)
	if err != nil {
		return raw // a boolean schema
	}
	for i, m := range members {
		switch m.Name {
		case "properties":
			members[i].Value = mapMembers(m.Value, typeFirst)
		case "items", "additionalProperties":
			members[i].Value = typeFirst(m.Value)
		}
	}
	if i := slices.IndexFunc(members, func(k schemaKeyword) bool { return k.Name == "type" }); i > 0 {
		typ := members[i]
		members = slices.Insert(slices.Delete(members, i, i+1), 0, typ)
	}
	return members.json()
}

// mapMembers changes every value of an object.
func mapMembers(raw json.RawMessage, change func(json.RawMessage) json.RawMessage) json.RawMessage {
	members, err := objectMembers(raw)
	if err != nil {
		return raw
	}
	for i := range members {
		members[i].Value = change(members[i].Value)
	}
	return members.json()
}

// schemaMembers are the members of an object in their order.
type schemaMembers []schemaKeyword

func (m schemaMembers) json() json.RawMessage {
	out := []byte{'{'}
	for i, k := range m {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, quoteJSON(k.Name)...), ':'), k.Value...)
	}
	return append(out, '}')
}

func (m schemaMembers) raw(name string) json.RawMessage {
	for _, k := range m {
		if k.Name == name {
			return k.Value
		}
	}
	return nil
}

func (m schemaMembers) text(name string) (text string, given bool) {
	raw := m.raw(name)
	if raw == nil {
		return "", false
	}
	_ = json.Unmarshal(raw, &text) // something else than a text is as good as an unknown one
	return text, true
}

// objectMembers reads an object strictly.
func objectMembers(raw []byte) (members schemaMembers, err error) {
	var r scan.Reader
	r.Reset(raw, defaultMaxDepth)
	if k := r.Kind(); k != scan.ObjectStart {
		return nil, notObject(k)
	}
	if err := r.Enter(); err != nil {
		return nil, err
	}
	for r.Kind() != scan.ObjectEnd {
		quoted, err := r.Scalar()
		if err != nil {
			return nil, err
		}
		text, _ := scan.Text(quoted, nil)
		name := string(text)
		value, err := r.Value(r.Kind())
		if err != nil {
			return nil, err
		}
		members = append(members, schemaKeyword{Name: name, Value: slices.Clone(value)})
	}
	if err := r.Leave(); err != nil {
		return nil, err
	}
	return members, r.End()
}

// unescapeHTML undoes the escapes that encoding/json makes for HTML inside nested marshalers: they cost tokens and say nothing.
func unescapeHTML(raw []byte) []byte {
	out := raw[:0:0]
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			out = append(out, raw[i])
			continue
		}
		if i+5 < len(raw) && raw[i+1] == 'u' {
			switch string(raw[i+2 : i+6]) {
			case "003c":
				out, i = append(out, '<'), i+5
				continue
			case "003e":
				out, i = append(out, '>'), i+5
				continue
			case "0026":
				out, i = append(out, '&'), i+5
				continue
			}
		}
		out = append(out, raw[i], raw[i+1])
		i++
	}
	return out
}
