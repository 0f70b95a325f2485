// The type grammar: names, aliases and array spellings of parameter types.

package jarvis

import (
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Kind is the base of a parameter type. The zero Kind is no type at all.
type Kind uint8

// The kinds of the type grammar, with the JSON value each is sent as.
const (
	KindString    Kind = iota + 1 // JSON string
	KindInt                       // JSON number with a whole value
	KindFloat                     // JSON number
	KindBool                      // JSON true or false
	KindDate                      // JSON string, YYYY-MM-DD
	KindDatetime                  // JSON string, RFC 3339 with a zone
	KindTime                      // JSON string, HH:MM[:SS[.fraction]] with an optional offset
	KindTimedelta                 // JSON string, ISO 8601 duration of weeks, or of days and time
	KindArray                     // JSON array
	KindDict                      // JSON object
)

// kindNames holds the canonical name of every kind, in the order in which error texts list them.
var kindNames = [...]string{
	KindString: "string", KindInt: "int", KindFloat: "float", KindBool: "bool", KindDate: "date", KindDatetime: "datetime",
	KindTime: "time", KindTimedelta: "timedelta", KindArray: "array", KindDict: "dict",
}

// String returns the canonical name of the kind, such as "int"; the zero Kind gives "".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// isScalar reports whether k may be the element of a typed array besides dict.
func (k Kind) isScalar() bool { return k >= KindString && k <= KindTimedelta }

// isText reports whether values of k are JSON strings.
func (k Kind) isText() bool { return k == KindString || k >= KindDate && k <= KindTimedelta }

// Type is the declared type of a parameter: a scalar kind, an array with or without an element kind, or a dict
// (seed: "Supported Types"). Types are comparable with ==. The zero Type is no type.
type Type struct {
	kind Kind
	elem Kind // of an array; zero for an untyped one
}

// Kind returns the base kind; KindArray for every array.
func (t Type) Kind() Kind { return t.kind }

// Elem returns the element kind of a typed array, and the zero Kind for every other type.
func (t Type) Elem() Kind { return t.elem }

// String returns the canonical text, such as "int" or "array<datetime>". ParseType reads it back.
func (t Type) String() string {
	if t.kind == KindArray && t.elem != 0 {
		return arrayNames[t.elem]
	}
	return t.kind.String()
}

// arrayNames holds the canonical texts of the typed arrays by their element kind.
var arrayNames = [...]string{
	KindString: "array<string>", KindInt: "array<int>", KindFloat: "array<float>", KindBool: "array<bool>", KindDate: "array<date>",
	KindDatetime: "array<datetime>", KindTime: "array<time>", KindTimedelta: "array<timedelta>", KindDict: "array<dict>",
}

// TypeError is the error of ParseType.
type TypeError struct {
	Text   string // the text that is not a type
	Nested bool   // it names an array of arrays, which the grammar does not have
}

// Error says what is wrong and lists the accepted names.
func (e *TypeError) Error() string {
	if e.Nested {
		return sprintf(msgNestedType, cut(e.Text))
	}
	names := strings.Join(kindNames[1:], ", ")
	if near, ok := suggest.Nearest(asciiLower(strings.TrimSpace(cut(e.Text))), kindNames[1:]); ok {
		return sprintf(msgUnknownTypeNear, cut(e.Text), near, names)
	}
	return sprintf(msgUnknownType, cut(e.Text), names)
}

// maxTypeText bounds the text ParseType looks at; the longest spelling of a type is far shorter.
const maxTypeText = 128

// ParseType reads a type name: "int" or an alias such as "integer", and for arrays "array<int>", "array[int]" or "int[]".
// Case and white space around the words do not matter. The error is a *TypeError.
func ParseType(text string) (Type, error) {
	if len(text) > maxTypeText {
		return Type{}, &TypeError{Text: text}
	}
	t, res := parseType(asciiLower(strings.TrimSpace(text)))
	if res != typeOK {
		return Type{}, &TypeError{Text: text, Nested: res == typeNested}
	}
	return t, nil
}

type typeResult uint8

const (
	typeUnknown typeResult = iota
	typeOK
	typeNested
)

// parseType parses trimmed lower-case text. The shorthand T[] is looked for first, so that "array[]" is the array of
// untyped arrays, which is nested.
func parseType(s string) (Type, typeResult) {
	if k := kindOf(s); k != 0 {
		return Type{kind: k}, typeOK
	}
	inner, ok := arrayInner(s)
	if !ok {
		return Type{}, typeUnknown
	}
	t, res := parseType(strings.TrimSpace(inner))
	switch {
	case res != typeOK:
		return Type{}, res
	case t.kind == KindArray:
		return Type{}, typeNested
	}
	return Type{kind: KindArray, elem: t.kind}, typeOK
}

// arrayInner returns the element text of an array spelling.
func arrayInner(s string) (string, bool) {
	if body, ok := strings.CutSuffix(s, "]"); ok {
		if short, ok := strings.CutSuffix(strings.TrimSpace(body), "["); ok {
			return short, true
		}
	}
	body, ok := strings.CutPrefix(s, "array")
	body = strings.TrimSpace(body)
	if !ok || len(body) < 2 {
		return "", false
	}
	open, end := body[0], body[len(body)-1]
	if open == '<' && end == '>' || open == '[' && end == ']' {
		return body[1 : len(body)-1], true
	}
	return "", false
}

// kindOf returns the kind of a canonical name or alias, or 0.
func kindOf(name string) Kind {
	switch name {
	case "string", "str":
		return KindString
	case "int", "integer":
		return KindInt
	case "float", "number", "double":
		return KindFloat
	case "bool", "boolean":
		return KindBool
	case "date":
		return KindDate
	case "datetime":
		return KindDatetime
	case "time":
		return KindTime
	case "timedelta":
		return KindTimedelta
	case "array", "list":
		return KindArray
	case "dict":
		return KindDict
	}
	return 0
}

// asciiLower lowers A to Z only: letters of other scripts that fold to ASCII are no part of the grammar.
func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
