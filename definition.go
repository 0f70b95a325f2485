// Definition: what is derived from a command, checked as a whole.

package jarvis

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Definition is a command with everything derived from it: parameters, secrets, schemas and the plan that binds a call. It is
// immutable and safe for concurrent use.
type Definition struct {
	spec    Spec
	params  *Parameters
	secrets []Secret
	needed  []Secret // those of secrets that are required as declared
	fields  []secretField
	proto   reflect.Value // the struct that each call copies
	blank   bool          // it is all zero, and need not be copied
	dynamic bool          // it was made by Func
	holder  bool          // it was made by New
	hooks   hookSet

	examples []json.RawMessage // the arguments of spec.Examples

	toolOnce, commandOnce sync.Once
	tool, command         json.RawMessage
}

// Define derives the definition of a command. The struct type is read once per process, the Spec at every call. All mistakes
// of the declaration come back joined, each a *TagError. cmd is copied: later changes to it do not reach the definition.
func Define(cmd Command) (*Definition, error) {
	proto, err := prototype(cmd)
	if err != nil {
		return nil, err
	}
	d := &Definition{proto: proto}
	errs := d.derive(cmd)
	derived := len(errs) == 0
	if d.spec, err = readSpec(cmd, proto.Type()); err != nil {
		errs = append(errs, err)
	} else {
		if a := d.spec.Authentication; a != nil && d.spec.Service == "" {
			d.spec.Service = a.FriendlyName
		}
		d.declareSecrets()
		errs = append(errs, d.checkSpec()...)
	}
	errs = append(errs, d.checkExamples(derived)...)
	if len(errs) > 0 {
		return nil, errors.Join(distinct(errs)...)
	}
	d.blank = d.proto.IsZero()
	return d, nil
}

// MustDefine is Define for declarations known to be right; it panics on a mistake.
func MustDefine(cmd Command) *Definition {
	d, err := Define(cmd)
	if err != nil {
		panic(err)
	}
	return d
}

// Spec returns a copy of the static metadata, with the default of Service filled in. What the arguments of examples point to,
// such as slices, is shared and must not be changed.
func (d *Definition) Spec() Spec { return d.spec.clone() }

// Name returns the command's name.
func (d *Definition) Name() string { return d.spec.Name }

// Parameters returns the declared parameters.
func (d *Definition) Parameters() *Parameters { return d.params }

// Secrets returns a copy of the declared secrets, all the command could ever need: those of tags, then those of the Spec (seed:
// all_possible_secrets). RequiredSecrets returns those it needs now.
func (d *Definition) Secrets() []Secret { return cloneSecrets(d.secrets) }

// Schema returns the JSON Schema of the arguments; see Parameters.Schema. The bytes must not be changed.
func (d *Definition) Schema() json.RawMessage { return d.params.Schema() }

// prototype copies a command into a struct of its own.
func prototype(cmd Command) (reflect.Value, error) {
	v := reflect.ValueOf(cmd)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		e := &TagError{Type: "Command", Field: "Spec", Message: msgNilCommand}
		if v.IsValid() {
			e.Type = typeName(v.Type())
		}
		return v, e
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return v, &TagError{Type: typeName(v.Type()), Field: "Spec", Message: sprintf(msgNoStruct, v.Type())}
	}
	own := newOf(v.Type())
	own.Set(v)
	return own, nil
}

// readSpec calls Spec, which is the author's code.
func readSpec(cmd Command, t reflect.Type) (spec Spec, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &TagError{Type: typeName(t), Field: "Spec", Message: sprintf(msgSpecPanic, r)}
		}
	}()
	return cmd.Spec().clone(), nil
}

// derive sets what comes from the struct type, or from the parameters the command was made with.
func (d *Definition) derive(cmd Command) (errs []error) {
	if dyn, ok := cmd.(*valuesCommand); ok {
		d.params, d.dynamic, d.hooks = dyn.params, true, dyn.hookSet()
		return nil
	}
	t := d.inputOf(d.proto).Type()
	plan := derive(t)
	if made, ok := cmd.(hooked); ok {
		d.holder, d.hooks = true, made.hookSet()
		errs = lostHooks(t, plan.hooks&^d.hooks)
	} else {
		d.hooks, errs = plan.hooks, slices.Clone(plan.nearMisses)
	}
	errs = append(errs, plan.mistakes...)
	fields, locks := locksIn(t)
	for i, m := range locks {
		errs = append(errs, &TagError{Type: typeName(t), Field: fields[i], Message: m})
	}
	d.params, d.fields = plan.params, plan.secrets
	if len(plan.mistakes) == 0 {
		d.clearTagged()
	}
	return errs
}

// declareSecrets lists the secrets of tags and then those of the Spec. Of a key that both declare the tag decides; the Spec may
// add what it does not say.
func (d *Definition) declareSecrets() {
	for _, f := range d.fields {
		s := f.Secret
		if i := slices.IndexFunc(d.spec.Secrets, func(o Secret) bool { return o.Key == s.Key }); i >= 0 {
			more := d.spec.Secrets[i]
			s.Description, s.Label = cmp.Or(s.Description, more.Description), cmp.Or(s.Label, more.Label)
			s.Enum, s.Presets = more.Enum, more.Presets
			if more.Type == SecretUser && s.Type == SecretText {
				s.Type = SecretUser // no tag can say it
			}
		}
		d.secrets = append(d.secrets, s)
	}
	for _, s := range d.spec.Secrets {
		if !slices.ContainsFunc(d.fields, func(f secretField) bool { return f.Key == s.Key }) {
			d.secrets = append(d.secrets, s.withDefaults())
		}
	}
	for _, s := range d.secrets {
		if !s.Optional {
			d.needed = append(d.needed, s)
		}
	}
}

