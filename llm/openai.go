// OpenAI: the client, from a request to its answer or its error.

package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// OpenAI is a [Client] of a server that speaks the chat completions protocol: OpenAI's, llama.cpp, vLLM, Ollama and many others.
// NewOpenAI makes it. It is safe for concurrent use, and printing it shows no secret.
type OpenAI struct{ c *client }

// client is what an OpenAI is made of. It holds secrets only inside functions.
type client struct {
	http    *http.Client
	url     string
	origin  string
	model   string
	headers func() http.Header // a copy of all that are sent
	hide    hider
	log     *slog.Logger
	limits
}

// limits are the numbers of a Config, with the defaults in place.
type limits struct {
	timeout, idle, maxWait time.Duration
	timeoutOf              string // which field the timeout is from
	retries                int
	maxBytes               int64
}

// NewOpenAI returns the client of a Config. Its error joins a [*ConfigError] for each mistake. Nothing is sent.
func NewOpenAI(cfg Config) (*OpenAI, error) {
	base, mistakes := cfg.check()
	if len(mistakes) > 0 {
		return nil, errors.Join(mistakes...)
	}
	c := &client{
		url:    base.JoinPath("chat", "completions").String(),
		origin: originOf(base),
		model:  cfg.Model,
		hide:   newHider(cfg.Key, cfg.Headers.Clone()),
		log:    cfg.Logger,
		limits: cfg.limits(),
	}
	c.http, c.headers = c.strictClient(cfg.HTTPClient), cfg.sent()
	if c.log == nil {
		c.log = slog.Default()
	}
	return &OpenAI{c}, nil
}

// Chat implements [Client]; the package comment lists the errors.
func (o *OpenAI) Chat(ctx context.Context, req *Request) (*Reply, error) {
	if o == nil || o.c == nil {
		return nil, errors.New(msgNilClient)
	}
	return o.c.chat(ctx, req)
}

// question is one request on its way.
type question struct {
	payload []byte
	onDelta func(Delta) error
	hide    hider
	told    bool // OnDelta knows a part of the answer
}

// tell gives a piece to OnDelta, if there is anything to give.
func (q *question) tell(w *watch, d Delta) error {
	if q.onDelta == nil || d == (Delta{}) {
		return nil
	}
	if err := w.over(); err != nil {
		return err
	}
	q.told = true
	if err := q.onDelta(d); err != nil {
		return &toldError{sprintf(msgOnDelta, q.hide(err.Error(), false)), err}
	}
	return nil
}

func (c *client) chat(ctx context.Context, req *Request) (*Reply, error) {
	payload, err := c.encode(req)
	if err != nil {
		return nil, err
	}
	q := &question{payload: payload, onDelta: req.OnDelta, hide: c.hide}
	for attempt := 1; ; attempt++ {
		if ctx.Err() != nil {
			return nil, fmt.Errorf(msgGivenUp, ended(ctx))
		}
		reply, err := c.attempt(ctx, q)
		if err == nil {
			return reply, nil
		}
		setAttempts(err, attempt)
		wait, again := c.again(err, q, attempt)
		if !again {
			return nil, err
		}
		c.logRetry(ctx, err, attempt, wait)
		if sleep(ctx, wait) != nil {
			return nil, fmt.Errorf(msgGivenUpLast, ended(ctx), err)
		}
	}
}

// attempt asks once. The body is closed when it returns, also if OnDelta panics.
func (c *client) attempt(ctx context.Context, q *question) (*Reply, error) {
	w := c.watch(ctx, q.onDelta != nil)
	defer w.end()
	req, err := http.NewRequestWithContext(w.ctx, http.MethodPost, c.url, strings.NewReader(string(q.payload)))
	if err != nil {
		return nil, c.broken(w, err)
	}
	req.Header = c.headers()
	if q.onDelta != nil {
		req.Header.Set("Accept", typeStream+", "+typeJSON)
	}
	w.listen()
	resp, err := c.http.Do(req)
	w.rest()
	if err != nil {
		return nil, c.broken(w, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, c.refused(w, resp)
	}
	reply, err := c.read(q, resp, &meter{from: resp.Body, watch: w, left: c.maxBytes, most: c.maxBytes})
	var broken *brokenError
	switch {
	case errors.As(err, &broken):
		return nil, c.broken(w, broken.err)
	case err != nil:
		return nil, err
	case ctx.Err() != nil: // a Timeout that is spent by now takes nothing away from an answer that is complete
		return nil, c.broken(w, ctx.Err())
	}
	return reply, nil
}

// broken gives the error of a connection its type: that of the context if it has ended, of a timeout of the Config, or as it came.
func (c *client) broken(w *watch, err error) error {
	if w.parent.Err() != nil {
		return fmt.Errorf(msgGivenUp, ended(w.parent))
	}
	if late := w.late(); late != nil {
		return &TransportError{Err: late, origin: c.origin, own: true}
	}
	var redirect *RedirectError
	if errors.As(err, &redirect) {
		return redirect
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	return &TransportError{Err: c.hide.protect(err), origin: c.origin}
}

// brokenError is the error of reading a body, to be told from what was read.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }

const (
	maxHead    = maxErrBody + 1 // bytes of a body that are kept for errors
	drainTime  = 100 * time.Millisecond
	drainBytes = 4 << 10
)

// meter bounds a body in bytes and silence. Its errors are a *brokenError, io.EOF, or ErrTooLarge.
type meter struct {
	from       io.Reader
	watch      *watch
	left, most int64
	head       []byte // the beginning of what was read
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left < 0 {
		return 0, ErrTooLarge
	}
	m.watch.listen()
	n, err := m.from.Read(p)
	m.watch.rest()
	m.watch.begun = m.watch.begun || n > 0
	if room := maxHead - len(m.head); room > 0 {
		m.head = append(m.head, p[:min(n, room)]...)
	}
	if m.left -= int64(n); m.left < 0 {
		return n, ErrTooLarge
	}
	if err != nil && err != io.EOF {
		err = &brokenError{err}
	}
	return n, err
}

// drain reads what may follow an answer up to the end of the body, so that the connection can be used again. It must not cost much:
// some servers keep the connection open.
func (m *meter) drain(r io.Reader) {
	late := time.AfterFunc(drainTime, func() { m.watch.cancel(nil) })
	defer late.Stop()
	_, _ = io.CopyN(io.Discard, r, drainBytes)
}
