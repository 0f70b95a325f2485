// Answers that come in pieces.

package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

const (
	endOfStream       = "[DONE]"
	endOfStreamQuoted = `"[DONE]"` // with some servers
)

// assembly is an answer as far as it has come.
type assembly struct {
	c                  *client
	q                  *question
	m                  *meter
	events             eventReader
	form               form
	content, reasoning strings.Builder
	calls              callList
	reply              Reply
	index              int     // of the choice that is read: the first that comes
	deltas             turnHas // what has come in deltas
	some               bool    // a choice has come
	done               bool    // the server has said that this is all
}

// turnHas is what there is of a turn.
type turnHas struct{ content, reasoning, calls bool }

func (c *client) readStream(q *question, m *meter, r *bufio.Reader, f form) (*Reply, error) {
	a := assembly{c: c, q: q, m: m, form: f, events: eventReader{r: r}}
	for !a.done {
		if err := a.next(); err != nil {
			return nil, err
		}
	}
	if !a.some {
		return nil, c.unusable(ErrNoChoice.Error(), nil, ErrNoChoice)
	}
	a.reply.Content, a.reply.Reasoning, a.reply.Calls = a.content.String(), a.reasoning.String(), a.calls.finish()
	m.drain(r)
	return &a.reply, nil
}

// next takes an event, or the end of them. Events can wait in a buffer, where no timeout reaches them.
func (a *assembly) next() error {
	if err := a.m.watch.over(); err != nil {
		return a.stopped(err)
	}
	ev, err := a.events.next()
	if err != nil {
		return a.stopped(err)
	}
	return a.add(ev)
}

// stopped judges the end of the body. Once the reason to finish has come, the rest could only have been the usage.
func (a *assembly) stopped(err error) error {
	var broken *brokenError
	switch {
	case errors.Is(err, ErrTooLarge):
		return a.tooLarge(err)
	case a.reply.Finish != "" && a.m.watch.parent.Err() == nil:
		a.done = true
		return nil
	case errors.As(err, &broken) && !errors.Is(broken.err, io.ErrUnexpectedEOF):
		return err
	case a.events.isOther(a.m.head):
		return a.c.undecoded(a.m.head, a.form, errNoEvents)
	}
	return torn("")
}

func torn(body string) error {
	return &StreamError{Problem: msgTorn, Body: body, Err: io.ErrUnexpectedEOF}
}

func (a *assembly) tooLarge(err error) error {
	problem := err.Error()
	if err == ErrTooLarge {
		problem = sprintf(msgTooLargeAnswer, a.c.maxBytes)
	}
	return &StreamError{Problem: problem, Err: ErrTooLarge}
}

// add takes an event. Some servers put no empty line between events, which makes one of several lines of all of them.
func (a *assembly) add(ev event) error {
	data := bytes.TrimSpace(ev.data)
	if ev.name != eventError && !json.Valid(data) && bytes.IndexByte(data, '\n') > 0 {
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if err := a.addChunk(event{ev.name, bytes.TrimSpace(line), ev.torn}); err != nil || a.done {
				return err
			}
		}
		return nil
	}
	return a.addChunk(event{ev.name, data, ev.torn})
}

func (a *assembly) addChunk(ev event) error {
	switch {
	case string(ev.data) == endOfStream, string(ev.data) == endOfStreamQuoted:
		a.done = true
		return nil
	case ev.name == eventError:
		said := errorOf(ev.data)
		return a.failed(&said, ev.data)
	case len(ev.data) == 0:
		return nil
	}
	var w wireAnswer
	if err := json.Unmarshal(ev.data, &w); err != nil {
		return a.unreadable(ev, err)
	}
	if told := w.failure(); told != nil {
		return a.failed(told, ev.data)
	}
	return a.addAnswer(&w)
}

// unreadable judges a chunk that is none. Once the reason to finish has come it does not matter.
func (a *assembly) unreadable(ev event, err error) error {
	body := a.c.hide(beginning(ev.data), ev.torn)
	said := errorOf(ev.data)
	switch {
	case a.reply.Finish != "":
		return nil
	case said.message != "":
		return a.failed(&said, ev.data)
	case errors.Is(err, ErrTooLarge):
		return a.tooLarge(err)
	case ev.torn && !json.Valid(ev.data):
		return torn(body)
	}
	return &StreamError{Problem: jsonProblem(err), Body: body, Err: ErrNotJSON}
}

// failed returns an error that the server tells.
func (a *assembly) failed(told *wireError, data []byte) error {
	failed := &StreamError{Message: a.c.hide(told.message, false), Code: a.c.hide(told.code, false), Status: told.status}
	switch {
	case failed.Message != "":
	case *told == wireError{} && len(data) > 0 && data[0] == '{':
		failed.Problem, failed.Body = msgTold, a.c.hide(beginning(data), false)
	default:
		failed.Message = a.c.hide(beginning(data), false)
	}
	return failed
}

func (a *assembly) addAnswer(w *wireAnswer) error {
	if w.Model != "" {
		a.reply.Model = string(w.Model)
	}
	if usage := w.usage(); usage != (Usage{}) {
		a.reply.Usage = usage
	}
	if first := w.first(); first != nil && !a.some {
		if first.isText() {
			return a.c.unusable(msgCompletions, a.m.head, ErrNoChoice)
		}
		a.index, a.some = first.Index.n, true
	}
	for i := range w.Choices {
		if c := &w.Choices[i]; c.Index.n == a.index {
			if err := a.addChoice(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *assembly) addChoice(c *wireChoice) error {
	if reason := c.finish(); reason != "" {
		a.reply.Finish = reason
	}
	turn, had := c.Delta, turnHas{}
	if turn == nil {
		turn, had = c.Message, a.deltas // some servers have it instead of deltas, some repeat all of them in it
	}
	if turn == nil {
		return nil
	}
	var d Delta
	d.Content, d.Reasoning = turn.texts()
	if had.content {
		d.Content = ""
	}
	if had.reasoning {
		d.Reasoning = ""
	}
	if !had.calls {
		if err := a.calls.addPieces(turn); err != nil {
			return &StreamError{Problem: err.Error(), Err: ErrTooLarge}
		}
	}
	if c.Delta != nil {
		a.deltas.content = a.deltas.content || d.Content != ""
		a.deltas.reasoning = a.deltas.reasoning || d.Reasoning != ""
		a.deltas.calls = a.deltas.calls || len(a.calls.calls) > 0
	}
	a.content.WriteString(d.Content)
	a.reasoning.WriteString(d.Reasoning)
	return a.q.tell(a.m.watch, d)
}
