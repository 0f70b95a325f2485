// The hook Validate: when it runs, and what its refusals tell the model.

package jarvis_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// hookRunner is Execute or Call of a host.
type hookRunner = func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error)

func (h *hookHost) runners() map[string]hookRunner {
	return map[string]hookRunner{"Execute": h.execute, "Call": h.call}
}

// validating makes a command whose Validate returns results.
func validating(results ...jarvis.ValidationResult) hookDoes {
	return hookDoes{validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
		return results, nil
	}}
}

// suggesting makes a command whose Validate suggests a value.
func suggesting(param string, value any) hookDoes {
	return validating(jarvis.ValidationResult{Success: true, ParamName: param, SuggestedValue: value})
}

func TestValidateComesLast(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		var steps []string
		h := newHookHost(t, form("hooked", hookDoes{
			required: func(hookView) []string { steps = append(steps, "secrets"); return []string{"TOKEN"} },
			validate: func(_ context.Context, req *jarvis.Request, in hookView) ([]jarvis.ValidationResult, error) {
				steps = append(steps, "validate")
				assert.Equal(t, &jarvis.Request{}, req, "a nil request is an empty one")
				assert.Equal(t, map[string]any{"mode": "fast", "level": json.Number("3"), "note": "hi", "tags": []any{"a"}}, in.args, "the fields are bound")
				assert.Equal(t, "t", in.token)
				return nil, nil
			},
			run: func(_ context.Context, _ *jarvis.Request, in hookView) (*jarvis.Response, error) {
				steps = append(steps, "run")
				return jarvis.Success(in.args), nil
			},
		}))
		for column, run := range h.runners() {
			for args, want := range map[string][]string{
				`{"mode":"fast","level":3,"tags":["a"]}`: {"secrets", "validate", "run"},
				`{"level":3}`:                            {"secrets"},
				`{"mode":null}`:                          {"secrets"},
				`{"mode":"fast","level":"3"}`:            {"secrets"},
				`{"mode":"medium"}`:                      {"secrets"},
				`{"mode":"fast","level":11}`:             {"secrets"},
				`{"mode":"fast","x":1}`:                  {"secrets"},
				`{"mode":"fast"`:                         {"secrets"},
			} {
				steps = nil
				resp, err := run(t.Context(), args)
				assert.Equal(t, want, steps, column+args)
				assert.Equal(t, len(want) == 3, err == nil && resp.Success, column+args)
			}
			steps = nil
			_, _ = run(t.Context(), `{"mode":"fast"}`, jarvis.WithSecrets(nil))
			assert.Equal(t, []string{"secrets"}, steps, column+" without secrets")
		}
		assert.Empty(t, h.log.String())
	})
}

// A refused call tells the model everything that the failed results say, and nothing of the others.
func TestValidateRefuses(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		ran := 0
		does := validating(
			jarvis.ValidationResult{ParamName: "mode", Message: "Not today.", ValidValues: []string{"slow"}},
			jarvis.ValidationResult{Success: true, ParamName: "ghost", Message: "never told", SuggestedValue: make(chan int)},
			jarvis.ValidationResult{ParamName: "text", ValidValues: []string{}},
			jarvis.ValidationResult{ParamName: "tags", CommandName: "other", Message: "No such tags.", SuggestedValue: []string{"a"}},
			jarvis.ValidationResult{ParamName: "elsewhere", Message: "From afar.\nTwo lines.", SuggestedValue: "x", ValidValues: []string{"x", "y"}},
			jarvis.ValidationResult{ParamName: "day", Message: "Too late."},
			jarvis.ValidationResult{ParamName: "level", Message: "Odd.", SuggestedValue: make(chan int)},
		)
		does.run = func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
			ran++
			return jarvis.Success(nil), nil
		}
		h := newHookHost(t, form("hooked", does))
		for column, run := range h.runners() {
			resp, err := run(t.Context(), `{"mode":"fast"}`)
			require.NoError(t, err, column)
			assert.False(t, resp.Success)
			assert.False(t, resp.WaitForInput)
			assert.Equal(t, "Not today.\nNo such tags.\nFrom afar.\nTwo lines.\nToo late.\nOdd.", resp.ErrorDetails)
			assert.Equal(t, map[string]any{"_validation_error": true, "errors": []jarvis.RefusedArgument{
				{Param: "mode", Message: "Not today.", ValidValues: []string{"slow"}},
				{Param: "text", ValidValues: []string{}},
				{Param: "tags", Message: "No such tags."},
				{Param: "elsewhere", Message: "From afar.\nTwo lines.", ValidValues: []string{"x", "y"}},
				{Param: "day", Message: "Too late."},
				{Param: "level", Message: "Odd."},
			}}, resp.ContextData)

			lines := strings.SplitAfter(resp.Report(), "Call again with these mended. The parameters concerned: ")
			require.Len(t, lines, 2)
			assert.Equal(t, strings.Join([]string{
				"Parameter 'mode': Not today; must be one of: slow", "Parameter 'text' is refused", `No such tags; did you mean '["a"]'?`,
				"Parameter 'elsewhere': From afar.\nTwo lines; must be one of: x, y; did you mean 'x'?", "Parameter 'day': Too late.", "Parameter 'level': Odd.",
				"Call again with these mended. The parameters concerned: ",
			}, "\n"), lines[0])
			var schemas map[string]any
			require.NoError(t, json.Unmarshal([]byte(lines[1]), &schemas))
			assert.ElementsMatch(t, []string{"level", "text", "day", "tags"}, keysOf(schemas), "the parameters concerned whose lines do not list all that they may be")

			require.NotNil(t, resp.Validation)
			assert.Equal(t, "hooked", resp.Validation.Command)
			assert.Empty(t, resp.Validation.Missing())
			assert.Equal(t, []jarvis.ValidationResult{
				{ParamName: "mode", CommandName: "hooked", Message: "Not today.", ValidValues: []string{"slow"}},
				{ParamName: "text", CommandName: "hooked", ValidValues: []string{}},
				{ParamName: "tags", CommandName: "hooked", Message: "No such tags.", SuggestedValue: `["a"]`},
				{ParamName: "elsewhere", CommandName: "hooked", Message: "From afar.\nTwo lines.", SuggestedValue: "x", ValidValues: []string{"x", "y"}},
				{ParamName: "day", CommandName: "hooked", Message: "Too late."},
				{ParamName: "level", CommandName: "hooked", Message: "Odd."},
			}, resp.Validation.Results())
		}
		assert.Zero(t, ran)
		assert.Empty(t, h.log.String())
	})
}

