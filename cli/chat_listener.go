// What goes on in a turn, while it does: words as they come, calls and their results.

package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// listener shows words as they come on a terminal, and on request what is done. Beside JSON that is on standard error.
func (c *chat) listener(verbose bool) assistant.Listener {
	var l assistant.Listener
	if c.out.terminal && !c.json {
		l.Speech, l.Retract = c.speech.say, c.speech.retract
	}
	if !verbose {
		return l
	}
	entry := func(word, text string) {
		c.speech.breakLine()
		if c.json {
			c.err.entry(word, text)
		} else {
			c.out.entry(word, text)
		}
	}
	l.Retrying = func(told string) { entry("told", told) }
	l.Calling = func(call toolcall.Call) { entry("calls", call.Name+" "+compact(argumentsJSON(call.Arguments))) }
	l.Called = func(e toolcall.Executed) {
		switch {
		case e.Response == nil:
		case e.Response.Success:
			entry("result", asJSON(e.Response.ContextData))
		default:
			entry("failed", e.Response.ErrorDetails)
		}
	}
	return l
}

// asJSON writes a value on one line.
func asJSON(v any) string {
	text, err := encode(v, "")
	if err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(string(text), "\n")
}

// speech prints words that come in pieces.
type speech struct {
	out     *output
	words   strings.Builder // since the last retract
	rest    string          // the beginning of a character
	midline bool
}

// say prints a piece, with everything escaped that a terminal would obey.
func (s *speech) say(piece string) {
	s.words.WriteString(piece)
	text := s.rest + piece
	cut := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if utf8.RuneStart(text[len(text)-back]) {
			if !utf8.FullRuneInString(text[len(text)-back:]) {
				cut = len(text) - back
			}
			break
		}
	}
	text, s.rest = text[:cut], text[cut:]
	s.print(text)
}

func (s *speech) print(text string) {
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	_, _ = s.out.Write([]byte(strings.Join(lines, "\n"))) // a failure is kept by the output
	s.midline = lines[len(lines)-1] != "" || s.midline && len(lines) == 1
}

// heard is what was said since the last retract.
func (s *speech) heard() string { return s.words.String() }

// retract begins anew: what was said, such as "Let me see.", is no part of the answer.
func (s *speech) retract() {
	s.end()
	s.words.Reset()
}

// breakLine begins a line, unless one has just begun.
func (s *speech) breakLine() {
	if s.midline {
		_, _ = s.out.Write([]byte("\n"))
		s.midline = false
	}
}

// end ends a line of words, with what can no longer become a character.
func (s *speech) end() {
	s.print(s.rest)
	s.rest = ""
	s.breakLine()
}
