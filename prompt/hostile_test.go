// Hostile texts in the place of tools, contexts, answers and transcripts.

package prompt_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// listEntries read lists of tools and use what they have read.
func listEntries() []hostile.Entry {
	read := func(from func(json.RawMessage) ([]prompt.Tool, error)) func([]byte) hostile.Outcome {
		return func(text []byte) hostile.Outcome {
			tools, err := from(text)
			if err == nil {
				prompt.OpenAITools(tools)
				prompt.ToolsText(tools, prompt.TextOptions{Antipatterns: true, Examples: -1})
				prompt.ToolSignatures(tools)
			}
			return hostile.Refused(err)
		}
	}
	typed := func(err error) bool { _, ok := errors.AsType[*jarvis.TagError](err); return ok }
	const command = `[{"command_name":"f","keywords":["x"],"parameters":[{"name":"a","type":"string"}]}]`
	const function = `[{"type":"function","function":{"name":"f","parameters":{"type":"object"}},"rules":["x"]}]`
	in := func(key string) hostile.Frame { return hostile.Between(key, `[{"name":"f","`+key+`":`, "}]") }
	return []hostile.Entry{{
		Name: "ToolsFromCommands", Read: read(prompt.ToolsFromCommands), Sound: []string{command, "", "null"}, Cut: command, Typed: typed, Takes: []string{"only spaces"},
		Frames: []hostile.Frame{hostile.Between("list", "", ""), hostile.Between("command", `[`, `]`), hostile.Between("examples", `[{"command_name":"f","examples":`, "}]")},
		Factor: 64, Plus: 5 << 20, MostTold: 128 << 10, // a thousand mistakes are told
	}, {
		Name: "ToolsFromOpenAI", Read: read(prompt.ToolsFromOpenAI), Sound: []string{function, "", "null"}, Cut: function, Typed: typed, Takes: []string{"only spaces"},
		Frames: []hostile.Frame{hostile.Between("list", "", ""), in("description"), in("parameters"), in("keywords"), in("examples"), in("antipatterns"), in("rules"), in("allow_direct_answer"),
			hostile.Between("arguments", `[{"name":"f","examples":[{"voice_command":"x","expected_parameters":`, "}]}]"),
			hostile.Between("property", `[{"name":"f","parameters":{"type":"object","properties":{"a":`, "}}}]")},
		Factor: 64, Plus: 5 << 20, MostTold: 128 << 10, // a thousand mistakes are told
	}}
}

// contextEntry reads the context of a node, of which no part makes the rest unreadable.
func contextEntry() hostile.Entry {
	return hostile.Entry{
		Name: "Context.UnmarshalJSON", Sound: []string{`{"room":"hall"}`, "null"}, Tolerant: true, Factor: 180, Plus: 256 << 10,
		Frames: []hostile.Frame{hostile.Between("context", "", ""), hostile.Between("room", `{"room":`, "}"), hostile.Between("agents", `{"agents":`, "}"),
			hostile.Between("devices", `{"agents":{"home":{"devices":`, "}}}"), hostile.Between("rooms", `{"room_hierarchy":`, "}")},
		Read: func(text []byte) hostile.Outcome {
			var c prompt.Context
			err := json.Unmarshal(text, &c)
			if err == nil {
				prompt.AgentContext(c)
			}
			return hostile.Refused(err)
		},
	}
}

// answerEntries read what a model or a user writes; everything is an answer of some kind.
func answerEntries(t testing.TB) []hostile.Entry {
	accepted := func(name string, read func(text string)) hostile.Entry {
		return hostile.Entry{Name: name, Tolerant: true, Factor: 260, Plus: 7 << 20, Sound: []string{"x"}, Read: func(text []byte) hostile.Outcome {
			read(string(text))
			return hostile.Outcome{Accepted: true}
		}}
	}
	tools, err := prompt.ToolsFromOpenAI(json.RawMessage(`[{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","_refinable":true},"b":{"type":"integer","_refinable":true}}}}]`))
	require.NoError(t, err)
	call := toolcall.Call{Call: jarvis.Call{Name: "f", Arguments: json.RawMessage(`{}`)}}
	entries := []hostile.Entry{
		accepted("Clean", func(text string) { prompt.Clean(text) }),
		accepted("EstimateTokens", func(text string) { prompt.EstimateTokens(text) }),
		accepted("UserMessage", func(text string) { prompt.UserMessage(text, []string{text}, "") }),
		accepted("MergeRefined", func(text string) { prompt.MergeRefined(tools[0], call, text) }),
		accepted("RefinePrompt", func(text string) {
			prompt.RefinePrompt(tools[0], toolcall.Call{Call: jarvis.Call{Name: "f", Arguments: json.RawMessage(text)}}, text)
		}),
	}
	for name, write := range map[string]func(toolcall.Call) (string, error){
		"EnvelopeCompletion": prompt.EnvelopeCompletion, "FunctionCompletion": prompt.FunctionCompletion,
	} {
		entries = append(entries, hostile.Entry{
			Name: name, Sound: []string{`{"a":1}`, `"{}"`}, Cut: `{"a":1}`, Tolerant: true, Factor: 40, Plus: 256 << 10,
			Frames: []hostile.Frame{hostile.Between("arguments", "", ""), hostile.Between("value", `{"a":`, "}")},
			Read: func(text []byte) hostile.Outcome {
				_, err := write(toolcall.Call{Call: jarvis.Call{Name: "f", Arguments: text}})
				return hostile.Refused(err)
			},
		})
	}
	return entries
}

func hostileEntries(t testing.TB) []hostile.Entry {
	return append(append(listEntries(), contextEntry()), answerEntries(t)...)
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries(b) {
		e.Benchmark(b)
	}
}
