// The arguments as a whole: their names, their order, and the text around them.

package agreement

import "strings"

type (
	jobOf struct {
		N    int    `json:"n" jarvis:"n,required"`
		Task string `json:"task,omitempty" jarvis:"task"`
	}
	jobCheck struct {
		N    *int   `json:"n" validate:"required"`
		Task string `json:"task,omitempty"`
	}
)

func jobKind() kind {
	deep := strings.Repeat(`{"a":`, 20000) + `1` + strings.Repeat(`}`, 20000)
	both := jobOf{1, "x"}
	return kind{name: "arguments", about: "a required `int` n and an optional `string` task", make: contestants[jobOf, jobOf, jobCheck],
		schema: `{"type":"object","properties":{"n":{"type":"integer"},"task":{"type":"string"}},"required":["n"],"additionalProperties":false}`,
		payloads: []payload{
			yes(`{"n":1,"task":"x"}`, both, whyPlain), yes(`{"task":"x","n":1}`, both, "RFC 8259 §4: no order"),
			yes(`{"n":1}`, jobOf{N: 1}, "optional"), yes(` { "n" : 1 , "task" : "x" } `, both, "RFC 8259 §2: white space"),
			yes(`{"\u006e":1,"t\u0061sk":"x"}`, both, "RFC 8259 §8.3: the same names"),
			yes(`{"n":0,"task":""}`, jobOf{}, "zeros are values"), no(`{"n":1,"other":2}`, whyUnknown),
			no(`{"n":1,"":2}`, whyUnknown), no(`{"n":1,"n ":2}`, whyUnknown),
			no(`{"n":1,"other":`+deep+`}`, whyUnknown).shown(`{"n":1,"other":` + "20 000 objects in each other}"),
			no(`{"n":1,"Task":"x"}`, whyCase), no(`{"n":1,"TASK":"x"}`, whyCase), no(`{"n":1,"taſk":"x"}`, whyCase),
			no(`{"N":1}`, whyCase), no(`{"n":1,"N":2}`, whyCase), no(`{"N":2,"n":1}`, whyCase),
			lost(`{"n":1,"n":2}`, whyRepeated), no(`{"n":1,"n":1}`, whyRepeated), lost(`{"n":1,"\u006e":2}`, whyRepeated),
			lost(`{"n":1,"task":"x","task":"y"}`, whyRepeated), no(`{"n":1,"n":"x"}`, whyRepeated),
			no(`{"n":"x","n":1}`, whyRepeated), lost(`{"n":1,"n":null}`, whyRepeated), no(`{"n":1,"\ud83d":2}`, whyUnknown),
			no("{\"n\":1,\"\xff\":2}", whyUTF8), no("{\"n\":1,\"other\":\"\xff\"}", whyUTF8),
			broken("{\"n\":1,\"task\":\"\xff\"}", jobOf{1, "\xff"}), unsaid(required, `{"task":"x"}`, whyMissing),
			unsaid(required, `{}`, whyMissing), unsaid(notNull, `{"n":null}`, whyNull), unsaid(required, `null`, whyType),
			no(`[]`, whyType), no(`[1]`, whyType), no(`[{"n":1}]`, whyType), no(`1`, whyType), no(`true`, whyType),
			no(`"n"`, whyType), no(``, whyJSON).shown("(empty)"), no(`{"n":1`, whyJSON), no(`{"n":1,`, whyJSON),
			no(`{"n":`, whyJSON), no(`{"n":1} x`, whyJSON), no(`{"n":1}{"n":2}`, whyJSON), no(`{"n":1},`, whyJSON),
			no("{\"n\":1}\x00", whyJSON), no(`{"n":1,}`, whyJSON), no(`{"n":1;"task":"x"}`, whyJSON), no(`{"n" 1}`, whyJSON),
			no(`{n:1}`, whyJSON), no(`{'n':1}`, whyJSON), no(`{"n":1/*one*/}`, whyJSON),
			no("{\"n\":1}\u00a0", "RFC 8259 §2: not white space"), no(`n=1`, whyJSON),
			either("\ufeff{\"n\":1}", "RFC 8259 §8.1: a parser may ignore a byte order mark"),
			unsaid(notNull, `{"n":1,"task":null}`, whyNull), no(`"{\"n\":1}"`, whyType),
		}}
}
