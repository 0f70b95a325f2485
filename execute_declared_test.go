// Commands that are executed by their type, and commands made of functions.

package jarvis_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type greet struct {
	Name string `jarvis:"name,required"`
}

func (greet) Spec() jarvis.Spec { return jarvis.Spec{Name: "greet"} }

func (g greet) Run(_ context.Context, req *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"message": "Hello " + g.Name + " " + req.User}), nil
}

type misdeclared struct {
	A string `jarvis:"a,requierd"`
	B int    `jarvis:"b" default:"x"`
}

func (*misdeclared) Spec() jarvis.Spec { return jarvis.Spec{} }
func (*misdeclared) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

func TestExecuteByType(t *testing.T) {
	resp, err := jarvis.Execute[greet](t.Context(), &jarvis.Request{User: "u"}, json.RawMessage(`{"name":"Ada"}`))
	require.NoError(t, err)
	assert.Equal(t, jarvis.Final(map[string]any{"message": "Hello Ada u"}), resp)
	_, err = jarvis.Execute[greet](t.Context(), nil, nil)
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, []string{"name"}, invalid.Missing())
	resp, err = jarvis.Execute[greet](t.Context(), nil, json.RawMessage(`{"name":5}`))
	require.NoError(t, err)
	assert.False(t, resp.Success)
	resp, err = jarvis.Execute[greet](t.Context(), nil, json.RawMessage(`{"name":"a","b":1}`), jarvis.IgnoreUnknown())
	require.NoError(t, err)
	assert.True(t, resp.Success)
	resp, err = jarvis.Execute[greet](t.Context(), nil, json.RawMessage(`"{\"name\":\"a\"}"`))
	require.NoError(t, err)
	assert.Equal(t, "Arguments must be an object, got string.", resp.ErrorDetails, "only Call unwraps a string")

	_, want := jarvis.Define(&misdeclared{})
	for range 2 {
		_, err = jarvis.Execute[misdeclared](t.Context(), nil, nil)
		assert.EqualError(t, err, want.Error())
		var mistake *jarvis.TagError
		assert.ErrorAs(t, err, &mistake)
		assert.Len(t, tagErrors(err), 3)
	}
}

// tagErrors returns all mistakes joined in an error.
func tagErrors(err error) (list []*jarvis.TagError) {
	switch e := err.(type) {
	case *jarvis.TagError:
		return []*jarvis.TagError{e}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			list = append(list, tagErrors(inner)...)
		}
	}
	return list
}

func TestNewAndFunc(t *testing.T) {
	var mistake *jarvis.TagError
	_, err := jarvis.New[string](jarvis.Spec{Name: "x"}, runNothing[string])
	assert.ErrorAs(t, err, &mistake)
	_, err = jarvis.New[*greet](jarvis.Spec{Name: "x"}, runNothing[*greet])
	assert.ErrorAs(t, err, &mistake)
	_, err = jarvis.New[greet](jarvis.Spec{Name: "x"}, nil)
	assert.ErrorAs(t, err, &mistake)
	_, err = jarvis.New(jarvis.Spec{}, runNothing[misdeclared])
	assert.Len(t, tagErrors(err), 3, "two fields and no name: %v", err)
	_, err = jarvis.Func(jarvis.Spec{Name: "x"}, nil, nil)
	assert.ErrorAs(t, err, &mistake)
	_, err = jarvis.Func(jarvis.Spec{Name: "a b"}, nil, runNothing[jarvis.Values])
	assert.ErrorAs(t, err, &mistake)

	none := mustFunc(t, "none", nil)
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(none))
	resp, err := reg.Execute(t.Context(), "none", nil, nil)
	require.NoError(t, err)
	assert.True(t, resp.Success)
	resp, err = reg.Execute(t.Context(), "none", nil, json.RawMessage(`{"a":1}`))
	require.NoError(t, err)
	assert.Equal(t, "Unknown parameter 'a'", resp.ErrorDetails)
	_, err = none.Run(t.Context(), &jarvis.Request{})
	assert.Error(t, err, "it has to be bound first")

	var seen jarvis.Values
	p := jarvis.NewParameters().RequiredInteger("n", "").OptionalString("s", "").Default("x").MustBuild()
	cmd, err := jarvis.Func(jarvis.Spec{Name: "f", Secrets: []jarvis.Secret{{Key: "K"}}}, p, func(_ context.Context, req *jarvis.Request, v jarvis.Values) (*jarvis.Response, error) {
		seen = v
		return jarvis.Success(v.Map()), nil
	})
	require.NoError(t, err)
	require.NoError(t, reg.Register(cmd))
	_, err = reg.Execute(t.Context(), "f", nil, json.RawMessage(`{"n":1}`))
	var missing *jarvis.MissingSecretsError
	require.ErrorAs(t, err, &missing, "secrets of the Spec are required too")
	resp, err = reg.Execute(t.Context(), "f", nil, json.RawMessage(`{"n":"1"}`), jarvis.WithSecrets(mapSecrets{"K": "v"}), jarvis.Lenient())
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": int64(1), "s": "x"}, resp.ContextData)
	assert.Equal(t, []jarvis.Coercion{{Param: "n", Path: "n", Got: `"1"`, Type: "int"}}, seen.Coercions())
	assert.True(t, seen.Given("n"))
	assert.False(t, seen.Given("s"))
}
