// Generating scalars: numbers and texts, near what rules and types allow.

package jarvistest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/jarvis-sdk/jarvis"
)

// limits lists the numbers that bounds of a place name.
func (p *place) limits() (list []*big.Rat) {
	for _, r := range p.rules {
		for _, part := range append([]rule{r}, r.either...) {
			if _, isBound := ordered(part.name, 0); !isBound {
				continue
			}
			if n, ok := p.limit(part); ok {
				list = append(list, n)
			}
		}
	}
	return list
}

// number draws small numbers, those at the ends of the type and those that rules name.
func (g *generator) number(p *place) string {
	small := strconv.Itoa(g.below(12) - 4)
	texts := []string{small, small, strconv.Itoa(g.below(3000) - 500), strconv.Itoa(g.below(200))}
	if p.kind == jarvis.KindFloat {
		texts = append(texts, small+".5", "0.1", "21.5", strconv.Itoa(g.below(90))+"."+strconv.Itoa(1+g.below(9)))
	} else if !g.plain {
		low, high := p.intRange()
		texts = append(texts, low.RatString(), high.RatString())
	}
	step := big.NewRat(1, 1)
	if p.kind == jarvis.KindFloat {
		step = big.NewRat(1, 8)
	}
	for _, n := range p.limits() {
		texts = append(texts, decimal(n), decimal(n), decimal(new(big.Rat).Add(n, step)), decimal(new(big.Rat).Sub(n, step)))
	}
	for _, r := range p.rules {
		if limit, ok := p.limit(r); ok && (r.name == "eq" || r.name == "len") && g.percent(90) {
			return g.respell(decimal(limit))
		}
		if r.name == "oneof" {
			texts = append(texts, slices.DeleteFunc(r.words(), func(word string) bool { return !json.Valid([]byte(word)) })...)
		}
	}
	return g.respell(choose(g.dice, texts...))
}

// decimal writes a number exactly as long as that is short.
func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.RatString()
	}
	text := n.FloatString(40)
	return strings.TrimRight(text, "0")
}

// respell writes the same number in another way.
func (g *generator) respell(text string) string {
	switch {
	case g.plain || strings.ContainsAny(text, "eE") || g.percent(75):
		return text
	case strings.Contains(text, "."), strings.TrimPrefix(text, "-") == "0":
		text += strings.Repeat(".0", min(1, 1-strings.Count(text, ".")))
		return choose(g.dice, text+"0", text+"000", text+"e0", text+"E+00")
	}
	return choose(g.dice, text+".0", text+".000", text+"e0", text+"E-0", text+"00e-2", text+".0e+0")
}

func (g *generator) drawText(p *place) string {
	switch p.kind {
	case jarvis.KindDate:
		return g.day()
	case jarvis.KindDatetime:
		return g.day() + choose(g.dice, "T", "T", "t") + g.clock()
	case jarvis.KindTime:
		return g.clock()
	case jarvis.KindTimedelta:
		return g.span(p)
	}
	words := []string{g.word(), g.sentence()}
	for _, r := range p.rules {
		for _, part := range append([]rule{r}, r.either...) {
			words = append(words, g.ruled(p, part)...)
		}
	}
	if p.textual || p.noted || !p.tagged && p.goType == nil {
		words = append(words, everydayTexts...)
	}
	return choose(g.dice, words...)
}

func (g *generator) day() string {
	return fmt.Sprintf("%04d-%02d-%02d", choose(g.dice, 2026, 2024, g.below(10000)), 1+g.below(12), 1+g.below(28))
}

func (g *generator) clock() string {
	return fmt.Sprintf("%02d:%02d:%02d", g.below(24), g.below(60), g.below(60)) + choose(g.dice, "", "", ".5", ".123456789", ".1234567899999") +
		choose(g.dice, "Z", "z", "+02:00", "-05:30", "+00:00", "-23:59")
}

// span draws a duration without a fraction, some near the bounds of rules.
func (g *generator) span(p *place) string {
	n := strconv.Itoa(g.below(100))
	texts := []string{"PT" + n + "H", "P" + n + "D", "PT" + n + "M", "PT" + n + "S", "P" + n + "W", "P1DT" + n + "H", "PT1H" + n + "M5S", "PT0S", "PT5M"}
	if !p.keepsText() {
		for _, limit := range p.limits() {
			seconds := new(big.Rat).Quo(limit, big.NewRat(1e9, 1))
			if limit.Sign() >= 0 && seconds.IsInt() {
				at := seconds.Num().Int64()
				texts = append(texts, fmt.Sprintf("PT%dS", at), fmt.Sprintf("PT%dS", at+1), fmt.Sprintf("PT%dS", max(0, at-1)))
			}
		}
	}
	return choose(g.dice, texts...)
}

