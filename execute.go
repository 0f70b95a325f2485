// Execute: secrets, arguments, then Run, each on a copy of the command.

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
// parameters (*ValidationError, holding every other problem too); values; Run. Wrong values are the model's to mend and no Go
// error: the Response is then a failure made by Invalid whose Validation holds the problems, so look at err first and at
// Success after. An error of Run comes back as *CommandError, a panic as *PanicError, the end of ctx as its own error. A
// mistake in the declaration of T comes back as from Define. A nil req is an empty one.
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
	defer func() {
		if r := recover(); r != nil {
			resp, err = nil, newPanicError(d.Name(), r)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if req == nil {
		req = &Request{}
	}
	var secrets map[string]string
	if len(d.secrets) > 0 {
		if secrets, err = d.findSecrets(ctx, req, set.secrets); err != nil {
			return nil, err
		}
	}
	cmd, invalid, err := d.bind(args, secrets, set)
	if err != nil {
		return nil, err
	}
	if invalid != nil {
		invalid.Command = d.Name()
		if len(invalid.Missing()) > 0 {
			return nil, invalid
		}
		return invalid.Response(), nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	resp, err = cmd.Run(ctx, req)
	return d.settle(ctx, resp, err)
}

// bind copies the prototype and puts secrets and arguments into the copy.
func (d *Definition) bind(args []byte, secrets map[string]string, set *settings) (Command, *ValidationError, error) {
	own := reflect.New(d.proto.Type())
	in := own.Elem()
	if !d.blank {
		in.Set(d.proto)
	}
	cmd := own.Interface().(Command)
	if d.dynamic {
		dyn := cmd.(*valuesCommand)
		vals := newValues(d.params)
		invalid, notes := d.params.bind(args, &target{vals: vals}, set)
		vals.coercions = notes
		dyn.values = *vals
		if invalid == nil {
			reportCoercions(set, notes)
		}
		return cmd, invalid, nil
	}
	if d.holder {
		in = reflect.ValueOf(cmd.(inputHolder).inputPointer()).Elem()
	}
	for i := range d.fields {
		f := &d.fields[i]
		if err := f.put(fieldAt(in, f.index), secrets[f.Key]); err != nil {
			return nil, nil, &CommandError{Command: d.Name(), Err: err}
		}
	}
	invalid, notes := d.params.bind(args, &target{st: in}, set)
	if invalid == nil {
		reportCoercions(set, notes)
	}
	return cmd, invalid, nil
}

// settle judges what Run returned.
func (d *Definition) settle(ctx context.Context, resp *Response, err error) (*Response, error) {
	switch ended := ctx.Err(); {
	case err != nil && ended != nil: // whatever Run says of it
		return nil, ended
	case err == nil && resp == nil:
		err = errors.New(msgNoResponse)
	case err == nil:
		resp, err = resp.settle()
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
