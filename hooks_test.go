// Hooks of struct commands and of commands made by New and Func: the commands under test, and PreRoute.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// hookInput is what the commands under test take: a parameter of every kind, and secrets of both scopes.
type hookInput struct {
	Mode  string            `jarvis:"mode,required" enum:"fast,slow"`
	Level int               `jarvis:"level" default:"1" validate:"gte=0,lte=10"`
	Note  string            `jarvis:"note" default:"hi"`
	Text  *string           `jarvis:"text"`
	Big   *int64            `jarvis:"big"`
	Ratio *float64          `jarvis:"ratio"`
	On    *bool             `jarvis:"on"`
	Day   *jarvis.Date      `jarvis:"day"`
	At    *time.Time        `jarvis:"at"`
	Clock *jarvis.TimeOfDay `jarvis:"clock"`
	Wait  *time.Duration    `jarvis:"wait"`
	Tags  []string          `jarvis:"tags"`
	Nums  []int64           `jarvis:"nums" enum:"1,2,3"`
	Extra map[string]any    `jarvis:"extra"`
	Place *hookPlace        `jarvis:"place"`

	Token jarvis.SecretString `secret:"TOKEN"`
	Mine  jarvis.SecretString `secret:"MINE,user,optional"`
	Via   string              `secret:"VIA,public,optional"`

	calls int
}

type hookPlace struct {
	City string `jarvis:"city,required"`
	Zip  *int64 `jarvis:"zip"`
}

// hookParameters declares for Func what hookInput does.
func hookParameters() *jarvis.Parameters {
	place := jarvis.NewParameters().RequiredString("city", "").OptionalInteger("zip", "").MustBuild()
	return jarvis.NewParameters().RequiredEnum("mode", "", "fast", "slow").OptionalInteger("level", "").Default("1").Validate("gte=0,lte=10").
		OptionalString("note", "").Default("hi").OptionalString("text", "").OptionalInteger("big", "").OptionalNumber("ratio", "").
		OptionalBoolean("on", "").OptionalDate("day", "").OptionalDatetime("at", "").OptionalTime("clock", "").OptionalTimedelta("wait", "").
		OptionalStringArray("tags", "").OptionalArray("nums", "int", "").Enum("1", "2", "3").OptionalDict("extra", "").OptionalObject("place", "", place).MustBuild()
}

// hookView is what a hook finds in its command, in the same form for all ways to make one.
type hookView struct {
	args             map[string]any // as JSON, numbers exact
	types            string         // the Go types in Values
	token, mine, via string
}

func viewOf(in any) hookView {
	raw, err := jarvis.Args{"in": in}.JSON()
	if err != nil {
		panic(err)
	}
	object, err := jarvis.Object(raw)
	if err != nil {
		panic(err)
	}
	view := hookView{args: object["in"].(map[string]any)}
	switch in := in.(type) {
	case hookInput:
		view.token, view.mine, view.via = in.Token.Reveal(), in.Mine.Reveal(), in.Via
	case jarvis.Values:
		view.token, view.mine, view.via = in.Secret("TOKEN").Reveal(), in.Secret("MINE").Reveal(), in.Secret("VIA").Reveal()
		for name, value := range in.All() {
			view.types += fmt.Sprintf("%s %T, ", name, value)
		}
	}
	return view
}

// hookDoes is what a command under test does. For New and Func a nil field is no hook; the struct has all methods, which then
// do what no hook does.
type hookDoes struct {
	auth    *jarvis.Authentication
	secrets []jarvis.Secret

	preRoute    func(ctx context.Context, utterance string) *jarvis.Route
	postProcess func(ctx context.Context, req *jarvis.Request, args jarvis.Args) error
	validate    func(ctx context.Context, req *jarvis.Request, in hookView) ([]jarvis.ValidationResult, error)
	action      func(ctx context.Context, req *jarvis.Request, in hookView, action string, data map[string]any) (*jarvis.Response, error)
	required    func(in hookView) []string
	store       func(ctx context.Context, req *jarvis.Request, in hookView, values map[string]jarvis.SecretString) error
	refresh     func(ctx context.Context, req *jarvis.Request, in hookView) error
	initialize  func(ctx context.Context, in hookView) (map[string]any, error)
	run         func(ctx context.Context, req *jarvis.Request, in hookView) (*jarvis.Response, error)
}

