// The verbs that a program adds, and what the root says.

package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// ownGroup marks the verbs of the App.
const ownGroup = "own"

// ownVerbs are the verbs of the App. They parse their own flags.
func (p *program) ownVerbs() (verbs []*cobra.Command) {
	for _, v := range p.app.Verbs {
		taken := slices.ContainsFunc(verbs, func(other *cobra.Command) bool { return other.Name() == v.Name })
		if v.Name == "" || v.Run == nil || taken {
			continue
		}
		verb := &cobra.Command{Use: v.Name, Short: v.Summary, Long: v.Help, DisableFlagParsing: true, Annotations: map[string]string{ownGroup: ""}}
		verb.RunE = func(cmd *cobra.Command, args []string) error {
			if v.Help != "" && asksForHelp(args) {
				return cmd.Help()
			}
			code := v.Run(cmd.Context(), args, Stdio{In: p.in, Out: p.out.w, Err: p.err.w, Getenv: p.getenv})
			if code != exitOK {
				return told(code)
			}
			return nil
		}
		verbs = append(verbs, verb)
	}
	return verbs
}

// asksForHelp reports whether --help is among the flags.
func asksForHelp(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--help", "-h":
			return true
		case "--":
			return false
		}
	}
	return false
}

func isOwn(verb *cobra.Command) bool {
	_, own := verb.Annotations[ownGroup]
	return own
}

// unknownVerb refuses what is no verb.
func unknownVerb(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, verb := range root.Commands() {
		if !verb.Hidden {
			names = append(names, verb.Name())
		}
	}
	text := fmt.Sprintf(msgUnknownVerb, echo.Cut(args[0]))
	if near, ok := suggest.Nearest(args[0], names); ok {
		text += fmt.Sprintf(msgMeant, near)
	}
	return usage("%s", text)
}
