// Registry: registration, order, lookup, names that nobody has, and use from many goroutines.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func registryNames(r *jarvis.Registry) (names []string) {
	for d := range r.All() {
		names = append(names, d.Name())
	}
	return names
}

func TestRegistryKeepsOrder(t *testing.T) {
	reg := jarvis.NewRegistry()
	assert.Zero(t, reg.Len())
	assert.Empty(t, registryNames(reg))
	require.NoError(t, reg.Register())
	require.NoError(t, reg.Register(mustFunc(t, "zeta", nil), mustFunc(t, "alpha", nil)))
	require.NoError(t, reg.Register(&counter{}, mustFunc(t, "mid", nil)))
	assert.Equal(t, []string{"zeta", "alpha", "counter", "mid"}, registryNames(reg))
	assert.Equal(t, 4, reg.Len())
	var first []string
	for d := range reg.All() {
		if first = append(first, d.Name()); len(first) == 2 {
			break
		}
	}
	assert.Equal(t, []string{"zeta", "alpha"}, first)
	for d := range reg.All() { // the sequence is what was there when it began
		if d.Name() == "zeta" {
			require.NoError(t, reg.Register(mustFunc(t, "late", nil)))
		}
		assert.NotEqual(t, "late", d.Name())
	}
	d, ok := reg.Lookup("counter")
	require.True(t, ok)
	assert.Equal(t, "counter", d.Name())
	for _, name := range []string{"", "Counter", "counter ", "count"} {
		d, ok := reg.Lookup(name)
		assert.False(t, ok, name)
		assert.Nil(t, d, name)
	}
}

func TestRegisterIsAtomic(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustFunc(t, "taken", nil)))
	var nilCommand *counter
	err := reg.Register(mustFunc(t, "fine", nil), &misdeclared{}, mustFunc(t, "taken", nil), nil, mustNew(t, "twice", runNothing[greet]), nilCommand, &counter{}, mustFunc(t, "twice", nil), &twins{}, &panicSpec{})
	mistakes := tagErrors(err)
	require.Len(t, mistakes, 9)
	var places []string
	for _, m := range mistakes {
		places = append(places, m.Type+"."+m.Field)
	}
	assert.Equal(t, []string{
		"misdeclared.A", "misdeclared.B", "misdeclared.Spec.Name", "Func.Spec.Name", "Command.Spec", "counter.Spec", "Func.Spec.Name", "twins.B", "panicSpec.Spec",
	}, places, "all mistakes of all commands, in their order")
	assert.Equal(t, `a command named "taken" is already registered`, mistakes[3].Message)
	assert.Equal(t, `a command named "twice" is already registered`, mistakes[6].Message)
	assert.Equal(t, "Spec panicked: boom", mistakes[8].Message)
	assert.Equal(t, []string{"taken"}, registryNames(reg), "none is added")
	for _, name := range []string{"fine", "counter", "twice"} {
		_, ok := reg.Lookup(name)
		assert.False(t, ok, name)
	}
	require.NoError(t, reg.Register(mustFunc(t, "fine", nil)), "a name of a refused call is free")

	same := &counter{}
	assert.Len(t, tagErrors(reg.Register(same, same)), 1)
	require.NoError(t, reg.Register(same))
	assert.Len(t, tagErrors(reg.Register(same)), 1)
	assert.Equal(t, []string{"taken", "fine", "counter"}, registryNames(reg))
	assert.Panics(t, func() { reg.MustRegister(same) })
	assert.NotPanics(t, func() { reg.MustRegister(mustFunc(t, "new", nil)) })
}

type twins struct {
	A string `jarvis:"a"`
	B string `jarvis:"a"`
}

func (*twins) Spec() jarvis.Spec { return jarvis.Spec{Name: "twins"} }
func (*twins) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

type panicSpec struct{}

func (*panicSpec) Spec() jarvis.Spec { panic("boom") }
func (*panicSpec) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

// helper describes what the registry holds: its Spec reads the registry it is being added to.
type helper struct{ of *jarvis.Registry }

func (h *helper) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "help", Description: "Explains " + strings.Join(registryNames(h.of), ", ")}
}

func (*helper) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func TestSpecMayReadTheRegistry(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustFunc(t, "a", nil)))
	done := make(chan error, 1)
	go func() { done <- reg.Register(&helper{reg}) }()
	select {
	case err := <-done:
		require.NoError(t, err)
		d, _ := reg.Lookup("help")
		assert.Equal(t, "Explains a", d.Spec().Description)
	case <-time.After(5 * time.Second):
		require.Fail(t, "Register holds its lock while it calls Spec")
	}
}