func (d *hookDoes) runs(ctx context.Context, req *jarvis.Request, in hookView) (*jarvis.Response, error) {
	if d.run == nil {
		return jarvis.Success(in.args), nil
	}
	return d.run(ctx, req, in)
}

// hookCommand is the struct among the commands under test.
type hookCommand struct {
	hookInput
	name string
	does hookDoes
}

func (c *hookCommand) Spec() jarvis.Spec {
	return jarvis.Spec{Name: c.name, Authentication: c.does.auth, Secrets: c.does.secrets}
}

func (c *hookCommand) Run(ctx context.Context, req *jarvis.Request) (*jarvis.Response, error) {
	return c.does.runs(ctx, req, viewOf(c.hookInput))
}

func (c *hookCommand) PreRoute(ctx context.Context, utterance string) *jarvis.Route {
	if c.does.preRoute == nil {
		return nil
	}
	return c.does.preRoute(ctx, utterance)
}

func (c *hookCommand) PostProcess(ctx context.Context, req *jarvis.Request, args jarvis.Args) error {
	if c.does.postProcess == nil {
		return nil
	}
	return c.does.postProcess(ctx, req, args)
}

func (c *hookCommand) Validate(ctx context.Context, req *jarvis.Request) ([]jarvis.ValidationResult, error) {
	if c.does.validate == nil {
		return nil, nil
	}
	return c.does.validate(ctx, req, viewOf(c.hookInput))
}

func (c *hookCommand) HandleAction(ctx context.Context, req *jarvis.Request, action string, data map[string]any) (*jarvis.Response, error) {
	if c.does.action == nil {
		return nil, nil
	}
	return c.does.action(ctx, req, unboundView(c.hookInput), action, data)
}

func (c *hookCommand) RequiredSecrets() []string {
	if c.does.required == nil {
		return []string{"TOKEN"}
	}
	return c.does.required(unboundView(c.hookInput))
}

func (c *hookCommand) StoreAuth(ctx context.Context, req *jarvis.Request, values map[string]jarvis.SecretString) error {
	if c.does.store == nil {
		return nil
	}
	return c.does.store(ctx, req, unboundView(c.hookInput), values)
}

func (c *hookCommand) RefreshToken(ctx context.Context, req *jarvis.Request) error {
	if c.does.refresh == nil {
		return nil
	}
	return c.does.refresh(ctx, req, unboundView(c.hookInput))
}

func (c *hookCommand) Initialize(ctx context.Context, _ *jarvis.Request) (map[string]any, error) {
	if c.does.initialize == nil {
		return nil, nil
	}
	return c.does.initialize(ctx, unboundView(c.hookInput))
}

// unboundView leaves the three out that are never nil in a struct, if they are zero: without arguments there are no defaults.
func unboundView(in any) hookView {
	view := viewOf(in)
	for name, zero := range map[string]any{"mode": "", "level": json.Number("0"), "note": ""} {
		if view.args[name] == zero {
			delete(view.args, name)
		}
	}
	return view
}

// hookForm makes a command under test in one of the three ways.
type hookForm func(name string, does hookDoes) jarvis.Command

// eachForm runs a test for struct commands and for those of New and Func.
func eachForm(t *testing.T, test func(t *testing.T, form hookForm)) {
	own := []jarvis.Secret{{Key: "TOKEN"}, {Key: "MINE", Scope: jarvis.ScopeUser, Optional: true}, {Key: "VIA", Public: true, Optional: true}}
	t.Run("struct", func(t *testing.T) {
		test(t, func(name string, does hookDoes) jarvis.Command { return &hookCommand{name: name, does: does} })
	})
	t.Run("New", func(t *testing.T) {
		test(t, func(name string, does hookDoes) jarvis.Command {
			spec := jarvis.Spec{Name: name, Authentication: does.auth, Secrets: does.secrets}
			return jarvis.MustNew(spec, func(ctx context.Context, req *jarvis.Request, in hookInput) (*jarvis.Response, error) {
				return does.runs(ctx, req, viewOf(in))
			}, hooksOf[hookInput](does))
		})
	})
	t.Run("Func", func(t *testing.T) {
		test(t, func(name string, does hookDoes) jarvis.Command {
			spec := jarvis.Spec{Name: name, Authentication: does.auth, Secrets: append(own, does.secrets...)}
			return jarvis.MustFunc(spec, hookParameters(), func(ctx context.Context, req *jarvis.Request, in jarvis.Values) (*jarvis.Response, error) {
				return does.runs(ctx, req, viewOf(in))
			}, hooksOf[jarvis.Values](does))
		})
	})
}

