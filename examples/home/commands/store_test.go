// Tests of Store.

package commands_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func startTimer(t *testing.T, s *commands.Store, label string, d time.Duration, now time.Time) commands.Timer {
	t.Helper()
	timer, err := s.Add(label, d, now)
	require.NoError(t, err)
	return timer
}

func TestStoreForgetsWhatHasEnded(t *testing.T) {
	var s commands.Store
	short := startTimer(t, &s, "short", time.Minute, noon)
	long := startTimer(t, &s, "long", time.Hour, noon)
	assert.Equal(t, []commands.Timer{short, long}, s.Running(noon))
	assert.Equal(t, []commands.Timer{long}, s.Running(noon.Add(time.Minute)))
	assert.Equal(t, 3, startTimer(t, &s, "next", time.Hour, noon.Add(time.Hour)).ID)
	assert.Len(t, s.Running(noon.Add(time.Hour)), 1)
}

func TestStoreIsBounded(t *testing.T) {
	var s commands.Store
	for range commands.MaxTimers {
		startTimer(t, &s, "", time.Minute, noon)
	}
	_, err := s.Add("", time.Minute, noon)
	require.ErrorIs(t, err, commands.ErrTooManyTimers)
	assert.Equal(t, commands.MaxTimers+1, startTimer(t, &s, "", time.Minute, noon.Add(time.Minute)).ID)
}

func TestStoreCancels(t *testing.T) {
	var s commands.Store
	a, b := startTimer(t, &s, "a", time.Minute, noon), startTimer(t, &s, "b", time.Hour, noon)
	c := startTimer(t, &s, "c", time.Hour, noon)
	assert.Empty(t, s.Cancel(noon))
	assert.Equal(t, []commands.Timer{a, c}, s.Cancel(noon, c.ID, a.ID, 99))
	assert.Empty(t, s.Cancel(noon, a.ID))
	assert.Empty(t, s.Cancel(noon.Add(time.Hour), b.ID), "it has ended")
	assert.Equal(t, 4, startTimer(t, &s, "d", time.Hour, noon).ID)
}

func TestStoreCancelsATimerOnce(t *testing.T) {
	var s commands.Store
	var stopped atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			timer, err := s.Add("", time.Minute, noon)
			if !assert.NoError(t, err) {
				return
			}
			for range 3 {
				group.Go(func() { stopped.Add(int32(len(s.Cancel(noon, timer.ID)))) })
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, 20, stopped.Load())
	assert.Empty(t, s.Running(noon))
}
