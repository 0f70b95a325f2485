// Command report measures this library beside its peers and writes the tables of the READMEs: go run ./report, in bench/.
//
// It builds the benchmarks once and runs them in short passes, one after another, so that every contestant meets the same slow
// and fast spells of the machine. Times are medians over the passes; ratios are taken in each pass, and their median is told.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// The exit codes.
const (
	exitDone = iota
	exitFailed
	exitUsage
)

const usage = `usage: go run ./report [flags], in the directory bench of the repository

Measures, and writes the tables between the markers <!-- speed --> and
<!-- /speed --> of README.md and ../README.md. Takes about five minutes; the
machine should do nothing else.

`

// The places that tables are written to.
const (
	benchReadme = "README.md"
	rootReadme  = "../README.md"
)

// options are the flags.
type options struct {
	passes, scalePasses int
	time                time.Duration
	pattern, save, from string
	print               bool
}

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

func parseFlags(args []string, stderr io.Writer) (opts options, code int, ok bool) {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		_, _ = io.WriteString(stderr, usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&opts.passes, "passes", 12, "passes of calls and schemas")
	flags.IntVar(&opts.scalePasses, "scale-passes", 3, "passes of what is done with many tools, at most -passes")
	flags.DurationVar(&opts.time, "time", 50*time.Millisecond, "time of one benchmark in one pass")
	flags.StringVar(&opts.pattern, "pattern", "", "run only these benchmarks, such as 'Call/W3/jarvis$'; implies -print")
	flags.StringVar(&opts.save, "save", "", "write what the benchmarks print to this file; benchstat reads it too")
	flags.StringVar(&opts.from, "from", "", "make the tables of a file that -save wrote, and run nothing")
	flags.BoolVar(&opts.print, "print", false, "print the tables and write no README")
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return opts, exitDone, false
	case err != nil:
		return opts, exitUsage, false
	case flags.NArg() > 0 || opts.passes < 1 || opts.scalePasses < 0 || opts.time <= 0:
		flags.Usage()
		return opts, exitUsage, false
	}
	opts.print = opts.print || opts.pattern != ""
	return opts, exitDone, true
}

func report(ctx context.Context, opts options, stdout, stderr io.Writer) error {
	if !opts.print {
		for _, path := range []string{benchReadme, rootReadme} { // before minutes are spent
			if err := writeBetween(path, nil); err != nil {
				return err
			}
		}
	}
	log, err := output(ctx, opts, stderr)
	if err != nil {
		return err
	}
	results, err := parseResults(log)
	if err != nil {
		return err
	}
	long, short := longTables(results), shortTable(results)
	if opts.print {
		_, err = io.WriteString(stdout, long+"\n"+short)
		return err
	}
	if err := writeBetween(benchReadme, &long); err != nil {
		return err
	}
	return writeBetween(rootReadme, &short)
}
