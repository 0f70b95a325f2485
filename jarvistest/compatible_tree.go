// JSON as a tree that keeps the order of keys and the text of numbers, and what it means for two values to be equal.

package jarvistest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// object is a JSON object in its order. Nil is an object without members.
type object struct {
	names  []string
	values map[string]any
}

func (o *object) get(name string) any {
	if o == nil {
		return nil
	}
	return o.values[name]
}

func (o *object) has(name string) bool {
	if o == nil {
		return false
	}
	_, ok := o.values[name]
	return ok
}

func (o *object) keys() []string {
	if o == nil {
		return nil
	}
	return o.names
}

// asObject returns v if it is an object, else nil.
func asObject(v any) *object {
	o, _ := v.(*object)
	return o
}

// readTree reads one value: *object, []any, string, json.Number, bool or nil.
func readTree(r *scan.Reader) (any, error) {
	switch k := r.Kind(); k {
	case scan.ObjectStart:
		return readObject(r)
	case scan.ArrayStart:
		return readArray(r)
	default:
		raw, err := r.Value(k)
		if err != nil {
			return nil, err
		}
		return scalarOf(k, raw), nil
	}
}

func scalarOf(k scan.Kind, raw []byte) any {
	switch k {
	case scan.String:
		text, _ := scan.Text(raw, nil)
		return string(text)
	case scan.Number:
		return json.Number(raw)
	case scan.True, scan.False:
		return k == scan.True
	}
	return nil
}

func readObject(r *scan.Reader) (any, error) {
	o := &object{values: map[string]any{}}
	if err := r.Enter(); err != nil {
		return nil, err
	}
	for k := r.Kind(); k != scan.ObjectEnd; k = r.Kind() {
		raw, err := r.Value(k)
		if err != nil {
			return nil, err
		}
		name, _ := scalarOf(k, raw).(string)
		v, err := readTree(r)
		if err != nil {
			return nil, err
		}
		o.names = append(o.names, name)
		o.values[name] = v
	}
	return o, r.Leave()
}

func readArray(r *scan.Reader) (any, error) {
	list := []any{}
	if err := r.Enter(); err != nil {
		return nil, err
	}
	for r.Kind() != scan.ArrayEnd {
		v, err := readTree(r)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, r.Leave()
}

// sameTree reports whether two values are the same to JSON Schema: numbers by value, objects without regard to order. Both may be
// absent, which is nil too.
func sameTree(a, b any) bool {
	switch a := a.(type) {
	case *object:
		b, ok := b.(*object)
		if !ok || len(a.names) != len(b.names) {
			return false
		}
		for name, v := range a.values {
			if w, ok := b.values[name]; !ok || !sameTree(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, sameTree)
	case json.Number:
		b, ok := b.(json.Number)
		if !ok || a == b {
			return ok
		}
		x, y := exactNumber(a), exactNumber(b)
		return x != nil && y != nil && x.Cmp(y) == 0
	}
	return a == b
}

// maxExponent bounds the numbers that are compared by their value: one of a few bytes can be of any size.
const maxExponent = 1000

// exactNumber returns the value of a number, nil if it is none or out of bounds.
func exactNumber(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok || len(n) > maxExponent {
		return nil
	}
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(n[i+1:])); err != nil || max(e, -e) > maxExponent {
			return nil
		}
	}
	value, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return value
}

// printTree writes a value on one line.
func printTree(v any) string {
	switch v := v.(type) {
	case *object:
		parts := make([]string, len(v.names))
		for i, name := range v.names {
			parts[i] = printTree(name) + ":" + printTree(v.values[name])
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = printTree(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case string:
		return string(scan.AppendQuoted(nil, v))
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}
