// Which class of difference a text belongs to, judged without the library.

package jarvis_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// judgement collects the reasons found in one text. seen is told of every declared field of every object that is read.
type judgement struct {
	found class
	seen  func(f *modelField, present bool)
}

// judge reads a text by the acceptance table, the formats of RFC 3339 and exact arithmetic.
func judge(fields []modelField, raw []byte, seen func(*modelField, bool)) class {
	if text := strings.Trim(string(raw), " \t\r\n"); text == "" || text == "null" {
		if slices.ContainsFunc(fields, func(f modelField) bool { return f.required }) {
			return fault
		}
		return a1Empty
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	object, ok := doc.(map[string]any)
	if err != nil || !ok {
		return fault
	}
	j := judgement{seen: seen}
	j.object(fields, object)
	if isBroken(raw) {
		j.found |= b4Text
	}
	return j.found
}

// judgeValue judges one value alone.
func judgeValue(s *modelSlot, raw string) class {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
	if err != nil {
		return fault
	}
	var j judgement
	j.value(s, v)
	if isBroken([]byte(raw)) {
		j.found |= b4Text
	}
	return j.found
}

func (j *judgement) must(ok bool, otherwise class) {
	if !ok {
		j.found |= otherwise
	}
}

func (j *judgement) object(fields []modelField, object map[string]any) {
	known := 0
	for i := range fields {
		f := &fields[i]
		v, given := object[f.name]
		if given {
			known++
		}
		if j.seen != nil {
			j.seen(f, given && v != nil)
		}
		switch {
		case given && v != nil:
			j.value(&f.modelSlot, v)
		case f.required:
			j.found |= fault
		case given:
			j.found |= a2Null
		}
	}
	j.must(known == len(object), fault)
}

func (j *judgement) value(s *modelSlot, v any) {
	switch v := v.(type) {
	case bool:
		j.must(s.kind == "bool", fault)
		j.must(s.enum == nil || slices.Contains(s.enum, strconv.FormatBool(v)), fault)
		j.rules(s, reading{text: strconv.FormatBool(v), zero: !v})
	case json.Number:
		j.number(s, v)
	case string:
		j.text(s, v)
	case []any:
		j.array(s, v)
	case map[string]any:
		j.dict(s, v)
	default:
		j.found |= fault
	}
}

// reading is a value as rules see it. Lengths and durations are numbers too.
type reading struct {
	text        string
	sent, bound *big.Rat // the number in the text, and the one in the Go field
	zero        bool
}

func (j *judgement) number(s *modelSlot, n json.Number) {
	x := ratOf(n.String())
	r := reading{sent: x, bound: x}
	switch s.kind {
	case "int":
		j.must(x.IsInt(), fault)
		beyond := fault // a narrow or unsigned field has its bounds in the schema
		low, high := s.intRange()
		if s.size == 64 && (!s.unsigned || x.Sign() > 0) {
			beyond = b3Range
		}
		j.must(x.Cmp(low) >= 0 && x.Cmp(high) <= 0, beyond)
		j.must(s.enum == nil || slices.ContainsFunc(s.enum, func(m string) bool { return ratOf(m).Cmp(x) == 0 }), fault)
	case "float":
		rounded, finite := rounding(x, s.size)
		if j.must(finite, b3Range); finite {
			r.bound = rounded
		}
		j.must(s.enum == nil || slices.ContainsFunc(s.enum, func(m string) bool { return ratOf(m).Cmp(x) == 0 }), fault)
	default:
		j.found |= fault
		return
	}
	r.zero = r.bound.Sign() == 0
	j.rules(s, r)
}

// text judges the kinds sent as JSON strings. With an enum the schema has no format, only the texts of the members.
func (j *judgement) text(s *modelSlot, text string) {
	r := reading{text: text, sent: big.NewRat(int64(utf8.RuneCountInString(text)), 1), zero: text == ""}
	key, found := readText(s, text)
	switch {
	case !s.isText():
		found = fault
	case slices.Contains(s.enum, text):
		found = 0
	case s.enum != nil && s.kind != "string" && found&(fault|listB) == 0 && slices.ContainsFunc(s.enum, func(m string) bool {
		other, _ := readText(s, m)
		return other == key
	}):
		found = a5Spelling
	case s.enum != nil:
		found = fault
	}
	if s.kind == "timedelta" && !s.goString && found&fault == 0 {
		span, _ := readSpan(text)
		r.sent, r.zero = new(big.Rat).SetInt(span), span.Sign() == 0
	}
	r.bound = r.sent
	j.found |= found
	j.rules(s, r)
}

// readText returns what makes two texts of a kind the same value, and why a text is refused without an enum.
func readText(s *modelSlot, text string) (key string, found class) {
	switch s.kind {
	case "date":
		if _, ok := readDate(text); !ok {
			found = fault
		}
		return text, found
	case "datetime":
		at, found := readInstant(text)
		return at.UTC().String(), found
	case "time":
		c, found := readClock(text)
		return c.key(), found
	case "timedelta":
		span, found := readSpan(text)
		return span.String(), found
	}
	if s.accepts != nil && !s.accepts(text) {
		found = b5Unmarshaler
	}
	return text, found
}

func (j *judgement) array(s *modelSlot, list []any) {
	if s.kind != "array" {
		j.found |= fault
		return
	}
	if s.elem != nil {
		for _, v := range list {
			j.value(s.elem, v)
		}
	}
	n := big.NewRat(int64(len(list)), 1)
	rest := slices.DeleteFunc(slices.Clone(s.rules), func(rule string) bool { return rule == "unique" })
	if len(rest) < len(s.rules) && j.found&fault == 0 {
		j.compare(distinct(s.elem, list, false), distinct(s.elem, list, true), slices.Contains(plainKinds, s.elem.kind) && s.elem.accepts == nil)
	}
	j.chain(s, rest, reading{sent: n, bound: n, zero: false})
}

// plainKinds are those whose Go values are equal exactly when the JSON values are, rounding aside.
var plainKinds = []string{"string", "int", "float", "bool"}

// distinct reports whether the elements, as sent or as bound, all differ.
func distinct(elem *modelSlot, list []any, bound bool) bool {
	seen := map[string]bool{}
	for _, v := range list {
		key := fmt.Sprint(v)
		switch v := v.(type) {
		case json.Number:
			x := ratOf(v.String())
			if rounded, finite := rounding(x, elem.size); bound && finite && elem.kind == "float" {
				x = rounded
			}
			key = x.RatString()
		case string:
			key, _ = readText(elem, v)
		}
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

func (j *judgement) dict(s *modelSlot, object map[string]any) {
	switch {
	case s.kind != "dict":
		j.found |= fault
		return
	case s.fields != nil:
		j.object(s.fields, object)
		return
	}
	for key, v := range object {
		if s.elem != nil {
			j.value(s.elem, v)
		}
		n := big.NewRat(int64(utf8.RuneCountInString(key)), 1)
		for _, rule := range s.keyRules {
			j.must(holds(&modelSlot{kind: "string"}, rule, reading{text: key, sent: n, bound: n}, true), b6Rule)
		}
	}
	n := big.NewRat(int64(len(object)), 1)
	j.rules(s, reading{sent: n, bound: n})
}

func (j *judgement) rules(s *modelSlot, r reading) { j.chain(s, s.rules, r) }

// chain applies rules. One that the schema has a keyword for fails on both sides; all others only fail in the binder.
func (j *judgement) chain(s *modelSlot, rules []string, r reading) {
	exact := s.accepts == nil && (!s.isText() || s.kind == "string" || s.goString)
	pattern := "" // a schema has room for one
	for _, rule := range rules {
		if rule == "omitempty" {
			if r.zero {
				return
			}
			exact = false
			continue
		}
		if j.found&fault != 0 {
			return
		}
		name, _, _ := strings.Cut(rule, "=")
		keyword := exact && !strings.Contains(rule, "|") && slices.Contains(keywordRules, name)
		if uuidRules[name] != nil {
			pattern = cmp.Or(pattern, name)
			keyword = keyword && name == pattern
		}
		j.compare(holds(s, rule, r, false), holds(s, rule, r, true), keyword)
	}
}

// keywordRules are the rules with an exact keyword, less unique.
var keywordRules = []string{"min", "max", "gte", "lte", "gt", "lt", "len", "eq", "oneof", "uuid", "uuid4"}

// compare notes a rule that fails for the number as sent, or for the float it is bound to. The binder asks both to pass.
func (j *judgement) compare(sent, bound, keyword bool) {
	switch {
	case !keyword:
		j.must(bound, b6Rule)
	case !sent:
		j.found |= fault
	case !bound:
		j.found |= b6Rule // it is the nearest float that fails an exclusive bound or uniqueItems: no keyword says that
	}
}

var uuidRules = map[string]*regexp.Regexp{
	"uuid":  regexp.MustCompile(`^[[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}$`),
	"uuid4": regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
}

// holds evaluates one rule, for the number as sent or as bound.
func holds(s *modelSlot, rule string, r reading, bound bool) bool {
	if strings.Contains(rule, "|") {
		return slices.ContainsFunc(strings.Split(rule, "|"), func(part string) bool { return holds(s, part, r, bound) })
	}
	name, param, _ := strings.Cut(rule, "=")
	param = strings.ReplaceAll(param, "0x2C", ",")
	textual := s.kind == "bool" || s.isText() && (s.kind != "timedelta" || s.goString)
	switch {
	case name == "uuid" || name == "uuid4":
		return uuidRules[name].MatchString(r.text)
	case name == "alphanum":
		return r.text != "" && strings.Trim(r.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
	case name == "email": // near enough for the cases by hand
		return strings.Count(r.text, "@") == 1
	case name == "startswith":
		return strings.HasPrefix(r.text, param)
	case name == "oneof" || name == "noneof":
		same := func(word string) bool { return textual && word == r.text || !textual && ratOf(word).Cmp(r.sent) == 0 }
		return slices.ContainsFunc(strings.Fields(param), same) == (name == "oneof")
	case textual && (name == "eq" || name == "ne"):
		return (r.text == param) == (name == "eq")
	}
	return holdsBound(s, name, param, r, bound)
}

func holdsBound(s *modelSlot, name, param string, r reading, bound bool) bool {
	x := r.sent
	var limit *big.Rat
	if d, err := time.ParseDuration(param); s.kind == "timedelta" && err == nil && !s.goString {
		limit = big.NewRat(int64(d), 1)
	} else {
		limit = ratOf(param)
	}
	if bound {
		x = r.bound
		if s.kind == "float" {
			limit, _ = rounding(limit, s.size)
		}
	}
	switch order := x.Cmp(limit); name {
	case "min", "gte":
		return order >= 0
	case "max", "lte":
		return order <= 0
	case "gt":
		return order > 0
	case "lt":
		return order < 0
	case "eq", "len":
		return order == 0
	case "ne":
		return order != 0
	}
	panic("no such rule in the model: " + name)
}
