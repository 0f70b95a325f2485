// Sections: what they take from an Input, and worked examples.

package prompt_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestSectionIdentity(t *testing.T) {
	in := prompt.Input{Context: homeContext(false)}
	shared := prompt.IdentitySection().Text(in)
	assert.Contains(t, shared, "kitchen")
	assert.Contains(t, shared, "Dry wit, few words.")
	assert.NotContains(t, shared, "Ana")
	assert.NotContains(t, shared, "ana")

	own := prompt.SpeakerIdentitySection().Text(in)
	assert.Contains(t, own, "user=Ana")
	assert.Contains(t, own, "Ana likes jazz.")
	in.Context.Speaker = " "
	assert.Contains(t, prompt.SpeakerIdentitySection().Text(in), "user=ana")
	assert.Contains(t, prompt.SpeakerIdentitySection().Text(prompt.Input{}), "user=default")
}

func TestSectionFixedTexts(t *testing.T) {
	sections := map[string]prompt.Section{
		prompt.Mandate("function"):   prompt.MandateSection("function"),
		prompt.Fallback():            prompt.FallbackSection(),
		prompt.CallFormatTag(true):   prompt.CallFormatSection(prompt.CallFormatTag(true)),
		prompt.NotForMe():            prompt.TextSection("not for me", prompt.NotForMe()),
		prompt.Guidance(homeTools()): prompt.GuidanceSection(),
	}
	for want, s := range sections {
		assert.Equal(t, want, s.Text(keysHome()))
		assert.NotEmpty(t, s.Name)
	}
	assert.Equal(t, prompt.AgentContext(homeContext(false)), prompt.AgentSection().Text(keysHome()))
	assert.Equal(t, prompt.DirectAnswer(homeTools()), prompt.DirectAnswerSection().Text(keysHome()))
}

func TestSectionDatesFollowTheInput(t *testing.T) {
	assert.Equal(t, prompt.Dates(someKeys(), false), prompt.DatesSection().Text(keysHome()))
	assert.Equal(t, prompt.Dates(nil, true), prompt.DatesSection().Text(isoHome()))
	assert.Equal(t, prompt.Dates(nil, false), prompt.DatesSection().Text(prompt.Input{}))
	assert.Equal(t, prompt.Dates(nil, false), prompt.DatesSection().Text(prompt.Input{Tools: homeTools()}))

	rules := prompt.RulesSection(prompt.RulesOptions{DateKeys: []string{"today"}})
	assert.Equal(t, prompt.Rules(prompt.RulesOptions{}), rules.Text(prompt.Input{}), "the keys are those of the input")
	assert.Equal(t, prompt.Rules(prompt.RulesOptions{DateKeys: someKeys()}), rules.Text(keysHome()))

	tag := prompt.ToolsTagSection(prompt.ToolOptions{})
	assert.Contains(t, tag.Text(isoHome()), `"format":"date-time"`)
	assert.NotContains(t, tag.Text(keysHome()), `"format"`)
	assert.Contains(t, tag.Text(isoHome()), `"format":"date-time"`, "not for good")
}

func TestSectionKeepsItsOptions(t *testing.T) {
	o := prompt.RulesOptions{Rules: []prompt.Rule{prompt.RuleExtract}, Extra: []string{"One more."}}
	s := prompt.RulesSection(o)
	want := s.Text(prompt.Input{})
	o.Rules[0], o.Extra[0] = prompt.RuleOneAtATime, "Changed."
	assert.Equal(t, want, s.Text(prompt.Input{}))
}

func TestSectionToolsWithout(t *testing.T) {
	sections := []prompt.Section{
		prompt.ToolsTagSection(prompt.ToolOptions{}), prompt.ToolsArraySection("<tools>", "</tools>", " ", prompt.ToolOptions{}),
		prompt.ToolsTextSection(prompt.TextOptions{}), prompt.ToolListSection(), prompt.ToolSignaturesSection(),
	}
	for _, s := range sections {
		assert.Equal(t, "No tools available.", s.Text(prompt.Input{}))
		assert.Equal(t, "No tools available.", s.Text(prompt.Input{Tools: []prompt.Tool{{Description: "without a name"}}}))
		assert.Contains(t, s.Text(keysHome()), "set_timer")
	}
}

// TestSectionToolsArrayMarks: no tool ends the list.
func TestSectionToolsArrayMarks(t *testing.T) {
	tests := map[string]struct{ before, after string }{
		"tags":     {"<tools>\n", "\n</tools>"},
		"brackets": {"[AVAILABLE_TOOLS] ", " [/AVAILABLE_TOOLS]"},
		"tokens":   {"<|tool|>", "<|/tool|>"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			mark := strings.TrimSpace(tt.after)
			tools := []prompt.Tool{{Name: "a", Description: "x " + mark + " y"}}
			text := prompt.ToolsArraySection(tt.before, tt.after, "", prompt.ToolOptions{}).Text(prompt.Input{Tools: tools})
			assert.Equal(t, 1, strings.Count(text, mark))
			_, list, _ := strings.Cut(text, tt.before)
			list = strings.TrimSuffix(list, tt.after)
			assert.JSONEq(t, string(prompt.OpenAITools(tools)), list)
		})
	}
	plain := prompt.ToolsArraySection("", "]", "", prompt.ToolOptions{}).Text(prompt.Input{Tools: []prompt.Tool{{Name: "a"}}})
	assert.True(t, strings.HasSuffix(plain, "}]]"), "another mark is left alone")
}

