// The text forms: tables of texts, value semantics, and agreement with the time package.

package jarvis

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func ExampleParseDuration() {
	d, err := ParseDuration("P1DT2H30M")
	fmt.Println(d, err)
	_, err = ParseDuration("1h30m")
	fmt.Println(err)
	// Output:
	// 26h30m0s <nil>
	// "1h30m" is not a timedelta: want an ISO 8601 duration as PT1H30M or P2W, without years or months, below 106752 days
}

func ExampleTimeOfDay_On() {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	d, _ := ParseDate("2026-01-18")
	for _, text := range []string{"17:30", "17:30Z"} {
		t, _ := ParseTimeOfDay(text)
		fmt.Println(t.On(d, berlin).Format(time.RFC3339))
	}
	// Output:
	// 2026-01-18T17:30:00+01:00
	// 2026-01-18T17:30:00Z
}

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

func TestParseDuration(t *testing.T) {
	const no = time.Duration(-1)
	for name, tt := range map[string]struct {
		text string
		want time.Duration
	}{
		"weeks":                    {"P2W", 14 * day},
		"days":                     {"P3D", 3 * day},
		"all":                      {"P1DT2H3M4.5S", day + 2*time.Hour + 3*time.Minute + 4500*time.Millisecond},
		"hours":                    {"PT36H", 36 * time.Hour},
		"minutes":                  {"PT90M", 90 * time.Minute},
		"seconds":                  {"PT100000S", 100000 * time.Second},
		"minutes skipped":          {"PT1H2S", time.Hour + 2*time.Second},
		"hours skipped":            {"P1DT2S", day + 2*time.Second},
		"leading zeros":            {"P000000000000000000000001D", day},
		"zero":                     {"PT0S", 0},
		"zero weeks":               {"P0W", 0},
		"fraction of 9":            {"PT0.000000001S", 1},
		"fraction of 12 cut":       {"PT0.000000001999S", 1},
		"largest":                  {"PT9223372036.854775807S", math.MaxInt64},
		"largest, cut":             {"PT9223372036.8547758079S", math.MaxInt64},
		"largest in parts":         {"P106751DT23H47M16.854775807S", math.MaxInt64},
		"largest weeks":            {"P15250W", 15250 * 7 * day},
		"one nanosecond more":      {"PT9223372036.854775808S", no},
		"one more in parts":        {"P106751DT23H47M16.854775808S", no},
		"one second more":          {"PT9223372037S", no},
		"one week more":            {"P15251W", no},
		"one day more":             {"P106752D", no},
		"beyond 64 bits":           {"PT18446744073709551617S", no},
		"wraps to zero if naive":   {"PT36893488147419103232H", no},
		"empty":                    {"", no},
		"P alone":                  {"P", no},
		"T alone":                  {"T1H", no},
		"PT alone":                 {"PT", no},
		"T without time":           {"P1DT", no},
		"two T":                    {"PT1HT1M", no},
		"two T in a row":           {"PTT1M", no},
		"no unit":                  {"PT1", no},
		"no number":                {"PTH", no},
		"years":                    {"P1Y", no},
		"months":                   {"P1M", no},
		"months before days":       {"P1M2D", no},
		"weeks and days":           {"P1W2D", no},
		"weeks and time":           {"P1WT1H", no},
		"days and weeks":           {"P1D1W", no},
		"weeks after T":            {"PT1W", no},
		"days after T":             {"PT1D", no},
		"hours before T":           {"P1H", no},
		"seconds before T":         {"P1S", no},
		"time without T after day": {"P1D2H", no},
		"wrong order":              {"PT1M1H", no},
		"seconds before minutes":   {"PT1S1M", no},
		"days twice":               {"P1D2D", no},
		"hours twice":              {"PT1H1H", no},
		"lower case":               {"pt1h", no},
		"lower-case unit":          {"PT1h", no},
		"plus":                     {"+PT1H", no},
		"minus":                    {"-PT1H", no},
		"inner minus":              {"PT-1H", no},
		"fraction of hours":        {"PT0.5H", no},
		"fraction of minutes":      {"PT1.5M1S", no},
		"fraction of weeks":        {"P0.5W", no},
		"fraction of 0":            {"PT1.S", no},
		"fraction alone":           {"PT.5S", no},
		"fraction with comma":      {"PT0,5S", no},
		"two fractions":            {"PT0.5.5S", no},
		"exponent":                 {"PT1e3S", no},
		"non-ASCII digit":          {"PT１H", no},
		"inner space":              {"PT 1H", no},
		"trailing newline":         {"PT1H\n", no},
		"Go text":                  {"1h30m", no},
		"alternative form":         {"P0000-00-01T00:00:00", no},
	} {
		t.Run(name, func(t *testing.T) {
			d, ok := bothForms(t, tt.text, parseDuration, parseDuration)
			require.Equal(t, tt.want != no, ok)
			exported, err := ParseDuration(tt.text)
			if tt.want == no {
				assert.Zero(t, exported)
				assert.Equal(t, &FormatError{Kind: KindTimedelta, Text: tt.text}, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, d)
			assert.Equal(t, tt.want, exported)
		})
	}
}

func TestParseDurationLenient(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want time.Duration
		ok   bool
	}{
		"ISO":         {"PT1H", time.Hour, true},
		"Go":          {"1h30m", 90 * time.Minute, true},
		"negative":    {"-1.5h", -90 * time.Minute, true},
		"micro sign":  {"2µs", 2 * time.Microsecond, true},
		"smallest":    {"-9223372036854775808ns", math.MinInt64, true},
		"too large":   {"9223372036854775808ns", 0, false},
		"days":        {"1d", 0, false},
		"spaces":      {" 1h", 0, false},
		"number":      {"5", 0, false},
		"ISO signed":  {"-PT1H", 0, false},
		"mixed forms": {"PT1h", 0, false},
		"empty":       {"", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			d, ok := bothForms(t, tt.text, parseDurationLenient, parseDurationLenient)
			require.Equal(t, tt.ok, ok)
			if ok {
				assert.Equal(t, tt.want, d)
			}
		})
	}
}

