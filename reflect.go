// Reflection: from a tagged struct to its parameters, secrets and plan, once per type.

package jarvis

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"sync"
	"time"
)

// structPlan is what reflection finds in one struct type.
type structPlan struct {
	params   *Parameters
	secrets  []secretField
	mistakes []error // *TagError, all of them

	hooks      hookSet // that a pointer to the struct implements
	nearMisses []error // *TagError, its methods that only have the name of a hook
}

// plans caches by reflect.Type, what is wrong with a type included.
var plans sync.Map

var (
	typeTime      = reflect.TypeFor[time.Time]()
	typeDuration  = reflect.TypeFor[time.Duration]()
	typeDate      = reflect.TypeFor[Date]()
	typeTimeOfDay = reflect.TypeFor[TimeOfDay]()
	typeTexts     = reflect.TypeFor[[]string]()
	typeInstants  = reflect.TypeFor[[]time.Time]()

	typeMarshaler       = reflect.TypeFor[json.Marshaler]()
	typeTextMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	typeUnmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	typeTextUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// planOf returns the plan of a struct type.
func planOf(t reflect.Type) *structPlan {
	if p, ok := plans.Load(t); ok {
		return p.(*structPlan)
	}
	return (&deriver{}).plan(t)
}

// deriveParameters returns the parameters of a struct type, or all its mistakes joined.
func deriveParameters(t reflect.Type) (*Parameters, error) {
	p := planOf(t)
	return p.params, errors.Join(p.mistakes...)
}

// deriver walks a struct type. open holds the struct types being walked, to see recursion.
type deriver struct{ open []reflect.Type }

// plan returns the plan of a struct type and caches it.
func (d *deriver) plan(t reflect.Type) *structPlan {
	if p, ok := plans.Load(t); ok {
		return p.(*structPlan)
	}
	d.open = append(d.open, t)
	w := &structWalk{deriver: d, plan: &structPlan{}, owners: map[string]string{}, keys: map[string]string{}}
	w.fields(t, nil)
	w.plan.params = newParameters(w.list)
	w.plan.hooks, w.plan.nearMisses = findHooks(reflect.PointerTo(t))
	d.open = d.open[:len(d.open)-1]
	if len(d.open) > 0 && len(w.plan.mistakes) > 0 {
		return w.plan // mistakes found inside a recursion depend on where it was entered
	}
	p, _ := plans.LoadOrStore(t, w.plan)
	return p.(*structPlan)
}

// structWalk collects the fields of one struct, promoted ones included.
type structWalk struct {
	*deriver
	plan   *structPlan
	list   []param
	owners map[string]string // by parameter name
	keys   map[string]string // owners by secret key
}

func (w *structWalk) mistake(t reflect.Type, field string, messages ...string) {
	for _, m := range messages {
		w.plan.mistakes = append(w.plan.mistakes, &TagError{Type: typeName(t), Field: field, Message: m})
	}
}

func (w *structWalk) fields(t reflect.Type, index []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		tag, mistakes := parseFieldTag(f.Tag)
		texts := ParameterSpec{Description: tag.description, Label: tag.label, Options: tag.options, Enum: tag.enum, Absent: tag.absent, Default: tag.def}
		mistakes = append(mistakes, texts.badTexts()...)
		w.mistake(t, f.Name, mistakes...)
		switch {
		case tag.declared && tag.secret == nil:
			w.parameter(t, f, tag, at)
		case tag.secret != nil:
			w.secret(t, f, tag, at)
		case tag.skip:
		case f.Anonymous:
			w.embedded(t, f, at)
		case f.IsExported() && f.Type.Kind() == reflect.Struct && hasTagged(f.Type):
			w.mistake(t, f.Name, sprintf(msgUntaggedStruct, f.Type))
		}
	}
}

// embedded promotes the fields of an embedded struct.
func (w *structWalk) embedded(t reflect.Type, f reflect.StructField, at []int) {
	switch {
	case f.Type.Implements(reflect.TypeFor[Command]()) && f.Type.Kind() == reflect.Interface:
		w.mistake(t, f.Name, msgEmbeddedCommand)
	case f.Type.Kind() == reflect.Struct:
		w.fields(f.Type, at)
	case f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct:
		w.mistake(t, f.Name, sprintf(msgEmbeddedPointer, f.Type.Elem()))
	}
}

