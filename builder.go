// The builder: parameters declared by calls, for commands known only at run time.

package jarvis

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParameterSpec declares one parameter by its texts, as the seed's JarvisParameter constructor does. Name and Type are needed.
type ParameterSpec struct {
	Name        string   // any non-empty UTF-8 text
	Type        string   // as ParseType reads it
	Required    bool     // a call without it is refused
	Description string   // what the model reads
	Default     *string  // the text itself; JSON for arrays and dicts
	Enum        []string // nil for none
	Refinable   bool     // a follow-up utterance may change it
	Label       string   // shown to a person in a form
	Options     string   // a hint for forms, such as "devices:light"
	Absent      []string // texts that count as leaving the parameter out
	Validate    string   // go-playground rules, as in a validate tag
}

// ParametersBuilder collects declarations. Create one with NewParameters. Each method returns the builder, so that calls chain;
// mistakes are kept until Build. It is not safe for concurrent use and copies what it is given.
type ParametersBuilder struct {
	list     []draft
	mistakes []error
}

// draft is a parameter being declared.
type draft struct {
	ParameterSpec
	elem     string // element type of an array
	fields   *Parameters
	elements bool // fields are those of the elements
	checks   []check
}

// NewParameters returns an empty builder (Pikuri::Tool::Parameters.build).
func NewParameters() *ParametersBuilder { return &ParametersBuilder{} }

// Add declares a parameter by its texts.
func (b *ParametersBuilder) Add(spec ParameterSpec) *ParametersBuilder {
	spec.Enum, spec.Absent = slices.Clone(spec.Enum), slices.Clone(spec.Absent)
	if spec.Default != nil {
		spec.Default = new(*spec.Default)
	}
	b.list = append(b.list, draft{ParameterSpec: spec})
	return b
}

func (b *ParametersBuilder) scalar(name, description string, kind Kind, required bool) *ParametersBuilder {
	return b.Add(ParameterSpec{Name: name, Type: kind.String(), Description: description, Required: required})
}

// RequiredString declares a string that has to be given.
func (b *ParametersBuilder) RequiredString(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindString, true)
}

// OptionalString declares a string that may be left out.
func (b *ParametersBuilder) OptionalString(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindString, false)
}

// RequiredInteger declares a whole number of 64 bits that has to be given.
func (b *ParametersBuilder) RequiredInteger(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindInt, true)
}

// OptionalInteger declares a whole number of 64 bits that may be left out.
func (b *ParametersBuilder) OptionalInteger(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindInt, false)
}

// RequiredNumber declares a float64 that has to be given.
func (b *ParametersBuilder) RequiredNumber(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindFloat, true)
}

// OptionalNumber declares a float64 that may be left out.
func (b *ParametersBuilder) OptionalNumber(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindFloat, false)
}

// RequiredBoolean declares a bool that has to be given.
func (b *ParametersBuilder) RequiredBoolean(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindBool, true)
}

// OptionalBoolean declares a bool that may be left out.
func (b *ParametersBuilder) OptionalBoolean(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindBool, false)
}

// RequiredEnum declares a string out of a fixed set that has to be given.
func (b *ParametersBuilder) RequiredEnum(name, description string, values ...string) *ParametersBuilder {
	return b.RequiredString(name, description).Enum(values...)
}

// OptionalEnum declares a string out of a fixed set that may be left out.
func (b *ParametersBuilder) OptionalEnum(name, description string, values ...string) *ParametersBuilder {
	return b.OptionalString(name, description).Enum(values...)
}

// RequiredDate declares a Date that has to be given.
func (b *ParametersBuilder) RequiredDate(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDate, true)
}

// OptionalDate declares a Date that may be left out.
func (b *ParametersBuilder) OptionalDate(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDate, false)
}

// RequiredDatetime declares an instant that has to be given.
func (b *ParametersBuilder) RequiredDatetime(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDatetime, true)
}

// OptionalDatetime declares an instant that may be left out.
func (b *ParametersBuilder) OptionalDatetime(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDatetime, false)
}

// RequiredTime declares a TimeOfDay that has to be given.
func (b *ParametersBuilder) RequiredTime(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindTime, true)
}

// OptionalTime declares a TimeOfDay that may be left out.
func (b *ParametersBuilder) OptionalTime(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindTime, false)
}

