// Outcomes of an execution: what each kind asks of the error of Execute and of the answer to a tool call.

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// outcome is what comes of the arguments. Its kind decides which other fields it has.
type outcome struct {
	Kind     string           `json:"kind"`
	Missing  []string         `json:"missing"`
	Message  *string          `json:"message"`
	Problems []problem        `json:"problems"`
	Args     map[string]bound `json:"args"`
	Response *wantedResponse  `json:"response"`
}

// The kinds of outcomes.
const (
	kindMissingSecrets = "missing_secrets"
	kindMissingParams  = "missing_params"
	kindInvalid        = "validation_error"
	kindRun            = "run"
)

// outcomeFields holds the fields of each kind, in the order of wrong.
var outcomeFields = map[string]string{
	kindMissingSecrets: "missing message",
	kindMissingParams:  "missing message problems",
	kindInvalid:        "response",
	kindRun:            "args",
}

// wrong says why the outcome cannot be judged: a field that no check looks at must not stand there as if it were compared.
func (o *outcome) wrong() string {
	wanted, ok := outcomeFields[o.Kind]
	if !ok {
		return fmt.Sprintf("unknown kind of outcome %q", o.Kind)
	}
	var names []string
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"missing", o.Missing != nil}, {"message", o.Message != nil}, {"problems", o.Problems != nil},
		{"args", o.Args != nil}, {"response", o.Response != nil},
	} {
		if field.given {
			names = append(names, field.name)
		}
	}
	if given := strings.Join(names, " "); given != wanted {
		return fmt.Sprintf("%s needs %q, not %q", o.Kind, wanted, given)
	}
	if o.Message != nil && *o.Message == "" {
		return "message is empty"
	}
	return ""
}

// answer is what Execute or Call returned.
type answer struct {
	called bool // by Call, which turns what goes wrong into responses
	resp   *jarvis.Response
	err    error
}

// response returns the response of an answer that has to be one and its JSON form; nil notes that it is none.
func (a answer) response(r *report) (*jarvis.Response, any) {
	if a.err != nil || a.resp == nil {
		r.fail("answer", "a response, no error", a.String())
		return nil, nil
	}
	return a.resp, marshalled(r, "JSON of the response", a.resp)
}

func (a answer) String() string {
	if a.resp == nil {
		return fmt.Sprintf("no response, error %v", a.err)
	}
	return fmt.Sprintf("response with success %t, details %q, context %v; error %v", a.resp.Success, a.resp.ErrorDetails, a.resp.ContextData, a.err)
}

// ran checks that the answer is the command's own.
func (a answer) ran(r *report) {
	if resp, form := a.response(r); resp != nil {
		r.sameJSON("JSON of the response", marshalled(r, "JSON of the response", jarvis.Final(nil, jarvis.WithMessage(answered))), form)
	}
}

// checkSecrets wants a *MissingSecretsError, or a failure that has its text for details and nothing else.
func (o *outcome) checkSecrets(r *report, a answer) {
	if a.called {
		if resp, form := a.response(r); resp != nil {
			r.sameJSON("JSON of the response", marshalled(r, "JSON of the response", &jarvis.Response{ErrorDetails: *o.Message}), form)
			r.equal("Validation of the response", "false", fmt.Sprint(resp.Validation != nil))
		}
		return
	}
	var missing *jarvis.MissingSecretsError
	if !errors.As(a.err, &missing) || a.resp != nil {
		r.fail("answer", "a *MissingSecretsError, no response", a.String())
		return
	}
	r.equal("missing", fmt.Sprintf("%q", o.Missing), fmt.Sprintf("%q", missing.Keys))
	r.equal("message", *o.Message, a.err.Error())
}

// checkMissing wants a *ValidationError, or a failure made of it.
func (o *outcome) checkMissing(r *report, a answer) {
	var invalid *jarvis.ValidationError
	if a.called {
		resp, form := a.response(r)
		if resp == nil {
			return
		}
		if invalid = resp.Validation; invalid == nil {
			r.fail("Validation of the response", "the problems", a.String())
			return
		}
		r.sameJSON("JSON of the response", marshalled(r, "JSON of the response", invalid.Response()), form)
		r.equal("success", "false", fmt.Sprint(resp.Success))
		r.startsWith("report of the response", *o.Message, resp.Report())
	} else if !errors.As(a.err, &invalid) || a.resp != nil {
		r.fail("answer", "a *ValidationError, no response", a.String())
		return
	}
	r.equal("missing", fmt.Sprintf("%q", o.Missing), fmt.Sprintf("%q", invalid.Missing()))
	r.startsWith("text of the error", *o.Message, invalid.Error())
	checkProblems(r, o.Problems, invalid)
}

