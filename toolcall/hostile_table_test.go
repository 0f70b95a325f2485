// Hostile JSON in the place of answers, calls, lists of tools and messages.

package toolcall_test

import (
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	attack "github.com/jarvis-sdk/jarvis/internal/hostile"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func isTagError(err error) bool { _, ok := errors.AsType[*jarvis.TagError](err); return ok }

// listEntries read lists of tools.
func listEntries() []attack.Entry {
	read := func(from func(json.RawMessage) (*toolcall.Tools, error)) func([]byte) attack.Outcome {
		return func(text []byte) attack.Outcome {
			_, err := from(text)
			return attack.Refused(err)
		}
	}
	spaces := []string{"only spaces"}
	const command = `[{"command_name":"f","parameters":[{"name":"a","type":"string","enum_values":["x"],"required":true}]}]`
	const function = `[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}]`
	inCommand := func(name, key string) attack.Frame {
		return attack.Between(name, `[{"command_name":"f","parameters":[{"name":"a","type":"string","`+key+`":`, "}]}]")
	}
	return []attack.Entry{{
		Name: "ToolsFromCommands", Read: read(toolcall.ToolsFromCommands), Sound: []string{command, "", "null"}, Cut: command, Takes: spaces, Typed: isTagError,
		Frames: []attack.Frame{
			attack.Between("list", "", ""), attack.Between("element", "[", "]"), attack.Between("command_name", `[{"command_name":`, "}]"),
			attack.Between("parameters", `[{"command_name":"f","parameters":`, "}]"), attack.Between("parameter", `[{"command_name":"f","parameters":[`, "]}]"),
			attack.Between("name", `[{"command_name":"f","parameters":[{"type":"string","name":`, "}]}]"),
			attack.Between("type", `[{"command_name":"f","parameters":[{"name":"a","type":`, "}]}]"),
			inCommand("description", "description"), inCommand("required", "required"), inCommand("default", "default_value"), inCommand("enum", "enum_values"),
		},
	}, {
		Name: "ToolsFromOpenAI", Read: read(toolcall.ToolsFromOpenAI), Sound: []string{function, "", "null"}, Cut: function, Takes: spaces, Typed: isTagError,
		Frames: []attack.Frame{
			attack.Between("list", "", ""), attack.Between("element", "[", "]"), attack.Between("function", `[{"type":"function","function":`, "}]"),
			attack.Between("type", `[{"function":{"name":"f"},"type":`, "}]"), attack.Between("name", `[{"function":{"name":`, "}}]"),
			attack.Between("parameters", `[{"name":"f","parameters":`, "}]"),
			attack.Between("properties", `[{"name":"f","parameters":{"type":"object","properties":`, "}}]"),
			attack.Between("property", `[{"name":"f","parameters":{"type":"object","properties":{"a":`, "}}}]"),
			attack.Between("enum", `[{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","enum":`, "}}}}]"),
			attack.Between("required", `[{"name":"f","parameters":{"type":"object","properties":{},"required":`, "}}]"),
		},
	}}
}

// checkEntries judge calls. A tool whose schema is not understood has its arguments looked at alone.
func checkEntries(t testing.TB) []attack.Entry {
	checked := typicalTools(t)
	unchecked, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name":"get_weather","parameters":{"$ref":"#/x"}}]`))
	require.NoError(t, err)
	check := func(tools *toolcall.Tools) func([]byte) attack.Outcome {
		return func(text []byte) attack.Outcome {
			return attack.Refused(tools.Check(jarvis.Call{Name: "get_weather", Arguments: text}))
		}
	}
	typed := func(err error) bool { _, ok := errors.AsType[*toolcall.CallError](err); return ok }
	const sound = `{"city":"Rome","days":2,"hours":[1,2]}`
	frames := []attack.Frame{attack.Between("arguments", "", ""), attack.Between("city", `{"city":`, "}"), attack.Between("days", `{"days":`, "}"),
		attack.Between("hours", `{"hours":`, "}"), attack.Between("unknown", `{"x":`, "}")}
	return []attack.Entry{
		{MaxBytes: 1 << 20, Name: "Tools.Check", Kept: 2 * attack.Large, Read: check(checked), Sound: []string{sound, "null", ""}, Cut: sound, Takes: []string{"only spaces"}, Frames: frames, Typed: typed, Mentions: []string{"get_weather"}},
		{MaxBytes: 1 << 20, Name: "Tools.Check, schema not understood", Kept: 2 * attack.Large, Read: check(unchecked), Sound: []string{sound}, Cut: sound, Takes: []string{"only spaces"}, Frames: frames, Typed: typed, Mentions: []string{"get_weather"}},
		{Name: "Tools.Check, name", Tolerant: true, Sound: []string{"get_weather"}, Typed: typed, Kept: 2 * attack.Large, Read: func(text []byte) attack.Outcome {
			return attack.Refused(checked.Check(jarvis.Call{Name: string(text)}))
		}},
	}
}

// answerEntries read what a model writes; a text without calls is content.
func answerEntries(t testing.TB) []attack.Entry {
	tools := typicalTools(t)
	typed := func(err error) bool { _, ok := errors.AsType[*toolcall.SyntaxError](err); return ok }
	var entries []attack.Entry
	for _, format := range []toolcall.Format{toolcall.Auto, toolcall.Jarvis, toolcall.Hermes, toolcall.Mistral} {
		parser := toolcall.Parser{Format: format, Tools: tools, Repair: true}
		sound := `<tool_call>{"name":"get_weather","arguments":{"city":"Rome"}}</tool_call>`
		frames := []attack.Frame{
			attack.Between("answer", "", ""), attack.Between("call", "<tool_call>", "</tool_call>"), attack.Between("name", `<tool_call>{"name":`, `,"arguments":{}}</tool_call>`),
			attack.Between("arguments", `<tool_call>{"name":"get_weather","arguments":`, "}</tool_call>"),
			attack.Between("city", `<tool_call>{"name":"get_weather","arguments":{"city":`, "}}</tool_call>"),
			attack.Between("envelope", `{"message":"","tool_calls":`, "}"),
		}
		if format == toolcall.Mistral {
			sound = `[TOOL_CALLS][{"name":"get_weather","arguments":{"city":"Rome"}}]`
			frames = []attack.Frame{attack.Between("calls", "[TOOL_CALLS]", ""), attack.Between("arguments", "[TOOL_CALLS]get_weather{\"city\":", "}")}
		}
		entries = append(entries, attack.Entry{
			Name: "Parser, " + string(format), Sound: []string{sound}, Tolerant: true, Frames: frames, Typed: typed, Kept: 12 * attack.Large,
			Read: func(text []byte) attack.Outcome {
				result, err := parser.Parse(string(text))
				if err == nil {
					for _, wrong := range tools.CheckAll(result.Calls) {
						err = errors.Join(err, &toolcall.SyntaxError{Faults: []toolcall.Fault{{Reason: wrong.Error()}}})
					}
				}
				return attack.Refused(err)
			},
		})
	}
	return append(entries, attack.Entry{
		Name: "Repair", Sound: []string{`{"a":1}`, `{'a':1,}`}, Tolerant: true,
		Read: func(text []byte) attack.Outcome {
			fixed, _, ok := toolcall.Repair(string(text))
			if !ok {
				return attack.Refused(errors.New("not mended"))
			}
			if !json.Valid(fixed) {
				return attack.Outcome{} // which tells nothing and so fails
			}
			return attack.Outcome{Accepted: true}
		},
	})
}

// jsonEntries read the transcripts and questions that hosts keep.
func jsonEntries() []attack.Entry {
	return []attack.Entry{{
		Name: "Message.UnmarshalJSON", Sound: []string{`{"role":"user","content":"x"}`}, Tolerant: true,
		Frames: []attack.Frame{
			attack.Between("message", "", ""), attack.Between("content", `{"role":"user","content":`, "}"), attack.Between("tool_calls", `{"role":"assistant","tool_calls":`, "}"),
			attack.Between("type", `{"role":"assistant","tool_calls":[{"type":`, "}]}"), attack.Between("arguments", `{"role":"assistant","tool_calls":[{"function":{"arguments":`, "}}]}"),
		},
		Read: func(text []byte) attack.Outcome { return attack.Refused(json.Unmarshal(text, new(toolcall.Message))) },
	}, {
		Name: "Clarification.UnmarshalJSON", Sound: []string{`{"question":"x"}`}, Tolerant: true,
		Read: func(text []byte) attack.Outcome {
			return attack.Refused(json.Unmarshal(text, new(toolcall.Clarification)))
		},
	}}
}

func hostileEntries(t testing.TB) []attack.Entry {
	lists, checks, answers := listEntries(), checkEntries(t), answerEntries(t)
	entries := append(append(append(lists, checks...), answers...), jsonEntries()...)
	for i := range entries {
		entries[i].Factor, entries[i].Plus, entries[i].MostTold = 300, 3<<20, 96<<10 // a thousand mistakes are told
	}
	return entries
}

func TestHostileTable(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func BenchmarkHostileTable(b *testing.B) {
	for _, e := range hostileEntries(b) {
		e.Benchmark(b)
	}
}

// Elements of an envelope that are no calls cost what their text does, not a fault each.
func TestEnvelopeOfNoCalls(t *testing.T) {
	text := `{"message":"","tool_calls":[1` + strings.Repeat(",1", attack.Large/2) + `]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result, err := toolcall.Parser{Format: toolcall.Jarvis}.Parse(text)
	runtime.ReadMemStats(&after)
	broken, ok := errors.AsType[*toolcall.SyntaxError](err)
	require.True(t, ok)
	require.Len(t, broken.Faults, 1000)
	require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(10*len(text)))
	accounts(t, text, result)
}

func TestHostilePage(t *testing.T) {
	attack.CheckPage(t, "../docs/hostile.md", "toolcall", append(listEntries(), checkEntries(t)[0], answerEntries(t)[1])...)
}

// What is read of a question is written again and read as the same.
func FuzzClarification(f *testing.F) {
	f.Add(`{"question":"Which?","parameter_name":"room","options":["den",""],"tool_call_id":"c"}`)
	f.Add(`{"options":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		var c, again toolcall.Clarification
		if json.Unmarshal([]byte(text), &c) != nil {
			return
		}
		written, err := json.Marshal(c)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(written, &again))
		rewritten, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(written), string(rewritten))
	})
}
