// Reading a text of a model: as a whole, and in pieces as it comes in.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// reading is what a text was read as.
type reading struct {
	res *toolcall.Result
	err error
}

// readWhole reads a text as a whole.
func readWhole(p toolcall.Parser, text string) reading {
	res, err := p.Parse(text)
	return reading{res, err}
}

// readPieces reads a text in pieces.
func readPieces(r *report, p toolcall.Parser, pieces []string) reading {
	s, err := p.Stream()
	if err != nil {
		return reading{nil, err}
	}
	return readStream(r, s, pieces)
}

// stream is a *toolcall.Stream.
type stream interface {
	Write(piece string) toolcall.Delta
	Close() (toolcall.Delta, error)
	Result() *toolcall.Result
}

// readStream notes where the deltas do not add up to the result.
func readStream(r *report, s stream, pieces []string) reading {
	var sum toolcall.Delta
	add := func(d toolcall.Delta) {
		sum.Content += d.Content
		sum.Reasoning += d.Reasoning
		sum.Calls = append(sum.Calls, d.Calls...)
	}
	for _, piece := range pieces {
		add(s.Write(piece))
	}
	last, err := s.Close()
	add(last)
	if res := s.Result(); res != nil { // without one the reading is not sound
		r.equal("sum of the deltas: content", jsonText(res.Content), jsonText(sum.Content))
		r.equal("sum of the deltas: reasoning", jsonText(res.Reasoning), jsonText(sum.Reasoning))
		r.equal("sum of the deltas: calls", callsText(res.Calls), callsText(sum.Calls))
	}
	return reading{s.Result(), err}
}

// sound checks what holds for any text: there is a result, and the only error is one about the text.
func (g reading) sound(r *report) bool {
	var syntax *toolcall.SyntaxError
	if g.err != nil && !errors.As(g.err, &syntax) {
		r.fail("error", "none, or a *SyntaxError", goText(g.err))
	}
	if g.res == nil {
		r.fail("result", "one", "nil")
	}
	return g.res != nil
}

// same notes in what another reading of the same text differs.
func (g reading) same(r *report, other reading) {
	r.equal("format", string(g.res.Format), string(other.res.Format))
	r.equal("content", jsonText(g.res.Content), jsonText(other.res.Content))
	r.equal("reasoning", jsonText(g.res.Reasoning), jsonText(other.res.Reasoning))
	r.equal("calls", callsText(g.res.Calls), callsText(other.res.Calls))
	r.equal("dropped", fmt.Sprintf("%+v", g.res.Dropped), fmt.Sprintf("%+v", other.res.Dropped))
	r.equal("parts", fmt.Sprint(g.res.Parts), fmt.Sprint(other.res.Parts))
	r.equal("error", fmt.Sprint(g.err), fmt.Sprint(other.err))
}

// countCalls compares the number of calls. More than wanted are fine where it says so.
func (g reading) countCalls(r *report, want int, orMore bool) {
	got := len(g.res.Calls)
	if got == want || orMore && got > want {
		return
	}
	wanted := strconv.Itoa(want)
	if orMore {
		wanted += " or more"
	}
	r.fail("number of calls", wanted, fmt.Sprintf("%d: %s (error: %v)", got, callsText(g.res.Calls), g.err))
}

// call returns the call at index i; nil notes that there is none.
func (g reading) call(r *report, i int) *toolcall.Call {
	if i < len(g.res.Calls) {
		return &g.res.Calls[i]
	}
	r.fail("call "+strconv.Itoa(i), "a call", nothing)
	return nil
}

// arguments returns the arguments of a call as a JSON value.
func arguments(r *report, c *toolcall.Call) (v any, ok bool) {
	v, err := parseJSON(c.Arguments)
	if err != nil {
		r.fail("arguments", "JSON", fmt.Sprintf("%s (%v)", jsonText(string(c.Arguments)), err))
	}
	return v, err == nil
}

// callsText shows all that a result says of its calls.
func callsText(calls []toolcall.Call) string {
	texts := make([]string, len(calls))
	for i, c := range calls {
		texts[i] = fmt.Sprintf("%d-%d %s%s id %q, failure message %q, repaired %q", c.Start, c.End, c.Name, c.Arguments, c.ID, c.FailureMessage, c.Repaired)
	}
	return "[" + strings.Join(texts, "; ") + "]"
}

// characters cuts a text into pieces of so many characters.
func characters(text string, size int) (pieces []string) {
	var piece []rune
	for _, c := range text {
		if piece = append(piece, c); len(piece) == size {
			pieces, piece = append(pieces, string(piece)), piece[:0]
		}
	}
	if len(piece) > 0 {
		pieces = append(pieces, string(piece))
	}
	return pieces
}

// optional is a field of a line for which null is not the same as absent.
type optional[T any] struct {
	given bool
	v     T
}

// UnmarshalJSON reads the value.
func (o *optional[T]) UnmarshalJSON(text []byte) error {
	o.given = true
	return json.Unmarshal(text, &o.v)
}
