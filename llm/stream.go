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

const endOfStream = "[DONE]"

// assembly is an answer as far as it has come.
type assembly struct {
	c                  *client
	q                  *question
	m                  *meter
	content, reasoning strings.Builder
	calls              callList
	reply              Reply
	some               bool // a choice has come
	done               bool // the server has said that this is all
}

func (c *client) readStream(q *question, m *meter, r *bufio.Reader) (*Reply, error) {
	a := assembly{c: c, q: q, m: m}
	events := eventReader{r: r}
	for !a.done {
		ev, err := events.next()
		if err == nil {
			err = a.add(ev)
		} else {
			err = a.stopped(err)
		}
		if err != nil {
			return nil, err
		}
	}
	if !a.some {
		return nil, &AnswerError{Problem: ErrNoChoice.Error(), Err: ErrNoChoice}
	}
	a.reply.Content, a.reply.Reasoning, a.reply.Calls = a.content.String(), a.reasoning.String(), a.calls.finish()
	return &a.reply, nil
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
	}
	return torn()
}

func torn() error { return &StreamError{Problem: msgTorn, Err: io.ErrUnexpectedEOF} }

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
	case string(ev.data) == endOfStream:
		a.done = true
		return nil
	case ev.name == eventError:
		return a.failed(ev.data)
	case len(ev.data) == 0:
		return nil
	}
	var w wireAnswer
	if err := json.Unmarshal(ev.data, &w); err != nil {
		if ev.torn && a.reply.Finish == "" && !json.Valid(ev.data) {
			return torn()
		}
		return &StreamError{Problem: jsonProblem(err), Err: ErrNotJSON}
	}
	if given(w.Error) != nil {
		return a.failed(ev.data)
	}
	return a.addAnswer(&w)
}

// failed is an error that the server tells.
func (a *assembly) failed(data []byte) error {
	said := a.c.hide(messageOf(data), false)
	if said == "" {
		said = a.c.hide(string(data), false)
	}
	return &StreamError{Message: said}
}

func (a *assembly) addAnswer(w *wireAnswer) error {
	if w.Model != "" {
		a.reply.Model = string(w.Model)
	}
	if usage := w.usage(); usage != (Usage{}) {
		a.reply.Usage = usage
	}
	for i := range w.Choices {
		if c := &w.Choices[i]; c.Index.n == 0 {
			if err := a.addChoice(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *assembly) addChoice(c *wireChoice) error {
	a.some = true
	if reason := c.finish(); reason != "" {
		a.reply.Finish = reason
	}
	turn := c.Delta
	if turn == nil {
		turn = c.Message // with some servers
	}
	if turn == nil {
		return nil
	}
	var d Delta
	var err error
	if d.Content, d.Reasoning, err = turn.texts(); err != nil {
		return &StreamError{Problem: err.Error(), Err: ErrNotJSON}
	}
	if err := a.calls.addPieces(turn); err != nil {
		return &StreamError{Problem: err.Error(), Err: ErrTooLarge}
	}
	a.content.WriteString(d.Content)
	a.reasoning.WriteString(d.Reasoning)
	return a.q.tell(d)
}
