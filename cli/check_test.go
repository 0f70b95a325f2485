// Tests of the rules of check that have many cases.

package cli_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// found is what check --json says of commands, as "command: rule: where".
func found(t *testing.T, args []string, specs ...jarvis.Spec) (list []string) {
	t.Helper()
	registry := jarvis.NewRegistry()
	for _, spec := range specs {
		if spec.Effect == "" {
			spec.Effect = jarvis.EffectRead
		}
		registry.MustRegister(command[struct{}](spec))
	}
	code, stdout, stderr := run(t, cli.App{Registry: registry, Name: "home"}, append([]string{"check", "--json"}, args...)...)
	require.Empty(t, stderr)
	var report struct {
		Findings []struct{ Command, Rule, Where, Problem, Fix string }
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &report))
	for _, f := range report.Findings {
		assert.NotEmpty(t, f.Problem)
		assert.NotEmpty(t, f.Fix)
		list = append(list, strings.TrimSuffix(fmt.Sprintf("%s: %s: %s", f.Command, f.Rule, f.Where), ": "))
	}
	assert.Equal(t, len(list) > 0, code == 4)
	return list
}

// tidy is a command without findings.
func tidy(name string, utterances ...string) jarvis.Spec {
	spec := jarvis.Spec{Name: name, Description: "Does " + name + "."}
	for len(utterances) < 3 {
		utterances = append(utterances, fmt.Sprintf("%s number %d", name, len(utterances)))
	}
	spec.Examples = examples(utterances...)
	return spec
}

func examples(utterances ...string) (list []jarvis.Example) {
	for i, u := range utterances {
		list = append(list, jarvis.Example{Utterance: u, Primary: i == 0})
	}
	return list
}

func TestTidyCommands(t *testing.T) { assert.Empty(t, found(t, nil, tidy("a"), tidy("b"))) }

func TestCutOffDescriptions(t *testing.T) {
	cut := []string{
		"Turns on the", "Turns on the ", "The name of the room and", "Where it comes from, e.g.", "A duration such as", "The color of a", "Sets it to be an", "Turns lights on,", "Turns lights on;",
		"Turns lights o…", "Turns lights o...", "The rooms, of which the first one is the...", "The room (kitchen", "The room [kitchen", "One of {a, b", `The word "kitchen`, `Say "yes" or "no`, "Say “yes", "Values (a), (b",
	}
	whole := []string{
		"City name", "City", "x", "The unit to convert from", "What it is made of", "The room the light is in", "Whom to send it to", "Grade a", "Vitamin A", "Schaltet das Licht an", "Schaltet es an", "Il y a",
		"Values (a, b)", "From 0 to 1 [0, 1)", "Half open (0, 1]", "Kitchen, bathroom, …", "Kitchen, bathroom, ...", "Kitchen, bathroom...", "Kitchen, bath, …", "Not (\xff)", "\xff", "Size, such as 5\"", `Height of 5' 11"`, `A 27" screen`, `Say "yes" or "no".`, `The character "("`, "The character '('",
		"Not available :(", "Smile :)", "a) first b) second", "Say “yes”.", "Sagt „ja“.", "Sagt „ja“ oder „nein“", "1) one", "THE", "The", "and", "Rock 'n' roll", "What the user said:", "天気。", "Use -> for (a) or (b).",
	}
	for _, text := range cut {
		spec := tidy("a")
		spec.Description = text
		assert.Equal(t, []string{"a: cut-off"}, found(t, nil, spec), text)
	}
	for _, text := range whole {
		spec := tidy("a")
		spec.Description = text
		assert.Empty(t, found(t, nil, spec), text)
	}
}

func TestNestedDescriptions(t *testing.T) {
	type stop struct {
		City string `jarvis:"city"`
	}
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct {
		Home  stop   `jarvis:"home" description:"Where it begins"`
		Stops []stop `jarvis:"stops" description:"Where it goes"`
	}](tidy("travel")))
	_, stdout, _ := run(t, cli.App{Registry: registry, Name: "home"}, "check", "--dialect", "mcp")
	assert.Contains(t, stdout, "travel: parameter home.city: has no description;")
	assert.Contains(t, stdout, "travel: parameter stops[].city: has no description;")
}

func TestUtterances(t *testing.T) {
	for _, c := range []struct {
		name, one, other string
		same             bool
	}{
		{"equal", "Lights on", "Lights on", true},
		{"case", "Lights on", "lights ON", true},
		{"gaps", "Lights on", " Lights \t on", true},
		{"punctuation", "Lights on", "Lights, on!", true},
		{"questions", "¿Qué hora es?", "qué hora es", true},
		{"quotes", `Say "hello"`, "Say “hello”", true},
		{"other words", "Lights on", "Lights off", false},
		{"signs of arithmetic", "What is 6 * 7", "What is 6 / 7", false},
		{"negative numbers", "Add 5", "Add -5", false},
		{"decimals", "Add 1.5", "Add 15", false},
		{"percent", "Volume 50%", "Volume 50", false},
		{"nothing to hear", "?!", "...", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var two, twice []string
			if c.same {
				two, twice = []string{"b: utterance: examples[0]"}, []string{"a: utterance: examples[1]"}
			}
			assert.Equal(t, two, found(t, nil, tidy("a", c.one), tidy("b", c.other)), "in two commands")
			assert.Equal(t, twice, found(t, nil, tidy("a", c.one, c.other)), "twice in one")
		})
	}
}

