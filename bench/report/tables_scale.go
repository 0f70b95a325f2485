// The tables about many tools.

package main

import "github.com/jarvis-sdk/jarvis/bench/peers"

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

// registers is whether a contestant is in a table about many tools.
func registers(c peers.Contestant) bool { return c.Register != nil }

func scaleTable(r *results, title string, columns []column, has func(peers.Contestant) bool) *table {
	heads := []string{title}
	for _, c := range columns {
		heads = append(heads, c.head)
	}
	t := newTable(heads...)
	for _, name := range contestants(has) {
		row := []string{name}
		for _, c := range columns {
			row = append(row, c.cell(r, name))
		}
		t.row(row...)
	}
	return t
}

func registerTable(r *results) *table {
	return scaleTable(r, "registering", each("Register", "ns/tool", scaled("all 10,000", "Register", most, "ns/op", duration)), registers)
}

// listColumns are of what listing costs.
func listColumns() []column {
	return each("List", "ns/tool", scaled("first", "List", most, "first-ns/tool", duration))
}

func librariesListed(r *results) *table {
	return scaleTable(r, "listing", listColumns(), func(c peers.Contestant) bool { return registers(c) && !c.Server })
}

func serversListed(r *results) *table {
	return scaleTable(r, "tools/list", listColumns(), func(c peers.Contestant) bool { return registers(c) && c.Server })
}

func dispatchTable(r *results) *table {
	flat := column{"10,000 of 10", func(r *results, name string) string {
		return r.ratioCell(scaleOf("Dispatch", most, name), scaleOf("Dispatch", 10, name))
	}}
	return scaleTable(r, "calling", each("Dispatch", "ns/op", flat), registers)
}

func heapTable(r *results) *table {
	return scaleTable(r, "keeping", []column{
		scaled("1,000", "Heap", 1000, "B/tool", size), scaled("10,000", "Heap", most, "B/tool", size),
		scaled("1,000 used", "Heap", 1000, "used-B/tool", size), scaled("10,000 used", "Heap", most, "used-B/tool", size),
	}, registers)
}
