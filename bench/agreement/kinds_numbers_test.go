// Kinds of numbers and bools.

package agreement

import (
	"math"
	"slices"
)

type (
	intOf struct {
		V int `json:"v" jarvis:"v,required"`
	}
	intCheck struct {
		V *int `json:"v" validate:"required"`
	}
	byteOf struct {
		V uint8 `json:"v" jarvis:"v,required" minimum:"0" maximum:"255"`
	}
	byteCheck struct {
		V *uint8 `json:"v" validate:"required"`
	}
	int8Of struct {
		V int8 `json:"v" jarvis:"v,required" minimum:"-128" maximum:"127"`
	}
	int8Check struct {
		V *int8 `json:"v" validate:"required"`
	}
	percentOf struct {
		V int `json:"v" jarvis:"v,required" validate:"gte=0,lte=100" minimum:"0" maximum:"100"`
	}
	percentCheck struct {
		V *int `json:"v" validate:"required,gte=0,lte=100"`
	}
	floatOf struct {
		V float64 `json:"v" jarvis:"v,required"`
	}
	floatCheck struct {
		V *float64 `json:"v" validate:"required"`
	}
	shareOf struct {
		V float64 `json:"v" jarvis:"v,required" validate:"gt=0,lte=1" exclusiveMinimum:"0" maximum:"1"`
	}
	shareCheck struct {
		V *float64 `json:"v" validate:"required,gt=0,lte=1"`
	}
	stepOf struct {
		V float64 `json:"v" jarvis:"v,required" enum:"0.5,1"`
	}
	stepCheck struct {
		V *float64 `json:"v" validate:"required,eq=0.5|eq=1"`
	}
	boolOf struct {
		V bool `json:"v" jarvis:"v,required"`
	}
	boolCheck struct {
		V *bool `json:"v" validate:"required"`
	}
)

func intKind() kind {
	return kind{name: "integer", about: "`int`, required", schema: oneField(`{"type":"integer"}`),
		make: contestants[intOf, intOf, intCheck],
		payloads: slices.Concat([]payload{
			yes(v(`35`), 35, whyPlain), yes(v(`0`), 0, "zero is a value"), yes(v(`-1`), -1, ""), yes(v(`35.0`), 35, whyZero),
			yes(v(`1e2`), 100, whyZero), yes(v(`1E+2`), 100, whyZero), yes(v(`3.5e1`), 35, whyZero), yes(v(`100e-2`), 1, whyZero),
			yes(v(`-0`), 0, "RFC 8259 §6: a number"), yes(v(`-0.0`), 0, whyZero),
			yes(v(`9007199254740993`), 9007199254740993, "2^53+1 is an int"),
			yes(v(`9223372036854775807`), math.MaxInt64, "largest int64"),
			yes(v(`-9223372036854775808`), math.MinInt64, "smallest int64"),
			yes(v(`9223372036854775807.0`), math.MaxInt64, whyZero), yes(v(`9007199254740993e0`), 9007199254740993, whyZero),
			lost(v(`35.5`), whyFraction), lost(v(`1e-1`), whyFraction), lost(v(`1.0000000000000000001`), whyFraction),
			lost(v(`9007199254740993.5`), whyFraction), lost(v(`1e-400`), whyFraction), lost(v(`9223372036854775808`), whyRange),
			lost(v(`-9223372036854775809`), whyRange), lost(v(`1e19`), whyRange), lost(v(`18446744073709551616`), whyRange),
			lost(v(`1e400`), whyRange), lost(v(`1e999999999`), whyRange), no(v(`"35"`), whyQuoted), no(v(`""`), whyQuoted),
			no(v(`035`), whyGrammar), no(v(`+35`), whyGrammar), no(v(`35.`), whyGrammar), no(v(`.5`), whyGrammar),
			no(v(`0x23`), whyGrammar), no(v(`1_000`), whyGrammar), no(v(`- 1`), whyGrammar), no(v(`NaN`), whyGrammar),
			no(v(`Infinity`), whyGrammar),
		}, wrongKinds("string", "number"))}
}

func byteKind() kind {
	return kind{name: "narrow, unsigned", about: "`uint8`, required; 0 to 255 where it has to be said",
		schema: oneField(`{"type":"integer","minimum":0,"maximum":255}`), make: contestants[byteOf, byteOf, byteCheck],
		payloads: slices.Concat([]payload{
			yes(v(`200`), 200, whyPlain), yes(v(`0`), 0, ""), yes(v(`255`), 255, ""), yes(v(`255.0`), 255, whyZero),
			yes(v(`-0`), 0, "RFC 8259 §6: a number"), yes(v(`2.55e2`), 255, whyZero), lost(v(`256`), whyRange),
			lost(v(`-1`), whyRange), lost(v(`1e3`), whyRange), lost(v(`255.5`), whyFraction),
			lost(v(`18446744073709551616`), whyRange), no(v(`"7"`), whyQuoted),
		}, wrongKinds("string", "number"))}
}

func int8Kind() kind {
	return kind{name: "narrow, signed", about: "`int8`, required; -128 to 127 where it has to be said",
		schema: oneField(`{"type":"integer","minimum":-128,"maximum":127}`), make: contestants[int8Of, int8Of, int8Check],
		payloads: slices.Concat([]payload{
			yes(v(`35`), 35, whyPlain), yes(v(`-128`), -128, ""), yes(v(`127`), 127, ""), yes(v(`-1.28e2`), -128, whyZero),
			lost(v(`128`), whyRange), lost(v(`-129`), whyRange), lost(v(`255`), whyRange), lost(v(`-128.5`), whyFraction),
		}, wrongKinds("number"))}
}

