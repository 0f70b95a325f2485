// The text forms agree with the time package, survive a round trip, and take anything without harm.

package jarvis

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

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
