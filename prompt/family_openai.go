// Models behind the OpenAI API, with native tools.

package prompt

// openAIModels: these models choose well among many tools, so no classifier narrows them.
func openAIModels() []Model {
	return []Model{{
		Name: "ChatGPTOpenAI", Family: "openai", Size: Large, Native: true, NoClassifier: true,
		Sections: []Section{
			IdentitySection(), MandateSection(""), RulesSection(RulesOptions{}), DatesSection(), AgentSection(), FallbackSection(),
			GuidanceSection(), DirectAnswerSection(),
		},
	}}
}
