// What holds secrets: the places that the canary looks at, SecretString itself, and commands that are careless with theirs.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

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

type secretEmbedder struct{ jarvis.SecretString }

func newSecretHolder() secretHolder {
	s := jarvis.NewSecretString(hunter)
	h := secretHolder{Exported: s, hidden: s, Pointer: &s, List: []jarvis.SecretString{s}, Map: map[string]jarvis.SecretString{"k": s}, Keys: map[jarvis.SecretString]int{s: 1}, Any: s}
	h.Nested.Deep = s
	return h
}

// secretPlaces are all that may hold a secret, each with the canary in it.
func secretPlaces(t testing.TB) map[string]any {
	places := map[string]any{}
	for _, some := range []map[string]any{plainPlaces(), declaredPlaces(t), sourcePlaces(t), boundPlaces(t)} {
		for name, v := range some {
			require.NotContains(t, places, name, "each place has a name of its own")
			places[name] = v
		}
	}
	return places
}

// plainPlaces are the secret in values of Go.
func plainPlaces() map[string]any {
	s, h := jarvis.NewSecretString(hunter), newSecretHolder()
	return map[string]any{
		"secret": s, "pointer": &s, "struct": h, "pointer to struct": &h, "slice": []jarvis.SecretString{s}, "array": [1]jarvis.SecretString{s}, "any": []any{s, &s}, "map": map[string]any{"k": s},
		"key": map[jarvis.SecretString]int{s: 1}, "unexported": struct{ s jarvis.SecretString }{s}, "unexported pointer": struct{ s *jarvis.SecretString }{&s},
		"embedded": secretEmbedder{s}, "method": s.String, "error": fmt.Errorf("failed with %v", s), "joined": errors.Join(fmt.Errorf("%#v", s), fmt.Errorf("%s %q", s, s)),
		"response": jarvis.Success(map[string]any{"s": s, "message": s}), "tool result": jarvis.Success(map[string]any{"s": s, "message": s}).ToolResult("1"),
		"arguments": jarvis.Args{"s": s}, "panic error": &jarvis.PanicError{Command: "c", Value: s}, "panic error, value": jarvis.PanicError{Command: "c", Value: h},
		"command error": &jarvis.CommandError{Err: fmt.Errorf("%+v", h)}, "result": jarvis.ValidationResult{ParamName: "x", SuggestedValue: s}, "example": jarvis.Example{Arguments: jarvis.Args{"s": s}},
	}
}

func canaryAuthentication() jarvis.Authentication {
	return jarvis.Authentication{Provider: "acme", ClientID: "id", Keys: []string{"access_token"}, AuthorizeURL: "https://acme.example/auth", Scopes: []string{"read"},
		DiscoveryPort: new(8123), ClientSecret: jarvis.NewSecretString(hunter)}
}

// declaredPlaces are what a command is declared with, and what is derived of it.
func declaredPlaces(t testing.TB) map[string]any {
	a := canaryAuthentication()
	spec := jarvis.Spec{Name: "declared", Authentication: &a, Secrets: []jarvis.Secret{{Key: "TOKEN"}}}
	cmd := jarvis.MustFunc(spec, nil, runNothing[jarvis.Values])
	d := jarvis.MustDefine(cmd)
	preset := jarvis.Secret{Key: "KIND", Enum: []string{"a"}, Presets: map[string]map[string]string{"a": {"TOKEN": "t"}}}
	presets := jarvis.MustDefine(jarvis.MustFunc(jarvis.Spec{Name: "presets", Secrets: []jarvis.Secret{preset, {Key: "TOKEN"}}}, nil, runNothing[jarvis.Values]))
	required, err := presets.RequiredSecrets(t.Context(), nil, jarvis.StaticSecrets(map[string]string{"KIND": hunter, "TOKEN": hunter}))
	require.NoError(t, err)
	require.Len(t, required, 2, "they were looked up")
	prototype := jarvis.MustDefine(&probe{Token: jarvis.NewSecretString(hunter)})
	_, mistakes := jarvis.Func(jarvis.Spec{Authentication: &jarvis.Authentication{ClientSecret: jarvis.NewSecretString(hunter)}, Secrets: []jarvis.Secret{{}}}, nil, nil)
	return map[string]any{
		"authentication": a, "pointer to authentication": &a, "authentications": []jarvis.Authentication{a}, "map of authentications": map[string]any{"a": a, "p": &a},
		"spec": spec, "pointer to spec": &spec, "spec of a definition": d.Spec(), "definition": d, "function command": cmd, "schemas": string(d.CommandSchema()) + string(d.OpenAITool()) + string(d.Schema()),
		"declarations": presets.Secrets(), "required secrets": required, "struct command": &probe{Token: jarvis.NewSecretString(hunter)}, "definition of a prototype": prototype, "mistakes": mistakes,
	}
}

