// Fuzzing of the text forms against independent references: a regular expression with big integers, and the time package.

package jarvis

import (
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var durationForm = regexp.MustCompile(`^P(?:([0-9]+)W|(?:([0-9]+)D)?(T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)(?:\.([0-9]+))?S)?)?)$`)

// referenceDuration reads an ISO 8601 duration without sharing code or method with parseDuration.
func referenceDuration(text string) (time.Duration, bool) {
	m := durationForm.FindStringSubmatch(text)
	if m == nil || text == "P" || m[3] == "T" {
		return 0, false
	}
	sum := new(big.Int)
	for group, seconds := range map[int]int64{1: 604800, 2: 86400, 4: 3600, 5: 60, 6: 1} {
		if n, ok := new(big.Int).SetString(m[group], 10); ok {
			sum.Add(sum, n.Mul(n, big.NewInt(seconds*1e9)))
		}
	}
	nanos, _ := new(big.Int).SetString((m[7] + "000000000")[:9], 10)
	if sum.Add(sum, nanos); !sum.IsInt64() {
		return 0, false
	}
	return time.Duration(sum.Int64()), true
}

func requireSameDuration(t require.TestingT, text string) {
	want, wantOK := referenceDuration(text)
	got, ok := bothForms(t, text, parseDuration, parseDuration)
	require.Equal(t, wantOK, ok, "%q", text)
	if !ok {
		return
	}
	require.Equal(t, want, got, "%q", text)
	lenient, ok := bothForms(t, text, parseDurationLenient, parseDurationLenient)
	require.True(t, ok)
	require.Equal(t, want, lenient)
	requireRoundTrip(t, got)
}

func requireRoundTrip(t require.TestingT, d time.Duration) {
	text, err := FormatDuration(d)
	require.NoError(t, err)
	back, err := ParseDuration(text)
	require.NoError(t, err, text)
	require.Equal(t, d, back, text)
	reference, ok := referenceDuration(text)
	require.True(t, ok, text)
	require.Equal(t, d, reference, text)
}

var rfc3339Form = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// requireSameDatetime compares with time.Parse, whose known liberties (a comma, a one-digit hour, offsets of 24 hours) the form takes away.
func requireSameDatetime(t require.TestingT, text string) {
	want, err := time.Parse(time.RFC3339, strings.NewReplacer("t", "T", "z", "Z").Replace(text))
	got, ok := bothForms(t, text, parseDatetime, parseDatetime)
	require.Equal(t, err == nil && rfc3339Form.MatchString(text), ok, "%q", text)
	lenient, lenientOK := bothForms(t, text, parseDatetimeLenient, parseDatetimeLenient)
	if ok {
		require.True(t, want.Equal(got), "%q gives %s, want %s", text, got, want)
		require.True(t, lenientOK && lenient.Equal(got), "%q: lenient gives %s", text, lenient)
	}
	if lenientOK && err == nil {
		require.True(t, want.Equal(lenient), "%q: lenient gives %s, want %s", text, lenient, want)
	}
	d, okDate := bothForms(t, text, parseDate, parseDate)
	wantDate, err := time.Parse(time.DateOnly, text)
	require.Equal(t, err == nil, okDate, "%q", text)
	if okDate {
		require.Equal(t, DateOf(wantDate), d)
	}
	if clock, ok := bothForms(t, text, parseTimeOfDay, parseTimeOfDay); ok {
		marshalled, err := clock.MarshalText()
		require.NoError(t, err, "%q", text)
		back, ok := parseTimeOfDay(marshalled)
		require.True(t, ok && back == clock, "%q", text)
	}
}

// TestDurationAgainstReference draws texts that are close to the form: random units, numbers and fractions in random order.
func TestDurationAgainstReference(t *testing.T) {
	text := rapid.StringMatching(`P?(([0-9]{1,3}|[0-9]{9,11}|0{20}[0-9]{3,6})(\.[0-9]{0,11})?[WDHMSY]|T|[0-9]{2,12}[DHMS]){0,5}`)
	ordered := rapid.StringMatching(`P([0-9]{1,6}D)?(T([0-9]{1,7}H)?([0-9]{1,9}M)?([0-9]{1,10}(\.[0-9]{1,12})?S)?)?`)
	rapid.Check(t, func(t *rapid.T) { requireSameDuration(t, text.Draw(t, "text")) })
	rapid.Check(t, func(t *rapid.T) { requireSameDuration(t, ordered.Draw(t, "ordered")) })
}

// TestDatetimeNearMisses draws texts that are close to the form.
func TestDatetimeNearMisses(t *testing.T) {
	text := rapid.StringMatching(`[0-9]{3,5}-[01][0-9]-[0-3][0-9][Tt ][0-2]?[0-9]:[0-6][0-9](:[0-6][0-9])?([.,][0-9]{0,12})?([Zz]|[+-][0-2][0-9]:?([0-6][0-9])?)?`)
	rapid.Check(t, func(t *rapid.T) { requireSameDatetime(t, text.Draw(t, "text")) })
	rapid.Check(t, func(t *rapid.T) { requireSameDatetime(t, text.Draw(t, "text")[11:]) })
}

func FuzzDuration(f *testing.F) {
	for _, text := range []string{
		"", "P", "PT", "PT0S", "P2W", "P1DT2H30M0.5S", "PT1H2S", "P1DT", "P1M", "P1W1D", "PT1.S", "PT.5S", "-PT1H", "1h30m", "PT1H1H",
		"PT9223372036.854775807S", "PT9223372036.854775808S", "P106752D", "PT0.0000000019S", "P00000000000000000000000001D",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		requireSameDuration(t, text)
		want, err := time.ParseDuration(text)
		if got, ok := parseDurationLenient(text); err == nil || ok && !strings.HasPrefix(text, "P") {
			require.True(t, ok && err == nil && got == want, "%q gives %s", text, got)
		}
	})
}

func FuzzDatetime(f *testing.F) {
	for _, text := range []string{
		"", "2026-01-18", "05:00", "05:00:00.5+02:00", "23:59:60", "2026-01-18T05:00:00Z", "2026-01-18t05:00:00.123456789012z", "2026-01-18T05:00:00+23:59",
		"2026-01-18T05:00:00-24:00", "2026-01-18 05:00+00", "2026-01-18T05:00:00,5Z", "2026-01-18T5:00:00Z", "2026-02-30T05:00:00Z",
		"0000-01-01T00:00:00-00:00", "9999-12-31T23:59:60Z", "2026-01-18T05:00:00+0530", "1900-02-29", "2000-02-29",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { requireSameDatetime(t, text) })
}
