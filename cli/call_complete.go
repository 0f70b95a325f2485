// Completion of the verb call.

package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jarvis-sdk/jarvis"
)

// complete sets how the values of a flag are completed. Cobra keeps that for as long as the process runs, so it is only set where
// something is to be completed.
func (p *program) complete(verb *cobra.Command, flag string, f cobra.CompletionFunc) {
	if p.completing() {
		_ = verb.RegisterFlagCompletionFunc(flag, f) // only an unknown flag is an error
	}
}

// completing reports whether a shell asks for completions.
func (p *program) completing() bool {
	return len(p.args) > 0 && (p.args[0] == cobra.ShellCompRequestCmd || p.args[0] == cobra.ShellCompNoDescRequestCmd)
}

// plainUsages takes the marks of values out of the usages of flags, which shells show as they are.
func plainUsages(verb *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{verb.Flags(), verb.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") })
	}
	for _, below := range verb.Commands() {
		plainUsages(below)
	}
}

// completeFirstName completes the name of the command.
func (p *program) completeFirstName(verb *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.completeNames(verb, args, begun)
}

// completeRequired offers the flags of required parameters that are not there yet.
func completeRequired(def *jarvis.Definition) cobra.CompletionFunc {
	return func(verb *cobra.Command, _ []string, begun string) (flags []string, _ cobra.ShellCompDirective) {
		for param := range def.Parameters().All() {
			flag := verb.Flags().Lookup(param.Name())
			if param.Required() && isFlag(param.Name()) && !flag.Changed && strings.HasPrefix("--"+param.Name(), begun) {
				flags = append(flags, cobra.CompletionWithDesc("--"+param.Name(), flag.Usage))
			}
		}
		return flags, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeValues completes the values of a parameter.
func completeValues(param jarvis.Parameter) cobra.CompletionFunc {
	values := param.Enum()
	if typ := param.Type(); values == nil && (typ.Kind() == jarvis.KindBool || typ.Elem() == jarvis.KindBool) {
		values = []string{"true", "false"}
	}
	return func(_ *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
		for _, value := range values {
			if strings.HasPrefix(value, begun) {
				found = append(found, flatten(value))
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeParam completes --param: the names of the parameters, then their values.
func completeParam(params *jarvis.Parameters) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
		for param := range params.All() {
			if name := param.Name() + "="; strings.HasPrefix(begun, name) {
				values, directive := completeValues(param)(nil, nil, begun[len(name):])
				for i := range values {
					values[i] = name + values[i]
				}
				return values, directive
			} else if strings.HasPrefix(name, begun) {
				found = append(found, cobra.CompletionWithDesc(flatten(name), flagUsage(param)))
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}
