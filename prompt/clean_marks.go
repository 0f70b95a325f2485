// The marks that Clean knows, and how they are found.

package prompt

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// mark is a text that is taken out.
type mark struct {
	text    string   // up to its digits, if it has any; in lower case if case does not count
	digits  string   // what closes it behind a number; empty if it has none
	anyCase bool     // ASCII case does not count
	what    phase    // how to go on behind it
	closing []string // what ends the span or head behind it
	thought bool     // the span is thinking
	means   Sentinel
}

// Marks by their second byte, in lower case. No mark is the beginning of another, and none has a line break inside, or an opening
// bracket but at its beginning; the one without is functools.
var angled, squared = angleMarks(), squareMarks()

// functools is how Phi 4 mini begins its list of calls. It counts only if that is what follows.
const functools = "functools["

var functoolsMark = &mark{text: functools, what: behindFunctools}

var (
	closingThink   = []string{"</think>"}
	closingHarmony = []string{"<|end|>", "<|call|>", "<|return|>"}
)

// angleMarks are those that begin with an angle bracket.
func angleMarks() [256][]*mark {
	list := []mark{
		{text: "<think>", anyCase: true, what: inSpan, closing: closingThink, thought: true},
		{text: "<thinking>", anyCase: true, what: inSpan, closing: []string{"</thinking>"}, thought: true},
		{text: "<scratch_pad>", anyCase: true, what: inSpan, closing: []string{"</scratch_pad>"}, thought: true},
		{text: "<|channel>", what: inSpan, closing: []string{"<channel|>"}, thought: true},
		{text: "<tool_call>", what: inSpan, closing: []string{"</tool_call>"}},
		{text: "<|tool_call>", what: inSpan, closing: []string{"<tool_call|>"}},
		{text: "<function=", what: inSpan, closing: []string{"</function>"}},
		{text: "<function>", what: behindFunction},
		{text: "<|start_header_id|>", what: inHead, closing: []string{"<|end_header_id|>"}},
		{text: "<|start|>", what: inHead, closing: []string{"<|message|>"}},
		{text: "<|channel|>", what: inHead, closing: []string{"<|message|>"}},
		{text: "<unused", digits: ">"},
		{text: "<|reserved_special_token_", digits: "|>"},
	}
	for _, text := range []string{"<|im_start|>", "<start_of_turn>", "<|turn>"} {
		list = append(list, mark{text: text, what: inRole})
	}
	for _, text := range []string{"</think>", "</thinking>", "</scratch_pad>"} {
		list = append(list, mark{text: text, anyCase: true})
	}
	for _, text := range []string{
		"<message>", "</message>", "</tool_call>", "</function>", "<channel|>", "<tool_call|>",
		"<s>", "</s>", "<bos>", "<eos>", "<end_of_turn>", "<turn|>",
		"<|im_end|>", "<|endoftext|>", "<|startoftext|>", "<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>",
		"<|eom|>", "<|end_header_id|>", "<|python_tag|>", "<|finetune_right_pad_id|>",
		"<|system|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|end|>", "<|call|>", "<|return|>", "<|message|>", "<|constrain|>", "<|think|>",
		"<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>",
	} {
		list = append(list, mark{text: text})
	}
	return bySecond(list)
}

// squareMarks are those that begin with a square bracket, all of Mistral.
func squareMarks() [256][]*mark {
	list := []mark{
		{text: "[TOOL_CALLS]", what: behindCalls},
		{text: "[THINK]", what: inSpan, closing: []string{"[/THINK]"}, thought: true},
	}
	for _, text := range []string{"[/THINK]", "[INST]", "[/INST]"} {
		list = append(list, mark{text: text})
	}
	return bySecond(list)
}

func bySecond(list []mark) (by [256][]*mark) {
	for i := range list {
		second := lower(list[i].text[1])
		by[second] = append(by[second], &list[i])
	}
	return by
}

