// Guards: a look at answers in words where calls may have been meant.

package assistant

import "github.com/jarvis-sdk/jarvis/prompt"

// Draft is an answer without calls that no tool has run for.
type Draft struct {
	Utterance string
	Text      string
	Tools     []prompt.Tool // that were offered
}

// Guard looks at a Draft before it is spoken. What it returns is told to the model, which is asked once more; an empty text lets
// the answer pass. It is asked once in a turn at most, and has to be safe for concurrent use. Source: the guards of the original.
type Guard func(d Draft) (nudge string)
