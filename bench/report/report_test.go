// The program from the saved output of benchmarks to its tables.

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		"go1.26.0, linux/amd64, Some CPU: 3 GHz, GOMAXPROCS 4, 2 passes.",
		"| call W3, of encoding/json | ≤ 0.50× | 0.40× | held |",
		"| call W8, of encoding/json | ≤ 0.50× | – | not measured |",
		"| allocations of bind and checks, W3 | ≤ 4 | 3 | held |",
		"| refusal of three mistakes W3, of a call that encoding/json accepts | ≤ 1.00× | 1.50× | **missed by 50 %** |",
		"| listing 10,000 distinct commands again, for each (the first time: 44.0 µs) | ≤ 1.00 µs | 18.0 ns | held |",
		"| registering 10,000 distinct commands | ≤ 300 ms | 400 ms | **missed by 33 %** |",
		"| live heap of each, listed and called | ≤ 4096 B | 3579 B | held |",
		"| throughput of 4 callers W3, of one's (the loop: 4.00×) | ≥ 3.20× | 3.33× | held |",
		"| encoding-json | no | 3.00 µs | 1.00× | 384 | 10 | – | – | – | – |",
		"| jarvis | yes | 1.20 µs | 0.40× | 216 | 5 | – | – | – | – |",
		"| jarvis | 3.00 µs | 1.50× | 13 | 3 | – | – | – | – |",
		"| jarvis/built | – | – | – | 40.0 µs | 400 ms |",
		"| huma | github.com/danielgtaylor/huma/v2 | v2.39.0 |",
		"| jarvis | yes | 1.20 µs (0.40×) | – | 3.00 µs (1.50×) | – | – | – | – | – |",
	} {
		assert.Contains(t, out, row)
	}
}

func TestTablesAreWritten(t *testing.T) {
	dir := t.TempDir()
	bench := filepath.Join(dir, "bench")
	require.NoError(t, os.Mkdir(bench, 0o700))
	log := filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(log, []byte(saved), 0o600))
	t.Chdir(bench)
	var out, errs bytes.Buffer
	command := func() int { return run(context.Background(), []string{"-from", log}, &out, &errs) }

	require.Equal(t, exitFailed, command(), "without a README")
	require.NoError(t, os.WriteFile(benchReadme, []byte("before\n"+openMarker+"\n"+closeMarker+"\nafter\n"), 0o600))
	require.NoError(t, os.WriteFile(rootReadme, []byte("no markers\n"), 0o600))
	require.Equal(t, exitFailed, command(), "without markers")
	require.NoError(t, os.WriteFile(rootReadme, []byte(openMarker+"\nold\n"+closeMarker+"\nrest\n"), 0o600))
	require.Equal(t, exitDone, command(), errs.String())
	require.Empty(t, out.String())

	long, err := os.ReadFile(benchReadme)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(long), "before\n"+openMarker+"\ngo1.26.0"), "%s", long)
	assert.True(t, strings.HasSuffix(string(long), closeMarker+"\nafter\n"), "%s", long)
	short, err := os.ReadFile(rootReadme)
	require.NoError(t, err)
	assert.NotContains(t, string(short), "old")
	assert.True(t, strings.HasSuffix(string(short), closeMarker+"\nrest\n"), "%s", short)
	require.Equal(t, exitDone, command())
	again, err := os.ReadFile(benchReadme)
	require.NoError(t, err)
	assert.Equal(t, string(long), string(again), "the second time")
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

func TestFlags(t *testing.T) {
	for name, k := range map[string]struct {
		args []string
		code int
		says string
	}{
		"help":           {[]string{"--help"}, exitDone, "usage: go run ./report"},
		"unknown flag":   {[]string{"-fast"}, exitUsage, "usage: go run ./report"},
		"argument":       {[]string{"Call"}, exitUsage, "usage: go run ./report"},
		"no passes":      {[]string{"-passes", "0"}, exitUsage, "usage: go run ./report"},
		"no such output": {[]string{"-print", "-from", "/no/such/file"}, exitFailed, "report: open /no/such/file"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			assert.Equal(t, k.code, run(context.Background(), k.args, &out, &errs))
			assert.Contains(t, errs.String(), k.says)
			assert.Empty(t, out.String())
		})
	}
	opts, _, ok := parseFlags([]string{"-pattern", "Call"}, &bytes.Buffer{})
	assert.True(t, ok && opts.print, "a part of the figures is never written")
}

func TestPatterns(t *testing.T) {
	opts := options{passes: 3, scalePasses: 1}
	assert.Len(t, patterns(opts, 0), len(groups()))
	assert.NotContains(t, patterns(opts, 1), "^BenchmarkRegister$")
	assert.Contains(t, patterns(opts, 2), "^BenchmarkCall$")
	opts.pattern = "Call/W3"
	assert.Equal(t, []string{"Call/W3"}, patterns(opts, 2))
}
