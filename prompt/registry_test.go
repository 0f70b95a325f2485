// Registry: which provider a name means, and what is told of it.

package prompt_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// plainProvider has nothing but a name and a prompt.
type plainProvider string

func (p plainProvider) Name() string                     { return string(p) }
func (p plainProvider) SystemPrompt(prompt.Input) string { return "You are " + string(p) + "." }

// pointerProvider would panic as a nil pointer.
type pointerProvider struct{ name string }

func (p *pointerProvider) Name() string                     { return p.name }
func (p *pointerProvider) SystemPrompt(prompt.Input) string { return "" }

func registryOf(t *testing.T, names ...string) *prompt.Registry {
	t.Helper()
	r, err := prompt.NewRegistry()
	require.NoError(t, err)
	for _, name := range names {
		require.NoError(t, r.Register(plainProvider(name)))
	}
	return r
}

func TestRegistryLookup(t *testing.T) {
	r := registryOf(t, "Qwen25MediumUntrained", "HermesMediumTrained", "Kelvin\u212a", "Straße", "Ωmega")
	for name, want := range map[string]string{
		"Qwen25MediumUntrained":          "Qwen25MediumUntrained",
		"qwen25mediumuntrained":          "Qwen25MediumUntrained",
		"QWEN25MEDIUMUNTRAINED":          "Qwen25MediumUntrained",
		"qWen25mEdiumUntrained":          "Qwen25MediumUntrained",
		"\t HermesMediumTrained\u00a0\n": "HermesMediumTrained",
		"kelvink":                        "Kelvin\u212a", // the kelvin sign is a k in another case
		"STRAẞE":                         "Straße",
		"\u2126MEGA":                     "Ωmega", // the ohm sign
	} {
		p, err := r.Lookup(name)
		require.NoError(t, err, name)
		assert.Equal(t, want, p.Name())
	}
	for _, name := range []string{"", " ", "strasse", "Qwen25 MediumUntrained", "\xff", strings.Repeat("q", 1<<20)} {
		p, err := r.Lookup(name)
		var unknown *prompt.UnknownProviderError
		require.ErrorAs(t, err, &unknown)
		assert.Equal(t, name, unknown.Name)
		assert.Nil(t, p)
		assert.Less(t, len(err.Error()), 1000)
	}
}

func TestRegistryUnknown(t *testing.T) {
	for name, c := range map[string]struct {
		known []string
		asked string
		near  []string
		text  string
	}{
		"mistyped": {
			[]string{"LlamaSmallUntrained", "Gemma2MediumUntrained", "Gemma3MediumUntrained"}, "gemma3mediumuntraned",
			[]string{"Gemma3MediumUntrained", "Gemma2MediumUntrained"},
			`prompt: unknown provider "gemma3mediumuntraned", did you mean Gemma3MediumUntrained, Gemma2MediumUntrained?; ` +
				`known: Gemma2MediumUntrained, Gemma3MediumUntrained, LlamaSmallUntrained`,
		},
		"nothing near": {
			[]string{"B", "A"}, "JarvisToolModel", nil,
			`prompt: unknown provider "JarvisToolModel"; known: A, B`,
		},
		"none at all":       {nil, "X", nil, `prompt: unknown provider "X"; none is registered`},
		"unseen characters": {[]string{"A"}, "B\n\u202eC", nil, `prompt: unknown provider "B\n\u202eC"; known: A`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := registryOf(t, c.known...).Lookup(c.asked)
			var unknown *prompt.UnknownProviderError
			require.ErrorAs(t, err, &unknown)
			assert.Equal(t, c.near, unknown.Near)
			assert.Equal(t, slices.Sorted(slices.Values(c.known)), unknown.Known)
			assert.Equal(t, c.text, err.Error())
		})
	}
}

func TestRegistryUnknownListsFew(t *testing.T) {
	r := registryOf(t)
	for i := range 45 {
		require.NoError(t, r.Register(plainProvider("P"+strings.Repeat("x", i+10))))
	}
	_, err := r.Lookup("nobody")
	assert.True(t, strings.HasSuffix(err.Error(), " and 5 more"), err.Error())
}

