// The contract of a provider, checked for all built-in ones and for two of a third party.

package prompt_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestProviderContract(t *testing.T) {
	for _, p := range prompt.Builtin() {
		t.Run(p.Name(), func(t *testing.T) { contract(t, p) })
	}
}

func TestProviderContractThirdParty(t *testing.T) {
	t.Run("name and prompt alone", func(t *testing.T) { contract(t, bareProvider{}) })
	t.Run("embeds Base", func(t *testing.T) { contract(t, basedProvider{}) })
}

// bareProvider has what a provider must have.
type bareProvider struct{}

func (bareProvider) Name() string { return "BareMediumUntrained" }

func (bareProvider) SystemPrompt(in prompt.Input) string {
	tools := prompt.BuildTools(in.Tools, prompt.ToolOptions{NoDatetimeFormats: len(in.DateKeys) > 0})
	return strings.Join([]string{
		prompt.Identity(prompt.IdentityOptions{Room: in.Context.Room}), prompt.CallFormatTag(true), prompt.Dates(in.DateKeys, false),
		prompt.ToolsTag(tools),
	}, "\n\n")
}

// basedProvider has the defaults.
type basedProvider struct {
	prompt.Base
	bareProvider
}

func (basedProvider) Name() string { return "BasedMediumUntrained" }

// contract checks what every provider has to keep.
func contract(t *testing.T, p prompt.Provider) {
	c := prompt.WithDefaults(p)
	t.Run("name", func(t *testing.T) {
		assert.Regexp(t, regexp.MustCompile(`^[A-Z][A-Za-z0-9]+(_[A-Za-z0-9]+)*$`), p.Name())
		assert.Equal(t, p.Name(), c.Name())
	})
	t.Run("never empty", func(t *testing.T) { contractNeverEmpty(t, p) })
	t.Run("same bytes", func(t *testing.T) { contractDeterministic(t, p) })
	t.Run("same for all speakers", func(t *testing.T) { contractSpeakers(t, p) })
	t.Run("tools", func(t *testing.T) { contractTools(t, c) })
	t.Run("input unchanged", func(t *testing.T) { contractUnchanged(t, c) })
	t.Run("blocks", func(t *testing.T) {
		assert.Equal(t, p.SystemPrompt(isoHome()), prompt.Join(c.Blocks(isoHome())))
	})
	t.Run("dates", func(t *testing.T) { contractDates(t, p) })
	t.Run("capabilities", func(t *testing.T) { contractCapabilities(t, c) })
	t.Run("call format", func(t *testing.T) { contractCallFormat(t, c) })
	t.Run("training", func(t *testing.T) { contractTraining(t, c) })
	t.Run("training of any texts", func(t *testing.T) { contractTrainingTexts(t, c) })
	t.Run("parse", func(t *testing.T) {
		for _, text := range hostileAnswers() {
			assert.NotPanics(t, func() { readAnswer(c, text) })
		}
	})
}

func contractNeverEmpty(t *testing.T, p prompt.Provider) {
	inputs := map[string]prompt.Input{
		"zero":       {},
		"no tools":   {Context: homeContext(false)},
		"no context": {Tools: homeTools()},
		"odd tools": {Tools: []prompt.Tool{
			{}, {Name: "\x00\xff\n", Parameters: json.RawMessage(`[`)}, {Name: "a", Parameters: json.RawMessage(`null`)},
			{Name: "b", Parameters: json.RawMessage(`{"properties":{"x":true,"y":7}}`), Examples: []jarvis.Example{{}}},
		}},
		"odd keys": {DateKeys: []string{"", "\n", "today|x"}},
	}
	for name, in := range inputs {
		text := p.SystemPrompt(in)
		assert.NotEmpty(t, text, name)
		assert.Equal(t, strings.TrimSpace(text), text, name)
		assert.NotContains(t, text, "\n\n\n", name)
		assert.NotContains(t, text, "{terminology}", name)
		assert.NotContains(t, text, "%!", name)
	}
}

func contractDeterministic(t *testing.T, p prompt.Provider) {
	want := p.SystemPrompt(isoHome())
	for i := range 100 {
		in := isoHome()
		in.Context = homeContext(i%2 == 1)
		require.Equal(t, want, p.SystemPrompt(in))
	}
	texts := make([]string, 8)
	var wg sync.WaitGroup
	for i := range texts {
		wg.Go(func() { texts[i] = p.SystemPrompt(isoHome()) })
	}
	wg.Wait()
	for _, text := range texts {
		assert.Equal(t, want, text)
	}
}

