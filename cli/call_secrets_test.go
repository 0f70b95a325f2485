// Tests of secrets in the verbs call and init: which are missing, and none in what goes wrong.

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// TestErrorsHideSecrets has errors with the values of secrets in them.
func TestErrorsHideSecrets(t *testing.T) {
	env := map[string]string{"KEY": "k3y/of?all", "LONGER": "k3y/of?all-doors", "REGION": "europe", "PIN": "12"}
	leak := fmt.Sprintf("Get https://api/?key=k3y%%2Fof%%3Fall&region=%s: %s, %s, %s", env["REGION"], env["KEY"], env["LONGER"], env["PIN"])
	const hidden = "Get https://api/?key=[secret]&region=europe: [secret], [secret], 12"
	failing := func(resp *jarvis.Response, err error, panics bool) cli.App {
		spec := jarvis.Spec{Name: "act", Secrets: []jarvis.Secret{{Key: "KEY"}, {Key: "LONGER"}, {Key: "REGION", Public: true}, {Key: "PIN"}}}
		registry := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.StaticSecrets(env)))
		registry.MustRegister(jarvis.MustNew(spec, func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			if panics {
				panic(leak)
			}
			return resp, err
		}, jarvis.Hooks[struct{}]{Initialize: func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) {
			if panics {
				panic(leak)
			}
			return nil, err
		}}))
		return cli.App{Registry: registry, Name: "odd"}
	}
	for _, c := range []struct {
		name string
		app  cli.App
		args []string
		out  string // a part of it
	}{
		{"error", failing(nil, errors.New(leak), false), []string{"call", "act"}, ""},
		{"failure", failing(jarvis.Failure(leak), nil, false), []string{"call", "act"}, ""},
		{"failure as JSON", failing(jarvis.Failure(leak), nil, false), []string{"call", "act", "--json"}, `"error_details": "` + hidden},
		{"panic", failing(nil, nil, true), []string{"call", "act", "--json"}, `"success": false`},
		{"init", failing(nil, errors.New(leak), false), []string{"init", "act", "--json"}, `"error": "act failed: ` + hidden + `"`},
		{"init that panics", failing(nil, nil, true), []string{"init", "act", "--json"}, `"error": "act failed: panicked: ` + hidden + `"` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := c.app.Run(t.Context(), c.args, cli.Stdio{Out: &out, Err: &errs, Getenv: func(key string) string { return env[key] }})
			assert.Equal(t, 1, code)
			assert.Contains(t, errs.String(), hidden)
			assert.Contains(t, out.String(), c.out)
			assert.NotContains(t, out.String()+errs.String(), "k3y")
		})
	}
}

// TestMissingSecretsAreNoText has an error of a command that reads like the library's.
func TestMissingSecretsAreNoText(t *testing.T) {
	ran := 0
	registry := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.StaticSecrets(map[string]string{"TOKEN": "t0ken"})))
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "act", Secrets: []jarvis.Secret{{Key: "TOKEN"}}},
		func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			ran++
			return jarvis.Failure("Missing required secrets: TOKEN"), nil
		}), jarvis.MustNew(jarvis.Spec{Name: "lacks", Secrets: []jarvis.Secret{{Key: "TOKEN"}, {Key: "MORE, TOKEN\n"}}},
		func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			ran++
			return jarvis.Final(nil), nil
		}))
	app := cli.App{Registry: registry, Name: "odd"}
	assert.Equal(t, callResult{1, "", "odd: act failed: Missing required secrets: TOKEN\n"}, runCall(t.Context(), app, "", "call", "act"))
	assert.Equal(t, 1, ran, "the secrets are looked up twice, the command runs once")
	got := runCall(t.Context(), app, "", "call", "lacks")
	assert.Equal(t, callResult{1, "", "odd: lacks lacks secrets:\n  MORE, TOKEN\nSet them where this program looks secrets up, mostly in the environment: export MORE, TOKEN=…\n"}, got)
	assert.Equal(t, 1, ran)
}

// TestSecretsInQuotes has secrets as errors with quotes write them.
func TestSecretsInQuotes(t *testing.T) {
	const secret = "pa\"ss\\w\u00f6rd<\x01"
	text, err := json.Marshal(secret)
	require.NoError(t, err)
	for name, leak := range map[string]string{
		"quoted":  fmt.Sprintf("%q", secret),
		"ASCII":   fmt.Sprintf("%+q", secret),
		"JSON":    string(text),
		"no HTML": `"pa\"ss\\wörd<\u0001"`,
	} {
		t.Run(name, func(t *testing.T) {
			for reason, answer := range map[string]any{"failed": nil, "answered what has no JSON": leaks(leak)} {
				registry := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.StaticSecrets(map[string]string{"KEY": secret})))
				registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "act", Secrets: []jarvis.Secret{{Key: "KEY"}}},
					func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
						if answer == nil {
							return nil, errors.New("bad token " + leak)
						}
						return jarvis.Final(map[string]any{"a": answer}), nil
					}))
				var errs bytes.Buffer
				code := cli.App{Registry: registry, Name: "odd"}.Run(t.Context(), []string{"call", "act"}, cli.Stdio{Err: &errs, Getenv: func(string) string { return secret }})
				assert.Equal(t, 1, code)
				assert.Contains(t, errs.String(), "odd: act "+reason)
				assert.Contains(t, errs.String(), `bad token "[secret]"`)
			}
		})
	}
}

// leaks is a value whose error has a text in it.
type leaks string

func (l leaks) MarshalJSON() ([]byte, error) { return nil, errors.New("bad token " + string(l)) }
