// New and Func: commands made of functions instead of a struct with methods.

package jarvis

import (
	"context"
	"errors"
	"reflect"
)

// New makes a command of a function and the tagged struct it takes; dependencies live in the closure. The mistakes of the
// declaration come back joined, as from Define.
func New[In any](spec Spec, run func(ctx context.Context, req *Request, in In) (*Response, error)) (Command, error) {
	t := reflect.TypeFor[In]()
	if t.Kind() != reflect.Struct {
		return nil, &TagError{Type: typeName(t), Field: "Spec", Message: sprintf(msgInputNoStruct, t)}
	}
	c := &inputCommand[In]{spec: spec, run: run}
	_, err := Define(c)
	if run == nil {
		err = errors.Join(err, &TagError{Type: typeName(t), Field: "Spec", Message: msgNilRun})
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Func makes a command whose parameters are known only at run time, from a builder or an imported schema. Nil parameters mean
// none. The mistakes of the spec come back joined.
func Func(spec Spec, params *Parameters, run func(ctx context.Context, req *Request, args Values) (*Response, error)) (Command, error) {
	if params == nil {
		params = newParameters(nil)
	}
	c := &valuesCommand{spec: spec, params: params, run: run}
	_, err := Define(c)
	if run == nil {
		err = errors.Join(err, &TagError{Type: "Func", Field: "Spec", Message: msgNilRun})
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// MustNew is New for declarations known to be right; it panics on a mistake.
func MustNew[In any](spec Spec, run func(ctx context.Context, req *Request, in In) (*Response, error)) Command {
	cmd, err := New(spec, run)
	if err != nil {
		panic(err)
	}
	return cmd
}

// MustFunc is Func for declarations known to be right; it panics on a mistake.
func MustFunc(spec Spec, params *Parameters, run func(ctx context.Context, req *Request, args Values) (*Response, error)) Command {
	cmd, err := Func(spec, params, run)
	if err != nil {
		panic(err)
	}
	return cmd
}

// inputHolder is a command that keeps its arguments in a struct of another type.
type inputHolder interface{ inputPointer() any }

// inputCommand is what New makes. A call copies it, binds into input and runs the copy.
type inputCommand[In any] struct {
	input In
	spec  Spec
	run   func(context.Context, *Request, In) (*Response, error)
}

func (c *inputCommand[In]) Spec() Spec { return c.spec }

func (c *inputCommand[In]) Run(ctx context.Context, req *Request) (*Response, error) {
	return c.run(ctx, req, c.input)
}

func (c *inputCommand[In]) inputPointer() any { return &c.input }

// valuesCommand is what Func makes.
type valuesCommand struct {
	spec   Spec
	params *Parameters
	run    func(context.Context, *Request, Values) (*Response, error)
	values Values
}

func (c *valuesCommand) Spec() Spec { return c.spec }

func (c *valuesCommand) Run(ctx context.Context, req *Request) (*Response, error) {
	if c.values.params == nil {
		return nil, errors.New(msgNoBinding)
	}
	return c.run(ctx, req, c.values)
}
