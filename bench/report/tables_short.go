// The short tables of the repository's README.

package main

import (
	"strings"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// libraries and servers are the contestants of the short tables; the others differ from one of them in a detail.
func libraries() []string {
	return []string{
		ours, ours + "/report", distinct, peers.Yardstick, "json/v2", peers.Yardstick + "+validator/strict", "huma", "santhosh+json",
		"jsonschema-go/min", "eino", "adk", "mcp-go/typed",
	}
}

func servers() []string {
	return []string{ours + "/mcp", "go-sdk/conn", "go-sdk/lines", "go-sdk/inmem-text", "mcp-go/server", "mcp-go/server+validate"}
}

// shortTables are what the repository's README has of it.
func shortTables(r *results) string {
	return machine(r) + "\n" +
		"From the bytes of the arguments to the handler:\n\n" +
		shortTable(r, "library", "schemas again, each", libraries()).String() +
		"The same as messages of the Model Context Protocol:\n\n" +
		shortTable(r, "server", "tools/list again, each", servers()).String() +
		versionLine(r)
}

// shortTable has the contestants of one path; listing is what List does on it.
func shortTable(r *results, path, listing string, names []string) *table {
	t := newTable(path, "checks", "call W3", "call W8", "refuse W3", "refuse W8", "named", "register 10,000", listing, "heap, each")
	for _, name := range names {
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
	return t
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
