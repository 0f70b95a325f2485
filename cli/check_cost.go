// Costs: what commands cost in a request, by dialect.

package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// commandCost is what a command costs, in tokens as prompt.EstimateTokens counts them.
type commandCost struct {
	Command string                  `json:"command"`
	Tokens  map[dialect.Dialect]int `json:"tokens"`
}

// costs measures each command, and all of them as a request carries them.
func costs(dialects []dialect.Dialect, defs []*jarvis.Definition) ([]commandCost, map[dialect.Dialect]int, error) {
	list, total := make([]commandCost, len(defs)), map[dialect.Dialect]int{}
	for i, def := range defs {
		list[i] = commandCost{Command: def.Name(), Tokens: map[dialect.Dialect]int{}}
	}
	for _, d := range dialects {
		set, err := d.Set(slices.Values(defs))
		if err != nil {
			return nil, nil, err
		}
		i := 0
		for tool := range set.All() {
			list[i].Tokens[d] = prompt.EstimateTokens(string(tool.JSON()))
			i++
		}
		if len(defs) > 0 {
			total[d] = prompt.EstimateTokens(string(set.JSON()))
		}
	}
	return list, total, nil
}

// overBudget finds commands that cost too much: one finding for a command, with the dialects in which it does.
func overBudget(flags checkFlags, dialects []dialect.Dialect, report checkReport) (found []finding) {
	if flags.budget > 0 {
		for _, c := range report.Costs {
			if over := above(flags.budget, dialects, c.Tokens); over != "" {
				found = append(found, finding{Command: c.Command, Rule: "budget", Problem: fmt.Sprintf(msgCheckBudget, over, flags.budget), Fix: msgCheckBudgetFix})
			}
		}
	}
	if flags.total > 0 {
		if over := above(flags.total, dialects, report.Total); over != "" {
			found = append(found, finding{Rule: "budget-total", Problem: fmt.Sprintf(msgCheckTotal, over, flags.total), Fix: msgCheckTotalFix})
		}
	}
	return found
}

// above lists the dialects in which the tokens are above a budget.
func above(budget int, dialects []dialect.Dialect, tokens map[dialect.Dialect]int) string {
	var over []string
	for _, d := range dialects {
		if tokens[d] > budget {
			over = append(over, fmt.Sprintf("%d in %s", tokens[d], d))
		}
	}
	return strings.Join(over, ", ")
}

// printCosts prints a column for each dialect.
func (p *program) printCosts(dialects []dialect.Dialect, report checkReport) error {
	head := []string{msgCheckTokens}
	for _, d := range dialects {
		head = append(head, string(d))
	}
	row := func(name string, tokens map[dialect.Dialect]int) []string {
		cells := []string{name}
		for _, d := range dialects {
			cells = append(cells, strconv.Itoa(tokens[d]))
		}
		return cells
	}
	var rows [][]string
	for _, c := range report.Costs {
		rows = append(rows, row(c.Command, c.Tokens))
	}
	return p.printTable(head, append(rows, row(msgCheckRequest, report.Total)))
}
