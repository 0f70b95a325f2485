// The Jarvis format: envelope, tags, bare calls, lists, fences, comments.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestJarvis(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"empty", "", want{}},
		{"white space", " \n", want{content: " \n"}},
		{"a sentence", "It is 7 o'clock.", want{content: "It is 7 o'clock."}},
		{"envelope without calls", `{"message": "Hi \u00e9", "tool_calls": [], "error": null}`, want{content: "Hi é"}},
		{"envelope with a message only", `{"message": "Hi"}`, want{content: "Hi"}},
		{"envelope with a call", `{"message": "One moment.", "tool_calls": [{"name": "f", "arguments": {"a": 1}, "failure_message": "No luck."}]}`,
			want{content: "One moment.", calls: []string{`f{"a": 1} !No luck.`}}},
		{"message behind the calls", `{"tool_calls": [{"name": "f", "arguments": {}}], "message": "Done."}`, want{content: "Done.", calls: []string{"f{}"}}},
		{"singular call", `{"message": "", "tool_call": {"name": "f", "arguments": {"a": 1}}}`, want{calls: []string{`f{"a": 1}`}}},
		{"singular call beside the list", `{"tool_call": {"name": "g", "arguments": {}}, "tool_calls": [{"name": "f"}]}`, want{calls: []string{"f{}"}}},
		{"nested form with text arguments", `{"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}]}`, want{calls: []string{`f{"a": 1}`}}},
		{"noise in the list", `{"tool_calls": [1, {"name": "f", "arguments": null}]}`, want{calls: []string{"f{}"}, dropped: []string{"1"}}},
		{"only noise in the list", `{"message": "x", "tool_calls": [1]}`, want{content: "x", dropped: []string{"1"}, fault: "JSON, but not a call"}},
		{"arguments of another kind beside a good call", `{"tool_calls": [{"name": "f", "arguments": "no"}, {"name": "g"}]}`,
			want{calls: []string{"g{}"}, dropped: []string{`{"name": "f", "arguments": "no"}`}, fault: "arguments that are not an object"}},
		{"tags inside the message", `{"message": "Ok <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</tool_call>", "tool_calls": []}`, want{content: "Ok ", calls: []string{`f{"a": 1}`}}},
		{"two tags inside the message", `{"message": "<tool_call>{\"name\": \"f\"}</tool_call><tool_call>{\"name\": \"g\"}</tool_call>"}`, want{calls: []string{"f{}", "g{}"}}},
		{"bare call", `{"name": "f", "arguments": {"a": [1, "}"]}}`, want{calls: []string{`f{"a": [1, "}"]}`}}},
		{"bare call without arguments is no call", `{"name": "f"}`, want{dropped: []string{`{"name": "f"}`}, fault: "JSON, but not a call"}},
		{"bare call between text", "Look.\n{\"name\": \"f\", \"arguments\": {}}\nDone.", want{calls: []string{"f{}"}, dropped: []string{"Look.\n", "\nDone."}}},
		{"list of calls", `[{"name": "f", "arguments": {}}, {"function": {"name": "g", "arguments": {"a": 1}}}]`, want{calls: []string{"f{}", `g{"a": 1}`}}},
		{"list of numbers is text", "Rooms [1, 2].", want{content: "Rooms [1, 2]."}},
		{"fence", "```json\n{\"name\": \"f\", \"arguments\": {}}\n```", want{calls: []string{"f{}"}, dropped: []string{"```json\n", "\n```"}}},
		{"first of two objects", `{"name": "f", "arguments": {}} {"name": "g", "arguments": {}}`, want{calls: []string{"f{}"}, dropped: []string{` {"name": "g", "arguments": {}}`}}},
		{"comments", "{\"name\": \"f\", # what\n \"arguments\": {\"a\": \"#1\" # one\n}}", want{calls: []string{"f{\"a\": \"#1\" \n}"}}},
		{"repeated keys, the last counts", `{"name": "f", "name": "g", "arguments": {}}`, want{calls: []string{"g{}"}}},
		{"tag", "Sure. <tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call> Done.", want{calls: []string{"f{}"}, dropped: []string{"Sure. ", " Done."}}},
		{"tag with text that holds tags", `<tool_call>{"name": "f", "arguments": {"a": "</tool_call><tool_call>"}}</tool_call>`, want{calls: []string{`f{"a": "</tool_call><tool_call>"}`}}},
		{"good tag between broken ones", `<tool_call>no</tool_call><tool_call>{"name": "f"}</tool_call><tool_call>{"name": 5}</tool_call>`,
			want{calls: []string{"f{}"}, dropped: []string{"<tool_call>no</tool_call>", `<tool_call>{"name": 5}</tool_call>`}, fault: "not JSON"}},
		{"broken tag is never spoken", `Hi <tool_call>{"name": </tool_call> there`, want{dropped: []string{"Hi ", `<tool_call>{"name": </tool_call>`, " there"}, fault: "byte 3: not JSON"}},
		{"unclosed tag", `<tool_call>{"name": "f"}`, want{calls: []string{"f{}"}}},
		{"cut tag", `<tool_call>{"name": "f"`, want{dropped: []string{`<tool_call>{"name": "f"`}, fault: "ends before it is complete"}},
		{"thinking", `<think>{"name": "f", "arguments": {}}</think>No.`, want{content: "No.", reasoning: `{"name": "f", "arguments": {}}`}},
		{"thinking never closed", "Hi <think>{", want{content: "Hi ", reasoning: "{"}},
		{"cut envelope is never spoken", `{"message": "He`, want{dropped: []string{`{"message": "He`}, fault: "ends before it is complete"}},
		{"cut call behind text", `Wait {"name": "f", "argu`, want{content: "Wait ", dropped: []string{`{"name": "f", "argu`}, fault: "ends before it is complete"}},
		{"braces in prose", `Use {a} or {"b" or [c] {`, want{content: `Use {a} or {"b" or [c] {`}},
		{"text behind broken JSON is not spoken", `{"message": bad} Sorry.`, want{dropped: []string{`{"message": bad} Sorry.`}, fault: "not JSON"}},
		{"list of names is text", `[{"name": "f"}]`, want{content: `[{"name": "f"}]`}},
		{"other lists of an envelope", `{"message": "x", "others": [{"name": "f", "arguments": {}}]}`, want{content: "x"}},
		{"thinking in the message", `{"message": "<think>so</think>Hi"}`, want{content: "Hi"}},
		{"broken tag in the message is not spoken", `{"message": "ok <tool_call>{\"name\": "}`, want{dropped: []string{`"ok <tool_call>{\"name\": "`}, fault: "not JSON"}},
		{"arguments that nest too deep", `{"name": "f", "arguments": ` + strings.Repeat(`{"a":`, 64) + "{}" + strings.Repeat("}", 65), want{
			dropped: []string{`{"name": "f", "arguments": ` + strings.Repeat(`{"a":`, 64) + "{}" + strings.Repeat("}", 65)}, fault: "nested deeper"}},
		{"other JSON alone is not spoken", `{"city": "Rome"}`, want{dropped: []string{`{"city": "Rome"}`}, fault: "JSON, but not a call"}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Jarvis}, c.text, c.want) })
	}
}

