// The hooks HandleAction and RequiredSecrets: taps on buttons, and which secrets are needed now; and where hooks are found.

package jarvis_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

var errVaultShut = errors.New("the vault is shut")

// acting makes a command whose HandleAction gives one answer.
func acting(resp *jarvis.Response, err error) hookDoes {
	return hookDoes{action: func(context.Context, *jarvis.Request, hookView, string, map[string]any) (*jarvis.Response, error) {
		return resp, err
	}}
}

// An action that the command does not take itself has a default answer, with and without the hook.
func TestHandleActionDefaults(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		for name, cmd := range map[string]jarvis.Command{"no hook": form("hooked", hookDoes{}), "not its own": form("hooked", acting(nil, nil))} {
			h := newHookHost(t, cmd, &greet{})
			resp, err := h.HandleAction(t.Context(), nil, "hooked", jarvis.ActionCancel, nil)
			require.NoError(t, err, name)
			assert.Equal(t, jarvis.Final(map[string]any{"cancelled": true, "message": "Cancelled."}), resp, name)
			again, err := h.HandleAction(t.Context(), nil, "hooked", "cancel_click", map[string]any{"x": 1})
			require.NoError(t, err, name)
			assert.Equal(t, resp, again, name)
			resp.ContextData["message"] = "changed by the host"
			assert.Equal(t, "Cancelled.", again.ContextData["message"], "each answer is its own")

			for action, shown := range map[string]string{
				"send_click": "send_click", "": "", "Cancel_Click": "Cancel_Click", " cancel_click": " cancel_click", "a\nb\x00\u202e": `a\nb\x00\u202e`,
				"'); DROP": "'); DROP", strings.Repeat("é", 100_000): strings.Repeat("é", 120) + "…", "\xff": `\xff`,
			} {
				resp, err := h.HandleAction(t.Context(), &jarvis.Request{}, "hooked", action, nil)
				require.NoError(t, err, shown)
				assert.Equal(t, jarvis.Failure("The command 'hooked' has no action '"+shown+"'."), resp, name)
			}
			assert.Empty(t, h.log.String())

			resp, err = h.HandleAction(t.Context(), nil, "greet", jarvis.ActionCancel, nil)
			require.NoError(t, err)
			assert.True(t, resp.Success, "a struct without the hook")
		}
	})
}

func TestHandleActionAnswers(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		var answer *jarvis.Response
		data, asked := map[string]any{"draft": "Dear Ada"}, 0
		h := newHookHost(t, form("hooked", hookDoes{action: func(_ context.Context, req *jarvis.Request, in hookView, action string, got map[string]any) (*jarvis.Response, error) {
			asked++
			require.NotNil(t, req, "a nil request is an empty one")
			assert.Equal(t, hookView{args: map[string]any{}, types: in.types, token: "t2", mine: map[string]string{"ada": "m"}[req.User], via: ""}, in, "secrets, and no arguments or defaults")
			assert.Equal(t, "send_click", action)
			assert.Equal(t, data, got)
			return answer, nil
		}}))
		source := jarvis.WithSecrets(mapSecrets{"TOKEN": "t2", "ada/MINE": "m"})
		for _, answer = range []*jarvis.Response{jarvis.Final(map[string]any{"sent": true}), jarvis.Failure("No such draft."), jarvis.Success(nil, jarvis.WithActions(jarvis.Button{Text: "OK", Action: "ok", Type: jarvis.ButtonPrimary}))} {
			for _, req := range []*jarvis.Request{nil, {User: "ada"}} {
				resp, err := h.HandleAction(t.Context(), req, "hooked", "send_click", data, source)
				require.NoError(t, err)
				assert.Equal(t, answer, resp)
			}
		}
		answer = &jarvis.Response{Success: true, ErrorDetails: "No such draft."}
		resp, err := h.HandleAction(t.Context(), nil, "hooked", "send_click", data, source)
		require.NoError(t, err)
		assert.Equal(t, jarvis.Failure("No such draft."), resp, "a response with details is a failure")
		assert.Equal(t, 7, asked)
		assert.Empty(t, h.log.String())
	})
}

// The command may take the cancel button itself.
func TestHandleActionCancels(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		h := newHookHost(t, form("hooked", acting(jarvis.Final(map[string]any{"message": "Draft kept."}), nil)))
		resp, err := h.HandleAction(t.Context(), nil, "hooked", jarvis.ActionCancel, nil)
		require.NoError(t, err)
		assert.Equal(t, jarvis.Final(map[string]any{"message": "Draft kept."}), resp)
	})
}

