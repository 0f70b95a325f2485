// Every sentence that a model, an author or a host reads, in one place.

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
	msgListSyntax       = "the list is not valid JSON: %s"
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
	msgForms         = " Values are written so: %s."
	msgForm          = "%s is %s"
	msgBroken        = "the call at byte %d could not be read: %s"
	msgMoreBroken    = "%d more could not be read"
	msgMoreFragments = "and %d more problems"
	msgNotExecuted   = "not executed: another call of the same answer was refused; make all again"
	msgStopped       = "not executed"
	msgNotYet        = "not executed yet"
	msgPick          = "Call %s again with one of the allowed values, and make no other call."
	msgRefused       = "%s is refused"
	msgNoJSON        = "The result cannot be shown."
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
