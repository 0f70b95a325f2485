// Command home runs what a small home assistant is asked for: tool calls as a language model makes them, utterances that need no
// model, and taps on buttons.
//
//	go run ./examples/home                 the requests that come with the program
//	go run ./examples/home calls.jsonl     those of a file, or of standard input for -
//	go run ./examples/home schema          the commands as OpenAI tools
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // get_current_time knows every zone, wherever the program runs

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
)

const usage = `usage: home [--lenient] [--command FILE]… [--city NAME] [FILE]
       home [--command FILE]… schema [NAME…]

Runs requests and prints what the commands answer. FILE holds one request a line,
each of them a JSON object:

  {"name": …, "arguments": {…}}
      a tool call; the arguments may also be a string that holds JSON, an "id" is
      shown, and an "utterance" is what was said
  {"utterance": …}
      what was said, for the commands that know short orders without a model
  {"action": …, "command": …, "data": {…}}
      a tap on a button that the command has shown, with the data it was shown with

Without FILE the requests that come with the program are run; - is standard input,
and a file named schema is ./schema. Blank lines and lines that start with # are
skipped. A line that is no request is reported and does not stop the run. A line
has at most 1 MiB.

schema prints the commands, or those named, as a JSON array of OpenAI tools.

  --lenient       accept "5" for 5, "true" for true and the like, and report it
  --command FILE  load a command from a JSON file, such as announce.json, in place
                  of the one that comes with the program; may be given repeatedly
  --city NAME     where get_weather looks if no city is named
  --help          print this text

Secrets, such as the key for the weather, come from the environment; a command
whose secrets are missing says which.

Exit code: 0 after a run, also when requests were refused, as that is their answer;
1 if a file cannot be read, the output cannot be written, which ends the run,
a command is unknown to schema, or the run was interrupted; 2 for wrong flags or
arguments.
`

const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program without its process: args are those after the program's name, the result is the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{secrets: jarvis.EnvSecrets(""), stdin: stdin, stdout: stdout, stderr: stderr}
	return p.run(ctx, args)
}

// program is a run and where it reads and writes. Tests inject secrets, and the clock and the dice through config.
type program struct {
	config         commands.Config
	secrets        jarvis.SecretSource
	stdin          io.Reader
	stdout, stderr io.Writer
}

func (p program) run(ctx context.Context, args []string) int {
	flags := flag.NewFlagSet("home", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // reported below, with our usage
	lenient := flags.Bool("lenient", false, "")
	var files []string
	flags.StringVar(&p.config.HomeCity, "city", p.config.HomeCity, "")
	flags.Func("command", "", func(path string) error { files = append(files, path); return nil })
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return p.print(usage)
	case err != nil:
		return p.misused(err)
	}
	opts := []jarvis.Option{jarvis.WithLogger(slog.New(slog.NewTextHandler(p.stderr, nil))), jarvis.WithSecrets(p.secrets)}
	if *lenient {
		opts = append(opts, jarvis.Lenient())
	}
	registry := jarvis.NewRegistry(opts...)
	if err := errors.Join(registry.Register(commands.All(p.config)...), registerFiles(registry, files)); err != nil {
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

//go:embed announce.json
var ownCommand string

// registerFiles adds the commands of the files, or the one of the program itself if there are none. The error tells of every file.
func registerFiles(registry *jarvis.Registry, paths []string) error {
	if len(paths) == 0 {
		return registerFile(registry, "announce.json", strings.NewReader(ownCommand))
	}
	errs := make([]error, len(paths))
	for i, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			errs[i] = err
			continue
		}
		errs[i] = registerFile(registry, path, file)
		file.Close()
	}
	return errors.Join(errs...)
}

func registerFile(registry *jarvis.Registry, name string, file io.Reader) error {
	cmd, err := commands.LoadCommand(name, file)
	if err != nil {
		return err
	}
	if err := registry.Register(cmd); err != nil { // the name is taken
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (p program) print(text string) int {
	if _, err := io.WriteString(p.stdout, text); err != nil {
		return p.failed(err)
	}
	return exitOK
}

func (p program) misused(err error) int {
	fmt.Fprintf(p.stderr, "home: %v\n%s", err, usage)
	return exitUsage
}

func (p program) failed(err error) int {
	fmt.Fprintf(p.stderr, "home: %v\n", err)
	return exitFailed
}
