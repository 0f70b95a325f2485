// The sentences of docs/agreement.md, and the check that those about contestants are true.

package agreement

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

const pageIntro = `# Who accepts what

A tool is called with whatever a model has written. This page sends the same arguments to this library and to others: right ones
at the edges of what JSON, JSON Schema and RFC 3339 allow, and wrong ones. It asks three things of each: is what is right
accepted, is what is wrong refused, and does the handler get the value that was sent?

The page is written by TestAgreementPage (in bench: JARVIS_UPDATE=1 go test ./agreement); the test fails when a verdict
changes. Other tests there see that every declaration lets its control through unchanged, and that the judge sees mistakes.

## How it is asked

Each kind of argument is declared once for each library, as strictly as its documentation shows how to: by tags where its checks
come from tags, else by a JSON Schema written by hand, the same for all that take one. Two libraries come twice, the second
time with what they infer from the struct alone. Fields have the Go type of the kind everywhere, but for durations, which the
peers get as text, and for the validator, whose fields are pointers, because its "required" refuses zeros.

| mark | contestant | version | declaration and path |
|:-:|---|---|---|
`

const pageMarks = `
What is right is written by hand beside each payload, with its reason. JSON is RFC 8259. Where that leaves a text without one
meaning (repeated names, half a surrogate pair), RFC 7493 decides, and it is to be refused. Date-times are those of RFC 3339,
durations those of its appendix A, and an integer is what JSON Schema calls one, so that 35.0 is 35. Bounds, lists and items that
have to differ are about the number that was written. The value has to be exact, so that one with more digits than the Go field
holds is to be refused; of a number for a float64 field, it is the nearest double.

| mark | meaning |
|:-:|---|
| · | right: refused what is wrong, or accepted what is right and gave the handler its value |
| A | wrong accept: the handler was called with arguments that are to be refused |
| R | wrong refusal: the handler was not called with arguments that are right |
| C | value changed: the handler was called with a value other than the one that was sent, or no value could be the one that was sent |
| P | panic |
| – | cannot say: accepted what is wrong, and the declaration has no words for the rule |
| † | documented: the contestant's own documentation says so, or that of the Go type of the field; it counts as what it is |
| a, r | of an open question: accepted, refused; not counted |

In payloads, bytes that cannot be seen are in angle brackets. A question is open where the specifications leave a choice.

## Summary

How many payloads ask about one thing is arbitrary, so the sums are no score: one cause may stand behind many of them.

`

const pageDocumented = `
## What is documented

The † of this library are all there are: TestOursIsRight fails at a wrong mark of ours that is not in the list, TestDepartures
where the words no longer stand in our documentation, or the mark is no longer wrong.

`

const pageTables = `
## Kinds
`

// note is a sentence of the page, with the cells that prove it.
type note struct {
	text   string
	proofs []proof
}

// proof says that of a kind, all contestants of the marks have the verdict at the payload.
type proof struct {
	kind, raw string
	verdict   verdict
	marks     []string
}

var peersOnJSON = []string{"G", "GI", "M", "MI", "H", "E", "K", "S", "T", "D", "V"}

