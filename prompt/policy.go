// Guidance of tools and the policy of direct answers.

package prompt

import (
	"slices"
	"strings"
)

// Guidance lists what tools say of their use: under "Guidance:" the Guidance of each, then its Rules as "tool: rule"; under
// "Critical rules:" the CriticalRules in the same way. Each hint is one line, in the order of the tools and without repeats. It
// is empty if there is none; tools without a name are left out. Source: included_system_prompt_text, rules and critical_rules of
// the original.
func Guidance(tools []Tool) string {
	var hints, rules, critical []string
	for _, t := range tools {
		name := line(t.Name)
		if name == "" {
			continue
		}
		hints = append(hints, t.Guidance)
		rules = append(rules, ofTool(name, t.Rules)...)
		critical = append(critical, ofTool(name, t.CriticalRules)...)
	}
	return spaced(listed(msgGuidance, lines(append(hints, rules...))), listed(msgCritical, lines(critical)))
}

// ofTool puts the name of their tool before the rules.
func ofTool(name string, rules []string) []string {
	var texts []string
	for _, rule := range lines(rules) {
		texts = append(texts, name+": "+rule)
	}
	return texts
}

// DirectAnswer says for which tools the model has to call, and for which it may answer by itself: two lists of names, sorted
// bytewise and without repeats, and a line that asks for brevity. A name that is on both has to be called. Tools of the server
// and those without a name are not counted; without others it is empty. Source: allow_direct_answer of the original.
func DirectAnswer(tools []Tool) string {
	var must, may []string
	for _, t := range tools {
		switch {
		case t.Server:
		case t.AllowDirectAnswer:
			may = append(may, t.Name)
		default:
			must = append(must, t.Name)
		}
	}
	must = sortedLines(must)
	may = slices.DeleteFunc(sortedLines(may), func(name string) bool {
		_, called := slices.BinarySearch(must, name)
		return called
	})
	if len(must)+len(may) == 0 {
		return ""
	}
	return joinTexts([]string{names(msgMustCall, must), names(msgMayAnswer, may), msgBrief}, "\n")
}

// names is a line with names, or nothing if there are none.
func names(heading string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return heading + strings.Join(list, ", ") + "."
}
