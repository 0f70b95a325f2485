// Hooks outside of a call, StoreAuth, RefreshToken and Initialize; NeedsAuth; and methods that were meant to be a hook.

package jarvis_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

var (
	googleAuth = &jarvis.Authentication{Provider: "google", FriendlyName: "Google"}
	otherAuth  = &jarvis.Authentication{Provider: "other"}
)

// plainCommand is a struct without any hook.
type plainCommand struct {
	name string
	auth *jarvis.Authentication
}

func (p *plainCommand) Spec() jarvis.Spec {
	return jarvis.Spec{Name: p.name, Authentication: p.auth}
}

func (*plainCommand) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func plainFunc(name string, auth *jarvis.Authentication) jarvis.Command {
	return jarvis.MustFunc(jarvis.Spec{Name: name, Authentication: auth}, nil, runNothing[jarvis.Values])
}

func TestProvider(t *testing.T) {
	h := newHookHost(t, &plainCommand{"b", googleAuth}, &plainCommand{"none", nil}, plainFunc("a", googleAuth), plainFunc("c", otherAuth))
	for provider, want := range map[string][]string{"google": {"b", "a"}, "other": {"c"}, "Google": nil, "": nil} {
		var names []string
		for _, d := range h.Provider(provider) {
			names = append(names, d.Name())
		}
		assert.Equal(t, want, names, provider)
	}
}

// The first command of the provider that has the hook gets it, with its secrets and no arguments.
func TestProviderHooks(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		var ran []string
		note := func(hook, name string, req *jarvis.Request, in hookView) {
			require.NotNil(t, req, "a nil request is an empty one")
			assert.Equal(t, map[string]any{}, in.args)
			ran = append(ran, hook+" "+name+" "+in.token+" "+in.mine)
		}
		sent := map[string]jarvis.SecretString{"access_token": jarvis.NewSecretString("a")}
		makes := func(name string, auth *jarvis.Authentication) jarvis.Command {
			return form(name, hookDoes{auth: auth,
				required: func(hookView) []string { return []string{"TOKEN", "MINE"} },
				store: func(_ context.Context, req *jarvis.Request, in hookView, values map[string]jarvis.SecretString) error {
					note("store", name, req, in)
					assert.Equal(t, "a", values["access_token"].Reveal())
					assert.Len(t, values, 1)
					clear(values)
					return nil
				},
				refresh: func(_ context.Context, req *jarvis.Request, in hookView) error {
					note("refresh", name, req, in)
					return nil
				},
			})
		}
		h := newHookHost(t, makes("stranger", otherAuth), makes("alone", nil), &plainCommand{"first", googleAuth}, plainFunc("second", googleAuth), makes("third", googleAuth), makes("fourth", googleAuth))
		for _, source := range []mapSecrets{nil, {"TOKEN": "t", "ada/MINE": "m"}} {
			ran = nil
			req, had := &jarvis.Request{User: "ada"}, " "+source["TOKEN"]+" "+source["ada/MINE"]
			require.NoError(t, h.StoreAuth(t.Context(), req, "google", sent, jarvis.WithSecrets(source)))
			require.NoError(t, h.RefreshToken(t.Context(), req, "google", jarvis.WithSecrets(source)))
			assert.Equal(t, []string{"store third" + had, "refresh third" + had}, ran, "secrets that are missing do not hinder it")
			assert.Len(t, sent, 1, "the host's map is not changed")
		}
		ran = nil
		require.NoError(t, h.StoreAuth(t.Context(), nil, "other", sent))
		require.NoError(t, h.RefreshToken(t.Context(), nil, "other"))
		assert.Equal(t, []string{"store stranger t ", "refresh stranger t "}, ran)

		for _, provider := range []string{"googl", "", "Google"} {
			for _, err := range []error{h.StoreAuth(t.Context(), nil, provider, sent), h.RefreshToken(t.Context(), nil, provider)} {
				var unknown *jarvis.UnknownProviderError
				require.ErrorAs(t, err, &unknown)
				assert.Equal(t, provider, unknown.Provider)
				assert.EqualError(t, err, `no command authenticates with provider "`+provider+`"`)
				assert.NotErrorIs(t, err, errors.ErrUnsupported)
			}
		}
		assert.Less(t, len(h.RefreshToken(t.Context(), nil, strings.Repeat("x", 10_000)).Error()), 200)
		assert.Empty(t, h.log.String())
	})
}

