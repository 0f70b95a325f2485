//go:build !race

// Allocations of a call. The race detector adds its own.

package jarvis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What binding and checks may allocate, and the response and the copied command on top of it.
func TestAllocations(t *testing.T) {
	for i, most := range []float64{5, 8} {
		w := benchWorks[i]
		call := w.caller(t, w.args)
		got := testing.AllocsPerRun(2000, func() { call() })
		t.Logf("%s: %v allocations", w.name, got)
		assert.LessOrEqual(t, got, most, w.name)
	}
}

// Schemas are made once.
func TestSchemasAreKept(t *testing.T) {
	reg := benchRegistry(t, 10)
	list := func() {
		for d := range reg.All() {
			if len(d.Schema())+len(d.OpenAITool())+len(d.CommandSchema()) == 0 {
				t.Error("no schema")
			}
		}
	}
	list()
	assert.Zero(t, testing.AllocsPerRun(100, list))
}
