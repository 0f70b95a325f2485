// Inference: which parameter type a Go type is.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// slot infers the slot of a Go type. Precedence: time.Time, Date, TimeOfDay, Duration; a type with its own JSON Schema and
// decoding; encoding.TextUnmarshaler; the kind.
func (w *structWalk) slot(t reflect.Type) (s slot, mistakes []string) {
	if t.Kind() == reflect.Pointer {
		s.pointer = true
		if t = t.Elem(); t.Kind() == reflect.Pointer {
			return s, []string{sprintf(msgPointerPointer, t.Elem())}
		}
	}
	s.goType = t
	switch {
	case s.inferText(t):
		return s, nil
	case hasOwnSchema(t):
		s.store = storeForeign
		s.foreign, s.typ, mistakes = foreignSchemaOf(t)
		return s, mistakes
	case reflect.PointerTo(t).Implements(typeTextUnmarshaler):
		s.typ, s.store = Type{kind: KindString}, storeText
		return s, nil
	}
	switch t.Kind() {
	case reflect.Slice:
		return w.sliceSlot(s)
	case reflect.Map:
		return w.mapSlot(s)
	case reflect.Struct:
		return w.structSlot(s)
	}
	if !s.inferScalar(t) {
		mistakes = []string{unsupported(t)}
	}
	return s, mistakes
}

// inferText knows the types of the date and time kinds.
func (s *slot) inferText(t reflect.Type) bool {
	switch t {
	case typeTime:
		s.typ, s.store = Type{kind: KindDatetime}, storeDatetime
	case typeDate:
		s.typ, s.store = Type{kind: KindDate}, storeDate
	case typeTimeOfDay:
		s.typ, s.store = Type{kind: KindTime}, storeTime
	case typeDuration:
		s.typ, s.store = Type{kind: KindTimedelta}, storeTimedelta
	default:
		return false
	}
	return true
}

func (s *slot) inferScalar(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k == reflect.String:
		s.typ, s.store = Type{kind: KindString}, storeString
	case k >= reflect.Int && k <= reflect.Int64:
		s.typ, s.store = Type{kind: KindInt}, storeInt
	case k >= reflect.Uint && k <= reflect.Uint64:
		s.typ, s.store = Type{kind: KindInt}, storeUint
	case k == reflect.Float32 || k == reflect.Float64:
		s.typ, s.store = Type{kind: KindFloat}, storeFloat
	case k == reflect.Bool:
		s.typ, s.store = Type{kind: KindBool}, storeBool
	default:
		return false
	}
	return true
}

func (w *structWalk) sliceSlot(s slot) (slot, []string) {
	elem := s.goType.Elem()
	switch {
	case elem.Kind() == reflect.Uint8 && !reflect.PointerTo(elem).Implements(typeTextUnmarshaler):
		return s, []string{unsupported(s.goType)}
	case isAny(elem):
		s.typ, s.store = Type{kind: KindArray}, storeAnySlice
		return s, nil
	}
	e, mistakes := w.slot(elem)
	if mistakes != nil {
		return s, mistakes
	}
	if e.typ.kind == KindArray {
		return s, []string{sprintf(msgNestedArray, s.goType)}
	}
	e.element = true
	s.typ, s.store, s.elem = Type{kind: KindArray, elem: e.typ.kind}, storeSlice, &e
	return s, nil
}

func (w *structWalk) mapSlot(s slot) (slot, []string) {
	s.typ = Type{kind: KindDict}
	switch {
	case s.goType.Key().Kind() != reflect.String:
		return s, []string{sprintf(msgMapKey, s.goType)}
	case isAny(s.goType.Elem()):
		s.store = storeAnyMap
		return s, nil
	}
	e, mistakes := w.slot(s.goType.Elem())
	s.store, s.elem = storeMap, &e
	return s, mistakes
}

func (w *structWalk) structSlot(s slot) (slot, []string) {
	s.typ, s.store = Type{kind: KindDict}, storeStruct
	if slices.Contains(w.open, s.goType) {
		return s, []string{sprintf(msgRecursive, s.goType)}
	}
	nested := w.deriver.plan(s.goType)
	w.plan.mistakes = append(w.plan.mistakes, nested.mistakes...)
	for _, secret := range nested.secrets {
		w.mistake(secret.typ, secret.field, msgSecretNested)
	}
	if nested.params.Len() == 0 && len(nested.mistakes) == 0 {
		return s, []string{noFields(s.goType)}
	}
	s.fields = nested.params
	return s, nil
}

// noFields says what to do with a struct that has no parameters.
func noFields(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[SecretString]():
		return msgUseSecretTag
	case t.ConvertibleTo(typeTime):
		return sprintf(msgNamedTime, t)
	}
	return sprintf(msgNoFields, t)
}

func isAny(t reflect.Type) bool { return t.Kind() == reflect.Interface && t.NumMethod() == 0 }

// unsupported says what to use in place of a Go type that no parameter can have.
func unsupported(t reflect.Type) string {
	name, use := t.String(), msgUseConcrete
	bytes := (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() == reflect.Uint8
	switch {
	case t == reflect.TypeFor[json.RawMessage](), isAny(t):
		use = msgUseDict
	case bytes:
		name, use = strings.Replace(name, "uint8", "byte", 1), msgUseText
	case t.Kind() == reflect.Array:
		use = sprintf(msgUseSlice, t.Elem())
	case t.Kind() == reflect.Complex64 || t.Kind() == reflect.Complex128:
		use = msgUseFloats
	}
	return sprintf(msgUnsupported, name, use)
}
