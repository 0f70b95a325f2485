// Payloads that all kinds have, and the words to write one in a line.

package agreement

import "slices"

// Reasons that many payloads share.
const (
	whyPlain    = "control"
	whyZero     = "JSON Schema: an integer is any number without a fraction"
	whyFraction = "JSON Schema: not an integer"
	whyQuoted   = "JSON Schema: a string is not a number"
	whyGrammar  = "RFC 8259 §6: not a number of JSON"
	whyRange    = "outside the Go field"
	whyDeclared = "the declared bound"
	whySurrogat = "RFC 7493 §2.1: half a surrogate pair is no character"
	whyUTF8     = "RFC 8259 §8.1: not UTF-8"
	whyRepeated = "RFC 7493 §2.3: names are unique"
	whyType     = "JSON Schema: type"
	whyMissing  = "JSON Schema: required"
	whyNull     = "JSON Schema: null is not of the type"
	whyUnknown  = "JSON Schema: no additional properties"
	whyCase     = "RFC 8259 §8.3: names are compared by code unit"
	whyJSON     = "RFC 8259: not a JSON text"
)

// v are the arguments of a kind with one field.
func v(value string) string { return `{"v":` + value + `}` }

func yes(raw string, want any, why string) payload {
	return payload{raw: raw, want: want, right: accept, why: why}
}

func no(raw, why string) payload { return payload{raw: raw, right: refuse, why: why} }

// lost is a payload to refuse because no value of the field is what it says.
func lost(raw, why string) payload {
	return payload{raw: raw, right: refuse, altered: true, why: why}
}

// broken is a payload to refuse because of bytes that are no text; sent is what a handler has that gets them as they are.
func broken(raw string, sent any) payload {
	return payload{raw: raw, want: sent, right: refuse, altered: true, why: whyUTF8}
}

// unsaid is a payload to refuse by a rule of the declaration.
func unsaid(r rule, raw, why string) payload {
	return payload{raw: raw, right: refuse, rule: r, why: why}
}

func either(raw, why string) payload { return payload{raw: raw, right: open, why: why} }

// shown gives a long payload a short form for the page.
func (p payload) shown(as string) payload {
	p.show = as
	return p
}

// wrongKinds are a missing argument, null, and a value of every JSON type but those.
func wrongKinds(but ...string) []payload {
	list := []payload{unsaid(required, `{}`, whyMissing), unsaid(notNull, v(`null`), whyNull)}
	for _, other := range [][2]string{
		{"string", `"text"`}, {"number", `7`}, {"boolean", `true`}, {"array", `[]`}, {"array", `[1]`}, {"object", `{}`}, {"object", `{"a":1}`},
	} {
		if !slices.Contains(but, other[0]) {
			list = append(list, no(v(other[1]), whyType))
		}
	}
	return list
}
