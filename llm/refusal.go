// The bodies of refusals, and what servers say in errors.

package llm

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"time"
	"unicode/utf8"
)

const refusalTime = 2 * time.Second // for the body of a refusal

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
	body := c.hide(string(text), err != nil || len(text) == maxErrBody)
	if f := formOf(resp.Header); f.encoding != "" && !utf8.Valid(text) {
		body = sprintf(msgEncodedBody, c.hide(f.encoding, false))
	}
	return &StatusError{
		Status:     resp.StatusCode,
		Message:    c.hide(errorOf(text).message, false),
		Body:       body,
		RetryAfter: retryAfter(resp.Header),
	}
}

// errorOf finds what a server says in {"error": {"message": …}}, {"error": …}, {"message": …} or {"detail": …}: OpenAI's form,
// Ollama's, that of gateways, FastAPI's. Gemini puts the first into a list.
func errorOf(text []byte) wireError {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	if len(text) > 0 && text[0] == '[' && json.Valid(text) {
		for element := range elements(text) {
			text = element
			break
		}
	}
	var w struct {
		Error  wireError `json:"error"`
		Detail wireError `json:"detail"`
	}
	var flat wireError
	switch {
	case json.Unmarshal(text, &w) != nil, json.Unmarshal(text, &flat) != nil:
		return wireError{}
	case w.Error.message != "":
		return w.Error
	case flat.message != "":
		return flat
	}
	return w.Detail
}
