// Registry: the hooks of commands that a host calls outside of a tool call.

package jarvis

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// PreRoute asks the PreRouters of all commands, in the order of their registration, whether they know what to do with an
// utterance without a model; the first that does decides. CallRoute runs the route. A PreRouter that panics is logged and
// passed over. Once ctx has ended no more are asked.
func (r *Registry) PreRoute(ctx context.Context, utterance string) (*Route, bool) {
	for d := range r.All() {
		if !d.hooks.has(hookPreRoute) {
			continue
		}
		if ctx.Err() != nil {
			return nil, false
		}
		route, err := d.preRoute(ctx, utterance)
		if err != nil {
			logFailure(ctx, r.set.log(), d.Name(), err)
		}
		if route != nil {
			found := *route
			found.Command, found.Arguments = d.Name(), maps.Clone(route.Arguments)
			return &found, true
		}
	}
	return nil, false
}

// CallRoute runs a route that PreRoute has found. It answers like Call, but nothing mends the arguments first, and a success
// gets the route's SpokenResponse as its message. A nil Route is an error too.
func (r *Registry) CallRoute(ctx context.Context, req *Request, route *Route, opts ...Option) (*Response, error) {
	if r == nil || route == nil {
		return nil, errors.New(msgNilRoute)
	}
	d, refused, err := r.called(ctx, route.Command)
	if d == nil {
		return refused, err
	}
	set := r.set.with(opts)
	resp, err := d.executeRoute(ctx, req, route, set)
	return d.answer(ctx, set, resp, err)
}

func (d *Definition) executeRoute(ctx context.Context, req *Request, route *Route, set *settings) (resp *Response, err error) {
	defer d.recovered(&err)
	args, err := route.Arguments.JSON()
	if err != nil {
		return nil, &CommandError{Command: d.Name(), Err: err}
	}
	resp, err = d.execute(ctx, req, args, set)
	if err == nil && resp.Success && route.SpokenResponse != "" {
		spoken := *resp // which the command may share between calls
		return (&spoken).apply([]ResponseOption{WithMessage(route.SpokenResponse)}), nil
	}
	return resp, err
}

func (d *Definition) preRoute(ctx context.Context, utterance string) (route *Route, err error) {
	defer d.recovered(&err)
	return d.copy().(PreRouter).PreRoute(ctx, utterance), nil
}

// ActionCancel is the button action that every command answers: with a final {"cancelled": true, "message": …}, unless its
// ActionHandler answers itself. A command whose secrets are not in order is cancelled without being asked.
const ActionCancel = "cancel_click"

// HandleAction answers a tap on a button of a command's response; data is the context data the button was shown with. Like
// Call it turns everything that goes wrong into a Response, required secrets that are missing included, and returns an error
// only for the end of ctx and a nil registry.
func (r *Registry) HandleAction(ctx context.Context, req *Request, command, action string, data map[string]any, opts ...Option) (*Response, error) {
	if r == nil {
		return nil, errors.New(msgNilRegistryAction)
	}
	d, refused, err := r.called(ctx, command)
	if d == nil {
		return refused, err
	}
	set := r.set.with(opts)
	resp, err := d.handleAction(ctx, req, action, data, set)
	return d.answer(ctx, set, resp, err)
}

