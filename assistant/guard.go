// Guards: a look at answers in words where calls may have been meant.

package assistant

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// Draft is an answer without calls that no tool has run for.
type Draft struct {
	Utterance string        // what the user has said
	Text      string        // what would be spoken
	Tools     []prompt.Tool // that were offered
}

// Guard looks at a Draft before it is spoken. What it returns is told to the model, which is asked once more; an empty text lets
// the answer pass. It is asked once in a turn at most, and has to be safe for concurrent use. Source: the guards of the original.
type Guard func(d Draft) (nudge string)

// guard asks the guard, once in a turn and not after calls. One that panics is logged and passed over.
func (t *turn) guard(text string) (nudge string) {
	guard := t.conv.engine.config.Guard
	if guard == nil || t.nudged || len(t.before) > 0 {
		return ""
	}
	err := safely(func() error {
		nudge = guard(Draft{Utterance: t.said.Text, Text: text, Tools: slices.Clone(t.offer.tools)})
		return nil
	})
	if err != nil {
		t.conv.engine.config.Logger.Error("assistant: the guard has failed; the answer passes", "error", err)
	}
	return nudge
}