// clearTagged zeroes what every call binds anew, so that nothing the registered value holds there reaches a call.
func (d *Definition) clearTagged() {
	in := d.inputOf(d.proto)
	for i := range d.params.list {
		fieldAt(in, d.params.list[i].index).SetZero()
	}
	for _, f := range d.fields {
		fieldAt(in, f.index).SetZero()
	}
}

// inputOf returns the struct that arguments are bound into: the command itself, or the input of one made with New.
func (d *Definition) inputOf(cmd reflect.Value) reflect.Value {
	if in, ok := cmd.Addr().Interface().(inputHolder); ok {
		return reflect.ValueOf(in.inputPointer()).Elem()
	}
	return cmd
}

// checkSpec looks at the metadata.
func (d *Definition) checkSpec() (errs []error) {
	at := func(field, format string, args ...any) {
		errs = append(errs, &TagError{Type: d.owner(), Field: field, Message: fmt.Sprintf(format, args...)})
	}
	switch name := d.spec.Name; {
	case name == "":
		at("Spec.Name", msgSpecName)
	case !utf8.ValidString(name):
		at("Spec.Name", msgSpecNameUTF8, name)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || echo.Unseen(r) }):
		at("Spec.Name", msgSpecNameSpace, name)
	}
	for i := range d.secrets {
		if bad := d.secrets[i].check(); bad != "" {
			at("Spec.Secrets", "%s", bad)
		}
	}
	for i, s := range d.spec.Secrets {
		tagged := func(f secretField) bool {
			return f.Key == s.Key && (s.Scope != "" && f.Scope != s.Scope || s.Type != "" && f.Type != s.Type && !(s.Type == SecretUser && f.Type == SecretText))
		}
		differs := func(o Secret) bool { return o.Key == s.Key && !reflect.DeepEqual(o.withDefaults(), s.withDefaults()) }
		if slices.ContainsFunc(d.fields, tagged) || slices.ContainsFunc(d.spec.Secrets[:i], differs) {
			at("Spec.Secrets", msgSecretTwice, s.Key)
		}
	}
	for i, a := range d.spec.Antipatterns {
		if a.Command == "" {
			at(fmt.Sprintf("Spec.Antipatterns[%d]", i), msgSpecAntipattern)
		}
	}
	for i, p := range d.spec.Packages {
		if p.Name == "" {
			at(fmt.Sprintf("Spec.Packages[%d]", i), msgSpecPackage)
		}
	}
	if a := d.spec.Authentication; a != nil {
		for _, mistake := range a.check() {
			at("Spec.Authentication", "%s", mistake)
		}
	}
	switch d.spec.Effect {
	case "", EffectRead, EffectWrite, EffectDestructive:
	default:
		at("Spec.Effect", msgSpecEffect, d.spec.Effect)
	}
	return errs
}

// checkExamples looks at both lists of examples; at their arguments only if there are parameters to check them against.
func (d *Definition) checkExamples(arguments bool) (errs []error) {
	at := func(field, format string, args ...any) {
		errs = append(errs, &TagError{Type: d.owner(), Field: field, Message: fmt.Sprintf(format, args...)})
	}
	lists := []struct {
		field    string
		examples []Example
	}{{"Spec.Examples", d.spec.Examples}, {"Spec.AdapterExamples", d.spec.AdapterExamples}}
	for _, list := range lists {
		primary := 0
		for i, e := range list.examples {
			if e.Primary {
				primary++
			}
			if !arguments {
				continue
			}
			raw, err := d.checkExample(e)
			if err != nil {
				at(fmt.Sprintf("%s[%d]", list.field, i), msgExample, cut(e.Utterance), err)
			}
			if list.field == "Spec.Examples" {
				d.examples = append(d.examples, raw)
			}
		}
		if primary > 1 {
			at(list.field, msgPrimary)
		}
	}
	return errs
}

// owner is the type name in the mistakes of the Spec.
func (d *Definition) owner() string {
	if d.dynamic {
		return "Func"
	}
	return typeName(d.inputOf(d.proto).Type())
}

// checkExample binds the arguments of an example strictly. Required parameters may be missing, and date keys, spelt as they are
// to be written, stand for datetimes. It returns them as JSON.
func (d *Definition) checkExample(e Example) (raw json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil { // MarshalJSON of an argument
			err = fmt.Errorf(msgDeclarePanic, r)
		}
	}()
	if raw, err = e.Arguments.JSON(); err != nil {
		return nil, err
	}
	_, err = d.params.validate(raw, &settings{examples: true})
	var invalid *ValidationError
	if errors.As(err, &invalid) {
		var lines []string
		for _, p := range invalid.Problems {
			lines = append(lines, p.Explain())
		}
		return nil, errors.New(strings.Join(lines, "; "))
	}
	return raw, err
}

// distinct drops mistakes that say the same, such as those of a struct used twice.
func distinct(errs []error) []error {
	seen := map[string]bool{}
	return slices.DeleteFunc(errs, func(err error) bool {
		dup := seen[err.Error()]
		seen[err.Error()] = true
		return dup
	})
}
