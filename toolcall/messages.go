// What models, users, authors and hosts read about tools, checks and retries. Why a text is no call is said beside the formats.

package toolcall

import (
	"errors"
	"fmt"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Read by an author: lists of tools. Each but the first three follows the name of a tool.
const (
	msgListBytes        = "the list is too large: %d bytes, at most %d"
	msgListSyntax       = "the list is not valid JSON: %s at byte %d"
	msgListDepth        = "the list is nested deeper than %d levels at byte %d"
	msgListKind         = "want a list of tools, got %s"
	msgNilDefinition    = "the definition is nil"
	msgToolObject       = "a tool is a JSON object"
	msgToolType         = "the type of a tool is \"function\", got %s"
	msgFunctionObject   = "function is not a JSON object"
	msgToolName         = "the tool has no name"
	msgToolNameSpace    = "the name %q has white space or control characters"
	msgToolTwice        = "the tool is declared twice; give one of the two another name"
	msgParametersList   = "parameters is not a list"
	msgParametersObject = "parameters is not a JSON Schema object"
	msgParameterObject  = "a parameter is a JSON object"
	msgMemberText       = "%s is not a text"
	msgMemberFlag       = "%s is neither true nor false"
	msgEnumList         = "enum_values is not a list"
	msgMoreMistakes     = "and %d more mistakes"
)

// Read by a model: what is wrong with a call. Programs read the first two.
const (
	msgExpected     = "%s expected %s"
	msgOneOf        = "%s must be one of: %s"
	msgRequired     = "%s is required, expected %s"
	msgNotNear      = "%s is not a parameter, did you mean %s?"
	msgNotParameter = "%s is not a parameter"
	msgTakes        = "%s takes: %s"
	msgTakesNone    = "%s takes no parameters"
	msgNoTool       = "%s is not a tool"
	msgToolsNear    = ", did you mean: %s?"
	msgTools        = "; the tools are: %s"
	msgNoTools      = "; there are none"
	msgMoreListed   = " and %d more"
	msgMoreProblems = "%s has %d more problems"
	msgUncheckable  = "%s could not be checked"
)

// Read by a model: what it is to do.
const (
	msgRetryTag      = "[INVALID_PARAM_RETRY %d/%d] " // programs read it
	msgRetryCall     = "Make the call again with this mended and nothing else changed."
	msgRetryCalls    = "Make all of the calls again with this mended and nothing else changed."
	msgRetryText     = "Write the call again, complete and as sound JSON or markup."
	msgRetryTexts    = "Write all of the calls again, complete and as sound JSON or markup, with this mended and nothing else changed."
	msgRetryFewer    = "Make at most %d calls in one answer."
	msgRetryShorter  = "Write a shorter answer."
	msgWere          = " They were: %s."
	msgUnread        = "one that could not be read"
	msgReplaces      = " This takes the place of what retry %d asked for."
	msgForms         = " Values are written so: %s."
	msgForm          = "%s is %s"
	msgUnreadable    = "call %d could not be read: %s"
	msgBegins        = ", it begins %s"
	msgMoreBroken    = "%d more could not be read"
	msgMoreFragments = "and %d more problems"
	msgTooManyCalls  = "the answer has more calls than the limit of %d"
	msgTooLong       = "the answer is longer than the limit of %d bytes"
	msgNotExecuted   = "not executed: another call of the same answer was refused; make all again"
	msgStopped       = "not executed"
	msgUnknownEnd    = "the outcome is unknown: executing the call failed on the way; find out what it did before you make it again"
	msgNotYet        = "not executed yet"
	msgPick          = "The refused call is %s. Make this one call again with allowed values and nothing else changed, and make no other call."
	msgRefused       = "%s is refused"
	msgNoJSON        = "The result cannot be shown."
	msgNoResult      = "There is no result."
	msgResults       = "What became of the calls above; do not make those again that were executed:"
	msgResult        = "\n%s: %s"
	msgWaits         = "waits for an answer of the user"
	msgAbandoned     = "no result has come; whether it was executed is not known"
	msgPending       = "is being executed, its result will follow"
	msgUserAnswer    = "You asked: %s\nMy answer: %s"
)

// Read by the user.
const (
	msgAskChoice = "Which %s should I use: %s?"
	msgAskWhich  = "Which %s should I use?"
	msgAskValue  = "What should %s be?"
	msgAskAgain  = "I did not get that right. Could you say it in another way?"
)

// Read by a host.
const (
	msgExhausted  = "toolcall: still refused after %d retries: %s"
	msgNoResponse = "toolcall: executing %q gave neither a response nor an error"
	msgBroken     = "the call at byte %d could not be read: %s"
	msgStructured = "toolcall: the reply has structured calls that its text does not have; set Retry.Native, or give the assistant a provider with native tools"
	msgAskPanic   = "the model's function panicked: %v"
	msgNilAsk     = "toolcall: ask is nil"
	msgNilExecute = "toolcall: execute is nil"
	msgNilTurn    = "toolcall: the turn is none that Run has returned"
	msgPends      = "toolcall: the call is executed elsewhere"
	msgNotPending = "toolcall: the outcome has no pending calls"
	msgNoResults  = "no result for the calls %s"
	msgStrangers  = "results for calls that are not pending: %s"
)

// What Repair has changed.
const (
	changeBracket = "added a missing " // and the bracket
	changeEnd     = "added a missing quote"
	changeComma   = "removed a trailing comma"
	changeComment = "removed a comment"
	changeWord    = "wrote %s as %s"
	changeKey     = "put a bare key into quotes"
	changeQuotes  = "replaced single quotes"
	changeSmart   = "replaced typographic quotes"
	changeInner   = "escaped a quote inside a text"
	changeBreak   = "escaped a line break inside a text"
	changeTab     = "escaped a tab inside a text"
	changeControl = "escaped a control character inside a text"
	changeEscape  = "mended an escape"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func sayf(format string, args ...any) error { return errors.New(sprintf(format, args...)) }

// clip makes an outside text fit to be repeated in a message.
func clip(text string) string { return echo.Clip(text) }

func unfitForName(r rune) bool { return unicode.IsSpace(r) || echo.Unseen(r) }
