// Values: the bound arguments of a command whose parameters are known only at run time.

package jarvis

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"time"
)

// Values holds the bound arguments of one call. Reading it is safe for concurrent use; slices and maps in it belong to the
// reader. The zero value holds nothing.
//
// The Go types are string, int64, float64, bool, Date, time.Time, TimeOfDay and time.Duration for scalars; slices of those
// for typed arrays, []any for untyped ones; map[string]any for a dict and Values for one that declares its properties
// ([]map[string]any and []Values in arrays); map[string]T for an imported dict whose values have one type. Inside untyped
// values numbers are json.Number, so that they stay exact. Parameters derived from a struct give the types of its fields
// instead.
type Values struct {
	params    *Parameters
	slots     []any // by parameter; nil is absent
	given     bitset
	coercions []Coercion
	secrets   map[string]SecretString // of a command made by Func
}

func newValues(p *Parameters) *Values { return &Values{params: p, slots: make([]any, p.Len())} }

func (v *Values) put(i int, value any) { v.slots[i] = value }

// Lookup returns the value of a parameter, given or by default, and whether there is one.
func (v Values) Lookup(name string) (any, bool) {
	if v.params == nil {
		return nil, false
	}
	i := v.params.find(name)
	if i < 0 || v.slots[i] == nil {
		return nil, false
	}
	return v.slots[i], true
}

// Get returns the value of a parameter as a T; ok is false if it is absent, not declared, or of another type.
func Get[T any](v Values, name string) (value T, ok bool) {
	found, _ := v.Lookup(name)
	value, ok = found.(T)
	return value, ok
}

// Has reports whether the parameter has a value, given or by default.
func (v Values) Has(name string) bool {
	_, ok := v.Lookup(name)
	return ok
}

// Given reports whether the call itself brought the value, even a zero one; a default does not count.
func (v Values) Given(name string) bool {
	if v.params == nil {
		return false
	}
	i := v.params.find(name)
	return i >= 0 && v.given.has(i)
}

// String returns a string value; ok is false if it is absent or of another type. The same holds for the other getters.
func (v Values) String(name string) (value string, ok bool) { return Get[string](v, name) }

// Int returns an int value.
func (v Values) Int(name string) (value int64, ok bool) { return Get[int64](v, name) }

// Float returns a float value.
func (v Values) Float(name string) (value float64, ok bool) { return Get[float64](v, name) }

// Bool returns a bool value.
func (v Values) Bool(name string) (value, ok bool) { return Get[bool](v, name) }

// Date returns a date value.
func (v Values) Date(name string) (value Date, ok bool) { return Get[Date](v, name) }

// Datetime returns a datetime value.
func (v Values) Datetime(name string) (value time.Time, ok bool) { return Get[time.Time](v, name) }

// TimeOfDay returns a time value.
func (v Values) TimeOfDay(name string) (value TimeOfDay, ok bool) { return Get[TimeOfDay](v, name) }

// Duration returns a timedelta value.
func (v Values) Duration(name string) (value time.Duration, ok bool) {
	return Get[time.Duration](v, name)
}

// Strings returns an array<string> value.
func (v Values) Strings(name string) (value []string, ok bool) { return Get[[]string](v, name) }

// Dict returns the value of a dict of any properties; use Get for one whose values have a type.
func (v Values) Dict(name string) (value map[string]any, ok bool) {
	return Get[map[string]any](v, name)
}

// Object returns the value of a dict that declares its properties.
func (v Values) Object(name string) (value Values, ok bool) { return Get[Values](v, name) }

// Secret returns a secret of a command made by Func, or an empty one if it was not found or not declared.
func (v Values) Secret(key string) SecretString { return v.secrets[key] }

// All yields the parameters that have a value, in order of declaration.
func (v Values) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i, value := range v.slots {
			if value != nil && !yield(v.params.names[i], value) {
				return
			}
		}
	}
}

// Map returns a new map of the parameters that have a value.
func (v Values) Map() map[string]any { return maps.Collect(v.All()) }

// Coercions returns what only Lenient or absent words accepted, in the order it was read.
func (v Values) Coercions() []Coercion { return slices.Clone(v.coercions) }

// MarshalJSON writes the values as an object in order of declaration, each in its canonical text.
func (v Values) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for name, value := range v.All() {
		if len(out) > 1 {
			out = append(out, ',')
		}
		raw, err := Args{name: value}.JSON()
		if err != nil {
			return nil, err
		}
		out = append(out, raw[1:len(raw)-1]...)
	}
	return append(out, '}'), nil
}

var _ json.Marshaler = Values{}
