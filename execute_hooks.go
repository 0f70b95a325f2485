// The hooks around a call: PostProcess before it, Validate in it, and the suggested values that Validate makes.

package jarvis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// postProcess lets the command mend the arguments. Those that the binder will refuse as a whole are left to it.
func (d *Definition) postProcess(ctx context.Context, req *Request, args []byte, limits Limits) (_ []byte, err error) {
	defer d.recovered(&err)
	decoded, ok := decodeArguments(args, limits)
	if !ok {
		return args, nil
	}
	if req == nil {
		req = &Request{}
	}
	err = d.copy().(PostProcessor).PostProcess(ctx, req, decoded)
	switch ended := ctx.Err(); {
	case ended != nil:
		return nil, ended
	case err != nil:
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	mended, err := decoded.JSON()
	if err != nil {
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	return mended, nil
}

// decodeArguments reads arguments that are nothing or one sound JSON object within the limits.
func decodeArguments(args []byte, limits Limits) (Args, bool) {
	if len(args) > limits.bytes() {
		return nil, false
	}
	decoded := Args{}
	var r scan.Reader
	r.Reset(args, limits.depth())
	switch k := r.Kind(); k {
	case 0:
		return decoded, r.End() == nil
	case scan.Null, scan.ObjectStart:
		if _, err := r.Value(k); err != nil || r.End() != nil {
			return nil, false
		}
	default:
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	if dec.Decode(&decoded) != nil {
		return nil, false
	}
	if decoded == nil { // of null
		decoded = Args{}
	}
	return decoded, true
}

// validate runs the command's own validation. The response says what it refused; if it refused nothing, what it suggested is
// bound and there is no response.
func (d *Definition) validate(ctx context.Context, req *Request, cmd Command) (*Response, error) {
	results, err := cmd.(Validator).Validate(ctx, req)
	switch ended := ctx.Err(); {
	case ended != nil:
		return nil, ended
	case err != nil:
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	var refused []Problem
	for _, r := range results {
		if !r.Success {
			refused = append(refused, r.problem())
		}
	}
	if refused != nil {
		return (&ValidationError{Command: d.Name(), Problems: refused, params: d.params}).Response(), nil
	}
	for _, r := range results {
		if r.SuggestedValue == nil {
			continue
		}
		if err := d.suggest(cmd, r); err != nil {
			return nil, &CommandError{Command: d.Name(), Err: err}
		}
	}
	return nil, nil
}

// problem is what a failed result tells the model.
func (r ValidationResult) problem() Problem {
	p := Problem{Kind: ProblemRule, Param: r.ParamName, Path: r.ParamName, Want: r.Message, Allowed: r.ValidValues}
	if r.SuggestedValue != nil {
		if text, ok := textOf(r.SuggestedValue); ok {
			p.Suggestion = text
		} else if raw, err := canonicalJSON(reflect.ValueOf(r.SuggestedValue), 0); err == nil {
			p.Suggestion = string(raw)
		}
	}
	return p
}

// suggest replaces an argument by the value that Validate suggests for it, which has to pass all declared checks itself.
func (d *Definition) suggest(cmd Command, r ValidationResult) error {
	i := d.params.find(r.ParamName)
	if i < 0 {
		return &SuggestionError{Param: r.ParamName, Reason: msgSuggestUndeclared}
	}
	raw, err := d.params.list[i].suggested(r.SuggestedValue)
	if err != nil {
		return &SuggestionError{Param: r.ParamName, Reason: err.Error()}
	}
	if refused := d.params.rebind(i, raw, d.target(cmd)); refused != "" {
		return &SuggestionError{Param: r.ParamName, Reason: refused}
	}
	return nil
}

// suggested is the JSON of a suggested value. A text is read like a default: as it stands where the parameter holds text, else
// as JSON.
func (p *param) suggested(value any) (json.RawMessage, error) {
	text, ok := textOf(value)
	switch {
	case !ok:
		return canonicalJSON(reflect.ValueOf(value), 0)
	case p.typ.kind.isText():
		return quoteJSON(text), nil
	case strings.TrimSpace(text) != text:
		return nil, errors.New(msgSuggestSpace)
	}
	return json.RawMessage(text), nil
}

// textOf returns a value that is a string by its kind and has no form of its own.
func textOf(value any) (string, bool) {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.String || v.Type().Implements(typeMarshaler) || v.Type().Implements(typeTextMarshaler) {
		return "", false
	}
	return v.String(), true
}

// rebind binds parameter i anew to one JSON value and returns why that is refused, or "".
func (p *Parameters) rebind(i int, raw []byte, t *target) string {
	b := newBinder(raw, &defaultSettings)
	defer b.free()
	b.root = p
	b.push(stepParam, i)
	f := &p.list[i]
	if t.vals == nil {
		fieldAt(t.st, f.index).SetZero()
	}
	place := t.place(f)
	if b.r.Kind() == scan.Null {
		return msgSuggestNull
	}
	err := b.value(&f.slot, b.r.Kind(), place)
	if err == nil {
		err = b.r.End()
	}
	if err != nil {
		return syntaxText(err, defaultMaxDepth)
	}
	if b.failed == 0 {
		b.keep(f, t, i, place)
	}
	if b.failed > 0 {
		return b.problems[0].Explain()
	}
	return ""
}