func contractSpeakers(t *testing.T, p prompt.Provider) {
	ana, unknown := isoHome(), isoHome()
	unknown.Context.User, unknown.Context.Speaker, unknown.Context.Memories = "guest", "Bö", "Bö is allergic to nuts."
	assert.Equal(t, p.SystemPrompt(ana), p.SystemPrompt(unknown))
	unknown.Context.User, unknown.Context.Speaker, unknown.Context.Memories = "", "", ""
	assert.Equal(t, p.SystemPrompt(ana), p.SystemPrompt(unknown))
}

func contractTools(t *testing.T, c prompt.Complete) {
	for name, in := range map[string]prompt.Input{"iso": isoHome(), "keys": keysHome()} {
		text := c.SystemPrompt(in)
		if c.SupportsNativeTools() {
			contractNativeTools(t, text, in)
			continue
		}
		last := -1
		for _, tool := range in.Tools {
			at := toolAt(text, tool.Name)
			assert.Greater(t, at, last, "%s: %s is shown in its place", name, tool.Name)
			last = at
		}
		for _, parameter := range parameterNames() {
			assert.Contains(t, text, parameter, name)
		}
		assert.NotContains(t, text, "_refinable", name)
		assert.NotContains(t, text, "options_source", name)
	}
}

func contractNativeTools(t *testing.T, text string, in prompt.Input) {
	for _, parameter := range parameterNames() {
		assert.NotContains(t, text, parameter)
	}
	for _, tool := range in.Tools {
		assert.NotContains(t, text, tool.Description)
	}
	for _, mark := range []string{`"properties"`, `"type"`, "<tools>", "<tool_call>", "</", "functools", "[TOOL_CALLS]"} {
		assert.NotContains(t, strings.NewReplacer("</personality>", "").Replace(text), mark)
	}
}

// toolAt returns where a text describes a tool, -1 if it does not.
func toolAt(text, name string) int {
	first := -1
	for _, form := range []string{`"name":"%s"`, `"name": "%s"`, "Tool: %s\n", "- %s(", "- %s: "} {
		if at := strings.Index(text, fmt.Sprintf(form, name)); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

func contractUnchanged(t *testing.T, c prompt.Complete) {
	for _, home := range []func() prompt.Input{isoHome, keysHome} {
		in := home()
		c.SystemPrompt(in)
		c.Blocks(in)
		c.BuildTools(in.Tools)
		assert.Equal(t, home(), in)
	}
}

func contractDates(t *testing.T, p prompt.Provider) {
	iso, keys := p.SystemPrompt(isoHome()), p.SystemPrompt(keysHome())
	const line = "this_weekend|today|tomorrow|tonight"
	assert.Contains(t, keys, line)
	for _, wording := range []string{"YYYY", "ISO 8601", "RFC 3339", `"date-time"`, "resolve_relative_date"} {
		assert.NotContains(t, keys, wording)
	}
	assert.Regexp(t, `ISO 8601|RFC 3339|YYYY-MM-DD`, iso)
	assert.NotContains(t, iso, line)
	assert.NotContains(t, strings.ToLower(iso), "date key")
}

func contractCapabilities(t *testing.T, c prompt.Complete) {
	raw, err := json.Marshal(c.Capabilities())
	require.NoError(t, err)
	var caps map[string]any
	require.NoError(t, json.Unmarshal(raw, &caps))
	assert.Equal(t, c.Name(), caps["provider_name"])
	assert.NotEmpty(t, caps["model_family"])
	assert.Contains(t, []any{"small", "medium", "large", "unknown"}, caps["size_tier"])
	assert.Contains(t, []any{"untrained", "trained", "unknown"}, caps["training_tier"])
	assert.Equal(t, c.UseToolClassifier(), caps["use_tool_classifier"])
	assert.Equal(t, c.SupportsNativeTools(), caps["supports_native_tools"])
}

// contractCallFormat: the call that the prompt shows is one for the parser of the provider.
func contractCallFormat(t *testing.T, c prompt.Complete) {
	if c.SupportsNativeTools() {
		return
	}
	for paragraph := range strings.SplitSeq(c.SystemPrompt(prompt.Input{}), "\n\n") {
		lines := strings.Split(paragraph, "\n")
		for i := range lines {
			if res, err := readAnswer(c, strings.Join(lines[i:], "\n")); err == nil && len(res.Calls) == 1 {
				assert.Contains(t, strings.ToLower(res.Calls[0].Name), "name")
				return
			}
		}
	}
	assert.Fail(t, "the prompt shows no call that can be read")
}

func contractTraining(t *testing.T, c prompt.Complete) {
	assert.NotEmpty(t, strings.TrimSpace(c.TrainingSystemPrompt()))
	for name, call := range trainingCalls() {
		completion, err := c.TrainingCompletion(call)
		require.NoError(t, err, name)
		assert.Regexp(t, `^ \S`, completion, name)
		assertReadBack(t, c, completion, call)
	}
	for _, arguments := range []string{`[1]`, `7`, `{"a":`, `"text"`} {
		_, err := c.TrainingCompletion(toolcall.Call{Call: jarvis.Call{Name: "a", Arguments: json.RawMessage(arguments)}})
		assert.Error(t, err, arguments)
	}
}

// contractTrainingTexts: what can be written is read back.
func contractTrainingTexts(t *testing.T, c prompt.Complete) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.MapOfN(rapid.StringMatching(`[a-z]{1,4}`), rapid.String(), 0, 3).Draw(t, "arguments")
		arguments, err := json.Marshal(texts)
		require.NoError(t, err)
		call := toolcall.Call{Call: jarvis.Call{Name: "set_timer", Arguments: arguments}, FailureMessage: rapid.StringN(0, 20, -1).Draw(t, "failure")}
		completion, err := c.TrainingCompletion(call)
		if err != nil {
			return
		}
		assertReadBack(t, c, completion, call)
	})
}

