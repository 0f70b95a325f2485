// Mending on demand: only with Repair set, only what passes the check, always told.

package toolcall_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func mendTools(t *testing.T) *toolcall.Tools {
	t.Helper()
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "additionalProperties": false}}]`))
	require.NoError(t, err)
	return tools
}

func TestMending(t *testing.T) {
	for _, c := range []struct {
		name   string
		format toolcall.Format
		text   string
		want   want
		told   []string
	}{
		{"a brace too few in a tag", toolcall.Hermes, `Hi <tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>`,
			want{content: "Hi ", calls: []string{`f{"a": 1}`}}, []string{"added a missing }"}},
		{"after a good call", toolcall.Hermes, `<tool_call>{'name': 'f', 'arguments': {}}</tool_call><tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>`,
			want{calls: []string{"f{}", `f{"a": 1}`}}, nil},
		{"Python in a tag", toolcall.Jarvis, `<tool_call>{'name': 'f', 'arguments': {'a': 1,}}</tool_call>`,
			want{calls: []string{`f{"a": 1}`}}, []string{"replaced single quotes", "removed a trailing comma"}},
		{"an envelope cut after its calls", toolcall.Jarvis, `{"message": "Ok", "tool_calls": [{"name": "f", "arguments": {"a": 1}}`,
			want{content: "Ok", calls: []string{`f{"a": 1}`}}, []string{"added a missing ]", "added a missing }"}},
		{"two calls in an envelope", toolcall.Jarvis, `{"tool_calls": [{"name": "f", "arguments": {}}, {"name": "f", "arguments": {"a": 1}},]}`,
			want{calls: []string{"f{}", `f{"a": 1}`}}, []string{"removed a trailing comma"}},
		{"arguments passed on as text", toolcall.Mistral, `[TOOL_CALLS]f{"a": 1, b: "x"}`,
			want{calls: []string{`f{"a": 1, "b": "x"}`}}, []string{"put a bare key into quotes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := toolcall.Parser{Format: c.format, Tools: mendTools(t), Repair: true}
			check(t, p, c.text, c.want)
			res, err := p.Parse(c.text)
			require.NoError(t, err)
			for _, call := range res.Calls {
				assert.NotEmpty(t, call.Repaired)
				if c.told != nil {
					assert.Equal(t, c.told, call.Repaired)
				}
			}
			p.Repair = false
			res, _ = p.Parse(c.text)
			for _, call := range res.Calls {
				assert.Empty(t, call.Repaired, "without being asked nothing is mended")
				assert.False(t, json.Valid(call.Arguments))
			}
		})
	}
}

func TestWhatIsNotMended(t *testing.T) {
	for _, c := range []struct {
		name   string
		format toolcall.Format
		text   string
	}{
		{"cut inside a text", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"b": "Hello, I`},
		{"cut behind a tag inside a text", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"b": "<p>I quit</p>`},
		{"cut behind a fence inside a text", toolcall.Jarvis, "{\"name\": \"f\", \"arguments\": {\"b\": \"see ```"},
		{"no quote before the end mark", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"b": "Paris}}</tool_call>`},
		{"cut between two arguments", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"b": "x"`},
		{"cut behind a comma", toolcall.Jarvis, `{'name': 'f', 'arguments': {'a': 1,`},
		{"cut behind the arguments", toolcall.Hermes, `<tool_call>{'name': 'f', 'arguments': {'a': 1}`},
		{"arguments passed on and cut", toolcall.Mistral, `[TOOL_CALLS]f{"a": 1, b: "x"`},
		{"a comment that may have taken an argument", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"a": 1 # one, "b": "x"}}</tool_call>`},
		{"cut inside a number", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"a": 1`},
		{"refused by the check", toolcall.Hermes, `<tool_call>{"name": "f", "arguments": {"a": "x",}}</tool_call>`},
		{"an unknown tool", toolcall.Hermes, `<tool_call>{"name": "g", "arguments": {"a": 1}</tool_call>`},
		{"one of two refused", toolcall.Jarvis, `{"tool_calls": [{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}},]}`},
		{"no JSON at all", toolcall.Hermes, `<tool_call>f(a=1)</tool_call>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := toolcall.Parser{Format: c.format, Tools: mendTools(t), Repair: true}
			res, err := p.Parse(c.text)
			if c.format != toolcall.Mistral { // which passes broken arguments on
				require.Error(t, err)
				assert.Empty(t, res.Calls)
			}
			for _, call := range res.Calls {
				assert.Empty(t, call.Repaired)
				assert.False(t, json.Valid(call.Arguments))
			}
		})
	}
}

func TestMendingAndTheLimitOfCalls(t *testing.T) {
	broken := `<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>`
	for _, format := range []toolcall.Format{toolcall.Hermes, toolcall.Jarvis, toolcall.Auto} {
		p := toolcall.Parser{Format: format, Tools: mendTools(t), Repair: true, Limits: toolcall.Limits{MaxCalls: 2}}
		res, err := p.Parse(strings.Repeat(broken, 3))
		require.ErrorContains(t, err, "more calls than the limit")
		assert.Len(t, res.Calls, 2)
	}
}

func TestMendingNormalisesDatesFirst(t *testing.T) {
	tools, err := toolcall.ToolsFromCommands(json.RawMessage(`[{"command_name": "f", "parameters": [{"name": "when", "type": "array<datetime>"}]}]`))
	require.NoError(t, err)
	p := toolcall.Parser{Format: toolcall.Jarvis, Tools: tools, Repair: true, DateParameter: "when"}
	check(t, p, `{'name': 'f', 'arguments': {'when': '2026-01-18T05:00:00Z'}}`, want{calls: []string{`f{"when": ["2026-01-18T05:00:00Z"]}`}})
}

func TestMendingNeedsTools(t *testing.T) {
	res, err := toolcall.Parser{Format: toolcall.Hermes, Repair: true}.Parse(`<tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>`)
	require.Error(t, err)
	assert.Empty(t, res.Calls)
}

func TestSoundCallsAreNotTouched(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Hermes, Tools: mendTools(t), Repair: true}
	check(t, p, `<tool_call>{"name": "f", "arguments": {"a": "wrong"}}</tool_call>`, want{calls: []string{`f{"a": "wrong"}`}})
}
