// Results: what benchmarks print, read by pass, and what is in the middle of the passes.

package main

import (
	"bufio"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// results are the figures of a run. The zero value has none.
type results struct {
	settings map[string]string // lines such as "cpu: …", the last of each
	versions map[string]string // by module
	procs    int               // GOMAXPROCS of the benchmarks; 1 if their names do not say it
	passes   []pass
}

// pass has the figures of one pass: by benchmark without "Benchmark" and GOMAXPROCS, then by unit.
type pass map[string]map[string]float64

// parseResults reads the output of benchmarks. Lines "pass: …" part the passes, lines "module: path version" name versions; what
// is neither a setting nor a benchmark is passed over. The errors are those of the reader, and that there are no benchmarks.
func parseResults(from io.Reader) (*results, error) {
	r := &results{settings: map[string]string{}, versions: map[string]string{}, procs: 1}
	lines := bufio.NewScanner(from)
	found := false
	for lines.Scan() {
		if name, figures, ok := r.benchmark(lines.Text()); ok {
			if found = true; len(r.passes) == 0 {
				r.passes = append(r.passes, pass{})
			}
			r.passes[len(r.passes)-1][name] = figures
		} else if key, value, ok := strings.Cut(lines.Text(), ": "); ok {
			r.setting(key, value)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if !found {
		return nil, errors.New("no benchmark in the output")
	}
	return r, nil
}

func (r *results) setting(key, value string) {
	switch key {
	case "pass":
		r.passes = append(r.passes, pass{})
	case "module":
		path, version, _ := strings.Cut(value, " ")
		r.versions[path] = version
	default:
		r.settings[key] = value
	}
}

// benchmark reads a line such as "BenchmarkCall/W3/jarvis-4   1000   629.3 ns/op   216 B/op".
func (r *results) benchmark(line string) (name string, figures map[string]float64, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
		return "", nil, false
	}
	if _, err := strconv.Atoi(fields[1]); err != nil {
		return "", nil, false
	}
	figures = map[string]float64{}
	for i := 2; i < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return "", nil, false
		}
		figures[fields[i+1]] = value
	}
	name = strings.TrimPrefix(fields[0], "Benchmark")
	if at := strings.LastIndexByte(name, '-'); at >= 0 {
		if procs, err := strconv.Atoi(name[at+1:]); err == nil && procs > 0 {
			name, r.procs = name[:at], procs
		}
	}
	return name, figures, true
}

// spread is the middle of the passes: between the quartiles is the middle half of them. The zero value is of no pass.
type spread struct {
	low, median, high float64
	known             bool // some pass has the figure
}

// figure is the spread of a figure over the passes that have it.
func (r *results) figure(name, unit string) spread {
	return r.over(func(p pass) (float64, bool) {
		figure, ok := p[name][unit]
		return figure, ok
	})
}

// median is the median of a figure over the passes that have it.
func (r *results) median(name, unit string) (float64, bool) {
	s := r.figure(name, unit)
	return s.median, s.known
}

// ratio is the spread of what one time is of another in the same pass.
func (r *results) ratio(name, to string) spread {
	return r.over(func(p pass) (float64, bool) {
		a, okA := p[name]["ns/op"]
		b, okB := p[to]["ns/op"]
		return a / b, okA && okB && b > 0
	})
}

// over is the spread of what the passes have.
func (r *results) over(of func(pass) (float64, bool)) spread {
	var all []float64
	for _, p := range r.passes {
		if figure, ok := of(p); ok {
			all = append(all, figure)
		}
	}
	if len(all) == 0 {
		return spread{}
	}
	slices.Sort(all)
	return spread{quantile(all, 0.25), quantile(all, 0.5), quantile(all, 0.75), true}
}

// quantile is that of sorted figures, between two of them in proportion.
func quantile(sorted []float64, at float64) float64 {
	whole, part := math.Modf(at * float64(len(sorted)-1))
	i := int(whole)
	if part == 0 {
		return sorted[i]
	}
	return sorted[i]*(1-part) + sorted[i+1]*part
}