func TestProviderWithoutHooks(t *testing.T) {
	h := newHookHost(t, &plainCommand{"first", googleAuth}, plainFunc("second", googleAuth),
		jarvis.MustNew(jarvis.Spec{Name: "third", Authentication: googleAuth}, runNothing[hookInput], jarvis.Hooks[hookInput]{}))
	assert.NoError(t, h.StoreAuth(t.Context(), nil, "google", nil), "the values are dropped")
	err := h.RefreshToken(t.Context(), nil, "google")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, `"google"`)
}

func TestInitialize(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		var answer map[string]any
		h := newHookHost(t, form("hooked", hookDoes{
			secrets: []jarvis.Secret{{Key: "MORE"}},
			required: func(in hookView) []string {
				if in.via == "alone" {
					return nil
				}
				return []string{"TOKEN"}
			},
			initialize: func(_ context.Context, in hookView) (map[string]any, error) {
				assert.Equal(t, map[string]any{}, in.args)
				assert.Contains(t, []string{"t alone", "t ", " alone"}, in.token+" "+in.via)
				return answer, nil
			},
		}), plainFunc("func", nil), &plainCommand{name: "struct"})
		for _, tt := range []struct{ answer, want map[string]any }{
			{nil, map[string]any{"status": "success"}}, {map[string]any{}, map[string]any{"status": "success"}},
			{map[string]any{"devices_found": 3}, map[string]any{"status": "success", "devices_found": 3}},
			{map[string]any{"status": "partial", "n": 1}, map[string]any{"status": "partial", "n": 1}}, {map[string]any{"status": nil}, map[string]any{"status": nil}},
		} {
			answer = tt.answer
			before := maps.Clone(answer)
			done, err := h.Initialize(t.Context(), nil, "hooked")
			require.NoError(t, err)
			assert.Equal(t, tt.want, done)
			done["added"] = true
			assert.Equal(t, before, answer, "the author's map is not changed")
		}
		_, err := h.Initialize(t.Context(), nil, "hooked", jarvis.WithSecrets(mapSecrets{"VIA": "alone"}))
		assert.NoError(t, err, "nothing is required")

		_, err = h.Initialize(t.Context(), nil, "hooked", jarvis.WithSecrets(nil))
		assert.Equal(t, &jarvis.MissingSecretsError{Command: "hooked", Keys: []string{"TOKEN"}}, err)
		for _, name := range []string{"func", "struct"} {
			done, err := h.Initialize(t.Context(), nil, name, jarvis.WithSecrets(nil))
			require.NoError(t, err)
			assert.Equal(t, map[string]any{"status": "no_init_required"}, done)
		}
		_, err = h.Initialize(t.Context(), nil, "hookd")
		var unknown *jarvis.UnknownCommandError
		require.ErrorAs(t, err, &unknown)
		assert.Equal(t, []string{"hooked"}, unknown.Near)
	})
}

// What goes wrong in these hooks is the host's to see; nothing is logged.
func TestHostHooksFail(t *testing.T) {
	for name, fault := range hookFaults {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				var end func()
				fails := func(ctx context.Context) error { return fault.does(ctx, end) }
				h := newHookHost(t, form("hooked", hookDoes{auth: googleAuth,
					store: func(ctx context.Context, _ *jarvis.Request, _ hookView, _ map[string]jarvis.SecretString) error {
						return fails(ctx)
					},
					refresh: func(ctx context.Context, _ *jarvis.Request, _ hookView) error { return fails(ctx) },
					initialize: func(ctx context.Context, _ hookView) (map[string]any, error) {
						return map[string]any{"n": 1}, fails(ctx)
					},
				}))
				for _, hook := range h.hostHooks(t) {
					ctx, cancel := context.WithCancel(t.Context())
					end = cancel
					requireHookError(t, name, hook(ctx))
					cancel()
				}
				assert.Empty(t, h.log.String())
			})
		})
	}
}

// hostHooks are the ways to run the hooks of the command hooked of google.
func (h *hookHost) hostHooks(t *testing.T, opts ...jarvis.Option) []func(context.Context) error {
	return []func(context.Context) error{
		func(ctx context.Context) error { return h.StoreAuth(ctx, nil, "google", nil, opts...) },
		func(ctx context.Context) error { return h.RefreshToken(ctx, nil, "google", opts...) },
		func(ctx context.Context) error {
			done, err := h.Initialize(ctx, nil, "hooked", opts...)
			assert.Equal(t, err != nil, done == nil)
			return err
		},
	}
}

