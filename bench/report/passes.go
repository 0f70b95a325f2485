// Running the benchmarks: one binary, many short passes.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// group is a benchmark function. Each runs in a process of its own, so that the heap of one is no burden to the next.
type group struct {
	name  string
	scale bool // run in only a few passes: it takes long, and is told per tool
}

func groups() []group {
	return []group{
		{"Call", false}, {"Reject", false}, {"Derive", false}, {"Parallel", false}, {"Reflect", false},
		{"Register", true}, {"List", true}, {"Dispatch", true}, {"Heap", true},
	}
}

// output returns what the benchmarks print, of this run or of a saved one.
func output(ctx context.Context, opts options, progress io.Writer) (io.Reader, error) {
	if opts.from != "" {
		text, err := os.ReadFile(opts.from)
		return bytes.NewReader(text), err
	}
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary := filepath.Join(dir, "bench.test")
	_, _ = fmt.Fprintln(progress, "building")
	if err := command(ctx, progress, "go", "test", "-c", "-o", binary, ".").Run(); err != nil {
		return nil, fmt.Errorf("building the benchmarks: %w", err)
	}
	var log bytes.Buffer
	writeVersions(&log)
	if err := allPasses(ctx, opts, binary, &log, progress); err != nil {
		return nil, err
	}
	return &log, nil
}

// allPasses runs the passes and saves after each. What there is when one is interrupted is saved too.
func allPasses(ctx context.Context, opts options, binary string, log *bytes.Buffer, progress io.Writer) error {
	began := time.Now()
	for pass := range opts.passes {
		_, _ = fmt.Fprintf(progress, "%5s  pass %d of %d\n", time.Since(began).Round(time.Second), pass+1, opts.passes)
		err := onePass(ctx, opts, pass, binary, log, progress)
		if opts.save != "" {
			err = errors.Join(err, os.WriteFile(opts.save, log.Bytes(), 0o644))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func onePass(ctx context.Context, opts options, pass int, binary string, log *bytes.Buffer, progress io.Writer) error {
	_, _ = fmt.Fprintf(log, "pass: %d\n", pass)
	selections, err := selectionsOf(opts, pass)
	if err != nil {
		return err
	}
	for _, s := range selections {
		cmd := command(ctx, progress, binary, "-test.run", "^$", "-test.bench", s.bench, "-test.skip", s.skip, "-test.benchmem",
			"-test.benchtime", opts.time.String())
		cmd.Stdout = log
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("benchmarks %s: %w", s.bench, err)
		}
	}
	return nil
}

// selectionsOf are those of the processes of one pass.
func selectionsOf(opts options, pass int) (all []selection, err error) {
	if opts.pattern != "" {
		return parsePattern(opts.pattern)
	}
	for _, g := range groups() {
		if !g.scale || pass < opts.scalePasses {
			all = append(all, selection{bench: "^Benchmark" + g.name + "$"})
		}
	}
	return all, nil
}

// command prepares a process with the defaults of the runtime, of the go-sdk and of jsonschema-go, whatever the environment says.
func command(ctx context.Context, stderr io.Writer, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = stderr
	cmd.Env = slices.DeleteFunc(os.Environ(), func(setting string) bool {
		name, _, _ := strings.Cut(setting, "=")
		return slices.Contains([]string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG", "GOEXPERIMENT", "MCPGODEBUG", "JSONSCHEMAGODEBUG"}, name)
	})
	return cmd
}

// writeVersions writes the version of Go and those of the modules that this program is made of, which are the contestants'.
func writeVersions(log io.Writer) {
	_, _ = fmt.Fprintf(log, "go: %s\n", runtime.Version())
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return
	}
	for _, m := range info.Deps {
		_, _ = fmt.Fprintf(log, "module: %s %s\n", m.Path, m.Version)
	}
}