func (d *Definition) handleAction(ctx context.Context, req *Request, action string, data map[string]any, set *settings) (resp *Response, err error) {
	defer d.recovered(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.hooks.has(hookHandleAction) {
		req = req.orEmpty()
		cmd := d.copy()
		err := d.putSecrets(ctx, req, set.secrets, cmd, true)
		if err != nil && (action != ActionCancel || err == ctx.Err()) {
			return nil, err
		}
		if err == nil { // else it is cancelled, which needs no secrets
			own := make(map[string]any, len(data))
			maps.Copy(own, data)
			answer, err := cmd.(ActionHandler).HandleAction(ctx, req, action, own)
			if answer != nil || err != nil {
				return d.settle(ctx, answer, err)
			}
		}
	}
	if action == ActionCancel {
		return Final(map[string]any{"cancelled": true, "message": msgCancelled}), nil
	}
	return Failure(sprintf(msgUnknownAction, d.Name(), clip(action))), nil
}

// Initialize runs the command's Initializer and returns what it did. Where the result has no status it gets "success"; a
// command without the hook answers {"status": "no_init_required"}. Errors: *UnknownCommandError, *MissingSecretsError, of the
// command's own code *CommandError and *PanicError, the end of ctx.
func (r *Registry) Initialize(ctx context.Context, req *Request, command string, opts ...Option) (map[string]any, error) {
	d, err := r.Find(command)
	if err != nil {
		return nil, err
	}
	if !d.hooks.has(hookInitialize) {
		return map[string]any{"status": "no_init_required"}, nil
	}
	done := map[string]any{"status": "success"}
	err = d.withHook(ctx, req, r.set.with(opts), true, func(cmd Command, req *Request) error {
		result, err := cmd.(Initializer).Initialize(ctx, req)
		maps.Copy(done, result)
		return err
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// Provider returns the commands that authenticate with a provider, in the order of their registration. They share what the
// authentication brings.
func (r *Registry) Provider(provider string) []*Definition {
	var list []*Definition
	for d := range r.All() {
		if a := d.spec.Authentication; a != nil && a.Provider == provider {
			list = append(list, d)
		}
	}
	return list
}

// StoreAuth gives the values that an authentication brought to the first command of the provider that has an AuthStorer; if
// none has, they are dropped. Errors: *UnknownProviderError, of the command's own code *CommandError and *PanicError, the end
// of ctx.
func (r *Registry) StoreAuth(ctx context.Context, req *Request, provider string, values map[string]SecretString, opts ...Option) error {
	d, err := r.ofProvider(provider, hookStoreAuth)
	if d == nil || err != nil {
		return err
	}
	return d.withHook(ctx, req, r.set.with(opts), false, func(cmd Command, req *Request) error {
		own := make(map[string]SecretString, len(values))
		maps.Copy(own, values)
		return cmd.(AuthStorer).StoreAuth(ctx, req, own)
	})
}

// RefreshToken runs the first TokenRefresher among the commands of the provider. If there is none the error wraps
// errors.ErrUnsupported: the host then asks Authentication.ExchangeURL with grant_type=refresh_token. Further errors are those
// of StoreAuth; any of a command means that the user has to authenticate again.
func (r *Registry) RefreshToken(ctx context.Context, req *Request, provider string, opts ...Option) error {
	d, err := r.ofProvider(provider, hookRefreshToken)
	switch {
	case err != nil:
		return err
	case d == nil:
		return fmt.Errorf(msgNoRefresher, cut(provider), errors.ErrUnsupported)
	}
	return d.withHook(ctx, req, r.set.with(opts), false, func(cmd Command, req *Request) error {
		return cmd.(TokenRefresher).RefreshToken(ctx, req)
	})
}

// ofProvider returns the first command of a provider with a hook, nil if none has it.
func (r *Registry) ofProvider(provider string, hook hookSet) (*Definition, error) {
	list := r.Provider(provider)
	if list == nil {
		return nil, &UnknownProviderError{Provider: provider}
	}
	for _, d := range list {
		if d.hooks.has(hook) {
			return d, nil
		}
	}
	return nil, nil
}

// withHook runs a hook on a copy with its secrets.
func (d *Definition) withHook(ctx context.Context, req *Request, set *settings, enforce bool, hook func(Command, *Request) error) (err error) {
	defer d.recovered(&err)
	if err := ctx.Err(); err != nil {
		return err
	}
	req = req.orEmpty()
	cmd := d.copy()
	if err := d.putSecrets(ctx, req, set.secrets, cmd, enforce); err != nil {
		return err
	}
	err = hook(cmd, req)
	switch ended := ctx.Err(); {
	case err != nil && ended != nil:
		return ended
	case err != nil:
		return &CommandError{Command: d.Name(), Err: err}
	}
	return nil
}
