// Command report measures this library beside its peers and writes the tables of the READMEs: go run ./report, in bench/.
//
// It builds the benchmarks once and runs them in short passes, one after another, so that every contestant meets the same slow
// and fast spells of the machine. Times are medians over the passes; ratios are taken in each pass, and their median and quartiles are told.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// The exit codes.
const (
	exitDone = iota
	exitFailed
	exitUsage
)

const usage = `usage: go run ./report [flags], in the directory bench of the repository

Measures, and writes the tables between the markers <!-- speed --> and
<!-- /speed --> of README.md and ../README.md. Takes six to eight minutes; the
machine should do nothing else.

`

// The places that tables are written to.
const (
	benchReadme = "README.md"
	rootReadme  = "../README.md"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	opts, code, ok := parseFlags(args, stderr)
	if !ok {
		return code
	}
	if err := report(ctx, opts, stdout, stderr); err != nil {
		_, _ = fmt.Fprintln(stderr, "report:", err)
		return exitFailed
	}
	return exitDone
}

func report(ctx context.Context, opts options, stdout, stderr io.Writer) error {
	if err := writable(opts); err != nil { // before minutes are spent
		return err
	}
	log, err := output(ctx, opts, stderr)
	if err != nil {
		return err
	}
	results, err := parseResults(log)
	if err != nil {
		return err
	}
	long, short := longTables(results), shortTables(results)
	if opts.print {
		_, err = io.WriteString(stdout, long+"\n"+short)
		return err
	}
	if err := complete(results); err != nil {
		if opts.from == "" { // minutes were spent
			_, _ = io.WriteString(stdout, long+"\n"+short)
		}
		return err
	}
	if err := writeBetween(benchReadme, &long); err != nil {
		return err
	}
	return writeBetween(rootReadme, &short)
}

// writable finds what cannot be written at the end.
func writable(opts options) error {
	if opts.save != "" {
		file, err := os.OpenFile(opts.save, os.O_CREATE|os.O_WRONLY, 0o644) // what is there stays until the first pass is done
		if err != nil {
			return fmt.Errorf("-save: %w", err)
		}
		if err := file.Close(); err != nil {
			return fmt.Errorf("-save: %w", err)
		}
	}
	if opts.print {
		return nil
	}
	for _, path := range []string{benchReadme, rootReadme} {
		if err := writeBetween(path, nil); err != nil {
			return err
		}
	}
	return nil
}
