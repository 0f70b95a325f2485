// Hooks of a tool call: PostProcess, what comes of hooks that fail, and many calls at once.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// postProcessing makes a command whose PostProcess is mend; Run answers with the arguments.
func postProcessing(mend func(args jarvis.Args) error) hookDoes {
	return hookDoes{postProcess: func(_ context.Context, _ *jarvis.Request, args jarvis.Args) error { return mend(args) }}
}

func TestPostProcessSeesDecodedArguments(t *testing.T) {
	const args = `{"extra":{"n":[1.50,null,true,"x",{}],"e":1E+2},"big":9007199254740993,"mode":"fast","ghost":-0,"text":"\u00e9<"}`
	want := jarvis.Args{
		"extra": map[string]any{"n": []any{json.Number("1.50"), nil, true, "x", map[string]any{}}, "e": json.Number("1E+2")},
		"big":   json.Number("9007199254740993"), "mode": "fast", "ghost": json.Number("-0"), "text": "é<",
	}
	quoted, err := json.Marshal(args)
	require.NoError(t, err)
	eachForm(t, func(t *testing.T, form hookForm) {
		var saw []jarvis.Args
		h := newHookHost(t, form("hooked", hookDoes{postProcess: func(_ context.Context, req *jarvis.Request, args jarvis.Args) error {
			assert.Equal(t, "the utterance", req.VoiceCommand)
			seen := jarvis.Args{}
			for name, value := range args {
				seen[name] = value
			}
			saw = append(saw, seen)
			delete(args, "ghost")
			return nil
		}}))
		req := &jarvis.Request{VoiceCommand: "the utterance"}
		for _, sent := range []string{args, " \n" + args + "\t", string(quoted)} {
			saw = nil
			resp, err := h.Call(t.Context(), req, jarvis.Call{Name: "hooked", Arguments: json.RawMessage(sent)})
			require.NoError(t, err)
			require.True(t, resp.Success, resp.Report())
			assert.Equal(t, []jarvis.Args{want}, saw, "once, with every number exact")
			assert.Equal(t, map[string]any{"mode": "fast", "level": json.Number("1"), "note": "hi", "big": json.Number("9007199254740993"), "text": "é<",
				"extra": map[string]any{"n": []any{json.Number("1.50"), nil, true, "x", map[string]any{}}, "e": json.Number("1E+2")}}, resp.ContextData)
		}
		saw = nil
		resp, err := h.Execute(t.Context(), "hooked", req, json.RawMessage(args))
		require.NoError(t, err)
		assert.Equal(t, "Unknown parameter 'ghost'", resp.ErrorDetails)
		assert.Empty(t, saw, "Execute never runs it")
	})
}

func TestPostProcessOfNoArguments(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		h := newHookHost(t, form("hooked", hookDoes{postProcess: func(_ context.Context, req *jarvis.Request, args jarvis.Args) error {
			assert.Equal(t, &jarvis.Request{}, req, "a nil request is an empty one")
			assert.Equal(t, jarvis.Args{}, args, "not nil, so that it can be filled")
			args["mode"] = "slow"
			return nil
		}}))
		for _, args := range []string{``, " \n", `null`, ` null `, `{}`, `""`, `" "`, `"null"`, `"{}"`} {
			resp, err := h.call(t.Context(), args)
			require.NoError(t, err)
			assert.True(t, resp.Success, args+h.log.String()+resp.Report())
			assert.Equal(t, "slow", resp.ContextData["mode"], args)
		}
	})
}

