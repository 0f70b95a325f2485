// Command jarvis starts programs made with the library github.com/jarvis-sdk/jarvis.
//
//	go install github.com/jarvis-sdk/jarvis/cmd/jarvis@latest
//	jarvis new hello        a module in ./hello with a command, its test and its program
//	jarvis version
//
// A program that jarvis made lists, calls, checks and serves its own commands; see package cli. Exit codes: 0 done, 1 failed, such
// as a directory that is not empty or a go mod tidy that failed, 2 used wrongly.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() { os.Exit(process()) }

// process is the program with the arguments of the process.
func process() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	return run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
}

// streams are where the program writes.
type streams struct{ out, err io.Writer }

// output is a writer that keeps its first failure.
type output struct {
	w       io.Writer
	failure error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.w.Write(text)
	if o.failure == nil {
		o.failure = err
	}
	return n, err
}

// usageError is wrong use. The fix is part of the message.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run is the program without its process: args are those after the program's name, the result is the exit code.
func run(ctx context.Context, args []string, stdio streams) int {
	out := &output{w: stdio.out}
	stdio.out = out
	root := &cobra.Command{
		Use: "jarvis", Short: about, Long: about, Version: version(),
		SilenceErrors: true, SilenceUsage: true,
		Args: unknownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetArgs(args)
	root.SetOut(stdio.out)
	root.SetErr(stdio.err)
	root.SetFlagErrorFunc(wrongFlag)
	root.AddCommand(newVerb(stdio), versionVerb(stdio))
	root.SetHelpCommand(helpVerb())
	setCompletion(root)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.failure // cobra drops those of its help
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(stdio.err, "jarvis: %v\n", err)
	var misuse usageError
	if !errors.As(err, &misuse) {
		return exitFailed
	}
	fmt.Fprint(stdio.err, msgSeeHelp)
	return exitUsage
}

// unknownVerb refuses what is no verb.
func unknownVerb(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var verbs []string
	for _, verb := range root.Commands() {
		verbs = append(verbs, verb.Name())
	}
	return usage("%s%s", sprintf(msgUnknownVerb, echo.Cut(args[0])), meant(args[0], verbs, ""))
}

// wrongFlag says which flag was meant.
func wrongFlag(verb *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		return usage(msgFlagValue, invalid.GetFlag().Name, echo.Cut(invalid.GetValue()))
	case !errors.As(err, &unknown):
		return usageError{err}
	}
	var flags []string
	verb.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, flag.Name) })
	return usage("%s%s", echo.Clip(err.Error()), meant(unknown.GetSpecifiedName(), flags, "--"))
}

// meant is the end of a message that names what is near.
func meant(name string, names []string, mark string) string {
	if near, ok := suggest.Nearest(strings.ToLower(name), names); ok {
		return sprintf(msgMeant, mark+near)
	}
	return ""
}
