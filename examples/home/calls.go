// The verb run: requests from a source of lines go through the registry into the report.

package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

const runUsage = `Runs requests and prints what the commands answer.

usage: home run [--lenient] [FILE]

FILE holds one request a line, each of them a JSON object:

  {"name": …, "arguments": {…}}
      a tool call; the arguments may also be a string that holds JSON, an "id" is
      shown, and an "utterance" is what was said
  {"utterance": …}
      what was said, for the commands that know short orders without a model
  {"action": …, "command": …, "data": {…}}
      a tap on a button that the command has shown, with the data it was shown with

Without FILE the requests that come with the program are run; - is standard input.
Blank lines and lines that start with # are skipped. A line that is no request is
reported and does not stop the run. A line has at most 1 MiB.

  --lenient  accept "5" for 5, "true" for true and the like, and report it
  --help     print this text

Exit code: 0 after a run, also when requests were refused, as that is their answer;
1 if the file cannot be read, the output cannot be written, which ends the run, or
the run was interrupted; 2 for wrong flags or arguments.
`

//go:embed calls.jsonl
var ownCalls string

// runVerb is the verb with its flags.
func (p program) runVerb(ctx context.Context, registry *jarvis.Registry, args []string) int {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // reported below
	lenient := flags.Bool("lenient", false, "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		if _, err := io.WriteString(p.stdio.Out, runUsage); err != nil {
			return p.failed(err)
		}
		return exitOK
	case err != nil:
		return p.misused(err)
	case flags.NArg() > 1:
		return p.misused(fmt.Errorf("one file at most, got %d; flags come before it", flags.NArg()))
	}
	var opts []jarvis.Option
	if *lenient {
		opts = append(opts, jarvis.Lenient())
	}
	return p.runCalls(ctx, caller{registry, opts}, flags.Arg(0))
}

// caller is the registry with the options of each call.
type caller struct {
	*jarvis.Registry
	opts []jarvis.Option
}

// runCalls runs the requests of a file, of standard input for "-", or of the program itself for "".
func (p program) runCalls(ctx context.Context, registry caller, path string) int {
	source, err := p.open(path)
	if err != nil {
		return p.failed(err)
	}
	defer source.Close()
	out := &report{out: &output{out: p.stdio.Out}}
	for l := range readLines(ctx, source) {
		if l.fatal {
			return p.failed(fmt.Errorf("line %d: %w", l.number, l.err))
		}
		if l.isSkipped() {
			continue
		}
		if err := out.line(ctx, registry, l); err != nil {
			break // ctx ended, or nobody gets the answers
		}
	}
	out.summary()
	switch {
	case out.out.err != nil:
		return p.failed(out.out.err)
	case ctx.Err() != nil:
		return p.failed(fmt.Errorf("stopped: %w", context.Cause(ctx)))
	}
	return exitOK
}

func (p program) open(path string) (io.ReadCloser, error) {
	switch path {
	case "":
		return io.NopCloser(strings.NewReader(ownCalls)), nil
	case "-":
		return io.NopCloser(p.stdio.In), nil
	}
	return os.Open(path)
}

// line runs the request in a line and reports it. The error is the end of ctx, or of a write.
func (r *report) line(ctx context.Context, registry caller, l line) error {
	asked, err := l.request()
	if err != nil {
		r.unreadable(l.number, err)
		return r.out.err
	}
	var taken []jarvis.Coercion
	var suggested []jarvis.ValidationResult
	start := time.Now()
	opts := append(slices.Clip(registry.opts), jarvis.OnCoercion(func(c jarvis.Coercion) { taken = append(taken, c) }),
		jarvis.OnSuggestion(func(s jarvis.ValidationResult) { suggested = append(suggested, s) }))
	route, resp, err := asked.run(ctx, registry.Registry, opts...)
	if err != nil {
		return err
	}
	r.request(asked, route, time.Since(start))
	r.notes(taken, suggested)
	r.answer(resp)
	return r.out.err
}
