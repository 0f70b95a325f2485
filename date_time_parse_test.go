// The text forms of dates, datetimes and times of day: tables of texts.

package jarvis

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	namedString string
	namedBytes  []byte
)

// bothForms runs a parser on the string and on the bytes of a text, which have to agree.
func bothForms[V any](t require.TestingT, text string, ofString func(string) (V, bool), ofBytes func([]byte) (V, bool)) (V, bool) {
	v, ok := ofString(text)
	w, okBytes := ofBytes([]byte(text))
	require.Equal(t, ok, okBytes, "string and []byte")
	if ok {
		require.Equal(t, v, w, "string and []byte")
	}
	return v, ok
}

func TestParseDate(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want Date
		ok   bool
	}{
		"plain":                 {"2026-01-18", Date{2026, time.January, 18}, true},
		"leap year 2024":        {"2024-02-29", Date{2024, time.February, 29}, true},
		"leap year 2000":        {"2000-02-29", Date{2000, time.February, 29}, true},
		"no leap year 1900":     {"1900-02-29", Date{}, false},
		"no leap year 2026":     {"2026-02-29", Date{}, false},
		"30 February":           {"2024-02-30", Date{}, false},
		"31 April":              {"2026-04-31", Date{}, false},
		"32 January":            {"2026-01-32", Date{}, false},
		"31 December":           {"2026-12-31", Date{2026, time.December, 31}, true},
		"year 0000":             {"0000-01-01", Date{0, time.January, 1}, true},
		"year 0000 is leap":     {"0000-02-29", Date{0, time.February, 29}, true},
		"year 9999":             {"9999-12-31", Date{9999, time.December, 31}, true},
		"five-digit year":       {"10000-01-01", Date{}, false},
		"three-digit year":      {"998-01-01", Date{}, false},
		"signed year":           {"+2026-01-18", Date{}, false},
		"month 00":              {"2026-00-10", Date{}, false},
		"month 13":              {"2026-13-01", Date{}, false},
		"day 00":                {"2026-01-00", Date{}, false},
		"one-digit month":       {"2026-1-18", Date{}, false},
		"one-digit day":         {"2026-01-8", Date{}, false},
		"no separators":         {"20260118", Date{}, false},
		"other separators":      {"2026/01/18", Date{}, false},
		"non-ASCII digit":       {"2026-01-1８", Date{}, false},
		"Arabic digits":         {"2026-01-١٨", Date{}, false},
		"colon after 9 in code": {"2026-01-1:", Date{}, false},
		"slash before 0":        {"2026-01-/1", Date{}, false},
		"trailing letter":       {"2026-01-18Z", Date{}, false},
		"trailing space":        {"2026-01-18 ", Date{}, false},
		"trailing newline":      {"2026-01-18\n", Date{}, false},
		"trailing NUL":          {"2026-01-18\x00", Date{}, false},
		"leading space":         {" 2026-01-18", Date{}, false},
		"with time":             {"2026-01-18T00:00:00Z", Date{}, false},
		"cut short":             {"2026-01-", Date{}, false},
		"empty":                 {"", Date{}, false},
		"invalid UTF-8":         {"2026-01-1\xff", Date{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			d, ok := bothForms(t, tt.text, parseDate, parseDate)
			require.Equal(t, tt.ok, ok)
			exported, err := ParseDate(tt.text)
			assert.Equal(t, tt.want, exported)
			if !tt.ok {
				assert.Equal(t, &FormatError{Kind: KindDate, Text: tt.text}, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, d)
			assert.Equal(t, tt.text, d.String())
		})
	}
}

