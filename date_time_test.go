// Dates and times of day as values: their texts, arithmetic, and the instants they mean.

package jarvis

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

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
