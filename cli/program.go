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
	"strings"
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
	json     bool           // --json
	begun    bool           // a verb has begun: an error before is wrong use
	helpless error          // --help was asked for what there is not
	asked    *cobra.Command // the verb help was asked for what there is not below this one

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
	if err == nil {
		err = p.helpless
	}
	var coded *codeError
	switch failed := p.out.failed(); {
	case failed != nil && (err == nil || errors.Is(err, failed) || errors.As(err, &coded) && coded.err == nil):
		err = failed // what was told has not arrived
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
	case coded.err == nil, p.out.failed() != nil && isClosedPipe(coded.err):
	case ctx.Err() != nil && errors.Is(coded.err, ctx.Err()):
		fmt.Fprintf(p.err, msgStopped, p.app.Name, context.Cause(ctx))
	default:
		fmt.Fprintf(p.err, "%s: %v\n", p.app.Name, coded.err)
	}
	if coded.code == exitUsage && coded.err != nil {
		if verb.Name() == "help" {
			verb = cmp.Or(p.asked, verb.Root())
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
		Use:           p.app.Name,
		SilenceErrors: true, SilenceUsage: true, // told by end
		Args:              p.unknown,
		RunE:              func(cmd *cobra.Command, _ []string) error { return p.bare(cmd) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(p.flagError)
	root.SetHelpFunc(p.help)
	root.PersistentFlags().BoolVar(&p.json, flagJSON, false, "print JSON for programs")
	root.Flags().Bool(flagVersion, false, "print the version")
	root.InitDefaultHelpFlag() // else cobra takes what comes after --help for its value
	p.rank = map[string]int{"completion": math.MaxInt}
	for i, verb := range p.verbs() {
		p.rank[verb.Name()] = i
		root.AddCommand(verb)
	}
	root.SetHelpCommand(verbNamed(root, "help"))
	addCompletion(root)
	for _, name := range []string{"serve", "help", "completion"} {
		p.withoutJSON(verbNamed(root, name))
	}
	if p.completing() {
		plainUsages(root)
	}
	p.watch(root)
	return root
}

// bare is the program without a verb.
func (p *program) bare(root *cobra.Command) error {
	version, _ := root.Flags().GetBool(flagVersion)
	switch {
	case p.json:
		return usage(msgBareJSON)
	case version:
		_, err := fmt.Fprintf(p.out, "%s %s\n", root.Name(), cmp.Or(p.app.Version, msgNoVersion))
		return err
	}
	return root.Help()
}

// withoutJSON takes --json from a verb of the package that has none to print.
func (p *program) withoutJSON(verb *cobra.Command) {
	if isOwn(verb) {
		return
	}
	verb.Flags().BoolVar(&p.json, flagJSON, false, "")
	verb.Flags().Lookup(flagJSON).Hidden = true
	if run := verb.RunE; run != nil {
		verb.RunE = func(cmd *cobra.Command, args []string) error {
			if p.json {
				return usage(msgVerbNoJSON, strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "))
			}
			return run(cmd, args)
		}
	}
	for _, below := range verb.Commands() {
		p.withoutJSON(below)
	}
}

// watch notes when a verb begins, and keeps what commands print out of JSON.
func (p *program) watch(verb *cobra.Command) {
	if run := verb.RunE; run != nil {
		verb.RunE = func(cmd *cobra.Command, args []string) error {
			p.begun = true
			if p.json {
				defer p.out.guardStdout()()
			}
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
