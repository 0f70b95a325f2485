// The judge: arguments read by the rules of the package documentation, without asking the binder or the schema.

package jarvistest

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// class is a set of reasons why the binder, the schema or both refuse a text. The first are those of the package documentation of
// jarvis, "Acceptance".
type class uint32

const (
	// The binder accepts what the schema refuses.
	takesNothing class = 1 << iota
	takesNull
	takesWord
	takesClock
	takesFraction
	takesSpelling

	// The schema accepts what the binder refuses.
	refusesDuration
	refusesLeap
	refusesRange
	refusesText
	refusesOwn
	refusesRule
	refusesLimit

	fault // both refuse
	quirk // the schema validator is known to err here: it is not asked
)

const (
	binderTakes   = takesNothing | takesNull | takesWord | takesClock | takesFraction | takesSpelling
	binderRefuses = refusesDuration | refusesLeap | refusesRange | refusesText | refusesOwn | refusesRule | refusesLimit

	listedClasses = 13 // at the beginning of classNames
)

var classNames = [...]string{
	"no arguments at all", "null for an optional parameter", "absent words", "a time without offset or seconds", "a fraction of a second in a duration",
	"an enum member in another spelling", "a duration with years or months or beyond 64 bits", "a leap second", "a number outside the Go field",
	"a repeated key or broken Unicode", "a text that a TextUnmarshaler refuses", "a rule that no keyword says", "too large or too deep",
	"both refuse", "the validator is not asked",
}

// String lists the reasons.
func (c class) String() string {
	var names []string
	for i, name := range classNames {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing is wrong with it"
	}
	return strings.Join(names, ", ")
}

// judgement is what the judge says of one text.
type judgement struct {
	found   class
	open    []string // parameters with rules that it does not understand
	unasked string   // why it says nothing at all
	fickle  string   // the type that said two things of the same text

	param string // being read
}

// binder and schema are the verdicts that a judgement leads to.
func (j *judgement) binder() outcome {
	switch {
	case j.unasked != "":
		return unknown
	case j.found&(fault|binderRefuses) != 0:
		return refused
	case j.open != nil:
		return unknown
	}
	return accepted
}

func (j *judgement) schema() outcome {
	switch {
	case j.unasked != "" || j.found&quirk != 0:
		return unknown
	case j.found&(fault|binderTakes) != 0:
		return refused
	case j.open != nil:
		return unknown // a rule that is not understood may have a keyword
	}
	return accepted
}

// judge reads a whole text; doc is the same text decoded, with err if it is no JSON.
func judge(fields []field, raw []byte, doc any, err error) (j judgement) {
	const mostBytes, mostDepth = 1 << 20, 64
	if text := strings.Trim(string(raw), " \t\r\n"); text == "" || text == "null" {
		j.found = takesNothing
		if slices.ContainsFunc(fields, func(f field) bool { return f.required }) {
			j.found = fault
		}
		return j
	}
	object, ok := doc.(map[string]any)
	switch {
	case len(raw) > mostBytes:
		j.unasked = "too large"
		return j
	case err != nil || !ok:
		j.found = fault
		return j
	case hasHugeNumber(doc):
		j.unasked = "a number beyond 1e400"
		return j
	}
	j.object(fields, object, true)
	if isBroken(raw) {
		j.found |= refusesText
	}
	if depthOf(doc) > mostDepth {
		j.found |= refusesLimit
	}
	return j
}

// hasHugeNumber reports whether a value holds a number that the schema validator would write out at a cost out of all proportion.
func hasHugeNumber(v any) bool {
	switch v := v.(type) {
	case json.Number:
		_, ok := numberOf(v.String())
		return !ok
	case []any:
		return slices.ContainsFunc(v, hasHugeNumber)
	case map[string]any:
		for _, inner := range v {
			if hasHugeNumber(inner) {
				return true
			}
		}
	}
	return false
}

func (j *judgement) must(ok bool, otherwise class) {
	if !ok {
		j.found |= otherwise
	}
}

func (j *judgement) object(fields []field, object map[string]any, top bool) {
	known := 0
	for i := range fields {
		f := &fields[i]
		v, given := object[f.name]
		if given {
			known++
		}
		if top {
			j.param = f.name
		}
		switch {
		case given && f.isAbsentWord(v):
			j.word(f, v)
		case given && v != nil:
			j.value(&f.place, v)
		case f.required:
			j.found |= fault
		case given:
			j.found |= takesNull
		}
	}
	j.must(known == len(object), fault)
}

func (f *field) isAbsentWord(v any) bool {
	text, ok := v.(string)
	return ok && slices.ContainsFunc(f.absent, func(word string) bool { return strings.EqualFold(word, text) })
}

// word judges a text that leaves the parameter out; the schema takes it for a value.
func (j *judgement) word(f *field, v any) {
	as := judgement{param: j.param}
	as.value(&f.place, v)
	j.found |= as.found & quirk
	if as.found&(fault|binderTakes) != 0 {
		j.found |= takesWord
	}
	if as.open != nil || as.unasked != "" {
		j.found |= quirk
	}
}

