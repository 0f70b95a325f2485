// App: the program, and running it.

package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// App is a program made of a registry. Only Registry is needed: without one the program says so and fails. It may run several
// times at once.
type App struct {
	Registry  *jarvis.Registry
	Name      string           // of the program; default: that of the running binary
	About     string           // one line for --help
	Help      string           // more of it, such as the program's own environment variables
	Version   string           // for --version and MCP clients; default: the version of the main module, if it has one
	Providers *prompt.Registry // for prompt and chat; default prompt.BuiltinRegistry
	Verbs     []Verb           // beside those of the package; one of the same name replaces the package's
	Default   string           // the verb of a call without arguments; default: help
}

// Verb is a verb that the program adds. It reads its own flags. Of two with the same name the first one counts; one without a
// name or without Run is left out.
type Verb struct {
	Name    string // the first word of the command line
	Summary string // one line for the --help of the program
	Help    string // all of the verb's --help, usage included; without it --help is an argument like any other

	// Run returns an exit code. args are those after the verb.
	Run func(ctx context.Context, args []string, stdio Stdio) int
}

// Stdio is where a program reads and writes. A nil reader is empty, a nil writer drops what is written. Colours, and lines no
// wider than the window, are only for an Out that is an *os.File on a terminal. Where Out is os.Stdout itself and only JSON or a
// protocol belongs there, os.Stdout is os.Stderr as long as commands run. An In that is a terminal has chat take the interrupts of
// the process.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer           // Err gets what is about the run, such as mistakes and logs
	Getenv   func(string) string // nil knows no variables
}

// Main runs the program of a registry with the arguments of the process and exits with its code. An interrupt ends what runs; a
// second one ends the program.
func Main(registry *jarvis.Registry) { App{Registry: registry}.Main() }

// Run runs the program of a registry with the arguments after its name, and returns its exit code. Of the process only what is
// passed in stdio is touched, see [Stdio]: neither its arguments and environment nor, without a terminal, its signals.
func Run(ctx context.Context, registry *jarvis.Registry, args []string, stdio Stdio) int {
	return App{Registry: registry}.Run(ctx, args, stdio)
}

// Main is the function Main for an App.
func (a App) Main() {
	ctx, stop := WithSignals(context.Background())
	code := a.Run(ctx, os.Args[1:], Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})
	stop()
	os.Exit(code)
}

// signalError is why a run of Main ends that a signal ends. Conversations tell an interrupt by it, which is theirs.
type signalError struct{ signal os.Signal }

func (e signalError) Error() string { return e.signal.String() + " signal received" }

// WithSignals returns a context that ends with ctx, or with the first interrupt or SIGTERM of the process; a second one then ends
// the program. It is the context of Main, for programs that call Run themselves: unlike one of [signal.NotifyContext] it tells
// chat which signal came, so that an interrupt on a terminal ends a turn and not the conversation. stop frees what it takes, may be
// called several times, and ends the context.
func WithSignals(ctx context.Context) (_ context.Context, stop func()) {
	ctx, end := context.WithCancelCause(ctx)
	came := make(chan os.Signal, 1)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-came:
			signal.Stop(came)
			end(signalError{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		end(nil)
	}
}

// Run is the function Run for an App. A program of its own process gives it a context of [WithSignals]: with another one that an
// interrupt ends, that ends a conversation of chat in the middle of a turn.
func (a App) Run(ctx context.Context, args []string, stdio Stdio) int {
	return newProgram(a.withDefaults(), stdio).run(ctx, args)
}

func (a App) withDefaults() App {
	if a.Name == "" {
		a.Name = programName(os.Args)
	}
	if a.Version == "" {
		a.Version = mainVersion()
	}
	if a.Providers == nil {
		a.Providers = prompt.BuiltinRegistry()
	}
	return a
}

// programName is the name of the running binary as a person would type it.
func programName(args []string) string {
	if len(args) == 0 {
		return "jarvis"
	}
	return strings.TrimSuffix(filepath.Base(args[0]), ".exe")
}

// mainVersion is the version of the main module, or "" for a program that was built without one.
func mainVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}
