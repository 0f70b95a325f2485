// Hooks and what comes from outside: who owns what is handed over, what is bounded, and what a mistake of one side may not do to
// the other.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic("boom") }

// What a route comes to, whoever is at fault.
func TestRoutesAreAnswered(t *testing.T) {
	shared := jarvis.Success(map[string]any{"message": "from Run", "n": 1})
	does := hookDoes{run: func(_ context.Context, _ *jarvis.Request, in hookView) (*jarvis.Response, error) {
		if in.args["mode"] == "slow" {
			return jarvis.Failure("too slow"), nil
		}
		return shared, nil
	}}
	h := newHookHost(t, &hookCommand{name: "hooked", does: does})
	for name, tt := range map[string]struct {
		route jarvis.Route
		want  *jarvis.Response
		log   string
	}{
		"spoken":        {jarvis.Route{Command: "hooked", Arguments: jarvis.Args{"mode": "fast"}, SpokenResponse: "Done."}, jarvis.Success(map[string]any{"message": "Done.", "n": 1}), ""},
		"not spoken":    {jarvis.Route{Command: "hooked", Arguments: jarvis.Args{"mode": "fast"}}, shared, ""},
		"failed":        {jarvis.Route{Command: "hooked", Arguments: jarvis.Args{"mode": "slow"}, SpokenResponse: "Done."}, jarvis.Failure("too slow"), ""},
		"panics":        {jarvis.Route{Command: "hooked", Arguments: jarvis.Args{"mode": explosive{}}}, jarvis.Failure("The command 'hooked' failed."), "boom"},
		"no JSON":       {jarvis.Route{Command: "hooked", Arguments: jarvis.Args{"mode": make(chan int)}}, jarvis.Failure("The command 'hooked' failed."), "chan int"},
		"other command": {jarvis.Route{Command: "hookd"}, jarvis.Failure("Unknown command 'hookd'. Did you mean: hooked?"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			h.log.Reset()
			resp, err := h.CallRoute(t.Context(), nil, &tt.route)
			require.NoError(t, err)
			assert.Equal(t, tt.want, resp)
			assert.Contains(t, h.log.String(), tt.log)
			assert.Equal(t, tt.log == "", h.log.Len() == 0, "only what the command's own code did is logged")
		})
	}
	assert.Equal(t, "from Run", shared.ContextData["message"], "the command's own response is left alone")
	resp, err := h.CallRoute(t.Context(), nil, &jarvis.Route{Command: "hooked"})
	require.NoError(t, err)
	assert.Equal(t, []string{"mode"}, resp.Validation.Missing())
	_, err = h.CallRoute(t.Context(), nil, nil)
	assert.Error(t, err)
	_, err = (*jarvis.Registry)(nil).CallRoute(t.Context(), nil, &jarvis.Route{})
	assert.Error(t, err)
}

// The Values that Validate was given do not change under it when its suggestions are applied.
func TestValuesOfValidateStayAsTheyAre(t *testing.T) {
	var kept jarvis.Values
	params := jarvis.NewParameters().RequiredString("s", "").MustBuild()
	cmd := jarvis.MustFunc(jarvis.Spec{Name: "hooked"}, params, func(_ context.Context, _ *jarvis.Request, in jarvis.Values) (*jarvis.Response, error) {
		return jarvis.Success(in.Map()), nil
	}, jarvis.Hooks[jarvis.Values]{Validate: func(_ context.Context, _ *jarvis.Request, in jarvis.Values) ([]jarvis.ValidationResult, error) {
		kept = in
		return []jarvis.ValidationResult{{Success: true, ParamName: "s", SuggestedValue: "new"}}, nil
	}})
	resp, err := newHookHost(t, cmd).call(t.Context(), `{"s":"old"}`)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"s": "new"}, resp.ContextData)
	assert.Equal(t, map[string]any{"s": "old"}, kept.Map())
}

func TestOnSuggestion(t *testing.T) {
	results := []jarvis.ValidationResult{
		{Success: true, ParamName: "mode", SuggestedValue: "slow"}, {Success: true, ParamName: "level", SuggestedValue: 1},
		{Success: true, ParamName: "level", SuggestedValue: (*int)(nil)}, {Success: true, ParamName: "level", SuggestedValue: 3}, {Success: true, ParamName: "text"},
	}
	var told []jarvis.ValidationResult
	h := newHookHost(t, &hookCommand{name: "hooked", does: hookDoes{validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
		return results, nil
	}}})
	_, err := h.call(t.Context(), `{"mode":"fast"}`, jarvis.OnSuggestion(func(r jarvis.ValidationResult) { told = append(told, r) }))
	require.NoError(t, err)
	assert.Equal(t, []jarvis.ValidationResult{
		{Success: true, ParamName: "mode", CommandName: "hooked", SuggestedValue: "slow"}, {Success: true, ParamName: "level", CommandName: "hooked", SuggestedValue: 3},
	}, told, "what took the place of an argument, and nothing else")
}

