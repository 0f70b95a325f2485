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
	what   string
	bound  float64
	got    spread
	least  bool // the bound is a lower one
	show   func(float64) string
	beside string // what is told after the figure; may be empty
}

func goals(r *results) []goal {
	var all []goal
	for _, w := range peers.Works() {
		got := r.ratio(callOf(w, ours), callOf(w, peers.Yardstick))
		all = append(all, goal{what: "call " + w.String() + ", of encoding/json", bound: 0.5, got: got, show: times})
	}
	for _, w := range peers.Works() {
		bound := map[peers.Work]float64{peers.W3: 4, peers.W8: 7}[w]
		all = append(all, goal{what: "allocations of bind and checks, " + w.String(), bound: bound, got: bindAllocs(r, w), show: number})
	}
	for _, w := range peers.Works() {
		got := r.ratio(rejectOf(w, ours), accepted(w))
		what := "refusal of three mistakes " + w.String() + ", of a call that encoding/json accepts"
		all = append(all, goal{what: what, bound: 1, got: got, show: times})
	}
	all = append(all,
		goal{what: "schemas of 10,000 distinct commands again, for each", bound: 1000,
			got: r.figure(scaleOf("List", most, distinct), "ns/tool"), show: duration},
		goal{what: "registering 10,000 distinct commands", bound: 300e6,
			got: r.figure(scaleOf("Register", most, distinct), "ns/op"), show: duration},
		goal{what: "live heap of each, listed and called", bound: 4096,
			got: r.figure(scaleOf("Heap", most, distinct), "used-B/tool"), show: size},
		goal{what: "dispatch among 10,000 commands, of that among 10", bound: 1.25,
			got: r.ratio(scaleOf("Dispatch", most, distinct), scaleOf("Dispatch", 10, distinct)), show: times})
	return append(all, throughputGoals(r)...)
}

func throughputGoals(r *results) (all []goal) {
	for _, n := range callers(r) {
		if n < 2 {
			continue
		}
		for _, w := range peers.Works() {
			g := goal{what: fmt.Sprintf("throughput of %d callers %s, of one's", n, w), bound: 0.8 * float64(min(n, r.procs)),
				got: gain(r, n, w.String()+"/"+ours), least: true, show: times}
			if machine := gain(r, n, "loop"); machine.known {
				g.beside = " (the loop: " + times(machine.median) + ")"
			}
			all = append(all, g)
		}
	}
	return all
}

// bindAllocs are the allocations of a call without those of one that binds nothing.
func bindAllocs(r *results, w peers.Work) spread {
	return r.over(func(p pass) (float64, bool) {
		call, okCall := p[callOf(w, ours)]["allocs/op"]
		idle, okIdle := p[callOf(w, ours+"/idle")]["allocs/op"]
		return call - idle, okCall && okIdle
	})
}

// gain is how many times the work of one caller n callers do.
func gain(r *results, n int, of string) spread {
	return r.ratio(fmt.Sprintf("Parallel/callers=1/%s", of), fmt.Sprintf("Parallel/callers=%d/%s", n, of))
}

// verdict says whether the goal is held, else by how much the median misses it. A goal is held only if the quartile on the bad side
// holds it, and missed only if that on the good side misses it; between them the passes do not say.
func (g goal) verdict() string {
	good, bad := g.got.low, g.got.high
	if g.least {
		good, bad = bad, good
	}
	holds := func(figure float64) bool { return !g.least && figure <= g.bound || g.least && figure >= g.bound }
	switch {
	case !g.got.known:
		return "not measured"
	case holds(bad):
		return "held"
	case holds(good):
		return "within the noise"
	case g.least:
		return fmt.Sprintf("**missed by %.0f %%**", 100*(1-g.got.median/g.bound))
	}
	return fmt.Sprintf("**missed by %.0f %%**", 100*(g.got.median/g.bound-1))
}

func (g goal) row() []string {
	relation, got, quartiles := "≤ ", none, none
	if g.least {
		relation = "≥ "
	}
	if g.got.known {
		got, quartiles = g.show(g.got.median)+g.beside, g.show(g.got.low)+" to "+g.show(g.got.high)
	}
	return []string{g.what, relation + g.show(g.bound), got, quartiles, g.verdict()}
}

// The names of benchmarks.
func callOf(w peers.Work, contestant string) string { return fmt.Sprintf("Call/%s/%s", w, contestant) }
func rejectOf(w peers.Work, contestant string) string {
	return fmt.Sprintf("Reject/%s/%s", w, contestant)
}
func accepted(w peers.Work) string { return rejectOf(w, peers.Yardstick+"/accepts") }

func deriveOf(way string, w peers.Work, contestant string) string {
	return fmt.Sprintf("Derive/%s/%s/%s", way, w, contestant)
}

func scaleOf(group string, n int, contestant string) string {
	return fmt.Sprintf("%s/n=%d/%s", group, n, contestant)
}
