// The plan behind Parameters: each parameter and value position as reflection, a builder or an import has declared it.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

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

// check is a validation function of the author's with its message (seed: validation_function, validation_error_message).
type check struct {
	fn      func(any) bool
	message string
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

// at returns the settable value of the slot in its place, making one where the place is a pointer.
func (s *slot) at(place reflect.Value) reflect.Value {
	if !s.pointer {
		return place
	}
	place.Set(reflect.New(s.goType))
	return place.Elem()
}

// placeType is the type of the slot's place.
func (s *slot) placeType() reflect.Type {
	if s.pointer {
		return reflect.PointerTo(s.goType)
	}
	return s.goType
}
