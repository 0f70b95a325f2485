// Answers that come whole.

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
)

const (
	typeJSON   = "application/json"
	typeStream = "text/event-stream"
)

// form is what a server says of a body.
type form struct {
	kind     string // the media type
	encoding string // that net/http has not undone
}

func formOf(h http.Header) form {
	f := form{encoding: h.Get("Content-Encoding")}
	f.kind, _, _ = mime.ParseMediaType(h.Get("Content-Type"))
	if strings.EqualFold(f.encoding, "identity") {
		f.encoding = ""
	}
	return f
}

// read reads the body of a success by what it is: some servers stream unasked, some do not stream when asked, some call events JSON
// and errors events.
func (c *client) read(q *question, resp *http.Response, m *meter) (*Reply, error) {
	r := bufio.NewReader(m)
	f := formOf(resp.Header)
	if first, streamed := look(r); streamed || f.kind == typeStream && !strings.ContainsRune("{[<", rune(first)) {
		return c.readStream(q, m, r, f)
	}
	text, err := io.ReadAll(r)
	if errors.Is(err, ErrTooLarge) {
		return nil, c.unusable(sprintf(msgTooLargeAnswer, m.most), text, ErrTooLarge)
	}
	if err != nil {
		return nil, err
	}
	if f.kind == typeStream && isLines(text) {
		return c.readStream(q, m, bufio.NewReader(bytes.NewReader(text)), f)
	}
	reply, err := c.decode(text, f)
	if err != nil {
		return nil, err
	}
	return reply, q.tell(m.watch, Delta{Content: reply.Content, Reasoning: reply.Reasoning})
}

// look skips white space and returns the first byte behind it, 0 if there is none, and whether it begins an event: with a field or a
// comment.
func look(r *bufio.Reader) (first byte, streamed bool) {
	for {
		head, err := r.Peek(1)
		if err != nil {
			return 0, false
		}
		if !isSpace(head[0]) {
			break
		}
		_, _ = r.Discard(1)
	}
	head, _ := r.Peek(1)
	first = head[0]
	if strings.IndexByte("deir", first) >= 0 {
		head, _ = r.Peek(len("retry:")) // the longest
	}
	for _, field := range fields {
		if field != eventError && bytes.HasPrefix(head, []byte(field+":")) {
			return first, true
		}
	}
	return first, first == ':'
}

// isLines reports whether a body is a JSON object in each line, which counts as events without their field.
func isLines(text []byte) bool {
	line, rest, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	return len(rest) > 0 && json.Valid(line)
}

// decode reads a whole answer.
func (c *client) decode(text []byte, f form) (*Reply, error) {
	plain := bytes.Trim(bytes.TrimPrefix(text, []byte(byteOrderMark)), " \t\r\n")
	if len(plain) == 0 {
		return nil, &AnswerError{Problem: ErrEmpty.Error(), Err: ErrEmpty}
	}
	var w wireAnswer
	if err := json.Unmarshal(plain, &w); err != nil {
		return nil, c.undecoded(text, f, err)
	}
	choice := w.first()
	told := w.failure()
	switch {
	case told != nil && choice != nil:
		return nil, c.toldFailure(told, text)
	case choice != nil && choice.isText():
		return nil, c.unusable(msgCompletions, text, ErrNoChoice)
	case choice == nil || choice.Message == nil && choice.FinishReason == "":
		return nil, c.unusable(ErrNoChoice.Error(), text, ErrNoChoice)
	}
	reply := &Reply{Finish: choice.finish(), Model: string(w.Model), Usage: w.usage()}
	if choice.Message == nil {
		return reply, nil
	}
	reply.Content, reply.Reasoning = choice.Message.texts()
	var calls callList
	if err := calls.addWhole(choice.Message); err != nil {
		return nil, c.unusable(err.Error(), text, ErrTooLarge)
	}
	reply.Calls = calls.finish()
	return reply, nil
}

// unusable returns the error of an answer with the beginning of its body.
func (c *client) unusable(problem string, text []byte, err error) *AnswerError {
	said := errorOf(text)
	return &AnswerError{
		Problem: problem,
		Message: c.hide(said.message, false),
		Code:    c.hide(said.code, false),
		Body:    c.hide(string(text[:min(len(text), maxErrBody)]), len(text) > maxErrBody),
		Err:     err,
	}
}

// undecoded returns the error of an answer that is not the JSON of one, with what the server says of it.
func (c *client) undecoded(text []byte, f form, err error) *AnswerError {
	problem := jsonProblem(err)
	if errors.Is(err, ErrTooLarge) {
		return c.unusable(problem, text, ErrTooLarge)
	}
	if f.kind != typeJSON {
		problem = sprintf(msgContentType, problem, c.hide(setOr(f.kind, "none"), false))
	}
	return c.unusable(problem+c.encoded(f), text, ErrNotJSON)
}

// encoded names an encoding that a body still has.
func (c *client) encoded(f form) string {
	if f.encoding == "" {
		return ""
	}
	return sprintf(msgEncoding, c.hide(f.encoding, false))
}

// toldFailure returns the error of an answer in which the server tells one.
func (c *client) toldFailure(told *wireError, text []byte) *AnswerError {
	failed := c.unusable(msgTold, text, nil)
	failed.Message, failed.Code = c.hide(told.message, false), c.hide(told.code, false)
	return failed
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
	case err == errNoEvents, err == errContent, errors.Is(err, ErrTooLarge):
		return err.Error()
	}
	return ErrNotJSON.Error()
}
