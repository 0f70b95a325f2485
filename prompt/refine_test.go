// The second stage of a fill.

package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func timerCall(arguments string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{ID: "call_1", Name: "set_timer", Arguments: json.RawMessage(arguments)}, FailureMessage: "Sorry"}
}

func TestRefinable(t *testing.T) {
	for name, want := range map[string]bool{"get_weather": true, "set_timer": true, "lights_off": false, "calculate": false} {
		assert.Equal(t, want, prompt.Refinable(sampleTool(t, name)), name)
	}
	for _, schema := range []string{`{"properties":{"a":{"_refinable":"true"}}}`, `{"_refinable":true}`, `{"properties":{"_refinable":true}}`, `{`} {
		assert.False(t, prompt.Refinable(prompt.Tool{Name: "a", Parameters: json.RawMessage(schema)}), schema)
	}
}

func TestRefinePromptGolden(t *testing.T) {
	text, ok := prompt.RefinePrompt(sampleTool(t, "set_timer"), timerCall(`{"minutes": 8, "label": null}`), " timer for\n8 minutes called Nüsse ")
	require.True(t, ok)
	golden(t, "refine/timer.txt", text+"\n")
	text, ok = prompt.RefinePrompt(sampleTool(t, "get_weather"), toolcall.Call{}, "weather")
	require.True(t, ok)
	golden(t, "refine/weather.txt", text+"\n")
}

func TestRefinePromptNothingToAsk(t *testing.T) {
	for name, call := range map[string]toolcall.Call{
		"all given":    timerCall(`{"minutes":1,"label":"a","sound":"bell","at":"10:00"}`),
		"no object":    timerCall(`[1]`),
		"broken":       timerCall(`{"minutes":`),
		"broken text":  timerCall(`"{"`),
		"broken quote": timerCall(`"{}`),
	} {
		t.Run(name, func(t *testing.T) {
			text, ok := prompt.RefinePrompt(sampleTool(t, "set_timer"), call, "x")
			assert.False(t, ok)
			assert.Empty(t, text)
		})
	}
	_, ok := prompt.RefinePrompt(sampleTool(t, "lights_off"), timerCall(`{}`), "x")
	assert.False(t, ok)
}

func TestRefinePromptExamples(t *testing.T) {
	one := sampleTool(t, "set_timer")
	one.Examples = nil
	for range 7 {
		one.Examples = append(one.Examples, jarvis.Example{Utterance: "again"})
	}
	one.Examples = append(one.Examples, jarvis.Example{Utterance: "best", Primary: true}, jarvis.Example{Utterance: " "},
		jarvis.Example{Utterance: "bad", Arguments: jarvis.Args{"label": func() {}}, Primary: true})
	text, ok := prompt.RefinePrompt(one, timerCall(`{}`), "x")
	require.True(t, ok)
	assert.Equal(t, 4, strings.Count(text, "Request: again"))
	assert.Equal(t, 1, strings.Count(text, "Request: best"))
	assert.NotContains(t, text, "bad")
	assert.NotContains(t, text, "already set")
}

