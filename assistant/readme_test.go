// The conversation of the README, compiled and held with a scripted model behind a server.

package assistant_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// converse says one thing to a model, such as one behind http://localhost:11434/v1.
func converse(ctx context.Context, server string, commands *jarvis.Registry) (*assistant.Result, error) {
	provider, err := prompt.BuiltinRegistry().Lookup("Qwen25MediumUntrained")
	if err != nil {
		return nil, err
	}
	client, err := llm.NewOpenAI(llm.Config{BaseURL: server, Model: "qwen2.5:7b"})
	if err != nil {
		return nil, err
	}
	engine, err := assistant.New(assistant.Config{Provider: provider, Client: client, Commands: commands})
	if err != nil {
		return nil, err
	}
	talk, err := engine.Start(assistant.Start{Context: prompt.Context{Room: "kitchen", Timezone: "Europe/Berlin"}})
	if err != nil {
		return nil, err
	}
	return talk.Say(ctx, assistant.Utterance{Text: "What's 17 plus 25?"}) // and again, for the next utterance
}

// addition adds two numbers.
type addition struct {
	A int `jarvis:"a,required"`
	B int `jarvis:"b,required"`
}

func (addition) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "add", Description: "Adds two numbers."}
}

func (a addition) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(map[string]any{"sum": a.A + a.B}), nil
}

func TestDocumentedConversation(t *testing.T) {
	script := llmtest.NewScript(
		llmtest.Say(`{"tool_call":{"name":"add","arguments":{"a":17,"b":25}}}`),
		llmtest.Say("17 plus 25 is 42."),
	)
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	commands := jarvis.NewRegistry()
	commands.MustRegister(addition{})
	result, err := converse(t.Context(), server.URL(), commands)
	require.NoError(t, err)
	assert.Equal(t, "17 plus 25 is 42.", result.Text)
	assert.Len(t, result.Executed, 1)
	script.Check(t)
	assert.Contains(t, script.Requests()[0].Messages[0].Content, "kitchen")
}
