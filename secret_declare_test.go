// Declarations of secrets: NewSecret, what a Spec may leave out, their JSON form, and that they are copied.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func withEnum(members ...string) func(*jarvis.Secret) {
	return func(s *jarvis.Secret) { s.Enum = append([]string{}, members...) }
}

func withPresets(of map[string]map[string]string) func(*jarvis.Secret) {
	return func(s *jarvis.Secret) { s.Presets = of }
}

func TestNewSecret(t *testing.T) {
	mail := map[string]map[string]string{"gmail": {"HOST": "imap.gmail.com", "PORT": "993"}, "other": {}}
	for name, tt := range map[string]struct {
		scope jarvis.Scope
		kind  jarvis.SecretType
		set   []func(*jarvis.Secret)
		want  jarvis.Secret
	}{
		"plain":          {"integration", "string", nil, jarvis.Secret{Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText}},
		"int of a user":  {"user", "int", nil, jarvis.Secret{Scope: jarvis.ScopeUser, Type: jarvis.SecretInt}},
		"bool":           {"integration", "bool", nil, jarvis.Secret{Scope: jarvis.ScopeIntegration, Type: jarvis.SecretBool}},
		"user":           {"user", "user", nil, jarvis.Secret{Scope: jarvis.ScopeUser, Type: jarvis.SecretUser}},
		"enum":           {"user", "string", []func(*jarvis.Secret){withEnum("a", "", "a")}, jarvis.Secret{Scope: "user", Type: "string", Enum: []string{"a", "", "a"}}},
		"empty enum":     {"user", "string", []func(*jarvis.Secret){withEnum()}, jarvis.Secret{Scope: "user", Type: "string", Enum: []string{}}},
		"presets":        {"user", "string", []func(*jarvis.Secret){withEnum("gmail", "other", "none"), withPresets(mail)}, jarvis.Secret{Scope: "user", Type: "string", Enum: []string{"gmail", "other", "none"}, Presets: mail}},
		"no presets yet": {"user", "string", []func(*jarvis.Secret){withEnum(), withPresets(map[string]map[string]string{})}, jarvis.Secret{Scope: "user", Type: "string", Enum: []string{}, Presets: map[string]map[string]string{}}},
		"set in order": {"user", "string", []func(*jarvis.Secret){
			func(s *jarvis.Secret) { s.Optional, s.Public, s.Label, s.Type = true, true, "first", "date" },
			func(s *jarvis.Secret) { s.Label += ", second"; s.Type = jarvis.SecretInt },
		}, jarvis.Secret{Scope: "user", Type: "int", Optional: true, Public: true, Label: "first, second"}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.want.Key, tt.want.Description = "API_KEY", "The key."
			got, err := jarvis.NewSecret("API_KEY", "The key.", tt.scope, tt.kind, tt.set...)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
	for _, key := range []string{"lower_case", "ÜNI", "1KEY", "A.B", " "} {
		got, err := jarvis.NewSecret(key, "", "user", "string")
		assert.NoError(t, err, "the host names its secrets as it likes")
		assert.Equal(t, key, got.Key)
	}
}

func TestNewSecretMistakes(t *testing.T) {
	of := func(members ...string) map[string]map[string]string {
		m := map[string]map[string]string{}
		for _, member := range members {
			m[member] = map[string]string{"HOST": "h"}
		}
		return m
	}
	type sets = []func(*jarvis.Secret)
	const (
		wrongScope, wrongType = "Scope must be integration or user for API_KEY", "Value Type must be int, string, bool or user for API_KEY"
		wrongEnum, noEnum     = "enum_values requires value_type='string' for API_KEY", "presets requires enum_values for API_KEY"
	)
	for name, tt := range map[string]struct {
		key   string
		scope jarvis.Scope
		kind  jarvis.SecretType
		set   sets
		want  string
	}{
		"no key":                       {"", "user", "string", nil, "a secret has no key"},
		"no key and a wrong scope":     {"", "x", "y", nil, "a secret has no key"},
		"no scope":                     {"API_KEY", "", "string", nil, wrongScope},
		"unknown scope":                {"API_KEY", "command", "string", nil, wrongScope},
		"scope in another case":        {"API_KEY", "Integration", "string", nil, wrongScope},
		"scope with space":             {"API_KEY", "user ", "string", nil, wrongScope},
		"no type":                      {"API_KEY", "user", "", nil, wrongType},
		"unknown type":                 {"API_KEY", "user", "float", nil, wrongType},
		"alias of a type":              {"API_KEY", "user", "str", nil, wrongType},
		"type in another case":         {"API_KEY", "user", "STRING", nil, wrongType},
		"scope before type":            {"API_KEY", "x", "y", nil, wrongScope},
		"scope before enum":            {"API_KEY", "x", "int", sets{withEnum("1")}, wrongScope},
		"type before enum":             {"API_KEY", "user", "y", sets{withEnum("1")}, wrongType},
		"type before presets":          {"API_KEY", "user", "y", sets{withPresets(of("a"))}, wrongType},
		"enum of int":                  {"API_KEY", "user", "int", sets{withEnum("1", "2")}, wrongEnum},
		"enum of bool":                 {"API_KEY", "user", "bool", sets{withEnum("true")}, wrongEnum},
		"enum of user":                 {"API_KEY", "user", "user", sets{withEnum("ada")}, wrongEnum},
		"empty enum of int":            {"API_KEY", "user", "int", sets{withEnum()}, wrongEnum},
		"enum before its presets":      {"API_KEY", "user", "int", sets{withEnum("1"), withPresets(of("2"))}, wrongEnum},
		"presets without enum":         {"API_KEY", "user", "string", sets{withPresets(of("a"))}, noEnum},
		"empty presets without enum":   {"API_KEY", "user", "string", sets{withPresets(of())}, noEnum},
		"presets of int":               {"API_KEY", "user", "int", sets{withPresets(of("1"))}, noEnum},
		"preset of an unknown member":  {"API_KEY", "user", "string", sets{withEnum("a", "b"), withPresets(of("a", "c"))}, `presets of API_KEY has "c", which is not one of its enum_values: a, b`},
		"the first of unknown members": {"API_KEY", "user", "string", sets{withEnum("b"), withPresets(of("z", "y", "b"))}, `presets of API_KEY has "y", which is not one of its enum_values: b`},
		"member in another case":       {"API_KEY", "user", "string", sets{withEnum("a"), withPresets(of("A"))}, `presets of API_KEY has "A", which is not one of its enum_values: a`},
		"preset of an empty enum":      {"API_KEY", "user", "string", sets{withEnum(), withPresets(of("a"))}, `presets of API_KEY has "a", which is not one of its enum_values: `},
		"set wrongly":                  {"API_KEY", "user", "string", sets{func(s *jarvis.Secret) { s.Scope = "x" }}, wrongScope},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := jarvis.NewSecret(tt.key, "The key.", tt.scope, tt.kind, tt.set...)
			var mistake *jarvis.SecretError
			require.ErrorAs(t, err, &mistake)
			assert.Equal(t, &jarvis.SecretError{Key: tt.key, Message: tt.want}, mistake)
			assert.EqualError(t, err, tt.want)
			assert.Zero(t, got)
		})
	}
}

