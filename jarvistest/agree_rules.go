// Rules: validate tags and schema keywords read anew, and what they say of a value by exact arithmetic.

package jarvistest

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// rule is one step of a chain of rules.
type rule struct {
	name, param string
	either      []rule // alternatives, of which one has to hold
	keyword     bool   // it was read from the schema
	list        []string
	expr        *regexp.Regexp
}

// parseRules reads the rules of a validate tag, split at commas.
func parseRules(tokens []string) (rules []rule) {
	for _, token := range tokens {
		var either []rule
		for part := range strings.SplitSeq(token, "|") {
			name, param, _ := strings.Cut(part, "=")
			either = append(either, rule{name: name, param: strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param)})
		}
		if len(either) == 1 {
			rules = append(rules, either[0])
		} else {
			rules = append(rules, rule{name: token, either: either})
		}
	}
	return rules
}

// String writes a rule as a tag does.
func (r rule) String() string {
	text := strings.NewReplacer(",", "0x2C", "|", "0x7C").Replace(r.param)
	if len(r.either) > 0 || r.param == "" {
		return r.name
	}
	return r.name + "=" + text
}

// keywordRules reads the constraints of a schema, which are all that is known of a place without a tag.
func keywordRules(p *place, parts map[string]json.RawMessage) (rules []rule) {
	length := "minLength maxLength"
	switch p.kind {
	case jarvis.KindArray:
		length = "minItems maxItems"
	case jarvis.KindDict:
		length = "minProperties maxProperties"
	}
	least, most, _ := strings.Cut(length, " ")
	for _, k := range [...]struct{ keyword, rule string }{
		{"minimum", "gte"}, {"exclusiveMinimum", "gt"}, {"maximum", "lte"}, {"exclusiveMaximum", "lt"},
		{least, "min"}, {most, "max"}, {"const", "eq"},
	} {
		if raw := parts[k.keyword]; raw != nil {
			rules = append(rules, rule{name: k.rule, param: literal(raw), keyword: true})
		}
	}
	if raw := parts["pattern"]; raw != nil {
		expr, _ := regexp.Compile(literal(raw)) // without one the rule is not understood
		rules = append(rules, rule{name: "pattern", expr: expr, keyword: true})
	}
	if string(parts["uniqueItems"]) == "true" {
		rules = append(rules, rule{name: "unique", keyword: true})
	}
	if raw := parts["enum"]; raw != nil && p.enum == nil {
		rules = append(rules, rule{name: "oneof", list: enumOf(raw), keyword: true})
	}
	return rules
}

// words returns what oneof and noneof list: words, those in single quotes with spaces in them.
func (r *rule) words() (words []string) {
	if r.list != nil {
		return r.list
	}
	for _, m := range wordForm.FindAllString(r.param, -1) {
		words = append(words, strings.ReplaceAll(m, "'", ""))
	}
	return words
}

var wordForm = regexp.MustCompile(`'[^']*'|[^ \t\r\n\f']\S*`)

// reading is a value as rules see it. Lengths and durations are numbers too.
type reading struct {
	text        string
	sent, bound *big.Rat // the number in the text, and the one in the Go field
	zero        bool
	list        []any // of an array
}

// outcome is what is known of a value: that it is right, that it is wrong, or neither.
type outcome uint8

const (
	unknown outcome = iota
	accepted
	refused
)

func outcomeOf(ok bool) outcome {
	if ok {
		return accepted
	}
	return refused
}

// String names the outcome for a report.
func (o outcome) String() string { return [...]string{"unknown", "accepted", "refused"}[o] }

// holds evaluates a rule for the number as sent and for the one it is bound to.
func (p *place) holds(r rule, v reading) (sent, bound outcome) {
	if len(r.either) > 0 {
		return p.holdsEither(r, v)
	}
	textual := p.kind == jarvis.KindBool || p.keepsText()
	comparable := v.sent != nil && (p.kind == jarvis.KindInt || p.kind == jarvis.KindFloat || p.kind == jarvis.KindArray ||
		p.kind == jarvis.KindDict && !p.closed || p.kind == jarvis.KindTimedelta && !textual)
	switch expr := uuidForms[r.name]; {
	case p.textual || p.own != nil:
		return unknown, unknown // the rule sees what the type made of the text
	case r.expr != nil && textual:
		expr = r.expr
		fallthrough
	case expr != nil && textual:
		ok := outcomeOf(expr.MatchString(v.text))
		return ok, ok
	case r.name == "unique" && p.kind == jarvis.KindArray && r.param == "" && p.elem != nil && p.elem.isPlain():
		return outcomeOf(p.distinct(v.list, false)), outcomeOf(p.distinct(v.list, true))
	case (r.name == "oneof" || r.name == "noneof") && (textual || p.kind == jarvis.KindInt):
		ok := outcomeOf(slices.ContainsFunc(r.words(), func(word string) bool { return p.isWord(word, v) }) == (r.name == "oneof"))
		return ok, ok
	case textual && (r.name == "eq" || r.name == "ne"):
		ok := outcomeOf((v.text == r.param) == (r.name == "eq"))
		return ok, ok
	case textual && p.kind != jarvis.KindBool:
		if ok, known := textRule(r, v.text); known {
			return outcomeOf(ok), outcomeOf(ok)
		}
		return p.compare(r, v)
	case comparable:
		return p.compare(r, v)
	}
	return unknown, unknown
}

