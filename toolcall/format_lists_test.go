// The small formats: phi4, jamba and internlm2.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestPhi4(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one":           {`functools[{"name": "f", "arguments": {"a": [1, [2]]}}]`, want{calls: []string{`f{"a": [1, [2]]}`}}},
		"parallel":      {`Hi functools[ {"name": "f", "parameters": {}} , {"name": "g"} ] bye`, want{calls: []string{`f{}`, `g{}`}, dropped: []string{"Hi ", " bye"}}},
		"own mark":      {`functools[{"name": "f", "arguments": {"a": "]functools[{"}}]`, want{calls: []string{`f{"a": "]functools[{"}`}}},
		"unicode":       {`éfunctools[{"name": "f", "arguments": {"a": "中😀"}}]`, want{calls: []string{`f{"a": "中😀"}`}, dropped: []string{"é"}}},
		"thinking":      {`<think>functools[{</think>functools[{"name": "f"}]`, want{reasoning: "functools[{", calls: []string{`f{}`}}},
		"empty list":    {"a functools[] b", want{content: "a functools[] b"}},
		"python":        {"functools[0] and functools.cache, functools", want{content: "functools[0] and functools.cache, functools"}},
		"object":        {`functools{"name": "f"}`, want{content: `functools{"name": "f"}`}},
		"cut":           {`a functools[{"name": "f", "arg`, want{content: `a functools[{"name": "f", "arg`, fault: "ends before"}},
		"cut after one": {`functools[{"name": "f"}, {"name"`, want{calls: []string{`f{}`}, dropped: []string{`, {"name"`}, fault: "ends before"}},
		"broken, good":  {`functools[{name}] functools[{"name": "g"}]`, want{calls: []string{`g{}`}, dropped: []string{`functools[{name}] `}, fault: "not JSON"}},
		"no comma":      {`functools[{"name": "f"} {"name": "g"}]`, want{calls: []string{`f{}`}, dropped: []string{` {"name": "g"}]`}, fault: "not JSON"}},
		"number inside": {`functools[{"name": "f"}, 1, {"name": "g"}]`, want{calls: []string{`f{}`, `g{}`}, dropped: []string{", 1"}, fault: "not a call"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Phi4}, c.text, c.want) })
	}
}

func TestJamba(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one":            {" <tool_calls>[\n  {\"name\": \"f\", \"arguments\": {\"a\": 1}}\n]</tool_calls>", want{content: " ", calls: []string{`f{"a": 1}`}}},
		"parallel":       {`Hi<tool_calls>[{"name": "f"},{"name": "g"}] </tool_calls> bye`, want{content: "Hi", calls: []string{`f{}`, `g{}`}, dropped: []string{" bye"}}},
		"no end tag":     {`<tool_calls>[{"name": "f"}]`, want{calls: []string{`f{}`}}},
		"own tags":       {`<tool_calls>[{"name": "f", "arguments": {"a": "]</tool_calls>é"}}]</tool_calls>`, want{calls: []string{`f{"a": "]</tool_calls>é"}`}}},
		"thinking":       {`<think><tool_calls></think>a<tool_calls>[{"name": "f"}]</tool_calls>`, want{content: "a", reasoning: "<tool_calls>", calls: []string{`f{}`}}},
		"empty list":     {"a<tool_calls>[]</tool_calls>b", want{content: "a<tool_calls>[]</tool_calls>b"}},
		"text":           {"<tool> <tool_calls", want{content: "<tool> <tool_calls"}},
		"object":         {`<tool_calls>{"name": "f"}</tool_calls>`, want{content: `<tool_calls>{"name": "f"}</tool_calls>`, fault: "not JSON"}},
		"cut":            {`a <tool_calls>[{"name": "f`, want{content: `a <tool_calls>[{"name": "f`, fault: "ends before"}},
		"broken later":   {`<tool_calls>[{"name": "f"}, {x}]</tool_calls> bye`, want{calls: []string{`f{}`}, dropped: []string{", {x}]</tool_calls>", " bye"}, fault: "not JSON"}},
		"broken, good":   {`<tool_calls>[x]</tool_calls><tool_calls>[{"name": "g"}]</tool_calls>`, want{calls: []string{`g{}`}, dropped: []string{`<tool_calls>[x]</tool_calls>`}, fault: "not JSON"}},
		"none is a call": {`<tool_calls>[{"a": 1}]</tool_calls>`, want{content: `<tool_calls>[{"a": 1}]</tool_calls>`, fault: "without a name"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Jamba}, c.text, c.want) })
	}
}

// action writes the marks: (( before a call and )) behind.
var action = strings.NewReplacer("((", "<|action_start|><|plugin|>", "))", "<|action_end|>").Replace

