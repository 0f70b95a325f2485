// Rules without a bound that are checked here with the verdict of the library: equality of text and truth, oneof, UUIDs.

package jarvis

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// nativeRule compiles a rule that need not go through the library; known is false for the others.
func (c *ruleCompiler) nativeRule(p rulePart) (rule compiledRule, known, ok bool) {
	op := canonicalOp(p.name)
	switch {
	case c.shape == onString && (p.name == "eq" || p.name == "ne"):
		rule, ok = c.textEqual(p), true
	case c.shape == onBool && (p.name == "eq" || p.name == "ne"):
		rule, ok = c.boolEqual(p)
	case p.spec.param == paramBound && c.shape&(onNumber|onSized|onDuration) != 0:
		rule, ok = c.bound(op, p)
	case c.shape&(onString|onInteger) != 0 && (p.name == "oneof" || p.name == "noneof"):
		rule, ok = c.words(p), true
	case c.shape == onString && strings.HasPrefix(p.name, "uuid"):
		rule, ok = uuidRule(p), true
	default:
		return rule, false, false
	}
	rule.native = true
	return rule, true, ok
}

func (c *ruleCompiler) textEqual(p rulePart) (rule compiledRule) {
	if p.name == "ne" {
		rule.holds = func(v reflect.Value) bool { return v.String() != p.param }
		rule.failure.Message = textMessage(msgMustNotBeText, msgMustNotBeBlank, p.param)
		return rule
	}
	rule.holds = func(v reflect.Value) bool { return v.String() == p.param }
	rule.failure.Message = textMessage(msgMustBeText, msgMustBeBlank, p.param)
	rule.keywords = []jsonMember{{"const", quoteJSON(p.param)}}
	rule.choices = []reflect.Value{c.textValue(p.param)}
	return rule
}

func (c *ruleCompiler) textValue(text string) reflect.Value {
	v := newOf(c.t)
	v.SetString(text)
	return v
}

func (c *ruleCompiler) boolEqual(p rulePart) (rule compiledRule, ok bool) {
	want, err := strconv.ParseBool(p.param)
	if err != nil {
		c.mistake(msgRuleParam, cut(p.text), cut(p.param), msgParamBool)
		return rule, false
	}
	text := strconv.FormatBool(want)
	if p.name == "ne" {
		rule.failure.Message = sprintf(msgMustNotBe, text)
		want = !want
	} else {
		rule.failure.Message = sprintf(msgMustBe, text)
		rule.keywords = []jsonMember{{"const", []byte(text)}}
	}
	rule.holds = func(v reflect.Value) bool { return v.Bool() == want }
	only := newOf(c.t)
	only.SetBool(want)
	rule.choices = []reflect.Value{only}
	return rule, true
}

// words compiles oneof and noneof, which compare the text of a value with those of a list. The list was checked before.
func (c *ruleCompiler) words(p rulePart) (rule compiledRule) {
	words := wordTexts(p.param)
	in := func(v reflect.Value) bool { return slices.Contains(words, v.String()) }
	members := make([]string, len(words))
	for i, word := range words {
		members[i] = word
		v := newOf(c.t)
		switch c.shape {
		case onString:
			members[i] = string(quoteJSON(word))
			v.SetString(word)
		case onInt:
			n, _ := strconv.ParseInt(word, 10, 64)
			v.SetInt(n)
		case onUint:
			n, _ := strconv.ParseUint(word, 10, 64)
			v.SetUint(n)
		}
		rule.choices = append(rule.choices, v)
	}
	switch c.shape {
	case onInt:
		in = oneOf(rule.choices, reflect.Value.Int)
	case onUint:
		in = oneOf(rule.choices, reflect.Value.Uint)
	}
	rule.failure.Message = phrase(p)
	if p.name == "noneof" {
		rule.holds, rule.choices = func(v reflect.Value) bool { return !in(v) }, nil
		return rule
	}
	rule.holds, rule.failure.Allowed = in, words
	rule.keywords = []jsonMember{{"enum", jsonArray(members)}}
	return rule
}

func oneOf[T comparable](choices []reflect.Value, read func(reflect.Value) T) func(reflect.Value) bool {
	list := make([]T, len(choices))
	for i, choice := range choices {
		list[i] = read(choice)
	}
	return func(v reflect.Value) bool { return slices.Contains(list, read(v)) }
}

// splitWords splits the parameter of oneof as the library does: at white space, except inside a pair of single quotes.
func splitWords(param string) (words []string) {
	const space = "\t\n\f\r "
	for {
		param = strings.TrimLeft(param, space)
		if param == "" {
			return words
		}
		end := -1
		if param[0] == '\'' {
			end = strings.IndexByte(param[1:], '\'') + 1
		}
		if end <= 0 {
			if end = strings.IndexAny(param, space); end < 0 {
				end = len(param)
			}
			end--
		}
		words, param = append(words, param[:end+1]), param[end+1:]
	}
}

// wordTexts returns the values of oneof. The library drops every quote, not only those around a value.
func wordTexts(param string) []string {
	words := splitWords(param)
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "'", "")
	}
	return words
}

// uuidRule checks what the expressions of the library match; printed, they mean the same in ECMA-262.
func uuidRule(p rulePart) (rule compiledRule) {
	version, anyCase := strings.CutSuffix(p.name, "_rfc4122")
	version = strings.TrimPrefix(version, "uuid")
	anyCase = anyCase || version == ""
	hex, third, variant := "[0-9a-f]", version+"[0-9a-f]{3}", "[89ab][0-9a-f]{3}"
	if anyCase {
		hex, third, variant = "[0-9a-fA-F]", version+"[0-9a-fA-F]{3}", "[89abAB][0-9a-fA-F]{3}"
	}
	if version == "" {
		third = hex + "{4}"
	}
	if version == "" || version == "3" {
		variant = hex + "{4}"
	}
	pattern := "^" + hex + "{8}-" + hex + "{4}-" + third + "-" + variant + "-" + hex + "{12}$"
	rule.holds = func(v reflect.Value) bool { return isUUID(v.String(), version, anyCase) }
	rule.failure.Message = phrase(p)
	rule.keywords = []jsonMember{{"pattern", quoteJSON(pattern)}}
	return rule
}

// isUUID reports whether text is a UUID of the version, "" for any. Of the variant the library checks all but version 3.
func isUUID(text, version string, anyCase bool) bool {
	if len(text) != 36 {
		return false
	}
	for i := range len(text) {
		c := text[i]
		if anyCase && c >= 'A' && c <= 'F' {
			c += 'a' - 'A'
		}
		switch digit := c >= '0' && c <= '9' || c >= 'a' && c <= 'f'; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case !digit,
			i == 14 && version != "" && c != version[0],
			i == 19 && version != "" && version != "3" && c != '8' && c != '9' && c != 'a' && c != 'b':
			return false
		}
	}
	return true
}

// patternRule checks a text against an expression that is known to compile.
func patternRule(pattern, message string) (rule compiledRule) {
	expr := regexp.MustCompile(pattern)
	rule.holds = func(v reflect.Value) bool { return expr.MatchString(v.String()) }
	rule.failure.Message = message
	rule.keywords = []jsonMember{{"pattern", quoteJSON(pattern)}}
	return rule
}
