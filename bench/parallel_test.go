// What several callers of one registry get done, beside a decoder and a loop that no allocator and no lock can slow down.

package bench_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// callers are the numbers of goroutines: up to the processors there are, and more of them.
func callers() []int {
	n := []int{1, 2, 4, runtime.GOMAXPROCS(0), 16 * runtime.GOMAXPROCS(0)}
	slices.Sort(n)
	return slices.Compact(n)
}

func BenchmarkParallel(b *testing.B) {
	for _, n := range callers() {
		for _, w := range peers.Works() {
			for _, c := range peers.All() {
				if c.Parallel {
					b.Run(fmt.Sprintf("callers=%d/%s/%s", n, w, c.Name), func(b *testing.B) {
						call, raw := c.New(b, w, nil), w.Arguments()
						share(b, n, func() bool { _, ok := call(raw); return ok })
					})
				}
			}
		}
		b.Run(fmt.Sprintf("callers=%d/loop", n), func(b *testing.B) { share(b, n, compute) })
	}
}

// share divides the calls of a benchmark among n goroutines; the time of one is that of all divided by their number.
func share(b *testing.B, n int, call func() bool) {
	var all sync.WaitGroup
	failed := make([]bool, n)
	for i := range n {
		all.Go(func() {
			for range (b.N + n - 1 - i) / n {
				if !call() {
					failed[i] = true
				}
			}
		})
	}
	all.Wait()
	if slices.Contains(failed, true) {
		b.Fatal("refused")
	}
}

// compute takes about as long as a call. It is true.
func compute() bool {
	x := uint64(88172645463325252)
	for range 400 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x != 0
}
