// JSON of our own: written without escapes meant for HTML, and read as the members of an object in their order.

package jarvis

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// jsonSpace is the white space of JSON (RFC 8259 section 2).
const jsonSpace = " \t\r\n"

// plainJSON is encoding/json without the escapes meant for HTML.
func plainJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

func quoteJSON(text string) json.RawMessage {
	raw, _ := plainJSON(text) // a string always encodes
	return raw
}

// compactJSON drops white space that means nothing; what is not JSON stays as it is.
func compactJSON(raw []byte) json.RawMessage {
	var buf bytes.Buffer
	if json.Compact(&buf, raw) != nil {
		return raw
	}
	return buf.Bytes()
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

func jsonArray(members []string) json.RawMessage {
	return json.RawMessage("[" + strings.Join(members, ",") + "]")
}

// literalText is the text of a declared value: the string itself, or the JSON.
func literalText(raw json.RawMessage) string {
	if text, ok := stringText(raw); ok {
		return string(text)
	}
	return string(compactJSON(raw))
}

// stringText decodes a text that is one sound JSON string.
func stringText(raw []byte) (text []byte, ok bool) {
	var r scan.Reader
	if r.Reset(raw, 1); r.Kind() != scan.String {
		return nil, false
	}
	quoted, err := r.Scalar()
	if err != nil || r.End() != nil {
		return nil, false
	}
	text, _ = scan.Text(quoted, nil)
	return text, true
}

// firstKind is the kind of a JSON value by its first byte.
func firstKind(raw []byte) scan.Kind {
	for _, c := range raw {
		switch {
		case strings.IndexByte(jsonSpace, c) >= 0:
			continue
		case c == '-' || c >= '0' && c <= '9':
			return scan.Number
		}
		return scan.Kind(c)
	}
	return 0
}

// jsonMember is one member of a JSON object, such as a keyword of a schema.
type jsonMember struct {
	Name  string
	Value json.RawMessage
}

// jsonMembers are the members of an object in their order.
type jsonMembers []jsonMember

func (m jsonMembers) json() json.RawMessage {
	out := []byte{'{'}
	for i, k := range m {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, quoteJSON(k.Name)...), ':'), k.Value...)
	}
	return append(out, '}')
}

func (m jsonMembers) raw(name string) json.RawMessage {
	for _, k := range m {
		if k.Name == name {
			return k.Value
		}
	}
	return nil
}

func (m jsonMembers) text(name string) (text string, given bool) {
	raw := m.raw(name)
	if raw == nil {
		return "", false
	}
	_ = json.Unmarshal(raw, &text) // something else than a text is as good as an unknown one
	return text, true
}

// objectMembers reads an object strictly.
func objectMembers(raw []byte) (members jsonMembers, err error) {
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
		members = append(members, jsonMember{Name: name, Value: slices.Clone(value)})
	}
	if err := r.Leave(); err != nil {
		return nil, err
	}
	return members, r.End()
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
