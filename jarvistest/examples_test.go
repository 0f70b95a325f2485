// Examples: utterances that are shared, arguments that teach what is refused, antipatterns of no command.

package jarvistest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

type forecast struct {
	City  string           `jarvis:"city" absent:"here,none"`
	Days  []time.Time      `jarvis:"days,required"`
	Until time.Time        `jarvis:"until" absent:"whenever"`
	At    jarvis.TimeOfDay `jarvis:"at"`
	Unit  string           `jarvis:"unit" enum:"metric,imperial"`
	Level float64          `jarvis:"level" enum:"1.5,2"`
	From  jarvis.Date      `jarvis:"from"`
	Zones []time.Time      `jarvis:"zones" enum:"2030-01-01T10:00:00Z"`
	Note  *string          `jarvis:"note"`
}

func teaching(t testing.TB, name string, spec jarvis.Spec) jarvis.Command {
	spec.Name = name
	cmd, err := jarvis.New(spec, answersNothing[forecast])
	require.NoError(t, err)
	return cmd
}

func say(utterance string, args jarvis.Args) jarvis.Example {
	return jarvis.Example{Utterance: utterance, Arguments: args}
}

func examples(t testing.TB, cmds ...jarvis.Command) string {
	r := record(t)
	jarvistest.Examples(r, cmds...)
	return r.text()
}

func TestExamplesPass(t *testing.T) {
	assert.Empty(t, examples(t, commands.All(commands.Config{})...))
	good := []jarvis.Example{
		say("Weather today", jarvis.Args{"days": []string{"today", "this_weekend"}, "until": "tomorrow"}),
		say("In Oslo at half past seven", jarvis.Args{"city": "Oslo", "at": jarvis.TimeOfDay{Hour: 19, Minute: 30}, "unit": "imperial"}),
		say("At level two since New Year", jarvis.Args{"level": 2, "from": "2030-01-01", "days": []any{"2030-01-01T10:00:00Z", "tomorrow"}}),
	}
	assert.Empty(t, examples(t, teaching(t, "a", jarvis.Spec{Examples: good, AdapterExamples: good, Antipatterns: []jarvis.Antipattern{{Command: "elsewhere"}}})))
	assert.Empty(t, examples(t, teaching(t, "a", jarvis.Spec{Antipatterns: []jarvis.Antipattern{{Command: "b"}}}), teaching(t, "b", jarvis.Spec{})))
}

func TestExamplesFail(t *testing.T) {
	oslo := jarvis.Args{"city": "Oslo"}
	one := func(e ...jarvis.Example) jarvis.Spec { return jarvis.Spec{Examples: e} }
	for _, tt := range []struct {
		name string
		a, b jarvis.Spec
		want string
	}{
		{"no word", one(say("", nil), say(" …?", nil)), jarvis.Spec{},
			"jarvistest.Examples: a: Spec.Examples[0] has an utterance without a word: \"\"\njarvistest.Examples: a: Spec.Examples[1] has an utterance without a word: \" …?\""},
		{"of two commands", one(say("What's the weather?", nil)), jarvis.Spec{AdapterExamples: []jarvis.Example{say("one", nil), say(" whats  the WEATHER", nil)}},
			`jarvistest.Examples: b: Spec.AdapterExamples[1] says " whats  the WEATHER", which Spec.Examples[0] of a teaches too`},
		{"with other arguments", jarvis.Spec{Examples: []jarvis.Example{say("Oslo", oslo)}, AdapterExamples: []jarvis.Example{say("“Oslo”!", nil)}}, jarvis.Spec{},
			`jarvistest.Examples: a: Spec.AdapterExamples[0] says "“Oslo”!", which Spec.Examples[0] says with other arguments`},
		{"twice in a list", one(say("Oslo", oslo), say("Oslo.", oslo)), jarvis.Spec{}, `jarvistest.Examples: a: Spec.Examples[1] says "Oslo.", which Spec.Examples[0] has said`},
		{"absent words", one(say("x", jarvis.Args{"until": "Whenever", "city": "here"})), jarvis.Spec{},
			"jarvistest.Examples: a: Spec.Examples[0] \"x\" teaches a model to send city as \"here\", which counts as left out: leave it out\n" +
				"jarvistest.Examples: a: Spec.Examples[0] \"x\" teaches a model to send until as \"Whenever\", which counts as left out: leave it out"},
		{"null", one(say("x", jarvis.Args{"note": nil})), jarvis.Spec{},
			`jarvistest.Examples: a: Spec.Examples[0] "x" teaches a model what the schema refuses: note is null; got null, want string`},
		{"another spelling", one(say("x", jarvis.Args{"zones": []string{"2030-01-01T11:00:00+01:00"}})), jarvis.Spec{},
			`jarvistest.Examples: a: Spec.Examples[0] "x" teaches a model what the schema refuses: zones.0 is "2030-01-01T11:00:00+01:00"; value must be '2030-01-01T10:00:00Z'`},
		{"antipatterns", jarvis.Spec{Antipatterns: []jarvis.Antipattern{{Command: "a"}, {Command: "B"}, {Command: "nothing"}, {Command: "b"}}}, jarvis.Spec{},
			"jarvistest.Examples: a: Spec.Antipatterns[0] names the command itself\n" +
				"jarvistest.Examples: a: Spec.Antipatterns[1] names \"B\", which is none of the commands given; did you mean \"b\"?\n" +
				"jarvistest.Examples: a: Spec.Antipatterns[2] names \"nothing\", which is none of the commands given"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, examples(t, teaching(t, "a", tt.a), teaching(t, "b", tt.b)))
		})
	}
	assert.Equal(t, "jarvistest.Examples: no commands are given, so nothing is tested", examples(t))
}

func TestUtterancesThatSoundTheSame(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"Turn on the light", "turn ON the light!", true},
		{"What’s up, Mia?", "Whats up Mia", true},
		{"twenty-one", "twenty one", true},
		{"¿Qué hora es?", "qué hora es", true},
		{"Straße", "STRASSE", false},
		{"今天天气？", "今天天气", true},
		{"5 * 3", "5 / 3", false},
		{"5 + 3", "5 - 3", false},
		{"1.5 miles", "15 miles", false},
		{"-5 degrees", "5 degrees", false},
		{"at 7:30", "at 730", false},
		{"in 5. Then go", "in 5 then go", true},
		{"lights on", "light son", false},
	} {
		t.Run(tt.a, func(t *testing.T) {
			text := examples(t, teaching(t, "a", jarvis.Spec{Examples: []jarvis.Example{say(tt.a, nil)}}), teaching(t, "b", jarvis.Spec{Examples: []jarvis.Example{say(tt.b, nil)}}))
			assert.Equal(t, tt.same, text != "", text)
		})
	}
}
