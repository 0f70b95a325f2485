// The built-in providers: what each is, and what each reads.

package prompt_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// family is what a provider says of itself.
type family struct {
	family   string
	size     prompt.Size
	tier     prompt.Tier
	format   toolcall.Format // empty for native tools
	suffix   string
	thinking string
	once     bool
	envelope bool
	native   bool
	all      bool // no classifier
}

func families() map[string]family {
	const medium, large, small = prompt.Medium, prompt.Large, prompt.Small
	return map[string]family{
		"Qwen25MediumUntrained":          {family: "qwen", size: medium, format: toolcall.Jarvis},
		"Qwen25_3B_Compressed":           {family: "qwen", size: small, format: toolcall.Jarvis},
		"Qwen25_7B_Compressed":           {family: "qwen", size: medium, format: toolcall.Jarvis},
		"Qwen25_14B_Untrained":           {family: "qwen", size: large, format: toolcall.Jarvis},
		"Qwen25_32B_Untrained":           {family: "qwen", size: large, format: toolcall.Jarvis},
		"Qwen3_8B_Compressed":            {family: "qwen", size: medium, format: toolcall.Jarvis, suffix: "/no_think", thinking: "off"},
		"Qwen3_14B_Compressed":           {family: "qwen", size: large, format: toolcall.Jarvis, suffix: "/no_think", thinking: "off"},
		"Qwen3_5_9B_Compressed":          {family: "qwen3.5", size: medium, native: true},
		"HermesMediumUntrained":          {family: "hermes", size: medium, format: toolcall.Jarvis},
		"HermesMediumTrained":            {family: "hermes", size: medium, tier: prompt.Trained, format: toolcall.Jarvis},
		"HermesCompressed":               {family: "hermes", size: medium, format: toolcall.Jarvis},
		"HermesMediumMlx":                {family: "hermes", size: medium, format: toolcall.Jarvis},
		"Llama31MediumUntrained":         {family: "llama", size: medium, format: toolcall.Llama3Function},
		"Llama33ThinkingMediumUntrained": {family: "llama", size: medium, format: toolcall.Auto, suffix: "/no_think", thinking: "auto"},
		"Llama32_3B_Compressed":          {family: "llama", size: small, format: toolcall.Llama3Function},
		"LlamaSmallUntrained":            {family: "llama", size: small, format: toolcall.Jarvis, envelope: true},
		"Mistral7bMediumUntrained":       {family: "mistral", size: medium, format: toolcall.Auto, once: true},
		"MixtralLargeUntrained":          {family: "mistral", size: large, format: toolcall.Jarvis},
		"Ministral14bLargeUntrained":     {family: "ministral", size: large, format: toolcall.Jarvis},
		"Gemma2MediumUntrained":          {family: "gemma", size: medium, format: toolcall.Jarvis, once: true},
		"Gemma3MediumUntrained":          {family: "gemma", size: medium, format: toolcall.Jarvis},
		"Gemma4_31B_Untrained":           {family: "gemma", size: large, format: toolcall.Jarvis},
		"Phi4MiniUntrained":              {family: "phi", size: small, format: toolcall.Phi4},
		"ChatGPTOpenAI":                  {family: "openai", size: large, native: true, all: true},
	}
}

func TestBuiltinProperties(t *testing.T) {
	want := families()
	for _, p := range prompt.Builtin() {
		f, ok := want[p.Name()]
		require.True(t, ok, p.Name())
		delete(want, p.Name())
		c := prompt.WithDefaults(p)
		caps := c.Capabilities()
		tier := f.tier
		if tier == "" {
			tier = prompt.Untrained
		}
		assert.Equal(t, f.family, caps.ModelFamily, p.Name())
		assert.Equal(t, f.size, caps.SizeTier, p.Name())
		assert.Equal(t, tier, caps.TrainingTier, p.Name())
		assert.Equal(t, f.thinking, caps.ThinkingMode, p.Name())
		assert.Equal(t, f.suffix, c.UserMessageSuffix(), p.Name())
		assert.Equal(t, f.once, c.SystemOnce(), p.Name())
		assert.Equal(t, f.native, c.SupportsNativeTools(), p.Name())
		assert.Equal(t, !f.all, c.UseToolClassifier(), p.Name())
		assert.Equal(t, "resolved_datetimes", c.Parser().DateParameter, p.Name())
		format := prompt.TextFormat()
		if f.envelope {
			format = prompt.EnvelopeFormat()
		}
		assert.JSONEq(t, string(format), string(c.ResponseFormat()), p.Name())
		if !f.native {
			assert.Equal(t, f.format, c.Parser().Format, p.Name())
		}
	}
	assert.Empty(t, want, "not built in")
	assert.Equal(t, "mlx-4bit", builtin(t, "HermesMediumMlx").Capabilities().Quantization)
}

