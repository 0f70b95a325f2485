// Command conform runs corpus files through the public API of the library: go run ./internal/conform SUITE FILE…
//
// Every line of a file is one case. The command prints what the first
// failing cases wanted and got, then the count of all lines, and exits 1 if any failed and 2 if it could not run them.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit codes.
const (
	exitPassed = iota
	exitFailed
	exitUnusable // the command line or a file is at fault, so that nothing is said about the library
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	counts, err := runSuite(args, out)
	if err == nil {
		_, err = fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", counts.passed, counts.failed, counts.skipped)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	switch {
	case err != nil:
		_, _ = fmt.Fprintln(stderr, "conform:", err)
		return exitUnusable
	case counts.failed > 0:
		return exitFailed
	}
	return exitPassed
}

func runSuite(args []string, out io.Writer) (*tally, error) {
	if len(args) == 0 || args[0] == "-h" || args[0] == "--help" {
		return nil, fmt.Errorf("usage: conform SUITE FILE…; the suites are %s", suiteNames())
	}
	s, ok := suiteNamed(args[0])
	if !ok {
		return nil, fmt.Errorf("unknown suite %q; the suites are %s", args[0], suiteNames())
	}
	if len(args) == 1 {
		return nil, fmt.Errorf("usage: conform %s FILE…", s.name)
	}
	counts := &tally{suite: s, out: out}
	for _, path := range args[1:] {
		if err := counts.file(path); err != nil {
			return nil, err
		}
	}
	return counts, counts.finish()
}

func suiteNamed(name string) (suite, bool) {
	for _, s := range suites {
		if s.name == name {
			return s, true
		}
	}
	return suite{}, false
}

func suiteNames() string {
	names := make([]string, len(suites))
	for i, s := range suites {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}
