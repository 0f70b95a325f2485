// Rules: how a model is to make calls.

package prompt

import (
	"cmp"
	"slices"
	"strings"
)

// Rule is one of the shared rules.
type Rule uint8

// The rules, in the order in which they are printed.
const (
	RulePopulateRequired Rule = iota + 1 // every required parameter gets a value
	RuleOneAtATime                       // one call at a time
	RuleParamNames                       // names of parameters as they are given
	RuleBestMatch                        // by meaning, not by words
	RuleDates                            // dates as keys, or as ISO values: see Dates
	RuleExtract                          // values come from the words
	RuleTranscription                    // speech recognition errs
)

// AllRules returns all rules, in the order in which they are printed. The slice is the caller's.
func AllRules() []Rule {
	return []Rule{RulePopulateRequired, RuleOneAtATime, RuleParamNames, RuleBestMatch, RuleDates, RuleExtract, RuleTranscription}
}

// RulesExcept returns AllRules without some. It is never nil, so as RulesOptions.Rules it may say that there are none.
func RulesExcept(without ...Rule) []Rule {
	return slices.DeleteFunc(AllRules(), func(r Rule) bool { return slices.Contains(without, r) })
}

// RulesOptions say which rules a model gets. The zero value is all of them, for tools and with ISO dates.
type RulesOptions struct {
	Terminology string   // what a call calls: "tool" or "function"; empty means "tool"
	Rules       []Rule   // which, whatever their order here; nil means all, values that are no Rule are ignored
	ParamNames  string   // takes the place of the text of RuleParamNames; empty means the default
	Extra       []string // follow, each on a line
	DateKeys    []string // as Input.DateKeys
}

// Rules writes the heading "Rules:" and a line "- rule" for each rule: 8 lines by default, 7 without RuleParamNames. In every
// rule, those of the caller too, "{terminology}" becomes the word for what is called. RuleDates points at the block that
// [Dates] writes for the same keys, which has to be in the prompt too. Without any rule the text is empty. Source: the core
// rules of the original.
func Rules(o RulesOptions) string {
	var texts []string
	for _, r := range AllRules() {
		if o.Rules == nil || slices.Contains(o.Rules, r) {
			texts = append(texts, o.text(r))
		}
	}
	texts = append(texts, o.Extra...)
	for i, text := range texts {
		texts[i] = inTerms(text, o.Terminology)
	}
	return listed(msgRules, lines(texts))
}

// text returns the wording of a rule.
func (o RulesOptions) text(r Rule) string {
	switch r {
	case RulePopulateRequired:
		return msgPopulateRequired
	case RuleOneAtATime:
		return msgOneAtATime
	case RuleParamNames:
		return cmp.Or(line(o.ParamNames), msgParamNames)
	case RuleBestMatch:
		return msgBestMatch
	case RuleDates:
		if len(sortedLines(o.DateKeys)) > 0 {
			return msgDatesByKey
		}
		return msgDatesByISO
	case RuleExtract:
		return msgExtract
	case RuleTranscription:
		return msgTranscription
	}
	return ""
}

// inTerms puts the word for what is called into a text.
func inTerms(text, terminology string) string {
	return strings.ReplaceAll(text, terminologyMark, cmp.Or(line(terminology), defaultTerminology))
}
