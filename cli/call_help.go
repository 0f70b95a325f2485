// Help and completion of the verb call: the parameters of a command as flags.

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/shell"
)

// isFlag reports whether a parameter of that name can be a flag.
func isFlag(name string) bool {
	switch name {
	case "", flagParam, flagJSON, flagLenient, flagSay, flagUser, flagHelp:
		return false
	}
	return name[0] != '-' && !strings.ContainsFunc(name, func(r rune) bool { return r == '=' || unicode.IsSpace(r) || echo.Unseen(r) })
}

// dashes takes - for _ in the names of flags, where that is a parameter.
func dashes(params *jarvis.Parameters) func(*pflag.FlagSet, string) pflag.NormalizedName {
	return func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if _, ok := params.Lookup(name); ok {
			return pflag.NormalizedName(name)
		}
		under := strings.ReplaceAll(name, "-", "_")
		if _, ok := params.Lookup(under); ok {
			return pflag.NormalizedName(under)
		}
		return pflag.NormalizedName(name)
	}
}

// flagUsage describes a parameter to a shell.
func flagUsage(param jarvis.Parameter) string {
	facts := param.Type().String()
	if param.Required() {
		facts += ", " + msgFactRequired
	}
	return strings.TrimSpace(flatten(param.Description()) + " (" + facts + ")")
}

// callHelp prints what a command is about and how it is called.
func (p *program) callHelp(verb *cobra.Command, def *jarvis.Definition) {
	var text strings.Builder
	paragraph(&text, strings.Join(wrap(flatten(def.Spec().Description), p.helpWidth()), "\n"))
	form := msgCallUsage
	if def.Parameters().Len() == 0 {
		form = msgCallUsageNone
	}
	fmt.Fprintf(&text, form, verb.CommandPath())
	if def.Parameters().Len() > 0 {
		fmt.Fprintf(&text, "\n%s\n", p.out.paint(bold, msgCallParameters))
	}
	for param := range def.Parameters().All() {
		p.writeParameter(&text, param)
	}
	if lines := exampleLines(verb.CommandPath(), def); len(lines) > 0 {
		fmt.Fprintf(&text, "\n%s\n%s", p.out.paint(bold, "Examples:"), strings.Join(lines, ""))
	}
	p.writeCallFlags(&text, verb)
	io.WriteString(p.out, text.String()) // a failure is kept by the output
}

// writeParameter writes the flag of a parameter and, indented, what is known about it.
func (p *program) writeParameter(w *strings.Builder, param jarvis.Parameter) {
	const indent = "      "
	name := flatten(param.Name())
	fmt.Fprintf(w, "  --%s %s\n", name, strings.Join(factsOf(param), ", "))
	lines := []string{flatten(param.Description())}
	if enum := param.Enum(); enum != nil {
		lines = append(lines, fmt.Sprintf(msgFactOneOf, flatten(strings.Join(enum, ", "))))
	}
	if absent := param.Absent(); absent != nil {
		lines = append(lines, fmt.Sprintf(msgFactAbsent, flatten(strings.Join(absent, ", "))))
	}
	if !isFlag(param.Name()) {
		lines = append(lines, fmt.Sprintf(msgFactParam, name))
	}
	for _, text := range lines {
		for _, line := range wrap(text, max(p.helpWidth()-len(indent), leastColumn)) {
			if line != "" {
				w.WriteString(indent + line + "\n")
			}
		}
	}
}

// factsOf are the type of a parameter and how it has to come.
func factsOf(param jarvis.Parameter) []string {
	facts := []string{param.Type().String()}
	if param.Required() {
		facts = append(facts, msgFactRequired)
	}
	if text, ok := param.Default(); ok {
		facts = append(facts, fmt.Sprintf(msgFactDefault, flatten(text)))
	}
	if param.Type().Kind() == jarvis.KindArray {
		facts = append(facts, msgFactRepeat)
	}
	return facts
}

// writeCallFlags writes the flags that are no parameters.
func (p *program) writeCallFlags(w *strings.Builder, verb *cobra.Command) {
	verb.InitDefaultHelpFlag()
	verb.Flags().Lookup(flagHelp).Usage = "print this text"
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	verb.Flags().VisitAll(func(f *pflag.Flag) {
		if !isFlag(f.Name) {
			own.AddFlag(f)
		}
	})
	fmt.Fprintf(w, "\n%s\n%s", p.out.paint(bold, "Flags:"), own.FlagUsagesWrapped(p.helpWidth()))
}

const maxExamples = 3

// exampleLines are calls of the command as a shell takes them, from its examples. Those with arguments that only a host's options
// accept, such as date keys, are left out.
func exampleLines(path string, def *jarvis.Definition) (lines []string) {
	for _, e := range def.Spec().Examples {
		raw, err := e.Arguments.JSON()
		if err != nil || len(lines) == maxExamples {
			break
		}
		if _, err := def.Parameters().Validate(raw); err != nil {
			continue
		}
		if line := "  " + path + exampleFlags(def.Parameters(), raw) + "\n"; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// exampleFlags writes arguments as flags, in order of declaration.
func exampleFlags(params *jarvis.Parameters, raw json.RawMessage) string {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // is an object
	var b strings.Builder
	for param := range params.All() {
		value, ok := members[param.Name()]
		if !ok {
			continue
		}
		texts := []json.RawMessage{value}
		if elem := param.Type().Elem(); elem != 0 && elem != jarvis.KindDict {
			var elems []json.RawMessage
			if json.Unmarshal(value, &elems) == nil && len(elems) > 0 {
				texts = elems
			}
		}
		for _, text := range texts {
			var plain string
			if json.Unmarshal(text, &plain) != nil {
				plain = string(text)
			}
			b.WriteString(" " + exampleFlag(param, plain))
		}
	}
	return b.String()
}

func exampleFlag(param jarvis.Parameter, text string) string {
	switch kind := param.Type().Kind(); {
	case !isFlag(param.Name()):
		return "--" + flagParam + " " + shell.Word(param.Name()+"="+text)
	case kind == jarvis.KindBool && text == "true":
		return shell.Word("--" + param.Name())
	case kind == jarvis.KindBool:
		return shell.Word("--" + param.Name() + "=" + text)
	}
	return shell.Word("--"+param.Name()) + " " + shell.Word(text)
}
