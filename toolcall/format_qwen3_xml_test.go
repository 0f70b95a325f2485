// The qwen3_xml and qwen3_coder formats.

package toolcall_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// toolsOf declares tools, each as its name and its properties in JSON.
func toolsOf(t *testing.T, nameAndProperties ...string) *toolcall.Tools {
	t.Helper()
	var list []string
	for i := 0; i < len(nameAndProperties); i += 2 {
		list = append(list, `{"type": "function", "function": {"name": "`+nameAndProperties[i]+`", "parameters": {"type": "object", "properties": `+nameAndProperties[i+1]+`}}}`)
	}
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage("[" + strings.Join(list, ",") + "]"))
	require.NoError(t, err)
	return tools
}

// dimTool has a parameter of each type.
const dimTool = `{"room": {"type": "string"}, "level": {"type": "integer"}, "factor": {"type": "number"}, "slow": {"type": "boolean"},
	"scene": {"type": "object"}, "lamps": {"type": "array"}, "note": {"anyOf": [{"type": "string"}, {"type": "null"}]}}`

func TestQwen3(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"empty", "", want{}},
		{"plain text", "It is <b>7</b> o'clock.\n", want{content: "It is <b>7</b> o'clock.\n"}},
		{"one call", "<tool_call>\n<function=dim>\n<parameter=room>\nhall\n</parameter>\n</function>\n</tool_call>", want{calls: []string{`dim{"room":"hall"}`}}},
		{"types", "<function=dim><parameter=level>\n40\n</parameter><parameter=factor>2.0</parameter><parameter=slow>True</parameter><parameter=scene>{'a': 1}</parameter><parameter=lamps>[1, 2]</parameter><parameter=note>null</parameter></function>",
			want{calls: []string{`dim{"level":40,"factor":2,"slow":true,"scene":{"a":1},"lamps":[1, 2],"note":null}`}}},
		{"text that does not fit stays text", "<function=dim><parameter=level>much</parameter><parameter=other>5</parameter></function>", want{calls: []string{`dim{"level":"much","other":"5"}`}}},
		{"undeclared tool", "<function=f><parameter=a>5</parameter></function>", want{calls: []string{`f{"a":"5"}`}}},
		{"one line end on either side", "<function=f><parameter=a>\n\n  x \n\n</parameter><parameter=b>\r\ny\r\n</parameter><parameter=c>\n</parameter></function>",
			want{calls: []string{`f{"a":"\n  x \n","b":"y","c":""}`}}},
		{"no arguments", "<tool_call><function=f></function></tool_call>", want{calls: []string{"f{}"}}},
		{"unicode", "<function=f><parameter=ключ>日本 🌧 \"x\" \\n</parameter></function>", want{calls: []string{`f{"ключ":"日本 🌧 \"x\" \\n"}`}}},
		{"content around", "Ok. \n<tool_call><function=f></function></tool_call>\nDone.", want{content: "Ok. \n", calls: []string{"f{}"}, dropped: []string{"\nDone."}}},
		{"parallel calls", "<tool_call><function=f></function></tool_call>\n<tool_call><function=g></function></tool_call>", want{calls: []string{"f{}", "g{}"}, dropped: []string{"\n"}}},
		{"two functions in one pair", "<tool_call><function=f></function><function=g></function></tool_call>", want{calls: []string{"f{}", "g{}"}}},
		{"no outer tags", "Ok <function=f><parameter=a>1</parameter></function> bye", want{content: "Ok ", calls: []string{`f{"a":"1"}`}, dropped: []string{" bye"}}},
		{"outer end only", "Ok <function=f></function></tool_call>", want{content: "Ok ", calls: []string{"f{}"}}},
		{"outer start only", "<tool_call><function=f></function> <tool_call><function=g></function>", want{calls: []string{"f{}", "g{}"}, dropped: []string{" "}}},
		{"function not closed", "<tool_call><function=f><parameter=a>1</parameter></tool_call>", want{calls: []string{`f{"a":"1"}`}}},
		{"parameter not closed before the next", "<function=f><parameter=a>\n1\n<parameter=b>2</parameter></function>", want{calls: []string{`f{"a":"1","b":"2"}`}}},
		{"parameters never closed", "<tool_call><function=f><parameter=a>1<parameter=b>2<parameter=c>3</function></tool_call>", want{calls: []string{`f{"a":"1","b":"2","c":"3"}`}}},
		{"parameter not closed, text behind", "<function=f><parameter=a>1</function> bye", want{calls: []string{`f{"a":"1"}`}, dropped: []string{" bye"}}},
		{"a parameter in a value", "<function=f><parameter=a>x\n<parameter=b>y</parameter>\nz</parameter><parameter=b>1</parameter></function>",
			want{calls: []string{`f{"a":"x\n<parameter=b>y</parameter>\nz","b":"1"}`}}},
		{"a call in a value", "<tool_call><function=f><parameter=a>see <tool_call><function=g><parameter=a>1</parameter></function></tool_call> there</parameter></function></tool_call>",
			want{calls: []string{`f{"a":"see <tool_call><function=g><parameter=a>1</parameter></function></tool_call> there"}`}}},
		{"end tags in a value", "<function=f><parameter=a>'</parameter>', '</function>', '</tool_call>'</parameter></function>",
			want{calls: []string{`f{"a":"'</parameter>', '</function>', '</tool_call>'"}`}}},
		{"a start tag in a value", "<function=dim><parameter=room>a <parameter=x> tag</parameter><parameter=level>3</parameter></function>",
			want{calls: []string{`dim{"room":"a <parameter=x> tag","level":3}`}}},
		{"a function tag in a value", "<function=f><parameter=a>a <function=x> tag</parameter></function>", want{calls: []string{`f{"a":"a <function=x> tag"}`}}},
		{"a function tag without end is skipped", "<tool_call><function=f\n</function></tool_call><tool_call><function=g></function></tool_call>",
			want{calls: []string{"g{}"}, dropped: []string{"<tool_call><function=f\n</function></tool_call>"}, fault: "byte 0: a call without a name"}},
		{"a template", "<tool_call><function={{ name }}></function></tool_call>", want{content: "<tool_call><function={{ name }}></function></tool_call>", fault: "without a name"}},
		{"no name", "<tool_call><function=></function></tool_call>", want{content: "<tool_call><function=></function></tool_call>", fault: "without a name"}},
		{"a mention is text", "Write <function=f> or <function=...>.", want{content: "Write <function=f> or <function=...>."}},
		{"a JSON call", `<tool_call>{"name": "f"}</tool_call>`, want{content: `<tool_call>{"name": "f"}</tool_call>`, fault: "JSON, but not a call"}},
		{"text between parameters", "<tool_call><function=f>x</function></tool_call> <tool_call><function=g></function></tool_call>",
			want{calls: []string{"g{}"}, dropped: []string{"<tool_call><function=f>x</function></tool_call>", " "}, fault: "text where a parameter should be"}},
		{"cut in the tag", "Ok <tool_call><func", want{content: "Ok <tool_call><func", fault: "JSON, but not a call"}},
		{"cut in the name", "<tool_call><function=f", want{content: "<tool_call><function=f", fault: "without a name"}},
		{"cut in a value", "<tool_call><function=f><parameter=a>1", want{content: "<tool_call><function=f><parameter=a>1", fault: "ends before it is complete"}},
		{"cut behind a good call", "<function=f></function><tool_call><function=g><parameter=a>1</parameter>", want{calls: []string{"f{}"}, dropped: []string{"<tool_call><function=g><parameter=a>1</parameter>"}, fault: "ends before it is complete"}},
		{"thinking", "<think><tool_call><function=f></function></think>Ok<function=g></function>", want{content: "Ok", calls: []string{"g{}"}, reasoning: "<tool_call><function=f></function>"}},
		{"nothing is valid UTF-8", "<function=f><parameter=a>\xff\x00</parameter></function>\xfe", want{calls: []string{"f{\"a\":\"\ufffd\\u0000\"}"}, dropped: []string{"\xfe"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, format := range []toolcall.Format{toolcall.Qwen3XML, toolcall.Qwen3Coder} {
				check(t, toolcall.Parser{Format: format, Tools: toolsOf(t, "dim", dimTool)}, c.text, c.want)
			}
		})
	}
}

