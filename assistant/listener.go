// Listener: who hears a turn while it goes on.

package assistant

import (
	"runtime/debug"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Listener hears what goes on in a turn while it does. Nil functions hear nothing. They are called one at a time, by the
// goroutine of the turn or of the client, and hold it up; they must not use the Conversation.
type Listener struct {
	// Speech is told the words of an answer as they come. Joined since the last Retract they are Result.Text, once the turn has
	// ended without an error.
	Speech func(text string)

	// Retract says that what was told since the last Retract is no part of the answer: the model makes calls after all, or its
	// answer was refused. Who shows text takes it off; who has spoken it goes on.
	Retract func()

	Retrying func(told string) // calls were refused, and the model is asked again with this

	Calling func(call toolcall.Call)         // the engine begins to execute a call
	Called  func(executed toolcall.Executed) // it has ended
}

// heard tells the listener something. One that panics is logged: what it hears has happened all the same.
func (c *Conversation) heard(tell func(Listener)) {
	err := safely(func() error {
		tell(c.listener)
		return nil
	})
	if err != nil {
		c.engine.config.Logger.Error("assistant: the listener has failed", "error", err)
	}
}

// safely calls a function of the host and turns a panic into an error.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &jarvis.PanicError{Value: r, Stack: debug.Stack()}
		}
	}()
	return f()
}