func TestBuiltinIsFreshAndSorted(t *testing.T) {
	first := prompt.Builtin()
	assert.True(t, slices.IsSortedFunc(first, func(a, b prompt.Provider) int { return strings.Compare(a.Name(), b.Name()) }))
	first[0] = nil
	assert.NotNil(t, prompt.Builtin()[0])
}

func TestBuiltinRegistry(t *testing.T) {
	r := prompt.BuiltinRegistry()
	assert.Len(t, r.Names(), len(prompt.Builtin()))
	p, err := r.Lookup(strings.ToUpper(prompt.DefaultProvider))
	require.NoError(t, err)
	assert.Equal(t, prompt.DefaultProvider, p.Name())
	require.NoError(t, r.Register(bareProvider{}))
	assert.NotContains(t, prompt.BuiltinRegistry().Names(), bareProvider{}.Name())
}

// builtin returns a provider by name.
func builtin(t *testing.T, name string) prompt.Complete {
	t.Helper()
	p, err := prompt.BuiltinRegistry().Lookup(name)
	require.NoError(t, err)
	return prompt.WithDefaults(p)
}

func TestBuiltinReads(t *testing.T) {
	const (
		tag      = "<tool_call>\n{\"name\": \"set_timer\", \"arguments\": {\"minutes\": 5}, \"failure_message\": \"No timer.\"}\n</tool_call>"
		envelope = `{"message": "", "tool_calls": [{"name": "set_timer", "arguments": {"minutes": 5}}], "error": null}`
		bare     = `{"name": "set_timer", "arguments": {"minutes": 5}}`
		fence    = "```json\n" + bare + "\n```"
		function = `<function=set_timer>{"minutes": 5}</function>`
		brackets = `[TOOL_CALLS] [` + bare + `]`
	)
	tests := map[string]struct {
		providers []string
		texts     []string
		failure   string
	}{
		"tags with a failure message": {
			providers: []string{"Qwen25MediumUntrained", "Qwen3_8B_Compressed", "HermesMediumUntrained", "MixtralLargeUntrained", "Ministral14bLargeUntrained", "Gemma2MediumUntrained", "Gemma3MediumUntrained", "Gemma4_31B_Untrained"},
			texts:     []string{tag, "I set it.\n" + tag, strings.TrimSuffix(tag, "</tool_call>"), "<tool_call>[1]</tool_call>" + tag},
			failure:   "No timer.",
		},
		"envelopes, bare calls and fences": {
			providers: []string{"Qwen25MediumUntrained", "HermesMediumUntrained", "LlamaSmallUntrained", "MixtralLargeUntrained", "Gemma3MediumUntrained", "Gemma4_31B_Untrained", "Mistral7bMediumUntrained"},
			texts:     []string{envelope, bare, fence},
		},
		"thinking before tags": {
			providers: []string{"Qwen3_8B_Compressed", "Qwen3_14B_Compressed"},
			texts:     []string{"<think>A timer? {\"name\": \"x\"}</think>\n" + tag},
			failure:   "No timer.",
		},
		"a scratch pad before tags": {
			providers: []string{"HermesMediumUntrained", "HermesMediumTrained"},
			texts:     []string{"<scratch_pad>" + bare + "</scratch_pad>\n" + tag},
			failure:   "No timer.",
		},
		"a thought channel before tags": {
			providers: []string{"Gemma4_31B_Untrained"},
			texts:     []string{"<|channel>thought\n" + bare + "<channel|>" + tag},
			failure:   "No timer.",
		},
		"function tags": {
			providers: []string{"Llama31MediumUntrained", "Llama32_3B_Compressed", "Llama33ThinkingMediumUntrained"},
			texts:     []string{function, strings.TrimSuffix(function, "</function>"), `<function=set_timer{"minutes": 5}</function>`},
		},
		"tags of a thinking llama": {
			providers: []string{"Llama33ThinkingMediumUntrained"},
			texts:     []string{"<think>Hm.</think>" + tag, "<think>Hm.</think>" + function},
		},
		"brackets": {
			providers: []string{"Mistral7bMediumUntrained", "MixtralLargeUntrained", "Ministral14bLargeUntrained"},
			texts:     []string{brackets, brackets + " [done]", strings.TrimPrefix(brackets, "[TOOL_CALLS]")},
		},
		"functools": {
			providers: []string{"Phi4MiniUntrained"},
			texts:     []string{"functools[" + bare + "]"},
		},
	}
	for name, tt := range tests {
		for _, provider := range tt.providers {
			for _, text := range tt.texts {
				res, err := readAnswer(builtin(t, provider), text)
				if strings.Contains(text, "[1]") {
					assert.Error(t, err, "%s: the broken call is told", name)
				} else {
					assert.NoError(t, err, "%s: %s: %s", name, provider, text)
				}
				if assert.Len(t, res.Calls, 1, "%s: %s: %s", name, provider, text) {
					assert.Equal(t, "set_timer", res.Calls[0].Name)
					assert.JSONEq(t, `{"minutes": 5}`, string(res.Calls[0].Arguments))
					assert.Equal(t, tt.failure, res.Calls[0].FailureMessage, "%s: %s: %s", name, provider, text)
				}
			}
		}
	}
}

