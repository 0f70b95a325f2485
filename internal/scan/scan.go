// Package scan reads one JSON text strictly and within limits: no repeated keys at any depth, no invalid UTF-8, no lone
// surrogates, no trailing data. It is the only place that knows the tokenizer, whose API has no stable version yet.
package scan

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Kind is the first byte of a JSON value: one of n f t " 0 { [, a closing } or ], or 0 for none.
type Kind byte

// The kinds that callers compare with.
const (
	Null        Kind = 'n'
	False       Kind = 'f'
	True        Kind = 't'
	String      Kind = '"'
	Number      Kind = '0'
	ObjectStart Kind = '{'
	ObjectEnd   Kind = '}'
	ArrayStart  Kind = '['
	ArrayEnd    Kind = ']'
)

// Name returns the JSON name of the kind: "null", "boolean", "string", "number", "object" or "array".
func (k Kind) Name() string {
	switch k {
	case Null:
		return "null"
	case True, False:
		return "boolean"
	case String:
		return "string"
	case Number:
		return "number"
	case ObjectStart:
		return "object"
	case ArrayStart:
		return "array"
	}
	return "nothing"
}

// Fault classifies an Error.
type Fault uint8

// The faults a text can have.
const (
	BadSyntax    Fault = iota // not JSON
	Truncated                 // ends too early
	RepeatedName              // an object names a key twice
	BadUnicode                // invalid UTF-8 or a lone surrogate
	TooDeep                   // nested deeper than the limit
	Trailing                  // more text after the value
)

// Error says what is wrong with a text and where.
type Error struct {
	Fault  Fault
	Offset int64  // bytes from the start
	Name   string // the key that is repeated, or its beginning
}

// Error says that there is a fault; Describe says which.
func (e *Error) Error() string { return "scan: text is not acceptable JSON" }

// Describe says what is wrong, for a message about a text that was to be a value of that name, such as "object". Nesting too deep
// it leaves to who knows the limit.
func (e *Error) Describe(value string) string {
	switch e.Fault {
	case Truncated:
		return "the text ends too early"
	case RepeatedName:
		return "the key \"" + echo.Clip(e.Name) + "\" is repeated"
	case BadUnicode:
		return "invalid UTF-8 or a lone surrogate"
	case Trailing:
		return "more text after the " + value
	}
	return "unexpected text"
}

// Reader walks one JSON text. Reset gives it one; Release makes it fit to be kept for another. It is not safe for concurrent use.
//
// Unkeyed texts it reads by itself as long as they are plain; from the first token on that is not, the tokenizer does.
type Reader struct {
	dec      jsontext.Decoder
	src      bytes.Buffer
	data     []byte
	plain    plain
	pos      int // the end of what was read
	next     int // where the next token begins, once Kind has looked, or where the last one began
	depth    int // how many objects and arrays are entered
	maxDepth int
	unkeyed  bool
	strict   *strictly // for values that are skipped in an unkeyed text; nil before the first one
}

// MostDepth is the deepest nesting that can be allowed: one level further the tokenizer has a limit of its own.
const MostDepth = 9_999

// Reset starts reading data and refuses nesting beyond maxDepth levels, or MostDepth.
func (r *Reader) Reset(data []byte, maxDepth int) {
	r.start(data, maxDepth, false)
	r.dec.Reset(&r.src)
}

// ResetUnkeyed is Reset for a caller that looks for repeated keys itself, in every object that it enters, and reports them by
// Repeated: who reads the keys into a struct or map sees them anyway, and the tokenizer need not remember them.
func (r *Reader) ResetUnkeyed(data []byte, maxDepth int) { r.start(data, maxDepth, true) }

func (r *Reader) start(data []byte, maxDepth int, unkeyed bool) {
	r.unkeyed, r.plain = unkeyed, plain{on: unkeyed}
	r.data, r.maxDepth = data, min(maxDepth, MostDepth)
	r.pos, r.next, r.depth = 0, -1, 0
	r.src = *bytes.NewBuffer(data)
}

var allowRepeated = jsontext.AllowDuplicateNames(true)

// handOver brings the tokenizer to where the plain text ends.
func (r *Reader) handOver() {
	r.plain.on = false
	r.dec.Reset(&r.src, allowRepeated)
	for range r.plain.tokens {
		_, _ = r.dec.ReadToken() // it is plain, so it cannot fail
	}
}

// token consumes a token, which begins at next then.
func (r *Reader) token() error {
	if r.plain.on {
		if r.step() {
			return nil
		}
		r.handOver()
	}
	if r.next < r.pos {
		r.Kind()
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return r.fault(err)
	}
	r.pos, r.depth = int(r.dec.InputOffset()), r.dec.StackDepth()
	return nil
}

// Repeated is the fault of the key that was read last.
func (r *Reader) Repeated(name string) *Error {
	return &Error{Fault: RepeatedName, Offset: int64(r.next), Name: beginning(name)}
}