var notes = []note{
	{"35.0 and 1e2 for an integer (M, MI, H, E, S, T, D, D2, V): the decoder into the struct takes digits alone, " +
		"so that a schema before it accepts what is then refused.",
		[]proof{{"integer", v(`35.0`), wrongRefusal, []string{"M", "MI", "H", "E", "S", "T", "D", "D2", "V"}}}},
	{"2^53+1 and beyond (G, GI, K): arguments become a map of float64 before they become a struct. " +
		"35.0 is accepted for the same reason, and 1.0000000000000000001 too.",
		[]proof{
			{"integer", v(`9007199254740993`), changed, []string{"G", "GI", "K"}},
			{"integer", v(`1.0000000000000000001`), changed, []string{"G", "GI", "K"}},
		}},
	{"Numbers next to a listed one or to a bound (G, M, H, K, S, V; E checks nothing): they are compared as doubles, which is also " +
		"why items that differ beyond the digits of one are refused as equal (J, JM, G, M, H, K, S, V).",
		[]proof{
			{"enum of numbers", v(`0.50000000000000000000000001`), wrongAccept, []string{"G", "M", "H", "E", "K", "S", "V"}},
			{"range of numbers", v(`1.00000000000000001`), wrongAccept, []string{"G", "M", "H", "E", "K", "S", "V"}},
			{"distinct numbers", v(`[0.1,0.10000000000000000001]`), wrongRefusal, []string{"J", "JM", "G", "M", "H", "K", "S", "V"}},
		}},
	{"-0 for an unsigned integer (all peers): the decoder takes no sign.",
		[]proof{{"narrow, unsigned", v(`-0`), wrongRefusal, append([]string{"D2"}, peersOnJSON...)}}},
	{"Repeated names (all peers but D2): the last value wins.",
		[]proof{{"arguments", `{"n":1,"n":2}`, changed, peersOnJSON}}},
	{"Halves of surrogate pairs (all peers but D2) and broken UTF-8 (the same without E): a replacement character takes their place. " +
		"E hands broken UTF-8 over as it is.",
		[]proof{
			{"text", v(`"\ud83d"`), changed, peersOnJSON},
			{"text", v("\"a\xffb\""), changed, slices.DeleteFunc(slices.Clone(peersOnJSON), func(mark string) bool { return mark == "E" })},
			{"text", v("\"a\xffb\""), wrongAccept, []string{"E"}},
		}},
	{"Repeated names whose wrong value comes first (G, GI, K): the map has forgotten it when the schema is asked.",
		[]proof{{"arguments", `{"n":"x","n":1}`, wrongAccept, []string{"G", "GI", "K"}}}},
	{"Names in another case (E, D, V): the decoder into the struct takes them, also by Unicode folding, " +
		"and where unknown names are refused.",
		[]proof{
			{"arguments", `{"n":1,"TASK":"x"}`, wrongAccept, []string{"E", "D", "V"}},
			{"arguments", `{"n":1,"taſk":"x"}`, wrongAccept, []string{"E", "D", "V"}},
		}},
	{"E: the schema is told to the model and nothing is checked against it.",
		[]proof{{"range", v(`101`), wrongAccept, []string{"E"}}, {"arguments", `{}`, wrongAccept, []string{"E"}}}},
	{"Date-times with one digit for the hour and with offsets of 24 hours or 60 minutes (all peers but T and D2): " +
		"the decoder of time.Time takes them. " +
		"It does not take t and z (all peers), nor an escape in the text (M, MI, H, E, S, T, D, V).",
		[]proof{{"date-time", v(`"2026-03-14T9:00:00Z"`), wrongAccept, []string{"G", "GI", "M", "MI", "H", "E", "K", "S", "D", "V"}},
			{"date-time", v(`"2026-03-14T09:00:00+24:00"`), wrongAccept, []string{"G", "GI", "M", "MI", "H", "E", "K", "S", "D", "V"}},
			{"date-time", v(`"2026-03-14t09:00:00z"`), wrongRefusal, append([]string{"D2"}, peersOnJSON...)},
			{"date-time", v(`"2026-03-14T09:00:00\u005a"`), wrongRefusal, []string{"M", "MI", "H", "E", "S", "T", "D", "V"}}}},
	{"Null among the elements of an array (E, D, D2): the element is the zero of its type.",
		[]proof{{"array of integers", v(`[1,null]`), changed, []string{"E", "D", "D2"}}}},
}

func TestNotes(t *testing.T) {
	for _, n := range notes {
		for _, p := range n.proofs {
			row := find(t, p.kind, p.raw)
			for i, c := range columns() {
				if slices.Contains(p.marks, c.mark) {
					assert.Equal(t, p.verdict, row[i].verdict, "%s at %s: %s", c.name, visible(p.raw), n.text)
				} else {
					assert.NotEqual(t, p.verdict, row[i].verdict, "%s at %s is not named: %s", c.name, visible(p.raw), n.text)
				}
			}
		}
	}
}

func find(t *testing.T, kind, raw string) []cell {
	for _, s := range matrix() {
		for row, p := range s.kind.payloads {
			if s.kind.name == kind && p.raw == raw {
				return s.rows[row]
			}
		}
	}
	t.Fatalf("no payload %s of %s", raw, kind)
	return nil
}
