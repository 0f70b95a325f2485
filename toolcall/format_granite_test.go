// The granite family: a list of calls, objects behind <function_call>, and blocks with text around them.

package toolcall_test

import (
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestGranite(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"bar mark":        {`<|tool_call|> [{"name": "f", "arguments": {"a": 1}}]`, want{calls: []string{`f{"a": 1}`}}},
		"plain mark":      {"<tool_call>\n[{\"arguments\": {}, \"name\": \"f\"}]\n", want{calls: []string{`f{}`}, dropped: []string{"\n"}}},
		"no mark":         {` [{"name": "f", "arguments": {"a": [1, {"b": "]"}]}}]`, want{calls: []string{`f{"a": [1, {"b": "]"}]}`}, dropped: []string{" "}}},
		"parallel":        {`<tool_call>[{"name": "f", "arguments": {}} , {"name": "g"}]`, want{calls: []string{`f{}`, `g{}`}}},
		"text beside":     {`Hi  <|tool_call|>[{"name": "f", "arguments": {}}] bye`, want{content: "Hi  ", calls: []string{`f{}`}, dropped: []string{" bye"}}},
		"space before":    {"  Hi <tool_call>[{\"name\": \"f\"}]", want{content: "  Hi ", calls: []string{`f{}`}}},
		"list, then call": {`[1] <tool_call>[{"name": "f"}]`, want{content: "[1] ", calls: []string{`f{}`}}},
		"two lists":       {`<tool_call>[{"name": "f"}] and <tool_call>[{"name": "g"}]`, want{calls: []string{`f{}`, `g{}`}, dropped: []string{" and "}}},
		"own marks":       {`<tool_call>[{"name": "f", "arguments": {"a": "<tool_call>[<|tool_call|>"}}]`, want{calls: []string{`f{"a": "<tool_call>[<|tool_call|>"}`}}},
		"unicode":         {`é <tool_call>[{"name": "f", "arguments": {"a": "中😀\u00e9"}}]`, want{content: "é ", calls: []string{`f{"a": "中😀\u00e9"}`}}},
		"thinking":        {`<think>[{"name": "x"}]</think> [{"name": "f", "arguments": {}}]`, want{reasoning: `[{"name": "x"}]`, calls: []string{`f{}`}, dropped: []string{" "}}},
		"thinking, mark":  {`<think><tool_call>[</think>So <tool_call>[{"name": "f"}]`, want{content: "So ", reasoning: `<tool_call>[`, calls: []string{`f{}`}}},
		"text":            {"  two < three [1]", want{content: "  two < three [1]"}},
		"list of numbers": {"[1, 2] are numbers", want{content: "[1, 2] are numbers"}},
		"list of people":  {`[{"age": 3}, {"age": 4}]`, want{content: `[{"age": 3}, {"age": 4}]`}},
		"empty list":      {"[]", want{content: "[]"}},
		"link":            {"[see](here)", want{content: "[see](here)"}},
		"list inside":     {`So [{"name": "f", "arguments": {}}]`, want{content: `So [{"name": "f", "arguments": {}}]`}},
		"half a mark":     {"a <tool_ca", want{content: "a <tool_ca"}},

		"object":           {`a <tool_call>{"name": "f", "arguments": {}}`, want{content: `a <tool_call>{"name": "f", "arguments": {}}`, fault: "not a call"}},
		"prose":            {"<tool_call> no", want{content: "<tool_call> no", fault: "not JSON"}},
		"only the mark":    {"<tool_call>", want{content: "<tool_call>", fault: "ends before"}},
		"cut":              {`<tool_call>[{"name": "f", "arguments": {"a": "x`, want{content: `<tool_call>[{"name": "f", "arguments": {"a": "x`, fault: "ends before"}},
		"cut without mark": {`[{"name": "f", "argum`, want{content: `[{"name": "f", "argum`, fault: "ends before"}},
		"cut after one":    {`[{"name": "f"}, {"name": "g", "arg`, want{calls: []string{`f{}`}, dropped: []string{`, {"name": "g", "arg`}, fault: "ends before"}},
		"broken later":     {`<tool_call>[{"name": "f"}, {"name": g}] bye`, want{calls: []string{`f{}`}, dropped: []string{`, {"name": g}] bye`}, fault: "not JSON"}},
		"no name":          {`<tool_call>[{"arguments": {}}, {"name": "f"}]`, want{calls: []string{`f{}`}, dropped: []string{`<tool_call>[{"arguments": {}}`}, fault: "without a name"}},
		"bracket missing":  {`<tool_call>[{"name": "f"}`, want{calls: []string{`f{}`}, fault: "ends before"}},
		"too deep":         {`<tool_call>[{"name": "f", "arguments": {"a": {"b": {"c": {"d": {}}}}}}]`, want{content: `<tool_call>[{"name": "f", "arguments": {"a": {"b": {"c": {"d": {}}}}}}]`, fault: "deeper"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.Granite, Limits: toolcall.Limits{MaxDepth: 4}}, c.text, c.want)
		})
	}
}

