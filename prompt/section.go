// Sections: the blocks of this package as sections of a Model, and how they take what they need from an Input.

package prompt

import (
	"fmt"
	"slices"
	"strings"
)

// resolverTool is the tool that turns words into dates, see dates.Tool.
const resolverTool = "resolve_relative_date"

// TextSection is a section of fixed text, such as a call format or [NotForMe].
func TextSection(name, text string) Section {
	return Section{name, func(Input) string { return text }}
}

// IdentitySection is the [Identity] of the home: room, style and persona, but neither speaker nor memories, so that the prompt
// is the same for all who live there and a server can keep it. Who speaks is said by [Trailing].
func IdentitySection() Section {
	return Section{"identity", func(in Input) string {
		c := in.Context
		return Identity(IdentityOptions{Room: c.Room, Style: c.VoiceMode, Persona: c.Persona})
	}}
}

// SpeakerIdentitySection is the [Identity] with the speaker, or else the user ("default" if neither is known), and what is
// remembered. The prompt then changes with the speaker. Source: build_identity_header of the original.
func SpeakerIdentitySection() Section {
	return Section{"identity", func(in Input) string {
		c := in.Context
		user := c.Speaker
		if strings.TrimSpace(user) == "" {
			user = c.User
		}
		if strings.TrimSpace(user) == "" {
			user = defaultUser
		}
		return Identity(IdentityOptions{Room: c.Room, User: user, Style: c.VoiceMode, Memories: c.Memories, Persona: c.Persona})
	}}
}

// MandateSection is [Mandate]; terminology is "tool" or "function".
func MandateSection(terminology string) Section {
	return TextSection("mandate", Mandate(terminology))
}

// FallbackSection is [Fallback].
func FallbackSection() Section { return TextSection("fallback", Fallback()) }

// CallFormatSection is the section of a call format, such as [CallFormatTag] writes it.
func CallFormatSection(text string) Section { return TextSection("call format", text) }

// RulesSection is [Rules]; the date keys are those of the Input. Its rule on dates names the block of [DatesSection], so give a model
// both, or leave RuleDates out.
func RulesSection(o RulesOptions) Section {
	o.Rules, o.Extra = slices.Clone(o.Rules), slices.Clone(o.Extra)
	return Section{"rules", func(in Input) string {
		o := o
		o.DateKeys = in.DateKeys
		return Rules(o)
	}}
}

// DatesSection is [Dates] with the keys of the Input, or with the tool resolve_relative_date if it is among the tools. Keys are
// for datetimes: if a tool has the format date or time anywhere in its schema, it says what those take.
func DatesSection() Section {
	return Section{"dates", func(in Input) string {
		text := Dates(in.DateKeys, slices.ContainsFunc(in.Tools, func(t Tool) bool { return t.Name == resolverTool }))
		if in.keyed() && slices.ContainsFunc(in.Tools, takesNoKeys) {
			text += " " + msgNoKeys
		}
		return text
	}}
}

// takesNoKeys reports whether a tool takes dates or times that are no datetimes.
func takesNoKeys(t Tool) bool { return t.Name != "" && hasFormat(t.Parameters, formatDate, formatTime) }

// GuidanceSection is [Guidance]: what the authors of the tools want said.
func GuidanceSection() Section {
	return Section{"guidance", func(in Input) string { return Guidance(in.Tools) }}
}

// DirectAnswerSection is [DirectAnswer]: which tools must be called, and which subjects may be answered directly.
func DirectAnswerSection() Section {
	return Section{"direct answer", func(in Input) string { return DirectAnswer(in.Tools) }}
}

// AgentSection is [AgentContext]: the devices and rooms of the home.
func AgentSection() Section {
	return Section{"agents", func(in Input) string { return AgentContext(in.Context) }}
}

// ToolsTagSection is [ToolsTag] of the tools as [BuildTools] cuts them, with a line before it. With date keys no
// schema has "format": "date-time" at any depth: a model would hold a key to be wrong there. All other formats stay. Without
// tools it says so.
func ToolsTagSection(o ToolOptions) Section {
	return toolsSection(o, func(tools []Tool) string { return introTag + "\n" + ToolsTag(tools) })
}

// ToolsArraySection is [ToolsArray] of the tools as [BuildTools] cuts them, with a line before it and between two marks, such
// as "<tools>\n" and "\n</tools>". A text of a tool that holds the second mark has it escaped, if it begins with "<" or "[/".
// With date keys no schema has "format": "date-time" at any depth. Without tools it says so.
func ToolsArraySection(before, after, indent string, o ToolOptions) Section {
	return toolsSection(o, func(tools []Tool) string {
		return introArray + "\n" + before + withoutMark(ToolsArray(tools, indent), strings.TrimSpace(after)) + after
	})
}

// toolsSection shows tools as JSON.
func toolsSection(o ToolOptions, show func([]Tool) string) Section {
	return Section{"tools", func(in Input) string {
		o := o
		o.NoDatetimeFormats = o.NoDatetimeFormats || in.keyed()
		tools := BuildTools(in.Tools, o)
		if len(tools) == 0 {
			return msgNoTools
		}
		return show(tools)
	}}
}

// withoutMark escapes a mark in JSON, where it can only stand inside a string.
func withoutMark(text, mark string) string {
	if !strings.HasPrefix(mark, "<") && !strings.HasPrefix(mark, "[/") {
		return text
	}
	return strings.ReplaceAll(text, mark, fmt.Sprintf(`\u%04x`, mark[0])+mark[1:])
}

// ToolsTextSection is [ToolsText] under a heading. With date keys it does not tell the format of datetimes, nor do the others.
func ToolsTextSection(o TextOptions) Section {
	return textsSection(headingTools, func(tools []Tool) string { return ToolsText(tools, o) })
}

// ToolListSection is [ToolList] under a heading. Without tools it says so.
func ToolListSection() Section { return textsSection(headingTools, ToolList) }

// ToolSignaturesSection is [ToolSignatures] under a heading that says how to read them. Without tools it says so.
func ToolSignaturesSection() Section { return textsSection(headingSignatures, ToolSignatures) }

// textsSection shows tools as text.
func textsSection(heading string, show func([]Tool) string) Section {
	return Section{"tools text", func(in Input) string {
		if !hasTools(in) {
			return msgNoTools
		}
		tools := in.Tools
		if in.keyed() {
			tools = BuildTools(tools, ToolOptions{NoDatetimeFormats: true})
		}
		return heading + "\n" + strings.TrimLeft(show(tools), "\n")
	}}
}

// hasTools says whether there is a tool to show.
func hasTools(in Input) bool {
	return slices.ContainsFunc(in.Tools, func(t Tool) bool { return t.Name != "" })
}
