// Kinds of texts.

package agreement

import (
	"slices"
	"strings"
)

type (
	textOf struct {
		V string `json:"v" jarvis:"v,required"`
	}
	textCheck struct {
		V *string `json:"v" validate:"required"`
	}
	nameOf struct {
		V string `json:"v" jarvis:"v,required" validate:"min=2,max=5" minLength:"2" maxLength:"5"`
	}
	nameCheck struct {
		V *string `json:"v" validate:"required,min=2,max=5"`
	}
	unitOf struct {
		V string `json:"v" jarvis:"v,required" enum:"metric,imperial" jsonschema:"Unit of measurement,enum=metric,enum=imperial"`
	}
	unitCheck struct {
		V *string `json:"v" validate:"required,oneof=metric imperial"`
	}
	noteOf struct {
		V *string `json:"v,omitempty" jarvis:"v" nullable:"true"`
	}
	noteCheck struct {
		V *string `json:"v,omitempty" validate:"omitnil"`
	}
)

func textKind() kind {
	long := strings.Repeat("a", 1<<20)
	return kind{name: "text", about: "`string`, required", schema: oneField(`{"type":"string"}`),
		make: contestants[textOf, textOf, textCheck],
		payloads: slices.Concat([]payload{
			yes(v(`"Chicago"`), "Chicago", whyPlain), yes(v(`""`), "", "empty text is a text"),
			yes(v(`" x "`), " x ", "white space is text"), yes(v(`"35"`), "35", ""), yes(v(`"null"`), "null", ""),
			yes(v(`"true"`), "true", ""), yes(v(`"\u0000"`), "\x00", "RFC 8259 §7: may be escaped"),
			yes(v(`"a\"\\\/\b\f\n\r\tb"`), "a\"\\/\b\f\n\r\tb", "RFC 8259 §7"),
			yes(v(`"\u0043hicago"`), "Chicago", "RFC 8259 §7"), yes(v(`"😀"`), "😀", ""),
			yes(v(`"\ud83d\ude00"`), "😀", "RFC 8259 §7: a surrogate pair"),
			yes(v(`"\uD83D\uDE00"`), "😀", "RFC 8259 §7: either case"),
			yes(v(`"\ufffd"`), "\ufffd", "the replacement character itself"), yes(v(`"e\u0301"`), "e\u0301", "not composed"),
			yes(v(`"\u2028"`), "\u2028", ""), yes(v(`"\u007f"`), "\x7f", ""), yes(v(`"<&>"`), "<&>", ""),
			lost(v(`"\ud83d"`), whySurrogat), lost(v(`"\ude00"`), whySurrogat), lost(v(`"\ude00\ud83d"`), whySurrogat),
			lost(v(`"\ud83dx"`), whySurrogat), broken(v("\"a\xffb\""), "a\xffb"), broken(v("\"\xc0\xaf\""), "\xc0\xaf"),
			broken(v("\"\xed\xa0\xbd\xed\xb8\x80\""), "\xed\xa0\xbd\xed\xb8\x80"), broken(v("\"\xe2\x82\""), "\xe2\x82"),
			no(v("\"a\tb\""), "RFC 8259 §7: control characters are escaped"),
			no(v("\"a\x00b\""), "RFC 8259 §7: control characters are escaped"), no(v(`"\x41"`), whyJSON),
			no(v(`"\u12"`), whyJSON), no(v(`"\u+123"`), whyJSON), no(v(`'Chicago'`), whyJSON), no(v(`Chicago`), whyJSON),
			no(v(`"Chicago`), whyJSON),
			yes(v(`"`+long+`"`), long, "a long text is a text").shown("a text of 1 MiB"),
			either(v(`"\uffff"`), "RFC 8259 allows noncharacters, RFC 7493 §2.1 does not; nothing is lost"),
		}, wrongKinds("string"))}
}

func nameKind() kind {
	const twice = "counted in code points (JSON Schema: characters of RFC 8259)"
	return kind{name: "length", about: "`string` of 2 to 5 characters, required",
		schema: oneField(`{"type":"string","minLength":2,"maxLength":5}`),
		make:   contestants[nameOf, nameOf, nameCheck],
		payloads: slices.Concat([]payload{
			yes(v(`"abc"`), "abc", whyPlain), yes(v(`"ab"`), "ab", "the bound itself"),
			yes(v(`"abcde"`), "abcde", "the bound itself"), yes(v(`"ééééé"`), "ééééé", twice), yes(v(`"😀😀😀😀😀"`), "😀😀😀😀😀", twice),
			yes(v(`"\ud83d\ude00\ud83d\ude00"`), "😀😀", twice), yes(v(`"e\u0301"`), "e\u0301", twice),
			yes(v(`"\u0000\u0000"`), "\x00\x00", twice), unsaid(measured, v(`""`), whyDeclared),
			unsaid(measured, v(`"a"`), whyDeclared), unsaid(measured, v(`"é"`), twice), unsaid(measured, v(`"😀"`), twice),
			unsaid(measured, v(`"\ud83d\ude00"`), twice), unsaid(measured, v(`"abcdef"`), whyDeclared),
			unsaid(measured, v(`"😀😀😀😀😀😀"`), twice),
		}, wrongKinds("string"))}
}

func unitKind() kind {
	const why = "not in the list"
	return kind{name: "enum", about: "`string`, metric or imperial, required",
		schema: oneField(`{"type":"string","enum":["metric","imperial"]}`),
		make:   contestants[unitOf, unitOf, unitCheck],
		payloads: slices.Concat([]payload{
			yes(v(`"metric"`), "metric", whyPlain), yes(v(`"imperial"`), "imperial", ""),
			yes(v(`"\u006detric"`), "metric", "RFC 8259 §8.3: the same text"), unsaid(enumerated, v(`"kelvin"`), why),
			unsaid(enumerated, v(`"Metric"`), why), unsaid(enumerated, v(`"METRIC"`), why),
			unsaid(enumerated, v(`"metric "`), why), unsaid(enumerated, v(`""`), why),
			unsaid(enumerated, v(`"metric,imperial"`), why), unsaid(enumerated, v(`"metric imperial"`), why),
			unsaid(enumerated, v(`"metric\u0000"`), why), unsaid(enumerated, v(`"null"`), why), no(v(`["metric"]`), whyType),
		}, wrongKinds("string"))}
}

func noteKind() kind {
	list := wrongKinds("string")[2:] // neither a missing argument nor null is wrong here
	return kind{name: "optional", about: "`*string`, may be left out or null",
		schema: `{"type":"object","properties":{"v":{"type":["string","null"]}},"additionalProperties":false}`,
		make:   contestants[noteOf, noteOf, noteCheck],
		payloads: slices.Concat([]payload{
			yes(v(`"x"`), "x", whyPlain), yes(`{}`, nil, "optional"), yes(v(`null`), nil, "declared to be allowed"),
			yes(v(`""`), "", "not the same as left out"), yes(v(`"null"`), "null", ""),
		}, list, []payload{
			no(`{"w":"x"}`, whyUnknown), no(`{"V":"x"}`, whyCase), lost(`{"v":null,"v":"x"}`, whyRepeated),
			lost(`{"v":"x","v":null}`, whyRepeated), no(`null`, whyType), no(``, whyJSON).shown("(empty)"),
		})}
}
