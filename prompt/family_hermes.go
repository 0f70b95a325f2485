// The Hermes family: calls in <tool_call> tags, thinking in <scratch_pad>.

package prompt

import "github.com/jarvis-sdk/jarvis/toolcall"

// hermes is what the models of the family differ in.
type hermes struct {
	name         string
	tier         Tier
	tools, list  Section // list may be empty
	quantization string
}

func hermesModels() []Model {
	tag := ToolsTagSection(ToolOptions{})
	return []Model{
		hermesModel(hermes{name: "HermesMediumUntrained", tools: indentedTools(), list: shortSection()}),
		// The classifier stays on: the training was about dates, not about which tool to take.
		hermesModel(hermes{name: "HermesMediumTrained", tier: Trained, tools: tag}),
		hermesModel(hermes{name: "HermesCompressed", tools: tag, list: shortListSection()}),
		hermesModel(hermes{name: "HermesMediumMlx", tools: tag, quantization: "mlx-4bit"}),
	}
}

func hermesModel(o hermes) Model {
	sections := []Section{IdentitySection(), o.tools}
	if o.tier != Trained {
		sections = append(sections, TextSection("rules", rulesHermes))
	}
	sections = append(sections, CallFormatSection(CallFormatTag(true)), DatesSection(), GuidanceSection(), DirectAnswerSection(),
		AgentSection(), FallbackSection())
	if o.list.Text != nil {
		sections = append(sections, o.list)
	}
	return Model{
		Name: o.name, Family: "hermes", Size: Medium, Tier: o.tier, Quantization: o.quantization,
		Sections:   sections,
		Format:     toolcall.Jarvis,
		Reasoning:  toolcall.Reasoning{Open: "<scratch_pad>", Close: "</scratch_pad>"},
		Completion: TagCompletion,
	}
}
