// Validate, and the way from the bytes of arguments to bound values or a report.

package jarvis

import (
	"encoding/json"
	"errors"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Validate binds arguments and returns their values. Empty text, white space and null are no arguments. The error is a
// *ValidationError that holds every problem at once, or, if a check or rule of the author panics, a *PanicError. Only options
// about binding have an effect: Lenient, Strict, IgnoreUnknown, WithDateKeys, WithLimits, OnCoercion.
func (p *Parameters) Validate(args json.RawMessage, opts ...Option) (Values, error) {
	return p.validate(args, defaultSettings.with(opts))
}

func (p *Parameters) validate(args json.RawMessage, set *settings) (values Values, err error) {
	defer func() {
		if r := recover(); r != nil {
			values, err = Values{}, newPanicError("", r)
		}
	}()
	vals := newValues(p)
	invalid, notes := p.bind(args, &target{vals: vals}, set)
	if invalid != nil {
		return Values{}, invalid
	}
	vals.coercions = notes
	reportCoercions(set, notes)
	return *vals, nil
}

// bind reads arguments into the target. The target is only fit for use if there is no error.
func (p *Parameters) bind(args []byte, t *target, set *settings) (*ValidationError, []Coercion) {
	if n, limit := len(args), set.limits.bytes(); n > limit {
		return p.syntaxError(sprintf(msgTooLarge, n, limit)), nil
	}
	b := newBinder(args, set)
	defer b.free()
	if err := b.arguments(p, t); err != nil {
		return p.syntaxError(syntaxText(err, set.limits.depth())), nil
	}
	if b.failed > 0 {
		return &ValidationError{Problems: b.problems, Omitted: b.failed - len(b.problems), params: p}, nil
	}
	return nil, b.notes
}

// syntaxError is the report of arguments that are not one acceptable JSON object. It stands alone.
func (p *Parameters) syntaxError(text string) *ValidationError {
	return &ValidationError{Problems: []Problem{{Kind: ProblemSyntax, Want: text}}, params: p}
}

// syntaxText words a fault of the text for the model.
func syntaxText(err error, depth int) string {
	var fault *scan.Error
	if !errors.As(err, &fault) {
		return err.Error() // notObject
	}
	if fault.Fault == scan.TooDeep {
		return sprintf(msgTooDeep, depth)
	}
	return sprintf(msgSyntax, fault.Describe("object"), fault.Offset)
}

func reportCoercions(set *settings, notes []Coercion) {
	if set.coercion == nil {
		return
	}
	for _, c := range notes {
		set.coercion(c)
	}
}
