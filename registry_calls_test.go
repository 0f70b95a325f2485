// Tool calls as models write them, and the options of calls and registries.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// Arguments are an object, or a JSON string that holds one: models write both.
func TestCallArguments(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustNew(t, "demo", func(_ context.Context, _ *jarvis.Request, in oneField[*string]) (*jarvis.Response, error) {
		if in.V == nil {
			return jarvis.Success(map[string]any{"v": nil}), nil
		}
		return jarvis.Success(map[string]any{"v": *in.V}), nil
	})))
	quote := func(text string) string {
		raw, err := json.Marshal(text)
		require.NoError(t, err)
		return string(raw)
	}
	object := `{"v":"é\n\"\\"}`
	for args, want := range map[string]any{
		object: "é\n\"\\", quote(object): "é\n\"\\", " \t\r\n" + quote(object) + " \n": "é\n\"\\", quote(" " + object + "\n"): "é\n\"\\",
		`"\u007b\u0022v\u0022:\u0022\ud83d\ude00\u0022}"`: "😀",
		``: nil, `null`: nil, `{}`: nil, `""`: nil, `" "`: nil, `"null"`: nil, `"{}"`: nil,
	} {
		resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(args)})
		require.NoError(t, err, args)
		require.True(t, resp.Success, "%s: %s", args, resp.ErrorDetails)
		assert.Equal(t, want, resp.ContextData["v"], args)
	}
	for args, want := range map[string]string{
		quote(quote(object)): "Arguments must be an object, got string.",
		`"\"\""`:             "Arguments must be an object, got string.",
		`"[]"`:               "Arguments must be an object, got array.",
		`"5"`:                "Arguments must be an object, got number.",
		`5`:                  "Arguments must be an object, got number.",
		`[]`:                 "Arguments must be an object, got array.",
		`"{\"v\":"`:          "Arguments are not valid JSON: the text ends too early at byte 5.",
		`"{\"v\":1}x"`:       "Arguments are not valid JSON: more text after the object at byte 7.",
		`"v`:                 "Arguments are not valid JSON: the text ends too early at byte 2.",
		`"{}" x`:             "Arguments are not valid JSON: more text after the object at byte 5.",
		`"{}""{}"`:           "Arguments are not valid JSON: more text after the object at byte 4.",
		`"\ud800"`:           "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 1.",
		"\"\xff\"":           "Arguments are not valid JSON: invalid UTF-8 or a lone surrogate at byte 1.",
	} {
		resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(args)})
		require.NoError(t, err, args)
		assert.Equal(t, want, resp.ErrorDetails, args)
	}
	resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(quote(`{"v":"12345"}`))}, jarvis.WithLimits(jarvis.Limits{MaxBytes: 12}))
	require.NoError(t, err)
	assert.False(t, resp.Success, "the limits hold for the text inside")
	resp, err = reg.Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(quote(`{"v":{"a":[]}}`))}, jarvis.WithLimits(jarvis.Limits{MaxDepth: 2}))
	require.NoError(t, err)
	assert.Equal(t, "Arguments are nested deeper than 2 levels.", resp.ErrorDetails)

	var call jarvis.Call
	require.NoError(t, json.Unmarshal([]byte(`{"id":"c1","name":"demo","arguments":"{\"v\":\"x\"}"}`), &call))
	resp, err = reg.Call(t.Context(), nil, call)
	require.NoError(t, err)
	assert.Equal(t, "x", resp.ContextData["v"])
}

// What reaches the model holds nothing of the command's own error; the logger of the host gets all of it.
func TestHostLogger(t *testing.T) {
	var registryLog, callLog bytes.Buffer
	h := newHost(t, func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
		return nil, fmt.Errorf("query: %w", errOwn)
	}, jarvis.WithLogger(slog.New(slog.NewJSONHandler(&registryLog, nil))))
	resp, err := h.call(t.Context(), probeArgs)
	require.NoError(t, err)
	assert.NotContains(t, fmt.Sprintf("%+v", resp), "hunter2")
	var entry map[string]any
	require.NoError(t, json.Unmarshal(registryLog.Bytes(), &entry))
	delete(entry, "time")
	assert.Equal(t, map[string]any{"level": "ERROR", "msg": "jarvis: command failed", "command": "probe", "error": `command "probe": query: ` + errOwn.Error()}, entry)

	registryLog.Reset()
	_, err = h.call(t.Context(), probeArgs, jarvis.WithLogger(slog.New(slog.NewJSONHandler(&callLog, nil))))
	require.NoError(t, err)
	assert.Empty(t, registryLog.String(), "the logger of the call replaces that of the registry")
	assert.Contains(t, callLog.String(), "hunter2")

	var fallback bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	slog.SetDefault(slog.New(slog.NewTextHandler(&fallback, nil)))
	_, err = h.call(t.Context(), probeArgs, jarvis.WithLogger(nil))
	require.NoError(t, err)
	assert.Contains(t, fallback.String(), "hunter2", "nil is the default logger")
}

// strongbox is a source that has to be there to be asked.
type strongbox struct{ value string }

func (s *strongbox) Lookup(context.Context, jarvis.SecretRef) (string, bool, error) {
	return s.value, true, nil
}

