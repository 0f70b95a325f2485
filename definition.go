// Definition: what is derived from a command, checked as a whole.

package jarvis

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"sync"
)

// Definition is a command with everything derived from it: parameters, secrets, schemas and the plan that binds a call. It is
// immutable and safe for concurrent use.
type Definition struct {
	spec         Spec
	params       *Parameters
	secrets      []Secret
	needed       []Secret // those of secrets that are required as declared
	secretFields []secretField
	proto        reflect.Value // the struct that each call copies
	blank        bool          // it is all zero, and need not be copied
	made         bool          // by New or Func
	dynamic      bool          // by Func
	hooks        hookSet

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
		return nil, joinMistakes(distinct(errs), 0, d.owner(), "…")
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
	if own, ok := cmd.(made); ok {
		d.made, d.hooks = true, own.hookSet()
	}
	if dyn, ok := cmd.(*valuesCommand); ok {
		d.params, d.dynamic = dyn.params, true
		return nil
	}
	t := d.input().Type()
	plan := planOf(t)
	if d.made {
		errs = lostHooks(t, plan.hooks&^d.hooks)
	} else {
		d.hooks, errs = plan.hooks, slices.Clone(plan.nearMisses)
	}
	errs = append(errs, plan.mistakes...)
	fields, locks := locksIn(t)
	for i, m := range locks {
		errs = append(errs, &TagError{Type: typeName(t), Field: fields[i], Message: m})
	}
	d.params, d.secretFields = plan.params, plan.secrets
	if len(plan.mistakes) == 0 {
		d.clearTagged()
	}
	return errs
}

// declareSecrets lists the secrets of tags and then those of the Spec. Of a key that both declare the tag decides; the Spec may
// add what it does not say.
func (d *Definition) declareSecrets() {
	for _, f := range d.secretFields {
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
		if !slices.ContainsFunc(d.secretFields, func(f secretField) bool { return f.Key == s.Key }) {
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
	in := d.input()
	for i := range d.params.list {
		fieldAt(in, d.params.list[i].index).SetZero()
	}
	for _, f := range d.secretFields {
		fieldAt(in, f.index).SetZero()
	}
}

// input returns the struct that arguments are bound into, as the prototype holds it: the command, or the In of New.
func (d *Definition) input() reflect.Value { return d.target(d.proto.Addr().Interface().(Command)).st }

// owner is the type name in the mistakes of the Spec.
func (d *Definition) owner() string {
	if d.dynamic {
		return "Func"
	}
	return typeName(d.input().Type())
}
