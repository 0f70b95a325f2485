// The minimax and deepseek_v32 formats: calls in blocks.

package toolcall_test

import (
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestMiniMax(t *testing.T) {
	const open, shut = "<minimax:tool_call>", "</minimax:tool_call>"
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"plain text", "A < b, <minimax:> and <invoke name=\"f\"></invoke>", want{content: "A < b, <minimax:> and <invoke name=\"f\"></invoke>"}},
		{"one call", open + "\n<invoke name=\"dim\">\n<parameter name=\"room\"> hall </parameter>\n<parameter name=\"level\">\n3\n</parameter></invoke>\n" + shut,
			want{calls: []string{`dim{"room":"hall","level":3}`}}},
		{"none and nil are text", open + `<invoke name="dim"><parameter name="note">none</parameter><parameter name="room">nil</parameter></invoke>` + shut, want{calls: []string{`dim{"note":"none","room":"nil"}`}}},
		{"null where it is declared", open + `<invoke name="dim"><parameter name="note">null</parameter><parameter name="room">null</parameter></invoke>` + shut, want{calls: []string{`dim{"note":null,"room":"null"}`}}},
		{"no arguments", open + `<invoke name="f"></invoke>` + shut, want{calls: []string{"f{}"}}},
		{"parallel calls, text around", "Ok \n" + open + `<invoke name="f"></invoke> <invoke name="g"></invoke>` + shut + " Bye",
			want{content: "Ok \n", calls: []string{"f{}", "g{}"}, dropped: []string{" Bye"}}},
		{"two blocks", open + `<invoke name="f"></invoke>` + shut + open + `<invoke name="g"></invoke>` + shut, want{calls: []string{"f{}", "g{}"}}},
		{"block not closed", open + `<invoke name="f"></invoke>`, want{calls: []string{"f{}"}}},
		{"tags in a value", open + `<invoke name="f"><parameter name="a">x <invoke name="g"><parameter name="b">1</parameter></invoke> </parameter> y</parameter></invoke>` + shut,
			want{calls: []string{`f{"a":"x <invoke name=\"g\"><parameter name=\"b\">1</parameter></invoke> </parameter> y"}`}}},
		{"an opening tag in a value", open + `<invoke name="f"><parameter name="a">a <parameter name="b"> tag</parameter></invoke>` + shut, want{calls: []string{`f{"a":"a <parameter name=\"b\"> tag"}`}}},
		{"unicode", open + `<invoke name="f"><parameter name="a">"日本" 🌧</parameter></invoke>` + shut, want{calls: []string{`f{"a":"\"日本\" 🌧"}`}}},
		{"one of two broken", open + `<invoke name="f"><parameter>1</parameter></invoke><invoke name="g"></invoke>` + shut,
			want{calls: []string{"g{}"}, dropped: []string{open + `<invoke name="f"><parameter>1</parameter></invoke>`}, fault: "text where a parameter should be"}},
		{"the other broken", open + `<invoke name="g"></invoke><invoke name=""></invoke>` + shut,
			want{calls: []string{"g{}"}, dropped: []string{`<invoke name=""></invoke>` + shut}, fault: "a call without a name"}},
		{"value not closed", open + `<invoke name="f"><parameter name="a">1</invoke>` + shut, want{content: open + `<invoke name="f"><parameter name="a">1</invoke>` + shut, fault: "a value that is not closed"}},
		{"empty block", open + shut, want{content: open + shut, fault: "JSON, but not a call"}},
		{"cut in the mark", "Ok <minimax:tool_c", want{content: "Ok <minimax:tool_c"}},
		{"cut in a value", open + `<invoke name="f"><parameter name="a">1`, want{content: open + `<invoke name="f"><parameter name="a">1`, fault: "ends before it is complete"}},
		{"cut behind a good call", open + `<invoke name="f"></invoke><invoke name="g">`, want{calls: []string{"f{}"}, dropped: []string{`<invoke name="g">`}, fault: "ends before it is complete"}},
		{"thinking", "<think>" + open + "</think>Ok " + open + `<invoke name="f"></invoke>` + shut, want{content: "Ok ", calls: []string{"f{}"}, reasoning: open}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.MiniMax, Tools: toolsOf(t, "dim", dimTool)}, c.text, c.want)
		})
	}
}

