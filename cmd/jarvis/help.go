// Verbs help and completion: those of cobra, with an answer for what there is not.

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

func helpVerb() *cobra.Command {
	return &cobra.Command{
		Use: "help [VERB]", Short: "Tell about a verb", DisableFlagsInUseLine: true,
		ValidArgsFunction: func(verb *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			for _, below := range verb.Root().Commands() {
				if len(args) == 0 && below.IsAvailableCommand() && strings.HasPrefix(below.Name(), begun) {
					names = append(names, cobra.CompletionWithDesc(below.Name(), below.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(verb *cobra.Command, args []string) error {
			verb = verb.Root()
			for _, name := range args {
				below := verbNamed(verb, name)
				if below == nil {
					return unknownVerb(verb, []string{name})
				}
				verb = below
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
}

func verbNamed(above *cobra.Command, name string) *cobra.Command {
	for _, verb := range above.Commands() {
		if verb.Name() == name {
			return verb
		}
	}
	return nil
}

// setCompletion adds the verb completion.
func setCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := verbNamed(root, "completion")
	completion.Short = "Print a script that completes verbs and flags in a shell"
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
		shell.Args = func(shell *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(msgNoArguments, shell.CommandPath(), echo.Cut(args[0]))
			}
			return nil
		}
	}
	completion.Args = nil
	completion.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage(msgNoShell, strings.Join(shells, ", "))
		}
		return usage(msgShell, echo.Cut(args[0]), strings.Join(shells, ", "))
	}
}
