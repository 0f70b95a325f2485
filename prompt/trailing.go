// Trailing messages: what changes from turn to turn, behind everything that is stable.

package prompt

import (
	"fmt"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// mostShown is how many of the things shown last are told.
const mostShown = 8

// Moment is what is known of one turn alone. The zero value is a speaker nobody knows.
type Moment struct {
	Speaker  string    // who speaks; empty means unknown
	Memories string    // what is remembered about the speaker; lines are kept, blank lines are not
	Now      time.Time // in the zone of the user, told to the quarter of an hour; zero tells no time
	Ambient  string    // what goes on around, such as music that plays; lines are kept, blank lines are not
	Shown    []string  // what was shown last, newest first; at most 8 are told, each on a line and none twice
	Hints    []string  // put behind the words of the user, see UserMessage
}

// Trailing returns the system messages of a turn, which stand before the user's: who speaks, the time and what goes on around,
// and what was shown last. The first is always there and says so if the speaker is unknown; the others are left out if they have
// nothing to say. Moment.Hints have no part in them. In the transcript they are to be replaced in the next turn, not repeated.
// Source: the order of messages for the prefix cache of the original.
func Trailing(m Moment) []toolcall.Message {
	texts := []string{
		m.speaker(),
		joinTexts([]string{m.clock(), headed(msgAmbient, paragraph(m.Ambient))}, "\n"),
		m.shown(),
	}
	var messages []toolcall.Message
	for _, text := range texts {
		if text != "" {
			messages = append(messages, toolcall.Message{Role: toolcall.RoleSystem, Content: text})
		}
	}
	return messages
}

func (m Moment) speaker() string {
	who := msgUnknownSpeaker
	if speaker := line(m.Speaker); speaker != "" {
		who = fmt.Sprintf(msgSpeaker, speaker)
	}
	return joinTexts([]string{who, headed(msgSpeakerMemories, paragraph(m.Memories))}, "\n")
}

// clock tells the time to the quarter of an hour below, so that the text of one quarter stays the same.
func (m Moment) clock() string {
	if m.Now.IsZero() {
		return ""
	}
	now := m.Now.Add(-time.Duration(m.Now.Minute()%15) * time.Minute)
	return fmt.Sprintf(msgNow, now.Format("15:04 on Monday, 2006-01-02"), zoneText(now))
}

// zoneText names the zone of an instant and its offset. A zone of the machine has no name worth telling.
func zoneText(now time.Time) string {
	offset := now.Format("UTC-07:00")
	switch zone := line(now.Location().String()); zone {
	case "", "Local", "UTC":
		return offset
	default:
		return zone + ", " + offset
	}
}

func (m Moment) shown() string {
	shown := lines(m.Shown)
	return listed(msgShown, shown[:min(len(shown), mostShown)])
}

// UserMessage puts together what a model gets for the words of the user: the words, each hint behind a blank line, and the suffix
// of the provider on a line of its own. Words and hints stay as they are but for control tokens of chat templates, such as
// <|im_start|> and [INST]: a space goes behind their bracket, so that no server reads them as the beginning of another turn. Hints
// and suffix lose white space around them; what is empty is left out. Source: the order of messages for the prefix cache of the
// original.
func UserMessage(text string, hints []string, suffix string) string {
	parts := []string{defuse(text)}
	for _, hint := range hints {
		parts = append(parts, defuse(strings.TrimSpace(hint)))
	}
	return joinTexts([]string{spaced(parts...), strings.TrimSpace(suffix)}, "\n")
}
