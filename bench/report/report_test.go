// The program from the saved output of benchmarks to its tables.

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

// saved is the output of two passes; the machine is twice as slow in the second.
const saved = `go: go1.26.0
module: github.com/danielgtaylor/huma/v2 v2.39.0
pass: 0
goos: linux
goarch: amd64
pkg: example.org/bench
cpu: Some CPU: 3 GHz
BenchmarkCall/W3/encoding-json-4     	   50000	      2000 ns/op	     384 B/op	      10 allocs/op
BenchmarkCall/W3/jarvis-4            	  100000	       800 ns/op	     216 B/op	       5 allocs/op
BenchmarkCall/W3/jarvis/idle-4       	  100000	       200 ns/op	     160 B/op	       2 allocs/op
BenchmarkReject/W3/encoding-json/accepts-4 	   50000	      2000 ns/op	     384 B/op	      10 allocs/op
BenchmarkReject/W3/jarvis-4          	   10000	      3000 ns/op	         3.000 named	    1480 B/op	      13 allocs/op
BenchmarkParallel/callers=1/W3/jarvis-4	 100000	 800 ns/op
BenchmarkParallel/callers=4/W3/jarvis-4	 100000	 240 ns/op
BenchmarkParallel/callers=1/loop-4	 100000	 400 ns/op
BenchmarkParallel/callers=4/loop-4	 100000	 100 ns/op
BenchmarkRegister/n=10000/jarvis/built-4	1	400000000 ns/op	40000 ns/tool	24275768 B/op	73963 allocs/op
BenchmarkList/n=10000/jarvis/built-4	100	180000 ns/op	44000 first-ns/tool	18.0 ns/tool	0 B/op	0 allocs/op
BenchmarkHeap/n=10000/jarvis/built-4	1	1 ns/op	2935 B/tool	3579 used-B/tool
PASS
pass: 1
BenchmarkCall/W3/encoding-json-4     	   50000	      4000 ns/op	     384 B/op	      10 allocs/op
BenchmarkCall/W3/jarvis-4            	  100000	      1600 ns/op	     216 B/op	       5 allocs/op
`

// tablesOf runs the program on saved output and returns what it prints.
func tablesOf(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	var out, errs bytes.Buffer
	require.Equal(t, exitDone, run(context.Background(), []string{"-print", "-from", path}, &out, &errs), errs.String())
	return out.String()
}

func TestTables(t *testing.T) {
	out := tablesOf(t, saved)
	for _, row := range []string{
		"| goal | bound | measured | quartiles |  |",
		"| call W3, of encoding/json | ≤ 0.50× | 0.40× | 0.40× to 0.40× | held |",
		"| call W8, of encoding/json | ≤ 0.50× | – | – | not measured |",
		"| allocations of bind and checks, W3 | ≤ 4 | 3 | 3 to 3 | held |",
		"| refusal of three mistakes W3, of a call that encoding/json accepts | ≤ 1.00× | 1.50× | 1.50× to 1.50× | **missed by 50 %** |",
		"| schemas of 10,000 distinct commands again, for each | ≤ 1.00 µs | 18.0 ns | 18.0 ns to 18.0 ns | held |",
		"| registering 10,000 distinct commands | ≤ 300 ms | 400 ms | 400 ms to 400 ms | **missed by 33 %** |",
		"| live heap of each, listed and called | ≤ 4096 B | 3579 B | 3579 B to 3579 B | held |",
		"| throughput of 4 callers W3, of one's | ≥ 3.20× | 3.33× (the loop: 4.00×) | 3.33× to 3.33× | held |",
		"| throughput of 4 callers W8, of one's | ≥ 3.20× | – | – | not measured |",
		"| encoding-json | no | 3.00 µs | 1.00× | 384 | 10 | – | – | – | – |",
		"| jarvis | yes | 1.20 µs | 0.40× | 216 | 5 | – | – | – | – |",
		"| jarvis | 3.00 µs | 1.50× | 13 | 3 | – | – | – | – |",
		"| jarvis/built | – | – | – | 40.0 µs | 400 ms |",
		"| jarvis/built | – | – | – | 18.0 ns | 44.0 µs |",
		"| huma | github.com/danielgtaylor/huma/v2 | v2.39.0 |",
		"| jarvis | yes | 1.20 µs (0.40×) | – | 3.00 µs (1.50×) | – | – | – | – | – |",
	} {
		assert.Contains(t, out, "\n"+row)
	}
}

