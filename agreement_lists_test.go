// The two lists on which schema and binder differ: for each class a predicate that knows nothing of the library, and cases by hand.

package jarvis_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// class is a set of reasons why the binder, the schema or both refuse a text.
type class uint32

const (
	// The binder accepts beyond the schema.
	a1Empty    class = 1 << iota // empty text, white space or null as the whole arguments
	a2Null                       // null for an optional parameter
	a3Clock                      // a time without offset or seconds
	a4Fraction                   // a duration with a fraction of a second
	a5Spelling                   // an enum member of a float or time type in another spelling

	// The schema accepts and the binder refuses.
	b1Duration    // a duration with years or months or beyond 64 bits
	b2LeapSecond  // 23:59:60 UTC
	b3Range       // a number outside the Go field
	b4Text        // repeated keys, invalid UTF-8, lone surrogates
	b5Unmarshaler // a text that a TextUnmarshaler refuses
	b6Rule        // a validator rule without an exact keyword

	fault // both refuse
	quirk // the validator is known to accept what no schema does: its verdict is not used
)

const (
	listA = a1Empty | a2Null | a3Clock | a4Fraction | a5Spelling
	listB = b1Duration | b2LeapSecond | b3Range | b4Text | b5Unmarshaler | b6Rule

	listedClasses = 11 // at the beginning of classNames
)

var classNames = [...]string{
	"a1 empty", "a2 null", "a3 clock", "a4 fraction", "a5 spelling", "b1 duration", "b2 leap second", "b3 range", "b4 text",
	"b5 unmarshaler", "b6 rule", "fault", "quirk",
}

// binder and schema are the verdicts that a set of reasons leads to.
func (c class) binder() bool { return c&(fault|listB) == 0 }
func (c class) schema() bool { return c&(fault|listA) == 0 }

func (c class) String() string {
	var names []string
	for i, name := range classNames {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}

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
		if s.enum != nil && !slices.ContainsFunc(s.enum, func(m string) bool { return ratOf(m).Cmp(x) == 0 }) {
			same := func(m string) bool { y, _ := rounding(ratOf(m), s.size); return finite && y.Cmp(rounded) == 0 }
			j.must(slices.ContainsFunc(s.enum, same), fault)
			j.found |= a5Spelling
		}
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

func ratOf(number string) *big.Rat {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		panic("not a number: " + number)
	}
	return x
}

// rounding returns the nearest float of a size, by math/big.
func rounding(x *big.Rat, size int) (rounded *big.Rat, finite bool) {
	f, _ := x.Float64()
	if size == 32 {
		narrow, _ := x.Float32()
		f = float64(narrow)
	}
	if math.IsInf(f, 0) {
		return x, false
	}
	return new(big.Rat).SetFloat64(f), true
}

// intRange returns the least and the greatest value of an integer field.
func (s *modelSlot) intRange() (low, high *big.Rat) {
	two := func(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
	first, last := new(big.Int).Neg(two(s.size-1)), two(s.size-1)
	if s.unsigned {
		first, last = new(big.Int), two(s.size)
	}
	return new(big.Rat).SetInt(first), new(big.Rat).SetInt(last.Sub(last, big.NewInt(1)))
}

var dateForm = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)

func readDate(text string) (d [3]int, ok bool) {
	m := dateForm.FindStringSubmatch(text)
	if m == nil {
		return d, false
	}
	for i := range d {
		d[i], _ = strconv.Atoi(m[i+1])
	}
	leap := d[0]%4 == 0 && d[0]%100 != 0 || d[0]%400 == 0
	days := [13]int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if leap {
		days[2] = 29
	}
	return d, d[1] >= 1 && d[1] <= 12 && d[2] >= 1 && d[2] <= days[d[1]]
}

// clock is a reading of the clock with its offset in minutes.
type clock struct {
	hour, minute, second, nano, offset int
	hasOffset                          bool
}

func (c clock) key() string {
	minutes := c.hour*60 + c.minute
	if c.hasOffset {
		minutes = ((minutes-c.offset)%1440 + 1440) % 1440
	}
	return fmt.Sprint(minutes, c.second, c.nano, c.hasOffset)
}

var clockForm = regexp.MustCompile(`^(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?$`)

// signedClock finds a sign where a two-digit part of a time should be, as in "+1:00:00Z" or "12:00:00+01:-5". The validator reads
// the parts with strconv.Atoi, which takes signs; RFC 3339 has digits there. Such texts are left out on the side of the
// validator only: the binder has to refuse them.
var signedClock = regexp.MustCompile(`[+-]\d(\D|$)`)

