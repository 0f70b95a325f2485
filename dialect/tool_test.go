// Tools and sets: envelopes, effects, errors, requests, and reports as text.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

func TestEnvelopes(t *testing.T) {
	const open, args = `{"type":"object","properties":{"x":{"type":"object"}}}`, `{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}`
	spec := jarvis.Spec{Name: "test", Description: "A test."}
	for name, tt := range map[string]struct {
		dialect      dialect.Dialect
		schema, want string
	}{
		"openai":           {dialect.OpenAI, args, `{"type":"function","function":{"name":"test","description":"A test.","parameters":SCHEMA}}`},
		"openai strict":    {dialect.OpenAIStrict, args, `{"type":"function","function":{"name":"test","description":"A test.","parameters":SCHEMA,"strict":true}}`},
		"openai open":      {dialect.OpenAIStrict, open, `{"type":"function","function":{"name":"test","description":"A test.","parameters":SCHEMA,"strict":false}}`},
		"anthropic":        {dialect.Anthropic, args, `{"name":"test","description":"A test.","input_schema":SCHEMA}`},
		"anthropic strict": {dialect.AnthropicStrict, args, `{"name":"test","description":"A test.","input_schema":SCHEMA,"strict":true}`},
		"anthropic open":   {dialect.AnthropicStrict, open, `{"name":"test","description":"A test.","input_schema":SCHEMA,"strict":false}`},
		"gemini":           {dialect.Gemini, args, `{"name":"test","description":"A test.","parameters":SCHEMA}`},
		"gemini json":      {dialect.GeminiJSON, args, `{"name":"test","description":"A test.","parametersJsonSchema":SCHEMA}`},
		"mcp":              {dialect.MCP, args, `{"name":"test","description":"A test.","inputSchema":SCHEMA}`},
		"gemini, nothing":  {dialect.Gemini, `{"type":"object","properties":{}}`, `{"name":"test","description":"A test."}`},
		"mcp, nothing":     {dialect.MCP, `{"type":"object","properties":{}}`, `{"name":"test","description":"A test.","inputSchema":SCHEMA}`},
	} {
		t.Run(name, func(t *testing.T) {
			tool := toolOf(t, tt.dialect, importedDef(t, spec, tt.schema))
			assert.Equal(t, strings.Replace(tt.want, "SCHEMA", string(tool.Schema()), 1), string(tool.JSON()))
			assert.Equal(t, tt.want == strings.Replace(tt.want, "SCHEMA", "", 1), tool.Schema() == nil)
			assert.Equal(t, strings.Contains(tt.want, `"strict":true`), tool.Report().Strict)
		})
	}
}

func TestEffects(t *testing.T) {
	for effect, want := range map[jarvis.Effect]string{
		"":                       ``,
		jarvis.EffectRead:        `,"annotations":{"readOnlyHint":true}`,
		jarvis.EffectWrite:       `,"annotations":{"destructiveHint":false}`,
		jarvis.EffectDestructive: `,"annotations":{"destructiveHint":true}`,
	} {
		def := importedDef(t, jarvis.Spec{Name: "test", Effect: effect}, `{"type":"object","properties":{}}`)
		tool := toolOf(t, dialect.MCP, def)
		assert.True(t, strings.HasSuffix(string(tool.JSON()), `"additionalProperties":false}`+want+`}`), string(tool.JSON()))
		assert.Empty(t, tool.Report().Losses)
		losses := toolOf(t, dialect.OpenAI, def).Report().Losses
		if effect == "" {
			assert.Empty(t, losses)
			continue
		}
		assert.Equal(t, []dialect.Loss{{Keyword: "effect", Value: json.RawMessage(`"` + effect + `"`), Kind: dialect.Dropped}}, losses)
	}
}

func TestLongDescriptions(t *testing.T) {
	for name, tt := range map[string]struct{ from, to string }{
		"short":            {"Short.", "Short."},
		"as long as can":   {strings.Repeat("ä", 1024), strings.Repeat("ä", 1024)},
		"at a sentence":    {strings.Repeat("a", 900) + " 1.5 b. " + strings.Repeat("c", 200), strings.Repeat("a", 900) + " 1.5 b."},
		"at a word":        {strings.Repeat("word ", 300), strings.Repeat("word ", 203) + "word…"},
		"within a word":    {strings.Repeat("ä", 1025), strings.Repeat("ä", 1023) + "…"},
		"an early full st": {"A. " + strings.Repeat("word ", 300), "A. " + strings.Repeat("word ", 203) + "word…"},
	} {
		t.Run(name, func(t *testing.T) {
			def := importedDef(t, jarvis.Spec{Name: "test", Description: tt.from}, `{"type":"object","properties":{}}`)
			for _, d := range []dialect.Dialect{dialect.OpenAI, dialect.OpenAIStrict} {
				tool := toolOf(t, d, def)
				var printed struct{ Function struct{ Description string } }
				require.NoError(t, json.Unmarshal(tool.JSON(), &printed))
				assert.Equal(t, tt.to, printed.Function.Description)
				assert.LessOrEqual(t, utf8.RuneCountInString(printed.Function.Description), 1024)
				assert.Equal(t, tt.from != tt.to, strings.Contains(tool.Report().String(), "cut to 1024 characters"))
			}
			assert.Contains(t, string(toolOf(t, dialect.Anthropic, def).JSON()), tt.from)
		})
	}
}

