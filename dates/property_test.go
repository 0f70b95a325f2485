// Properties: what holds for every key at every moment, checked without the package's own arithmetic where there is another way.

package dates_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/dates"
)

var (
	allZones = []string{"", "UTC+14", "UTC-3:30", "America/New_York", "America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Africa/Casablanca", "Africa/Cairo", "Pacific/Kiritimati", "Pacific/Apia", "Europe/Dublin"}
	allMoments = []string{"2026-03-08T06:59:59Z", "2026-03-29T00:30:00Z", "2026-11-01T06:30:00Z", "2026-09-06T04:00:00Z", "2026-10-04T15:00:00Z",
		"2026-05-24T12:00:00Z", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z", "2028-02-29T10:00:00Z", "2018-11-04T12:00:00Z"}
)

func everywhere(t *testing.T, check func(t *testing.T, r *dates.Resolver, now time.Time)) {
	for _, zone := range allZones {
		for _, moment := range allMoments {
			t.Run(zone+" "+moment, func(t *testing.T) {
				r := at(t, moment, zone)
				check(t, r, instant(t, moment).In(r.Zone().Location))
			})
		}
	}
}

func TestEveryKeyResolvesEverywhere(t *testing.T) {
	sizes := func(key string) int {
		switch {
		case strings.HasSuffix(key, "_week"):
			return 7
		case strings.HasSuffix(key, "_weekend"), strings.HasSuffix(key, "_month"), strings.HasSuffix(key, "_year"):
			return 2
		}
		return 1
	}
	everywhere(t, func(t *testing.T, r *dates.Resolver, _ time.Time) {
		for _, key := range slices.Concat(dates.Keys(), dates.CommandKeys()) {
			found := r.Resolve(key)
			assert.Empty(t, found.Unresolved, key)
			assert.Len(t, found.Instants, sizes(key), key)
		}
		assert.Empty(t, r.Resolve(dates.Keys()...).Unresolved, "all at once")
	})
}

func TestDaysAreInOrderEverywhere(t *testing.T) {
	chains := [][]string{
		{"day_before_yesterday", "yesterday", "last_night", "today", "tomorrow", "day_after_tomorrow"},
		{"last_monday", "last_tuesday", "this_monday", "this_saturday", "next_monday", "next_saturday"},
		{"last_sunday", "last_monday", "this_sunday", "this_monday", "next_sunday"},
		{"this_morning", "this_afternoon", "this_evening", "tonight", "tomorrow_morning"},
	}
	everywhere(t, func(t *testing.T, r *dates.Resolver, now time.Time) {
		for _, chain := range chains {
			for i := range chain[1:] {
				assert.True(t, one(t, r, chain[i]).Before(one(t, r, chain[i+1])), "%s before %s", chain[i], chain[i+1])
			}
		}
		assert.False(t, one(t, r, "today").After(now))
		assert.True(t, one(t, r, "tomorrow").After(now))
		assert.Equal(t, now.Add(26*time.Hour+5*time.Minute).UTC(), one(t, r, "in_26_hours_5_minutes"))
	})
}

// The days of keys are counted here by walking from noon to noon with time.AddDate, and their names read from the calendar.
func TestKeysNameTheirDays(t *testing.T) {
	everywhere(t, func(t *testing.T, r *dates.Resolver, now time.Time) {
		noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.UTC)
		week := noon.AddDate(0, 0, -int(noon.Weekday()))
		for shift, which := range map[int]string{-7: "last_", 0: "this_", 7: "next_"} {
			for day := range 7 {
				want := week.AddDate(0, 0, shift+day)
				key := which + strings.ToLower(want.Weekday().String())
				got := one(t, r, key, "at_noon").In(now.Location())
				assert.Equal(t, want.Format(time.DateTime), got.Format(time.DateTime), key)
			}
		}
		for _, which := range []string{"last_", "this_", "next_"} {
			weekend := r.Resolve(which+"weekend", "at_noon").Instants
			assert.Equal(t, time.Saturday, weekend[0].In(now.Location()).Weekday())
			assert.Equal(t, time.Sunday, weekend[1].In(now.Location()).Weekday())
			month := r.Resolve(which+"month", "at_noon").Instants
			assert.Equal(t, 1, month[0].In(now.Location()).Day())
			assert.Equal(t, 1, month[1].In(now.Location()).AddDate(0, 0, 1).Day())
		}
	})
}

// transitions are days on which clocks go forward or back, the day before and the zone: at night, at midnight, by half an hour,
// by a day, twice a year against the season, and in the past.
var transitions = []struct{ eve, zone string }{
	{"2027-03-13", "America/New_York"}, {"2026-10-31", "America/New_York"}, {"2026-03-28", "Europe/Berlin"}, {"2026-10-24", "Europe/Berlin"},
	{"2026-09-05", "America/Santiago"}, {"2026-04-03", "America/Santiago"}, {"2026-04-04", "America/Santiago"}, {"2018-11-03", "America/Sao_Paulo"},
	{"2018-02-16", "America/Sao_Paulo"}, {"2018-02-17", "America/Sao_Paulo"}, {"2026-04-23", "Africa/Cairo"}, {"2026-10-28", "Africa/Cairo"},
	{"2026-03-28", "Asia/Beirut"}, {"2022-03-21", "Asia/Tehran"}, {"2026-10-03", "Australia/Lord_Howe"}, {"2026-04-04", "Australia/Lord_Howe"},
	{"2026-02-14", "Africa/Casablanca"}, {"2026-03-21", "Africa/Casablanca"}, {"2011-12-28", "Pacific/Apia"}, {"2011-12-29", "Pacific/Apia"},
	{"2026-03-28", "Atlantic/Azores"}, {"2026-10-24", "Atlantic/Azores"}, {"2026-10-24", "Europe/London"}, {"2026-06-01", "Europe/Berlin"},
}