// startsWith notes a difference unless got begins with want.
func (r *report) startsWith(what, want, got string) {
	if !strings.HasPrefix(got, want) {
		r.fail(what, want+"…", got)
	}
}

// wantedResponse is a response to wrong arguments. What it does not show has its zero value.
type wantedResponse struct {
	Success      bool          `json:"success"`
	WaitForInput bool          `json:"wait_for_input"`
	ContextData  wantedContext `json:"context_data"`
	ErrorDetails *string       `json:"error_details"`
}

type wantedContext struct {
	Report bool          `json:"_validation_error"`
	Errors []wantedEntry `json:"errors"`
}

// wantedEntry is what is said of one parameter. With a piece of the message nothing else of it is pinned but the name.
type wantedEntry struct {
	Param           string   `json:"param"`
	Message         *string  `json:"message"`
	MessageContains *string  `json:"message_contains"`
	ValidValues     []string `json:"valid_values"`
}

func (w *wantedResponse) check(r *report, a answer) {
	resp, form := a.response(r)
	got, ok := settled(form).(*object)
	if resp == nil || !ok {
		return
	}
	if resp.Validation == nil {
		r.fail("Validation of the response", "the problems", "nil")
	}
	entries, pinned := w.entries(r, got)
	data := map[string]any{"_validation_error": w.ContextData.Report, "errors": entries}
	want := map[string]any{"success": w.Success, "wait_for_input": w.WaitForInput, "context_data": data,
		"clear_history": false, "is_chunked_response": false}
	switch {
	case !pinned:
		got.take("error_details")
	case w.ErrorDetails == nil:
		r.broken("needs error_details where no message is open")
		return
	default:
		details, _ := got.take("error_details")
		r.sameJSON("error_details", *w.ErrorDetails, details)
		wire := resp.ToolResult("").Output.Error
		if wire == nil || *wire != resp.ErrorDetails {
			r.fail("error of the tool result", resp.ErrorDetails, orEmpty(wire))
		}
	}
	r.sameJSON("response", settled(marshalled(r, "response", want)), got)
}

// entries returns the wanted entries as JSON. In got it folds those of the names whose messages are open into one each; where
// such an entry has the piece of the text, it stands for the wanted one.
func (w *wantedResponse) entries(r *report, got *object) (entries []any, pinned bool) {
	open := func(name any) bool {
		return slices.ContainsFunc(w.ContextData.Errors, func(e wantedEntry) bool { return e.Param == name && e.MessageContains != nil })
	}
	folded := foldEntries(got.member("context_data"), open)
	entries, pinned = []any{}, true
	for _, e := range w.ContextData.Errors {
		if e.MessageContains == nil {
			entries = append(entries, map[string]any{"param": e.Param, "message": orEmpty(e.Message), "valid_values": e.ValidValues})
			continue
		}
		pinned = false
		if e.Message != nil || e.ValidValues != nil || *e.MessageContains == "" {
			r.broken("message_contains is empty or not alone")
		}
		text := folded[e.Param]
		if !strings.Contains(text, *e.MessageContains) {
			r.fail(fmt.Sprintf("message for %q", e.Param), "one with "+*e.MessageContains, text)
		}
		entries = append(entries, map[string]any{"param": e.Param, "message": text, "valid_values": nil})
	}
	return entries, pinned
}

// foldEntries makes one entry of all entries of each open name, at the place of the first, and returns their messages.
func foldEntries(context *object, open func(name any) bool) map[string]string {
	messages := map[string]string{}
	if context == nil {
		return messages
	}
	list, _ := context.members["errors"].([]any)
	var kept []any
	first := map[string]*object{}
	for _, e := range list {
		entry, ok := e.(*object)
		name, named := "", false
		if ok {
			name, named = entry.members["param"].(string)
		}
		if !named || !open(name) {
			kept = append(kept, e)
			continue
		}
		message, _ := entry.members["message"].(string)
		if first[name] == nil {
			first[name] = entry
			kept = append(kept, e)
			messages[name] = message
		} else {
			messages[name] += "\n" + message
		}
		first[name].members["message"], first[name].members["valid_values"] = messages[name], nil
	}
	if list != nil {
		context.members["errors"] = append([]any{}, kept...)
	}
	return messages
}
