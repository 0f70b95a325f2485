// Verb parse: the tool calls in what a model has written.

package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// maxAnswer bounds the text that parse reads.
const maxAnswer = 16 << 20

// parseFlags are the flags of parse.
type parseFlags struct {
	format                    string
	reasoning                 toolcall.Reasoning
	repair, dateKeys, noCheck bool
}

func (p *program) parseVerb() *cobra.Command {
	var f parseFlags
	verb := &cobra.Command{
		Use: "parse [FILE|-]", Short: msgParseShort, Long: msgParseLong, Example: msgParseExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(msgParseArgs, len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			file := ""
			if len(args) > 0 {
				file = args[0]
			}
			return p.parse(cmd.Context(), f, file)
		},
	}
	flags := verb.Flags()
	flags.StringVar(&f.format, "format", string(toolcall.Auto), "how the calls are written: `NAME` of a format")
	flags.StringVar(&f.reasoning.Open, "reasoning-open", "", "the `MARK` before reasoning, with --reasoning-close; default <think>")
	flags.StringVar(&f.reasoning.Close, "reasoning-close", "", "the `MARK` behind reasoning; default </think>")
	flags.BoolVar(&f.reasoning.Started, "reasoning-started", false, "the text begins inside of reasoning, which the prompt has opened")
	flags.BoolVar(&f.reasoning.Off, "no-reasoning", false, "there is no reasoning: its marks are ordinary text")
	flags.BoolVar(&f.repair, "repair", false, "mend broken JSON where the result is a call that a command accepts")
	flags.BoolVar(&f.dateKeys, "date-keys", false, "dates may be keys such as tomorrow")
	flags.BoolVar(&f.noCheck, "no-check", false, "do not check the calls against the commands of the program")
	p.complete(verb, "format", func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return formatsBeginning(begun), cobra.ShellCompDirectiveNoFileComp
	})
	return verb
}

// formatsBeginning lists the formats whose names begin so.
func formatsBeginning(begun string) (names []string) {
	for _, format := range toolcall.Formats() {
		if strings.HasPrefix(string(format), begun) {
			names = append(names, string(format))
		}
	}
	return names
}

// check refuses flags that do not go together.
func (f parseFlags) check() error {
	names := formatsBeginning("")
	switch {
	case !slices.Contains(names, f.format):
		if near, ok := suggest.Nearest(f.format, names); ok {
			return usage(msgParseFormatNear, echo.Cut(f.format), near)
		}
		return usage(msgParseFormat, echo.Cut(f.format), strings.Join(names, ", "))
	case (f.reasoning.Open == "") != (f.reasoning.Close == ""):
		return usage(msgParseMarks)
	case f.reasoning.Off && (f.reasoning.Open != "" || f.reasoning.Started):
		return usage(msgParseNoReasoning)
	case f.repair && f.noCheck:
		return usage(msgParseRepair)
	}
	return nil
}

// parse reads a text and prints what is in it.
func (p *program) parse(ctx context.Context, f parseFlags, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	tools, err := toolcall.ToolsFromDefinitions(p.definitions()...)
	if err != nil {
		return err
	}
	text, err := p.readText(ctx, file, maxAnswer+1) // one more, for the parser to tell that it is too long
	if err != nil {
		return err
	}
	read, err := f.read(ctx, tools, text)
	if err != nil {
		return err
	}
	if p.json {
		err = p.printJSON(read)
	} else {
		p.printParsed(read, f.format == string(toolcall.Auto))
	}
	if err == nil && !read.Accepted {
		return told(exitRefused)
	}
	return err
}

// read takes a text apart and checks its calls.
func (f parseFlags) read(ctx context.Context, tools *toolcall.Tools, text string) (*parsed, error) {
	retry := toolcall.Retry{Tools: tools, Parser: toolcall.Parser{
		Format: toolcall.Format(f.format), Tools: tools, Reasoning: f.reasoning, Repair: f.repair,
		Limits: toolcall.Limits{MaxBytes: maxAnswer},
		NewID:  func() string { return "" }, // the model's own ones only
	}}
	if f.dateKeys {
		retry.Parser.DateParameter = prompt.DateParameter
		retry.Options = append(retry.Options, jarvis.WithDateKeys(dates.New(dates.Config{})))
	}
	result, err := retry.Parser.Parse(text)
	var broken *toolcall.SyntaxError
	if err != nil && !errors.As(err, &broken) {
		return nil, err
	}
	if f.noCheck {
		return newParsed(result, broken, nil, false), nil
	}
	wrong := tools.CheckAll(result.Calls, retry.Options...)
	read := newParsed(result, broken, wrong, true)
	if !read.Accepted {
		read.Told = whatIsTold(ctx, retry, text)
	}
	return read, nil
}

// whatIsTold is what a model is told that has written a text whose calls are refused.
func whatIsTold(ctx context.Context, retry toolcall.Retry, text string) (told string) {
	ids := 0
	retry.Parser.NewID = func() string { ids++; return fmt.Sprintf("call_%d", ids) }
	retry.OnRetry = func(text string) { told = text }
	asked := errors.New("asked again")
	_, _ = retry.Run(ctx, nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		if told != "" {
			return toolcall.Reply{}, asked
		}
		return toolcall.Reply{Content: text}, nil
	})
	return told
}