func TestHermes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       want
	}{
		{"content before, text after", `Hi <tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call> bye`, want{content: "Hi ", calls: []string{`f{"a": 1}`}, dropped: []string{" bye"}}},
		{"two calls", "<tool_call>\n{\"name\": \"f\"}\n</tool_call>\n<tool_call>{\"name\": \"g\"}</tool_call>", want{calls: []string{"f{}", "g{}"}, dropped: []string{"\n"}}},
		{"unclosed before the next", `<tool_call>{"name": "f"} <tool_call>{"name": "g"}`, want{calls: []string{"f{}", "g{}"}, dropped: []string{" "}}},
		{"a number for a key", `<tool_call>{1}</tool_call>`, want{content: `<tool_call>{1}</tool_call>`, fault: "not JSON"}},
		{"a key without a colon", `<tool_call>{"name" "f"}</tool_call>`, want{content: `<tool_call>{"name" "f"}</tool_call>`, fault: "not JSON"}},
		{"arguments as text", `<tool_call>{"name": "f", "arguments": "{\"a\": 1}"}</tool_call>`, want{calls: []string{`f{"a": 1}`}}},
		{"arguments as other text", `<tool_call>{"name": "f", "arguments": "x"}</tool_call>`, want{calls: []string{`f"x"`}}},
		{"exact numbers", `<tool_call>{"name": "f", "arguments": {"a": 9007199254740993, "b": 1.10}}</tool_call>`, want{calls: []string{`f{"a": 9007199254740993, "b": 1.10}`}}},
		{"no call, all is content", `a <tool_call>[1]</tool_call> b`, want{content: `a <tool_call>[1]</tool_call> b`, fault: "JSON, but not a call"}},
		{"broken beside a good one", `a <tool_call>{</tool_call> b <tool_call>{"name": "f"}</tool_call>`, want{content: "a ", calls: []string{"f{}"}, dropped: []string{"<tool_call>{</tool_call>", " b "}, fault: "not JSON"}},
		{"text behind the object", `<tool_call>{"name": "f"} x</tool_call>`, want{content: `<tool_call>{"name": "f"} x</tool_call>`, fault: "not JSON"}},
		{"tag that is text", "a <tool_ca <b> </tool_call> c", want{content: "a <tool_ca <b> </tool_call> c"}},
		{"thinking", `<think>x <tool_call></think>a<tool_call>{"name": "f"}</tool_call><think>y</think>`, want{content: "a", calls: []string{"f{}"}, reasoning: "x <tool_call>y"}},
		{"too deep", `<tool_call>{"name": "f", "arguments": ` + strings.Repeat("[", 69) + `</tool_call>`, want{
			content: `<tool_call>{"name": "f", "arguments": ` + strings.Repeat("[", 69) + `</tool_call>`, fault: "nested deeper"}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Hermes}, c.text, c.want) })
	}
}
