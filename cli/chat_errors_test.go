// Why there is no model, in the words of those who set variables.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestModelTrouble(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"no key", &llm.StatusError{Status: 401, Message: "bad key"}, "the model's server answers 401 Unauthorized: bad key; check OPENAI_API_KEY"},
		{"not allowed", &llm.StatusError{Status: 403, Body: "<p>no</p>"}, "the model's server answers 403 Forbidden: <p>no</p>; check OPENAI_API_KEY"},
		{"no such model", &llm.StatusError{Status: 404}, "the model's server answers 404 Not Found; check OPENAI_BASE_URL and OPENAI_MODEL"},
		{"too many", &llm.StatusError{Status: 429, RetryAfter: time.Hour}, "the model's server answers 429 Too Many Requests; it asks to wait 1h0m0s"},
		{"a status without a name", &llm.StatusError{Status: 599}, "the model's server answers 599"},
		{"elsewhere", &llm.RedirectError{Status: 308, Target: "https://example.com"}, "the model's server redirects with status 308; set OPENAI_BASE_URL to https://example.com, if that is where it is"},
		{"nowhere", &llm.RedirectError{Status: 302}, "the model's server redirects with status 302 and does not say where to in a form that can be used; check OPENAI_BASE_URL"},
		{"too much", &llm.AnswerError{Problem: "more than 9 bytes (Config.MaxBytes)", Err: llm.ErrTooLarge}, "the answer is too large"},
		{"an error in an answer", &llm.AnswerError{Problem: "an error", Message: "out of memory"}, "the model's server tells an error: out of memory"},
		{"no JSON", &llm.AnswerError{Problem: "invalid JSON at byte 0", Err: llm.ErrNotJSON}, "the model's server does not answer with a chat completion: invalid JSON at byte 0; check OPENAI_BASE_URL"},
		{"torn", &llm.StreamError{Problem: "it breaks off", Err: io.ErrUnexpectedEOF}, "the model's answer broke off: it breaks off"},
		{"an error in a stream", &llm.StreamError{Message: "out of memory"}, "the model's answer broke off: out of memory"},
		{"nobody there", &llm.TransportError{Err: errors.New("connection refused")}, "no answer from the model's server: connection refused; is it running, and is OPENAI_BASE_URL its address?"},
		{"too late", &llm.TransportError{Err: os.ErrDeadlineExceeded}, "the model's server took too long to answer"},
		{"anything else", io.EOF, "a: b: EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := modelTrouble(fmt.Errorf("a: %w", fmt.Errorf("b: %w", tt.err)))
			assert.Equal(t, tt.want, got)
			assert.NotContains(t, got, "Config")
		})
	}
}

// What servers really answer has no names of packages and fields either.
func TestTroubleOfRealServers(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a web page":   func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
		"nothing":      func(http.ResponseWriter, *http.Request) {},
		"another path": http.NotFound,
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://example.com/v1", http.StatusFound)
		},
		"a torn answer": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "data: {")
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(handler)
			defer server.Close()
			client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL, Retries: -1})
			require.NoError(t, err)
			_, err = client.Chat(t.Context(), &llm.Request{Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Hello"}}})
			require.ErrorContains(t, err, "llm:")
			assert.NotRegexp(t, `llm:|Config`, modelTrouble(fmt.Errorf("assistant: %w", err)))
		})
	}
}

// An interrupt is for the conversation; every other end is its end.
func TestWithoutInterrupt(t *testing.T) {
	for name, tt := range map[string]struct {
		cause error
		ends  bool
	}{
		"an interrupt of Main":   {signalError{os.Interrupt}, false},
		"another signal of Main": {signalError{os.Kill}, true},
		"a program of others":    {errors.New("interrupt signal received"), true},
		"no reason":              {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				free, end := withoutInterrupt(ctx)
				defer end()
				cancel(tt.cause)
				synctest.Wait()
				assert.Equal(t, tt.ends, free.Err() != nil)
			})
		})
	}
}

func TestWithSignals(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	ctx, stop := WithSignals(t.Context())
	if err := self.Signal(os.Interrupt); err != nil {
		stop()
		t.Skip(err) // there are no such signals here
	}
	<-ctx.Done()
	assert.Equal(t, signalError{os.Interrupt}, context.Cause(ctx))
	assert.EqualError(t, context.Cause(ctx), "interrupt signal received")
	stop()

	ctx, stop = WithSignals(t.Context())
	stop()
	stop()
	<-ctx.Done()
	assert.Equal(t, context.Canceled, context.Cause(ctx))

	above, end := context.WithCancelCause(t.Context())
	ctx, stop = WithSignals(above)
	defer stop()
	end(io.ErrUnexpectedEOF)
	<-ctx.Done()
	assert.Equal(t, io.ErrUnexpectedEOF, context.Cause(ctx))
}
