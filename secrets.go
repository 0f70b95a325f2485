// Secrets: their declaration, the sources they come from and the only type that holds one.

package jarvis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strconv"
)

// Scope says whose a secret is.
type Scope string

// The scopes of secrets. The empty scope means ScopeIntegration.
const (
	ScopeIntegration Scope = "integration" // one for the installation
	ScopeUser        Scope = "user"        // one for each user
)

// SecretType is the type of a secret's value.
type SecretType string

// The types of secrets. The empty type means SecretText.
const (
	SecretText SecretType = "string"
	SecretInt  SecretType = "int"
	SecretBool SecretType = "bool"
)

// Secret declares a value that a command needs from its host (seed: JarvisSecret). By default it is required, sensitive, of
// integration scope and a string.
type Secret struct {
	Key         string
	Description string
	Label       string // shown to a person in a form
	Scope       Scope
	Type        SecretType
	Optional    bool
	Public      bool // not sensitive: may be shown and held in plain fields
}

// SecretRef names the secret that is looked up.
type SecretRef struct {
	Key   string
	Scope Scope
	User  string // for ScopeUser: of the request
}

// SecretSource finds secrets. Lookup must be safe for concurrent use; an empty value counts as absent.
type SecretSource interface {
	Lookup(ctx context.Context, ref SecretRef) (value string, ok bool, err error)
}

// SecretString holds a sensitive value. It prints, logs and encodes as [secret]; Reveal is the only way to the value. Two are
// equal only if one is a copy of the other. The zero value is empty.
type SecretString struct{ get *func() string }

const secretMask = "[secret]"

// NewSecretString hides a value.
func NewSecretString(value string) SecretString {
	get := func() string { return value }
	return SecretString{&get}
}

// Reveal returns the value.
func (s SecretString) Reveal() string {
	if s.get == nil {
		return ""
	}
	return (*s.get)()
}

// IsEmpty reports whether there is no value.
func (s SecretString) IsEmpty() bool { return s.Reveal() == "" }

// String returns "[secret]", or "" for an empty one.
func (s SecretString) String() string {
	if s.IsEmpty() {
		return ""
	}
	return secretMask
}

// GoString returns what String does.
func (s SecretString) GoString() string { return s.String() }

// Format prints what String returns, whatever the verb.
func (s SecretString) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText encodes what String returns.
func (s SecretString) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue logs what String returns.
func (s SecretString) LogValue() slog.Value { return slog.StringValue(s.String()) }

// secretField is a secret tag of a command's struct.
type secretField struct {
	Secret
	index []int
	typ   reflect.Type // that declares the field
	field string
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

// normalize sets the defaults of a secret and returns what is wrong with it, or "".
func (s *Secret) normalize() string {
	if s.Scope == "" {
		s.Scope = ScopeIntegration
	}
	if s.Type == "" {
		s.Type = SecretText
	}
	switch {
	case s.Key == "":
		return msgSpecSecretKey
	case s.Scope != ScopeIntegration && s.Scope != ScopeUser:
		return sprintf(msgSpecSecretEnum, s.Key, "scope", s.Scope, "integration or user")
	case s.Type != SecretText && s.Type != SecretInt && s.Type != SecretBool:
		return sprintf(msgSpecSecretEnum, s.Key, "type", s.Type, "string, int or bool")
	}
	return ""
}

// findSecrets looks up everything the command declares. Keys that are required and absent are reported together.
func (d *Definition) findSecrets(ctx context.Context, req *Request, source SecretSource) (map[string]string, error) {
	found := make(map[string]string, len(d.secrets))
	var missing []string
	for _, s := range d.secrets {
		value := ""
		if source != nil {
			ref := SecretRef{Key: s.Key, Scope: s.Scope}
			if s.Scope == ScopeUser {
				ref.User = req.User
			}
			v, ok, err := source.Lookup(ctx, ref)
			if ended := ctx.Err(); err != nil && ended != nil && errors.Is(err, ended) {
				return nil, ended
			}
			if err != nil {
				return nil, &CommandError{Command: d.Name(), Err: fmt.Errorf("secret %s: %w", s.Key, err)}
			}
			if ok {
				value = v
			}
		}
		if value == "" && !s.Optional {
			missing = append(missing, s.Key)
		}
		found[s.Key] = value
	}
	if missing != nil {
		return nil, &MissingSecretsError{Command: d.Name(), Keys: missing}
	}
	return found, nil
}

// put stores a value in the field of its tag. The error names the key, never the value.
func (f *secretField) put(field reflect.Value, value string) error {
	if field.Type() == reflect.TypeFor[SecretString]() {
		if value != "" {
			field.Set(reflect.ValueOf(NewSecretString(value)))
		}
		return nil
	}
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