// A contestant stands where its path is, a server never beside a library.
func TestShortTablesPartThePaths(t *testing.T) {
	for _, c := range peers.All() {
		assert.False(t, c.Server && slices.Contains(libraries(), c.Name), c.Name)
		assert.False(t, !c.Server && slices.Contains(servers(), c.Name), c.Name)
	}
	for _, name := range append(libraries(), servers()...) {
		assert.True(t, slices.ContainsFunc(peers.All(), func(c peers.Contestant) bool { return c.Name == name && c.New != nil }), name)
	}
	for _, c := range peers.All() { // nor in what is told about listings
		of := "| " + c.Name + " |"
		r := &results{}
		assert.Equal(t, c.Register != nil && c.Server, strings.Contains(serversListed(r).String(), of), c.Name)
		assert.Equal(t, c.Register != nil && !c.Server, strings.Contains(librariesListed(r).String(), of), c.Name)
	}
}

// whole is the output of one pass with figures of everything that the tables want.
func whole() string {
	var b strings.Builder
	b.WriteString("go: go1.26.0\npass: 0\ngoos: linux\n")
	for _, name := range wanted() {
		fmt.Fprintf(&b, "Benchmark%s-4 1 1000 ns/op", name)
		for _, unit := range []string{
			"B/op", "allocs/op", "named", "ns/tool", "first-ns/tool", "B/tool", "used-B/tool", "new-ns/tool", "new-B/tool",
		} {
			b.WriteString(" 1 " + unit)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// readmes makes a directory with two READMEs, goes to bench in it, and writes the log beside it.
func readmes(t *testing.T, text string) (log string) {
	dir := t.TempDir()
	bench := filepath.Join(dir, "bench")
	require.NoError(t, os.Mkdir(bench, 0o700))
	log = filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(log, []byte(text), 0o600))
	t.Chdir(bench)
	require.NoError(t, os.WriteFile(benchReadme, []byte("before\n"+openMarker+"\nlast year's\n"+closeMarker+"\nafter\n"), 0o600))
	require.NoError(t, os.WriteFile(rootReadme, []byte(openMarker+"\nold\n"+closeMarker+"\nrest\n"), 0o600))
	return log
}

func TestTablesAreWritten(t *testing.T) {
	log := readmes(t, whole())
	var out, errs bytes.Buffer
	command := func() int { return run(context.Background(), []string{"-from", log}, &out, &errs) }
	require.Equal(t, exitDone, command(), errs.String())
	require.Empty(t, out.String())

	long, err := os.ReadFile(benchReadme)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(long), "before\n"+openMarker+"\ngo1.26.0"), "%s", long)
	assert.True(t, strings.HasSuffix(string(long), closeMarker+"\nafter\n"), "%s", long)
	assert.NotContains(t, string(long), "last year's")
	short, err := os.ReadFile(rootReadme)
	require.NoError(t, err)
	assert.NotContains(t, string(short), "old")
	assert.True(t, strings.HasSuffix(string(short), closeMarker+"\nrest\n"), "%s", short)
	require.Equal(t, exitDone, command())
	again, err := os.ReadFile(benchReadme)
	require.NoError(t, err)
	assert.Equal(t, string(long), string(again), "the second time")

	require.NoError(t, os.WriteFile(rootReadme, []byte("no markers\n"), 0o600))
	require.Equal(t, exitFailed, command(), "without markers")
	require.NoError(t, os.Remove(rootReadme))
	require.Equal(t, exitFailed, command(), "without a README")
}