// sourcePlaces are where secrets come from, and what keeps such a source.
func sourcePlaces(t testing.TB) map[string]any {
	values := map[string]string{"TOKEN": hunter}
	static, user := jarvis.StaticSecrets(values), jarvis.StaticUserSecrets("ada", values)
	chain := jarvis.ChainSecrets(static, jarvis.ChainSecrets(user, static))
	reg := jarvis.NewRegistry(jarvis.WithSecrets(chain))
	own := mapSecrets{"TOKEN": hunter} // of a host, which shows what it holds
	a := canaryAuthentication()
	reg.MustRegister(&probe{Token: jarvis.NewSecretString(hunter)}, jarvis.MustFunc(jarvis.Spec{Name: "other", Authentication: &a}, nil, runNothing[jarvis.Values]))
	return map[string]any{
		"static source": static, "user source": user, "chained sources": chain, "sources": []jarvis.SecretSource{static, user}, "option": jarvis.WithSecrets(static), "registry": reg,
		"own source in a registry": jarvis.NewRegistry(jarvis.WithSecrets(own)), "own source in a chain": jarvis.ChainSecrets(own), "own source in an option": jarvis.WithSecrets(own),
		"struct with a registry": struct{ R *jarvis.Registry }{reg}, "commands of a provider": reg.Provider("acme"),
	}
}

// caught is a command that shows itself wherever its code runs.
type caught struct {
	Token  jarvis.SecretString `secret:"TOKEN"`
	Mine   jarvis.SecretString `secret:"MINE,user"`
	Absent jarvis.SecretString `secret:"ABSENT,optional"`
	Level  int                 `jarvis:"level"`

	show func(place string, v any)
}

func (*caught) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "caught", Authentication: &jarvis.Authentication{Provider: "acme"}}
}

func (c *caught) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	c.show("inside Run", c)
	c.show("inside Run, copied", *c)
	return jarvis.Success(nil), nil
}

func (c *caught) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	c.show("inside Validate", c)
	return nil, nil
}

func (c *caught) HandleAction(context.Context, *jarvis.Request, string, map[string]any) (*jarvis.Response, error) {
	c.show("inside HandleAction", c)
	return jarvis.Success(nil), nil
}

func (c *caught) RequiredSecrets() []string {
	c.show("inside RequiredSecrets", c)
	return []string{"TOKEN", "MINE"}
}

func (c *caught) StoreAuth(_ context.Context, _ *jarvis.Request, values map[string]jarvis.SecretString) error {
	c.show("inside StoreAuth", c)
	c.show("values to store", values)
	return nil
}

func (c *caught) RefreshToken(context.Context, *jarvis.Request) error {
	c.show("inside RefreshToken", c)
	return nil
}

func (c *caught) Initialize(context.Context, *jarvis.Request) (map[string]any, error) {
	c.show("inside Initialize", c)
	return nil, fmt.Errorf("no answer with %v, %+v", c.Token, *c)
}

