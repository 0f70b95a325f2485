// What authors read of cases, runs and reports, in one place.

package jarvistest

// Mistakes in files, and in filters. The first are problems of a CaseError.
const (
	msgFileKind     = "want %s, got %s"
	msgFileMissing  = "the key %q is missing"
	msgFileUnknown  = "the key \"%s\" is unknown%s; the keys are: %s"
	msgFileKey      = "a key has to be a text"
	msgFileBlank    = "the text is empty"
	msgFileDeep     = "nested deeper than %d levels"
	msgFileRecords  = "the file has more than %d records"
	msgFileEmpty    = "the file holds none"
	msgFileMark     = "the file begins with a byte order mark; save it as UTF-8 without one"
	msgFileSplit    = "an object spreads over several lines; write one object per line, or an array of objects"
	msgFileWrapped  = "the file is an object with the key \"%s\"; the array itself is wanted"
	msgFileLarge    = "jarvistest: the file is larger than %d MiB"
	msgMoreMistakes = "jarvistest: there are %d more mistakes, or more"
	msgDidYouMean   = ", did you mean %q?"
	msgFilterIndex  = "jarvistest: the index %d is out of range: there are %d"
	msgFilterName   = "jarvistest: none has the name %q%s"
)

// Mistakes in cases and conversations.
const (
	msgCase         = "jarvistest: case %d (%q): %s"
	msgConversation = "jarvistest: conversation %d (%q): %s"
	msgNoUtterance  = "nothing is said: the voice command is empty"
	msgParamsOfNone = "there are expected parameters and no expected command"
	msgUndeclared   = "%s has no parameter %q%s"
	msgNoTurns      = "there are no turns"
	msgTurn         = "turn %d: %s"
	msgStopUnknown  = "the stop reason %q is unknown%s"
	msgFirstGoesOn  = "the first turn has nothing to go on with; give it a voice command"
	msgParamsNoTool = "there are expected parameters and no expected tool"
	msgNoCases      = "jarvistest: there are no cases, so nothing is tested"
	msgNoTests      = "jarvistest: there are no conversations, so nothing is tested"
	msgNoSession    = "the parser has started no session, and given no error"
	msgParserPanic  = "the parser panicked: %v, in %s"
	msgNoParser     = "jarvistest: there is no parser"
	msgNoAnswer     = "the parser gave neither an answer nor an error"
)

// Why a case fails. Each is part of a report.
const (
	reasonError      = "an error: %s"
	reasonCommand    = "called %s instead of %s"
	reasonRouted     = "routed to %s instead of %s, before any model"
	reasonUnexpected = "called %s where no command was to be called"
	reasonNoCall     = "no call was made; the answer was %q"
	reasonSilent     = "no call was made, and nothing was said"
	reasonNotForMe   = "taken as not meant for the assistant"
	reasonQuestion   = "still asks after %d answers: %q"
	reasonRefused    = "the call of %s is refused: %s"
	reasonParams     = "%s has %s"
	reasonWrong      = "%s = %s, expected %s"
	reasonMissing    = "no %s, expected %s"
	reasonNoObject   = "the arguments are no JSON object: %s"
	msgNotExecuted   = "Not executed: another call of the same answer has to be mended first."
	msgGoal          = "%s of the cases have passed, the goal is %s"
)

// Why a turn of a conversation fails.
const (
	reasonTurn        = "turn %d: %s"
	reasonStop        = "stopped with %s, expected %s; calls: %s"
	reasonNoTool      = "no call of %s; calls: %s"
	reasonToolParams  = "no call of %s has the expected parameters: %s; calls: %s"
	reasonNothingOpen = "there is nothing to go on with: no question and no calls are open"
	reasonContains    = "the final response does not contain %q: %q"
	reasonNotContains = "the final response contains %q: %q"
	noCalls           = "none"
)
