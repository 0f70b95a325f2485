// Verb list: the commands at a glance, or everything declared of them for programs.

package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

func (p *program) listVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "list [PATTERN…]",
		Short: msgListShort, Long: msgListLong, Example: msgListExamples,
		ValidArgsFunction: p.completeNames,
		RunE:              func(_ *cobra.Command, args []string) error { return p.list(args) },
	}
}

func (p *program) list(patterns []string) error {
	var defs []*jarvis.Definition
	for def := range p.app.Registry.All() {
		if matches(def, patterns) {
			defs = append(defs, def)
		}
	}
	if p.json {
		list := make([]listed, 0, len(defs))
		for _, def := range defs {
			list = append(list, newListed(def))
		}
		return p.printJSON(list)
	}
	if len(defs) == 0 {
		p.tellNoCommands(patterns)
		return nil
	}
	rows := make([][]string, 0, len(defs))
	for _, def := range defs {
		spec := def.Spec()
		rows = append(rows, []string{spec.Name, cmp.Or(string(spec.Effect), "-"), parameterNames(def), spec.Description})
	}
	return p.printTable([]string{"NAME", "EFFECT", "PARAMETERS", "DESCRIPTION"}, rows)
}

// tellNoCommands says why a list is empty. Programs that read the list get an empty one.
func (p *program) tellNoCommands(patterns []string) {
	if p.app.Registry.Len() == 0 {
		fmt.Fprintf(p.err, msgListEmpty, p.app.Name)
		return
	}
	quoted := make([]string, len(patterns))
	for i, pattern := range patterns {
		quoted[i] = fmt.Sprintf("%q", echo.Cut(pattern))
	}
	fmt.Fprintf(p.err, msgListNone, strings.Join(quoted, " or "))
}

// matches reports whether a name or keyword has one of the patterns in it, in any case. No pattern matches all.
func matches(def *jarvis.Definition, patterns []string) bool {
	texts := append([]string{def.Name()}, def.Spec().Keywords...)
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(pattern string) bool {
		return slices.ContainsFunc(texts, func(text string) bool {
			return strings.Contains(strings.ToLower(text), strings.ToLower(pattern))
		})
	})
}

// parameterNames lists parameters; required ones have a star.
func parameterNames(def *jarvis.Definition) string {
	var names []string
	for param := range def.Parameters().All() {
		name := param.Name()
		if param.Required() {
			name += "*"
		}
		names = append(names, name)
	}
	return cmp.Or(strings.Join(names, " "), "-")
}

// listed is a command in the JSON of list. Secrets are the declarations, never values.
type listed struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Effect      jarvis.Effect     `json:"effect"`
	Keywords    []string          `json:"keywords"`
	Parameters  []listedParameter `json:"parameters"`
	Secrets     []jarvis.Secret   `json:"secrets"`
}

type listedParameter struct {
	Name        string            `json:"name"`
	Type        string            `json:"type"`
	Required    bool              `json:"required"`
	Refinable   bool              `json:"refinable"`
	Description string            `json:"description"`
	Enum        []string          `json:"enum,omitempty"`
	Default     *string           `json:"default,omitempty"` // as declared
	Label       string            `json:"label,omitempty"`
	Options     string            `json:"options,omitempty"`
	Fields      []listedParameter `json:"fields,omitempty"` // of a dict, or of the dicts in an array
}

func newListed(def *jarvis.Definition) listed {
	spec := def.Spec()
	return listed{
		Name: spec.Name, Description: spec.Description, Effect: spec.Effect,
		Keywords: orEmpty(spec.Keywords), Parameters: orEmpty(listParameters(def.Parameters())), Secrets: orEmpty(def.Secrets()),
	}
}

func listParameters(params *jarvis.Parameters) (list []listedParameter) {
	if params == nil {
		return nil
	}
	for param := range params.All() {
		l := listedParameter{
			Name: param.Name(), Type: param.Type().String(), Required: param.Required(), Refinable: param.Refinable(),
			Description: param.Description(), Enum: param.Enum(), Label: param.Label(), Options: param.Options(),
			Fields: listParameters(param.Fields()),
		}
		if text, ok := param.Default(); ok {
			l.Default = &text
		}
		list = append(list, l)
	}
	return list
}

// orEmpty keeps null out of JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