func TestDialectErrors(t *testing.T) {
	def := named(t, "test")
	for _, print := range []func(dialect.Dialect, *jarvis.Definition) error{
		func(d dialect.Dialect, def *jarvis.Definition) error { _, err := d.Tool(def); return err },
		func(d dialect.Dialect, def *jarvis.Definition) error {
			_, err := d.Set(slices.Values([]*jarvis.Definition{def}))
			return err
		},
	} {
		var unknown *dialect.UnknownError
		require.ErrorAs(t, print("opanai", def), &unknown)
		assert.Equal(t, dialect.OpenAI, unknown.Near)
		require.ErrorAs(t, print("", def), &unknown)
		assert.EqualError(t, print(dialect.OpenAI, nil), "dialect: no command to print")
	}
	set, err := dialect.Gemini.Set(nil)
	require.NoError(t, err)
	assert.Equal(t, `[]`, string(set.JSON()))
	assert.Empty(t, set.Reports())
}

func TestParseDialects(t *testing.T) {
	for _, d := range dialect.All() {
		got, err := dialect.Parse(string(d))
		require.NoError(t, err)
		assert.Equal(t, d, got)
	}
	_, err := dialect.Parse("Gemini")
	assert.EqualError(t, err, `"Gemini" is no dialect; did you mean "gemini"?`)
	_, err = dialect.Parse("llama")
	assert.EqualError(t, err, `"llama" is no dialect; there are [openai openai-strict anthropic anthropic-strict gemini gemini-json mcp jarvis]`)
}

// Twice is an own type whose schema has a key twice.
type Twice struct{}

func (*Twice) UnmarshalJSON([]byte) error { return nil }

func (Twice) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Extras: map[string]any{"x-more": json.RawMessage(`{"a":1,"a":2}`)}}
}

