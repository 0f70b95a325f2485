// Execute and Call: the table of outcomes, from missing secrets to panics.

package jarvis_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// runNothing is the run function of a command that is only declared.
func runNothing[In any](context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// mapSecrets is a source whose keys are "KEY" or, for those of a user, "user/KEY".
type mapSecrets map[string]string

func (m mapSecrets) Lookup(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
	key := ref.Key
	if ref.Scope == jarvis.ScopeUser {
		key = ref.User + "/" + key
	}
	value, ok := m[key]
	return value, ok, nil
}

// sourceFunc is a secret source made of a function.
type sourceFunc func(context.Context, jarvis.SecretRef) (string, bool, error)

func (f sourceFunc) Lookup(ctx context.Context, ref jarvis.SecretRef) (string, bool, error) {
	return f(ctx, ref)
}

// probe is a command whose prototype carries what it does.
type probe struct {
	Mode   string              `jarvis:"mode,required" enum:"fast,slow"`
	Level  int                 `jarvis:"level,required"`
	Note   string              `jarvis:"note" default:"hi"`
	Sound  *loudness           `jarvis:"sound"`
	Token  jarvis.SecretString `secret:"TOKEN"`
	Region string              `secret:"REGION,public,optional"`

	does func(ctx context.Context, req *jarvis.Request, p *probe) (*jarvis.Response, error)
}

func (*probe) Spec() jarvis.Spec { return jarvis.Spec{Name: "probe"} }

func (p *probe) Run(ctx context.Context, req *jarvis.Request) (*jarvis.Response, error) {
	return p.does(ctx, req, p)
}

const probeArgs = `{"mode":"fast","level":3}`

// host is a registry with one command, and what it logs.
type host struct {
	*jarvis.Registry
	log *bytes.Buffer
	ran atomic.Int32
}

func newHost(t testing.TB, does func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error), opts ...jarvis.Option) *host {
	h := &host{log: &bytes.Buffer{}}
	opts = append([]jarvis.Option{jarvis.WithSecrets(mapSecrets{"TOKEN": "t"}), jarvis.WithLogger(slog.New(slog.NewTextHandler(h.log, nil)))}, opts...)
	h.Registry = jarvis.NewRegistry(opts...)
	require.NoError(t, h.Register(&probe{does: func(ctx context.Context, req *jarvis.Request, p *probe) (*jarvis.Response, error) {
		h.ran.Add(1)
		return does(ctx, req, p)
	}}))
	return h
}

func succeed(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"ok": true}), nil
}

func (h *host) call(ctx context.Context, args string, opts ...jarvis.Option) (*jarvis.Response, error) {
	return h.Call(ctx, nil, jarvis.Call{ID: "1", Name: "probe", Arguments: json.RawMessage(args)}, opts...)
}

func (h *host) execute(ctx context.Context, args string, opts ...jarvis.Option) (*jarvis.Response, error) {
	return h.Execute(ctx, "probe", nil, json.RawMessage(args), opts...)
}

func TestExecuteRuns(t *testing.T) {
	h := newHost(t, func(_ context.Context, req *jarvis.Request, p *probe) (*jarvis.Response, error) {
		assert.NotNil(t, req, "a nil request is an empty one")
		assert.Equal(t, jarvis.Request{}, *req)
		return jarvis.Success(map[string]any{"seen": fmt.Sprint(p.Mode, p.Level, p.Note, p.Sound, p.Token.Reveal(), p.Region)}), nil
	})
	for _, run := range []func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){h.execute, h.call} {
		resp, err := run(t.Context(), probeArgs)
		require.NoError(t, err)
		assert.Equal(t, jarvis.Success(map[string]any{"seen": "fast3hi<nil>t"}), resp)
	}
	assert.Empty(t, h.log.String())
}

func TestMissingSecrets(t *testing.T) {
	for name, source := range map[string]jarvis.SecretSource{
		"no source": nil, "empty source": mapSecrets{}, "empty value": mapSecrets{"TOKEN": ""}, "other scope": mapSecrets{"/TOKEN": "x", "REGION": "eu"},
	} {
		t.Run(name, func(t *testing.T) {
			coerced := 0
			h := newHost(t, succeed, jarvis.WithSecrets(source), jarvis.Lenient(), jarvis.OnCoercion(func(jarvis.Coercion) { coerced++ }))
			for _, args := range []string{probeArgs, `{}`, `not JSON`, `{"mode":"fast","level":"3","sound":"panic"}`} {
				resp, err := h.execute(t.Context(), args)
				assert.Nil(t, resp)
				var missing *jarvis.MissingSecretsError
				require.ErrorAs(t, err, &missing)
				assert.Equal(t, &jarvis.MissingSecretsError{Command: "probe", Keys: []string{"TOKEN"}}, missing)
				assert.EqualError(t, err, "Missing required secrets: TOKEN")

				resp, err = h.call(t.Context(), args)
				require.NoError(t, err)
				assert.Equal(t, jarvis.Failure("Missing required secrets: TOKEN"), resp)
			}
			assert.Zero(t, h.ran.Load(), "nothing else runs")
			assert.Zero(t, coerced)
			assert.Empty(t, h.log.String())
		})
	}
}

