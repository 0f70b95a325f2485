// The two lists on which schema and binder differ: a class for each entry, and cases by hand.

package jarvis_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// class is a set of reasons why the binder, the schema or both refuse a text.
type class uint32

const (
	// The binder accepts beyond the schema.
	a1Empty    class = 1 << iota // empty text, white space or null as the whole arguments
	a2Null                       // null for an optional parameter
	a3Clock                      // a time without offset or seconds
	a4Fraction                   // a duration with a fraction of a second
	a5Spelling                   // an enum member of a time type in another spelling

	// The schema accepts and the binder refuses.
	b1Duration    // a duration with years or months or beyond 64 bits
	b2LeapSecond  // 23:59:60 UTC
	b3Range       // a number outside the Go field
	b4Text        // repeated keys, invalid UTF-8, lone surrogates
	b5Unmarshaler // a text that a TextUnmarshaler refuses
	b6Rule        // a validator rule without an exact keyword

	fault // both refuse
	quirk // the validator is known to accept what no schema does: its verdict is not used
)

const (
	listA = a1Empty | a2Null | a3Clock | a4Fraction | a5Spelling
	listB = b1Duration | b2LeapSecond | b3Range | b4Text | b5Unmarshaler | b6Rule

	listedClasses = 11 // at the beginning of classNames
)

var classNames = [...]string{
	"a1 empty", "a2 null", "a3 clock", "a4 fraction", "a5 spelling", "b1 duration", "b2 leap second", "b3 range", "b4 text",
	"b5 unmarshaler", "b6 rule", "fault", "quirk",
}

// binder and schema are the verdicts that a set of reasons leads to.
func (c class) binder() bool { return c&(fault|listB) == 0 }
func (c class) schema() bool { return c&(fault|listA) == 0 }

