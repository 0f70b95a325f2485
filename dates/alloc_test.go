//go:build !race

// Allocations of resolving. The race detector adds its own.

package dates_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Only the list of instants is allocated.
func TestAllocations(t *testing.T) {
	r := at(t, newYorkNow, "America/New_York")
	for _, keys := range [][]string{{"tomorrow"}, {"tomorrow", "at_7_30pm", "morning"}, {"this_week"}, {"in_2_hours"}} {
		assert.LessOrEqual(t, testing.AllocsPerRun(500, func() { r.Resolve(keys...) }), 1.0, "%v", keys)
	}
}
