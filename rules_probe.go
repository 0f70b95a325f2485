// The library behind the rules: calling it for one rule, trying a rule out at declaration, and the names near a misspelt one.

package jarvis

import (
	"encoding/json"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// ruleValidator is the library, built when the first rule needs it and never configured further.
var ruleValidator = sync.OnceValue(func() *validator.Validate { return validator.New(validator.WithRequiredStructEnabled()) })

// libraryRule compiles a rule that the library checks, after trying it on samples.
func (c *ruleCompiler) libraryRule(p rulePart) (rule compiledRule, ok bool) {
	rule.holds = c.libraryTest(p)
	rule.failure.Message = c.libraryMessage(p)
	if p.name == "oneofci" {
		rule.failure.Allowed = wordTexts(p.param)
	}
	if p.name == "unique" && p.param == "" && c.shape == onSlice && c.plainElements() {
		rule.keywords = []jsonMember{{"uniqueItems", json.RawMessage("true")}}
	}
	for _, sample := range ruleSamples(c.t) {
		if why := tryRule(rule.holds, sample); why != nil {
			c.mistake(msgRulePanics, cut(p.text), c.t, cut(sprintf("%v", why)))
			return rule, false
		}
	}
	return rule, true
}

// plainElements reports whether elements are equal exactly when their JSON values are.
func (c *ruleCompiler) plainElements() bool {
	elem := elementType(c.t)
	shape := ruleShapeOf(elem)
	return shape&(onString|onNumber|onBool) != 0 && shape.keepsJSON(elem, elementKind(elem, c.typ))
}

// libraryTest returns the check of one rule. The library skips the rules of a nameless struct and would go on into its
// fields, so structs get a name and an end; validateFn gets a pointer, to reach methods of the pointer.
func (c *ruleCompiler) libraryTest(p rulePart) func(reflect.Value) bool {
	lib, tag := ruleValidator(), p.text
	test := func(v any) bool { return lib.Var(v, tag) == nil }
	if c.t.Kind() == reflect.Struct && c.shape != onTime {
		tag += ",nostructlevel"
		test = func(v any) bool { return lib.VarWithKey("value", v, tag) == nil }
	}
	return func(v reflect.Value) bool {
		defer func() {
			if r := recover(); r != nil {
				panic(&rulePanic{rule: p.text, value: r, stack: debug.Stack()})
			}
		}()
		if p.spec.param == paramMethod {
			return test(pointerTo(v).Interface())
		}
		return test(v.Interface())
	}
}

func pointerTo(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v.Addr()
	}
	ptr := reflect.New(v.Type())
	ptr.Elem().Set(v)
	return ptr
}

// rulePanic is the error of a rule that panicked: a mistake of the author that only this value shows.
type rulePanic struct {
	rule  string
	value any
	stack []byte // where it happened
}

func (e *rulePanic) Error() string { return sprintf(msgRulePanic, cut(e.rule), e.value) }

func (e *rulePanic) Unwrap() error {
	err, _ := e.value.(error)
	return err
}

func asRulePanic(p any) error {
	if err, ok := p.(*rulePanic); ok {
		return err
	}
	return &rulePanic{value: p, stack: debug.Stack()}
}

// tryRule runs a check once and returns what it panics with.
func tryRule(holds func(reflect.Value) bool, v reflect.Value) (why any) {
	defer func() {
		why = recover()
		if p, ok := why.(*rulePanic); ok {
			why = p.value
		}
	}()
	holds(v)
	return nil
}

// ruleSamples returns values of t to try a rule on: zero, not zero, and for a slice also with a zero element.
func ruleSamples(t reflect.Type) []reflect.Value {
	zero, full := newOf(t), newOf(t)
	fillSample(full, 0)
	samples := []reflect.Value{zero, full}
	if t.Kind() == reflect.Slice {
		samples = append(samples, reflect.MakeSlice(t, 1, 1))
	}
	return samples
}

// maxSampleDepth ends samples of types that contain themselves.
const maxSampleDepth = 4

// fillSample sets v to something that is not zero.
func fillSample(v reflect.Value, depth int) {
	if !v.CanSet() || depth > maxSampleDepth {
		return
	}
	depth++
	switch t := v.Type(); v.Kind() {
	case reflect.String:
		v.SetString("a")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 1, 1))
		fillSample(v.Index(0), depth)
	case reflect.Map:
		key, value := newOf(t.Key()), newOf(t.Elem())
		fillSample(key, depth)
		fillSample(value, depth)
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		fillSample(v.Elem(), depth)
	case reflect.Array:
		for i := range v.Len() {
			fillSample(v.Index(i), depth)
		}
	case reflect.Struct:
		if t.ConvertibleTo(typeTime) {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)).Convert(t))
			return
		}
		for i := range v.NumField() {
			fillSample(v.Field(i), depth)
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			v.Set(reflect.ValueOf(map[string]any{})) // the JSON value that the fewest rules can handle
		}
	default:
		fillNumber(v)
	}
}

func fillNumber(v reflect.Value) {
	switch {
	case v.CanInt():
		v.SetInt(1)
	case v.CanUint():
		v.SetUint(1)
	case v.CanFloat():
		v.SetFloat(1.5)
	}
}

// nearestRule returns the rule that a name was meant to be: the same in another case or dialect, or one near it. Of the rules
// that are not taken here only required is named.
func nearestRule(name string) (string, bool) {
	if rule, ok := foreignNames[strings.ToLower(name)]; ok {
		return rule, true
	}
	var names []string
	for _, row := range ruleTable {
		if row.ban == "" || row.ban == msgRuleControl || row.ban == msgRuleRequired {
			names = append(names, row.names...)
		}
	}
	return suggest.Nearest(name, names)
}