// A Validator often repeats what the model sent; that must not decide how long a report gets, nor what a terminal does with it.
func TestReportsOfValidatorsAreBounded(t *testing.T) {
	long := strings.Repeat("ä", 100_000)
	many := make([]jarvis.ValidationResult, 1000)
	for i := range many {
		many[i] = jarvis.ValidationResult{ParamName: "text", Message: "no"}
	}
	for name, results := range map[string][]jarvis.ValidationResult{
		"message":    {{ParamName: "text", Message: "Not '" + long + "'."}},
		"suggestion": {{ParamName: "text", Message: "No.", SuggestedValue: long}},
		"results":    many,
		"escapes":    {{ParamName: "text", Message: "Not \x1b[31m red\xff.\nBut blue.", SuggestedValue: "\x1b[31m\xff"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHookHost(t, &hookCommand{name: "hooked", does: hookDoes{validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
				return results, nil
			}}})
			resp, err := h.call(t.Context(), `{"mode":"fast"}`)
			require.NoError(t, err)
			report := resp.Report()
			assert.Less(t, len(report), 8000)
			assert.True(t, utf8.ValidString(report))
			assert.NotContains(t, report, "\x1b")
		})
	}
}

// A user's secret is nobody's when the request names no user: the source is not even asked.
func TestUserSecretsNeedAUser(t *testing.T) {
	var asked []jarvis.SecretRef
	source := sourceFunc(func(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
		asked = append(asked, ref)
		return "value", true, nil
	})
	reg := jarvis.NewRegistry(jarvis.WithSecrets(source))
	reg.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "mail", Secrets: []jarvis.Secret{{Key: "HOST"}, {Key: "MINE", Scope: jarvis.ScopeUser}}}, nil, runNothing[jarvis.Values]))
	for _, req := range []*jarvis.Request{nil, {}} {
		_, err := reg.Execute(t.Context(), "mail", req, nil)
		assert.EqualError(t, err, "Missing required secrets: MINE")
	}
	assert.Equal(t, []jarvis.SecretRef{{Key: "HOST", Scope: jarvis.ScopeIntegration}, {Key: "HOST", Scope: jarvis.ScopeIntegration}}, asked)
}

// What the host hands to a hook stays the host's.
func TestHooksGetCopies(t *testing.T) {
	does := hookDoes{
		auth: &jarvis.Authentication{Provider: "acme"},
		action: func(_ context.Context, _ *jarvis.Request, _ hookView, _ string, data map[string]any) (*jarvis.Response, error) {
			data["message"] = "sent" // also where the host gave nil
			return jarvis.Final(data), nil
		},
		store: func(_ context.Context, _ *jarvis.Request, _ hookView, values map[string]jarvis.SecretString) error {
			values["extra"] = jarvis.SecretString{}
			return nil
		},
	}
	h := newHookHost(t, &hookCommand{name: "hooked", does: does})
	data, values := map[string]any{"draft": "x"}, map[string]jarvis.SecretString{}
	for _, given := range []map[string]any{data, nil} {
		resp, err := h.HandleAction(t.Context(), nil, "hooked", "send_click", given)
		require.NoError(t, err)
		assert.True(t, resp.Success, h.log.String())
	}
	require.NoError(t, h.StoreAuth(t.Context(), nil, "acme", values))
	require.NoError(t, h.StoreAuth(t.Context(), nil, "acme", nil))
	assert.Equal(t, map[string]any{"draft": "x"}, data)
	assert.Empty(t, values)
}

// Tokens that have just come are kept, whatever is wrong with another secret.
func TestAuthIsStoredBesideAMalformedSecret(t *testing.T) {
	type mail struct {
		Port int `secret:"PORT,public,optional"`
	}
	stored := 0
	cmd := jarvis.MustNew(jarvis.Spec{Name: "mail", Authentication: &jarvis.Authentication{Provider: "acme"}}, runNothing[mail], jarvis.Hooks[mail]{
		StoreAuth: func(context.Context, *jarvis.Request, mail, map[string]jarvis.SecretString) error {
			stored++
			return nil
		},
	})
	reg := jarvis.NewRegistry(jarvis.WithSecrets(mapSecrets{"PORT": "many"}))
	reg.MustRegister(cmd)
	require.NoError(t, reg.StoreAuth(t.Context(), nil, "acme", nil))
	assert.Equal(t, 1, stored)
	_, err := reg.Execute(t.Context(), "mail", nil, nil)
	assert.EqualError(t, err, `command "mail": secret PORT is not a valid int`)
}

