// Resolving: single keys, lists, bounds, and the options.

package dates_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/dates"
)

// resolveCase is one list at one moment. Instants are separated by spaces.
type resolveCase struct {
	now, zone, keys, want, unresolved string
}

const (
	wednesday = "2026-05-20T16:30:15.9Z" // 12:30:15 in New York
	sunday    = "2026-05-24T03:00:00Z"   // 23:00 on Saturday in New York
)

var resolveCases = map[string]resolveCase{
	"a day":                         {wednesday, "America/New_York", "tomorrow", "2026-05-21T04:00:00Z", ""},
	"a day before":                  {wednesday, "America/New_York", "day_before_yesterday", "2026-05-18T04:00:00Z", ""},
	"a day with a time":             {wednesday, "America/New_York", "tomorrow_night", "2026-05-22T00:00:00Z", ""},
	"last night":                    {wednesday, "America/New_York", "last_night", "2026-05-20T00:00:00Z", ""},
	"the local day counts":          {sunday, "America/New_York", "today", "2026-05-23T04:00:00Z", ""},
	"this weekday in the past":      {wednesday, "America/New_York", "this_monday", "2026-05-18T04:00:00Z", ""},
	"next weekday":                  {wednesday, "America/New_York", "next_sunday", "2026-05-24T04:00:00Z", ""},
	"on a Sunday the week is new":   {"2026-05-24T12:00:00Z", "", "this_sunday,this_monday,next_monday", "2026-05-24T00:00:00Z 2026-05-25T00:00:00Z 2026-06-01T00:00:00Z", ""},
	"last weekday":                  {wednesday, "UTC+2", "last_saturday", "2026-05-15T22:00:00Z", ""},
	"a week":                        {wednesday, "", "last_week", "2026-05-10T00:00:00Z 2026-05-11T00:00:00Z 2026-05-12T00:00:00Z 2026-05-13T00:00:00Z 2026-05-14T00:00:00Z 2026-05-15T00:00:00Z 2026-05-16T00:00:00Z", ""},
	"the coming weekend":            {wednesday, "", "this_weekend", "2026-05-23T00:00:00Z 2026-05-24T00:00:00Z", ""},
	"the weekend on its Saturday":   {"2026-05-23T12:00:00Z", "", "this_weekend", "2026-05-23T00:00:00Z 2026-05-24T00:00:00Z", ""},
	"the weekend on its Sunday":     {"2026-05-24T12:00:00Z", "", "this_weekend", "2026-05-23T00:00:00Z 2026-05-24T00:00:00Z", ""},
	"the weekend before its Sunday": {"2026-05-24T12:00:00Z", "", "last_weekend", "2026-05-16T00:00:00Z 2026-05-17T00:00:00Z", ""},
	"the weekend after":             {wednesday, "", "next_weekend", "2026-05-30T00:00:00Z 2026-05-31T00:00:00Z", ""},
	"a month at the end of a year":  {"2026-12-31T12:00:00Z", "", "next_month", "2027-01-01T00:00:00Z 2027-01-31T00:00:00Z", ""},
	"a month shorter than this day": {"2026-01-31T12:00:00Z", "", "next_month", "2026-02-01T00:00:00Z 2026-02-28T00:00:00Z", ""},
	"last month in January":         {"2026-01-31T12:00:00Z", "", "last_month", "2025-12-01T00:00:00Z 2025-12-31T00:00:00Z", ""},
	"a year on a leap day":          {"2028-02-29T12:00:00Z", "", "next_year,last_year", "2029-01-01T00:00:00Z 2029-12-31T00:00:00Z 2027-01-01T00:00:00Z 2027-12-31T00:00:00Z", ""},

	"minutes":                         {wednesday, "", "in_90_minutes", "2026-05-20T18:00:15Z", ""},
	"hours across a gap":              {"2027-03-14T06:30:00Z", "America/New_York", "in_2_hours", "2027-03-14T08:30:00Z", ""},
	"a day across a gap":              {"2027-03-13T17:00:05Z", "America/New_York", "in_1_days", "2027-03-14T16:00:05Z", ""},
	"a day into a gap":                {"2027-03-13T07:30:00Z", "America/New_York", "in_1_day", "2027-03-14T07:30:00Z", ""},
	"no days in a repeated hour":      {"2026-11-01T06:30:00Z", "America/New_York", "in_0_days", "2026-11-01T06:30:00Z", ""},
	"days and minutes":                {wednesday, "", "in_3_days_15_minutes", "2026-05-23T16:45:15Z", ""},
	"hours and minutes":               {wednesday, "", "In 1 hour 30 minutes", "2026-05-20T18:00:15Z", ""},
	"minutes are added as an instant": {"2027-03-13T06:30:00Z", "America/New_York", "in_1_days_60_minutes", "2027-03-14T07:30:00Z", ""},

	"a time alone":                   {wednesday, "America/New_York", "evening", "2026-05-20T22:00:00Z", ""},
	"times alone":                    {wednesday, "", "at_9pm,morning", "2026-05-20T21:00:00Z 2026-05-20T07:00:00Z", ""},
	"a time before its day":          {wednesday, "", "at_7_30pm,tomorrow", "2026-05-21T19:30:00Z", ""},
	"a time for every day":           {wednesday, "", "this_weekend,noon", "2026-05-23T12:00:00Z 2026-05-24T12:00:00Z", ""},
	"times for every day":            {wednesday, "", "this_weekend,noon,at_9pm,today", "2026-05-23T12:00:00Z 2026-05-23T21:00:00Z 2026-05-24T12:00:00Z 2026-05-24T21:00:00Z 2026-05-20T12:00:00Z 2026-05-20T21:00:00Z", ""},
	"a time in place of the own one": {wednesday, "", "tonight,at_9pm", "2026-05-20T21:00:00Z", ""},
	"a time for the ends of a month": {wednesday, "", "this_month,at_dinner", "2026-05-01T18:00:00Z 2026-05-31T18:00:00Z", ""},
	"a time beside an offset":        {wednesday, "", "in_2_hours,morning", "2026-05-20T18:30:15Z", ""},
	"a time, an offset and a day":    {wednesday, "", "in_2_hours,morning,tomorrow", "2026-05-20T18:30:15Z 2026-05-21T07:00:00Z", ""},
	"a time beside nothing known":    {wednesday, "", "soon,midnight", "2026-05-20T00:00:00Z", "soon"},
	"the same twice":                 {wednesday, "", "today,this_wednesday,in_0_minutes,in_0_hours,at_midnight,midnight", "2026-05-20T00:00:00Z 2026-05-20T16:30:15Z", ""},

	"nothing":                       {wednesday, "", "", "", ""},
	"unknown":                       {wednesday, "", "christmas,today,at_13pm,in_2_years", "2026-05-20T00:00:00Z", "christmas,at_13pm,in_2_years"},
	"unknown as it was given":       {wednesday, "", " Next Whatsday ", "", " Next Whatsday "},
	"an unknown key twice":          {wednesday, "", "x,x", "", "x,x"},
	"spellings":                     {wednesday, "", "Next  Year,DAY-AFTER-tomorrow", "2027-01-01T00:00:00Z 2027-12-31T00:00:00Z 2026-05-22T00:00:00Z", ""},
	"too many digits":               {wednesday, "", "in_99999999999_minutes", "", "in_99999999999_minutes"},
	"beyond the last year":          {wednesday, "", "in_9999999999_days,in_2913000_days,in_9999999999_hours,in_1_days_9999999999_minutes", "", "in_9999999999_days,in_2913000_days,in_9999999999_hours,in_1_days_9999999999_minutes"},
	"the last second":               {"9999-12-31T23:59:59Z", "", "in_0_days,in_1_minute,today,tomorrow,this_year,next_year,this_week", "9999-12-31T23:59:59Z 9999-12-31T00:00:00Z 9999-01-01T00:00:00Z", "in_1_minute,tomorrow,next_year,this_week"},
	"the first day":                 {"0001-01-01T12:00:00Z", "", "yesterday,today,last_month", "0001-01-01T00:00:00Z", "yesterday,last_month"},
	"a time of the first day, east": {"0001-01-01T02:00:00Z", "UTC+3", "today,noon", "0001-01-01T09:00:00Z", ""},
	"the first day, east":           {"0001-01-01T02:00:00Z", "UTC+3", "today", "", "today"},
	"a time on no day":              {"9999-12-31T23:00:00Z", "UTC-10", "tonight,at_9pm", "", "tonight"},
	"times on no day":               {"9999-12-31T23:00:00Z", "UTC-10", "night,soon,at_9pm", "", "night,soon,at_9pm"},
	"a clock before all years":      {"0000-06-01T00:00:00Z", "", "today,in_1_hours,noon", "", "today,in_1_hours"},
}

