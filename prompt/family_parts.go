// What the families share: choices of rules, tools in short, worked examples and training prompts.

package prompt

import (
	"cmp"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// thinkingOff is the ThinkingMode of models that are told not to think.
const thinkingOff = "off"

func byName(a, b Model) int { return cmp.Compare(a.Name, b.Name) }

// Rules for models with little room. That of dates is left to the dates section.
func sixRules() []Rule { return RulesExcept(RuleDates) }

func fiveRules() []Rule {
	return []Rule{RuleOneAtATime, RuleParamNames, RuleBestMatch, RuleExtract, RuleTranscription}
}

func fourRules() []Rule { return []Rule{RuleParamNames, RuleBestMatch, RuleExtract, RuleTranscription} }

func threeRules() []Rule { return []Rule{RuleParamNames, RuleBestMatch, RuleExtract} }

// indentedTools are the definitions as an indented list in <tools> tags.
func indentedTools() Section {
	return ToolsArraySection("<tools>\n", "\n</tools>", "  ", ToolOptions{})
}

// shortSection shows the tools once more, behind their definitions, with what those do not have: what users say and which tool
// is meant instead.
func shortSection() Section {
	o := TextOptions{NoParameterDescriptions: true, NoAllowedValues: true, Antipatterns: true, Examples: 1, PrimaryOnly: true}
	return onceMore(func(tools []Tool) string { return ToolsText(tools, o) })
}

// shortListSection is shorter still.
func shortListSection() Section { return onceMore(ToolList) }

// onceMore is empty without tools: their definitions have said so.
func onceMore(show func([]Tool) string) Section {
	again := textsSection(headingShort, show)
	return Section{again.Name, func(in Input) string {
		if !hasTools(in) {
			return ""
		}
		return again.Text(in)
	}}
}

// joinSections is the text of sections, for prompts that do not depend on the home.
func joinSections(in Input, sections ...Section) string {
	blocks := make([]Block, len(sections))
	for i, s := range sections {
		blocks[i] = Block{s.Name, s.Text(in)}
	}
	return Join(blocks)
}

// trainingPrompt is the system message of training for a form of calls that DefaultTrainingPrompt does not show.
func trainingPrompt(callFormat string) string { return trainingIntro + "\n\n" + callFormat }

// failingCompletion is TagCompletion with a failure message, as the call format shows it.
func failingCompletion(call toolcall.Call) (string, error) {
	call.FailureMessage = exampleFailure
	return TagCompletion(call)
}
