// Check: every type against right and wrong values, and what a model is told.

package toolcall_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// commands reads available_commands.
func commands(t testing.TB, list string) *toolcall.Tools {
	t.Helper()
	tools, err := toolcall.ToolsFromCommands(json.RawMessage(list))
	require.NoError(t, err)
	return tools
}

// typed declares the tool "t" with the one parameter "p".
func typed(t testing.TB, typ string) *toolcall.Tools {
	return commands(t, `[{"command_name": "t", "parameters": [{"name": "p", "type": "`+typ+`"}]}]`)
}

func call(name, args string) jarvis.Call {
	return jarvis.Call{Name: name, Arguments: json.RawMessage(args)}
}

func TestCheckTypes(t *testing.T) {
	for _, tt := range []struct {
		typ       string
		good, bad []string
	}{
		{"string", []string{`"a"`, `""`, `"5"`}, []string{`5`, `true`, `{}`, `["a"]`}},
		{"int", []string{`5`, `-5`, `5.0`, `1e3`, `9007199254740993`}, []string{`"5"`, `5.5`, `true`, `false`, `[5]`, `{}`, `1e30`}},
		{"float", []string{`5`, `5.5`, `-1e-3`}, []string{`"5.5"`, `true`, `[1]`}},
		{"bool", []string{`true`, `false`}, []string{`"true"`, `1`, `0`, `[]`}},
		{"date", []string{`"2026-01-18"`, `"2024-02-29"`}, []string{`"2026-02-30"`, `"2026-1-8"`, `"18.01.2026"`, `"tomorrow"`, `20260118`, `"2026-01-18T00:00:00Z"`}},
		{"datetime", []string{`"2026-01-18T05:00:00Z"`, `"2026-01-18t05:00:00.5+02:00"`}, []string{`"2026-01-18T05:00:00"`, `"2026-01-18"`, `"2026-01-18 05:00:00Z"`, `"2026-02-30T05:00:00Z"`, `"2026-01-18T05:00:60Z"`, `1768712400`, `"tomorrow"`}},
		{"time", []string{`"05:00"`, `"05:00:30.5"`, `"05:00Z"`}, []string{`"5:00"`, `"25:00"`, `5`, `"5pm"`}},
		{"timedelta", []string{`"PT1H30M"`, `"P2W"`, `"PT0.5S"`}, []string{`"1h30m"`, `"P1Y"`, `90`, `""`}},
		{"dict", []string{`{}`, `{"a": [1]}`}, []string{`[]`, `"{}"`, `5`}},
		{"array", []string{`[]`, `[1, "a", null, [2]]`}, []string{`{}`, `"a"`, `5`}},
		{"array<string>", []string{`[]`, `["a", ""]`}, []string{`"a"`, `["a", 5]`, `[null]`, `[["a"]]`, `{}`}},
		{"array<int>", []string{`[]`, `[1, 2.0]`}, []string{`[1, "2"]`, `[true]`, `[1.5]`, `[[1]]`, `1`}},
		{"array<float>", []string{`[]`, `[1, 2.5]`}, []string{`["2.5"]`, `[false]`}},
		{"array<bool>", []string{`[]`, `[true, false]`}, []string{`[1]`, `["true"]`}},
		{"array<date>", []string{`[]`, `["2026-01-18"]`}, []string{`["2026-01-18", "2026-02-30"]`, `"2026-01-18"`}},
		{"array<datetime>", []string{`[]`, `["2026-01-18T05:00:00Z", "2026-01-19T05:00:00+01:00"]`}, []string{`["2026-01-18T05:00:00Z", "2026-01-19T05:00:00"]`, `"2026-01-18T05:00:00Z"`, `["today"]`, `[null]`}},
		{"array<time>", []string{`["05:00"]`}, []string{`["5"]`}},
		{"array<timedelta>", []string{`["PT1H"]`}, []string{`["1h"]`}},
		{"array<dict>", []string{`[{}, {"a": 1}]`}, []string{`[[]]`, `{}`}},
	} {
		spellings := []string{tt.typ}
		if elem, ok := strings.CutPrefix(tt.typ, "array<"); ok {
			elem = strings.TrimSuffix(elem, ">")
			spellings = append(spellings, "array["+elem+"]", elem+"[]")
		}
		for _, spelling := range spellings {
			tools := typed(t, spelling)
			for _, good := range append(tt.good, "null") {
				assert.Nil(t, tools.Check(call("t", `{"p": `+good+`}`)), "%s %s", spelling, good)
			}
			for _, bad := range tt.bad {
				err := refusal(tools.Check(call("t", `{"p": `+bad+`}`)))
				require.NotNil(t, err, "%s %s", spelling, bad)
				assert.Equal(t, []string{"t.p expected " + tt.typ}, err.Fragments(), bad)
				assert.Equal(t, "toolcall: t.p expected "+tt.typ, err.Error())
			}
		}
	}
}

