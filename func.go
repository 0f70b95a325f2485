// New and Func: commands made of functions instead of a struct with methods.

package jarvis

import (
	"context"
	"errors"
	"reflect"
)

// New makes a command of a function and the tagged struct it takes; dependencies live in the closure. Hooks, if any, are given
// once. The mistakes of the declaration come back joined, as from Define.
func New[In any](spec Spec, run func(ctx context.Context, req *Request, in In) (*Response, error), hooks ...Hooks[In]) (Command, error) {
	t := reflect.TypeFor[In]()
	if t.Kind() != reflect.Struct {
		return nil, &TagError{Type: typeName(t), Field: "Spec", Message: sprintf(msgInputNoStruct, t)}
	}
	c := &inputCommand[In]{funcCommand[In]{spec: spec.clone(), run: run}}
	return checkMade(c, c.complete(hooks), typeName(t))
}

// Func makes a command whose parameters are known only at run time, from a builder or an imported schema. Nil parameters mean
// none. The secrets of the Spec are in the Values: see Values.Secret. Hooks, if any, are given once. The mistakes of the spec
// come back joined.
func Func(spec Spec, params *Parameters, run func(ctx context.Context, req *Request, args Values) (*Response, error), hooks ...Hooks[Values]) (Command, error) {
	if params == nil {
		params = newParameters(nil)
	}
	c := &valuesCommand{funcCommand[Values]{spec: spec.clone(), run: run}, params}
	return checkMade(c, c.complete(hooks), "Func")
}

// checkMade checks a command made of functions. wrong is what is missing or too much about them.
func checkMade(c Command, wrong, owner string) (Command, error) {
	_, err := Define(c)
	if wrong != "" {
		err = errors.Join(err, &TagError{Type: owner, Field: "Spec", Message: wrong})
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// MustNew is New for declarations known to be right; it panics on a mistake.
func MustNew[In any](spec Spec, run func(ctx context.Context, req *Request, in In) (*Response, error), hooks ...Hooks[In]) Command {
	cmd, err := New(spec, run, hooks...)
	if err != nil {
		panic(err)
	}
	return cmd
}

// MustFunc is Func for declarations known to be right; it panics on a mistake.
func MustFunc(spec Spec, params *Parameters, run func(ctx context.Context, req *Request, args Values) (*Response, error), hooks ...Hooks[Values]) Command {
	cmd, err := Func(spec, params, run, hooks...)
	if err != nil {
		panic(err)
	}
	return cmd
}

// funcCommand is what New and Func have in common. A call copies it, binds into input and runs the copy. It has the methods of
// all hooks; which of them mean something, its hooks say.
type funcCommand[In any] struct {
	input In
	spec  Spec
	run   func(context.Context, *Request, In) (*Response, error)
	hooks Hooks[In]
}

// complete sets the hooks and returns what is wrong with the functions, or "".
func (c *funcCommand[In]) complete(hooks []Hooks[In]) string {
	switch {
	case c.run == nil:
		return msgNilRun
	case len(hooks) > 1:
		return msgHooksTwice
	case len(hooks) == 1:
		c.hooks = hooks[0]
	}
	return ""
}

func (c *funcCommand[In]) hookSet() hookSet { return c.hooks.set() }

func (c *funcCommand[In]) Spec() Spec { return c.spec }

func (c *funcCommand[In]) Run(ctx context.Context, req *Request) (*Response, error) {
	return c.run(ctx, req, c.input)
}

// The methods below are called where hookSet says so; without their hook they do what a command without it does.

func (c *funcCommand[In]) PreRoute(ctx context.Context, utterance string) *Route {
	if c.hooks.PreRoute == nil {
		return nil
	}
	return c.hooks.PreRoute(ctx, utterance)
}

func (c *funcCommand[In]) PostProcess(ctx context.Context, req *Request, args Args) error {
	if c.hooks.PostProcess == nil {
		return nil
	}
	return c.hooks.PostProcess(ctx, req, args)
}

func (c *funcCommand[In]) Validate(ctx context.Context, req *Request) ([]ValidationResult, error) {
	if c.hooks.Validate == nil {
		return nil, nil
	}
	return c.hooks.Validate(ctx, req, c.input)
}

func (c *funcCommand[In]) HandleAction(ctx context.Context, req *Request, action string, data map[string]any) (*Response, error) {
	if c.hooks.HandleAction == nil {
		return nil, nil
	}
	return c.hooks.HandleAction(ctx, req, c.input, action, data)
}

func (c *funcCommand[In]) RequiredSecrets() []string {
	if c.hooks.RequiredSecrets == nil {
		return nil
	}
	return c.hooks.RequiredSecrets(c.input)
}

func (c *funcCommand[In]) StoreAuth(ctx context.Context, req *Request, values map[string]SecretString) error {
	if c.hooks.StoreAuth == nil {
		return nil
	}
	return c.hooks.StoreAuth(ctx, req, c.input, values)
}

func (c *funcCommand[In]) RefreshToken(ctx context.Context, req *Request) error {
	if c.hooks.RefreshToken == nil {
		return errors.ErrUnsupported
	}
	return c.hooks.RefreshToken(ctx, req, c.input)
}

func (c *funcCommand[In]) Initialize(ctx context.Context, req *Request) (map[string]any, error) {
	if c.hooks.Initialize == nil {
		return nil, nil
	}
	return c.hooks.Initialize(ctx, req, c.input)
}

// made is a command made of functions: it says itself which of its hooks mean something, and where its arguments go.
type made interface {
	hookSet() hookSet
	target() target
}

// inputCommand is what New makes.
type inputCommand[In any] struct{ funcCommand[In] }

func (c *inputCommand[In]) target() target { return target{st: reflect.ValueOf(&c.input).Elem()} }

// valuesCommand is what Func makes.
type valuesCommand struct {
	funcCommand[Values]
	params *Parameters
}

func (c *valuesCommand) target() target { return target{vals: &c.input} }

func (c *valuesCommand) Run(ctx context.Context, req *Request) (*Response, error) {
	if c.input.params == nil {
		return nil, errors.New(msgNoBinding)
	}
	return c.funcCommand.Run(ctx, req)
}