func TestInternLM2(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"parameters":   {`(({"name": "f", "parameters": {"a": 1}}))`, want{calls: []string{`f{"a": 1}`}}},
		"arguments":    {"Hi <|action_start|>\n<|plugin|> {\"name\": \"f\", \"arguments\": {}} )) bye", want{content: "Hi ", calls: []string{`f{}`}, dropped: []string{" bye"}}},
		"no end":       {`(({"name": "f"}`, want{calls: []string{`f{}`}}},
		"own marks":    {`(({"name": "f", "parameters": {"a": "))((é"}}))`, want{calls: []string{`f{"a": "))((é"}`}}},
		"thinking":     {`<think>((</think>a(({"name": "f"}))`, want{content: "a", reasoning: "((", calls: []string{`f{}`}}},
		"second":       {`(({"name": "f"}))(({"name": "g"})) x`, want{calls: []string{`f{}`}, dropped: []string{`(({"name": "g"}))`, " x"}, fault: "more calls"}},
		"interpreter":  {`<|action_start|><|interpreter|>1+1))`, want{content: `<|action_start|><|interpreter|>1+1))`}},
		"no plugin":    {`<|action_start|>{"name": "f"}`, want{content: `<|action_start|>{"name": "f"}`}},
		"half a mark":  {`a <|action_st`, want{content: `a <|action_st`}},
		"cut mark":     {`a <|action_start|><|plu`, want{content: `a <|action_start|><|plu`}},
		"not JSON":     {`a ((no))`, want{content: `a ((no))`, fault: "not JSON"}},
		"cut":          {`a (({"name": "f", "par`, want{content: `a (({"name": "f", "par`, fault: "ends before"}},
		"no name":      {`(({"parameters": {}}))`, want{content: `(({"parameters": {}}))`, fault: "without a name"}},
		"list":         {`(([{"name": "f"}]))`, want{content: `(([{"name": "f"}]))`, fault: "not a call"}},
		"broken, good": {`((x))(({"name": "f"}))`, want{calls: []string{`f{}`}, dropped: []string{`((x))`}, fault: "not JSON"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.content, c.want.reasoning = action(c.want.content), action(c.want.reasoning)
			for _, list := range [][]string{c.want.calls, c.want.dropped} {
				for i := range list {
					list[i] = action(list[i])
				}
			}
			check(t, toolcall.Parser{Format: toolcall.InternLM2}, action(c.text), c.want)
		})
	}
}

func TestInternLM2KnowsTheTools(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.InternLM2, Tools: toolsOf(t, "f", `{}`)}
	check(t, p, action(`(({"name": "f"}))`), want{calls: []string{`f{}`}})
	check(t, p, action(`(({"name": "g"}))`), want{content: action(`(({"name": "g"}))`)})
	check(t, p, action(`(({"name": "g"}))(({"name": "f"}))`), want{content: action(`(({"name": "g"}))`), calls: []string{`f{}`}})
}

// A call of a list is there as soon as its object is complete.
func TestListsAreGivenOutOneByOne(t *testing.T) {
	for format, head := range map[toolcall.Format]string{
		toolcall.Granite: "<tool_call>", toolcall.Jamba: "<tool_calls>", toolcall.Mistral: "[TOOL_CALLS]", toolcall.Phi4: "functools", toolcall.XLAM: "",
	} {
		t.Run(string(format), func(t *testing.T) {
			s, err := toolcall.Parser{Format: format}.Stream()
			require.NoError(t, err)
			assert.Empty(t, s.Write(head+`[{"name": "f", "arguments": {}`).Calls)
			assert.Len(t, s.Write(`}`).Calls, 1)
			assert.Len(t, s.Write(`, {"name": "g", "arguments": {}}`).Calls, 1)
			last, err := s.Close()
			assert.Error(t, err, "the bracket is missing")
			assert.Empty(t, last)
			assert.Len(t, s.Result().Calls, 2)
		})
	}
}

func TestListsHostile(t *testing.T) {
	pieces := []string{"functools[", "functools[{", "<tool_calls>", "<tool_calls>[", "<|action_start|>", "<|action_start|><|plugin|>", `<|action_start|><|plugin|>{"a":"`, "[", "{", `{"name": "f"},`, `{"a":`, "<", " ", "\x00\xff"}
	hostileMarkup(t, toolcall.Phi4, []string{"functools[", "functools[{"}, pieces...)
	hostileMarkup(t, toolcall.Jamba, []string{"<tool_calls>["}, pieces...)
	hostileMarkup(t, toolcall.InternLM2, []string{"<|action_start|><|plugin|>"}, pieces...)
}

func FuzzPhi4(f *testing.F) {
	fuzzFormat(f, toolcall.Phi4, `Hi functools[{"name": "f", "arguments": {"a": "]"}}, {"name": "g"}] there`, `functools[] functools[{"name": "f"}, 1`)
}

func FuzzJamba(f *testing.F) {
	fuzzFormat(f, toolcall.Jamba, ` <tool_calls>[{"name": "f", "arguments": {"a": "]"}}, {"name": "g"}]</tool_calls> there`, `<tool_calls>[x]</tool_calls><tool_calls>[{"name`)
}

func FuzzInternLM2(f *testing.F) {
	fuzzFormat(f, toolcall.InternLM2, action(`Hi (({"name": "f", "parameters": {"a": "))"}})) there`), action(`((x))(({"name": "f"}`))
}
