// Texts made to cost much: openings without ends, broken calls by the hundred thousand, deep nesting. A reader that went over the
// rest of the text for each of them would not come back.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestHostileTexts(t *testing.T) {
	same := func(s string) string { return s }
	for format, c := range map[toolcall.Format]struct {
		marks func(string) string
		texts [][2]string // how it begins, and what is repeated
	}{
		toolcall.Pythonic: {same, [][2]string{
			{"[", "f("}, {"[", "f(a='x 'y('), "}, {"[", "f(a='x 'y), "}, {"[", "f(1), "}, {"[", "f(), "}, {"[f(x", ")   ]   "}, {"[f(x", ")]<think>"},
			{"[f(a=", "["}, {"[f(a=", "{1:"}, {"[f(a=", "("}, {"[f(a=", "1"}, {"[f(a='", `\`}, {"[f(a='", `\ud83d`}, {"[f(a='''", "''x"}, {"[", "a."},
		}},
		toolcall.Llama4Pythonic: {same, [][2]string{{"", "<|python_start|>"}, {"<|python_start|>[", "f(x"}, {"[f()]", "<|python_end|>"}, {"[f()]", "<think></think>"}}},
		toolcall.OLMo3: {same, [][2]string{
			{"", "<function_calls>"}, {"", "<function_calls>f(x"}, {"", "<function_calls></function_calls>"}, {"<function_calls>", "f('x\n"}, {"<function_calls>", "<"},
		}},
		toolcall.DeepSeekV3:  {deepSeek, [][2]string{{"", "[["}, {"[[", "(("}, {"[[", "((function||"}, {"[[", "((function||f\n```{\"a"}, {"[[((function||f\n```", "["}}},
		toolcall.DeepSeekV31: {deepSeek, [][2]string{{"", "[[((f||"}, {"[[", "((f||{\"a\":\"\n))"}, {"[[", "((f||{}"}, {"[[((f||", "{\"a\":"}, {"[[", "]"}, {"", "[[]]"}}},
		toolcall.KimiK2:      {kimi, [][2]string{{"", "[["}, {"[[", "((f:0||"}, {"[[", "((f:0||{\"a))"}, {"[[", "((f:0||[))"}, {"[[((", ":0"}, {"[[((f:0||", "{\"a\":"}}},
		toolcall.Harmony: {harmony, [][2]string{
			{"", "{start}"}, {"", "{chan}"}, {"", "{start}assistant to=f"}, {"", `{start}assistant to=f{msg}{"a{call}`}, {"", `{start}assistant to=f{msg}`},
			{"", "{chan}commentary{msg}x{end}{start} to=f{msg}{}{call}"}, {"to=", "a"}, {" to=f{chan}commentary{msg}", "["}, {"{chan}final{msg}", "<|"},
		}},
	} {
		for _, text := range c.texts {
			t.Run(string(format)+" "+text[0]+text[1], func(t *testing.T) {
				for _, size := range []int{3_000, 1 << 20} {
					whole := c.marks(text[0]) + strings.Repeat(c.marks(text[1]), size/len(c.marks(text[1])))
					p := toolcall.Parser{Format: format, NewID: func() string { return "id" }}
					res, err := p.Parse(whole)
					accounts(t, whole, res)
					pieces := []string{whole[:size/2], whole[size/2:]}
					if size < 10_000 {
						pieces = strings.Split(whole, "")
					}
					streams(t, p, pieces, res, err)
				}
			})
		}
	}
}
