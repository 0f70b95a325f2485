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

// unknown refuses what stands where a verb, or a command, has to.
func (p *program) unknown(above *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case above == verbNamed(above.Root(), "call") && !isOwn(above):
		return p.uncalled(above, args)
	case above.HasParent():
		return unknownVerb(above, args)
	}
	_, isCommand := p.app.Registry.Lookup(args[0])
	near, ok := nearVerb(above, args[0])
	if !ok || isCommand {
		if command, found := p.nearCommand(args[0]); found {
			near, ok = above.Name()+" call "+command, true
		}
	}
	return noVerb(args[0], near, ok)
}

// unknownVerb refuses what is no verb below another.
func unknownVerb(above *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near, ok := nearVerb(above, args[0])
	return noVerb(args[0], near, ok)
}

func noVerb(name, near string, ok bool) error {
	text := fmt.Sprintf(msgUnknownVerb, echo.Cut(name))
	if ok {
		text += fmt.Sprintf(msgMeant, near)
	}
	return usage("%s", text)
}

// nearVerb returns the verb that may have been meant.
func nearVerb(above *cobra.Command, name string) (string, bool) {
	var names []string
	for _, verb := range above.Commands() {
		if !verb.Hidden {
			names = append(names, verb.Name())
		}
	}
	return suggest.Nearest(name, names)
}

// nearCommand returns the command of that name, or the one that may have been meant.
func (p *program) nearCommand(name string) (string, bool) {
	if _, ok := p.app.Registry.Lookup(name); ok {
		return name, true
	}
	return suggest.NearestFunc(name, func(yield func(string) bool) {
		for def := range p.app.Registry.All() {
			if !yield(def.Name()) {
				return
			}
		}
	})
}
