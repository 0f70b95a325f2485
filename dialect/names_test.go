// Names of tools as vendors take them, alone and in a set.

package dialect_test

import (
	"slices"
	"strings"
	"testing"

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
		"the same command twice": {[]string{"a", "a", "a"}, []string{"a", "a_2", "a_3"}},
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
