// The gemma and functiongemma formats.

package toolcall_test

import (
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestGemma(t *testing.T) {
	const open, shut, q = "<|tool_call>", "<tool_call|>", `<|"|>`
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"empty", "", want{}},
		{"plain text", "Call: call me, recall: call:x or <call a|b>. \n", want{content: "Call: call me, recall: call:x or <call a|b>. \n"}},
		{"one call", open + "call:f{a:" + q + "x, {y} <b>\n\"z\"" + q + ",b:42}" + shut, want{calls: []string{`f{"a":"x, {y} <b>\n\"z\"","b":42}`}}},
		{"scalars", open + "call:f{a:-1.50,b:1e3,c:true,d:false,e:null,f:word,g:,h:two words ,i:007,j:" + q + q + "}" + shut,
			want{calls: []string{`f{"a":-1.50,"b":1e3,"c":true,"d":false,"e":null,"f":"word","g":"","h":"two words","i":"007","j":""}`}}},
		{"nested", open + "call:f{a:{b:[1,[" + q + "]}" + q + "],{}],c:[]}, d : {} ,}" + shut, want{calls: []string{`f{"a":{"b":[1,["]}"],{}],"c":[]},"d":{}}`}}},
		{"no arguments", open + "call:f{}" + shut, want{calls: []string{"f{}"}}},
		{"keys in marks", open + "call:f{" + q + "a b" + q + ":1,ключ:2}" + shut, want{calls: []string{`f{"a b":1,"ключ":2}`}}},
		{"names", open + "call:a-b.c_9{}" + shut + open + "call:привет{}" + shut, want{calls: []string{"a-b.c_9{}", "привет{}"}}},
		{"white space at calls", "Ok. \n" + open + "call:f{}" + shut + "\n" + open + "call:g{}" + shut + "\n", want{content: "Ok.", calls: []string{"f{}", "g{}"}, dropped: []string{" \n", "\n", "\n"}}},
		{"content behind", "Ok " + open + "call:f{}" + shut + " and <div>", want{content: "Ok and <div>", calls: []string{"f{}"}, dropped: []string{" "}}},
		{"no end mark", open + "call:f{a:1}", want{calls: []string{`f{"a":1}`}}},
		{"end of turn", open + "call:f{a:1}<turn|>", want{calls: []string{`f{"a":1}`}}},
		{"a colon too many", open + ":call:f{}" + shut, want{calls: []string{"f{}"}}},
		{"call tag", "Ok <call>f{a:" + q + "x" + q + "}</call>", want{content: "Ok", calls: []string{`f{"a":"x"}`}, dropped: []string{" "}}},
		{"no marks", "call:f{a:1}\ncall:g{}", want{calls: []string{`f{"a":1}`, "g{}"}, dropped: []string{"\n"}}},
		{"no marks inside a word", "recall:f{a:1}", want{content: "recall:f{a:1}"}},
		{"no call after all", "a call:f{b} then call:g{} c", want{content: "a call:f{b} then c", calls: []string{"g{}"}, dropped: []string{" "}}},
		{"text not closed", open + "call:f{a:" + q + "x, y}" + shut, want{calls: []string{`f{"a":"x, y"}`}}},
		{"text not closed before another call", open + "call:f{a:" + q + "x}" + shut + open + "call:g{b:" + q + "y" + q + "}" + shut, want{calls: []string{`f{"a":"x"}`, `g{"b":"y"}`}}},
		{"marks of calls in a text", open + "call:f{a:" + q + "}" + shut + open + "call:g{" + q + "}" + shut, want{calls: []string{`f{"a":"}<tool_call|><|tool_call>call:g{"}`}}},
		{"broken beside good", open + "call:f{a:1" + shut + open + "call:g{}" + shut, want{calls: []string{"g{}"}, dropped: []string{open + "call:f{a:1" + shut}, fault: "comma or bracket is missing"}},
		{"brackets do not match", open + "call:f{a:[1}}" + shut, want{content: open + "call:f{a:[1}}" + shut, fault: "comma or bracket is missing"}},
		{"no key", open + "call:f{:1}" + shut, want{content: open + "call:f{:1}" + shut, fault: "a key is missing"}},
		{"no braces", open + "call:f(a=1)" + shut, want{content: open + "call:f(a=1)" + shut, fault: "arguments without braces"}},
		{"no name", open + "call:{}" + shut, want{content: open + "call:{}" + shut, fault: "a call without a name"}},
		{"cut in the mark", "Ok <|tool_c", want{content: "Ok <|tool_c"}},
		{"cut in a text", "Ok " + open + "call:f{a:" + q + "Lon", want{content: "Ok " + open + "call:f{a:" + q + "Lon", fault: "ends before it is complete"}},
		{"cut behind a good call", open + "call:f{}" + shut + "ok" + open + "call:g{a:4", want{content: "ok", calls: []string{"f{}"}, dropped: []string{open + "call:g{a:4"}, fault: "ends before it is complete"}},
		{"own thinking", "<|channel>call:f{}<channel|>call:g{}", want{calls: []string{"g{}"}, reasoning: "call:f{}"}},
		{"thinking begun by the prompt", "so be it<channel|>call:g{}", want{content: "so be it", calls: []string{"g{}"}}},
		{"not UTF-8", open + "call:f{a:" + q + "\xff\x00" + q + ",b:\xfe}" + shut, want{calls: []string{"f{\"a\":\"\ufffd\\u0000\",\"b\":\"\ufffd\"}"}}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Gemma}, c.text, c.want) })
	}
}