func hooksOf[In any](does hookDoes) jarvis.Hooks[In] {
	hooks := jarvis.Hooks[In]{PreRoute: does.preRoute, PostProcess: does.postProcess}
	if does.validate != nil {
		hooks.Validate = func(ctx context.Context, req *jarvis.Request, in In) ([]jarvis.ValidationResult, error) {
			return does.validate(ctx, req, viewOf(in))
		}
	}
	if does.action != nil {
		hooks.HandleAction = func(ctx context.Context, req *jarvis.Request, in In, action string, data map[string]any) (*jarvis.Response, error) {
			return does.action(ctx, req, unboundView(in), action, data)
		}
	}
	if does.required != nil {
		hooks.RequiredSecrets = func(in In) []string { return does.required(unboundView(in)) }
	}
	if does.store != nil {
		hooks.StoreAuth = func(ctx context.Context, req *jarvis.Request, in In, values map[string]jarvis.SecretString) error {
			return does.store(ctx, req, unboundView(in), values)
		}
	}
	if does.refresh != nil {
		hooks.RefreshToken = func(ctx context.Context, req *jarvis.Request, in In) error {
			return does.refresh(ctx, req, unboundView(in))
		}
	}
	if does.initialize != nil {
		hooks.Initialize = func(ctx context.Context, _ *jarvis.Request, in In) (map[string]any, error) {
			return does.initialize(ctx, unboundView(in))
		}
	}
	return hooks
}

// hookHost is a registry of commands under test, and what it logs.
type hookHost struct {
	*jarvis.Registry
	log *bytes.Buffer
}

func newHookHost(t testing.TB, cmds ...jarvis.Command) *hookHost {
	log := &bytes.Buffer{}
	h := &hookHost{jarvis.NewRegistry(jarvis.WithSecrets(mapSecrets{"TOKEN": "t"}), jarvis.WithLogger(slog.New(slog.NewTextHandler(log, nil)))), log}
	require.NoError(t, h.Register(cmds...))
	return h
}

func (h *hookHost) call(ctx context.Context, args string, opts ...jarvis.Option) (*jarvis.Response, error) {
	return h.Call(ctx, nil, jarvis.Call{Name: "hooked", Arguments: json.RawMessage(args)}, opts...)
}

func (h *hookHost) execute(ctx context.Context, args string, opts ...jarvis.Option) (*jarvis.Response, error) {
	return h.Execute(ctx, "hooked", nil, json.RawMessage(args), opts...)
}

// requireFixedText asserts that a failure of the command's own code is kept from the model and told to the host, once.
func (h *hookHost) requireFixedText(t *testing.T, resp *jarvis.Response, err error, logged ...string) {
	t.Helper()
	require.NoError(t, err)
	assert.Equal(t, jarvis.Failure("The command 'hooked' failed."), resp)
	for _, text := range append(logged, "command=hooked", "level=ERROR") {
		assert.Contains(t, h.log.String(), text)
	}
	assert.Equal(t, 1, strings.Count(h.log.String(), "\n"))
	h.log.Reset()
}

