// Authentication: its JSON form, its mistakes, the Service it names, providers that commands share, and NeedsAuth.

package jarvis_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// external is an account of a service with fixed addresses; everything that may be set is.
func external() jarvis.Authentication {
	return jarvis.Authentication{
		Type: "oauth2", Provider: "acme_mail", FriendlyName: "Acme Mail", ClientID: "client-7", Keys: []string{"refresh_token", "access_token"},
		AuthorizeURL: "https://acme.example/auth?a=1&b=2", ExchangeURL: "https://acme.example/token", Scopes: []string{"mail.write", "mail.read"},
		ExtraAuthorizeParams: map[string]string{"prompt": "consent", "access_type": "offline", "empty": ""}, ExtraExchangeParams: map[string]string{"audience": "mail"},
		OmitRedirectURI: true, SupportsPKCE: true, NativeRedirectURI: "acme:/done", ClientSecret: jarvis.NewSecretString(hunter),
		RequiresBackgroundRefresh: true, RefreshInterval: 90 * time.Second, RefreshTokenSecretKey: "ACME_REFRESH_TOKEN",
	}
}

const (
	externalStart = `{"type":"oauth2","provider":"acme_mail","friendly_name":"Acme Mail","client_id":"client-7","keys":["refresh_token","access_token"],` +
		`"authorize_url":"https://acme.example/auth?a=1\u0026b=2","exchange_url":"https://acme.example/token","scopes":["mail.write","mail.read"],`
	externalJSON = externalStart + `"extra_authorize_params":{"access_type":"offline","empty":"","prompt":"consent"},"extra_exchange_params":{"audience":"mail"},` +
		`"send_redirect_uri_in_exchange":false,"supports_pkce":true,"native_redirect_uri":"acme:/done"}`
)

// atHome is an account of something in the home, which has to be found first.
func atHome(port *int) jarvis.Authentication {
	return jarvis.Authentication{Provider: "hub", FriendlyName: "Hub", ClientID: "app", Keys: []string{"access_token"}, AuthorizePath: "/auth", ExchangePath: "/token",
		DiscoveryPort: port, DiscoveryProbePath: "/api/"}
}

func TestAuthenticationJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		auth jarvis.Authentication
		want string
	}{
		"external": {external(), externalJSON},
		"at home": {atHome(new(8123)), `{"type":"oauth","provider":"hub","friendly_name":"Hub","client_id":"app","keys":["access_token"],` +
			`"authorize_path":"/auth","exchange_path":"/token","discovery_port":8123,"discovery_probe_path":"/api/"}`},
		"port zero": {atHome(new(0)), `{"type":"oauth","provider":"hub","friendly_name":"Hub","client_id":"app","keys":["access_token"],` +
			`"authorize_path":"/auth","exchange_path":"/token","discovery_port":0,"discovery_probe_path":"/api/"}`},
		"no port": {atHome(nil), `{"type":"oauth","provider":"hub","friendly_name":"Hub","client_id":"app","keys":["access_token"],` +
			`"authorize_path":"/auth","exchange_path":"/token","discovery_probe_path":"/api/"}`},
		"nothing": {jarvis.Authentication{}, `{"type":"oauth","provider":"","friendly_name":"","client_id":"","keys":[]}`},
		"empty, not nil": {jarvis.Authentication{Provider: "p", Keys: []string{}, Scopes: []string{}, ExtraAuthorizeParams: map[string]string{}, ExtraExchangeParams: map[string]string{}, ClientSecret: jarvis.NewSecretString("")},
			`{"type":"oauth","provider":"p","friendly_name":"","client_id":"","keys":[]}`},
		"only what is left out": {jarvis.Authentication{ClientSecret: jarvis.NewSecretString(hunter), RequiresBackgroundRefresh: true, RefreshInterval: time.Hour, RefreshTokenSecretKey: "K"},
			`{"type":"oauth","provider":"","friendly_name":"","client_id":"","keys":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			for form, v := range map[string]struct {
				value any
				want  string
			}{
				"value": {tt.auth, tt.want}, "pointer": {&tt.auth, tt.want}, "slice": {[]jarvis.Authentication{tt.auth}, "[" + tt.want + "]"}, "any": {[]any{tt.auth, &tt.auth}, "[" + tt.want + "," + tt.want + "]"},
				"map": {map[string]jarvis.Authentication{"a": tt.auth}, `{"a":` + tt.want + "}"}, "field": {struct{ A *jarvis.Authentication }{&tt.auth}, `{"A":` + tt.want + "}"},
			} {
				raw, err := json.Marshal(v.value)
				require.NoError(t, err)
				assert.Equal(t, v.want, string(raw), form)
				for _, left := range []string{"secret", "refresh_interval", "background"} {
					assert.NotContains(t, strings.ToLower(string(raw)), left, form)
				}
			}
			raw, err := jarvis.Args{"a": tt.auth}.JSON()
			require.NoError(t, err)
			assert.JSONEq(t, `{"a":`+tt.want+`}`, string(raw))
		})
	}
	before := external()
	before.Keys = nil
	_, err := json.Marshal(&before)
	require.NoError(t, err)
	assert.Nil(t, before.Keys, "what is marshalled is not changed")
}

func TestRefreshEvery(t *testing.T) {
	assert.Equal(t, 10*time.Minute, jarvis.DefaultRefreshInterval, "as in the original")
	assert.Equal(t, 10*time.Minute, jarvis.Authentication{}.RefreshEvery())
	assert.Equal(t, 90*time.Second, external().RefreshEvery())
	assert.Equal(t, time.Nanosecond, jarvis.Authentication{RefreshInterval: 1}.RefreshEvery())
}

// defineAccount declares a command with an authentication.
func defineAccount(spec jarvis.Spec, a jarvis.Authentication) (*jarvis.Definition, error) {
	spec.Name, spec.Authentication = "test", &a
	cmd, err := jarvis.Func(spec, nil, runNothing[jarvis.Values])
	if err != nil {
		return nil, err
	}
	return jarvis.Define(cmd)
}

func TestAuthenticationMistakes(t *testing.T) {
	const provider = "the authentication has no Provider; commands with the same one share its tokens"
	const port, interval = "DiscoveryPort is no port; use 0 to 65535, or leave it out", "RefreshInterval is negative; leave it out for ten minutes"
	const refresh = "background refresh needs RefreshTokenSecretKey, the key of the secret that holds the refresh token"
	for name, tt := range map[string]struct {
		auth jarvis.Authentication
		want []string
	}{
		"external":                {external(), nil},
		"at home":                 {atHome(new(8123)), nil},
		"provider alone":          {jarvis.Authentication{Provider: "p"}, nil},
		"port zero":               {atHome(new(0)), nil},
		"last port":               {atHome(new(65535)), nil},
		"refresh key alone":       {jarvis.Authentication{Provider: "p", RefreshTokenSecretKey: "K"}, nil},
		"no provider":             {jarvis.Authentication{ClientID: "c"}, []string{provider}},
		"port below":              {atHome(new(-1)), []string{port}},
		"port above":              {atHome(new(65536)), []string{port}},
		"negative interval":       {jarvis.Authentication{Provider: "p", RefreshInterval: -1}, []string{interval}},
		"refresh without its key": {jarvis.Authentication{Provider: "p", RequiresBackgroundRefresh: true}, []string{refresh}},
		"all at once":             {jarvis.Authentication{DiscoveryPort: new(70000), RefreshInterval: -time.Hour, RequiresBackgroundRefresh: true}, []string{provider, port, interval, refresh}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := defineAccount(jarvis.Spec{}, tt.auth)
			var got []string
			for _, mistake := range tagErrors(err) {
				assert.Equal(t, "Func.Spec.Authentication", mistake.Type+"."+mistake.Field)
				got = append(got, mistake.Message)
			}
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.want == nil, err == nil)
		})
	}
}

func TestAuthenticationIsCopied(t *testing.T) {
	spoil := func(a *jarvis.Authentication) {
		a.Keys[0], a.Scopes[0], *a.DiscoveryPort, a.Provider = "spoilt", "spoilt", 1, "spoilt"
		a.ExtraAuthorizeParams["prompt"], a.ExtraExchangeParams["new"] = "spoilt", "spoilt"
	}
	secret := jarvis.NewSecretString(hunter) // two secrets of one text are not equal
	full := func() jarvis.Authentication {
		a := external()
		a.DiscoveryPort, a.ClientSecret = new(8123), secret
		return a
	}
	given, want := full(), full()
	d, err := defineAccount(jarvis.Spec{}, given)
	require.NoError(t, err)
	got := d.Spec().Authentication
	assert.Equal(t, &want, got)
	assert.Equal(t, hunter, got.ClientSecret.Reveal(), "the host that runs the flow needs it")
	spoil(got)
	assert.Equal(t, &want, d.Spec().Authentication, "what Spec returned")
	spoil(&given)
	assert.Equal(t, &want, d.Spec().Authentication, "what the author keeps")

	plain, err := defineAccount(jarvis.Spec{}, jarvis.Authentication{Provider: "p"})
	require.NoError(t, err)
	assert.Equal(t, &jarvis.Authentication{Provider: "p"}, plain.Spec().Authentication, "nil stays nil")
	assert.Nil(t, jarvis.MustDefine(mustFunc(t, "none", nil)).Spec().Authentication)
}

func TestServiceOfAuthentication(t *testing.T) {
	for name, tt := range map[string]struct {
		service, friendly, want string
	}{
		"default": {"", "Acme Mail", "Acme Mail"}, "own": {"Mail", "Acme Mail", "Mail"}, "own alone": {"Mail", "", "Mail"}, "neither": {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := defineAccount(jarvis.Spec{Service: tt.service}, jarvis.Authentication{Provider: "p", FriendlyName: tt.friendly})
			require.NoError(t, err)
			assert.Equal(t, tt.want, d.Spec().Service)
		})
	}
}

// account is a command of a provider.
func account(name string, a *jarvis.Authentication, hooks ...jarvis.Hooks[jarvis.Values]) jarvis.Command {
	return jarvis.MustFunc(jarvis.Spec{Name: name, Authentication: a, Secrets: []jarvis.Secret{{Key: "TOKEN", Scope: jarvis.ScopeUser}}}, nil, runNothing[jarvis.Values], hooks...)
}

func TestProviderIsShared(t *testing.T) {
	mail, hub := external(), atHome(nil)
	reg := jarvis.NewRegistry()
	reg.MustRegister(account("read_mail", &mail), account("lights", &hub), account("local", nil), account("send_mail", &mail))
	names := func(provider string) (list []string) {
		for _, d := range reg.Provider(provider) {
			list = append(list, d.Name())
		}
		return list
	}
	assert.Equal(t, []string{"read_mail", "send_mail"}, names("acme_mail"), "in order of registration")
	assert.Equal(t, []string{"lights"}, names("hub"))
	for _, unknown := range []string{"", "HUB", "Hub", "acme"} {
		assert.Nil(t, names(unknown), unknown)
	}
	mail.Provider = "changed later"
	assert.Equal(t, []string{"read_mail", "send_mail"}, names("acme_mail"))
	registered, _ := reg.Lookup("read_mail")
	assert.Same(t, registered, reg.Provider("acme_mail")[0])
}

// What is required now decides, not what is declared; and the code that says it is the author's.
func TestNeedsAuthAsksWhatIsRequiredNow(t *testing.T) {
	mail := external()
	ofUser := jarvis.StaticUserSecrets("ada", map[string]string{"TOKEN": "t"})
	needs := func(user string, required func(jarvis.Values) []string) (bool, error) {
		d := jarvis.MustDefine(account("mail", &mail, jarvis.Hooks[jarvis.Values]{RequiredSecrets: required}))
		return d.NeedsAuth(t.Context(), &jarvis.Request{User: user}, ofUser, nil)
	}
	for name, tt := range map[string]struct {
		user string
		keys []string
		want bool
	}{
		"nothing required": {"bob", nil, false}, "required and there": {"ada", []string{"TOKEN"}, false}, "required and of another user": {"bob", []string{"TOKEN"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := needs(tt.user, func(jarvis.Values) []string { return tt.keys })
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
	_, err := needs("ada", func(jarvis.Values) []string { panic(errVault) })
	assert.EqualError(t, err, `command "mail" panicked: vault is sealed`)
	assert.ErrorIs(t, err, errVault)
	_, err = needs("ada", func(jarvis.Values) []string { return []string{"OTHER"} })
	assert.EqualError(t, err, `command "mail": RequiredSecrets names "OTHER", which is not declared; add it to Spec.Secrets or a secret tag`)
}
