// Where secrets come from: the sources, and how what they have reaches the fields of a command.

package jarvis_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// answered is what a source answered.
type answered struct {
	value string
	ok    bool
}

func lookUp(t testing.TB, source jarvis.SecretSource, ref jarvis.SecretRef) answered {
	value, ok, err := source.Lookup(t.Context(), ref)
	require.NoError(t, err)
	return answered{value, ok}
}

func ofInstallation(key string) jarvis.SecretRef {
	return jarvis.SecretRef{Key: key, Scope: jarvis.ScopeIntegration}
}

func ofUser(user, key string) jarvis.SecretRef {
	return jarvis.SecretRef{Key: key, Scope: jarvis.ScopeUser, User: user}
}

func TestEnvSecrets(t *testing.T) {
	t.Setenv("JARVIS_TEST_KEY", "with prefix")
	t.Setenv("JARVIS_TEST_", "prefix alone")
	t.Setenv("KEY_OF_JARVIS_TEST", "plain")
	t.Setenv("JARVIS_TEST_EMPTY", "")
	t.Setenv("JARVIS_TEST_ada/KEY", "never of a user")
	prefixed, plain := jarvis.EnvSecrets("JARVIS_TEST_"), jarvis.EnvSecrets("")
	for name, tt := range map[string]struct {
		source jarvis.SecretSource
		ref    jarvis.SecretRef
		want   answered
	}{
		"with a prefix":          {prefixed, ofInstallation("KEY"), answered{"with prefix", true}},
		"the prefix is added":    {prefixed, ofInstallation("JARVIS_TEST_KEY"), answered{}},
		"without a prefix":       {plain, ofInstallation("KEY_OF_JARVIS_TEST"), answered{"plain", true}},
		"whole name":             {plain, ofInstallation("JARVIS_TEST_KEY"), answered{"with prefix", true}},
		"another case":           {prefixed, ofInstallation("key"), answered{}},
		"unset":                  {prefixed, ofInstallation("UNSET"), answered{}},
		"empty":                  {prefixed, ofInstallation("EMPTY"), answered{"", true}},
		"of a user":              {prefixed, ofUser("ada", "KEY"), answered{}},
		"of no user":             {prefixed, ofUser("", "KEY"), answered{}},
		"of a user, no prefix":   {plain, ofUser("ada", "KEY_OF_JARVIS_TEST"), answered{}},
		"the user is no address": {prefixed, ofUser("ada", "ada/KEY"), answered{}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, lookUp(t, tt.source, tt.ref)) })
	}
	t.Setenv("JARVIS_TEST_KEY", "later")
	assert.Equal(t, answered{"later", true}, lookUp(t, prefixed, ofInstallation("KEY")), "the environment is read at every lookup")
}

func TestStaticSecrets(t *testing.T) {
	values := map[string]string{"KEY": "v", "EMPTY": ""}
	all, ada, nobody := jarvis.StaticSecrets(values), jarvis.StaticUserSecrets("ada", values), jarvis.StaticUserSecrets("", values)
	for name, tt := range map[string]struct {
		source jarvis.SecretSource
		ref    jarvis.SecretRef
		want   answered
	}{
		"of the installation":               {all, ofInstallation("KEY"), answered{"v", true}},
		"empty":                             {all, ofInstallation("EMPTY"), answered{"", true}},
		"absent":                            {all, ofInstallation("key"), answered{}},
		"of a user, not the installation's": {all, ofUser("ada", "KEY"), answered{}},
		"of no user":                        {all, ofUser("", "KEY"), answered{}},
		"the user's":                        {ada, ofUser("ada", "KEY"), answered{"v", true}},
		"the user's, absent":                {ada, ofUser("ada", "OTHER"), answered{}},
		"another user's":                    {ada, ofUser("bob", "KEY"), answered{}},
		"user in another case":              {ada, ofUser("Ada", "KEY"), answered{}},
		"no user is not that user":          {ada, ofUser("", "KEY"), answered{}},
		"the installation is no user":       {ada, ofInstallation("KEY"), answered{}},
		"the empty user":                    {nobody, ofUser("", "KEY"), answered{"v", true}},
		"a user is not the empty one":       {nobody, ofUser("ada", "KEY"), answered{}},
		"the installation is not the empty": {nobody, ofInstallation("KEY"), answered{}},
		"nil values":                        {jarvis.StaticSecrets(nil), ofInstallation("KEY"), answered{}},
		"nil values of a user":              {jarvis.StaticUserSecrets("ada", nil), ofUser("ada", "KEY"), answered{}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, lookUp(t, tt.source, tt.ref)) })
	}
	values["KEY"], values["NEW"] = "changed", "new"
	for name, source := range map[string]jarvis.SecretSource{"installation": all, "empty user": nobody} {
		ref := ofUser("", "KEY")
		if source == all {
			ref = ofInstallation("KEY")
		}
		assert.Equal(t, answered{"v", true}, lookUp(t, source, ref), "%s: the map was copied", name)
		ref.Key = "NEW"
		assert.Equal(t, answered{}, lookUp(t, source, ref), name)
	}
}

