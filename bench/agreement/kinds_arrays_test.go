// Kinds of arrays, of maps, and of structs inside them.

package agreement

import (
	"slices"
	"strings"
)

type (
	roomsOf struct {
		V []string `json:"v" jarvis:"v,required" nullable:"false"`
	}
	roomsCheck struct {
		V []*string `json:"v" validate:"required,dive,required"`
	}
	countsOf struct {
		V []int `json:"v" jarvis:"v,required" nullable:"false"`
	}
	countsCheck struct {
		V []*int `json:"v" validate:"required,dive,required"`
	}
	fewOf struct {
		V []int `json:"v" jarvis:"v,required" validate:"min=1,max=3,unique" minItems:"1" maxItems:"3" uniqueItems:"true" nullable:"false"`
	}
	fewCheck struct {
		V []*int `json:"v" validate:"required,min=1,max=3,unique,dive,required"`
	}
	sharesOf struct {
		V []float64 `json:"v" jarvis:"v,required" validate:"unique" uniqueItems:"true" nullable:"false"`
	}
	sharesCheck struct {
		V []*float64 `json:"v" validate:"required,unique,dive,required"`
	}
	treeOf struct {
		V map[string]any `json:"v" jarvis:"v,required"`
	}
	treeCheck struct {
		V map[string]any `json:"v" validate:"required"`
	}
	levelsOf struct {
		V map[string]int `json:"v" jarvis:"v,required"`
	}
	levelsCheck struct {
		V map[string]*int `json:"v" validate:"required,dive,required"`
	}

	lamp struct {
		Room  string `json:"room" jarvis:"room,required"`
		Level int    `json:"level,omitempty" jarvis:"level"`
	}
	lampCheck struct {
		Room  *string `json:"room" validate:"required"`
		Level int     `json:"level,omitempty"`
	}
	lampOf struct {
		V lamp `json:"v" jarvis:"v,required"`
	}
	lampOfCheck struct {
		V *lampCheck `json:"v" validate:"required"`
	}

	week struct {
		Days []int `json:"days" jarvis:"days,required" nullable:"false"`
	}
	weekCheck struct {
		Days []*int `json:"days" validate:"required,dive,required"`
	}
	weeksOf struct {
		V []week `json:"v" jarvis:"v,required" nullable:"false"`
	}
	weeksCheck struct {
		V []*weekCheck `json:"v" validate:"required,dive,required"`
	}
)

func roomsKind() kind {
	return kind{name: "array of texts", about: "`[]string`, required", schema: oneField(`{"type":"array","items":{"type":"string"}}`),
		make: contestants[roomsOf, roomsOf, roomsCheck],
		payloads: slices.Concat([]payload{
			yes(v(`["kitchen","attic"]`), []string{"kitchen", "attic"}, whyPlain), yes(v(`[]`), []string{}, "an array"),
			yes(v(`[""]`), []string{""}, "empty text is a text"), yes(v(`["a","a"]`), []string{"a", "a"}, "may repeat"),
			yes(v(`["\ud83d\ude00"]`), []string{"😀"}, ""),
			yes(v(` [ "a" , "b" ] `), []string{"a", "b"}, "RFC 8259 §2: white space"),
			no(v(`"kitchen"`), "JSON Schema: a text is not an array"),
			no(v(`"[\"kitchen\"]"`), "JSON Schema: a text is not an array"), no(v(`["kitchen",7]`), whyType),
			lost(v(`["kitchen",null]`), whyNull), no(v(`[["kitchen"]]`), whyType), no(v(`{"0":"kitchen"}`), whyType),
			no(v(`["kitchen",]`), whyJSON), no(v(`["kitchen" "attic"]`), whyJSON), no(v(`["kitchen"`), whyJSON),
			lost(v(`["kitchen","\ud83d"]`), whySurrogat), broken(v("[\"kitchen\",\"\xff\"]"), []string{"kitchen", "\xff"}),
		}, wrongKinds("array"), []payload{no(v(`[1]`), whyType)})}
}

