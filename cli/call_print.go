// Answers of the verb call: what a person reads.

package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return flatten(err.Error())
	}
	return visible(strings.TrimSpace(out.String()))
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

// refusal is the error for an answer that is no success.
func (p *program) refusal(c *call, resp *jarvis.Response, log *failureLog) error {
	name := flatten(c.def.Name())
	if resp.Validation != nil {
		var lines []string
		for line := range strings.SplitSeq(resp.Report(), "\n") {
			lines = append(lines, visible(line))
		}
		return &codeError{exitRefused, fmt.Errorf(msgCallRefused, name, strings.Join(lines, "\n"))}
	}
	if keys := missingKeys(c.def, resp.ErrorDetails); keys != nil {
		return missingSecrets(c.def, keys, c.request.User)
	}
	if log.err != "" {
		return failure(c.def, log.err)
	}
	return failure(c.def, resp.ErrorDetails)
}

// failure says why a command failed. Of the errors of its own code the name is left out, as it is said already.
func failure(def *jarvis.Definition, reason string) error {
	reason = strings.TrimPrefix(reason, fmt.Sprintf("command %q", def.Name()))
	reason = strings.TrimLeft(reason, ": ")
	if strings.TrimSpace(reason) == "" {
		reason = msgCallNoReason
	}
	return fmt.Errorf(msgCallFailed, flatten(def.Name()), visibleLines(reason))
}

// missingKeys returns the keys of the secrets that an answer says are missing, nil if it says something else.
func missingKeys(def *jarvis.Definition, details string) (keys []string) {
	_, list, _ := strings.Cut(details, ": ")
	named := strings.Split(list, ", ")
	for _, s := range def.Secrets() {
		if slices.Contains(named, echo.Clip(s.Key)) {
			keys = append(keys, s.Key)
		}
	}
	if (&jarvis.MissingSecretsError{Keys: keys}).Error() != details {
		return nil
	}
	return keys
}

// missingSecrets says which secrets are missing and where they go.
func missingSecrets(def *jarvis.Definition, keys []string, user string) error {
	text := fmt.Sprintf(msgMissing, flatten(def.Name()))
	variable, ofUser := "", false
	for _, s := range def.Secrets() {
		switch key := flatten(s.Key); {
		case !slices.Contains(keys, s.Key):
			continue
		case s.Scope == jarvis.ScopeUser:
			ofUser = true
			text += "\n  " + key + msgMissingOfUser
		default:
			variable = cmp.Or(variable, key)
			text += "\n  " + key
		}
		if s.Description != "" {
			text += "  " + flatten(s.Description)
		}
	}
	if variable != "" {
		text += fmt.Sprintf(msgMissingFix, variable)
	}
	switch {
	case ofUser && user == "":
		text += msgMissingWhose
	case ofUser:
		text += fmt.Sprintf(msgMissingUserFix, echo.Clip(user))
	}
	return errors.New(text)
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

// failureLog keeps the error of a command's own code, which an answer to a model does not tell.
type failureLog struct{ err string }

func (l *failureLog) logger() *slog.Logger { return slog.New(l) }

func (l *failureLog) Enabled(context.Context, slog.Level) bool { return true }

func (l *failureLog) Handle(_ context.Context, record slog.Record) error {
	record.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "error":
			l.err = a.Value.String()
		case "stack":
			l.err += "\n" + a.Value.String()
		}
		return true
	})
	return nil
}

func (l *failureLog) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *failureLog) WithGroup(string) slog.Handler { return l }