// The key of the error is that of the secret that its message is about.
func TestSecretErrorNamesTheKeyThatWasSet(t *testing.T) {
	_, err := jarvis.NewSecret("OLD", "", "user", "string", func(s *jarvis.Secret) { s.Key, s.Type = "NEW", "x" })
	var mistake *jarvis.SecretError
	require.True(t, errors.As(err, &mistake))
	assert.Equal(t, &jarvis.SecretError{Key: "NEW", Message: "Value Type must be int, string, bool or user for NEW"}, mistake)
}

// defineSecrets declares secrets in the Spec of a command.
func defineSecrets(secrets ...jarvis.Secret) (*jarvis.Definition, error) {
	cmd, err := jarvis.Func(jarvis.Spec{Name: "test", Secrets: secrets}, nil, runNothing[jarvis.Values])
	if err != nil {
		return nil, err
	}
	return jarvis.Define(cmd)
}

func TestSecretsOfSpec(t *testing.T) {
	given := []jarvis.Secret{{Key: "A"}, {Key: "B", Scope: jarvis.ScopeUser}, {Key: "C", Type: jarvis.SecretUser}, {Key: "D", Enum: []string{"x"}, Optional: true, Public: true}}
	d, err := defineSecrets(given...)
	require.NoError(t, err)
	assert.Equal(t, []jarvis.Secret{
		{Key: "A", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText}, {Key: "B", Scope: jarvis.ScopeUser, Type: jarvis.SecretText},
		{Key: "C", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretUser}, {Key: "D", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText, Enum: []string{"x"}, Optional: true, Public: true},
	}, d.Secrets(), "empty scopes and types mean their defaults")
	assert.Equal(t, given, d.Spec().Secrets, "the Spec stays as it was given")
	required, err := d.RequiredSecrets(t.Context(), nil, nil)
	require.NoError(t, err)
	assert.Equal(t, d.Secrets()[:3], required)
}

// All secrets of a Spec are checked, each as NewSecret does after the defaults.
func TestSecretMistakesOfSpec(t *testing.T) {
	_, err := defineSecrets(jarvis.Secret{}, jarvis.Secret{Key: "OK"}, jarvis.Secret{Key: "A", Scope: "all"}, jarvis.Secret{Key: "B", Type: "float"},
		jarvis.Secret{Key: "C", Type: jarvis.SecretInt, Enum: []string{"1"}}, jarvis.Secret{Key: "D", Presets: map[string]map[string]string{}})
	var texts []string
	for _, mistake := range tagErrors(err) {
		assert.Equal(t, "Func", mistake.Type)
		assert.Equal(t, "Spec.Secrets", mistake.Field)
		texts = append(texts, mistake.Message)
	}
	assert.Equal(t, []string{
		"a secret has no key", "Scope must be integration or user for A", "Value Type must be int, string, bool or user for B",
		"enum_values requires value_type='string' for C", "presets requires enum_values for D",
	}, texts)
}

