// Verb schema: commands as the tools that a model is given, and what gets lost on the way.

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// neutral stands for the JSON Schema that no vendor has changed.
const neutral = "schema"

func (p *program) schemaVerb() *cobra.Command {
	var name string
	var losses bool
	verb := &cobra.Command{
		Use:   "schema [NAME…]",
		Short: msgSchemaShort, Long: schemaLong(), Example: msgSchemaExamples,
		ValidArgsFunction: p.completeNames,
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := findDialect(name, dialectNames(neutral))
			if err != nil {
				return err
			}
			defs, err := p.findAll(args)
			if err != nil {
				return err
			}
			if losses {
				return p.losses(d, defs)
			}
			return p.schema(d, defs, len(args) == 1)
		},
	}
	verb.Flags().StringVar(&name, "dialect", string(dialect.OpenAI), "print for the vendor or host of `NAME`")
	verb.Flags().BoolVar(&losses, "losses", false, "print what the dialect could not say, and where it went")
	p.completeDialects(verb, dialectNames(neutral))
	return verb
}

// schema prints one command, or all of them as a request carries them.
func (p *program) schema(d dialect.Dialect, defs []*jarvis.Definition, single bool) error {
	var text json.RawMessage
	switch {
	case d == neutral && single:
		text = defs[0].Schema()
	case d == neutral:
		text = schemasByName(defs)
	case single:
		tool, err := d.Tool(defs[0])
		if err != nil {
			return err
		}
		text = tool.JSON()
	default:
		set, err := d.Set(slices.Values(defs))
		if err != nil {
			return err
		}
		text = set.JSON()
	}
	return p.printIndented(text)
}

// schemasByName is an object of schemas by the names of their commands, in order.
func schemasByName(defs []*jarvis.Definition) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, def := range defs {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(def.Name()) // a text always can be
		b.Write(name)
		b.WriteByte(':')
		b.Write(def.Schema())
	}
	b.WriteByte('}')
	return b.Bytes()
}

// printIndented prints JSON with its keys in order.
func (p *program) printIndented(text json.RawMessage) error {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := p.out.Write(visibleJSON(b.Bytes()))
	return err
}

// losses prints what a dialect does not say of commands.
func (p *program) losses(d dialect.Dialect, defs []*jarvis.Definition) error {
	var reports []dialect.Report
	if d != neutral {
		set, err := d.Set(slices.Values(defs))
		if err != nil {
			return err
		}
		reports = set.Reports()
	}
	if p.json {
		return p.printJSON(orEmpty(reports))
	}
	var rows [][]string
	for _, report := range reports {
		about := []string{report.Command, "", "strict", msgSchemaObstacle, ""}
		if report.Command == "" { // a limit of the whole request
			about = []string{msgSchemaRequest, "", "tools", msgSchemaOver, ""}
		}
		for _, obstacle := range report.Obstacles {
			rows = append(rows, append(slices.Clip(about), obstacle))
		}
		for _, loss := range report.Losses {
			rows = append(rows, []string{report.Command, loss.At, loss.Keyword, string(loss.Kind), echo.Cut(string(loss.Value)), loss.Note})
		}
	}
	if len(rows) == 0 {
		fmt.Fprintf(p.out, msgSchemaNoLoss, d)
		return nil
	}
	return p.printTable([]string{"COMMAND", "AT", "KEYWORD", "BECAME", "DECLARED", "NOW"}, rows)
}
