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
	if s := r.ratio(name, to); s.known {
		return times(s.median)
	}
	return none
}

// longTables are all tables, with the goals first.
func longTables(r *results) string {
	var b strings.Builder
	b.WriteString(machine(r) + "\n")
	section(&b, "Goals", "Measured is the median of the passes, of ratios that of the ratios of each pass. A goal is held only if the worse "+
		"quartile of the passes holds it, and missed only if the better one misses it.", goalTable(r))
	section(&b, "A call that is right", "× is what the time is of encoding/json's: the median of the ratios of each pass, "+
		"which is not the ratio of the medians beside it.", callTable(r))
	section(&b, "A call with three mistakes", "× is what the time is of a call that encoding/json *accepts*, the median as above. "+
		"Named are the mistakes whose parameter every text mentions; a text that repeats the arguments mentions theirs.", rejectTable(r))
	section(&b, "From a Go type to its schema", "Cold starts from nothing. jarvis keeps a plan of each struct type in the process: its cold is the mean "+
		"of a hundred types that the process had not seen, and known type that of one it had. What the others keep by type is there for them "+
		"when it is cold. Warm has what a program would keep anyway: the definition, the registry, the tool or the schema.", deriveTable(r))
	b.WriteString(reflected(r) + "\n\n")
	section(&b, "Many tools", "Times are for one tool. The tools of all but jarvis/built have one type, and so one schema.", registerTable(r))
	section(&b, "Listing their schemas", "The schemas of all as bytes, for one tool, when they are asked for again; first is the first time, of 10,000. "+
		"jarvis makes the bytes when they are first needed and keeps them, the others write them each time.", librariesListed(r))
	section(&b, "Answers to tools/list", "Of servers, for one tool, when they are asked again; first is the first time, of 10,000. "+
		"A client asks for one page after another; that of go-sdk/inmem-text and go-sdk/apart decodes them too.", serversListed(r))
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
	scale := 0
	for _, p := range r.passes {
		if _, ok := p[scaleOf("Register", most, distinct)]; ok {
			scale++
		}
	}
	return fmt.Sprintf("%s, %s/%s, %s, GOMAXPROCS %d, %d passes, %d of them with many tools.\n",
		r.settings["go"], r.settings["goos"], r.settings["goarch"], r.settings["cpu"], r.procs, len(r.passes), scale)
}

func goalTable(r *results) *table {
	t := newTextTable("goal", "bound", "measured", "quartiles", "")
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
	t := newTable("", "cold W3", "cold W8", "known type W3", "known type W8", "warm W3", "warm W8")
	for _, name := range contestants(func(c peers.Contestant) bool { return c.Derive != nil }) {
		row := []string{name}
		for _, way := range []string{"cold", "known", "warm"} {
			for _, w := range peers.Works() {
				row = append(row, r.cell(deriveOf(way, w, name), "ns/op", duration))
			}
		}
		t.row(row...)
	}
	return t
}

// reflected tells what types cost that were not seen before.
func reflected(r *results) string {
	return fmt.Sprintf("Of a thousand struct types of four parameters that jarvis had not seen, one took %s to register and %s of heap.",
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
			if s := gain(r, n, of); s.known {
				gained = times(s.median)
			}
			row = append(row, r.cell(fmt.Sprintf("Parallel/callers=%d/%s", n, of), "ns/op", duration), gained)
		}
		t.row(row...)
	}
	return t
}