func TestHandleActionFails(t *testing.T) {
	for name, fault := range hookFaults {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				h := newHookHost(t, form("hooked", hookDoes{action: func(ctx context.Context, _ *jarvis.Request, _ hookView, _ string, _ map[string]any) (*jarvis.Response, error) {
					return jarvis.Success(nil), fault.does(ctx, cancel)
				}}))
				resp, err := h.HandleAction(ctx, nil, "hooked", jarvis.ActionCancel, nil)
				if fault.logged != "" {
					h.requireFixedText(t, resp, err, fault.logged)
					return
				}
				assert.Nil(t, resp)
				assert.Equal(t, context.Canceled, err)
				assert.Empty(t, h.log.String())
			})
		})
	}
	t.Run("wrong button", func(t *testing.T) {
		eachForm(t, func(t *testing.T, form hookForm) {
			h := newHookHost(t, form("hooked", acting(jarvis.Success(nil, jarvis.WithActions(jarvis.Button{Text: "Send", Type: "primary"})), nil)))
			resp, err := h.HandleAction(t.Context(), nil, "hooked", "more_click", nil)
			h.requireFixedText(t, resp, err, "button 1", "no action")
		})
	})
}

func TestHandleActionBefore(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		asked := 0
		h := newHookHost(t, form("hooked", hookDoes{secrets: []jarvis.Secret{{Key: "MORE"}}, required: func(hookView) []string { return []string{"MORE", "TOKEN", "MINE"} },
			action: func(context.Context, *jarvis.Request, hookView, string, map[string]any) (*jarvis.Response, error) {
				asked++
				return nil, nil
			}}), &greet{})
		resp, err := h.HandleAction(t.Context(), nil, "hooked", "send_click", nil, jarvis.WithSecrets(nil))
		require.NoError(t, err)
		assert.Equal(t, jarvis.Failure("Missing required secrets: TOKEN, MINE, MORE"), resp)

		for name, text := range map[string]string{"hookd": "Unknown command 'hookd'. Did you mean: hooked?", "pizza": "Unknown command 'pizza'. The commands are: hooked, greet."} {
			resp, err = h.HandleAction(t.Context(), nil, name, jarvis.ActionCancel, nil)
			require.NoError(t, err)
			assert.Equal(t, jarvis.Failure(text), resp)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, name := range []string{"hooked", "greet"} {
			resp, err = h.HandleAction(ctx, nil, name, jarvis.ActionCancel, nil)
			assert.Nil(t, resp, name)
			assert.Equal(t, context.Canceled, err, name)
		}
		source := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "", false, errVaultShut })
		resp, err = h.HandleAction(t.Context(), nil, "hooked", "send_click", nil, jarvis.WithSecrets(source))
		h.requireFixedText(t, resp, err, "secret TOKEN: the vault is shut")
		assert.Zero(t, asked)
	})
	var none *jarvis.Registry
	resp, err := none.HandleAction(t.Context(), nil, "hooked", jarvis.ActionCancel, nil)
	assert.Error(t, err)
	assert.Nil(t, resp)
}

// mailing needs other secrets for each mail provider.
func mailing() hookDoes {
	return hookDoes{
		secrets: []jarvis.Secret{{Key: "GMAIL_TOKEN", Optional: true}, {Key: "IMAP_USER", Scope: jarvis.ScopeUser, Optional: true}, {Key: "IMAP_PASSWORD"}},
		required: func(in hookView) []string {
			switch in.via {
			case "gmail":
				return []string{"GMAIL_TOKEN"}
			case "imap":
				return []string{"IMAP_PASSWORD", "TOKEN", "IMAP_USER", "IMAP_PASSWORD"}
			case "none":
				return nil
			case "misspelt":
				return []string{"TOKEN", "GMAIL_TOKNE"}
			case "boom":
				panic(errOwn)
			}
			return []string{"VIA"}
		},
	}
}

