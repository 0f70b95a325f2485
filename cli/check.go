// Verb check: what is right for the library and yet hard for a model, or dear.

package cli

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// checkFlags are the flags of check. A budget of 0 is none.
type checkFlags struct {
	dialect       string
	budget, total int
}

func (p *program) checkVerb() *cobra.Command {
	var flags checkFlags
	verb := &cobra.Command{
		Use:   "check [NAME…]",
		Short: msgCheckShort, Long: checkLong(), Example: msgCheckExamples,
		ValidArgsFunction: p.completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"budget", "budget-total"} {
				if n, _ := cmd.Flags().GetInt(name); cmd.Flags().Changed(name) && n < 1 {
					return usage(msgCheckBudgetValue, name, n)
				}
			}
			dialects := dialect.All()
			if cmd.Flags().Changed("dialect") {
				d, err := findDialect(flags.dialect, dialectNames())
				if err != nil {
					return err
				}
				dialects = []dialect.Dialect{d}
			}
			defs, err := p.findAll(args)
			if err != nil {
				return err
			}
			return p.check(flags, dialects, defs)
		},
	}
	verb.Flags().StringVar(&flags.dialect, "dialect", "", "count tokens for the vendor or host of `NAME` alone")
	verb.Flags().IntVar(&flags.budget, "budget", 0, "report each command that costs more than `N` tokens in a request")
	verb.Flags().IntVar(&flags.total, "budget-total", 0, "report commands that together cost more than `N` tokens in a request")
	p.completeDialects(verb, dialectNames())
	return verb
}

// finding is something to mend. Where is empty for the command as a whole, and Command for all commands together.
type finding struct {
	Command string `json:"command"`
	Rule    string `json:"rule"`
	Where   string `json:"where"`
	Problem string `json:"problem"`
	Fix     string `json:"fix"`
}

// checkReport is what check prints as JSON.
type checkReport struct {
	Commands int                     `json:"commands"`
	Findings []finding               `json:"findings"`
	Notes    []string                `json:"notes"`
	Costs    []commandCost           `json:"costs"`
	Total    map[dialect.Dialect]int `json:"total"`
}

// check judges commands among all those of the registry, and ends with exitCheck if anything is to be mended.
func (p *program) check(flags checkFlags, dialects []dialect.Dialect, defs []*jarvis.Definition) error {
	c := newChecked(p.definitions(), defs)
	report := checkReport{Commands: len(defs), Findings: c.run(), Notes: orEmpty(c.notes())}
	var err error
	if report.Costs, report.Total, err = costs(dialects, defs); err != nil {
		return err
	}
	report.Findings = orEmpty(append(report.Findings, overBudget(flags, dialects, report)...))
	order := map[string]int{"": len(defs)} // what all commands have to answer for comes last
	for i, def := range defs {
		order[def.Name()] = i
	}
	slices.SortStableFunc(report.Findings, func(a, b finding) int { return cmp.Compare(order[a.Command], order[b.Command]) })
	if p.json {
		err = p.printJSON(report)
	} else {
		err = p.printCheck(dialects, report)
	}
	if err == nil && len(report.Findings) > 0 {
		err = told(exitCheck)
	}
	return err
}

// printCheck prints a line for each finding, the costs, the notes, and the number of findings last.
func (p *program) printCheck(dialects []dialect.Dialect, report checkReport) error {
	for _, f := range report.Findings {
		place := cmp.Or(f.Command, msgCheckAll)
		if f.Where != "" {
			place += ": " + f.Where
		}
		fmt.Fprintf(p.out, "%s %s; %s\n", p.out.paint(bold, flatten(place)+":"), flatten(f.Problem), flatten(f.Fix))
	}
	if len(report.Findings) > 0 {
		fmt.Fprintln(p.out)
	}
	if len(report.Costs) > 0 {
		if err := p.printCosts(dialects, report); err != nil {
			return err
		}
		fmt.Fprintln(p.out)
	}
	for _, note := range report.Notes {
		fmt.Fprintf(p.out, msgCheckNote, flatten(note))
	}
	_, err := fmt.Fprintf(p.out, "%s, %s.\n", counted(report.Commands, "command"), cmp.Or(foundText(len(report.Findings)), msgCheckNothing))
	return err
}

func foundText(n int) string {
	if n == 0 {
		return ""
	}
	return counted(n, "finding")
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