// hostileMarkup reads texts made of one piece over and over: nothing panics, every byte is accounted for.
func hostileMarkup(t *testing.T, format toolcall.Format, prefixes []string, pieces ...string) {
	t.Helper()
	for _, prefix := range append(prefixes, "") {
		for _, piece := range pieces {
			text := prefix + strings.Repeat(piece, 100_000/len(piece))
			p := toolcall.Parser{Format: format, NewID: func() string { return "id" }}
			res, _ := p.Parse(text)
			accounts(t, text, res)
			text = text[:min(len(text), 20_000)]
			res, err := p.Parse(text)
			streams(t, p, strings.SplitAfter(text, ">"), res, err)
		}
	}
}

func TestQwen3Hostile(t *testing.T) {
	hostileMarkup(t, toolcall.Qwen3XML, []string{"<tool_call><function=f><parameter=a>"},
		"<", "<tool_call>", "<function=", "<function=f>", "<tool_call><function=f><parameter=a>", "<parameter=a>", "</parameter>\n",
		"<function=f><parameter=a>x</function>x", "<function=f><parameter=a><function=g></function>", "<function=f><parameter=a></parameter>x", "</function>")
}

func FuzzQwen3XML(f *testing.F) {
	fuzzFormat(f, toolcall.Qwen3XML, "Hi <tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call> there",
		"<function=f><parameter=a>1<parameter=b><function=g><parameter=a>2</parameter></function></parameter></function>", "<think>x</think><tool_call><function=f></tool_call>")
}