func TestGemmaWithoutReasoning(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Gemma, Reasoning: toolcall.Reasoning{Off: true}}
	check(t, p, "<|channel>a<channel|>call:f{}", want{content: "<|channel>a<channel|>", calls: []string{"f{}"}})
}

func TestGemmaDepth(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Gemma, Limits: toolcall.Limits{MaxDepth: 3}}
	check(t, p, "<|tool_call>call:f{a:{b:[1]}}<tool_call|>", want{calls: []string{`f{"a":{"b":[1]}}`}})
	check(t, p, "<|tool_call>call:f{a:{b:[[]]}}<tool_call|>", want{content: "<|tool_call>call:f{a:{b:[[]]}}<tool_call|>", fault: "deeper than the limit"})
	check(t, p, "<|tool_call>call:f{a:{b:{c:{}}}}<tool_call|>", want{content: "<|tool_call>call:f{a:{b:{c:{}}}}<tool_call|>", fault: "deeper than the limit"})
	p.Format = toolcall.FunctionGemma
	check(t, p, "<start_function_call>call:f{a:<escape>[[1]]<escape>,b:<escape>[[[1]]]<escape>}", want{calls: []string{`f{"a":[[1]],"b":"[[[1]]]"}`}})
}

func TestFunctionGemma(t *testing.T) {
	const open, shut, q = "<start_function_call>", "<end_function_call>", "<escape>"
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"plain text", "A < b <start_function_cal ", want{content: "A < b <start_function_cal "}},
		{"one call", open + "call:f{a:" + q + "x, y}" + q + ",b:" + q + "42" + q + "}" + shut, want{calls: []string{`f{"a":"x, y}","b":42}`}}},
		{"JSON in texts", open + "call:f{a:" + q + "5.0" + q + ",b:" + q + `{"k": [null]}` + q + ",c:" + q + `"s"` + q + ",d:" + q + "NaN" + q + ",e:" + q + q + "}" + shut,
			want{calls: []string{`f{"a":5.0,"b":{"k": [null]},"c":"s","d":"NaN","e":""}`}}},
		{"declared text is kept", open + "call:dim{room:" + q + "5" + q + ",level:" + q + "5" + q + ",note:" + q + "null" + q + "}" + shut, want{calls: []string{`dim{"room":"5","level":5,"note":null}`}}},
		{"only arguments are declared", open + "call:dim{room:{level:" + q + "5" + q + "}}" + shut, want{calls: []string{`dim{"room":{"level":5}}`}}},
		{"no commas", open + "call:f{a:" + q + "x" + q + "b:" + q + "y" + q + " c:" + q + "z" + q + "}" + shut, want{calls: []string{`f{"a":"x","b":"y","c":"z"}`}}},
		{"bare values", open + "call:f{a:4,b:[" + q + "x" + q + ",true]}" + shut, want{calls: []string{`f{"a":4,"b":["x",true]}`}}},
		{"no arguments", open + "call:f{}" + shut, want{calls: []string{"f{}"}}},
		{"text around, two calls", "Ok. \n" + open + "call:f{}" + shut + open + "call:g{}" + shut + " bye", want{content: "Ok.", calls: []string{"f{}", "g{}"}, dropped: []string{" \n", " bye"}}},
		{"no end mark", open + "call:f{}" + open + "call:g{}\n", want{calls: []string{"f{}", "g{}"}, dropped: []string{"\n"}}},
		{"text where the end should be", open + "call:f{} or" + shut, want{content: open + "call:f{} or" + shut, fault: "text where the call should end"}},
		{"marks in a text", open + "call:f{a:" + q + shut + open + q + "}" + shut, want{calls: []string{`f{"a":"<end_function_call><start_function_call>"}`}}},
		{"unicode", open + "call:f{имя:" + q + "日本 🌧" + q + "}" + shut, want{calls: []string{`f{"имя":"日本 🌧"}`}}},
		{"broken beside good", open + "call:f{a}" + shut + open + "call:g{}" + shut, want{calls: []string{"g{}"}, dropped: []string{open + "call:f{a}" + shut}, fault: "a key is missing"}},
		{"cut", "Ok " + open + "call:f{a:" + q + "x", want{content: "Ok " + open + "call:f{a:" + q + "x", fault: "ends before it is complete"}},
		{"thinking", "<think>" + open + "</think>Ok" + open + "call:f{}" + shut, want{content: "Ok", calls: []string{"f{}"}, reasoning: open}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.FunctionGemma, Tools: toolsOf(t, "dim", dimTool)}, c.text, c.want)
		})
	}
}

