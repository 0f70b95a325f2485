// Refusals: what the server answers instead of a completion.

package llmtest

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/jarvis-sdk/jarvis/llm"
)

// refusal is an answer that is an error.
type refusal struct {
	Status  int           `json:"-"`
	After   time.Duration `json:"-"` // when to ask again; 0 leaves it open
	Message string        `json:"message"`
	Type    string        `json:"type"`
	Code    string        `json:"code"`
}

// Error returns the message.
func (r *refusal) Error() string { return r.Message }

// badRequest is a refusal of what a request says.
func badRequest(format string, args ...any) *refusal {
	return &refusal{Status: http.StatusBadRequest, Code: "invalid_request", Message: fmt.Sprintf(format, args...)}
}

// refusalOf makes an answer of any error.
func refusalOf(err error) *refusal {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return r
	}
	r := &refusal{Status: http.StatusInternalServerError, Code: "model_failed", Message: err.Error()}
	if over := (*ScriptOverError)(nil); errors.As(err, &over) {
		r.Code = "script_over"
	}
	if status := (*llm.StatusError)(nil); errors.As(err, &status) && status.Status >= 400 && status.Status <= 599 {
		r.Status, r.After, r.Message = status.Status, status.RetryAfter, cmp.Or(status.Message, http.StatusText(status.Status))
	}
	return r
}

// body is the refusal as JSON.
func (r *refusal) body() any {
	typed := *r
	typed.Type = "invalid_request_error"
	if r.Status >= http.StatusInternalServerError {
		typed.Type = "server_error"
	}
	return map[string]any{"error": typed}
}

func (r *refusal) write(w http.ResponseWriter) {
	if r.After > 0 {
		seconds := (r.After + time.Second - 1) / time.Second
		w.Header().Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
	_ = writeJSON(w, r.Status, r.body())
}