func TestResolve(t *testing.T) {
	for name, tt := range resolveCases {
		t.Run(name, func(t *testing.T) {
			r := at(t, tt.now, tt.zone)
			keys := split(tt.keys, ",")
			found := r.Resolve(keys...)
			assert.Equal(t, split(tt.want, " "), texts(found.Instants))
			assert.Equal(t, split(tt.unresolved, ","), append([]string{}, found.Unresolved...))
			instants, unresolved := r.ResolveDates(keys)
			assert.Equal(t, found, dates.Resolution{Instants: instants, Unresolved: unresolved})
		})
	}
}

func split(text, separator string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, separator)
}

// The worked examples of one morning in New York.
func TestResolveInNewYork(t *testing.T) {
	r := at(t, "2026-10-06T14:00:00Z", "America/New_York")
	for keys, want := range map[string]string{
		"morning,next_tuesday": "2026-10-13T11:00:00Z", "at_3pm": "2026-10-06T19:00:00Z", "at_7_30pm,tomorrow": "2026-10-07T23:30:00Z",
		"this_weekend,morning": "2026-10-10T11:00:00Z 2026-10-11T11:00:00Z", "tonight,at_9pm": "2026-10-07T01:00:00Z",
		"tomorrow,at_dinner": "2026-10-07T22:00:00Z", "in_2_hours,morning": "2026-10-06T16:00:00Z", "next_monday": "2026-10-12T04:00:00Z",
		"last_friday": "2026-10-02T04:00:00Z",
	} {
		found := r.Resolve(split(keys, ",")...)
		assert.Equal(t, split(want, " "), texts(found.Instants), keys)
		assert.Empty(t, found.Unresolved, keys)
	}
}

