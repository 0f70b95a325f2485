// The Spec of a command: its examples and secrets, and what a definition makes of them.

package jarvis_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type trip struct {
	From string      `jarvis:"from,required"`
	To   string      `jarvis:"to,required" enum:"Paris,Rome"`
	On   time.Time   `jarvis:"on,required"`
	Via  []time.Time `jarvis:"via"`
	Soon time.Time   `jarvis:"soon" validate:"gt"`
	Then []time.Time `jarvis:"then" validate:"unique,dive,gt"`
	Late *time.Time  `jarvis:"late"`
	Text string      `jarvis:"text,type=datetime"`
	Days jarvis.Date `jarvis:"days"`
	Wait waitingTime `jarvis:"wait"`
	Plan []stopover  `jarvis:"plan" default:"[{\"name\":\"Lyon\"}]"`
}

type waitingTime struct {
	For  time.Duration    `jarvis:"for,required"`
	Till jarvis.TimeOfDay `jarvis:"till"`
}

type stopover struct {
	Name string               `jarvis:"name,required"`
	At   map[string]time.Time `jarvis:"at"`
}

// The mistakes that examples can have are in testdata/tags/examples.txt; these are right.
func TestExamplesThatAreRight(t *testing.T) {
	for name, args := range map[string]jarvis.Args{
		"none":                              nil,
		"some required ones":                {"from": "Rome"},
		"a date key":                        {"on": "tomorrow"},
		"a key of several words":            {"on": "next_week", "late": "in_2_hours_30_minutes"},
		"keys in an array":                  {"via": []string{"today", "tomorrow"}},
		"a date key under a rule":           {"soon": "tomorrow"},
		"keys in an array under rules":      {"then": []string{"tomorrow", "next_week"}},
		"a key in a text that is narrowed":  {"text": "tomorrow"},
		"keys in a nested object":           {"plan": []jarvis.Args{{"at": map[string]string{"arrival": "tomorrow_morning"}}}},
		"instants":                          {"on": time.Now().AddDate(1, 0, 0), "text": "2026-01-18T05:00:00Z"},
		"Go values":                         {"days": jarvis.Date{Year: 2026, Month: 1, Day: 18}, "wait": waitingTime{For: time.Hour}},
		"an object without its required":    {"wait": jarvis.Args{"till": "07:00"}},
		"an array of incomplete objects":    {"plan": []any{map[string]any{}}},
		"null for a required one":           {"from": nil},
		"an enum member and a nested value": {"to": "Paris", "wait": jarvis.Args{"for": 90 * time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			example := jarvis.Example{Utterance: name, Arguments: args, Primary: true}
			cmd, err := jarvis.New(jarvis.Spec{Name: "trip", Examples: []jarvis.Example{example}, AdapterExamples: []jarvis.Example{example}},
				func(context.Context, *jarvis.Request, trip) (*jarvis.Response, error) {
					return jarvis.Success(nil), nil
				})
			require.NoError(t, err)
			d := jarvis.MustDefine(cmd)
			assert.Equal(t, []jarvis.Example{example}, d.Spec().Examples)
			assert.Equal(t, []jarvis.Example{example}, d.Spec().AdapterExamples)

			var form struct {
				Examples []struct {
					Command  string          `json:"voice_command"`
					Expected json.RawMessage `json:"expected_parameters"`
					Primary  bool            `json:"is_primary"`
				}
			}
			require.NoError(t, json.Unmarshal(d.CommandSchema(), &form))
			require.Len(t, form.Examples, 1)
			want, err := args.JSON()
			require.NoError(t, err)
			assert.Equal(t, name, form.Examples[0].Command)
			assert.True(t, form.Examples[0].Primary)
			assert.JSONEq(t, string(want), string(form.Examples[0].Expected))
		})
	}
}

// What an example may leave out or abbreviate, a call may not.
func TestExamplesAreNoCalls(t *testing.T) {
	p := defineInput[trip](t, jarvis.Spec{}).Parameters()
	_, err := p.Validate(json.RawMessage(`{"on":"tomorrow","to":"Paris"}`))
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, []string{"from"}, invalid.Missing())
	assert.Contains(t, err.Error(), "Parameter 'on' must be of type datetime")
}

