// Validator rules of one value position: a validate tag compiled once, checked at bind time, printed as schema keywords or sentences.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// ruleSet is a compiled validate tag for one value position. It never changes after compilation; nil has no rules.
type ruleSet struct {
	rules     []checkedRule
	elem      *ruleSet
	printed   []jsonMember
	sentences []string
}

// checkedRule is one step of a chain. Exactly one of the functions and keys is set.
type checkedRule struct {
	failure ruleFailure
	holds   func(reflect.Value) bool
	omits   func(reflect.Value) bool // of omitempty and omitzero: an empty value ends the chain
	keys    *ruleSet                 // of a map: each key has to pass
}

// ruleFailure says which rule a value failed. Message completes a sentence that begins with the parameter.
type ruleFailure struct {
	Rule    string   // "gte"
	Param   string   // "1"
	Message string   // "must be at least 1"
	Allowed []string // of oneof
}

// compiledRule is a rule of a chain with what the compiler needs to know of it.
type compiledRule struct {
	checkedRule
	native    bool            // does not go through the library
	keywords  []jsonMember    // that say exactly this; nil for none
	low, high *ruleBound      // what it lets through, of numbers and lengths
	choices   []reflect.Value // nothing else passes
}

// elemRules returns the rules after dive, for the elements of an array and the values of a map; check does not apply them.
func (r *ruleSet) elemRules() *ruleSet {
	if r == nil {
		return nil
	}
	return r.elem
}

// keywords returns, in a fixed order, the JSON Schema keywords that say exactly what their rules check. Not to be changed.
func (r *ruleSet) keywords() []jsonMember {
	if r == nil {
		return nil
	}
	return r.printed
}

// notes returns a sentence for every rule that has no exact keyword, in the order of the chain. Not to be changed.
func (r *ruleSet) notes() []string {
	if r == nil {
		return nil
	}
	return r.sentences
}

// compileRules reads the validate tag of a value of type t, pointer removed, declared as typ. The mistakes are sentences for
// the author without the place, all at once; with any there is no set.
func compileRules(t reflect.Type, typ Type, tag string) (rules *ruleSet, mistakes []string) {
	if tag == "" {
		return nil, nil
	}
	if !utf8.ValidString(tag) {
		return nil, []string{msgRuleUTF8}
	}
	c := newRuleCompiler(t, typ)
	tokens := strings.Split(tag, ",")
	if slices.Contains(tokens, "") {
		c.mistake(msgRuleEmpty, cut(tag))
		tokens = slices.DeleteFunc(tokens, func(token string) bool { return token == "" })
	}
	c.chain(tokens)
	if len(c.mistakes) > 0 {
		return nil, c.mistakes
	}
	return c.finish(), nil
}

// ruleCompiler compiles the chain of one position.
type ruleCompiler struct {
	t        reflect.Type
	typ      Type
	shape    ruleShape
	faithful bool   // the JSON value says all about the Go value, so that keywords can be exact
	unless   string // after omitempty: appended to every message
	omits    bool
	set      ruleSet
	low      *ruleBound // the tightest bounds so far
	high     *ruleBound
	choices  []reflect.Value // of oneof and eq: nothing else passes
	sure     ruleSet         // the rules whose verdict depends on the value alone
	list     string          // the rule before, if it takes a list: oneof
	mistakes []string
}

func newRuleCompiler(t reflect.Type, typ Type) *ruleCompiler {
	c := &ruleCompiler{t: t, typ: typ, shape: ruleShapeOf(t)}
	c.faithful = c.shape.keepsJSON(t, typ)
	c.low, c.high = domainOf(c.shape, t)
	return c
}

func (c *ruleCompiler) mistake(format string, args ...any) {
	c.mistakes = append(c.mistakes, sprintf(format, args...))
}

// chain compiles rules up to dive, and from there those of the elements.
func (c *ruleCompiler) chain(tokens []string) {
	for i, token := range tokens {
		switch token {
		case "dive":
			c.contradictions(tokens[:i])
			c.dive(tokens[i+1:])
			return
		case "keys", "endkeys":
			c.mistake(msgRuleKeys, token)
		case "omitempty", "omitzero":
			c.omit(token)
		case "omitnil": // the value is there: null and absent parameters are not checked
		default:
			c.token(token)
		}
	}
	c.contradictions(tokens)
}

// omit compiles omitempty and omitzero, which differ in what is empty for slices and maps. Of a pointer the library asks whether
// it is nil; here pointers are gone, and a given zero is empty as well.
func (c *ruleCompiler) omit(name string) {
	omits := reflect.Value.IsZero
	if c.shape&(onSlice|onMap) != 0 && name == "omitzero" {
		omits = func(v reflect.Value) bool { return v.Len() == 0 }
	}
	rule := checkedRule{failure: ruleFailure{Rule: name}, omits: omits}
	c.set.rules, c.sure.rules = append(c.set.rules, rule), append(c.sure.rules, rule)
	c.omits, c.unless = true, unlessMessage(c.shape, name)
}

// dive compiles the rules for the elements, after those for the keys of a map.
func (c *ruleCompiler) dive(tokens []string) {
	if c.shape&(onSlice|onMap) == 0 || c.typ.kind != KindArray && c.typ.kind != KindDict {
		c.mistake(msgRuleDive, c.t)
		return
	}
	hasKeys := len(tokens) > 0 && tokens[0] == "keys"
	if hasKeys {
		tokens = c.keys(tokens[1:])
	}
	elem := elementType(c.t)
	e := newRuleCompiler(elem, elementKind(elem, c.typ))
	if len(tokens) == 0 && !hasKeys && e.shape&(onSlice|onMap|onOther|onAny) == 0 {
		c.mistake(msgRuleDiveEmpty)
	}
	if e.chain(tokens); len(e.set.rules) > 0 || e.set.elem != nil {
		c.set.elem = e.finish()
	}
	c.mistakes = append(c.mistakes, e.mistakes...)
}

