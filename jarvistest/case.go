// Cases: utterances and the calls that a model should make of them.

package jarvistest

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Case is one utterance and the call that should come of it. The keys of its JSON are those of the original's command parsing
// tests, plus context and no_direct_answer.
type Case struct {
	VoiceCommand    string         `json:"voice_command"`             // what the user says
	ExpectedCommand string         `json:"expected_command"`          // empty: no command is to be called
	ExpectedParams  jarvis.Args    `json:"expected_params,omitempty"` // those that have to be there; see Rules
	Description     string         `json:"description,omitempty"`     // names the test; empty is the VoiceCommand
	Context         map[string]any `json:"context,omitempty"`         // of the node, such as {"room": "kitchen"}; see Start

	// NoDirectAnswer says that the call has to be made although the command lets a model answer by itself.
	NoDirectAnswer bool `json:"no_direct_answer,omitempty"`
}

func (c *Case) name() string { return cmp.Or(c.Description, c.VoiceCommand) }

// ReadCases reads cases from a JSON array of objects or from JSON lines, one object in each line that is not blank. voice_command
// and expected_command have to be there; null and "" for the second say that no command is to be called. The error joins a
// *[CaseError] for each mistake, up to twenty: other keys, repeated ones, values of another type, text that is no JSON, no cases at
// all. Read are at most 16 MiB and 100,000 cases, nested at most 64 levels deep.
func ReadCases(r io.Reader) ([]Case, error) {
	return readRecords(r, func(in *recordReader) (c Case) {
		in.object(map[string]func(){
			"voice_command":    func() { in.words(&c.VoiceCommand) },
			"expected_command": func() { in.optional(&c.ExpectedCommand) },
			"expected_params":  func() { in.args(&c.ExpectedParams) },
			"description":      func() { in.optional(&c.Description) },
			"context":          func() { in.dict(&c.Context) },
			"no_direct_answer": func() { in.flag(&c.NoDirectAnswer) },
		}, "voice_command", "expected_command")
		return c
	})
}

// Filter picks cases or conversations, as the options of the original's test programs do. The zero Filter picks all; where
// both fields are set, both have to hold.
type Filter struct {
	Indices []int    // from 0, as [List] shows them
	Names   []string // expected commands of cases, categories of conversations
}

// Cases returns the picked cases in their order. An index that is out of range, and a name that no case has, are errors.
func (f Filter) Cases(all []Case) ([]Case, error) {
	return filtered(f, all, func(c Case) string { return c.ExpectedCommand })
}

// Conversations is Cases for conversations.
func (f Filter) Conversations(all []Conversation) ([]Conversation, error) {
	return filtered(f, all, func(c Conversation) string { return c.Category })
}

func filtered[T any](f Filter, all []T, name func(T) string) (picked []T, _ error) {
	names := map[string]bool{}
	for _, one := range all {
		if n := name(one); n != "" {
			names[n] = true
		}
	}
	var errs []error
	for _, i := range f.Indices {
		if i < 0 || i >= len(all) {
			errs = append(errs, fmt.Errorf(msgFilterIndex, i, len(all)))
		}
	}
	for _, n := range f.Names {
		if !names[n] {
			errs = append(errs, fmt.Errorf(msgFilterName, echo.Cut(n), near(n, maps.Keys(names))))
		}
	}
	for i, one := range all {
		if (f.Indices == nil || slices.Contains(f.Indices, i)) && (f.Names == nil || slices.Contains(f.Names, name(one))) {
			picked = append(picked, one)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return picked, nil
}

// List returns a line for each case: its index for a [Filter], the expected command, and what is said.
func List(cases []Case) string {
	width := 0
	for _, c := range cases {
		width = max(width, len(shownCommand(c.ExpectedCommand)))
	}
	var b strings.Builder
	for i, c := range cases {
		fmt.Fprintf(&b, "%4d  %-*s  %s\n", i, width, shownCommand(c.ExpectedCommand), echo.Clip(c.VoiceCommand))
	}
	return b.String()
}

// noCommand stands in reports for no command.
const noCommand = "(none)"

func shownCommand(name string) string { return cmp.Or(echo.Clip(name), noCommand) }

// checkCases finds the mistakes that cases make about commands.
func checkCases(reg *jarvis.Registry, cases []Case) error {
	if len(cases) == 0 {
		return errors.New(msgNoCases)
	}
	var errs []error
	for i := range cases {
		c := &cases[i]
		at := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf(msgCase, i, echo.Cut(c.name()), fmt.Sprintf(format, args...)))
		}
		if strings.TrimSpace(c.VoiceCommand) == "" {
			at(msgNoUtterance)
		}
		if _, err := jsonValues(c.ExpectedParams); err != nil {
			at("%v", err)
		}
		if c.ExpectedCommand == "" {
			if len(c.ExpectedParams) > 0 {
				at(msgParamsOfNone)
			}
			continue
		}
		d, err := reg.Find(c.ExpectedCommand)
		if err != nil {
			at("%v", err)
			continue
		}
		for _, mistake := range undeclared(d, c.ExpectedParams) {
			at("%s", mistake)
		}
	}
	return errors.Join(errs...)
}

// undeclared finds expected parameters that the command does not have, so that no call could ever be right.
func undeclared(d *jarvis.Definition, expected jarvis.Args) (mistakes []string) {
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		if _, ok := d.Parameters().Lookup(name); ok {
			continue
		}
		var names []string
		for p := range d.Parameters().All() {
			names = append(names, p.Name())
		}
		mistakes = append(mistakes, fmt.Sprintf(msgUndeclared, d.Name(), echo.Cut(name), near(name, slices.Values(names))))
	}
	return mistakes
}

// near is the end of a message about a name: what it may have been meant to be.
func near(name string, known func(func(string) bool)) string {
	if guess, ok := suggest.NearestFunc(name, slices.Values(slices.Sorted(known))); ok {
		return fmt.Sprintf(msgDidYouMean, guess)
	}
	return ""
}
