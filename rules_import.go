// Rules made from the keywords of an imported JSON Schema.

package jarvis

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// constraintsFromSchema makes the rules that keywords of an imported schema ask for, and prints those keywords as they came.
// The caller passes assertions only, not type or annotations. unsupported lists, sorted, each keyword that cannot be enforced
// for the type, with the reason.
func constraintsFromSchema(t reflect.Type, typ Type, keywords map[string]json.RawMessage) (rules *ruleSet, unsupported []string) {
	c := newRuleCompiler(t, typ)
	for _, name := range slices.Sorted(maps.Keys(keywords)) {
		rule, why := c.fromKeyword(name, keywords[name])
		switch {
		case why != "":
			unsupported = append(unsupported, name+": "+why)
		case rule.holds != nil:
			k := jsonMember{name, compactJSON(keywords[name])}
			if len(rule.keywords) == 1 && rule.keywords[0].Name == name {
				k = rule.keywords[0] // the same value in its plainest text
			}
			rule.failure.Rule, rule.failure.Param, rule.keywords = name, string(k.Value), []jsonMember{k}
			c.add(rule)
		}
	}
	if len(c.set.rules) == 0 {
		return nil, unsupported
	}
	return c.finish(), unsupported
}

// fromKeyword compiles one keyword. A rule without a check is one that every value passes.
func (c *ruleCompiler) fromKeyword(name string, raw json.RawMessage) (rule compiledRule, why string) {
	if !slices.Contains(keywordOrder[:], name) || name == "enum" {
		return rule, msgKeywordUnknown
	}
	on := keywordShape(name)
	switch sent := sentShape(c.typ); {
	case on&sent == 0 && name == "const":
		return rule, msgKeywordUnknown
	case on&sent == 0:
		return rule, sprintf(msgKeywordShape, c.typ)
	case c.shape&on == 0 || !c.faithful:
		return rule, sprintf(msgKeywordHidden, c.t)
	case name == "const":
		return c.constKeyword(raw)
	case name == "pattern":
		return patternKeyword(raw)
	case name == "uniqueItems":
		return c.uniqueKeyword(raw)
	}
	n, ok := exactNumber(raw)
	if !ok {
		return rule, msgKeywordNumber
	}
	if on == onNumber {
		return c.numberKeyword(numberOps[name], n, raw), ""
	}
	if !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() {
		return rule, msgKeywordLength
	}
	op, limit := "gte", intLimit(n.Num().Int64(), "", lengthOf(c.shape))
	if upperKeyword(name) {
		op = "lte"
	}
	rule.holds = limit.test(op)
	rule.failure.Message = boundMessage(c.shape, op, limit)
	rule.keywords = []jsonMember{{name, json.RawMessage(n.Num().String())}}
	return rule, ""
}

// keywordShape returns what a keyword says something about.
func keywordShape(name string) ruleShape {
	switch name {
	case "minLength", "maxLength", "pattern":
		return onString
	case "minItems", "maxItems", "uniqueItems":
		return onSlice
	case "minProperties", "maxProperties":
		return onMap
	case "const":
		return onString | onNumber | onBool
	}
	return onNumber
}

// sentShape returns what the values of a type are in JSON.
func sentShape(typ Type) ruleShape {
	switch typ.kind {
	case KindInt:
		return onInt
	case KindFloat:
		return onFloat
	case KindBool:
		return onBool
	case KindArray:
		return onSlice
	case KindDict:
		return onMap
	}
	return onString
}

// numberOps maps the keywords of numbers to comparisons.
var numberOps = map[string]string{"minimum": "gte", "exclusiveMinimum": "gt", "maximum": "lte", "exclusiveMaximum": "lt"}

// numberKeyword compares with any number: for integers the bound moves inwards to the next one.
func (c *ruleCompiler) numberKeyword(op string, n *big.Rat, raw json.RawMessage) (rule compiledRule) {
	var limit ruleLimit
	if c.shape == onFloat {
		f, _ := strconv.ParseFloat(string(bytes.TrimSpace(raw)), c.t.Bits()) // an infinity if it is beyond all floats
		limit = orderedLimit(f, "", reflect.Value.Float)
		limit.text = string(bytes.TrimSpace(raw))
		rule.holds = limit.test(op)
	} else {
		limit.text = string(bytes.TrimSpace(raw))
		rule.holds = c.integerTest(op, n)
	}
	rule.failure.Message = boundMessage(c.shape, op, limit)
	return rule
}

// integerTest compares integers with any number.
func (c *ruleCompiler) integerTest(op string, n *big.Rat) func(reflect.Value) bool {
	whole := new(big.Int).Div(n.Num(), n.Denom()) // rounded down
	if !n.IsInt() {
		op = map[string]string{"gte": "gt", "gt": "gt", "lte": "lte", "lt": "lte"}[op]
	}
	beyond := func(sign int) func(reflect.Value) bool { // above or below all values of the type
		holds := (sign > 0) == strings.HasPrefix(op, "lt")
		return func(reflect.Value) bool { return holds }
	}
	if c.shape == onUint {
		if !whole.IsUint64() {
			return beyond(whole.Sign())
		}
		return orderedLimit(whole.Uint64(), "", reflect.Value.Uint).test(op)
	}
	if !whole.IsInt64() {
		return beyond(whole.Sign())
	}
	return orderedLimit(whole.Int64(), "", reflect.Value.Int).test(op)
}

// constKeyword takes a value of the declared type; any other const refuses everything, which is no constraint but a mistake.
func (c *ruleCompiler) constKeyword(raw json.RawMessage) (rule compiledRule, why string) {
	not := sprintf(msgKeywordConst, c.typ)
	switch c.shape {
	case onString:
		var text *string
		if json.Unmarshal(raw, &text) != nil || text == nil {
			return rule, not
		}
		return c.textEqual(rulePart{name: "eq", param: *text}), ""
	case onBool:
		var want *bool
		if json.Unmarshal(raw, &want) != nil || want == nil {
			return rule, not
		}
		rule, _ = c.boolEqual(rulePart{name: "eq", param: strconv.FormatBool(*want)})
		return rule, ""
	}
	n, ok := exactNumber(raw)
	if !ok || c.shape != onFloat && (!n.IsInt() || !n.Num().IsInt64() && !n.Num().IsUint64()) {
		return rule, not
	}
	text := n.Num().String()
	if c.shape == onFloat {
		text = string(bytes.TrimSpace(raw))
	}
	limit, wrong := c.limit(text)
	if wrong != "" {
		return rule, not
	}
	rule.holds = limit.test("eq")
	rule.failure.Message = boundMessage(c.shape, "eq", limit)
	return rule, ""
}

func patternKeyword(raw json.RawMessage) (rule compiledRule, why string) {
	var pattern *string
	if json.Unmarshal(raw, &pattern) != nil || pattern == nil {
		return rule, msgKeywordText
	}
	if _, err := regexp.Compile(*pattern); err != nil {
		return rule, sprintf(msgKeywordPattern, cut(*pattern))
	}
	return patternRule(*pattern, sprintf(msgMustMatch, cut(*pattern))), ""
}

func (c *ruleCompiler) uniqueKeyword(raw json.RawMessage) (rule compiledRule, why string) {
	var unique *bool
	switch {
	case json.Unmarshal(raw, &unique) != nil || unique == nil:
		return rule, msgKeywordBool
	case !*unique:
		return rule, ""
	case !c.plainElements():
		return rule, msgKeywordUnique
	}
	rule, _ = c.libraryRule(rulePart{text: "unique", name: "unique", spec: ruleSpec{param: paramField}})
	return rule, ""
}
