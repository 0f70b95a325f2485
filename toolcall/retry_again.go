// What a model is answered when its calls are refused, and what becomes of the turn when it was told often enough.

package toolcall

// again returns the messages that follow a refused answer before the model is asked for the nth time again.
func (c Retry) again(turn *Turn, answer Message, n int) []Message {
	told := Message{Role: RoleSystem, Content: c.told(turn, answer.Content, n)}
	if !c.Native {
		return []Message{told}
	}
	return append(append([]Message{answer}, turn.answers(nil)...), told)
}

// answers returns a tool message for each call of a batch that is not executed, without the call of the id that is left open.
func (t *Turn) answers(open *string) []Message {
	list := make([]Message, 0, len(t.Calls))
	written := t.Messages[len(t.Messages)-1].ToolCalls // their names may differ
	wrong := map[int]string{}
	for _, e := range t.Errors {
		wrong[e.Index] = within(e.Fragments(), 0)
	}
	fine := msgNotExecuted
	if t.tooMany() {
		fine = msgStopped + ": " + sprintf(msgTooManyCalls, t.limits.calls())
	}
	for i, call := range t.Calls {
		if open != nil && call.ID == *open {
			continue
		}
		text, refused := wrong[i]
		if !refused {
			text = fine
		}
		list = append(list, Message{Role: RoleTool, ToolCallID: call.ID, Name: written[i].Name, Content: text})
	}
	return list
}

// ExhaustedError reports that a model was still refused after the last retry. Nothing was executed.
type ExhaustedError struct {
	Retries int          // how often it was asked again
	Calls   []Call       // the last batch
	Errors  []*CallError // what is wrong with it
	Syntax  *SyntaxError // what is broken in the last text, or nil

	limits Limits
}

// Error says how often the model was asked and what was wrong at last.
func (e *ExhaustedError) Error() string {
	t := Turn{Errors: e.Errors, Syntax: e.Syntax, limits: e.limits}
	list, more := t.fragments(func(_ int, f Fault) string { return sprintf(msgBroken, f.Start, clip(f.Reason)) })
	return sprintf(msgExhausted, e.Retries, within(list, more))
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
		return nil, &ExhaustedError{turn.Retries, turn.Refused, turn.Errors, turn.Syntax, turn.limits}
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
