// Command waiting serves two commands that show whether a cancelled call ends: wait runs until it is cancelled, and waited answers
// when that has happened. It takes the verbs of package cli.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// patience is how long waited waits for the end of a call.
const patience = 5 * time.Second

type none struct{}

func main() {
	registry := jarvis.NewRegistry()
	if err := registry.Register(waitCommands()...); err != nil {
		fmt.Fprintln(os.Stderr, "waiting:", err)
		os.Exit(1)
	}
	cli.Main(registry)
}

func waitCommands() []jarvis.Command {
	ended := make(chan struct{}, 100) // more than calls of wait in a test
	return []jarvis.Command{
		jarvis.MustNew(jarvis.Spec{Name: "wait", Description: "Tells its progress and waits until it is cancelled.", Effect: jarvis.EffectRead},
			func(ctx context.Context, _ *jarvis.Request, _ none) (*jarvis.Response, error) {
				mcpserver.Progress(ctx, 1, 2, "waiting")
				<-ctx.Done()
				ended <- struct{}{}
				return nil, ctx.Err()
			}),
		jarvis.MustNew(jarvis.Spec{Name: "waited", Description: "Answers when a call of wait has ended.", Effect: jarvis.EffectRead},
			func(ctx context.Context, _ *jarvis.Request, _ none) (*jarvis.Response, error) {
				select {
				case <-ended:
					return jarvis.Final(map[string]any{"ended": true}), nil
				case <-time.After(patience):
					return jarvis.Failure("No call of wait has ended."), nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}),
	}
}
