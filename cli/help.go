// Help: what --help prints, the verbs help and completion.

package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// helpWidth is how wide help texts are at most, in columns: as wide as a terminal, elsewhere as one of 80 columns.
func (p *program) helpWidth() int { return cmp.Or(p.out.width, 80) }

// help prints what a verb, or the program itself, is about.
func (p *program) help(verb *cobra.Command, _ []string) {
	if p.helpless = p.noHelp(verb); p.helpless != nil {
		return
	}
	var text strings.Builder
	switch {
	case !verb.HasParent():
		p.writeProgram(&text, verb)
	case isOwn(verb):
		p.writeOwn(&text, verb)
	default:
		p.writeVerb(&text, verb)
	}
	io.WriteString(p.out, text.String()) // a failure is kept by the output
}

// noHelp is the error for --help behind a verb or command that there is not.
func (p *program) noHelp(verb *cobra.Command) error {
	args := verb.Flags().Args()
	takesVerb := !verb.HasParent() || verb.HasSubCommands() || verb == verbNamed(verb.Root(), "call")
	if len(args) == 0 || !takesVerb || p.follows("--"+flagJSON, args[0]) {
		return nil
	}
	return p.unknown(verb, args)
}

// writeProgram writes the help of the program.
func (p *program) writeProgram(w *strings.Builder, root *cobra.Command) {
	paragraph(w, p.app.About)
	paragraph(w, p.app.Help)
	fmt.Fprintf(w, "usage: %s VERB [ARGUMENT…] [--FLAG…]\n", p.app.Name)
	if p.app.Default != "" {
		fmt.Fprintf(w, "       %s                      the same as %[1]s %s\n", p.app.Name, p.app.Default)
	}
	var own, shared []*cobra.Command
	for _, verb := range p.ordered(root) {
		if isOwn(verb) {
			own = append(own, verb)
		} else {
			shared = append(shared, verb)
		}
	}
	p.writeVerbs(w, "Verbs of this program", own)
	p.writeVerbs(w, "Verbs", shared)
	p.writeFlags(w, root)
	fmt.Fprintf(w, "\n%s VERB --help says more about a verb.\n", p.app.Name)
}

// ordered are the verbs in the order of their declaration; cobra sorts its own list.
func (p *program) ordered(root *cobra.Command) (verbs []*cobra.Command) {
	verbs = slices.DeleteFunc(slices.Clone(root.Commands()), func(verb *cobra.Command) bool {
		return !verb.IsAvailableCommand() && verb.Name() != "help"
	})
	slices.SortStableFunc(verbs, func(a, b *cobra.Command) int { return cmp.Compare(p.rank[a.Name()], p.rank[b.Name()]) })
	return verbs
}

func (p *program) writeVerbs(w *strings.Builder, title string, verbs []*cobra.Command) {
	if len(verbs) == 0 {
		return
	}
	width := 0
	for _, verb := range verbs {
		width = max(width, displayWidth(verb.Name()))
	}
	fmt.Fprintf(w, "\n%s\n", p.out.paint(bold, title+":"))
	for _, verb := range verbs {
		padding := strings.Repeat(" ", width-displayWidth(verb.Name()))
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(verb.Name()+padding+"  "+flatten(verb.Short), " "))
	}
}

// writeOwn writes the help of a verb of the program, which is the program's.
func (p *program) writeOwn(w *strings.Builder, verb *cobra.Command) {
	if verb.Long != "" {
		w.WriteString(strings.Trim(verb.Long, "\n") + "\n")
		return
	}
	paragraph(w, verb.Short)
	fmt.Fprintf(w, "usage: %s\n", verb.CommandPath())
}

// writeVerb writes the help of a verb of the package. Its examples name the program PROGRAM.
func (p *program) writeVerb(w *strings.Builder, verb *cobra.Command) {
	about := verb.Long
	if about == "" {
		about = verb.Short
	}
	paragraph(w, about)
	line := strings.TrimSuffix(verb.UseLine(), " [flags]")
	fmt.Fprintf(w, "usage: %s [--FLAG…]\n", line)
	if verb.HasAvailableSubCommands() {
		p.writeVerbs(w, "Verbs", verb.Commands())
	}
	if verb.Example != "" {
		fmt.Fprintf(w, "\n%s\n%s\n", p.out.paint(bold, "Examples:"), strings.ReplaceAll(strings.Trim(verb.Example, "\n"), "PROGRAM", p.app.Name))
	}
	p.writeFlags(w, verb)
}

func (p *program) writeFlags(w *strings.Builder, verb *cobra.Command) {
	verb.InitDefaultHelpFlag()
	verb.Flags().Lookup(flagHelp).Usage = "print this text"
	fmt.Fprintf(w, "\n%s\n%s", p.out.paint(bold, "Flags:"), verb.Flags().FlagUsagesWrapped(p.helpWidth()))
}

// paragraph writes a text, if there is one, and a blank line.
func paragraph(w *strings.Builder, text string) {
	if text = strings.Trim(text, "\n"); text != "" {
		w.WriteString(text + "\n\n")
	}
}

// helpVerb is the verb help.
func (p *program) helpVerb() *cobra.Command {
	return &cobra.Command{
		Use: "help [VERB]", Short: "Tell about a verb",
		Long: "Prints what a verb does, as VERB --help does; without VERB, the verbs.",
		RunE: func(cmd *cobra.Command, args []string) error {
			verb := cmd.Root()
			for _, name := range args {
				below := verbNamed(verb, name)
				if below == nil {
					p.asked = verb
					return p.unknown(verb, []string{name})
				}
				verb = below
			}
			return verb.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			for _, verb := range p.ordered(cmd.Root()) {
				if strings.HasPrefix(verb.Name(), begun) {
					names = append(names, cobra.CompletionWithDesc(verb.Name(), flatten(verb.Short)))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
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

// addCompletion adds the verb completion, which cobra has, with an answer for a shell that it does not know.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := verbNamed(root, "completion")
	if completion == nil || isOwn(completion) {
		return
	}
	completion.Use = "completion SHELL"
	completion.Short = "Print a script that completes verbs, commands and flags in a shell"
	completion.Long = ""
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
		shell.Short = "For " + shell.Name()
		shell.Args = noArguments
	}
	completion.Args = nil
	completion.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage(msgNoShell, strings.Join(shells, ", "))
		}
		return usage(msgUnknownShell, echo.Cut(args[0]), strings.Join(shells, ", "))
	}
}