func TestRequiredSecrets(t *testing.T) {
	for name, tt := range map[string]struct {
		has      mapSecrets
		required []string
		missing  string
	}{
		"nothing there":        {nil, []string{"VIA"}, "VIA"},
		"optional named":       {mapSecrets{"VIA": "gmail"}, []string{"GMAIL_TOKEN"}, "GMAIL_TOKEN"},
		"required not named":   {mapSecrets{"VIA": "gmail", "GMAIL_TOKEN": "g"}, []string{"GMAIL_TOKEN"}, ""},
		"none named":           {mapSecrets{"VIA": "none"}, nil, ""},
		"declaration order":    {mapSecrets{"VIA": "imap"}, []string{"TOKEN", "IMAP_USER", "IMAP_PASSWORD"}, "TOKEN, IMAP_USER, IMAP_PASSWORD"},
		"some there":           {mapSecrets{"VIA": "imap", "TOKEN": "t", "IMAP_PASSWORD": ""}, []string{"TOKEN", "IMAP_USER", "IMAP_PASSWORD"}, "IMAP_USER, IMAP_PASSWORD"},
		"another user's":       {mapSecrets{"VIA": "imap", "TOKEN": "t", "bob/IMAP_USER": "u", "IMAP_USER": "u", "IMAP_PASSWORD": "p"}, []string{"TOKEN", "IMAP_USER", "IMAP_PASSWORD"}, "IMAP_USER"},
		"the request's user's": {mapSecrets{"VIA": "imap", "TOKEN": "t", "ada/IMAP_USER": "u", "IMAP_PASSWORD": "p"}, []string{"TOKEN", "IMAP_USER", "IMAP_PASSWORD"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				does, ran := mailing(), 0
				does.auth = &jarvis.Authentication{Provider: "mail"}
				does.run = func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
					ran++
					return jarvis.Success(nil), nil
				}
				h, req := newHookHost(t, form("hooked", does)), &jarvis.Request{User: "ada"}
				d, _ := h.Lookup("hooked")

				required, err := d.RequiredSecrets(t.Context(), req, tt.has)
				require.NoError(t, err)
				var keys []string
				for _, s := range required {
					keys = append(keys, s.Key)
				}
				assert.Equal(t, tt.required, keys)

				needs, err := d.NeedsAuth(t.Context(), req, tt.has, nil)
				require.NoError(t, err)
				assert.Equal(t, tt.missing != "", needs)

				_, err = h.Execute(t.Context(), "hooked", req, []byte(`{"mode":"fast"}`), jarvis.WithSecrets(tt.has))
				if tt.missing == "" {
					require.NoError(t, err)
					assert.Equal(t, 1, ran)
					return
				}
				assert.Equal(t, &jarvis.MissingSecretsError{Command: "hooked", Keys: strings.Split(tt.missing, ", ")}, err)
				resp, err := h.Call(t.Context(), req, jarvis.Call{Name: "hooked", Arguments: []byte(`{}`)}, jarvis.WithSecrets(tt.has))
				require.NoError(t, err)
				assert.Equal(t, jarvis.Failure("Missing required secrets: "+tt.missing), resp)
				assert.Zero(t, ran)
			})
		})
	}
}

// What the hook itself does wrong comes back from everything that asks it.
func TestRequiredSecretsFail(t *testing.T) {
	for via, logged := range map[string]string{"misspelt": "GMAIL_TOKNE", "boom": "hunter2"} {
		eachForm(t, func(t *testing.T, form hookForm) {
			does, ran := mailing(), 0
			does.auth = &jarvis.Authentication{Provider: "mail"}
			does.run = func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
				ran++
				return jarvis.Success(nil), nil
			}
			h, source := newHookHost(t, form("hooked", does)), mapSecrets{"VIA": via, "TOKEN": "t", "IMAP_PASSWORD": "p", "GMAIL_TOKEN": "g"}
			d, _ := h.Lookup("hooked")
			list, required := d.RequiredSecrets(t.Context(), nil, source)
			assert.Nil(t, list)
			needs, auth := d.NeedsAuth(t.Context(), nil, source, nil)
			assert.False(t, needs)
			_, execute := h.execute(t.Context(), `{"mode":"fast"}`, jarvis.WithSecrets(source))
			for _, err := range []error{required, auth, execute} {
				if via == "boom" {
					var panicked *jarvis.PanicError
					require.ErrorAs(t, err, &panicked)
					assert.ErrorIs(t, err, errOwn)
				} else {
					var own *jarvis.CommandError
					require.ErrorAs(t, err, &own)
					assert.EqualError(t, err, `command "hooked": RequiredSecrets names "GMAIL_TOKNE", which is not declared; add it to Spec.Secrets or a secret tag`)
				}
			}
			resp, err := h.call(t.Context(), `{"mode":"fast"}`, jarvis.WithSecrets(source))
			h.requireFixedText(t, resp, err, logged)
			assert.Zero(t, ran)
		})
	}
}

// A command that declares no secrets at all cannot need one either.
func TestRequiredSecretsOfNoDeclared(t *testing.T) {
	cmd := jarvis.MustFunc(jarvis.Spec{Name: "hooked"}, nil, runNothing[jarvis.Values], jarvis.Hooks[jarvis.Values]{RequiredSecrets: func(jarvis.Values) []string { return []string{"GHOST"} }})
	h := newHookHost(t, cmd)
	d, _ := h.Lookup("hooked")
	_, required := d.RequiredSecrets(t.Context(), nil, nil)
	_, execute := h.execute(t.Context(), ``)
	for _, err := range []error{required, execute} {
		var own *jarvis.CommandError
		require.ErrorAs(t, err, &own)
		assert.Contains(t, err.Error(), "GHOST")
	}
}

