// What users, models and hosts read of an engine. Users can be given other words, see Phrases.

package assistant

import (
	"cmp"
	"fmt"
)

// Phrases are the words that are spoken where no model has found any. Empty ones are the English defaults.
type Phrases struct {
	Done        string // calls were executed and there is nothing else to say
	Listening   string // a command waits for the user and has said nothing
	Failed      string // before why all calls have failed
	Refused     string // the model's calls could not be used
	Stuck       string // the model went on making calls
	Unreachable string // the model could not be asked, or something else has failed
	Nothing     string // the model had nothing to say
}

func (p *Phrases) fill() {
	p.Done = cmp.Or(p.Done, "Done.")
	p.Listening = cmp.Or(p.Listening, "I'm listening.")
	p.Failed = cmp.Or(p.Failed, "Sorry, that did not work.")
	p.Refused = cmp.Or(p.Refused, "Sorry, I could not work out how to do that. Please say it in another way.")
	p.Stuck = cmp.Or(p.Stuck, "Sorry, I did not get to the end of that. Please ask for one thing at a time.")
	p.Unreachable = cmp.Or(p.Unreachable, "Sorry, I cannot think right now. Please try again in a moment.")
	p.Nothing = cmp.Or(p.Nothing, "Sorry, I have no answer to that.")
}

// Read by a model.
const (
	msgAskAlone   = "Not asked. Ask the user with request_validation alone, after the results of all other calls are there."
	msgAskEmpty   = "Not asked: the question is empty."
	msgRouted     = "For the next words of the user a call was made already and has failed; do not make it again unless something can be changed:"
	msgUndone     = "An earlier request ended in an error after these calls were executed; do not make them again unless the user asks for it:"
	msgUndoneOne  = "\n%s %s: %s"
	msgGivenUp    = "The results of the calls that were being executed have not come; whether they were executed is not known."
	msgUnknownEnd = "the outcome is unknown: it was interrupted"
	msgDismissed  = "The question was not answered: the user wants something else."
	msgKnowledge  = "The result leaves the answer to you: answer from what you know, in a sentence or two, and say so if you do not know."
	msgAskTool    = "Ask the user for a value that is missing or not clear, alone and before the call that needs it. Ask for one value at a time."
)

// Read by a host.
const (
	msgNoProvider = "is nil; give it one of prompt.Builtin() or your own"
	msgNoClient   = "is nil; llm.NewOpenAI makes one"
	msgTwice      = "two are named %q; give one of them another name"
	msgFormat     = "reads calls in a form that there is none of: %v"
	msgNameless   = "has no name"
	msgSchema     = "is %q, whose parameters are not a JSON Schema object"
	msgEmpty      = "assistant: the utterance is empty"
	msgNotPending = "assistant: no calls are pending; Say begins a turn"
	msgOpen       = "assistant: the transcript has calls without an answer: %s"
	msgNilReply   = "assistant: the client gave neither a reply nor an error"
	msgModel      = "assistant: asking the model: %w"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