// ruled lists texts that a rule is about.
func (g *generator) ruled(p *place, r rule) []string {
	switch r.name {
	case "omitempty", "omitzero", "omitnil":
		return nil
	case "oneof", "noneof", "oneofci":
		return r.words()
	case "eq", "ne", "eq_ignore_case", "ne_ignore_case", "contains":
		return []string{r.param, r.param}
	case "startswith":
		return []string{r.param, r.param + g.word(), r.param + "ab1"}
	case "endswith":
		return []string{r.param, g.word() + r.param, "ab1" + r.param}
	}
	if r.expr != nil {
		return []string{g.matching(r.expr.String()), g.matching(r.expr.String())}
	}
	if uuidForms[r.name] != nil {
		version := strings.TrimSuffix(strings.TrimPrefix(r.name, "uuid"), "_rfc4122")
		if version == "" {
			version = "4"
		}
		id := "6ba7b810-9dad-" + version + "1d1-80b4-00c04fd430c8"
		return []string{id, id, id, strings.ToUpper(id)}
	}
	if _, isBound := ordered(r.name, 0); !isBound {
		return everydayTexts
	}
	limit, ok := p.limit(r)
	if !ok || !limit.IsInt() || !limit.Num().IsInt64() {
		return nil
	}
	var texts []string
	for _, n := range around(limit.Num().Int64(), 500) {
		texts = append(texts, strings.Repeat(choose(g.dice, "x", "é", "😀"), n))
	}
	return texts
}

// everydayTexts are what common rules and types ask for.
var everydayTexts = []string{
	"a@example.com", "https://example.com/x", "http://127.0.0.1:80", "example.com", "localhost", "127.0.0.1", "::1", "10.0.0.0/8", "fe80::1",
	"00:00:5e:00:53:01", "+14155550123", "#ff0000", "rgb(1,2,3)", "1.2.3", "aGVsbG8=", "abc", "ABC", "abc123", "123", "12.5", "en-US", "DE", "DEU", "EUR",
	"Europe/Paris", "{}", "true", "0xff", "deadbeef", "2026-01-18", "2026-01-18T05:00:00Z", "1h30m", "*/5 * * * *", "/tmp/x", "low", "high", "on", "off",
	"6ba7b810-9dad-41d1-80b4-00c04fd430c8", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "192.0.2.1:80", "data:text/plain;base64,aGVsbG8=", "4111111111111111",
}

// word draws a short text of letters that readers and quoting trip over.
func (g *generator) word() string {
	alphabet := []rune("aabbcc019 Zéß日😀\u0000\u001f\u007f\u2028\ufffd\"\\/<&'e\u0301\u202e")
	var word strings.Builder
	for range g.below(8) {
		word.WriteRune(alphabet[g.below(len(alphabet))])
	}
	return word.String()
}

// sentence draws what people say.
func (g *generator) sentence() string {
	words := []string{"living", "room", "the", "Küche", "light", "pasta", "8", "minutes", "it's"}
	return strings.Join(shuffled(g.dice, words)[:1+g.below(4)], " ")
}

// quote writes a JSON string; with dice some code points are escaped for no reason.
func quote(d *dice, text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		case r >= 0x20 && (d == nil || !d.percent(3)):
			out.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04X`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// wildNumbers stand at the ends of types. Their exponents stay within what the judges compute with.
var wildNumbers = []string{
	"0", "-0", "-0.0", "1", "-1", "5.0", "1e3", "1.5", "0.1", "7e0", "70e-1", "0e10", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769",
	"65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740992", "9007199254740993", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e19", "1e400", "-1e400",
	"1e-400", "3.4028234663852886e38", "3.4028236e38", "1.7976931348623157e308", "1.7976931348623159e308", "0.10000000000000000555", "100e-2",
	"1.000000000000000000001", "0.99999999999999999999", "0.4999999999999999999999", "9223372036854775807.0", "92233720368547758070e-1",
}