func TestPreRoute(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		asked := ""
		routes := func(name string, words string, route *jarvis.Route) jarvis.Command {
			return form(name, hookDoes{preRoute: func(ctx context.Context, utterance string) *jarvis.Route {
				asked += name + " "
				if ctx == nil || !strings.Contains(words, utterance) {
					return nil
				}
				return route
			}})
		}
		own := &jarvis.Route{Command: "elsewhere", Arguments: jarvis.Args{"mode": "slow", "wait": 90 * time.Second}, SpokenResponse: "Paused."}
		second := &jarvis.Route{Arguments: jarvis.Args{"mode": "fast"}}
		h := newHookHost(t, &greet{}, form("silent", hookDoes{}), routes("first", "pause", own), form("broken", hookDoes{preRoute: func(context.Context, string) *jarvis.Route {
			asked += "broken "
			panic(errOwn)
		}}), routes("second", "pause play", second), routes("empty", "next", &jarvis.Route{}))

		route, ok := h.PreRoute(t.Context(), "pause")
		require.True(t, ok)
		assert.Equal(t, &jarvis.Route{Command: "first", Arguments: own.Arguments, SpokenResponse: "Paused."}, route, "of two that know it the first registered")
		assert.Equal(t, "elsewhere", own.Command, "the author's route is not changed")
		assert.Equal(t, "first ", asked, "later ones are not asked")
		assert.Empty(t, h.log.String())
		args, err := route.Arguments.JSON()
		require.NoError(t, err)
		resp, err := h.Execute(t.Context(), route.Command, nil, args)
		require.NoError(t, err)
		assert.Equal(t, "PT1M30S", resp.ContextData["wait"], "Execute runs the route")

		asked = ""
		route, ok = h.PreRoute(t.Context(), "play")
		require.True(t, ok)
		assert.Equal(t, "second", route.Command)
		assert.Equal(t, "first broken second ", asked)
		assert.Contains(t, h.log.String(), "hunter2")
		assert.Contains(t, h.log.String(), "command=broken")
		assert.Contains(t, h.log.String(), "stack=")
		assert.Equal(t, 1, strings.Count(h.log.String(), "\n"))

		route, ok = h.PreRoute(t.Context(), "next")
		require.True(t, ok, "a route without arguments is one")
		assert.Equal(t, &jarvis.Route{Command: "empty"}, route)
		for _, utterance := range []string{"stop", "Pause"} {
			route, ok = h.PreRoute(t.Context(), utterance)
			assert.False(t, ok, utterance)
			assert.Nil(t, route, "it is for a model")
		}

		asked = ""
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		route, ok = h.PreRoute(ctx, "pause")
		assert.False(t, ok)
		assert.Nil(t, route)
		assert.Empty(t, asked)
	})
}

func TestPreRouteStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	h := newHookHost(t, &hookCommand{name: "slow", does: hookDoes{preRoute: func(context.Context, string) *jarvis.Route { cancel(); return nil }}},
		&hookCommand{name: "next", does: hookDoes{preRoute: func(context.Context, string) *jarvis.Route { asked++; return &jarvis.Route{} }}})
	_, ok := h.PreRoute(ctx, "pause")
	assert.False(t, ok)
	assert.Zero(t, asked)
}

// early is a command whose hooks before binding look at the command itself, and try to leave something in it.
type early struct {
	hookInput
	saw *[]hookInput
}

func (e *early) Spec() jarvis.Spec { return jarvis.Spec{Name: "hooked"} }

func (e *early) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	*e.saw = append(*e.saw, hookInput{Note: e.Note, Token: e.Token, calls: e.calls})
	return jarvis.Success(nil), nil
}

func (e *early) leave() {
	*e.saw = append(*e.saw, e.hookInput)
	e.Note, e.Tags, e.Token, e.calls = "left behind", []string{"left behind"}, jarvis.NewSecretString("left behind"), e.calls+1
}

func (e *early) PreRoute(context.Context, string) *jarvis.Route { e.leave(); return nil }

func (e *early) PostProcess(context.Context, *jarvis.Request, jarvis.Args) error {
	e.leave()
	return nil
}

func TestEarlyHooksSeeNothing(t *testing.T) {
	var saw []hookInput
	h := newHookHost(t, &early{hookInput{Note: "proto", Tags: []string{"proto"}, Token: jarvis.NewSecretString("proto"), Via: "proto", calls: 7}, &saw})
	for range 2 {
		saw = nil
		_, ok := h.PreRoute(t.Context(), "pause")
		assert.False(t, ok)
		resp, err := h.call(t.Context(), `{"mode":"fast"}`)
		require.NoError(t, err)
		require.True(t, resp.Success, resp.Report())
		require.Len(t, saw, 3)
		assert.Equal(t, []hookInput{{calls: 7}, {calls: 7}}, saw[:2], "neither arguments nor secrets, and no trace of another hook")
		assert.Equal(t, []any{"hi", "t", 7}, []any{saw[2].Note, saw[2].Token.Reveal(), saw[2].calls}, "nor does Run find one")
	}
}
