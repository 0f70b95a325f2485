// Goals: what the library is to hold, beside what was measured.

package main

import (
	"fmt"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// The names of the contestants that goals are about. distinct is ours with commands of which no two have a parameter in common.
const (
	ours     = "jarvis"
	distinct = "jarvis/built"
	most     = 10_000 // tools
)

// goal is a bound and what was measured. Figures are told as text by show.
type goal struct {
	what       string
	bound, got float64
	least      bool // the bound is a lower one
	known      bool
	show       func(float64) string
}

func goals(r *results) []goal {
	var all []goal
	for _, w := range peers.Works() {
		got, known := r.ratio(callOf(w, ours), callOf(w, peers.Yardstick))
		all = append(all, goal{"call " + w.String() + ", of encoding/json", 0.5, got, false, known, times})
	}
	for _, w := range peers.Works() {
		got, known := bindAllocs(r, w)
		bound := map[peers.Work]float64{peers.W3: 4, peers.W8: 7}[w]
		all = append(all, goal{"allocations of bind and checks, " + w.String(), bound, got, false, known, number})
	}
	for _, w := range peers.Works() {
		got, known := r.ratio(rejectOf(w, ours), accepted(w))
		all = append(all, goal{"refusal of three mistakes " + w.String() + ", of a call that encoding/json accepts", 1, got, false, known, times})
	}
	list, listed := r.median(scaleOf("List", most, distinct), "ns/tool")
	first := r.cell(scaleOf("List", most, distinct), "first-ns/tool", duration)
	register, registered := r.median(scaleOf("Register", most, distinct), "ns/op")
	heap, kept := r.median(scaleOf("Heap", most, distinct), "used-B/tool")
	flat, dispatched := r.ratio(scaleOf("Dispatch", most, distinct), scaleOf("Dispatch", 10, distinct))
	all = append(all,
		goal{"listing 10,000 distinct commands again, for each (the first time: " + first + ")", 1000, list, false, listed, duration},
		goal{"registering 10,000 distinct commands", 300e6, register, false, registered, duration},
		goal{"live heap of each, listed and called", 4096, heap, false, kept, size},
		goal{"dispatch among 10,000 commands, of that among 10", 1.25, flat, false, dispatched, times})
	return append(all, throughputGoals(r)...)
}

func throughputGoals(r *results) (all []goal) {
	for _, n := range callers(r) {
		for _, w := range peers.Works() {
			if got, ok := gain(r, n, w.String()+"/"+ours); n > 1 && ok {
				machine, _ := gain(r, n, "loop")
				what := fmt.Sprintf("throughput of %d callers %s, of one's (the loop: %s)", n, w, times(machine))
				all = append(all, goal{what, 0.8 * float64(min(n, r.procs)), got, true, true, times})
			}
		}
	}
	return all
}

// bindAllocs are the allocations of a call without those of one that binds nothing.
func bindAllocs(r *results, w peers.Work) (float64, bool) {
	call, okCall := r.median(callOf(w, ours), "allocs/op")
	idle, okIdle := r.median(callOf(w, ours+"/idle"), "allocs/op")
	return call - idle, okCall && okIdle
}

// gain is how many times the work of one caller n callers do.
func gain(r *results, n int, of string) (float64, bool) {
	return r.ratio(fmt.Sprintf("Parallel/callers=1/%s", of), fmt.Sprintf("Parallel/callers=%d/%s", n, of))
}

// verdict says whether the goal is held, else by how much it is missed.
func (g goal) verdict() string {
	switch {
	case !g.known:
		return "not measured"
	case !g.least && g.got <= g.bound, g.least && g.got >= g.bound:
		return "held"
	case g.least:
		return fmt.Sprintf("**missed by %.0f %%**", 100*(1-g.got/g.bound))
	}
	return fmt.Sprintf("**missed by %.0f %%**", 100*(g.got/g.bound-1))
}

func (g goal) row() []string {
	relation, got := "≤ ", none
	if g.least {
		relation = "≥ "
	}
	if g.known {
		got = g.show(g.got)
	}
	return []string{g.what, relation + g.show(g.bound), got, g.verdict()}
}

// The names of benchmarks.
func callOf(w peers.Work, contestant string) string { return fmt.Sprintf("Call/%s/%s", w, contestant) }
func rejectOf(w peers.Work, contestant string) string {
	return fmt.Sprintf("Reject/%s/%s", w, contestant)
}
func accepted(w peers.Work) string { return rejectOf(w, peers.Yardstick+"/accepts") }

func scaleOf(group string, n int, contestant string) string {
	return fmt.Sprintf("%s/n=%d/%s", group, n, contestant)
}
