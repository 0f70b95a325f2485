// Providers: which one prompt and chat use, and what they are told about the home.

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
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
	p.complete(verb, "provider", p.completeProviders)
	for _, name := range []string{"room", "user", "style", "persona", "timezone"} {
		p.complete(verb, name, cobra.NoFileCompletions)
	}
}

// given is one of the flags that came, or "".
func (homeFlags) given(verb *cobra.Command) string {
	for _, name := range []string{"provider", "context", "room", "user", "style", "persona", "timezone", "date-keys"} {
		if verb.Flags().Changed(name) {
			return "--" + name
		}
	}
	return ""
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

// provider finds the provider that is meant. It comes after all else that could be wrong use, as it prints a note.
func (p *program) provider(f homeFlags) (prompt.Complete, error) {
	name, _ := prompt.ResolveName(func() (string, error) { return f.provider, nil }, p.getenv, "") // the setting has no error
	var note string
	if name == "" {
		name, note = p.defaultProvider()
	}
	found, err := p.app.Providers.Lookup(name)
	if err != nil {
		return nil, usage("%s", strings.TrimPrefix(err.Error(), "prompt: "))
	}
	fmt.Fprint(p.err, note)
	return prompt.WithDefaults(found), nil
}

// defaultProvider is the default, or the first provider of a program that does not have it, with a note on why, as nobody has asked
// for it.
func (p *program) defaultProvider() (name, note string) {
	names := p.app.Providers.Names()
	if len(names) == 0 || slices.Contains(names, defaultProvider) {
		return defaultProvider, fmt.Sprintf(msgProviderDefault, defaultProvider, prompt.EnvModelInterface)
	}
	return names[0], fmt.Sprintf(msgProviderFirst, echo.Clip(names[0]), prompt.EnvModelInterface)
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
		if err := checkContext(home); err != nil {
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

// contextMembers are the members of a node_context that a prompt is made of.
var contextMembers = [...]string{
	"agents", "household_persona", "room", "room_hierarchy", "speaker_name", "timezone", "user", "user_memories", "voice_mode",
}

// checkContext refuses members that no prompt would show: here they are mistakes, whatever a node may send. Agents of other forms
// are those of other devices.
func checkContext(home prompt.Context) error {
	for _, name := range slices.Sorted(maps.Keys(home.Extra)) {
		_, isObject := home.Extra[name].(map[string]any)
		known := slices.Contains(contextMembers[:], name)
		switch near, ok := suggest.Nearest(name, contextMembers[:]); {
		case name == "agents" && isObject:
		case known:
			return fmt.Errorf(msgContextForm, name)
		case ok:
			return fmt.Errorf(msgContextNear, echo.Cut(name), near)
		default:
			return fmt.Errorf(msgContextMember, echo.Cut(name), strings.Join(contextMembers[:], ", "))
		}
	}
	return nil
}

// zone finds a time zone by its IANA name; the zone of the machine is never meant.
func zone(name string) (*time.Location, error) {
	if strings.EqualFold(name, "local") {
		return nil, errors.New(msgZoneLocal)
	}
	return time.LoadLocation(name)
}
