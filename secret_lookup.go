// Looking up the secrets of a command and putting them into the copy that a call runs on.

package jarvis

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// secretField is a secret tag of a command's struct.
type secretField struct {
	Secret
	index []int
	typ   reflect.Type // that declares the field
	field string
}

// foundSecrets are the values of a command's secrets by key.
type foundSecrets map[string]SecretString

// RequiredSecrets returns the secrets without which the command cannot run now: those not declared as optional, or what the
// command's RequiredSecrets hook says of them after a look at those that source has. A nil req is an empty one, a nil source
// has nothing. The errors are those of the source and of the command's own code.
func (d *Definition) RequiredSecrets(ctx context.Context, req *Request, source SecretSource) ([]Secret, error) {
	required, _, err := d.requiredNow(ctx, req, source)
	return cloneSecrets(required), err
}

// requiredNow returns what is required and what was found.
func (d *Definition) requiredNow(ctx context.Context, req *Request, source SecretSource) (required []Secret, found foundSecrets, err error) {
	defer d.recovered(&err)
	if found, err = d.findSecrets(ctx, req.orEmpty(), source); err != nil {
		return nil, nil, err
	}
	cmd := d.copy()
	_ = d.put(cmd, found) // what does not fit its field is seen when the command runs
	required, err = d.required(cmd)
	return required, found, err
}

// putSecrets looks up the secrets of the command and puts those that fit into a copy. With enforce the required ones have to be
// there, and all have to fit.
func (d *Definition) putSecrets(ctx context.Context, req *Request, source SecretSource, cmd Command, enforce bool) error {
	found, err := d.findSecrets(ctx, req, source)
	if err != nil {
		return err
	}
	unfit := d.put(cmd, found)
	if !enforce {
		return nil
	}
	required, err := d.required(cmd)
	if err != nil {
		return err
	}
	if missing := found.missing(required); missing != nil {
		return &MissingSecretsError{Command: d.Name(), Keys: missing}
	}
	return unfit
}

// put puts what was found into a copy: all that fits.
func (d *Definition) put(cmd Command, found foundSecrets) (unfit error) {
	into := d.target(cmd)
	if into.vals != nil {
		into.vals.secrets = found
		return nil
	}
	for i := range d.secretFields {
		f := &d.secretFields[i]
		if err := f.put(fieldAt(into.st, f.index), found[f.Key]); err != nil && unfit == nil {
			unfit = &CommandError{Command: d.Name(), Err: err}
		}
	}
	return unfit
}

// findSecrets looks up everything the command declares.
func (d *Definition) findSecrets(ctx context.Context, req *Request, source SecretSource) (foundSecrets, error) {
	found := make(foundSecrets, len(d.secrets))
	if isNil(source) {
		return found, nil
	}
	for _, s := range d.secrets {
		ref := SecretRef{Key: s.Key, Scope: s.Scope}
		if s.Scope == ScopeUser {
			if ref.User = req.User; ref.User == "" {
				continue // nobody's
			}
		}
		value, ok, err := source.Lookup(ctx, ref)
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		if err != nil {
			return nil, &CommandError{Command: d.Name(), Err: fmt.Errorf(msgSecretLookup, s.Key, err)}
		}
		if ok && value != "" {
			found[s.Key] = NewSecretString(value)
		}
	}
	return found, nil
}

// required returns the secrets that the command needs now, in order of declaration.
func (d *Definition) required(cmd Command) ([]Secret, error) {
	if !d.hooks.has(hookRequiredSecrets) {
		return d.needed, nil
	}
	keys := cmd.(SecretRequirer).RequiredSecrets()
	for _, key := range keys {
		if !slices.ContainsFunc(d.secrets, func(s Secret) bool { return s.Key == key }) {
			return nil, &CommandError{Command: d.Name(), Err: fmt.Errorf(msgRequiresUndeclared, key)}
		}
	}
	return slices.DeleteFunc(slices.Clone(d.secrets), func(s Secret) bool { return !slices.Contains(keys, s.Key) }), nil
}

// missing returns the keys of the secrets that were not found.
func (f foundSecrets) missing(required []Secret) (keys []string) {
	for _, s := range required {
		if _, ok := f[s.Key]; !ok {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// put stores a value in the field of its tag. The error names the key, never the value.
func (f *secretField) put(field reflect.Value, secret SecretString) error {
	if field.Type() == reflect.TypeFor[SecretString]() {
		field.Set(reflect.ValueOf(secret))
		return nil
	}
	value := secret.Reveal()
	if value == "" {
		return nil
	}
	switch f.Type {
	case SecretInt:
		n, err := strconv.ParseInt(value, 10, field.Type().Bits())
		if err != nil {
			return fmt.Errorf(msgSecretValue, f.Key, f.Type)
		}
		field.SetInt(n)
	case SecretBool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf(msgSecretValue, f.Key, f.Type)
		}
		field.SetBool(b)
	default:
		field.SetString(value)
	}
	return nil
}