func TestChainSecrets(t *testing.T) {
	first, second := jarvis.StaticSecrets(map[string]string{"A": "first", "EMPTY": ""}), jarvis.StaticSecrets(map[string]string{"A": "second", "B": "b", "EMPTY": "filled"})
	ada := jarvis.StaticUserSecrets("ada", map[string]string{"A": "of ada"})
	absent := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { return "not to be used", false, nil })
	for name, tt := range map[string]struct {
		source jarvis.SecretSource
		ref    jarvis.SecretRef
		want   answered
	}{
		"no sources":               {jarvis.ChainSecrets(), ofInstallation("A"), answered{}},
		"nil sources":              {jarvis.ChainSecrets(nil, nil), ofInstallation("A"), answered{}},
		"nil pointers":             {jarvis.ChainSecrets((*strongbox)(nil), first, (*strongbox)(nil)), ofInstallation("B"), answered{}},
		"nil among others":         {jarvis.ChainSecrets(nil, first, nil), ofInstallation("A"), answered{"first", true}},
		"order":                    {jarvis.ChainSecrets(first, second), ofInstallation("A"), answered{"first", true}},
		"other order":              {jarvis.ChainSecrets(second, first), ofInstallation("A"), answered{"second", true}},
		"absent passes on":         {jarvis.ChainSecrets(first, second), ofInstallation("B"), answered{"b", true}},
		"empty passes on":          {jarvis.ChainSecrets(first, second), ofInstallation("EMPTY"), answered{"filled", true}},
		"empty everywhere":         {jarvis.ChainSecrets(first, first), ofInstallation("EMPTY"), answered{}},
		"nowhere":                  {jarvis.ChainSecrets(first, second), ofInstallation("C"), answered{}},
		"a value without ok":       {jarvis.ChainSecrets(absent, first), ofInstallation("A"), answered{"first", true}},
		"a value without ok alone": {jarvis.ChainSecrets(absent), ofInstallation("A"), answered{}},
		"scopes":                   {jarvis.ChainSecrets(first, ada), ofUser("ada", "A"), answered{"of ada", true}},
		"another user":             {jarvis.ChainSecrets(first, ada), ofUser("bob", "A"), answered{}},
		"nested":                   {jarvis.ChainSecrets(jarvis.ChainSecrets(nil, jarvis.ChainSecrets()), jarvis.ChainSecrets(first), second), ofInstallation("B"), answered{"b", true}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, lookUp(t, tt.source, tt.ref)) })
	}
	list := []jarvis.SecretSource{first}
	chain := jarvis.ChainSecrets(list...)
	list[0] = second
	assert.Equal(t, answered{"first", true}, lookUp(t, chain, ofInstallation("A")), "the list was copied")
}

// A source that is out of order must not be passed over: an older value of the next source could be a revoked one.
func TestChainSecretsStopsAtErrors(t *testing.T) {
	var asked []string
	source := func(name, value string, err error) jarvis.SecretSource {
		return sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) {
			asked = append(asked, name)
			return value, value != "", err
		})
	}
	for name, tt := range map[string]struct {
		chain jarvis.SecretSource
		asked []string
		err   error
	}{
		"before the value": {jarvis.ChainSecrets(source("empty", "", nil), source("broken", "", errVault), source("last", "v", nil)), []string{"empty", "broken"}, errVault},
		"after the value":  {jarvis.ChainSecrets(source("first", "v", nil), source("broken", "", errVault)), []string{"first"}, nil},
		"nested":           {jarvis.ChainSecrets(jarvis.ChainSecrets(source("broken", "", errVault)), source("last", "v", nil)), []string{"broken"}, errVault},
	} {
		t.Run(name, func(t *testing.T) {
			asked = nil
			value, ok, err := tt.chain.Lookup(t.Context(), ofInstallation("A"))
			assert.Equal(t, tt.asked, asked)
			if tt.err != nil {
				assert.ErrorIs(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, answered{"v", true}, answered{value, ok})
		})
	}
}

