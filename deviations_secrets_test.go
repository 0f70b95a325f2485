// Deviations of secrets and authentication; see deviations_test.go.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// askedSecrets has a value for everything, and tells what it is asked for.
type askedSecrets func(jarvis.SecretRef)

func (f askedSecrets) Lookup(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
	f(ref)
	return "value", true, nil
}

var secretDeviations = []deviation{
	{"no source of secrets", "skips the check", "has no secrets, so that required ones are missing", "forgetting an option must not run a command half", func(t *testing.T) {
		_, err := executed(t, echo(jarvis.Spec{Name: "demo", Secrets: []jarvis.Secret{{Key: "TOKEN"}}}, nil), `{}`)
		assert.EqualError(t, err, "Missing required secrets: TOKEN")
	}},
	{"secrets of a user", "looked up for nobody, so that they are always missing", "looked up for the user of the request", "they are the user's", func(t *testing.T) {
		cmd := echo(jarvis.Spec{Name: "demo", Secrets: []jarvis.Secret{{Key: "TOKEN", Scope: jarvis.ScopeUser}}}, nil)
		_, err := executed(t, cmd, `{}`, jarvis.WithSecrets(jarvis.StaticUserSecrets("ada", map[string]string{"TOKEN": "t"})))
		assert.NoError(t, err)
		_, err = executed(t, cmd, `{}`, jarvis.WithSecrets(jarvis.StaticUserSecrets("bob", map[string]string{"TOKEN": "t"})))
		assert.ErrorAs(t, err, new(*jarvis.MissingSecretsError))
	}},
	{"a request of nobody", "the user is no part of a lookup", "secrets of user scope are not looked up, so that required ones are missing", "a source must not answer with those of just any user", func(t *testing.T) {
		var asked []jarvis.SecretRef
		source := askedSecrets(func(ref jarvis.SecretRef) { asked = append(asked, ref) })
		cmd := echo(jarvis.Spec{Name: "demo", Secrets: []jarvis.Secret{{Key: "HOST"}, {Key: "TOKEN", Scope: jarvis.ScopeUser}}}, nil)
		_, err := registered(cmd).Execute(t.Context(), "demo", nil, nil, jarvis.WithSecrets(source))
		assert.EqualError(t, err, "Missing required secrets: TOKEN")
		assert.Equal(t, []jarvis.SecretRef{{Key: "HOST", Scope: jarvis.ScopeIntegration}}, asked)
		asked = nil
		_, err = executed(t, cmd, `{}`, jarvis.WithSecrets(source))
		assert.NoError(t, err)
		assert.Contains(t, asked, jarvis.SecretRef{Key: "TOKEN", Scope: jarvis.ScopeUser, User: "ada"})
	}},
	{"secrets in a command", "plain strings", "a SecretString, which shows itself only to Reveal; a plain field is a mistake unless the secret is public", "logs and dumps", func(t *testing.T) {
		raw, err := json.Marshal(map[string]any{"token": jarvis.NewSecretString("hunter2")})
		assert.Equal(t, `{"token":"[secret]"}`, string(raw), err)
		_, err = jarvis.New(demo, runNothing[struct {
			Token string `secret:"TOKEN"`
		}])
		assert.ErrorAs(t, err, new(*jarvis.TagError))
	}},
	{"secrets that depend on others", "any that the property makes up", "keys of declared ones; another is the author's error", "a settings form lists them all", func(t *testing.T) {
		spec := jarvis.Spec{Name: "demo", Secrets: []jarvis.Secret{{Key: "TOKEN"}}}
		_, err := executed(t, echo(spec, nil, valuesHooks{RequiredSecrets: func(jarvis.Values) []string { return []string{"OTHER"} }}), `{}`)
		assert.ErrorAs(t, err, new(*jarvis.CommandError))
	}},
	{"the client secret", "in the form that goes to the phone", "in no printed or marshalled form", "a phone is no place for it", func(t *testing.T) {
		raw, err := json.Marshal(jarvis.Authentication{Provider: "x", ClientSecret: jarvis.NewSecretString("hunter2")})
		assert.NotRegexp(t, "secret|hunter2", string(raw), err)
		assert.Contains(t, string(raw), `"provider":"x"`)
	}},
	{"tokens that an authentication brought", "plain strings", "SecretStrings", "a hook that logs what it gets shows nothing", func(t *testing.T) {
		var got jarvis.SecretString
		cmd := echo(jarvis.Spec{Name: "demo", Authentication: &jarvis.Authentication{Provider: "x"}}, nil, valuesHooks{
			StoreAuth: func(_ context.Context, _ *jarvis.Request, _ jarvis.Values, values map[string]jarvis.SecretString) error {
				got = values["token"]
				return nil
			}})
		require.NoError(t, registered(cmd).StoreAuth(t.Context(), nil, "x", map[string]jarvis.SecretString{"token": jarvis.NewSecretString("t")}))
		assert.Equal(t, "t/[secret]", got.Reveal()+"/"+got.String())
	}},
	{"renewing tokens", "True or False; the standard grant is built in", "an error; without a hook it wraps errors.ErrUnsupported and the host makes the standard request", "a command library opens no connections of its own", func(t *testing.T) {
		spec := jarvis.Spec{Name: "demo", Authentication: &jarvis.Authentication{Provider: "x"}}
		assert.ErrorIs(t, registered(echo(spec, nil)).RefreshToken(t.Context(), nil, "x"), errors.ErrUnsupported)
		gone := errors.New("gone")
		cmd := echo(spec, nil, valuesHooks{RefreshToken: func(context.Context, *jarvis.Request, jarvis.Values) error { return gone }})
		assert.ErrorIs(t, registered(cmd).RefreshToken(t.Context(), nil, "x"), gone)
	}},
}
