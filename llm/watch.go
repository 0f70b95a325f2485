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
}

// lateError is a timeout of the Config; its text names the field.
type lateError struct{ text string }

func (e *lateError) Error() string { return e.text }

func (c *client) watch(parent context.Context) *watch {
	ctx, cancel := context.WithCancelCause(parent)
	w := &watch{parent: parent, ctx: ctx, cancel: cancel, patience: c.idle}
	w.whole = w.after(c.timeout, msgWholeTimeout)
	w.idle = w.after(c.idle, msgIdleTimeout)
	return w
}

func (w *watch) after(d time.Duration, text string) *time.Timer {
	return time.AfterFunc(d, func() { w.cancel(&lateError{sprintf(text, d)}) })
}

// listen begins to count the silence of the server, rest ends it: the time that OnDelta takes is not the server's.
func (w *watch) listen() { w.idle.Reset(w.patience) }
func (w *watch) rest()   { w.idle.Stop() }

// late returns the timeout that has ended the attempt; nil if none has.
func (w *watch) late() error {
	var late *lateError
	if errors.As(context.Cause(w.ctx), &late) {
		return late
	}
	return nil
}

// end frees what the attempt holds.
func (w *watch) end() {
	w.whole.Stop()
	w.idle.Stop()
	w.cancel(nil)
}
