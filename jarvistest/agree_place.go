// Places: what a declaration asks of each value, read from Parameters and their schema.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// place is one value position of a declaration: a parameter, the element of an array or the value of a map.
type place struct {
	kind      jarvis.Kind  // of arrays and dicts more is said by elem and fields
	goType    reflect.Type // pointer removed; nil while it is not known
	enum      []string     // texts of kinds that are sent as text, else JSON
	rules     []rule
	keyRules  []rule // of the keys of a map
	tagged    bool   // rules are those of a struct tag, and all there are
	noted     bool   // the description tells rules that no keyword says
	textual   bool   // an encoding.TextUnmarshaler takes the text
	elem      *place // of typed arrays and maps
	fields    []field
	closed    bool               // a dict that declares its properties, though it may have none
	own       *jsonschema.Schema // of a type that describes itself
	loose     *jsonschema.Schema // the same without formats
	model     *place             // what that schema says, as far as it can be read
	node      json.RawMessage
	pool      []*value // that examples give, or that the binder took
	mentioned []string // JSON of values that the schema of such a type names, and some beside them
}

// field is a declared property.
type field struct {
	place
	name     string
	required bool
	def      *string
	absent   []string
	swept    bool // a value was looked for among everyday texts
}

// isText reports whether values are JSON strings.
func (p *place) isText() bool {
	return p.kind == jarvis.KindString || p.kind >= jarvis.KindDate && p.kind <= jarvis.KindTimedelta
}

// keepsText reports whether a text is stored as it came.
func (p *place) keepsText() bool {
	return p.isText() && (p.kind == jarvis.KindString || p.goType != nil && p.goType.Kind() == reflect.String)
}

// isPlain reports whether Go values are equal exactly when the JSON values are, rounding aside.
func (p *place) isPlain() bool {
	return p.own == nil && !p.textual && p.kind >= jarvis.KindString && p.kind <= jarvis.KindBool
}

// bits is the size of a number.
func (p *place) bits() int {
	if p.goType != nil {
		switch p.goType.Kind() {
		case reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32, reflect.Float32:
			return p.goType.Bits()
		}
	}
	return 64
}

func (p *place) unsigned() bool {
	return p.goType != nil && p.goType.Kind() >= reflect.Uint && p.goType.Kind() <= reflect.Uint64
}

// hasOwn reports whether a value somewhere in there is read by code of the author, so that only the author knows what it is.
func (p *place) hasOwn() bool {
	return p.own != nil || p.textual || p.elem != nil && p.elem.hasOwn() ||
		slices.ContainsFunc(p.fields, func(f field) bool { return f.hasOwn() })
}

// members splits a JSON object. Nil names mean that raw is none.
func members(raw json.RawMessage) (names []string, values map[string]json.RawMessage) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, nil
	}
	names, values = []string{}, map[string]json.RawMessage{}
	for dec.More() {
		tok, err := dec.Token()
		name, ok := tok.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return nil, nil
		}
		names, values[name] = append(names, name), value
	}
	return names, values
}

// readFields reads declared properties. Where there are no Parameters to ask, as in a map of structs, the schema says it all.
func readFields(params *jarvis.Parameters, schema json.RawMessage) []field {
	_, object := members(schema)
	names, nodes := members(object["properties"])
	if params == nil {
		var required []string
		_ = json.Unmarshal(object["required"], &required) // a list that cannot be read is none
		fields := make([]field, len(names))
		for i, name := range names {
			fields[i] = field{place: readPlace(nil, nodes[name]), name: name, required: slices.Contains(required, name)}
			fields[i].def = defaultOf(nodes[name])
		}
		return fields
	}
	fields := make([]field, 0, params.Len())
	for p := range params.All() {
		f := field{place: readPlace(&p, nodes[p.Name()]), name: p.Name(), required: p.Required(), absent: p.Absent()}
		if text, ok := p.Default(); ok {
			f.def = &text
		}
		fields = append(fields, f)
	}
	return fields
}

func defaultOf(node json.RawMessage) *string {
	_, parts := members(node)
	if parts["default"] == nil {
		return nil
	}
	text := literal(parts["default"])
	return &text
}

// literal is the text of a declared value: a string itself, anything else as JSON.
func literal(raw json.RawMessage) string {
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// readPlace reads the place of a parameter, or with nil of any other value, by its schema.
func readPlace(p *jarvis.Parameter, node json.RawMessage) place {
	_, parts := members(node)
	at := place{node: node, kind: kindOf(parts)}
	var fields *jarvis.Parameters
	if p != nil {
		at.kind, fields = p.Type().Kind(), p.Fields()
		at.noted = literal(parts["description"]) != p.Description()
	}
	switch at.kind {
	case jarvis.KindArray:
		if _, items := members(parts["items"]); len(items) > 0 {
			elem := readPlace(nil, parts["items"])
			if elem.noted = at.noted; p != nil && p.Type().Elem() != 0 {
				elem.kind, elem.enum = p.Type().Elem(), p.Enum()
				elem.rules = keywordRules(&elem, items) // an enum may be that of a rule
			}
			if fields != nil {
				elem.fields = readFields(fields, parts["items"])
			}
			at.elem = &elem
		}
	case jarvis.KindDict:
		if at.closed = string(parts["additionalProperties"]) == "false"; at.closed {
			at.fields = readFields(fields, node)
		} else if _, values := members(parts["additionalProperties"]); len(values) > 0 {
			elem := readPlace(nil, parts["additionalProperties"])
			at.elem, elem.noted = &elem, at.noted
		}
	default:
		if at.enum = enumOf(parts["enum"]); p != nil {
			at.enum = p.Enum()
		}
	}
	at.rules = keywordRules(&at, parts)
	return at
}

func enumOf(raw json.RawMessage) []string {
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list) // what is no list is no enum
	var texts []string
	for _, value := range list {
		texts = append(texts, literal(value))
	}
	return texts
}

// kindOf reads type and format.
func kindOf(parts map[string]json.RawMessage) jarvis.Kind {
	switch literal(parts["type"]) {
	case "integer":
		return jarvis.KindInt
	case "number":
		return jarvis.KindFloat
	case "boolean":
		return jarvis.KindBool
	case "array":
		return jarvis.KindArray
	case "object":
		return jarvis.KindDict
	}
	switch literal(parts["format"]) {
	case "date":
		return jarvis.KindDate
	case "date-time":
		return jarvis.KindDatetime
	case "time":
		return jarvis.KindTime
	case "duration":
		return jarvis.KindTimedelta
	}
	return jarvis.KindString
}

// compileSchema makes a schema fit for judging, with formats asserted.
func compileSchema(raw json.RawMessage) (*jsonschema.Schema, error) {
	return compileWith(raw, (*jsonschema.Compiler).AssertFormat)
}

// compileWith compiles a schema with what options turn on.
func compileWith(raw json.RawMessage, options ...func(*jsonschema.Compiler)) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	for _, option := range options {
		option(c)
	}
	if err := c.AddResource("mem:///schema", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///schema")
}
