// The flags, and what is wrong with them.

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	passes, scalePasses int
	time                time.Duration
	pattern, save, from string
	print               bool
}

// parseFlags reads the command line. If ok is false the program is to end with the code; what is wrong has been written.
func parseFlags(args []string, stderr io.Writer) (opts options, code int, ok bool) {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		_, _ = io.WriteString(stderr, usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&opts.passes, "passes", 14, "passes of calls and schemas")
	flags.IntVar(&opts.scalePasses, "scale-passes", 3, "passes of what is done with many tools, at most -passes; 0 implies -print")
	flags.DurationVar(&opts.time, "time", 50*time.Millisecond, "time of one benchmark in one pass")
	flags.StringVar(&opts.pattern, "pattern", "", "run only these benchmarks, as go test -bench takes them, such as 'Call/W3/jarvis$'; "+
		"after a $ a name has no more parts, so that this is not Call/W3/jarvis/mcp; implies -print")
	flags.StringVar(&opts.save, "save", "", "write what the benchmarks print to this file, after each pass; benchstat reads it too")
	flags.StringVar(&opts.from, "from", "", "make the tables of a file that -save wrote, and run nothing")
	flags.BoolVar(&opts.print, "print", false, "print the tables and write no README")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return opts, exitDone, false
	} else if err != nil {
		return opts, exitUsage, false
	}
	if err := opts.check(flags); err != nil {
		_, _ = fmt.Fprintf(stderr, "report: %v; -h tells the flags\n", err)
		return opts, exitUsage, false
	}
	opts.scalePasses = min(opts.scalePasses, opts.passes)
	opts.print = opts.print || opts.pattern != "" || opts.from == "" && opts.scalePasses == 0
	return opts, exitDone, true
}

func (o *options) check(flags *flag.FlagSet) error {
	var given []string
	flags.Visit(func(f *flag.Flag) { given = append(given, f.Name) })
	measuring := []string{"passes", "scale-passes", "time", "pattern", "save"}
	at := slices.IndexFunc(given, func(name string) bool { return slices.Contains(measuring, name) })
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("%q is no flag, and there are no other arguments", strings.Join(flags.Args(), " "))
	case slices.Contains(given, "from") && o.from == "":
		return errors.New("-from names no file")
	case slices.Contains(given, "from") && at >= 0:
		return fmt.Errorf("-from runs nothing, so that -%s has no meaning beside it", given[at])
	case o.passes < 1:
		return fmt.Errorf("-passes is %d, wanted 1 or more", o.passes)
	case o.scalePasses < 0:
		return fmt.Errorf("-scale-passes is %d, wanted 0 or more", o.scalePasses)
	case slices.Contains(given, "scale-passes") && o.scalePasses > o.passes:
		return fmt.Errorf("-scale-passes is %d, wanted at most -passes, which is %d", o.scalePasses, o.passes)
	case o.time <= 0:
		return fmt.Errorf("-time is %s, wanted more than 0", o.time)
	}
	_, err := parsePattern(o.pattern)
	return err
}
