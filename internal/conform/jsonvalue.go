// JSON values with exact numbers and the order of their members.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonValue is a field of a line that holds any JSON value. The value is nil, bool, string, number, []any or *object.
type jsonValue struct{ v any }

// UnmarshalJSON reads the value.
func (j *jsonValue) UnmarshalJSON(text []byte) (err error) {
	j.v, err = parseJSON(text)
	return err
}

// object is a JSON object.
type object struct {
	names   []string // in order of appearance
	members map[string]any
}

// member returns the member of that name as an object; nil if there is none, and of a nil object too.
func (o *object) member(name string) *object {
	if o == nil {
		return nil
	}
	m, _ := o.members[name].(*object)
	return m
}

// take removes a member and returns it.
func (o *object) take(name string) (any, bool) {
	if o == nil {
		return nil, false
	}
	v, ok := o.members[name]
	delete(o.members, name)
	o.names = slices.DeleteFunc(o.names, func(n string) bool { return n == name })
	return v, ok
}

// number is a JSON number: as written, and as digits and exponent in the one form that all spellings of a value share.
type number struct{ text, exact string }

// newNumber reads the text of a JSON number. No power of ten is ever computed, so that any exponent is cheap.
func newNumber(text string) (number, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	scale := new(big.Int)
	if _, ok := scale.SetString(exponent, 10); !ok && exponent != "" {
		return number{}, fmt.Errorf("%q is no JSON number", text)
	}
	digits = strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return number{text, "0"}, nil
	}
	scale.Add(scale, big.NewInt(int64(len(digits)-len(short)-len(fraction))))
	if negative {
		short = "-" + short
	}
	return number{text, short + "e" + scale.String()}, nil
}

// parseJSON reads one JSON value and refuses repeated names, invalid Unicode and anything after the value.
func parseJSON(text []byte) (any, error) {
	in := jsontext.NewDecoder(bytes.NewReader(text))
	v, err := readValue(in)
	if err != nil {
		return nil, err
	}
	if _, err := in.ReadToken(); err != io.EOF {
		return nil, fmt.Errorf("more after the JSON value at byte %d", in.InputOffset())
	}
	return v, nil
}

func readValue(in *jsontext.Decoder) (any, error) {
	token, err := in.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return readObject(in)
	case '[':
		list := []any{}
		for in.PeekKind() != ']' {
			v, err := readValue(in)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = in.ReadToken()
		return list, err
	case '"':
		return token.String(), nil
	case '0':
		return newNumber(token.String())
	case 't', 'f':
		return token.Bool(), nil
	}
	return nil, nil
}

func readObject(in *jsontext.Decoder) (any, error) {
	o := &object{members: map[string]any{}}
	for in.PeekKind() != '}' {
		token, err := in.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		v, err := readValue(in)
		if err != nil {
			return nil, err
		}
		o.names = append(o.names, name)
		o.members[name] = v
	}
	_, err := in.ReadToken()
	return o, err
}

// fromGo reads the Go values that the library documents for untyped JSON, in which numbers are json.Number.
func fromGo(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		if n, err := parseJSON([]byte(v)); err == nil {
			if n, ok := n.(number); ok {
				return n, nil
			}
		}
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			var err error
			if list[i], err = fromGo(e); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		o := &object{members: map[string]any{}}
		for name, e := range v {
			m, err := fromGo(e)
			if err != nil {
				return nil, err
			}
			o.names = append(o.names, name)
			o.members[name] = m
		}
		slices.Sort(o.names)
		return o, nil
	}
	return nil, fmt.Errorf("%s is not a Go value of untyped JSON", goText(v))
}

// toGo is the inverse of fromGo.
func toGo(v any) any {
	switch v := v.(type) {
	case number:
		return json.Number(v.text)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = toGo(e)
		}
		return list
	case *object:
		m := make(map[string]any, len(v.names))
		for name, e := range v.members {
			m[name] = toGo(e)
		}
		return m
	}
	return v
}

// marshalled reads the JSON form of a value of the library, nil if there is none; then the report says so.
func marshalled(r *report, what string, v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		r.fail(what, "JSON", err.Error())
		return nil
	}
	form, err := parseJSON(text)
	if err != nil {
		r.fail(what, "sound JSON", err.Error())
		return nil
	}
	return form
}

// goText shows a Go value with its type.
func goText(v any) string { return fmt.Sprintf("%T %v", v, v) }

// jsonText writes a value for people, with numbers as they were written.
func jsonText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case string:
		text, _ := jsontext.AppendQuote(nil, v)
		return string(text)
	case number:
		return v.text
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = jsonText(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case *object:
		parts := make([]string, len(v.names))
		for i, name := range v.names {
			parts[i] = jsonText(name) + ":" + jsonText(v.members[name])
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return goText(v)
}

// rawJSON writes a value for the library.
func rawJSON(v any) json.RawMessage { return json.RawMessage(jsonText(v)) }
