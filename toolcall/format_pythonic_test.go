// pythonic, llama4_pythonic, olmo3: calls written as Python.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestPythonic(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one call":        {`[f(a=1)]`, want{calls: []string{`f{"a":1}`}}},
		"parallel":        {`[f(a=1), g.h(b='x'),f()]`, want{calls: []string{`f{"a":1}`, `g.h{"b":"x"}`, `f{}`}}},
		"white space":     {" \n[ f ( a = 1 , ) ,\n g()\n, ] \n", want{calls: []string{`f{"a":1}`, `g{}`}, dropped: []string{" \n", " \n"}}},
		"own marks":       {`[f(a='[g(b=1)], h()]', b=")")]`, want{calls: []string{`f{"a":"[g(b=1)], h()]","b":")"}`}}},
		"repeated key":    {`[f(a=1, a=2)]`, want{calls: []string{`f{"a":1,"a":2}`}}},
		"unicode":         {`[größe(wörter='ß')]`, want{calls: []string{`größe{"wörter":"ß"}`}}},
		"thinking before": {`<think>[g()]</think> [f()]`, want{calls: []string{`f{}`}, reasoning: `[g()]`, dropped: []string{" "}}},
		"thinking after":  {`[f()] <think>x</think> <think>y`, want{calls: []string{`f{}`}, reasoning: "xy", dropped: []string{" ", " "}}},

		"text":              {"Hello", want{content: "Hello"}},
		"empty":             {"", want{}},
		"space":             {" \n", want{content: " \n"}},
		"text before":       {" Sure: [f(a=1)]", want{content: " Sure: [f(a=1)]"}},
		"text after":        {"[f(a=1)] is a call", want{content: "[f(a=1)] is a call"}},
		"text after a bad":  {"[f(x), g()] is it", want{content: "[f(x), g()] is it"}},
		"list of numbers":   {"[1, 2]", want{content: "[1, 2]"}},
		"empty list":        {"[]", want{content: "[]"}},
		"link":              {"[name](https://x.y)", want{content: "[name](https://x.y)"}},
		"prose in brackets": {"[see(also) the end] here", want{content: "[see(also) the end] here"}},
		"dots":              {"[a..b()]", want{content: "[a..b()]"}},
		"thinking and text": {"<think>a</think>\nHi <think>b</think>you", want{content: "\nHi you", reasoning: "ab"}},

		"bad item":             {`[f(a=b'x, y()'), g()]`, want{calls: []string{`g{}`}, dropped: []string{`f(a=b'x, y()')`}, fault: "bytes"}},
		"bad last item":        {`[g(), f(a='x 'y', b='z')]`, want{calls: []string{`g{}`}, dropped: []string{`f(a='x 'y', b='z')`}, fault: "not Python"}},
		"bad middle item":      {`[g(), f(1x), h()]`, want{calls: []string{`g{}`, `h{}`}, dropped: []string{`f(1x)`}, fault: "not Python"}},
		"all bad":              {` [f(a='x 'y), g(1)]`, want{content: ` [f(a='x 'y), g(1)]`, fault: "without a name"}},
		"bad and spaces":       {`[f(a=x) ] `, want{content: `[f(a=x) ] `, fault: "not Python"}},
		"mismatched":           {`[f(a=1])]`, want{content: `[f(a=1])]`, fault: "not Python"}},
		"extra parenthesis":    {`[f(a=1)), g()]`, want{calls: []string{`g{}`}, dropped: []string{`f(a=1))`}, fault: "not Python"}},
		"no comma":             {`[f() g()]`, want{content: `[f() g()]`, fault: "not Python"}},
		"bad before thinking":  {`[g(), f(x)] <think>y`, want{calls: []string{`g{}`}, reasoning: "y", fault: "not Python"}},
		"no name":              {`[f(), (a=1)]`, want{calls: []string{`f{}`}, dropped: []string{`(a=1)`}, fault: "not Python"}},
		"cut in the list":      {`[f(a=1), `, want{content: `[f(a=1), `, fault: "ends before"}},
		"cut before the end":   {`[f(a=1)`, want{content: `[f(a=1)`, fault: "ends before"}},
		"cut in a text":        {`[f(a='x`, want{content: `[f(a='x`, fault: "ends before"}},
		"cut in a name":        {`[f(a`, want{content: `[f(a`, fault: "ends before"}},
		"no parenthesis":       {`[f(a=1]`, want{content: `[f(a=1]`, fault: "not Python"}},
		"cut after a bad item": {`[f(a=x), g(a=`, want{content: `[f(a=x), g(a=`, fault: "ends before"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Pythonic}, c.text, c.want) })
	}
}

