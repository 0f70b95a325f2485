// Tools as text: the list of tools that a prompt shows to models that read prose better than JSON.

package prompt

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// TextOptions say how tools are written as text. The zero value is the original's default.
type TextOptions struct {
	FullDescriptions        bool // descriptions are not cut to their first sentence and to MaxDescription
	MaxDescription          int  // code points of a description, which ends in "..." if it was longer; 0 means 180, less than 0 no limit
	NoParameterDescriptions bool // parameters are names and types
	NoFormatHints           bool // the formats of texts, such as date-time, are not told
	NoAllowedValues         bool // the values of enums are not listed
	Antipatterns            bool // lines that say which other tool to use; only of tools that are in the list too
	Examples                int  // utterances of each tool, primary first; 0 means none, less than 0 all
	PrimaryOnly             bool // of the examples only those that are primary
}

const (
	defaultMaxDescription = 180
	maxAllowed            = 20 // values that a list shows
)

// ToolsText lists the tools with their parameters, in the layout of the original:
//
//	Tool: set_timer
//	Description: Start a timer.
//	Parameters:
//	  - minutes (integer) [REQUIRED]: Length in minutes
//	  - sound (string): One of: bell, horn.
//	  - at (string, time HH:MM): When it ends
//
// The type of an array is "array of string", and behind the type of an object are the keys that it must have. Each tool follows a blank line, the first one too. A description is cut to its first sentence, which ends at a full stop
// before white space or at the end of the text, but not at that of "e.g." and "i.e.", and then to MaxDescription. Every text is
// brought into one line, and of allowed values 20 are shown. Tools without a name are left out; no tools give "No tools
// available.". Source: the tool formatter of the original.
func ToolsText(tools []Tool, o TextOptions) string {
	var lines []string
	named := namedTools(tools)
	for _, t := range tools {
		if t.Name != "" {
			lines = t.appendText(lines, o, named)
		}
	}
	if lines == nil {
		return msgNoTools
	}
	return strings.Join(lines, "\n")
}

// appendText appends the lines of one tool.
func (t Tool) appendText(lines []string, o TextOptions, named map[string]bool) []string {
	description := line(t.Description)
	if description != "" && !o.FullDescriptions {
		description = capped(firstSentence(description), cmp.Or(o.MaxDescription, defaultMaxDescription))
	}
	lines = append(lines, toolf(msgToolName, line(t.Name)),
		toolf(msgToolDescription, cmp.Or(description, msgToolUndescribed)), msgToolParameters)
	params := toolParams(t.Parameters)
	for _, p := range params {
		lines = append(lines, p.line(o))
	}
	if len(params) == 0 {
		lines = append(lines, msgToolNoParameters)
	}
	if o.Antipatterns {
		lines = t.appendAntipatterns(lines, named, line)
	}
	return t.appendExamples(lines, o)
}

// line writes one parameter.
func (p toolParam) line(o TextOptions) string {
	line := toolf(msgToolParameter, p.name, p.typeText(!o.NoFormatHints))
	if p.required {
		line += msgToolRequired
	}
	said := ""
	if !o.NoParameterDescriptions {
		said = p.description
	}
	if allowed := p.allowedText(); allowed != "" && !o.NoAllowedValues {
		said = strings.TrimSpace(ended(said) + " " + allowed)
	}
	if said != "" {
		line += ": " + said
	}
	return line
}

// allowedText is the sentence that lists the allowed values; empty if there are none.
func (p toolParam) allowedText() string {
	if len(p.allowed) == 0 {
		return ""
	}
	format := msgToolOneOf
	if p.each {
		format = msgToolEachOneOf
	}
	return toolf(format, listAllowed(p.allowed, ", "))
}

// listAllowed joins values as far as a list shows them.
func listAllowed(values []string, separator string) string {
	text := strings.Join(values[:min(len(values), maxAllowed)], separator)
	if more := len(values) - maxAllowed; more > 0 {
		text += toolf(msgToolMoreAllowed, more)
	}
	return text
}

