// Auto: what is taken for which format, and what stays text.

package toolcall_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestAuto(t *testing.T) {
	for _, c := range []struct {
		name, text string
		format     toolcall.Format
		want       want
	}{
		{"prose", "It is 7 o'clock [1] {ok} ``` a < b", toolcall.Jarvis, want{content: "It is 7 o'clock [1] {ok} ``` a < b"}},
		{"prose before a tag is content", `Hi <tool_call>{"name": "f"}</tool_call> bye`, toolcall.Hermes, want{content: "Hi ", calls: []string{"f{}"}, dropped: []string{" bye"}}},
		{"element in the tag", "<tool_call>\n<function=f>\n<parameter=a>1</parameter>\n</function></tool_call>", toolcall.Qwen3Coder, want{calls: []string{`f{"a":"1"}`}}},
		{"element without the tag", "<function=f>\n<parameter=a>1</parameter></function>", toolcall.Qwen3Coder, want{calls: []string{`f{"a":"1"}`}}},
		{"element with an object", `<function=f>{"a": 1}</function>`, toolcall.Llama3Function, want{calls: []string{`f{"a": 1}`}}},
		{"name in the tag", "<tool_call>f\n<arg_key>a</arg_key><arg_value>x</arg_value></tool_call>", toolcall.GLM4, want{calls: []string{`f{"a":"x"}`}}},
		{"list in the tag", `<tool_call>[{"name": "f", "arguments": {}}]</tool_call>`, toolcall.XLAM, want{calls: []string{"f{}"}}},
		{"nothing known in the tag", `a <tool_call>???</tool_call>`, toolcall.Hermes, want{content: `a <tool_call>???</tool_call>`, fault: "not JSON"}},
		{"bare call after prose", `Wait. {"name": "f", "arguments": {"a": 1}} ok`, toolcall.Jarvis, want{content: "Wait. ", calls: []string{`f{"a": 1}`}, dropped: []string{" ok"}}},
		{"bare call with parameters", `{"name": "f", "parameters": {"a": 1}}`, toolcall.Llama3JSON, want{calls: []string{`f{"a": 1}`}}},
		{"envelope", `{"message": "Hi", "tool_calls": []}`, toolcall.Jarvis, want{content: "Hi"}},
		{"fence", "Look:\n```json\n{\"name\": \"f\", \"arguments\": {}}\n```\nDone.", toolcall.Jarvis, want{content: "Look:\n", calls: []string{"f{}"}, dropped: []string{"\nDone."}}},
		{"fence with other text", "Look:\n```go\nfunc f() { x[1] }\n```", toolcall.Jarvis, want{content: "Look:\n```go\nfunc f() { x[1] }\n```"}},
		{"list of calls", `[{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}}]`, toolcall.Jarvis, want{calls: []string{"f{}", "g{}"}}},
		{"Python list", `[f(a='x'), g()]`, toolcall.Pythonic, want{calls: []string{`f{"a":"x"}`, "g{}"}}},
		{"list in prose is text", `See [f(x)] and [g(y)].`, toolcall.Jarvis, want{content: `See [f(x)] and [g(y)].`}},
		{"broken JSON is not spoken", `Ok {"name": "f", "arguments": {"a": `, toolcall.Jarvis, want{content: "Ok ", dropped: []string{`{"name": "f", "arguments": {"a": `}, fault: "ends before it is complete"}},
		{"two generations of one mark", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>{\"a\": 1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>", toolcall.DeepSeekV31, want{calls: []string{`function{"a": 1}`}}},
		{"call of gemma without its marks", `call:f{a:<|"|>x<|"|>}`, toolcall.Gemma, want{calls: []string{`f{"a":"x"}`}}},
		{"a call in prose", `I call:f{a:1} and call: you`, toolcall.Jarvis, want{content: `I call:f{a:1} and call: you`}},
		{"plain JSON is what the model says", `{"temperature": 5, "name": "x"}`, toolcall.Jarvis, want{content: `{"temperature": 5, "name": "x"}`}},
		{"a brace is no answer", `{not json <tool_call>{"name": "f"}</tool_call>`, toolcall.Hermes, want{content: `{not json `, calls: []string{"f{}"}}},
		{"a Python list in prose", `[note(a)] ok <tool_call>{"name": "f"}</tool_call>`, toolcall.Hermes, want{content: `[note(a)] ok `, calls: []string{"f{}"}}},
		{"reasoning of any format", "<think>a</think>[THINK]b[/THINK]<|channel>c<channel|>Hi", toolcall.Jarvis, want{content: "Hi", reasoning: "abc"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{}, c.text, c.want)
			res, _ := toolcall.Parser{}.Parse(c.text)
			assert.Equal(t, c.format, res.Format)
		})
	}
}

func TestReasoningBegunByThePrompt(t *testing.T) {
	for _, c := range []struct {
		format toolcall.Format
		text   string
	}{
		{toolcall.Hermes, "so</think>Hi"}, {toolcall.Mistral, "so[/THINK]Hi"}, {toolcall.Gemma, "so<channel|>Hi"}, {toolcall.Auto, "so<channel|>Hi"},
	} {
		t.Run(string(c.format), func(t *testing.T) {
			check(t, toolcall.Parser{Format: c.format, Reasoning: toolcall.Reasoning{Started: true}}, c.text, want{content: "Hi", reasoning: "so"})
		})
	}
}