func countsKind() kind {
	long := strings.Repeat("7,", 9999)
	want := slices.Repeat([]int{7}, 10000)
	return kind{name: "array of integers", about: "`[]int`, required", schema: oneField(`{"type":"array","items":{"type":"integer"}}`),
		make: contestants[countsOf, countsOf, countsCheck],
		payloads: slices.Concat([]payload{
			yes(v(`[1,2]`), []int{1, 2}, whyPlain), yes(v(`[]`), []int{}, "an array"), yes(v(`[0]`), []int{0}, "zero is a value"),
			yes(v(`[35.0,1e2]`), []int{35, 100}, whyZero),
			yes(v(`[9007199254740993]`), []int{9007199254740993}, "2^53+1 is an int"),
			yes(v(`[`+long+`7]`), want, "").shown("10 000 sevens"), no(v(`[1,"2"]`), whyQuoted), lost(v(`[1,2.5]`), whyFraction),
			lost(v(`[1,null]`), whyNull), no(v(`[1,true]`), whyType), no(v(`[[1]]`), whyType),
			lost(v(`[9223372036854775808]`), whyRange), no(v(`"[1,2]"`), whyType), no(v(`"1,2"`), whyType), no(v(`{}`), whyType),
			no(v(`[`+long+`"7"]`), whyQuoted).shown(`9 999 sevens and "7"`),
			no(v(strings.Repeat("[", 20000)+strings.Repeat("]", 20000)), whyType).shown("20 000 arrays in each other"),
		}, wrongKinds("array", "object"))}
}

func fewKind() kind {
	return kind{name: "length of arrays", about: "`[]int` of 1 to 3 distinct items, required", make: contestants[fewOf, fewOf, fewCheck],
		schema: oneField(`{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":3,"uniqueItems":true}`),
		payloads: slices.Concat([]payload{
			yes(v(`[1,2]`), []int{1, 2}, whyPlain), yes(v(`[1]`), []int{1}, "the bound itself"),
			yes(v(`[1,2,3]`), []int{1, 2, 3}, "the bound itself"),
			yes(v(`[9007199254740992,9007199254740993]`), []int{9007199254740992, 9007199254740993}, "2^53 and 2^53+1 differ"),
			unsaid(measured, v(`[]`), whyDeclared), unsaid(measured, v(`[1,2,3,4]`), whyDeclared),
			unsaid(measured, v(`[1,1]`), "JSON Schema: uniqueItems"), unsaid(measured, v(`[1,2,1]`), "JSON Schema: uniqueItems"),
			unsaid(measured, v(`[1,1.0]`), "JSON Schema: equal numbers"),
			unsaid(measured, v(`[0,-0]`), "JSON Schema: equal numbers"),
		}, slices.DeleteFunc(wrongKinds("array"), func(p payload) bool { return p.raw == v(`[]`) }))}
}

func sharesKind() kind {
	return kind{name: "distinct numbers", about: "`[]float64` of distinct items, required",
		make:   contestants[sharesOf, sharesOf, sharesCheck],
		schema: oneField(`{"type":"array","items":{"type":"number"},"uniqueItems":true}`),
		payloads: slices.Concat([]payload{
			yes(v(`[0.1,0.2]`), []float64{0.1, 0.2}, whyPlain), yes(v(`[]`), []float64{}, "an array"),
			yes(v(`[0.1,0.10000000000000002]`), []float64{0.1, 0.10000000000000002}, "two doubles"),
			yes(v(`[0.1,0.10000000000000000001]`), []float64{0.1, 0.1}, "they differ, though their nearest double is the same"),
			yes(v(`[1,1.00000000000000001]`), []float64{1, 1}, "they differ, though their nearest double is the same"),
			unsaid(measured, v(`[0.1,0.1]`), "JSON Schema: uniqueItems"), unsaid(measured, v(`[0.1,1e-1]`), "JSON Schema: equal numbers"),
			unsaid(measured, v(`[0,-0.0]`), "JSON Schema: equal numbers"), no(v(`[0.1,"0.2"]`), whyQuoted),
		}, wrongKinds("array"))}
}

