// What authors of tests and clients of the server read.

package llmtest

// Read by the author of a test.
const (
	msgScriptOver  = "llmtest: the script is over: it has %s, and there is one more request, with the last user message %q"
	msgNobody      = "llmtest: the script is over: it has %s, and there is one more request, without a user message"
	msgLeft        = "llmtest: the script has %d of its %s left"
	msgAskedBeyond = "llmtest: %s came after the script was over; it has %s"
	msgNoReply     = "llmtest: the model gave neither a reply nor an error"
	msgNoModel     = "llmtest: there is no model"
	msgNoRequest   = "llmtest: Chat without a request"
	msgNoFunction  = "llmtest: Do without a function"
	msgOnDelta     = "llmtest: OnDelta: %w"
	msgListen      = "llmtest: cannot listen on the loopback interface: %w"
	msgClose       = "llmtest: the server had to be stopped in the middle of a request: %w"
)

// Read by a client: what is wrong with a request. %s at the beginning is a place, such as messages[2].content.
const (
	msgKey          = "the API key is missing or wrong; send it as Authorization: Bearer KEY"
	msgPath         = "there is nothing at %s; post to /v1/chat/completions"
	msgMethod       = "the method %s is not allowed here; use %s"
	msgTooLarge     = "the body is larger than %d bytes"
	msgUnread       = "the body could not be read"
	msgContentType  = "the Content-Type is %q; send application/json"
	msgSyntax       = "the body is not valid JSON: %s"
	msgSeveral      = "the body has more than one JSON value"
	msgType         = "%s must be %s, got %s"
	msgEmpty        = "%s is missing or empty"
	msgEmptyList    = "%s is an empty list; leave it out"
	msgOneOf        = "%s must be one of: %s; got %q"
	msgRange        = "%s must be from %v to %v, got %v"
	msgLeast        = "%s must be at least %d, got %d"
	msgNotBoth      = "%s and %s are given; give one"
	msgOnlyWith     = "%s is only allowed with %s"
	msgOnlyRole     = "%s is only allowed with the role %s"
	msgPart         = "%s must be a part of type text"
	msgToolName     = "%s must be 1 to %d letters, digits, _ and -, got %q"
	msgToolTwice    = "%s: the tool %q is listed twice"
	msgNoTool       = "%s: %q is none of the tools"
	msgManyCalls    = "%s has more than %d calls"
	msgCallTwice    = "%s: the id %q is that of another call of the message"
	msgAnswersNone  = "%s: %q is not the id of an open call of the assistant message before it"
	msgUnanswered   = "messages: these tool calls have no tool message directly after the message of the assistant: %s"
	msgModelUnknown = "the model %q does not exist; the models are: %s"
)
