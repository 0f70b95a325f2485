// One rule of a chain, checked alone: its name, whether it fits the type, and its parameter.

package jarvis

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// rulePart is one rule as written.
type rulePart struct {
	text     string // gte=1
	name     string
	param    string // as the library reads it: 0x2C is a comma, 0x7C a bar
	hasParam bool
	spec     ruleSpec
}

// single compiles one rule. What is wrong with it becomes a mistake.
func (c *ruleCompiler) single(text string) (rule compiledRule, ok bool) {
	p := rulePart{text: text}
	p.name, p.param, p.hasParam = strings.Cut(text, "=")
	p.param = strings.ReplaceAll(strings.ReplaceAll(p.param, "0x2C", ","), "0x7C", "|")
	if p.spec, ok = ruleSpecOf(p.name); !ok {
		c.unknown(p)
		return rule, false
	}
	if c.list = ""; p.spec.param == paramWords {
		c.list = p.name
	}
	switch {
	case p.spec.ban != "":
		c.mistakes = append(c.mistakes, strings.ReplaceAll(p.spec.ban, "NAME", p.name))
		return rule, false
	case c.shape == onAny:
		c.mistake(msgRuleAny, cut(text))
		return rule, false
	case !p.spec.worksOn(p.name, c.t, c.shape):
		c.mistake(msgRuleShape, p.name, c.t, shapeNames(p.spec.on))
		return rule, false
	case !c.paramFits(p):
		return rule, false
	}
	rule, known, ok := c.nativeRule(p)
	if !known {
		rule, ok = c.libraryRule(p)
	}
	rule.failure.Rule, rule.failure.Param = p.name, p.param
	return rule, ok
}

// unknown reports a name that is no rule, with what was probably meant.
func (c *ruleCompiler) unknown(p rulePart) {
	trimmed := strings.TrimSpace(p.name)
	_, known := ruleSpecOf(trimmed)
	near, found := nearestRule(trimmed)
	switch {
	case known:
		c.mistake(msgRuleSpace, cut(p.text), cut(strings.TrimSpace(p.text)))
	case near == "required":
		c.mistake(msgRuleNearRequired, cut(p.name))
	case found:
		c.mistake(msgRuleUnknownNear, cut(p.name), near)
	case c.list != "":
		c.mistake(msgRuleWordComma, cut(p.text), c.list)
	default:
		c.mistake(msgRuleUnknown, cut(p.name))
	}
}

// paramFits reports whether the parameter is one the rule can use; bounds are read later. A valuer's kind is not known, so
// only the library can tell there.
func (c *ruleCompiler) paramFits(p rulePart) bool {
	wrong := ""
	switch {
	case c.shape == onValuer:
	case c.shape == onTime && p.spec.param == paramBound:
		if p.hasParam {
			c.mistake(msgRuleNow, cut(p.text), p.name)
			return false
		}
	case p.param == "" && p.spec.param.needed() && !(p.hasParam && c.shape == onString && (p.name == "eq" || p.name == "ne")):
		c.mistake(msgRuleNeedsParam, p.name, p.spec.param.example(p.name))
		return false
	case p.hasParam && (p.spec.param == paramNone || p.param == ""):
		if p.param != "" || p.spec.param != paramBound {
			c.mistake(msgRuleNoParam, cut(p.text), p.name)
			return false
		}
	case p.spec.param == paramMethod || p.spec.param == paramField:
		use := c.wrongMethod(p)
		if p.spec.param == paramField {
			use = c.wrongField(p)
		}
		if use != "" {
			c.mistakes = append(c.mistakes, use)
		}
		return use == ""
	default:
		wrong = c.wrongParam(p)
	}
	if wrong != "" {
		c.mistake(msgRuleParam, cut(p.text), cut(p.param), wrong)
	}
	return wrong == ""
}

func (k ruleParam) needed() bool {
	return k != paramNone && k != paramSpice && k != paramMethod && k != paramField
}

// example shows a rule with a parameter.
func (k ruleParam) example(name string) string {
	examples := [...]string{
		paramBound: "=1", paramText: "=text", paramRune: "=x", paramWords: "=a b", paramLayout: "=2006-01-02",
		paramMIME: "=image/png", paramCountry: "=US", paramField: "",
	}
	return name + examples[k]
}