// wallClocks lists, for every minute of two days, the first instant at which clocks show it, or the instant that the offset in
// force before it was left out gives. It looks at the offset of every minute and knows nothing of transitions.
func wallClocks(day time.Time, zone *time.Location) map[int64]int64 {
	walls := map[int64]int64{} // minutes since 1970, on the wall and in UTC
	last, offset := int64(0), int64(0)
	from := day.Add(-48*time.Hour).Unix() / 60
	for minute := from; minute < from+6*24*60; minute++ {
		_, seconds := time.Unix(minute*60, 0).In(zone).Zone()
		wall := minute + int64(seconds/60)
		for left := last + 1; minute > from && left < wall; left++ {
			if _, ok := walls[left]; !ok {
				walls[left] = left - offset
			}
		}
		if _, ok := walls[wall]; !ok {
			walls[wall] = minute
		}
		last, offset = wall, int64(seconds/60)
	}
	return walls
}

func TestGapsAndRepeatedTimes(t *testing.T) {
	for _, tt := range transitions {
		t.Run(tt.zone+" after "+tt.eve, func(t *testing.T) {
			zone := location(t, tt.zone)
			eve, err := time.ParseInLocation(time.DateTime, tt.eve+" 12:00:00", zone)
			require.NoError(t, err)
			r := dates.New(dates.Config{Zone: tt.zone, Clock: standing(eve)})
			day, err := time.Parse(time.DateOnly, tt.eve)
			require.NoError(t, err)
			walls := wallClocks(day, zone)
			midnight := day.AddDate(0, 0, 1).Unix() / 60
			assert.Equal(t, walls[midnight]*60, one(t, r, "tomorrow").Unix(), "midnight")
			for minute := range int64(24 * 60) {
				key := fmt.Sprintf("at_%02d%02d", minute/60, minute%60)
				if got := one(t, r, "tomorrow", key).Unix(); got != walls[midnight+minute]*60 {
					t.Fatalf("%s is %v, not %v", key, time.Unix(got, 0).In(zone), time.Unix(walls[midnight+minute]*60, 0).In(zone))
				}
			}
		})
	}
}

// The same times, written out.
func TestGapsByName(t *testing.T) {
	for name, tt := range map[string]struct{ now, zone, keys, want string }{
		"a gap at night":             {"2027-03-13T17:00:00Z", "America/New_York", "tomorrow,at_2_30am", "2027-03-14T07:30:00Z"},
		"the second before a gap":    {"2027-03-13T17:00:00Z", "America/New_York", "tomorrow,at_1_59am", "2027-03-14T06:59:00Z"},
		"the end of a gap":           {"2027-03-13T17:00:00Z", "America/New_York", "tomorrow,at_3am", "2027-03-14T07:00:00Z"},
		"a gap at midnight":          {"2026-09-05T16:00:00Z", "America/Santiago", "tomorrow", "2026-09-06T04:00:00Z"},
		"a gap east of UTC":          {"2026-03-28T16:00:00Z", "Asia/Beirut", "tomorrow", "2026-03-28T22:00:00Z"},
		"a repeated time":            {"2026-10-31T16:00:00Z", "America/New_York", "tomorrow,at_1_30am", "2026-11-01T05:30:00Z"},
		"a repeated time before one": {"2026-10-31T16:00:00Z", "America/New_York", "tomorrow,at_12_59am", "2026-11-01T04:59:00Z"},
		"after a repeated time":      {"2026-10-31T16:00:00Z", "America/New_York", "tomorrow,at_2am", "2026-11-01T07:00:00Z"},
		"half an hour":               {"2026-10-03T02:00:00Z", "Australia/Lord_Howe", "tomorrow,at_2_15am", "2026-10-03T15:45:00Z"},
		"a day that never was":       {"2011-12-29T22:00:00Z", "Pacific/Apia", "tomorrow,at_9am", "2011-12-30T19:00:00Z"},
		"seconds in an offset":       {"1930-06-01T12:00:00Z", "Europe/Amsterdam", "today", "1930-05-31T22:40:28Z"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, one(t, at(t, tt.now, tt.zone), split(tt.keys, ",")...).Format(time.RFC3339))
		})
	}
}

func FuzzResolve(f *testing.F) {
	for _, key := range []string{"today", "in_2_hours", "in_9999999999_days", "at 7:30 PM", "Next Monday", "in_1_days_9_minutes", "at_2_30am", "\xff"} {
		f.Add(key, "tomorrow", "America/New_York", int64(1_804_982_400))
	}
	f.Add("this_week", "night", "UTC-3:30", int64(253_402_300_799))
	f.Add("yesterday", "x", "../etc/passwd", int64(-62_135_596_800))
	f.Add("in_0_days", "", "Local", int64(1<<62))
	f.Fuzz(func(t *testing.T, a, b, zone string, now int64) {
		r := dates.New(dates.Config{Zone: zone, Clock: standing(time.Unix(now, 0))})
		found := r.Resolve(a, b, a)
		seen := map[time.Time]bool{}
		for _, instant := range found.Instants {
			assert.False(t, seen[instant])
			seen[instant] = true
			assert.True(t, instant.Year() >= 1 && instant.Year() <= 9999)
			assert.Equal(t, instant, instant.UTC().Truncate(time.Second))
		}
		for _, key := range []string{a, b} {
			assert.True(t, dates.Valid(key) || slices.Contains(found.Unresolved, key), key)
			assert.Equal(t, dates.Normalize(key), dates.Normalize(dates.Normalize(key)))
			assert.Equal(t, dates.Valid(key), dates.Valid(dates.Normalize(key)))
		}
		r.Context()
	})
}
