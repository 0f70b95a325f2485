// Golden: files that are written, that hold, that are missing, left over or damaged.

package jarvistest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

type lamp struct {
	Room  string `jarvis:"room,required" description:"Where, such as <kitchen>"`
	Level int    `jarvis:"level,refinable" validate:"gte=1,lte=10" default:"5" description:"How bright"`
	Color string `jarvis:"color" enum:"red,größer,\u003c" absent:"none,white"`
	Mail  string `jarvis:"mail" validate:"email" description:"Whom to tell"`
}

func lampSpec() jarvis.Spec {
	return jarvis.Spec{Name: "set_lamp", Description: "Sets a lamp & tells.", Keywords: []string{"light"},
		Examples: []jarvis.Example{{Utterance: "Light in the kitchen", Arguments: jarvis.Args{"room": "kitchen"}, Primary: true}}}
}

func lampCommand(t testing.TB) jarvis.Command {
	cmd, err := jarvis.New(lampSpec(), answersNothing[lamp])
	require.NoError(t, err)
	return cmd
}

// written writes the golden files of commands into a directory of their own, which becomes the current one.
func written(t *testing.T, cmds ...jarvis.Command) {
	t.Chdir(t.TempDir())
	update(t, cmds...)
}

func update(t *testing.T, cmds ...jarvis.Command) *recording {
	t.Setenv("JARVIS_UPDATE", "1")
	r := record(t)
	jarvistest.Golden(r, cmds...)
	require.NoError(t, os.Setenv("JARVIS_UPDATE", ""))
	return r
}

func golden(t *testing.T, cmds ...jarvis.Command) *recording {
	t.Setenv("JARVIS_UPDATE", "")
	r := record(t)
	jarvistest.Golden(r, cmds...)
	return r
}

const lampFile = "testdata/golden/set_lamp.json"

func TestGoldenIsByteExact(t *testing.T) {
	t.Chdir(t.TempDir())
	cmds := append(commands.All(commands.Config{}), lampCommand(t))
	r := update(t, cmds...)
	assert.Empty(t, r.errors)
	assert.Len(t, r.logged, len(cmds))
	assert.Contains(t, r.logged, "jarvistest.Golden: "+lampFile+" is new")
	assert.Empty(t, golden(t, cmds...).errors)
	assert.Empty(t, update(t, cmds...).logged, "nothing is written twice")

	for _, cmd := range cmds {
		d := jarvis.MustDefine(cmd)
		var file struct {
			Command               string
			Schema                json.RawMessage
			Tool                  json.RawMessage `json:"openai_tool"`
			CommandSchema         json.RawMessage `json:"command_schema"`
			Beyond                json.RawMessage `json:"beyond_schema"`
			schema, tool, schema2 bytes.Buffer
		}
		text, err := os.ReadFile("testdata/golden/" + d.Name() + ".json")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &file))
		assert.Equal(t, d.Name(), file.Command)
		require.NoError(t, json.Compact(&file.schema, file.Schema))
		require.NoError(t, json.Compact(&file.tool, file.Tool))
		require.NoError(t, json.Compact(&file.schema2, file.CommandSchema))
		assert.Equal(t, string(d.Schema()), file.schema.String())
		assert.Equal(t, string(d.OpenAITool()), file.tool.String())
		assert.Equal(t, string(d.CommandSchema()), file.schema2.String())
		if d.Name() == "set_lamp" {
			assert.JSONEq(t, `{"color":{"absent":["none","white"]},"mail":{"rules":"Must be an email address."}}`, string(file.Beyond))
		}
		assert.True(t, bytes.HasSuffix(text, []byte("}\n")))
	}
}

// Any byte of a file counts.
func TestGoldenSeesAnyByte(t *testing.T) {
	cmd := lampCommand(t)
	written(t, cmd)
	text, err := os.ReadFile(lampFile)
	require.NoError(t, err)
	for i := 0; i < len(text); i += 7 {
		for _, bit := range []byte{1, 'a' ^ 'A'} {
			changed := bytes.Clone(text)
			changed[i] ^= bit
			require.NoError(t, os.WriteFile(lampFile, changed, 0o644))
			require.Len(t, golden(t, cmd).errors, 1, "byte %d of %s", i, text)
		}
	}
	require.NoError(t, os.WriteFile(lampFile, text[:len(text)-1], 0o644))
	assert.Len(t, golden(t, cmd).errors, 1)
}