func TestMissingParameters(t *testing.T) {
	h := newHost(t, succeed)
	for args, prefix := range map[string]string{
		``: "Missing required params: mode, level", `{"mode":null,"level":1}`: "Missing required params: mode",
		`{"note":5,"x":1,"level":"a"}`: "Missing required params: mode\nParameter 'level' must be of type int", `{"mode":"slow","lvel":3}`: "Missing required params: level\nUnknown parameter 'lvel'. Did you mean 'level'?",
	} {
		resp, err := h.execute(t.Context(), args)
		assert.Nil(t, resp, args)
		var invalid *jarvis.ValidationError
		require.ErrorAs(t, err, &invalid, args)
		assert.Equal(t, "probe", invalid.Command)
		assert.Equal(t, prefix, err.Error()[:min(len(prefix), len(err.Error()))], args)

		resp, err = h.call(t.Context(), args)
		require.NoError(t, err, args)
		require.NotNil(t, resp.Validation)
		assert.Equal(t, invalid.Problems, resp.Validation.Problems)
		assert.Equal(t, invalid.Response().ErrorDetails, resp.ErrorDetails)
		assert.Equal(t, invalid.Response().ContextData, resp.ContextData)
	}
	assert.Zero(t, h.ran.Load())
	assert.Empty(t, h.log.String())
}

func TestInvalidValues(t *testing.T) {
	h := newHost(t, succeed)
	for args, details := range map[string]string{
		`{"mode":"x","level":1}`:                   "Invalid value 'x' for 'mode'. Must be one of: fast, slow",
		`{"mode":"fast","level":1.5,"y":2}`:        "Parameter 'level' must be of type int\nUnknown parameter 'y'",
		`{"mode":"fast","level":1,"sound":"loud"}`: "Parameter 'sound' must be of type string",
		`[]`:                    "Arguments must be an object, got array.",
		`{"mode":`:              "Arguments are not valid JSON: the text ends too early at byte 8.",
		`{"level":1,"level":2}`: `Arguments are not valid JSON: the key "level" is repeated at byte 11.`,
	} {
		for _, run := range []func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){h.execute, h.call} {
			resp, err := run(t.Context(), args)
			require.NoError(t, err, args)
			assert.False(t, resp.Success, args)
			assert.False(t, resp.WaitForInput, args)
			assert.Equal(t, details, resp.ErrorDetails, args)
			assert.Equal(t, true, resp.ContextData["_validation_error"], args)
			assert.Len(t, resp.ContextData["errors"], len(strings.Split(details, "\n")), args)
		}
	}
	assert.Zero(t, h.ran.Load())
	assert.Empty(t, h.log.String())
}

var errOwn = errors.New("the database password is hunter2")

// What goes wrong in a command's own code is an error of Execute; Call answers with a fixed text and logs it.
func TestCommandFails(t *testing.T) {
	inner := &jarvis.ValidationError{Problems: []jarvis.Problem{{Kind: jarvis.ProblemSyntax, Want: "hunter2"}}}
	for name, tt := range map[string]struct {
		does   func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error)
		is     error
		logged string
	}{
		"error": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) { return nil, errOwn }, errOwn, "hunter2"},
		"error beside a response": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
			return jarvis.Success(nil), errOwn
		}, errOwn, "hunter2"},
		"wrapped error": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
			return nil, fmt.Errorf("x: %w", errOwn)
		}, errOwn, "hunter2"},
		"nil response":             {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) { return nil, nil }, nil, "neither a response nor an error"},
		"its own validation error": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) { return nil, inner }, inner, "hunter2"},
		"its own missing secrets": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
			return nil, &jarvis.MissingSecretsError{Keys: []string{"hunter2"}}
		}, nil, "hunter2"},
		"its own deadline": {func(ctx context.Context, _ *jarvis.Request, _ *probe) (*jarvis.Response, error) {
			ctx, stop := context.WithTimeout(ctx, 0)
			defer stop()
			<-ctx.Done()
			return nil, ctx.Err()
		}, context.DeadlineExceeded, "deadline"},
		"bad button": {func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
			return jarvis.Success(nil, jarvis.WithActions(jarvis.Button{Text: "OK", Action: "ok", Type: "primary"}, jarvis.Button{Text: "hunter2", Type: "blue"})), nil
		}, nil, "button 2"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, tt.does)
			resp, err := h.execute(t.Context(), probeArgs)
			assert.Nil(t, resp)
			var own *jarvis.CommandError
			require.ErrorAs(t, err, &own)
			assert.Same(t, own, err, "wrapped once, outermost")
			assert.Equal(t, "probe", own.Command)
			assert.True(t, strings.HasPrefix(err.Error(), `command "probe": `), err.Error())
			if tt.is != nil {
				assert.ErrorIs(t, err, tt.is)
			}
			assert.Empty(t, h.log.String(), "Execute returns errors and logs none")

			resp, err = h.call(t.Context(), probeArgs)
			require.NoError(t, err)
			assert.Equal(t, jarvis.Failure("The command 'probe' failed."), resp)
			assert.Contains(t, h.log.String(), tt.logged)
			assert.Contains(t, h.log.String(), "command=probe")
			assert.Contains(t, h.log.String(), "level=ERROR")
			assert.Equal(t, 1, strings.Count(h.log.String(), "\n"))
		})
	}
}

