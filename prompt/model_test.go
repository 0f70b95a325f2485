// Models: what New makes of their fields.

package prompt_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestModelSanitize(t *testing.T) {
	own := toolcall.Reasoning{Open: "<reasoning>", Close: "</reasoning>"}
	started, off := own, own
	started.Started, off.Off = true, true
	for name, c := range map[string]struct {
		reasoning toolcall.Reasoning
		in, want  string
	}{
		"taken out":          {own, "<reasoning>x</reasoning>Hello", "Hello"},
		"in the middle":      {own, "Hello \n<reasoning>x\n</reasoning>\n there.", "Hello\nthere."},
		"several":            {own, "<reasoning>a</reasoning>1 <reasoning>b</reasoning> 2<reasoning></reasoning>", "1 2"},
		"not closed":         {own, "Hello <reasoning>x </reason", "Hello"},
		"closed alone":       {own, "Hello</reasoning> there", "Hello there"},
		"nothing else":       {own, "<reasoning>x</reasoning>", ""},
		"no thinking":        {own, " Hello, a < b.\n", "Hello, a < b."},
		"and what Clean has": {own, "<think>a</think><|im_start|>assistant\n<reasoning>x</reasoning>Hello<|im_end|>", "Hello"},
		"call inside":        {own, "<reasoning><tool_call></reasoning>Hello", "Hello"},
		"made by a seam":     {own, "Hello <reas<|im_end|>oning>x", "Hello"},
		"made of its own":    {own, "Hello <reaso<reasoning>x</reasoning>ning>y</reas</reasoning>oning> there", "Hello\nthere"},

		"started":           {started, "x</reasoning>Hello", "Hello"},
		"started, twice":    {started, "<reasoning>x</reasoning>Hello <reasoning>y</reasoning>there", "Hello there"},
		"started, read":     {started, "Hello.", "Hello."},
		"started, default":  {toolcall.Reasoning{Started: true}, "x <b></think>Hello <think>y", "Hello"},
		"default":           {toolcall.Reasoning{}, "<think>x</think>Hello", "Hello"},
		"half given":        {toolcall.Reasoning{Open: "<reasoning>"}, "<think>x</think><reasoning>Hello", "<reasoning>Hello"},
		"off":               {off, "<reasoning>x</reasoning>Hello<|im_end|>", "<reasoning>x</reasoning>Hello"},
		"off, Clean's":      {off, "<think>x</think>Hello", "Hello"},
		"words for marks":   {toolcall.Reasoning{Open: "Thought:", Close: "Answer:"}, "Thought: hm. Answer: Noon.", "Noon."},
		"the same mark":     {toolcall.Reasoning{Open: "~~", Close: "~~"}, "~~hm~~Noon. ~~hm", "Noon."},
		"tokens for marks":  {toolcall.Reasoning{Open: "<|im_start|>think", Close: "<|im_end|>"}, "<|im_start|>thinkhm<|im_end|>Noon.<|im_end|>", "Noon."},
		"marks Clean knows": {toolcall.Reasoning{Open: "<scratch_pad>", Close: "</scratch_pad>"}, "<think><scratch_pad></think>Hello<Scratch_Pad>x", "Hello"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, prompt.New(prompt.Model{Reasoning: c.reasoning}).Sanitize(c.in))
		})
	}
}

// Neither thinking nor its marks are left, in linear time, and without marks of its own Sanitize is Clean.
func TestModelPropertySanitize(t *testing.T) {
	model := prompt.New(prompt.Model{Reasoning: toolcall.Reasoning{Open: "<reasoning>", Close: "</reasoning>"}})
	parts := append([]string{"<reasoning>", "</reasoning>", "<reas", "oning>", "</reas", "secret"}, cleanParts...)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 30).Draw(t, "parts"), "")
		got := model.Sanitize(text)
		require.NotContains(t, got, "<reasoning>", text)
		require.NotContains(t, got, "</reasoning>", text)
		require.Equal(t, strings.TrimSpace(got), got)
		require.Equal(t, prompt.Clean(text), prompt.New(prompt.Model{}).Sanitize(text))
		require.NotContains(t, model.Sanitize("a <reasoning>"+strings.ReplaceAll(text, "</reasoning>", "~")+"@@</reasoning> b"), "@@")
	})
	if testing.Short() {
		t.Skip("texts of 2 MB")
	}
	for _, unit := range []string{"<reasoning>", "</reasoning>", "<reasoning></reasoning>", "<reaso<reasoning></reasoning>", "<"} {
		text := strings.Repeat(unit, 2<<20/len(unit))
		assert.LessOrEqual(t, len(model.Sanitize(text)), len(text))
	}
}

// A section without a function, and one without a completion, are none or have the default.
func TestModelWithoutFunctions(t *testing.T) {
	p := prompt.New(prompt.Model{Name: "Mine", Sections: []prompt.Section{
		prompt.TextSection("a", "A."), {Name: "nothing"}, {}, prompt.ExamplesSection(1, nil), prompt.TextSection("z", "Z."),
	}})
	assert.Equal(t, "A.\n\nZ.", p.SystemPrompt(prompt.Input{}))
	assert.Equal(t, []prompt.Block{{Name: "a", Text: "A."}, {Name: "nothing"}, {}, {Name: "examples"}, {Name: "z", Text: "Z."}}, p.Blocks(prompt.Input{}))

	shown := prompt.ExamplesSection(1, prompt.EnvelopeCompletion).Text(keysHome())
	require.Contains(t, shown, `{"message": "", "tool_calls": [`)
	assert.Equal(t, shown, prompt.ExamplesSection(1, nil).Text(keysHome()))
	assert.NotPanics(t, func() { prompt.Estimate(p, keysHome()) })
}
