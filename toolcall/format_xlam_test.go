// xlam: a list of calls in one of five places, and all other text.

package toolcall_test

import (
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestXLAM(t *testing.T) {
	const f, g = `{"name": "f", "arguments": {}}`, `{"name": "g", "arguments": {"a": 1}}`
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"whole answer":       {" [" + f + ",\n" + g + "]\n", want{calls: []string{`f{}`, `g{"a": 1}`}, dropped: []string{" ", "\n"}}},
		"fence":              {"Sure.\n```json\n[" + f + "]\n```\n", want{content: "Sure.", calls: []string{`f{}`}, dropped: []string{"\n", "\n"}}},
		"bare fence":         {"```[" + f + "]```", want{calls: []string{`f{}`}}},
		"mark":               {"Sure. [TOOL_CALLS] [" + f + "]", want{content: "Sure.", calls: []string{`f{}`}, dropped: []string{" "}}},
		"tags":               {"Sure.<tool_call>\n[" + f + "]\n</tool_call> Done. ", want{content: "Sure. Done.", calls: []string{`f{}`}, dropped: []string{" "}}},
		"tags, then":         {"<tool_call>[" + f + "]</tool_call>\nDone", want{content: "Done", calls: []string{`f{}`}, dropped: []string{"\n"}}},
		"two fences":         {"a\n```\n[" + f + "]\n```\nb\n```\n[" + g + "]\n```", want{content: "a\nb", calls: []string{`f{}`, `g{"a": 1}`}, dropped: []string{"\n", "\n"}}},
		"after thinking":     {"<think>a [1]</think>\n[" + f + "]", want{reasoning: "a [1]", calls: []string{`f{}`}, dropped: []string{"\n"}}},
		"end of thought":     {"so a</think>\n\n[" + f + "]", want{content: "so a</think>", calls: []string{`f{}`}, dropped: []string{"\n\n"}}},
		"unicode":            {"é ```json\n[{\"name\": \"f\", \"arguments\": {\"a\": \"中😀```\"}}]```", want{content: "é", calls: []string{`f{"a": "中😀` + "```" + `"}`}, dropped: []string{" "}}},
		"starts with a mark": {"[TOOL_CALLS][" + f + "]", want{calls: []string{`f{}`}}},

		"text":            {" a [" + f + "] b\n", want{content: " a [" + f + "] b\n"}},
		"code":            {"a\n```python\n[1]\n```\n b", want{content: "a\n```python\n[1]\n```\n b"}},
		"code, then call": {"a\n```go\nx\n```\n<tool_call>[" + f + "]</tool_call>", want{content: "a\n```go\nx\n```", calls: []string{`f{}`}, dropped: []string{"\n"}}},
		"numbers":         {"[1, 2]", want{content: "[1, 2]"}},
		"no arguments":    {`[{"name": "Ada"}]`, want{content: `[{"name": "Ada"}]`}},
		"thought, text":   {"so</think> [1] b", want{content: "so</think> [1] b"}},
		"empty":           {"```json\n[]\n```", want{content: "```json\n[]\n```"}},
		"half a mark":     {"a ``", want{content: "a ``"}},

		"item is none":       {"[" + `{"name": "h"}, ` + g + "]", want{calls: []string{`g{"a": 1}`}, dropped: []string{`[{"name": "h"}`}, fault: "not a call"}},
		"object in tags":     {"a <tool_call>" + f + "</tool_call> b", want{content: "a <tool_call>" + f + "</tool_call> b", fault: "not a call"}},
		"prose in tags":      {"<tool_call>no</tool_call>", want{content: "<tool_call>no</tool_call>", fault: "not JSON"}},
		"cut":                {`a <tool_call>[{"name": "f", "arg`, want{content: `a <tool_call>[{"name": "f", "arg`, fault: "ends before"}},
		"cut fence":          {"a\n```json\n[" + f + `, {"name": "g`, want{content: "a", calls: []string{`f{}`}, dropped: []string{"\n", `, {"name": "g`}, fault: "ends before"}},
		"broken fence":       {"a\n```json\n[" + f + ", {x}]\n``` b", want{content: "a b", calls: []string{`f{}`}, dropped: []string{"\n", ", {x}]\n```"}, fault: "not JSON"}},
		"broken, good":       {"a <tool_call>[{x}]</tool_call> b <tool_call>[" + f + "]</tool_call>", want{content: "a b", calls: []string{`f{}`}, fault: "not JSON", dropped: []string{" ", "<tool_call>[{x}]</tool_call>", " "}}},
		"broken, code, good": {"<tool_call>[{x}]</tool_call>\n```go\n```\n<tool_call>[" + f + "]</tool_call>", want{content: "\n```go\n```", calls: []string{`f{}`}, fault: "not JSON", dropped: []string{"<tool_call>[{x}]</tool_call>", "\n"}}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.XLAM}, c.text, c.want) })
	}
	check(t, toolcall.Parser{Format: toolcall.XLAM, Reasoning: toolcall.Reasoning{Off: true}}, "<think>a</think> ["+f+"]", want{content: "<think>a</think>", calls: []string{`f{}`}})
}

func TestXLAMHostile(t *testing.T) {
	hostileMarkup(t, toolcall.XLAM, []string{"[", "a"}, "```", "```json\n[", "```json\n[{", `[{"name":"`, "[", "{", "1,", `{"a": 1},`, `{"name": "f", "arguments": {}},`, "<tool_call>", "<tool_call>[", "[TOOL_CALLS]", "[TOOL_CALLS][",
		"</think>", "</think>[", "</think>[1,", " ", "\x00\xff")
}

func FuzzXLAM(f *testing.F) {
	fuzzFormat(f, toolcall.XLAM, "Hi\n```json\n[{\"name\": \"f\", \"arguments\": {\"a\": \"]\"}}]\n``` there", `x</think> [{"name": "f", "arguments": {}}, 1`, `<tool_call>[{"name": "f", "arguments": {}}]</tool_call> [TOOL_CALLS] [x`)
}
