// Speech: the words of an answer as they come, and their agreement with the result.

package assistant

import (
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// speech tells a listener the words of answers. What it tells is a preview: settle brings it to what the turn has come to.
type speech struct {
	conv    *Conversation
	told    strings.Builder // since the last Retract
	stream  *toolcall.Stream
	clean   *prompt.Cleaner
	decided bool // whether the answer is words
	mute    bool // or not
}

// start returns what hears the pieces of the next answer, or nil if nobody listens.
func (s *speech) start(p prompt.Complete) func(llm.Delta) error {
	if s.conv.listener.Speech == nil {
		return nil
	}
	s.clean, s.decided, s.mute, s.stream = &prompt.Cleaner{}, false, false, nil
	if !p.SupportsNativeTools() {
		if _, rewrites := p.ParseResponse("<tool_call>"); rewrites {
			return nil // the words are known at the end
		}
		s.stream = previewOf(p.Parser())
	}
	return s.hear
}

// previewOf reads the calls of an answer out of the way. Jarvis drops words beside calls, so that none would be certain before the
// end; its tags are read as those of Hermes, and JSON is held back.
func previewOf(parser toolcall.Parser) *toolcall.Stream {
	if parser.Format == toolcall.Jarvis || parser.Format == toolcall.Auto || parser.Format == "" {
		parser.Format = toolcall.Hermes
	}
	parser.Repair = false
	stream, err := parser.Stream()
	if err != nil {
		return nil // Run tells it
	}
	return stream
}

// hear takes a piece of an answer.
func (s *speech) hear(d llm.Delta) error {
	text := d.Content
	if s.stream != nil {
		text = s.stream.Write(text).Content
	}
	s.tell(s.clean.Write(text))
	return nil
}

// tell tells words, unless the answer begins like JSON or code, which is no speech before the end.
func (s *speech) tell(text string) {
	if text = strings.TrimLeftFunc(text, func(r rune) bool { return !s.decided && unicode.IsSpace(r) }); text == "" || s.mute {
		return
	}
	if !s.decided {
		s.decided, s.mute = true, strings.ContainsAny(text[:1], "{[`<")
	}
	if !s.mute {
		s.say(text)
	}
}

func (s *speech) say(text string) {
	if text == "" || s.conv.listener.Speech == nil {
		return
	}
	s.told.WriteString(text)
	s.conv.heard(func(l Listener) { l.Speech(text) })
}

// stop ends an answer. What the cleaner holds back then is left to settle.
func (s *speech) stop() {
	if s.stream != nil {
		_, _ = s.stream.Close()
		s.stream = nil
	}
}

// retract takes back what was told.
func (s *speech) retract() {
	if s.told.Len() == 0 {
		return
	}
	s.told.Reset()
	s.conv.heard(func(l Listener) {
		if l.Retract != nil {
			l.Retract()
		}
	})
}

// settle tells what is missing of a text, or takes back what was told and tells all of it.
func (s *speech) settle(text string) {
	rest, ok := strings.CutPrefix(text, s.told.String())
	if !ok {
		s.retract()
		rest = text
	}
	s.say(rest)
}
