// Finding commands, with the names that complete them.

package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
)

// definitions are the commands of the program.
func (p *program) definitions() []*jarvis.Definition { return slices.Collect(p.app.Registry.All()) }

// find returns the command of that name; the error says which is near.
func (p *program) find(name string) (*jarvis.Definition, error) {
	def, err := p.app.Registry.Find(name)
	if err != nil {
		return nil, &codeError{exitUsage, err}
	}
	return def, nil
}

// findAll returns the commands of those names, each once and in their order; without names all that there are.
func (p *program) findAll(names []string) (defs []*jarvis.Definition, err error) {
	if len(names) == 0 {
		return p.definitions(), nil
	}
	for _, name := range names {
		def, err := p.find(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(defs, def) {
			defs = append(defs, def)
		}
	}
	return defs, nil
}

// completeNames completes the names of commands that are not among the arguments yet, each with its description.
func (p *program) completeNames(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for def := range p.app.Registry.All() {
		if strings.HasPrefix(def.Name(), begun) && !slices.Contains(args, def.Name()) {
			names = append(names, cobra.CompletionWithDesc(def.Name(), flatten(def.Spec().Description)))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