// house has a bit of everything.
const house = `[
	{"command_name": "set", "parameters": [
		{"name": "room", "type": "string", "required": true, "enum_values": ["den", "hall"]},
		{"name": "level", "type": "int", "enum_values": ["1", "2"]},
		{"name": "codes", "type": "array<int>", "enum_values": ["1", "2"]},
		{"name": "when", "type": "array<datetime>"},
		{"name": "on", "type": "bool", "required": true}]},
	{"command_name": "get_weather", "parameters": [{"name": "city", "type": "string"}]},
	{"command_name": "stop"}]`

func TestFragments(t *testing.T) {
	tools := commands(t, house)
	for _, tt := range []struct {
		name, tool, args string
		want             []string
	}{
		{"enum", "set", `{"room": "attic", "on": true}`, []string{"set.room must be one of: den, hall"}},
		{"enum of numbers", "set", `{"room": "den", "on": true, "level": 3}`, []string{"set.level must be one of: 1, 2"}},
		{"type and enum", "set", `{"room": "den", "on": true, "level": "1"}`, []string{"set.level expected int", "set.level must be one of: 1, 2"}},
		{"elements once", "set", `{"room": "den", "on": true, "when": ["x", 5, "2026-01-18T05:00:00Z", null]}`, []string{"set.when expected array<datetime>"}},
		{"enum of elements once", "set", `{"room": "den", "on": true, "codes": [1, 3, 4]}`, []string{"set.codes must be one of: 1, 2"}},
		{"elements of both kinds", "set", `{"room": "den", "on": true, "codes": [3, "x"]}`, []string{"set.codes must be one of: 1, 2", "set.codes expected array<int>"}},
		{"missing", "set", `{"room": "den"}`, []string{"set.on is required, expected bool"}},
		{"missing with a choice", "set", `{"on": true}`, []string{"set.room is required, expected string", "set.room must be one of: den, hall"}},
		{"null is missing", "set", `{"room": "den", "on": null}`, []string{"set.on is required, expected bool"}},
		{"unknown and near", "set", `{"rom": "den", "on": true}`, []string{"set.room is required, expected string", "set.room must be one of: den, hall", "set.rom is not a parameter, did you mean room?"}},
		{"unknown", "get_weather", `{"city": "Rome", "unit": "c"}`, []string{"get_weather.unit is not a parameter", "get_weather takes: city"}},
		{"several unknown", "get_weather", `{"unit": "c", "days": 1}`, []string{"get_weather.unit is not a parameter", "get_weather.days is not a parameter", "get_weather takes: city"}},
		{"no parameters", "stop", `{"now": true}`, []string{"stop.now is not a parameter", "stop takes no parameters"}},
		{"everything at once", "set", `{"room": 1, "level": 3, "on": "true", "x": 1}`, []string{"set.room expected string", "set.room must be one of: den, hall", "set.level must be one of: 1, 2", "set.on expected bool", "set.x is not a parameter", "set takes: room, level, codes, when, on"}},
		{"cut off", "stop", `{"now": tr`, []string{"stop: Arguments are not valid JSON: the text ends too early at byte 10"}},
		{"no JSON", "stop", `soon`, []string{"stop: Arguments are not valid JSON: unexpected text at byte 0"}},
		{"key twice", "get_weather", `{"city": "a", "city": "b"}`, []string{`get_weather: Arguments are not valid JSON: the key "city" is repeated at byte 14`}},
		{"a list", "stop", `[]`, []string{"stop: Arguments must be an object, got array"}},
		{"text of a list", "stop", `"[]"`, []string{"stop: Arguments must be an object, got array"}},
		{"text", "stop", `"soon"`, []string{"stop: Arguments are not valid JSON: unexpected text at byte 0"}},
		{"broken text", "stop", `"now`, []string{"stop: Arguments are not valid JSON: the text ends too early at byte 4"}},
		{"tool mistyped", "get_wether", `{}`, []string{"get_wether is not a tool, did you mean: get_weather?"}},
		{"tool made up", "weather", `{}`, []string{"weather is not a tool, did you mean: get_weather?; the tools are: set, get_weather, stop"}},
		{"tool like none", "play", `{}`, []string{"play is not a tool; the tools are: set, get_weather, stop"}},
		{"no name", "", `{}`, []string{" is not a tool; the tools are: set, get_weather, stop"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := refusal(tools.Check(call(tt.tool, tt.args)))
			require.NotNil(t, err)
			assert.Equal(t, tt.want, err.Fragments())
			assert.Equal(t, "toolcall: "+strings.Join(tt.want, ", "), err.Error())
			assert.Equal(t, tt.tool, err.Call.Name)
		})
	}
}

