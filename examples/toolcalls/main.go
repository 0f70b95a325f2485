// Command toolcalls reads what models of several families wrote, finds their tool calls, checks them against the commands of
// examples/home, has a wrong one written again, and runs them.
//
//	go run ./examples/toolcalls                 the answers that come with the program
//	go run ./examples/toolcalls answers.jsonl   those of a file, or of standard input for -
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
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const usage = `usage: toolcalls [--auto] [--repair] [FILE]

Reads raw answers of language models, finds the tool calls in them, checks the calls
and runs them on the commands of examples/home. FILE holds one answer a line, each
of them a JSON object:

  {"model": …, "format": …, "said": …, "answers": [first, second, …]}

said is the utterance. answers is what the model wrote, then what it writes if it is
asked again; a model that runs out of answers repeats its last one. format is one of

  %s

Without FILE the answers that come with the program are read; - is standard input.
Blank lines and lines that start with # are skipped. A line that is no answer is
reported and does not stop the run; one of more than 4 MiB ends it.

  --auto    do not use format, but recognise it
  --repair  mend broken JSON, and say so, before asking again
  --help    print this text

Exit code: 0 after a run, also when calls were refused; 1 if the file cannot be read
or written, or the run was interrupted; 2 for wrong flags or arguments.
`

const (
	exitOK = iota
	exitFailed
	exitUsage
)

//go:embed answers.jsonl
var ownAnswers string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// program is a run and where it reads and writes. Tests inject the clock and the dice through config.
type program struct {
	config         commands.Config
	stdin          io.Reader
	stdout, stderr io.Writer
}

func (p program) run(ctx context.Context, args []string) int {
	flags := flag.NewFlagSet("toolcalls", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // reported below, with our usage
	auto := flags.Bool("auto", false, "")
	repair := flags.Bool("repair", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if _, err := fmt.Fprintf(p.stdout, usage, formatNames()); err != nil {
			return p.failed(err)
		}
		return exitOK
	case err == nil && flags.NArg() > 1:
		err = fmt.Errorf("one file at most, got %d; flags come before it", flags.NArg())
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "toolcalls: %v\n", err)
		fmt.Fprintf(p.stderr, usage, formatNames())
		return exitUsage
	}
	source, err := p.open(flags.Arg(0))
	if err != nil {
		return p.failed(err)
	}
	defer source.Close()
	home, err := newHome(p.config, p.stderr)
	if err != nil {
		return p.failed(err)
	}
	home.auto, home.repair = *auto, *repair
	if err := home.readAll(ctx, source, p.stdout); err != nil {
		return p.failed(err)
	}
	return exitOK
}

// open returns the answers of a file; - is standard input, and "" those of the program.
func (p program) open(path string) (io.ReadCloser, error) {
	switch path {
	case "":
		return io.NopCloser(strings.NewReader(ownAnswers)), nil
	case "-":
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(path)
}

func (p program) failed(err error) int {
	fmt.Fprintf(p.stderr, "toolcalls: %v\n", err)
	return exitFailed
}

// formatNames lists the formats in lines that fit the usage.
func formatNames() string {
	var b strings.Builder
	width := 0
	for i, f := range toolcall.Formats() {
		width += len(f) + 2
		switch {
		case i == 0:
		case width > 78:
			b.WriteString(",\n  ")
			width = len(f) + 2
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(f))
	}
	return b.String()
}

// home is the commands, and the same as tools for the check.
type home struct {
	registry     *jarvis.Registry
	tools        *toolcall.Tools
	auto, repair bool
}

func newHome(config commands.Config, stderr io.Writer) (*home, error) {
	registry := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.NewTextHandler(stderr, nil))))
	if err := registry.Register(commands.All(config)...); err != nil {
		return nil, err
	}
	var definitions []*jarvis.Definition
	for d := range registry.All() {
		definitions = append(definitions, d)
	}
	tools, err := toolcall.ToolsFromDefinitions(definitions...)
	if err != nil {
		return nil, err
	}
	return &home{registry: registry, tools: tools}, nil
}
