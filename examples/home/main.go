// Command home runs tool calls, as a language model makes them, against the commands of a small home assistant.
//
//	go run ./examples/home                 the calls that come with the program
//	go run ./examples/home calls.jsonl     those of a file, or of standard input for -
//	go run ./examples/home schema          the commands as OpenAI tools
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	_ "time/tzdata" // get_current_time knows every zone, wherever the program runs

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
)

const usage = `usage: home [--lenient] [FILE]
       home [--lenient] schema [NAME…]

Runs tool calls and prints what the commands answer. FILE holds one call a line,
{"name": …, "arguments": {…}}; the arguments may also be a string that holds JSON,
and an "id" is shown. Without FILE the calls that come with the program are run;
- is standard input, and a file named schema is ./schema. Blank lines and lines
that start with # are skipped. A line that is no call is reported and does not
stop the run. A line has at most 1 MiB.

schema prints the commands, or those named, as a JSON array of OpenAI tools.

  --lenient   accept "5" for 5, "true" for true and the like, and report it
  --help      print this text

Exit code: 0 after a run, also when calls were refused, as that is their answer;
1 if a file cannot be read, a command is unknown to schema, or the run was
interrupted; 2 for wrong flags or arguments.
`

const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program without its process: args are those after the program's name, the result is the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{stdin: stdin, stdout: stdout, stderr: stderr}
	return p.run(ctx, args)
}

// program is a run and where it reads and writes. Tests inject the clock and the dice through config.
type program struct {
	config         commands.Config
	stdin          io.Reader
	stdout, stderr io.Writer
}

func (p program) run(ctx context.Context, args []string) int {
	flags := flag.NewFlagSet("home", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // reported below, with our usage
	lenient := flags.Bool("lenient", false, "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(p.stdout, usage)
		return exitOK
	case err != nil:
		return p.misused(err)
	}
	opts := []jarvis.Option{jarvis.WithLogger(slog.New(slog.NewTextHandler(p.stderr, nil)))}
	if *lenient {
		opts = append(opts, jarvis.Lenient())
	}
	registry := jarvis.NewRegistry(opts...)
	if err := registry.Register(commands.All(p.config)...); err != nil {
		return p.failed(err)
	}
	switch {
	case flags.Arg(0) == "schema":
		return p.printSchemas(registry, flags.Args()[1:])
	case flags.NArg() > 1:
		return p.misused(fmt.Errorf("one file at most, got %d; flags come before it", flags.NArg()))
	}
	return p.runCalls(ctx, registry, flags.Arg(0))
}

func (p program) misused(err error) int {
	fmt.Fprintf(p.stderr, "home: %v\n%s", err, usage)
	return exitUsage
}

func (p program) failed(err error) int {
	fmt.Fprintf(p.stderr, "home: %v\n", err)
	return exitFailed
}
