// Lines: how text from outside is fitted into a prompt, and how its texts are joined.

package prompt

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// line makes one line of an outside text, valid UTF-8: each run of white space becomes a space, what cannot be seen goes, and
// control tokens are defused.
func line(text string) string { return defuse(oneLine(text)) }

func oneLine(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unfitForLine) && !strings.Contains(text, "  ") {
		return strings.TrimSpace(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
		case !dropped(r):
			if space {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			space = false
		}
	}
	return b.String()
}

func unfitForLine(r rune) bool {
	return r != ' ' && unicode.IsSpace(r) || dropped(r)
}

// dropped reports whether a character has no place in a line. Joiners stay: scripts and emoji are written with them.
func dropped(r rune) bool {
	return r != '\u200c' && r != '\u200d' && r != utf8.RuneError && echo.Unseen(r)
}

// lines makes each of the texts a line, without those that are empty then and without repeats.
func lines(texts []string) []string {
	var list []string
	seen := map[string]bool{}
	for _, text := range texts {
		if text = line(text); text != "" && !seen[text] {
			seen[text] = true
			list = append(list, text)
		}
	}
	return list
}

// paragraph makes a paragraph of a text: lines as line makes them, none of them empty, so that it ends where the next blank
// line of the prompt is.
func paragraph(text string) string {
	var list []string
	for part := range strings.FieldsFuncSeq(text, isBreak) {
		if part = line(part); part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, "\n")
}

// isBreak reports whether r ends a line somewhere.
func isBreak(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }

// controlTokens are how control tokens of chat templates begin, or what they are. A server that looks for them in the text of
// messages too would see a new turn, or tools that nobody has offered. Those with <| and <｜ are too many to name.
var controlTokens = []string{
	"<|", "<｜", "<start_of_turn>", "<end_of_turn>", "<turn|>", "<channel|>", "<tool_call|>", "<unused", "<s>", "</s>", "<bos>", "<eos>",
	"[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_CALLS]",
	"[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[THINK]", "[/THINK]",
}

var (
	defused = replacing(func(bracket byte) string { return string(bracket) + " " })
	escaped = replacing(func(bracket byte) string { return fmt.Sprintf(`\u%04x`, bracket) })
)

// replacing replaces the bracket of each control token.
func replacing(bracket func(byte) string) *strings.Replacer {
	var pairs []string
	for _, token := range controlTokens {
		pairs = append(pairs, token, bracket(token[0])+token[1:])
	}
	return strings.NewReplacer(pairs...)
}

// defuse puts a space behind the bracket of each control token in an outside text: to a person it reads the same, to a server it
// is none. Other texts stay as they are.
func defuse(text string) string { return defused.Replace(text) }

// defuseJSON escapes the bracket of each control token in JSON, where it can only stand inside a string. The values stay the same.
func defuseJSON(text string) string { return escaped.Replace(text) }

// listed is a heading with a bullet for each line below it, or nothing if there are none.
func listed(heading string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return heading + "\n- " + strings.Join(lines, "\n- ")
}

// headed is a heading with a text below it, or nothing if there is none.
func headed(heading, text string) string {
	if text == "" {
		return ""
	}
	return heading + "\n" + text
}

// spaced joins the texts that are not empty, with a blank line between.
func spaced(texts ...string) string { return joinTexts(texts, "\n\n") }

// joinTexts joins the texts that are not empty.
func joinTexts(texts []string, separator string) string {
	var list []string
	for _, text := range texts {
		if text != "" {
			list = append(list, text)
		}
	}
	return strings.Join(list, separator)
}
