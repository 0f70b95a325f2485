// Command home is the command line of a small home: its commands can be listed, called, checked, talked to and served, as those of
// any registry can. A verb of its own runs requests from a file: tool calls as a language model makes them, utterances that need
// no model, and taps on buttons.
//
//	go run ./examples/home              the requests that come with the program
//	go run ./examples/home list         the commands
//	go run ./examples/home --help       the rest
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	_ "time/tzdata" // get_current_time knows every zone, wherever the program runs

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
)

const about = "The commands of a small home."

const help = `Without a verb it runs the requests that come with it, as "home run" does.

Before the verb:
  --command FILE  load a command from a JSON file, such as announce.json, in place
                  of the one that comes with the program; may be given repeatedly
  --city NAME     where get_weather looks if no city is named

Secrets, such as the key for the weather, come from the environment; a command
whose secrets are missing says which.`

const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	ctx, stop := cli.WithSignals(context.Background())
	p := program{secrets: jarvis.EnvSecrets(""), stdio: cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// program is a run and where it reads and writes. Tests inject secrets, and the clock and the dice through config.
type program struct {
	config  commands.Config
	secrets jarvis.SecretSource
	stdio   cli.Stdio
}

// run is the program without its process: args are those after the program's name, the result is the exit code.
func (p program) run(ctx context.Context, args []string) int {
	args, files, err := p.ownFlags(args)
	if err != nil {
		return p.misused(err)
	}
	registry := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.NewTextHandler(p.stdio.Err, nil))), jarvis.WithSecrets(p.secrets))
	if err := errors.Join(registry.Register(commands.All(p.config)...), registerFiles(registry, files)); err != nil {
		return p.failed(err)
	}
	app := cli.App{Registry: registry, Name: "home", About: about, Help: help, Default: "run"}
	app.Verbs = []cli.Verb{{Name: "run", Summary: "Run requests from a file", Help: runUsage,
		Run: func(ctx context.Context, args []string, _ cli.Stdio) int { return p.runVerb(ctx, registry, args) }}}
	return app.Run(ctx, args, p.stdio)
}

// ownFlags takes the flags of the program itself, which come first, off the arguments.
func (p *program) ownFlags(args []string) (rest, files []string, err error) {
	for len(args) > 0 {
		name, value, inline := strings.Cut(args[0], "=")
		if name != "--command" && name != "--city" {
			break
		}
		args = args[1:]
		if !inline {
			if len(args) == 0 {
				return nil, nil, fmt.Errorf("%s needs a value", name)
			}
			value, args = args[0], args[1:]
		}
		if name == "--city" {
			p.config.HomeCity = value
		} else {
			files = append(files, value)
		}
	}
	return args, files, nil
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

func (p program) misused(err error) int {
	fmt.Fprintf(p.stdio.Err, "home: %v\nSee home --help.\n", err)
	return exitUsage
}

func (p program) failed(err error) int {
	fmt.Fprintf(p.stdio.Err, "home: %v\n", err)
	return exitFailed
}