// wrongParam says what is wrong with a parameter that is there, "" if nothing is.
func (c *ruleCompiler) wrongParam(p rulePart) string {
	switch p.spec.param {
	case paramRune:
		if utf8.RuneCountInString(p.param) != 1 {
			return msgParamRune
		}
	case paramWords:
		return c.wrongWords(p.param)
	case paramLayout:
		return wrongLayout(p.param)
	case paramMIME:
		if kind, sub, ok := strings.Cut(p.param, "/"); !ok || kind == "" || sub == "" || kind == "*" {
			return msgParamMIME
		}
	case paramCountry:
		if ruleValidator().Var(p.param, "iso3166_1_alpha2") != nil {
			return msgParamCountry
		}
	case paramSpice:
		if !slices.Contains([]string{"", "id", "permission", "type"}, p.param) {
			return msgParamSpice
		}
	}
	return ""
}

// wrongWords refuses lists with values that can never be met or that say something else than they seem to.
func (c *ruleCompiler) wrongWords(param string) string {
	words := splitWords(param)
	seen := map[string]bool{}
	for i, text := range wordTexts(param) {
		quotes := strings.Count(words[i], "'")
		switch {
		case quotes > 0 && (quotes != 2 || words[i][0] != '\'' || !strings.HasSuffix(words[i], "'")):
			return sprintf(msgParamQuote, cut(words[i]), cut(text))
		case seen[text]:
			return sprintf(msgParamRepeats, cut(text))
		case c.shape&onInteger != 0 && !c.isInteger(text):
			return sprintf(msgParamWord, cut(text), c.t)
		}
		seen[text] = true
	}
	return ""
}

// isInteger reports whether text is how a number of the type prints: the library compares texts.
func (c *ruleCompiler) isInteger(text string) bool {
	if c.shape == onUint {
		n, err := strconv.ParseUint(text, 10, c.t.Bits())
		return err == nil && strconv.FormatUint(n, 10) == text
	}
	n, err := strconv.ParseInt(text, 10, c.t.Bits())
	return err == nil && strconv.FormatInt(n, 10) == text
}

// wrongLayout refuses texts without any element of a layout, such as YYYY-MM-DD, which only match themselves.
func wrongLayout(layout string) string {
	one := time.Date(2019, 3, 4, 5, 16, 27, 111222333, time.UTC)
	other := time.Date(2024, 11, 23, 18, 49, 58, 444555666, time.FixedZone("ABC", 3600))
	if one.Format(layout) == layout && other.Format(layout) == layout {
		return msgParamLayout
	}
	return ""
}

// wrongMethod refuses what the library fails without a word: validateFn calls a method that takes nothing and returns a bool
// or an error.
func (c *ruleCompiler) wrongMethod(p rulePart) string {
	name := cmp.Or(p.param, "Validate")
	m, ok := reflect.PointerTo(c.t).MethodByName(name)
	if !ok {
		return sprintf(msgRuleNoMethod, cut(p.text), cut(name), c.t)
	}
	if m.Type.NumIn() == 1 && m.Type.NumOut() > 0 {
		if out := m.Type.Out(0); out.Kind() == reflect.Bool || out.Kind() == reflect.Interface && out.Implements(reflect.TypeFor[error]()) {
			return ""
		}
	}
	return sprintf(msgRuleMethod, cut(p.text), c.t, name)
}

// wrongField refuses elements that cannot be compared, which would panic once they come, and fields that are not there.
func (c *ruleCompiler) wrongField(p rulePart) string {
	elem := elementType(c.t)
	if p.param != "" {
		if c.shape == onMap || elem.Kind() != reflect.Struct {
			return sprintf(msgRuleNoStruct, cut(p.text), c.t)
		}
		field, ok := elem.FieldByName(p.param)
		if !ok || !field.IsExported() {
			return sprintf(msgRuleNoField, cut(p.text), elem, clip(p.param))
		}
		elem = field.Type
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
	}
	if !elem.Comparable() || elem.Kind() == reflect.Interface {
		return sprintf(msgRuleCompare, cut(p.text), elem)
	}
	return ""
}
