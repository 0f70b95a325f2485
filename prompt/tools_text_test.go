// Tools as text, byte for byte.

package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestToolsTextGolden(t *testing.T) {
	golden(t, "tools/text.txt", prompt.ToolsText(sampleTools(), prompt.TextOptions{}))
	golden(t, "tools/text_all.txt", prompt.ToolsText(sampleTools(), prompt.TextOptions{FullDescriptions: true, Antipatterns: true, Examples: -1}))
	golden(t, "tools/text_least.txt", prompt.ToolsText(sampleTools(), prompt.TextOptions{
		MaxDescription: 12, NoParameterDescriptions: true, NoAllowedValues: true, Examples: 3, PrimaryOnly: true,
	}))
	golden(t, "tools/list.txt", prompt.ToolList(sampleTools()))
	golden(t, "tools/signatures.txt", prompt.ToolSignatures(sampleTools()))
}

func TestToolsTextNone(t *testing.T) {
	for name, tools := range map[string][]prompt.Tool{"nil": nil, "empty": {}, "without a name": {{Description: "x"}}} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, "No tools available.", prompt.ToolsText(tools, prompt.TextOptions{}))
			assert.Empty(t, prompt.ToolList(tools))
			assert.Empty(t, prompt.ToolSignatures(tools))
		})
	}
}

// described returns the description line of a tool.
func described(t *testing.T, description string, o prompt.TextOptions) string {
	t.Helper()
	lines := strings.Split(prompt.ToolsText([]prompt.Tool{{Name: "a", Description: description}}, o), "\n")
	require.Equal(t, []string{"", "Tool: a"}, lines[:2])
	require.Equal(t, []string{"Parameters:", "  None"}, lines[3:])
	text, found := strings.CutPrefix(lines[2], "Description: ")
	require.True(t, found)
	return text
}

func TestToolsTextDescription(t *testing.T) {
	for name, c := range map[string]struct{ description, want, full string }{
		"empty":               {"", "No description", "No description"},
		"blank":               {" \n\t", "No description", "No description"},
		"one sentence":        {"Plays music.", "Plays music.", "Plays music."},
		"no full stop":        {"Plays music", "Plays music.", "Plays music"},
		"a quoted question":   {"Asks 'Why?'", "Asks 'Why?'", "Asks 'Why?'"},
		"another end":         {"Plays music!", "Plays music!", "Plays music!"},
		"two sentences":       {"Plays music. Stops it too.", "Plays music.", "Plays music. Stops it too."},
		"dot in a word":       {"Uses v1.2 of the service. Fast.", "Uses v1.2 of the service.", "Uses v1.2 of the service. Fast."},
		"break after the dot": {"Plays.\nStops.", "Plays.", "Plays. Stops."},
		"abbreviation":        {"Plays music, e.g. jazz. Loud.", "Plays music, e.g. jazz.", "Plays music, e.g. jazz. Loud."},
		"empty sentence":      {". Plays. Stops.", ". Plays. Stops.", ". Plays. Stops."},
		"only dots":           {"... and so on. More.", "... and so on. More.", "... and so on. More."},
		"Chinese":             {"播放音乐。停止。", "播放音乐。", "播放音乐。停止。"},
		"several lines":       {"  a\r\n\n b\tc\u2028d ", "a b c d.", "a b c d"},
		"control characters":  {"a\x00b\x1b[31m \x07 c", "ab[31m c.", "ab[31m c"},
		"hidden characters":   {"a\u202eb\ufeff", "ab.", "ab"},
		"broken UTF-8":        {"a\xffb", "a\ufffdb.", "a\ufffdb"},
		"emoji of several":    {"👩‍👧 home", "👩‍👧 home.", "👩‍👧 home"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, described(t, c.description, prompt.TextOptions{}))
			assert.Equal(t, c.full, described(t, c.description, prompt.TextOptions{FullDescriptions: true}))
		})
	}
}