// RequiredTimedelta declares a duration that has to be given.
func (b *ParametersBuilder) RequiredTimedelta(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindTimedelta, true)
}

// OptionalTimedelta declares a duration that may be left out.
func (b *ParametersBuilder) OptionalTimedelta(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindTimedelta, false)
}

// RequiredDict declares an object of any properties that has to be given.
func (b *ParametersBuilder) RequiredDict(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDict, true)
}

// OptionalDict declares an object of any properties that may be left out.
func (b *ParametersBuilder) OptionalDict(name, description string) *ParametersBuilder {
	return b.scalar(name, description, KindDict, false)
}

// RequiredArray declares an array that has to be given; elem is the type of its elements, a scalar or dict, or "" for any.
func (b *ParametersBuilder) RequiredArray(name, elem, description string) *ParametersBuilder {
	return b.array(name, elem, description, true)
}

// OptionalArray declares an array that may be left out; see RequiredArray.
func (b *ParametersBuilder) OptionalArray(name, elem, description string) *ParametersBuilder {
	return b.array(name, elem, description, false)
}

// RequiredStringArray declares an array of strings that has to be given.
func (b *ParametersBuilder) RequiredStringArray(name, description string) *ParametersBuilder {
	return b.array(name, "string", description, true)
}

// OptionalStringArray declares an array of strings that may be left out.
func (b *ParametersBuilder) OptionalStringArray(name, description string) *ParametersBuilder {
	return b.array(name, "string", description, false)
}

func (b *ParametersBuilder) array(name, elem, description string, required bool) *ParametersBuilder {
	b.scalar(name, description, KindArray, required)
	b.list[len(b.list)-1].elem = elem
	return b
}

// RequiredObject declares an object with declared properties that has to be given.
func (b *ParametersBuilder) RequiredObject(name, description string, fields *Parameters) *ParametersBuilder {
	return b.object(name, description, fields, true)
}

// OptionalObject declares an object with declared properties that may be left out.
func (b *ParametersBuilder) OptionalObject(name, description string, fields *Parameters) *ParametersBuilder {
	return b.object(name, description, fields, false)
}

// RequiredObjects declares an array of objects with declared properties that has to be given.
func (b *ParametersBuilder) RequiredObjects(name, description string, fields *Parameters) *ParametersBuilder {
	b.object(name, description, fields, true).list[len(b.list)-1].elements = true
	return b
}

// OptionalObjects declares an array of objects with declared properties that may be left out.
func (b *ParametersBuilder) OptionalObjects(name, description string, fields *Parameters) *ParametersBuilder {
	b.object(name, description, fields, false).list[len(b.list)-1].elements = true
	return b
}

func (b *ParametersBuilder) object(name, description string, fields *Parameters, required bool) *ParametersBuilder {
	b.scalar(name, description, KindDict, required)
	if fields == nil {
		b.mistake(name, msgBuilderFields)
		fields = newParameters(nil)
	}
	b.list[len(b.list)-1].fields = fields
	return b
}

func (b *ParametersBuilder) mistake(name, message string) {
	b.mistakes = append(b.mistakes, &TagError{Type: "Parameters", Field: name, Message: message})
}

// Build checks the declarations and returns the parameters, or every mistake joined, each a *TagError. The builder can go on
// being used; what was built does not change.
func (b *ParametersBuilder) Build() (*Parameters, error) {
	errs := slices.Clone(b.mistakes)
	seen := map[string]bool{}
	list := make([]param, 0, len(b.list))
	for i := range b.list {
		d := &b.list[i]
		p, mistakes := d.build()
		if seen[d.Name] && d.Name != "" {
			mistakes = append(mistakes, msgBuilderRepeated)
		}
		seen[d.Name] = true
		for _, m := range mistakes {
			errs = append(errs, &TagError{Type: "Parameters", Field: d.Name, Message: m})
		}
		list = append(list, p)
	}
	if len(errs) > 0 {
		return nil, joinMistakes(errs, 0, "Parameters", "…")
	}
	return newParameters(list), nil
}

