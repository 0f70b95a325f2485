// Handler: a model as an HTTP server of the chat completions protocol.

package llmtest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/llm"
)

// Option changes a [Handler].
type Option func(*settings)

type settings struct {
	keyed  bool
	key    [sha256.Size]byte
	empty  bool // the key is empty: nobody has it
	models []string
}

// RequireKey answers 401 to requests that do not have the key as bearer token. With an empty key it does so to all.
func RequireKey(key jarvis.SecretString) Option {
	return func(s *settings) {
		s.keyed, s.empty, s.key = true, key.IsEmpty(), sha256.Sum256([]byte(key.Reveal()))
	}
}

// Models sets the models that the server lists, and answers 404 to requests for another. A request that names none is for the
// first. Without this, or without names, the server lists "scripted" and takes any name.
func Models(names ...string) Option {
	names = slices.Clone(names)
	return func(s *settings) { s.models = names }
}

// Handler returns a server that answers with the model: POST /v1/chat/completions, streamed if it is asked for, and GET
// /v1/models; both also without /v1. Calls without an id get one; the numbers in ids count from 1 for each Handler, and times
// are 0, so that what it writes is the same each time.
//
// A request is refused, with status 400 and an error that names the place, if its JSON is of another shape, or if it has: no
// messages; a role that is none of system, developer, user, assistant and tool; no content, except beside tool calls; a call without
// id or name; two calls of a message with the same id; a call whose tool message does not directly follow; a tool message that
// answers no open call; a list of tools that is empty, or has two of one name or a name that is not of letters, digits, _ and -; a
// tool_choice without tools or of none of them; stream_options without stream; numbers out of range. Other members are ignored.
// Bodies have at most 16 MiB.
//
// An error of the model is answered with status 500 and its text; a *[llm.StatusError] with its own status, message and
// Retry-After. Within a stream it comes as an event with an error, and the stream ends without [DONE].
// Source: https://platform.openai.com/docs/api-reference/chat.
func Handler(m llm.Client, opts ...Option) http.Handler {
	h := &handler{model: m}
	for _, opt := range opts {
		if opt != nil {
			opt(&h.settings)
		}
	}
	if m == nil {
		h.model = Model(nil)
	}
	return h
}

type handler struct {
	settings
	model       llm.Client
	completions atomic.Int64
	calls       atomic.Int64
}

const maxBody = 16 << 20

// ServeHTTP answers a request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.serve(w, r); err != nil {
		refusalOf(err).write(w)
	}
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request) error {
	path, _ := strings.CutPrefix(r.URL.Path, "/v1")
	method, answer := http.MethodPost, h.chat
	switch path {
	case "/chat/completions":
	case "/models":
		method, answer = http.MethodGet, h.list
	default:
		return &refusal{Status: http.StatusNotFound, Code: "unknown_url", Message: fmt.Sprintf(msgPath, echo.Clip(r.URL.Path))}
	}
	if !h.admits(r.Header.Get("Authorization")) {
		return &refusal{Status: http.StatusUnauthorized, Code: "invalid_api_key", Message: msgKey}
	}
	if r.Method != method {
		w.Header().Set("Allow", method)
		return &refusal{Status: http.StatusMethodNotAllowed, Code: "method_not_allowed", Message: fmt.Sprintf(msgMethod, echo.Clip(r.Method), method)}
	}
	return answer(w, r)
}

// admits compares sums, which are of one length, so that the time tells nothing of the key.
func (h *handler) admits(authorization string) bool {
	if !h.keyed {
		return true
	}
	scheme, key, _ := strings.Cut(authorization, " ")
	sum := sha256.Sum256([]byte(key))
	return subtle.ConstantTimeCompare(sum[:], h.key[:]) == 1 && strings.EqualFold(scheme, "Bearer") && !h.empty
}

// list writes the models.
func (h *handler) list(w http.ResponseWriter, _ *http.Request) error {
	list := wireModels{Object: "list"}
	names := h.models
	if len(names) == 0 {
		names = []string{defaultModel}
	}
	for _, name := range names {
		list.Data = append(list.Data, wireModel{ID: name, Object: "model", OwnedBy: "llmtest"})
	}
	return writeJSON(w, http.StatusOK, list)
}

// chat answers a request for a completion.
func (h *handler) chat(w http.ResponseWriter, r *http.Request) error {
	text, err := body(w, r)
	if err != nil {
		return err
	}
	q, err := decodeQuestion(text)
	if err != nil {
		return err
	}
	if len(h.models) > 0 {
		q.request.Model = cmp.Or(q.request.Model, h.models[0])
		if !slices.Contains(h.models, q.request.Model) {
			return &refusal{Status: http.StatusNotFound, Code: "model_not_found", Message: fmt.Sprintf(msgModelUnknown, echo.Clip(q.request.Model), strings.Join(h.models, ", "))}
		}
	}
	head := wireHead{ID: "chatcmpl-" + strconv.FormatInt(h.completions.Add(1), 10), Model: cmp.Or(q.request.Model, defaultModel)}
	if q.stream {
		return h.stream(r.Context(), w, q, head)
	}
	reply, err := h.ask(r.Context(), &q.request, head.Model)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, completion(head, reply))
}

// ask returns the reply of the model with all that a server says.
func (h *handler) ask(ctx context.Context, req *llm.Request, model string) (*llm.Reply, error) {
	reply, err := h.model.Chat(ctx, req)
	if err != nil {
		return nil, err
	}
	if reply == nil {
		return nil, errors.New(msgNoReply)
	}
	reply = completed(reply, model)
	nameCalls(reply.Calls, req.Messages, func() string { return callID(int(h.calls.Add(1))) })
	return reply, nil
}

// body reads the body of a request.
func body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if declared := r.Header.Get("Content-Type"); declared != "" {
		if kind, _, err := mime.ParseMediaType(declared); err != nil || kind != "application/json" {
			return nil, badRequest(msgContentType, echo.Clip(declared))
		}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, &refusal{Status: http.StatusRequestEntityTooLarge, Code: "request_too_large", Message: fmt.Sprintf(msgTooLarge, maxBody)}
	}
	if err != nil {
		return nil, badRequest(msgUnread)
	}
	return text, nil
}

// writeJSON writes a whole answer. Its error is left alone: who was to read it has gone.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	text, err := plainJSON(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return nil
}

// plainJSON marshals without escapes for HTML, on one line.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
