// Properties that every format has: what was written is read, whatever the pieces, and Auto knows the format.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestFormatsAreAllWritten(t *testing.T) {
	known := map[toolcall.Format]bool{toolcall.Auto: true}
	for _, w := range writers {
		known[w.format] = true
	}
	for _, format := range toolcall.Formats() {
		assert.True(t, known[format], "no writer of %s", format)
	}
	assert.Len(t, toolcall.Formats(), len(known))
	assert.True(t, slices.IsSorted(toolcall.Formats()[2:]), "formats are listed by name")
}

// variants are the writers by format and number.
func variants(yield func(string, writer) bool) {
	seen := map[toolcall.Format]int{}
	for _, w := range writers {
		seen[w.format]++
		if !yield(fmt.Sprintf("%s_%d", w.format, seen[w.format]), w) {
			return
		}
	}
}

// answerOf is a random answer in a format and what it should be read as.
func answerOf(t *testing.T, random *rand.Rand, w writer) (p toolcall.Parser, text string, calls []written, content string) {
	n := random.IntN(4)
	if w.single {
		n = min(n, 1)
	}
	calls, list := randomCalls(random, n)
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(list))
	require.NoError(t, err)
	prose := []string{"", "Let me look.", "Ünïcode <b> 🌧"}[random.IntN(3)]
	if w.prose == proseForbidden && n > 0 {
		prose = ""
	}
	p = toolcall.Parser{Format: w.format, Tools: tools, NewID: func() string { return "id" }}
	if n == 0 {
		return p, prose, nil, prose
	}
	content = prose
	if w.prose == proseDropped {
		content = ""
	}
	return p, w.write(prose, calls), calls, content
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for name, w := range variants {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed(t), 2))
			for range 300 {
				p, text, calls, content := answerOf(t, random, w)
				res, err := p.Parse(text)
				require.NoError(t, err, text)
				assert.Equal(t, content, res.Content, text)
				same(t, text, calls, res.Calls)
				accounts(t, text, res)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// same asserts that the calls read are those written.
func same(t *testing.T, text string, calls []written, read []toolcall.Call) {
	t.Helper()
	require.Len(t, read, len(calls), text)
	for i, c := range read {
		assert.Equal(t, calls[i].name, c.Name, text)
		assert.JSONEq(t, calls[i].object(), string(c.Arguments), text)
		assert.Equal(t, numbers(calls[i].object()), numbers(string(c.Arguments)), "digits of %s", text)
	}
}

// numbers are the digits of all numbers of a JSON text, sorted.
func numbers(text string) []string {
	var found []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case json.Number:
			found = append(found, v.String())
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	var v any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&v) == nil {
		walk(v)
	}
	slices.Sort(found)
	return found
}

// TestPiecesGiveTheSame cuts answers of every format at random: JARVIS_SPLITS sets how often, 10,000 for a thorough run.
func TestPiecesGiveTheSame(t *testing.T) {
	splits := 1000
	if text := os.Getenv("JARVIS_SPLITS"); text != "" {
		var err error
		splits, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	for name, w := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed(t), 3))
			for done := 0; done < splits; {
				p, text, _, _ := answerOf(t, random, w)
				switch random.IntN(4) {
				case 0: // cut off
					text = text[:random.IntN(len(text)+1)]
				case 1: // one byte another
					if len(text) > 0 {
						at := random.IntN(len(text))
						text = text[:at] + string(`{}[]<>"',:= `[random.IntN(12)]) + text[at+1:]
					}
				}
				res, err := p.Parse(text)
				accounts(t, text, res)
				for range 10 {
					streams(t, p, cutAnywhere(text, random), res, err)
					done++
				}
				p.Format = toolcall.Auto
				res, err = p.Parse(text)
				accounts(t, text, res)
				streams(t, p, cutAnywhere(text, random), res, err)
			}
		})
	}
}

func TestAutoKnowsTheFormat(t *testing.T) {
	for name, w := range variants {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed(t), 4))
			for range 100 {
				p, text, calls, _ := answerOf(t, random, w)
				p.Format = toolcall.Auto
				res, err := p.Parse(text)
				require.NoError(t, err, text)
				same(t, text, calls, res.Calls)
				streams(t, p, cutAnywhere(text, random), res, err)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// seed makes the random tests repeatable; JARVIS_SEED=random, or a number, makes them others.
func seed(t *testing.T) uint64 {
	t.Helper()
	switch text := os.Getenv("JARVIS_SEED"); text {
	case "":
		return 1
	case "random":
		n := rand.Uint64()
		t.Logf("JARVIS_SEED=%d", n)
		return n
	default:
		n, err := strconv.ParseUint(text, 10, 64)
		require.NoError(t, err)
		return n
	}
}

// TestReleasedInTime: prose that a format shows is out before its first mark is complete, and every call is out before the
// answer ends, unless only its end can tell that it was one.
func TestReleasedInTime(t *testing.T) {
	for name, w := range variants {
		t.Run(name, func(t *testing.T) {
			calls := typicalCalls(2)
			if w.single {
				calls = calls[:1]
			}
			prose := "Let me look."
			if w.prose == proseForbidden {
				prose = ""
			}
			text := w.write(prose, calls)
			s := open(t, toolcall.Parser{Format: w.format})
			if w.prose == proseShown && w.format != toolcall.Jarvis {
				assert.Equal(t, prose, s.Write(text[:len(prose)]).Content)
				text = text[len(prose):]
			}
			d := s.Write(text)
			last, err := s.Close()
			require.NoError(t, err)
			if w.late {
				assert.Len(t, last.Calls, len(calls), "text behind the list would make it no call")
				return
			}
			assert.Len(t, d.Calls, len(calls))
			assert.Empty(t, last)
		})
	}
}

// TestEndTokens: what a server leaves behind an answer changes nothing.
func TestEndTokens(t *testing.T) {
	for name, w := range variants {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed(t), 5))
			for _, token := range []string{"<|im_end|>", "<|eot_id|>\n", "</s>", "<turn|> <|endoftext|>", "\n<｜end▁of▁sentence｜>"} {
				p, text, calls, content := answerOf(t, random, w)
				res, err := p.Parse(text + token)
				require.NoError(t, err, text+token)
				same(t, text+token, calls, res.Calls)
				assert.Equal(t, strings.TrimSpace(content), res.Text(), text+token)
				streams(t, p, cutAnywhere(text+token, random), res, err)
			}
			res, err := toolcall.Parser{Format: w.format}.Parse("Write </s> to end.</s>")
			require.NoError(t, err)
			assert.Equal(t, "Write </s> to end.", res.Content, "only at the end")
		})
	}
}