func (j *judgement) value(p *place, v any) {
	if p.own != nil {
		j.ownValue(p, v)
		return
	}
	switch v := v.(type) {
	case bool:
		text := strconv.FormatBool(v)
		j.must(p.kind == jarvis.KindBool && (p.enum == nil || slices.Contains(p.enum, text)), fault)
		j.rules(p, p.rules, reading{text: text, zero: !v})
	case json.Number:
		j.number(p, v)
	case string:
		j.text(p, v)
	case []any:
		j.array(p, v)
	case map[string]any:
		j.dict(p, v)
	default:
		j.found |= fault
	}
}

// ownValue takes a type by what it says of itself.
func (j *judgement) ownValue(p *place, v any) {
	ok := p.own.Validate(v) == nil
	switch {
	case !isEverydayJSON(v, p.own):
		j.unasked = "a spelling that a type with its own schema may read as it likes"
	case !ok && p.loose.Validate(v) == nil:
		j.unasked = "a format in a schema of its own, which may be a hint"
	}
	j.must(ok, fault)
}

// isEverydayJSON reports whether a value is spelt as models and people do. In numbers such as 5.0, null inside and keys in another
// case encoding/json and JSON Schema differ for every type, whatever its author does.
func isEverydayJSON(v any, schema *jsonschema.Schema) bool {
	switch v := v.(type) {
	case nil:
		return false
	case json.Number:
		return everydayNumber.MatchString(v.String())
	case []any:
		return !slices.ContainsFunc(v, func(inner any) bool { return !isEverydayJSON(inner, itemsOf(schema)) })
	case map[string]any:
		for name, inner := range v {
			if !isEverydayJSON(inner, propertyOf(schema, name)) || isOtherCase(schema, name) {
				return false
			}
		}
	}
	return true
}

var everydayNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,14})$|^-?(0|[1-9][0-9]{0,5})\.[0-9]{0,5}[1-9]$`)

func itemsOf(schema *jsonschema.Schema) *jsonschema.Schema {
	if schema == nil {
		return nil
	}
	return schema.Items2020
}

func propertyOf(schema *jsonschema.Schema, name string) *jsonschema.Schema {
	if schema == nil {
		return nil
	}
	return schema.Properties[name]
}

// isOtherCase reports whether a key is that of a property but for its case, which encoding/json overlooks.
func isOtherCase(schema *jsonschema.Schema, name string) bool {
	if propertyOf(schema, name) != nil || schema == nil {
		return false
	}
	for known := range schema.Properties {
		if strings.EqualFold(known, name) {
			return true
		}
	}
	return false
}

func (j *judgement) number(p *place, n json.Number) {
	x, _ := numberOf(n.String()) // huge ones do not come here
	r := reading{text: n.String(), sent: x, bound: x}
	switch p.kind {
	case jarvis.KindInt:
		j.must(x.IsInt(), fault)
		low, high := p.intRange()
		beyond := fault // the bounds of a narrow or unsigned field are in the schema
		if p.bits() == 64 && (!p.unsigned() || x.Sign() > 0) {
			beyond = refusesRange
		}
		j.must(x.Cmp(low) >= 0 && x.Cmp(high) <= 0, beyond)
		j.must(p.enum == nil || slices.ContainsFunc(p.enum, func(text string) bool { return saysNumber(text, x) }), fault)
	case jarvis.KindFloat:
		near, finite := rounded(x, p.bits())
		if j.must(finite, refusesRange); finite {
			r.bound = near
		}
		j.must(p.enum == nil || slices.ContainsFunc(p.enum, func(text string) bool { return saysNumber(text, x) }), fault)
	default:
		j.found |= fault
		return
	}
	r.zero = r.bound.Sign() == 0
	j.rules(p, p.rules, r)
}

// saysNumber compares a declared number with one that was sent, digit by digit.
func saysNumber(text string, x *big.Rat) bool {
	y, ok := numberOf(text)
	return ok && y.Cmp(x) == 0
}

// intRange returns the least and the greatest value of an integer field.
func (p *place) intRange() (low, high *big.Rat) {
	two := func(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
	first, last := new(big.Int).Neg(two(p.bits()-1)), two(p.bits()-1)
	if p.unsigned() {
		first, last = new(big.Int), two(p.bits())
	}
	return new(big.Rat).SetInt(first), new(big.Rat).SetInt(last.Sub(last, big.NewInt(1)))
}

// text judges the kinds sent as JSON strings. With an enum the schema has no format, only the texts of the members.
func (j *judgement) text(p *place, text string) {
	length := new(big.Rat).SetInt64(int64(utf8.RuneCountInString(text)))
	r := reading{text: text, sent: length, zero: text == ""}
	key, found := readText(p.kind, text)
	switch {
	case !p.isText():
		found = fault
	case slices.Contains(p.enum, text):
		found = 0
	case p.enum != nil && p.kind != jarvis.KindString && found&(fault|binderRefuses) == 0 && slices.ContainsFunc(p.enum, func(member string) bool {
		other, _ := readText(p.kind, member)
		return other == key
	}):
		found = takesSpelling
	case p.enum != nil:
		found = fault | found&quirk
	}
	if p.textual && found == 0 {
		ok := p.takesText(text)
		if ok != p.takesText(text) {
			ok, j.fickle = false, p.goType.String()
		}
		j.must(ok, refusesOwn)
	}
	if p.kind == jarvis.KindTimedelta && !p.keepsText() && found&fault == 0 {
		span, _ := readSpan(text)
		r.sent, r.zero = new(big.Rat).SetInt(span), span.Sign() == 0
	}
	r.bound = r.sent
	j.found |= found
	j.rules(p, p.rules, r)
}
