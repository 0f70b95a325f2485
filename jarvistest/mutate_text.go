// Mutating keys and texts: members that are missing, unknown or there twice, and arguments that are no object.

package jarvistest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// keyMutants edits the keys of an object that declares its properties.
func (g *generator) keyMutants(at spot) (list []mutant) {
	fields := g.s.fields
	if at.v.at != nil {
		fields = at.v.at.fields
	}
	add := func(name string, edit string, kind jarvis.ProblemKind, change func(v *value)) {
		smp := sample{edit: edit, want: refused, kind: kind, param: at.param, path: strings.TrimPrefix(at.name+"."+name, ".")}
		if at.param == "" {
			smp.param = name
		}
		if kind == jarvis.ProblemSyntax {
			smp.param, smp.path = "", ""
		}
		list = append(list, mutant{sample: smp, at: at.path, change: change})
	}
	known := make(map[string]bool, len(fields))
	for i := range fields {
		known[fields[i].name] = true
	}
	isField := func(name string) bool { return known[name] }
	for i, kid := range at.v.kids {
		name := at.v.keys[i]
		if len(at.v.kids) > mostSpots && !g.percent(100*mostSpots/len(at.v.kids)) {
			continue
		}
		if kid.of != nil && kid.of.required {
			add(name, "a required parameter left out", jarvis.ProblemMissing, func(v *value) { v.drop(i) })
		}
		add(name, "a repeated key", jarvis.ProblemSyntax, func(v *value) { v.add(name, v.kids[i]) })
		for _, other := range []string{strings.ToUpper(name), name + "x", name + " "} {
			if !isField(other) {
				add(other, "a key that is not declared", jarvis.ProblemUnknown, func(v *value) { v.keys[i] = other })
			}
		}
	}
	add("not_declared", "a repeated key where nobody looks", jarvis.ProblemSyntax, func(v *value) { v.add("not_declared", &value{raw: `[{"k":1,"k":1}]`}) })
	for _, other := range []string{"not_declared", "", "\u2028"} {
		if !isField(other) && len(at.name) < 60 {
			add(other, "one more key", jarvis.ProblemUnknown, func(v *value) { v.add(other, &value{raw: choose(g.dice, "1", "null", "{}", `"x"`)}) })
		}
	}
	return list
}

// listedChanges lists values on which binder and schema differ as documented: members of an enum in another spelling, times without
// seconds or offset, leap seconds, fractions of a second.
func listedChanges(p *place) (list []change) {
	for _, text := range p.enum {
		if other := spelledOtherwise(p, text); other != "" {
			list = append(list, judged(p, "an enum member in another spelling", other))
		}
	}
	if p.enum != nil {
		return list
	}
	for _, text := range map[jarvis.Kind][]string{
		jarvis.KindDatetime:  {"2016-12-31T23:59:60Z", "2026-01-18T05:00:00.1234567891Z"},
		jarvis.KindTime:      {"05:00", "05:00:00", "05:00Z", "23:59:60Z"},
		jarvis.KindTimedelta: {"PT0.5S", "P106751D", "PT9223372036.854775807S"},
	}[p.kind] {
		list = append(list, judged(p, "a text at the end of its form", quote(nil, text)))
	}
	return list
}

// spelledOtherwise writes an enum member so that only a reader of values knows it; "" if there is no other way.
func spelledOtherwise(p *place, text string) string {
	switch p.kind {
	case jarvis.KindFloat:
		n, ok := numberOf(text)
		if near, finite := rounded(n, p.bits()); ok && finite {
			return near.FloatString(60)
		}
	case jarvis.KindDatetime:
		at, _ := readInstant(text)
		return quote(nil, at.In(time.FixedZone("", -9000)).Format(time.RFC3339Nano))
	case jarvis.KindTime:
		if len(text) == len("05:00") {
			return quote(nil, text+":00")
		}
	case jarvis.KindTimedelta:
		span, _ := readSpan(text)
		return quote(nil, fmt.Sprintf("PT%d.%09dS", span.Int64()/1e9, span.Int64()%1e9))
	}
	return ""
}

