// Arguments for a declaration: random, most of them right, biased to the edges.

package jarvis_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Texts.

// arguments writes the text of one call: half of them valid, most others wrong in one place, the rest wrong in many.
func (g *generator) arguments(fields []modelField) []byte {
	g.wild = 0
	switch n := g.IntN(100); {
	case n < 50:
		return []byte(g.object(g.members(fields)))
	case n < 80:
		return []byte(g.deviateObject(fields))
	case n < 84:
		return []byte(pick(g, wholeTexts...))
	case n < 90:
		return g.edit([]byte(g.object(g.members(fields))))
	}
	g.wild = pick(g, 0.05, 0.15, 0.4)
	return []byte(g.object(g.members(fields)))
}

var wholeTexts = []string{
	"", "", " ", "\n\t\r ", "null", "null", " null ", "[]", `"{}"`, "1", "true", "{", "}", "{}{}", "{},", "nul", "null null", "\ufeff{}", "{}\x00", "{}",
	" {} ", "{\"\":{}}", "\u00a0", "[{}]", "{\"a\"}", "{\"a\":}", "{a:1}", "\xff", "/**/{}", "\v{}", "{}\f", "\u2028{}",
}

// member is a key and the raw text of its value.
type member struct{ name, raw string }

// members draws values for the required fields and for most optional ones.
func (g *generator) members(fields []modelField) (members []member) {
	for i := range fields {
		f := &fields[i]
		if f.required && !g.chance(g.wild/4) || !f.required && g.chance(0.7) {
			members = append(members, member{f.name, g.value(&f.modelSlot)})
		}
	}
	if g.chance(g.wild / 3) {
		members = append(members, g.unknown(fields))
	}
	return members
}

// unknown is a member that is not declared, or hardly ever.
func (g *generator) unknown(fields []modelField) member {
	near := pick(g, fields...).name
	return member{pick(g, "extra", near+"x", strings.ToUpper(near), near+"\u0301", "", "\x00"), g.anyValue(2)}
}

// deviateObject writes an object that is valid but for one place.
func (g *generator) deviateObject(fields []modelField) string {
	members := g.members(fields)
	f := pick(g, fields...)
	members = slices.DeleteFunc(members, func(m member) bool { return m.name == f.name })
	switch g.IntN(12) {
	case 0: // left out
	case 1:
		members = append(members, member{f.name, g.value(&f.modelSlot)}, g.unknown(fields))
	case 2:
		members = append(members, member{f.name, g.value(&f.modelSlot)})
		members = append(members, pick(g, members...)) // the key comes twice
	default:
		members = append(members, member{f.name, g.deviate(&f.modelSlot)})
	}
	return g.object(members)
}

// deviate writes a value that is valid but for one place, at any depth.
func (g *generator) deviate(s *modelSlot) string {
	inside := g.chance(0.8)
	switch {
	case inside && s.kind == "array" && s.elem != nil:
		parts := g.elements(s)
		if len(parts) == 0 {
			return "[" + g.deviate(s.elem) + "]"
		}
		parts[g.IntN(len(parts))] = g.deviate(s.elem)
		return g.list(parts)
	case inside && s.kind == "dict" && s.fields != nil:
		return g.deviateObject(s.fields)
	case inside && s.kind == "dict" && s.elem != nil:
		members := g.entries(s)
		if len(members) == 0 {
			members = []member{{"kk", ""}}
		}
		members[g.IntN(len(members))].raw = g.deviate(s.elem)
		return g.object(members)
	}
	return g.wildValue(s)
}