func TestPostProcessChangesReachTheBinder(t *testing.T) {
	at := time.Date(2026, 1, 18, 7, 0, 0, 0, time.FixedZone("", 7200))
	for name, tt := range map[string]struct {
		mend func(args jarvis.Args)
		same string // arguments that come to the same
	}{
		"nothing": {func(jarvis.Args) {}, `{"mode":"fast","big":5,"tags":["a"]}`},
		"times": {func(a jarvis.Args) {
			a["at"], a["day"], a["wait"], a["clock"] = at, jarvis.DateOf(at), time.Minute, jarvis.TimeOfDay{Hour: 7}
		}, `{"mode":"fast","big":5,"tags":["a"],"at":"2026-01-18T07:00:00+02:00","day":"2026-01-18","wait":"PT1M","clock":"07:00"}`},
		"Go values": {func(a jarvis.Args) {
			a["big"], a["tags"], a["place"] = int64(1<<53+1), []string{"b"}, hookPlace{City: "Bonn"}
		}, `{"mode":"fast","big":9007199254740993,"tags":["b"],"place":{"city":"Bonn"}}`},
		"in place":    {func(a jarvis.Args) { a["tags"].([]any)[0] = "deep" }, `{"mode":"fast","big":5,"tags":["deep"]}`},
		"less":        {func(a jarvis.Args) { delete(a, "big"); a["tags"] = nil }, `{"mode":"fast"}`},
		"cleared":     {func(a jarvis.Args) { clear(a) }, `{}`},
		"wrong type":  {func(a jarvis.Args) { a["big"] = "many" }, `{"mode":"fast","big":"many","tags":["a"]}`},
		"wrong enum":  {func(a jarvis.Args) { a["mode"] = "medium" }, `{"mode":"medium","big":5,"tags":["a"]}`},
		"unknown key": {func(a jarvis.Args) { a["tgas"] = 1; delete(a, "tags") }, `{"mode":"fast","big":5,"tgas":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				want, err := newHookHost(t, form("hooked", hookDoes{})).call(t.Context(), tt.same)
				require.NoError(t, err)
				resp, err := newHookHost(t, form("hooked", postProcessing(func(args jarvis.Args) error { tt.mend(args); return nil }))).call(t.Context(), `{"mode":"fast","big":5,"tags":["a"]}`)
				require.NoError(t, err)
				assert.Equal(t, want.ContextData, resp.ContextData)
				assert.Equal(t, want.Report(), resp.Report())
				assert.Equal(t, want.Success, resp.Success)
			})
		})
	}
}

// Arguments that are refused as a whole are the binder's to report, as if there were no hook.
func TestPostProcessSkipsUnsoundArguments(t *testing.T) {
	deep := strings.Repeat("[", 64) + strings.Repeat("]", 64)
	eachForm(t, func(t *testing.T, form hookForm) {
		ran := 0
		h := newHookHost(t, form("hooked", postProcessing(func(args jarvis.Args) error { ran++; clear(args); return errOwn })))
		for args, part := range map[string]string{
			`{"mode":`: "ends too early", `{"mode":"fast"} {}`: "more text", `{'mode':1}`: "unexpected text", `{"mode":"fast",}`: "unexpected text", `nul`: "not valid JSON", `{"big":01}`: "unexpected text",
			`["fast"]`: "must be an object, got array", `[]`: "got array", `5`: "got number", `true`: "got boolean", `"fast`: "ends too early",
			`{"mode":"fast","mode":"slow"}`: "repeated", `{"mode":"fast","extra":{"a":[{"b":1,"b":2}]}}`: "repeated", `{"x":1,"\u0078":2}`: "repeated",
			`{"text":"\ud800"}`: "lone surrogate", "{\"text\":\"\xff\"}": "invalid UTF-8", `{"extra":` + deep + `}`: "nested deeper than 64 levels",
			`{"text":"` + strings.Repeat("x", 1<<20) + `"}`: "too large", strings.Repeat(" ", 1<<20+1): "too large",
			`"[1]"`: "got array", `"{\"mode\":"`: "ends too early", `"5"`: "got number", `"\"{}\""`: "got string",
		} {
			about := args[:min(len(args), 60)]
			plain, text := args, ""
			if json.Unmarshal([]byte(args), &text) == nil { // Execute does not unwrap a string
				plain = text
			}
			want, err := h.execute(t.Context(), plain)
			require.NoError(t, err, about)
			resp, err := h.call(t.Context(), args)
			require.NoError(t, err, about)
			assert.Equal(t, want, resp, about)
			assert.Contains(t, resp.ErrorDetails, part, about)
		}
		for args, limits := range map[string]jarvis.Limits{`{"mode":"fast"}`: {MaxBytes: 14}, `{"extra":{"a":[]}}`: {MaxDepth: 2}} {
			want, err := h.execute(t.Context(), args, jarvis.WithLimits(limits))
			require.NoError(t, err, args)
			resp, err := h.call(t.Context(), args, jarvis.WithLimits(limits))
			require.NoError(t, err, args)
			assert.Equal(t, want, resp, args)
			require.NotNil(t, resp.Validation)
		}
		assert.Zero(t, ran)
		assert.Empty(t, h.log.String())

		resp, err := h.Call(t.Context(), nil, jarvis.Call{Name: "hookd", Arguments: json.RawMessage(`{}`)})
		require.NoError(t, err)
		assert.Equal(t, "Unknown command 'hookd'. Did you mean: hooked?", resp.ErrorDetails)
		assert.Zero(t, ran)
	})
}

// What PostProcess makes beyond the limits is no mistake of the model.
func TestPostProcessWithinLimits(t *testing.T) {
	h := newHookHost(t, &hookCommand{name: "hooked", does: postProcessing(func(args jarvis.Args) error { args["text"] = "0123456789"; return nil })})
	resp, err := h.call(t.Context(), `{"mode":"fast"}`, jarvis.WithLimits(jarvis.Limits{MaxBytes: 20}))
	require.NoError(t, err)
	assert.Equal(t, jarvis.Failure("The command 'hooked' failed."), resp)
	assert.Contains(t, h.log.String(), "PostProcess made arguments that are too large")
}