func TestDeepSeekV32(t *testing.T) {
	const open, shut = "<｜DSML｜function_calls>", "</｜DSML｜function_calls>"
	call := func(name, parameters string) string {
		return `<｜DSML｜invoke name="` + name + `">` + parameters + "</｜DSML｜invoke>"
	}
	param := func(name, exact, value string) string {
		return `<｜DSML｜parameter name="` + name + `" string="` + exact + `">` + value + "</｜DSML｜parameter>"
	}
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"plain text", "｜DSML｜ <｜DSML｜fun", want{content: "｜DSML｜ <｜DSML｜fun"}},
		{"exact and typed", open + "\n" + call("dim", "\n"+param("level", "true", "3")+"\n"+param("factor", "false", "3.0")+"\n") + "\n" + shut, want{calls: []string{`dim{"level":"3","factor":3}`}}},
		{"exact keeps white space", open + call("dim", param("room", "true", " a\n")) + shut, want{calls: []string{`dim{"room":" a\n"}`}}},
		{"without the attribute", open + call("dim", `<｜DSML｜parameter name="level">3</｜DSML｜parameter>`) + shut, want{calls: []string{`dim{"level":3}`}}},
		{"undeclared is text", open + call("f", param("a", "false", "3")) + shut, want{calls: []string{`f{"a":"3"}`}}},
		{"wrapped arguments", open + call("dim", param("arguments", "false", `{"level": 3.0, "x": 1}`)) + shut, want{calls: []string{`dim{"level": 3.0, "x": 1}`}}},
		{"wrapped input", open + call("dim", param("input", "true", ` {"room": "hall"} `)) + shut, want{calls: []string{`dim{"room": "hall"}`}}},
		{"nothing declared inside", open + call("dim", param("input", "true", `{"x": 1}`)) + shut, want{calls: []string{`dim{"input":"{\"x\": 1}"}`}}},
		{"a declared parameter is no wrapper", open + call("say", param("input", "true", `{"input": 1}`)) + shut, want{calls: []string{`say{"input":"{\"input\": 1}"}`}}},
		{"a wrapper is alone", open + call("dim", param("input", "true", `{"room": "x"}`)+param("level", "false", "1")) + shut, want{calls: []string{`dim{"input":"{\"room\": \"x\"}","level":1}`}}},
		{"parallel calls, text around", "Ok\n\n" + open + call("f", "") + "\n" + call("g", "") + shut + "Bye", want{content: "Ok\n\n", calls: []string{"f{}", "g{}"}, dropped: []string{"Bye"}}},
		{"tags in a value", open + call("f", param("a", "true", call("g", param("b", "true", "1"))+"!")) + shut,
			want{calls: []string{`f{"a":"<｜DSML｜invoke name=\"g\"><｜DSML｜parameter name=\"b\" string=\"true\">1</｜DSML｜parameter></｜DSML｜invoke>!"}`}}},
		{"a strange attribute", open + call("f", `<｜DSML｜parameter name="a" number="true">1</｜DSML｜parameter>`) + call("g", "") + shut,
			want{calls: []string{"g{}"}, fault: "text where a parameter should be"}},
		{"cut", "Ok " + open + `<｜DSML｜invoke name="f">` + param("a", "true", "1"), want{content: "Ok " + open + `<｜DSML｜invoke name="f">` + param("a", "true", "1"), fault: "ends before it is complete"}},
		{"thinking", "<think>a</think>" + open + call("f", "") + shut, want{calls: []string{"f{}"}, reasoning: "a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.DeepSeekV32, Tools: toolsOf(t, "dim", dimTool, "say", `{"input": {"type": "string"}}`)}, c.text, c.want)
		})
	}
}

func TestMiniMaxHostile(t *testing.T) {
	hostileMarkup(t, toolcall.MiniMax, []string{"<minimax:tool_call>", `<minimax:tool_call><invoke name="f"><parameter name="a">`},
		"<", "<minimax:tool_call>", `<invoke name="f">`, `<invoke name="f"><parameter name="a">x</parameter>y`, `<parameter name="a">`, "</parameter>",
		`<invoke name="f"><parameter name="a"><parameter name="b"></parameter></invoke>z`)
}

func FuzzMiniMax(f *testing.F) {
	fuzzFormat(f, toolcall.MiniMax, `Hi <minimax:tool_call><invoke name="f"><parameter name="a">1</parameter></invoke><invoke name="g"><parameter></invoke></minimax:tool_call> there`)
}

func FuzzDeepSeekV32(f *testing.F) {
	fuzzFormat(f, toolcall.DeepSeekV32, `Hi <｜DSML｜function_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="a" string="false">1</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>`)
}
