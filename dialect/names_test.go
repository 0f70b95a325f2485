// Names of tools as vendors take them, alone and in a set.

package dialect_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// named makes a definition without parameters.
func named(t testing.TB, name string) *jarvis.Definition {
	t.Helper()
	return importedDef(t, jarvis.Spec{Name: name}, `{"type":"object","properties":{}}`)
}

func TestToolNames(t *testing.T) {
	long := strings.Repeat("long_", 40)
	for name, tt := range map[string]struct {
		command string
		want    map[dialect.Dialect]string
	}{
		"as it is":        {"get_weather-2", map[dialect.Dialect]string{dialect.OpenAI: "get_weather-2", dialect.Gemini: "get_weather-2", dialect.MCP: "get_weather-2"}},
		"dots":            {"a.b", map[dialect.Dialect]string{dialect.OpenAIStrict: "a_b", dialect.AnthropicStrict: "a_b", dialect.GeminiJSON: "a.b", dialect.MCP: "a.b"}},
		"colons, slashes": {"a:b/c", map[dialect.Dialect]string{dialect.OpenAI: "a_b_c", dialect.Gemini: "a_b_c", dialect.MCP: "a_b_c", dialect.Jarvis: "a:b/c"}},
		"a digit first":   {"1st", map[dialect.Dialect]string{dialect.OpenAI: "1st", dialect.Gemini: "_1st"}},
		"a dash first":    {"-x", map[dialect.Dialect]string{dialect.Anthropic: "-x", dialect.Gemini: "_-x"}},
		"other letters":   {"größe", map[dialect.Dialect]string{dialect.OpenAI: "gr__e", dialect.Gemini: "gr__e", dialect.Jarvis: "größe"}},
		"no letter":       {"日本", map[dialect.Dialect]string{dialect.OpenAI: "__", dialect.Gemini: "___"}},
		"64 characters":   {strings.Repeat("a", 64), map[dialect.Dialect]string{dialect.OpenAI: strings.Repeat("a", 64), dialect.Gemini: strings.Repeat("a", 64)}},
		"64, one odd":     {strings.Repeat("a", 63) + ":", map[dialect.Dialect]string{dialect.OpenAI: strings.Repeat("a", 63) + "_"}},
		"too long": {long, map[dialect.Dialect]string{
			dialect.OpenAI: long[:55] + "_865e95bd", dialect.Anthropic: long[:55] + "_865e95bd", dialect.MCP: long[:119] + "_865e95bd", dialect.Jarvis: long,
		}},
	} {
		for d, want := range tt.want {
			t.Run(name+"/"+string(d), func(t *testing.T) {
				tool := toolOf(t, d, named(t, tt.command))
				assert.Equal(t, want, tool.Name())
				assert.Equal(t, tt.command, tool.Command())
				lost := slices.ContainsFunc(tool.Report().Losses, func(l dialect.Loss) bool { return l.At == "" && l.Keyword == "name" && l.Note == want })
				assert.Equal(t, want != tt.command, lost, "reported if it is another one")
			})
		}
	}
}