// Rows without figures are not written over rows that have some.
func TestPartsAreNotWritten(t *testing.T) {
	for name, k := range map[string]struct{ text, says string }{
		"most is missing": {saved, "other benchmarks have no figures"},
		"one is missing":  {strings.Replace(whole(), "BenchmarkReject/W8/huma-4", "BenchmarkReject/W8/other-4", 1), "Reject/W8/huma has no figures"},
	} {
		t.Run(name, func(t *testing.T) {
			log := readmes(t, k.text)
			var out, errs bytes.Buffer
			assert.Equal(t, exitFailed, run(context.Background(), []string{"-from", log}, &out, &errs))
			assert.Contains(t, errs.String(), k.says)
			for path, text := range map[string]string{benchReadme: "last year's", rootReadme: "old"} {
				file, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Contains(t, string(file), text)
			}
		})
	}
}

// What is wanted is what the tables show: without any of it a cell is empty that is not else.
func TestWantedIsShown(t *testing.T) {
	empty := func(text string) int {
		r, err := parseResults(strings.NewReader(text))
		require.NoError(t, err)
		return strings.Count(longTables(r), " "+none+" ")
	}
	before := empty(whole())
	for _, name := range wanted() {
		text := strings.ReplaceAll(whole(), "Benchmark"+name+"-4 1 ", "Benchmark-4 1 ")
		assert.Greater(t, empty(text), before, name)
	}
}

// The place to save to is tried before the benchmarks are built, which takes long and would fail here.
func TestSaveIsTriedFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	assert.Equal(t, exitFailed, run(context.Background(), []string{"-print", "-save", "no/such/directory/log"}, &out, &errs))
	assert.Contains(t, errs.String(), "report: -save: open no/such/directory/log")
	assert.NotContains(t, errs.String(), "building")
}

// What is printed is saved after each pass, also by one that fails or is interrupted.
func TestPassesAreSaved(t *testing.T) {
	dir := t.TempDir()
	benchmarks := filepath.Join(dir, "bench.test")
	script := "#!/bin/sh\necho \"Benchmark$4-2 1 1 ns/op skip=$6\"\n[ \"$4\" != Fail ] || exit 1\n"
	require.NoError(t, os.WriteFile(benchmarks, []byte(script), 0o700))
	for name, k := range map[string]struct {
		pattern string
		passes  int
		want    string
	}{
		"two passes": {"A$", 2, "pass: 0\nBenchmarkA$-2 1 1 ns/op skip=A$/.\npass: 1\nBenchmarkA$-2 1 1 ns/op skip=A$/.\n"},
		"broken off": {"A|Fail|B", 2, "pass: 0\nBenchmarkA-2 1 1 ns/op skip=\nBenchmarkFail-2 1 1 ns/op skip=\n"},
	} {
		t.Run(name, func(t *testing.T) {
			opts := options{passes: k.passes, pattern: k.pattern, save: filepath.Join(t.TempDir(), "log")}
			var log, progress bytes.Buffer
			err := allPasses(context.Background(), opts, benchmarks, &log, &progress)
			assert.Equal(t, strings.Contains(k.pattern, "Fail"), err != nil)
			text, err := os.ReadFile(opts.save)
			require.NoError(t, err)
			assert.Equal(t, k.want, string(text))
		})
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("MCPGODEBUG", "x=1")
	t.Setenv("JSONSCHEMAGODEBUG", "x=1")
	t.Setenv("GOGC", "off")
	t.Setenv("ANOTHER", "stays")
	env := strings.Join(command(context.Background(), nil, "go").Env, "\n")
	assert.Contains(t, env, "ANOTHER=stays")
	for _, name := range []string{"MCPGODEBUG", "JSONSCHEMAGODEBUG", "GOGC"} {
		assert.NotContains(t, env, name+"=")
	}
}

func TestBetween(t *testing.T) {
	text := "\nnew\n\n"
	for name, k := range map[string]struct{ document, want string }{
		"replaces":     {"a\n" + openMarker + "old" + closeMarker + "b", "a\n" + openMarker + "\nnew\n" + closeMarker + "b"},
		"no opening":   {"a" + closeMarker, ""},
		"no closing":   {openMarker + "a", ""},
		"wrong order":  {closeMarker + openMarker, ""},
		"opened twice": {openMarker + openMarker + closeMarker, ""},
		"closed twice": {openMarker + closeMarker + closeMarker, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := between(k.document, &text)
			assert.Equal(t, k.want, got)
			assert.Equal(t, k.want == "", err != nil)
		})
	}
}
