// JSON as the property tests read it: members in their order, numbers as they are spelt.

package dialect_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// object is a JSON object that knows the order of its members. Values are *object, []any, string, json.Number, bool and nil.
type object struct {
	keys []string
	vals map[string]any
}

func newObject(members ...any) *object {
	o := &object{vals: map[string]any{}}
	for i := 0; i < len(members); i += 2 {
		o.set(members[i].(string), members[i+1])
	}
	return o
}

func (o *object) set(key string, v any) {
	if _, there := o.vals[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.vals[key] = v
}

func (o *object) has(key string) bool {
	if o == nil {
		return false
	}
	_, there := o.vals[key]
	return there
}

// get returns a member; nil if there is none, or no object.
func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	return o.vals[key]
}

func (o *object) object(key string) *object {
	inner, _ := o.get(key).(*object)
	return inner
}

func (o *object) list(key string) []any {
	list, _ := o.get(key).([]any)
	return list
}

func (o *object) text(key string) string {
	text, _ := o.get(key).(string)
	return text
}

// texts is a list of strings; other elements are left out.
func (o *object) texts(key string) (texts []string) {
	for _, v := range o.list(key) {
		if text, ok := v.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// types is the type keyword as a list; nil if there is none.
func (o *object) types() []string {
	if name, ok := o.get("type").(string); ok {
		return []string{name}
	}
	return o.texts("type")
}

func (o *object) without(names ...string) *object {
	fewer := newObject()
	for _, key := range o.keys {
		if !slices.Contains(names, key) {
			fewer.set(key, o.vals[key])
		}
	}
	return fewer
}

var errRepeated = errors.New("a key comes twice")

// readDoc reads one JSON text.
func readDoc(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := readValue(dec)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("there is more text")
		}
	}
	return v, err
}

func readValue(dec *json.Decoder) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return readMembers(dec)
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := readValue(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	}
	return token, nil
}

func readMembers(dec *json.Decoder) (any, error) {
	o := newObject()
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		v, err := readValue(dec)
		if err != nil {
			return nil, err
		}
		if o.has(key.(string)) {
			return nil, errRepeated
		}
		o.set(key.(string), v)
	}
	_, err := dec.Token()
	return o, err
}

func mustRead(t testing.TB, raw []byte) any {
	t.Helper()
	v, err := readDoc(raw)
	require.NoError(t, err, "%s", raw)
	return v
}

func mustReadObject(t testing.TB, raw []byte) *object {
	t.Helper()
	o, ok := mustRead(t, raw).(*object)
	require.True(t, ok, "no object: %s", raw)
	return o
}

// write prints a value without spaces. Equal values in the same order and spelling have the same text.
func write(v any) string {
	var out strings.Builder
	writeTo(&out, v)
	return out.String()
}

func writeTo(out *strings.Builder, v any) {
	switch v := v.(type) {
	case *object:
		for i, key := range v.keys {
			out.WriteString([]string{"{", ","}[min(i, 1)] + quote(key) + ":")
			writeTo(out, v.vals[key])
		}
		out.WriteString([]string{"{}", "}"}[min(len(v.keys), 1)])
	case []any:
		for i, e := range v {
			out.WriteString([]string{"[", ","}[min(i, 1)])
			writeTo(out, e)
		}
		out.WriteString([]string{"[]", "]"}[min(len(v), 1)])
	case string:
		out.WriteString(quote(v))
	case nil:
		out.WriteString("null")
	default:
		fmt.Fprint(out, v) // numbers, true and false
	}
}

// quote writes a JSON string that escapes only what has to be.
func quote(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < ' ':
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// compiledSchemas keeps what compileSchema made, by the text of the schema.
var compiledSchemas sync.Map

// compileSchema compiles a JSON Schema that asserts its formats.
func compileSchema(doc any) (*jsonschema.Schema, error) {
	text := write(doc)
	if known, ok := compiledSchemas.Load(text); ok {
		return known.(*jsonschema.Schema), nil
	}
	schema, err := compileText(text)
	if err == nil {
		compiledSchemas.Store(text, schema)
	}
	return schema, err
}

func compileText(text string) (*jsonschema.Schema, error) {
	plain, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:///schema", plain); err != nil {
		return nil, err
	}
	return c.Compile("mem:///schema")
}

// accepts reports whether raw is JSON that the schema takes.
func accepts(schema *jsonschema.Schema, raw []byte) bool {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	return err == nil && schema.Validate(doc) == nil
}