func TestNamesInASetDiffer(t *testing.T) {
	long := strings.Repeat("x", 70)
	for name, tt := range map[string]struct{ commands, want []string }{
		"made equal":             {[]string{"a.b", "a:b", "a/b"}, []string{"a_b", "a_b_2", "a_b_3"}},
		"equal to a good one":    {[]string{"a.b", "a_b"}, []string{"a_b_2", "a_b"}},
		"equal to a counted one": {[]string{"a.b", "a_b", "a_b_2"}, []string{"a_b_3", "a_b", "a_b_2"}},
		"the same name again":    {[]string{"a", "a", "a"}, []string{"a", "a_2", "a_3"}},
		"long ones":              {[]string{long + "1", long + "2"}, nil},
		"the same long one":      {[]string{long, long}, nil},
		"as long as can be":      {[]string{long[:64], long[:64]}, []string{long[:64], long[:62] + "_2"}},
	} {
		t.Run(name, func(t *testing.T) {
			var defs []*jarvis.Definition
			for _, command := range tt.commands {
				defs = append(defs, named(t, command))
			}
			set, err := dialect.OpenAI.Set(slices.Values(defs))
			require.NoError(t, err)
			var got []string
			for tool := range set.All() {
				got = append(got, tool.Name())
				found, ok := set.Lookup(tool.Name())
				assert.True(t, ok)
				assert.Same(t, tool, found)
				assert.Contains(t, string(tool.JSON()), `"name":"`+tool.Name()+`"`)
			}
			assert.Equal(t, len(tt.commands), set.Len())
			for i, name := range got {
				assert.LessOrEqual(t, len(name), 64)
				assert.Equal(t, tt.commands[i], set.Call(jarvis.Call{Name: name}).Name)
			}
			assert.Len(t, slices.Compact(slices.Sorted(slices.Values(got))), len(tt.commands))
			if tt.want != nil {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

// TestPropertyNames: each vendor has a rule of its own, OpenAI none.
func TestPropertyNames(t *testing.T) {
	for declared, want := range map[string]map[dialect.Dialect]string{
		"a_1":                   {dialect.OpenAI: "a_1", dialect.Anthropic: "a_1", dialect.MCP: "a_1", dialect.Gemini: "a_1", dialect.GeminiJSON: "a_1"},
		"a.b-c":                 {dialect.OpenAI: "a.b-c", dialect.Anthropic: "a.b-c", dialect.MCP: "a.b-c", dialect.Gemini: "a_b_c", dialect.GeminiJSON: "a_b_c"},
		"x y":                   {dialect.OpenAI: "x y", dialect.AnthropicStrict: "x_y", dialect.MCP: "x_y", dialect.Gemini: "x_y"},
		"1st":                   {dialect.OpenAIStrict: "1st", dialect.Anthropic: "1st", dialect.MCP: "1st", dialect.Gemini: "_1st", dialect.GeminiJSON: "_1st"},
		strings.Repeat("n", 65): {dialect.OpenAI: strings.Repeat("n", 65), dialect.MCP: strings.Repeat("n", 55) + "_99070731"},
	} {
		def := importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{`+quote(declared)+`:{"type":"string"}}}`)
		for d, want := range want {
			doc, err := readDoc(toolOf(t, d, def).Schema())
			require.NoError(t, err)
			assert.Equal(t, []string{want}, doc.(*object).object("properties").keys, d)
		}
	}
}

// TestStandsFor: where a name says less than the declared one, the description says it.
func TestStandsFor(t *testing.T) {
	long := strings.Repeat("long_", 14)
	for name, tt := range map[string]struct {
		declared []string
		shown    string // of the first
		sentence string
	}{
		"as it is":           {[]string{"a_b"}, "a_b", ""},
		"punctuation":        {[]string{"a b/c:d"}, "a_b_c_d", ""},
		"other letters":      {[]string{"城市"}, "", `Stands for "城市".`},
		"one letter":         {[]string{"größe"}, "gr__e", `Stands for "größe".`},
		"digits":             {[]string{"m²"}, "m_", `Stands for "m²".`},
		"signs":              {[]string{"StartTime<"}, "StartTime_", `Stands for "StartTime<".`},
		"cut":                {[]string{long}, long[:55] + "_61a763bb", `Stands for "` + long + `".`},
		"cut, and very long": {[]string{strings.Repeat("x", 200)}, "", `Stands for "` + strings.Repeat("x", 120) + `…".`},
		"numbered":           {[]string{"a b", "a_b"}, "a_b_2", `Stands for "a b".`},
		"quotes":             {[]string{"a\"€"}, "a__", `Stands for "a\"€".`},
	} {
		t.Run(name, func(t *testing.T) {
			props := make([]string, len(tt.declared))
			for i, name := range tt.declared {
				props[i] = quote(name) + `:{"type":"object","additionalProperties":{"type":"string"},"maxProperties":3,"description":"What"}`
			}
			def := importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{`+strings.Join(props, ",")+`}}`)
			for _, d := range []dialect.Dialect{dialect.Anthropic, dialect.AnthropicStrict, dialect.Gemini, dialect.GeminiJSON, dialect.MCP} {
				tool := toolOf(t, d, def)
				doc, err := readDoc(tool.Schema())
				require.NoError(t, err)
				first := doc.(*object).object("properties").keys[0]
				if tt.shown != "" {
					assert.Equal(t, tt.shown, first, d)
				}
				property := doc.(*object).object("properties").object(first)
				if tt.sentence == "" {
					assert.NotContains(t, property.text("description"), "Stands for", d)
				} else {
					assert.True(t, strings.HasPrefix(property.text("description"), "What. "+tt.sentence), "%s %s", d, property.text("description"))
				}
			}
		})
	}
}

func TestCommandsStandFor(t *testing.T) {
	for command, want := range map[string]string{
		"play": "Does", "play/song": "Does", "größe": `Does. Stands for "größe".`, strings.Repeat("x", 65): `Does. Stands for "` + strings.Repeat("x", 65) + `".`,
	} {
		def := importedDef(t, jarvis.Spec{Name: command, Description: "Does"}, `{"type":"object","properties":{}}`)
		for _, d := range []dialect.Dialect{dialect.Anthropic, dialect.AnthropicStrict, dialect.Gemini, dialect.GeminiJSON} {
			var printed struct{ Description string }
			require.NoError(t, json.Unmarshal(toolOf(t, d, def).JSON(), &printed))
			assert.Equal(t, want, printed.Description, d)
		}
		assert.Contains(t, string(toolOf(t, dialect.Jarvis, def).JSON()), `"Does"`)
	}
}

func TestStandsForInALongDescription(t *testing.T) {
	def := importedDef(t, jarvis.Spec{Name: "größe", Description: strings.Repeat("word ", 300)}, `{"type":"object","properties":{}}`)
	var printed struct{ Function struct{ Description string } }
	tool := toolOf(t, dialect.OpenAI, def)
	require.NoError(t, json.Unmarshal(tool.JSON(), &printed))
	assert.True(t, strings.HasSuffix(printed.Function.Description, `word… Stands for "größe".`), printed.Function.Description)
	assert.LessOrEqual(t, utf8.RuneCountInString(printed.Function.Description), 1024)
	assert.Contains(t, tool.Report().String(), "cut to 1003 characters")
}
