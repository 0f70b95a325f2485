// Values that the hook Validate suggests: what becomes of them, and of those that do not fit.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// hookFull are arguments that give every parameter.
var hookFull = map[string]json.RawMessage{
	"mode": json.RawMessage(`"fast"`), "level": json.RawMessage(`7`), "note": json.RawMessage(`"n"`), "text": json.RawMessage(`"before"`),
	"big": json.RawMessage(`1`), "ratio": json.RawMessage(`9.75`), "on": json.RawMessage(`true`), "day": json.RawMessage(`"2001-01-01"`),
	"at": json.RawMessage(`"2001-01-01T00:00:00Z"`), "clock": json.RawMessage(`"23:59:59Z"`), "wait": json.RawMessage(`"P3D"`),
	"tags": json.RawMessage(`["x","y","z"]`), "nums": json.RawMessage(`[3,3]`), "extra": json.RawMessage(`{"old":[1],"k":0}`),
	"place": json.RawMessage(`{"city":"before","zip":1}`),
}

type hookMode string

// A suggested value does what the same value in the arguments does, whether the argument came or not, and nothing else.
func TestSuggestedValues(t *testing.T) {
	at := time.Date(2026, 1, 18, 7, 0, 0, 5, time.FixedZone("", 7200))
	type values = []any
	for _, tt := range []struct {
		param, same string // as JSON
		values      values
	}{
		{"mode", `"slow"`, values{"slow", hookMode("slow")}}, {"text", `""`, values{"", new("")}}, {"text", `" a "`, values{" a "}},
		{"text", `"null"`, values{"null"}}, {"text", `"5"`, values{"5"}}, {"text", `"{<\"é\u2028"`, values{"{<\"é\u2028"}},
		{"level", `3`, values{3, "3", int64(3), uint8(3), json.Number("3"), 3.0, "3.0", new(3), json.RawMessage(` 3`)}}, {"level", `0`, values{0, "0", "-0"}},
		{"big", `9007199254740993`, values{int64(1<<53 + 1), "9007199254740993", json.Number("9007199254740993")}},
		{"ratio", `0.5`, values{0.5, "0.5", "5e-1", float32(0.5)}}, {"ratio", `2`, values{2, "2"}}, {"on", `false`, values{false, "false"}},
		{"day", `"2026-01-18"`, values{"2026-01-18", jarvis.Date{Year: 2026, Month: 1, Day: 18}, &jarvis.Date{Year: 2026, Month: 1, Day: 18}}},
		{"at", `"2026-01-18T07:00:00.000000005+02:00"`, values{at, &at, "2026-01-18T07:00:00.000000005+02:00"}},
		{"clock", `"07:30"`, values{"07:30", jarvis.TimeOfDay{Hour: 7, Minute: 30}}}, {"clock", `"00:00"`, values{jarvis.TimeOfDay{}}},
		{"wait", `"PT1H30M"`, values{90 * time.Minute, "PT1H30M"}}, {"wait", `"PT0S"`, values{time.Duration(0)}},
		{"tags", `["a"]`, values{[]string{"a"}, `["a"]`, []any{"a"}, [1]hookMode{"a"}}}, {"tags", `[]`, values{[]string{}, "[]"}},
		{"nums", `[2,1]`, values{[]int{2, 1}, "[2,1]", []any{json.Number("2"), 1.0}}},
		{"extra", `{"k":[1.50,null]}`, values{map[string]any{"k": []any{json.Number("1.50"), nil}}, `{"k":[1.50,null]}`}}, {"extra", `{}`, values{map[string]int{}, "{}"}},
		{"place", `{"city":"Bonn"}`, values{hookPlace{City: "Bonn"}, &hookPlace{City: "Bonn"}, map[string]string{"city": "Bonn"}, jarvis.Args{"city": "Bonn"}, `{"city":"Bonn"}`}},
	} {
		t.Run(tt.param+" "+tt.same, func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				for _, base := range []map[string]json.RawMessage{{"mode": hookFull["mode"]}, hookFull} {
					args, mended := encodedArgs(t, base), maps.Clone(base)
					mended[tt.param] = json.RawMessage(tt.same)
					want := ranWith(t, form, hookDoes{}, encodedArgs(t, mended))
					for _, value := range tt.values {
						assert.Equal(t, want, ranWith(t, form, suggesting(tt.param, value), args), "%T %v", value, value)
					}
				}
			})
		})
	}
}

