// What becomes of the command that is declared: copies, one definition for all goroutines, schemas computed once.

package jarvis_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// lamp is a command with everything that a copy has to keep, and everything that it must not.
type lamp struct {
	Level int                 `jarvis:"level"`
	Rooms []string            `jarvis:"rooms"`
	Extra point               `jarvis:"extra"`
	Token jarvis.SecretString `secret:"LAMP_TOKEN,optional"`
	Port  int                 `secret:"LAMP_PORT,optional,public"`

	Shared   *[]lamp // what Run was called on
	untagged string
	client   *int
}

func (l lamp) Spec() jarvis.Spec { return jarvis.Spec{Name: "lamp_" + l.untagged} }

func (l lamp) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	*l.Shared = append(*l.Shared, l)
	return jarvis.Success(nil), nil
}

func TestPrototypeOfEveryCall(t *testing.T) {
	client := 7
	var calls []lamp
	proto := lamp{Level: 3, Rooms: []string{"hall"}, Extra: point{X: 9}, Token: jarvis.NewSecretString("stale"), Port: 80,
		Shared: &calls, untagged: "hall", client: &client}
	for name, cmd := range map[string]jarvis.Command{"value": proto, "pointer": &proto} {
		t.Run(name, func(t *testing.T) {
			calls = nil
			r := jarvis.NewRegistry()
			require.NoError(t, r.Register(cmd))
			for _, args := range []string{`{}`, `{"level":5,"rooms":["bath"],"extra":{"x":1}}`, ``} {
				_, err := r.Execute(t.Context(), "lamp_hall", nil, json.RawMessage(args))
				require.NoError(t, err)
			}
			bare := lamp{Shared: &calls, untagged: "hall", client: &client}
			given := bare
			given.Level, given.Rooms, given.Extra = 5, []string{"bath"}, point{X: 1}
			assert.Equal(t, []lamp{bare, given, bare}, calls, "untagged fields survive, tagged ones are zeroed")
		})
	}
	assert.Equal(t, 3, proto.Level, "the command itself is left alone")
	assert.Equal(t, "stale", proto.Token.Reveal())
}

func TestDefineCopiesTheCommand(t *testing.T) {
	var before, after []lamp
	proto := &lamp{Shared: &before, untagged: "a"}
	r := jarvis.NewRegistry()
	require.NoError(t, r.Register(proto))
	proto.Shared, proto.untagged = &after, "b"
	_, err := r.Execute(t.Context(), "lamp_a", nil, nil)
	require.NoError(t, err)
	assert.Equal(t, []lamp{{Shared: &before, untagged: "a"}}, before)
	assert.Empty(t, after)
}

func TestDefineConcurrently(t *testing.T) {
	type inner struct {
		A string    `jarvis:"a" enum:"x,y" default:"x"`
		B []float64 `jarvis:"b" validate:"dive,gte=0"`
	}
	type input struct {
		Inner inner            `jarvis:"inner"`
		Many  []inner          `jarvis:"many"`
		Named map[string]inner `jarvis:"named"`
		At    time.Time        `jarvis:"at,refinable" description:"When"`
	}
	type wrong struct {
		Inner inner `jarvis:"inner,requierd"`
		Self  *int  `jarvis:"self" default:"x"`
	}
	const n = 50
	var wg sync.WaitGroup
	var schemas, tools, commands, mistakes [n]string
	for i := range n {
		wg.Go(func() {
			cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, input) (*jarvis.Response, error) { return nil, nil })
			if !assert.NoError(t, err) {
				return
			}
			d, err := jarvis.Define(cmd)
			if !assert.NoError(t, err) {
				return
			}
			schemas[i], tools[i], commands[i] = string(d.Schema()), string(d.OpenAITool()), string(d.CommandSchema())
			_, err = jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, wrong) (*jarvis.Response, error) { return nil, nil })
			mistakes[i] = err.Error()
		})
	}
	wg.Wait()
	for i := range n {
		assert.Equal(t, schemas[0], schemas[i])
		assert.Equal(t, tools[0], tools[i])
		assert.Equal(t, commands[0], commands[i])
		assert.Equal(t, "wrong.Inner: unknown option \"requierd\", did you mean \"required\"?\nwrong.Self: default \"x\" is not a valid int", mistakes[i])
	}
}

// still does nothing.
type still struct {
	Days int `jarvis:"days" default:"1"`
}

func (*still) Spec() jarvis.Spec { return jarvis.Spec{Name: "still"} }

func (*still) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func TestWarmAllocations(t *testing.T) {
	d := jarvis.MustDefine(&still{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, f := range map[string]func(){
		"Schema":        func() { d.Schema() },
		"OpenAITool":    func() { d.OpenAITool() },
		"CommandSchema": func() { d.CommandSchema() },
		"Execute up to the call": func() { // an ended context stops it behind the lookup of the definition
			_, _ = jarvis.Execute[still](ended, nil, nil)
		},
	} {
		assert.Zero(t, testing.AllocsPerRun(100, f), name)
	}
	_, err := jarvis.Execute[still](ended, nil, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestSchemaBytesAreComputedOnce(t *testing.T) {
	d := jarvis.MustDefine(&still{})
	for name, f := range map[string]func() json.RawMessage{
		"Schema": d.Schema, "OpenAITool": d.OpenAITool, "CommandSchema": d.CommandSchema, "Parameters": d.Parameters().Schema,
	} {
		assert.Same(t, &f()[0], &f()[0], name)
	}
	assert.Same(t, &d.Schema()[0], &d.Parameters().Schema()[0])
}

func TestMustDefine(t *testing.T) {
	assert.Equal(t, "still", jarvis.MustDefine(&still{}).Name())
	defer func() {
		err, ok := recover().(error)
		require.True(t, ok, "it panics with the error")
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
	}()
	jarvis.MustDefine(nil)
	t.Error("no panic")
}

// A struct is judged the same in whatever order the types that use it are defined.
func TestDefineInAnyOrder(t *testing.T) {
	type inner struct {
		User  string              `jarvis:"user"`
		Token jarvis.SecretString `secret:"TOKEN"`
	}
	type outerFirst struct {
		Inner inner `jarvis:"inner"`
	}
	const want = "inner.Token: secret tags belong to the command's own struct, not to a nested one"
	nested := func() error {
		_, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, outerFirst) (*jarvis.Response, error) { return nil, nil })
		return err
	}
	require.EqualError(t, nested(), want)
	assert.Len(t, defineInput[inner](t, jarvis.Spec{}).Secrets(), 1, "as a command of its own it is right")
	assert.EqualError(t, nested(), want)

	type other struct { // the same, but defined alone first
		User  string              `jarvis:"user"`
		Token jarvis.SecretString `secret:"TOKEN"`
	}
	type otherOuter struct {
		Inner other `jarvis:"inner"`
	}
	assert.Len(t, defineInput[other](t, jarvis.Spec{}).Secrets(), 1)
	_, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, otherOuter) (*jarvis.Response, error) { return nil, nil })
	assert.EqualError(t, err, "other.Token: secret tags belong to the command's own struct, not to a nested one")
}
