// The glm4 format.

package toolcall_test

import (
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestGLM4(t *testing.T) {
	arg := func(key, value string) string {
		return "<arg_key>" + key + "</arg_key>\n<arg_value>" + value + "</arg_value>\n"
	}
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"plain text", "A < b <tool", want{content: "A < b <tool"}},
		{"one call", "<tool_call>f\n" + arg("a", "x") + "</tool_call>", want{calls: []string{`f{"a":"x"}`}}},
		{"declared text is kept", "<tool_call>dim\n" + arg("room", " 5\n") + "</tool_call>", want{calls: []string{`dim{"room":" 5\n"}`}}},
		{"text or null", "<tool_call>dim\n" + arg("note", "5") + "</tool_call><tool_call>dim\n" + arg("note", "null") + "</tool_call>", want{calls: []string{`dim{"note":"5"}`, `dim{"note":null}`}}},
		{"other values are JSON, Python or text", "<tool_call>f\n" + arg("a", "5.0") + arg("b", "{\"k\": [1]}") + arg("c", "{'k': (True, None)}") + arg("d", "'q'") + arg("e", "a, b") + arg("f", "") + "</tool_call>",
			want{calls: []string{`f{"a":5.0,"b":{"k": [1]},"c":{"k":[true,null]},"d":"q","e":"a, b","f":""}`}}},
		{"no arguments", "<tool_call>f\n</tool_call>", want{calls: []string{"f{}"}}},
		{"no line end behind the name", "<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>", want{calls: []string{`f{"a":1}`}}},
		{"name and end tag alone", "<tool_call>f</tool_call>", want{content: "<tool_call>f</tool_call>", fault: "a call without a name"}},
		{"blank", "<tool_call>   </tool_call>", want{content: "<tool_call>   </tool_call>", fault: "a call without a name"}},
		{"text around and between", "Ok.\n<tool_call>f\n</tool_call> and <tool_call>g\n</tool_call> bye", want{content: "Ok.\n", calls: []string{"f{}", "g{}"}, dropped: []string{" and ", " bye"}}},
		{"unicode", "<tool_call>f\n" + arg("ключ", "日本 \"🌧\"") + "</tool_call>", want{calls: []string{`f{"ключ":"日本 \"🌧\""}`}}},
		{"tags in a value", "<tool_call>f\n" + arg("a", "see </arg_value>, </tool_call> and <arg_value>x</arg_value>\n<arg_key>!") + "</tool_call>",
			want{calls: []string{`f{"a":"see </arg_value>, </tool_call> and <arg_value>x</arg_value>\n<arg_key>!"}`}}},
		{"a call in a value", "<tool_call>f\n" + arg("a", "see <tool_call>g\n"+arg("b", "1")+"</tool_call> there") + "</tool_call>",
			want{calls: []string{`f{"a":"see <tool_call>g\n<arg_key>b</arg_key>\n<arg_value>1</arg_value>\n</tool_call> there"}`}}},
		{"opening tag at the end", "Ok <tool_call> ", want{content: "Ok ", dropped: []string{"<tool_call> "}, fault: "ends before it is complete"}},
		{"not closed", "<tool_call>f\n" + arg("a", "x"), want{content: "<tool_call>f\n" + arg("a", "x"), fault: "ends before it is complete"}},
		{"not closed before a good one", "<tool_call>f\n" + arg("a", "x") + "<tool_call>g\n</tool_call>", want{calls: []string{"g{}"}, dropped: []string{"<tool_call>f\n" + arg("a", "x")}, fault: "text where a parameter should be"}},
		{"key without value", "<tool_call>f\n<arg_key>a</arg_key></tool_call>", want{content: "<tool_call>f\n<arg_key>a</arg_key></tool_call>", fault: "text where a parameter should be"}},
		{"thinking", "<think>a</think>\nOk<tool_call>f\n</tool_call>", want{content: "\nOk", calls: []string{"f{}"}, reasoning: "a"}},
		{"not UTF-8", "<tool_call>f\n" + arg("a", "\xff") + "</tool_call>", want{calls: []string{"f{\"a\":\"\ufffd\"}"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.GLM4, Tools: toolsOf(t, "dim", dimTool)}, c.text, c.want)
		})
	}
}

func TestGLM4Hostile(t *testing.T) {
	hostileMarkup(t, toolcall.GLM4, []string{"<tool_call>f\n<arg_key>a</arg_key><arg_value>"},
		"<", "<tool_call>", "<tool_call>f\n", "<tool_call>f\n<arg_key>a</arg_key><arg_value>", "<tool_call>f\n<arg_key>a</arg_key><arg_value>x</arg_value>y", "<arg_value>", "</arg_value>", "<tool_call> ")
}

func FuzzGLM4(f *testing.F) {
	fuzzFormat(f, toolcall.GLM4, "Hi <tool_call>f\n<arg_key>a</arg_key>\n<arg_value>{'a': 1}</arg_value>\n</tool_call> there", "<tool_call>f<arg_key>a</arg_key><arg_value></arg_value></arg_value></tool_call>")
}
