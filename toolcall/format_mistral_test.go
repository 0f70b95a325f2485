// mistral: both wire forms.

package toolcall_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestMistral(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"list":            {`Hi [TOOL_CALLS] [{"name": "f", "arguments": {"name": "x"}}, {"arguments": {}, "name": "g"}] bye`, want{content: "Hi ", calls: []string{`f{"name": "x"}`, `g{}`}, dropped: []string{" bye"}}},
		"junk first":      {`[TOOL_CALLS] well [ {"name": "f", "arguments": {}}]`, want{calls: []string{`f{}`}, dropped: []string{"well "}}},
		"single object":   {`[TOOL_CALLS]{"name": "f", "arguments": {}}`, want{calls: []string{`f{}`}}},
		"own mark":        {`[TOOL_CALLS][{"name": "f", "arguments": {"a": "[TOOL_CALLS]g{}]"}}]`, want{calls: []string{`f{"a": "[TOOL_CALLS]g{}]"}`}}},
		"names":           {`a {b} [TOOL_CALLS]f{"a": 1.0}[TOOL_CALLS]g_2.x-y {"b": "}"}`, want{content: "a {b} ", calls: []string{`f{"a": 1.0}`, `g_2.x-y{"b": "}"}`}}},
		"args mark":       {`[TOOL_CALLS]f[ARGS]{"a": 1}[TOOL_CALLS]g [ARGS] {}`, want{calls: []string{`f{"a": 1}`, `g{}`}}},
		"id":              {`[TOOL_CALLS]f[CALL_ID]abcDEF123[ARGS]{"a": 1}`, want{calls: []string{`@abcDEF123 f{"a": 1}`}}},
		"own mark, named": {`[TOOL_CALLS]f{"a": "[TOOL_CALLS]g{}"}`, want{calls: []string{`f{"a": "[TOOL_CALLS]g{}"}`}}},
		"text between":    {`[TOOL_CALLS]f{} and [TOOL_CALLS]g{} done`, want{calls: []string{`f{}`, `g{}`}, dropped: []string{" and ", " done"}}},
		"unicode":         {`é[TOOL_CALLS]fü{"a": "中😀"}`, want{content: "é", calls: []string{`fü{"a": "中😀"}`}}},
		"thinking":        {`[THINK]a [TOOL_CALLS]x{}[/THINK]b[TOOL_CALLS]f{}`, want{content: "b", reasoning: "a [TOOL_CALLS]x{}", calls: []string{`f{}`}}},
		"think tags":      {`<think>a</think>b`, want{content: "b", reasoning: "a"}},

		"broken arguments": {`[TOOL_CALLS]f{"a": x} [TOOL_CALLS]g{}`, want{calls: []string{`f{"a": x}`, `g{}`}, fault: "not JSON"}},
		"cut arguments":    {"[TOOL_CALLS]f{\"a\": \"b \n", want{calls: []string{`f{"a": "b`}, fault: "ends before"}},
		"mark in broken":   {`[TOOL_CALLS]f{"a": "[TOOL_CALLS]g{}", x}`, want{calls: []string{`f{"a": "[TOOL_CALLS]g{}", x}`}, fault: "not JSON"}},
		"too deep":         {`[TOOL_CALLS]f{"a": {"b": {"c": {}}}}[TOOL_CALLS]g{}`, want{calls: []string{`g{}`}, dropped: []string{`[TOOL_CALLS]f{"a": {"b": {"c": {}}}}`}, fault: "deeper"}},
		"cut list":         {`a[TOOL_CALLS] [{"name": "f", "arguments": {`, want{content: `a[{"name": "f", "arguments": {`, fault: "ends before"}},
		"cut after one":    {`[TOOL_CALLS][{"name": "f"}, {"name": "g`, want{calls: []string{`f{}`}, dropped: []string{`, {"name": "g`}, fault: "ends before"}},
		"mark in a list":   {`[TOOL_CALLS][{"name": "f", "arguments": {"a": "[TOOL_CALLS]g{}"}, x}]`, want{content: `[{"name": "f", "arguments": {"a": "[TOOL_CALLS]g{}"}, x}]`, fault: "not JSON"}},
		"no name":          {`[TOOL_CALLS][{"id": 1}, {"name": "f"}]`, want{calls: []string{`f{}`}, dropped: []string{`[{"id": 1}`}, fault: "without a name"}},
		"object, no name":  {`[TOOL_CALLS]{"a": 1}`, want{content: `{"a": 1}`, fault: "without a name"}},
		"object, broken":   {`[TOOL_CALLS]{"name": f}[TOOL_CALLS]g{}`, want{calls: []string{`g{}`}, dropped: []string{`{"name": f}`}, fault: "not JSON"}},
		"only a name":      {`a[TOOL_CALLS]no_arguments`, want{content: "a", dropped: []string{"[TOOL_CALLS]no_arguments"}, fault: "ends before"}},
		"name, next mark":  {`[TOOL_CALLS]f[TOOL_CALLS]g{}`, want{calls: []string{`g{}`}, dropped: []string{"[TOOL_CALLS]f"}, fault: "not JSON"}},
		"mark, mark":       {`[TOOL_CALLS][TOOL_CALLS][{"name": "g"}]`, want{calls: []string{`g{}`}, dropped: []string{"[TOOL_CALLS]"}, fault: "not JSON"}},
		"prose":            {`a[TOOL_CALLS] I cannot do that.`, want{content: "aI cannot do that.", fault: "not JSON"}},
		"prose, braces":    {`[TOOL_CALLS] I cannot {do} that.`, want{content: "I cannot {do} that.", fault: "not JSON"}},
		"text":             {"Hi [TOOL] [TOOL_CALL", want{content: "Hi [TOOL] [TOOL_CALL"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.Mistral, Limits: toolcall.Limits{MaxDepth: 3}}, c.text, c.want)
		})
	}
}

func TestMistralIDs(t *testing.T) {
	res, err := toolcall.Parser{Format: toolcall.Mistral}.Parse(`[TOOL_CALLS]f{}[TOOL_CALLS]f{}`)
	require.NoError(t, err)
	require.Len(t, res.Calls, 2)
	assert.Regexp(t, regexp.MustCompile(`^[0-9A-Za-z]{9}$`), res.Calls[0].ID)
	assert.NotEqual(t, res.Calls[0].ID, res.Calls[1].ID)
}

func TestMistralHostile(t *testing.T) {
	hostileMarkup(t, toolcall.Mistral, []string{"[TOOL_CALLS]", "[TOOL_CALLS][", "[TOOL_CALLS]f{"}, "[TOOL_CALLS]", "[TOOL_CALLS]f{", "[TOOL_CALLS][{", `[TOOL_CALLS]f{"a":"`, "[TOOL_CALLS]f", "[TOOL_CALLS]f g{",
		"[", "{", `{"a":`, "f", " ", "[ARGS]", "[CALL_ID]", "[THINK]", `{"name": "f"},`, "\x00\xff")
}

func FuzzMistral(f *testing.F) {
	fuzzFormat(f, toolcall.Mistral, `Hi [TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}}] there`, `[THINK]x[/THINK]Hi [TOOL_CALLS]f[CALL_ID]1[ARGS]{"a": 1}[TOOL_CALLS]g{x`, `[TOOL_CALLS] no {x}`)
}
