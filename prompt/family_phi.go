// The Phi family: calls as functools[…], tools in the marks of the chat template.

package prompt

import "github.com/jarvis-sdk/jarvis/toolcall"

// phiModels: the tools stand at the end of the system message, as the template of Phi 4 mini puts them. Source:
// https://huggingface.co/microsoft/Phi-4-mini-instruct.
func phiModels() []Model {
	return []Model{{
		Name: "Phi4MiniUntrained", Family: "phi", Size: Small,
		Sections: []Section{
			IdentitySection(), MandateSection(""), CallFormatSection(CallFormatPhi()), RulesSection(RulesOptions{Rules: fiveRules()}),
			DatesSection(), AgentSection(), GuidanceSection(), DirectAnswerSection(),
			ToolsArraySection("<|tool|>", "<|/tool|>", "", ToolOptions{}),
		},
		Format:         toolcall.Phi4,
		TrainingPrompt: trainingPrompt(CallFormatPhi()),
		Completion:     PhiCompletion,
	}}
}