// A chain hands the context and the whole question on.
func TestChainSecretsAsks(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "of the call")
	var refs []jarvis.SecretRef
	spy := sourceFunc(func(ctx context.Context, ref jarvis.SecretRef) (string, bool, error) {
		assert.Equal(t, "of the call", ctx.Value(key{}))
		refs = append(refs, ref)
		return "", true, nil
	})
	_, ok, err := jarvis.ChainSecrets(spy, jarvis.ChainSecrets(spy)).Lookup(ctx, ofUser("ada", "A"))
	require.NoError(t, err)
	assert.False(t, ok)
	assert.Equal(t, []jarvis.SecretRef{ofUser("ada", "A"), ofUser("ada", "A")}, refs)
}

// Under -race: all sources are read by many calls at once.
func TestSourcesAreSafeForConcurrentUse(t *testing.T) {
	t.Setenv("JARVIS_TEST_ENV", "env")
	values := map[string]string{"A": "a"}
	chain := jarvis.ChainSecrets(jarvis.StaticSecrets(values), jarvis.StaticUserSecrets("ada", map[string]string{"A": "of ada"}), jarvis.EnvSecrets("JARVIS_TEST_"))
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			for range 20 {
				assert.Equal(t, answered{"a", true}, lookUp(t, chain, ofInstallation("A")))
				assert.Equal(t, answered{"of ada", true}, lookUp(t, chain, ofUser("ada", "A")))
				assert.Equal(t, answered{"env", true}, lookUp(t, chain, ofInstallation("ENV")))
				assert.Equal(t, answered{}, lookUp(t, chain, ofUser(fmt.Sprint(i), "A")))
			}
		})
	}
	for i := range 100 { // while others read the source made of it
		values["A"] = fmt.Sprint(i)
	}
	wg.Wait()
}

// vaultUser has secrets of every kind of field.
type vaultUser struct {
	Name    string              `jarvis:"name"`
	Key     jarvis.SecretString `secret:"API_KEY"`
	Mine    jarvis.SecretString `secret:"MY_KEY,user"`
	Maybe   jarvis.SecretString `secret:"MAYBE,optional"`
	Region  string              `secret:"REGION,public"`
	Port    int16               `secret:"PORT,public"`
	Debug   bool                `secret:"DEBUG,public,optional"`
	MyLevel int                 `secret:"LEVEL,user,public,optional"`
	seen    *vaultUser
}

func (*vaultUser) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "vault", Secrets: []jarvis.Secret{{Key: "EXTRA", Scope: jarvis.ScopeUser}, {Key: "SPARE", Optional: true}, {Key: "API_KEY", Optional: true}}}
}

func (v *vaultUser) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	*v.seen = *v
	return jarvis.Success(nil), nil
}

func TestSecretsAreBound(t *testing.T) {
	seen := &vaultUser{}
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(&vaultUser{seen: seen, Key: jarvis.NewSecretString("old"), Region: "old", Port: 1, Debug: true, MyLevel: 5}))
	var asked []jarvis.SecretRef
	full := mapSecrets{"API_KEY": "k", "ada/MY_KEY": "mine", "REGION": "eu", "PORT": "-8080", "DEBUG": "true", "ada/LEVEL": "3", "ada/EXTRA": "x", "MAYBE": "m"}
	source := sourceFunc(func(ctx context.Context, ref jarvis.SecretRef) (string, bool, error) {
		asked = append(asked, ref)
		return full.Lookup(ctx, ref)
	})
	_, err := reg.Execute(t.Context(), "vault", &jarvis.Request{User: "ada"}, json.RawMessage(`{"name":"n"}`), jarvis.WithSecrets(source))
	require.NoError(t, err)
	assert.Equal(t, []any{"n", "k", "mine", "m", "eu", int16(-8080), true, 3}, []any{seen.Name, seen.Key.Reveal(), seen.Mine.Reveal(), seen.Maybe.Reveal(), seen.Region, seen.Port, seen.Debug, seen.MyLevel})
	integration, user := jarvis.ScopeIntegration, jarvis.ScopeUser
	assert.Equal(t, []jarvis.SecretRef{
		{Key: "API_KEY", Scope: integration}, {Key: "MY_KEY", Scope: user, User: "ada"}, {Key: "MAYBE", Scope: integration}, {Key: "REGION", Scope: integration}, {Key: "PORT", Scope: integration},
		{Key: "DEBUG", Scope: integration}, {Key: "LEVEL", Scope: user, User: "ada"}, {Key: "EXTRA", Scope: user, User: "ada"}, {Key: "SPARE", Scope: integration},
	}, asked, "only those of user scope name the user; a key of a tag is not asked for twice")

	few := mapSecrets{"API_KEY": "k", "ada/MY_KEY": "mine", "REGION": "eu", "PORT": "0", "ada/EXTRA": "x"}
	_, err = reg.Execute(t.Context(), "vault", &jarvis.Request{User: "ada"}, nil, jarvis.WithSecrets(few))
	require.NoError(t, err)
	assert.True(t, seen.Maybe.IsEmpty())
	assert.Equal(t, []any{int16(0), false, 0}, []any{seen.Port, seen.Debug, seen.MyLevel}, "an optional secret that is absent leaves zero, not the prototype's value")

	_, err = reg.Execute(t.Context(), "vault", &jarvis.Request{User: "bob"}, nil, jarvis.WithSecrets(mapSecrets{"ada/MY_KEY": "mine", "MY_KEY": "x", "PORT": ""}))
	var missing *jarvis.MissingSecretsError
	require.ErrorAs(t, err, &missing)
	assert.EqualError(t, err, "Missing required secrets: API_KEY, MY_KEY, REGION, PORT, EXTRA")
	assert.Equal(t, []string{"API_KEY", "MY_KEY", "REGION", "PORT", "EXTRA"}, missing.Keys, "in order of declaration")
}

