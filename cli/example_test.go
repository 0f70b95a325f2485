// Examples: a program, running it without a process, and verbs of one's own.

package cli_test

import (
	"context"
	"fmt"
	"os"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// greet is a command of these examples.
func greet() *jarvis.Registry {
	type input struct {
		Name string `jarvis:"name,required" description:"Whom to greet"`
	}
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "greet", Description: "Greets someone.", Effect: jarvis.EffectRead},
		func(_ context.Context, _ *jarvis.Request, in input) (*jarvis.Response, error) {
			return jarvis.Success(nil, jarvis.WithMessage("Hello, "+in.Name+".")), nil
		}))
	return registry
}

func ExampleRun() {
	stdio := cli.Stdio{Out: os.Stdout, Err: os.Stdout}
	code := cli.Run(context.Background(), greet(), []string{"list"}, stdio)
	fmt.Println("exit code", code)
	// Output:
	// NAME   EFFECT  PARAMETERS  DESCRIPTION
	// greet  read    name*       Greets someone.
	// exit code 0
}

func ExampleApp() {
	app := cli.App{
		Registry: greet(),
		Name:     "greeter",
		About:    "Greets people.",
		Verbs: []cli.Verb{{
			Name: "count", Summary: "Count the commands",
			Run: func(_ context.Context, _ []string, stdio cli.Stdio) int {
				fmt.Fprintln(stdio.Out, "1 command")
				return 0
			},
		}},
	}
	app.Run(context.Background(), []string{"count"}, cli.Stdio{Out: os.Stdout, Err: os.Stdout})
	code := app.Run(context.Background(), []string{"cuont"}, cli.Stdio{Out: os.Stdout, Err: os.Stdout})
	fmt.Println("exit code", code)
	// Output:
	// 1 command
	// greeter: there is no "cuont"; did you mean "count"?
	// See greeter --help.
	// exit code 2
}