// hasTagged reports whether a struct declares parameters of its own.
func hasTagged(t reflect.Type) bool {
	for i := range t.NumField() {
		if _, ok := t.Field(i).Tag.Lookup("jarvis"); ok {
			return true
		}
	}
	return false
}

func (w *structWalk) parameter(t reflect.Type, f reflect.StructField, tag fieldTag, at []int) {
	if !f.IsExported() {
		w.mistake(t, f.Name, msgUnexported)
		return
	}
	p := param{name: tag.name, description: tag.description, label: tag.label, options: tag.options,
		required: tag.required, refinable: tag.refinable, absent: tag.absent, def: tag.def, index: at}
	if p.name == "" {
		p.name = snakeCase(f.Name)
	}
	if !validName(p.name) {
		w.mistake(t, f.Name, sprintf(msgDefaultName, p.name))
	}
	if first, dup := w.owners[p.name]; dup {
		w.mistake(t, f.Name, sprintf(msgDuplicateName, p.name, first))
	} else {
		w.owners[p.name] = typeName(t) + "." + f.Name
	}
	s, mistakes := w.slot(f.Type)
	if mistakes == nil {
		p.slot = s
		mistakes = narrow(&p.slot, tag.typ)
	}
	if mistakes == nil {
		p.typeText = p.typ.String()
		if len(tag.enum) == 0 {
			tag.enum = nil // the tag is at fault, and said so
		}
		mistakes = p.finish(tag.enum, tag.validate)
	}
	w.mistake(t, f.Name, mistakes...)
	w.list = append(w.list, p)
}

func (w *structWalk) secret(t reflect.Type, f reflect.StructField, tag fieldTag, at []int) {
	owner := typeName(t) + "." + f.Name
	if !f.IsExported() {
		w.mistake(t, f.Name, msgUnexported)
		return
	}
	secret, mistakes := secretOf(f, tag)
	w.mistake(t, f.Name, mistakes...)
	if secret.Key == "" {
		return // the tag is at fault, and said so
	}
	if first, dup := w.keys[secret.Key]; dup {
		w.mistake(t, f.Name, sprintf(msgDuplicateSecret, secret.Key, first))
	} else {
		w.keys[secret.Key] = owner
	}
	w.plan.secrets = append(w.plan.secrets, secretField{Secret: secret, index: at, typ: t, field: f.Name})
}

// secretOf reads the declaration of a field with a secret tag.
func secretOf(field reflect.StructField, tag fieldTag) (secret Secret, mistakes []string) {
	secret = Secret{Key: tag.secret.key, Description: tag.description, Label: tag.label, Scope: ScopeIntegration, Type: SecretText,
		Optional: tag.secret.optional, Public: tag.secret.public}
	if tag.secret.user {
		secret.Scope = ScopeUser
	}
	switch kind := field.Type.Kind(); {
	case field.Type == reflect.TypeFor[SecretString]():
		return secret, nil
	case kind == reflect.String:
	case kind >= reflect.Int && kind <= reflect.Int64:
		secret.Type = SecretInt
	case kind == reflect.Bool:
		secret.Type = SecretBool
	default:
		return secret, []string{sprintf(msgSecretType, field.Type)}
	}
	if !secret.Public {
		return secret, []string{sprintf(msgSecretPlain, field.Type)}
	}
	return secret, nil
}

// narrow applies type=: it may say more about text, and nothing else about the Go type.
func narrow(s *slot, declared *Type) []string {
	switch {
	case declared == nil || *declared == s.typ:
		return nil
	case s.store == storeString && declared.kind.isText():
		s.typ = *declared
		return nil
	}
	return []string{sprintf(msgTypeConflict, *declared, s.goType, s.typ)}
}

// typeName is the name of a type in a TagError.
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	return t.Kind().String()
}

// isNil reports whether there is no value: nil, or a nil pointer.
func isNil(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}