// Values are found and kept by key, so one key cannot stand for two secrets: what the installation has would pass for the user's.
func TestSecretDeclaredTwice(t *testing.T) {
	user, home := jarvis.ScopeUser, jarvis.ScopeIntegration
	for name, tt := range map[string]struct {
		scopes []jarvis.Scope
		wrong  bool
	}{
		"user after the default":     {[]jarvis.Scope{"", user}, true},
		"user before the default":    {[]jarvis.Scope{user, ""}, true},
		"user before integration":    {[]jarvis.Scope{user, home}, true},
		"integration is the default": {[]jarvis.Scope{"", home}, false},
		"the same":                   {[]jarvis.Scope{user, user}, false},
		"the third of them":          {[]jarvis.Scope{home, home, user}, true},
	} {
		t.Run(name, func(t *testing.T) {
			var secrets []jarvis.Secret
			for _, scope := range tt.scopes {
				secrets = append(secrets, jarvis.Secret{Key: "A", Scope: scope})
			}
			_, err := defineSecrets(secrets...)
			if !tt.wrong {
				require.NoError(t, err)
				return
			}
			var mistake *jarvis.TagError
			require.ErrorAs(t, err, &mistake)
			assert.Equal(t, "Spec.Secrets", mistake.Field)
			assert.Contains(t, mistake.Message, "A is declared twice, and differently")
		})
	}
}

func TestSecretJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		secret jarvis.Secret
		want   string
	}{
		"defaults": {jarvis.Secret{Key: "K"}, `{"key":"K","scope":"integration","description":"","value_type":"string","required":true,"is_sensitive":true}`},
		"optional": {jarvis.Secret{Key: "K", Optional: true}, `{"key":"K","scope":"integration","description":"","value_type":"string","required":false,"is_sensitive":true}`},
		"public":   {jarvis.Secret{Key: "K", Public: true}, `{"key":"K","scope":"integration","description":"","value_type":"string","required":true,"is_sensitive":false}`},
		"everything": {
			jarvis.Secret{Key: "K", Description: "d", Label: "l", Scope: "user", Type: "string", Optional: true, Public: true, Enum: []string{"b", "a"}, Presets: map[string]map[string]string{"a": {"H": "x"}, "b": {}}},
			`{"key":"K","scope":"user","description":"d","value_type":"string","required":false,"is_sensitive":false,"friendly_name":"l","enum_values":["b","a"],"presets":{"a":{"H":"x"},"b":{}}}`,
		},
		"empty, not absent": {
			jarvis.Secret{Key: "K", Type: "int", Enum: []string{}, Presets: map[string]map[string]string{}},
			`{"key":"K","scope":"integration","description":"","value_type":"int","required":true,"is_sensitive":true,"enum_values":[],"presets":{}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, v := range []any{tt.secret, &tt.secret} {
				raw, err := json.Marshal(v)
				require.NoError(t, err)
				assert.Equal(t, tt.want, string(raw))
			}
			raw, err := json.Marshal(map[string]any{"s": []jarvis.Secret{tt.secret}})
			require.NoError(t, err)
			assert.Equal(t, `{"s":[`+tt.want+`]}`, string(raw))
		})
	}
}

// A nil map is a member that presets nothing, which the original writes as an empty object, never as null.
func TestSecretJSONOfNilPreset(t *testing.T) {
	secret, err := jarvis.NewSecret("K", "", "user", "string", withEnum("a"), withPresets(map[string]map[string]string{"a": nil}))
	require.NoError(t, err)
	raw, err := json.Marshal(secret)
	require.NoError(t, err)
	assert.Contains(t, string(raw), `"presets":{"a":{}}`)
}

// What is given to NewSecret and Define, and what comes back, are different slices and maps.
func TestSecretsAreCopied(t *testing.T) {
	want := func() jarvis.Secret {
		return jarvis.Secret{Key: "K", Scope: "user", Type: "string", Enum: []string{"a", "b"}, Presets: map[string]map[string]string{"a": {"H": "x"}}}
	}
	spoil := func(s jarvis.Secret) {
		s.Enum[0] = "spoilt"
		s.Presets["a"]["H"] = "spoilt"
		s.Presets["b"] = map[string]string{"H": "spoilt"}
	}
	given := want()
	made, err := jarvis.NewSecret("K", "", "user", "string", func(s *jarvis.Secret) { *s = given })
	require.NoError(t, err)
	d, err := defineSecrets(given)
	require.NoError(t, err)
	spoil(given)
	assert.Equal(t, want(), made)
	assert.Equal(t, []jarvis.Secret{want()}, d.Secrets())

	spoil(d.Secrets()[0])
	spoil(d.Spec().Secrets[0])
	required, err := d.RequiredSecrets(t.Context(), nil, nil)
	require.NoError(t, err)
	spoil(required[0])
	assert.Equal(t, []jarvis.Secret{want()}, d.Secrets())
	assert.Equal(t, []jarvis.Secret{want()}, d.Spec().Secrets)
	required, err = d.RequiredSecrets(t.Context(), nil, nil)
	require.NoError(t, err)
	assert.Equal(t, []jarvis.Secret{want()}, required)
}
