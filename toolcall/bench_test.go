// Speed of the formats beside encoding/json, and of hostile texts by their length.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// BenchmarkFormats reads an answer with twenty calls in every format but internlm2, which has one. The floor is encoding/json decoding the same calls from a
// JSON array; its MB/s count that array, those of a format the text of the answer.
func BenchmarkFormats(b *testing.B) {
	calls := typicalCalls(20)
	array := each("[", ",", "]", object("arguments"))("", calls)
	b.Run("floor_json", func(b *testing.B) {
		data := []byte(array)
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var decoded []struct {
				Name      string         `json:"name"`
				Arguments map[string]any `json:"arguments"`
			}
			if err := json.Unmarshal(data, &decoded); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, w := range variants {
		b.Run(name, func(b *testing.B) {
			calls := calls
			if w.single {
				calls = calls[:1]
			}
			text := w.write("", calls)
			p := toolcall.Parser{Format: w.format, Tools: typicalTools(b)}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				res, err := p.Parse(text)
				if err != nil || len(res.Calls) != len(calls) {
					b.Fatal(err, res)
				}
			}
		})
	}
}

// BenchmarkStream reads the same answers in pieces of four bytes, about a token.
func BenchmarkStream(b *testing.B) {
	for _, w := range writers[:2] {
		b.Run(string(w.format), func(b *testing.B) {
			text := w.write("Let me look.", typicalCalls(20))
			p := toolcall.Parser{Format: w.format}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s, err := p.Stream()
				if err != nil {
					b.Fatal(err)
				}
				for rest := text; rest != ""; {
					n := min(4, len(rest))
					s.Write(rest[:n])
					rest = rest[n:]
				}
				if _, err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func typicalCalls(n int) []written {
	random := rand.New(rand.NewPCG(1, 1))
	calls := make([]written, n)
	for i := range calls {
		calls[i] = written{"get_weather", []argument{
			{"city", "San Francisco, California"},
			{"days", json.Number(fmt.Sprint(random.IntN(9)))},
			{"metric", true},
			{"hours", []any{json.Number("6"), json.Number("12"), json.Number("18")}},
		}}
	}
	return calls
}

func typicalTools(tb testing.TB) *toolcall.Tools {
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {
		"city": {"type": "string"}, "days": {"type": "integer"}, "metric": {"type": "boolean"}, "hours": {"type": "array", "items": {"type": "integer"}}}}}}]`))
	if err != nil {
		tb.Fatal(err)
	}
	return tools
}

type hostileText struct{ name, head, unit string }

// text repeats the unit up to a length.
func (h hostileText) text(size int) string {
	return h.head + strings.Repeat(h.unit, size/len(h.unit))
}

// hostile texts are repeated up to a length. Each is meant to make a careless parser read the rest of the text again and again.
var hostile = []hostileText{
	{"angles", "", "<"},
	{"braces", "", "{"},
	{"brackets", "", "["},
	{"quotes", "", `"`},
	{"deep", "<tool_call>", `{"a":`},
	{"deep_name", "", `{"name":`},
	{"deep_array", "[TOOL_CALLS] ", "["},
	{"calls_unclosed", "", `<tool_call>{"name": "f", "arguments": {"a": "`},
	{"tags", "", "<tool_call>"},
	{"tag_pairs", "", "<tool_call></tool_call>"},
	{"function", "", "<function=f>"},
	{"parameters", "<tool_call><function=f>", "<parameter=a>"},
	{"arg_keys", "<tool_call>f\n", "<arg_key>a</arg_key>"},
	{"glm", "", "<tool_call>f\n<arg_key>a</arg_key><arg_value>b"},
	{"invoke", "<minimax:tool_call>", `<invoke name="f"><parameter name="a">`},
	{"dsml", "<｜DSML｜function_calls>", `<｜DSML｜invoke name="f"><｜DSML｜parameter name="a" string="true">`},
	{"deepseek", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"},
	{"deepseek_open", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>f<｜tool▁sep｜>"},
	{"kimi", "<|tool_calls_section_begin|>", "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>"},
	{"mistral", "", "[TOOL_CALLS]f{"},
	{"functools", "", "functools["},
	{"python", "[", "f(a=["},
	{"python_calls", "[", "f(a='b'),"},
	{"python_strings", "<|python_start|>[f(a=", "'"},
	{"gemma", "", `<|tool_call>call:f{a:{`},
	{"gemma_text", "", `<|tool_call>call:f{a:<|"|>`},
	{"escape", "", "<start_function_call>call:f{a:<escape>"},
	{"harmony", "", "<|start|>assistant<|channel|>commentary to=f<|message|>{"},
	{"harmony_heads", "", "<|start|>assistant"},
	{"think", "", "<think>"},
	{"think_pairs", "", "<think></think>"},
	{"spaces", "a", " "},
	{"fences", "", "```json\n"},
	{"fence_calls", "", "```json\n{\"name\""},
	{"comments", "{", "#\n"},
	{"action", "", "<|action_start|><|plugin|>{"},
	{"envelope", `{"tool_calls": [`, `{"name": "f"},`},
	{"messages", "", `{"message": "`},
}

// BenchmarkHostile shows that time grows with the text: the MB/s of a format stay the same from 1 KB to 10 MB.
func BenchmarkHostile(b *testing.B) {
	for _, format := range toolcall.Formats() {
		for _, h := range hostile {
			for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
				b.Run(fmt.Sprintf("%s/%s/%dKB", format, h.name, size>>10), func(b *testing.B) {
					text := h.text(size)
					p := toolcall.Parser{Format: format, Limits: toolcall.Limits{MaxBytes: 16 << 20, MaxCalls: 1 << 30}}
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						p.Parse(text)
					}
				})
			}
		}
	}
}