// beginning is as much of a key as Describe looks at, so that an error does not keep a long one.
func beginning(name string) string {
	return strings.Clone(name[:min(len(name), (echo.Most+1)*utf8.UTFMax)])
}

// maxKept is the length of the longest text after which a reader is kept: hostile texts make its name tables large.
const maxKept = 64 << 10

// Release reports whether the reader is worth keeping for another text. A kept one may hold on to the text until then: to empty
// the tokenizer costs as much as to start it.
func (r *Reader) Release() bool { return len(r.data) <= maxKept }

// Kind returns the kind of the next token without consuming it; 0 at the end of the text or where no token begins. It only
// looks past separators: whether they stand where they should is judged when the token is consumed.
func (r *Reader) Kind() Kind {
	for i := r.pos; i < len(r.data); i++ {
		switch c := r.data[i]; c {
		case ' ', '\t', '\r', '\n', ':', ',':
			continue
		case 'n', 'f', 't', '"', '{', '}', '[', ']':
			r.next = i
			return Kind(c)
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			r.next = i
			return Number
		}
		break
	}
	return 0
}

// Enter consumes the opening of an object or array.
func (r *Reader) Enter() error {
	if err := r.token(); err != nil {
		return err
	}
	if r.depth > r.maxDepth {
		return &Error{Fault: TooDeep, Offset: int64(r.pos)}
	}
	return nil
}

// Leave consumes the closing of an object or array.
func (r *Reader) Leave() error { return r.token() }

// Scalar consumes a string, number, boolean or null and returns its raw text, which aliases the input.
func (r *Reader) Scalar() ([]byte, error) {
	if err := r.token(); err != nil {
		return nil, err
	}
	return r.data[r.next:r.pos], nil
}

// Value consumes a value of kind k, which Kind returned, and returns its raw text, which aliases the input. Where there is no
// value it returns the error that says so.
func (r *Reader) Value(k Kind) ([]byte, error) {
	switch k {
	case String, Number, True, False, Null:
		return r.Scalar()
	}
	return r.skip()
}

// skip consumes an object or array token by token, to see how deep it is.
func (r *Reader) skip() ([]byte, error) {
	r.Kind()
	start := r.next
	for depth := r.depth; ; {
		if err := r.Enter(); err != nil { // or Leave, or Scalar
			return nil, err
		}
		if r.depth == depth {
			break
		}
	}
	raw := r.data[start:r.pos]
	if r.unkeyed { // nobody has entered these objects
		if err := r.skipped(raw); err != nil {
			e := r.fault(err)
			e.Offset += int64(start)
			return nil, e
		}
	}
	return raw, nil
}

// strictly is a tokenizer that remembers keys. A list of a million small values has it for all of them.
type strictly struct {
	dec jsontext.Decoder
	src bytes.Buffer
}

// skipped looks for repeated keys in a value.
func (r *Reader) skipped(raw []byte) error {
	if r.strict == nil {
		r.strict = &strictly{}
	}
	r.strict.src = *bytes.NewBuffer(raw)
	r.strict.dec.Reset(&r.strict.src)
	return r.strict.dec.SkipValue()
}

const space = " \t\r\n"

// End reports an error if anything but white space follows what was read so far.
func (r *Reader) End() error {
	rest := r.data[r.pos:]
	if len(rest) == 0 {
		return nil
	}
	if rest = bytes.TrimLeft(rest, space); len(rest) == 0 {
		return nil
	}
	return &Error{Fault: Trailing, Offset: int64(len(r.data) - len(rest))}
}

// Text decodes the raw text of a JSON string. It allocates nothing when there is no escape; else it uses scratch.
func Text(raw, scratch []byte) (text, newScratch []byte) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], scratch
	}
	scratch, _ = jsontext.AppendUnquote(scratch[:0], raw) // raw was read by a decoder: it cannot fail
	return scratch, scratch
}

// AppendQuoted appends text as a JSON string. Broken UTF-8 becomes U+FFFD.
func AppendQuoted(dst []byte, text string) []byte {
	dst, _ = jsontext.AppendQuote(dst, text) // the error only tells of what was replaced
	return dst
}

// fault translates a tokenizer error.
func (r *Reader) fault(err error) *Error {
	e := &Error{Offset: r.dec.InputOffset()}
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		e.Offset = syn.ByteOffset
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Fault = RepeatedName
		e.Name = beginning(syn.JSONPointer.LastToken())
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Fault = Truncated
	case syn != nil && r.badUnicode(syn):
		e.Fault = BadUnicode
	}
	return e
}

// badUnicode reports whether err is about text that is not Unicode: a broken byte sequence or half a surrogate pair.
func (r *Reader) badUnicode(err *jsontext.SyntacticError) bool {
	if text := err.Err.Error(); strings.Contains(text, "UTF-8") || strings.Contains(text, "surrogate") {
		return true
	}
	return loneSurrogate.Match(r.data[min(max(err.ByteOffset, 0), int64(len(r.data))):])
}

var loneSurrogate = regexp.MustCompile(`^\\u[dD][89a-fA-F]`)