func encodedArgs(t *testing.T, args map[string]json.RawMessage) string {
	raw, err := json.Marshal(args)
	require.NoError(t, err)
	return string(raw)
}

// ranWith returns what Run saw, by Execute and by Call.
func ranWith(t *testing.T, form hookForm, does hookDoes, args string) (seen []hookView) {
	does.run = func(_ context.Context, _ *jarvis.Request, in hookView) (*jarvis.Response, error) {
		seen = append(seen, in)
		return jarvis.Success(nil), nil
	}
	h := newHookHost(t, form("hooked", does))
	for _, run := range []hookRunner{h.execute, h.call} {
		resp, err := run(t.Context(), args)
		require.NoError(t, err, args)
		require.True(t, resp.Success, resp.Report()+h.log.String())
		require.Nil(t, resp.Validation)
	}
	require.Len(t, seen, 2)
	return seen
}

// moving holds a struct and a date by value, where a part of what came could stay behind.
type moving struct {
	To   hookPlace   `jarvis:"to,required"`
	On   jarvis.Date `jarvis:"on"`
	Port int         `secret:"PORT,public"`
}

func TestSuggestedStructReplacesAll(t *testing.T) {
	suggest := func(context.Context, *jarvis.Request, moving) ([]jarvis.ValidationResult, error) {
		return []jarvis.ValidationResult{{Success: true, ParamName: "to", SuggestedValue: jarvis.Args{"city": "Bonn"}}}, nil
	}
	var seen moving
	h := newHookHost(t, jarvis.MustNew(jarvis.Spec{Name: "hooked"}, func(_ context.Context, _ *jarvis.Request, in moving) (*jarvis.Response, error) {
		seen = in
		return jarvis.Success(nil), nil
	}, jarvis.Hooks[moving]{Validate: suggest}))
	_, err := h.execute(t.Context(), `{"to":{"city":"Ulm","zip":89073},"on":"2026-01-18"}`, jarvis.WithSecrets(mapSecrets{"PORT": "80"}))
	require.NoError(t, err)
	assert.Equal(t, moving{To: hookPlace{City: "Bonn"}, On: jarvis.Date{Year: 2026, Month: 1, Day: 18}, Port: 80}, seen)

	// A public secret that does not fit its field stops a run, but not what is asked around it.
	broken := mapSecrets{"PORT": "many"}
	_, err = h.execute(t.Context(), `{"to":{"city":"Ulm"},"on":"2026-01-18"}`, jarvis.WithSecrets(broken))
	require.EqualError(t, err, `command "hooked": secret PORT is not a valid int`)
	d, _ := h.Lookup("hooked")
	_, err = d.RequiredSecrets(t.Context(), nil, broken)
	assert.NoError(t, err)
}

// Several suggestions: each parameter gets its own, and of those for one the last holds.
func TestSuggestedValuesAddUp(t *testing.T) {
	eachForm(t, func(t *testing.T, form hookForm) {
		tags := []string{"c"}
		does := validating(
			jarvis.ValidationResult{Success: true, ParamName: "level", SuggestedValue: 4}, jarvis.ValidationResult{Success: true, ParamName: "tags", SuggestedValue: []string{"a", "b"}},
			jarvis.ValidationResult{Success: true, ParamName: "extra", SuggestedValue: map[string]any{"a": 1}}, jarvis.ValidationResult{Success: true, ParamName: "level", SuggestedValue: "5"},
			jarvis.ValidationResult{Success: true, ParamName: "level"}, jarvis.ValidationResult{Success: true, ParamName: "tags", SuggestedValue: tags},
			jarvis.ValidationResult{Success: true, ParamName: "extra", SuggestedValue: map[string]any{"b": 2}},
		)
		for _, seen := range ranWith(t, form, does, `{"mode":"fast","note":"n"}`) {
			assert.Equal(t, map[string]any{"mode": "fast", "note": "n", "level": json.Number("5"), "tags": []any{"c"}, "extra": map[string]any{"b": json.Number("2")}}, seen.args)
			assert.Equal(t, "t", seen.token, "secrets stay")
		}
	})
}

