// Messages of the verb check.

package cli

import (
	"fmt"
	"strings"
)

const (
	msgCheckShort = "Check how well the commands are declared"
	msgCheckLong  = `Looks for what is right for the library and yet hard for a model, or dear.
Findings are

%s
with --budget and --budget-total also

%s
Each is a line that says where it is, what it is and how to mend it. NAME
chooses the commands to check; utterances and antipatterns are still compared
with all. That there are no adapter examples is a note: they are for training
adapters alone.

Then comes a table of what each command costs in tokens, by dialect, as an
estimate that is good to some percent; the row "request" is all of them as one
request carries them.

With --json an object:
  {"commands": how many were checked,
   "findings": [{"command", "rule", "where", "problem", "fix"}],
   "notes": [text],
   "costs": [{"command", "tokens": {dialect: number}}],
   "total": {dialect: number}}

Exit code: 4 if anything was found, else 0.`
	msgCheckExamples = `  PROGRAM check
  PROGRAM check get_weather --dialect anthropic --budget 400
  PROGRAM check --budget-total 6000 --json`

	msgCheckBudgetValue = "--%s wants a number of tokens of at least 1, got %d"

	msgCheckParameter          = "parameter %s"
	msgCheckEmpty              = "has no description"
	msgCheckEmptyCommandFix    = "say what the command is for: a model chooses by it"
	msgCheckEmptyFix           = "say what the value means, and in which unit or form"
	msgCheckCutOff             = "the description is cut off: %q %s"
	msgCheckCutOffFix          = "write the rest of it"
	msgCutOffDots              = "ends in dots"
	msgCutOffComma             = "ends in a comma"
	msgCutOffWord              = "ends in the middle of a sentence"
	msgCutOffBracket           = "leaves a bracket open"
	msgCutOffQuote             = "leaves a quote open"
	msgCheckParameters         = "has %d parameters, more than the %d that models fill well"
	msgCheckParametersFix      = "make two commands of it, or leave out what is never said"
	msgCheckNoExamples         = "has no prompt examples, of which %d to %d serve a model best"
	msgCheckNoExamplesFix      = "add utterances as people say them, with their arguments"
	msgCheckFew                = "has %s, fewer than the %d to %d that serve a model best"
	msgCheckFewExamplesFix     = "add utterances that differ in their words and in the parameters they set"
	msgCheckMany               = "has %s, more than the %d to %d that serve a model best"
	msgCheckManyExamplesFix    = "keep the ones that differ most: each costs tokens in every prompt; move the others to the adapter examples"
	msgCheckNoPrimary          = "has no primary prompt example"
	msgCheckNoPrimaryFix       = "set Primary for the most typical one: small prompts show it alone"
	msgCheckFewAdapterFix      = "add variations and tricky ones"
	msgCheckManyAdapterFix     = "keep the ones that differ most"
	msgCheckTwice              = "%q is %s too"
	msgCheckTwiceFix           = "leave one out"
	msgCheckMeanings           = "%q has other arguments in %s"
	msgCheckMeaningsFix        = "give both the same arguments"
	msgCheckShared             = "%q is an example of %s too"
	msgCheckSharedFix          = "keep it with the command that it is for"
	msgCheckAntipattern        = "there is no command %q"
	msgCheckAntipatternFix     = "name a command that is registered, or leave it out"
	msgCheckAntipatternNear    = "name %s, if that is meant"
	msgCheckAntipatternSelf    = "names the command itself"
	msgCheckAntipatternSelfFix = "name the one to use instead"
	msgCheckEffect             = "the effect is not declared"
	msgCheckEffectFix          = "set Effect to read, write or destructive: hosts ask people before what cannot be undone"
	msgCheckBudget             = "costs %s, more than the budget of %d tokens"
	msgCheckBudgetFix          = "shorten descriptions and enums, or leave parameters out"
	msgCheckTotal              = "together cost %s, more than the budget of %d tokens"
	msgCheckTotalFix           = "offer fewer commands in a request, or shorten the dearest"

	msgCheckAll       = "all commands"
	msgCheckTokens    = "TOKENS"
	msgCheckRequest   = "request"
	msgCheckNote      = "Note: %s\n\n"
	msgCheckNoAdapter = "%d of %d commands have no adapter examples. They are only for training adapters, which takes %d to %d for each command."
	msgCheckNothing   = "nothing found"

	msgCheckAboutBudget = "a command that costs more tokens, in any of the dialects"
	msgCheckAboutTotal  = "commands that together cost more"
)

// checkLong is the help of check, with the rules of its table.
func checkLong() string {
	var rules, budgets strings.Builder
	for _, rule := range checkRules() {
		fmt.Fprintf(&rules, "  %-16s  %s\n", rule.name, rule.about)
	}
	fmt.Fprintf(&budgets, "  %-16s  %s\n  %-16s  %s\n", "budget", msgCheckAboutBudget, "budget-total", msgCheckAboutTotal)
	return fmt.Sprintf(msgCheckLong, rules.String(), budgets.String())
}
