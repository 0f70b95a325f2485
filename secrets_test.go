// Secrets: no way of printing, encoding, logging or comparing one shows it, and where their values come from.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// hunter is the value that must never be seen, and hunterForms what it looks like in other clothes.
const hunter = "hunter2-pässword"

func assertNoHunter(t *testing.T, text, about string) {
	t.Helper()
	for _, form := range []string{
		"hunter", "pässword", "ssword", fmt.Sprintf("%x", hunter)[:8], fmt.Sprintf("%X", hunter)[:8], fmt.Sprintf("% x", hunter)[:11], fmt.Sprint([]byte(hunter))[1:12], "aHVudGVy", "0x68, 0x75",
	} {
		assert.NotContains(t, text, form, about)
	}
}

type secretHolder struct {
	Exported jarvis.SecretString
	hidden   jarvis.SecretString
	Pointer  *jarvis.SecretString
	List     []jarvis.SecretString
	Map      map[string]jarvis.SecretString
	Keys     map[jarvis.SecretString]int
	Any      any
	Nested   struct{ Deep jarvis.SecretString }
}

func newSecretHolder() secretHolder {
	s := jarvis.NewSecretString(hunter)
	h := secretHolder{Exported: s, hidden: s, Pointer: &s, List: []jarvis.SecretString{s}, Map: map[string]jarvis.SecretString{"k": s}, Keys: map[jarvis.SecretString]int{s: 1}, Any: s}
	h.Nested.Deep = s
	return h
}

// secretPlaces are the secret alone and inside everything that may hold one.
func secretPlaces() map[string]any {
	s, h := jarvis.NewSecretString(hunter), newSecretHolder()
	return map[string]any{
		"alone": s, "pointer": &s, "struct": h, "pointer to struct": &h, "slice": []jarvis.SecretString{s}, "array": [1]jarvis.SecretString{s}, "any": []any{s, &s}, "map": map[string]any{"k": s},
		"key": map[jarvis.SecretString]int{s: 1}, "unexported": struct{ s jarvis.SecretString }{s}, "unexported pointer": struct{ s *jarvis.SecretString }{&s},
		"error": fmt.Errorf("failed with %v", s), "joined": errors.Join(fmt.Errorf("%#v", s), fmt.Errorf("%s %q", s, s)),
		"command": &probe{Token: s}, "response": jarvis.Success(map[string]any{"s": s}), "panic error": &jarvis.PanicError{Command: "c", Value: s}, "command error": &jarvis.CommandError{Err: fmt.Errorf("%+v", h)},
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	for name, v := range secretPlaces() {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%+q", "%#q", "%x", "%X", "% x", "%#x", "%d", "%o", "%b", "%c", "%U", "%e", "%g", "%t", "%p", "%T", "%w", "%10s", "%-30v|", "%.3s", "%08d", "%z"} {
			assertNoHunter(t, fmt.Sprintf(verb, v), name+" "+verb)
			assertNoHunter(t, fmt.Errorf(verb, v).Error(), name+" "+verb)
		}
		assertNoHunter(t, fmt.Sprint(v), name)
		assertNoHunter(t, fmt.Sprintln(v, v), name)
		assertNoHunter(t, fmt.Sprintf(oddFormat(), v, v), name)
	}
	s := jarvis.NewSecretString(hunter)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		assert.Equal(t, "[secret]", fmt.Sprintf(verb, s), verb)
		assert.Equal(t, "", fmt.Sprintf(verb, jarvis.SecretString{}), verb)
	}
	assert.Equal(t, "[secret]", s.String())
	assert.Equal(t, "[secret]", s.GoString())
}