func TestUtterancesOfChosenCommands(t *testing.T) {
	a, b := tidy("a", "Lights on"), tidy("b", "Lights on")
	assert.Equal(t, []string{"a: utterance: examples[0]"}, found(t, []string{"a"}, a, b), "the earlier one, if it is checked alone")
	assert.Equal(t, []string{"b: utterance: examples[0]"}, found(t, []string{"b"}, a, b))
	assert.Equal(t, []string{"b: utterance: examples[0]"}, found(t, []string{"b", "a"}, a, b))
	assert.Equal(t, []string{"c: utterance: examples[0]"}, found(t, []string{"c"}, a, b, tidy("c", "lights on")), "one finding for all others")
}

func TestUtteranceSharedWithOneCommandTwice(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](tidy("a", "Lights on", "lights on")), command[struct{}](tidy("b", "Lights on")))
	_, stdout, _ := run(t, cli.App{Registry: registry, Name: "home"}, "check", "b")
	assert.Contains(t, stdout, `b: examples[0]: "Lights on" is an example of a too;`)
}

func TestUtterancesOfBothLists(t *testing.T) {
	type room struct {
		Room string `jarvis:"room" description:"The room"`
	}
	check := func(args jarvis.Args) string {
		spec := tidy("a", "Lights on in the kitchen")
		spec.Effect = jarvis.EffectWrite
		spec.Examples[0].Arguments = jarvis.Args{"room": "kitchen"}
		for i := range 20 {
			spec.AdapterExamples = append(spec.AdapterExamples, jarvis.Example{Utterance: fmt.Sprintf("Variation %d", i)})
		}
		spec.AdapterExamples[3] = jarvis.Example{Utterance: "lights on in the kitchen", Arguments: args}
		registry := jarvis.NewRegistry()
		registry.MustRegister(command[room](spec))
		_, stdout, _ := run(t, cli.App{Registry: registry, Name: "home"}, "check")
		return stdout
	}
	assert.Contains(t, check(jarvis.Args{"room": "kitchen"}), "nothing found", "an example may be in both lists")
	assert.Contains(t, check(jarvis.Args{"room": "bath"}), `a: adapter examples[3]: "lights on in the kitchen" has other arguments in examples[0];`)
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name            string
		prompt, adapter int
		want            []string
	}{
		{"none", 0, 0, []string{"a: examples"}},
		{"few", 2, 0, []string{"a: examples"}},
		{"least", 3, 20, nil},
		{"most", 7, 40, nil},
		{"many", 8, 41, []string{"a: examples", "a: adapter-examples"}},
		{"few of adapters", 5, 19, []string{"a: adapter-examples"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := jarvis.Spec{Name: "a", Description: "Does a."}
			for i := range c.prompt {
				spec.Examples = append(spec.Examples, jarvis.Example{Utterance: fmt.Sprint("prompt ", i), Primary: i == 1})
			}
			for i := range c.adapter {
				spec.AdapterExamples = append(spec.AdapterExamples, jarvis.Example{Utterance: fmt.Sprint("adapter ", i)})
			}
			assert.Equal(t, c.want, found(t, nil, spec))
		})
	}
}

func TestPrimaryAndAntipatterns(t *testing.T) {
	spec := tidy("a")
	spec.Examples[0].Primary = false
	spec.Antipatterns = []jarvis.Antipattern{{Command: "b"}, {Command: "a"}, {Command: "c"}}
	assert.Equal(t, []string{"a: primary", "a: antipattern: antipatterns[1]", "a: antipattern: antipatterns[2]"}, found(t, nil, spec, tidy("b")))
	assert.Len(t, found(t, []string{"a"}, spec, tidy("b")), 3, "compared with all commands")
}

func TestBudgets(t *testing.T) {
	spec := tidy("a")
	spec.Effect = jarvis.EffectRead
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](spec))
	check := func(flag string, budget int) (code int, one, all map[string]int) {
		args := []string{"check", "--json"}
		if flag != "" {
			args = append(args, flag, fmt.Sprint(budget))
		}
		code, stdout, _ := run(t, cli.App{Registry: registry, Name: "home"}, args...)
		var report struct {
			Costs []struct{ Tokens map[string]int }
			Total map[string]int
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &report))
		return code, report.Costs[0].Tokens, report.Total
	}
	_, one, all := check("", 0)
	for flag, tokens := range map[string]map[string]int{"--budget": one, "--budget-total": all} {
		require.Len(t, tokens, len(dialect.All()))
		most := slices.Max(slices.Collect(maps.Values(tokens)))
		require.Positive(t, most)
		code, _, _ := check(flag, most)
		assert.Equal(t, 0, code, "%s of what the dearest dialect costs", flag)
		code, _, _ = check(flag, most-1)
		assert.Equal(t, 4, code, "%s of less", flag)
	}
}

func FuzzDescriptions(f *testing.F) {
	for _, text := range []string{"", "City name", "Turns on the", "a (\xff", "\xff\xfe(", "“", "\"(\"", "天気 \x1b[31m", "…", ", ..."} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, description, utterance string) {
		registry := jarvis.NewRegistry()
		if registry.Register(command[struct{}](jarvis.Spec{Name: "a", Description: description, Keywords: []string{utterance}, Examples: examples(utterance, description)})) != nil {
			return
		}
		app := cli.App{Registry: registry, Name: "home"}
		for _, args := range [][]string{{"list"}, {"list", "--", description}, {"check", "--dialect", "openai"}, {"schema", "--losses"}, {"__complete", "list", "a"}} {
			code, stdout, stderr := run(t, app, args...)
			assert.Contains(t, []int{0, 4}, code)
			for _, r := range stdout + stderr {
				require.False(t, r < ' ' && r != '\n' && r != '\t', "%q: control character %q", args, r)
			}
		}
	})
}