func TestHostHooksBefore(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		asked := 0
		h := newHookHost(t, form("hooked", hookDoes{auth: googleAuth,
			store: func(context.Context, *jarvis.Request, hookView, map[string]jarvis.SecretString) error {
				asked++
				return nil
			},
			refresh:    func(context.Context, *jarvis.Request, hookView) error { asked++; return nil },
			initialize: func(context.Context, hookView) (map[string]any, error) { asked++; return nil, nil },
		}))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		source := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "", false, errVaultShut })
		for _, hook := range h.hostHooks(t, jarvis.WithSecrets(source)) {
			assert.Equal(t, context.Canceled, hook(ctx))
			err := hook(t.Context())
			var own *jarvis.CommandError
			require.ErrorAs(t, err, &own)
			assert.ErrorIs(t, err, errVaultShut)
		}
		assert.Zero(t, asked)
		for _, hook := range h.hostHooks(t) {
			assert.NoError(t, hook(t.Context()))
		}
		assert.Equal(t, 3, asked)
	})
}

// authState answers for every provider, and remembers which it was asked for.
type authState struct {
	flagged bool
	err     error
	asked   []string
}

func (s *authState) NeedsAuth(_ context.Context, _ *jarvis.Request, provider string) (bool, error) {
	s.asked = append(s.asked, provider)
	return s.flagged, s.err
}

func TestNeedsAuth(t *testing.T) {
	has := mapSecrets{"TOKEN": "t"}
	shut := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "t", true, errVaultShut })
	type row struct {
		auth   *jarvis.Authentication
		source jarvis.SecretSource
		state  *authState
		needs  bool
		is     error
		asked  []string
	}
	for name, tt := range map[string]row{
		"all there":             {googleAuth, has, &authState{}, false, nil, []string{"google"}},
		"no state":              {googleAuth, has, nil, false, nil, nil},
		"flagged":               {googleAuth, has, &authState{flagged: true}, true, nil, []string{"google"}},
		"no authentication":     {nil, nil, &authState{flagged: true}, false, nil, nil},
		"none, source shut":     {nil, shut, &authState{err: errOwn}, false, nil, nil},
		"nil pointer":           {googleAuth, (*strongbox)(nil), nil, true, nil, nil},
		"no source":             {googleAuth, nil, &authState{}, true, nil, nil},
		"secret missing":        {googleAuth, mapSecrets{"VIA": "x"}, nil, true, nil, nil},
		"secret empty":          {googleAuth, mapSecrets{"TOKEN": ""}, &authState{}, true, nil, nil},
		"missing, state broken": {googleAuth, nil, &authState{err: errOwn}, true, nil, nil},
		"state broken":          {googleAuth, has, &authState{flagged: true, err: errOwn}, false, errOwn, []string{"google"}},
		"source shut":           {googleAuth, shut, &authState{flagged: true}, false, errVaultShut, nil},
	} {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				h := newHookHost(t, form("hooked", hookDoes{auth: tt.auth}))
				d, _ := h.Lookup("hooked")
				for _, req := range []*jarvis.Request{nil, {User: "ada"}} {
					var state jarvis.AuthState
					if tt.state != nil {
						tt.state.asked, state = nil, tt.state
					}
					needs, err := d.NeedsAuth(t.Context(), req, tt.source, state)
					assert.Equal(t, tt.needs, needs)
					require.ErrorIs(t, err, tt.is)
					if tt.is != nil {
						assert.ErrorContains(t, err, `command "hooked": `)
					}
					if tt.state != nil {
						assert.Equal(t, tt.asked, tt.state.asked, "the state is asked only if the secrets are there")
					}
				}
			})
		})
	}
}

// Methods that have the name of a hook and another form, declared in three ways.
type (
	wrongByPointer struct{}
	wrongByValue   struct{}
	wrongPromoted  struct{ wrongHooks }
	wrongHooks     struct{}
)

func (*wrongByPointer) PreRoute(string) *jarvis.Route { return nil }
func (*wrongByPointer) PostProcess(context.Context, *jarvis.Request, map[string]any) error {
	return nil
}
func (*wrongByPointer) Validate(context.Context, *jarvis.Request) error { return nil }
func (*wrongByPointer) HandleAction(context.Context, *jarvis.Request, string) (*jarvis.Response, error) {
	return nil, nil
}
func (*wrongByPointer) RequiredSecrets() []jarvis.Secret { return nil }
func (*wrongByPointer) StoreAuth(context.Context, *jarvis.Request, map[string]string) error {
	return nil
}
func (*wrongByPointer) RefreshToken(context.Context, *jarvis.Request) bool { return false }
func (*wrongByPointer) Initialize(context.Context) error                   { return nil }

