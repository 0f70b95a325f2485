// Texts of models, read by the program: whatever they are, an answer that programs can read.

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func parse(t testing.TB, text string, args ...string) (code int, stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = home().Run(t.Context(), append([]string{"parse"}, args...), cli.Stdio{In: strings.NewReader(text), Out: &out, Err: &errs})
	assert.Empty(t, errs.String())
	return code, out.String()
}

// Every byte is accounted for, in JSON that has the documented members.
func TestParseJSON(t *testing.T) {
	const text = "Rolling.\n<tool_call>{\"name\": \"roll_dice\", \"arguments\": {\"sides\": 9007199254740993}}</tool_call>"
	code, stdout := parse(t, text, "--json", "--no-check")
	assert.Equal(t, 0, code)
	var read map[string]any
	require.NoError(t, json.Unmarshal([]byte(stdout), &read))
	var members []string
	for name := range read {
		members = append(members, name)
	}
	assert.ElementsMatch(t, []string{"format", "accepted", "checked", "content", "reasoning", "calls", "dropped", "broken", "parts"}, members)
	assert.Contains(t, stdout, "9007199254740993", "digit by digit")
	end := 0.0
	for _, part := range read["parts"].([]any) {
		assert.Equal(t, end, part.(map[string]any)["start"])
		end = part.(map[string]any)["end"].(float64)
	}
	assert.EqualValues(t, len(text), end)
}

func TestParseArgumentsThatAreNoJSON(t *testing.T) {
	code, stdout := parse(t, `[TOOL_CALLS]roll_dice[ARGS]{"sides": six}`, "--json", "--format", "mistral")
	assert.Equal(t, 3, code)
	assert.Contains(t, stdout, `"arguments": "{\"sides\": six}"`)
}

func TestParseBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 16 MiB")
	}
	long := strings.Repeat("word ", 16<<20/5)
	code, _ := parse(t, long)
	assert.Equal(t, 0, code)
	code, stdout := parse(t, long+"and more than that, again and again")
	assert.Equal(t, 3, code)
	assert.Contains(t, stdout, "beyond the limit of bytes")
}

func TestParseStandardInputThatBreaks(t *testing.T) {
	var errs bytes.Buffer
	code := home().Run(t.Context(), []string{"parse"}, cli.Stdio{In: io.MultiReader(strings.NewReader("Hello"), brokenInput{}), Err: &errs})
	assert.Equal(t, 1, code)
	assert.Equal(t, "home: unexpected EOF\n", errs.String())
}

func TestParseStopsWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, write := io.Pipe()
	defer write.Close()
	var errs bytes.Buffer
	assert.Equal(t, 1, home().Run(ctx, []string{"parse"}, cli.Stdio{In: in, Err: &errs}))
	assert.Equal(t, "home: stopped: context canceled\n", errs.String())
}

type brokenInput struct{}

func (brokenInput) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func FuzzParse(f *testing.F) {
	f.Add("<tool_call>{\"name\": \"roll_dice\", \"arguments\": {\"sides\": 6}}</tool_call>", 0)
	f.Add("\x1b[31m<think>\x00</think>functools[{\"name\":\"x\u202e\",\"arguments\":\"\xff\"}]", 3)
	f.Add("<function=roll_dice>{\"sides\":1,}</function>\r\n\u2028", 9)
	f.Fuzz(func(t *testing.T, text string, n int) {
		formats := toolcall.Formats()
		format := string(formats[(n%len(formats)+len(formats))%len(formats)])
		for _, more := range [][]string{nil, {"--repair", "--date-keys"}, {"--no-check", "--no-reasoning"}} {
			args := append([]string{"--format", format}, more...)
			code, stdout := parse(t, text, args...)
			assert.Contains(t, []int{0, 3}, code)
			assert.True(t, utf8.ValidString(stdout))
			assert.False(t, strings.ContainsFunc(strings.ReplaceAll(stdout, "\n", ""), echo.Unseen), "%q", stdout)
			for line := range strings.Lines(stdout) {
				word, _, _ := strings.Cut(line, "  ")
				words := []string{"", "\n", "format", "thought", "content", "call", "mended", "if failed", "wrong", "left out", "broken", "calls", "told"}
				assert.True(t, slices.Contains(words, word), "%q", line)
			}
			asJSON, object := parse(t, text, append(args, "--json")...)
			assert.Equal(t, code, asJSON)
			assert.True(t, json.Valid([]byte(object)))
			assert.True(t, utf8.ValidString(object))
		}
	})
}

// pieces counts what is written to it.
type pieces struct{ n int }

func (p *pieces) Write(text []byte) (int, error) {
	p.n++
	return len(text), nil
}

// However long a text is, what is found in it is written at once.
func TestParseWritesOnce(t *testing.T) {
	text := strings.Repeat("line\n", 1000) + `<tool_call>{"name": "roll_dice", "arguments": {}}</tool_call>`
	for _, args := range [][]string{{"parse"}, {"parse", "--json"}} {
		var out pieces
		assert.Equal(t, 0, home().Run(t.Context(), args, cli.Stdio{In: strings.NewReader(text), Out: &out}))
		assert.Equal(t, 1, out.n, args)
	}
}
