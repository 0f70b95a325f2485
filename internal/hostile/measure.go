// Measuring: what reading a text takes in memory, and what stays of it.

package hostile

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type cost struct {
	allocated uint64 // bytes, while it ran
	kept      int64  // bytes in use afterwards, beyond those before
}

// measure runs what begin returns. panicked is what it panicked with. Where kept is asked for, the text has to be reachable through
// what begin returns alone.
func measure(kept bool, begin func() func() Outcome) (o Outcome, c cost, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprintf("%.500v\n%s", r, debug.Stack())
		}
	}()
	var before, started, ended, after runtime.MemStats
	if kept {
		settle(&before)
	}
	read := begin()
	runtime.ReadMemStats(&started)
	o = read()
	runtime.ReadMemStats(&ended)
	c.allocated = ended.TotalAlloc - started.TotalAlloc
	if kept {
		read = nil
		settle(&after)
		c.kept = int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	runtime.KeepAlive(&o)
	return o, c, ""
}

// settle collects what is garbage, twice: pools keep what is in them for one collection more.
func settle(stats *runtime.MemStats) {
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(stats)
}
