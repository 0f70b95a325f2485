// kimi_k2: calls in a section, with their ids.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// kimi writes the marks: [[ and ]] around the section, (( and )) around a call, || between.
var kimi = strings.NewReplacer("[[", "<|tool_calls_section_begin|>", "]]", "<|tool_calls_section_end|>", "((", "<|tool_call_begin|>",
	"))", "<|tool_call_end|>", "||", "<|tool_call_argument_begin|>").Replace

func TestKimiK2(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one call":        {`[[((functions.f:0||{"a": 1}))]]`, want{calls: []string{`@functions.f:0 f{"a": 1}`}}},
		"no prefix":       {`[[((f:12||{}))]]`, want{calls: []string{`@f:12 f{}`}}},
		"dots":            {`[[((functions.a.b:0||{}))]]`, want{calls: []string{`@functions.a.b:0 b{}`}}},
		"parallel":        {"Hi [[ (( f:0 || {} )) (( g:1 ||\n{\n} ))\n]] end", want{content: "Hi ", calls: []string{"@f:0 f{}", "@g:1 g{\n}"}, dropped: []string{" end"}}},
		"own marks":       {`[[((f:0||{"a": "))]]((g:1||{}))"}))]]`, want{calls: []string{`@f:0 f{"a": "))]]((g:1||{}))"}`}}},
		"noise inside":    {`[[x((f:0||{}))y]]`, want{calls: []string{`@f:0 f{}`}, dropped: []string{"x", "y"}}},
		"thinking":        {`<think>[[((x:0||{}))]]</think>a[[((f:0||{}))]]`, want{content: "a", reasoning: kimi("[[((x:0||{}))]]"), calls: []string{`@f:0 f{}`}}},
		"empty arguments": {`[[((f:0||))((g:1|| ))]]`, want{calls: []string{`@f:0 f{}`, `@g:1 g{}`}}},
		"unicode":         {`[[((f:0||{"a": "中😀"}))]]`, want{calls: []string{`@f:0 f{"a": "中😀"}`}}},
		"no section end":  {`[[((f:0||{}))`, want{calls: []string{`@f:0 f{}`}}},

		"broken arguments":  {`[[((f:0||{"a": 1 ))((g:1||{}))]]`, want{calls: []string{`@f:0 f{"a": 1`, `@g:1 g{}`}, fault: "ends before"}},
		"an open object":    {`[[((f:0||{"a": "x"))((g:1||{"b": 1}))]]`, want{calls: []string{`@f:0 f{"a": "x"`, `@g:1 g{"b": 1}`}, fault: "ends before"}},
		"more than JSON":    {`[[((f:0||{} {}))]]`, want{calls: []string{`@f:0 f{} {}`}, fault: "not JSON"}},
		"no end mark":       {`[[((f:0||{"a": 1} ((g:1||{}))]]`, want{calls: []string{`@f:0 f{"a": 1}`, `@g:1 g{}`}}},
		"end of section":    {`[[((f:0||{"a": 1}]] end`, want{calls: []string{`@f:0 f{"a": 1}`}, dropped: []string{" end"}}},
		"cut":               {`a [[((f:0||{"a": "Bei`, want{content: "a ", calls: []string{`@f:0 f{"a": "Bei`}, fault: "ends before"}},
		"cut in a mark":     {`[[((f:0||{"a": 1} <|tool_call_e`, want{calls: []string{`@f:0 f{"a": 1}`}}},
		"cut in text and <": {`[[((f:0||{"a": "x<`, want{calls: []string{`@f:0 f{"a": "x`}, fault: "ends before"}},
		"cut before":        {`[[((f:0||`, want{calls: []string{`@f:0 f{}`}}},

		"bad id":           {`a[[((f.0||{"x": ")]"}))((g:1||{}))]]`, want{content: "a", calls: []string{`@g:1 g{}`}, dropped: []string{"[[", `((f.0||{"x": ")]"}))`}, fault: "without an id"}},
		"no number":        {`[[((f:||{}))((:1||{}))((f:x||{}))((functions.:0||{}))]]`, want{content: `[[((f:||{}))((:1||{}))((f:x||{}))((functions.:0||{}))]]`, fault: "without an id"}},
		"no argument mark": {`[[((f:0{}))((g:1||{}))]]`, want{calls: []string{`@g:1 g{}`}, dropped: []string{"[[", `((f:0{}))`}, fault: "without an id"}},
		"cut in the id":    {`a[[((functions.f`, want{content: `a[[((functions.f`, fault: "ends before"}},

		"text":          {"Hello <|tool", want{content: "Hello <|tool"}},
		"empty section": {"a [[]] b", want{content: "a [[]] b"}},
		"only noise":    {"a [[{}]] b", want{content: "a [[{}]] b", fault: "not a call"}},
		"only the mark": {"a [[", want{content: "a [[", fault: "ends before"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := c.want
			w.content = kimi(w.content)
			for i := range w.calls {
				w.calls[i] = kimi(w.calls[i])
			}
			for i := range w.dropped {
				w.dropped[i] = kimi(w.dropped[i])
			}
			check(t, toolcall.Parser{Format: toolcall.KimiK2}, kimi(c.text), w)
		})
	}
}

func FuzzKimiK2(f *testing.F) {
	fuzzFormat(f, toolcall.KimiK2, kimi(`Hi [[((functions.f:0||{"a": "))"}))((g.1||{}))((h:2||{"x": "y))]] end`), kimi(`[[((f:0||{"a": "<`))
}
