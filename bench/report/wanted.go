// What the tables need: a README is written only with all of it.

package main

import (
	"fmt"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// wanted are the benchmarks that the tables have figures of, but for numbers of callers that depend on the machine.
func wanted() (all []string) {
	for _, c := range peers.All() {
		for _, w := range peers.Works() {
			all = append(all, wantedOf(c, w)...)
		}
		if c.Register == nil {
			continue
		}
		for _, group := range []string{"Register", "List", "Dispatch"} {
			for _, n := range []int{10, 100, 1000, most} {
				all = append(all, scaleOf(group, n, c.Name))
			}
		}
		all = append(all, scaleOf("Heap", 1000, c.Name), scaleOf("Heap", most, c.Name))
	}
	for _, w := range peers.Works() {
		all = append(all, accepted(w), callOf(w, ours+"/idle"))
	}
	return append(all, "Reflect", "Parallel/callers=1/loop")
}

// wantedOf are those of a contestant with one of the works.
func wantedOf(c peers.Contestant, w peers.Work) (all []string) {
	if c.New != nil {
		all = append(all, callOf(w, c.Name), rejectOf(w, c.Name))
	}
	if c.Derive != nil {
		all = append(all, deriveOf("cold", w, c.Name))
	}
	if c.DeriveWarm != nil {
		all = append(all, deriveOf("warm", w, c.Name))
	}
	if c.Fresh != nil {
		all = append(all, deriveOf("known", w, c.Name))
	}
	if c.Parallel {
		all = append(all, fmt.Sprintf("Parallel/callers=1/%s/%s", w, c.Name))
	}
	return all
}

// complete is nil if there are figures for all rows of the tables.
func complete(r *results) error {
	var missing []string
	for _, name := range wanted() {
		if _, ok := r.median(name, "ns/op"); !ok {
			missing = append(missing, name)
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) == 1:
		return fmt.Errorf("%s has no figures; no README was written, -print shows what there is", missing[0])
	}
	return fmt.Errorf("%s and %d other benchmarks have no figures; no README was written, -print shows what there is",
		missing[0], len(missing)-1)
}