// isWord reports whether a value is one of the words of oneof.
func (p *place) isWord(word string, v reading) bool {
	if p.kind != jarvis.KindInt {
		return word == v.text
	}
	n, ok := numberOf(word)
	return ok && n.Cmp(v.sent) == 0
}

func (p *place) holdsEither(r rule, v reading) (sent, bound outcome) {
	best := refused
	for _, part := range r.either {
		switch _, one := p.holds(part, v); one {
		case accepted:
			return accepted, accepted
		case unknown:
			best = unknown
		}
	}
	return best, best
}

// textRule evaluates the rules about the characters of a text that are simple enough to be said twice.
func textRule(r rule, text string) (ok, known bool) {
	switch r.name {
	case "startswith":
		return strings.HasPrefix(text, r.param), true
	case "endswith":
		return strings.HasSuffix(text, r.param), true
	case "startsnotwith":
		return !strings.HasPrefix(text, r.param), true
	case "endsnotwith":
		return !strings.HasSuffix(text, r.param), true
	case "contains":
		return strings.Contains(text, r.param), true
	case "excludes":
		return !strings.Contains(text, r.param), true
	case "alphanum":
		return alphanum.MatchString(text), true
	}
	return false, false
}

var alphanum = regexp.MustCompile(`^[a-zA-Z0-9]+$`)

// compare evaluates a bound of a number, a duration or a length.
func (p *place) compare(r rule, v reading) (sent, bound outcome) {
	limit, ok := p.limit(r)
	if !ok {
		return unknown, unknown
	}
	first, known := ordered(r.name, v.sent.Cmp(limit))
	if !known {
		return unknown, unknown
	}
	if p.kind == jarvis.KindFloat {
		limit, _ = rounded(limit, p.bits())
	}
	second, _ := ordered(r.name, v.bound.Cmp(limit))
	return outcomeOf(first), outcomeOf(second)
}

// limit reads the number of a bound as the type of the place does.
func (p *place) limit(r rule) (*big.Rat, bool) {
	switch {
	case r.keyword || p.kind == jarvis.KindFloat:
		return numberOf(r.param)
	case p.kind == jarvis.KindTimedelta && !p.keepsText():
		if d, err := time.ParseDuration(r.param); err == nil {
			return new(big.Rat).SetInt64(int64(d)), true
		}
	}
	n, ok := new(big.Int).SetString(r.param, 0)
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetInt(n), true
}

func ordered(name string, order int) (ok, known bool) {
	switch name {
	case "min", "gte":
		return order >= 0, true
	case "max", "lte":
		return order <= 0, true
	case "gt":
		return order > 0, true
	case "lt":
		return order < 0, true
	case "eq", "len":
		return order == 0, true
	case "ne":
		return order != 0, true
	}
	return false, false
}

// hasKeyword reports whether the schema says exactly what a rule of a tag does.
func (p *place) hasKeyword(r rule) bool {
	if r.keyword {
		return true
	}
	if len(r.either) > 0 || p.kind == jarvis.KindTimedelta && !p.keepsText() {
		return false
	}
	switch r.name {
	case "min", "max", "gte", "lte", "gt", "lt", "len", "eq", "unique":
		return true
	case "oneof":
		return p.keepsText() || p.kind == jarvis.KindInt
	}
	return uuidForms[r.name] != nil
}

// distinct reports whether the elements, as sent or as bound, all differ.
func (p *place) distinct(list []any, bound bool) bool {
	seen := map[string]bool{}
	for _, v := range list {
		key := ""
		switch v := v.(type) {
		case json.Number:
			n, _ := numberOf(v.String())
			if near, finite := rounded(n, p.elem.bits()); bound && finite && p.elem.kind == jarvis.KindFloat {
				n = near
			}
			key = n.RatString()
		case string:
			key = strconv.Quote(v)
		case bool:
			key = strconv.FormatBool(v)
		}
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// uuidForms are the rules of UUIDs (RFC 9562 section 4): with a version they check it and, but for version 3, the variant; with
// rfc4122 or without a version upper case is fine too.
var uuidForms = func() map[string]*regexp.Regexp {
	forms := map[string]*regexp.Regexp{}
	for _, version := range []string{"", "3", "4", "5", "7"} {
		third, variant := version+"[0-9a-f]{3}", "[89ab][0-9a-f]{3}"
		if version == "" {
			third = "[0-9a-f]{4}"
		}
		if version == "" || version == "3" {
			variant = "[0-9a-f]{4}"
		}
		form := "^[0-9a-f]{8}-[0-9a-f]{4}-" + third + "-" + variant + "-[0-9a-f]{12}$"
		forms["uuid"+version+"_rfc4122"] = regexp.MustCompile("(?i)" + form)
		forms["uuid"+version] = regexp.MustCompile(form)
	}
	delete(forms, "uuid7_rfc4122")
	forms["uuid"] = forms["uuid_rfc4122"]
	return forms
}()

// numberOf reads a JSON number exactly. Exponents in the thousands are refused: written out they take more memory than they are
// worth.
func numberOf(text string) (*big.Rat, bool) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if exp, err := strconv.Atoi(text[i+1:]); err != nil || exp > mostExponent || exp < -mostExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

const mostExponent = 400

// rounded returns the nearest float of a size.
func rounded(x *big.Rat, bits int) (near *big.Rat, finite bool) {
	f, _ := x.Float64()
	if bits == 32 {
		short, _ := x.Float32()
		f = float64(short)
	}
	if math.IsInf(f, 0) {
		return x, false
	}
	return new(big.Rat).SetFloat64(f), true
}
