// Parameter and Parameters: what a command accepts, as read by prompts, dialects and programs.

package jarvis

import (
	"encoding/json"
	"iter"
	"slices"
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
