// Store: the timers that run, shared by the commands about timers.

package commands

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// MaxTimers is how many timers of one Store can run at a time.
const MaxTimers = 100

// ErrTooManyTimers reports that MaxTimers timers are running.
var ErrTooManyTimers = errors.New("too many timers are running")

// Timer is a timer that was started. It is a plain value.
type Timer struct {
	ID    int // from 1, never used again in the same Store
	Label string
	Ends  time.Time
}

// Store holds up to MaxTimers timers. The zero value is empty and ready for use; it is safe for concurrent use and must not be
// copied, so commands share it through a pointer.
type Store struct {
	mu     sync.Mutex
	timers []Timer
	lastID int
}

// Add starts a timer at now. Timers that have ended by then are forgotten. The error is ErrTooManyTimers.
func (s *Store) Add(label string, d time.Duration, now time.Time) (Timer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	running := s.running(now)
	if len(running) >= MaxTimers {
		return Timer{}, ErrTooManyTimers
	}
	s.lastID++
	timer := Timer{ID: s.lastID, Label: label, Ends: now.Add(d)}
	s.timers = append(running, timer)
	return timer, nil
}

// Running returns the timers that have not ended at now, oldest first.
func (s *Store) Running(now time.Time) []Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.running(now))
}

// Cancel stops the timers of these IDs and returns those that it stopped, oldest first: the others have ended at now, are
// cancelled already or never were. Of several calls with the same ID one at most gets the timer.
func (s *Store) Cancel(now time.Time, ids ...int) []Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	var stopped []Timer
	s.timers = slices.DeleteFunc(s.running(now), func(t Timer) bool {
		stop := slices.Contains(ids, t.ID)
		if stop {
			stopped = append(stopped, t)
		}
		return stop
	})
	return stopped
}

// running drops what has ended; s.mu is held.
func (s *Store) running(now time.Time) []Timer {
	s.timers = slices.DeleteFunc(s.timers, func(t Timer) bool { return !t.Ends.After(now) })
	return s.timers
}
