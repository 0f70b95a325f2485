// An example: a provider of one's own.

package prompt_test

import (
	"encoding/json"
	"fmt"

	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// A model of one's own is a list of sections and the form of its calls.
func ExampleNew() {
	provider := prompt.New(prompt.Model{
		Name: "TinySmallUntrained", Family: "tiny", Size: prompt.Small,
		Sections: []prompt.Section{
			prompt.IdentitySection(),
			prompt.CallFormatSection(prompt.CallFormatFunction()),
			prompt.TextSection("tone", "Never use emoji."),
			prompt.ToolSignaturesSection(),
		},
		Format:     toolcall.Llama3Function,
		Completion: prompt.FunctionCompletion,
	})
	fmt.Println(provider.SystemPrompt(prompt.Input{
		Context: prompt.Context{Room: "office"},
		Tools: []prompt.Tool{{
			Name:        "set_timer",
			Description: "Starts a timer.",
			Parameters:  json.RawMessage(`{"type":"object","properties":{"minutes":{"type":"integer"}},"required":["minutes"]}`),
		}},
	}))

	// Output:
	// You are Jarvis, the voice assistant of this home.
	// room=office, style=brief
	//
	// To make a call, write only this:
	// <function=NAME>{"<parameter>": "<value>"}</function>
	// NAME is the name of the tool.
	//
	// Never use emoji.
	//
	// Tools, as name(parameter:type). A question mark stands behind parameters that may be left out:
	// - set_timer(minutes:int): Starts a timer.
}
