// The hooks around a call: PostProcess before it, Validate in it, and the suggested values that Validate makes.

package jarvis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// postProcess lets the command mend the arguments. Those that the binder will refuse as a whole are left to it.
func (d *Definition) postProcess(ctx context.Context, req *Request, args []byte, limits Limits) (_ []byte, err error) {
	defer d.recovered(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	decoded, ok := decodeArguments(args, limits)
	if !ok {
		return args, nil
	}
	before, _ := decodeArguments(args, limits)
	err = d.copy().(PostProcessor).PostProcess(ctx, req.orEmpty(), decoded)
	switch ended := ctx.Err(); {
	case ended != nil:
		return nil, ended
	case err != nil:
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	if reflect.DeepEqual(before, decoded) {
		return args, nil // as the model wrote them
	}
	mended, err := decoded.JSON()
	if err != nil {
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	if _, ok := decodeArguments(mended, limits); !ok {
		return nil, &CommandError{Command: d.Name(), Err: errors.New(msgPostProcess)}
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

// runValidator runs the command's own validation. The response says what it refused; if it refused nothing, what it suggested is
// bound and there is no response.
func (d *Definition) runValidator(ctx context.Context, req *Request, cmd Command, set *settings) (*Response, error) {
	results, err := cmd.(Validator).Validate(ctx, req)
	switch ended := ctx.Err(); {
	case ended != nil:
		return nil, ended
	case err != nil:
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	if refused := d.refused(cmd, results); refused != nil {
		return refused.Response(), nil
	}
	for i, r := range results {
		if isNil(r.SuggestedValue) || replaced(r, results[i+1:]) {
			continue
		}
		if d.dynamic { // the Values that Validate has seen do not change
			in := &cmd.(*valuesCommand).input
			in.slots = slices.Clone(in.slots)
		}
		if err := d.suggest(cmd, r, set); err != nil {
			return nil, &CommandError{Command: d.Name(), Err: err}
		}
		if r.CommandName = d.Name(); set.suggestion != nil {
			set.suggestion(r)
		}
	}
	return nil, nil
}

// refused is the report of the results that failed, nil if there is none.
func (d *Definition) refused(cmd Command, results []ValidationResult) *ValidationError {
	e := &ValidationError{Command: d.Name(), params: d.params}
	for _, r := range results {
		switch {
		case r.Success:
		case len(e.Problems) == maxProblems:
			e.Omitted++
		default:
			e.Problems = append(e.Problems, d.problem(cmd, r))
		}
	}
	if e.Problems == nil {
		return nil
	}
	return e
}

// replaced reports whether a later result suggests another value for the same parameter.
func replaced(r ValidationResult, later []ValidationResult) bool {
	return slices.ContainsFunc(later, func(l ValidationResult) bool { return l.ParamName == r.ParamName && !isNil(l.SuggestedValue) })
}

// problem is what a failed result tells the model. Where it names valid values but none of them as the one that was meant, that
// is the one nearest to the text that came.
func (d *Definition) problem(cmd Command, r ValidationResult) Problem {
	p := Problem{Kind: ProblemRule, Param: r.ParamName, Path: r.ParamName, Want: r.Message, Allowed: slices.Clone(r.ValidValues)}
	if !isNil(r.SuggestedValue) {
		if text, ok := textOf(r.SuggestedValue); ok {
			p.Suggestion = text
		} else if raw, err := canonicalJSON(reflect.ValueOf(r.SuggestedValue), 0); err == nil {
			p.Suggestion = string(raw)
			if text, ok := stringText(raw); ok { // of a date or time
				p.Suggestion = string(text)
			}
		}
		return p
	}
	if i := d.params.find(r.ParamName); i >= 0 && len(r.ValidValues) > 0 {
		into := d.target(cmd)
		if text, ok := into.text(&d.params.list[i], i); ok {
			p.Suggestion, _ = suggest.Nearest(text, r.ValidValues)
		}
	}
	return p
}

// text returns the bound value of parameter i if it is a string.
func (t *target) text(p *param, i int) (string, bool) {
	if t.vals != nil {
		text, ok := t.vals.slots[i].(string)
		return text, ok
	}
	v := deref(fieldAt(t.st, p.index))
	if v.Kind() != reflect.String {
		return "", false
	}
	return v.String(), true
}

// suggest replaces an argument by the value that Validate suggests for it, which has to pass all declared checks itself.
func (d *Definition) suggest(cmd Command, r ValidationResult, set *settings) error {
	i := d.params.find(r.ParamName)
	if i < 0 {
		return &SuggestionError{Param: r.ParamName, Reason: msgSuggestUndeclared}
	}
	raw, err := d.params.list[i].suggested(r.SuggestedValue)
	if err != nil {
		return &SuggestionError{Param: r.ParamName, Reason: err.Error()}
	}
	into := d.target(cmd)
	if refused := d.params.rebind(i, raw, &into, set); refused != "" {
		return &SuggestionError{Param: r.ParamName, Reason: refused}
	}
	return nil
}

// suggested is the JSON of a suggested value. A text is read like a default: as it stands where the parameter holds text, else
// as JSON.
func (p *param) suggested(value any) (json.RawMessage, error) {
	text, ok := textOf(value)
	switch value.(type) {
	case SecretString, *SecretString:
		return nil, errors.New(msgSuggestSecret)
	}
	switch {
	case !ok:
		return canonicalJSON(reflect.ValueOf(value), 0)
	case !utf8.ValidString(text):
		return nil, errors.New(msgArgsUTF8)
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

// rebind binds parameter i anew to one JSON value and returns why that is refused, or "". Of the settings of the call only that
// of date keys counts.
func (p *Parameters) rebind(i int, raw []byte, t *target, set *settings) string {
	own := &defaultSettings
	if set.dates != nil {
		own = &settings{dates: set.dates}
	}
	b := newBinder(raw, own)
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
		return sprintf(msgSuggestForm, cut(string(raw)), f.typ, wanted(&f.slot))
	}
	if b.failed == 0 {
		b.keep(f, t, i, place, false)
	}
	if b.failed > 0 {
		return b.problems[0].Explain()
	}
	return ""
}
