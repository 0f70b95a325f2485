// What prompts and tools cost.

package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// The counts are those of the tokenizers, cl100k_base first.
func TestEstimateTokensAgainstTokenizers(t *testing.T) {
	for name, c := range map[string]struct {
		text     string
		cl100k   int
		o200k    int
		deviates float64 // at most, from the mean of the two
	}{
		"prompt": {"You are a voice assistant for a smart home. Answer in one or two short sentences that sound natural when spoken aloud.\n" +
			"room=kitchen, user=default, style=brief\n\nRules:\n- Fill every required parameter; use natural defaults when they are only implied.\n" +
			"- Make one call at a time.\n- Use the exact parameter names of the schema.\n\n<tool_call>\n{\"name\": \"<function-name>\", " +
			"\"arguments\": {\"<arg-name>\": \"<arg-value>\"}, \"failure_message\": \"<brief spoken response>\"}\n</tool_call>", 109, 110, .05},
		"German": {"Schalte das Licht im Wohnzimmer ein und stelle die Temperatur auf einundzwanzig Grad. Wenn der Benutzer keinen Raum " +
			"nennt, frage nach. Übermäßige Größen werden nicht berücksichtigt.", 50, 37, .2},
		"Russian":  {"Включи свет в гостиной и установи температуру двадцать один градус. Если пользователь не назвал комнату, спроси его. Ответы должны быть короткими и естественными.", 69, 40, .1},
		"Chinese":  {"请打开客厅的灯，并把温度设置为二十一度。如果用户没有说明房间，请询问。回答应该简短自然，适合朗读。", 52, 36, .1},
		"Japanese": {"リビングの電気をつけて、温度を二十一度に設定してください。ユーザーが部屋を言わない場合は、質問してください。答えは短く自然にしてください。", 65, 45, .1},
		"emoji":    {"Great 👍 the lights are on 💡 and the music plays 🎵. Have fun 🎉🎉", 25, 21, .1},
	} {
		t.Run(name, func(t *testing.T) {
			mean := float64(c.cl100k+c.o200k) / 2
			assert.InEpsilon(t, mean, prompt.EstimateTokens(c.text), c.deviates)
		})
	}
}

func TestEstimateTokensEdges(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "light": 1, "1": 1, "1234567": 3, " ": 1, "\n": 1, "the light": 2, `":"`: 1, "中文": 2,
	} {
		assert.Equal(t, want, prompt.EstimateTokens(text), "%q", text)
	}
	for _, part := range []string{"a", " ", "\n", "1", "{", "é", "中", "\xff", "a ", "🎉", "\u0301"} {
		long := strings.Repeat(part, 100_000)
		assert.Positive(t, prompt.EstimateTokens(long), "%q", part)
		assert.LessOrEqual(t, prompt.EstimateTokens(long), 3*len(long), "%q", part)
	}
}

func FuzzEstimateTokens(f *testing.F) {
	f.Add("Turn on the light", `{"a":1}`)
	f.Add("\n \xff", "中1")
	f.Fuzz(func(t *testing.T, a, b string) {
		n := prompt.EstimateTokens(a)
		assert.GreaterOrEqual(t, n, 0)
		assert.LessOrEqual(t, n, 3*len(a))
		assert.LessOrEqual(t, prompt.EstimateTokens(a+b), n+prompt.EstimateTokens(b)+4, "cutting a text costs little")
	})
}

func countedModel(native bool) prompt.Complete {
	return prompt.New(prompt.Model{Name: "Counted", Native: native, ToolOptions: prompt.ToolOptions{NoParameterDescriptions: true}, Sections: []prompt.Section{
		{Name: "identity", Text: func(prompt.Input) string { return "You are an assistant." }},
		{Name: "empty", Text: func(prompt.Input) string { return "" }},
		{Name: "tools", Text: func(in prompt.Input) string {
			if native {
				return ""
			}
			return prompt.ToolsText(in.Tools, prompt.TextOptions{})
		}},
	}})
}

func TestEstimateText(t *testing.T) {
	in := prompt.Input{Tools: append(sampleTools(), prompt.Tool{Description: "no name"})}
	p := countedModel(false)
	cost := prompt.Estimate(p, in)
	assert.Equal(t, prompt.EstimateTokens(p.SystemPrompt(in)), cost.Total)
	text := prompt.ToolsText(in.Tools, prompt.TextOptions{})
	assert.Equal(t, []prompt.BlockCost{
		{Name: "identity", Tokens: prompt.EstimateTokens("You are an assistant.")}, {Name: "empty"},
		{Name: "tools", Tokens: prompt.EstimateTokens(text)},
	}, cost.Blocks)
	require.Len(t, cost.Tools, 4)
	sum := 0
	for i, one := range cost.Tools {
		assert.Equal(t, in.Tools[i].Name, one.Name)
		assert.Positive(t, one.Tokens)
		sum += one.Tokens
	}
	assert.InDelta(t, prompt.EstimateTokens(text), sum, 5)
	assert.Greater(t, cost.Tools[0].Tokens, cost.Tools[2].Tokens)
}

