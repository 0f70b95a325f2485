// The tables of bench/README.md: everything that was measured.

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// none is the cell of a figure that there is not.
const none = "–"

// cell is the median of a figure as text.
func (r *results) cell(name, unit string, show func(float64) string) string {
	if v, ok := r.median(name, unit); ok {
		return show(v)
	}
	return none
}

// ratioCell is a ratio as text.
func (r *results) ratioCell(name, to string) string {
	if v, ok := r.ratio(name, to); ok {
		return times(v)
	}
	return none
}

// longTables are all tables, with the goals first.
func longTables(r *results) string {
	var b strings.Builder
	b.WriteString(machine(r) + "\n")
	section(&b, "Goals", "Ratios are medians of the ratios in each pass.", goalTable(r))
	section(&b, "A call that is right", "× is what the time is of encoding/json's in the same pass.", callTable(r))
	section(&b, "A call with three mistakes", "× is what the time is of a call that encoding/json *accepts*. "+
		"Named are the mistakes whose parameter every text mentions; a text that repeats the arguments mentions theirs.", rejectTable(r))
	section(&b, "From a Go type to its schema", "Cold starts from nothing, but for what a library keeps by type in the process, as this one does; "+
		reflected(r), deriveTable(r))
	section(&b, "Many tools", "Times are for one tool. The tools of all but jarvis/built have one type, and so one schema.", registerTable(r))
	section(&b, "Listing them", "For one tool, when they are listed again; first is the first listing of 10,000.", listTable(r))
	section(&b, "Calling one of them", "W3, at tools all over the registry.", dispatchTable(r))
	section(&b, "Keeping them", "Live heap of one tool. Used is after one listing and a call of each; clients and their caches count where they are in the process.", heapTable(r))
	section(&b, "Callers at the same time", "The time of one call is that of all divided by their number; × is how often the work of one caller is done. "+
		"The loop allocates nothing: it shows what the machine gives.", parallelTable(r))
	section(&b, "What a call goes through", "", pathTable(r))
	return strings.TrimSuffix(b.String(), "\n")
}

func section(b *strings.Builder, title, text string, t *table) {
	b.WriteString("### " + title + "\n\n")
	if text != "" {
		b.WriteString(text + "\n\n")
	}
	b.WriteString(t.String())
}

// machine says what was measured on.
func machine(r *results) string {
	return fmt.Sprintf("%s, %s/%s, %s, GOMAXPROCS %d, %d passes.\n",
		r.settings["go"], r.settings["goos"], r.settings["goarch"], r.settings["cpu"], r.procs, len(r.passes))
}

func goalTable(r *results) *table {
	t := newTextTable("goal", "bound", "measured", "")
	for _, g := range goals(r) {
		t.row(g.row()...)
	}
	return t
}

func callTable(r *results) *table {
	t := newTable("", "checks", "W3", "×", "B/op", "allocs", "W8", "×", "B/op", "allocs")
	for _, name := range append(contestants(func(c peers.Contestant) bool { return c.New != nil }), ours+"/idle") {
		row := []string{name, checks(name)}
		for _, w := range peers.Works() {
			of := callOf(w, name)
			row = append(row, r.cell(of, "ns/op", duration), r.ratioCell(of, callOf(w, peers.Yardstick)),
				r.cell(of, "B/op", number), r.cell(of, "allocs/op", number))
		}
		t.row(row...)
	}
	return t
}

func rejectTable(r *results) *table {
	t := newTable("", "W3", "×", "allocs", "named", "W8", "×", "allocs", "named")
	for _, name := range contestants(func(c peers.Contestant) bool { return c.New != nil }) {
		row := []string{name}
		for _, w := range peers.Works() {
			of := rejectOf(w, name)
			row = append(row, r.cell(of, "ns/op", duration), r.ratioCell(of, accepted(w)),
				r.cell(of, "allocs/op", number), r.cell(of, "named", number))
		}
		t.row(row...)
	}
	return t
}

func deriveTable(r *results) *table {
	t := newTable("", "cold W3", "cold W8", "warm W3", "warm W8")
	for _, name := range contestants(func(c peers.Contestant) bool { return c.Derive != nil }) {
		row := []string{name}
		for _, way := range []string{"cold", "warm"} {
			for _, w := range peers.Works() {
				row = append(row, r.cell(fmt.Sprintf("Derive/%s/%s/%s", way, w, name), "ns/op", duration))
			}
		}
		t.row(row...)
	}
	return t
}

// reflected tells what types cost that were not seen before.
func reflected(r *results) string {
	return fmt.Sprintf("of a thousand struct types that it had not seen, one took %s to register and %s of heap.",
		r.cell("Reflect", "new-ns/tool", duration), r.cell("Reflect", "new-B/tool", size))
}

// contestants are the names of those that a table has.
func contestants(has func(peers.Contestant) bool) (names []string) {
	for _, c := range peers.All() {
		if has(c) {
			names = append(names, c.Name)
		}
	}
	return names
}

// checks says whether a contestant refuses what its schema forbids.
func checks(name string) string {
	for _, c := range peers.All() {
		if c.Name == name && c.Checks {
			return "yes"
		}
	}
	return "no"
}

func pathTable(r *results) *table {
	t := newTextTable("", "module", "version", "a call")
	for _, c := range peers.All() {
		version := r.versions[c.Module]
		if c.Module == "" {
			version = ""
		} else if version == "" {
			version = "unknown"
		}
		t.row(c.Name, c.Module, version, c.Path)
	}
	return t
}

// callers are the numbers of goroutines that were measured.
func callers(r *results) (all []int) {
	for _, p := range r.passes {
		for name := range p {
			text, ok := strings.CutPrefix(name, "Parallel/callers=")
			text, _, _ = strings.Cut(text, "/")
			if n, err := strconv.Atoi(text); ok && err == nil && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	slices.Sort(all)
	return all
}

func parallelTable(r *results) *table {
	columns := []string{"callers"}
	for _, n := range callers(r) {
		columns = append(columns, strconv.Itoa(n), "×")
	}
	t := newTable(columns...)
	rows := []string{}
	for _, w := range peers.Works() {
		for _, name := range contestants(func(c peers.Contestant) bool { return c.Parallel }) {
			rows = append(rows, w.String()+"/"+name)
		}
	}
	for _, of := range append(rows, "loop") {
		row := []string{of}
		for _, n := range callers(r) {
			gained := none
			if v, ok := gain(r, n, of); ok {
				gained = times(v)
			}
			row = append(row, r.cell(fmt.Sprintf("Parallel/callers=%d/%s", n, of), "ns/op", duration), gained)
		}
		t.row(row...)
	}
	return t
}