// MustBuild is Build for declarations known to be right; it panics on a mistake.
func (b *ParametersBuilder) MustBuild() *Parameters {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// build turns a draft into the plan of a parameter.
func (d *draft) build() (p param, mistakes []string) {
	p = param{name: d.Name, typeText: d.Type, description: d.Description, label: d.Label, options: d.Options,
		required: d.Required, refinable: d.Refinable, absent: d.Absent, def: d.Default, checks: slices.Clone(d.checks)}
	mistakes = d.checkTexts()
	typ, err := d.typ()
	if err != nil {
		return p, append(mistakes, err.Error())
	}
	if d.elem != "" || d.elements {
		p.typeText = typ.String()
	}
	p.slot = dynamicSlot(typ, d.fields)
	return p, append(mistakes, p.finish(d.Enum, d.Validate)...)
}

func (d *draft) typ() (Type, error) {
	switch {
	case d.elements:
		return Type{kind: KindArray, elem: KindDict}, nil
	case d.elem != "":
		return ParseType("array<" + d.elem + ">")
	}
	return ParseType(d.Type)
}

// checkTexts looks at what needs no type.
func (d *draft) checkTexts() (mistakes []string) {
	switch {
	case d.Name == "":
		mistakes = append(mistakes, msgBuilderName)
	case !utf8.ValidString(d.Name):
		mistakes = append(mistakes, sprintf(msgBuilderUTF8, d.Name))
	}
	mistakes = append(mistakes, d.badTexts()...)
	if d.Required && d.Default != nil {
		mistakes = append(mistakes, msgDefaultRequired)
	}
	if d.Required && len(d.Absent) > 0 {
		mistakes = append(mistakes, msgAbsentRequired)
	}
	for _, word := range d.Absent {
		if word == "" {
			mistakes = append(mistakes, msgAbsentBlank)
		}
		if slices.ContainsFunc(d.Enum, func(e string) bool { return strings.EqualFold(e, word) }) {
			mistakes = append(mistakes, sprintf(msgAbsentEnum, word))
		}
	}
	return mistakes
}

// badTexts finds the texts that no JSON can hold.
func (s *ParameterSpec) badTexts() (mistakes []string) {
	texts := map[string]string{"description": s.Description, "label": s.Label, "options hint": s.Options,
		"enum": strings.Join(s.Enum, ""), "absent list": strings.Join(s.Absent, "")}
	if s.Default != nil {
		texts["default"] = *s.Default
	}
	for _, what := range slices.Sorted(maps.Keys(texts)) {
		if !utf8.ValidString(texts[what]) {
			mistakes = append(mistakes, sprintf(msgTextUTF8, what))
		}
	}
	return mistakes
}

// dynamicTypes are the Go types that Values holds.
var dynamicTypes = map[Kind]slot{
	KindString:    {goType: reflect.TypeFor[string](), store: storeString},
	KindInt:       {goType: reflect.TypeFor[int64](), store: storeInt},
	KindFloat:     {goType: reflect.TypeFor[float64](), store: storeFloat},
	KindBool:      {goType: reflect.TypeFor[bool](), store: storeBool},
	KindDate:      {goType: typeDate, store: storeDate},
	KindDatetime:  {goType: typeTime, store: storeDatetime},
	KindTime:      {goType: typeTimeOfDay, store: storeTime},
	KindTimedelta: {goType: typeDuration, store: storeTimedelta},
	KindArray:     {goType: reflect.TypeFor[[]any](), store: storeAnySlice},
	KindDict:      {goType: reflect.TypeFor[map[string]any](), store: storeAnyMap},
}

// dynamicSlot returns the slot of a type in Values. fields are the declared properties of the dict or of the elements.
func dynamicSlot(typ Type, fields *Parameters) slot {
	if typ.kind == KindArray && typ.elem != 0 {
		return sliceOf(dynamicSlot(Type{kind: typ.elem}, fields))
	}
	s := dynamicTypes[typ.kind]
	s.typ = typ
	if fields != nil {
		s.goType, s.store, s.fields = reflect.TypeFor[Values](), storeValues, fields
	}
	return s
}

// sliceOf returns the slot of a typed array.
func sliceOf(elem slot) slot {
	elem.element = true
	return slot{typ: Type{kind: KindArray, elem: elem.typ.kind}, goType: reflect.SliceOf(elem.goType), store: storeSlice, elem: &elem}
}
