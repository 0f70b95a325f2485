// Streaming: what is released when, limits, and the life of a Stream.

package toolcall_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// open starts a stream of a parser whose ids are fixed.
func open(t *testing.T, p toolcall.Parser) *toolcall.Stream {
	t.Helper()
	p.NewID = func() string { return "id" }
	s, err := p.Stream()
	require.NoError(t, err)
	return s
}

func TestContentIsReleasedAsSoonAsItIsCertain(t *testing.T) {
	s := open(t, toolcall.Parser{Format: toolcall.Hermes})
	assert.Equal(t, "Let me ", s.Write("Let me ").Content)
	assert.Equal(t, "look", s.Write("look<tool").Content, "the beginning of a tag is held back")
	assert.Equal(t, "<toolbox> ok ", s.Write("box> ok <").Content, "and given back when it is none")
	assert.Empty(t, s.Write("tool_call>"))
	assert.Empty(t, s.Write(`{"name": "f", "arguments": {}}`))
	d := s.Write("</tool_call>")
	require.Len(t, d.Calls, 1, "a call is given when it is complete")
	assert.Equal(t, "f", d.Calls[0].Name)
	assert.Empty(t, s.Write(" bye"))
	last, err := s.Close()
	require.NoError(t, err)
	assert.Empty(t, last)
	assert.Equal(t, "Let me look<toolbox> ok ", s.Result().Content)
}

func TestReasoningIsReleasedAsItComes(t *testing.T) {
	s := open(t, toolcall.Parser{Format: toolcall.Hermes})
	assert.Equal(t, toolcall.Delta{Content: "a"}, s.Write("a<thi"))
	assert.Equal(t, toolcall.Delta{Reasoning: "so "}, s.Write("nk>so <"))
	assert.Equal(t, toolcall.Delta{Reasoning: "</thin"}, s.Write("/thin<"))
	assert.Equal(t, toolcall.Delta{Content: "b"}, s.Write("/think>b"))
	_, err := s.Close()
	require.NoError(t, err)
}

func TestProseBesideCallsWaitsWhereTheFormatDropsIt(t *testing.T) {
	s := open(t, toolcall.Parser{Format: toolcall.Jarvis})
	assert.Empty(t, s.Write("It is late."))
	last, err := s.Close()
	require.NoError(t, err)
	assert.Equal(t, toolcall.Delta{Content: "It is late."}, last)
}

func TestStreamAfterItsEnd(t *testing.T) {
	s := open(t, toolcall.Parser{Format: toolcall.Hermes})
	assert.Nil(t, s.Result())
	s.Write("<tool_call>{")
	_, err := s.Close()
	var syntax *toolcall.SyntaxError
	require.ErrorAs(t, err, &syntax)
	assert.Equal(t, []toolcall.Fault{{Start: 0, End: 12, Reason: "ends before it is complete"}}, syntax.Faults)
	assert.Empty(t, s.Write("more"))
	last, again := s.Close()
	assert.Empty(t, last)
	assert.Equal(t, err, again)
	assert.Equal(t, "<tool_call>{", s.Result().Content)
}

func TestReasoningMarks(t *testing.T) {
	for _, c := range []struct {
		name      string
		reasoning toolcall.Reasoning
		text      string
		want      want
	}{
		{"marks of one's own", toolcall.Reasoning{Open: "[T]", Close: "[/T]"}, "[T]x[/T]<think>y", want{content: "<think>y", reasoning: "x"}},
		{"begun by the prompt", toolcall.Reasoning{Started: true}, "x</think>y", want{content: "y", reasoning: "x"}},
		{"begun by the prompt and never closed", toolcall.Reasoning{Started: true}, "x<tool_call>", want{reasoning: "x<tool_call>"}},
		{"off", toolcall.Reasoning{Off: true}, "<think>x</think>", want{content: "<think>x</think>"}},
		{"off, and begun", toolcall.Reasoning{Off: true, Started: true}, "x", want{content: "x"}},
		{"close alone is text", toolcall.Reasoning{}, "x</think>y", want{content: "x</think>y"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.Hermes, Reasoning: c.reasoning}, c.text, c.want)
		})
	}
}

