// Bounds: comparisons of numbers, durations and lengths with a parameter, their keywords, and chains that nothing can pass.

package jarvis

import (
	"cmp"
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ruleLimit is the parameter of a bound, read for one Go type.
type ruleLimit struct {
	text  string                                   // canonical: decimal, or an ISO 8601 duration
	value *big.Rat                                 // what the library compares with
	test  func(op string) func(reflect.Value) bool // compares a value with it
}

// ruleBound is an end of what a rule lets through.
type ruleBound struct {
	at   *big.Rat
	open bool   // at itself is outside
	rule string // as written; empty for an end of the type
}

// canonicalOp maps the older names to the comparison they stand for.
func canonicalOp(name string) string {
	switch name {
	case "min":
		return "gte"
	case "max":
		return "lte"
	case "len":
		return "eq"
	}
	return name
}

// bound compiles a comparison with a number, a duration or a length.
func (c *ruleCompiler) bound(op string, p rulePart) (rule compiledRule, ok bool) {
	limit, wrong := c.limit(p.param)
	if wrong != "" {
		c.mistake(msgRuleParam, cut(p.text), cut(p.param), wrong)
		return rule, false
	}
	rule.holds = limit.test(op)
	rule.failure.Message = boundMessage(c.shape, op, limit)
	rule.keywords = boundKeywords(c.shape, op, limit)
	rule.low, rule.high = c.span(op, limit.value, p.text)
	if op == "eq" {
		rule.choices = c.valueOf(limit.value)
	}
	return rule, true
}

// limit reads the parameter as the library does for the type, and says what is wrong with it.
func (c *ruleCompiler) limit(param string) (limit ruleLimit, wrong string) {
	switch c.shape {
	case onDuration:
		return durationLimit(param)
	case onFloat:
		return floatLimit(param, c.t.Bits())
	case onUint:
		n, err := strconv.ParseUint(param, 0, 64)
		if err != nil {
			return limit, msgParamUint
		}
		limit = orderedLimit(n, strconv.FormatUint(n, 10), reflect.Value.Uint)
		limit.value = new(big.Rat).SetUint64(n)
		return limit, ""
	}
	n, err := strconv.ParseInt(param, 0, 64)
	switch {
	case err != nil:
		return limit, msgParamInt
	case c.shape == onInt:
		return intLimit(n, strconv.FormatInt(n, 10), reflect.Value.Int), ""
	case n < 0:
		return limit, msgParamNegative
	}
	return intLimit(n, strconv.FormatInt(n, 10), lengthOf(c.shape)), ""
}

func lengthOf(shape ruleShape) func(reflect.Value) int64 {
	if shape == onString {
		return func(v reflect.Value) int64 { return int64(utf8.RuneCountInString(v.String())) }
	}
	return func(v reflect.Value) int64 { return int64(v.Len()) }
}

func durationLimit(param string) (limit ruleLimit, wrong string) {
	d, err := time.ParseDuration(param)
	if err != nil {
		n, err := strconv.ParseInt(param, 0, 64) // nanoseconds
		if err != nil {
			return limit, msgParamDuration
		}
		d = time.Duration(n)
	}
	text, err := FormatDuration(d)
	if err != nil {
		text = d.String()
	}
	return intLimit(int64(d), text, reflect.Value.Int), ""
}

// floatLimit rounds to the size of the field, as the library does, and prints the shortest text of that size: a decimal
// number is on the same side of it as the float it is read to.
func floatLimit(param string, bits int) (limit ruleLimit, wrong string) {
	f, err := strconv.ParseFloat(param, bits)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return limit, msgParamFloat
	}
	limit = orderedLimit(f, floatText(f, bits), reflect.Value.Float)
	limit.value = new(big.Rat).SetFloat64(f)
	return limit, ""
}

func floatText(f float64, bits int) string {
	var raw []byte
	switch {
	case f == 0:
		return "0" // never -0
	case bits == 32:
		raw, _ = json.Marshal(float32(f))
	default:
		raw, _ = json.Marshal(f)
	}
	return string(raw)
}

func intLimit(n int64, text string, read func(reflect.Value) int64) ruleLimit {
	limit := orderedLimit(n, text, read)
	limit.value = new(big.Rat).SetInt64(n)
	return limit
}

// orderedLimit makes the tests that read a value as T. The closures allocate here, not when they are called.
func orderedLimit[T cmp.Ordered](limit T, text string, read func(reflect.Value) T) ruleLimit {
	return ruleLimit{text: text, test: func(op string) func(reflect.Value) bool {
		switch op {
		case "gte":
			return func(v reflect.Value) bool { return read(v) >= limit }
		case "gt":
			return func(v reflect.Value) bool { return read(v) > limit }
		case "lte":
			return func(v reflect.Value) bool { return read(v) <= limit }
		case "lt":
			return func(v reflect.Value) bool { return read(v) < limit }
		case "eq":
			return func(v reflect.Value) bool { return read(v) == limit }
		}
		return func(v reflect.Value) bool { return read(v) != limit }
	}}
}

