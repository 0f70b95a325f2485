// For tests alone: the program on a terminal.

package cli

import "context"

// RunOnTerminal is Run with an output that passes for a terminal of so many columns.
func RunOnTerminal(ctx context.Context, a App, args []string, stdio Stdio, width int) int {
	p := newProgram(a.withDefaults(), stdio)
	p.out.terminal, p.out.colour, p.out.width = true, true, width
	return p.run(ctx, args)
}