func TestLlama4Pythonic(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"no marks":       {`[f(a=1)]`, want{calls: []string{`f{"a":1}`}}},
		"both marks":     {`<|python_start|>[f(a=1), g()]<|python_end|>`, want{calls: []string{`f{"a":1}`, `g{}`}}},
		"first mark":     {`<|python_start|> [f(a=1)]`, want{calls: []string{`f{"a":1}`}}},
		"last mark":      {"[f(a=1)]\n<|python_end|>\n", want{calls: []string{`f{"a":1}`}, dropped: []string{"\n"}}},
		"half a mark":    {"[f(a=1)] <|python_", want{calls: []string{`f{"a":1}`}}},
		"own marks":      {`<|python_start|>[f(a='[]<|python_end|>')]<|python_end|>`, want{calls: []string{`f{"a":"[]<|python_end|>"}`}}},
		"thinking":       {`<think>x</think><|python_start|>[f()]<|python_end|>`, want{calls: []string{`f{}`}, reasoning: "x"}},
		"bad item":       {`<|python_start|>[f(1), g()]<|python_end|>`, want{calls: []string{`g{}`}, dropped: []string{`f(1)`}, fault: "without a name"}},
		"bad last item":  {`<|python_start|>[g(), f(x)]<|python_end|>`, want{calls: []string{`g{}`}, dropped: []string{`f(x)`}, fault: "not Python"}},
		"text":           {"Hello", want{content: "Hello"}},
		"half of a mark": {"<|python", want{content: "<|python"}},
		"text before":    {`Hi <|python_start|>[f()]`, want{content: `Hi <|python_start|>[f()]`, fault: "text beside a list"}},
		"text after":     {`<|python_start|>[f()]<|python_end|> Hi`, want{content: `<|python_start|>[f()]<|python_end|> Hi`, fault: "text beside a list"}},
		"no list":        {`<|python_start|>print(1)`, want{content: `<|python_start|>print(1)`, fault: "without a list"}},
		"only the mark":  {"\n<|python_start|>", want{content: "\n<|python_start|>", fault: "without a list"}},
		"all bad":        {`<|python_start|>[f(1)]<|python_end|>`, want{content: `<|python_start|>[f(1)]<|python_end|>`, fault: "without a name"}},
		"cut":            {`<|python_start|>[f(x`, want{content: `<|python_start|>[f(x`, fault: "ends before"}},
		"cut after":      {`<|python_start|>[f(x) and so on`, want{content: `<|python_start|>[f(x) and so on`, fault: "not Python"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Llama4Pythonic}, c.text, c.want) })
	}
}

func TestOLMo3(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one call":      {`<function_calls>f(a=1)</function_calls>`, want{calls: []string{`f{"a":1}`}}},
		"parallel":      {"<function_calls>\nf(a=1)\n\n g(b=null) \r\nh()\n</function_calls>", want{calls: []string{`f{"a":1}`, `g{"b":null}`, `h{}`}}},
		"commas":        {"<function_calls>f(), g(),\nh(),</function_calls>", want{calls: []string{`f{}`, `g{}`, `h{}`}}},
		"over lines":    {"<function_calls>f(\n  a=[1,\n 2],\n)\ng()</function_calls>", want{calls: []string{`f{"a":[1,2]}`, `g{}`}}},
		"own marks":     {`<function_calls>f(a='</function_calls>\nx')</function_calls>`, want{calls: []string{`f{"a":"</function_calls>\nx"}`}}},
		"text around":   {"Sure <function_calls>f()</function_calls> done", want{calls: []string{`f{}`}, dropped: []string{"Sure ", " done"}}},
		"two blocks":    {"<function_calls>f()</function_calls>\n<function_calls>g()</function_calls>", want{calls: []string{`f{}`, `g{}`}, dropped: []string{"\n"}}},
		"thinking":      {"<think><function_calls>x()</think><function_calls>f()</function_calls>", want{calls: []string{`f{}`}, reasoning: "<function_calls>x()"}},
		"no last tag":   {"<function_calls>f()\n", want{calls: []string{`f{}`}}},
		"half a tag":    {"<function_calls>f()</function_", want{calls: []string{`f{}`}}},
		"text":          {"Hello <function", want{content: "Hello <function"}},
		"no calls":      {"a <function_calls> </function_calls> b", want{content: "a <function_calls> </function_calls> b"}},
		"only a tag":    {"a <function_calls>", want{content: "a <function_calls>", fault: "ends before"}},
		"bad line":      {"<function_calls>f(a=b'x')\nf(a=x)\ng()</function_calls>", want{calls: []string{`g{}`}, fault: "byte 16: a bytes literal; byte 26: not Python"}},
		"bad last line": {"<function_calls>g()\nf(a='x 'y')</function_calls>.", want{calls: []string{`g{}`}, dropped: []string{"f(a='x 'y')", "."}, fault: "not Python"}},
		"rest of line":  {"<function_calls>f() # x\ng()</function_calls>", want{calls: []string{`g{}`}, fault: "not Python"}},
		"all bad":       {"Hi <function_calls>f(x)</function_calls>!", want{content: "Hi <function_calls>f(x)</function_calls>!", fault: "not Python"}},
		"a list":        {"<function_calls>[f()]</function_calls>", want{content: "<function_calls>[f()]</function_calls>", fault: "not Python"}},
		"cut":           {"<function_calls>g()\nf(a=[1", want{calls: []string{`g{}`}, dropped: []string{"f(a=[1"}, fault: "ends before"}},
		"cut first":     {"<function_calls>f(a='x", want{content: "<function_calls>f(a='x", fault: "ends before"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.OLMo3}, c.text, c.want) })
	}
}

func TestPythonLimits(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Pythonic, Limits: toolcall.Limits{MaxCalls: 2}}
	check(t, p, "[f(), g(), h()]", want{calls: []string{"f{}", "g{}"}, dropped: []string{"h()"}, fault: "more calls"})
	many := strings.Repeat("f(), ", 1500)
	check(t, p, "["+many+"]", want{calls: []string{"f{}", "f{}"}, fault: "more calls"})
}

func FuzzPythonic(f *testing.F) {
	fuzzFormat(f, toolcall.Pythonic, `[f(a='x', b=[1.5, (True,), {'k': None}]), g(b=b'')]`, `<think>x</think>[f(a='x 'y'), g()]`)
}

func FuzzLlama4Pythonic(f *testing.F) {
	fuzzFormat(f, toolcall.Llama4Pythonic, `<|python_start|>[f(a='x'), g(1)]<|python_end|>`)
}

func FuzzOLMo3(f *testing.F) {
	fuzzFormat(f, toolcall.OLMo3, "Hi <function_calls>f(a='x', b=1e999)\ng(c=\"\\u00e9\", d=null)</function_calls>")
}
