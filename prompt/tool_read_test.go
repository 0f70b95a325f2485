// Reading tools from definitions, requests and nodes.

package prompt_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestToolsFromDefinitions(t *testing.T) {
	d := jarvis.MustDefine(sampleAlarm{})
	tools := prompt.ToolsFromDefinitions(d, nil, jarvis.MustDefine(sampleSilence{}))
	require.Len(t, tools, 2)
	got := tools[0]
	assert.Equal(t, "set_alarm", got.Name)
	assert.Equal(t, "Sets an alarm & names it.", got.Description)
	assert.Equal(t, []string{"alarm", "wake"}, got.Keywords)
	assert.Equal(t, []string{"Hours are 0 to 23."}, got.Rules)
	assert.Equal(t, []string{"Never guess the hour."}, got.CriticalRules)
	assert.Equal(t, []jarvis.Antipattern{{Command: "set_timer", Description: "for a length of time"}}, got.Antipatterns)
	assert.True(t, got.AllowDirectAnswer)
	assert.False(t, got.Server)
	assert.Equal(t, []jarvis.Example{
		{Utterance: "wake me at 7", Arguments: jarvis.Args{"hour": json.Number("7"), "days": []any{"mon"}}, Primary: true},
		{Utterance: "alarm"},
	}, got.Examples)
	assert.Contains(t, string(got.Parameters), `"label":{"type":"string","description":"Name of the alarm","_refinable":true}`)
	assert.Equal(t, "be_quiet", tools[1].Name)
	assert.Empty(t, prompt.ToolsFromDefinitions())
	assert.Empty(t, prompt.ToolsFromDefinitions(nil, nil))
}

func TestToolsFromDefinitionsShareNothing(t *testing.T) {
	d := jarvis.MustDefine(sampleAlarm{})
	before := string(d.OpenAITool())
	got := prompt.ToolsFromDefinitions(d)[0]
	clear(got.Parameters)
	got.Keywords[0], got.Rules[0], got.Antipatterns[0].Command = "x", "x", "x"
	got.Examples[0].Arguments["days"].([]any)[0] = "x"
	assert.Equal(t, before, string(d.OpenAITool()))
	again := prompt.ToolsFromDefinitions(d)[0]
	assert.Equal(t, "alarm", again.Keywords[0])
	assert.Equal(t, []any{"mon"}, again.Examples[0].Arguments["days"])
}

func TestToolsRoundTrip(t *testing.T) {
	for _, d := range []*jarvis.Definition{jarvis.MustDefine(sampleAlarm{}), jarvis.MustDefine(sampleSilence{})} {
		t.Run(d.Name(), func(t *testing.T) {
			want := prompt.ToolsFromDefinitions(d)
			fromCommand, err := prompt.ToolsFromCommands(append(append(json.RawMessage("["), d.CommandSchema()...), ']'))
			require.NoError(t, err)
			assert.Equal(t, want, fromCommand)
			assert.Equal(t, string(want[0].Parameters), string(fromCommand[0].Parameters))

			fromTool, err := prompt.ToolsFromOpenAI(append(append(json.RawMessage("["), d.OpenAITool()...), ']'))
			require.NoError(t, err)
			bare := prompt.Tool{Name: want[0].Name, Description: want[0].Description, Parameters: want[0].Parameters}
			assert.Equal(t, []prompt.Tool{bare}, fromTool)

			again, err := prompt.ToolsFromOpenAI(prompt.OpenAITools(want))
			require.NoError(t, err)
			assert.Equal(t, prompt.OpenAITools(want), prompt.OpenAITools(again))
		})
	}
}

const extensionKeys = `"allow_direct_answer":true,"is_server_tool":true,"keywords":["rain","sun"],"rules":["r"],"critical_rules":["c"],
	"included_system_prompt_text":"Use it.","is_risky":true,"command_name":"w",
	"examples":[{"voice_command":"rain?","expected_parameters":{"days":2},"is_primary":true},{"voice_command":"sun?","expected_parameters":null}],
	"antipatterns":[{"command_name":"t","description":"later"},{"command_name":"","description":"x"},{"command_name":"t","description":" "}]`