func TestPostProcessFails(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	args := map[string]any{"a channel": make(chan int), "no number": math.NaN(), "a negative duration": -time.Second, "a cycle": cycle, "no day": jarvis.Date{}}
	for name, value := range args {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				requireNothingElse(t, form, func(_ context.Context, args jarvis.Args, _ func()) error { args["ghost"] = value; return nil }, `argument \"ghost\"`)
			})
		})
	}
	for name, fault := range hookFaults {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				requireNothingElse(t, form, func(ctx context.Context, _ jarvis.Args, cancel func()) error { return fault.does(ctx, cancel) }, fault.logged)
			})
		})
	}
	t.Run("end of context and no error", func(t *testing.T) {
		eachForm(t, func(t *testing.T, form hookForm) {
			requireNothingElse(t, form, func(_ context.Context, _ jarvis.Args, cancel func()) error { cancel(); return nil }, "")
		})
	})
}

// requireNothingElse calls a command with a PostProcess that fails and asserts that nothing after it ran. What is not logged is
// the end of the context.
func requireNothingElse(t *testing.T, form hookForm, fails func(ctx context.Context, args jarvis.Args, cancel func()) error, logged string) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var later []string
	h := newHookHost(t, form("hooked", hookDoes{
		postProcess: func(ctx context.Context, _ *jarvis.Request, args jarvis.Args) error { return fails(ctx, args, cancel) },
		required:    func(hookView) []string { later = append(later, "required"); return nil },
		validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
			later = append(later, "validate")
			return nil, nil
		},
		run: func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
			later = append(later, "run")
			return jarvis.Success(nil), nil
		},
	}))
	source := sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) {
		later = append(later, "secrets")
		return "t", true, nil
	})
	resp, err := h.call(ctx, `{"mode":"fast"}`, jarvis.WithSecrets(source))
	if logged != "" {
		h.requireFixedText(t, resp, err, logged)
	} else {
		assert.Nil(t, resp)
		assert.Equal(t, context.Canceled, err, "the context's own error")
		assert.Empty(t, h.log.String())
	}
	assert.Empty(t, later)
}

// Like the rest of a call, PostProcess does not begin once the context has ended.
func TestPostProcessAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	eachForm(t, func(t *testing.T, form hookForm) {
		ran := 0
		h := newHookHost(t, form("hooked", postProcessing(func(jarvis.Args) error { ran++; return errOwn })))
		resp, err := h.call(ctx, `{"mode":"fast"}`)
		assert.Nil(t, resp)
		assert.Equal(t, context.Canceled, err)
		assert.Zero(t, ran)
	})
}

// hookFaults are ways in which a hook's own code fails; each gets a function that ends the context of the call.
var hookFaults = map[string]struct {
	does   func(ctx context.Context, cancel func()) error
	is     error
	logged string // empty if the end of the context is all that is left to say
}{
	"error":                  {func(context.Context, func()) error { return errOwn }, errOwn, "hunter2"},
	"its own missing secret": {func(context.Context, func()) error { return &jarvis.MissingSecretsError{Keys: []string{"hunter2"}} }, nil, "hunter2"},
	"its own bad arguments":  {func(context.Context, func()) error { return &jarvis.ValidationError{Command: "hunter2"} }, nil, "command failed"},
	"a deadline of its own":  {func(context.Context, func()) error { return context.DeadlineExceeded }, context.DeadlineExceeded, "deadline"},
	"panic":                  {func(context.Context, func()) error { panic(errOwn) }, errOwn, "stack="},
	"end of context":         {func(ctx context.Context, cancel func()) error { cancel(); return ctx.Err() }, context.Canceled, ""},
	"end beside an error":    {func(_ context.Context, cancel func()) error { cancel(); return errOwn }, context.Canceled, ""},
}

// requireHookError asserts that err is that of a failed hook, as Execute and its like return it.
func requireHookError(t *testing.T, name string, err error) {
	t.Helper()
	fault := hookFaults[name]
	if fault.logged == "" {
		require.Equal(t, context.Canceled, err, "the context's own error")
		return
	}
	if name == "panic" {
		var panicked *jarvis.PanicError
		require.ErrorAs(t, err, &panicked)
		assert.Equal(t, "hooked", panicked.Command)
		assert.Same(t, panicked, err, "outermost")
	} else {
		var own *jarvis.CommandError
		require.ErrorAs(t, err, &own)
		assert.Equal(t, "hooked", own.Command)
		assert.Same(t, own, err, "outermost")
	}
	if fault.is != nil {
		assert.ErrorIs(t, err, fault.is)
	}
}

