// The tables about many tools, and the short table of the repository's README.

package main

import (
	"strings"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// column is a figure of every contestant that registers.
type column struct {
	head string
	cell func(r *results, name string) string
}

// scaled is the column of a figure for n tools.
func scaled(head, group string, n int, unit string, show func(float64) string) column {
	return column{head, func(r *results, name string) string { return r.cell(scaleOf(group, n, name), unit, show) }}
}

// each has a column of nanoseconds for every number of tools, and others after them.
func each(group, unit string, others ...column) []column {
	return append([]column{
		scaled("10", group, 10, unit, duration), scaled("100", group, 100, unit, duration),
		scaled("1,000", group, 1000, unit, duration), scaled("10,000", group, most, unit, duration),
	}, others...)
}

func scaleTable(r *results, title string, columns []column) *table {
	heads := []string{title}
	for _, c := range columns {
		heads = append(heads, c.head)
	}
	t := newTable(heads...)
	for _, name := range contestants(func(c peers.Contestant) bool { return c.Register != nil }) {
		row := []string{name}
		for _, c := range columns {
			row = append(row, c.cell(r, name))
		}
		t.row(row...)
	}
	return t
}

func registerTable(r *results) *table {
	return scaleTable(r, "registering", each("Register", "ns/tool", scaled("all 10,000", "Register", most, "ns/op", duration)))
}

func listTable(r *results) *table {
	return scaleTable(r, "listing", each("List", "ns/tool", scaled("first", "List", most, "first-ns/tool", duration)))
}

func dispatchTable(r *results) *table {
	flat := column{"10,000 of 10", func(r *results, name string) string {
		return r.ratioCell(scaleOf("Dispatch", most, name), scaleOf("Dispatch", 10, name))
	}}
	return scaleTable(r, "calling", each("Dispatch", "ns/op", flat))
}

func heapTable(r *results) *table {
	return scaleTable(r, "keeping", []column{
		scaled("1,000", "Heap", 1000, "B/tool", size), scaled("10,000", "Heap", most, "B/tool", size),
		scaled("1,000 used", "Heap", 1000, "used-B/tool", size), scaled("10,000 used", "Heap", most, "used-B/tool", size),
	})
}

// shown are the contestants of the short table; the others differ from one of them in a detail.
func shown() []string {
	return []string{
		ours, distinct, peers.Yardstick, peers.Yardstick + "+validator", "huma", "santhosh+json", "jsonschema-go/min", "eino",
		"mcp-go/server+validate", "adk", "go-sdk/inmem-text",
	}
}

// shortTable is what the repository's README has of it.
func shortTable(r *results) string {
	t := newTable("", "checks", "call W3", "call W8", "refuse W3", "refuse W8", "named", "register 10,000", "list again, each", "heap, each")
	for _, name := range shown() {
		row := []string{name, checks(name)}
		for _, w := range peers.Works() {
			row = append(row, withRatio(r, callOf(w, name), callOf(w, peers.Yardstick)))
		}
		for _, w := range peers.Works() {
			row = append(row, withRatio(r, rejectOf(w, name), accepted(w)))
		}
		t.row(append(row, named(r, name),
			r.cell(scaleOf("Register", most, name), "ns/op", duration),
			r.cell(scaleOf("List", most, name), "ns/tool", duration),
			r.cell(scaleOf("Heap", most, name), "used-B/tool", size))...)
	}
	return machine(r) + "\n" + t.String() + versionLine(r)
}

// named is the number of mistakes that the texts of both works name.
func named(r *results, name string) string {
	fewest, ok := r.median(rejectOf(peers.W3, name), "named")
	other, okOther := r.median(rejectOf(peers.W8, name), "named")
	if !ok || !okOther {
		return none
	}
	return number(min(fewest, other)) + " of 3"
}

// withRatio is a time and what it is of another.
func withRatio(r *results, name, to string) string {
	ratio := r.ratioCell(name, to)
	if ratio == none {
		return none
	}
	return r.cell(name, "ns/op", duration) + " (" + ratio + ")"
}

// versionLine names the modules of all contestants with their versions.
func versionLine(r *results) string {
	var all []string
	seen := map[string]bool{"": true}
	for _, c := range peers.All() {
		if !seen[c.Module] {
			seen[c.Module] = true
			all = append(all, strings.TrimPrefix(c.Module, "github.com/")+" "+r.versions[c.Module])
		}
	}
	return "Versions: " + strings.Join(all, ", ") + ".\n"
}