func keysOf[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

// A refusal without any message is a failure all the same.
func TestValidateRefusesWithoutMessage(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		h := newHookHost(t, form("hooked", validating(jarvis.ValidationResult{})))
		for column, run := range h.runners() {
			resp, err := run(t.Context(), `{"mode":"fast"}`)
			require.NoError(t, err, column)
			assert.False(t, resp.Success)
			assert.Empty(t, resp.ErrorDetails)
			assert.NotEmpty(t, resp.Report(), "a model has to hear of it")
			raw, err := json.Marshal(resp.ToolResult("1"))
			require.NoError(t, err)
			assert.JSONEq(t, `{"tool_call_id":"1","output":{"success":false,"error":"","context":{"_validation_error":true,"errors":[{"param":"","message":"","valid_values":null}]}}}`, string(raw))
		}
	})
}

// What a failed result suggests is told in the words in which a model would send it.
func TestFailedSuggestionsAreTold(t *testing.T) {
	at := time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC)
	for told, value := range map[string]any{
		"a b": "a b", "5": 5, "9007199254740993": int64(1<<53 + 1), "1.50": json.Number("1.50"), "true": true, "slow": hookMode("slow"), `["a","b"]`: []string{"a", "b"},
		"2026-01-18": jarvis.Date{Year: 2026, Month: 1, Day: 18}, "2026-01-18T05:00:00Z": at, "PT1H30M": 90 * time.Minute, "07:30:00": jarvis.TimeOfDay{Hour: 7, Minute: 30}, `{"city":"Bonn"}`: hookPlace{City: "Bonn"},
	} {
		h := newHookHost(t, &hookCommand{name: "hooked", does: validating(jarvis.ValidationResult{ParamName: "text", Message: "Wrong text.", SuggestedValue: value})})
		for column, run := range h.runners() {
			resp, err := run(t.Context(), `{"mode":"fast","text":"x"}`)
			require.NoError(t, err, column)
			assert.True(t, strings.HasPrefix(resp.Report(), "Wrong text; did you mean '"+told+"'?\n"), resp.Report())
			require.NotNil(t, resp.Validation)
			assert.Equal(t, told, resp.Validation.Results()[0].SuggestedValue)
		}
	}
	eachForm(t, func(t *testing.T, form hookForm) { // without one, what came is compared with the valid values
		h := newHookHost(t, form("hooked", validating(jarvis.ValidationResult{ParamName: "text", ValidValues: []string{"ceiling", "desk"}})))
		for args, near := range map[string]any{`{"mode":"fast","text":"dsek"}`: "desk", `{"mode":"fast","text":"floor"}`: nil, `{"mode":"fast"}`: nil} {
			resp, err := h.execute(t.Context(), args)
			require.NoError(t, err)
			assert.Equal(t, near, resp.Validation.Results()[0].SuggestedValue, args)
		}
	})
}

func TestValidateHasNoObjection(t *testing.T) {
	for name, results := range map[string][]jarvis.ValidationResult{
		"none": nil, "empty": {}, "success": {{Success: true, ParamName: "mode", Message: "fine", ValidValues: []string{"slow"}}},
		"nothing suggested": {{Success: true, ParamName: "ghost"}, {Success: true, ParamName: "level", SuggestedValue: nil}},
	} {
		t.Run(name, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				h := newHookHost(t, form("hooked", validating(results...)))
				for column, run := range h.runners() {
					resp, err := run(t.Context(), `{"mode":"fast"}`)
					require.NoError(t, err, column)
					assert.Equal(t, jarvis.Success(map[string]any{"mode": "fast", "level": json.Number("1"), "note": "hi"}), resp)
					assert.Nil(t, resp.Validation)
				}
			})
		})
	}
}

// A Validate that finds nothing wrong while the context ends does not let Run start.
func TestValidateOutlivesItsContext(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		for _, results := range [][]jarvis.ValidationResult{nil, {{ParamName: "mode", Message: "no"}}, {{Success: true, ParamName: "ghost", SuggestedValue: 1}}} {
			ctx, cancel := context.WithCancel(t.Context())
			ran := 0
			h := newHookHost(t, form("hooked", hookDoes{
				validate: func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
					cancel()
					return results, nil
				},
				run: func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
					ran++
					return jarvis.Success(nil), nil
				},
			}))
			resp, err := h.call(ctx, `{"mode":"fast"}`)
			assert.Nil(t, resp)
			assert.Equal(t, context.Canceled, err)
			assert.Zero(t, ran)
		}
	})
}