func (c class) String() string {
	var names []string
	for i, name := range classNames {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// listed is the struct of the cases by hand: a parameter of every sort that a class needs.
type listed struct {
	Text     *string            `jarvis:"text"`
	Count    *int               `jarvis:"count"`
	Size     *uint64            `jarvis:"size"`
	Small    *int8              `jarvis:"small"`
	Ratio    *float64           `jarvis:"ratio"`
	Half     *float32           `jarvis:"half"`
	Flag     bool               `jarvis:"flag" default:"true"`
	At       *time.Time         `jarvis:"at"`
	Clock    *jarvis.TimeOfDay  `jarvis:"clock"`
	Span     *time.Duration     `jarvis:"span"`
	Clocks   []jarvis.TimeOfDay `jarvis:"clocks"`
	Spans    []time.Duration    `jarvis:"spans"`
	Kept     string             `jarvis:"kept,type=timedelta"`
	Any      map[string]any     `jarvis:"any"`
	Color    *shade             `jarvis:"color"`
	Colors   []shade            `jarvis:"colors"`
	Red      *shade             `jarvis:"red" validate:"eq=#ff0000"`
	FloatIn  *float64           `jarvis:"float_in" enum:"0.1,2.50"`
	FloatsIn []float64          `jarvis:"floats_in" enum:"0.1,1e3"`
	AtIn     *time.Time         `jarvis:"at_in" enum:"2026-01-18T05:00:00Z"`
	ClockIn  *jarvis.TimeOfDay  `jarvis:"clock_in" enum:"05:00,17:30:00Z"`
	SpanIn   *time.Duration     `jarvis:"span_in" enum:"PT1H,P1D"`
	Mail     *string            `jarvis:"mail" validate:"email"`
	Not      *string            `jarvis:"not" validate:"ne=off"`
	Short    *time.Duration     `jarvis:"short" validate:"lte=1h"`
	Maybe    *int               `jarvis:"maybe" validate:"omitempty,min=3"`
	Either   *string            `jarvis:"either" validate:"eq=a|len=3"`
	Keyed    map[string]int     `jarvis:"keyed" validate:"dive,keys,min=2,endkeys"`
	Days     []jarvis.Date      `jarvis:"days" validate:"unique"`
	Open     *float64           `jarvis:"open" validate:"gt=0,lt=1"`
	Ratios   []float64          `jarvis:"ratios" validate:"unique"`
	Inner    *innerListed       `jarvis:"inner"`
	Inners   []innerListed      `jarvis:"inners"`
}

type innerListed struct {
	Must string `jarvis:"must,required"`
	May  *int   `jarvis:"may"`
}

// TestAgreementLists holds cases by hand for every class. Each has to be the only reason for which the verdicts differ.
func TestAgreementLists(t *testing.T) {
	d := declareStruct[listed](t)
	for _, group := range agreementCases {
		for _, raw := range group.texts {
			t.Run(group.name+"/"+raw, func(t *testing.T) {
				schema, binder, _ := d.verdicts(t, []byte(raw))
				assert.Equal(t, group.why&listB != 0, schema, "schema accepts")
				assert.Equal(t, group.why&listA != 0, binder, "binder accepts")
				assert.Equal(t, group.why, judge(d.fields, []byte(raw), nil), "predicate")
			})
		}
	}
}

// TestAgreementNear holds texts next to those of the lists, on which both sides have to say the same.
func TestAgreementNear(t *testing.T) {
	d := declareStruct[listed](t)
	for accepted, texts := range map[bool][]string{true: agreementAccepted, false: agreementRefused} {
		for _, raw := range texts {
			t.Run(raw, func(t *testing.T) {
				schema, binder, _ := d.verdicts(t, []byte(raw))
				assert.Equal(t, accepted, schema, "schema accepts")
				assert.Equal(t, accepted, binder, "binder accepts")
				assert.Equal(t, accepted, judge(d.fields, []byte(raw), nil) == 0, "predicate")
			})
		}
	}
}

// TestAgreementEmptyRequired: with a required parameter nothing is no arguments either.
func TestAgreementEmptyRequired(t *testing.T) {
	d := declareStruct[innerListed](t)
	for _, raw := range []string{"", " \r\n\t", "null", " null ", `{"must":null}`, `{"may":1}`} {
		schema, binder, _ := d.verdicts(t, []byte(raw))
		assert.False(t, schema, "schema: %q", raw)
		assert.False(t, binder, "binder: %q", raw)
		require.Equal(t, fault, judge(d.fields, []byte(raw), nil), "%q", raw)
	}
}

var agreementCases = []struct {
	why   class
	name  string
	texts []string
}{
	{a1Empty, "a1 empty", []string{"", " ", "\t\r\n ", "null", " null\n"}},
	{a2Null, "a2 null", []string{
		`{"text":null}`, `{"count":null,"at":null}`, `{"flag":null}`, `{"any":null}`, `{"inner":null}`, `{"inners":null}`,
		`{"inner":{"must":"x","may":null}}`, `{"inners":[{"must":"x","may":null}]}`, `{"float_in":null}`, `{"maybe":null}`,
	}},
	{a3Clock, "a3 time without offset or seconds", []string{
		`{"clock":"17:30"}`, `{"clock":"17:30:00"}`, `{"clock":"17:30Z"}`, `{"clock":"17:30+02:00"}`, `{"clock":"00:00:00.5"}`,
		`{"clocks":["17:30","17:30:00Z"]}`,
	}},
	{a4Fraction, "a4 fraction of a second", []string{
		`{"span":"PT0.5S"}`, `{"span":"PT1M0.000000001S"}`, `{"span":"P1DT0.0S"}`, `{"spans":["PT1S","PT1.5S"]}`,
		`{"span":"PT9223372036.854775807S"}`, `{"span":"PT0.1234567899999S"}`, `{"kept":"PT0.5S"}`,
	}},
	{a5Spelling, "a5 enum member spelt otherwise", []string{
		`{"at_in":"2026-01-18t05:00:00z"}`, `{"at_in":"2026-01-18T06:00:00.000+01:00"}`, `{"at_in":"2026-01-18T05:00:00.0000000001Z"}`,
		`{"clock_in":"05:00:00"}`, `{"clock_in":"17:30Z"}`, `{"clock_in":"19:30:00+02:00"}`,
		`{"span_in":"PT60M"}`, `{"span_in":"PT24H"}`, `{"span_in":"PT3600.0S"}`,
	}},
	{b1Duration, "b1 duration", []string{
		`{"span":"P1Y"}`, `{"span":"P0Y"}`, `{"span":"P1M"}`, `{"span":"P1Y2M3DT4H5M6S"}`, `{"spans":["PT1S","P2M"]}`,
		`{"span":"P106752D"}`, `{"span":"P15251W"}`, `{"span":"PT9223372037S"}`, `{"span":"PT99999999999999999999H"}`, `{"kept":"P1Y"}`,
	}},
	{b2LeapSecond, "b2 leap second", []string{
		`{"at":"2016-12-31T23:59:60Z"}`, `{"at":"2017-01-01T01:59:60+02:00"}`, `{"at":"2016-12-31T23:59:60.5z"}`,
		`{"clock":"23:59:60Z"}`, `{"clock":"16:29:60-07:30"}`, `{"clocks":["23:59:60Z"]}`,
	}},
	{b3Range, "b3 outside the Go field", []string{
		`{"count":9223372036854775808}`, `{"count":-9223372036854775809}`, `{"count":1e19}`, `{"size":18446744073709551616}`, `{"size":2e300}`,
		`{"ratio":1e400}`, `{"ratio":-1.7976931348623159e308}`, `{"half":3.4028236e38}`, `{"half":1e39}`,
	}},
	{b4Text, "b4 repeated key, invalid UTF-8, lone surrogate", []string{
		`{"text":"a","text":"a"}`, `{"text":"a","\u0074ext":"b"}`, `{"any":{"a":1,"a":1}}`, `{"inner":{"must":"x","must":"x"}}`,
		"{\"text\":\"\xff\"}", "{\"any\":{\"\xc3\":1}}", "{\"text\":\"\xed\xa0\x80\"}",
		`{"text":"\ud83d"}`, `{"text":"\ude00\ud83d"}`, `{"text":"\ud83dx"}`, `{"any":{"\ud83d":[]}}`,
	}},
	{b5Unmarshaler, "b5 refused by a TextUnmarshaler", []string{
		`{"color":"red"}`, `{"color":""}`, `{"colors":["#00ff00","#00ff0"]}`, `{"colors":["#00ff0g"]}`,
	}},
	{b6Rule, "b6 rule without an exact keyword", []string{
		`{"not":"off"}`, `{"short":"PT2H"}`, `{"maybe":2}`, `{"either":"bb"}`, `{"keyed":{"a":1}}`, `{"days":["2026-01-18","2026-01-18"]}`,
		`{"red":"#00ff00"}`, `{"mail":"nobody"}`,
		`{"open":1e-400}`, `{"open":0.99999999999999999999}`, `{"ratios":[0.1,0.10000000000000000001]}`, // as they are rounded
	}},
}

var agreementAccepted = []string{
	`{}`, " {\n} ", `{"text":""}`, `{"text":"\ud83d\ude00\u0000\\ud83d"}`, `{"\u0074ext":"x"}`, `{"text":"` + "\u2028\ufffd" + `"}`,
	`{"count":5.0,"size":1e3,"small":-128}`, `{"count":-0,"size":-0.0,"small":0e5}`, `{"count":9007199254740993}`,
	`{"count":9223372036854775807}`, `{"count":-9223372036854775808}`, `{"size":18446744073709551615}`, `{"count":123400e-2}`,
	`{"ratio":1e-400,"half":3.4028234663852886e38}`, `{"ratio":1.7976931348623157e308}`, `{"half":3.4028235e38}`,
	`{"at":"2026-01-18t05:00:00.123456789123z"}`, `{"at":"0000-02-29T23:59:59-23:59"}`, `{"clock":"23:59:59+00:00"}`, `{"clock":"00:00:00-00:00"}`,
	`{"span":"P2W"}`, `{"span":"PT0S"}`, `{"span":"P106751DT23H47M16S"}`, `{"span":"PT9223372036S"}`, `{"span":"P0001DT1H5S"}`, `{"kept":"P1D"}`,
	`{"float_in":2.5}`, `{"float_in":1e-1}`, `{"floats_in":[]}`, `{"span_in":"P1D"}`, `{"clock_in":"05:00"}`,
	`{"short":"PT1H","maybe":0,"either":"abc","keyed":{"ab":1},"days":["2026-01-18"],"red":"#ff0000"}`, `{"any":{"a":null,"":[[{}]]}}`,
	`{"inner":{"must":""},"inners":[]}`, `{"not":"on","color":"#A0b1c2"}`,
}

var agreementRefused = []string{
	`[]`, `"{}"`, `1`, `{`, `{}{}`, `{},`, "\ufeff{}", `{"text":"a",}`, "{\"text\":\"\x01\"}", `{'text':'a'}`, `nul`, `null null`,
	`{"Text":"a"}`, `{"":1}`, `{"text":1}`, `{"flag":"true"}`, `{"flag":1}`, `{"count":"5"}`, `{"count":5.5}`, `{"count":1e-1}`, `{"count":01}`,
	`{"size":-1}`, `{"small":128}`, `{"small":-129}`, `{"small":1e400}`, `{"ratio":"1"}`, `{"ratio":NaN}`, `{"ratio":.5}`, `{"ratio":true}`,
	`{"at":"2026-01-18T05:00Z"}`, `{"at":"2026-01-18 05:00:00Z"}`, `{"at":"2026-01-18T05:00:00"}`, `{"at":"2026-02-29T05:00:00Z"}`,
	`{"at":"2026-01-18T05:00:00+0200"}`, `{"at":"2026-01-18T12:00:60Z"}`, `{"at":"2026-01-18T05:00:00.Z"}`, `{"at":"2026-01-18T24:00:00Z"}`,
	`{"clock":"5:30"}`, `{"clock":"17:30:60"}`, `{"clock":"23:59:60+01:00"}`, `{"clock":"17:30:00+24:00"}`, `{"clock":"17:30:00,5Z"}`,
	`{"span":""}`, `{"span":"P"}`, `{"span":"PT"}`, `{"span":"P1DT"}`, `{"span":"-PT1H"}`, `{"span":"PT1.5H"}`, `{"span":"PT1S1M"}`, `{"span":"1h"}`,
	`{"span":"P1W2D"}`, `{"span":"pt1h"}`, `{"span":"P1YT0.5S"}`, `{"span":"PT9223372036.854775808S"}`, `{"spans":[null]}`,
	`{"float_in":0.2}`, `{"at_in":"2026-01-18T05:00:01Z"}`, `{"clock_in":"17:30"}`, `{"span_in":"PT2H"}`, `{"at_in":"x"}`,
	`{"inner":{}}`, `{"inner":{"must":null}}`, `{"inner":{"must":"x","more":1}}`, `{"inners":[{}]}`, `{"inners":[null]}`, `{"inners":{}}`,
	`{"any":[]}`, `{"keyed":{"ab":1.5}}`, `{"keyed":{"ab":null}}`, `{"colors":[null]}`, `{"colors":"#00ff00"}`, `{"days":["2026-1-18"]}`,
}
