// Tests of LoadCommand: the command that comes with the program, templates, and files that are wrong.

package commands_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func load(t *testing.T, text string) *jarvis.Registry {
	t.Helper()
	cmd, err := commands.LoadCommand("test.json", strings.NewReader(text))
	require.NoError(t, err)
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(cmd))
	return registry
}

func TestAnnounce(t *testing.T) {
	file, err := os.ReadFile("../announce.json")
	require.NoError(t, err)
	registry := load(t, string(file))
	d, err := registry.Find("announce")
	require.NoError(t, err)
	assert.Equal(t, jarvis.EffectRead, d.Spec().Effect)

	tests := []struct{ name, args, message, details string }{
		{"room", `{"text":"Dinner!","room":"office"}`, "To the office: Dinner!", ""},
		{"default", `{"text":"Dinner!"}`, "To the whole house: Dinner!", ""},
		{"braces in an argument", `{"text":"{room} }} {"}`, "To the whole house: {room} }} {", ""},
		{"missing", `{"room":"office"}`, "", "Parameter 'text' is required (string)"},
		{"wrong", `{"text":"","room":"attic"}`, "", "Parameter 'text' must have at least 1 character\nInvalid value 'attic' for 'room'. Must be one of: kitchen, office, bedroom, whole house"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "announce", Arguments: json.RawMessage(tt.args)})
			require.NoError(t, err)
			assert.Equal(t, tt.details, resp.ErrorDetails)
			if resp.Success {
				assert.Equal(t, tt.message, resp.ContextData["message"])
			}
		})
	}
}

func TestTemplates(t *testing.T) {
	const every = `{"type":"object","properties":{
		"text":{"type":"string"},"int":{"type":"integer"},"float":{"type":"number"},"bool":{"type":"boolean"},
		"date":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time"},"time":{"type":"string","format":"time"},
		"long":{"type":"string","format":"duration"},"list":{"type":"array","items":{"type":"string"}},"a b":{"type":"string","default":"c"}},
		"required":["text","int","float","bool","date","at","time","long","list"]}`
	const args = `{"text":"{int}","int":9007199254740993,"float":0.5,"bool":true,"date":"2026-01-18","at":"2026-01-18T12:04:05Z","time":"07:30",
		"long":"PT1H30M","list":["salt","pepper"]}`
	tests := []struct{ say, want string }{
		{"nothing to fill in", "nothing to fill in"},
		{"{text}", "{int}"},
		{"{int}{int}", "90071992547409939007199254740993"},
		{"{{int}} and {{{int}}}", "{int} and {9007199254740993}"},
		{"{float}, {bool}", "0.5, true"},
		{"{date}, {time}", "2026-01-18, 07:30:00"},
		{"{at}", "12:04 on Sunday, January 18"},
		{"{long}", "1 hour 30 minutes"},
		{"{list} and {a b}", "salt, pepper and c"},
	}
	for _, tt := range tests {
		t.Run(tt.say, func(t *testing.T) {
			say, err := json.Marshal(tt.say)
			require.NoError(t, err)
			registry := load(t, `{"name":"test","description":"d","parameters":`+every+`,"say":`+string(say)+`}`)
			resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "test", Arguments: json.RawMessage(args)})
			require.NoError(t, err)
			assert.Equal(t, tt.want, resp.ContextData["message"], resp.Report())
		})
	}
}

func TestLoadCommandWithoutParameters(t *testing.T) {
	for _, parameters := range []string{``, `"parameters":null,`, `"parameters":{"type":"object"},`} {
		registry := load(t, `{"name":"test","description":"d",`+parameters+`"examples":[{"utterance":"Hello","primary":true}],"say":"Hello!"}`)
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "test"})
		require.NoError(t, err)
		assert.Equal(t, "Hello!", resp.ContextData["message"])
	}
}

