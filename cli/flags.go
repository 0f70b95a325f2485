// Flags and arguments that are wrong, in words that say which and what to do.

package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// flagError words what pflag reports.
func (p *program) flagError(verb *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		if arg := firstWord(verb); !verb.HasParent() && arg != "" {
			return p.unknown(verb, []string{arg})
		}
		return unknownFlag(verb, unknown)
	case errors.As(err, &missing):
		return usage(msgFlagNoValue, "--"+missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return invalidFlag(invalid)
	}
	return usage("%s", echo.Escape(err.Error()))
}

// firstWord is what stands in the place of a verb, when that is none; flags before it may hide it from cobra.
func firstWord(root *cobra.Command) string {
	for _, arg := range root.Flags().Args() {
		if arg != "" && arg[0] != '-' {
			return arg
		}
	}
	return ""
}

// unknownFlag names the flag that may have been meant: a near one, or a long one with a single dash.
func unknownFlag(verb *cobra.Command, err *pflag.NotExistError) error {
	name, dashed := err.GetSpecifiedName(), "--"+err.GetSpecifiedName()
	var long string
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		name, dashed = letters, "-"+letters
		long, _, _ = strings.Cut(letters, "=")
	}
	var names []string
	verb.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	near, ok := suggest.Nearest(name, names)
	if !ok {
		near, ok = begunFlag(name, names)
	}
	if long != "" && verb.Flags().Lookup(long) != nil {
		near, ok = long, true
	}
	text := fmt.Sprintf(msgUnknownFlag, echo.Clip(dashed))
	if ok {
		text += fmt.Sprintf(msgMeantFlag, near)
	}
	return usage("%s", text)
}

// begunFlag returns the one name that begins so.
func begunFlag(begun string, names []string) (name string, ok bool) {
	for _, n := range names {
		if strings.HasPrefix(n, begun) && begun != "" {
			if ok {
				return "", false
			}
			name, ok = n, true
		}
	}
	return name, ok
}

// invalidFlag says what the flag wants: in our words if it is a plain type, else in those of its cause.
func invalidFlag(err *pflag.InvalidValueError) error {
	flag, got := err.GetFlag(), echo.Cut(err.GetValue())
	if want := flagTypes(flag.Value.Type()); want != "" {
		return usage(msgFlagValue, "--"+flag.Name, want, got)
	}
	return usage(msgFlagCause, "--"+flag.Name, echo.Escape(err.Unwrap().Error()))
}

// flagTypes says in words what a flag of a plain type takes.
func flagTypes(name string) string {
	switch name {
	case "bool":
		return "true or false"
	case "int", "int64", "uint", "uint64":
		return "a whole number"
	case "float64":
		return "a number"
	case "duration":
		return "a duration such as 1m30s"
	}
	return ""
}

// noArguments refuses arguments.
func noArguments(verb *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(msgNoArguments, verb.Name(), echo.Cut(args[0]))
	}
	return nil
}