type safe struct {
	Level int                 `jarvis:"level"`
	Key   jarvis.SecretString `secret:"SAFE_KEY" description:"Key of the safe" label:"Key"`
	Pin   jarvis.SecretString `secret:"SAFE_PIN,user,optional"`
	Host  string              `secret:"SAFE_HOST,public"`
	Port  int16               `secret:"SAFE_PORT,public,optional"`
	TLS   bool                `secret:"SAFE_TLS,optional,user,public"`
	vault
}

type vault struct {
	Code jarvis.SecretString `secret:"VAULT_CODE"`
}

func TestSecretsListed(t *testing.T) {
	ofTags := []jarvis.Secret{
		{Key: "SAFE_KEY", Description: "Key of the safe", Label: "Key", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText},
		{Key: "SAFE_PIN", Description: "what the tag does not say", Scope: jarvis.ScopeUser, Type: jarvis.SecretText, Optional: true, Enum: []string{"1234"}},
		{Key: "SAFE_HOST", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText, Public: true},
		{Key: "SAFE_PORT", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretInt, Optional: true, Public: true},
		{Key: "SAFE_TLS", Scope: jarvis.ScopeUser, Type: jarvis.SecretBool, Optional: true, Public: true},
		{Key: "VAULT_CODE", Scope: jarvis.ScopeIntegration, Type: jarvis.SecretText},
	}
	beyond := []jarvis.Secret{
		{Key: "OTHER", Type: jarvis.SecretBool, Scope: jarvis.ScopeUser},
		{Key: "SAFE_PIN", Description: "what the tag does not say", Enum: []string{"1234"}},
		{Key: "LAST"},
	}
	d := defineInput[safe](t, jarvis.Spec{Secrets: beyond})
	want := append(ofTags, beyond[0], jarvis.Secret{Key: "LAST", Type: jarvis.SecretText, Scope: jarvis.ScopeIntegration})
	assert.Equal(t, want, d.Secrets(), "those of tags, then those of the Spec")
	assert.Equal(t, jarvis.Secret{Key: "LAST"}, beyond[2], "what the author gave is left alone")
	assert.Equal(t, []string{"level"}, namesIn(d.Parameters()), "a secret is no parameter")

	cmd, err := jarvis.Func(jarvis.Spec{Name: "func", Secrets: beyond}, nil,
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil })
	require.NoError(t, err)
	assert.Len(t, jarvis.MustDefine(cmd).Secrets(), 3)
	assert.Empty(t, jarvis.MustDefine(&still{}).Secrets())
}

// twin is a type of several commands.
type twin struct {
	Text  string `jarvis:"text"`
	name  string
	reads *int
}

func (c *twin) Spec() jarvis.Spec {
	*c.reads++
	return jarvis.Spec{Name: c.name, Description: "Is " + c.name}
}

func (c *twin) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(map[string]any{"twin": c.name + " " + c.Text}), nil
}

func TestCommandsOfOneType(t *testing.T) {
	var reads int
	r := jarvis.NewRegistry()
	cmd := &twin{name: "romulus", reads: &reads}
	require.NoError(t, r.Register(cmd, &twin{name: "remus", reads: &reads}))
	assert.Equal(t, 2, reads, "once for each")
	cmd.name = "silvia"
	require.NoError(t, r.Register(cmd), "the Spec is read anew")
	assert.Equal(t, 3, reads)

	for _, name := range []string{"romulus", "remus", "silvia"} {
		d, ok := r.Lookup(name)
		require.True(t, ok)
		assert.Equal(t, "Is "+name, d.Spec().Description)
		resp, err := r.Execute(t.Context(), name, nil, json.RawMessage(`{"text":"here"}`))
		require.NoError(t, err)
		assert.Equal(t, name+" here", resp.ContextData["twin"], "each has its own prototype")
	}
	assert.Equal(t, 3, reads, "never by a call")

	err := r.Register(&twin{name: "remus", reads: &reads})
	var mistake *jarvis.TagError
	require.ErrorAs(t, err, &mistake)
	assert.Equal(t, jarvis.TagError{Type: "twin", Field: "Spec.Name", Message: `a command named "remus" is already registered`}, *mistake)
	assert.Equal(t, 3, r.Len())
}