func TestToolsTextLength(t *testing.T) {
	of := func(n int, letter string) string { return strings.Repeat(letter, n-1) + "." }
	for name, c := range map[string]struct {
		description string
		o           prompt.TextOptions
		want        string
	}{
		"179":                {of(179, "a"), prompt.TextOptions{}, of(179, "a")},
		"180":                {of(180, "a"), prompt.TextOptions{}, of(180, "a")},
		"181":                {of(181, "a"), prompt.TextOptions{}, strings.Repeat("a", 177) + "..."},
		"180 of 3 bytes":     {of(180, "語"), prompt.TextOptions{}, of(180, "語")},
		"181 of 3 bytes":     {of(181, "語"), prompt.TextOptions{}, strings.Repeat("語", 177) + "..."},
		"180 without a stop": {strings.Repeat("a", 180), prompt.TextOptions{}, strings.Repeat("a", 177) + "..."},
		"not trimmed":        {of(181, "a"), prompt.TextOptions{FullDescriptions: true, MaxDescription: 5}, of(181, "a")},
		"no limit":           {of(999, "a"), prompt.TextOptions{MaxDescription: -1}, of(999, "a")},
		"cut at a space":     {"Plays music.", prompt.TextOptions{MaxDescription: 9}, "Plays..."},
		"as long":            {"Plays music.", prompt.TextOptions{MaxDescription: 12}, "Plays music."},
		"three":              {"Plays.", prompt.TextOptions{MaxDescription: 3}, "..."},
		"one":                {"Plays.", prompt.TextOptions{MaxDescription: 1}, "."},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, described(t, c.description, c.o)) })
	}
}

// parameterLine returns the line of the one parameter of a schema.
func parameterLine(t *testing.T, property string, required bool, o prompt.TextOptions) string {
	t.Helper()
	schema := `{"type":"object","properties":{"p":` + property + `}`
	if required {
		schema += `,"required":["p"]`
	}
	lines := strings.Split(prompt.ToolsText([]prompt.Tool{{Name: "a", Parameters: json.RawMessage(schema + "}")}}, o), "\n")
	require.Len(t, lines, 5)
	return lines[4]
}

func TestToolsTextParameter(t *testing.T) {
	var many []string
	for i := range 25 {
		many = append(many, `"v`+string(rune('a'+i))+`"`)
	}
	for name, c := range map[string]struct {
		property string
		required bool
		want     string
	}{
		"plain":              {`{"type":"string"}`, false, "  - p (string)"},
		"required":           {`{"type":"string"}`, true, "  - p (string) [REQUIRED]"},
		"described":          {`{"type":"integer","description":"How many"}`, true, "  - p (integer) [REQUIRED]: How many"},
		"several sentences":  {`{"type":"string","description":"A. B.\n- C"}`, false, "  - p (string): A. B. - C"},
		"no type":            {`{"description":"What"}`, false, "  - p (any): What"},
		"no schema":          {`true`, false, "  - p (any)"},
		"odd type":           {`{"type":7}`, false, "  - p (any)"},
		"array":              {`{"type":"array"}`, false, "  - p (array)"},
		"array of anything":  {`{"type":"array","items":{}}`, false, "  - p (array)"},
		"array of text":      {`{"type":"array","items":{"type":"string"}}`, false, "  - p (array of string)"},
		"nullable":           {`{"type":["string","null"]}`, false, "  - p (string)"},
		"two types":          {`{"type":["string","integer"]}`, false, "  - p (string or integer)"},
		"union with null":    {`{"anyOf":[{"type":"null"},{"type":"boolean"}],"description":"Yes?"}`, false, "  - p (boolean): Yes?"},
		"other union":        {`{"anyOf":[{"type":"string"},{"type":"boolean"}]}`, false, "  - p (any)"},
		"allowed":            {`{"type":"string","enum":["a","b c"]}`, false, "  - p (string): One of: a, b c."},
		"allowed, described": {`{"type":"string","enum":["a"],"description":"Which"}`, false, "  - p (string): Which. One of: a."},
		"allowed numbers":    {`{"type":"number","enum":[1, 2.50,null]}`, false, "  - p (number): One of: 1, 2.50."},
		"allowed values":     {`{"enum":[true,{"a": 1},"x, y","","\n"]}`, false, `  - p (any): One of: true, {"a":1}, "x, y", "", "\n".`},
		"constant":           {`{"const":"on"}`, false, "  - p (any): One of: on."},
		"allowed elements":   {`{"type":"array","items":{"enum":["a","b"]}}`, false, "  - p (array): Each is one of: a, b."},
		"no allowed":         {`{"type":"string","enum":[]}`, false, "  - p (string)"},
		"many allowed": {`{"enum":[` + strings.Join(many, ",") + `]}`, false,
			"  - p (any): One of: va, vb, vc, vd, ve, vf, vg, vh, vi, vj, vk, vl, vm, vn, vo, vp, vq, vr, vs, vt and 5 more."},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, parameterLine(t, c.property, c.required, prompt.TextOptions{}))
		})
	}
	both := `{"type":"string","enum":["a"],"description":"Which"}`
	assert.Equal(t, "  - p (string): One of: a.", parameterLine(t, both, false, prompt.TextOptions{NoParameterDescriptions: true}))
	assert.Equal(t, "  - p (string): Which", parameterLine(t, both, false, prompt.TextOptions{NoAllowedValues: true}))
}