// sentinelForms are the sentinels as they may be written: "~" stands for a space, underscore, hyphen or nothing, "?" for a slash
// or nothing.
var sentinelForms = []struct {
	form string
	mark mark
}{
	{"<~?~not~for~me~?~>", mark{means: SentinelNotForMe}},
	{"<~?~exchange~complete~?~>", mark{means: SentinelExchangeComplete}},
}

// readMark returns the mark that text begins with and how many bytes it takes, or nil. With wait it takes more text to tell; if
// the text has ended it never does. The first byte of text is one that may begin a mark.
func readMark(text []byte, ended bool) (m *mark, size int, wait bool) {
	if len(text) == 1 {
		return nil, 0, !ended
	}
	if text[0] == functools[0] {
		if size, wait = functoolsMark.read(text); size > 0 {
			return functoolsMark, size, false
		}
		return nil, 0, wait && !ended
	}
	marks := &angled
	if text[0] == '[' {
		marks = &squared
	}
	for _, m := range marks[lower(text[1])] {
		size, short := m.read(text)
		if size > 0 {
			return m, size, false
		}
		wait = wait || short
	}
	if text[0] == '<' {
		for i := range sentinelForms {
			size, short := readForm(text, sentinelForms[i].form)
			if size > 0 {
				return &sentinelForms[i].mark, size, false
			}
			wait = wait || short
		}
	}
	return nil, 0, wait && !ended
}

// read returns how many bytes m takes at the beginning of text, or 0; short if text is only the beginning of m.
func (m *mark) read(text []byte) (size int, short bool) {
	found, short := begins(text, m.text, m.anyCase)
	if !found || m.digits == "" {
		return len(m.text) * truth(found), short
	}
	i := len(m.text)
	for i < len(text) && i < len(m.text)+mostDigits && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	if i == len(m.text) {
		return 0, i == len(text)
	}
	found, short = begins(text[i:], m.digits, false)
	return (i + len(m.digits)) * truth(found), short
}

// mostDigits bounds the number in a mark.
const mostDigits = 8

// truth is 1 for true.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// begins reports whether text begins with a mark, and whether it is only the beginning of one.
func begins(text []byte, mark string, anyCase bool) (found, short bool) {
	n := min(len(text), len(mark))
	for i := range n {
		if c := text[i]; c != mark[i] && !(anyCase && lower(c) == mark[i]) {
			return false, false
		}
	}
	return n == len(mark), n < len(mark)
}

// readForm is mark.read for a form of sentinelForms.
func readForm(text []byte, form string) (size int, short bool) {
	i := 0
	for f := range len(form) {
		if i == len(text) {
			return 0, true
		}
		c := lower(text[i])
		switch form[f] {
		case '~':
			i += truth(c == ' ' || c == '_' || c == '-')
		case '?':
			i += truth(c == '/')
		case c:
			i++
		default:
			return 0, false
		}
	}
	return i, false
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// halts are the bytes at which plain text has to be looked at: those that begin marks and white space.
var halts = func() (at [256]bool) {
	for _, c := range []byte("<[f \t\n\v\f\r\xc2\xe1\xe2\xe3") {
		at[c] = true
	}
	return at
}()

// spaceSize returns the length of the white space character that text begins with, or 0.
func spaceSize(text []byte) int {
	c, size := utf8.DecodeRune(text)
	return size * truth(unicode.IsSpace(c))
}

// isRole reports whether a word behind the opening of a turn says whose turn it is.
func isRole(word []byte) bool {
	switch string(word) {
	case "system", "developer", "user", "assistant", "model", "tool", "ipython", "function", "observation":
		return true
	}
	return false
}

// wordSize returns the length of the ASCII letters that text begins with, up to most.
func wordSize(text []byte, most int) int {
	i := bytes.IndexFunc(text[:min(len(text), most)], func(c rune) bool { return c > unicode.MaxASCII || !unicode.IsLetter(c) })
	if i < 0 {
		return min(len(text), most)
	}
	return i
}
