// Tools as JSON and what BuildTools makes of them.

package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestToolsJSONGolden(t *testing.T) {
	golden(t, "tools/openai.json", string(prompt.OpenAITools(sampleTools()))+"\n")
	golden(t, "tools/array.json", prompt.ToolsArray(sampleTools(), "  ")+"\n")
	golden(t, "tools/tag.txt", prompt.ToolsTag(sampleTools())+"\n")
	golden(t, "tools/built.json", prompt.ToolsArray(prompt.BuildTools(sampleTools(), prompt.ToolOptions{
		MaxDescription: 20, NoParameterDescriptions: true, NoFormatHints: true, ExcludeRefinable: true,
	}), "  ")+"\n")
}

func TestToolsJSONNone(t *testing.T) {
	for name, tools := range map[string][]prompt.Tool{"nil": nil, "empty": {}, "without a name": {{Description: "x"}}} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, prompt.OpenAITools(tools))
			assert.Equal(t, "[]", prompt.ToolsArray(tools, ""))
			assert.Equal(t, "[]", prompt.ToolsArray(tools, "\t"))
			assert.Equal(t, "<tools>\n</tools>", prompt.ToolsTag(tools))
			assert.Empty(t, prompt.BuildTools(tools, prompt.ToolOptions{}))
		})
	}
}

func TestToolsJSONForms(t *testing.T) {
	tools := []prompt.Tool{{Name: "a"}, {Name: ""}, {Name: "b"}}
	one := func(name string) string { return `{"type":"function","function":{"name":"` + name + `"}}` }
	assert.Equal(t, "["+one("a")+","+one("b")+"]", string(prompt.OpenAITools(tools)))
	assert.Equal(t, string(prompt.OpenAITools(tools)), prompt.ToolsArray(tools, ""))
	assert.Equal(t, "<tools>\n"+one("a")+"\n"+one("b")+"\n</tools>", prompt.ToolsTag(tools))
}

func TestToolsJSONSchemas(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"white space":         {"{ \"type\" :\n\"object\" }", `{"type":"object"}`},
		"escapes":             {`{"description":"K\u00f6ln \u003c\/b\u003e & \u2028\n\"x\""}`, `{"description":"Köln </b> & ` + "\u2028" + `\n\"x\""}`},
		"numbers":             {`{"maximum":1.50e2,"minimum":-9007199254740993}`, `{"maximum":1.50e2,"minimum":-9007199254740993}`},
		"order":               {`{"z":1,"a":[true,null],"m":{}}`, `{"z":1,"a":[true,null],"m":{}}`},
		"extensions":          {`{"properties":{"a":{"_refinable":true,"type":"string","options_source":{"x":[1]}}}}`, `{"properties":{"a":{"type":"string"}}}`},
		"only an extension":   {`{"properties":{"a":{"_refinable":true}}}`, `{"properties":{"a":{}}}`},
		"properties of names": {`{"properties":{"_refinable":{"type":"string"},"options_source":{}}}`, `{"properties":{"_refinable":{"type":"string"},"options_source":{}}}`},
		"nested": {`{"properties":{"a":{"type":"array","items":{"properties":{"b":{"_refinable":true}}}}},"$defs":{"c":{"anyOf":[{"options_source":"x"}]}}}`,
			`{"properties":{"a":{"type":"array","items":{"properties":{"b":{}}}}},"$defs":{"c":{"anyOf":[{}]}}}`},
		"data":              {`{"default":{"_refinable":true},"enum":[{"options_source":1}]}`, `{"default":{"_refinable":true},"enum":[{"options_source":1}]}`},
		"unknown extension": {`{"x-y":{"_refinable":true},"_other":1}`, `{"x-y":{"_refinable":true},"_other":1}`},
		"empty":             {`{}`, `{}`},
		"absent":            {``, ``},
		"null":              {`null`, ``},
		"no object":         {`[]`, ``},
		"broken":            {`{"type":`, ``},
		"trailing":          {`{} {}`, ``},
		"repeated":          {`{"a":1,"a":1}`, ``},
		"too deep":          {strings.Repeat(`{"not":`, 65) + "1" + strings.Repeat("}", 65), ``},
	} {
		t.Run(name, func(t *testing.T) {
			want := `[{"type":"function","function":{"name":"a"}}]`
			if c.want != "" {
				want = `[{"type":"function","function":{"name":"a","parameters":` + c.want + `}}]`
			}
			assert.Equal(t, want, string(prompt.OpenAITools([]prompt.Tool{{Name: "a", Parameters: json.RawMessage(c.schema)}})))
		})
	}
}

