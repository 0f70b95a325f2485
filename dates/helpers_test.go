// What the tests share: resolvers at a moment, and the zones of the world without those of the machine.

package dates_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/dates"
)

// at makes a resolver for a zone whose clock stands still.
func at(t testing.TB, now, zone string) *dates.Resolver {
	t.Helper()
	return dates.New(dates.Config{Zone: zone, Clock: standing(instant(t, now))})
}

func standing(now time.Time) func() time.Time { return func() time.Time { return now } }

func instant(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	require.NoError(t, err)
	return at
}

func location(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	require.NoError(t, err)
	return zone
}

func texts(instants []time.Time) []string {
	list := make([]string, len(instants))
	for i, at := range instants {
		list[i] = at.Format(time.RFC3339Nano)
	}
	return list
}

// one resolves a key that means one instant.
func one(t testing.TB, r *dates.Resolver, keys ...string) time.Time {
	t.Helper()
	found := r.Resolve(keys...)
	require.Empty(t, found.Unresolved)
	require.Len(t, found.Instants, 1, "%v", keys)
	assert.Equal(t, time.UTC, found.Instants[0].Location())
	assert.Zero(t, found.Instants[0].Nanosecond())
	return found.Instants[0]
}
