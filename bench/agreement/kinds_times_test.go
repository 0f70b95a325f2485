// Kinds of date-times and durations.

package agreement

import (
	"slices"
	"time"
)

type (
	momentOf struct {
		V time.Time `json:"v" jarvis:"v,required"`
	}
	momentCheck struct {
		V *time.Time `json:"v" validate:"required"`
	}
	momentsOf struct {
		V []time.Time `json:"v" jarvis:"v,required" nullable:"false"`
	}
	momentsCheck struct {
		V []*time.Time `json:"v" validate:"required,dive,required"`
	}
	spanOf struct {
		V time.Duration `json:"v" jarvis:"v,required"`
	}
	spanText struct {
		V string `json:"v" format:"duration-iso8601"`
	} // a format that huma does not know: its own is Go's
)

// at is an instant; the text is of the form that time.RFC3339Nano says.
func at(text string) time.Time { return must(time.Parse(time.RFC3339Nano, text)) }

func momentKind() kind {
	const form, calendar = "RFC 3339 §5.6: form", "RFC 3339 §5.7: no such day or time"
	good := func(text, same, why string) payload { return yes(v(`"`+text+`"`), at(same), why) }
	bad := func(text, why string) payload { return no(v(`"`+text+`"`), why) }
	return kind{name: "date-time", about: "`time.Time`, required", schema: oneField(`{"type":"string","format":"date-time"}`),
		make: contestants[momentOf, momentOf, momentCheck],
		payloads: slices.Concat([]payload{
			good("2026-03-14T09:00:00Z", "2026-03-14T09:00:00Z", whyPlain),
			good("2026-03-14T09:00:00-05:00", "2026-03-14T14:00:00Z", "RFC 3339 §5.6: offset"),
			good("2026-03-14T09:00:00+05:30", "2026-03-14T03:30:00Z", "RFC 3339 §5.6: offset"),
			good("2026-03-14T09:00:00-00:00", "2026-03-14T09:00:00Z", "RFC 3339 §4.3"),
			good("2026-03-14T09:00:00+23:59", "2026-03-13T09:01:00Z", "RFC 3339 §5.6: offset"),
			good("2026-03-14T09:00:00.5Z", "2026-03-14T09:00:00.5Z", "RFC 3339 §5.6: fraction"),
			good("2026-03-14T09:00:00.123456789Z", "2026-03-14T09:00:00.123456789Z", "nine digits"),
			lost(v(`"2026-03-14T09:00:00.1234567891Z"`), "ten digits of a second; the Go field holds nine"),
			good("2026-03-14T09:00:00.1234567890Z", "2026-03-14T09:00:00.123456789Z", "RFC 3339 §5.6: any number of digits"),
			good("2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z", "leap day"),
			good("2000-02-29T12:00:00Z", "2000-02-29T12:00:00Z", "leap day of a century"),
			good("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "the zero of time.Time"),
			good("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "last second"),
			good("2026-03-14t09:00:00z", "2026-03-14T09:00:00Z", "RFC 3339 §5.6: either case"),
			good(`2026-03-14T09:00:00\u005a`, "2026-03-14T09:00:00Z", "RFC 8259 §8.3: the same text"), bad("tomorrow", form),
			bad("2026-02-30T00:00:00Z", calendar), bad("2026-02-29T00:00:00Z", calendar), bad("1900-02-29T00:00:00Z", calendar),
			bad("2026-13-01T00:00:00Z", calendar), bad("2026-00-10T00:00:00Z", calendar), bad("2026-03-00T00:00:00Z", calendar),
			bad("2026-03-14T24:00:00Z", calendar), bad("2026-03-14T23:60:00Z", calendar), bad("2026-03-14T23:59:61Z", calendar),
			bad("2026-03-14T09:00:00", "RFC 3339 §5.6: no zone"), bad("2026-03-14", form), bad("2026-03-14T09:00Z", form),
			bad("2026-03-14 09:00:00Z", "RFC 3339 §5.6: the grammar has T"), bad("2026-03-14T9:00:00Z", form),
			bad("2026-03-14T09:00:00+0530", form), bad("2026-03-14T09:00:00+05", form),
			bad("2026-03-14T09:00:00+24:00", calendar), bad("2026-03-14T09:00:00+05:60", calendar),
			bad("2026-03-14T09:00:00.Z", form), bad("2026-03-14T09:00:00,5Z", form), bad("20260314T090000Z", form),
			bad("12026-03-14T09:00:00Z", form), bad("+2026-03-14T09:00:00Z", form), bad(" 2026-03-14T09:00:00Z", form),
			bad("2026-03-14T09:00:00Z ", form), bad("2026-03-14T09:00:00Z x", form), bad("2026-03-14T09:00:00Z\\u0000", form),
			bad("2026-W11-6T09:00:00Z", form), bad("2026-03-14T09:00:00 Europe/Paris", form), bad("２０２６-03-14T09:00:00Z", form),
			bad("", form), bad("1773478800", form), no(v(`1773478800`), whyType),
			good("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "RFC 3339 §5.7: a leap second that there was"),
		}, wrongKinds("string"))}
}

func momentsKind() kind {
	first := `"2026-03-14T09:00:00Z"`
	return kind{name: "array of date-times", about: "`[]time.Time`, required", make: contestants[momentsOf, momentsOf, momentsCheck],
		schema: oneField(`{"type":"array","items":{"type":"string","format":"date-time"}}`),
		payloads: slices.Concat([]payload{
			yes(v(`[`+first+`]`), []time.Time{at("2026-03-14T09:00:00Z")}, whyPlain), yes(v(`[]`), []time.Time{}, "an array"),
			yes(v(`[`+first+`,"2026-03-14T09:00:00-05:00"]`), []time.Time{at("2026-03-14T09:00:00Z"), at("2026-03-14T14:00:00Z")}, ""),
			no(v(`[`+first+`,"next week"]`), "RFC 3339: the second"),
			no(v(`[`+first+`,"2026-02-30T00:00:00Z"]`), "RFC 3339: the second"), no(v(first), whyType),
			no(v(`[`+first+`,7]`), whyType), lost(v(`[`+first+`,null]`), whyNull),
			no(v(`[`+first+`,""]`), "RFC 3339: the second"),
		}, wrongKinds("array"))}
}

func spanKind() kind {
	const form = "RFC 3339 appendix A: form"
	good := func(text string, span time.Duration, why string) payload {
		return yes(v(`"`+text+`"`), isoText{text, span}, why)
	}
	bad := func(text, why string) payload { return unsaid(durationText, v(`"`+text+`"`), why) }
	const fraction, letters = "RFC 3339 appendix A: no fractions", "RFC 5234 §2.3: letters of a grammar have no case"
	const held = "RFC 3339 appendix A: form, whatever a Go field holds"
	small := payload{raw: v(`"PT0.0000000001S"`), want: isoText{"PT0.0000000001S", unheld}, right: refuse, altered: true,
		rule: durationText, why: fraction}
	return kind{name: "duration", about: "`time.Duration` from ISO 8601 text, required; the peers get the text",
		make:   contestants[spanOf, spanText, textCheck],
		schema: oneField(`{"type":"string","format":"duration"}`),
		payloads: slices.Concat([]payload{
			good("PT1H30M", 90*time.Minute, whyPlain), good("PT0S", 0, ""), good("PT90M", 90*time.Minute, ""),
			good("P1DT2H", 26*time.Hour, ""), good("P2W", 336*time.Hour, ""), good("PT36H", 36*time.Hour, ""),
			good("PT1H2M3S", time.Hour+2*time.Minute+3*time.Second, ""), bad("1h30m", "Go's form"), bad("90", form),
			bad("P", form), bad("PT", form), bad("P1DT", form), bad("PT2M1H", "RFC 3339 appendix A: order"),
			bad("P1H", "RFC 3339 appendix A: no T"), bad("P1W2D", "RFC 3339 appendix A: weeks stand alone"),
			bad("-PT1H", "RFC 3339 appendix A: no sign"), bad("PT1H ", form), bad("PT1HX", form), bad("01:30:00", form),
			bad("PT-1H", form), bad("PT1H1H", form), bad("", form),
			good("P1M", unheld, held), good("P1Y", unheld, held), good("P99999W", unheld, held), good("pt1h", time.Hour, letters),
			good("p1w", 168*time.Hour, letters), bad("PT0.5S", fraction), bad("PT1.5H", fraction), small,
			bad("PT1H3S", "RFC 3339 appendix A: no gaps"),
		}, wrongKinds("string"))}
}