// boundPlaces are what commands have at hand while they run, and the errors of calls that found secrets.
func boundPlaces(t testing.TB) map[string]any {
	places := map[string]any{}
	show := func(place string, v any) { places[place] = v }
	values := map[string]string{"TOKEN": hunter, "MINE": hunter}
	reg := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.ChainSecrets(jarvis.StaticSecrets(values), jarvis.StaticUserSecrets("ada", values))))
	reg.MustRegister(&caught{show: show},
		jarvis.MustNew(jarvis.Spec{Name: "new"}, func(_ context.Context, _ *jarvis.Request, in caughtInput) (*jarvis.Response, error) {
			show("input", in)
			show("pointer to input", &in)
			require.Equal(t, hunter, in.Token.Reveal())
			return jarvis.Success(nil), nil
		}),
		jarvis.MustFunc(jarvis.Spec{Name: "func", Secrets: []jarvis.Secret{{Key: "TOKEN"}}}, jarvis.NewParameters().OptionalInteger("level", "").MustBuild(),
			func(_ context.Context, _ *jarvis.Request, v jarvis.Values) (*jarvis.Response, error) {
				show("Values", v)
				show("pointer to Values", &v)
				show("map of Values", v.Map())
				require.Equal(t, hunter, v.Secret("TOKEN").Reveal())
				return jarvis.Success(nil), nil
			}))
	ctx, ada := t.Context(), &jarvis.Request{User: "ada"}
	for _, name := range []string{"caught", "new", "func"} {
		_, err := reg.Execute(ctx, name, ada, json.RawMessage(`{"level":1}`))
		require.NoError(t, err)
	}
	_, err := reg.HandleAction(ctx, ada, "caught", "tap", nil)
	require.NoError(t, err)
	require.NoError(t, reg.StoreAuth(ctx, ada, "acme", map[string]jarvis.SecretString{"access_token": jarvis.NewSecretString(hunter)}))
	require.NoError(t, reg.RefreshToken(ctx, ada, "acme"))
	_, err = reg.Initialize(ctx, ada, "caught")
	show("error of a hook", err)
	_, err = reg.Execute(ctx, "caught", nil, nil, jarvis.WithSecrets(jarvis.StaticSecrets(values)))
	require.IsType(t, &jarvis.MissingSecretsError{}, err)
	show("missing secrets", err)
	for _, place := range []string{"inside Run", "inside Validate", "inside HandleAction", "inside RequiredSecrets", "inside StoreAuth", "inside RefreshToken", "inside Initialize"} {
		require.Contains(t, places, place)
		require.Equal(t, hunter, places[place].(*caught).Token.Reveal(), place)
	}
	require.Equal(t, hunter, places["values to store"].(map[string]jarvis.SecretString)["access_token"].Reveal())
	return places
}

type caughtInput struct {
	Token jarvis.SecretString `secret:"TOKEN"`
	Level int                 `jarvis:"level"`
}