func TestMergeRefined(t *testing.T) {
	for name, c := range map[string]struct {
		arguments, reply string
		want             string // empty if the call stays
		merged           []string
	}{
		"plain":               {`{"minutes":8}`, `{"label":"Nüsse","sound":"bell","at":null}`, `{"minutes":8,"label":"Nüsse","sound":"bell"}`, []string{"label", "sound"}},
		"order of schema":     {`{}`, `{"sound":"horn","label":"a"}`, `{"label":"a","sound":"horn"}`, []string{"label", "sound"}},
		"given stays":         {`{"label":"b"}`, `{"label":"a"}`, "", nil},
		"null is replaced":    {`{"label":null,"minutes":8}`, `{"label":"a"}`, `{"minutes":8,"label":"a"}`, []string{"label"}},
		"other null stays":    {`{"sound":null,"minutes":8}`, `{"label":"a"}`, `{"sound":null,"minutes":8,"label":"a"}`, []string{"label"}},
		"no arguments":        {``, `{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"null arguments":      {` null `, `{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"text arguments":      {`"{\"minutes\":8}"`, `{"label":"a"}`, `{"minutes":8,"label":"a"}`, []string{"label"}},
		"not refinable":       {`{"minutes":8}`, `{"minutes":9,"other":1}`, "", nil},
		"out of the enum":     {`{}`, `{"sound":"gong","label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"wrong type":          {`{}`, `{"sound":1,"label":["a"]}`, "", nil},
		"wrong format":        {`{}`, `{"at":"noon","label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"right format":        {`{}`, `{"at":"12:00"}`, `{"at":"12:00"}`, []string{"at"}},
		"empty text":          {`{}`, `{"label":" ","at":"null"}`, "", nil},
		"fence":               {`{}`, "```json\n{\"label\":\"a\"}\n```", `{"label":"a"}`, []string{"label"}},
		"prose":               {`{}`, `For {you}: {"label":"a"}. {"label":"b"}`, `{"label":"b"}`, []string{"label"}},
		"last of its names":   {`{}`, `{"label":"a"} {"minutes":9,"sound":"bell"} {"minutes":8} {"other":{"label":"c"}}`, `{"sound":"bell"}`, []string{"sound"}},
		"cut off":             {`{}`, `{"label":"a"} {"sound":"bell","other":{"label":"b"}`, `{"label":"a"}`, []string{"label"}},
		"broken quote":        {`{}`, `<think>as {"label": "</think>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"empty first":         {`{}`, `{} {"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"thinking":            {`{}`, `<think>{"label":"no"}</think>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"thinking opened":     {`{}`, `{"label":"no"}</think>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"only thinking":       {`{}`, `<think>{"label":"no"}`, "", nil},
		"thinking twice":      {`{}`, `<think>a</think> <think>{"label":"no"}</think> {"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"other thinking":      {`{}`, `<scratch_pad>{"label":"no"}</scratch_pad>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"upper case":          {`{}`, `<THINKING>{"label":"no"}</THINKING>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"bracketed":           {`{}`, `[THINK]{"label":"no"}[/THINK]{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"channel":             {`{}`, "<|channel>thought\n{\"label\":\"no\"}<channel|>{\"label\":\"a\"}", `{"label":"a"}`, []string{"label"}},
		"harmony":             {`{}`, `<|channel|>analysis<|message|>{"label":"no"}<|end|><|start|>assistant<|channel|>final<|message|>{"label":"a"}<|return|>`, `{"label":"a"}`, []string{"label"}},
		"only bracketed":      {`{}`, `[THINK]{"label":"no"}[/THINK]`, "", nil},
		"only a channel":      {`{}`, `<|channel|>analysis<|message|>{"label":"no"}`, "", nil},
		"thinking, no answer": {`{}`, `<think>{"label":"no"}</think> I do not know.`, "", nil},
		"thinking in pieces":  {`{}`, `<think>{"label":"</think><think>"}</think>`, "", nil},
		"the same twice":      {`{}`, `<think>{"label":"a"}</think>{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"mark in a text":      {`{}`, `{"label":"a <think> b"}`, `{"label":"a <think> b"}`, []string{"label"}},
		"marks in a text":     {`{}`, `{"label":"a</think>b<|im_end|>"}`, `{"label":"a</think>b<|im_end|>"}`, []string{"label"}},
		"numbers stay":        {`{"minutes":9007199254740993.0}`, `{"label":"a"}`, `{"minutes":9007199254740993.0,"label":"a"}`, []string{"label"}},
		"spaces":              {"{ \"minutes\" : 8 }", "{\n \"label\" : \"a\"\n}", `{"minutes":8,"label":"a"}`, []string{"label"}},
		"a list":              {`{}`, `[{"label":"a"}]`, `{"label":"a"}`, []string{"label"}},
		"broken":              {`{}`, `{"label":"a"`, "", nil},
		"repeated":            {`{}`, `{"label":"a","label":"b"}`, "", nil},
		"nothing":             {`{}`, ``, "", nil},
		"prose alone":         {`{}`, `I do not know.`, "", nil},
		"broken arguments":    {`{"minutes":`, `{"label":"a"}`, "", nil},
		"listed arguments":    {`[]`, `{"label":"a"}`, "", nil},
		"other spelling":      {`{}`, `{"Label":"a"}`, "", nil},
		"too deep":            {`{}`, `{"label":"a","x":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`, "", nil},
		"too long":            {`{}`, `{"label":"a"}` + strings.Repeat(" ", 1<<20), "", nil},
		"a text of null":      {`{}`, `{"label":"NULL"}`, "", nil},
		"many braces":         {`{}`, strings.Repeat("{", 1000) + `{"label":"a"}`, `{"label":"a"}`, []string{"label"}},
		"hostile braces":      {`{}`, strings.Repeat(`{"a":[`+strings.Repeat("1,", 5000), 90) + `!{"label":"a"}`, "", nil},
		"thinking behind":     {`{}`, `{"label":"a"}<think>x</think>`, `{"label":"a"}`, []string{"label"}},
	} {
		t.Run(name, func(t *testing.T) {
			call := timerCall(c.arguments)
			got, merged := prompt.MergeRefined(sampleTool(t, "set_timer"), call, c.reply)
			assert.Equal(t, c.merged, merged)
			want := timerCall(c.arguments)
			assert.Equal(t, want, call, "the given call is not changed")
			if c.want != "" {
				want.Arguments = json.RawMessage(c.want)
			}
			assert.Equal(t, want, got)
		})
	}
}

func TestRefinePromptNotes(t *testing.T) {
	one := prompt.Tool{Name: "remind", Parameters: json.RawMessage(`{"properties":{"at":{"type":"string","format":"date-time","_refinable":true},
		"days":{"type":"array","items":{"type":"string","format":"date"},"_refinable":true}}}`)}
	plain, ok := prompt.RefinePrompt(one, toolcall.Call{}, "tomorrow at eight")
	require.True(t, ok)
	assert.Contains(t, plain, "- at (string, date-time)\n- days (array of string, date YYYY-MM-DD)\n")
	same, _ := prompt.RefinePrompt(one, toolcall.Call{}, "tomorrow at eight", "", " \n")
	assert.Equal(t, plain, same)

	now := prompt.Trailing(prompt.Moment{Now: time.Date(2026, 10, 6, 10, 0, 0, 0, time.UTC)})[1].Content
	text, _ := prompt.RefinePrompt(one, toolcall.Call{}, "tomorrow at eight", prompt.Dates(nil, false), "", now, "One\n\nmore")
	said, _ := strings.CutSuffix(plain, "Request: tomorrow at eight\nAnswer:")
	assert.Equal(t, said+prompt.Dates(nil, false)+"\n\n"+now+"\n\nOne\nmore\n\nRequest: tomorrow at eight\nAnswer:", text)

	keyed := prompt.BuildTools([]prompt.Tool{one}, prompt.ToolOptions{NoDatetimeFormats: true})[0]
	text, _ = prompt.RefinePrompt(keyed, toolcall.Call{}, "x", prompt.Dates([]string{"today"}, false))
	assert.Contains(t, text, "- at (string)\n")
	got, merged := prompt.MergeRefined(one, toolcall.Call{}, `{"at":"tomorrow","days":["2026-10-07"]}`, jarvis.WithDateKeys(dates.New(dates.Config{})))
	assert.Equal(t, []string{"at", "days"}, merged)
	assert.JSONEq(t, `{"at":"tomorrow","days":["2026-10-07"]}`, string(got.Arguments))
}

func TestMergeRefinedOptions(t *testing.T) {
	one := prompt.Tool{Name: "a", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","_refinable":true,"options_source":"x"},
		"ref":{"$ref":"#/x","_refinable":true}}}`)}
	call := toolcall.Call{}
	_, merged := prompt.MergeRefined(one, call, `{"n":"5","ref":1}`)
	assert.Nil(t, merged)
	got, merged := prompt.MergeRefined(one, call, `{"n":"5","ref":1}`, jarvis.Lenient())
	assert.Equal(t, []string{"n"}, merged, "the other one cannot be checked")
	assert.Equal(t, `{"n":"5"}`, string(got.Arguments))
}

func FuzzMergeRefined(f *testing.F) {
	f.Add(`{"minutes":8}`, "```json\n{\"label\":\"a\"}\n```")
	f.Add(`"{}"`, `<think>{</think>{"sound":"bell"}`)
	f.Add(``, `{{{"label":"{"}`)
	f.Add(`{"label":null}`, strings.Repeat(`{"a":[`, 70))
	f.Fuzz(func(t *testing.T, arguments, reply string) {
		one, call := sampleTool(t, "set_timer"), timerCall(arguments)
		_, _ = prompt.RefinePrompt(one, call, reply)
		got, merged := prompt.MergeRefined(one, call, reply)
		assert.Equal(t, arguments, string(call.Arguments))
		if merged == nil {
			assert.Equal(t, call, got)
			return
		}
		var before, after map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(got.Arguments, &after))
		if text := ""; json.Unmarshal(call.Arguments, &text) == nil {
			arguments = text
		}
		if strings.TrimSpace(arguments) != "" {
			require.NoError(t, json.Unmarshal([]byte(arguments), &before))
		}
		for name, value := range before {
			if !slices.Contains(merged, name) {
				assert.Equal(t, string(value), string(after[name]))
			} else {
				assert.Equal(t, "null", string(value))
			}
		}
		for name := range after {
			_, had := before[name]
			assert.True(t, had || slices.Contains(merged, name))
		}
		for _, name := range merged {
			assert.Contains(t, []string{"label", "sound", "at"}, name)
		}
	})
}
