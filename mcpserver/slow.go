// Slow clients: how long a write waits for one that does not read.

package mcpserver

import (
	"net/http"
	"time"
)

// maxPiece are the bytes that have a time of their own, so that a slow client can take a long answer.
const maxPiece = 64 << 10

// timed ends the connection of a client that does not take what is written. The time begins anew with each piece, since a stream
// may be open for long.
type timed struct {
	http.ResponseWriter
	control *http.ResponseController
	most    time.Duration
}

func newTimed(w http.ResponseWriter, most time.Duration) timed {
	return timed{w, http.NewResponseController(w), most}
}

// Write writes text piece by piece.
func (w timed) Write(text []byte) (n int, err error) {
	for {
		piece := text[n:min(n+maxPiece, len(text))]
		err = w.within(func() error {
			wrote, err := w.ResponseWriter.Write(piece)
			n += wrote
			return err
		})
		if err != nil || n >= len(text) {
			return n, err
		}
	}
}

// FlushError is how net/http flushes a writer that wraps another.
func (w timed) FlushError() error { return w.within(w.control.Flush) }

// Unwrap is for http.ResponseController.
func (w timed) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// within bounds the time of send. A writer that has no deadlines waits as long as it likes.
func (w timed) within(send func() error) error {
	_ = w.control.SetWriteDeadline(time.Now().Add(w.most))
	err := send()
	_ = w.control.SetWriteDeadline(time.Time{})
	return err
}