func TestGranite20bFC(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one":           {`<function_call> {"name": "f", "arguments": {"a": 1.50}}`, want{calls: []string{`f{"a": 1.50}`}}},
		"parallel":      {"Hi\n<function_call>{\"name\": \"f\", \"arguments\": {}}\n<function_call>\n{\"arguments\": null, \"name\": \"g\"} x", want{content: "Hi\n", calls: []string{`f{}`, `g{}`}, dropped: []string{"\n", " x"}}},
		"own marks":     {`<function_call>{"name": "f", "arguments": {"a": "<function_call>{}"}}`, want{calls: []string{`f{"a": "<function_call>{}"}`}}},
		"text argument": {`<function_call>{"name": "f", "arguments": "{\"a\": 1}"}`, want{calls: []string{`f{"a": 1}`}}},
		"thinking":      {`<think><function_call></think>ü<function_call>{"name": "f", "arguments": {}}`, want{content: "ü", reasoning: "<function_call>", calls: []string{`f{}`}}},
		"no mark":       {`{"name": "f", "arguments": {}}`, want{content: `{"name": "f", "arguments": {}}`}},
		"half a mark":   {"a <function_", want{content: "a <function_"}},

		"list":         {`a <function_call>[{"name": "f", "arguments": {}}]`, want{content: `a <function_call>[{"name": "f", "arguments": {}}]`, fault: "not a call"}},
		"no arguments": {`<function_call>{"name": "f"}`, want{content: `<function_call>{"name": "f"}`, fault: "not a call"}},
		"no name":      {`<function_call>{"name": 1, "arguments": {}}`, want{content: `<function_call>{"name": 1, "arguments": {}}`, fault: "without a name"}},
		"cut":          {`a <function_call>{"name": "f", "argu`, want{content: `a <function_call>{"name": "f", "argu`, fault: "ends before"}},
		"broken first": {`a<function_call>{"name": x} <function_call>{"name": "g", "arguments": {}}`, want{content: "a", calls: []string{`g{}`}, dropped: []string{`<function_call>{"name": x} `}, fault: "not JSON"}},
		"broken later": {`<function_call>{"name": "f", "arguments": {}}<function_call>{'name'}`, want{calls: []string{`f{}`}, dropped: []string{`<function_call>{'name'}`}, fault: "not JSON"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Granite20bFC}, c.text, c.want) })
	}
}

func TestGranite4(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one":           {"<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>", want{calls: []string{`f{"a": 1}`}}},
		"text around":   {`a <tool_call>{"name": "f"}</tool_call> b <tool_call>{"name": "g"}</tool_call>c `, want{content: "a  b c ", calls: []string{`f{}`, `g{}`}}},
		"text argument": {`<tool_call>{"name": "f", "arguments": "{\"a\": [true]}"}</tool_call>`, want{calls: []string{`f{"a": [true]}`}}},
		"own marks":     {`<tool_call>{"name": "f", "arguments": {"a": "</tool_call>é"}}</tool_call>`, want{calls: []string{`f{"a": "</tool_call>é"}`}}},
		"thinking":      {`a<think><tool_call></think>b`, want{content: "ab", reasoning: "<tool_call>"}},

		"no end tag":     {`a <tool_call>{"name": "f", "arguments": {}}`, want{content: `a <tool_call>{"name": "f", "arguments": {}}`, fault: "ends before"}},
		"no end between": {`<tool_call>{"name": "f"}<tool_call>{"name": "g"}</tool_call>`, want{calls: []string{`g{}`}, dropped: []string{`<tool_call>{"name": "f"}`}, fault: "ends before"}},
		"text in block":  {`<tool_call>{"name": "f"} so </tool_call>b`, want{content: `<tool_call>{"name": "f"} so </tool_call>b`, fault: "not JSON"}},
		"broken, good":   {`a<tool_call>{name}</tool_call>b<tool_call>{"name": "g"}</tool_call>c`, want{content: "abc", calls: []string{`g{}`}, dropped: []string{`<tool_call>{name}</tool_call>`}, fault: "not JSON"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Granite4}, c.text, c.want) })
	}
}

func TestGraniteHostile(t *testing.T) {
	hostileMarkup(t, toolcall.Granite, []string{"", "[", `<tool_call>[{"name": "f"},`}, "<tool_call>", "<tool_call>[", `<tool_call>[{"a":"`, "[", "{", `{"a":`, "<", "\x00\xff", `{"name": "f"},`, "1,")
	hostileMarkup(t, toolcall.Granite20bFC, []string{""}, "<function_call>", `<function_call>{"a":"`, `<function_call>{"a":`, "<", "{")
	hostileMarkup(t, toolcall.Granite4, []string{""}, "<tool_call>", `<tool_call>{"name": "f"}`, `<tool_call>{"a":"`, "</tool_call>", "<")
}

func FuzzGranite(f *testing.F) {
	fuzzFormat(f, toolcall.Granite, `Hi <|tool_call|>[{"name": "f", "arguments": {"a": "]"}}, 1] there`, `<think>no</think> [{"name": "f"}, {"a`)
}

func FuzzGranite20bFC(f *testing.F) {
	fuzzFormat(f, toolcall.Granite20bFC, `Hi <function_call> {"name": "f", "arguments": {"a": 1}} there`, `<function_call>[{"name": "f"`)
}

func FuzzGranite4(f *testing.F) {
	fuzzFormat(f, toolcall.Granite4, `Hi <tool_call>{"name": "f", "arguments": "{}"}</tool_call> there`, `<tool_call>{"name": "f"}<tool_call>`)
}
