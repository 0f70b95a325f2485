// Values that a format carries as text, typed by what the tool declares.

package toolcall

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// types is Tools.types of the declared tools.
func (r *reader) types(tool, parameter string) []string {
	if r.parser.Tools == nil {
		return nil
	}
	return r.parser.Tools.types(tool, parameter)
}

// typed returns the JSON value of the text that a call gives to a parameter. It is nested no deeper than the limit, of which
// the arguments themselves take one level.
func (r *reader) typed(tool, parameter, text string) json.RawMessage {
	return coerceWithin(text, r.types(tool, parameter), r.parser.Limits.depth()-1)
}

// coerceWithin returns the JSON value of a text under the declared types: the first of null, integer, number, boolean, object,
// array and string that is declared and fits, nested no deeper than depth. Without a type it is a string, under unknown types
// alone any JSON, else a string.
func coerceWithin(text string, types []string, depth int) json.RawMessage {
	if len(types) == 0 {
		return quoted(text)
	}
	declared := map[string]bool{}
	for _, name := range types {
		declared[jsonType(name)] = true
	}
	bare := strings.TrimSpace(text)
	for _, name := range typeOrder {
		if declared[name] {
			if value := valueOf(name, bare, depth); value != nil {
				return value
			}
		}
	}
	if declared[""] && !declared["string"] {
		if value := wholeJSON(bare, depth); value != nil {
			return value
		}
	}
	return quoted(text)
}

// typeOrder are the types that text is read as, in the order in which they are tried.
var typeOrder = [...]string{"null", "integer", "number", "boolean", "object", "array"}

// valueOf returns the value of a text under a type, or nil if it is none.
func valueOf(name, text string, depth int) json.RawMessage {
	switch name {
	case "null":
		if strings.EqualFold(text, "null") {
			return json.RawMessage("null")
		}
	case "integer":
		if isNumber(text) && !strings.ContainsAny(text, ".eE") {
			return json.RawMessage(text)
		}
	case "number":
		if isNumber(text) {
			return json.RawMessage(whole(text))
		}
	case "boolean":
		switch {
		case text == "1" || strings.EqualFold(text, "true"):
			return json.RawMessage("true")
		case text == "0" || strings.EqualFold(text, "false"):
			return json.RawMessage("false")
		}
	case "object":
		return container(text, '{', depth)
	case "array":
		return container(text, '[', depth)
	}
	return nil
}

// container reads an object or an array, as JSON or else as a Python literal.
func container(text string, open byte, depth int) json.RawMessage {
	if text == "" || text[0] != open {
		return nil
	}
	if value := wholeJSON(text, depth); value != nil {
		return value
	}
	return pythonLiteral(text, depth)
}

// wholeJSON returns a text that is one JSON value, and nil for any other.
func wholeJSON(text string, depth int) json.RawMessage {
	text = strings.TrimSpace(text)
	src := source{buf: []byte(text), ended: true}
	s := jsonScan{source: &src, depth: depth}
	if end, reason := s.value(0); reason != "" || end != len(text) {
		return nil
	}
	return json.RawMessage(src.buf)
}

// pythonLiteral returns a text that is one Python literal as JSON, and nil for any other.
func pythonLiteral(text string, depth int) json.RawMessage {
	src := source{buf: []byte(text), ended: true}
	end, value, reason := src.python(src.space(0), depth)
	if reason != "" || !src.done(src.space(end)) {
		return nil
	}
	return value
}

func isNumber(text string) bool {
	s := jsonScan{source: &source{buf: []byte(text), ended: true}}
	end, reason := s.number(0)
	return reason == "" && end == len(text)
}

// whole takes the fraction from a number such as 5.0, which means 5. Any other number stays as it is written.
func whole(number string) string {
	if digits, zeros, ok := strings.Cut(number, "."); ok && strings.Trim(zeros, "0") == "" {
		return digits
	}
	return number
}

// quoted returns a text as a JSON string.
func quoted(text string) json.RawMessage { return scan.AppendQuoted(nil, text) }

// object builds a JSON object from its members. Repeated names stay as the model wrote them.
type object []byte

func (o *object) add(name string, value json.RawMessage) {
	mark := byte(',')
	if len(*o) == 0 {
		mark = '{'
	}
	*o = append(scan.AppendQuoted(append(*o, mark), name), ':')
	*o = append(*o, value...)
}

// done returns the object. Nothing may be added afterwards.
func (o object) done() json.RawMessage {
	if len(o) == 0 {
		return slices.Clone(emptyArguments)
	}
	return json.RawMessage(append(o, '}'))
}