// A value that the declared checks refuse is the author's error, which names command and parameter.
func TestSuggestedValuesRefused(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	for _, tt := range []struct {
		param  string
		value  any
		reason string
	}{
		{"level", "many", "not a valid int"}, {"level", true, "must be of type int"}, {"level", 2.5, "must be of type int"}, {"level", `"3"`, "must be of type int"},
		{"level", 11, "must be at most 10"}, {"level", "-1", "must be at least 0"}, {"level", "", "not a valid int"}, {"level", " 3", "white space"}, {"level", "3\n", "white space"},
		{"level", "3 4", "not a valid int"}, {"level", "null", "null is no value"}, {"level", json.RawMessage("null"), "null is no value"}, {"level", "[3]", "must be of type int"},
		{"mode", "medium", "Must be one of: fast, slow"}, {"mode", "Fast", "Must be one of: fast, slow"}, {"mode", "", "Must be one of"}, {"mode", []string{"fast"}, "must be of type string"},
		{"text", 5, "must be of type string"}, {"big", "9223372036854775808", "must be of type int"}, {"big", uint64(1) << 63, "must be of type int"},
		{"ratio", "1e999", "must be of type float"}, {"ratio", "NaN", ""}, {"on", "yes", ""}, {"on", 1, "must be of type bool"}, {"day", "2026-02-30", "must be of type date"},
		{"day", jarvis.Date{}, ""}, {"day", time.Now(), "must be of type date"}, {"at", "tomorrow", "must be of type datetime"}, {"at", "2026-01-18 07:00:00Z", "must be of type datetime"},
		{"clock", "25:00", "must be of type time"}, {"wait", -time.Second, ""}, {"wait", "1h30m", "must be of type timedelta"},
		{"tags", "a", ""}, {"tags", []any{"a", 5}, "'tags[1]' must be of type string"}, {"tags", []any{nil}, "'tags[0]' must be of type string"}, {"nums", []int{1, 4}, "'nums[1]'"},
		{"extra", `{"a":1,"a":2}`, "not a valid dict"}, {"extra", []int{1}, "must be of type dict"}, {"extra", cycle, "nested too deeply"}, {"extra", map[string]any{"f": func() {}}, ""},
		{"place", map[string]any{}, "'place.city' is required"}, {"place", jarvis.Args{"city": "x", "zpi": 1}, "Did you mean 'place.zip'"},
		{"ghost", 1, "not a declared parameter"}, {"Level", 1, "not a declared parameter"}, {"", 1, "not a declared parameter"}, {"level", make(chan int), ""},
	} {
		t.Run(fmt.Sprintf("%s %T %.20v", tt.param, tt.value, tt.reason), func(t *testing.T) {
			eachForm(t, func(t *testing.T, form hookForm) {
				does, ran := suggesting(tt.param, tt.value), 0
				does.run = func(context.Context, *jarvis.Request, hookView) (*jarvis.Response, error) {
					ran++
					return jarvis.Success(nil), nil
				}
				h := newHookHost(t, form("hooked", does))
				resp, err := h.execute(t.Context(), `{"mode":"fast"}`, jarvis.Lenient(), jarvis.IgnoreUnknown())
				assert.Nil(t, resp)
				var own *jarvis.CommandError
				require.ErrorAs(t, err, &own)
				assert.Same(t, own, err, "outermost")
				assert.Equal(t, "hooked", own.Command)
				var suggestion *jarvis.SuggestionError
				require.ErrorAs(t, err, &suggestion)
				assert.Equal(t, tt.param, suggestion.Param)
				assert.Contains(t, suggestion.Reason, tt.reason)
				assert.NotEmpty(t, suggestion.Reason)
				assert.Contains(t, err.Error(), fmt.Sprintf(`command "hooked": Validate suggests a value for %q`, tt.param))
				assert.Empty(t, h.log.String())

				resp, err = h.call(t.Context(), `{"mode":"fast"}`)
				h.requireFixedText(t, resp, err, "Validate suggests a value for")
				assert.Zero(t, ran)
			})
		})
	}
}