func percentKind() kind {
	return kind{name: "range", about: "`int` of 0 to 100, required",
		schema: oneField(`{"type":"integer","minimum":0,"maximum":100}`),
		make:   contestants[percentOf, percentOf, percentCheck],
		payloads: slices.Concat([]payload{
			yes(v(`35`), 35, whyPlain), yes(v(`0`), 0, "the bound itself"), yes(v(`100`), 100, "the bound itself"),
			yes(v(`100.0`), 100, whyZero), yes(v(`1e2`), 100, whyZero), unsaid(bounded, v(`101`), whyDeclared),
			unsaid(bounded, v(`-1`), whyDeclared), unsaid(bounded, v(`150`), whyDeclared),
			unsaid(bounded, v(`9223372036854775807`), whyDeclared), lost(v(`100.00000000000000001`), whyFraction),
			lost(v(`-0.5`), whyFraction),
		}, wrongKinds("number"))}
}

func floatKind() kind {
	return kind{name: "number", about: "`float64`, required", schema: oneField(`{"type":"number"}`),
		make: contestants[floatOf, floatOf, floatCheck],
		payloads: slices.Concat([]payload{
			yes(v(`21.5`), 21.5, whyPlain), yes(v(`21`), 21.0, "JSON has one kind of number"), yes(v(`0.1`), 0.1, ""),
			yes(v(`1e2`), 100.0, ""), yes(v(`-0`), 0.0, ""), yes(v(`-0.0`), 0.0, ""), yes(v(`5e-324`), 5e-324, "smallest double"),
			yes(v(`1.7976931348623157e308`), math.MaxFloat64, "largest double"),
			yes(v(`0.30000000000000004`), 0.30000000000000004, "17 digits"),
			yes(v(`9007199254740993`), 9007199254740992.0, "RFC 8259 §6: the nearest double"), lost(v(`1e400`), whyRange),
			lost(v(`-1e400`), whyRange), lost(v(`1.7976931348623159e308`), whyRange), no(v(`"21.5"`), whyQuoted),
			no(v(`NaN`), whyGrammar), no(v(`Infinity`), whyGrammar), no(v(`1.`), whyGrammar), no(v(`.5`), whyGrammar),
			no(v(`01.5`), whyGrammar), no(v(`1.5e`), whyGrammar), no(v(`1,5`), whyJSON),
			yes(v(`1e-400`), 0.0, "RFC 8259 §6: the nearest double"),
		}, wrongKinds("number"))}
}

func shareKind() kind {
	return kind{name: "range of numbers", about: "`float64` above 0, up to 1, required",
		schema: oneField(`{"type":"number","exclusiveMinimum":0,"maximum":1}`), make: contestants[shareOf, shareOf, shareCheck],
		payloads: slices.Concat([]payload{
			yes(v(`0.5`), 0.5, whyPlain), yes(v(`1`), 1.0, "the bound itself"), yes(v(`1.0`), 1.0, "the bound itself"),
			yes(v(`5e-324`), 5e-324, "above 0"), unsaid(bounded, v(`0`), whyDeclared), unsaid(bounded, v(`-0`), whyDeclared),
			unsaid(bounded, v(`0e5`), whyDeclared), unsaid(bounded, v(`1.0000000000000002`), whyDeclared),
			unsaid(bounded, v(`-0.5`), whyDeclared), unsaid(bounded, v(`7`), whyDeclared),
			unsaid(bounded, v(`1.00000000000000001`), "above the bound, though the nearest double is 1"),
		}, wrongKinds("number"))}
}

func stepKind() kind {
	const near = "not in the list, though its nearest double is"
	return kind{name: "enum of numbers", about: "`float64`, 0.5 or 1, required",
		schema: oneField(`{"type":"number","enum":[0.5,1]}`), make: contestants[stepOf, stepOf, stepCheck],
		payloads: slices.Concat([]payload{
			yes(v(`0.5`), 0.5, whyPlain), yes(v(`1`), 1.0, ""), yes(v(`1.0`), 1.0, "JSON Schema: equal numbers"),
			yes(v(`5e-1`), 0.5, "JSON Schema: equal numbers"), yes(v(`0.50`), 0.5, "JSON Schema: equal numbers"),
			unsaid(listed, v(`0.75`), "not in the list"), unsaid(listed, v(`-0.5`), "not in the list"),
			unsaid(listed, v(`0.50000000000000000000000001`), near), unsaid(listed, v(`0.49999999999999999999999999`), near),
			unsaid(listed, v(`1.00000000000000001`), near), no(v(`"0.5"`), whyQuoted),
		}, wrongKinds("string"))}
}

func boolKind() kind {
	return kind{name: "boolean", about: "`bool`, required", schema: oneField(`{"type":"boolean"}`),
		make: contestants[boolOf, boolOf, boolCheck],
		payloads: slices.Concat([]payload{
			yes(v(`true`), true, whyPlain), yes(v(`false`), false, "false is a value"), no(v(`"true"`), whyType),
			no(v(`"false"`), whyType), no(v(`""`), whyType), no(v(`1`), whyType), no(v(`0`), whyType), no(v(`True`), whyJSON),
			no(v(`TRUE`), whyJSON), no(v(`yes`), whyJSON),
		}, wrongKinds("boolean"))}
}

// oneField is the schema of an object with the one required property v.
func oneField(schema string) string {
	return `{"type":"object","properties":{"v":` + schema + `},"required":["v"],"additionalProperties":false}`
}
