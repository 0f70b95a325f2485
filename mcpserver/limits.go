// Limits: how much a server takes from outside, and holds for it.

package mcpserver

import (
	"cmp"
	"time"
)

const (
	maxMessage = 4 << 20 // bytes of a message
	maxBatch   = 100     // messages of a batch
	maxStreams = 32      // of a session, that can be resumed
	maxEvents  = 10 << 20
	// maxHeld bounds the tools in the SDK servers that are kept for further sessions with the same choice of commands.
	maxHeld = 200_000

	bodyTime    = 30 * time.Second // in which the body of a request has to come
	writeTime   = 30 * time.Second // in which a client has to take each piece of an answer
	headerTime  = 10 * time.Second // in which the header of a request has to come
	idleTime    = 2 * time.Minute  // between two requests on a connection
	graceTime   = 10 * time.Second // for running calls when ListenAndServe ends
	sessionTime = time.Hour        // without requests, after which a session ends
	fullTime    = time.Minute      // after which it is worth asking again for a session
)

// limits returns the config with the limits that it does not set; those that it switches off are 0.
func (c Config) limits() Config {
	c.MaxCalls = max(cmp.Or(c.MaxCalls, 256), 0)
	c.MaxSessions = max(cmp.Or(c.MaxSessions, 1000), 0)
	c.CallTimeout = max(cmp.Or(c.CallTimeout, 10*time.Minute), 0)
	return c
}

// slots bounds what runs at once. Nil bounds nothing.
type slots chan struct{}

func newSlots(n int) slots {
	if n == 0 {
		return nil
	}
	return make(slots, n)
}

// take reports whether there was a slot.
func (s slots) take() bool {
	if s == nil {
		return true
	}
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) release() {
	if s != nil {
		<-s
	}
}