// TestBuiltinSpeaks: prose is no call, and a date given as text becomes a list.
func TestBuiltinSpeaks(t *testing.T) {
	for _, p := range prompt.Builtin() {
		c := prompt.WithDefaults(p)
		if c.SupportsNativeTools() {
			continue
		}
		res, err := readAnswer(c, "It is 5 < 7 [sic], and I call it a day.")
		require.NoError(t, err, p.Name())
		assert.Empty(t, res.Calls, p.Name())
		assert.Equal(t, "It is 5 < 7 [sic], and I call it a day.", res.Text(), p.Name())

		call := trainingCalls()["dates"]
		call.Arguments = []byte(`{"resolved_datetimes": "Next Week"}`)
		completion, err := c.TrainingCompletion(call)
		require.NoError(t, err)
		res, err = readAnswer(c, completion)
		require.NoError(t, err)
		require.Len(t, res.Calls, 1)
		assert.JSONEq(t, `{"resolved_datetimes": ["next_week"]}`, string(res.Calls[0].Arguments), p.Name())
	}
}

// TestBuiltinStablePrefix: where tools come last, a prompt begins in the same way whatever they are.
func TestBuiltinStablePrefix(t *testing.T) {
	for _, name := range []string{"Qwen25MediumUntrained", "Qwen25_7B_Compressed", "Qwen25_14B_Untrained", "ChatGPTOpenAI", "Phi4MiniUntrained"} {
		p := builtin(t, name)
		all := p.SystemPrompt(keysHome())
		few := keysHome()
		few.Tools = few.Tools[1:2]
		room := strings.Index(all, "Devices, as name")
		require.Positive(t, room, name)
		assert.Equal(t, all[:room], p.SystemPrompt(few)[:room], name)
	}
}

// TestBuiltinCompletions: what training shows is what the prompt asks for.
func TestBuiltinCompletions(t *testing.T) {
	forms := map[toolcall.Format]string{toolcall.Llama3Function: " <function=", toolcall.Phi4: " functools["}
	own := map[string]string{
		"LlamaSmallUntrained": ` {"message": `, "Mistral7bMediumUntrained": " [TOOL_CALLS] ", "Llama33ThinkingMediumUntrained": " <function=",
		"ChatGPTOpenAI": ` {"message": `,
	}
	for _, p := range prompt.Builtin() {
		c := prompt.WithDefaults(p)
		want := cmp.Or(own[p.Name()], forms[c.Parser().Format], " <tool_call>\n")
		completion, err := c.TrainingCompletion(trainingCalls()["plain"])
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(completion, want), "%s: %s", p.Name(), completion)
		if p.Name() != "ChatGPTOpenAI" {
			mark := strings.TrimSpace(strings.TrimSuffix(want, "\n"))
			assert.Contains(t, c.TrainingSystemPrompt(), mark, p.Name())
		}
	}
}

func TestBuiltinNativeTools(t *testing.T) {
	for _, name := range []string{"ChatGPTOpenAI", "Qwen3_5_9B_Compressed"} {
		tools := builtin(t, name).BuildTools(homeTools())
		require.Len(t, tools, len(homeTools()))
		text := string(prompt.OpenAITools(tools))
		assert.Contains(t, text, `"format":"date-time"`, name)
		keyed := builtin(t, name).BuildTools(prompt.BuildTools(homeTools(), prompt.ToolOptions{NoDatetimeFormats: true}))
		assert.NotContains(t, string(prompt.OpenAITools(keyed)), `"format"`, name)
		for _, parameter := range parameterNames() {
			assert.Contains(t, text, parameter, name)
		}
	}
}