func TestLoadCommandReportsEverything(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string // without the file's name
	}{
		{"empty", ``, []string{"name is missing", "description is missing", "say is missing"}},
		{"no object", `[]`, []string{"its contents must be an object, got array."}},
		{"no JSON", `{"name":`, []string{"its contents are not valid JSON: the text ends too early at byte 8."}},
		{"repeated field", `{"name":"a","name":"b"}`, []string{`its contents are not valid JSON: the key "name" is repeated at byte 12.`}},
		{"wrong in all its parts", `{"nmae":"x","say":"{a} } {","keywords":"k","parameters":{"type":"object","properties":{"a":{"type":"any"}}},"examples":[{"utterance":3,"arguments":{},"best":true}],"description":null}`,
			[]string{
				"name is missing", "description is missing", `keywords must be of type array<string>, got "k"`,
				"examples[0].utterance must be of type string, got 3", "unknown field examples[0].best", "unknown field nmae; did you mean name?",
				"Schema.#/properties/a/type: type has to be one of string, integer, number, boolean, array, object",
				`say: a } closes nothing after " "; write }} for a brace`, "say: { is not closed; write {{ for a brace",
			}},
		{"template", `{"name":"a","description":"d","say":"{x} {} {d} {l} {o}","parameters":{"type":"object","properties":{"d":{"type":"object"},"l":{"type":"array","items":{"type":"integer"}},"o":{"type":"string"}},"required":["d","l"]}}`,
			[]string{"say: {} names no parameter"}},
		{"places", `{"name":"a","description":"d","say":"{x} {d} {l} {o}","parameters":{"type":"object","properties":{"d":{"type":"object"},"l":{"type":"array","items":{"type":"integer"}},"o":{"type":"string"}},"required":["d","l"]}}`,
			[]string{
				"say: there is no parameter for {x}", "say: {d} is of type dict, which cannot be spoken",
				"say: {l} is of type array<int>, which cannot be spoken", "say: {o} may be left out of a call; make it required or give it a default",
			}},
		{"place without parameters", `{"name":"a","description":"d","say":"{x}"}`, []string{"say: there is no parameter for {x}"}},
		{"blank", `{"name":"","description":"d","say":" "}`, []string{"say: it is empty", "Func.Spec.Name: the command has no name"}},
		{"name and example", `{"name":"a b","description":"d","say":"s","examples":[{"utterance":"u","arguments":{"x":1},"primary":true},{"utterance":"v","primary":true}]}`,
			[]string{
				`Func.Spec.Name: the name "a b" has white space or control characters`,
				`Func.Spec.Examples[0]: example "u": Unknown parameter 'x'`, "Func.Spec.Examples: more than one primary example",
			}},
		{"parameters of another type", `{"name":"a","description":"d","say":"{x}","parameters":"x"}`, []string{`parameters must be of type dict, got "x"`}},
		{"too long", `{"name":"` + strings.Repeat("x", 64<<10) + `"}`, []string{"it has more than 65536 bytes"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := commands.LoadCommand("dir/a.json", strings.NewReader(tt.file))
			var wrong *commands.FileError
			require.ErrorAs(t, err, &wrong)
			assert.Equal(t, "dir/a.json", wrong.File)
			assert.Equal(t, "dir/a.json: "+strings.Join(tt.want, "\ndir/a.json: "), err.Error())
		})
	}
}

func TestLoadCommandThatCannotBeRead(t *testing.T) {
	gone := errors.New("the disk is gone")
	_, err := commands.LoadCommand("a.json", iotest.ErrReader(gone))
	require.ErrorIs(t, err, gone)
	assert.Equal(t, "a.json: the disk is gone", err.Error())

	_, err = commands.LoadCommand("a.json", strings.NewReader(`{"name":"a","description":"d","say":"s","parameters":{"type":"array"}}`))
	var mistake *jarvis.TagError
	require.ErrorAs(t, err, &mistake)
	assert.Equal(t, "Schema", mistake.Type)
}

// Whatever the file holds, it is a command that runs or an error.
func FuzzLoadCommand(f *testing.F) {
	f.Add(`{"name":"a","description":"d","say":"{x} {{ }}","parameters":{"type":"object","properties":{"x":{"type":"string","default":"y"}}}}`)
	f.Add(`{"name":"a","description":"d","say":"{}}{"}`)
	f.Fuzz(func(t *testing.T, text string) {
		cmd, err := commands.LoadCommand("a.json", strings.NewReader(text))
		if err != nil {
			assert.Nil(t, cmd)
			assert.NotEmpty(t, err.Error())
			return
		}
		registry := jarvis.NewRegistry()
		require.NoError(t, registry.Register(cmd))
		_, err = registry.Call(t.Context(), nil, jarvis.Call{Name: cmd.Spec().Name})
		require.NoError(t, err)
	})
}