func TestParseDatetime(t *testing.T) {
	const no = ""
	for name, tt := range map[string]struct{ text, strict, lenient string }{ // wanted instants in UTC, or no
		"plain":                      {"2026-01-18T05:00:00Z", "2026-01-18T05:00:00Z", "2026-01-18T05:00:00Z"},
		"lower case":                 {"2026-01-18t05:00:00z", "2026-01-18T05:00:00Z", "2026-01-18T05:00:00Z"},
		"east":                       {"2026-01-18T05:00:00+05:30", "2026-01-17T23:30:00Z", "2026-01-17T23:30:00Z"},
		"west":                       {"2026-01-18T05:00:00-08:00", "2026-01-18T13:00:00Z", "2026-01-18T13:00:00Z"},
		"west below an hour":         {"2026-01-18T05:00:00-00:30", "2026-01-18T05:30:00Z", "2026-01-18T05:30:00Z"},
		"unknown offset is UTC":      {"2026-01-18T05:00:00-00:00", "2026-01-18T05:00:00Z", "2026-01-18T05:00:00Z"},
		"offset +23:59":              {"2026-01-18T05:00:00+23:59", "2026-01-17T05:01:00Z", "2026-01-17T05:01:00Z"},
		"offset -23:59":              {"2026-01-18T05:00:00-23:59", "2026-01-19T04:59:00Z", "2026-01-19T04:59:00Z"},
		"offset +24:00":              {"2026-01-18T05:00:00+24:00", no, no},
		"offset +00:60":              {"2026-01-18T05:00:00+00:60", no, no},
		"offset of one digit":        {"2026-01-18T05:00:00+5:30", no, no},
		"offset with seconds":        {"2026-01-18T05:00:00+05:30:00", no, no},
		"offset without sign":        {"2026-01-18T05:00:0005:30", no, no},
		"offset with a minus sign":   {"2026-01-18T05:00:00−05:00", no, no},
		"offset after Z":             {"2026-01-18T05:00:00Z+00:00", no, no},
		"no zone":                    {"2026-01-18T05:00:00", no, no},
		"fraction of 1":              {"2026-01-18T05:00:00.5Z", "2026-01-18T05:00:00.5Z", "2026-01-18T05:00:00.5Z"},
		"fraction of 9":              {"2026-01-18T05:00:00.123456789Z", "2026-01-18T05:00:00.123456789Z", "2026-01-18T05:00:00.123456789Z"},
		"fraction of 12 cut":         {"2026-01-18T05:00:00.999999999999Z", "2026-01-18T05:00:00.999999999Z", "2026-01-18T05:00:00.999999999Z"},
		"fraction of 0":              {"2026-01-18T05:00:00.Z", no, no},
		"fraction with comma":        {"2026-01-18T05:00:00,5Z", no, no},
		"fraction of non-digits":     {"2026-01-18T05:00:00.5xZ", no, no},
		"leap second":                {"1998-12-31T23:59:60Z", no, no},
		"second 59":                  {"1998-12-31T23:59:59Z", "1998-12-31T23:59:59Z", "1998-12-31T23:59:59Z"},
		"minute 60":                  {"2026-01-18T05:60:00Z", no, no},
		"hour 24":                    {"2026-01-18T24:00:00Z", no, no},
		"one-digit hour":             {"2026-01-18T5:00:00Z", no, no},
		"no real day":                {"2026-02-29T05:00:00Z", no, no},
		"day alone":                  {"2026-01-18", no, no},
		"year 0000":                  {"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
		"year 9999":                  {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
		"five-digit year":            {"10000-01-01T00:00:00Z", no, no},
		"non-ASCII digit":            {"2026-01-18T05:00:0０Z", no, no},
		"empty":                      {"", no, no},
		"leading space":              {" 2026-01-18T05:00:00Z", no, no},
		"trailing space":             {"2026-01-18T05:00:00Z ", no, no},
		"trailing space, offset":     {"2026-01-18T05:00:00+00 ", no, no},
		"basic form":                 {"20260118T050000Z", no, no},
		"no seconds":                 {"2026-01-18T05:00Z", no, "2026-01-18T05:00:00Z"},
		"no seconds, offset":         {"2026-01-18T05:00-08:00", no, "2026-01-18T13:00:00Z"},
		"no seconds but a fraction":  {"2026-01-18T05:00.5Z", no, no},
		"seconds cut short":          {"2026-01-18T05:00:Z", no, no},
		"no minutes":                 {"2026-01-18T05Z", no, no},
		"space":                      {"2026-01-18 05:00:00Z", no, "2026-01-18T05:00:00Z"},
		"two spaces":                 {"2026-01-18  05:00:00Z", no, no},
		"underscore":                 {"2026-01-18_05:00:00Z", no, no},
		"space before zone":          {"2026-01-18T05:00:00 Z", no, no},
		"offset ±HHMM":               {"2026-01-18T05:00:00+0530", no, "2026-01-17T23:30:00Z"},
		"offset +0000":               {"2026-01-18T05:00:00+0000", no, "2026-01-18T05:00:00Z"},
		"offset ±HH":                 {"2026-01-18T05:00:00-08", no, "2026-01-18T13:00:00Z"},
		"offset ±HHM":                {"2026-01-18T05:00:00+053", no, no},
		"offset ±HH:":                {"2026-01-18T05:00:00+05:", no, no},
		"offset ±HH24":               {"2026-01-18T05:00:00+24", no, no},
		"all that lenient adds":      {"2026-01-18 05:00+01", no, "2026-01-18T04:00:00Z"},
		"lenient with a long offset": {"2026-01-18 05:00+01000", no, no},
	} {
		t.Run(name, func(t *testing.T) {
			check := func(want string, got time.Time, ok bool) {
				require.Equal(t, want != no, ok)
				if ok {
					assert.Equal(t, want, got.UTC().Format(time.RFC3339Nano))
				}
			}
			got, ok := bothForms(t, tt.text, parseDatetime, parseDatetime)
			check(tt.strict, got, ok)
			got, ok = bothForms(t, tt.text, parseDatetimeLenient, parseDatetimeLenient)
			check(tt.lenient, got, ok)
		})
	}
}

func TestDatetimeKeepsItsOffset(t *testing.T) {
	z, _ := parseDatetime("2026-01-18T05:00:00Z")
	assert.Same(t, time.UTC, z.Location())
	east, _ := parseDatetime("2026-01-18T05:00:00+05:30")
	_, offset := east.Zone()
	assert.Equal(t, 5*3600+30*60, offset)
	assert.Equal(t, "2026-01-18T05:00:00+05:30", east.Format(time.RFC3339))
}

func TestParseTimeOfDay(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want TimeOfDay
		back string // String of it; empty for a text that is refused
	}{
		"hour and minute":        {"05:07", TimeOfDay{Hour: 5, Minute: 7}, "05:07:00"},
		"with seconds":           {"05:07:09", TimeOfDay{Hour: 5, Minute: 7, Second: 9}, "05:07:09"},
		"midnight":               {"00:00", TimeOfDay{}, "00:00:00"},
		"last":                   {"23:59:59.999999999", TimeOfDay{23, 59, 59, 999999999, 0, false}, "23:59:59.999999999"},
		"fraction of 1":          {"05:07:09.5", TimeOfDay{5, 7, 9, 500000000, 0, false}, "05:07:09.5"},
		"fraction of 12 cut":     {"05:07:09.000000001999", TimeOfDay{5, 7, 9, 1, 0, false}, "05:07:09.000000001"},
		"fraction of zeros":      {"05:07:09.000", TimeOfDay{5, 7, 9, 0, 0, false}, "05:07:09"},
		"Z":                      {"05:07:09Z", TimeOfDay{5, 7, 9, 0, 0, true}, "05:07:09Z"},
		"z":                      {"05:07z", TimeOfDay{5, 7, 0, 0, 0, true}, "05:07:00Z"},
		"zero offset":            {"05:07+00:00", TimeOfDay{5, 7, 0, 0, 0, true}, "05:07:00Z"},
		"unknown offset is zero": {"05:07-00:00", TimeOfDay{5, 7, 0, 0, 0, true}, "05:07:00Z"},
		"offset +23:59":          {"05:07+23:59", TimeOfDay{5, 7, 0, 0, 86340, true}, "05:07:00+23:59"},
		"offset -23:59":          {"05:07:09.25-23:59", TimeOfDay{5, 7, 9, 250000000, -86340, true}, "05:07:09.25-23:59"},
		"offset -00:30":          {"05:07-00:30", TimeOfDay{5, 7, 0, 0, -1800, true}, "05:07:00-00:30"},
		"offset +24:00":          {text: "05:07+24:00"},
		"offset without colon":   {text: "05:07+0000"},
		"offset of hours":        {text: "05:07+00"},
		"24:00":                  {text: "24:00"},
		"minute 60":              {text: "05:60"},
		"second 60":              {text: "23:59:60"},
		"one-digit hour":         {text: "5:00"},
		"hour alone":             {text: "05"},
		"no colon":               {text: "0507"},
		"colon at the end":       {text: "05:07:"},
		"fraction of 0":          {text: "05:07:09."},
		"fraction of the minute": {text: "05:07.5"},
		"fraction with comma":    {text: "05:07:09,5"},
		"twelve hours":           {text: "05:07 pm"},
		"T in front":             {text: "T05:07"},
		"non-ASCII digit":        {text: "0５:07"},
		"trailing newline":       {text: "05:07\n"},
		"empty":                  {text: ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := bothForms(t, tt.text, parseTimeOfDay, parseTimeOfDay)
			require.Equal(t, tt.back != "", ok)
			got, err := ParseTimeOfDay(tt.text)
			assert.Equal(t, tt.want, got)
			if tt.back == "" {
				assert.Equal(t, &FormatError{Kind: KindTime, Text: tt.text}, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.back, got.String())
		})
	}
}

func TestFormatErrorText(t *testing.T) {
	for want, err := range map[string]*FormatError{
		`"2026-02-30" is not a date: want a real day as YYYY-MM-DD`:                                    {KindDate, "2026-02-30"},
		`"now" is not a datetime: want RFC 3339 with a zone, as 2026-01-18T05:00:00Z`:                  {KindDatetime, "now"},
		`"5pm" is not a time: want HH:MM or HH:MM:SS[.fraction], with Z or an offset as +02:00 if any`: {KindTime, "5pm"},
		`"-1ns" is not a timedelta: want an ISO 8601 duration as PT1H30M or P2W, without years or months, ` +
			`below 106752 days`: {KindTimedelta, "-1ns"},
	} {
		assert.EqualError(t, err, want)
	}
	long := &FormatError{Kind: KindDate, Text: strings.Repeat("9", 1<<20)}
	assert.Less(t, len(long.Error()), 300)
	assert.NotPanics(t, func() { _ = (&FormatError{}).Error() })
}