func TestValidateFails(t *testing.T) {
	for name, fault := range hookFaults {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				var cancel func()
				ran := 0
				h := newHookHost(t, form("hooked", hookDoes{
					validate: func(ctx context.Context, _ *jarvis.Request, _ hookView) ([]jarvis.ValidationResult, error) {
						return []jarvis.ValidationResult{{ParamName: "mode", Message: "beside an error"}}, fault.does(ctx, cancel)
					},
					run: func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
						ran++
						return jarvis.Success(nil), nil
					},
				}))
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				cancel = stop
				resp, err := h.execute(ctx, `{"mode":"fast"}`)
				assert.Nil(t, resp)
				requireHookError(t, name, err)
				assert.Empty(t, h.log.String(), "Execute returns errors and logs none")
				ctx, stop = context.WithCancel(t.Context())
				defer stop()
				cancel = stop
				resp, err = h.call(ctx, `{"mode":"fast"}`)
				if fault.logged != "" {
					h.requireFixedText(t, resp, err, fault.logged)
				} else {
					assert.Nil(t, resp)
					assert.Equal(t, context.Canceled, err)
					assert.Empty(t, h.log.String())
				}
				assert.Zero(t, ran)
			})
		})
	}
}

// A route runs like a call whose arguments nothing mends.
func TestCallRoute(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		h := newHookHost(t, form("hooked", postProcessing(func(jarvis.Args) error { return errOwn })))
		for text, args := range map[string]jarvis.Args{"": {"mode": "fast"}, "Missing required": nil, "Invalid value 'x'": {"mode": "x"}, "The command 'hooked' failed.": {"mode": math.NaN()}} {
			resp, err := h.CallRoute(t.Context(), nil, &jarvis.Route{Command: "hooked", Arguments: args})
			require.NoError(t, err)
			assert.Equal(t, text == "", resp.Success, text)
			assert.Contains(t, resp.Report(), text)
		}
		assert.Contains(t, h.log.String(), "NaN")
	})
}

// One prototype, many calls at once: no call sees the arguments, suggestions or secrets of another.
func TestConcurrentHooks(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		pause := func(in hookView) {
			n, _ := in.args["big"].(json.Number).Int64()
			time.Sleep(time.Duration(n%7) * 100 * time.Microsecond)
		}
		// check compares what a hook finds with what its request says.
		check := func(where string, req *jarvis.Request, in hookView, text string, tags ...any) {
			id := req.User
			assert.Equal(t, []any{json.Number(id), text + id, "mine" + id, "t" + id}, []any{in.args["big"], in.args["text"], in.mine, in.token}, where)
			assert.Equal(t, len(tags) > 0, in.args["tags"] != nil, where)
			if len(tags) > 0 {
				assert.Equal(t, tags, in.args["tags"], where)
			}
		}
		h := newHookHost(t, form("hooked", hookDoes{
			postProcess: func(_ context.Context, req *jarvis.Request, args jarvis.Args) error {
				assert.Equal(t, json.Number(req.User), args["big"])
				args["text"] = "mended" + req.User
				return nil
			},
			required: func(in hookView) []string {
				assert.Equal(t, strings.TrimPrefix(in.token, "t"), strings.TrimPrefix(in.mine, "mine"))
				return []string{"TOKEN", "MINE"}
			},
			validate: func(_ context.Context, req *jarvis.Request, in hookView) ([]jarvis.ValidationResult, error) {
				check("Validate", req, in, "mended")
				pause(in)
				if strings.HasSuffix(req.User, "9") {
					return []jarvis.ValidationResult{{ParamName: "text", Message: "refused for " + req.User}}, nil
				}
				return []jarvis.ValidationResult{{Success: true, ParamName: "tags", SuggestedValue: []string{req.User}}, {Success: true, ParamName: "text", SuggestedValue: "suggested" + req.User}}, nil
			},
			run: func(_ context.Context, req *jarvis.Request, in hookView) (*jarvis.Response, error) {
				check("Run", req, in, "suggested", req.User)
				pause(in)
				return jarvis.Success(map[string]any{"for": req.User}), nil
			},
		}))
		source := sourceFunc(func(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
			return "mine" + ref.User, ref.Key == "MINE", nil
		})
		var wg sync.WaitGroup
		for i := range 1000 {
			wg.Go(func() {
				id := fmt.Sprint(i)
				resp, err := h.Call(context.Background(), &jarvis.Request{User: id}, jarvis.Call{Name: "hooked", Arguments: json.RawMessage(`{"mode":"fast","big":` + id + `}`)},
					jarvis.WithSecrets(jarvis.ChainSecrets(source, mapSecrets{"TOKEN": "t" + id})))
				switch {
				case !assert.NoError(t, err):
				case strings.HasSuffix(id, "9"):
					assert.Equal(t, "refused for "+id, resp.ErrorDetails)
				default:
					assert.Equal(t, jarvis.Success(map[string]any{"for": id}), resp)
				}
			})
		}
		wg.Wait()
		assert.Empty(t, h.log.String())
	})
}
