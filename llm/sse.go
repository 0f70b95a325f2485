// Server-sent events, as https://html.spec.whatwg.org/multipage/server-sent-events.html has them.

package llm

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// maxEvent bounds a line, and the data of an event, in bytes.
const maxEvent = 1 << 20

// event is one event of a stream.
type event struct {
	name string
	data []byte
	torn bool // the stream ended before the event did
}

// eventReader reads events one by one.
type eventReader struct {
	r     *bufio.Reader
	begun bool
	known bool // a line was one of an event, or a comment
	pair  bool // the last line ended with a carriage return: a line feed that follows belongs to it
}

// fields are the names that lines of events begin with. An older llama.cpp has errors in a field of their own.
var fields = [...]string{"data", "event", "id", "retry", eventError}

// errNoEvents is a body of which no line is one of an event.
var errNoEvents = errors.New(msgNoEvents)

// isOther reports whether what was read so far, with that beginning, is something else than events.
func (e *eventReader) isOther(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	cut := slices.ContainsFunc(fields[:], func(f string) bool { return strings.HasPrefix(f, string(head)) })
	return !e.known && !cut
}

// errLongEvent is an event beyond maxEvent.
type errLongEvent struct{}

func (errLongEvent) Error() string { return sprintf(msgLongEvent, maxEvent) }
func (errLongEvent) Unwrap() error { return ErrTooLarge }

// next returns the next event that has data, and io.EOF after the last. Unlike the standard it returns an event that the end of the
// stream has torn, since some servers leave the last empty line out.
func (e *eventReader) next() (event, error) {
	var ev event
	var some bool
	for {
		line, err := e.line()
		if err == io.EOF && some {
			ev.torn = true
			return ev, nil
		}
		if err != nil {
			return event{}, err
		}
		if len(line) == 0 {
			if some {
				return ev, nil
			}
			ev = event{}
			continue
		}
		name, value := splitField(line)
		e.known = e.known || name == "" || slices.Contains(fields[:], name)
		switch name {
		case "event":
			ev.name = string(value)
		case eventError:
			ev.name = eventError
			fallthrough
		case "data":
			if some {
				ev.data = append(ev.data, '\n')
			}
			ev.data, some = append(ev.data, value...), true
			if len(ev.data) > maxEvent {
				return event{}, errLongEvent{}
			}
		}
	}
}

const eventError = "error"

// splitField splits a line at its first colon and takes one space behind that away. A JSON object alone in a line is data: some
// servers put their errors into the stream so. A comment, which begins with a colon, has an empty name.
func splitField(line []byte) (name string, value []byte) {
	if line[0] == '{' {
		return "data", line
	}
	before, value, _ := bytes.Cut(line, []byte(":"))
	value, _ = bytes.CutPrefix(value, []byte(" "))
	return strings.TrimSpace(string(before[:min(len(before), maxField)])), value
}

const maxField = 16 // bytes of a field's name that are looked at

// line reads up to the next line end: LF, CRLF or CR. A line without an end at the end of the stream is one too.
func (e *eventReader) line() ([]byte, error) {
	var line []byte
	for {
		if _, err := e.r.Peek(1); err != nil {
			if err == io.EOF && len(line) > 0 {
				return line, nil
			}
			return nil, err
		}
		chunk, _ := e.r.Peek(e.r.Buffered())
		if e.skipFeed(chunk) {
			continue
		}
		end := bytes.IndexAny(chunk, "\r\n")
		if end < 0 {
			end = len(chunk)
		}
		if len(line)+end > maxEvent {
			return nil, errLongEvent{}
		}
		line = append(line, chunk[:end]...)
		if end == len(chunk) {
			e.discard(end)
			continue
		}
		e.pair = chunk[end] == '\r'
		e.discard(end + 1)
		return e.unmarked(line), nil
	}
}

// skipFeed takes the second half of a line end away.
func (e *eventReader) skipFeed(chunk []byte) bool {
	skip := e.pair && chunk[0] == '\n'
	e.pair = false
	if skip {
		e.discard(1)
	}
	return skip
}

// unmarked takes the byte order mark away that a stream may begin with.
func (e *eventReader) unmarked(line []byte) []byte {
	if !e.begun {
		e.begun = true
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	return line
}

// discard drops bytes that are buffered, which cannot fail.
func (e *eventReader) discard(n int) { _, _ = e.r.Discard(n) }

const byteOrderMark = "\ufeff"