func TestResponseWithDetailsIsAFailure(t *testing.T) {
	h := newHost(t, func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
		return &jarvis.Response{Success: true, ErrorDetails: "no such room", WaitForInput: true}, nil
	})
	for _, run := range []func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){h.execute, h.call} {
		resp, err := run(t.Context(), probeArgs)
		require.NoError(t, err)
		assert.Equal(t, &jarvis.Response{ErrorDetails: "no such room", WaitForInput: true}, resp)
	}
}

func TestPanics(t *testing.T) {
	type panicky struct {
		Warm *warmth `jarvis:"warm"`
	}
	even := jarvis.NewParameters().OptionalInteger("n", "").Check(func(v any) bool { panic(errOwn) }, "m").MustBuild()
	reg := jarvis.NewRegistry(jarvis.WithSecrets(mapSecrets{"TOKEN": "t"}))
	boom := func(value any) *probe {
		return &probe{does: func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) { panic(value) }}
	}
	for _, cmd := range []jarvis.Command{
		named(t, "run_text", boom("hunter2")), named(t, "run_error", boom(errOwn)), named(t, "run_nil", boom(nil)),
		named(t, "run_bounds", &probe{does: func(_ context.Context, _ *jarvis.Request, p *probe) (*jarvis.Response, error) {
			return nil, []error{}[len(p.Mode)]
		}}),
		named(t, "text", boom("never reached")),
		mustNew(t, "json", runNothing[panicky]),
		mustFunc(t, "check", even),
	} {
		require.NoError(t, reg.Register(cmd))
	}
	for name, tt := range map[string]struct {
		args string
		is   error
	}{
		"run_text": {probeArgs, nil}, "run_error": {probeArgs, errOwn}, "run_nil": {probeArgs, nil}, "run_bounds": {probeArgs, nil},
		"text": {`{"mode":"fast","level":1,"sound":"panic"}`, nil}, "json": {`{"warm":{"C":-400}}`, nil}, "check": {`{"n":1}`, errOwn},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // a panic leaves nothing behind
				resp, err := reg.Execute(t.Context(), name, nil, json.RawMessage(tt.args))
				assert.Nil(t, resp)
				var panicked *jarvis.PanicError
				require.ErrorAs(t, err, &panicked)
				assert.Equal(t, name, panicked.Command)
				assert.NotNil(t, panicked.Value)
				where := cmp.Or(map[string]string{"text": ".UnmarshalText(", "json": ".UnmarshalJSON("}[name], ".TestPanics.")
				assert.Contains(t, string(panicked.Stack), where, "the frame that panicked")
				assert.Contains(t, err.Error(), fmt.Sprint(panicked.Value))
				assert.NotContains(t, err.Error(), "goroutine")
				if tt.is != nil {
					assert.ErrorIs(t, err, tt.is)
				}
				var log bytes.Buffer
				resp, err = reg.Call(t.Context(), nil, jarvis.Call{Name: name, Arguments: json.RawMessage(tt.args)}, jarvis.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
				require.NoError(t, err)
				assert.Equal(t, jarvis.Failure("The command '"+name+"' failed."), resp)
				assert.Contains(t, log.String(), "panicked")
				assert.Contains(t, log.String(), "stack=")
			}
		})
	}
	resp, err := reg.Execute(t.Context(), "check", nil, nil)
	require.NoError(t, err)
	assert.True(t, resp.Success)
}

// renamed is a probe under another name.
type renamed struct {
	probe
	name string
}

func (r *renamed) Spec() jarvis.Spec { return jarvis.Spec{Name: r.name} }

func named(_ *testing.T, name string, p *probe) jarvis.Command { return &renamed{*p, name} }

func mustNew[In any](t testing.TB, name string, run func(context.Context, *jarvis.Request, In) (*jarvis.Response, error)) jarvis.Command {
	cmd, err := jarvis.New(jarvis.Spec{Name: name}, run)
	require.NoError(t, err)
	return cmd
}

func mustFunc(t testing.TB, name string, p *jarvis.Parameters) jarvis.Command {
	cmd, err := jarvis.Func(jarvis.Spec{Name: name}, p, runNothing[jarvis.Values])
	require.NoError(t, err)
	return cmd
}