// object writes members in another order now and then.
func (g *generator) object(members []member) string {
	if g.chance(0.2) {
		g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	var texts []string
	for _, m := range members {
		texts = append(texts, g.quote(m.name)+pick(g, ":", ":", ": ", "\t:\n")+m.raw)
	}
	space := pick(g, "", "", "", " ", "\n\t")
	return "{" + space + strings.Join(texts, ","+space) + space + "}"
}

func (g *generator) list(parts []string) string {
	return "[" + strings.Join(parts, pick(g, ",", ", ")) + "]"
}

// edit changes one byte somewhere.
func (g *generator) edit(raw []byte) []byte {
	const alphabet = "{}[]\",:0123456789+-eE.ntrufalsTZ \\\n\x00\xff/"
	if len(raw) == 0 {
		return raw
	}
	at := g.IntN(len(raw))
	other := alphabet[g.IntN(len(alphabet))]
	switch g.IntN(4) {
	case 0:
		return slices.Delete(slices.Clone(raw), at, at+1)
	case 1:
		return slices.Insert(slices.Clone(raw), at, other)
	case 2:
		return raw[:at]
	}
	raw = slices.Clone(raw)
	raw[at] = other
	return raw
}

// maxTries bounds the search for a value that rules let through.
const maxTries = 25

// value writes a value for a slot: one that nothing refuses, except by the chance of wild.
func (g *generator) value(s *modelSlot) string {
	if g.chance(g.wild) {
		return g.wildValue(s)
	}
	free := s.rules == nil && s.enum == nil && s.accepts == nil && !s.unsigned && (s.kind != "int" || s.size == 64)
	raw := g.draw(s)
	for try := 1; try < maxTries && !free && s.kind != "array" && s.kind != "dict" && judgeValue(s, raw) != 0; try++ {
		raw = g.draw(s)
	}
	return raw
}

// draw writes a value of the kind. A scalar may be refused by a rule.
func (g *generator) draw(s *modelSlot) string {
	switch {
	case s.kind == "array" && s.elem == nil && g.chance(0.02) && s.rules == nil:
		return "[" + deepText(40+g.IntN(15)) + "]"
	case s.kind == "array":
		return g.list(g.elements(s))
	case s.kind == "dict" && s.fields != nil:
		return g.object(g.members(s.fields))
	case s.kind == "dict":
		return g.object(g.entries(s))
	case s.kind == "bool":
		return pick(g, "true", "false")
	case s.enum != nil && s.isText():
		return g.quote(pick(g, s.enum...))
	case s.enum != nil:
		return g.respell(pick(g, s.enum...))
	case s.kind == "int" || s.kind == "float":
		return g.number(s)
	}
	return g.quote(g.drawText(s))
}

// length draws a number of elements or members that the rules let through.
func (g *generator) length(s *modelSlot) int {
	for range maxTries {
		n := g.IntN(5)
		if s.elem != nil && s.elem.kind != "dict" && g.chance(0.02) {
			n = 21 + g.IntN(10) // from there on the validator finds repetitions another way
		}
		var j judgement
		length := big.NewRat(int64(n), 1)
		j.chain(s, slices.DeleteFunc(slices.Clone(s.rules), isUnique), reading{sent: length, bound: length})
		if j.found == 0 {
			return n
		}
	}
	return 0
}

func isUnique(rule string) bool { return rule == "unique" }

// elements draws the elements of an array, all different if they have to be.
func (g *generator) elements(s *modelSlot) (parts []string) {
	for range maxTries {
		parts = make([]string, g.length(s))
		for i := range parts {
			if s.elem == nil {
				parts[i] = g.anyValue(2)
			} else {
				parts[i] = g.value(s.elem)
			}
		}
		if !slices.ContainsFunc(s.rules, isUnique) || judgeValue(s, g.list(parts)) == 0 {
			break
		}
	}
	return parts
}

// entries draws the members of an object that declares no properties.
func (g *generator) entries(s *modelSlot) (members []member) {
	keys := []string{"k", "kk", "ключ", "", g.word() + "w", "kkkkk", "x"}
	g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	n := g.length(s)
	for _, key := range keys {
		size := big.NewRat(int64(utf8.RuneCountInString(key)), 1)
		var j judgement
		if j.chain(&modelSlot{kind: "string"}, s.keyRules, reading{text: key, sent: size, bound: size}); j.found != 0 || len(members) == n {
			continue
		}
		if s.elem == nil {
			members = append(members, member{key, g.anyValue(2)})
		} else {
			members = append(members, member{key, g.value(s.elem)})
		}
	}
	return members
}

func (g *generator) drawText(s *modelSlot) string {
	clockText := func() string {
		return fmt.Sprintf("%02d:%02d:%02d", g.IntN(24), g.IntN(60), g.IntN(60)) + pick(g, "", "", ".5", ".123456789", ".1234567899999") +
			pick(g, "Z", "z", "+02:00", "-05:30", "+00:00", "-23:59")
	}
	day := fmt.Sprintf("%04d-%02d-%02d", pick(g, 2026, g.IntN(10000)), 1+g.IntN(12), 1+g.IntN(28))
	switch s.kind {
	case "date":
		return day
	case "datetime":
		return day + pick(g, "T", "T", "t") + clockText()
	case "time":
		return clockText()
	case "timedelta":
		n := strconv.Itoa(g.IntN(100))
		return pick(g, "PT"+n+"H", "P"+n+"D", "PT"+n+"M", "PT"+n+"S", "P"+n+"W", "P1DT"+n+"H", "PT1H"+n+"M5S", "PT1H"+n+"S", "PT3600S")
	}
	if s.accepts != nil {
		return pick(g, "#ff0000", "#00FF00", "#a1b2c3", "::1", "127.0.0.1")
	}
	return g.ruledText(s.rules)
}

// ruledText draws words that the rules name, and words of all lengths.
func (g *generator) ruledText(rules []string) string {
	words := []string{g.word()}
	for _, rule := range rules {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "eq", "ne":
			words = append(words, strings.ReplaceAll(param, "0x2C", ","))
		case "oneof", "noneof":
			words = append(words, strings.Fields(param)...)
		case "startswith":
			words = append(words, param+words[0])
		case "uuid", "uuid4":
			words = append(words, "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
		}
	}
	return pick(g, words...)
}

func (g *generator) word() string {
	alphabet := []rune("aabbcc019 Zéß日😀\u0000\u001f\u007f\u2028\ufffd\"\\/<&'e\u0301\u202e")
	var word strings.Builder
	for range g.IntN(8) {
		word.WriteRune(pick(g, alphabet...))
	}
	return word.String()
}

// quote writes a JSON string with some code points escaped for no reason.
func (g *generator) quote(text string) string {
	out := `"`
	for _, r := range text {
		switch {
		case r == '"' || r == '\\' || r == '/' && g.chance(0.5):
			out += `\` + string(r)
		case r >= 0x20 && !g.chance(0.04):
			out += string(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out += fmt.Sprintf(`\u%04x\u%04X`, high, low)
		default:
			out += fmt.Sprintf(`\u%04x`, r)
		}
	}
	return out + `"`
}

// number draws small numbers, those at the bounds of rules, and those at the ends of the Go type.
func (g *generator) number(s *modelSlot) string {
	texts := []string{strconv.Itoa(g.IntN(12) - 4), strconv.Itoa(g.IntN(2000) - 500), strconv.FormatInt(g.Int64()-g.Int64(), 10)}
	if s.kind == "float" {
		texts = append(texts, strconv.FormatFloat(g.NormFloat64(), 'g', -1, s.size), strconv.FormatFloat(g.Float64(), 'e', 3, 64), "0.1", "1.5")
	} else {
		low, high := s.intRange()
		texts = append(texts, low.RatString(), high.RatString())
	}
	return g.respell(pick(g, append(texts, ruleNumbers(s.rules)...)...))
}

// ruleNumbers lists the numbers that stand in rules.
func ruleNumbers(rules []string) (numbers []string) {
	for _, word := range strings.FieldsFunc(strings.Join(rules, " "), func(r rune) bool { return r == ' ' || r == '=' || r == '|' }) {
		if _, err := strconv.ParseFloat(word, 64); err == nil && json.Valid([]byte(word)) {
			numbers = append(numbers, word)
		}
	}
	return numbers
}