// The end of the context wins over whatever the source says of it, and over an unknown name.
func TestContextEndsDuringLookup(t *testing.T) {
	for name, answer := range map[string]error{"not found": nil, "own error": errors.New("connection closed")} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			reg := jarvis.NewRegistry(jarvis.WithSecrets(sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) {
				stop()
				return "", false, answer
			})))
			reg.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "mail", Secrets: []jarvis.Secret{{Key: "K"}}}, nil, runNothing[jarvis.Values]))
			resp, err := reg.Call(ctx, nil, jarvis.Call{Name: "mail"})
			assert.Nil(t, resp)
			assert.Equal(t, context.Canceled, err)
			for _, ask := range []func() (*jarvis.Response, error){
				func() (*jarvis.Response, error) { return reg.Call(ctx, nil, jarvis.Call{Name: "unknown"}) },
				func() (*jarvis.Response, error) { return reg.CallRoute(ctx, nil, &jarvis.Route{Command: "unknown"}) },
				func() (*jarvis.Response, error) { return reg.HandleAction(ctx, nil, "unknown", "x", nil) },
			} {
				resp, err := ask()
				assert.Nil(t, resp)
				assert.Equal(t, context.Canceled, err)
			}
		})
	}
}

func TestInitializeForAUser(t *testing.T) {
	type mail struct {
		Mine jarvis.SecretString `secret:"MINE,user"`
	}
	cmd := jarvis.MustNew(jarvis.Spec{Name: "mail"}, runNothing[mail], jarvis.Hooks[mail]{Initialize: func(_ context.Context, req *jarvis.Request, in mail) (map[string]any, error) {
		return map[string]any{"user": req.User, "empty": in.Mine.IsEmpty()}, nil
	}})
	reg := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.StaticUserSecrets("ada", map[string]string{"MINE": "m"})))
	reg.MustRegister(cmd)
	done, err := reg.Initialize(t.Context(), &jarvis.Request{User: "ada"}, "mail")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"status": "success", "user": "ada", "empty": false}, done)
	_, err = reg.Initialize(t.Context(), nil, "mail")
	assert.EqualError(t, err, "Missing required secrets: MINE")
}

type panickyState struct{}

func (panickyState) NeedsAuth(context.Context, *jarvis.Request, string) (bool, error) { panic("state") }

func TestNeedsAuthRecovers(t *testing.T) {
	d := jarvis.MustDefine(jarvis.MustFunc(jarvis.Spec{Name: "mail", Authentication: &jarvis.Authentication{Provider: "acme"}}, nil, runNothing[jarvis.Values]))
	_, err := d.NeedsAuth(t.Context(), nil, nil, panickyState{})
	var panicked *jarvis.PanicError
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "state", panicked.Value)
}

// Declarations read back as what they were written from.
func TestDeclarationsAreReadBack(t *testing.T) {
	secrets := []jarvis.Secret{
		{Key: "K", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText},
		{Key: "L", Description: "d", Label: "l", Scope: jarvis.ScopeUser, Type: jarvis.SecretText, Optional: true, Public: true, Enum: []string{"a"}, Presets: map[string]map[string]string{"a": {"H": "x"}}},
	}
	raw, err := json.Marshal(secrets)
	require.NoError(t, err)
	var back []jarvis.Secret
	require.NoError(t, json.Unmarshal(raw, &back))
	assert.Equal(t, secrets, back)
	var short jarvis.Secret
	require.NoError(t, json.Unmarshal([]byte(`{"key":"K"}`), &short))
	assert.Equal(t, jarvis.Secret{Key: "K"}, short, "required and sensitive")
	assert.Error(t, json.Unmarshal([]byte(`{"key":1}`), &short))

	auth := jarvis.Authentication{
		Type: "oauth", Provider: "acme", FriendlyName: "Acme", ClientID: "id", Keys: []string{"access_token"}, AuthorizeURL: "https://a.example/a", ExchangeURL: "https://a.example/t",
		AuthorizePath: "/a", ExchangePath: "/t", DiscoveryPort: new(0), DiscoveryProbePath: "/", Scopes: []string{"s"}, ExtraAuthorizeParams: map[string]string{"a": "1"},
		ExtraExchangeParams: map[string]string{"b": "2"}, OmitRedirectURI: true, SupportsPKCE: true, NativeRedirectURI: "app:/cb",
	}
	raw, err = json.Marshal(auth)
	require.NoError(t, err)
	var again jarvis.Authentication
	require.NoError(t, json.Unmarshal(raw, &again))
	assert.Equal(t, auth, again)
	assert.Error(t, json.Unmarshal([]byte(`{"keys":1}`), &again))
}

