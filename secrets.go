// Secrets: their declaration. See secret_string.go for what holds one and secret_sources.go for where they come from.

package jarvis

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Scope says whose a secret is.
type Scope string

// The scopes of secrets. In a declaration the empty scope means ScopeIntegration.
const (
	ScopeIntegration Scope = "integration" // one for the installation
	ScopeUser        Scope = "user"        // one for each user
)

// SecretType is the type of a secret's value.
type SecretType string

// The types of secrets. In a declaration the empty type means SecretText.
const (
	SecretText SecretType = "string"
	SecretInt  SecretType = "int"
	SecretBool SecretType = "bool"
	SecretUser SecretType = "user" // a text that names a user
)

// Secret declares a value that a command needs from its host (seed: JarvisSecret). By default it is required, sensitive, of
// integration scope and a string. A secret is declared by a tag or in a Spec, where Define checks it, or made by NewSecret.
type Secret struct {
	Key         string // such as OPENWEATHER_API_KEY
	Description string // what it is for
	Label       string // shown to a person in a form (seed: friendly_name)
	Scope       Scope
	Type        SecretType
	Optional    bool // the command runs without it
	Public      bool // not sensitive: may be shown and held in plain fields

	Enum    []string                     // what a form lets a person choose from; for texts only, nil for anything
	Presets map[string]map[string]string // by member of Enum: the values, by key, that other secrets get when it is chosen
}

// NewSecret returns a checked declaration; set, if any, changes the further fields before the check. Scope and type have to be
// given. The error is a *SecretError. Source: the constructor of the seed's JarvisSecret.
func NewSecret(key, description string, scope Scope, valueType SecretType, set ...func(*Secret)) (Secret, error) {
	s := Secret{Key: key, Description: description, Scope: scope, Type: valueType}
	for _, change := range set {
		if change != nil {
			change(&s)
		}
	}
	if wrong := s.check(); wrong != "" {
		return Secret{}, &SecretError{Key: s.Key, Message: wrong}
	}
	return cloneSecret(s), nil
}

// SecretError reports a wrong declaration of a secret.
type SecretError struct {
	Key     string // as it is declared
	Message string // names the key
}

// Error returns the message.
func (e *SecretError) Error() string { return e.Message }

// check returns the first thing that is wrong, or "". The texts about scope, type, enum and presets are the original's.
func (s *Secret) check() string {
	switch {
	case s.Key == "":
		return msgSecretKey
	case s.Scope != ScopeIntegration && s.Scope != ScopeUser:
		return sprintf(msgSecretScope, s.Key)
	case s.Type != SecretText && s.Type != SecretInt && s.Type != SecretBool && s.Type != SecretUser:
		return sprintf(msgSecretValueType, s.Key)
	case s.Enum != nil && s.Type != SecretText:
		return sprintf(msgSecretEnum, s.Key)
	case s.Presets != nil && s.Enum == nil:
		return sprintf(msgSecretPresets, s.Key)
	}
	for _, member := range slices.Sorted(maps.Keys(s.Presets)) {
		if !slices.Contains(s.Enum, member) {
			return sprintf(msgSecretPreset, s.Key, cut(member), strings.Join(s.Enum, ", "))
		}
	}
	return ""
}

// contradicts reports whether a Spec declares a secret in another way than a tag does. It may leave out scope and type, and say
// that a text names a user, which no tag can.
func (s Secret) contradicts(tag Secret) bool {
	switch {
	case s.Key != tag.Key:
		return false
	case s.Scope != "" && s.Scope != tag.Scope:
		return true
	case s.Type == SecretUser && tag.Type == SecretText:
		return false
	}
	return s.Type != "" && s.Type != tag.Type
}

// withDefaults fills in what a Spec may leave out.
func (s Secret) withDefaults() Secret {
	if s.Scope == "" {
		s.Scope = ScopeIntegration
	}
	if s.Type == "" {
		s.Type = SecretText
	}
	return s
}

// secretForm is a Secret under the names of the original.
type secretForm struct {
	Key         string                       `json:"key"`
	Scope       Scope                        `json:"scope"`
	Description string                       `json:"description"`
	Type        SecretType                   `json:"value_type"`
	Required    *bool                        `json:"required"`
	Sensitive   *bool                        `json:"is_sensitive"`
	Label       string                       `json:"friendly_name,omitempty"`
	Enum        []string                     `json:"enum_values,omitzero"`
	Presets     map[string]map[string]string `json:"presets,omitzero"`
}

// MarshalJSON writes the declaration, which holds no secret, under the names of the original: key, scope, description,
// value_type, required, is_sensitive, and where set friendly_name, enum_values, presets.
func (s Secret) MarshalJSON() ([]byte, error) {
	s = cloneSecret(s.withDefaults())
	for member, values := range s.Presets {
		if values == nil {
			s.Presets[member] = map[string]string{}
		}
	}
	return json.Marshal(secretForm{Key: s.Key, Scope: s.Scope, Description: s.Description, Type: s.Type,
		Required: new(!s.Optional), Sensitive: new(!s.Public), Label: s.Label, Enum: s.Enum, Presets: s.Presets})
}

// UnmarshalJSON reads what MarshalJSON writes; a secret is required and sensitive unless the text says otherwise. It does not
// check the declaration: Define does.
func (s *Secret) UnmarshalJSON(text []byte) error {
	var form secretForm
	if string(text) == "null" {
		return nil
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*s = Secret{Key: form.Key, Description: form.Description, Label: form.Label, Scope: form.Scope, Type: form.Type,
		Optional: form.Required != nil && !*form.Required, Public: form.Sensitive != nil && !*form.Sensitive,
		Enum: form.Enum, Presets: form.Presets}
	return nil
}

func cloneSecret(s Secret) Secret {
	s.Enum, s.Presets = slices.Clone(s.Enum), maps.Clone(s.Presets)
	for member, values := range s.Presets {
		s.Presets[member] = maps.Clone(values)
	}
	return s
}

func cloneSecrets(list []Secret) []Secret {
	list = slices.Clone(list)
	for i := range list {
		list[i] = cloneSecret(list[i])
	}
	return list
}
