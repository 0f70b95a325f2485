// Properties of sets, and of Decode on texts that no model should send.

package dialect_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

const randomSets = 40

// TestSets: the names of a set differ and are such as the vendor takes, and calls come back to their commands.
func TestSets(t *testing.T) {
	g := newGenerator(seed(t), 99)
	renamed := map[dialect.Dialect]int{}
	for range randomSets {
		var commands []*command
		for range 1 + g.IntN(8) {
			commands = append(commands, g.dynamic(t))
		}
		slices.SortFunc(commands, func(a, b *command) int { return strings.Compare(a.def.Name(), b.def.Name()) })
		commands = slices.CompactFunc(commands, func(a, b *command) bool { return a.def.Name() == b.def.Name() })
		g.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
		for _, d := range dialect.All() {
			renamed[d] += checkSet(t, g, d, commands)
		}
	}
	for _, d := range []dialect.Dialect{dialect.OpenAI, dialect.OpenAIStrict, dialect.Anthropic, dialect.AnthropicStrict, dialect.Gemini, dialect.GeminiJSON, dialect.MCP} {
		assert.Greater(t, renamed[d], randomSets/4, d)
	}
	assert.Zero(t, renamed[dialect.Jarvis], "its names are those of the commands")
}

func checkSet(t *testing.T, g *generator, d dialect.Dialect, commands []*command) (renamed int) {
	t.Helper()
	set, err := d.Set(definitions(commands))
	require.NoError(t, err)
	again, err := d.Set(definitions(commands))
	require.NoError(t, err)
	require.Equal(t, string(set.JSON()), string(again.JSON()), "%s prints a set in two ways", d)
	require.Equal(t, len(commands), set.Len())
	seen, i := map[string]bool{}, 0
	var texts []string
	for tool := range set.All() {
		c := commands[i]
		i++
		assert.Equal(t, c.def.Name(), tool.Command())
		assert.False(t, seen[tool.Name()], "%s: %q comes twice", d, tool.Name())
		seen[tool.Name()] = true
		assert.Empty(t, refusals(d, tool, c.def), "%s %s", d, tool.JSON())
		found, ok := set.Lookup(tool.Name())
		assert.True(t, ok && found == tool, "%s: %q is not found", d, tool.Name())
		if tool.Name() != c.def.Name() {
			renamed++
			assert.True(t, reports(tool, "name"), "%s: the name %q is not reported", d, tool.Name())
		}
		raw := json.RawMessage(g.arguments(c.neutral))
		call := set.Call(jarvis.Call{ID: "7", Name: tool.Name(), Arguments: slices.Clone(raw)})
		assert.Equal(t, jarvis.Call{ID: "7", Name: c.def.Name(), Arguments: tool.Decode(raw)}, call)
		texts = append(texts, string(tool.JSON()))
	}
	require.Equal(t, len(commands), i)
	checkSetJSON(t, d, set, texts)
	unknown := jarvis.Call{ID: "8", Name: "no_such_tool", Arguments: json.RawMessage(`{"a":null}`)}
	assert.Equal(t, unknown, set.Call(unknown))
	assert.GreaterOrEqual(t, len(set.Reports()), len(commands))
	return renamed
}

// checkSetJSON compares what a request carries with the tools.
func checkSetJSON(t *testing.T, d dialect.Dialect, set *dialect.Set, texts []string) {
	t.Helper()
	list, _ := mustRead(t, set.JSON()).([]any)
	if d == dialect.Gemini || d == dialect.GeminiJSON {
		require.Len(t, list, 1, "%s", set.JSON())
		only, _ := list[0].(*object)
		require.Equal(t, []string{"functionDeclarations"}, keysOf(only))
		list = only.list("functionDeclarations")
	}
	require.Len(t, list, len(texts))
	for i, tool := range list {
		assert.Equal(t, write(mustRead(t, []byte(texts[i]))), write(tool))
	}
}

func reports(tool *dialect.Tool, keyword string) bool {
	return slices.ContainsFunc(tool.Report().Losses, func(loss dialect.Loss) bool { return loss.Keyword == keyword && loss.At == "" })
}

func definitions(commands []*command) func(func(*jarvis.Definition) bool) {
	return func(yield func(*jarvis.Definition) bool) {
		for _, c := range commands {
			if !yield(c.def) {
				return
			}
		}
	}
}

// TestDecodeAnything: text that is no JSON object comes back as it is, and objects that say nothing of the dialect too.
func TestDecodeAnything(t *testing.T) {
	g := newGenerator(seed(t), 98)
	var tools []*dialect.Tool
	for _, c := range structCommands(t, g) {
		for _, d := range dialect.All() {
			tool, err := d.Tool(c.def)
			require.NoError(t, err)
			tools = append(tools, tool)
		}
	}
	pieces := rapid.SampledFrom([]string{
		"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, `"c"`, `"one"`, `"a_b"`, `"gr__e"`, "null", "true", "1", `"{\"x\":1}"`, `"[]"`, `"null"`, " ", "\n", `"`, `\`, "\xff", "x", `"\u0061"`, `"\ud800"`,
	})
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(strings.Join(rapid.SliceOfN(pieces, 0, 24).Draw(t, "pieces"), ""))
		if rapid.Bool().Draw(t, "object") {
			raw = []byte("{" + string(raw) + "}")
		}
		tool := rapid.SampledFrom(tools).Draw(t, "tool")
		kept := bytes.Clone(raw)
		decoded := tool.Decode(raw)
		if !bytes.Equal(kept, raw) {
			t.Fatalf("Decode writes into its argument: %q is now %q", kept, raw)
		}
		doc, err := readDoc(raw)
		if _, is := doc.(*object); err != nil || !is {
			if !bytes.Equal(kept, decoded) {
				t.Fatalf("%q, which is no object, becomes %q", kept, decoded)
			}
			return
		}
		if _, err := readDoc(decoded); err != nil && !strings.Contains(err.Error(), errRepeated.Error()) {
			t.Fatalf("%q becomes %q, which is no JSON: %v", kept, decoded, err)
		}
	})
}

// TestDecodeTwoNames: a property under its own name beside the one that the dialect gave it is a mistake, whoever would win.
func TestDecodeTwoNames(t *testing.T) {
	c := declared(t, "two", `{"type":"object","properties":{"two words":{"type":"integer"},"in":{"type":"object","properties":{"a/b":{"type":"integer"}}}}}`)
	for _, d := range []dialect.Dialect{dialect.Anthropic, dialect.AnthropicStrict, dialect.Gemini, dialect.GeminiJSON} {
		tool, err := d.Tool(c.def)
		require.NoError(t, err)
		require.Contains(t, string(tool.Schema()), `"two_words"`)
		for args, right := range map[string]bool{
			`{"two_words":1}`: true, `{"in":{"a_b":1}}`: true, `{"in":{"a_b":1,"a/b":1}}`: false, `{"in":{"a_c":1}}`: false,
			`{"two_words":1,"two words":1}`: false, `{"two words":1,"two_words":2}`: false, `{"two_words":1,"two_words":1}`: false,
		} {
			taken, report := c.binds(tool.Decode(json.RawMessage(args)))
			assert.Equal(t, right, taken, "%s %s: %s", d, args, report)
		}
	}
}
