// Verb prompt: what a model is told.

package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// promptFlags are the flags of prompt.
type promptFlags struct {
	homeFlags
	list, training, cost, turn bool
}

func (p *program) promptVerb() *cobra.Command {
	var f promptFlags
	verb := &cobra.Command{
		Use: "prompt", Short: msgPromptShort, Long: msgPromptLong, Example: msgPromptExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(msgPromptArgs, echo.Cut(args[0]))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if home := f.homeFlags.given(cmd); f.list && home != "" {
				return usage(msgPromptList, home)
			}
			if f.list {
				return p.listProviders()
			}
			home, err := f.home()
			if err != nil {
				return err
			}
			provider, err := p.provider(f.homeFlags)
			if err != nil {
				return err
			}
			return p.prompt(f, provider, home, time.Now())
		},
	}
	f.add(p, verb)
	flags := verb.Flags()
	flags.BoolVar(&f.list, "list", false, "list the providers")
	flags.BoolVar(&f.training, "training", false, "print the examples of the commands for fine-tuning, as JSON lines")
	flags.BoolVar(&f.cost, "cost", false, "estimate the tokens of each part")
	flags.BoolVar(&f.turn, "turn", false, "print what is told in each turn too: who speaks, and the time")
	return verb
}

// check refuses flags that do not go together.
func (f promptFlags) check() error {
	var names []string
	for _, flag := range []struct {
		set  bool
		name string
	}{{f.list, "--list"}, {f.training, "--training"}, {f.cost, "--cost"}, {f.turn, "--turn"}} {
		if flag.set {
			names = append(names, flag.name)
		}
	}
	if len(names) > 1 {
		return usage(msgPromptOne, strings.Join(names, ", "))
	}
	return nil
}

// prompt prints what a provider writes.
func (p *program) prompt(f promptFlags, provider prompt.Complete, home prompt.Context, now time.Time) error {
	defs := p.definitions()
	in := prompt.Input{Context: home, Tools: prompt.ToolsFromDefinitions(defs...)}
	if f.dateKeys {
		in.DateKeys = dates.Keys()
	}
	switch {
	case f.training:
		n, err := prompt.WriteTrainingSet(p.out, provider, defs...)
		if err == nil && n == 0 {
			fmt.Fprint(p.err, msgPromptNoExamples)
		}
		return err
	case f.cost:
		return p.printCost(provider, in)
	}
	return p.printPrompt(newWritten(provider, in, f.turn, now))
}

// written is the JSON of prompt. A member that a provider does not have is left out.
type written struct {
	Provider string          `json:"provider"`
	Mode     string          `json:"mode"` // "native" or "text"
	System   string          `json:"system_prompt"`
	Tools    json.RawMessage `json:"tools,omitempty"`               // of the request, in native mode
	Suffix   string          `json:"user_message_suffix,omitempty"` // behind each message of the user
	Turn     []string        `json:"turn,omitempty"`                // system messages before that of the user; only with --turn
}

// newWritten has a provider write what a model is told.
func newWritten(provider prompt.Complete, in prompt.Input, turn bool, now time.Time) written {
	w := written{Provider: provider.Name(), Mode: mode(provider.SupportsNativeTools()), System: provider.SystemPrompt(in), Suffix: provider.UserMessageSuffix()}
	if provider.SupportsNativeTools() && len(in.Tools) > 0 {
		tools := in.Tools
		if len(in.DateKeys) > 0 {
			tools = prompt.BuildTools(tools, prompt.ToolOptions{NoDatetimeFormats: true})
		}
		w.Tools = prompt.OpenAITools(provider.BuildTools(tools))
	}
	if turn {
		location, _ := zone(in.Context.Timezone) // checked before
		for _, m := range prompt.Trailing(prompt.Moment{Speaker: in.Context.Speaker, Memories: in.Context.Memories, Now: now.In(location)}) {
			w.Turn = append(w.Turn, m.Content)
		}
	}
	return w
}

// mode says where the tools and the calls are.
func mode(native bool) string {
	if native {
		return "native"
	}
	return "text"
}

