// Training sets: the lines that are written for the examples of commands.

package prompt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// trainForecast has adapter examples besides the few for prompts.
type trainForecast struct {
	When  []time.Time `jarvis:"resolved_datetimes" description:"The days"`
	City  string      `jarvis:"city,required" description:"Where"`
	Units string      `jarvis:"units" enum:"metric,imperial"`
	Alert struct {
		Wind float64 `jarvis:"wind"`
		Rain bool    `jarvis:"rain"`
	} `jarvis:"alert"`
	Stops []struct {
		Name string `jarvis:"name"`
		At   *int   `jarvis:"at"`
	} `jarvis:"stops"`
	Tags map[string]int `jarvis:"a_tags"`
}

func (*trainForecast) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name: "get_forecast", Description: "Tells the weather.",
		Examples: []jarvis.Example{{Utterance: "Not for training", Arguments: jarvis.Args{"city": "Rome"}}},
		AdapterExamples: []jarvis.Example{
			{Utterance: "How is the weather in Zürich tomorrow?", Arguments: jarvis.Args{"city": "Zürich", "resolved_datetimes": []string{"tomorrow", "next_week"}}},
			{Utterance: "  <b>Storm</b> & rain\non the way \"north\"?", Arguments: jarvis.Args{
				"alert": map[string]any{"rain": true, "wind": 20.0}, "city": "Oslo", "units": "metric",
				"stops": []any{map[string]any{"at": 3, "name": "A"}, map[string]any{"name": "<B>"}}, "a_tags": map[string]int{"z": 1, "b": 2},
				"resolved_datetimes": []time.Time{time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)},
			}},
			{Utterance: ""},
		},
	}
}

func (*trainForecast) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return nil, nil
}

// trainTimer has only the examples for prompts.
type trainTimer struct {
	Minutes float64 `jarvis:"minutes,required"`
}

func (*trainTimer) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "set_timer", Description: "Sets a timer.", Examples: []jarvis.Example{
		{Utterance: "Egg timer 😀", Arguments: jarvis.Args{"minutes": 4.5}, Primary: true},
		{Utterance: "Ten minutes", Arguments: jarvis.Args{"minutes": 10}},
	}}
}

func (*trainTimer) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// trainNothing has no examples.
type trainNothing struct{ trainTimer }

func (*trainNothing) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "nothing", Description: "Does nothing."}
}

// trainLong has an utterance that is long and broken.
type trainLong struct{ trainTimer }

func (*trainLong) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "long", Description: "Long.", Examples: []jarvis.Example{{Utterance: strings.Repeat("é", 500) + "\xff"}}}
}

func TestTrainingSetBytes(t *testing.T) {
	defs := []*jarvis.Definition{jarvis.MustDefine(&trainForecast{}), jarvis.MustDefine(&trainTimer{})}
	for name, p := range map[string]prompt.Provider{
		"default": plainProvider("Plain"),
		"tag":     prompt.New(prompt.Model{Name: "Tag", TrainingPrompt: "Call <tools>.", Completion: prompt.TagCompletion, Suffix: "/no_think"}),
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			n, err := prompt.WriteTrainingSet(&out, p, defs...)
			require.NoError(t, err)
			assert.Equal(t, 5, n)
			golden(t, "training/set_"+name+".jsonl", out.String())
		})
	}
}