// What the binder asks for may be texts of several keys. Each is a list of its own, and none of it changes what keys alone mean.
func TestResolveDatesReadsTerms(t *testing.T) {
	r := at(t, "2026-10-06T14:00:00Z", "America/New_York")
	for keys, want := range map[string]string{
		"tomorrow at 7:30pm":                     "2026-10-07T23:30:00Z",
		"tomorrow_at_7pm":                        "2026-10-07T23:00:00Z",
		"tomorrow_noon":                          "2026-10-07T16:00:00Z",
		"this weekend at 3pm":                    "2026-10-10T19:00:00Z 2026-10-11T19:00:00Z",
		"tomorrow|5pm":                           "2026-10-07T21:00:00Z",
		"the day after tomorrow|noon":            "2026-10-08T16:00:00Z",
		"today:|:today|tomorrow noon_":           "!today: !:today !tomorrow noon_",
		"tomorrow noon|today":                    "2026-10-07T16:00:00Z 2026-10-06T04:00:00Z",
		"today|tomorrow noon|next_monday":        "2026-10-06T04:00:00Z 2026-10-07T16:00:00Z 2026-10-12T04:00:00Z",
		"today|tomorrow noon|at_9pm":             "2026-10-07T01:00:00Z 2026-10-07T16:00:00Z",
		"at_9pm|tomorrow noon":                   "2026-10-07T01:00:00Z 2026-10-07T16:00:00Z",
		"tomorrow noon|Tomorrow, noon|this week": "2026-10-07T16:00:00Z 2026-10-04T04:00:00Z 2026-10-05T04:00:00Z 2026-10-06T04:00:00Z 2026-10-07T04:00:00Z 2026-10-08T04:00:00Z 2026-10-09T04:00:00Z 2026-10-10T04:00:00Z",
		"today|tomorrow tomorrow|friday at 5pm|in 2 days at 3pm|tomorrow noonish": "2026-10-06T04:00:00Z !tomorrow tomorrow !friday at 5pm !in 2 days at 3pm !tomorrow noonish",
		"in_9999999999_days|in 9999999999 weeks":                                  "!in_9999999999_days !in 9999999999 weeks",
	} {
		list := strings.Split(keys, "|")
		instants, unresolved := r.ResolveDates(list)
		got := texts(instants)
		for _, key := range unresolved {
			got = append(got, "!"+key)
		}
		assert.Equal(t, want, strings.Join(got, " "), keys)
		for _, key := range list {
			assert.Equal(t, !dates.Valid(key), len(r.Resolve(key).Unresolved) > 0 && !strings.HasPrefix(key, "in_9"), "Resolve reads keys alone: %s", key)
		}
	}
	late := dates.New(dates.Config{Clock: standing(instant(t, "9999-12-31T12:00:00Z"))})
	_, unresolved := late.ResolveDates([]string{"tomorrow noon", "today noon", strings.Repeat("noon ", 26)})
	assert.Equal(t, []string{"tomorrow noon", strings.Repeat("noon ", 26)}, unresolved, "out of range, and too long")
}

