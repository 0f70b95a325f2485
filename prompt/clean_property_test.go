// Clean, for any text and wherever it is cut.

package prompt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// cleanParts are what hostile and ordinary answers are made of.
var cleanParts = []string{
	"a", "b ", " ", "\n", "<", "</", "<|", "|>", ">", "[", "]", "{", "}", `"`, `\`, "_", "-", "/", "not", "for", "me", "<not", " for me/>", "exchange", "complete",
	"<think>", "</think>", "<thi", "nk>", "</thi", "<THINKING>", "</thinking>", "<scratch_pad>", "</scratch_pad>", "<tool_call>", "</tool_call>", "<tool_", "call>",
	"<function=", "f", "</function>", "<function>", "<function>f</function>", "functools[", "functools", "func", "tools[", "[", "[TOOL_CALLS]", "[TOOL_", "CALLS]", "[ARGS]", "[CALL_ID]", "name", `{"a":"]"}`, "[{}]", "<|im_start|>", "user", "assistant", "<|im_", "end|>",
	"<|im_end|>", "<|start|>", "<|channel|>", "<|message|>", "analysis", "final", " to=x", "<|end|>", "<|call|>", "<|start_header_id|>", "<|end_header_id|>", "<unused", "12", "<s>",
	"<message>", "</message>", "<not_for_me/>", "<exchange_complete/>", "<|channel>", "<channel|>", "[INST]", "[/INST]", "[THINK]", "[/THINK]", "é", "😀", "\u00a0", "\u2028", "\u3000",
	"\xff", "\xf0\x9f", "\xe2\x80", "\xc2", "<｜User｜>", "<｜Us", "<|reserved_special_token_", strings.Repeat(" ", 40), strings.Repeat("x", 50),
}

func cleanTexts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(cleanParts), 0, 30).Draw(t, "parts"), "")
	})
}

// cutAt cuts a text after so many bytes each, over and over.
func cutAt(text string, sizes []int) (pieces []string) {
	for i := 0; text != ""; i++ {
		n := min(sizes[i%len(sizes)], len(text))
		pieces, text = append(pieces, text[:n]), text[n:]
	}
	return pieces
}

// requireClean checks all that holds for any text.
func requireClean(t require.TestingT, text string, sizes []int) {
	whole := cleanPieces(text)
	require.Equal(t, whole, cleanPieces(cutAt(text, sizes)...), "in pieces: %q", text)
	require.Equal(t, whole.said, prompt.Clean(text))
	again := cleanPieces(whole.said)
	require.Equal(t, cleaned{said: whole.said}, again, "again: %q", text)
	require.Equal(t, strings.TrimSpace(whole.said), whole.said)
	if utf8.ValidString(text) {
		require.True(t, utf8.ValidString(whole.said) && utf8.ValidString(whole.reasoning), "%q", text)
	}
	require.LessOrEqual(t, len(whole.said)+len(whole.reasoning), len(text))
}

func TestCleanIsTheSameInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requireClean(t, cleanTexts().Draw(t, "text"), rapid.SliceOfN(rapid.IntRange(1, 20), 1, 5).Draw(t, "sizes"))
	})
	for name, c := range cleanCases {
		for size := 1; size <= len(c.in); size++ {
			require.Equal(t, c.want, cleanPieces(cutAt(c.in, []int{size})...), "%s in pieces of %d", name, size)
		}
	}
}

// Text without brackets comes back as it is, but for white space around it.
func TestCleanLeavesTextAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.NewReplacer("<", "", "[", "").Replace(rapid.String().Draw(t, "text"))
		assert.Equal(t, strings.TrimSpace(text), prompt.Clean(text))
	})
}

// What is plain text is given out soon: no more than a mark and its head is held back.
func TestCleanerHoldsBackLittle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := cleanTexts().Draw(t, "text")
		var c prompt.Cleaner
		said := 0
		for i := range len(text) {
			said += len(c.Write(text[i : i+1]))
			if ended := prompt.Clean(text[:i+1]); len(ended)-said > 256 {
				t.Fatalf("%d bytes are held back after %q", len(ended)-said, text[:i+1])
			}
		}
	})
}

// Hostile texts of 2 MB are read in one pass: this would not end if the time were not linear.
func TestCleanIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("texts of 2 MB")
	}
	for _, unit := range []string{
		"<", "[", "<|", "</", " ", "\n", "<think>", "<think></think>", "<thi<|im_end|>", "<|im_start|>user", "<|start|>", "<|channel|>x", "[TOOL_CALLS]", "[TOOL_CALLS]x", "[TOOL_CALLS][", "{",
		"functools[", "functools[ ", "functools[x", "f", "<function>", "<function>f", "<function>f</function>",
		"<tool_call>", "<tool_call></tool_call>", "<not ", "<unused1", "<|start_header_id|>", "a<|im_end|> ", "\u3000", "\xe3", "\xf0\x9f", "[TOOL_CALLS]" + strings.Repeat("x", 64),
	} {
		text := strings.Repeat(unit, 2<<20/len(unit))
		got := prompt.Clean(text)
		assert.LessOrEqual(t, len(got), len(text))
	}
}

func FuzzClean(f *testing.F) {
	for _, c := range cleanCases {
		f.Add(c.in, byte(3))
	}
	for _, part := range cleanParts {
		f.Add("x "+part+" y", byte(1))
	}
	f.Fuzz(func(t *testing.T, text string, size byte) {
		requireClean(t, text, []int{int(size)%32 + 1, 1})
	})
}