// appendAntipatterns appends a line for each tool of the list that this one is not to be confused with, with what change makes
// of the reason. Those that say nothing are left out.
func (t Tool) appendAntipatterns(lines []string, named map[string]bool, change func(string) string) []string {
	for _, a := range t.Antipatterns {
		if reason := change(a.Description); reason != "" && named[a.Command] {
			lines = append(lines, toolf(msgToolNot, line(t.Name), line(a.Command), reason))
		}
	}
	return lines
}

// appendExamples appends utterances.
func (t Tool) appendExamples(lines []string, o TextOptions) []string {
	var utterances []string
	for _, e := range primaryFirst(t.Examples) {
		if text := line(e.Utterance); text != "" && (e.Primary || !o.PrimaryOnly) {
			utterances = append(utterances, `  - "`+text+`"`)
		}
	}
	if o.Examples >= 0 {
		utterances = utterances[:min(len(utterances), o.Examples)]
	}
	if len(utterances) == 0 {
		return lines
	}
	return append(append(lines, msgToolExamples), utterances...)
}

// primaryFirst returns examples in the order in which they are shown.
func primaryFirst(examples []jarvis.Example) []jarvis.Example {
	examples = slices.Clone(examples)
	slices.SortStableFunc(examples, func(a, b jarvis.Example) int {
		switch {
		case a.Primary == b.Primary:
			return 0
		case a.Primary:
			return -1
		}
		return 1
	})
	return examples
}

// namedTools are the names of the tools in a list.
func namedTools(tools []Tool) map[string]bool {
	named := make(map[string]bool, len(tools))
	for _, t := range tools {
		named[t.Name] = t.Name != ""
	}
	return named
}

// firstSentence returns the first sentence of a line. One that is empty, as of a text that begins with a full stop, is none:
// then it is the whole line.
func firstSentence(line string) string {
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		switch r {
		case '。':
		case '.':
			if next, _ := utf8.DecodeRuneInString(line[end:]); end < len(line) && !unicode.IsSpace(next) || abbreviated(line[:end]) {
				continue
			}
		default:
			continue
		}
		if strings.Trim(line[:i], ". ") == "" {
			return line
		}
		return line[:end]
	}
	return ended(line)
}

// abbreviated reports whether a text ends with an abbreviation inside a sentence.
func abbreviated(text string) bool {
	return strings.HasSuffix(text, "e.g.") || strings.HasSuffix(text, "i.e.")
}

// ended gives a sentence its full stop. One that ends inside quotes or brackets has it there.
func ended(line string) string {
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "\"'”’»)]")); line == "" || strings.ContainsRune(".!?:;…。！？", last) {
		return line
	}
	return line + "."
}

// capped cuts a text to so many code points; less than 0 means no limit.
func capped(text string, most int) string {
	if most < 0 || len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	const dots = "..."
	if most <= len(dots) {
		return dots[:most]
	}
	n := 0
	for i := range text {
		if n++; n > most-len(dots) {
			return strings.TrimRightFunc(text[:i], unicode.IsSpace) + dots
		}
	}
	return text
}

// ToolList lists the tools in a line each, beside a list as JSON: "- name: first sentence". Under it are lines that say which
// other tool of the list to use instead, "  NOT name -> use other: when". No tools give "".
func ToolList(tools []Tool) string {
	var lines []string
	named := namedTools(tools)
	for _, t := range tools {
		if t.Name != "" {
			lines = append(lines, "- "+line(t.Name)+": "+t.summary())
			lines = t.appendAntipatterns(lines, named, summaryOf)
		}
	}
	return strings.Join(lines, "\n")
}