// Without the hook it is what the declaration says; the caller owns the list.
func TestRequiredSecretsAsDeclared(t *testing.T) {
	h := newHookHost(t, mustNew(t, "hooked", runNothing[hookInput]))
	d, _ := h.Lookup("hooked")
	for range 2 {
		required, err := d.RequiredSecrets(t.Context(), nil, nil)
		require.NoError(t, err)
		require.Len(t, required, 1)
		assert.Equal(t, jarvis.Secret{Key: "TOKEN", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText}, required[0])
		required[0].Key = "changed"
	}
	source := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "", false, errVaultShut })
	_, err := d.RequiredSecrets(t.Context(), nil, source)
	assert.ErrorIs(t, err, errVaultShut)
	assert.EqualError(t, err, `command "hooked": secret TOKEN: the vault is shut`)
}

// canceller is a right hook by value, which commands get by embedding it.
type canceller struct{}

func (canceller) HandleAction(context.Context, *jarvis.Request, string, map[string]any) (*jarvis.Response, error) {
	return jarvis.Success(map[string]any{"by": "canceller"}), nil
}

type embedsHook struct {
	canceller
	Name string `jarvis:"name"`
}

func (embedsHook) Spec() jarvis.Spec { return jarvis.Spec{Name: "hooked"} }

func (embedsHook) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func TestPromotedHooks(t *testing.T) {
	for _, cmd := range []jarvis.Command{embedsHook{}, &embedsHook{}} {
		resp, err := newHookHost(t, cmd).HandleAction(t.Context(), nil, "hooked", jarvis.ActionCancel, nil)
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"by": "canceller"}, resp.ContextData)
	}
}

func TestHooksAreGivenOnce(t *testing.T) {
	twice := jarvis.Hooks[jarvis.Values]{Validate: func(context.Context, *jarvis.Request, jarvis.Values) ([]jarvis.ValidationResult, error) {
		return nil, nil
	}}
	for name, spec := range map[string]jarvis.Spec{"alone": {Name: "hooked"}, "beside another mistake": {}} {
		t.Run(name, func(t *testing.T) {
			_, ofNew := jarvis.New(spec, runNothing[hookInput], jarvis.Hooks[hookInput]{}, jarvis.Hooks[hookInput]{})
			_, ofFunc := jarvis.Func(spec, nil, runNothing[jarvis.Values], twice, twice)
			for owner, err := range map[string]error{"hookInput": ofNew, "Func": ofFunc} {
				mistakes := tagErrors(err)
				require.NotEmpty(t, mistakes, owner)
				assert.Equal(t, &jarvis.TagError{Type: owner, Field: "Spec", Message: "hooks are given more than once; set all of them in one Hooks"}, mistakes[len(mistakes)-1])
				assert.Len(t, mistakes, map[string]int{"hooked": 1, "": 2}[spec.Name])
			}
		})
	}
}

// A command of functions has all methods, since its type is one; without a hook they do what a command without it does.
func TestMethodsWithoutHooks(t *testing.T) {
	for _, cmd := range []jarvis.Command{mustNew(t, "hooked", runNothing[hookInput]), mustFunc(t, "hooked", nil)} {
		args := jarvis.Args{"mode": "x"}
		assert.Nil(t, cmd.(jarvis.PreRouter).PreRoute(t.Context(), "x"))
		assert.NoError(t, cmd.(jarvis.PostProcessor).PostProcess(t.Context(), nil, args))
		assert.Equal(t, jarvis.Args{"mode": "x"}, args)
		results, err := cmd.(jarvis.Validator).Validate(t.Context(), nil)
		assert.NoError(t, err)
		assert.Empty(t, results)
		resp, err := cmd.(jarvis.ActionHandler).HandleAction(t.Context(), nil, jarvis.ActionCancel, nil)
		assert.NoError(t, err)
		assert.Nil(t, resp)
		assert.Empty(t, cmd.(jarvis.SecretRequirer).RequiredSecrets())
		assert.NoError(t, cmd.(jarvis.AuthStorer).StoreAuth(t.Context(), nil, nil))
		assert.ErrorIs(t, cmd.(jarvis.TokenRefresher).RefreshToken(t.Context(), nil), errors.ErrUnsupported)
		done, err := cmd.(jarvis.Initializer).Initialize(t.Context(), nil)
		assert.NoError(t, err)
		assert.Empty(t, done)
	}
}