// printPrompt prints the system prompt as it is, and what else goes into a request under heads of their own.
func (p *program) printPrompt(w written) error {
	if p.json {
		return p.printJSON(w)
	}
	p.printText(w.System)
	if len(w.Tools) > 0 {
		fmt.Fprintf(p.out, "\n%s\n\n", p.out.paint(bold, msgPromptTools))
		if err := p.printJSON(w.Tools); err != nil {
			return err
		}
	}
	for _, text := range w.Turn {
		fmt.Fprintf(p.out, "\n%s\n\n", p.out.paint(bold, msgPromptTurn))
		p.printText(text)
	}
	return nil
}

// printText prints a text with a line break at its end: as it is, but for what a terminal would obey.
func (p *program) printText(text string) {
	text = strings.TrimSuffix(text, "\n")
	if !p.out.terminal {
		fmt.Fprintln(p.out, text)
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(p.out, visible(line))
	}
}

// printCost prints what a prompt costs, part by part.
func (p *program) printCost(provider prompt.Complete, in prompt.Input) error {
	cost := prompt.Estimate(provider, in)
	if p.json {
		return p.printJSON(newCostJSON(provider.Name(), cost))
	}
	var rows [][]string
	for _, b := range cost.Blocks {
		rows = append(rows, []string{strconv.Itoa(b.Tokens), "block", visible(b.Name)})
	}
	for _, t := range cost.Tools {
		rows = append(rows, []string{strconv.Itoa(t.Tokens), "tool", visible(t.Name)})
	}
	rows = append(rows, []string{strconv.Itoa(cost.Total), "total", provider.Name()})
	return p.printTable([]string{"TOKENS", "PART", "NAME"}, rows)
}

// costJSON is the JSON of prompt --cost.
type costJSON struct {
	Provider string     `json:"provider"`
	Total    int        `json:"total"`
	Blocks   []partCost `json:"blocks"`
	Tools    []partCost `json:"tools"` // what each adds, within its block
}

type partCost struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

func newCostJSON(provider string, cost prompt.Cost) costJSON {
	c := costJSON{Provider: provider, Total: cost.Total, Blocks: []partCost{}, Tools: []partCost{}}
	for _, b := range cost.Blocks {
		c.Blocks = append(c.Blocks, partCost(b))
	}
	for _, t := range cost.Tools {
		c.Tools = append(c.Tools, partCost(t))
	}
	return c
}

// providerJSON is one entry of prompt --list --json.
type providerJSON struct {
	Name         string      `json:"name"`
	ModelFamily  string      `json:"model_family"`
	SizeTier     prompt.Size `json:"size_tier"`
	TrainingTier prompt.Tier `json:"training_tier"`
	Mode         string      `json:"mode"`             // "native" or "text"
	Format       string      `json:"format,omitempty"` // of the calls, in text mode
}

// listProviders prints the providers, sorted by name.
func (p *program) listProviders() error {
	list, rows := []providerJSON{}, [][]string(nil)
	for _, info := range p.app.Providers.Infos() {
		found, err := p.app.Providers.Lookup(info.Name)
		if err != nil {
			return err
		}
		entry := providerJSON{
			Name: info.Name, ModelFamily: info.Capabilities.ModelFamily, SizeTier: info.Capabilities.SizeTier,
			TrainingTier: info.Capabilities.TrainingTier, Mode: mode(info.Capabilities.SupportsNativeTools),
		}
		shown := "-"
		if !info.Capabilities.SupportsNativeTools {
			entry.Format = string(prompt.WithDefaults(found).Parser().Format)
			shown = entry.Format
		}
		list = append(list, entry)
		rows = append(rows, []string{visible(entry.Name), visible(entry.ModelFamily), string(entry.SizeTier), string(entry.TrainingTier), entry.Mode, shown})
	}
	if p.json {
		return p.printJSON(list)
	}
	return p.printTable([]string{"NAME", "FAMILY", "SIZE", "TIER", "MODE", "FORMAT"}, rows)
}
