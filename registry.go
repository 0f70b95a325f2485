// Registry: commands by name, run from what a model sends.

package jarvis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
)

// Registry holds commands by name. The zero value is empty and ready for use; NewRegistry makes one with options. It is safe for
// concurrent use, registration included.
type Registry struct {
	set    settings
	byName sync.Map // string → *Definition; read without a lock

	mu    sync.Mutex
	order []*Definition // only ever appended to
}

// NewRegistry returns an empty registry. The options hold for every call, before those of the call itself.
func NewRegistry(opts ...Option) *Registry {
	r := &Registry{}
	r.set = *r.set.with(opts)
	return r
}

// Register adds commands. All mistakes of all of them come back joined, names that are taken included; then none is added.
func (r *Registry) Register(cmds ...Command) error {
	errs := make([]error, len(cmds))
	added := make([]*Definition, len(cmds))
	for i, cmd := range cmds {
		added[i], errs[i] = Define(cmd) // before the lock: Spec may read the registry
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	names := make(map[string]bool, len(cmds))
	for i, d := range added {
		if d == nil {
			continue
		}
		if _, taken := r.byName.Load(d.Name()); taken || names[d.Name()] {
			errs[i] = &TagError{Type: d.owner(), Field: "Spec.Name", Message: sprintf(msgDuplicate, d.Name())}
		}
		names[d.Name()] = true
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, d := range added {
		r.byName.Store(d.Name(), d)
	}
	r.order = append(r.order, added...)
	return nil
}

// MustRegister is Register for programs that cannot start without their commands; it panics on a mistake.
func (r *Registry) MustRegister(cmds ...Command) {
	if err := r.Register(cmds...); err != nil {
		panic(err)
	}
}

// Lookup returns the definition of that exact name.
func (r *Registry) Lookup(name string) (*Definition, bool) {
	if d, ok := r.byName.Load(name); ok {
		return d.(*Definition), true
	}
	return nil, false
}

// Find is Lookup with an error, an *UnknownCommandError that holds the nearest names.
func (r *Registry) Find(name string) (*Definition, error) {
	if d, ok := r.Lookup(name); ok {
		return d, nil
	}
	return nil, r.unknown(name)
}

// All yields the definitions in the order of their registration.
func (r *Registry) All() iter.Seq[*Definition] {
	return func(yield func(*Definition) bool) {
		r.mu.Lock()
		order := r.order
		r.mu.Unlock()
		for _, d := range order {
			if !yield(d) {
				return
			}
		}
	}
}

// Len returns the number of registered commands.
func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.order)
}

// Execute runs a command by name; see the function Execute for the steps and errors. An unknown name is an
// *UnknownCommandError.
func (r *Registry) Execute(ctx context.Context, name string, req *Request, args json.RawMessage, opts ...Option) (*Response, error) {
	d, err := r.Find(name)
	if err != nil {
		return nil, err
	}
	return d.execute(ctx, req, args, r.set.with(opts))
}

// Call is a tool call as a model makes it. Arguments are a JSON object, or a JSON string that holds one; absent or null means
// none.
type Call struct {
	ID        string          `json:"id,omitempty"` // that the model gave it; may be empty
	Name      string          `json:"name"`         // of a registered command
	Arguments json.RawMessage `json:"arguments"`
}

// Call runs a tool call and answers with a Response that the model can read, whatever the model did wrong: an unknown name,
// missing or wrong arguments. A PostProcessor mends the arguments first. The command's own failures become a fixed text; their
// errors go to the logger. The only errors are the end of ctx, and a nil registry.
func (r *Registry) Call(ctx context.Context, req *Request, call Call, opts ...Option) (*Response, error) {
	if r == nil {
		return nil, errors.New(msgNilRegistry)
	}
	d, refused, err := r.called(ctx, call.Name)
	if d == nil {
		return refused, err
	}
	set := r.set.with(opts)
	args := []byte(call.Arguments)
	if len(args) > 0 && args[0] != '{' {
		args = unwrapArguments(args, set.limits.bytes())
	}
	if d.hooks.has(hookPostProcess) {
		if args, err = d.postProcess(ctx, req, args, set.limits); err != nil {
			return d.answer(ctx, set, nil, err)
		}
	}
	resp, err := d.execute(ctx, req, args, set)
	return d.answer(ctx, set, resp, err)
}

// called finds a command for a caller that is answered in any case. Without one the response says so, or ctx has ended.
func (r *Registry) called(ctx context.Context, name string) (*Definition, *Response, error) {
	if d, ok := r.Lookup(name); ok {
		return d, nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return nil, Failure(r.unknown(name).Error()), nil
}

// answer turns what a command's own code came to into what may be read outside.
func (d *Definition) answer(ctx context.Context, set *settings, resp *Response, err error) (*Response, error) {
	if err == nil {
		return resp, nil
	}
	switch e := err.(type) { // not errors.As: an error inside a command's own one is the command's
	case *MissingSecretsError:
		return Failure(e.Error()), nil
	case *ValidationError:
		return e.Response(), nil
	}
	if err == ctx.Err() {
		return nil, err
	}
	logFailure(ctx, set.log(), d.Name(), err)
	return Failure(sprintf(msgCommandFailed, d.Name())), nil
}

func logFailure(ctx context.Context, log *slog.Logger, command string, err error) {
	attrs := []slog.Attr{slog.String("command", command), slog.String("error", fmt.Sprint(err))}
	if panicked, ok := err.(*PanicError); ok { // not errors.As: the command's own error may not bear being looked into
		attrs = append(attrs, slog.String("stack", string(panicked.Stack)))
	}
	log.LogAttrs(ctx, slog.LevelError, msgLogFailed, attrs...)
}

// unwrapArguments takes the text out of arguments that came as a JSON string. A string that is not sound is left to the
// binder, which reports it.
func unwrapArguments(args []byte, limit int) []byte {
	if len(args)/maxEscape <= limit {
		if text, ok := stringText(args); ok {
			return text
		}
	}
	return args
}

// maxEscape is how many bytes one byte of text can take inside a JSON string.
const maxEscape = 6