// treeKind has arguments that are right and deep. Levels are counted with that of the arguments.
func treeKind() kind {
	text := func(levels int) string {
		return strings.Repeat(`{"a":`, levels-1) + `"x"` + strings.Repeat(`}`, levels-1)
	}
	tree := func(levels int) any {
		var v any = "x"
		for range levels - 1 {
			v = map[string]any{"a": v}
		}
		return v
	}
	return kind{name: "free object", about: "`map[string]any`, required", schema: oneField(`{"type":"object"}`),
		make: contestants[treeOf, treeOf, treeCheck],
		payloads: slices.Concat([]payload{
			yes(v(`{"a":"x"}`), map[string]any{"a": "x"}, whyPlain), yes(v(`{}`), map[string]any{}, "an object"),
			yes(v(`{"a":[true,null,{"b":""}]}`), map[string]any{"a": []any{true, nil, map[string]any{"b": ""}}}, "any value"),
			yes(v(text(64)), tree(64), "RFC 8259 §4: any value").shown("64 levels of objects"),
			yes(v(text(70)), tree(70), "RFC 8259 §4: any value").shown("70 levels of objects"),
			no(v(`{"a":"x","a":"x"}`), whyRepeated), lost(v(`{"a":{"b":"x","b":"y"}}`), whyRepeated), lost(v(`{"a":"\ud83d"}`), whySurrogat),
			no(v(`{"a":"x",}`), whyJSON),
		}, wrongKinds("object"))}
}

func levelsKind() kind {
	return kind{name: "map", about: "`map[string]int`, required", schema: oneField(`{"type":"object","additionalProperties":{"type":"integer"}}`),
		make: contestants[levelsOf, levelsOf, levelsCheck],
		payloads: slices.Concat([]payload{
			yes(v(`{"lamp":40}`), map[string]int{"lamp": 40}, whyPlain), yes(v(`{}`), map[string]int{}, "an object"),
			yes(v(`{"":1}`), map[string]int{"": 1}, "RFC 8259 §4: any string"),
			yes(v(`{"a":1,"A":2}`), map[string]int{"a": 1, "A": 2}, "RFC 8259 §8.3: two names"),
			yes(v(`{"a.b/c~$ref":1}`), map[string]int{"a.b/c~$ref": 1}, "RFC 8259 §4: any string"),
			yes(v(`{"\ud83d\ude00":1}`), map[string]int{"😀": 1}, "RFC 8259 §7: a surrogate pair"),
			yes(v(`{"\u0000":1}`), map[string]int{"\x00": 1}, "RFC 8259 §7: may be escaped"),
			yes(v(`{"e\u0301":1,"é":2}`), map[string]int{"e\u0301": 1, "é": 2}, "RFC 8259 §8.3: two names"),
			yes(v(`{"__proto__":1,"v":2}`), map[string]int{"__proto__": 1, "v": 2}, ""),
			yes(v(`{"lamp":40.0}`), map[string]int{"lamp": 40}, whyZero),
			yes(v(`{"lamp":9007199254740993}`), map[string]int{"lamp": 9007199254740993}, "2^53+1 is an int"),
			no(v(`{"lamp":"40"}`), whyQuoted), lost(v(`{"lamp":1.5}`), whyFraction), lost(v(`{"lamp":null}`), whyNull),
			no(v(`{"lamp":{}}`), whyType), no(v(`{"lamp":[1]}`), whyType), lost(v(`{"a":1,"a":2}`), whyRepeated),
			lost(v(`{"a":1,"\u0061":2}`), whyRepeated), no(v(`{"a":1,"a":1}`), whyRepeated), lost(v(`{"\ud83d":1}`), whySurrogat),
			broken(v("{\"\xff\":1}"), map[string]int{"\xff": 1}), no(v(`{a:1}`), whyJSON), no(v(`{"a":1,}`), whyJSON),
			no(v(`"{\"lamp\":40}"`), whyType), no(v(`[["lamp",40]]`), whyType),
		}, wrongKinds("object"))}
}