// boundKeywords returns the keywords that say the same, nil if there are none.
func boundKeywords(shape ruleShape, op string, limit ruleLimit) []jsonMember {
	noun := ""
	switch shape {
	case onDuration:
		return nil
	case onString:
		noun = "Length"
	case onSlice:
		noun = "Items"
	case onMap:
		noun = "Properties"
	default:
		return numberKeywords(op, json.RawMessage(limit.text))
	}
	n := json.RawMessage(strconv.FormatInt(closedLength(op, limit), 10))
	switch op {
	case "gte", "gt":
		return []jsonMember{{"min" + noun, n}}
	case "lte", "lt":
		return []jsonMember{{"max" + noun, n}}
	case "eq":
		return []jsonMember{{"min" + noun, n}, {"max" + noun, n}}
	}
	return nil
}

func numberKeywords(op string, value json.RawMessage) []jsonMember {
	switch op {
	case "gte":
		return []jsonMember{{"minimum", value}}
	case "gt":
		return []jsonMember{{"exclusiveMinimum", value}}
	case "lte":
		return []jsonMember{{"maximum", value}}
	case "lt":
		return []jsonMember{{"exclusiveMaximum", value}}
	case "eq":
		return []jsonMember{{"const", value}}
	}
	return nil
}

// closedLength is the last length that a bound lets through. Where that is none, contradictions reports the rule.
func closedLength(op string, limit ruleLimit) int64 {
	n := limit.value.Num().Int64()
	switch op {
	case "gt":
		return n + 1
	case "lt":
		return n - 1
	}
	return n
}

// span returns the ends of what a comparison lets through.
func (c *ruleCompiler) span(op string, at *big.Rat, rule string) (low, high *ruleBound) {
	end := &ruleBound{at: at, rule: rule, open: c.shape == onFloat && (op == "gt" || op == "lt")}
	switch op {
	case "gte":
		return end, nil
	case "lte":
		return nil, end
	case "eq":
		return end, end
	case "gt":
		if !end.open {
			end.at = new(big.Rat).Add(at, big.NewRat(1, 1))
		}
		return end, nil
	case "lt":
		if !end.open {
			end.at = new(big.Rat).Sub(at, big.NewRat(1, 1))
		}
		return nil, end
	}
	return nil, nil
}

// domainOf returns the ends of the type, so that a bound beyond them is found.
func domainOf(shape ruleShape, t reflect.Type) (low, high *ruleBound) {
	first, last := int64(0), int64(math.MaxInt64)
	switch shape {
	case onInt, onDuration:
		last = math.MaxInt64 >> (64 - t.Bits())
		first = -last - 1
	case onUint:
		return &ruleBound{at: new(big.Rat)}, &ruleBound{at: new(big.Rat).SetUint64(math.MaxUint64 >> (64 - t.Bits()))}
	case onString, onSlice, onMap:
	default:
		return nil, nil
	}
	return &ruleBound{at: new(big.Rat).SetInt64(first)}, &ruleBound{at: new(big.Rat).SetInt64(last)}
}

// tightest returns the bound that lets less through: the greater one for sign 1, the smaller one for -1.
func tightest(old, next *ruleBound, sign int) *ruleBound {
	if old == nil || next == nil {
		return cmp.Or(old, next)
	}
	if order := sign * next.at.Cmp(old.at); order > 0 || order == 0 && next.open {
		return next
	}
	return old
}

// valueOf returns the number as a value of the compiled type, if it is one.
func (c *ruleCompiler) valueOf(n *big.Rat) []reflect.Value {
	v := newOf(c.t)
	f, _ := n.Float64()
	switch {
	case c.shape&(onInt|onDuration) != 0 && !v.OverflowInt(n.Num().Int64()):
		v.SetInt(n.Num().Int64())
	case c.shape == onUint && !v.OverflowUint(n.Num().Uint64()):
		v.SetUint(n.Num().Uint64())
	case c.shape == onFloat:
		v.SetFloat(f)
	default:
		return nil
	}
	return []reflect.Value{v}
}

// contradictions reports a chain that no value can pass, as far as the rules checked here show it.
func (c *ruleCompiler) contradictions(tokens []string) {
	low, high := c.low, c.high
	if low != nil && high != nil {
		order := low.at.Cmp(high.at)
		switch {
		case order < 0 || order == 0 && !low.open && !high.open:
		case low.rule == "" || high.rule == "":
			c.mistake(msgRuleNever, cut(low.rule+high.rule), c.t)
			return
		default:
			c.mistake(msgRuleContradict, cut(low.rule), cut(high.rule))
			return
		}
	}
	if len(c.choices) == 0 || len(c.mistakes) > 0 {
		return
	}
	passes := func(v reflect.Value) bool { return c.sure.firstFailing(v) < 0 }
	if !slices.ContainsFunc(c.choices, passes) {
		c.mistake(msgRuleNoValue, cut(strings.Join(tokens, ",")))
	}
}
