// Answers of the verb call: what a person reads.

package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// printAnswer prints the message of a success, else its data, and what else belongs to the answer.
func (p *program) printAnswer(resp *jarvis.Response) {
	if message, ok := resp.ContextData["message"].(string); ok && message != "" {
		fmt.Fprintln(p.out, visibleLines(message))
	} else {
		p.printData(resp.ContextData)
	}
	for _, b := range resp.Actions {
		fmt.Fprintf(p.out, msgCallButton, flatten(b.Text), flatten(b.Action))
	}
	if resp.IsChunkedResponse {
		fmt.Fprint(p.out, p.out.paint(faint, fmt.Sprintf(msgCallChunked, flatten(resp.ChunkSessionID))))
	}
	if resp.WaitForInput {
		fmt.Fprint(p.out, p.out.paint(faint, msgCallWaits))
	}
}

// printResponse prints an answer as JSON, if that is asked for. One that has no JSON is an error in any case.
func (p *program) printResponse(def *jarvis.Definition, resp *jarvis.Response) error {
	shown := *resp
	shown.ErrorDetails = p.hideSecrets(def, resp.ErrorDetails)
	var text []byte
	err := alone(func() (err error) {
		text, err = encode(&shown, "  ")
		return err
	})
	switch {
	case err != nil:
		return p.unanswered(def, fmt.Errorf(msgCallNoJSON, flatten(def.Name()), flatten(p.hideSecrets(def, err.Error()))))
	case p.json:
		_, err = p.out.Write(visibleJSON(text))
	}
	return err
}

// unanswered is the error for a command without an answer that can be printed. Who reads JSON gets a failure in its place.
func (p *program) unanswered(def *jarvis.Definition, why error) error {
	if p.json {
		if err := p.printJSON(jarvis.Failure(fmt.Sprintf(msgCallFailure, def.Name()))); err != nil {
			return err
		}
	}
	return why
}

// printData prints data by name, a line each.
func (p *program) printData(data map[string]any) {
	if len(data) == 0 {
		fmt.Fprintln(p.out, msgCallDone)
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		fmt.Fprintln(p.out, strings.TrimRight(flatten(name)+": "+valueText(data[name]), " "))
	}
}

// valueText is a value in a line: a text as it is, anything else as JSON.
func valueText(value any) string {
	if text, ok := value.(string); ok {
		return visibleLines(text)
	}
	return visible(asJSON(value))
}

// visibleLines is a text whose further lines are indented, so that none of them can be taken for one of ours.
func visibleLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if lines[i] = visible(line); i > 0 && line != "" {
			lines[i] = "  " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// tellCoercion says what was accepted though it is not of the declared type.
func (p *program) tellCoercion(c jarvis.Coercion) {
	as := c.Type
	if as == "" {
		as = msgCallAbsent
	}
	fmt.Fprintf(p.err, msgCallCoerced, echo.Clip(c.Path), visible(c.Got), as)
	if c.More > 0 {
		fmt.Fprintf(p.err, msgCallMore, c.More)
	}
}

// tellSuggestion says what a command took instead of an argument.
func (p *program) tellSuggestion(r jarvis.ValidationResult) {
	fmt.Fprintf(p.err, msgCallSuggested, echo.Clip(r.ParamName), echo.Clip(valueText(r.SuggestedValue)))
}