func TestToolsTextMalformedSchemas(t *testing.T) {
	deep := strings.Repeat(`{"properties":`, 70) + strings.Repeat("}", 70)
	for _, schema := range []string{"", "null", "[]", "{", `{"properties":[]}`, `{"properties":{"a":{},"a":{}}}`, `{}x`, "\xff", deep} {
		one := prompt.Tool{Name: "a", Parameters: json.RawMessage(schema)}
		assert.True(t, strings.HasSuffix(prompt.ToolsText([]prompt.Tool{one}, prompt.TextOptions{}), "Parameters:\n  None"), schema)
		assert.Equal(t, "- a(): No description", prompt.ToolSignatures([]prompt.Tool{one}), schema)
	}
	odd := prompt.Tool{Name: "a", Parameters: json.RawMessage(`{"properties":{"b\n":{},"":{}},"required":"b"}`)}
	assert.True(t, strings.HasSuffix(prompt.ToolsText([]prompt.Tool{odd}, prompt.TextOptions{}), "\n  - b (any)\n  - unknown (any)"))
}

func TestToolsTextExamples(t *testing.T) {
	one := prompt.Tool{Name: "a", Examples: []jarvis.Example{
		{Utterance: "first"}, {Utterance: " "}, {Utterance: "best\none", Primary: true}, {Utterance: "last"},
	}}
	for name, c := range map[string]struct {
		o    prompt.TextOptions
		want string
	}{
		"none":         {prompt.TextOptions{}, "  None"},
		"one":          {prompt.TextOptions{Examples: 1}, "  None\nExamples:\n  - \"best one\""},
		"all":          {prompt.TextOptions{Examples: -1}, "  None\nExamples:\n  - \"best one\"\n  - \"first\"\n  - \"last\""},
		"more":         {prompt.TextOptions{Examples: 9}, "  None\nExamples:\n  - \"best one\"\n  - \"first\"\n  - \"last\""},
		"primary only": {prompt.TextOptions{Examples: -1, PrimaryOnly: true}, "  None\nExamples:\n  - \"best one\""},
	} {
		t.Run(name, func(t *testing.T) {
			_, got, _ := strings.Cut(prompt.ToolsText([]prompt.Tool{one}, c.o), "Parameters:\n")
			assert.Equal(t, c.want, got)
		})
	}
	assert.Equal(t, "first", one.Examples[0].Utterance)
}