// keys compiles the rules between keys and endkeys and returns the tokens after them.
func (c *ruleCompiler) keys(tokens []string) []string {
	end := slices.Index(tokens, "endkeys")
	switch {
	case c.shape != onMap:
		c.mistake(msgRuleKeysMap, c.t)
	case end < 0:
		c.mistake(msgRuleEndKeys)
	default:
		k := newRuleCompiler(c.t.Key(), elementKind(c.t.Key(), Type{}))
		k.chain(tokens[:end])
		c.mistakes = append(c.mistakes, k.mistakes...)
		c.addKeys(k)
	}
	if end < 0 {
		return nil
	}
	return tokens[end+1:]
}

func (c *ruleCompiler) addKeys(k *ruleCompiler) {
	keys := k.finish()
	for i := range keys.rules {
		failure := &keys.rules[i].failure
		if failure.Message == "" {
			continue
		}
		failure.Message = sprintf(msgRuleEachKey, failure.Message)
		c.set.sentences = append(c.set.sentences, sentence(failure.Message))
	}
	if len(keys.rules) > 0 {
		c.set.rules = append(c.set.rules, checkedRule{keys: keys})
	}
}

// token compiles one rule, or alternatives of which one has to hold.
func (c *ruleCompiler) token(token string) {
	if !strings.Contains(token, "|") {
		if rule, ok := c.single(token); ok {
			c.add(rule)
		}
		return
	}
	var holds []func(reflect.Value) bool
	var messages []string
	for part := range strings.SplitSeq(token, "|") {
		if part == "" {
			c.mistake(msgRuleNoAlternative, cut(token))
			continue
		}
		if rule, ok := c.single(part); ok {
			holds, messages = append(holds, rule.holds), append(messages, rule.failure.Message)
		}
	}
	message := strings.Join(messages, msgRuleOr)
	if slices.Contains(messages, "") {
		message = "" // never fails
	}
	c.add(compiledRule{checkedRule: checkedRule{
		failure: ruleFailure{Rule: token, Message: message},
		holds: func(v reflect.Value) bool {
			return slices.ContainsFunc(holds, func(holds func(reflect.Value) bool) bool { return holds(v) })
		},
	}})
}

// add appends a rule to the set, as keywords if they are exact and as a sentence if not.
func (c *ruleCompiler) add(rule compiledRule) {
	if rule.failure.Message != "" {
		rule.failure.Message += c.unless
	}
	c.set.rules = append(c.set.rules, rule.checkedRule)
	if rule.native {
		c.sure.rules = append(c.sure.rules, rule.checkedRule)
	}
	c.choices = append(c.choices, rule.choices...)
	c.low, c.high = tightest(c.low, rule.low, 1), tightest(c.high, rule.high, -1)
	if len(rule.keywords) == 0 || !c.faithful || c.omits || !c.canMerge(rule.keywords) {
		if rule.failure.Message != "" {
			c.set.sentences = append(c.set.sentences, sentence(rule.failure.Message))
		}
		return
	}
	for _, k := range rule.keywords {
		c.merge(k)
	}
}

// canMerge reports whether the keywords can stand beside those of earlier rules: two patterns cannot.
func (c *ruleCompiler) canMerge(keywords []jsonMember) bool {
	return !slices.ContainsFunc(keywords, func(k jsonMember) bool {
		old := c.keyword(k.Name)
		return old != nil && k.Name == "pattern" && string(old.Value) != string(k.Value)
	})
}

func (c *ruleCompiler) keyword(name string) *jsonMember {
	i := slices.IndexFunc(c.set.printed, func(k jsonMember) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &c.set.printed[i]
}

// merge keeps the tightest of several values of one keyword. Values of const are equal here, or the chain contradicts itself.
func (c *ruleCompiler) merge(k jsonMember) {
	old := c.keyword(k.Name)
	switch {
	case old == nil:
		c.set.printed = append(c.set.printed, k)
	case k.Name == "enum":
		old.Value = intersection(old.Value, k.Value)
	case upperKeyword(k.Name) && jsonNumber(k.Value).Cmp(jsonNumber(old.Value)) < 0,
		lowerKeyword(k.Name) && jsonNumber(k.Value).Cmp(jsonNumber(old.Value)) > 0:
		old.Value = k.Value
	}
}

func upperKeyword(name string) bool {
	return strings.HasPrefix(name, "max") || name == "exclusiveMaximum"
}

func lowerKeyword(name string) bool {
	return strings.HasPrefix(name, "min") || name == "exclusiveMinimum"
}

// intersection returns the members of one JSON array that are in another, both compact.
func intersection(a, b json.RawMessage) json.RawMessage {
	var x, y []json.RawMessage
	_, _ = json.Unmarshal(a, &x), json.Unmarshal(b, &y)
	var both []string
	for _, member := range x {
		if slices.ContainsFunc(y, func(other json.RawMessage) bool { return string(other) == string(member) }) {
			both = append(both, string(member))
		}
	}
	return jsonArray(both)
}

// keywordOrder is the order in which keywords are printed.
var keywordOrder = [...]string{
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "pattern",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "const", "enum",
}

func (c *ruleCompiler) finish() *ruleSet {
	slices.SortStableFunc(c.set.printed, func(a, b jsonMember) int {
		return slices.Index(keywordOrder[:], a.Name) - slices.Index(keywordOrder[:], b.Name)
	})
	return &c.set
}