func readClock(text string) (c clock, found class) {
	m := clockForm.FindStringSubmatch(text)
	if m == nil {
		if signedClock.MatchString(text) {
			return c, fault | quirk
		}
		return c, fault
	}
	c.hour, _ = strconv.Atoi(m[1])
	c.minute, _ = strconv.Atoi(m[2])
	c.second, _ = strconv.Atoi("0" + m[3])
	c.nano = nanos(m[4])
	if zone := m[5]; len(zone) == 6 {
		hours, _ := strconv.Atoi(zone[1:3])
		minutes, _ := strconv.Atoi(zone[4:])
		if hours > 23 || minutes > 59 {
			return c, fault
		}
		if c.offset = hours*60 + minutes; zone[0] == '-' {
			c.offset = -c.offset
		}
	}
	c.hasOffset = m[5] != ""
	utc := (c.hour*60 + c.minute - c.offset + 2880) % 1440
	switch {
	case c.hour > 23 || c.minute > 59 || c.second > 60:
		return c, fault
	case c.second == 60 && (utc != 1439 || !c.hasOffset):
		return c, fault
	case c.second == 60:
		return c, b2LeapSecond
	case m[3] == "" || !c.hasOffset:
		return c, a3Clock
	}
	return c, 0
}

// nanos reads a fraction such as ".5", cut after the ninth digit.
func nanos(fraction string) int {
	digits := strings.TrimPrefix(fraction, ".") + "000000000"
	n, _ := strconv.Atoi(digits[:9])
	return n
}

func readInstant(text string) (time.Time, class) {
	if len(text) < 11 || text[10]|0x20 != 't' {
		return time.Time{}, fault
	}
	d, ok := readDate(text[:10])
	c, found := readClock(text[11:])
	if !ok {
		return time.Time{}, fault
	}
	if found&a3Clock != 0 {
		return time.Time{}, fault // only a time may lack its seconds or offset
	}
	return time.Date(d[0], time.Month(d[1]), d[2], c.hour, c.minute-c.offset, c.second, c.nano, time.UTC), found
}

var (
	weeksForm = regexp.MustCompile(`^P(\d+)W$`)
	spanForm  = regexp.MustCompile(`^P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?((\d+)(\.\d+)?S)?)?$`)
)

// readSpan returns a duration in nanoseconds. The grammar is that of ISO 8601; RFC 3339 appendix A and so JSON Schema would also
// want the minutes of PT1H5S and the months of P1Y5D, which the validator does not ask for.
func readSpan(text string) (span *big.Int, found class) {
	if m := weeksForm.FindStringSubmatch(text); m != nil {
		return spanClass(spanOf(m[1], 7*24*time.Hour), 0)
	}
	m := spanForm.FindStringSubmatch(text)
	if m == nil || m[4] == "T" || text == "P" {
		return new(big.Int), fault
	}
	if m[1] != "" || m[2] != "" {
		found |= b1Duration
	}
	if m[9] != "" {
		found |= a4Fraction
	}
	span = spanOf(m[8], time.Second)
	for part, unit := range map[string]time.Duration{m[3]: 24 * time.Hour, m[5]: time.Hour, m[6]: time.Minute} {
		span.Add(span, spanOf(strings.TrimRight(part, "DHM"), unit))
	}
	return spanClass(span.Add(span, big.NewInt(int64(nanos(m[9])))), found)
}

func spanOf(digits string, unit time.Duration) *big.Int {
	n, _ := new(big.Int).SetString("0"+digits, 10)
	return n.Mul(n, big.NewInt(int64(unit)))
}

func spanClass(span *big.Int, found class) (*big.Int, class) {
	if !span.IsInt64() {
		found |= b1Duration
	}
	return span, found
}

// isBroken reports whether JSON text repeats a key or is not Unicode.
func isBroken(raw []byte) bool { return !utf8.Valid(raw) || hasLoneSurrogate(raw) || repeatsKey(raw) }

// hasLoneSurrogate walks the escapes of a JSON text.
func hasLoneSurrogate(raw []byte) bool {
	unit := func(at int) rune {
		if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
		return rune(n)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if first := unit(i); utf16.IsSurrogate(first) {
			if utf16.DecodeRune(first, unit(i+6)) == utf8.RuneError {
				return true
			}
			i += 6
		}
		i++
	}
	return false
}

