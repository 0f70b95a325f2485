// Parameter and Parameters: what a command accepts, as read by prompts, dialects and programs, and the plan behind it.

package jarvis

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Parameters is an ordered, immutable set of parameters. It comes from a tagged struct (Define), from a builder
// (NewParameters) or from a foreign JSON Schema (ParametersFromSchema); all three are the same kind of thing, with the same
// schema and the same binder. It is safe for concurrent use. Source: seed "Parameters Deep Dive", Pikuri::Tool::Parameters.
type Parameters struct {
	list    []param
	names   []string       // in order
	byName  map[string]int // nil when there are few
	late    []int          // those that are required or have a default: looked at when an object ends
	escapes bool           // a name has a backslash, so its JSON text differs from it

	once   sync.Once
	schema json.RawMessage
}

// Len returns the number of parameters.
func (p *Parameters) Len() int { return len(p.list) }

// All yields the parameters in the order of their declaration.
func (p *Parameters) All() iter.Seq[Parameter] {
	return func(yield func(Parameter) bool) {
		for i := range p.list {
			if !yield(Parameter{&p.list[i]}) {
				return
			}
		}
	}
}

// Lookup returns the parameter of that exact name.
func (p *Parameters) Lookup(name string) (Parameter, bool) {
	if i := p.find(name); i >= 0 {
		return Parameter{&p.list[i]}, true
	}
	return Parameter{}, false
}

// Schema returns the JSON Schema of the arguments: an object with the properties in order of declaration, its required
// list (present even when empty) and additionalProperties false. The bytes are computed once and must not be changed.
func (p *Parameters) Schema() json.RawMessage {
	p.once.Do(func() { p.schema = marshalSchema(objectSchema(p, schemaPlain)) })
	return p.schema
}

// Parameter is a read-only view of one declared parameter. Its zero value is no parameter: every method returns zero.
type Parameter struct{ p *param }

// noParam stands behind the zero Parameter.
var noParam = &param{}

func (p Parameter) get() *param {
	if p.p == nil {
		return noParam
	}
	return p.p
}

// Name returns the name a model uses.
func (p Parameter) Name() string { return p.get().name }

// Type returns the declared type.
func (p Parameter) Type() Type { return p.get().typ }

// Required reports whether a call without it is refused.
func (p Parameter) Required() bool { return p.get().required }

// Refinable reports whether a follow-up utterance may change the value without restarting the command.
func (p Parameter) Refinable() bool { return p.get().refinable }

// Description returns the text shown to the model, as declared.
func (p Parameter) Description() string { return p.get().description }

// Label returns the name shown to a person in a form, or "".
func (p Parameter) Label() string { return p.get().label }

// Options returns the hint for settings and routine forms, such as "devices:light", or "".
func (p Parameter) Options() string { return p.get().options }

// Enum returns a copy of the allowed values as declared, or nil. For an array they are the allowed elements.
func (p Parameter) Enum() []string { return slices.Clone(p.get().enumTexts()) }

// Absent returns a copy of the texts that count as leaving the parameter out, or nil.
func (p Parameter) Absent() []string { return slices.Clone(p.get().absent) }

// Default returns the default as declared and whether there is one.
func (p Parameter) Default() (text string, ok bool) {
	if def := p.get().def; def != nil {
		return *def, true
	}
	return "", false
}

// Fields returns the declared properties of a dict, or of the elements of an array of dicts; nil when any are taken.
func (p Parameter) Fields() *Parameters {
	s := &p.get().slot
	if s.elem != nil && s.typ.kind == KindArray {
		s = s.elem
	}
	return s.fields
}

// param is the plan of one parameter. After Build or Define it never changes.
type param struct {
	slot
	name     string
	index    []int // the struct field
	absent   []string
	checked  bool // there are rules or checks
	required bool
	checks   []check
	def      *string
	defRaw   json.RawMessage // the default as JSON
	defValue reflect.Value   // the default itself, if it can be shared by copying

	typeText, description, label, options string
	refinable                             bool
}

// enumTexts returns the declared enum, which for an array stands at the elements.
func (s *slot) enumTexts() []string {
	switch {
	case s.enum != nil:
		return s.enum.texts
	case s.elem != nil && s.elem.enum != nil:
		return s.elem.enum.texts
	}
	return nil
}

// check is a validation function of the author's with its message (seed: validation_function, validation_error_message).
type check struct {
	fn      func(any) bool
	message string
}

// slot is one value position of a plan: a parameter, the element of an array or the value of a map.
type slot struct {
	typ     Type
	goType  reflect.Type // of the value, pointer removed
	pointer bool         // the place holds a *goType
	store   storage
	enum    *enumSet
	rules   *ruleSet
	exact   []exactBound   // of the rules, for floats
	elem    *slot          // of arrays and maps
	fields  *Parameters    // of objects that declare their properties
	foreign *foreignSchema // of types that bring their own schema
	element bool           // stands in a typed array
}

// storage says how a value of the slot's type is put into its Go type.
type storage uint8

const (
	storeString storage = iota + 1
	storeText           // encoding.TextUnmarshaler; up to here the text itself is stored
	storeInt
	storeUint
	storeFloat
	storeBool
	storeDate
	storeDatetime
	storeTime
	storeTimedelta
	storeAnySlice
	storeSlice
	storeAnyMap
	storeMap
	storeStruct
	storeValues
	storeForeign // json.Unmarshaler with its own JSONSchema
)

// manyNames is the number of parameters from which a map finds a name faster than looking at each.
const manyNames = 12

// newParameters freezes a list of parameters whose names are known to differ.
func newParameters(list []param) *Parameters {
	p := &Parameters{list: list, names: make([]string, len(list))}
	for i := range list {
		p.names[i] = list[i].name
		list[i].checked = list[i].rules != nil || list[i].checks != nil
		p.escapes = p.escapes || strings.Contains(list[i].name, `\`)
		if list[i].required || list[i].def != nil {
			p.late = append(p.late, i)
		}
	}
	if len(list) >= manyNames {
		p.byName = make(map[string]int, len(list))
		for i, name := range p.names {
			p.byName[name] = i
		}
	}
	return p
}

// isNext reports whether a raw JSON string is the name of parameter i: models mostly keep the declared order. Texts with an
// escape are left to find.
func (p *Parameters) isNext(i int, raw []byte) bool {
	return i < len(p.names) && len(raw) == len(p.names[i])+2 && string(raw[1:len(raw)-1]) == p.names[i] && !p.escapes
}

// find returns the index of the parameter of that name, or -1.
func (p *Parameters) find(name string) int {
	if p.byName != nil {
		if i, ok := p.byName[name]; ok {
			return i
		}
		return -1
	}
	return slices.Index(p.names, name)
}

// bitset remembers parameters by their index.
type bitset struct {
	low  uint64
	high []uint64
}

func (s *bitset) has(i int) bool {
	if i < 64 {
		return s.low&(1<<i) != 0
	}
	i -= 64
	return i/64 < len(s.high) && s.high[i/64]&(1<<(i%64)) != 0
}

func (s *bitset) add(i int) {
	if i < 64 {
		s.low |= 1 << i
		return
	}
	i -= 64
	for i/64 >= len(s.high) {
		s.high = append(s.high, 0)
	}
	s.high[i/64] |= 1 << (i % 64)
}