func TestAccessorsReturnCopies(t *testing.T) {
	type input struct {
		Unit string              `jarvis:"unit" enum:"c,f" absent:"none"`
		Key  jarvis.SecretString `secret:"KEY"`
	}
	spec := func() jarvis.Spec {
		return jarvis.Spec{
			Name: "test", Keywords: []string{"word"}, Rules: []string{"rule"}, CriticalRules: []string{"critical"},
			Antipatterns:    []jarvis.Antipattern{{Command: "other"}},
			Examples:        []jarvis.Example{{Utterance: "one", Arguments: jarvis.Args{"unit": "c"}}},
			AdapterExamples: []jarvis.Example{{Utterance: "two", Arguments: jarvis.Args{"unit": "f"}}},
			Secrets:         []jarvis.Secret{{Key: "OTHER"}},
		}
	}
	spoil := func(s jarvis.Spec) {
		s.Keywords[0], s.Rules[0], s.CriticalRules[0], s.Antipatterns[0].Command = "x", "x", "x", "x"
		s.Examples[0].Utterance, s.AdapterExamples[0].Utterance, s.Secrets[0].Key = "x", "x", "x"
	}
	want := string(defineInput[input](t, spec()).CommandSchema())

	t.Run("Secrets", func(t *testing.T) {
		d := defineInput[input](t, spec())
		d.Secrets()[0].Key = "x"
		assert.Equal(t, "KEY", d.Secrets()[0].Key)
	})
	t.Run("Enum and Absent", func(t *testing.T) {
		d := defineInput[input](t, spec())
		p, _ := d.Parameters().Lookup("unit")
		p.Enum()[0], p.Absent()[0] = "x", "x"
		assert.Equal(t, []string{"c", "f"}, p.Enum())
		assert.Equal(t, []string{"none"}, p.Absent())
	})
	t.Run("Spec", func(t *testing.T) {
		d := defineInput[input](t, spec())
		spoil(d.Spec())
		assert.Equal(t, spec(), d.Spec())
		assert.Equal(t, want, string(d.CommandSchema()), "which is printed later")
	})
	t.Run("what the author keeps", func(t *testing.T) {
		kept := spec()
		d := defineInput[input](t, kept)
		spoil(kept)
		kept.Examples[0].Arguments["unit"] = "no member"
		assert.Equal(t, spec(), d.Spec())
		assert.Equal(t, want, string(d.CommandSchema()), "which is printed later")
	})
}

// A date key stands for an instant nobody knows yet: nothing that depends on it is checked, and everything else is.
func TestDateKeysHideOnlyThemselves(t *testing.T) {
	sum := jarvis.NewParameters().
		OptionalDatetime("when", "").
		OptionalInteger("n", "").
		MustBuild()
	never := jarvis.NewParameters().
		OptionalObject("o", "", sum).Check(func(any) bool { return false }, "never").
		OptionalInteger("level", "").Validate("lte=5").
		MustBuild()
	for name, tt := range map[string]struct {
		args  jarvis.Args
		right bool
	}{
		"key before a sibling": {jarvis.Args{"o": jarvis.Args{"when": "tomorrow", "n": 1}}, true},
		"key after a sibling":  {jarvis.Args{"o": jarvis.Args{"n": 1, "when": "tomorrow"}}, true},
		"no key":               {jarvis.Args{"o": jarvis.Args{"n": 1}}, false},
		"beside the object":    {jarvis.Args{"o": jarvis.Args{"when": "tomorrow"}, "level": 9}, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := jarvis.Func(jarvis.Spec{Name: "probe", Examples: []jarvis.Example{{Utterance: "x", Arguments: tt.args}}}, never,
				func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
					return jarvis.Success(nil), nil
				})
			assert.Equal(t, tt.right, err == nil, "%v", err)
		})
	}
	_, err := jarvis.NewParameters().OptionalArray("n", "int", "").Validate("dive,lte=5").Default("[9]").Build()
	assert.ErrorContains(t, err, "must be at most 5", "an example checked before must not hide it")
}

// What the arguments of an example point to is the author's; the schemas do not follow it.
func TestExampleArgumentsAreReadOnce(t *testing.T) {
	days := []string{"today"}
	params := jarvis.NewParameters().RequiredStringArray("days", "").MustBuild()
	cmd := jarvis.MustFunc(jarvis.Spec{Name: "probe", Examples: []jarvis.Example{{Utterance: "x", Arguments: jarvis.Args{"days": days}}}}, params,
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			return jarvis.Success(nil), nil
		})
	d := jarvis.MustDefine(cmd)
	days[0] = "changed"
	assert.Contains(t, string(d.CommandSchema()), `{"days":["today"]}`)
}