func TestCallOptionsOverride(t *testing.T) {
	var registryNotes, callNotes []jarvis.Coercion
	note := func(to *[]jarvis.Coercion) jarvis.Option {
		return jarvis.OnCoercion(func(c jarvis.Coercion) { *to = append(*to, c) })
	}
	h := newHost(t, func(_ context.Context, _ *jarvis.Request, p *probe) (*jarvis.Response, error) {
		return jarvis.Success(map[string]any{"token": p.Token.Reveal()}), nil
	}, jarvis.Lenient(), nil, jarvis.WithLimits(jarvis.Limits{MaxBytes: 40, MaxDepth: 2}), note(&registryNotes))
	textual := `{"mode":"fast","level":"3"}`
	token := func(args string, opts ...jarvis.Option) any {
		resp, err := h.call(t.Context(), args, opts...)
		require.NoError(t, err)
		if !resp.Success {
			return resp.ErrorDetails
		}
		return resp.ContextData["token"]
	}
	level := []jarvis.Coercion{{Param: "level", Path: "level", Got: `"3"`, Type: "int"}}
	assert.Equal(t, "t", token(textual))
	assert.Equal(t, level, registryNotes)
	assert.Equal(t, "Parameter 'level' must be of type int", token(textual, jarvis.Strict()))
	assert.Equal(t, "t", token(textual, jarvis.Strict(), jarvis.Lenient()), "the last one wins")
	assert.Equal(t, "t", token(textual, nil), "a nil option is none")
	registryNotes = nil
	assert.Equal(t, "t", token(textual, note(&callNotes)))
	assert.Equal(t, level, callNotes)
	assert.Empty(t, registryNotes)
	assert.Equal(t, "other", token(textual, jarvis.WithSecrets(mapSecrets{"TOKEN": "other"})))
	assert.Equal(t, "Missing required secrets: TOKEN", token(textual, jarvis.WithSecrets(nil)))
	assert.Equal(t, "Missing required secrets: TOKEN", token(textual, jarvis.WithSecrets((*strongbox)(nil))), "a nil pointer is no source")
	assert.Equal(t, "t", token(textual), "an option of a call ends with it")

	unknown := `{"mode":"fast","level":3,"zz":1}`
	assert.Equal(t, "Unknown parameter 'zz'", token(unknown))
	assert.Equal(t, "t", token(unknown, jarvis.IgnoreUnknown()))
	reg := jarvis.NewRegistry(jarvis.IgnoreUnknown())
	require.NoError(t, reg.Register(&greet{}))
	more := jarvis.Call{Name: "greet", Arguments: json.RawMessage(`{"name":"x","zz":1}`)}
	for want, opts := range map[string][]jarvis.Option{"": nil, "Unknown parameter 'zz'": {jarvis.RefuseUnknown()}} {
		resp, err := reg.Call(t.Context(), nil, more, opts...)
		require.NoError(t, err)
		assert.Equal(t, want, resp.ErrorDetails)
	}
	long := `{"mode":"fast","level":3               }`
	assert.Equal(t, "t", token(long))
	assert.Equal(t, "Arguments are too large: 41 bytes, at most 40.", token(long+" "))
	assert.Equal(t, "t", token(long+" ", jarvis.WithLimits(jarvis.Limits{})), "zero fields are the defaults, not those of the registry")
	assert.Equal(t, "Arguments are nested deeper than 2 levels.", token(`{"mode":[[]]}`))
}

// OnCoercion hears of accepted calls only, before the command runs.
func TestOnCoercion(t *testing.T) {
	var events []string
	h := newHost(t, func(context.Context, *jarvis.Request, *probe) (*jarvis.Response, error) {
		events = append(events, "run")
		return jarvis.Success(nil), nil
	}, jarvis.Lenient(), jarvis.OnCoercion(func(c jarvis.Coercion) { events = append(events, c.Path+" "+c.Got+" "+c.Type) }))
	_, err := h.call(t.Context(), `{"mode":"fast","level":" 3"}`)
	require.NoError(t, err)
	assert.Equal(t, []string{`level " 3" int`, "run"}, events)
	for _, args := range []string{`{"mode":"x","level":"3"}`, `{"level":"3"}`, `{"mode":"fast","level":"3"`, `{"mode":"fast","level":"3","x":1}`} {
		events = nil
		_, err = h.call(t.Context(), args)
		require.NoError(t, err)
		assert.Empty(t, events, args)
	}
	_, err = h.call(t.Context(), `{"mode":"fast","level":3}`)
	require.NoError(t, err)
	assert.Equal(t, []string{"run"}, events)
	_, err = h.call(t.Context(), `{"mode":"fast","level":"3"}`, jarvis.OnCoercion(nil))
	assert.NoError(t, err)
}

// A limit as large as can be is no limit, also for arguments that come as a string.
func TestCallWithoutSizeLimit(t *testing.T) {
	registry := jarvis.NewRegistry(jarvis.WithLimits(jarvis.Limits{MaxBytes: math.MaxInt}))
	registry.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "probe"}, jarvis.NewParameters().RequiredInteger("n", "").MustBuild(),
		func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			return jarvis.Success(nil), nil
		}))
	resp, err := registry.Call(context.Background(), nil, jarvis.Call{Name: "probe", Arguments: json.RawMessage(`"{\"n\":1}"`)})
	require.NoError(t, err)
	assert.True(t, resp.Success, resp.ErrorDetails)
}
