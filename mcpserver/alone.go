// Functions of the host, which may panic or end their goroutine.

package mcpserver

import (
	"errors"
	"fmt"
)

// alone runs f in a goroutine of its own, since f may end the one that it runs in. It reports that, or a panic.
func alone(f func()) error {
	done := make(chan error, 1)
	go func() {
		err := errors.New(msgEnded)
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf(msgPanic, r)
			}
			done <- err
		}()
		f()
		err = nil
	}()
	return <-done
}