// Names of providers may come from outside: none makes the text of an error long, or is printed raw.
func TestRegistryUnknownCutsNames(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	r := registryOf(t, long, "Beta"+strings.Repeat("ü", 200), "Delta")
	for name, want := range map[string]string{
		"nobody": `prompt: unknown provider "nobody"; known: Beta` + strings.Repeat("ü", 116) + "…, Delta, " + strings.Repeat("x", 120) + "…",
		"beta" + strings.Repeat("ü", 199): `prompt: unknown provider "beta` + strings.Repeat("ü", 116) + `…", did you mean Beta` + strings.Repeat("ü", 116) +
			"…?; known: Beta" + strings.Repeat("ü", 116) + "…, Delta, " + strings.Repeat("x", 120) + "…",
	} {
		_, err := r.Lookup(name)
		var unknown *prompt.UnknownProviderError
		require.ErrorAs(t, err, &unknown)
		assert.Equal(t, want, err.Error())
		assert.Contains(t, unknown.Known, long, "the field has it whole")
	}
	made := &prompt.UnknownProviderError{Name: "x", Known: []string{"a\nb\u202e"}}
	assert.Equal(t, `prompt: unknown provider "x"; known: a\nb\u202e`, made.Error())
}

func TestRegistryRegisterMistakes(t *testing.T) {
	var none *pointerProvider
	r := registryOf(t, "Alpha")
	err := r.Register(nil, plainProvider("Beta"), none, plainProvider(" "), plainProvider("ALPHA"), plainProvider("beta"),
		plainProvider(" Gamma"), plainProvider("De\u200blta"), plainProvider("\xff"))
	require.Error(t, err)
	var all interface{ Unwrap() []error }
	require.ErrorAs(t, err, &all)
	var texts []string
	for _, one := range all.Unwrap() {
		require.ErrorAs(t, one, new(*prompt.RegisterError))
		texts = append(texts, one.Error())
	}
	assert.Equal(t, []string{
		`prompt: provider 0 is nil`,
		`prompt: provider 2 is nil`,
		`prompt: provider 3: the name " " is blank; give it one such as "Qwen25MediumUntrained"`,
		`prompt: provider 4: the name "ALPHA" is taken by "Alpha"; case does not count, give one of the two another name`,
		`prompt: provider 5: the name "beta" is taken by "Beta"; case does not count, give one of the two another name`,
		`prompt: provider 6: the name " Gamma" has white space around it, or characters that cannot be seen; use letters and digits`,
		`prompt: provider 7: the name "De\u200blta" has white space around it, or characters that cannot be seen; use letters and digits`,
		`prompt: provider 8: the name "\xff" has white space around it, or characters that cannot be seen; use letters and digits`,
	}, texts)
	assert.Equal(t, []string{"Alpha"}, r.Names(), "none is added")
	assert.NoError(t, r.Register(plainProvider("Beta")))

	broken, err := prompt.NewRegistry(nil)
	assert.Nil(t, broken)
	assert.ErrorAs(t, err, new(*prompt.RegisterError))
}

func TestRegistryOrder(t *testing.T) {
	r := registryOf(t, "b", "C", "a")
	assert.Equal(t, []string{"C", "a", "b"}, r.Names())
	var order, infos []string
	for p := range r.All() {
		order = append(order, p.Name())
		require.NoError(t, r.Register(plainProvider("new "+p.Name())), "no lock is held")
	}
	assert.Equal(t, []string{"b", "C", "a"}, order)
	for range r.All() {
		break
	}
	for _, info := range r.Infos() {
		infos = append(infos, info.Name)
	}
	assert.Equal(t, []string{"C", "a", "b", "new C", "new a", "new b"}, infos)
}

func TestRegistryZeroValue(t *testing.T) {
	var r prompt.Registry
	assert.Empty(t, r.Names())
	assert.Empty(t, r.Infos())
	for range r.All() {
		t.Fail()
	}
	_, err := r.Info("x")
	assert.ErrorAs(t, err, new(*prompt.UnknownProviderError))
	require.NoError(t, r.Register(&pointerProvider{"Mine"}))
	assert.Equal(t, []string{"Mine"}, r.Names())
}