func TestEstimateNative(t *testing.T) {
	in := prompt.Input{Tools: sampleTools()}
	p := countedModel(true)
	cost := prompt.Estimate(p, in)
	built := p.BuildTools(in.Tools)
	request := prompt.EstimateTokens(string(prompt.OpenAITools(built)))
	assert.Equal(t, prompt.EstimateTokens(p.SystemPrompt(in))+request, cost.Total)
	assert.Equal(t, prompt.BlockCost{Name: "tools (request)", Tokens: request}, cost.Blocks[len(cost.Blocks)-1])
	require.Len(t, cost.Tools, 4)
	for i, one := range cost.Tools {
		raw := strings.TrimSuffix(strings.TrimPrefix(string(prompt.OpenAITools(built[i:i+1])), "["), "]")
		assert.Equal(t, prompt.ToolCost{Name: built[i].Name, Tokens: prompt.EstimateTokens(raw)}, one)
	}
}

// hiddenModel shows no tools and has nothing optional.
type hiddenModel struct{}

func (hiddenModel) Name() string                     { return "Hidden" }
func (hiddenModel) SystemPrompt(prompt.Input) string { return "Hello." }

// lazyModel tells more the fewer tools there are.
type lazyModel struct{ hiddenModel }

func (lazyModel) SystemPrompt(in prompt.Input) string {
	if len(in.Tools) == 0 {
		return "There is nothing that you could call."
	}
	return "Call."
}

func TestEstimateOthers(t *testing.T) {
	assert.Zero(t, prompt.Estimate(nil, prompt.Input{Tools: sampleTools()}))
	cost := prompt.Estimate(hiddenModel{}, prompt.Input{Tools: sampleTools()[:1]})
	assert.Equal(t, prompt.Cost{Total: 2, Blocks: []prompt.BlockCost{{Name: "prompt", Tokens: 2}},
		Tools: []prompt.ToolCost{{Name: "get_weather"}}}, cost)

	cost = prompt.Estimate(lazyModel{}, prompt.Input{Tools: sampleTools()[:1]})
	assert.Equal(t, []prompt.ToolCost{{Name: "get_weather"}}, cost.Tools, "not less than nothing")

	big := make([]prompt.Tool, 200) // with differences 800 MB of text would be written
	for i := range big {
		big[i] = prompt.Tool{Name: fmt.Sprintf("tool_%d", i), Description: strings.Repeat("word ", 4000)}
	}
	shown := 0
	counting := prompt.New(prompt.Model{Name: "Counting", Sections: []prompt.Section{{Name: "tools", Text: func(in prompt.Input) string {
		shown += len(in.Tools)
		return prompt.ToolList(in.Tools)
	}}}})
	cost = prompt.Estimate(counting, prompt.Input{Tools: big})
	require.Len(t, cost.Tools, 200)
	assert.InDelta(t, 4000, cost.Tools[100].Tokens, 50, "the JSON of the tool, though a prompt shows little of it")
	assert.LessOrEqual(t, shown, 400)
	shown = 0
	cost = prompt.Estimate(counting, prompt.Input{Tools: big[:20]})
	assert.InDelta(t, 4000, cost.Tools[0].Tokens, 50)
	assert.Equal(t, 40, shown, "the prompt is short, but the tools are long")
	shown = 0
	prompt.Estimate(counting, prompt.Input{Tools: big[:10]})
	assert.Equal(t, 10+10+10*9, shown, "differences")

	many := make([]prompt.Tool, 201)
	for i := range many {
		many[i] = prompt.Tool{Name: fmt.Sprintf("tool_%d", i), Parameters: json.RawMessage(`{"type":"object"}`)}
	}
	cost = prompt.Estimate(hiddenModel{}, prompt.Input{Tools: many})
	require.Len(t, cost.Tools, 201)
	assert.Positive(t, cost.Tools[200].Tokens, "the JSON of the tool")
	cost = prompt.Estimate(hiddenModel{}, prompt.Input{Tools: many[:200]})
	assert.Zero(t, cost.Tools[199].Tokens, "what the prompt is longer by")
}