func TestToolSignatureTypes(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"integer"}`:                                          "p?:int",
		`{"type":"boolean"}`:                                          "p?:bool",
		`{"type":"number"}`:                                           "p?:number",
		`{"enum":["on/off","on"]}`:                                    `p?:"on/off"/on`,
		`{"type":"array","items":{"type":"integer"}}`:                 "p?:int[]",
		`{"type":"array","items":{"type":"string","enum":["a","b"]}}`: "p?:(a/b)[]",
		`{}`: "p?:any",
	} {
		one := prompt.Tool{Name: "a", Description: "Does it", Parameters: json.RawMessage(`{"properties":{"p":` + property + `}}`)}
		assert.Equal(t, "- a("+want+"): Does it.", prompt.ToolSignatures([]prompt.Tool{one}))
	}
}

func TestTextOptionsFromEnv(t *testing.T) {
	const trim, most = "JARVIS_PROMPT_TRIM_TOOL_DESCRIPTIONS", "JARVIS_PROMPT_MAX_TOOL_DESC_CHARS"
	const include, examples = "JARVIS_PROMPT_INCLUDE_PARAM_DESCRIPTIONS", "JARVIS_EXAMPLES_PER_COMMAND"
	for name, c := range map[string]struct {
		env  map[string]string
		want prompt.TextOptions
		errs []string
	}{
		"unset":        {nil, prompt.TextOptions{}, nil},
		"blank":        {map[string]string{trim: " ", most: "", include: "\t", examples: " "}, prompt.TextOptions{}, nil},
		"on":           {map[string]string{trim: "1", include: " TRUE "}, prompt.TextOptions{}, nil},
		"also on":      {map[string]string{trim: "yes", include: "on"}, prompt.TextOptions{}, nil},
		"off":          {map[string]string{trim: "0", include: "False"}, prompt.TextOptions{FullDescriptions: true, NoParameterDescriptions: true}, nil},
		"also off":     {map[string]string{trim: "no", include: "off"}, prompt.TextOptions{FullDescriptions: true, NoParameterDescriptions: true}, nil},
		"numbers":      {map[string]string{most: " 90 ", examples: "2"}, prompt.TextOptions{MaxDescription: 90, Examples: 2}, nil},
		"no examples":  {map[string]string{examples: "0"}, prompt.TextOptions{}, nil},
		"all examples": {map[string]string{examples: "ALL"}, prompt.TextOptions{Examples: -1}, nil},
		"minus one":    {map[string]string{examples: "-1"}, prompt.TextOptions{Examples: -1}, nil},
		"wrong": {map[string]string{trim: "ja", most: "0", include: "2", examples: "many"}, prompt.TextOptions{}, []string{
			trim + ` is "ja": want 1, true, yes or on, or 0, false, no or off`, include + ` is "2": want`,
			most + ` is "0": want a whole number of characters from 1`, examples + ` is "many": want a whole number from 0, or all`,
		}},
		"wrong and right": {map[string]string{most: "-5", examples: "-2", trim: "0"}, prompt.TextOptions{FullDescriptions: true}, []string{most, examples}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := prompt.TextOptionsFromEnv(func(name string) string { return c.env[name] })
			assert.Equal(t, c.want, got)
			if c.errs == nil {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(c.errs))
			for i, line := range lines {
				assert.Contains(t, line, c.errs[i])
			}
		})
	}
	got, err := prompt.TextOptionsFromEnv(nil)
	require.NoError(t, err)
	assert.Zero(t, got)
}

func FuzzToolsText(f *testing.F) {
	f.Add("Plays. More", "a\nb", 10)
	f.Add("e.g.", "\u2028", 0)
	f.Fuzz(func(t *testing.T, description, name string, most int) {
		if name == "" {
			return
		}
		text := prompt.ToolsText([]prompt.Tool{{Name: name, Description: description}}, prompt.TextOptions{MaxDescription: most})
		assert.True(t, utf8.ValidString(text))
		lines := strings.Split(text, "\n")
		require.Len(t, lines, 5)
		if most > 0 {
			said := strings.TrimPrefix(lines[2], "Description: ")
			assert.True(t, said == "No description" || utf8.RuneCountInString(said) <= most)
		}
	})
}