// What a host set wrongly is named by its key; what it set is not repeated, since it may be another secret in the wrong place.
func TestPublicSecretsOfWrongForm(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(&vaultUser{seen: &vaultUser{}}))
	for key, values := range map[string][]string{
		"PORT":  {hunter, "40000", "1.5", "0x10", " 1", "1_000", "+", "99999999999999999999", "1" + hunter},
		"DEBUG": {hunter, "yes", "on", "2", "tRUE"},
		"LEVEL": {hunter, "high", "1e3"},
	} {
		for _, value := range values {
			source := mapSecrets{"API_KEY": hunter, "ada/MY_KEY": hunter, "REGION": hunter, "PORT": "1", "ada/EXTRA": hunter}
			source[key], source["ada/"+key] = value, value
			_, err := reg.Execute(t.Context(), "vault", &jarvis.Request{User: "ada"}, nil, jarvis.WithSecrets(source))
			var own *jarvis.CommandError
			require.ErrorAs(t, err, &own, value)
			kind := map[string]string{"DEBUG": "bool"}[key]
			assert.EqualError(t, err, `command "vault": secret `+key+" is not a valid "+cmp.Or(kind, "int"))
			assertNoHunter(t, showErrors(t, err), value)
			var log bytes.Buffer
			resp, err := reg.Call(t.Context(), &jarvis.Request{User: "ada"}, jarvis.Call{Name: "vault"}, jarvis.WithSecrets(source), jarvis.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
			require.NoError(t, err)
			assert.Equal(t, jarvis.Failure("The command 'vault' failed."), resp)
			assert.Contains(t, log.String(), key)
			assertNoHunter(t, log.String(), value)
		}
	}
}

var errVault = errors.New("vault is sealed")

func TestSecretSourceErrors(t *testing.T) {
	h := newHost(t, succeed, jarvis.WithSecrets(sourceFunc(func(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
		if ref.Key == "REGION" {
			return hunter, true, errVault
		}
		return hunter, true, nil
	})))
	_, err := h.execute(t.Context(), probeArgs)
	var own *jarvis.CommandError
	require.ErrorAs(t, err, &own)
	assert.ErrorIs(t, err, errVault)
	assert.EqualError(t, err, `command "probe": secret REGION: vault is sealed`)
	assertNoHunter(t, fmt.Sprintf("%v %+v %#v", err, err, err), "source error")
	resp, err := h.call(t.Context(), probeArgs)
	require.NoError(t, err)
	assert.Equal(t, jarvis.Failure("The command 'probe' failed."), resp)
	assert.Contains(t, h.log.String(), "vault is sealed")
	assertNoHunter(t, h.log.String(), "log")
	assert.Zero(t, h.ran.Load())
}

// A source that panics is reported like any code of the host.
func TestSecretSourcePanics(t *testing.T) {
	h := newHost(t, succeed, jarvis.WithSecrets(sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { panic(errVault) })))
	_, err := h.execute(t.Context(), probeArgs)
	var panicked *jarvis.PanicError
	require.ErrorAs(t, err, &panicked)
	assert.ErrorIs(t, err, errVault)
}