func TestGoldenFailures(t *testing.T) {
	const next = "\nTo look:    JARVIS_UPDATE=1 go test -run '^TestCommands$' . && git diff testdata/golden\nTo accept:  git add testdata/golden"
	const lines = "jarvistest.Golden: set_lamp: the lines of testdata/golden/set_lamp.json end in CRLF, not in LF as they were written. " +
		"If git changed them at checkout (core.autocrlf), let it leave them alone, in the folder of the package:  echo 'testdata/golden/*.json -text' >>.gitattributes"
	replace := func(old, with string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, with, 1) }
	}
	for _, tt := range []struct {
		name   string
		change func(text string) string
		want   string
	}{
		{"line endings", func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }, lines + next},
		{"line endings and a change", func(text string) string {
			return strings.ReplaceAll(strings.Replace(text, `"maximum": 10`, `"maximum": 11`, 2), "\n", "\r\n")
		}, lines + "\njarvistest.Golden: set_lamp is not what testdata/golden/set_lamp.json holds: 1 breaking change, 0 compatible changes\n" +
			"  breaking    level: upper bound tighter: 11 → 10\n" +
			"breaking: what a model sent before may now be refused or mean something else; compatible: it cannot" + next},
		{"white space", replace("{\n  ", "{\n    "), "jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json says the same in other bytes (white space or escapes). Was it formatted?" + next},
		{"escapes", replace("größer", `gr\u00f6\u00dfer`), "jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json says the same in other bytes (white space or escapes). Was it formatted?" + next},
		{"conflict", replace("  \"schema\"", "<<<<<<< HEAD\n  \"schema\""),
			"jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json is not as it was written: line 3: unexpected text. Was it edited, or merged with a conflict?" + next},
		{"cut off", func(text string) string { return text[:100] },
			"jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json is not as it was written: line 7: the text ends too early. Was it edited, or merged with a conflict?" + next},
		{"empty", func(string) string { return "" },
			"jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json is not as it was written: line 1: the text ends too early. Was it edited, or merged with a conflict?" + next},
		{"no object", func(string) string { return "[]\n" },
			"jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json is not as it was written: it holds no object. Was it edited, or merged with a conflict?" + next},
		{"order of keys", replace("\"command\": \"set_lamp\",\n  \"schema\": {\n    \"type\": \"object\",", "\"command\": \"set_lamp\",\n  \"schema\": {"), "is not what"},
		{"of another command", replace(`"command": "set_lamp"`, `"command": "lamp"`),
			"jarvistest.Golden: set_lamp is not what testdata/golden/set_lamp.json holds: 1 breaking change, 0 compatible changes\n" +
				"  breaking    the file is of the command \"lamp\"\n" +
				"breaking: what a model sent before may now be refused or mean something else; compatible: it cannot" + next},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := lampCommand(t)
			written(t, cmd)
			text, err := os.ReadFile(lampFile)
			require.NoError(t, err)
			changed := tt.change(string(text))
			require.NotEqual(t, string(text), changed)
			require.NoError(t, os.WriteFile(lampFile, []byte(changed), 0o644))
			if r := golden(t, cmd); strings.HasSuffix(tt.want, next) {
				assert.Equal(t, tt.want, r.text())
			} else {
				assert.Contains(t, r.text(), tt.want)
			}
			update(t, cmd)
			assert.Empty(t, golden(t, cmd).errors, "an update mends it")
		})
	}
}

func TestGoldenFilesComeAndGo(t *testing.T) {
	t.Chdir(t.TempDir())
	cmd := lampCommand(t)
	r := golden(t, cmd)
	assert.Equal(t, "jarvistest.Golden: set_lamp: there is no testdata/golden/set_lamp.json yet\nTo write it:  JARVIS_UPDATE=1 go test -run '^TestCommands$' .", r.text())
	assert.NoFileExists(t, lampFile)
	update(t, cmd)

	other := jarvis.MustNew(jarvis.Spec{Name: "a/b.C"}, answersNothing[struct{}])
	const left = "jarvistest.Golden: testdata/golden/set_lamp.json is of no command that is given here. If the command was removed or renamed, that is breaking: " +
		"a model that calls it by that name is refused. If it is meant:  git rm testdata/golden/set_lamp.json"
	assert.Equal(t, left, update(t, other).text(), "an update deletes nothing")
	assert.Equal(t, left, golden(t, other).text())
	assert.FileExists(t, "testdata/golden/a%2Fb.C.json")
	assert.Empty(t, golden(t, other, cmd).errors)

	r = record(t)
	r.name = "TestCommands/all of them"
	require.NoError(t, os.Remove(lampFile))
	t.Setenv("JARVIS_UPDATE", "")
	jarvistest.Golden(r, other, cmd)
	assert.Contains(t, r.text(), "go test -run '^TestCommands$' .", "without the subtest")
}

func TestGoldenOfWrongCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.Equal(t, "jarvistest.Golden: no commands are given, so nothing is tested", golden(t).text())
	cmd := lampCommand(t)
	assert.Contains(t, golden(t, cmd, cmd).text(), "jarvistest.Golden: the commands are declared wrongly:\n")
	upper := jarvis.MustNew(jarvis.Spec{Name: "SET_lamp"}, answersNothing[struct{}])
	assert.Contains(t, update(t, cmd, upper).text(), "jarvistest.Golden: SET_lamp: another command has this name in another case")

	require.NoError(t, os.RemoveAll("testdata"))
	require.NoError(t, os.WriteFile("testdata", nil, 0o644))
	assert.Contains(t, update(t, cmd).text(), "jarvistest.Golden: set_lamp: ", "where no file can be written")
}