func repeatsKey(raw []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var open []map[string]bool // nil for arrays
	isKey := false
	for {
		tok, err := dec.Token()
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
		switch tok {
		case json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, isKey = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if key, ok := tok.(string); ok && isKey {
				if open[len(open)-1][key] {
					return true
				}
				open[len(open)-1][key] = true
				isKey = false
				continue
			}
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
}

// listed is the struct of the cases by hand: a parameter of every sort that a class needs.
type listed struct {
	Text     *string            `jarvis:"text"`
	Count    *int               `jarvis:"count"`
	Size     *uint64            `jarvis:"size"`
	Small    *int8              `jarvis:"small"`
	Ratio    *float64           `jarvis:"ratio"`
	Half     *float32           `jarvis:"half"`
	Flag     bool               `jarvis:"flag" default:"true"`
	At       *time.Time         `jarvis:"at"`
	Clock    *jarvis.TimeOfDay  `jarvis:"clock"`
	Span     *time.Duration     `jarvis:"span"`
	Clocks   []jarvis.TimeOfDay `jarvis:"clocks"`
	Spans    []time.Duration    `jarvis:"spans"`
	Kept     string             `jarvis:"kept,type=timedelta"`
	Any      map[string]any     `jarvis:"any"`
	Color    *shade             `jarvis:"color"`
	Colors   []shade            `jarvis:"colors"`
	Red      *shade             `jarvis:"red" validate:"eq=#ff0000"`
	FloatIn  *float64           `jarvis:"float_in" enum:"0.1,2.50"`
	FloatsIn []float64          `jarvis:"floats_in" enum:"0.1,1e3"`
	AtIn     *time.Time         `jarvis:"at_in" enum:"2026-01-18T05:00:00Z"`
	ClockIn  *jarvis.TimeOfDay  `jarvis:"clock_in" enum:"05:00,17:30:00Z"`
	SpanIn   *time.Duration     `jarvis:"span_in" enum:"PT1H,P1D"`
	Mail     *string            `jarvis:"mail" validate:"email"`
	Not      *string            `jarvis:"not" validate:"ne=off"`
	Short    *time.Duration     `jarvis:"short" validate:"lte=1h"`
	Maybe    *int               `jarvis:"maybe" validate:"omitempty,min=3"`
	Either   *string            `jarvis:"either" validate:"eq=a|len=3"`
	Keyed    map[string]int     `jarvis:"keyed" validate:"dive,keys,min=2,endkeys"`
	Days     []jarvis.Date      `jarvis:"days" validate:"unique"`
	Inner    *innerListed       `jarvis:"inner"`
	Inners   []innerListed      `jarvis:"inners"`
}

type innerListed struct {
	Must string `jarvis:"must,required"`
	May  *int   `jarvis:"may"`
}

// TestAgreementLists holds cases by hand for every class. Each has to be the only reason for which the verdicts differ.
func TestAgreementLists(t *testing.T) {
	d := declareStruct[listed](t)
	for _, group := range agreementCases {
		for _, raw := range group.texts {
			t.Run(group.name+"/"+raw, func(t *testing.T) {
				schema, binder, _ := d.verdicts(t, []byte(raw))
				assert.Equal(t, group.why&listB != 0, schema, "schema accepts")
				assert.Equal(t, group.why&listA != 0, binder, "binder accepts")
				assert.Equal(t, group.why, judge(d.fields, []byte(raw), nil), "predicate")
			})
		}
	}
}

// TestAgreementNear holds texts next to those of the lists, on which both sides have to say the same.
func TestAgreementNear(t *testing.T) {
	d := declareStruct[listed](t)
	for accepted, texts := range map[bool][]string{true: agreementAccepted, false: agreementRefused} {
		for _, raw := range texts {
			t.Run(raw, func(t *testing.T) {
				schema, binder, _ := d.verdicts(t, []byte(raw))
				assert.Equal(t, accepted, schema, "schema accepts")
				assert.Equal(t, accepted, binder, "binder accepts")
				assert.Equal(t, accepted, judge(d.fields, []byte(raw), nil) == 0, "predicate")
			})
		}
	}
}

// TestAgreementEmptyRequired: with a required parameter nothing is no arguments either.
func TestAgreementEmptyRequired(t *testing.T) {
	d := declareStruct[innerListed](t)
	for _, raw := range []string{"", " \r\n\t", "null", " null ", `{"must":null}`, `{"may":1}`} {
		schema, binder, _ := d.verdicts(t, []byte(raw))
		assert.False(t, schema, "schema: %q", raw)
		assert.False(t, binder, "binder: %q", raw)
		require.Equal(t, fault, judge(d.fields, []byte(raw), nil), "%q", raw)
	}
}

var agreementCases = []struct {
	why   class
	name  string
	texts []string
}{
	{a1Empty, "a1 empty", []string{"", " ", "\t\r\n ", "null", " null\n"}},
	{a2Null, "a2 null", []string{
		`{"text":null}`, `{"count":null,"at":null}`, `{"flag":null}`, `{"any":null}`, `{"inner":null}`, `{"inners":null}`,
		`{"inner":{"must":"x","may":null}}`, `{"inners":[{"must":"x","may":null}]}`, `{"float_in":null}`, `{"maybe":null}`,
	}},
	{a3Clock, "a3 time without offset or seconds", []string{
		`{"clock":"17:30"}`, `{"clock":"17:30:00"}`, `{"clock":"17:30Z"}`, `{"clock":"17:30+02:00"}`, `{"clock":"00:00:00.5"}`,
		`{"clocks":["17:30","17:30:00Z"]}`,
	}},
	{a4Fraction, "a4 fraction of a second", []string{
		`{"span":"PT0.5S"}`, `{"span":"PT1M0.000000001S"}`, `{"span":"P1DT0.0S"}`, `{"spans":["PT1S","PT1.5S"]}`,
		`{"span":"PT9223372036.854775807S"}`, `{"span":"PT0.1234567899999S"}`, `{"kept":"PT0.5S"}`,
	}},
	{a5Spelling, "a5 enum member spelt otherwise", []string{
		`{"float_in":0.1000000000000000055511151231257827}`, `{"floats_in":[1000,0.10000000000000001]}`,
		`{"at_in":"2026-01-18t05:00:00z"}`, `{"at_in":"2026-01-18T06:00:00.000+01:00"}`, `{"at_in":"2026-01-18T05:00:00.0000000001Z"}`,
		`{"clock_in":"05:00:00"}`, `{"clock_in":"17:30Z"}`, `{"clock_in":"19:30:00+02:00"}`,
		`{"span_in":"PT60M"}`, `{"span_in":"PT24H"}`, `{"span_in":"PT3600.0S"}`,
	}},
	{b1Duration, "b1 duration", []string{
		`{"span":"P1Y"}`, `{"span":"P0Y"}`, `{"span":"P1M"}`, `{"span":"P1Y2M3DT4H5M6S"}`, `{"spans":["PT1S","P2M"]}`,
		`{"span":"P106752D"}`, `{"span":"P15251W"}`, `{"span":"PT9223372037S"}`, `{"span":"PT99999999999999999999H"}`, `{"kept":"P1Y"}`,
	}},
	{b2LeapSecond, "b2 leap second", []string{
		`{"at":"2016-12-31T23:59:60Z"}`, `{"at":"2017-01-01T01:59:60+02:00"}`, `{"at":"2016-12-31T23:59:60.5z"}`,
		`{"clock":"23:59:60Z"}`, `{"clock":"16:29:60-07:30"}`, `{"clocks":["23:59:60Z"]}`,
	}},
	{b3Range, "b3 outside the Go field", []string{
		`{"count":9223372036854775808}`, `{"count":-9223372036854775809}`, `{"count":1e19}`, `{"size":18446744073709551616}`, `{"size":2e300}`,
		`{"ratio":1e400}`, `{"ratio":-1.7976931348623159e308}`, `{"half":3.4028236e38}`, `{"half":1e39}`,
	}},
	{b4Text, "b4 repeated key, invalid UTF-8, lone surrogate", []string{
		`{"text":"a","text":"a"}`, `{"text":"a","\u0074ext":"b"}`, `{"any":{"a":1,"a":1}}`, `{"inner":{"must":"x","must":"x"}}`,
		"{\"text\":\"\xff\"}", "{\"any\":{\"\xc3\":1}}", "{\"text\":\"\xed\xa0\x80\"}",
		`{"text":"\ud83d"}`, `{"text":"\ude00\ud83d"}`, `{"text":"\ud83dx"}`, `{"any":{"\ud83d":[]}}`,
	}},
	{b5Unmarshaler, "b5 refused by a TextUnmarshaler", []string{
		`{"color":"red"}`, `{"color":""}`, `{"colors":["#00ff00","#00ff0"]}`, `{"colors":["#00ff0g"]}`,
	}},
	{b6Rule, "b6 rule without an exact keyword", []string{
		`{"not":"off"}`, `{"short":"PT2H"}`, `{"maybe":2}`, `{"either":"bb"}`, `{"keyed":{"a":1}}`, `{"days":["2026-01-18","2026-01-18"]}`,
		`{"red":"#00ff00"}`, `{"mail":"nobody"}`,
	}},
}

var agreementAccepted = []string{
	`{}`, " {\n} ", `{"text":""}`, `{"text":"\ud83d\ude00\u0000\\ud83d"}`, `{"\u0074ext":"x"}`, `{"text":"` + "\u2028\ufffd" + `"}`,
	`{"count":5.0,"size":1e3,"small":-128}`, `{"count":-0,"size":-0.0,"small":0e5}`, `{"count":9007199254740993}`,
	`{"count":9223372036854775807}`, `{"count":-9223372036854775808}`, `{"size":18446744073709551615}`, `{"count":123400e-2}`,
	`{"ratio":1e-400,"half":3.4028234663852886e38}`, `{"ratio":1.7976931348623157e308}`, `{"half":3.4028235e38}`,
	`{"at":"2026-01-18t05:00:00.123456789123z"}`, `{"at":"0000-02-29T23:59:59-23:59"}`, `{"clock":"23:59:59+00:00"}`, `{"clock":"00:00:00-00:00"}`,
	`{"span":"P2W"}`, `{"span":"PT0S"}`, `{"span":"P106751DT23H47M16S"}`, `{"span":"PT9223372036S"}`, `{"span":"P0001DT1H5S"}`, `{"kept":"P1D"}`,
	`{"float_in":2.5}`, `{"float_in":1e-1}`, `{"floats_in":[]}`, `{"span_in":"P1D"}`, `{"clock_in":"05:00"}`,
	`{"short":"PT1H","maybe":0,"either":"abc","keyed":{"ab":1},"days":["2026-01-18"],"red":"#ff0000"}`, `{"any":{"a":null,"":[[{}]]}}`,
	`{"inner":{"must":""},"inners":[]}`, `{"not":"on","color":"#A0b1c2"}`,
}

var agreementRefused = []string{
	`[]`, `"{}"`, `1`, `{`, `{}{}`, `{},`, "\ufeff{}", `{"text":"a",}`, "{\"text\":\"\x01\"}", `{'text':'a'}`, `nul`, `null null`,
	`{"Text":"a"}`, `{"":1}`, `{"text":1}`, `{"flag":"true"}`, `{"flag":1}`, `{"count":"5"}`, `{"count":5.5}`, `{"count":1e-1}`, `{"count":01}`,
	`{"size":-1}`, `{"small":128}`, `{"small":-129}`, `{"small":1e400}`, `{"ratio":"1"}`, `{"ratio":NaN}`, `{"ratio":.5}`, `{"ratio":true}`,
	`{"at":"2026-01-18T05:00Z"}`, `{"at":"2026-01-18 05:00:00Z"}`, `{"at":"2026-01-18T05:00:00"}`, `{"at":"2026-02-29T05:00:00Z"}`,
	`{"at":"2026-01-18T05:00:00+0200"}`, `{"at":"2026-01-18T12:00:60Z"}`, `{"at":"2026-01-18T05:00:00.Z"}`, `{"at":"2026-01-18T24:00:00Z"}`,
	`{"clock":"5:30"}`, `{"clock":"17:30:60"}`, `{"clock":"23:59:60+01:00"}`, `{"clock":"17:30:00+24:00"}`, `{"clock":"17:30:00,5Z"}`,
	`{"span":""}`, `{"span":"P"}`, `{"span":"PT"}`, `{"span":"P1DT"}`, `{"span":"-PT1H"}`, `{"span":"PT1.5H"}`, `{"span":"PT1S1M"}`, `{"span":"1h"}`,
	`{"span":"P1W2D"}`, `{"span":"pt1h"}`, `{"span":"P1YT0.5S"}`, `{"span":"PT9223372036.854775808S"}`, `{"spans":[null]}`,
	`{"float_in":0.2}`, `{"at_in":"2026-01-18T05:00:01Z"}`, `{"clock_in":"17:30"}`, `{"span_in":"PT2H"}`, `{"at_in":"x"}`,
	`{"inner":{}}`, `{"inner":{"must":null}}`, `{"inner":{"must":"x","more":1}}`, `{"inners":[{}]}`, `{"inners":[null]}`, `{"inners":{}}`,
	`{"any":[]}`, `{"keyed":{"ab":1.5}}`, `{"keyed":{"ab":null}}`, `{"colors":[null]}`, `{"colors":"#00ff00"}`, `{"days":["2026-1-18"]}`,
}
