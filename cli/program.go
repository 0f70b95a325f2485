// A run of the program: its verbs, what they share, and how it ends.

package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit codes; see the package comment.
const (
	exitOK = iota
	exitFailed
	exitUsage
	exitRefused
	exitCheck
)

// program is one run.
type program struct {
	app      App
	args     []string // as they came
	in       io.Reader
	out, err *output
	getenv   func(string) string
	json     bool // --json
	begun    bool // a verb has begun: an error before is wrong use

	rank map[string]int // of verbs in --help
}

// codeError ends the program with a code. A nil err has been told already.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *codeError) Unwrap() error { return e.err }

// usage makes an error of wrong use. The fix is part of the message.
func usage(format string, args ...any) error {
	return &codeError{exitUsage, fmt.Errorf(format, args...)}
}

// told ends the program with a code after all has been said.
func told(code int) error { return &codeError{code: code} }

func newProgram(app App, stdio Stdio) *program {
	p := &program{app: app, in: stdio.In, out: newOutput(stdio.Out, stdio.Getenv), err: newOutput(stdio.Err, stdio.Getenv), getenv: stdio.Getenv}
	if p.in == nil {
		p.in = bytes.NewReader(nil)
	}
	if p.getenv == nil {
		p.getenv = func(string) string { return "" }
	}
	return p
}

// run runs the verb that args name.
func (p *program) run(ctx context.Context, args []string) int {
	if p.app.Registry == nil {
		return p.end(ctx, nil, errors.New(msgNoRegistry))
	}
	if len(args) == 0 && p.app.Default != "" {
		args = []string{p.app.Default}
	}
	p.args = args
	root := p.root()
	root.SetArgs(append([]string{}, args...)) // nil would be those of the process
	verb, err := root.ExecuteContextC(ctx)
	var coded *codeError
	switch {
	case p.out.failure != nil && (err == nil || errors.Is(err, p.out.failure) || errors.As(err, &coded) && coded.err == nil):
		err = p.out.failure // what was told has not arrived
	case !p.begun && err != nil && !errors.As(err, &coded):
		err = &codeError{exitUsage, err}
	}
	return p.end(ctx, verb, err)
}

// end says what went wrong and returns the exit code.
func (p *program) end(ctx context.Context, verb *cobra.Command, err error) int {
	if err == nil {
		return exitOK
	}
	var coded *codeError
	if !errors.As(err, &coded) {
		coded = &codeError{exitFailed, err}
	}
	switch {
	case coded.err == nil, p.out.failure != nil && isClosedPipe(coded.err):
	case ctx.Err() != nil && errors.Is(coded.err, ctx.Err()):
		fmt.Fprintf(p.err, msgStopped, p.app.Name, context.Cause(ctx))
	default:
		fmt.Fprintf(p.err, "%s: %v\n", p.app.Name, coded.err)
	}
	if coded.code == exitUsage && coded.err != nil {
		if verb.Name() == "help" {
			verb = verb.Root()
		}
		fmt.Fprintf(p.err, msgSeeHelp, verb.CommandPath())
	}
	return coded.code
}

// isClosedPipe reports whether nobody reads on, as after "| head".
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// root is the program as a tree of verbs.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use: p.app.Name, Version: cmp.Or(p.app.Version, msgNoVersion),
		SilenceErrors: true, SilenceUsage: true, // told by end
		Args:              unknownVerb,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(p.help)
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print JSON for programs")
	root.Flags().Bool("version", false, "print the version")
	p.rank = map[string]int{"completion": math.MaxInt}
	for i, verb := range p.verbs() {
		p.rank[verb.Name()] = i
		root.AddCommand(verb)
	}
	root.SetHelpCommand(verbNamed(root, "help"))
	addCompletion(root)
	p.watch(root)
	return root
}

// watch notes when a verb begins.
func (p *program) watch(verb *cobra.Command) {
	if run := verb.RunE; run != nil {
		verb.RunE = func(cmd *cobra.Command, args []string) error {
			p.begun = true
			return run(cmd, args)
		}
	}
	for _, below := range verb.Commands() {
		p.watch(below)
	}
}

// verbs are those of the program, which come first, and those of the package.
func (p *program) verbs() []*cobra.Command {
	own := p.ownVerbs()
	taken := map[string]bool{}
	for _, verb := range own {
		taken[verb.Name()] = true
	}
	for _, verb := range []*cobra.Command{
		p.listVerb(), p.schemaVerb(), p.callVerb(), p.checkVerb(), p.parseVerb(), p.promptVerb(), p.chatVerb(), p.initVerb(), p.serveVerb(),
		p.helpVerb(),
	} {
		if !taken[verb.Name()] {
			own = append(own, verb)
		}
	}
	return own
}