func TestFormatDuration(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"PT0S":                         0,
		"PT0.5S":                       500 * time.Millisecond,
		"PT0.000000001S":               1,
		"PT1H30M":                      90 * time.Minute,
		"PT1H2S":                       time.Hour + 2*time.Second,
		"PT1M":                         time.Minute,
		"PT10S":                        10 * time.Second,
		"P1DT2H":                       26 * time.Hour,
		"P1DT0.1S":                     day + 100*time.Millisecond,
		"P7D":                          7 * day,
		"P10D":                         10 * day,
		"P106751DT23H47M16.854775807S": math.MaxInt64,
	} {
		got, err := FormatDuration(d)
		require.NoError(t, err, want)
		assert.Equal(t, want, got)
	}
	for _, d := range []time.Duration{-1, math.MinInt64} {
		got, err := FormatDuration(d)
		assert.Empty(t, got)
		assert.Equal(t, &FormatError{Kind: KindTimedelta, Text: d.String()}, err)
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

func TestDateText(t *testing.T) {
	for name, d := range map[string]Date{
		"zero": {}, "30 February": {2026, time.February, 30}, "year -1": {-1, time.January, 1}, "year 10000": {10000, time.January, 1},
		"month 13": {2026, 13, 1}, "day -1": {2026, time.January, -1},
	} {
		_, err := d.MarshalText()
		assert.Equal(t, &FormatError{Kind: KindDate, Text: d.String()}, err, name)
	}
	var v struct {
		Day  Date            `json:"day"`
		None Date            `json:"none,omitzero"`
		At   TimeOfDay       `json:"at"`
		Keys map[Date]string `json:"keys"`
	}
	const text = `{"day":"2026-01-18","at":"05:00:00Z","keys":{"2024-02-29":"x"}}`
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	assert.Equal(t, Date{2026, time.January, 18}, v.Day)
	back, err := json.Marshal(v)
	require.NoError(t, err)
	assert.Equal(t, text, string(back))

	var formatErr *FormatError
	require.ErrorAs(t, v.Day.UnmarshalText([]byte("2026-02-30")), &formatErr)
	assert.Equal(t, FormatError{KindDate, "2026-02-30"}, *formatErr)
	assert.Equal(t, Date{2026, time.January, 18}, v.Day, "a refused text changes nothing")
	require.ErrorAs(t, v.At.UnmarshalText([]byte("5")), &formatErr)
	assert.Equal(t, TimeOfDay{Hour: 5, HasOffset: true}, v.At, "a refused text changes nothing")
}

func TestTimeOfDayWithoutText(t *testing.T) {
	for name, v := range map[string]TimeOfDay{
		"hour 24": {Hour: 24}, "minute -1": {Minute: -1}, "second 60": {Second: 60}, "a whole second": {Nanosecond: 1e9},
		"negative fraction": {Nanosecond: -1}, "offset of seconds": {Offset: 30, HasOffset: true},
		"offset of a day": {Offset: 86400, HasOffset: true}, "offset not said to be known": {Offset: 3600},
		"far offset": {Offset: math.MinInt32, HasOffset: true},
	} {
		_, err := v.MarshalText()
		var formatErr *FormatError
		require.ErrorAs(t, err, &formatErr, name)
		assert.Equal(t, FormatError{KindTime, fmt.Sprintf("%#v", v)}, *formatErr, name)
	}
}

func TestDateArithmetic(t *testing.T) {
	d := Date{2024, time.February, 28}
	assert.Equal(t, Date{2024, time.March, 1}, d.AddDays(2))
	assert.Equal(t, Date{2023, time.December, 31}, d.AddDays(-59))
	assert.Equal(t, d, d.AddDays(0))
	assert.Zero(t, d.Compare(d))
	assert.Equal(t, -1, d.Compare(Date{2024, time.March, 1}))
	assert.Equal(t, 1, d.Compare(Date{2023, time.December, 31}))
	assert.Equal(t, 1, d.Compare(Date{2024, time.February, 27}))
	assert.True(t, Date{}.IsZero())
	assert.False(t, d.IsZero())
	west := time.FixedZone("", -8*3600)
	assert.Equal(t, Date{2024, time.February, 27}, DateOf(time.Date(2024, 2, 28, 1, 0, 0, 0, time.UTC).In(west)))
}

func TestOn(t *testing.T) {
	for name, tt := range map[string]struct{ zone, date, time, want string }{
		"no location is UTC":        {"", "2026-01-18", "05:00", "2026-01-18T05:00:00Z"},
		"location":                  {"Europe/Berlin", "2026-07-18", "05:00:00.5", "2026-07-18T05:00:00.5+02:00"},
		"own offset wins":           {"Europe/Berlin", "2026-07-18", "05:00-03:30", "2026-07-18T05:00:00-03:30"},
		"own zero offset wins":      {"Europe/Berlin", "2026-07-18", "05:00Z", "2026-07-18T05:00:00Z"},
		"gap, east":                 {"Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T03:30:00+02:00"},
		"gap, west":                 {"America/New_York", "2026-03-08", "02:30", "2026-03-08T03:30:00-04:00"},
		"after the gap":             {"Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"},
		"before the gap":            {"Europe/Berlin", "2026-03-29", "01:59:59", "2026-03-29T01:59:59+01:00"},
		"shown twice, east":         {"Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"},
		"shown twice, west":         {"America/New_York", "2026-11-01", "01:30", "2026-11-01T01:30:00-04:00"},
		"after the second":          {"Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"},
		"midnight in a gap":         {"America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T01:00:00-02:00"},
		"midnight shown twice":      {"America/Havana", "2026-11-01", "00:00", "2026-11-01T00:00:00-04:00"},
		"gap of half an hour":       {"Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-04T02:45:00+11:00"},
		"a day left out":            {"Pacific/Apia", "2011-12-30", "00:00", "2011-12-31T00:00:00+14:00"},
		"later in the day left out": {"Pacific/Apia", "2011-12-30", "23:00", "2011-12-31T23:00:00+14:00"},
	} {
		t.Run(name, func(t *testing.T) {
			var loc *time.Location
			if tt.zone != "" {
				var err error
				loc, err = time.LoadLocation(tt.zone)
				require.NoError(t, err)
			}
			d, err := ParseDate(tt.date)
			require.NoError(t, err)
			clock, err := ParseTimeOfDay(tt.time)
			require.NoError(t, err)
			assert.Equal(t, tt.want, clock.On(d, loc).Format(time.RFC3339Nano))
			if clock == (TimeOfDay{}) {
				assert.Equal(t, tt.want, d.In(loc).Format(time.RFC3339Nano))
			}
		})
	}
}

// TestOnAgainstSearch compares On with the first instant, minute by minute, at which the clock shows the reading.
func TestOnAgainstSearch(t *testing.T) {
	var zones []*time.Location
	for _, name := range []string{"Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca"} {
		loc, err := time.LoadLocation(name)
		require.NoError(t, err)
		zones = append(zones, loc)
	}
	rapid.Check(t, func(t *rapid.T) {
		loc := rapid.SampledFrom(zones).Draw(t, "zone")
		d := Date{2018, time.January, 1}.AddDays(rapid.IntRange(0, 3650).Draw(t, "day"))
		clock := TimeOfDay{Hour: rapid.IntRange(0, 23).Draw(t, "hour"), Minute: rapid.IntRange(0, 59).Draw(t, "minute")}
		got := clock.On(d, loc)
		wall := clock.On(d, nil)
		for at := wall.Add(-15 * time.Hour); at.Before(wall.Add(15 * time.Hour)); at = at.Add(time.Minute) {
			if local := at.In(loc); DateOf(local) == d && local.Hour() == clock.Hour && local.Minute() == clock.Minute {
				require.True(t, got.Equal(at), "got %s, first is %s", got, local)
				return
			}
		}
		require.Equal(t, d, DateOf(got), "a gap stays in the day")
		require.True(t, wallOf(got).After(wall), "a gap moves forward: %s", got)
	})
}

func TestDatetimeAgainstTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		instant := time.Unix(rapid.Int64Range(-62167132800, 253402214400).Draw(t, "second"), rapid.Int64Range(0, 999999999).Draw(t, "nanos"))
		zone := time.FixedZone("", 60*rapid.IntRange(-1439, 1439).Draw(t, "offset"))
		text := instant.In(zone).Format(time.RFC3339Nano)
		want, err := time.Parse(time.RFC3339Nano, text)
		require.NoError(t, err)
		got, ok := bothForms(t, text, parseDatetime, parseDatetime)
		require.True(t, ok, text)
		require.True(t, want.Equal(got), "%s gives %s", text, got)
		_, wantOffset := want.Zone()
		_, offset := got.Zone()
		require.Equal(t, wantOffset, offset)
		lenient, ok := parseDatetimeLenient(text)
		require.True(t, ok && lenient.Equal(got))

		d, ok := parseDate(text[:10])
		require.True(t, ok)
		require.Equal(t, DateOf(got), d)
		clock, ok := bothForms(t, text[11:], parseTimeOfDay, parseTimeOfDay)
		require.True(t, ok)
		require.True(t, clock.On(d, nil).Equal(want))
		require.Equal(t, text[11:], clock.String())
	})
}

func TestDateAgainstTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := fmt.Sprintf("%04d-%02d-%02d", rapid.IntRange(0, 9999).Draw(t, "year"), rapid.IntRange(0, 13).Draw(t, "month"), rapid.IntRange(0, 32).Draw(t, "day"))
		want, err := time.Parse(time.DateOnly, text)
		d, ok := bothForms(t, text, parseDate, parseDate)
		require.Equal(t, err == nil, ok, text)
		if ok {
			require.Equal(t, DateOf(want), d)
			require.True(t, d.In(nil).Equal(want))
			marshalled, err := d.MarshalText()
			require.NoError(t, err)
			require.Equal(t, text, string(marshalled))
		}
	})
}

func TestTimeOfDayRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := TimeOfDay{
			Hour: rapid.IntRange(-1, 25).Draw(t, "hour"), Minute: rapid.IntRange(-1, 61).Draw(t, "minute"), Second: rapid.IntRange(-1, 61).Draw(t, "second"),
			Nanosecond: rapid.IntRange(-1, 1e9).Draw(t, "nanos"), Offset: 30 * rapid.IntRange(-2900, 2900).Draw(t, "offset"), HasOffset: rapid.Bool().Draw(t, "has"),
		}
		text, err := v.MarshalText()
		if err != nil {
			return
		}
		var back TimeOfDay
		require.NoError(t, back.UnmarshalText(text))
		require.Equal(t, v, back)
	})
}

func TestDurationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "nanos"))
		unit := rapid.SampledFrom([]time.Duration{1, time.Millisecond, time.Second, time.Minute, time.Hour, day}).Draw(t, "unit")
		requireRoundTrip(t, d/unit*unit)
	})
	requireRoundTrip(t, math.MaxInt64)
}

// TestHostileTexts runs texts of megabytes, which take far too long for anything that is not linear.
func TestHostileTexts(t *testing.T) {
	zeros, nines := strings.Repeat("0", 8<<20), strings.Repeat("9", 8<<20)
	d, ok := parseDuration("PT" + zeros + "1." + nines + "S")
	assert.True(t, ok)
	assert.Equal(t, 2*time.Second-1, d)
	_, ok = parseDuration("PT" + nines + "S")
	assert.False(t, ok)
	_, ok = parseDurationLenient(strings.Repeat("1h", 4<<20))
	assert.False(t, ok)
	at, ok := parseDatetime("2026-01-18T05:00:00." + nines + "Z")
	assert.True(t, ok)
	assert.Equal(t, 999999999, at.Nanosecond())
	_, ok = parseDate(nines)
	assert.False(t, ok)
}

func TestParsersDoNotAllocate(t *testing.T) {
	for name, parse := range map[string]func() bool{
		"date":             func() bool { _, ok := parseDate("2026-01-18"); return ok },
		"datetime Z":       func() bool { _, ok := parseDatetime("2026-01-18T05:00:00.123456789Z"); return ok },
		"datetime hours":   func() bool { _, ok := parseDatetime("2026-01-18T05:00:00+02:00"); return ok },
		"datetime lenient": func() bool { _, ok := parseDatetimeLenient("2026-01-18 05:00+0500"); return ok },
		"time":             func() bool { _, ok := parseTimeOfDay("05:00:00.5+05:45"); return ok },
		"duration":         func() bool { _, ok := parseDuration("P1DT2H30M0.5S"); return ok },
		"duration lenient": func() bool { _, ok := parseDurationLenient("PT1H"); return ok },
		"Go duration":      func() bool { _, ok := parseDurationLenient("1h30m"); return ok },
		"named string":     func() bool { _, ok := parseDate(namedString("2026-01-18")); return ok },
	} {
		require.True(t, parse(), name)
		assert.Zero(t, testing.AllocsPerRun(100, func() { parse() }), name)
	}
	date, datetime, clock, duration := []byte("2026-01-18"), namedBytes("2026-01-18T05:00:00+05:00"), []byte("05:00"), []byte("PT1H")
	for name, parse := range map[string]func() bool{
		"date bytes":     func() bool { _, ok := parseDate(date); return ok },
		"datetime bytes": func() bool { _, ok := parseDatetime(datetime); return ok },
		"lenient bytes":  func() bool { _, ok := parseDatetimeLenient(datetime); return ok },
		"time bytes":     func() bool { _, ok := parseTimeOfDay(clock); return ok },
		"duration bytes": func() bool { _, ok := parseDuration(duration); return ok },
	} {
		require.True(t, parse(), name)
		assert.Zero(t, testing.AllocsPerRun(100, func() { parse() }), name)
	}
}

func BenchmarkParseDatetime(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		parseDatetime("2026-01-18T05:00:00.123456789+05:30")
	}
}
