// Runnable examples: tools in a prompt.

package prompt_test

import (
	"encoding/json"
	"fmt"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func ExampleToolsFromCommands() {
	tools, err := prompt.ToolsFromCommands(json.RawMessage(`[{
		"command_name": "set_timer",
		"description": "Start a timer. It rings when the time is up.",
		"parameters": [
			{"name": "minutes", "type": "int", "required": true, "description": "Length of the timer"},
			{"name": "sound", "type": "string", "enum_values": ["bell", "horn"]}
		]
	}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(prompt.ToolsText(tools, prompt.TextOptions{}))
	fmt.Println()
	fmt.Println(prompt.ToolSignatures(tools))
	// Output:
	// Tool: set_timer
	// Description: Start a timer.
	// Parameters:
	//   - minutes (integer) [REQUIRED]: Length of the timer
	//   - sound (string): One of: bell, horn.
	//
	// - set_timer(minutes:int, sound?:bell/horn): Start a timer.
}

func ExampleMergeRefined() {
	tool := prompt.Tool{Name: "set_timer", Parameters: json.RawMessage(`{"type": "object", "properties": {
		"minutes": {"type": "integer"},
		"sound": {"type": "string", "enum": ["bell", "horn"], "_refinable": true}
	}}`)}
	call := toolcall.Call{Call: jarvis.Call{ID: "call_1", Name: "set_timer", Arguments: json.RawMessage(`{"minutes":8}`)}}

	question, ok := prompt.RefinePrompt(tool, call, "eight minutes, and then the horn")
	fmt.Println(ok, question != "") // ask the model
	call, added := prompt.MergeRefined(tool, call, "```json\n{\"sound\": \"horn\"}\n```")
	fmt.Println(string(call.Arguments), added)
	// Output:
	// true true
	// {"minutes":8,"sound":"horn"} [sound]
}
