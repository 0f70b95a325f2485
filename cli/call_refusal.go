// Failures of the verb call: why a command was not run, or could not do it.

package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// refusal is the error for an answer that is no success.
func (p *program) refusal(ctx context.Context, c *call, resp *jarvis.Response, log *failureLog) error {
	if resp.Validation != nil {
		more := strings.TrimSpace(fmt.Sprintf(msgSeeHelp, c.path))
		return &codeError{exitRefused, fmt.Errorf(msgCallRefused, flatten(c.def.Name()), c.report(resp.Validation), more)}
	}
	if text := log.text(); text != "" {
		return p.failure(c.def, text)
	}
	if keys := p.missingKeys(ctx, c); keys != nil {
		return missingSecrets(c.def, keys, c.request.User)
	}
	return p.failure(c.def, resp.ErrorDetails)
}

// report is what is wrong with the arguments, for a person: without the schema that a model gets, which --help has in other words,
// and without a word on JSON where flags brought them.
func (c *call) report(invalid *jarvis.ValidationError) string {
	told := jarvis.ValidationError{Command: invalid.Command, Problems: slices.Clone(invalid.Problems), Omitted: invalid.Omitted}
	for i := range told.Problems {
		problem := &told.Problems[i]
		isText := strings.HasPrefix(problem.Got, `"`) && problem.Kind == jarvis.ProblemType
		if want := plainWant(problem.Type.Kind()); isText && want != "" && c.given.has(problem.Path) {
			problem.Want = want
		}
	}
	var lines []string
	for line := range strings.SplitSeq(told.Error(), "\n") {
		lines = append(lines, visible(line))
	}
	return strings.Join(lines, "\n")
}

// plainWant says what the text of a flag has to be, for kinds of which JSON has no texts.
func plainWant(kind jarvis.Kind) string {
	switch kind {
	case jarvis.KindInt:
		return flagTypes("int")
	case jarvis.KindFloat:
		return flagTypes("float64")
	case jarvis.KindBool:
		return flagTypes("bool")
	}
	return ""
}

// failure says why a command failed. Of the errors of its own code the name is left out, as it is said already.
func (p *program) failure(def *jarvis.Definition, reason string) error {
	reason = strings.TrimPrefix(p.hideSecrets(def, reason), fmt.Sprintf("command %q", def.Name()))
	reason = strings.TrimLeft(reason, ": ")
	if strings.TrimSpace(reason) == "" {
		reason = msgCallNoReason
	}
	return fmt.Errorf(msgCallFailed, flatten(def.Name()), visibleLines(reason))
}

// leastSecret is the length in bytes from which on a value is searched for: a shorter one may be any part of a text.
const leastSecret = 4

// hideSecrets takes the sensitive values that the environment has for a command out of a text, such as an error with the URL of a
// request in it.
func (p *program) hideSecrets(def *jarvis.Definition, text string) string {
	var values []string
	for _, s := range def.Secrets() {
		if value := p.getenv(s.Key); !s.Public && len(value) >= leastSecret {
			values = append(values, value, url.QueryEscape(value), url.PathEscape(value), inQuotes(strconv.Quote(value)), inQuotes(strconv.QuoteToASCII(value)))
			if text, err := json.Marshal(value); err == nil {
				values = append(values, inQuotes(string(text)), inQuotes(asJSON(value)))
			}
		}
	}
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // one may be part of another
	for _, value := range values {
		text = strings.ReplaceAll(text, value, jarvis.NewSecretString(value).String())
	}
	return text
}

func inQuotes(quoted string) string { return quoted[1 : len(quoted)-1] }

// missingKeys returns the keys of the secrets that a call lacked, which its answer tells in words alone. They are looked up once
// more by a call with arguments that are none, and that runs nothing.
func (p *program) missingKeys(ctx context.Context, c *call) []string {
	if len(c.def.Secrets()) == 0 {
		return nil
	}
	_, err := p.app.Registry.Execute(ctx, c.def.Name(), &c.request, json.RawMessage("-"))
	if missing, ok := err.(*jarvis.MissingSecretsError); ok { // not errors.As: an error inside a command's own one is the command's
		return missing.Keys
	}
	return nil
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

// failureLog keeps the error of a command's own code, which an answer to a model does not tell. Safe for concurrent use.
type failureLog struct {
	mu         sync.Mutex
	err, stack string
}

func (l *failureLog) logger() *slog.Logger { return slog.New(l) }

// text is the error, and where it happened if that was a panic.
func (l *failureLog) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSuffix(l.err+"\n"+l.stack, "\n")
}

func (l *failureLog) Enabled(context.Context, slog.Level) bool { return true }

func (l *failureLog) Handle(_ context.Context, record slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	record.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "error":
			l.err = a.Value.String()
		case "stack":
			l.stack = a.Value.String()
		}
		return true
	})
	return nil
}

func (l *failureLog) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *failureLog) WithGroup(string) slog.Handler { return l }
