// Providers: which one prompt and chat use, and what they are told about the home.

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// defaultProvider has native tool calls, which most servers take.
const defaultProvider = "ChatGPTOpenAI"

// homeFlags say who writes the prompt, and for which home.
type homeFlags struct {
	provider, context                    string
	room, user, style, persona, timezone string
	dateKeys                             bool
}

// add adds the flags to a verb.
func (f *homeFlags) add(p *program, verb *cobra.Command) {
	flags := verb.Flags()
	flags.StringVar(&f.provider, "provider", "", "who writes the prompt: `NAME` of a provider; prompt --list lists them")
	flags.StringVar(&f.context, "context", "", "what is known of the home: `FILE` with a node_context as JSON")
	flags.StringVar(&f.room, "room", "", "where the assistant stands: `NAME` of a room")
	flags.StringVar(&f.user, "user", "", "who speaks: `NAME`")
	flags.StringVar(&f.style, "style", "", "how answers are to be; default brief")
	flags.StringVar(&f.persona, "persona", "", "how the assistant is to sound: `TEXT`")
	flags.StringVar(&f.timezone, "timezone", "", "the `ZONE` of the user, such as Europe/Berlin; default UTC")
	flags.BoolVar(&f.dateKeys, "date-keys", false, "ask for dates as keys such as tomorrow, not as ISO values")
	_ = verb.RegisterFlagCompletionFunc("provider", p.completeProviders)
	for _, name := range []string{"room", "user", "style", "persona", "timezone"} {
		_ = verb.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// completeProviders completes the names of providers, each with its family and size.
func (p *program) completeProviders(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
	for _, info := range p.app.Providers.Infos() {
		if strings.HasPrefix(info.Name, begun) {
			what := info.Capabilities.ModelFamily + " " + string(info.Capabilities.SizeTier)
			names = append(names, cobra.CompletionWithDesc(info.Name, what))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// provider finds the provider that is meant.
func (p *program) provider(f homeFlags) (prompt.Complete, error) {
	name, _ := prompt.ResolveName(func() (string, error) { return f.provider, nil }, p.getenv, "") // the setting has no error
	if name == "" {
		name = p.defaultProvider()
	}
	found, err := p.app.Providers.Lookup(name)
	if err != nil {
		return nil, &codeError{exitUsage, err}
	}
	return prompt.WithDefaults(found), nil
}

// defaultProvider is the default, or the first provider of a program that does not have it. Why is told, as nobody has asked for it.
func (p *program) defaultProvider() string {
	names := p.app.Providers.Names()
	if len(names) == 0 || slices.Contains(names, defaultProvider) {
		fmt.Fprintf(p.err, msgProviderDefault, defaultProvider, prompt.EnvModelInterface)
		return defaultProvider
	}
	fmt.Fprintf(p.err, msgProviderFirst, echo.Clip(names[0]), prompt.EnvModelInterface)
	return names[0]
}

const maxContext = 1 << 20 // bytes of --context

// home is what the flags tell of the home.
func (f homeFlags) home() (home prompt.Context, err error) {
	if f.context != "" {
		text, err := readStart(f.context, maxContext+1)
		switch {
		case err != nil:
			return home, err
		case len(text) > maxContext:
			return home, usage(msgContextLong, echo.Clip(f.context), maxContext>>20)
		}
		if err := json.Unmarshal([]byte(text), &home); err != nil {
			return home, usage(msgContext, echo.Clip(f.context), err)
		}
	}
	for _, set := range []struct {
		to   *string
		flag string
	}{{&home.Room, f.room}, {&home.User, f.user}, {&home.Speaker, f.user}, {&home.VoiceMode, f.style}, {&home.Persona, f.persona}, {&home.Timezone, f.timezone}} {
		if set.flag != "" {
			*set.to = set.flag
		}
	}
	if _, err := zone(home.Timezone); err != nil {
		return home, usage(msgTimezone, echo.Cut(home.Timezone))
	}
	return home, nil
}

// zone finds a time zone by its IANA name; the zone of the machine is never meant.
func zone(name string) (*time.Location, error) {
	if strings.EqualFold(name, "local") {
		return nil, errors.New(msgZoneLocal)
	}
	return time.LoadLocation(name)
}

// definitions are the commands of the program.
func (p *program) definitions() (defs []*jarvis.Definition) {
	for def := range p.app.Registry.All() {
		defs = append(defs, def)
	}
	return defs
}