// Arguments that PostProcess leaves alone are bound as they came, however deep the host lets them be.
func TestPostProcessOfDeepArguments(t *testing.T) {
	ran := 0
	h := newHookHost(t, jarvis.MustFunc(jarvis.Spec{Name: "hooked"}, jarvis.NewParameters().RequiredDict("extra", "").MustBuild(),
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			ran++
			return jarvis.Success(nil), nil
		},
		jarvis.Hooks[jarvis.Values]{PostProcess: func(context.Context, *jarvis.Request, jarvis.Args) error { return nil }}))
	args := `{"extra":{"a":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}}`
	_, err := h.call(t.Context(), args, jarvis.WithLimits(jarvis.Limits{MaxDepth: 5000}))
	require.NoError(t, err)
	assert.Equal(t, 1, ran, h.log.String())
}

// What cannot be an argument is not made into one.
func TestSuggestionsThatAreNoArguments(t *testing.T) {
	secret := jarvis.NewSecretString(hunter)
	for name, value := range map[string]any{
		"secret": secret, "pointer to a secret": &secret, "broken text": "\xff", "broken text inside": map[string]any{"a": "\xff"}, "broken key": map[string]any{"\xff": 1},
	} {
		t.Run(name, func(t *testing.T) {
			param := "text"
			if _, isMap := value.(map[string]any); isMap {
				param = "extra"
			}
			h := newHookHost(t, &hookCommand{name: "hooked", does: hookDoes{validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
				return []jarvis.ValidationResult{{Success: true, ParamName: param, SuggestedValue: value}}, nil
			}}})
			_, err := h.execute(t.Context(), `{"mode":"fast"}`)
			var refused *jarvis.SuggestionError
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, param, refused.Param)
			assertNoHunter(t, err.Error(), name)
		})
	}
}

// Every command can be cancelled, whatever is wrong with its secrets.
func TestCancelNeedsNoSecrets(t *testing.T) {
	type mail struct {
		Port  int                 `secret:"PORT,public,optional"`
		Token jarvis.SecretString `secret:"TOKEN"`
	}
	cmd := jarvis.MustNew(jarvis.Spec{Name: "mail"}, runNothing[mail], jarvis.Hooks[mail]{
		HandleAction: func(context.Context, *jarvis.Request, mail, string, map[string]any) (*jarvis.Response, error) {
			return nil, nil
		},
	})
	broken := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "", false, errVault })
	for name, source := range map[string]jarvis.SecretSource{"missing": nil, "unfit": mapSecrets{"PORT": "x", "TOKEN": "t"}, "source shut": broken, "fine": mapSecrets{"TOKEN": "t"}} {
		reg := jarvis.NewRegistry(jarvis.WithSecrets(source))
		reg.MustRegister(cmd)
		resp, err := reg.HandleAction(t.Context(), nil, "mail", jarvis.ActionCancel, nil)
		require.NoError(t, err, name)
		assert.Equal(t, map[string]any{"cancelled": true, "message": "Cancelled."}, resp.ContextData, name)
		assert.True(t, resp.Success, name)
	}
}

// A Spec may say of a secret what its tag cannot, and nothing against it.
func TestSpecBesideASecretTag(t *testing.T) {
	type mail struct {
		Owner string              `secret:"OWNER,public"`
		Key   jarvis.SecretString `secret:"KEY" label:"Key"`
	}
	declare := func(secret jarvis.Secret) (*jarvis.Definition, error) {
		cmd, err := jarvis.New(jarvis.Spec{Name: "mail", Secrets: []jarvis.Secret{secret}}, runNothing[mail])
		if err != nil {
			return nil, err
		}
		return jarvis.Define(cmd)
	}
	d, err := declare(jarvis.Secret{Key: "OWNER", Type: jarvis.SecretUser, Description: "whose"})
	require.NoError(t, err)
	assert.Equal(t, jarvis.Secret{Key: "OWNER", Description: "whose", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretUser, Public: true}, d.Secrets()[0])
	d, err = declare(jarvis.Secret{Key: "KEY", Label: "not this", Enum: []string{"a"}, Presets: map[string]map[string]string{"a": {"H": "x"}}})
	require.NoError(t, err)
	assert.Equal(t, jarvis.Secret{Key: "KEY", Label: "Key", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText, Enum: []string{"a"}, Presets: map[string]map[string]string{"a": {"H": "x"}}}, d.Secrets()[1])
	for _, wrong := range []jarvis.Secret{{Key: "KEY", Type: "bogus"}, {Key: "KEY", Type: jarvis.SecretInt}, {Key: "KEY", Scope: jarvis.ScopeUser}, {Key: "KEY", Presets: map[string]map[string]string{"a": {}}}} {
		_, err := declare(wrong)
		assert.Error(t, err, "%+v", wrong)
	}
}
