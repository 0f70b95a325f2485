// Verb call: runs a command with the arguments that its flags, or a JSON text, bring.

package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// call is one call: what its flags say.
type call struct {
	def     *jarvis.Definition
	path    string // as it is called
	given   arguments
	json    jsonFlag
	lenient bool
	request jarvis.Request
}

// callVerb has a subcommand for each command that the arguments name, so that its flags are those of the command's parameters.
// What they are is not known before, and those of all commands would cost time in every run.
func (p *program) callVerb() *cobra.Command {
	c := &call{json: jsonFlag{out: &p.json}}
	verb := &cobra.Command{
		Use: "call NAME [--PARAM VALUE]…", Short: msgCallShort, Long: msgCallLong, Example: msgCallExample,
		Args:               cobra.ArbitraryArgs,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // of a command that there is not
		ValidArgsFunction:  p.completeFirstName,
		RunE:               p.uncalled,
	}
	flags := verb.PersistentFlags()
	flags.Var(&paramFlag{}, flagParam, msgCallParamFlag)
	flags.Var(&c.json, flagJSON, msgCallJSONFlag)
	flags.Lookup(flagJSON).NoOptDefVal = "true"
	flags.BoolVar(&c.lenient, flagLenient, false, msgCallLenientFlag)
	flags.StringVar(&c.request.VoiceCommand, flagSay, "", msgCallSayFlag)
	flags.StringVar(&c.request.User, flagUser, "", msgCallUserFlag)
	verb.InitDefaultHelpFlag() // else cobra takes what comes after --help for its value
	for _, name := range []string{flagParam, flagSay, flagUser} {
		p.complete(verb, name, cobra.NoFileCompletions)
	}
	for def := range p.app.Registry.All() {
		if slices.Contains(p.args, def.Name()) {
			verb.AddCommand(p.commandVerb(c, def))
		}
	}
	return verb
}

// The flags of the verb. Parameters of these names are given by --param.
const (
	flagParam   = "param"
	flagJSON    = "json"
	flagLenient = "lenient"
	flagSay     = "say"
	flagUser    = "user"
	flagHelp    = "help"
	flagVersion = "version" // of the program
)

// uncalled is the verb where the arguments name no command.
func (p *program) uncalled(_ *cobra.Command, args []string) error {
	switch late := p.lateName(); {
	case len(args) == 0 && late != "":
		return usage(msgCallOrder, echo.Clip(late), msgCallItsFlags)
	case len(args) == 0:
		return usage(msgCallWhich)
	case p.follows("--"+flagJSON, args[0]):
		return usage(msgCallJSONFirst)
	}
	if _, err := p.find(args[0]); err != nil {
		return err
	}
	return usage(msgCallOrder, echo.Clip(args[0]), "--")
}

// lateName is the name of a command behind the verb, where it was taken for the value of a flag that only the command knows.
func (p *program) lateName() string {
	for _, arg := range p.args[slices.Index(p.args, "call")+1:] {
		if _, ok := p.app.Registry.Lookup(arg); ok {
			return arg
		}
	}
	return ""
}

// follows reports whether arg stands right after the other one.
func (p *program) follows(before, arg string) bool {
	for i, a := range p.args[min(1, len(p.args)):] {
		if a == arg && p.args[i] == before {
			return true
		}
	}
	return false
}

// commandVerb is the call of one command.
func (p *program) commandVerb(c *call, def *jarvis.Definition) *cobra.Command {
	verb := &cobra.Command{
		Use: def.Name(), Short: flatten(def.Spec().Description), Hidden: true, // completeNames completes it
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeRequired(def),
		PreRun:            func(cmd *cobra.Command, _ []string) { c.def, c.path = def, cmd.CommandPath() },
		RunE:              func(cmd *cobra.Command, args []string) error { return p.call(cmd.Context(), c, args) },
	}
	verb.SetHelpFunc(func(cmd *cobra.Command, _ []string) { p.callHelp(cmd, def) })
	flags := verb.Flags()
	flags.SetNormalizeFunc(dashes(def.Parameters()))
	flags.Var(&paramFlag{&c.given, def.Parameters()}, flagParam, msgCallParamFlag)
	p.complete(verb, flagParam, completeParam(def.Parameters()))
	for param := range def.Parameters().All() {
		if !isFlag(param.Name()) {
			continue
		}
		flag := flags.VarPF(c.given.flag(param), param.Name(), "", flagUsage(param))
		if param.Type().Kind() == jarvis.KindBool {
			flag.NoOptDefVal = "true"
		}
		p.complete(verb, param.Name(), completeValues(param))
	}
	return verb
}

// errGone is why a function has not returned.
var errGone = errors.New(msgGone)

// alone runs a function of a command in a goroutine of its own, as it may end that without a return, by runtime.Goexit: the error
// is errGone then.
func alone(run func() error) error {
	err := errGone
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = run()
	}()
	<-done
	return err
}

// call runs the command and prints its answer.
func (p *program) call(ctx context.Context, c *call, rest []string) error {
	args, err := p.arguments(ctx, c, rest)
	if err != nil {
		return err
	}
	log := &failureLog{}
	opts := []jarvis.Option{jarvis.WithLogger(log.logger()), jarvis.OnCoercion(p.tellCoercion), jarvis.OnSuggestion(p.tellSuggestion)}
	if c.lenient {
		opts = append(opts, jarvis.Lenient())
	}
	var resp *jarvis.Response
	err = alone(func() (err error) {
		resp, err = p.app.Registry.Call(ctx, &c.request, jarvis.Call{Name: c.def.Name(), Arguments: args}, opts...)
		return err
	})
	switch {
	case errors.Is(err, errGone):
		return p.unanswered(c.def, fmt.Errorf(msgCallGone, flatten(c.def.Name())))
	case err != nil:
		return err
	}
	if p.json || resp.Success {
		if err := p.printResponse(c.def, resp); err != nil {
			return err
		}
	}
	switch {
	case !resp.Success:
		return p.refusal(ctx, c, resp, log)
	case !p.json:
		p.printAnswer(resp)
	}
	return nil
}