func TestLimits(t *testing.T) {
	call := `<tool_call>{"name": "f"}</tool_call>`
	for _, c := range []struct {
		name   string
		limits toolcall.Limits
		text   string
		want   want
	}{
		{"bytes", toolcall.Limits{MaxBytes: len(call) + 1}, call + " more", want{calls: []string{"f{}"}, dropped: []string{" ", ""}, fault: "beyond the limit of bytes"}},
		{"bytes inside a call", toolcall.Limits{MaxBytes: 20}, call, want{content: call[:20], dropped: []string{""}, fault: "ends before it is complete"}},
		{"calls", toolcall.Limits{MaxCalls: 1}, call + call, want{calls: []string{"f{}"}, dropped: []string{call}, fault: "more calls than the limit"}},
		{"depth", toolcall.Limits{MaxDepth: 2}, `<tool_call>{"name": "f", "arguments": {"a": [[]]}}</tool_call>` + call,
			want{calls: []string{"f{}"}, dropped: []string{`<tool_call>{"name": "f", "arguments": {"a": [[]]}}</tool_call>`}, fault: "nested deeper"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.Hermes, Limits: c.limits}, c.text, c.want)
		})
	}
}

func TestUnknownFormat(t *testing.T) {
	res, err := toolcall.Parser{Format: "hermse"}.Parse("Hi")
	var unknown *toolcall.UnknownFormatError
	require.ErrorAs(t, err, &unknown)
	assert.Equal(t, toolcall.Hermes, unknown.Near)
	assert.EqualError(t, err, `toolcall: unknown format "hermse", did you mean "hermes"?`)
	assert.Equal(t, "Hi", res.Content)
	_, err = toolcall.Parser{Format: "x"}.Stream()
	assert.EqualError(t, err, `toolcall: unknown format "x", see Formats`)
}

func TestIDs(t *testing.T) {
	text := strings.Repeat(`<tool_call>{"name": "f"}</tool_call>`, 2)
	res, err := toolcall.Parser{Format: toolcall.Hermes}.Parse(text)
	require.NoError(t, err)
	assert.Regexp(t, "^call_[0-9a-f]{12}$", res.Calls[0].ID)
	assert.NotEqual(t, res.Calls[0].ID, res.Calls[1].ID)
}

func TestDateParameter(t *testing.T) {
	for _, c := range []struct{ name, given, want string }{
		{"a text becomes a list", `{"when": "Next Week"}`, `{"when": ["next_week"]}`},
		{"entries are normalised", `{"a": 1, "when": ["Tomorrow Night", 5, "this_weekend"], "b": 2}`, `{"a": 1, "when": ["tomorrow_night",5,"this_weekend"], "b": 2}`},
		{"ISO values stay", `{"when": ["2026-01-18T05:00:00Z", "2026-01-18"]}`, `{"when": ["2026-01-18T05:00:00Z","2026-01-18"]}`},
		{"an empty list stays", `{"when": []}`, `{"when": []}`},
		{"other kinds stay", `{"when": {"when": "Today"}}`, `{"when": {"when": "Today"}}`},
		{"null stays", `{"when": null}`, `{"when": null}`},
		{"other spellings of the name stay", `{"When": "Today"}`, `{"When": "Today"}`},
		{"only at the top", `{"x": {"when": "Today"}}`, `{"x": {"when": "Today"}}`},
		{"repeated keys stay, for the check to report", `{"when": 1, "when": "Today"}`, `{"when": 1, "when": "Today"}`},
		{"half a surrogate pair stays, for the check to report", `{"when": ["\ud800"]}`, `{"when": ["\ud800"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := toolcall.Parser{Format: toolcall.Jarvis, DateParameter: "when"}
			check(t, p, `{"name": "f", "arguments": `+c.given+`}`, want{calls: []string{"f" + c.want}})
		})
	}
}

// Parsers find the end of JSON by a scanner of their own, which has to be of one mind with encoding/json.
func TestJSONIsJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 6))
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b\n"`, `"\u00e9"`, `"\uD83D\uDE00"`, `"`, "\\", "0", "-1", "1.5", "1e3", "01", "1.", ".5", "-", "1e", "true", "false", "null", "nul", " ", "\n", "\t", "x", `"\x"`, "\x00", "é"}
	agreed := map[bool]int{}
	for range 200_000 {
		var b strings.Builder
		if random.IntN(2) == 0 { // mostly sound
			value, _ := randomValue(random, 2)
			b.WriteString(jsonText(value))
			if text := b.String(); random.IntN(2) == 0 && text != "" {
				at := random.IntN(len(text))
				b.Reset()
				b.WriteString(text[:at] + pieces[random.IntN(len(pieces))] + text[at+random.IntN(2):])
			}
		} else {
			for range random.IntN(6) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		text := `{"name": "f", "arguments": {"v": ` + b.String() + `}}`
		res, _ := toolcall.Parser{Format: toolcall.Hermes}.Parse("<tool_call>" + text + "</tool_call>")
		sound := json.Valid([]byte(text))
		require.Equal(t, sound, len(res.Calls) == 1, text)
		agreed[sound]++
	}
	assert.Greater(t, agreed[true], 20_000)
	assert.Greater(t, agreed[false], 20_000)
}
