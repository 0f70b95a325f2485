// Parser: how the answers of one model are read.

package toolcall

import (
	"fmt"

	"github.com/jarvis-sdk/jarvis"
)

// Parser reads the answers of a model. The zero value recognises the format by itself, takes <think> for reasoning and knows
// no tools. It is a plain configuration: copy it, share it between goroutines, but do not change it while it is in use.
type Parser struct {
	Format Format // how the model writes calls; empty is Auto

	// Tools are the declared tools. Formats that carry values as text only (qwen3_xml, glm4, minimax and others) need their
	// types to tell "5" from 5; without tools such values stay text, or are read as each format says. May be nil.
	Tools *Tools

	// DateParameter names the parameter that holds date keys, such as "resolved_datetimes". Given as one text it becomes a
	// list of one, and its entries are normalised (dates.Normalize) unless they are ISO dates. Empty leaves arguments alone.
	DateParameter string

	Reasoning Reasoning
	Limits    Limits

	// Repair tries to mend the JSON of broken calls, as the function Repair does, once they could not be read. A mended call
	// counts only if Tools.Check accepts it, and Call.Repaired tells what was changed. A call that was cut off inside a value is
	// never completed. Without Tools nothing is mended.
	Repair bool

	// NewID makes the ids of calls that carry none. Nil means "call_" and 12 random hexadecimal digits, and for mistral 9
	// letters or digits, as its template wants them. It has to be safe for concurrent use where the Parser is.
	NewID func() string

	options []jarvis.Option // of the check that a mended call has to pass
}

// Reasoning says how thinking is marked. The zero value means <think> to </think>, and the marks that the format itself has.
type Reasoning struct {
	Open, Close string // the marks; unless both are given: <think> and </think>
	Started     bool   // the prompt already opened it, so that the answer begins inside
	Off         bool   // there is none: marks of reasoning are ordinary text
}

// Limits bound what an answer may cost. A zero field means its default.
type Limits struct {
	MaxBytes int // of an answer; what comes after is dropped and reported; default 4 MiB
	MaxDepth int // nesting of arguments in levels, the arguments object being the first; default 64
	MaxCalls int // calls of an answer; further ones are dropped and reported; default 128
}

func (l Limits) bytes() int { return orDefault(l.MaxBytes, 4<<20) }
func (l Limits) depth() int { return orDefault(l.MaxDepth, 64) }
func (l Limits) calls() int { return orDefault(l.MaxCalls, 128) }

func orDefault(n, value int) int {
	if n > 0 {
		return n
	}
	return value
}

// Parse takes the whole text of an answer apart. The Result is never nil. The error is nil, an *UnknownFormatError, or a
// *SyntaxError if something that was meant as a call could not be read; the Result then has all the rest.
func (p Parser) Parse(text string) (*Result, error) {
	g, err := p.Format.grammar()
	if err != nil {
		return &Result{Content: text, Parts: wholly(KindContent, len(text))}, err
	}
	return p.read(g, text)
}

func (p *Parser) read(g grammar, text string) (*Result, error) {
	r := newReader(p, g)
	r.take(text)
	r.ended = true
	r.run()
	return r.finish()
}

func wholly(kind Kind, n int) []Part {
	if n == 0 {
		return nil
	}
	return []Part{{kind, 0, n}}
}

// UnknownFormatError is the error for a Format that is none of Formats().
type UnknownFormatError struct {
	Format Format
	Near   Format // the most similar name; empty if none is near
}

// Error names the format and the nearest one.
func (e *UnknownFormatError) Error() string {
	if e.Near != "" {
		return fmt.Sprintf("toolcall: unknown format %q, did you mean %q?", string(e.Format), string(e.Near))
	}
	return fmt.Sprintf("toolcall: unknown format %q, see Formats", string(e.Format))
}