// Each line is read as a conversation whose answer is the call of the example.
func TestTrainingSetIsReadBack(t *testing.T) {
	p := prompt.New(prompt.Model{Name: "P", Completion: prompt.FunctionCompletion, Format: toolcall.Llama3Function, Suffix: "/no_think"})
	d := jarvis.MustDefine(&trainTimer{})
	var out bytes.Buffer
	n, err := prompt.WriteTrainingSet(&out, p, jarvis.MustDefine(&trainForecast{}), d)
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, n)
	var read struct{ Messages []toolcall.Message }
	require.NoError(t, json.Unmarshal([]byte(lines[n-1]), &read))
	require.Len(t, read.Messages, 3)
	assert.Equal(t, toolcall.Message{Role: toolcall.RoleSystem, Content: p.TrainingSystemPrompt()}, read.Messages[0])
	assert.Equal(t, toolcall.Message{Role: toolcall.RoleUser, Content: "Ten minutes"}, read.Messages[1], "without a suffix")
	result, err := p.Parser().Parse(read.Messages[2].Content)
	require.NoError(t, err)
	require.Len(t, result.Calls, 1)
	assert.Equal(t, "set_timer", result.Calls[0].Name)
	_, err = d.Parameters().Validate(result.Calls[0].Arguments)
	assert.NoError(t, err)
}

func TestTrainingSetOfNothing(t *testing.T) {
	var out bytes.Buffer
	n, err := prompt.WriteTrainingSet(&out, plainProvider("P"), jarvis.MustDefine(&trainNothing{}))
	assert.NoError(t, err)
	assert.Zero(t, n)
	n, err = prompt.WriteTrainingSet(&out, plainProvider("P"))
	assert.NoError(t, err)
	assert.Zero(t, n)
	assert.Empty(t, out.String())
}

// failingWriter takes so many lines.
type failingWriter struct{ lines int }

var errFull = errors.New("disk full")

func (w *failingWriter) Write(line []byte) (int, error) {
	if w.lines == 0 {
		return 0, errFull
	}
	w.lines--
	return len(line), nil
}

func TestTrainingSetErrors(t *testing.T) {
	timer := jarvis.MustDefine(&trainTimer{})
	refuse := func(call toolcall.Call) (string, error) {
		if strings.Contains(string(call.Arguments), "10") {
			return prompt.EnvelopeCompletion(callOf(call.Name, "[]"))
		}
		return prompt.EnvelopeCompletion(call)
	}
	long := jarvis.MustDefine(&trainLong{})

	t.Run("completion", func(t *testing.T) {
		var out bytes.Buffer
		n, err := prompt.WriteTrainingSet(&out, prompt.New(prompt.Model{Name: "P", Completion: refuse}), timer)
		assert.Equal(t, 1, n)
		assert.Equal(t, 1, strings.Count(out.String(), "\n"))
		var failed *prompt.TrainingError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, "set_timer", failed.Command)
		assert.Equal(t, 1, failed.Index)
		assert.Equal(t, "Ten minutes", failed.Utterance)
		assert.ErrorAs(t, err, new(*prompt.CompletionError))
		assert.True(t, strings.HasPrefix(err.Error(), `prompt: command "set_timer", example 1 ("Ten minutes"): prompt: the call of "set_timer"`), err.Error())
	})
	t.Run("utterance", func(t *testing.T) {
		_, err := prompt.WriteTrainingSet(&bytes.Buffer{}, plainProvider("P"), long)
		assert.ErrorAs(t, err, new(*prompt.TrainingError))
		assert.Less(t, len(err.Error()), 400)
	})
	t.Run("writer", func(t *testing.T) {
		n, err := prompt.WriteTrainingSet(&failingWriter{1}, plainProvider("P"), timer, timer)
		assert.Equal(t, 1, n)
		assert.Equal(t, errFull, err)
	})
	t.Run("nil provider", func(t *testing.T) {
		n, err := prompt.WriteTrainingSet(&bytes.Buffer{}, nil, timer)
		assert.Zero(t, n)
		assert.Error(t, err)
		_, err = prompt.WriteTrainingSet(&bytes.Buffer{}, (*pointerProvider)(nil), timer)
		assert.Error(t, err)
	})
	t.Run("nil definition", func(t *testing.T) {
		n, err := prompt.WriteTrainingSet(&bytes.Buffer{}, plainProvider("P"), timer, nil)
		assert.Equal(t, 2, n)
		assert.ErrorContains(t, err, "definition 1")
	})
}
