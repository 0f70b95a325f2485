// Schema: the plan of parameters as JSON Schema.

package jarvis

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"

	"github.com/invopop/jsonschema"

	"github.com/jarvis-sdk/jarvis/internal/prose"
)

// schemaForm says which of the printed forms a schema is for.
type schemaForm uint8

const (
	schemaPlain schemaForm = iota // JSON Schema and nothing else
	schemaTool                    // with the _refinable hint of the seed
)

// objectSchema prints an object that lists its properties and forbids others.
func objectSchema(p *Parameters, form schemaForm) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for i := range p.list {
		f := &p.list[i]
		out.Properties.Set(f.name, f.schema(form))
		if f.required {
			out.Required = append(out.Required, f.name)
		}
	}
	if out.Required == nil {
		extra(out, "required", json.RawMessage("[]"))
	}
	return out
}

// schema prints one parameter.
func (p *param) schema(form schemaForm) *jsonschema.Schema {
	out := p.slot.schema(form)
	if form == schemaTool && p.refinable {
		extra(out, "_refinable", true)
	}
	if text := p.fullDescription(); text != "" {
		out.Description = text
	}
	if p.defRaw != nil {
		out.Default = p.defRaw
	}
	return out
}

// fullDescription is the description and, after it, the rules that JSON Schema has no keyword for.
func (p *param) fullDescription() string {
	return prose.Append(p.description, p.slot.notes()...)
}

// notes are the rules of a value, and of all that is in it, that JSON Schema has no keyword for.
func (s *slot) notes() []string {
	notes := slices.Clip(s.rules.notes())
	if s.elem != nil {
		for _, note := range s.elem.notes() {
			notes = append(notes, sprintf(msgEachElement, note))
		}
	}
	return notes
}

// schema prints the values of a slot.
func (s *slot) schema(form schemaForm) *jsonschema.Schema {
	out := &jsonschema.Schema{}
	switch s.typ.kind {
	case KindString, KindDate, KindDatetime, KindTime, KindTimedelta:
		out.Type = "string"
		if s.enum == nil {
			out.Format = formats[s.typ.kind]
		}
	case KindInt:
		out.Type = "integer"
		lo, hi := intRange(s)
		out.Minimum, out.Maximum = json.Number(lo), json.Number(hi)
	case KindFloat:
		out.Type = "number"
	case KindBool:
		out.Type = "boolean"
	case KindArray:
		out.Type = "array"
		if s.elem == nil {
			extra(out, "items", json.RawMessage("{}"))
		} else {
			out.Items = s.elem.schema(form)
		}
	case KindDict:
		out = s.dictSchema(form)
	}
	if s.store == storeForeign {
		out = s.foreign.copy()
	}
	for _, k := range s.rules.keywords() {
		setKeyword(out, k.Name, k.Value)
	}
	if s.enum != nil {
		out.Enum = s.enum.schema()
	}
	return out
}

func (s *slot) dictSchema(form schemaForm) *jsonschema.Schema {
	if s.fields != nil {
		return objectSchema(s.fields, form)
	}
	out := &jsonschema.Schema{Type: "object"}
	if s.elem != nil {
		out.AdditionalProperties = s.elem.schema(form)
	}
	return out
}

// schema is the enum typed. Its members keep all rules, a oneof among them: Define has seen to that.
func (e *enumSet) schema() []any {
	list := make([]any, len(e.raw))
	for i, raw := range e.raw {
		list[i] = raw
	}
	return list
}

// formats are the JSON Schema formats of the text kinds.
var formats = map[Kind]string{KindDate: "date", KindDatetime: "date-time", KindTime: "time", KindTimedelta: "duration"}

// intRange returns the bounds of an int slot whose Go type is narrower than 64 bits or unsigned; "" is no bound.
func intRange(s *slot) (lo, hi string) {
	if s.store != storeInt && s.store != storeUint {
		return "", ""
	}
	size := s.goType.Bits()
	switch {
	case s.store == storeUint:
		if size < 64 {
			hi = strconv.FormatUint(1<<size-1, 10)
		}
		return "0", hi
	case size < 64:
		return strconv.FormatInt(-1<<(size-1), 10), strconv.FormatInt(1<<(size-1)-1, 10)
	}
	return "", ""
}

// setKeyword sets a validation keyword. Of two bounds the tighter one stays.
func setKeyword(out *jsonschema.Schema, name string, value json.RawMessage) {
	switch text := string(value); name {
	case "minimum":
		out.Minimum = tighter(out.Minimum, text, 1)
	case "maximum":
		out.Maximum = tighter(out.Maximum, text, -1)
	case "exclusiveMinimum":
		out.ExclusiveMinimum = json.Number(text)
	case "exclusiveMaximum":
		out.ExclusiveMaximum = json.Number(text)
	case "minLength":
		out.MinLength = count(text)
	case "maxLength":
		out.MaxLength = count(text)
	case "minItems":
		out.MinItems = count(text)
	case "maxItems":
		out.MaxItems = count(text)
	case "minProperties":
		out.MinProperties = count(text)
	case "maxProperties":
		out.MaxProperties = count(text)
	case "uniqueItems":
		out.UniqueItems = text == "true"
	case "const":
		out.Const = value
	case "enum":
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list) // our own text
		out.Enum = make([]any, len(list))
		for i, v := range list {
			out.Enum[i] = v
		}
	case "pattern":
		_ = json.Unmarshal(value, &out.Pattern)
	default:
		extra(out, name, value)
	}
}

// tighter returns the larger of two lower bounds (sign 1) or the smaller of two upper ones (sign -1).
func tighter(old json.Number, text string, sign int) json.Number {
	a, okA := new(big.Rat).SetString(old.String())
	b, okB := new(big.Rat).SetString(text)
	if okA && okB && a.Cmp(b) == sign {
		return old
	}
	return json.Number(text)
}

func count(text string) *uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// extra sets a keyword that the document model has no field for, or cannot write when it is empty.
func extra(out *jsonschema.Schema, name string, value any) {
	if out.Extras == nil {
		out.Extras = map[string]any{}
	}
	out.Extras[name] = value
}