// A sign before a number is not passed over. What only looks like one is a dash or stands for a space.
func TestSignsAreNotDropped(t *testing.T) {
	r := at(t, wednesday, "")
	for _, text := range []string{"in_-1_days", "in -2 hours", "in_-30_minutes", "in_-1_weeks", "in -two weeks", "in - 2 hours", "in - 2 days.", "IN--2-hours",
		"-2 days from now", "- 2 days from now", "_2 days from now", "in__1_days", "in 2 hours -30 minutes", "in 2 hours - 30 minutes", "in_1_hour_-30_minutes",
		"in\u00a0-2 hours", "in_+1_days", "in +2 hours", "+2 days from now", "in \u22122 hours", "tomorrow -5pm", "tomorrow at -7:30pm", "at 7 -30pm",
		"\xff-2 days from now", "-"} {
		assert.False(t, dates.Valid(text), text)
		assert.Equal(t, dates.Resolution{Unresolved: []string{text}}, r.Resolve(text), text)
		instants, unresolved := r.ResolveDates([]string{text})
		assert.Empty(t, instants, text)
		assert.Equal(t, []string{text}, unresolved)
		assert.Nil(t, dates.Near(text), text)
	}
	for text, want := range map[string]string{
		"in-2-hours": "2026-05-20T18:30:15Z", "In-Two-Weeks": "2026-06-03T16:30:15Z", "2-days-from-now": "2026-05-22T16:30:15Z",
		"tomorrow - 5pm": "2026-05-21T17:00:00Z", "tomorrow: 5:30pm": "2026-05-21T17:30:00Z", "tomorrow-5pm": "2026-05-21T17:00:00Z",
		"in 1 hour, 30 minutes": "2026-05-20T18:00:15Z",
	} {
		instants, unresolved := r.ResolveDates([]string{text})
		assert.Equal(t, []string{want}, texts(instants), text)
		assert.Empty(t, unresolved, text)
	}
}