func TestSecretsDoNotEncode(t *testing.T) {
	for name, v := range secretPlaces() {
		raw, err := json.Marshal(v)
		if err == nil {
			assertNoHunter(t, string(raw), name+" JSON")
		} else {
			assertNoHunter(t, err.Error(), name+" JSON error")
		}
		raw, err = xml.Marshal(v)
		assertNoHunter(t, string(raw)+fmt.Sprint(err), name+" XML")
		var buf bytes.Buffer
		err = gob.NewEncoder(&buf).Encode(v)
		assertNoHunter(t, buf.String()+fmt.Sprint(err), name+" gob")
		args, err := jarvis.Args{"v": v}.JSON()
		assertNoHunter(t, string(args)+fmt.Sprint(err), name+" Args")
		object, err := jarvis.Object(v)
		assertNoHunter(t, fmt.Sprint(object, err), name+" Object")
	}
	s := jarvis.NewSecretString(hunter)
	raw, err := json.Marshal(map[string]any{"s": s, "p": &s, "none": jarvis.SecretString{}, "k": map[jarvis.SecretString]int{s: 1}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"s":"[secret]","p":"[secret]","none":"","k":{"[secret]":1}}`, string(raw))
	var back struct{ Token jarvis.SecretString }
	assert.Error(t, json.Unmarshal([]byte(`{"Token":"typed"}`), &back), "a secret is never read from JSON")
	assert.True(t, back.Token.IsEmpty())
}

func TestSecretsDoNotLog(t *testing.T) {
	var buf bytes.Buffer
	options := &slog.HandlerOptions{AddSource: true, Level: slog.LevelDebug}
	for name, v := range secretPlaces() {
		for _, log := range []*slog.Logger{slog.New(slog.NewTextHandler(&buf, options)), slog.New(slog.NewJSONHandler(&buf, options))} {
			log.Info("m", "v", v)
			log.With("v", v).WithGroup("g").Debug("m", slog.Any("w", v), slog.Group("h", "x", v))
			log.Info(fmt.Sprint(v))
		}
		assertNoHunter(t, buf.String(), name)
		buf.Reset()
	}
	slog.New(slog.NewTextHandler(&buf, nil)).Info("m", "v", jarvis.NewSecretString(hunter))
	assert.Contains(t, buf.String(), "v=[secret]")
}

// recorder stands for a test that fails.
type recorder struct{ text strings.Builder }

func (r *recorder) Errorf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

func TestSecretsDoNotShowInTestDiffs(t *testing.T) {
	for name, v := range secretPlaces() {
		r := &recorder{}
		assert.Equal(r, secretHolder{}, v, name)
		assert.Equal(r, v, secretPlaces()[name], name)
		assert.Nil(r, v, name)
		assert.Contains(r, []any{1}, v, name)
		assert.NotEmpty(t, r.text.String())
		assertNoHunter(t, r.text.String(), name)
	}
}

// A panic that ends the program prints its value.
func TestSecretsDoNotShowInCrashes(t *testing.T) {
	if place := os.Getenv("JARVIS_TEST_PANIC"); place != "" {
		panic(secretPlaces()[place])
	}
	for _, place := range []string{"alone", "pointer", "struct", "error", "panic error"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSecretsDoNotShowInCrashes$")
		cmd.Env = append(os.Environ(), "JARVIS_TEST_PANIC="+place)
		out, err := cmd.CombinedOutput()
		require.Error(t, err, place)
		require.Contains(t, string(out), "panic:", place)
		assertNoHunter(t, string(out), place)
	}
}

func TestSecretStringIdentity(t *testing.T) {
	s, same := jarvis.NewSecretString(hunter), jarvis.NewSecretString(hunter)
	clone := s
	assert.True(t, s == clone, "a copy")
	assert.False(t, s == same, "the same text is not the same secret: comparing must not be an oracle")
	assert.False(t, reflect.DeepEqual(s, same))
	assert.True(t, reflect.DeepEqual(s, clone))
	assert.Equal(t, 1, map[jarvis.SecretString]int{s: 1}[clone])
	assert.Equal(t, hunter, s.Reveal())
	assert.Equal(t, hunter, clone.Reveal())
	assert.False(t, s.IsEmpty())

	var zero jarvis.SecretString
	assert.True(t, zero == jarvis.SecretString{})
	assert.True(t, zero.IsEmpty())
	assert.Equal(t, "", zero.Reveal())
	assert.Equal(t, "", zero.String())
	assert.True(t, jarvis.NewSecretString("").IsEmpty())
	var none *jarvis.SecretString
	assert.NotPanics(t, func() {
		assertNoHunter(t, fmt.Sprintf("%v %+v %s", none, struct{ S *jarvis.SecretString }{}, none), "nil pointer")
	})
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

func TestPublicSecretsOfWrongForm(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(&vaultUser{seen: &vaultUser{}}))
	for key, values := range map[string][]string{"PORT": {"hunter", "40000", "1.5", "0x10", " 1", "hunter2-99999999999999999999"}, "DEBUG": {"hunter", "yes", "2"}} {
		for _, value := range values {
			source := mapSecrets{"API_KEY": hunter, "/MY_KEY": hunter, "REGION": hunter, "PORT": "1", "/EXTRA": hunter}
			source[key] = value
			_, err := reg.Execute(t.Context(), "vault", nil, nil, jarvis.WithSecrets(source))
			var own *jarvis.CommandError
			require.ErrorAs(t, err, &own, value)
			assert.Contains(t, err.Error(), key)
			assertNoHunter(t, err.Error(), value)
			var log bytes.Buffer
			resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "vault"}, jarvis.WithSecrets(source), jarvis.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
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

// An error or answer of a command that holds its own secret, printed in any careless way, does not show it.
func TestSecretsStayInTheCommand(t *testing.T) {
	h := newHost(t, func(_ context.Context, req *jarvis.Request, p *probe) (*jarvis.Response, error) {
		if p.Level == 1 {
			panic(fmt.Sprintf("%+v %#v", p, p.Token))
		}
		return nil, fmt.Errorf("calling with %v %+v %s", p.Token, *p, []any{p.Token})
	}, jarvis.WithSecrets(mapSecrets{"TOKEN": hunter}))
	for _, args := range []string{probeArgs, `{"mode":"fast","level":1}`} {
		_, err := h.execute(t.Context(), args)
		assertNoHunter(t, fmt.Sprintf("%v %+s", err, err), args)
		resp, err := h.call(t.Context(), args)
		require.NoError(t, err)
		assertNoHunter(t, fmt.Sprintf("%#v", resp)+h.log.String(), args)
	}
}

// oddFormat is a format that no print function understands.
func oddFormat() string { return strings.Join([]string{"%*d", "%[1]v", "%!"}, " ") }