func assertReadBack(t require.TestingT, c prompt.Complete, completion string, want toolcall.Call) {
	res, err := readAnswer(c, completion)
	require.NoError(t, err, completion)
	require.Len(t, res.Calls, 1, completion)
	got := res.Calls[0]
	assert.Equal(t, want.Name, got.Name)
	arguments := string(want.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	assert.JSONEq(t, arguments, string(got.Arguments))
	if strings.Contains(completion, "failure_message") {
		assert.Equal(t, want.FailureMessage, got.FailureMessage)
	} else {
		assert.Empty(t, got.FailureMessage)
	}
	assert.Empty(t, res.Text())
}

// readAnswer reads an answer as a loop does.
func readAnswer(c prompt.Complete, text string) (*toolcall.Result, error) {
	c.Sanitize(text)
	if rewritten, ok := c.ParseResponse(text); ok {
		text = rewritten
	}
	return c.Parser().Parse(text)
}

// hostileAnswers are what a parser may meet.
func hostileAnswers() []string {
	marks := []string{
		"<tool_call>", "</tool_call>", "<function=", "</function>", "[TOOL_CALLS]", "functools[", "<think>", "<scratch_pad>", "<|channel>",
		"{", "}", "[", "]", "\"", "\\", "```", "\xff", "\x00", `{"name":"a","arguments":`, `{"tool_calls":[`, "<tool_call>[1]</tool_call>",
	}
	answers := []string{"", " ", "no call"}
	for _, mark := range marks {
		answers = append(answers, mark, strings.Repeat(mark, 2000))
		for _, other := range marks {
			answers = append(answers, mark+other, mark+" x "+other)
		}
	}
	return answers
}

func TestProviderNamesUnique(t *testing.T) {
	var names []string
	for _, p := range prompt.Builtin() {
		names = append(names, strings.ToLower(p.Name()))
	}
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names))
}

func FuzzProvidersParse(f *testing.F) {
	for _, text := range []string{
		`<tool_call>{"name":"a","arguments":{"x":1},"failure_message":"no"}</tool_call>`, `<function=a>{"x":1}</function>`,
		`[TOOL_CALLS] [{"name":"a","arguments":{}}]`, `functools[{"name":"a","arguments":{}}]`,
		`{"message":"hi","tool_calls":[],"error":null}`, "<think>a</think>hello", "<scratch_pad>", "<|channel>thought\n<channel|>",
	} {
		f.Add(text)
	}
	var providers []prompt.Complete
	for _, p := range prompt.Builtin() {
		providers = append(providers, prompt.WithDefaults(p))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range providers {
			res, _ := readAnswer(c, text)
			require.NotNil(t, res, c.Name())
			end := 0
			for _, part := range res.Parts {
				require.Equal(t, end, part.Start, c.Name())
				end = part.End
			}
		}
	})
}