func TestUnreadableSchema(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X Twice `jarvis:"x"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	def := jarvis.MustDefine(cmd)
	for _, d := range dialect.All() {
		_, err := d.Tool(def)
		require.EqualError(t, err, `dialect: the schema of command "test" is not acceptable JSON: the key "a" is repeated`, d)
		_, err = d.Set(slices.Values([]*jarvis.Definition{def, named(t, "other"), jarvis.MustDefine(cmd)}))
		assert.Equal(t, 2, strings.Count(err.Error(), "not acceptable JSON"), "an error for each command")
	}
}

func TestSetRequests(t *testing.T) {
	var defs []*jarvis.Definition
	for i := range 3 {
		defs = append(defs, importedDef(t, jarvis.Spec{Name: fmt.Sprintf("test%d", i)}, `{"type":"object","properties":{"x y":{"type":"string"}}}`))
	}
	for _, d := range dialect.All() {
		set, err := d.Set(slices.Values(defs))
		require.NoError(t, err)
		var list []string
		for tool := range set.All() {
			list = append(list, string(tool.JSON()))
		}
		want := "[" + strings.Join(list, ",") + "]"
		if d == dialect.Gemini || d == dialect.GeminiJSON {
			want = `[{"functionDeclarations":` + want + `}]`
		}
		assert.Equal(t, want, string(set.JSON()), d)
		assert.Len(t, set.Reports(), 3, d)
		name := "x y"
		if d != dialect.OpenAI && d != dialect.OpenAIStrict && d != dialect.Jarvis {
			name = "x_y"
		}
		call := jarvis.Call{ID: "1", Name: "test1", Arguments: json.RawMessage(`{"` + name + `":"z"}`)}
		assert.Equal(t, jarvis.Call{ID: "1", Name: "test1", Arguments: json.RawMessage(`{"x y":"z"}`)}, set.Call(call), d)
		other := jarvis.Call{Name: "none", Arguments: json.RawMessage(`{"x_y":1}`)}
		assert.Equal(t, other, set.Call(other), d)
	}
}

func TestTooManyTools(t *testing.T) {
	defs := make([]*jarvis.Definition, 129)
	for i := range defs {
		defs[i] = named(t, fmt.Sprintf("test_%d", i))
	}
	for _, d := range []dialect.Dialect{dialect.OpenAI, dialect.OpenAIStrict} {
		set, err := d.Set(slices.Values(defs))
		require.NoError(t, err)
		reports := set.Reports()
		require.Len(t, reports, 130)
		assert.Equal(t, dialect.Report{Dialect: d, Obstacles: []string{"129 tools, and the vendor takes 128 in a request; send fewer"}}, reports[129])
		assert.Equal(t, string(d)+" (request)\n  over the limit: 129 tools, and the vendor takes 128 in a request; send fewer\n", reports[129].String())
		set, err = d.Set(slices.Values(defs[:128]))
		require.NoError(t, err)
		assert.Len(t, set.Reports(), 128)
	}
}

func TestSetCallsByCommand(t *testing.T) {
	schema := `{"type":"object","properties":{"größe":{"type":"string"}}}`
	a, b, again := importedDef(t, jarvis.Spec{Name: "a.b"}, schema), importedDef(t, jarvis.Spec{Name: "a:b"}, schema), importedDef(t, jarvis.Spec{Name: "a.b"}, schema)
	set, err := dialect.Anthropic.Set(slices.Values([]*jarvis.Definition{a, b, a}))
	require.NoError(t, err)
	assert.Equal(t, 2, set.Len(), "a definition that comes again is left out")
	sent, want := json.RawMessage(`{"gr__e":"x"}`), json.RawMessage(`{"größe":"x"}`)
	for name, command := range map[string]string{"a_b": "a.b", "a_b_2": "a:b", "a.b": "a.b", "a:b": "a:b"} {
		assert.Equal(t, jarvis.Call{Name: command, Arguments: want}, set.Call(jarvis.Call{Name: name, Arguments: sent}), name)
	}
	set, err = dialect.Anthropic.Set(slices.Values([]*jarvis.Definition{a, again, again}))
	require.NoError(t, err)
	assert.Equal(t, 2, set.Len())
	assert.Equal(t, sent, set.Call(jarvis.Call{Name: "a.b", Arguments: sent}).Arguments, "two tools are of commands with that name")
	assert.Equal(t, want, set.Call(jarvis.Call{Name: "a_b_2", Arguments: sent}).Arguments)
}

func TestNoDescription(t *testing.T) {
	def := named(t, "test")
	for _, d := range dialect.All() {
		var tool struct {
			Description *string
			Function    struct{ Description *string }
		}
		require.NoError(t, json.Unmarshal(toolOf(t, d, def).JSON(), &tool))
		if d == dialect.Gemini || d == dialect.GeminiJSON {
			assert.Equal(t, "test", *tool.Description, "the API requires one")
			continue
		}
		if d == dialect.Jarvis {
			assert.Empty(t, *tool.Description, "entries of the format have all members")
			continue
		}
		assert.Nil(t, tool.Description, d)
		assert.Nil(t, tool.Function.Description, d)
	}
}

func TestZeroValues(t *testing.T) {
	var tool dialect.Tool
	args := json.RawMessage(`"{}"`)
	assert.Equal(t, args, tool.Decode(args))
	assert.Empty(t, tool.Name()+tool.Command()+string(tool.JSON())+string(tool.Schema()))
	var set dialect.Set
	assert.Equal(t, jarvis.Call{Name: "x", Arguments: args}, set.Call(jarvis.Call{Name: "x", Arguments: args}))
	assert.Equal(t, `[]`, string(set.JSON()))
	assert.Empty(t, set.Reports())
	assert.Zero(t, set.Len())
	_, found := set.Lookup("x")
	assert.False(t, found)
}

func TestReportText(t *testing.T) {
	def := importedDef(t, jarvis.Spec{Name: "a:b", Effect: jarvis.EffectRead},
		`{"type":"object","properties":{"x":{"type":"object"},"y":{"type":"string","pattern":"(?i)a\nb"}}}`)
	assert.Equal(t, `openai-strict a_b
  not strict: x: takes any keys, and a strict schema lists them; declare its properties
  changed name "a:b" -> a_b
  dropped effect "read"
  y: moved pattern "(?i)a\nb" -> Must match the pattern "(?i)a\nb".
`, toolOf(t, dialect.OpenAIStrict, def).Report().String())
	assert.Equal(t, "mcp test\n", toolOf(t, dialect.MCP, named(t, "test")).Report().String())
}