func TestFragmentsInside(t *testing.T) {
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name": "plan", "parameters": {"type": "object", "properties": {
		"n": {"type": "integer", "minimum": 1, "maximum": 5},
		"at": {"type": "object", "properties": {"street": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["street"]},
		"rooms": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "in": {"type": "object", "properties": {"x": {"type": "integer"}}}}}}}}}]`))
	require.NoError(t, err)
	for _, tt := range []struct {
		args string
		want []string
	}{
		{`{"n": 6}`, []string{"plan.n must be at most 5"}},
		{`{"at": {}}`, []string{"plan.at.street is required, expected string"}},
		{`{"at": {"street": 5, "tags": ["a", 1]}}`, []string{"plan.at.street expected string", "plan.at.tags[1] expected string"}},
		{`{"at": {"street": "a", "stret": 1}}`, []string{"plan.at.stret is not a parameter", "plan.at takes: street, tags"}},
		{`{"at": {"street": "a", "zip": 1}, "zip": 1}`, []string{"plan.at.zip is not a parameter", "plan.zip is not a parameter", "plan takes: n, at, rooms", "plan.at takes: street, tags"}},
		{`{"rooms": [{}, {"name": 1, "in": {"yonder": 1}}]}`, []string{"plan.rooms[1].name expected string", "plan.rooms[1].in.yonder is not a parameter", "plan.rooms[1].in takes: x"}},
		{`{"rooms": [1]}`, []string{"plan.rooms expected array<dict>"}},
	} {
		refused := refusal(tools.Check(call("plan", tt.args)))
		require.NotNil(t, refused, tt.args)
		assert.Equal(t, tt.want, refused.Fragments(), tt.args)
	}
}

func TestFragmentsOfOwnChecks(t *testing.T) {
	params := jarvis.NewParameters().OptionalInteger("n", "").Check(func(v any) bool {
		if v == int64(13) {
			panic("the secret is 42")
		}
		return v != int64(7)
	}, "n is never 7.\nTake 8.").MustBuild()
	tools, err := toolcall.ToolsFromDefinitions(jarvis.MustDefine(jarvis.MustFunc(jarvis.Spec{Name: "f"}, params, nothing)))
	require.NoError(t, err)
	assert.Equal(t, []string{"f.n: n is never 7. Take 8"}, refusal(tools.Check(call("f", `{"n": 7}`))).Fragments())
	panicked := refusal(tools.Check(call("f", `{"n": 13}`)))
	assert.Equal(t, []string{"f could not be checked"}, panicked.Fragments())
	assert.NotContains(t, panicked.Error(), "42")
	var cause *jarvis.PanicError
	assert.ErrorAs(t, panicked, &cause)
}

func TestCheckErrors(t *testing.T) {
	tools := commands(t, house)
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, tools.Check(call("set", `{}`)), &invalid)
	assert.Equal(t, "set", invalid.Command)
	assert.Equal(t, []string{"room", "on"}, invalid.Missing())
	var unknown *jarvis.UnknownCommandError
	require.ErrorAs(t, tools.Check(call("get_wether", `{}`)), &unknown)
	assert.Equal(t, []string{"get_weather"}, unknown.Near)
}

func TestCheckAll(t *testing.T) {
	tools := commands(t, house)
	calls := []toolcall.Call{{Call: call("stop", `{}`)}, {Call: call("set", `{}`)}, {Call: call("stop", ``)}, {Call: call("halt", `{}`)}}
	refused := tools.CheckAll(calls)
	require.Len(t, refused, 2)
	assert.Equal(t, []int{1, 3}, []int{refused[0].Index, refused[1].Index})
	assert.Equal(t, "set", refused[0].Call.Name)
	assert.Nil(t, tools.CheckAll(calls[:1]))
	assert.Nil(t, tools.CheckAll(nil))
}

func TestCheckOptions(t *testing.T) {
	tools := typed(t, "array<datetime>")
	keyed := call("t", `{"p": ["tomorrow", "2026-01-18T05:00:00Z"]}`)
	assert.NotNil(t, tools.Check(keyed))
	assert.Nil(t, tools.Check(keyed, jarvis.WithDateKeys(tomorrows{})))
	wrong := refusal(tools.Check(call("t", `{"p": ["someday"]}`), jarvis.WithDateKeys(tomorrows{})))
	require.NotNil(t, wrong)
	assert.Equal(t, []string{"t.p expected array<datetime>"}, wrong.Fragments())
	assert.Nil(t, typed(t, "int").Check(call("t", `{"p": "5"}`), jarvis.Lenient()))
	assert.Nil(t, typed(t, "int").Check(call("t", `{"q": "5"}`), jarvis.IgnoreUnknown()))
}

// tomorrows knows one key.
type tomorrows struct{}

func (tomorrows) ResolveDates(keys []string) (instants []time.Time, unresolved []string) {
	for _, key := range keys {
		if key == "tomorrow" {
			instants = append(instants, time.Date(2026, 1, 19, 0, 0, 0, 0, time.UTC))
		} else {
			unresolved = append(unresolved, key)
		}
	}
	return instants, unresolved
}

// What a model sends does not decide how long a report gets, and cannot hide in it.
func TestFragmentsBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	many := make([]string, 5000)
	for i := range many {
		many[i] = fmt.Sprintf(`"key%d": %q`, i, "v")
	}
	tools := commands(t, house)
	for _, c := range []jarvis.Call{
		call(long, `{}`), call("set", `{"`+long+`": 1}`), call("set", `{"room": "`+long+`"}`),
		call("set", `{`+strings.Join(many, ", ")+`}`), call("set", `{"when": [`+strings.Repeat(`1,`, 9999)+`1]}`),
		call("stop", long), call("get_\u202ewether\n", `{}`),
	} {
		err := refusal(tools.Check(c))
		require.NotNil(t, err)
		assert.LessOrEqual(t, len(err.Fragments()), 80)
		assert.Less(t, len(err.Error()), 6000)
		assert.False(t, strings.ContainsAny(err.Error(), "\n\u202e"), err.Error())
	}
	err := refusal(tools.Check(call("set", `{`+strings.Join(many, ", ")+`}`)))
	assert.Contains(t, err.Fragments(), "set has 4968 more problems")

	names := make([]string, 50)
	for i := range names {
		names[i] = fmt.Sprintf(`{"command_name": "tool%c%d"}`, 'a'+i%26, i*7919)
	}
	err = refusal(commands(t, "["+strings.Join(names, ",")+"]").Check(call("zzz", `{}`)))
	assert.Contains(t, err.Error(), " and 30 more")
}

func TestCheckConcurrently(t *testing.T) {
	tools := commands(t, house)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				err := refusal(tools.Check(call("set", fmt.Sprintf(`{"room": "attic%d", "on": true}`, i))))
				if assert.NotNil(t, err) {
					assert.Equal(t, []string{"set.room must be one of: den, hall"}, err.Fragments())
				}
				assert.Nil(t, tools.Check(call("stop", `{}`)))
				_ = tools.Parameters("set").Schema()
			}
		})
	}
	wg.Wait()
}

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{}`, `{"room":"den","on":true}`, `{"room":1,"codes":[3,"x"],"when":["2026-01-18T05:00:00"],"zz":{}}`, `"{\"room\":1}"`, `{"a`, ` "x" `} {
		f.Add("set", seed)
	}
	f.Add("get_wether", "{}")
	f.Fuzz(func(t *testing.T, name, args string) {
		tools := commands(t, house)
		err := refusal(tools.Check(call(name, args)))
		if err == nil {
			return
		}
		require.NotEmpty(t, err.Fragments())
		require.Less(t, len(err.Error()), 20_000)
		var invalid *jarvis.ValidationError
		var unknown *jarvis.UnknownCommandError
		require.True(t, errors.As(err, &invalid) || errors.As(err, &unknown))
	})
}

// refusal is the error of a check, or nil.
func refusal(err error) *toolcall.CallError {
	var refused *toolcall.CallError
	errors.As(err, &refused)
	return refused
}