func lampKind() kind {
	return kind{name: "object", about: "a struct of a required text and an optional integer, required",
		make: contestants[lampOf, lampOf, lampOfCheck],
		schema: oneField(`{"type":"object","properties":{"room":{"type":"string"},"level":{"type":"integer"}},` +
			`"required":["room"],"additionalProperties":false}`),
		payloads: slices.Concat([]payload{
			yes(v(`{"room":"attic","level":3}`), lamp{"attic", 3}, whyPlain),
			yes(v(`{"level":3,"room":"attic"}`), lamp{"attic", 3}, "RFC 8259 §4: no order"),
			yes(v(`{"room":"attic"}`), lamp{Room: "attic"}, "optional"), yes(v(`{"room":""}`), lamp{}, "empty text is a text"),
			yes(v(`{"\u0072oom":"attic"}`), lamp{Room: "attic"}, "RFC 8259 §8.3: the same name"),
			unsaid(required, v(`{"level":3}`), whyMissing), unsaid(required, v(`{}`), whyMissing),
			unsaid(notNull, v(`{"room":null}`), whyNull), no(v(`{"room":7}`), whyType),
			no(v(`{"room":"attic","level":"3"}`), whyQuoted), lost(v(`{"room":"attic","level":3.5}`), whyFraction),
			no(v(`{"room":"attic","floor":3}`), whyUnknown), no(v(`{"room":"attic","Level":3}`), whyCase),
			no(v(`{"Room":"attic"}`), whyCase), lost(v(`{"room":"attic","room":"cellar"}`), whyRepeated),
			lost(v(`{"room":"attic","\u0072oom":"cellar"}`), whyRepeated), no(v(`["attic",3]`), whyType),
			no(v(`"{\"room\":\"attic\"}"`), whyType),
		}, slices.DeleteFunc(wrongKinds(), func(p payload) bool { return p.raw == v(`{}`) }))}
}

func weeksKind() kind {
	return kind{name: "depth", about: "an array of structs with a required array of integers, required",
		make: contestants[weeksOf, weeksOf, weeksCheck],
		schema: oneField(`{"type":"array","items":{"type":"object","properties":{"days":{"type":"array","items":{"type":"integer"}}},` +
			`"required":["days"],"additionalProperties":false}}`),
		payloads: slices.Concat([]payload{
			yes(v(`[{"days":[1,2]},{"days":[3]}]`), []week{{[]int{1, 2}}, {[]int{3}}}, whyPlain),
			yes(v(`[]`), []week{}, "an array"), yes(v(`[{"days":[]}]`), []week{{[]int{}}}, "an array"),
			no(v(`[{"days":[1]},{"days":[2,"3"]}]`), whyQuoted), lost(v(`[{"days":[1]},{"days":[2,3.5]}]`), whyFraction),
			lost(v(`[{"days":[1]},{"days":[2,null]}]`), whyNull), unsaid(required, v(`[{"days":[1]},{}]`), whyMissing),
			unsaid(notNull, v(`[{"days":[1]},{"days":null}]`), whyNull), lost(v(`[{"days":[1]},null]`), whyNull),
			no(v(`[{"days":[1]},{"days":[2],"nights":[3]}]`), whyUnknown), no(v(`[{"days":[1]},{"Days":[2]}]`), whyCase),
			lost(v(`[{"days":[1]},{"days":[2],"days":[3]}]`), whyRepeated), no(v(`[{"days":[1]},[2]]`), whyType),
			no(v(`[{"days":[1]},{"days":2}]`), whyType), no(v(`[{"days":[1]},"x"]`), whyType), no(v(`{"days":[1]}`), whyType),
		}, wrongKinds("array"))}
}
