// Example: how well a model calls the commands of a program.

package assistanttest_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/assistant/assistanttest"
	"github.com/jarvis-sdk/jarvis/jarvistest"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// RollDice is the command under test.
type RollDice struct {
	Sides int `jarvis:"sides" default:"6"`
	Count int `jarvis:"count" default:"1"`
}

func (*RollDice) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "roll_dice", Description: "Rolls dice."}
}

func (*RollDice) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(nil), nil
}

func ExampleNew() {
	cases, err := jarvistest.ReadCases(strings.NewReader(`
{"voice_command": "Roll a d20", "expected_command": "roll_dice", "expected_params": {"sides": 20}}
{"voice_command": "Roll three d12", "expected_command": "roll_dice", "expected_params": {"sides": 12, "count": 3}}
{"voice_command": "What's for dinner?", "expected_command": null}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	model := llmtest.NewScript( // llm.NewOpenAI asks a real one
		llmtest.Call("roll_dice", `{"sides":20}`),
		llmtest.Call("roll_dice", `{"sides":12}`),
		llmtest.Say("I can only roll dice."),
	)
	provider, err := prompt.BuiltinRegistry().Lookup("ChatGPTOpenAI")
	if err != nil {
		fmt.Println(err)
		return
	}
	parser, err := assistanttest.New(assistant.Config{Provider: provider, Client: model}, &RollDice{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// A test calls jarvistest.Run(t, …), which makes each case a subtest.
	report, err := jarvistest.Measure(context.Background(), parser, []jarvis.Command{&RollDice{}}, cases, jarvistest.Config{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(report.Summary.Passed, "of", report.Summary.Total, "passed")
	for _, r := range report.Results {
		if !r.Passed {
			fmt.Printf("%s: %s\n%s\n", r.Case.VoiceCommand, r.FailureReason, r.Failure.Advice())
		}
	}
	// Output:
	// 2 of 3 passed
	// Roll three d12: roll_dice has no count, expected 3
	// Say in the description of the parameter which words hold it, and add Examples that have it.
}
