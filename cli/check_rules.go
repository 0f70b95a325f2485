// The rules of check: one table, one function for each.

package cli

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Numbers that a model does well with. Those of examples are the original's.
const (
	mostParameters      = 7
	leastExamples       = 3
	mostExamples        = 7
	leastAdapter        = 20
	mostAdapter         = 40
	mostUtteranceShared = 3 // other commands that a finding names
)

// checkRule is a rule that each command is held to.
type checkRule struct {
	name  string // in JSON
	about string // in --help
	find  func(*checkedCommand)
}

// checkRules are the rules, in the order in which their findings are told.
func checkRules() []checkRule {
	return []checkRule{
		{"description", "a command or parameter without a description", (*checkedCommand).findEmptyDescriptions},
		{"cut-off", "a description that ends in the middle of a sentence", (*checkedCommand).findCutOff},
		{"parameters", fmt.Sprintf("more than %d parameters", mostParameters), (*checkedCommand).findManyParameters},
		{"examples", fmt.Sprintf("fewer than %d or more than %d prompt examples", leastExamples, mostExamples), (*checkedCommand).findExampleCount},
		{"primary", "prompt examples of which none is primary", (*checkedCommand).findNoPrimary},
		{"adapter-examples", fmt.Sprintf("fewer than %d or more than %d adapter examples, if any", leastAdapter, mostAdapter), (*checkedCommand).findAdapterCount},
		{"utterance", "an utterance twice, in two commands, or with two meanings", (*checkedCommand).findUtterances},
		{"antipattern", "an antipattern that names no other command", (*checkedCommand).findAntipatterns},
		{"effect", "an effect that is not declared", (*checkedCommand).findNoEffect},
	}
}

// checkedCommand is a command under a rule.
type checkedCommand struct {
	*checked
	def  *jarvis.Definition
	spec jarvis.Spec
	rule string
}

// tell notes a finding.
func (c *checkedCommand) tell(where, problem, fix string) {
	c.found = append(c.found, finding{Command: c.def.Name(), Rule: c.rule, Where: where, Problem: problem, Fix: fix})
}

// descriptions calls back with each description and its place: the command, its parameters, and those inside of them.
func (c *checkedCommand) descriptions(each func(where, text string)) {
	each("", c.spec.Description)
	describeParameters(c.def.Parameters(), "", each)
}

func describeParameters(params *jarvis.Parameters, within string, each func(where, text string)) {
	if params == nil {
		return
	}
	for param := range params.All() {
		name := within + param.Name()
		each(fmt.Sprintf(msgCheckParameter, name), param.Description())
		if param.Type().Kind() == jarvis.KindArray {
			name += "[]"
		}
		describeParameters(param.Fields(), name+".", each)
	}
}

func (c *checkedCommand) findEmptyDescriptions() {
	c.descriptions(func(where, text string) {
		switch {
		case strings.TrimSpace(text) != "":
		case where == "":
			c.tell(where, msgCheckEmpty, msgCheckEmptyCommandFix)
		default:
			c.tell(where, msgCheckEmpty, msgCheckEmptyFix)
		}
	})
}

func (c *checkedCommand) findCutOff() {
	c.descriptions(func(where, text string) {
		if why := cutOff(text); why != "" {
			c.tell(where, fmt.Sprintf(msgCheckCutOff, ending(text), why), msgCheckCutOffFix)
		}
	})
}

func (c *checkedCommand) findManyParameters() {
	if n := c.def.Parameters().Len(); n > mostParameters {
		c.tell("", fmt.Sprintf(msgCheckParameters, n, mostParameters), msgCheckParametersFix)
	}
}

func (c *checkedCommand) findExampleCount() {
	switch n := len(c.spec.Examples); {
	case n == 0:
		c.tell("", fmt.Sprintf(msgCheckNoExamples, leastExamples, mostExamples), msgCheckNoExamplesFix)
	case n < leastExamples:
		c.tell("", fmt.Sprintf(msgCheckFew, counted(n, "prompt example"), leastExamples, mostExamples), msgCheckFewExamplesFix)
	case n > mostExamples:
		c.tell("", fmt.Sprintf(msgCheckMany, counted(n, "prompt example"), leastExamples, mostExamples), msgCheckManyExamplesFix)
	}
}

func (c *checkedCommand) findNoPrimary() {
	for _, e := range c.spec.Examples {
		if e.Primary {
			return
		}
	}
	if len(c.spec.Examples) > 0 {
		c.tell("", msgCheckNoPrimary, msgCheckNoPrimaryFix)
	}
}

func (c *checkedCommand) findAdapterCount() {
	switch n := len(c.spec.AdapterExamples); {
	case n == 0: // they are for those who train adapters; see notes
	case n < leastAdapter:
		c.tell("", fmt.Sprintf(msgCheckFew, counted(n, "adapter example"), leastAdapter, mostAdapter), msgCheckFewAdapterFix)
	case n > mostAdapter:
		c.tell("", fmt.Sprintf(msgCheckMany, counted(n, "adapter example"), leastAdapter, mostAdapter), msgCheckManyAdapterFix)
	}
}

func (c *checkedCommand) findAntipatterns() {
	for i, a := range c.spec.Antipatterns {
		where := fmt.Sprintf("antipatterns[%d]", i)
		if a.Command == c.def.Name() {
			c.tell(where, msgCheckAntipatternSelf, msgCheckAntipatternSelfFix)
			continue
		}
		if _, known := c.byName[a.Command]; known {
			continue
		}
		fix := msgCheckAntipatternFix
		if near, ok := suggest.Nearest(a.Command, c.names); ok {
			fix = fmt.Sprintf(msgCheckAntipatternNear, near)
		}
		c.tell(where, fmt.Sprintf(msgCheckAntipattern, echo.Cut(a.Command)), fix)
	}
}

func (c *checkedCommand) findNoEffect() {
	if c.spec.Effect == "" {
		c.tell("", msgCheckEffect, msgCheckEffectFix)
	}
}

// ending is how a text ends, for a finding.
func ending(text string) string {
	const most = 40
	runes := []rune(strings.TrimFunc(text, unicode.IsSpace))
	if len(runes) <= most {
		return string(runes)
	}
	return "…" + string(runes[len(runes)-most:])
}
