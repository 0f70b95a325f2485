// The prompts of all built-in providers, and the tools of native requests, byte for byte.

package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestProviderGoldenPrompts(t *testing.T) {
	for _, p := range prompt.Builtin() {
		c := prompt.WithDefaults(p)
		t.Run(p.Name(), func(t *testing.T) {
			golden(t, "prompts/"+p.Name()+"/empty.txt", p.SystemPrompt(prompt.Input{})+"\n")
			golden(t, "prompts/"+p.Name()+"/home_iso.txt", p.SystemPrompt(isoHome())+"\n")
			golden(t, "prompts/"+p.Name()+"/home_keys.txt", p.SystemPrompt(keysHome())+"\n")
			completion, err := c.TrainingCompletion(trainingCalls()["plain"])
			require.NoError(t, err)
			golden(t, "prompts/"+p.Name()+"/training.txt", c.TrainingSystemPrompt()+"\n----\n"+completion+"\n")
			if c.SupportsNativeTools() {
				tools := append(homeTools(), datedTools()...)
				golden(t, "prompts/"+p.Name()+"/request_iso.json", string(prompt.OpenAITools(c.BuildTools(append(tools, resolver()))))+"\n")
				keyed := prompt.BuildTools(tools, prompt.ToolOptions{NoDatetimeFormats: true})
				golden(t, "prompts/"+p.Name()+"/request_keys.json", string(prompt.OpenAITools(c.BuildTools(keyed)))+"\n")
			}
		})
	}
}
