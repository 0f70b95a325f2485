// Fuzzing of the formats: any text, cut anywhere.

package toolcall_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// fuzzTools declares one parameter of each kind.
const fuzzTools = `[{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}, "c": {"type": "object"},
	"d": {"type": "array"}, "e": {"type": ["number", "null"]}, "k": {"type": "boolean"}}}}]`

// fuzzFormat asserts for any text that nothing panics, that every byte is accounted for, and that pieces give the same result.
func fuzzFormat(f *testing.F, format toolcall.Format, seeds ...string) {
	for i, seed := range seeds {
		f.Add(seed, uint64(i))
		f.Add(seed+"\n"+seed, uint64(i))
		f.Add(seed[:len(seed)/2], uint64(i))
	}
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(fuzzTools))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, cuts uint64) {
		p := toolcall.Parser{Format: format, NewID: func() string { return "id" }, Limits: toolcall.Limits{MaxBytes: 4 << 10}}
		if cuts%3 > 0 {
			p.Tools, p.Repair = tools, cuts%3 > 1
		}
		res, err := p.Parse(text)
		accounts(t, text, res)
		random := rand.New(rand.NewPCG(cuts, 1))
		streams(t, p, cutAnywhere(text, random), res, err)
	})
}

func FuzzHermes(f *testing.F) {
	fuzzFormat(f, toolcall.Hermes, `Hi <tool_call>{"name": "f", "arguments": {"a": "</tool_call>"}}</tool_call> there`, `<think>no</think><tool_call>{"name": "f"}`)
}

func FuzzJarvis(f *testing.F) {
	fuzzFormat(f, toolcall.Jarvis, `{"message": "Hi", "tool_calls": [{"name": "f", "arguments": {"a": 1}, "failure_message": "no"}], "error": null} # end`,
		"Sure:\n```json\n[{\"name\": \"f\", \"arguments\": \"{}\"}]\n```")
}

func FuzzAuto(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 1))
	var seeds []string
	for _, w := range writers {
		calls, _ := randomCalls(random, 1)
		seeds = append(seeds, w.write("Hi. ", calls))
	}
	fuzzFormat(f, toolcall.Auto, seeds...)
}
