// Answers that come whole, and the bodies of refusals.

package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

const (
	typeJSON   = "application/json"
	typeStream = "text/event-stream"

	refusalTime = 2 * time.Second // for the body of a refusal
)

// read reads the body of a success by what it is: some servers stream unasked, some do not stream when asked.
func (c *client) read(q *question, resp *http.Response, m *meter) (*Reply, error) {
	r := bufio.NewReader(m)
	kind := mediaType(resp.Header)
	if kind == typeStream || q.onDelta != nil && kind != typeJSON && looksStreamed(r) {
		return c.readStream(q, m, r)
	}
	text, err := io.ReadAll(r)
	if errors.Is(err, ErrTooLarge) {
		return nil, &AnswerError{Problem: sprintf(msgTooLargeAnswer, m.most), Body: c.hide(string(text[:min(len(text), maxErrBody)]), true), Err: ErrTooLarge}
	}
	if err != nil {
		return nil, err
	}
	reply, err := c.decode(text, kind)
	if err != nil {
		return nil, err
	}
	return reply, q.tell(Delta{Content: reply.Content, Reasoning: reply.Reasoning})
}

func mediaType(h http.Header) string {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind
}

// looksStreamed reports whether a body begins like events: with a field or a comment.
func looksStreamed(r *bufio.Reader) bool {
	for {
		head, err := r.Peek(1)
		if err != nil {
			return false
		}
		if !bytes.Contains([]byte(" \t\r\n"), head) {
			return strings.Contains("deir:", string(head))
		}
		_, _ = r.Discard(1)
	}
}

// decode reads a whole answer.
func (c *client) decode(text []byte, kind string) (*Reply, error) {
	fail := func(problem string, err error) error {
		return &AnswerError{Problem: problem, Message: c.hide(messageOf(text), false), Body: c.hide(string(text[:min(len(text), maxErrBody)]), len(text) > maxErrBody), Err: err}
	}
	plain := bytes.Trim(bytes.TrimPrefix(text, []byte(byteOrderMark)), " \t\r\n")
	if len(plain) == 0 {
		return nil, &AnswerError{Problem: ErrEmpty.Error(), Err: ErrEmpty}
	}
	var w wireAnswer
	if err := json.Unmarshal(plain, &w); err != nil {
		problem := jsonProblem(err)
		if kind != typeJSON {
			problem = sprintf(msgContentType, problem, c.hide(setOr(kind, "none"), false))
		}
		return nil, fail(problem, ErrNotJSON)
	}
	choice := w.first()
	if choice == nil || choice.Message == nil && choice.FinishReason == "" {
		return nil, fail(ErrNoChoice.Error(), ErrNoChoice)
	}
	reply := &Reply{Finish: choice.finish(), Model: string(w.Model), Usage: w.usage()}
	if choice.Message == nil {
		return reply, nil
	}
	var err error
	if reply.Content, reply.Reasoning, err = choice.Message.texts(); err != nil {
		return nil, fail(err.Error(), ErrNotJSON)
	}
	var calls callList
	if err := calls.addWhole(choice.Message); err != nil {
		return nil, fail(err.Error(), ErrTooLarge)
	}
	reply.Calls = calls.finish()
	return reply, nil
}

func setOr(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// jsonProblem says where a JSON text is wrong, and nothing of what stands there.
func jsonProblem(err error) string {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return sprintf(msgSyntaxAt, syntax.Offset)
	case errors.As(err, &shape):
		return sprintf(msgShape, setOr(shape.Field, "the top"))
	}
	return ErrNotJSON.Error()
}

// refused reads a failure. What cannot be read of its body does not matter, and it is not waited for long.
func (c *client) refused(w *watch, resp *http.Response) error {
	if isRedirect(resp.StatusCode) { // its Location was unreadable or missing
		return &RedirectError{Status: resp.StatusCode}
	}
	late := time.AfterFunc(refusalTime, w.end)
	defer late.Stop()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxErrBody))
	if w.parent.Err() != nil {
		return c.broken(w, w.parent.Err())
	}
	cut := err != nil || len(text) == maxErrBody
	return &StatusError{
		Status:     resp.StatusCode,
		Message:    c.hide(messageOf(text), false),
		Body:       c.hide(string(text), cut),
		RetryAfter: retryAfter(resp.Header),
	}
}

// messageOf finds what a server says in {"error": {"message": …}}, {"error": …}, {"message": …} or {"detail": …}: OpenAI's form,
// Ollama's, that of gateways, FastAPI's.
func messageOf(text []byte) string {
	var w struct {
		Error   json.RawMessage `json:"error"`
		Message lenientText     `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(bytes.TrimPrefix(text, []byte(byteOrderMark)), &w) != nil {
		return ""
	}
	if said := errorText(w.Error); said != "" {
		return said
	}
	if w.Message != "" {
		return string(w.Message)
	}
	return errorText(w.Detail)
}

// errorText is a text, or the message of an object.
func errorText(raw json.RawMessage) string {
	var plain lenientText
	var object struct {
		Message lenientText `json:"message"`
	}
	if json.Unmarshal(raw, &plain); plain != "" {
		return string(plain)
	}
	_ = json.Unmarshal(raw, &object)
	return string(object.Message)
}