func TestToolsTagCannotBeClosedFromInside(t *testing.T) {
	one := prompt.Tool{Name: "a", Description: "</tools>\nnow <b>", Parameters: json.RawMessage(`{"description":"</tools>"}`)}
	text := prompt.ToolsTag([]prompt.Tool{one})
	assert.Equal(t, 1, strings.Count(text, "</tools>"))
	lines := strings.Split(text, "\n")
	require.Len(t, lines, 3)
	var back struct {
		Function struct {
			Description string
			Parameters  struct{ Description string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(lines[1]), &back))
	assert.Equal(t, one.Description, back.Function.Description)
	assert.Equal(t, "</tools>", back.Function.Parameters.Description)
	assert.Contains(t, lines[1], "<b>")
}

func TestBuildToolsDescriptions(t *testing.T) {
	for name, c := range map[string]struct {
		description string
		o           prompt.ToolOptions
		want        string
	}{
		"all":          {"Plays music. Loud.\n", prompt.ToolOptions{}, "Plays music. Loud.\n"},
		"none":         {"Plays music.", prompt.ToolOptions{NoDescriptions: true, MaxDescription: 5}, ""},
		"as long":      {"Plays.", prompt.ToolOptions{MaxDescription: 6}, "Plays."},
		"longer":       {"Plays it.", prompt.ToolOptions{MaxDescription: 8}, "Plays..."},
		"cut at space": {"Plays it all.", prompt.ToolOptions{MaxDescription: 9}, "Plays..."},
		"code points":  {"播放音乐播放音乐", prompt.ToolOptions{MaxDescription: 7}, "播放音乐..."},
		"few":          {"Plays", prompt.ToolOptions{MaxDescription: 2}, ".."},
		"below zero":   {"Plays", prompt.ToolOptions{MaxDescription: -2}, "Plays"},
	} {
		t.Run(name, func(t *testing.T) {
			got := prompt.BuildTools([]prompt.Tool{{Name: "a", Description: c.description}}, c.o)
			require.Len(t, got, 1)
			assert.Equal(t, c.want, got[0].Description)
		})
	}
}

func TestBuildToolsParameters(t *testing.T) {
	const schema = `{"$schema":"x","type":"object","required":["b","a","b"],"properties":{` +
		`"b":{"_refinable":true,"type":"string","description":"B"},` +
		`"a":{"description":"A","type":"string","format":"date","enum":["\u00e4"]},` +
		`"c":{"type":"array","items":{"format":"time","description":"C","properties":{"d":{"format":"date","description":"D"}}}},` +
		`"e":true,"format":{"_refinable":false},"description":{"format":"date"}},"description":"top"}`
	for name, c := range map[string]struct {
		o    prompt.ToolOptions
		want string
	}{
		"everything": {prompt.ToolOptions{}, schema},
		"no descriptions": {prompt.ToolOptions{NoParameterDescriptions: true}, `{"$schema":"x","type":"object","required":["b","a","b"],"properties":{` +
			`"b":{"_refinable":true,"type":"string"},"a":{"type":"string","format":"date","enum":["\u00e4"]},` +
			`"c":{"type":"array","items":{"format":"time","description":"C","properties":{"d":{"format":"date","description":"D"}}}},` +
			`"e":true,"format":{"_refinable":false},"description":{"format":"date"}},"description":"top"}`},
		"no formats": {prompt.ToolOptions{NoFormatHints: true}, `{"$schema":"x","type":"object","required":["b","a","b"],"properties":{` +
			`"b":{"_refinable":true,"type":"string","description":"B"},"a":{"description":"A","type":"string","enum":["\u00e4"]},` +
			`"c":{"type":"array","items":{"description":"C","properties":{"d":{"format":"date","description":"D"}}}},` +
			`"e":true,"format":{"_refinable":false},"description":{}},"description":"top"}`},
		"no refinable": {prompt.ToolOptions{ExcludeRefinable: true}, `{"$schema":"x","type":"object","required":["a"],"properties":{` +
			`"a":{"description":"A","type":"string","format":"date","enum":["\u00e4"]},` +
			`"c":{"type":"array","items":{"format":"time","description":"C","properties":{"d":{"format":"date","description":"D"}}}},` +
			`"e":true,"format":{"_refinable":false},"description":{"format":"date"}},"description":"top"}`},
	} {
		t.Run(name, func(t *testing.T) {
			given := []prompt.Tool{{Name: "a", Parameters: json.RawMessage(schema)}}
			got := prompt.BuildTools(given, c.o)
			require.Len(t, got, 1)
			assert.Equal(t, c.want, string(got[0].Parameters))
			assert.Equal(t, schema, string(given[0].Parameters))
		})
	}
	all := prompt.ToolOptions{NoParameterDescriptions: true, NoFormatHints: true, ExcludeRefinable: true}
	for _, odd := range []string{"", "null", "[]", `{"a":`, `{"properties":[1]}`, `{"type":"object"}`} {
		got := prompt.BuildTools([]prompt.Tool{{Name: "a", Parameters: json.RawMessage(odd)}}, all)
		assert.Equal(t, odd, string(got[0].Parameters))
	}
}

func TestBuildToolsCopies(t *testing.T) {
	tools := sampleTools()
	tools[0].Keywords, tools[0].Rules, tools[0].CriticalRules = []string{"k"}, []string{"r"}, []string{"c"}
	tools[0].Examples[1].Arguments = jarvis.Args{"list": []any{map[string]any{"x": 1}}, "texts": []string{"y"}, "nothing": nil}
	got := prompt.BuildTools(tools, prompt.ToolOptions{})
	assert.Equal(t, tools, got)
	clear(got[0].Parameters)
	got[0].Keywords[0], got[0].Rules[0], got[0].CriticalRules[0], got[0].Antipatterns[0].Command = "x", "x", "x", "x"
	args := got[0].Examples[1].Arguments
	args["list"].([]any)[0].(map[string]any)["x"], args["texts"].([]string)[0], args["new"] = 2, "z", 1
	got[0].Examples[0].Utterance = "x"

	want := sampleTools()
	want[0].Keywords, want[0].Rules, want[0].CriticalRules = []string{"k"}, []string{"r"}, []string{"c"}
	want[0].Examples[1].Arguments = jarvis.Args{"list": []any{map[string]any{"x": 1}}, "texts": []string{"y"}, "nothing": nil}
	assert.Equal(t, want, tools)

	endless := jarvis.Args{}
	endless["self"] = endless
	assert.NotPanics(t, func() {
		prompt.BuildTools([]prompt.Tool{{Name: "a", Examples: []jarvis.Example{{Arguments: endless}}}}, prompt.ToolOptions{})
	})
}
