// watch: the time that one attempt may take.

package llm

import (
	"context"
	"errors"
	"time"
)

// watch ends an attempt that takes too long, or in which nothing comes for too long.
type watch struct {
	parent, ctx context.Context
	cancel      context.CancelCauseFunc
	whole, idle *time.Timer
	patience    time.Duration
	begun       bool // silence counts: the answer has begun, or is one of which the first piece should come soon
}

// lateError is a timeout of the Config; its text names the field.
type lateError struct{ text string }

func (e *lateError) Error() string { return e.text }

// watch begins to count the time of an attempt. streamed says that the silence before the answer counts too: a model that streams
// begins at once, one that does not thinks all of its answer first.
func (c *client) watch(parent context.Context, streamed bool) *watch {
	ctx, cancel := context.WithCancelCause(parent)
	w := &watch{parent: parent, ctx: ctx, cancel: cancel, patience: c.idle, begun: streamed}
	w.whole = w.after(c.timeout, sprintf(msgWholeTimeout, c.timeout, c.timeoutOf))
	w.idle = w.after(c.idle, sprintf(msgIdleTimeout, c.idle))
	w.idle.Stop()
	return w
}

func (w *watch) after(d time.Duration, text string) *time.Timer {
	return time.AfterFunc(d, func() { w.cancel(&lateError{text}) })
}

// listen begins to count the silence of the server, rest ends it: the time that OnDelta takes is not the server's.
func (w *watch) listen() {
	if w.begun {
		w.idle.Reset(w.patience)
	}
}

func (w *watch) rest() { w.idle.Stop() }

// late returns the timeout that has ended the attempt; nil if none has.
func (w *watch) late() error {
	var late *lateError
	if errors.As(context.Cause(w.ctx), &late) {
		return late
	}
	return nil
}

// over returns an error if the attempt has no more time, or nobody wants its answer any more.
func (w *watch) over() error {
	for _, ctx := range []context.Context{w.parent, w.ctx} {
		if err := ctx.Err(); err != nil {
			return &brokenError{err}
		}
	}
	return nil
}

// end frees what the attempt holds.
func (w *watch) end() {
	w.whole.Stop()
	w.idle.Stop()
	w.cancel(nil)
}
