// Execute: secrets, arguments, the command's own validation, then Run, each on a copy of the command.

package jarvis

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"runtime/debug"
	"sync"
)

// Execute binds the arguments of one call into a new T and runs it. It is the way to run a command whose type is known; a
// Registry runs commands by name. Safe for concurrent use.
//
// In this order, each step only if those before it passed: required secrets (*MissingSecretsError); presence of required
// parameters (*ValidationError, holding every other problem too); values; the command's own validation and what it suggests;
// Run. Wrong values are the model's to mend and no Go error: the Response is then a failure made by Invalid whose Validation
// holds the problems, so look at err first and at Success after. An error of Run or Validate comes back as *CommandError, a
// panic as *PanicError, the end of ctx as its own error. A mistake in the declaration of T comes back as from Define. A nil req
// is an empty one. Source: seed JarvisCommandBase.execute.
func Execute[T any, P interface {
	*T
	Command
}](ctx context.Context, req *Request, args json.RawMessage, opts ...Option) (*Response, error) {
	d, err := definitionOf(reflect.TypeFor[T]())
	if err != nil {
		return nil, err
	}
	return d.execute(ctx, req, args, defaultSettings.with(opts))
}

// zeroDefinitions caches the definitions of the zero values that Execute runs, mistakes included.
var zeroDefinitions sync.Map

type cachedDefinition struct {
	d   *Definition
	err error
}

func definitionOf(t reflect.Type) (*Definition, error) {
	if c, ok := zeroDefinitions.Load(t); ok {
		cached := c.(*cachedDefinition)
		return cached.d, cached.err
	}
	d, err := Define(reflect.New(t).Interface().(Command))
	c, _ := zeroDefinitions.LoadOrStore(t, &cachedDefinition{d, err})
	cached := c.(*cachedDefinition)
	return cached.d, cached.err
}

// execute runs the pipeline of one call.
func (d *Definition) execute(ctx context.Context, req *Request, args []byte, set *settings) (resp *Response, err error) {
	defer d.recovered(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req = req.orEmpty()
	cmd := d.copy()
	if len(d.secrets) > 0 || d.hooks.has(hookRequiredSecrets) {
		if err := d.putSecrets(ctx, req, set.secrets, cmd, true); err != nil {
			return nil, err
		}
	}
	if invalid := d.bind(cmd, args, set); invalid != nil {
		invalid.Command = d.Name()
		if len(invalid.Missing()) > 0 {
			return nil, invalid
		}
		return invalid.Response(), nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.hooks.has(hookValidate) {
		if resp, err := d.runValidator(ctx, req, cmd, set); resp != nil || err != nil {
			return resp, err
		}
	}
	answer, err := cmd.Run(ctx, req)
	return d.settle(ctx, answer, err)
}

// recovered, when deferred, turns a panic into the error of the call.
func (d *Definition) recovered(err *error) {
	if r := recover(); r != nil {
		*err = newPanicError(d.Name(), r)
	}
}

// copy returns a copy of the prototype with nothing bound.
func (d *Definition) copy() Command {
	own := reflect.New(d.proto.Type())
	if !d.blank {
		own.Elem().Set(d.proto)
	}
	cmd := own.Interface().(Command)
	if d.dynamic {
		cmd.(*valuesCommand).input = *newValues(d.params)
	}
	return cmd
}

// target is where the arguments of a copy go.
func (d *Definition) target(cmd Command) target {
	if d.made {
		return cmd.(made).target()
	}
	return target{st: reflect.ValueOf(cmd).Elem()}
}

// bind puts the arguments into a copy.
func (d *Definition) bind(cmd Command, args []byte, set *settings) *ValidationError {
	into := d.target(cmd)
	invalid, notes := d.params.bind(args, &into, set)
	if invalid != nil {
		return invalid
	}
	if d.dynamic {
		into.vals.coercions = notes
	}
	reportCoercions(set, notes)
	return nil
}

// settle judges what Run returned.
func (d *Definition) settle(ctx context.Context, resp *Response, err error) (*Response, error) {
	switch ended := ctx.Err(); {
	case err != nil && ended != nil: // whatever Run says of it
		return nil, ended
	case err == nil && resp == nil:
		err = errors.New(msgNoResponse)
	case err == nil:
		resp, err = resp.fit()
	}
	if err != nil {
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	return resp, nil
}

func newPanicError(command string, value any) *PanicError {
	e := &PanicError{Command: command, Value: value, Stack: debug.Stack()}
	if rule, ok := value.(*rulePanic); ok {
		e.Stack = rule.stack
	}
	return e
}