// textMutants breaks the text as a whole.
func textMutants(top *value) (list []mutant) {
	text := top.text(nil)
	for _, broken := range []struct{ what, text string }{
		{"cut short", text[:len(text)-1]},
		{"more text behind", text + "x"},
		{"twice", text + text},
		{"a comma behind", text + ","},
		{"a byte order mark", "\ufeff" + text},
		{"in an array", "[" + text + "]"},
		{"in a string", quote(nil, text)},
		{"a comma at the end", text[:len(text)-1] + ",}"},
		{"no JSON", "{not json}"},
		{"a number", "5"},
		{"true", "true"},
		{"an array", "[]"},
		{"a broken byte behind", text + "\xff"},
	} {
		list = append(list, mutant{sample: sample{edit: broken.what, want: refused, kind: jarvis.ProblemSyntax}, whole: broken.text})
	}
	spaced := "\r\n\t " + text + " \n"
	return append(list, mutant{sample: sample{edit: "white space around", want: accepted}, whole: spaced})
}

// nothing lists the texts that are no arguments at all.
func (s *subject) nothing() (list []sample) {
	missing := slices.IndexFunc(s.fields, func(f field) bool { return f.required })
	for _, text := range []string{"", " ", "\t\r\n ", "null", " null\n", "{}", "{ }"} {
		smp := sample{text: []byte(text), edit: "no arguments", want: accepted}
		if missing >= 0 {
			smp.want, smp.kind, smp.param = refused, jarvis.ProblemMissing, s.fields[missing].name
		}
		list = append(list, smp)
	}
	return list
}

// wild draws arguments that nobody knows the verdict of: any values for the parameters, or a valid text with bytes changed.
func (g *generator) wild() sample {
	if g.percent(50) {
		text := []byte(g.arguments().text(g.dice))
		for range 1 + g.below(2) {
			text = g.scramble(text)
		}
		return sample{text: text, edit: "bytes changed"}
	}
	object := g.arguments()
	for i, kid := range object.kids {
		if g.percent(40) {
			object.kids[i] = &value{raw: g.wildValue(kid)}
		}
	}
	if g.percent(20) {
		object.add(choose(g.dice, "extra", "x", "", "null"), &value{raw: g.anything(2)})
	}
	return sample{text: []byte(object.text(g.dice)), edit: "any values"}
}

func (g *generator) wildValue(kid *value) string {
	p := kid.at
	switch {
	case p == nil || p.own != nil || g.percent(25):
		return g.anything(2)
	case p.isText() && g.percent(50):
		return quote(g.dice, choose(g.dice, wildTexts...))
	case p.isText():
		text, ok := decoded(kid.text(nil)).(string)
		if scrambled := g.scramble([]byte(text)); ok {
			return quote(g.dice, strings.ToValidUTF8(string(scrambled), "?"))
		}
	case p.kind == jarvis.KindArray && p.elem != nil:
		list := &value{open: '['}
		for range g.below(5) {
			list.kids = append(list.kids, &value{raw: g.wildValue(&value{at: p.elem, raw: g.draw(p.elem).text(nil)})})
		}
		return list.text(nil)
	case p.kind == jarvis.KindInt, p.kind == jarvis.KindFloat:
		return choose(g.dice, wildNumbers...)
	}
	return g.draw(p).text(g.dice)
}

// scramble changes one byte somewhere.
func (g *generator) scramble(text []byte) []byte {
	const alphabet = "{}[]\",:0123456789+-eE.ntrufalsTZPHMS \\\n\x00\xff/"
	if len(text) == 0 {
		return text
	}
	at, other := g.below(len(text)), alphabet[g.below(len(alphabet))]
	switch text = slices.Clone(text); g.below(4) {
	case 0:
		return slices.Delete(text, at, at+1)
	case 1:
		return slices.Insert(text, at, other)
	case 2:
		return text[:at]
	}
	text[at] = other
	return text
}

// wildTexts are dates, times and durations at the ends of what their kinds allow.
var wildTexts = []string{
	"2024-02-29", "2026-02-29", "1900-02-29", "0000-01-01", "9999-12-31", "2026-01-18", " 2026-01-18", "2026-01-18t05:00:00z", "2026-01-18T05:00:00.1234567891Z",
	"2016-12-31T23:59:60Z", "2017-01-01T01:59:60+02:00", "2026-01-18T05:00Z", "2026-01-18T+5:00:00Z", "0000-01-01T00:00:00+23:59", "05:00", "05:00Z",
	"05:00:00", "05:00:00.5", "23:59:60Z", "23:59:60", "16:29:60-07:30", "+5:00:00Z", "05:00:00+-1:00", "P0D", "PT0S", "P1W", "P1W1D", "P1Y2M3DT4H5M6S",
	"PT0.5S", "PT0.1234567891S", "P106751D", "P106752D", "PT9223372036.854775807S", "PT9223372036.854775808S", "PT99999999999999999999S", "pt1h", "PT1D",
	"", " ", "null", "none", "true", "1", "on", "ON", "a", "é", "e\u0301", "😀", "\u0000", "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
}
