// Verb init: prepares commands when they are installed.

package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
)

// initialized is what came of preparing a command, as JSON has it.
type initialized struct {
	Command string         `json:"command"`
	Result  map[string]any `json:"result,omitempty"` // with a status; absent where there is an error
	Error   string         `json:"error,omitempty"`
	Missing []string       `json:"missing_secrets,omitempty"` // their keys
}

func (p *program) initVerb() *cobra.Command {
	var all bool
	request := &jarvis.Request{}
	verb := &cobra.Command{
		Use: "init NAME…", Short: msgInitShort, Long: msgInitLong, Example: msgInitExample,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: p.completeNames,
		RunE: func(cmd *cobra.Command, names []string) error {
			defs, err := p.toInit(names, all)
			if err != nil {
				return err
			}
			return p.init(cmd.Context(), request, defs)
		},
	}
	verb.Flags().BoolVar(&all, "all", false, "prepare every command")
	verb.Flags().StringVar(&request.User, flagUser, "", msgCallUserFlag)
	p.complete(verb, flagUser, cobra.NoFileCompletions)
	return verb
}

// toInit finds the commands before any of them does something.
func (p *program) toInit(names []string, all bool) (defs []*jarvis.Definition, err error) {
	switch {
	case all && len(names) > 0:
		return nil, usage(msgInitBoth)
	case !all && len(names) == 0:
		return nil, usage(msgInitWhich)
	}
	return p.findAll(names)
}

// init prepares commands one after the other. One that fails does not stop the others.
func (p *program) init(ctx context.Context, req *jarvis.Request, defs []*jarvis.Definition) error {
	list := make([]initialized, 0, len(defs))
	failed := false
	for _, def := range defs {
		var result map[string]any
		err := alone(func() (err error) {
			if result, err = p.app.Registry.Initialize(ctx, req, def.Name()); err == nil {
				_, err = encode(result, "")
			}
			return err
		})
		if err != nil && ctx.Err() != nil {
			return err
		}
		if err != nil {
			failed = true
			list = append(list, p.notInitialized(def, err, req.User))
			continue
		}
		list = append(list, initialized{Command: def.Name(), Result: result})
		if !p.json {
			p.printInit(def, result)
		}
	}
	if p.json {
		if err := p.printJSON(list); err != nil {
			return err
		}
	}
	if failed {
		return told(exitFailed)
	}
	return nil
}

// notInitialized says why a command could not be prepared.
func (p *program) notInitialized(def *jarvis.Definition, err error, user string) initialized {
	what := initialized{Command: def.Name()}
	switch e := err.(type) { // not errors.As: an error inside a command's own one is the command's
	case *jarvis.MissingSecretsError:
		what.Missing = e.Keys
		err = missingSecrets(def, e.Keys, user)
	case *jarvis.PanicError:
		what.Error = p.failure(def, e.Error()).Error() // where it happened is for who looks after the program
		err = p.failure(def, e.Error()+"\n"+string(e.Stack))
	default:
		err = p.failure(def, err.Error())
	}
	what.Error = cmp.Or(what.Error, err.Error())
	fmt.Fprintf(p.err, "%s: %v\n", p.app.Name, err)
	return what
}

// printInit prints the status and then what else the command says, by name.
func (p *program) printInit(def *jarvis.Definition, result map[string]any) {
	fmt.Fprintf(p.out, "%s: %s\n", flatten(def.Name()), valueText(result["status"]))
	for _, name := range slices.Sorted(maps.Keys(result)) {
		if name != "status" {
			fmt.Fprintf(p.out, "  %s: %s\n", flatten(name), valueText(result[name]))
		}
	}
}
