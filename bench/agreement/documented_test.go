// Departures from the yardstick of the page that a documentation tells: they are counted as what they are, and marked.

package agreement

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// departure is what the documentation of a contestant, or of the Go type of its field, says about wrong marks: those at one payload
// of a kind, or at all payloads with a reason.
type departure struct {
	marks     []string
	kind, raw string
	why       string
	verdicts  []verdict
	source    string // a file of this repository for ours, else a name
	says      string // words of it
}

var (
	oursMarks   = []string{"J", "JM"}
	onJSON      = []string{"D", "S", "T", "V"} // whose decoder into the struct is encoding/json, as the table of contestants says
	onJSONFirst = append([]string{"K"}, onJSON...)
)

const (
	docFile  = "../../doc.go"
	callFile = "../../registry.go"
	decoder  = "json.Unmarshal"
	timeType = "package time"
)

// departures are in the order of the page. Some are about payloads of a megabyte, so they are made once.
var departures = sync.OnceValue(listDepartures)

func listDepartures() []departure {
	all := slices.Concat(oursDeparts(), []departure{
		{marks: onJSONFirst, why: whyRepeated, verdicts: []verdict{wrongAccept, changed}, source: decoder,
			says: "If an object includes duplicate keys, later duplicates will replace or be merged into prior values."},
		{marks: []string{"D", "V"}, why: whyCase, verdicts: []verdict{wrongAccept}, source: decoder,
			says: "Unmarshal matches incoming object keys to the keys used by Marshal (either the struct field name or its tag), ignoring case."},
		{marks: onJSONFirst, why: whySurrogat, verdicts: []verdict{changed}, source: decoder,
			says: "they are replaced by the Unicode replacement character U+FFFD"},
		{marks: onJSONFirst, why: whyUTF8, verdicts: []verdict{changed}, source: decoder,
			says: "they are replaced by the Unicode replacement character U+FFFD"},
		{marks: []string{"D", "V"}, why: whyNull, verdicts: []verdict{wrongAccept, changed}, source: decoder,
			says: "unmarshaling a JSON null into any other Go type has no effect on the value and produces no error"},
		{marks: []string{"D", "V"}, kind: "optional", raw: `null`, verdicts: []verdict{wrongAccept}, source: decoder,
			says: "unmarshaling a JSON null into any other Go type has no effect on the value and produces no error"},
		{marks: []string{"D2"}, why: whyNull, verdicts: []verdict{changed}, source: "json/v2's Unmarshal",
			says: "A JSON null may be decoded into every supported Go value where it is equivalent to storing the zero value of the Go value."},
		{marks: []string{"D2"}, kind: "optional", raw: `null`, verdicts: []verdict{wrongAccept}, source: "json/v2's Unmarshal",
			says: "A JSON null may be decoded into every supported Go value where it is equivalent to storing the zero value of the Go value."},
		{marks: []string{"H"}, kind: "text", raw: v(`"` + strings.Repeat("a", 1<<20) + `"`), verdicts: []verdict{wrongRefusal},
			source: "huma's Operation", says: "If not specified, the default is 1MB."},
	})
	peers := slices.DeleteFunc(marksOf(), func(mark string) bool { return slices.Contains(oursMarks, mark) })
	return append(all,
		departure{marks: peers, kind: "date-time", raw: v(`"2016-12-31T23:59:60Z"`), verdicts: []verdict{wrongRefusal}, source: timeType,
			says: "The calendrical calculations always assume a Gregorian calendar, with no leap seconds."},
		departure{marks: peers, kind: "date-time", raw: v(`"2026-03-14T09:00:00.1234567891Z"`), verdicts: []verdict{changed}, source: timeType,
			says: "A Time represents an instant in time with nanosecond precision."})
}

