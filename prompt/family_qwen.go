// The Qwen family: calls in <tool_call> tags, tools in <tools> tags, and Qwen 3.5 with native tools.

package prompt

import (
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// noThink is the switch that Qwen 3 and models that learned from it obey at the end of a user's message. "/nothink" does
// nothing. Source: https://huggingface.co/Qwen/Qwen3-8B.
const noThink = "/no_think"

// qwen is what the models of the family differ in.
type qwen struct {
	name     string
	size     Size
	layout   func(qwen) []Section
	rules    []Rule // nil means all
	extra    []string
	tools    ToolOptions
	always   bool // the line that tools go first, instead of the direct answer policy
	suffix   string
	thinking string
}

func qwenModels() []Model {
	noParameters := ToolOptions{NoParameterDescriptions: true}
	both := []string{ruleLanguage, ruleBestEffort}
	models := []Model{
		qwenModel(qwen{name: "Qwen25MediumUntrained", size: Medium, layout: qwenTwice}),
		qwenModel(qwen{name: "Qwen25_3B_Compressed", size: Small, layout: qwenEarly, rules: sixRules(), tools: noParameters, always: true}),
		qwenModel(qwen{name: "Qwen25_7B_Compressed", size: Medium, layout: qwenLate, rules: fourRules(), tools: noParameters}),
		// The original shows this model a meta tool alone, get_tools, and nothing that says what it would find: it cannot know
		// when to ask. So it sees the tools.
		qwenModel(qwen{name: "Qwen25_14B_Untrained", size: Large, layout: qwenLate, rules: fiveRules(), extra: both}),
		qwenModel(qwen{name: "Qwen25_32B_Untrained", size: Large, layout: qwenLate, extra: both}),
		qwenModel(qwen{name: "Qwen3_8B_Compressed", size: Medium, layout: qwenEarly, rules: fourRules(), tools: noParameters,
			suffix: noThink, thinking: thinkingOff}),
		qwenModel(qwen{name: "Qwen3_14B_Compressed", size: Large, layout: qwenEarly, rules: fiveRules(),
			suffix: noThink, thinking: thinkingOff}),
	}
	native := qwenModel(qwen{name: "Qwen3_5_9B_Compressed", size: Medium, layout: qwenNative, rules: fourRules()})
	native.Family, native.Native = "qwen3.5", true
	return append(models, native)
}

func qwenModel(o qwen) Model {
	return Model{
		Name: o.name, Family: "qwen", Size: o.size,
		Sections: o.layout(o),
		Suffix:   o.suffix, ThinkingMode: o.thinking,
		Format:         toolcall.Jarvis,
		TrainingPrompt: qwenTraining(),
		Completion:     TagCompletion,
	}
}

// qwenTwice has what is stable first and the tools last, as definitions and in short.
func qwenTwice(o qwen) []Section {
	return []Section{
		IdentitySection(), MandateSection(""), CallFormatSection(CallFormatTag(true)), o.ruleSection(), DatesSection(),
		AgentSection(), FallbackSection(), ToolsTagSection(o.tools), GuidanceSection(), o.policy(), shortSection(),
	}
}

// qwenEarly has the tools before the call format: quickest where the tools of a conversation stay the same.
func qwenEarly(o qwen) []Section {
	return []Section{
		IdentitySection(), MandateSection(""), ToolsTagSection(o.tools), CallFormatSection(CallFormatTag(true)), o.ruleSection(),
		DatesSection(), GuidanceSection(), o.policy(), AgentSection(),
	}
}

// qwenLate ends with the tools.
func qwenLate(o qwen) []Section {
	return []Section{
		IdentitySection(), MandateSection(""), CallFormatSection(CallFormatTag(true)), o.ruleSection(), DatesSection(),
		AgentSection(), GuidanceSection(), o.policy(), ToolsTagSection(o.tools),
	}
}

// qwenNative has neither tools nor call format: both are the server's.
func qwenNative(o qwen) []Section {
	return []Section{
		IdentitySection(), MandateSection(""), o.ruleSection(), DatesSection(), GuidanceSection(), o.policy(), AgentSection(),
	}
}

func (o qwen) ruleSection() Section {
	return RulesSection(RulesOptions{Rules: o.rules, Extra: o.extra})
}

func (o qwen) policy() Section {
	if o.always {
		return TextSection("direct answer", alwaysCall)
	}
	return DirectAnswerSection()
}

// qwenTraining is the part of the system prompt that does not depend on the home. It asks for date keys whatever the prompt of a
// conversation asks for, because the examples of commands, which WriteTrainingSet writes beside it, are declared with keys: a
// prompt that asked for ISO dates would teach a model not to do what it is told. Source: build_training_system_prompt of the
// original's Qwen 2.5 provider.
func qwenTraining() string {
	in := Input{DateKeys: dates.Keys()}
	return joinSections(in, IdentitySection(), MandateSection(""), CallFormatSection(CallFormatTag(true)),
		RulesSection(RulesOptions{}), DatesSection(), FallbackSection())
}