func TestToolsFromOpenAIExtensions(t *testing.T) {
	want := []prompt.Tool{{
		Name: "w", Description: "Weather", Parameters: json.RawMessage(`{"type": "object"}`), Server: true, AllowDirectAnswer: true,
		Keywords: []string{"rain", "sun"}, Rules: []string{"r"}, CriticalRules: []string{"c"}, Guidance: "Use it.",
		Examples: []jarvis.Example{
			{Utterance: "rain?", Arguments: jarvis.Args{"days": json.Number("2")}, Primary: true}, {Utterance: "sun?"},
		},
		Antipatterns: []jarvis.Antipattern{{Command: "t", Description: "later"}},
	}}
	function := `"name":"w","description":"Weather","parameters":{"type": "object"}`
	for name, list := range map[string]string{
		"chat":      ` [{"type":"function","function":{` + function + `},` + extensionKeys + `}] `,
		"responses": `[{"type":"function",` + function + `,` + extensionKeys + `}]`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := prompt.ToolsFromOpenAI(json.RawMessage(list))
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

func TestToolsFromOpenAIKeepsForeignSchemas(t *testing.T) {
	schema := `{"type":"object","properties":{"x":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}`
	list := json.RawMessage(`[{"name":"a","parameters":` + schema + `},{"name":"b","parameters":null},{"name":"c"}]`)
	got, err := prompt.ToolsFromOpenAI(list)
	require.NoError(t, err)
	require.Len(t, got, 3)
	clear(list)
	assert.Equal(t, schema, string(got[0].Parameters))
	assert.Nil(t, got[1].Parameters)
	assert.Nil(t, got[2].Parameters)
}

func TestToolsFromCommandsRunOnTheNode(t *testing.T) {
	got, err := prompt.ToolsFromCommands(json.RawMessage(`[{"description":null,"parameters":[{"name":"a","type":"int","required":null,"refinable":true,
		"enum_values":["1","2"]},{"name":"b","type":"array<string>","description":"B","required":true}],` + extensionKeys + `}]`))
	require.NoError(t, err)
	require.Len(t, got, 1)
	assert.False(t, got[0].Server)
	assert.True(t, got[0].AllowDirectAnswer)
	assert.Equal(t, []string{"rain", "sun"}, got[0].Keywords)
	assert.Equal(t, "Use it.", got[0].Guidance)
	assert.JSONEq(t, `{"type":"object","properties":{"a":{"type":"integer","enum":[1,2],"_refinable":true},
		"b":{"type":"array","items":{"type":"string"},"description":"B"}},"required":["b"],"additionalProperties":false}`, string(got[0].Parameters))
}

func TestToolsReadNothing(t *testing.T) {
	for _, list := range []string{"", "null", " [] ", "\n"} {
		for _, read := range []func(json.RawMessage) ([]prompt.Tool, error){prompt.ToolsFromOpenAI, prompt.ToolsFromCommands} {
			tools, err := read(json.RawMessage(list))
			assert.NoError(t, err, "%q", list)
			assert.Nil(t, tools, "%q", list)
		}
	}
}

func TestToolsReadMistakes(t *testing.T) {
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for name, c := range map[string]struct {
		list string
		want []string
	}{
		"no list":          {`{}`, []string{"Tools.list: want a list of tools, got object"}},
		"broken":           {`[{"name":"a"}`, []string{"Tools.list: the list is not valid JSON"}},
		"too deep":         {`[{"name":"a","keywords":` + deep + `}]`, []string{"deeper than 64 levels"}},
		"no object":        {`[1]`, []string{"Tools.[0]: a tool is a JSON object"}},
		"no name":          {`[{"rules":1}]`, []string{"Tools.[0]: the tool has no name", "Tools.[0]: rules is not a list of texts"}},
		"twice":            {`[{"name":"a"},{"name":"a"}]`, []string{"Tools.a: the tool is declared twice"}},
		"description":      {`[{"name":"a","description":1}]`, []string{"Tools.a: description is not a text"}},
		"flags":            {`[{"name":"a","allow_direct_answer":1,"is_server_tool":"true"}]`, []string{"allow_direct_answer is neither true nor false", "is_server_tool is neither"}},
		"texts":            {`[{"name":"a","keywords":["x",1],"critical_rules":{}}]`, []string{"Tools.a: keywords is not a list of texts", "critical_rules is not a list of texts"}},
		"objects":          {`[{"name":"a","examples":[1],"antipatterns":""}]`, []string{"examples is not a list of objects", "antipatterns is not a list of objects"}},
		"arguments":        {`[{"name":"a","examples":[{"voice_command":1,"expected_parameters":[]}]}]`, []string{"voice_command is not a text", "expected_parameters is not an object"}},
		"two primary":      {`[{"name":"a","examples":[{"is_primary":true},{"is_primary":true}]}]`, []string{"Tools.a: more than one example is primary"}},
		"several tools":    {`[{"name":"a","rules":1},{"name":"b","rules":1},{"name":"c"}]`, []string{"Tools.a: rules", "Tools.b: rules"}},
		"name is hostile":  {`[{"name":"a\u0007","rules":1}]`, []string{"Tools.[0]: the name", `Tools.a\a: rules`}},
		"guidance":         {`[{"name":"a","included_system_prompt_text":[]}]`, []string{"included_system_prompt_text is not a text"}},
		"repeated members": {`[{"name":"a","rules":[],"rules":[]}]`, []string{`the key "rules" is repeated`}},
	} {
		t.Run(name, func(t *testing.T) {
			tools, err := prompt.ToolsFromOpenAI(json.RawMessage(c.list))
			require.Error(t, err)
			assert.Nil(t, tools)
			for _, want := range c.want {
				assert.Contains(t, err.Error(), want)
			}
			assert.Len(t, strings.Split(err.Error(), "\n"), len(c.want))
			var tag *jarvis.TagError
			assert.True(t, errors.As(err, &tag))
		})
	}
	_, err := prompt.ToolsFromCommands(json.RawMessage(`[{"command_name":"a","rules":1,"parameters":[{"name":"p","type":"strin"}]}]`))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "Tools.a.p: ")
	assert.Contains(t, err.Error(), "Tools.a: rules is not a list of texts")
}

func TestToolsReadBoundsErrors(t *testing.T) {
	list := "[" + strings.Repeat(`{"rules":1},`, 5000) + `{"rules":1}]`
	_, err := prompt.ToolsFromOpenAI(json.RawMessage(list))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "and 4001 more mistakes")
	_, err = prompt.ToolsFromOpenAI(json.RawMessage("[" + strings.Repeat(" ", 16<<20) + "]"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "too large")
}

// exerciseTools runs everything that takes tools.
func exerciseTools(t *testing.T, tools []prompt.Tool) {
	t.Helper()
	options := prompt.TextOptions{Antipatterns: true, Examples: -1}
	built := prompt.BuildTools(tools, prompt.ToolOptions{MaxDescription: 5, NoParameterDescriptions: true, NoFormatHints: true, ExcludeRefinable: true})
	assert.Len(t, built, len(tools))
	if list := prompt.OpenAITools(tools); list != nil {
		require.True(t, json.Valid(list), "%s", list)
	}
	assert.True(t, json.Valid([]byte(prompt.ToolsArray(built, "  "))))
	assert.Equal(t, len(tools)+1, strings.Count(prompt.ToolsTag(tools), "\n"))
	_ = prompt.ToolsText(tools, options)
	if len(tools) > 0 {
		assert.GreaterOrEqual(t, len(tools)-1, strings.Count(prompt.ToolSignatures(tools), "\n"))
	}
	_ = prompt.ToolList(tools)
}

func FuzzToolReaders(f *testing.F) {
	f.Add(`[{"type":"function","function":{"name":"w","parameters":{"type": "object","properties":{"a":{"enum":["\n"]}}}},` + extensionKeys + `}]`)
	f.Add(string(jarvis.MustDefine(sampleAlarm{}).CommandSchema()))
	f.Add("[" + string(jarvis.MustDefine(sampleAlarm{}).CommandSchema()) + "]")
	f.Add("[" + string(jarvis.MustDefine(sampleAlarm{}).OpenAITool()) + "]")
	f.Add(`[{"name":"a","parameters":{"properties":{"x":{"items":[],"anyOf":[{},{"type":"null"}],"type":[1]}},"required":[1,"x"]}},[]]`)
	f.Fuzz(func(t *testing.T, list string) {
		for _, read := range []func(json.RawMessage) ([]prompt.Tool, error){prompt.ToolsFromOpenAI, prompt.ToolsFromCommands} {
			tools, err := read(json.RawMessage(list))
			if err != nil {
				assert.Nil(t, tools)
				continue
			}
			for _, one := range tools {
				assert.NotEmpty(t, one.Name)
			}
			exerciseTools(t, tools)
		}
	})
}

func FuzzToolSchema(f *testing.F) {
	for _, one := range sampleTools() {
		f.Add(one.Name, one.Description, string(one.Parameters))
	}
	f.Add("\xff", ". a", `{"properties":{"":{"enum":[{}]}}}`)
	f.Fuzz(func(t *testing.T, name, description, schema string) {
		if name == "" {
			return
		}
		one := prompt.Tool{Name: name, Description: description, Parameters: json.RawMessage(schema)}
		exerciseTools(t, []prompt.Tool{one})
		assert.Equal(t, schema, string(one.Parameters))
	})
}
