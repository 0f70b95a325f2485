// Stream: an answer read while it comes in.

package toolcall

import "iter"

// Stream reads one answer in pieces, cut anywhere. Its Result is that of Parser.Parse for the whole text, whatever the pieces;
// on the way, each Delta tells what became certain. Whether the whole answer could be read shows only at Close: execute nothing
// that has an effect before that.
//
// Parser.Stream makes it; the zero value is of no use. It is not safe for concurrent use. Close it, also when the answer is
// abandoned: until then it holds a coroutine.
type Stream struct {
	r      *reader
	next   func() (struct{}, bool)
	stop   func()
	result *Result
	err    error
}

// Delta is what became certain with a piece of the text: content and reasoning to be appended to what came before, and calls
// that are complete. Joined, the deltas of a stream are its Result.
type Delta struct {
	Content   string // outside calls and reasoning
	Reasoning string // between the marks of thinking
	Calls     []Call
}

// Stream begins a new answer. Its error is an *UnknownFormatError; the Stream is then nil.
func (p Parser) Stream() (*Stream, error) {
	g, err := p.Format.grammar()
	if err != nil {
		return nil, err
	}
	s := &Stream{r: newReader(&p, g)}
	s.next, s.stop = iter.Pull(s.steps)
	return s, nil
}

// steps runs the grammar as a coroutine: each step ends where the grammar wants text that has not come yet.
func (s *Stream) steps(yield func(struct{}) bool) {
	s.r.more = func() bool { return yield(struct{}{}) && !s.r.ended }
	s.r.run()
}

// Write takes the next piece of the text and returns what is certain now. After Close it does nothing.
func (s *Stream) Write(piece string) Delta {
	if s.result != nil || piece == "" {
		return Delta{}
	}
	s.r.take(piece)
	s.next()
	return s.r.flush()
}

// Close ends the text and returns what was still open. The error is as from Parser.Parse. A second Close returns an empty
// Delta and the same error.
func (s *Stream) Close() (Delta, error) {
	if s.result != nil {
		return Delta{}, s.err
	}
	s.r.ended = true
	s.next()
	s.stop()
	s.result, s.err = s.r.finish()
	return s.r.flush(), s.err
}

// Result is the whole answer once Close was called, and nil before.
func (s *Stream) Result() *Result { return s.result }