// Whatever the verb, flag, width or encoder, there is one text.
func TestSecretStringForms(t *testing.T) {
	s := jarvis.NewSecretString(hunter)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%.3s", "%20s", "%-20s", "%z"} {
		assert.Equal(t, "[secret]", fmt.Sprintf(verb, s), verb)
		assert.Equal(t, "[secret]", fmt.Sprintf(verb, &s), verb)
		assert.Equal(t, "", fmt.Sprintf(verb, jarvis.SecretString{}), verb)
	}
	assert.Equal(t, "[secret]", s.String())
	assert.Equal(t, "[secret]", s.GoString())
	assert.Equal(t, "[secret]", s.LogValue().String())
	raw, err := json.Marshal(map[string]any{"s": s, "p": &s, "none": jarvis.SecretString{}, "k": map[jarvis.SecretString]int{s: 1}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"s":"[secret]","p":"[secret]","none":"","k":{"[secret]":1}}`, string(raw))
	var back struct{ Token jarvis.SecretString }
	assert.Error(t, json.Unmarshal([]byte(`{"Token":"typed"}`), &back), "a secret is never read from JSON")
	assert.True(t, back.Token.IsEmpty())
	assert.Error(t, gob.NewEncoder(io.Discard).Encode(s), "gob has nothing to write")
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

// Errors, panics and answers of commands that print all they hold do not show it: not to the model, the host or its log.
func TestCarelessCommands(t *testing.T) {
	print := func(v any, token jarvis.SecretString) string {
		return fmt.Sprintf("%v %+v %#v %q %x", v, v, v, token, token)
	}
	careless := func(kind int, v any, token jarvis.SecretString) (*jarvis.Response, error) {
		require.Equal(t, hunter, token.Reveal(), "it has the secret")
		switch kind {
		case 0:
			return nil, errors.New(print(v, token))
		case 1:
			panic(print(v, token))
		case 2:
			panic(v)
		default:
			text := print(v, token)
			data := map[string]any{"v": v, "token": token, "message": text}
			return jarvis.Failure(text, jarvis.WithContextData(data), jarvis.WithMetadata(maps.Clone(data))), nil
		}
	}
	type input struct {
		Token jarvis.SecretString `secret:"TOKEN"`
		Kind  int                 `jarvis:"kind"`
	}
	params := jarvis.NewParameters().OptionalInteger("kind", "").MustBuild()
	reg := jarvis.NewRegistry(jarvis.WithSecrets(mapSecrets{"TOKEN": hunter}))
	reg.MustRegister(
		&probe{does: func(_ context.Context, _ *jarvis.Request, p *probe) (*jarvis.Response, error) {
			return careless(p.Level, p, p.Token)
		}},
		jarvis.MustNew(jarvis.Spec{Name: "new"}, func(_ context.Context, _ *jarvis.Request, in input) (*jarvis.Response, error) {
			return careless(in.Kind, in, in.Token)
		}),
		jarvis.MustFunc(jarvis.Spec{Name: "func", Secrets: []jarvis.Secret{{Key: "TOKEN"}}}, params, func(_ context.Context, _ *jarvis.Request, v jarvis.Values) (*jarvis.Response, error) {
			kind, _ := v.Int("kind")
			return careless(int(kind), v, v.Secret("TOKEN"))
		}))
	for kind := range 4 {
		for name, args := range map[string]string{"probe": `{"mode":"fast","level":%d}`, "new": `{"kind":%d}`, "func": `{"kind":%d}`} {
			about := fmt.Sprint(name, kind)
			call := jarvis.Call{Name: name, Arguments: json.RawMessage(fmt.Sprintf(args, kind))}
			resp, err := reg.Execute(t.Context(), name, nil, call.Arguments)
			assert.Equal(t, kind < 3, err != nil, about)
			assertNoHunter(t, showPrinted(t, err)+mustJSON(resp), about)
			var log bytes.Buffer
			resp, err = reg.Call(t.Context(), nil, call, jarvis.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
			require.NoError(t, err)
			assert.Equal(t, kind < 3, log.Len() > 0, about)
			assertNoHunter(t, showPrinted(t, resp)+resp.Report()+mustJSON(resp)+mustJSON(resp.ToolResult("1"))+log.String(), about)
		}
	}
}

// A model that sends wrong arguments is told nothing of the secrets that the command was given before, and sets none.
func TestWrongArgumentsBesideSecrets(t *testing.T) {
	h := newHost(t, succeed, jarvis.WithSecrets(mapSecrets{"TOKEN": hunter, "REGION": hunter}))
	for name, args := range map[string]string{
		"all missing": `{}`, "types": `{"mode":1,"level":"x","note":[]}`, "enum": `{"mode":"x","level":1}`, "no JSON": `{"mode":`, "key of a secret": `{"mode":"fast","level":1,"TOKEN":"mine"}`,
		"field of a secret": `{"mode":"fast","level":1,"Token":"mine","token":"mine"}`, "public secret": `{"mode":"fast","level":1,"REGION":"mine","region":"mine"}`,
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := h.call(t.Context(), args)
			require.NoError(t, err)
			require.NotNil(t, resp.Validation)
			assert.NotEmpty(t, resp.Report())
			assert.NotContains(t, resp.Report(), "Did you mean", "the keys of secrets are no names of parameters")
			assertNoHunter(t, showPrinted(t, resp)+showErrors(t, resp.Validation)+resp.Report()+mustJSON(resp)+mustJSON(resp.ToolResult("1"))+mustJSON(resp.Validation), name)
		})
	}
	assert.Zero(t, h.ran.Load())
	assert.Empty(t, h.log.String())
}