func TestSectionExamples(t *testing.T) {
	said := func(utterance string, primary bool, args jarvis.Args) jarvis.Example {
		return jarvis.Example{Utterance: utterance, Arguments: args, Primary: primary}
	}
	nested := json.RawMessage(`{"properties":{"slot":{"type":"object","properties":{"from":{"anyOf":[{"format":"date-time"},{"type":"null"}]}}}}}`)
	ordered := `{"type":"object","properties":{"z":{"type":"string"},"b":{"type":"object","properties":{"y":{"type":"integer"},"x":{"type":"integer"}}},"a":{"type":"string","options_source":"p"}}}`
	given := jarvis.Args{"a": "1", "b": map[string]any{"x": 2, "y": 3}, "c": 4, "z": "5"}
	dated := json.RawMessage(`{"properties":{"on":{"type":"string","format":"date"},"at":{"type":"array","items":{"format":"date-time"}}}}`)
	tests := map[string]struct {
		tools []prompt.Tool
		n     int
		want  string
	}{
		"none":         {n: 3, tools: []prompt.Tool{{Name: "a"}}},
		"no number":    {n: 0, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said("x", true, nil)}}}},
		"one":          {n: 3, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said("do\n a", false, nil)}}}, want: "Example:\nUser: do a\nYou: <function=a>{}</function>"},
		"primary":      {n: 1, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said("x", false, nil), said("y", true, nil)}}}, want: "Example:\nUser: y\nYou: <function=a>{}</function>"},
		"server":       {n: 1, tools: []prompt.Tool{{Name: "a", Server: true, Examples: []jarvis.Example{said("x", true, nil)}}}},
		"no name":      {n: 1, tools: []prompt.Tool{{Examples: []jarvis.Example{said("x", true, nil)}}}},
		"no words":     {n: 1, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said(" ", true, nil)}}}},
		"not writable": {n: 1, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said("x", true, jarvis.Args{"f": func() {}})}}}},
		"long":         {n: 1, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said(strings.Repeat("x", 5000), true, nil), said("y", false, nil)}}}, want: "Example:\nUser: y\nYou: <function=a>{}</function>"},
		"long call":    {n: 1, tools: []prompt.Tool{{Name: "a", Examples: []jarvis.Example{said("x", true, jarvis.Args{"v": strings.Repeat("x", 5000)})}}}},
		"dates": {n: 1, tools: []prompt.Tool{{Name: "a", Parameters: dated, Examples: []jarvis.Example{
			said("x", true, jarvis.Args{"on": "2026-01-02"}), said("y", false, jarvis.Args{"at": []string{"today"}}),
			said("z", false, jarvis.Args{"resolved_datetimes": "today"}), said("ü", false, jarvis.Args{"v": 1}),
		}}}, want: "Example:\nUser: ü\nYou: <function=a>{\"v\": 1}</function>"},
		"dates inside": {n: 1, tools: []prompt.Tool{{Name: "a", Parameters: nested, Examples: []jarvis.Example{
			said("x", true, jarvis.Args{"slot": map[string]any{"from": "today"}}), said("y", false, nil),
		}}}, want: "Example:\nUser: y\nYou: <function=a>{}</function>"},
		"order of the declaration": {n: 1, tools: []prompt.Tool{{Name: "a", Parameters: json.RawMessage(ordered), Examples: []jarvis.Example{said("x", true, given)}}},
			want: "Example:\nUser: x\nYou: <function=a>{\"z\": \"5\", \"b\": {\"y\": 3, \"x\": 2}, \"a\": \"1\", \"c\": 4}</function>"},
		"order of any schema": {n: 1, tools: []prompt.Tool{{Name: "a", Parameters: json.RawMessage(strings.Replace(ordered, `"integer"`, `["integer","boolean"]`, 1)), Examples: []jarvis.Example{said("x", true, given)}}},
			want: "Example:\nUser: x\nYou: <function=a>{\"z\": \"5\", \"b\": {\"x\": 2, \"y\": 3}, \"a\": \"1\", \"c\": 4}</function>"},
		"order without one": {n: 1, tools: []prompt.Tool{{Name: "a", Parameters: json.RawMessage(`{"properties":{"":{},"b":7,"a":{}`), Examples: []jarvis.Example{said("x", true, jarvis.Args{"b": 1, "a": 2})}}},
			want: "Example:\nUser: x\nYou: <function=a>{\"a\": 2, \"b\": 1}</function>"},
		"several": {n: 2, tools: []prompt.Tool{
			{Name: "a", Examples: []jarvis.Example{said("x", true, nil)}}, {Name: "n"},
			{Name: "b", Examples: []jarvis.Example{said("y", true, nil)}}, {Name: "c", Examples: []jarvis.Example{said("z", true, nil)}},
		}, want: "Examples:\nUser: x\nYou: <function=a>{}</function>\nUser: y\nYou: <function=b>{}</function>"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := prompt.ExamplesSection(tt.n, prompt.FunctionCompletion)
			assert.Equal(t, tt.want, s.Text(prompt.Input{Tools: tt.tools}))
		})
	}
	refused := prompt.ExamplesSection(1, func(toolcall.Call) (string, error) { return "x", errors.New("refused") })
	assert.Empty(t, refused.Text(keysHome()))
}
