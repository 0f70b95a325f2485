// Programs of scripts that a home is too tidy for.

package cli_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// own is a program with verbs of its own, one of which replaces a verb of the package.
func own() cli.App {
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](jarvis.Spec{Name: "wait", Description: "Waits."}))
	say := func(_ context.Context, args []string, stdio cli.Stdio) int {
		text, _ := io.ReadAll(stdio.In)
		fmt.Fprintf(stdio.Out, "said %q %q %q\n", args, text, stdio.Getenv("SAY"))
		return len(args)
	}
	return cli.App{
		Registry: registry, Name: "own", About: "A program with verbs of its own.", Help: "It reads SAY from the environment.", Default: "say",
		Verbs: []cli.Verb{
			{Name: "say", Summary: "Say what came", Help: "usage: own say WORD…\n\nSays the words.\n", Run: say},
			{Name: "list", Summary: "List nothing", Run: func(context.Context, []string, cli.Stdio) int { return 0 }},
		},
	}
}

// messy has declarations that are right for the library and bad for a model.
func messy() cli.App {
	registry := jarvis.NewRegistry()
	registry.MustRegister(
		command[struct{}](jarvis.Spec{Name: "silent"}),
		command[struct {
			A string `jarvis:"a"`
			B string `jarvis:"b" description:"The name of the"`
			C string `jarvis:"c" description:"Where to look (a room, or"`
			D string `jarvis:"d" description:"Cut off in the mid..."`
			E string `jarvis:"e" description:"City name"`
			F string `jarvis:"f" description:"What for,"`
			G string `jarvis:"g" description:"Such as \"all"`
			H string `jarvis:"h" description:"One too many"`
		}](jarvis.Spec{Name: "greedy", Description: "Wants much.", Effect: jarvis.EffectRead, Examples: examples("Want  much", "want MUCH!", "All of it", "Lights on")}),
		command[struct{}](jarvis.Spec{
			Name: "lights", Description: "Switches \x1b[31mthe lights\x1b[0m.\nAll\tof them. " + strings.Repeat("Really. ", 30), Keywords: []string{"lamp"},
			Effect: jarvis.EffectWrite, Examples: examples("Lights on."), AdapterExamples: examples("Light!", "Lights!!", "light"),
			Antipatterns: []jarvis.Antipattern{{Command: "greddy", Description: "Wanting"}},
		}),
	)
	return cli.App{Registry: registry, Name: "messy"}
}
