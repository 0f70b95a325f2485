// What a model is told when its calls are refused, and what becomes of the turn when it was told often enough.

package toolcall

import (
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// again returns the messages that follow a refused answer before the model is asked for the nth time again.
func (c Retry) again(turn *Turn, answer Message, n int) []Message {
	told := Message{Role: RoleSystem, Content: sprintf(msgRetryTag, n, c.most()) + ended(joined(turn.fragments())) + turn.instruction()}
	if !c.Native {
		return []Message{told}
	}
	return append(append([]Message{answer}, turn.answers(nil)...), told)
}

// fragments says what is wrong with all calls of the turn.
func (t *Turn) fragments() []string {
	var list []string
	if t.Syntax != nil {
		for i, fault := range t.Syntax.Faults {
			if i == maxFaultsTold {
				list = append(list, sprintf(msgMoreBroken, len(t.Syntax.Faults)-i))
				break
			}
			list = append(list, sprintf(msgBroken, fault.Start, clip(fault.Reason)))
		}
	}
	more := 0
	for _, e := range t.Errors {
		for _, fragment := range e.Fragments() {
			switch {
			case slices.Contains(list, fragment):
			case len(list) >= maxTold:
				more++
			default:
				list = append(list, fragment)
			}
		}
	}
	if more > 0 {
		list = append(list, sprintf(msgMoreFragments, more))
	}
	return list
}

// ended makes fragments end like a sentence.
func ended(fragments string) string {
	if strings.HasSuffix(fragments, "?") {
		return fragments + " "
	}
	return fragments + ". "
}

// maxTold bounds the fragments of one batch.
const maxTold = 2 * maxFragments

// instruction asks for the call again and says how values of the types that were missed are written.
func (t *Turn) instruction() string {
	text := msgRetryCall
	if len(t.Errors) == 0 {
		text = msgRetryText
	} else if len(t.Calls) > 1 {
		text = msgRetryCalls
	}
	if forms := t.forms(); len(forms) > 0 {
		text += sprintf(msgForms, strings.Join(forms, "; "))
	}
	return text
}

// forms says for each type that was missed how its values are written.
func (t *Turn) forms() []string {
	var forms []string
	for _, e := range t.Errors {
		invalid, ok := e.Err.(*jarvis.ValidationError)
		if !ok {
			continue
		}
		for _, p := range invalid.Problems {
			if p.Kind != jarvis.ProblemType || p.Want == "" {
				continue
			}
			if form := sprintf(msgForm, p.Type, echo.CutBytes(p.Want, maxSentence)); !slices.Contains(forms, form) && len(forms) < maxForms {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

const maxForms = 16

// answers returns a tool message for each call of a batch that is not executed, without the call of the id that is left open.
func (t *Turn) answers(open *string) []Message {
	list := make([]Message, 0, len(t.Calls))
	wrong := map[int]string{}
	for _, e := range t.Errors {
		wrong[e.Index] = joined(e.Fragments())
	}
	for i, call := range t.Calls {
		if open != nil && call.ID == *open {
			continue
		}
		text, refused := wrong[i]
		if !refused {
			text = msgNotExecuted
		}
		list = append(list, Message{Role: RoleTool, ToolCallID: call.ID, Name: call.Name, Content: text})
	}
	return list
}

// ExhaustedError reports that a model was still refused after the last retry. Nothing was executed.
type ExhaustedError struct {
	Retries int          // how often it was asked again
	Calls   []Call       // the last batch
	Errors  []*CallError // what is wrong with it
	Syntax  *SyntaxError // what is broken in the last text, or nil
}

// Error says how often the model was asked and what was wrong at last.
func (e *ExhaustedError) Error() string {
	t := Turn{Errors: e.Errors, Syntax: e.Syntax}
	return sprintf(msgExhausted, e.Retries, joined(t.fragments()))
}

// Unwrap returns the errors of the calls and of the text.
func (e *ExhaustedError) Unwrap() []error {
	var list []error
	if e.Syntax != nil {
		list = append(list, e.Syntax)
	}
	for _, err := range e.Errors {
		list = append(list, err)
	}
	return list
}

// exhausted ends a turn whose retries are spent.
func (c Retry) exhausted(turn *Turn) (*Turn, error) {
	turn.Refused, turn.Calls, turn.Stop = turn.Calls, nil, StopError
	switch c.OnExhausted {
	case Fail:
		return nil, &ExhaustedError{turn.Retries, turn.Refused, turn.Errors, turn.Syntax}
	case Clarify:
		turn.Clarification, turn.Stop = c.clarify(turn), StopValidation
		if c.Native {
			refused := *turn
			refused.Calls = turn.Refused
			turn.Messages = append(turn.Messages, refused.answers(&turn.Clarification.ToolCallID)...)
		}
	}
	return turn, nil
}
