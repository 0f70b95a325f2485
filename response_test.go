// Responses: their constructors and options, Invalid, Object and buttons.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestResponseConstructors(t *testing.T) {
	data := map[string]any{"a": 1}
	for name, tt := range map[string]struct{ got, want *jarvis.Response }{
		"success":      {jarvis.Success(data), &jarvis.Response{Success: true, ContextData: data, WaitForInput: true}},
		"success, nil": {jarvis.Success(nil), &jarvis.Response{Success: true, WaitForInput: true}},
		"failure":      {jarvis.Failure("why"), &jarvis.Response{ErrorDetails: "why"}},
		"follow up":    {jarvis.FollowUp(data), &jarvis.Response{Success: true, ContextData: data, WaitForInput: true}},
		"final":        {jarvis.Final(data), &jarvis.Response{Success: true, ContextData: data}},
		"chunked":      {jarvis.Chunked("s1", data), &jarvis.Response{Success: true, ContextData: data, WaitForInput: true, IsChunkedResponse: true, ChunkSessionID: "s1"}},
		"nil option":   {jarvis.Final(nil, nil), &jarvis.Response{Success: true}},
		"options": {
			jarvis.Failure("why", jarvis.WithContextData(data), jarvis.WithMetadata(map[string]any{"m": 2}), jarvis.WithWaitForInput(true), jarvis.WithClearHistory(), jarvis.WithActions(jarvis.Button{Text: "x"}), jarvis.WithActions(jarvis.Button{Text: "y"})),
			&jarvis.Response{ErrorDetails: "why", ContextData: data, Metadata: map[string]any{"m": 2}, WaitForInput: true, ClearHistory: true, Actions: []jarvis.Button{{Text: "x"}, {Text: "y"}}},
		},
		"no waiting":            {jarvis.Success(nil, jarvis.WithWaitForInput(false)), &jarvis.Response{Success: true}},
		"message in no context": {jarvis.Final(nil, jarvis.WithMessage("hello")), &jarvis.Response{Success: true, ContextData: map[string]any{"message": "hello"}}},
		"message replaced":      {jarvis.Final(nil, jarvis.WithMessage("a"), jarvis.WithMessage("b")), &jarvis.Response{Success: true, ContextData: map[string]any{"message": "b"}}},
	} {
		assert.Equal(t, tt.want, tt.got, name)
	}
	resp := jarvis.Final(map[string]any{"a": 1}, jarvis.WithMessage("hello"))
	assert.Equal(t, map[string]any{"a": 1, "message": "hello"}, resp.ContextData)
}

// An option belongs to one response: data that the caller holds, and may share between calls, stays as it is.
func TestWithMessageLeavesSharedDataAlone(t *testing.T) {
	shared := map[string]any{"a": 1}
	jarvis.Success(shared, jarvis.WithMessage("for Ada"))
	assert.Equal(t, map[string]any{"a": 1}, shared)
}

func TestInvalid(t *testing.T) {
	for name, tt := range map[string]struct {
		results []jarvis.ValidationResult
		details string
		errors  []jarvis.RefusedArgument
	}{
		"none":          {nil, "", []jarvis.RefusedArgument{}},
		"all succeeded": {[]jarvis.ValidationResult{{Success: true, ParamName: "a", Message: "m"}}, "", []jarvis.RefusedArgument{}},
		"several": {
			[]jarvis.ValidationResult{
				{ParamName: "a", CommandName: "c", Message: "bad a", ValidValues: []string{"x", "y"}}, {ParamName: "b"}, {Success: true, ParamName: "c"},
				{ParamName: "d", Message: "bad\nd", SuggestedValue: 5, ValidValues: []string{}}, {Message: "whole"},
			},
			"bad a\nbad\nd\nwhole",
			[]jarvis.RefusedArgument{
				{Param: "a", Message: "bad a", ValidValues: []string{"x", "y"}}, {Param: "b"},
				{Param: "d", Message: "bad\nd", ValidValues: []string{}}, {Message: "whole"},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			resp := jarvis.Invalid(tt.results...)
			assert.Equal(t, jarvis.Failure(tt.details, jarvis.WithContextData(map[string]any{"_validation_error": true, "errors": tt.errors})), resp)
		})
	}
	raw, err := json.Marshal(jarvis.Invalid(jarvis.ValidationResult{ParamName: "a", Message: "m"}).ContextData)
	require.NoError(t, err)
	assert.JSONEq(t, `{"_validation_error":true,"errors":[{"param":"a","message":"m","valid_values":null}]}`, string(raw))
}

