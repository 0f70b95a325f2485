// Examples: a conversation with a scripted model in place of a real one.

package assistant_test

import (
	"context"
	"fmt"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// sum adds two numbers.
type sum struct {
	A int `jarvis:"a,required"`
	B int `jarvis:"b,required"`
}

func (*sum) Spec() jarvis.Spec { return jarvis.Spec{Name: "sum", Description: "Adds two numbers."} }

func (s *sum) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"result": s.A + s.B}), nil
}

func ExampleConversation_Say() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(&sum{})
	provider, err := prompt.BuiltinRegistry().Lookup("ChatGPTOpenAI")
	if err != nil {
		fmt.Println(err)
		return
	}
	model := llmtest.NewScript( // llm.NewOpenAI asks a real one
		llmtest.Call("sum", `{"a":17,"b":"25"}`),
		llmtest.Call("sum", `{"a":17,"b":25}`),
		llmtest.Say("17 plus 25 is 42."),
	)
	engine, err := assistant.New(assistant.Config{Provider: provider, Client: model, Commands: registry})
	if err != nil {
		fmt.Println(err)
		return
	}
	talk, err := engine.Start(assistant.Start{Context: prompt.Context{Room: "kitchen", Timezone: "Europe/Berlin"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := talk.Say(context.Background(), assistant.Utterance{Text: "What's 17 plus 25?"})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(result.Stop, "after", result.Retries, "retry:", result.Text)
	// Output: complete after 1 retry: 17 plus 25 is 42.
}

func ExampleConversation_Continue() {
	provider, err := prompt.BuiltinRegistry().Lookup("ChatGPTOpenAI")
	if err != nil {
		fmt.Println(err)
		return
	}
	model := llmtest.NewScript(llmtest.Call("sum", `{"a":1,"b":2}`), llmtest.Say("That makes 3."))
	engine, err := assistant.New(assistant.Config{Provider: provider, Client: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	onTheNode := prompt.ToolsFromDefinitions(jarvis.MustDefine(&sum{}))
	talk, err := engine.Start(assistant.Start{ClientTools: onTheNode})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := talk.Say(context.Background(), assistant.Utterance{Text: "One and two?"})
	if err != nil {
		fmt.Println(err)
	}
	for _, call := range result.Calls {
		fmt.Println("for the node:", call.Name, string(call.Arguments))
	}
	sent := jarvis.Final(map[string]any{"result": 3}).ToolResult(result.Calls[0].ID) // as the node sends it
	result, err = talk.Continue(context.Background(), assistant.Results(sent)...)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(result.Text)
	// Output:
	// for the node: sum {"a":1,"b":2}
	// That makes 3.
}
