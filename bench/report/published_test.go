//go:build !race

// The tables in the READMEs are those of this code: whatever in them is no time and depends on no machine. The race detector adds
// allocations.

package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// TestPublishedTables reads files that the cache of go test does not know to be read, so it has to run with -count=1.
func TestPublishedTables(t *testing.T) {
	for path, tables := range map[string]func(*results) string{"../" + benchReadme: longTables, "../" + rootReadme: shortTables} {
		t.Run(path, func(t *testing.T) {
			file, err := os.ReadFile(path)
			require.NoError(t, err)
			_, published, _ := strings.Cut(string(file), openMarker+"\n")
			published, _, _ = strings.Cut(published, closeMarker)
			want := strings.Trim(tables(certain(t, published)), "\n") + "\n"
			for _, difference := range differences(published, want) {
				t.Errorf("%s: %s; go run ./report, in bench, measures again and writes the tables", path, difference)
			}
		})
	}
}

// differences of published tables from those of certain figures, in which a cell without a figure is one that cannot be told.
func differences(published, certain string) (all []string) {
	want, got := strings.Split(certain, "\n"), strings.Split(published, "\n")
	if len(want) != len(got) {
		all = append(all, fmt.Sprintf("%d lines, of this code %d", len(got), len(want)))
	}
	for i := range min(len(want), len(got)) {
		if !sameLine(got[i], want[i]) {
			return append(all, fmt.Sprintf("%q is of this code %q", got[i], want[i]))
		}
	}
	return all
}

// sameLine compares a line with that of certain figures. What the machine was is told by the line with its processors.
func sameLine(got, want string) bool {
	if strings.Contains(want, "GOMAXPROCS") {
		return strings.Contains(got, "GOMAXPROCS")
	}
	pattern := strings.NewReplacer(none, "[^|]+", "not measured", "[^|]+").Replace(regexp.QuoteMeta(want))
	return regexp.MustCompile("^" + pattern + "$").MatchString(got)
}

// certain are the figures that do not depend on the machine, but for those of it that the published tables name.
func certain(t *testing.T, published string) *results {
	r := &results{settings: map[string]string{}, versions: versionsOfModules(t), procs: 1}
	if found := regexp.MustCompile(`GOMAXPROCS (\d+)`).FindStringSubmatch(published); found != nil {
		r.procs, _ = strconv.Atoi(found[1])
	}
	only := pass{}
	header := regexp.MustCompile(`(?m)^\| callers \|.*$`).FindString(published)
	for _, n := range regexp.MustCompile(`\d+`).FindAllString(header, -1) {
		only["Parallel/callers="+n+"/loop"] = nil
	}
	for _, w := range peers.Works() {
		for _, c := range peers.All() {
			if c.New == nil {
				continue
			}
			only[callOf(w, c.Name)] = map[string]float64{}
			only[rejectOf(w, c.Name)] = map[string]float64{"named": float64(w.Named(c.New(t, w, nil)))}
			if strings.HasPrefix(c.Name, ours) && !c.Server { // servers have goroutines, whose allocations differ
				only[callOf(w, c.Name)]["allocs/op"] = allocations(c.New(t, w, nil), w.Arguments())
				only[rejectOf(w, c.Name)]["allocs/op"] = allocations(c.New(t, w, nil), w.Mistaken())
			}
		}
		idle := peers.Idle(w)
		only[callOf(w, ours+"/idle")] = map[string]float64{"allocs/op": testing.AllocsPerRun(2000, func() { idle() })}
	}
	r.passes = []pass{only}
	return r
}

func allocations(call peers.CallFunc, raw []byte) float64 {
	return testing.AllocsPerRun(2000, func() { call(raw) })
}

// versionsOfModules are those that go.mod asks for, which are the ones that are built.
func versionsOfModules(t *testing.T) map[string]string {
	file, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	versions := map[string]string{}
	for line := range strings.Lines(string(file)) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			versions[fields[0]] = fields[1]
		}
	}
	return versions
}

// A published table that is not this code's is seen.
func TestDifferences(t *testing.T) {
	const want = "head, GOMAXPROCS 4\n\n| a | – | 5 |\n| b | – | – |\nIt took – and – of heap.\n"
	const good = "go, GOMAXPROCS 8\n\n| a | 1.00 µs | 5 |\n| b | – | **missed by 3 %** |\nIt took 2 µs and 3 B of heap.\n"
	assert.Empty(t, differences(good, want))
	for name, published := range map[string]string{
		"another figure":     strings.Replace(good, "| 5 |", "| 6 |", 1),
		"another contestant": strings.Replace(good, "| b |", "| c |", 1),
		"one less":           strings.Replace(good, "| b | – | **missed by 3 %** |\n", "", 1),
		"one more":           good + "| d | 1 | 1 |\n",
		"another column":     strings.Replace(good, "| 5 |", "| 5 | 5 |", 1),
		"another sentence":   strings.Replace(good, "of heap", "of stack", 1),
		"nothing":            "",
	} {
		assert.NotEmpty(t, differences(published, want), name)
	}
}