func TestObject(t *testing.T) {
	type inner struct {
		N int64  `json:"n"`
		S string `json:"s,omitempty"`
	}
	got, err := jarvis.Object(inner{N: 1<<53 + 1})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": json.Number("9007199254740993")}, got)
	got, err = jarvis.Object(&inner{S: "<&>"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": json.Number("0"), "s": "<&>"}, got)
	got, err = jarvis.Object(map[string]int{"a": 1})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": json.Number("1")}, got)
	for name, v := range map[string]any{"list": []int{1}, "text": "x", "number": 5, "channel": make(chan int), "NaN": map[string]any{"x": math.NaN()}} {
		got, err := jarvis.Object(v)
		assert.Error(t, err, name)
		assert.Nil(t, got, name)
	}
	_, err = jarvis.Object(map[string]any{"f": func() {}})
	var unsupported *json.UnsupportedTypeError
	assert.True(t, errors.As(err, &unsupported))
}

// null is no JSON object: what a forgotten pointer encodes to must not pass for an empty answer.
func TestObjectOfNull(t *testing.T) {
	for name, v := range map[string]any{"nil": nil, "nil pointer": (*jarvis.Button)(nil), "nil map": map[string]int(nil)} {
		got, err := jarvis.Object(v)
		assert.Error(t, err, name)
		assert.Nil(t, got, name)
	}
}

func TestButtonCheck(t *testing.T) {
	for name, tt := range map[string]struct {
		button jarvis.Button
		wrong  int
	}{
		"primary":     {jarvis.Button{Text: "Send", Action: "send_click", Type: jarvis.ButtonPrimary, Icon: "send"}, 0},
		"secondary":   {jarvis.Button{Text: "Edit", Action: "edit", Type: jarvis.ButtonSecondary}, 0},
		"destructive": {jarvis.Button{Text: "Delete", Action: "delete", Type: jarvis.ButtonDestructive}, 0},
		"no text":     {jarvis.Button{Action: "a", Type: "primary"}, 1},
		"blank text":  {jarvis.Button{Text: " \t", Action: "a", Type: "primary"}, 1},
		"no action":   {jarvis.Button{Text: "a", Type: "primary"}, 1},
		"no type":     {jarvis.Button{Text: "a", Action: "a"}, 1},
		"other type":  {jarvis.Button{Text: "a", Action: "a", Type: "Primary"}, 1},
		"nothing":     {jarvis.Button{}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			err := tt.button.Check()
			if tt.wrong == 0 {
				assert.NoError(t, err)
				return
			}
			require.Error(t, err)
			assert.Len(t, strings.Split(err.Error(), "\n"), tt.wrong, "all at once: %v", err)
		})
	}
}

// A command may answer every call with the same response.
func TestSharedResponses(t *testing.T) {
	shared := jarvis.Failure("The shop is closed.")
	wrong := &jarvis.Response{Success: true, ErrorDetails: "No."}
	registry := jarvis.NewRegistry()
	registry.MustRegister(
		jarvis.MustFunc(jarvis.Spec{Name: "shared"}, nil, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return shared, nil }),
		jarvis.MustFunc(jarvis.Spec{Name: "wrong"}, nil, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return wrong, nil }))
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			resp, err := registry.Execute(context.Background(), "shared", nil, nil)
			assert.NoError(t, err)
			assert.Same(t, shared, resp)
			resp, err = registry.Execute(context.Background(), "wrong", nil, nil)
			assert.NoError(t, err)
			assert.False(t, resp.Success)
		})
	}
	group.Wait()
	assert.True(t, wrong.Success, "the command's own response is not changed")
}
