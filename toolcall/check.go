// Check: calls against the tools that are declared.

package toolcall

import (
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// CallError says why a call may not be executed. Its text is made for logs, Fragments for the model that made the call; both
// are bounded in length and repeat arguments only in short pieces.
type CallError struct {
	Index int // the place of the call in its batch
	Call  jarvis.Call
	Err   error // a *jarvis.ValidationError, *jarvis.UnknownCommandError or, if a check of the author panicked, *jarvis.PanicError

	params *jarvis.Parameters
}

// Error joins the fragments.
func (e *CallError) Error() string { return "toolcall: " + joined(e.Fragments()) }

// Unwrap returns Err.
func (e *CallError) Unwrap() error { return e.Err }

// Check binds the arguments of a call strictly to the parameters of its tool and drops the values: nil means that the call may
// be executed. Options are those of jarvis.Parameters.Validate, such as jarvis.WithDateKeys. Arguments that are a JSON string
// are read as the text in it. The error is a *CallError that holds every problem at once. A call of a tool that Unchecked lists is accepted if its
// arguments are one sound JSON object. The time it takes does not depend on the number of tools, unless the tool is unknown.
// Source: "Validation Behavior" of the original's parameter types.
func (t *Tools) Check(call jarvis.Call, opts ...jarvis.Option) error {
	if refused := t.check(call, opts); refused != nil {
		return refused
	}
	return nil
}

func (t *Tools) check(call jarvis.Call, opts []jarvis.Option) *CallError {
	found := t.find(call.Name)
	if found == nil {
		return &CallError{Call: call, Err: t.unknown(call.Name)}
	}
	params := found.params
	if params == nil {
		params, opts = noParameters, append(slices.Clip(opts), jarvis.IgnoreUnknown())
	}
	_, err := params.Validate(plainArguments(call.Arguments), opts...)
	if err == nil {
		return nil
	}
	var invalid *jarvis.ValidationError
	if errors.As(err, &invalid) {
		invalid.Command = call.Name
	}
	return &CallError{Call: call, Err: err, params: found.params}
}

// CheckAll checks a batch of calls and returns the errors of those that may not be executed, in their order; nil if all may.
func (t *Tools) CheckAll(calls []Call, opts ...jarvis.Option) []*CallError {
	var refused []*CallError
	for i, call := range calls {
		if err := t.check(call.Call, opts); err != nil {
			err.Index = i
			refused = append(refused, err)
		}
	}
	return refused
}

const (
	maxNear    = 3     // near names that an unknown tool is answered with
	maxNames   = 20    // names that are listed where none is near
	maxRelated = 1_000 // tools among which those with words in common are looked for
)

// unknown reports a name that no tool has, as a registry does for its commands.
func (t *Tools) unknown(name string) *jarvis.UnknownCommandError {
	e := &jarvis.UnknownCommandError{Name: name, Near: suggest.Near(name, t.names, maxNear)}
	if e.Near != nil {
		return e
	}
	if t.Len() <= maxRelated {
		e.Near = suggest.Related(name, t.words(), maxNear)
	}
	if e.Near != nil && t.Len() > maxNames {
		return e
	}
	for known := range t.names {
		if len(e.Names) == maxNames {
			e.More = t.Len() - maxNames
			break
		}
		e.Names = append(e.Names, known)
	}
	return e
}

// maxArguments bounds the arguments that are taken out of a JSON string; longer ones are left to the binder, which refuses them.
const maxArguments = 8 << 20

// plainArguments takes the text out of arguments that came as a JSON string. A string that is not sound stays as it is.
func plainArguments(args []byte) []byte {
	first := 0
	for first < len(args) && isSpace(args[first]) {
		first++
	}
	if kindOf(args[first:]) != '"' || len(args) > maxArguments || sound(args, 1) != nil {
		return args
	}
	return textOf(args[first:])
}

// textOf decodes a sound JSON string that may have white space behind it.
func textOf(raw []byte) []byte {
	var r scan.Reader
	r.Reset(raw, 1)
	quoted, err := r.Scalar()
	if err != nil {
		return raw
	}
	text, _ := scan.Text(quoted, nil)
	return text
}