// oursDeparts is all that this library may do otherwise than the page asks for.
func oursDeparts() (all []departure) {
	add := func(v verdict, kind, source, says string, raws ...string) {
		for _, raw := range raws {
			all = append(all, departure{marks: oursMarks, kind: kind, raw: raw, verdicts: []verdict{v}, source: source, says: says})
		}
	}
	add(wrongAccept, "arguments", docFile, "null for an optional parameter", `{"n":1,"task":null}`)
	add(wrongAccept, "arguments", callFile, "or a JSON string that holds one", `"{\"n\":1}"`)
	add(wrongAccept, "optional", docFile, "no arguments at all", `null`, ``)
	add(wrongRefusal, "text", docFile, "what is beyond the [Limits]: by default more than 1 MiB of text, or 64 levels", v(`"`+strings.Repeat("a", 1<<20)+`"`))
	add(wrongRefusal, "free object", docFile, "what is beyond the [Limits]: by default more than 1 MiB of text, or 64 levels",
		v(strings.Repeat(`{"a":`, 69)+`"x"`+strings.Repeat(`}`, 69)))
	add(wrongRefusal, "date-time", docFile, "leap seconds", v(`"2016-12-31T23:59:60Z"`))
	add(changed, "date-time", docFile, "fractions of a second are cut to nine digits", v(`"2026-03-14T09:00:00.1234567891Z"`))
	add(changed, "duration", docFile, "fractions of a second are cut to nine digits", v(`"PT0.0000000001S"`))
	add(wrongRefusal, "duration", docFile, "durations with years or months", v(`"P1M"`), v(`"P1Y"`))
	add(wrongRefusal, "duration", docFile, "beyond 64 bits", v(`"P99999W"`))
	add(wrongRefusal, "duration", docFile, "in lower case (which the notation of RFC 3339 allows)", v(`"pt1h"`), v(`"p1w"`))
	add(wrongAccept, "duration", docFile, "a fraction of a second in a duration", v(`"PT0.5S"`))
	add(wrongAccept, "duration", docFile, "hours and seconds without minutes such as PT1H3S", v(`"PT1H3S"`))
	add(wrongRefusal, "distinct numbers", docFile, "where items have to differ, onto each other",
		v(`[0.1,0.10000000000000000001]`), v(`[1,1.00000000000000001]`))
	return all
}

func marksOf() (marks []string) {
	for _, c := range columns() {
		marks = append(marks, c.mark)
	}
	return marks
}

// documented says whether a departure is about a cell.
func (d *departure) documented(mark, kind string, p *payload, v verdict) bool {
	if !slices.Contains(d.marks, mark) || !slices.Contains(d.verdicts, v) {
		return false
	}
	return d.why != "" && d.why == p.why || d.why == "" && d.kind == kind && d.raw == p.raw
}

// documented is whether some departure is about the cell of a contestant.
func documented(mark, kind string, p *payload, v verdict) bool {
	return slices.ContainsFunc(departures(), func(d departure) bool { return d.documented(mark, kind, p, v) })
}

// writeDocumented prints whose documentation says what, each sentence once.
func writeDocumented(b *strings.Builder) {
	seen := map[string]bool{}
	for _, d := range departures() {
		line := fmt.Sprintf("- %s (%s): “%s”\n", strings.TrimLeft(d.source, "./"), strings.Join(d.marks, ", "), d.says)
		if !seen[line] {
			b.WriteString(line)
			seen[line] = true
		}
	}
}

// A cell of ours that is not right is one that the documentation tells, and what the documentation tells is so.
func TestOursIsRight(t *testing.T) {
	for _, s := range matrix() {
		for row, p := range s.kind.payloads {
			for i, c := range s.rows[row] {
				mark := columns()[i].mark
				if p.right == open || c.verdict == fine || !slices.Contains(oursMarks, mark) {
					continue
				}
				assert.True(t, documented(mark, s.kind.name, &p, c.verdict), "%s: %s for %s of %s; handler got %s %s",
					s.names[i], c.verdict, p.name(), s.kind.name, valueText(c.got), c.panicked)
			}
		}
	}
}

// Every departure is that of some cell, and ours stand in our own documentation in these words.
func TestDepartures(t *testing.T) {
	for _, d := range departures() {
		marks := map[string]bool{}
		for _, s := range matrix() {
			for row, p := range s.kind.payloads {
				for i, c := range s.rows[row] {
					if mark := columns()[i].mark; d.documented(mark, s.kind.name, &p, c.verdict) {
						marks[mark] = true
					}
				}
			}
		}
		assert.NotEmpty(t, marks, "%s of %s: %s", visible(d.raw), d.kind, d.says)
		if strings.HasSuffix(d.source, ".go") {
			assert.True(t, strings.Contains(comments(t, d.source), d.says), "%s does not say %q", d.source, d.says)
			assert.True(t, marks["J"], "%s of %s is right now: %s", visible(d.raw), d.kind, d.says)
		}
	}
}

// comments is a file as one line without the marks of comments. go test does not know that the file is read: run it with -count=1.
func comments(t *testing.T, path string) string {
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Join(strings.Fields(strings.ReplaceAll(string(file), "//", " ")), " ")
}
