// What authors and operators read in errors and logs. Nothing here is for a model.

package llm

import (
	"fmt"
	"time"
)

// Read by an author: mistakes in a Config. Each follows "llm: Config.Field: ".
const (
	msgURLSyntax    = "is not a URL; write one such as http://localhost:8080/v1"
	msgURLScheme    = "the scheme is neither http nor https; write one such as http://localhost:8080/v1"
	msgURLHost      = "the URL has no host; write one such as http://localhost:8080/v1"
	msgURLUserinfo  = "the URL has a user or password; leave it out and use Key or Headers"
	msgURLPort      = "the port is not one of 1 to 65535"
	msgURLQuery     = "the query has a name that looks like a secret; leave it out and use Key or Headers"
	msgURLFragment  = "the URL has a fragment; leave it out"
	msgURLEndpoint  = "the URL ends with /chat/completions; leave that out, it is added"
	msgKeyText      = "the key has white space, control characters or characters outside ASCII; trim it"
	msgKeyScheme    = "the key begins with the word Bearer; leave that out, it is added"
	msgKeyLong      = "the key is longer than %d bytes"
	msgInsecure     = "the key or the headers would go over plain http to another host; use https, or set AllowInsecureKey if the network is trusted"
	msgHeaderName   = "%q is no header name"
	msgHeaderValue  = "the value of %q has control characters; trim it"
	msgHeaderOwned  = "%q is set by the client; leave it out"
	msgHeaderTwice  = "%q and %q are the same header; write one of them"
	msgHeaderKey    = "\"Authorization\" is set from Key; set one of the two"
	msgHeaderOrg    = "\"Openai-Organization\" is set from Organization; set one of the two"
	msgOrganization = "has control characters; trim it"
	msgNegative     = "is negative; 0 is the default of %v"
)

// Read by an author: mistakes in a Request. Each follows "llm: Request.Field: ".
const (
	msgNoMessages = "is empty; a model needs at least one message"
	msgToolsList  = "is not a JSON list"
	msgNotJSON    = "is not valid JSON"
	msgFinite     = "is not a finite number"
	msgBelowZero  = "is negative; 0 leaves it to the server"
)

// Read by an author: misuse.
const (
	msgNilClient  = "llm: Chat on a client that NewOpenAI has not made"
	msgNilRequest = "llm: Chat without a request"
	msgNilFunc    = "llm: Chat on a nil Func"
	msgNilReply   = "llm: Func has returned neither a reply nor an error"
)

// Read by an operator: why there is no answer.
const (
	msgStatus      = "llm: the server answers %d"
	msgTooLong     = "; it asks to wait %v, longer than Config.MaxWait (%v)"
	msgWaited      = "; it asks to wait %v"
	msgAttempts    = " (%d attempts)"
	msgAnswer      = "llm: the answer is unusable: "
	msgStream      = "llm: the stream of the answer failed: "
	msgTransport   = "llm: no answer from %s: "
	msgOnDelta     = "llm: OnDelta: %s"
	msgGivenUp     = "llm: the request was given up: %w"
	msgGivenUpLast = "llm: the request was given up: %w, after: %w"

	msgWholeTimeout = "it took longer than %v (%s)"
	msgIdleTimeout  = "nothing came for %v (Config.IdleTimeout)"

	msgRedirect     = "llm: the server redirects with status %d to %s, which is not followed: only 307 and 308 to the same scheme, host and port are; set Config.BaseURL to where the server is"
	msgRedirectMany = "llm: the server redirects with status %d more than %d times"
	msgNowhere      = "an unreadable place"

	msgTooLargeAnswer = "more than %d bytes (Config.MaxBytes)"
	msgContentType    = "%v, the content type is %s"
	msgShape          = "unexpected JSON at %s"
	msgShapeContent   = "unexpected JSON as content"
	msgSyntaxAt       = "invalid JSON at byte %d"
	msgEncoding       = ", the content encoding is %s, which was not asked for"
	msgEncodedBody    = "(encoded as %s, which was not asked for)"
	msgTold           = "the server tells an error"
	msgCompletions    = "the choices have texts and no messages: the server answers as the completions endpoint, which is another than chat completions"
	msgNoEvents       = "no event stream"
	msgLongEvent      = "an event of more than %d bytes"
	msgTorn           = "it breaks off"
	msgCallIndex      = "a call with an index outside 0 to %d"
	msgManyCalls      = "more than %d calls"
	msgManyChoices    = "more than %d choices"
	msgLongName       = "a call whose name or id is longer than %d bytes"
	msgSays           = "; the server says: %s"
	msgBody           = "; it begins: %s"
)

// Read by an operator in the log.
const logRetry = "llm: asking again"

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// tried says how often it was tried, if that was more than once.
func tried(attempts int) string {
	if attempts > 1 {
		return sprintf(msgAttempts, attempts)
	}
	return ""
}

func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