func TestRegistryInfo(t *testing.T) {
	r, err := prompt.NewRegistry(plainProvider("Plain"), prompt.WithDefaults(&pointerProvider{"Wrapped"}),
		prompt.New(prompt.Model{Name: "Made", Family: "qwen", Size: prompt.Medium, NoClassifier: true, Native: true, ThinkingMode: "off"}))
	require.NoError(t, err)
	for name, want := range map[string]string{
		"plain": `{"name":"Plain","class":"plainProvider","module":"github.com/jarvis-sdk/jarvis/prompt_test","capabilities":{"provider_name":"Plain",` +
			`"model_family":"unknown","size_tier":"unknown","training_tier":"unknown","use_tool_classifier":true,"supports_native_tools":false}}`,
		"wrapped": `{"name":"Wrapped","class":"pointerProvider","module":"github.com/jarvis-sdk/jarvis/prompt_test","capabilities":{"provider_name":"Wrapped",` +
			`"model_family":"unknown","size_tier":"unknown","training_tier":"unknown","use_tool_classifier":true,"supports_native_tools":false}}`,
		"made": `{"name":"Made","class":"Model","module":"github.com/jarvis-sdk/jarvis/prompt","capabilities":{"provider_name":"Made",` +
			`"model_family":"qwen","size_tier":"medium","training_tier":"untrained","use_tool_classifier":false,"supports_native_tools":true,"thinking_mode":"off"}}`,
	} {
		info, err := r.Info(name)
		require.NoError(t, err)
		raw, err := json.Marshal(info)
		require.NoError(t, err)
		assert.Equal(t, want, string(raw))
	}
}

func TestRegistryConcurrent(t *testing.T) {
	var r prompt.Registry
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			name := "P" + string(rune('a'+i))
			assert.NoError(t, r.Register(plainProvider(name)))
			p, err := r.Lookup(strings.ToUpper(name))
			assert.NoError(t, err)
			assert.Equal(t, name, p.Name())
			assert.NotEmpty(t, r.Infos())
		})
	}
	wg.Wait()
	assert.Len(t, r.Names(), 8)
}

func TestRegistryBuiltin(t *testing.T) {
	r, err := prompt.NewRegistry(prompt.Builtin()...)
	require.NoError(t, err)
	p, err := r.Resolve(nil, nil, prompt.DefaultProvider)
	require.NoError(t, err)
	assert.Equal(t, prompt.DefaultProvider, p.Name())
}

func TestResolveName(t *testing.T) {
	failed := errors.New("no database")
	says := func(name string, err error) func() (string, error) {
		return func() (string, error) { return name, err }
	}
	env := func(value string) func(string) string {
		return func(key string) string {
			assert.Equal(t, "JARVIS_MODEL_INTERFACE", key)
			return value
		}
	}
	for name, c := range map[string]struct {
		setting  func() (string, error)
		getenv   func(string) string
		fallback string
		want     string
		err      error
	}{
		"setting first":        {says(" A\n", nil), env("B"), "C", "A", nil},
		"blank setting":        {says(" \t", nil), env(" B "), "C", "B", nil},
		"blank environment":    {says("", nil), env(" "), " C ", "C", nil},
		"setting fails":        {says("A", failed), env("B"), "C", "B", failed},
		"setting fails, alone": {says("", failed), nil, "", "", failed},
		"no setting":           {nil, env("B"), "C", "B", nil},
		"nothing":              {nil, nil, prompt.DefaultProvider, "Qwen25MediumUntrained", nil},
		"all blank":            {nil, nil, " ", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := prompt.ResolveName(c.setting, c.getenv, c.fallback)
			assert.Equal(t, c.want, got)
			assert.ErrorIs(t, err, c.err)
		})
	}
}

// Nil functions are silent: the environment of the process is not read by itself.
func TestResolveNameReadsNoEnvironmentByItself(t *testing.T) {
	t.Setenv(prompt.EnvModelInterface, "FromProcess")
	name, err := prompt.ResolveName(nil, nil, "C")
	require.NoError(t, err)
	assert.Equal(t, "C", name)
}

func TestRegistryResolve(t *testing.T) {
	r := registryOf(t, "A", "B")
	failed := errors.New("no database")
	broken := func() (string, error) { return "", failed }

	p, err := r.Resolve(nil, func(string) string { return "b" }, "A")
	require.NoError(t, err)
	assert.Equal(t, "B", p.Name())

	p, err = r.Resolve(broken, nil, "A")
	assert.ErrorIs(t, err, failed)
	require.NotNil(t, p, "the fallback is used all the same")
	assert.Equal(t, "A", p.Name())

	p, err = r.Resolve(broken, nil, "Other")
	assert.ErrorIs(t, err, failed)
	assert.ErrorAs(t, err, new(*prompt.UnknownProviderError))
	assert.Nil(t, p)

	_, err = r.Resolve(nil, nil, "")
	assert.ErrorAs(t, err, new(*prompt.UnknownProviderError))
}