func (wrongByValue) PreRoute(context.Context, string) jarvis.Route                        { return jarvis.Route{} }
func (wrongByValue) PostProcess(context.Context, jarvis.Args) error                       { return nil }
func (wrongByValue) Validate(...string) []jarvis.ValidationResult                         { return nil }
func (wrongByValue) HandleAction(context.Context, jarvis.Request, string, map[string]any) {}
func (wrongByValue) RequiredSecrets(context.Context) []string                             { return nil }
func (wrongByValue) StoreAuth(context.Context, map[string]jarvis.SecretString) error      { return nil }
func (wrongByValue) RefreshToken() error                                                  { return nil }
func (wrongByValue) Initialize(context.Context, string) (map[string]any, error) {
	return nil, nil
}

func (wrongHooks) PreRoute()             {}
func (*wrongHooks) PostProcess()         {}
func (wrongHooks) Validate()             {}
func (*wrongHooks) HandleAction()        {}
func (wrongHooks) RequiredSecrets()      {}
func (*wrongHooks) StoreAuth()           {}
func (wrongHooks) RefreshToken()         {}
func (*wrongHooks) Initialize()          {}
func (wrongByPointer) Spec() jarvis.Spec { return jarvis.Spec{Name: "wrong"} }
func (wrongByValue) Spec() jarvis.Spec   { return jarvis.Spec{Name: "wrong"} }
func (wrongPromoted) Spec() jarvis.Spec  { return jarvis.Spec{Name: "wrong"} }
func (wrongByPointer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}
func (wrongByValue) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}
func (wrongPromoted) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

func TestHooksOfAnotherForm(t *testing.T) {
	hooks := []struct{ method, hook, want string }{
		{"PreRoute", "PreRouter", "func(context.Context, string) *jarvis.Route"},
		{"PostProcess", "PostProcessor", "func(context.Context, *jarvis.Request, jarvis.Args) error"},
		{"Validate", "Validator", "func(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error)"},
		{"HandleAction", "ActionHandler", "func(context.Context, *jarvis.Request, string, map[string]interface {}) (*jarvis.Response, error)"},
		{"RequiredSecrets", "SecretRequirer", "func() []string"},
		{"StoreAuth", "AuthStorer", "func(context.Context, *jarvis.Request, map[string]jarvis.SecretString) error"},
		{"RefreshToken", "TokenRefresher", "func(context.Context, *jarvis.Request) error"},
		{"Initialize", "Initializer", "func(context.Context, *jarvis.Request) (map[string]interface {}, error)"},
	}
	for _, tt := range []struct {
		cmd jarvis.Command
		of  string
		got []string // the forms that it shows, in the order of hooks
	}{
		{&wrongByPointer{}, "wrongByPointer", []string{"func(string) *jarvis.Route", "func(context.Context, *jarvis.Request, map[string]interface {}) error", "func(context.Context, *jarvis.Request) error",
			"func(context.Context, *jarvis.Request, string) (*jarvis.Response, error)", "func() []jarvis.Secret", "func(context.Context, *jarvis.Request, map[string]string) error", "func(context.Context, *jarvis.Request) bool", "func(context.Context) error"}},
		{wrongByValue{}, "wrongByValue", []string{"func(context.Context, string) jarvis.Route", "func(context.Context, jarvis.Args) error", "func(...string) []jarvis.ValidationResult",
			"func(context.Context, jarvis.Request, string, map[string]interface {})", "func(context.Context) []string", "func(context.Context, map[string]jarvis.SecretString) error", "func() error", "func(context.Context, string) (map[string]interface {}, error)"}},
		{&wrongPromoted{}, "wrongPromoted", strings.Split(strings.Repeat("func() ", 8), " ")[:8]},
		{wrongPromoted{}, "wrongPromoted", strings.Split(strings.Repeat("func() ", 8), " ")[:8]},
	} {
		_, err := jarvis.Define(tt.cmd)
		mistakes := tagErrors(err)
		require.Len(t, mistakes, len(hooks), "%s: all at once", tt.of)
		for i, hook := range hooks {
			assert.Equal(t, &jarvis.TagError{Type: tt.of, Field: hook.method, Message: "the method has the name of a hook but not its form, so it would never be called: want " + hook.want + ", got " + tt.got[i] +
				"; implement jarvis." + hook.hook + ", or give it another name"}, mistakes[i])
		}
	}
}
