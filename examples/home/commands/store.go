// Store: the timers that run, shared by the commands about timers.

package commands

import (
	"slices"
	"sync"
	"time"
)

// Timer is a timer that was started. It is a plain value.
type Timer struct {
	ID    int // from 1, never used again in the same Store
	Label string
	Ends  time.Time
}

// Store holds timers. The zero value is empty and ready for use; it is safe for concurrent use and must not be copied, so
// commands share it through a pointer.
type Store struct {
	mu     sync.Mutex
	timers []Timer
	lastID int
}

// Add starts a timer at now. Timers that have ended by then are forgotten.
func (s *Store) Add(label string, d time.Duration, now time.Time) Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	timer := Timer{ID: s.lastID, Label: label, Ends: now.Add(d)}
	s.timers = append(s.running(now), timer)
	return timer
}

// Running returns the timers that have not ended at now, oldest first.
func (s *Store) Running(now time.Time) []Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.running(now))
}

// running drops what has ended; s.mu is held.
func (s *Store) running(now time.Time) []Timer {
	s.timers = slices.DeleteFunc(s.timers, func(t Timer) bool { return !t.Ends.After(now) })
	return s.timers
}