// ToolSignatures lists the tools as compactly as a model can still call them, in a line each:
//
//   - set_timer(minutes:int, label?:string, sound?:bell/horn, days?:string[]): Start a timer.
//
// A question mark stands behind the name of a parameter that may be left out. int and bool are short for integer and boolean,
// T[] is an array of T, and allowed values, of which 20 are shown, take the place of the type. So do the formats of texts:
// datetime, date, time(HH:MM), duration(PT10M), and others as string(email). An object that must have keys is object(a, b).
// No tools give "".
func ToolSignatures(tools []Tool) string {
	var lines []string
	for _, t := range tools {
		if t.Name == "" {
			continue
		}
		var params []string
		for _, p := range toolParams(t.Parameters) {
			params = append(params, p.signature())
		}
		lines = append(lines, "- "+line(t.Name)+"("+strings.Join(params, ", ")+"): "+t.summary())
	}
	return strings.Join(lines, "\n")
}

// summary is the description in one sentence.
func (t Tool) summary() string { return cmp.Or(summaryOf(t.Description), msgToolUndescribed) }

// summaryOf cuts a text as TextOptions do by default.
func summaryOf(text string) string {
	if text = line(text); text == "" {
		return ""
	}
	return capped(firstSentence(text), defaultMaxDescription)
}

// signature writes a parameter as ToolSignatures does.
func (p toolParam) signature() string {
	name := p.name
	if !p.required {
		name += "?"
	}
	typ, isArray := strings.CutPrefix(p.typ, "array of ")
	switch {
	case len(p.allowed) > 0:
		typ, isArray = listAllowed(p.allowed, "/"), p.each
		if isArray {
			typ = "(" + typ + ")"
		}
	case p.format != "":
		typ, isArray = formatSignature(p.format), p.array
	case len(p.keys) > 0:
		typ = "object(" + listKeys(p.keys, toolKey.signature) + ")"
	case typ == "integer":
		typ = "int"
	case typ == "boolean":
		typ = "bool"
	}
	if isArray {
		typ += "[]"
	}
	return name + ":" + typ
}

// signature writes a key with its format, if it has one.
func (k toolKey) signature() string {
	if k.format == "" {
		return k.name
	}
	return k.name + ":" + formatSignature(k.format)
}

// TextOptionsFromEnv reads the options that the original takes from the environment: JARVIS_PROMPT_TRIM_TOOL_DESCRIPTIONS and
// JARVIS_PROMPT_INCLUDE_PARAM_DESCRIPTIONS, which are on unless they say otherwise, JARVIS_PROMPT_MAX_TOOL_DESC_CHARS and
// JARVIS_EXAMPLES_PER_COMMAND, where 0 means none and "all" or -1 all. A blank variable is as good as none. The error joins what
// cannot be read, each with the name of the variable and what it accepts; there the default stays. Nil reads nothing.
func TextOptionsFromEnv(getenv func(string) string) (TextOptions, error) {
	var o TextOptions
	if getenv == nil {
		return o, nil
	}
	var errs []error
	read := func(name, format string, set func(text string) bool) {
		if text := strings.ToLower(strings.TrimSpace(getenv(name))); text != "" && !set(text) {
			errs = append(errs, errors.New(toolf(format, name, echo.Cut(getenv(name)))))
		}
	}
	flag := func(off *bool) func(string) bool {
		return func(text string) bool {
			*off = slices.Contains([]string{"0", "false", "no", "off"}, text)
			return *off || slices.Contains([]string{"1", "true", "yes", "on"}, text)
		}
	}
	read("JARVIS_PROMPT_TRIM_TOOL_DESCRIPTIONS", msgEnvFlag, flag(&o.FullDescriptions))
	read("JARVIS_PROMPT_INCLUDE_PARAM_DESCRIPTIONS", msgEnvFlag, flag(&o.NoParameterDescriptions))
	read("JARVIS_PROMPT_MAX_TOOL_DESC_CHARS", msgEnvLength, func(text string) bool {
		n, err := strconv.Atoi(text)
		if err == nil && n > 0 {
			o.MaxDescription = n
		}
		return err == nil && n > 0
	})
	read("JARVIS_EXAMPLES_PER_COMMAND", msgEnvExamples, func(text string) bool {
		if text == "all" {
			text = "-1"
		}
		n, err := strconv.Atoi(text)
		if err == nil && n >= -1 {
			o.Examples = n
		}
		return err == nil && n >= -1
	})
	return o, errors.Join(errs...)
}
