// The Gemma family: calls in <tool_call> tags, with a worked example.

package prompt

import "github.com/jarvis-sdk/jarvis/toolcall"

// gemma is what the models of the family differ in.
type gemma struct {
	name      string
	size      Size
	once      bool // its template takes one system message
	noFailure bool // calls are shown without failure_message
	extra     []string
	list      Section
}

func gemmaModels() []Model {
	large := gemmaModel(gemma{name: "Gemma4_31B_Untrained", size: Large, extra: []string{ruleLanguage}, list: shortListSection()})
	large.Reasoning = toolcall.Reasoning{Open: "<|channel>", Close: "<channel|>"}
	return []Model{
		gemmaModel(gemma{name: "Gemma2MediumUntrained", size: Medium, once: true, noFailure: true, list: shortSection()}),
		gemmaModel(gemma{name: "Gemma3MediumUntrained", size: Medium, list: shortSection()}),
		large,
	}
}

func gemmaModel(o gemma) Model {
	example := failingCompletion
	if o.noFailure {
		example = TagCompletion
	}
	return Model{
		Name: o.name, Family: "gemma", Size: o.size, SystemOnce: o.once,
		Sections: []Section{
			IdentitySection(), MandateSection(""), indentedTools(), CallFormatSection(CallFormatTag(!o.noFailure)),
			ExamplesSection(1, example), RulesSection(RulesOptions{Rules: sixRules(), Extra: o.extra}), DatesSection(),
			GuidanceSection(), DirectAnswerSection(), AgentSection(), FallbackSection(), o.list,
		},
		Format:     toolcall.Jarvis,
		Completion: TagCompletion,
	}
}
