// Reading what benchmarks print, and figures as text.

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseResults(t *testing.T) {
	r, err := parseResults(strings.NewReader(saved))
	require.NoError(t, err)
	assert.Equal(t, 4, r.procs)
	assert.Equal(t, "Some CPU: 3 GHz", r.settings["cpu"])
	assert.Equal(t, map[string]string{"github.com/danielgtaylor/huma/v2": "v2.39.0"}, r.versions)
	require.Len(t, r.passes, 2)
	assert.Equal(t, map[string]float64{"ns/op": 3000, "named": 3, "B/op": 1480, "allocs/op": 13}, r.passes[0]["Reject/W3/jarvis"])
	assert.Len(t, r.passes[1], 2)
}

func TestBenchmarkLines(t *testing.T) {
	for name, k := range map[string]struct {
		line, want string
		procs      int
	}{
		"with processors":       {"BenchmarkX/n=10/a-b-16 \t 5 \t 1.5 ns/op", "X/n=10/a-b", 16},
		"one processor":         {"BenchmarkX/a-b 5 1.5 ns/op", "X/a-b", 1},
		"a fraction of a unit":  {"BenchmarkX-2 5 1e-3 ns/op", "X", 2},
		"only a name":           {"BenchmarkX-2", "", 1},
		"no unit":               {"BenchmarkX-2 5 1.5", "", 1},
		"no count":              {"BenchmarkX-2 many 1.5 ns/op", "", 1},
		"no figure":             {"BenchmarkX-2 5 fast ns/op", "", 1},
		"a second without unit": {"BenchmarkX-2 5 1.5 ns/op 3", "", 1},
		"another line":          {"ok example.org/bench 1.2s then more words", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := results{procs: 1}
			got, figures, ok := r.benchmark(k.line)
			assert.Equal(t, k.want, got)
			assert.Equal(t, k.want != "", ok)
			assert.Equal(t, ok, figures != nil)
			assert.Equal(t, k.procs, r.procs)
		})
	}
}

func TestNoBenchmarks(t *testing.T) {
	_, err := parseResults(strings.NewReader("pass: 1\nPASS\n"))
	assert.ErrorContains(t, err, "no benchmark")
}

func TestMedians(t *testing.T) {
	r := results{passes: []pass{
		{"a": {"ns/op": 10}, "b": {"ns/op": 100}},
		{"a": {"ns/op": 40}, "b": {"ns/op": 100}},
		{"a": {"ns/op": 90}, "b": {"ns/op": 100}},
		{"b": {"ns/op": 1000}},
		{"a": {"ns/op": 60}, "b": {"ns/op": 200}},
	}}
	got, ok := r.median("a", "ns/op")
	assert.True(t, ok)
	assert.Equal(t, 50.0, got, "of 10, 40, 60, 90")
	got, _ = r.median("b", "ns/op")
	assert.Equal(t, 100.0, got, "of five")
	ratio := r.ratio("a", "b")
	assert.InDelta(t, 0.35, ratio.median, 1e-9, "of 0.1, 0.3, 0.4 and 0.9, not 50 of 100")
	assert.InDelta(t, 0.25, ratio.low, 1e-9, "a quarter of the way from 0.1 to 0.3 is left")
	assert.InDelta(t, 0.525, ratio.high, 1e-9, "a quarter of the way from 0.4 to 0.9")
	_, ok = r.median("a", "B/op")
	assert.False(t, ok)
	assert.Equal(t, spread{}, r.ratio("a", "c"))
	one := results{passes: []pass{{"a": {"ns/op": 7}}}}
	assert.Equal(t, spread{7, 7, 7, true}, one.figure("a", "ns/op"))
}

func TestVerdicts(t *testing.T) {
	at := func(low, median, high float64) spread { return spread{low, median, high, true} }
	for name, k := range map[string]struct {
		goal goal
		want string
	}{
		"under":                   {goal{bound: 2, got: at(1, 1, 1.5)}, "held"},
		"at the bound":            {goal{bound: 2, got: at(1, 2, 2)}, "held"},
		"over":                    {goal{bound: 2, got: at(2.1, 3, 4)}, "**missed by 50 %**"},
		"the median holds":        {goal{bound: 2, got: at(1, 1.9, 2.1)}, "within the noise"},
		"the better half holds":   {goal{bound: 2, got: at(2, 2.5, 3)}, "within the noise"},
		"at least":                {goal{bound: 2, got: at(2, 3, 4), least: true}, "held"},
		"less than that":          {goal{bound: 2, got: at(1, 1.5, 1.9), least: true}, "**missed by 25 %**"},
		"the worse half is less":  {goal{bound: 2, got: at(1.9, 3, 4), least: true}, "within the noise"},
		"the better half is more": {goal{bound: 2, got: at(1, 1.5, 2), least: true}, "within the noise"},
		"unknown":                 {goal{bound: 2}, "not measured"},
		"unknown, at least":       {goal{bound: 2, least: true}, "not measured"},
	} {
		assert.Equal(t, k.want, k.goal.verdict(), name)
	}
}

func TestFormats(t *testing.T) {
	for want, got := range map[string]string{
		"0.50 ns": duration(0.5), "9.99 ns": duration(9.99), "10.0 ns": duration(9.996), "629 ns": duration(629.3), "1.00 µs": duration(999.6),
		"12.3 ms": duration(12.34e6), "2.50 s": duration(2.5e9), "1200 s": duration(1200e9),
		"4096 B": size(4096), "10.0 kB": size(9999.6), "0.29×": times(0.287), "281×": times(281.2), "13": number(13),
	} {
		assert.Equal(t, want, got)
	}
}

// Whatever is printed, what was read of it is read again from what a benchmark would print of it.
func FuzzParseResults(f *testing.F) {
	f.Add(saved)
	f.Add("BenchmarkX-0 1 NaN ns/op\npass: \nmodule: \n: \n")
	f.Add("BenchmarkParallel/callers=0/loop 1 0 ns/op\nBenchmarkParallel/callers=-3/W3/jarvis-9 1 +Inf ns/op")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseResults(strings.NewReader(text))
		if err != nil {
			return
		}
		var again strings.Builder
		for _, p := range r.passes {
			again.WriteString("pass: \n")
			for name, figures := range p {
				fmt.Fprintf(&again, "Benchmark%s-%d 1", name, r.procs)
				for unit, figure := range figures {
					fmt.Fprintf(&again, " %v %s", figure, unit)
				}
				again.WriteString("\n")
			}
		}
		back, err := parseResults(strings.NewReader(again.String()))
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(r.passes), fmt.Sprint(back.passes)) // as texts: NaN is not equal to itself
		require.Equal(t, r.procs, back.procs)
	})
}

// Figures that no benchmark has do not stop the tables.
func TestOddFigures(t *testing.T) {
	r, err := parseResults(strings.NewReader("BenchmarkParallel/callers=0/loop 1 0 ns/op\nBenchmarkParallel/callers=-3/W3/jarvis-9 1 +Inf ns/op\n" +
		"BenchmarkCall/W3/jarvis-9 1 NaN ns/op\n"))
	require.NoError(t, err)
	assert.Contains(t, longTables(r)+shortTables(r), "### Goals")
}
