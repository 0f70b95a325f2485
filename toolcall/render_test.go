// A second, independent view of every format: the same calls written by hand in each of them.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// written is a call as a test means it: arguments in order, each a Go value of encoding/json.
type written struct {
	name string
	args []argument
}

type argument struct {
	name  string
	value any
}

// object is the arguments as JSON.
func (w written) object() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, a := range w.args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(jsonText(a.name) + ": " + jsonText(a.value))
	}
	b.WriteByte('}')
	return b.String()
}

// call is the whole call as JSON, with the key that the format uses for the arguments.
func (w written) call(key string) string {
	return fmt.Sprintf(`{"name": %s, %q: %s}`, jsonText(w.name), key, w.object())
}

func jsonText(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writer writes calls in one format.
type writer struct {
	format toolcall.Format
	write  func(prose string, calls []written) string
	prose  proseKind // what becomes of text before the calls
	single bool      // one call only
	late   bool      // only the end of the answer tells that it was calls
}

// proseKind says what a format does with text before calls.
type proseKind int

const (
	proseShown proseKind = iota
	proseDropped
	proseForbidden // text makes it no call
)

func each(prefix, sep, suffix string, one func(i int, w written) string) func(string, []written) string {
	return func(prose string, calls []written) string {
		texts := make([]string, len(calls))
		for i, w := range calls {
			texts[i] = one(i, w)
		}
		return prose + prefix + strings.Join(texts, sep) + suffix
	}
}

func object(key string) func(int, written) string {
	return func(_ int, w written) string { return w.call(key) }
}

// params writes each argument by one.
func params(one func(name, value string, v any) string) func(w written) string {
	return func(w written) string {
		var b strings.Builder
		for _, a := range w.args {
			text, ok := a.value.(string)
			if !ok {
				text = jsonText(a.value)
			}
			b.WriteString(one(a.name, text, a.value))
		}
		return b.String()
	}
}

var writers = []writer{
	{format: toolcall.Jarvis, write: func(prose string, calls []written) string {
		return `{"message": ` + jsonText(prose) + `, "tool_calls": ` + each("[", ", ", "]", object("arguments"))("", calls) + `, "error": null}`
	}},
	{format: toolcall.Hermes, write: each("<tool_call>\n", "\n</tool_call>\n<tool_call>\n", "\n</tool_call>", object("arguments"))},
	{format: toolcall.Granite4, write: each("<tool_call>", "</tool_call><tool_call>", "</tool_call>", object("arguments"))},
	{format: toolcall.Llama3JSON, write: each("", "; ", "", object("parameters")), prose: proseDropped},
	{format: toolcall.Llama3JSON, write: each("<|python_tag|>", "\n", "", object("arguments")), prose: proseDropped},
	{format: toolcall.Llama3Function, write: each("", "", "", func(_ int, w written) string { return "<function=" + w.name + ">" + w.object() + "</function>" })},
	{format: toolcall.Mistral, write: each("[TOOL_CALLS] [", ", ", "]", object("arguments"))},
	{format: toolcall.Mistral, write: each("", "", "", func(_ int, w written) string { return "[TOOL_CALLS]" + w.name + w.object() })},
	{format: toolcall.Phi4, write: each("functools[", ", ", "]", object("arguments")), prose: proseDropped},
	{format: toolcall.Granite, write: each("<|tool_call|>[", ", ", "]", object("arguments"))},
	{format: toolcall.Granite20bFC, write: each("<function_call> ", "\n<function_call> ", "", object("arguments"))},
	{format: toolcall.InternLM2, write: each("<|action_start|><|plugin|>", "", "<|action_end|>", object("parameters")), single: true},
	{format: toolcall.Jamba, write: each("<tool_calls>[\n", ",\n", "\n]</tool_calls>", object("arguments"))},
	{format: toolcall.XLAM, write: each("[", ", ", "]", object("arguments")), prose: proseForbidden},
	{format: toolcall.XLAM, write: each("```json\n[", ", ", "]\n```", object("arguments"))},
	{format: toolcall.Pythonic, write: each("[", ", ", "]", pythonCall), prose: proseForbidden, late: true},
	{format: toolcall.Llama4Pythonic, write: each("<|python_start|>[", ", ", "]<|python_end|>", pythonCall), prose: proseForbidden, late: true},
	{format: toolcall.OLMo3, write: each("<function_calls>", "\n", "</function_calls>", pythonCall), prose: proseDropped},
	{format: toolcall.DeepSeekV3, write: each("<｜tool▁calls▁begin｜>", "", "<｜tool▁calls▁end｜>", func(_ int, w written) string {
		return "<｜tool▁call▁begin｜>function<｜tool▁sep｜>" + w.name + "\n```json\n" + w.object() + "\n```<｜tool▁call▁end｜>"
	})},
	{format: toolcall.DeepSeekV31, write: each("<｜tool▁calls▁begin｜>", "", "<｜tool▁calls▁end｜>", func(_ int, w written) string {
		return "<｜tool▁call▁begin｜>" + w.name + "<｜tool▁sep｜>" + w.object() + "<｜tool▁call▁end｜>"
	})},
	{format: toolcall.DeepSeekV32, write: each("<｜DSML｜function_calls>\n", "\n", "\n</｜DSML｜function_calls>", func(_ int, w written) string {
		return `<｜DSML｜invoke name="` + w.name + "\">\n" + params(func(name, value string, v any) string {
			_, isText := v.(string)
			return fmt.Sprintf("<｜DSML｜parameter name=%q string=\"%t\">%s</｜DSML｜parameter>\n", name, isText, value)
		})(w) + "</｜DSML｜invoke>"
	})},
	{format: toolcall.KimiK2, write: each("<|tool_calls_section_begin|>", "", "<|tool_calls_section_end|>", func(i int, w written) string {
		return "<|tool_call_begin|>functions." + w.name + ":" + strconv.Itoa(i) + " <|tool_call_argument_begin|>" + w.object() + "<|tool_call_end|>"
	})},
	{format: toolcall.Harmony, write: each("", "", "", func(_ int, w written) string {
		return "<|start|>assistant to=functions." + w.name + "<|channel|>commentary json<|message|>" + w.object() + "<|call|>"
	})},
	{format: toolcall.MiniMax, write: each("<minimax:tool_call>\n", "\n", "\n</minimax:tool_call>", func(_ int, w written) string {
		return `<invoke name="` + w.name + "\">\n" + params(func(name, value string, _ any) string {
			return `<parameter name="` + name + `">` + value + "</parameter>\n"
		})(w) + "</invoke>"
	})},
	{format: toolcall.GLM4, write: each("", "\n", "", func(_ int, w written) string {
		return "<tool_call>" + w.name + "\n" + params(func(name, value string, _ any) string {
			return "<arg_key>" + name + "</arg_key>\n<arg_value>" + value + "</arg_value>\n"
		})(w) + "</tool_call>"
	})},
	{format: toolcall.Qwen3Coder, write: each("", "\n", "", qwen3Call)},
	{format: toolcall.Qwen3XML, write: each("", "", "", qwen3Call)},
	{format: toolcall.FunctionGemma, write: each("", "", "", func(_ int, w written) string {
		text := params(func(name, value string, _ any) string { return "," + name + ":<escape>" + value + "<escape>" })(w)
		return "<start_function_call>call:" + w.name + "{" + strings.TrimPrefix(text, ",") + "}<end_function_call>"
	})},
	{format: toolcall.Gemma, write: each("", "", "", func(_ int, w written) string {
		members := map[string]any{}
		var keys []string
		for _, a := range w.args {
			members[a.name] = a.value
			keys = append(keys, a.name)
		}
		return "<|tool_call>call:" + w.name + gemmaObject(keys, members) + "<tool_call|>"
	})},
}

func qwen3Call(_ int, w written) string {
	return "<tool_call>\n<function=" + w.name + ">\n" + params(func(name, value string, _ any) string {
		return "<parameter=" + name + ">\n" + value + "\n</parameter>\n"
	})(w) + "</function>\n</tool_call>"
}

func pythonCall(_ int, w written) string {
	args := make([]string, len(w.args))
	for i, a := range w.args {
		args[i] = a.name + "=" + python(a.value)
	}
	return w.name + "(" + strings.Join(args, ", ") + ")"
}

// python writes a value as a Python literal.
func python(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\t", `\t`).Replace(v) + "'"
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = python(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var items []string
		for _, key := range sortedKeys(v) {
			items = append(items, python(key)+": "+python(v[key]))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return jsonText(v)
}

func gemmaObject(keys []string, members map[string]any) string {
	var items []string
	for _, key := range keys {
		items = append(items, key+":"+gemma(members[key]))
	}
	return "{" + strings.Join(items, ",") + "}"
}

func gemma(v any) string {
	switch v := v.(type) {
	case string:
		return `<|"|>` + v + `<|"|>`
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = gemma(item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case map[string]any:
		return gemmaObject(sortedKeys(v), v)
	}
	return jsonText(v)
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// randomCalls makes calls of tools with names of their own, and the tools as an OpenAI list.
func randomCalls(random *rand.Rand, n int) (calls []written, tools string) {
	var list []string
	for i := range n {
		w := written{name: fmt.Sprintf("tool_%c", 'a'+i)}
		var properties []string
		for k := range random.IntN(4) {
			value, kind := randomValue(random, 2)
			name := fmt.Sprintf("p%d", k)
			w.args = append(w.args, argument{name, value})
			properties = append(properties, fmt.Sprintf(`%q: {"type": %q}`, name, kind))
		}
		calls = append(calls, w)
		list = append(list, fmt.Sprintf(`{"type": "function", "function": {"name": %q, "parameters": {"type": "object", "properties": {%s}}}}`, w.name, strings.Join(properties, ", ")))
	}
	return calls, "[" + strings.Join(list, ", ") + "]"
}

// words are texts that formats could trip over; none of them ends a value in any format.
var words = []string{"Rome", "", "it's", `"quoted"`, `C:\dir\file`, "a, b", "{x}", "[1]", "<b>", "</", "a=b", "#5", "日本 🌧", "line\nline", "tab\there", "}]", "key: value", "100%", "a|b", "(f)"}

func randomValue(random *rand.Rand, depth int) (value any, kind string) {
	switch n := random.IntN(6 + 2*min(depth, 1)); n {
	case 0:
		return json.Number(strconv.Itoa(random.IntN(2000) - 1000)), "integer"
	case 1:
		return json.Number("9007199254740993"), "integer"
	case 2:
		return json.Number("1.5"), "number"
	case 3:
		return random.IntN(2) == 0, "boolean"
	case 4, 5:
		return words[random.IntN(len(words))], "string"
	case 6:
		list := []any{}
		for range random.IntN(3) {
			item, _ := randomValue(random, depth-1)
			list = append(list, item)
		}
		return list, "array"
	default:
		object := map[string]any{}
		for i := range random.IntN(3) {
			object[fmt.Sprintf("k%d", i)], _ = randomValue(random, depth-1)
		}
		return object, "object"
	}
}
