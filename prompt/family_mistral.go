// The Mistral family: [TOOL_CALLS] for the 7B model, <tool_call> tags for those that do better with them.

package prompt

import "github.com/jarvis-sdk/jarvis/toolcall"

func mistralModels() []Model {
	return []Model{
		mistral7B(),
		mistralTagged("MixtralLargeUntrained", "mistral", fiveRules()),
		mistralTagged("Ministral14bLargeUntrained", "ministral", nil),
	}
}

// mistral7B has the marks of its own template. Its stock template knows no system message but the first, and loses even that
// in some versions.
func mistral7B() Model {
	return Model{
		Name: "Mistral7bMediumUntrained", Family: "mistral", Size: Medium, SystemOnce: true,
		Sections: []Section{
			IdentitySection(), MandateSection(""), ToolsArraySection("[AVAILABLE_TOOLS] ", " [/AVAILABLE_TOOLS]", "", ToolOptions{}),
			CallFormatSection(CallFormatMistral()), RulesSection(RulesOptions{}), DatesSection(), GuidanceSection(),
			DirectAnswerSection(), AgentSection(), FallbackSection(), shortSection(),
		},
		Format:         toolcall.Auto, // servers may leave out the mark, a control token; then only the list is there
		TrainingPrompt: trainingPrompt(CallFormatMistral()),
		Completion:     MistralCompletion,
	}
}

// mistralTagged has tags. There is no closing order to call a tool for everything, as the original has it for Mixtral: it
// would contradict the direct answer policy.
func mistralTagged(name, family string, rules []Rule) Model {
	return Model{
		Name: name, Family: family, Size: Large,
		Sections: []Section{
			IdentitySection(), MandateSection(""), ToolsTagSection(ToolOptions{}), CallFormatSection(CallFormatTag(true)),
			RulesSection(RulesOptions{Rules: rules}), DatesSection(), GuidanceSection(), DirectAnswerSection(), AgentSection(),
		},
		Format:     toolcall.Jarvis, // reads the list behind [TOOL_CALLS] too
		Completion: TagCompletion,
	}
}