func TestUnknownCommand(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustFunc(t, "get_weather", nil), mustFunc(t, "get_weathers", nil), mustFunc(t, "set_timer", nil), mustFunc(t, "play", nil)))
	for name, tt := range map[string]struct {
		near []string
		text string
	}{
		"get_wether":  {[]string{"get_weather", "get_weathers"}, "Unknown command 'get_wether'. Did you mean: get_weather, get_weathers?"},
		"Get_Weather": {[]string{"get_weather"}, "Unknown command 'Get_Weather'. Did you mean: get_weather?"},
		"paly":        {[]string{"play"}, "Unknown command 'paly'. Did you mean: play?"},
		"play_music":  {[]string{"play"}, "Unknown command 'play_music'. Did you mean: play? The commands are: get_weather, get_weathers, set_timer, play."},
		"order_pizza": {nil, "Unknown command 'order_pizza'. The commands are: get_weather, get_weathers, set_timer, play."},
		"":            {nil, "Unknown command ''. The commands are: get_weather, get_weathers, set_timer, play."},
		"a\nb":        {nil, `Unknown command 'a\nb'. The commands are: get_weather, get_weathers, set_timer, play.`},
	} {
		resp, err := reg.Execute(t.Context(), name, nil, nil)
		assert.Nil(t, resp, name)
		var unknown *jarvis.UnknownCommandError
		require.ErrorAs(t, err, &unknown, name)
		assert.Equal(t, name, unknown.Name)
		if name == "Get_Weather" {
			assert.Equal(t, "get_weather", unknown.Near[0])
		} else {
			assert.Equal(t, tt.near, unknown.Near, name)
			assert.EqualError(t, err, tt.text)
		}
		resp, err = reg.Call(t.Context(), nil, jarvis.Call{Name: name, Arguments: json.RawMessage(`nonsense`)})
		require.NoError(t, err, name)
		assert.Equal(t, jarvis.Failure(unknown.Error()), resp)
	}
	long := strings.Repeat("x", 100_000)
	resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: long})
	require.NoError(t, err)
	assert.Less(t, len(resp.ErrorDetails), 400)

	many := jarvis.NewRegistry()
	for i := range 100 {
		require.NoError(t, many.Register(mustFunc(t, fmt.Sprintf("command_%03d", i), nil)))
	}
	resp, err = many.Call(t.Context(), nil, jarvis.Call{Name: "comand_050"})
	require.NoError(t, err)
	assert.Equal(t, "Unknown command 'comand_050'. Did you mean: command_050, command_000, command_005?", resp.ErrorDetails, "nearest first, three at most")
	resp, err = many.Call(t.Context(), nil, jarvis.Call{Name: "pizza"})
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(resp.ErrorDetails, "Unknown command 'pizza'. The commands are: command_000, command_001, "), resp.ErrorDetails)
	assert.True(t, strings.HasSuffix(resp.ErrorDetails, ", command_019 and 80 more."), resp.ErrorDetails)
	resp, err = many.Call(t.Context(), nil, jarvis.Call{Name: "get_command_099_now"})
	require.NoError(t, err)
	assert.Equal(t, "Unknown command 'get_command_099_now'. Did you mean: command_099?", resp.ErrorDetails, "a word that one command alone has")
	resp, err = jarvis.NewRegistry().Call(t.Context(), nil, jarvis.Call{Name: "x"})
	require.NoError(t, err)
	assert.Equal(t, "Unknown command 'x'.", resp.ErrorDetails)
}

func TestCallOnNilRegistry(t *testing.T) {
	var reg *jarvis.Registry
	resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "x"})
	assert.Error(t, err)
	assert.Nil(t, resp)
}

func TestZeroRegistry(t *testing.T) {
	var reg jarvis.Registry
	require.NoError(t, reg.Register(&greet{}))
	resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "greet", Arguments: json.RawMessage(`{"name":"x"}`)})
	require.NoError(t, err)
	assert.True(t, resp.Success)
}

func TestRegistryIsSafeForConcurrentUse(t *testing.T) {
	reg := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.DiscardHandler)))
	var wg sync.WaitGroup
	var failed sync.Map
	for i := range 50 {
		wg.Go(func() {
			name := fmt.Sprintf("command_%02d", i)
			if err := reg.Register(mustFunc(t, name, nil)); err != nil {
				failed.Store(name, err)
			}
			if reg.Register(mustFunc(t, "contested", nil)) == nil {
				failed.Store(fmt.Sprint("contested ", i), errors.New("won"))
			}
			for range 20 {
				resp, err := reg.Call(context.Background(), nil, jarvis.Call{Name: name, Arguments: json.RawMessage(`"{}"`)})
				if err != nil || !resp.Success {
					failed.Store(name, err)
				}
				seen := map[string]bool{}
				for d := range reg.All() {
					if seen[d.Name()] {
						failed.Store(d.Name(), errors.New("twice"))
					}
					seen[d.Name()] = true
					d.Schema()
					d.OpenAITool()
					d.CommandSchema()
				}
				if !seen[name] || reg.Len() < len(seen) {
					failed.Store(name, errors.New("lost"))
				}
				_, _ = reg.Call(context.Background(), nil, jarvis.Call{Name: "comand_01"})
			}
		})
	}
	wg.Wait()
	winners := 0
	failed.Range(func(key, value any) bool {
		if strings.HasPrefix(key.(string), "contested") {
			winners++
			return true
		}
		assert.Fail(t, fmt.Sprint(key, value))
		return true
	})
	assert.Equal(t, 1, winners, "a name is given once")
	assert.Equal(t, 51, reg.Len())
}
