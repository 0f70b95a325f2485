// What a declaration says, in the words of agreement, and the model of a struct.

package jarvis_test

import (
	"context"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// modelSlot is one value position of a declaration as this test understands it, made without asking the library.
type modelSlot struct {
	kind     string // canonical name; "array" and "dict" with or without elem
	size     int    // bits of the Go number
	unsigned bool
	goString bool                   // a text kind kept in a Go string
	goKind   string                 // of a number
	accepts  func(text string) bool // of a TextUnmarshaler
	enum     []string
	rules    []string
	keyRules []string     // of the keys of a map
	elem     *modelSlot   // of a typed array or map
	fields   []modelField // of an object that declares its properties
}

type modelField struct {
	modelSlot
	name     string
	required bool
	def      *string
	index    []int // of the struct field
}

func (s *modelSlot) isText() bool {
	return slices.Contains([]string{"string", "date", "datetime", "time", "timedelta"}, s.kind)
}

// row is the line of the coverage table that a parameter counts for.
func (s *modelSlot) row() string {
	switch {
	case s.kind == "array" && s.elem != nil:
		return "array<" + s.elem.row() + ">"
	case s.kind == "dict" && s.fields != nil:
		return "object"
	case s.kind == "dict" && s.elem != nil:
		return "map"
	}
	return s.kind
}

// chain is the validate tag.
func (s *modelSlot) chain() string {
	chain := slices.Clone(s.rules)
	if s.keyRules != nil || s.elem != nil && s.elem.rules != nil {
		chain = append(chain, "dive")
	}
	if s.keyRules != nil {
		chain = append(append(append(chain, "keys"), s.keyRules...), "endkeys")
	}
	if s.elem != nil {
		chain = append(chain, s.elem.rules...)
	}
	return strings.Join(chain, ",")
}

// String writes a field so that a failure can be read back into a declaration.
func (f modelField) String() string {
	text := fmt.Sprintf("%q %s", f.name, f.row())
	if f.goKind != "" {
		text += " (" + f.goKind + ")"
	}
	if f.required {
		text += " required"
	}
	if f.def != nil {
		text += fmt.Sprintf(" default=%q", *f.def)
	}
	if e := f.enumTexts(); e != nil {
		text += fmt.Sprintf(" enum=%q", e)
	}
	if chain := f.chain(); chain != "" {
		text += fmt.Sprintf(" validate=%q", chain)
	}
	if inner := f.inner(); inner != nil {
		text += fmt.Sprint(" ", inner)
	}
	return text
}

func (s *modelSlot) enumTexts() []string {
	if s.elem != nil && s.kind == "array" {
		return s.elem.enum
	}
	return s.enum
}

func (s *modelSlot) inner() []modelField {
	if s.elem != nil {
		return s.elem.fields
	}
	return s.fields
}

// structDeclarations declares the family.
func structDeclarations(t testing.TB) []*declaration {
	return []*declaration{
		declareStruct[familyScalarsRequired](t), declareStruct[familyScalarsOptional](t), declareStruct[familyNarrowSigned](t), declareStruct[familyNarrowUnsigned](t),
		declareStruct[familyNarrowPointers](t), declareStruct[familyNarrowLists](t), declareStruct[familyNarrowMaps](t), declareStruct[familyNarrowRules](t),
		declareStruct[familyFloats](t), declareStruct[familyFloatRules](t), declareStruct[familyTimes](t), declareStruct[familyTimesOptional](t),
		declareStruct[familyTimeLists](t), declareStruct[familyNarrowedText](t), declareStruct[familyNarrowedEnum](t), declareStruct[familyTextual](t),
		declareStruct[familyTextualRules](t), declareStruct[familyNamed](t), declareStruct[familyNested](t), declareStruct[familyNestedLists](t),
		declareStruct[familyTypedMaps](t), declareStruct[familyEmbedding](t), declareStruct[familyDefaults](t), declareStruct[familyEnums](t),
		declareStruct[familyPatterns](t), declareStruct[familyUniques](t), declareStruct[familyConsts](t), declareStruct[familyAnything](t),
		declareStruct[familyMerged](t), declareStruct[familyRounded](t), declareStruct[familyPointed](t), declareStruct[familyPointedEnums](t),
	}
}

func declareStruct[In any](t testing.TB) *declaration {
	run := func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) { return nil, nil }
	typ := reflect.TypeFor[In]()
	var params *jarvis.Parameters
	require.NotPanics(t, func() {
		cmd, err := jarvis.New(jarvis.Spec{Name: "agree"}, run)
		require.NoError(t, err)
		params = jarvis.MustDefine(cmd).Parameters()
	}, typ)
	return declare(t, typ.Name(), modelFields(typ, nil), params)
}

// modelFields reads the tags of a struct, well-formed ones only.
func modelFields(t reflect.Type, index []int) (fields []modelField) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(index), i)
		if sf.Anonymous {
			fields = append(fields, modelFields(sf.Type, at)...)
			continue
		}
		options := strings.Split(sf.Tag.Get("jarvis"), ",")
		f := modelField{name: options[0], modelSlot: modelOf(sf.Type), index: at, required: slices.Contains(options, "required")}
		for _, option := range options {
			if kind, ok := strings.CutPrefix(option, "type="); ok {
				f.kind, f.goString = kind, true
			}
		}
		if def, ok := sf.Tag.Lookup("default"); ok {
			f.def = &def
		}
		if enum, ok := sf.Tag.Lookup("enum"); ok {
			f.enum = strings.Split(enum, ",")
			if f.kind == "array" {
				f.enum, f.elem.enum = nil, f.enum
			}
		}
		f.setChain(sf.Tag.Get("validate"))
		fields = append(fields, f)
	}
	return fields
}

func (s *modelSlot) setChain(chain string) {
	if chain == "" {
		return
	}
	own := strings.Split(chain, ",")
	if i := slices.Index(own, "dive"); i >= 0 {
		inner := own[i+1:]
		own = own[:i]
		if end := slices.Index(inner, "endkeys"); end >= 0 {
			s.keyRules, inner = inner[1:end], inner[end+1:]
		}
		s.elem.rules = inner
	}
	s.rules = own
}

func modelOf(t reflect.Type) modelSlot {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return modelSlot{kind: "datetime"}
	case reflect.TypeFor[jarvis.Date]():
		return modelSlot{kind: "date"}
	case reflect.TypeFor[jarvis.TimeOfDay]():
		return modelSlot{kind: "time"}
	case reflect.TypeFor[time.Duration]():
		return modelSlot{kind: "timedelta"}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return modelSlot{kind: "string", accepts: func(text string) bool {
			return reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)) == nil
		}}
	}
	switch k := t.Kind(); k {
	case reflect.String:
		return modelSlot{kind: "string"}
	case reflect.Bool:
		return modelSlot{kind: "bool"}
	case reflect.Float32, reflect.Float64:
		return modelSlot{kind: "float", size: t.Bits(), goKind: k.String()}
	case reflect.Struct:
		return modelSlot{kind: "dict", fields: modelFields(t, nil)}
	case reflect.Slice, reflect.Map:
		s := modelSlot{kind: map[reflect.Kind]string{reflect.Slice: "array", reflect.Map: "dict"}[k]}
		if t.Elem().Kind() != reflect.Interface {
			s.elem = new(modelOf(t.Elem()))
		}
		return s
	default:
		return modelSlot{kind: "int", size: t.Bits(), unsigned: strings.HasPrefix(k.String(), "uint"), goKind: k.String()}
	}
}