func TestGemmaHostile(t *testing.T) {
	hostileMarkup(t, toolcall.Gemma, []string{"<|tool_call>call:f{a:", `<|tool_call>call:f{a:<|"|>`},
		"<", "<|tool_call>", " call:", " call:f{", " call:f{a:", ` call:f{a:<|"|>`, ` call:f{a:<|"|>x<|"|>y`, "{a:", "[", "<|tool_call>call:f{a:1,", "<channel|>", "<|channel>", " ")
	hostileMarkup(t, toolcall.FunctionGemma, []string{"<start_function_call>call:f{a:", "<start_function_call>call:f{"},
		"<start_function_call>call:f{a:<escape>", "<start_function_call>call:f{a:<escape>[[[<escape>", "<escape>", "a:<escape>1<escape>", "{a:")
}

func FuzzGemma(f *testing.F) {
	fuzzFormat(f, toolcall.Gemma, `Hi <|tool_call>call:f{a:<|"|>x<|"|>,b:[1,{c:}]}<tool_call|> there`, `<|channel>x<channel|>call:f{a:1} call:g{<call>h{}</call>`, `<|tool_call>call:f{a:<|"|>x}<tool_call|>`)
}

func FuzzFunctionGemma(f *testing.F) {
	fuzzFormat(f, toolcall.FunctionGemma, `Hi <start_function_call>call:f{a:<escape>[1]<escape>b:<escape>x<escape>,c:{d:4}}<end_function_call> there`)
}
