// The text forms of durations: tables of texts.

package jarvis

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