// With weeks from Monday on a Sunday, six days of this week are past.
func TestWeekStart(t *testing.T) {
	now := standing(instant(t, "2026-05-24T12:00:00Z"))
	monday := dates.New(dates.Config{Clock: now, WeekStart: time.Monday})
	assert.Equal(t, "2026-05-18T00:00:00Z", one(t, monday, "this_monday").Format(time.RFC3339))
	assert.Equal(t, "2026-05-24T00:00:00Z", one(t, monday, "this_sunday").Format(time.RFC3339))
	assert.Equal(t, "2026-05-25T00:00:00Z", one(t, monday, "next_monday").Format(time.RFC3339))
	week := monday.Resolve("next_week").Instants
	assert.Equal(t, "2026-05-25T00:00:00Z", week[0].Format(time.RFC3339))
	assert.Equal(t, "2026-05-31T00:00:00Z", week[6].Format(time.RFC3339))
	for _, other := range []time.Weekday{time.Tuesday, time.Saturday, -1, 99} {
		r := dates.New(dates.Config{Clock: now, WeekStart: other})
		assert.Equal(t, "2026-05-25T00:00:00Z", one(t, r, "this_monday").Format(time.RFC3339), "as from Sunday: %v", other)
	}
	for _, r := range []*dates.Resolver{monday, dates.New(dates.Config{Clock: now})} {
		assert.Equal(t, []string{"2026-05-23T00:00:00Z", "2026-05-24T00:00:00Z"}, texts(r.Resolve("this_weekend").Instants))
	}
}

func TestZeroConfig(t *testing.T) {
	r := dates.New(dates.Config{})
	before := time.Now().UTC().Truncate(time.Second)
	found := one(t, r, "in_0_minutes")
	assert.False(t, found.Before(before))
	assert.False(t, found.After(time.Now()))
	assert.True(t, r.Zone().FellBack)
}

// A list from outside has a price, and its keys are not lost.
func TestMaxKeys(t *testing.T) {
	r := at(t, wednesday, "")
	var keys []string
	for i := range dates.MaxKeys {
		keys = append(keys, fmt.Sprintf("in_%d_days", i+1))
	}
	found := r.Resolve(append(keys, "today", "noon")...)
	assert.Len(t, found.Instants, dates.MaxKeys)
	assert.Equal(t, []string{"today", "noon"}, found.Unresolved)
}

// Many instants are compared by a map: nothing is lost or doubled, and a key that is taken back leaves no trace.
func TestManyInstants(t *testing.T) {
	keys := []string{"this_week", "next_week", "last_week", "this_weekend", "this_month", "today"}
	for i := range 20 {
		keys = append(keys, fmt.Sprintf("at_10%02d", i))
	}
	found := at(t, wednesday, "").Resolve(keys...)
	require.Empty(t, found.Unresolved)
	seen := map[time.Time]bool{}
	for _, instant := range found.Instants {
		assert.False(t, seen[instant], instant)
		seen[instant] = true
	}
	assert.Len(t, found.Instants, 23*20, "three weeks, whose days hold the weekend and today, and the ends of the month")

	end := at(t, "9999-12-30T12:00:00Z", "").Resolve(append([]string{"last_week", "this_week", "today"}, keys[6:]...)...)
	assert.Equal(t, []string{"this_week"}, end.Unresolved)
	assert.Len(t, end.Instants, 8*20, "today was in the week that ends too late")
}

func TestResolverIsSafeForConcurrentUse(t *testing.T) {
	r := at(t, wednesday, "Europe/Berlin")
	want := r.Resolve("this_weekend", "morning")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				assert.Equal(t, want, r.Resolve("this_weekend", "morning"))
				r.Context()
				r.Tool().Resolve([]byte(`{"relative_term":"tomorow"}`))
				dates.Extract("tomorrow at 7pm")
			}
		})
	}
	wg.Wait()
}
