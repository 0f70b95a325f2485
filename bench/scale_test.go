// What many tools cost: to register, to list, to find one among them, and to keep.

package bench_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// counts are the numbers of tools.
func counts() []int { return []int{10, 100, 1000, 10_000} }

// eachScale runs a benchmark for every count and every contestant that registers.
func eachScale(b *testing.B, counts []int, run func(b *testing.B, c peers.Contestant, n int)) {
	for _, n := range counts {
		for _, c := range peers.All() {
			if c.Register != nil {
				b.Run(fmt.Sprintf("n=%d/%s", n, c.Name), func(b *testing.B) { run(b, c, n) })
			}
		}
	}
}

// perTool reports the time of an operation on n tools for one of them.
func perTool(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/tool")
}

func BenchmarkRegister(b *testing.B) {
	eachScale(b, counts(), func(b *testing.B, c peers.Contestant, n int) {
		register := c.Register(b, n)
		b.ReportAllocs()
		for b.Loop() {
			register()
		}
		perTool(b, n)
	})
}

// The first listing is told apart: what is made when it is first needed is made there.
func BenchmarkList(b *testing.B) {
	eachScale(b, counts(), func(b *testing.B, c peers.Contestant, n int) {
		tools := c.Register(b, n)()
		began := time.Now()
		tools.List()
		first := time.Since(began)
		b.ReportAllocs()
		for b.Loop() {
			tools.List()
		}
		perTool(b, n)
		b.ReportMetric(float64(first.Nanoseconds())/float64(n), "first-ns/tool")
	})
}

// Calls go to tools all over the registry, so that none is at hand because it was just called.
func BenchmarkDispatch(b *testing.B) {
	eachScale(b, counts(), func(b *testing.B, c peers.Contestant, n int) {
		tools := c.Register(b, n)()
		i := 0
		for range min(n, spread) { // what is made at the first call of a tool is made here
			i = (i + stride) % n
			tools.Call(i)
		}
		runtime.GC()
		i = 0
		b.ReportAllocs()
		for called := 0; b.Loop(); called++ {
			if called%spread == 0 {
				i = 0
			}
			i = (i + stride) % n
			if !tools.Call(i) {
				b.Fatal("refused")
			}
		}
	})
}

const (
	spread = 512  // the number of tools that Dispatch calls
	stride = 7919 // a prime, so that neighbours are not called one after another
)

// BenchmarkHeap tells the live heap of a tool: registered, and after one listing and a call of each.
func BenchmarkHeap(b *testing.B) {
	eachScale(b, []int{1000, 10_000}, func(b *testing.B, c peers.Contestant, n int) {
		c.Register(b, 10)().List() // what the package keeps once
		var registered, used float64
		for b.Loop() {
			registered, used = heapOf(b, c, n)
		}
		b.ReportMetric(registered, "B/tool")
		b.ReportMetric(used, "used-B/tool")
	})
}

func heapOf(b *testing.B, c peers.Contestant, n int) (registered, used float64) {
	before := liveHeap()
	tools := c.Register(b, n)()
	per := func() float64 { return (float64(liveHeap()) - float64(before)) / float64(n) }
	registered = per()
	tools.List()
	for i := range n {
		if !tools.Call(i) {
			b.Fatal("refused")
		}
	}
	used = per()
	runtime.KeepAlive(tools)
	return registered, used
}

// liveHeap is what is still reachable. Finalizers and pools need more than one collection.
func liveHeap() uint64 {
	for range 3 {
		runtime.GC()
	}
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
