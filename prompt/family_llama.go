// The Llama family: calls as <function=name>{…}</function>, and the Jarvis envelope for the small one.

package prompt

import "github.com/jarvis-sdk/jarvis/toolcall"

func llamaModels() []Model {
	thinking := llamaModel("Llama33ThinkingMediumUntrained", Medium, llamaSections())
	thinking.Suffix, thinking.ThinkingMode = noThink, "auto"
	thinking.Format = toolcall.Auto // it writes <tool_call> tags too
	return []Model{
		llamaModel("Llama31MediumUntrained", Medium, llamaSections()),
		thinking,
		llamaModel("Llama32_3B_Compressed", Small, llamaCompact()),
		llamaEnvelope(),
	}
}

func llamaModel(name string, size Size, sections []Section) Model {
	return Model{
		Name: name, Family: "llama", Size: size,
		Sections:       sections,
		Format:         toolcall.Llama3Function,
		TrainingPrompt: trainingLlama,
		Completion:     FunctionCompletion,
	}
}

func llamaSections() []Section {
	return []Section{
		IdentitySection(), MandateSection(""), ToolsArraySection("", "", "", ToolOptions{}), CallFormatSection(CallFormatFunction()),
		RulesSection(RulesOptions{ParamNames: ruleNamesStrict}), DatesSection(), GuidanceSection(), DirectAnswerSection(),
		AgentSection(), FallbackSection(),
	}
}

// llamaCompact shows signatures and examples instead of schemas, which a model of 3B parameters repeats rather than reads.
func llamaCompact() []Section {
	return []Section{
		IdentitySection(), CallFormatSection(CallFormatFunction()), ExamplesSection(3, FunctionCompletion),
		RulesSection(RulesOptions{Rules: threeRules()}), DatesSection(), GuidanceSection(), DirectAnswerSection(), AgentSection(),
		ToolSignaturesSection(),
	}
}

// llamaEnvelope writes Jarvis JSON, which the server holds it to.
func llamaEnvelope() Model {
	return Model{
		Name: "LlamaSmallUntrained", Family: "llama", Size: Small,
		Sections: []Section{
			IdentitySection(), RulesSection(RulesOptions{Rules: threeRules()}), DatesSection(), GuidanceSection(),
			DirectAnswerSection(), CallFormatSection(CallFormatEnvelope()), ToolsTextSection(TextOptions{}),
		},
		Format:         toolcall.Jarvis,
		ResponseFormat: EnvelopeFormat(),
		TrainingPrompt: trainingPrompt(CallFormatEnvelope()),
	}
}
