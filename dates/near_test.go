// Near: what texts that mean nothing were meant to be, and what they must not become.

package dates_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/dates"
)

func TestNear(t *testing.T) {
	for text, want := range map[string][]string{
		"tomorow":         {"tomorrow"},
		"tonihgt":         {"tonight"},
		"Tomorow Morning": {"tomorrow_morning"},
		"next_mnoday":     {"next_monday"},
		"last evening":    {"yesterday_evening"},
		"today:":          {"today"},
		"in_2_hour_":      {"in_2_hour"},
		"midday":          {"noon"},
		"nigth":           {"night"},
		"noon-ish":        nil,
		"next_wensday":    {"next_wednesday"},
		"the next wek":    {"next_week"},

		"Next Monday":        {"next_monday"},
		"at_7.30pm":          {"at_7_30pm"},
		"5pm":                {"at_5pm"},
		"in two weeks":       {"in_14_days"},
		"tomorrow at 5 p.m.": {"tomorrow at_5_pm"},
		"tomorrow at_5pm":    nil,
		"next_monday":        nil,

		"in_9999999999_days":               nil,
		"in 9999999999 weeks":              nil,
		"in_99999999999_days":              nil,
		"in_99999999999_minutes":           nil,
		"99999999999 hours from now":       nil,
		"in 1 day and 99999999999 minutes": nil,
		"in 2932897 days":                  nil,
		"in 2900000 days":                  {"in_2900000_days"},
		"in_0000000000002_days":            {"in_2_days"},
		"in 1 day and 1000000 minutes":     {"in_1_day_1000000_minutes"},
		"tomorrow 5-6pm":                   nil,
		"tomorrow 5-6 pm":                  nil,
		"next monday 5-6pm":                nil,
		"5-6pm tomorrow":                   nil,
		"tomorow 5-6pm":                    nil,
		"tomorrow 5":                       nil,
		"2morrow 6pm":                      {"tomorrow at_6pm"},
		"in_-1_days":                       nil,
		"in__1_days":                       nil,
		"-2 days from now":                 nil,
		"in -2 hours":                      nil,
		"in +2 hours":                      nil,
		"in \u22122 hours":                 nil,
		"tomorow -5pm":                     nil,
		"tomorow - 5pm":                    {"tomorrow at_5pm"},
		"In-2-Hours":                       {"in_2_hours"},

		"next_mon":    {"next_monday"},
		"this_mon":    {"this_monday"},
		"last sat":    {"last_saturday"},
		"next_sun":    {"next_sunday"},
		"nxt_tues":    {"next_tuesday"},
		"mon":         {"this_monday", "next_monday", "last_monday"},
		"friday":      {"this_friday", "next_friday", "last_friday"},
		"on Friday.":  {"this_friday", "next_friday", "last_friday"},
		"fridya":      {"this_friday", "next_friday", "last_friday"},
		"weekend":     {"this_weekend", "next_weekend", "last_weekend"},
		"the weekend": {"this_weekend", "next_weekend", "last_weekend"},
		"week":        {"this_week", "next_week", "last_week"},
		"month":       {"this_month", "next_month", "last_month"},
		"mont":        {"this_month", "next_month", "last_month"},
		"year":        {"this_year", "next_year", "last_year"},
		"lunch":       {"during_lunch"},
		"lunhc":       {"during_lunch"},
		"dinner":      {"at_dinner", "during_dinner", "after_dinner"},

		"friday at 5pm":      {"this_friday at_5pm", "next_friday at_5pm", "last_friday at_5pm"},
		"noon next_mon":      {"noon next_monday"},
		"tomorow at 7pm":     {"tomorrow at_7pm"},
		"tomorrow at dinenr": {"tomorrow at_dinner", "tomorrow during_dinner", "tomorrow after_dinner"},

		"":                                    nil,
		"_":                                   nil,
		"soon":                                nil,
		"moon":                                nil,
		"eight":                               nil,
		"light":                               nil,
		"late_night":                          nil,
		"sunny":                               nil,
		"mo":                                  nil,
		"every_mon":                           nil,
		"any next mon":                        nil,
		"next any mon":                        nil,
		strings.Repeat("noon ", 16) + "nigth": nil,
		"next_june":                           nil,
		"next_seek":                           nil,
		"someday":                             nil,
		"christmas":                           nil,
		"christmas at 5pm":                    nil,
		"monday or tuesday":                   nil,
		"next monday or so":                   nil,
		"today tomorrow":                      nil,
		"tomorow in 2 hours":                  nil,
		strings.Repeat("x ", 60):              nil,
		strings.Repeat("x", 4000):             nil,
	} {
		near := dates.Near(text)
		assert.Equal(t, want, near, text)
		for _, term := range near {
			_, unresolved := at(t, newYorkNow, "").ResolveDates([]string{term})
			assert.Empty(t, unresolved, "%s can be given", term)
		}
	}
}

// A key in other letters is near to that, also where its instant is out of reach.
func TestNearOfAFarKey(t *testing.T) {
	assert.Equal(t, []string{"in_9999999999_days"}, dates.Near("In_9999999999_days"))
}

// Words that a slip could make another key of stay what they are, wherever a weekday is cut short.
func TestNearKeepsWeekdays(t *testing.T) {
	for _, which := range []string{"this_", "next_", "last_"} {
		for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
			for size := 3; size < len(day); size++ {
				assert.Equal(t, []string{which + day}, dates.Near(which+day[:size]))
				assert.Equal(t, []string{"this_" + day, "next_" + day, "last_" + day}, dates.Near(day[:size]))
			}
		}
	}
}

func FuzzNear(f *testing.F) {
	for _, text := range []string{"friday at 5pm", "soon", "next_mon", "tomorow noon at_9pm", "in two weeks.", "\xff at 5pm"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		near := dates.Near(text)
		assert.LessOrEqual(t, len(near), 5)
		for _, term := range near {
			assert.NotEqual(t, text, term)
			assert.Nil(t, dates.Near(term), "%q is as it is to be written", term)
		}
	})
}
