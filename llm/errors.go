// The errors of OpenAI. None of them holds the key or a header of the Config, whatever a server sends back.

package llm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// What an AnswerError or a StreamError can be of, for errors.Is.
var (
	// ErrTooLarge is an answer of more than Config.MaxBytes, an event too large, or too many calls.
	ErrTooLarge = errors.New("the answer is too large")
	// ErrNotJSON is an answer that is not JSON, or JSON of another shape than the protocol's.
	ErrNotJSON = errors.New("the answer is not the JSON of a chat completion")
	// ErrEmpty is an answer of no bytes, or of white space.
	ErrEmpty = errors.New("the answer is empty")
	// ErrNoChoice is an answer in which the model says nothing: without choices, or with one that has neither a message nor a
	// reason to finish.
	ErrNoChoice = errors.New("the answer has no choice")
)

// ConfigError is one mistake in a [Config]. NewOpenAI joins all of them.
type ConfigError struct {
	Field   string // of Config
	Problem string // what is wrong and what to do; without the value if that could be secret

	variable string // of the environment that the field is from
}

// Error names the field and the problem, and the variable if the field comes from the environment.
func (e *ConfigError) Error() string {
	field := "Config." + e.Field
	if e.variable != "" {
		field = e.variable + " (" + field + ")"
	}
	return "llm: " + field + ": " + e.Problem
}

// RequestError is a [Request] that cannot be sent. Nothing has been sent.
type RequestError struct {
	Field   string // of Request
	Problem string // what is wrong with it
}

// Error names the field and the problem.
func (e *RequestError) Error() string { return "llm: Request." + e.Field + ": " + e.Problem }

// StatusError is an answer of the server with a status that means failure.
type StatusError struct {
	Status     int           // of the last attempt
	Message    string        // what the server says in error.message or the like, shortened; empty if it says nothing
	Body       string        // the beginning of the body: at most 500 code points, control characters escaped
	RetryAfter time.Duration // what the server asks to wait; 0 if it does not
	Attempts   int           // how often was asked

	maxWait time.Duration // what RetryAfter was longer than, if that ended it
}

// Error says the status, and what the server says.
func (e *StatusError) Error() string {
	text := sprintf(msgStatus, e.Status)
	if name := http.StatusText(e.Status); name != "" {
		text += " " + name
	}
	if e.Message != "" {
		text += ": " + e.Message
	} else if e.Body != "" {
		text += ": " + e.Body
	}
	switch {
	case e.maxWait > 0:
		text += sprintf(msgTooLong, rounded(e.RetryAfter), e.maxWait)
	case e.RetryAfter > 0:
		text += sprintf(msgWaited, rounded(e.RetryAfter))
	}
	return text + tried(e.Attempts)
}

// AnswerError is an answer with a status that means success and a body that is no chat completion, or in which the server tells an
// error. It is not asked for again: with the first the server or the BaseURL is the wrong one, and the second was paid for.
type AnswerError struct {
	Problem string // what is wrong with it, for people
	Message string // what the server says in error.message or the like, if the body has one
	Code    string // what it says in error.code or else error.type: a word or a number
	Body    string // the beginning of the body: at most 500 code points, control characters escaped
	Err     error  // one of ErrTooLarge, ErrNotJSON, ErrEmpty and ErrNoChoice; nil if a choice came with an error
}

// Error says what is wrong, and what the server says or how the body begins.
func (e *AnswerError) Error() string {
	text := msgAnswer + e.Problem
	if e.Message != "" {
		return text + sprintf(msgSays, withCode(e.Message, e.Code))
	}
	return text + begins(e.Body)
}

// Unwrap returns Err.
func (e *AnswerError) Unwrap() error { return e.Err }

// StreamError is a streamed answer that went wrong: the server tells an error in the middle, sends what is no chunk of an answer,
// or stops before the end, which is [io.ErrUnexpectedEOF]. OnDelta may have been told a part.
type StreamError struct {
	Message  string // what the server says, if it tells an error
	Code     string // what it says in code or else type: a word or a number
	Status   int    // the status of HTTP that it would have been, 400 to 599; 0 if the server does not tell
	Problem  string // what is wrong, for people; empty if the server tells an error with a message
	Body     string // the event that went wrong: at most 500 code points, control characters escaped
	Err      error  // io.ErrUnexpectedEOF, ErrTooLarge or ErrNotJSON; nil if the server tells an error
	Attempts int    // how often was asked
}

// Error says what went wrong.
func (e *StreamError) Error() string {
	text := e.Problem + begins(e.Body)
	if e.Problem == "" {
		text = withCode(e.Message, e.Code)
	}
	return msgStream + text + tried(e.Attempts)
}

// Unwrap returns Err.
func (e *StreamError) Unwrap() error { return e.Err }

// withCode adds a code to a message that does not have it anyway.
func withCode(message, code string) string {
	if code == "" || strings.Contains(message, code) {
		return message
	}
	return message + " (" + code + ")"
}

func begins(body string) string {
	if body == "" {
		return ""
	}
	return sprintf(msgBody, body)
}

// TransportError is a connection that could not be made, broke, or took too long.
type TransportError struct {
	Err      error // why, without the URL; of another type than usual if its text had a secret in it
	Attempts int   // how often was asked

	origin string
	own    bool // a timeout of the Config
}

// Error says which server and why.
func (e *TransportError) Error() string {
	return sprintf(msgTransport, e.origin) + e.Err.Error() + tried(e.Attempts)
}

// Unwrap returns Err.
func (e *TransportError) Unwrap() error { return e.Err }

// Timeout reports whether it took too long; the text names the field of Config if it is one of those.
func (e *TransportError) Timeout() bool {
	var timeout net.Error
	return e.own || errors.As(e.Err, &timeout) && timeout.Timeout()
}

// RedirectError is a redirect that is not followed: so that the key stays with the server that it is for, or since the question would
// not be sent along, which it is with 307 and 308 alone.
type RedirectError struct {
	Status int    // of the answer, such as 302
	Target string // scheme, host and port, with the path if that is the same server; the scheme alone if not http; empty if unknown
	many   bool
}

// Error says where to.
func (e *RedirectError) Error() string {
	switch {
	case e.many:
		return sprintf(msgRedirectMany, e.Status, maxRedirects)
	case e.Target == "":
		return sprintf(msgRedirect, e.Status, msgNowhere)
	}
	return sprintf(msgRedirect, e.Status, e.Target)
}

// hiddenError stands for an error whose text had a secret in it. It can be compared, and of what it wraps that can be had which
// has no secret in its text.
type hiddenError struct {
	text string
	is   func(error) bool
	as   func(any) bool
}

func (e *hiddenError) Error() string        { return e.text }
func (e *hiddenError) Is(target error) bool { return e.is(target) }
func (e *hiddenError) As(target any) bool   { return e.as(target) }

// toldError is the error of a caller's function under a text without secrets.
type toldError struct {
	text string
	err  error
}

func (e *toldError) Error() string { return e.text }
func (e *toldError) Unwrap() error { return e.err }

// ended returns the error of a context, together with its cause if there is another one.
func ended(ctx context.Context) error {
	err := ctx.Err()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return err
}
