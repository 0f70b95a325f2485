// Forms of keys: the vocabulary, normalising, dynamic keys, and times of day.

package dates_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/dates"
)

func TestKeys(t *testing.T) {
	keys := dates.Keys()
	assert.Len(t, keys, 64)
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(keys))), 64, "no key twice")
	keys[0] = "changed"
	assert.Equal(t, "today", dates.Keys()[0], "the slice is the caller's")
	for _, key := range dates.Keys() {
		assert.True(t, dates.Valid(key), key)
		assert.Equal(t, key, dates.Normalize(key))
	}
}

func TestCommandKeys(t *testing.T) {
	assert.Equal(t, []string{
		"today", "tomorrow", "yesterday", "day_after_tomorrow",
		"tonight", "tomorrow_morning", "tomorrow_afternoon", "tomorrow_evening", "tomorrow_night",
		"yesterday_morning", "yesterday_afternoon", "yesterday_evening", "last_night",
		"morning",
		"next_monday", "next_tuesday", "next_wednesday", "next_thursday", "next_friday", "next_saturday", "next_sunday",
		"next_week", "this_weekend", "last_weekend",
	}, dates.CommandKeys())
	dates.CommandKeys()[0] = "changed"
	assert.Equal(t, "today", dates.CommandKeys()[0])
	assert.Subset(t, dates.Keys(), dates.CommandKeys())
}

func TestNormalize(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"nothing":            {"", ""},
		"only space":         {" \t\n", ""},
		"a key":              {"next_monday", "next_monday"},
		"words":              {"Next  Monday", "next_monday"},
		"space around":       {"\u00a0 TODAY\r\n", "today"},
		"a clock":            {"at 7:30pm", "at_7_30pm"},
		"a clock and a word": {"at 7:30 PM", "at_7_30_pm"},
		"hyphens":            {"day-after-tomorrow", "day_after_tomorrow"},
		"signs in a row":     {"a:- b", "a___b"},
		"a full stop":        {"at 7.30pm", "at_7_30pm"},
		"many full stops":    {"1.2.3", "1_2_3"},
		"others stay":        {".5 a.m. 5. x.1 1.x ١.١", ".5_a.m._5._x.1_1.x_١.١"},
		"beyond ASCII":       {"DEMAIN À Midi", "demain_à_midi"},
		"a vertical tab":     {"a\vb", "a_b"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, dates.Normalize(tt.in))
			assert.Equal(t, tt.want, dates.Normalize(tt.want), "twice is once")
		})
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { dates.Normalize("day_after_tomorrow") }))
}

func TestParseTime(t *testing.T) {
	type clock struct{ hour, minute int }
	for text, want := range map[string]clock{
		"9am": {9, 0}, "09am": {9, 0}, "9pm": {21, 0}, "12am": {0, 0}, "12pm": {12, 0}, "11pm": {23, 0},
		"3_45pm": {15, 45}, "7:30pm": {19, 30}, "7.30pm": {19, 30}, "730pm": {19, 30}, "1205am": {0, 5}, "12_05pm": {12, 5},
		"7:30 PM": {19, 30}, " 9 am ": {9, 0}, "12:59am": {0, 59},
		"1930": {19, 30}, "0000": {0, 0}, "2359": {23, 59}, "19:30": {19, 30}, "07.30": {7, 30},
	} {
		hour, minute, ok := dates.ParseTime(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, clock{hour, minute}, text)
		assert.True(t, dates.Valid("at_"+strings.TrimSpace(text)), text)
	}
	for _, text := range []string{"", "am", "pm", "_pm", "9", "25", "730", "7:30", "13pm", "0am", "00:30am", "9:60am", "960am", "2400", "2360",
		"19:3", "19:300", "9:5am", "12345", "123:00am", "9pmpm", "9ampm", "x9am", "9xam", "-9am", "+9am", "1e1", "１９３０", "noonish", "home", "_30pm", ":30", "9__30am"} {
		hour, minute, ok := dates.ParseTime(text)
		assert.False(t, ok, text)
		assert.Equal(t, clock{}, clock{hour, minute}, text)
		assert.False(t, dates.Valid("at_"+text), text)
	}
}

func TestValid(t *testing.T) {
	for _, key := range []string{"Today", " next monday ", "in 2 hours", "in_0_minutes", "in_1_day", "in_1_hour_1_minute", "in_007_days",
		"in_9999999999_days", "in_3_days_15_minutes", "in_5_minutes_5_minutes", "at 7:30pm", "AT-NOON"} {
		assert.True(t, dates.Valid(key), key)
	}
	for _, key := range []string{"", "now", "christmas", "friday", "to day", "today:", "next_", "in_", "in__days", "in_2", "in_2_", "in_x_days",
		"in_-2_days", "in_2_weeks", "in_2_days_", "in_2_days_3", "in_2_days_3_hours", "in_2_days_x_minutes", "in_2_days_3_minutes_4_minutes",
		"in_10000000000_days", "in_1.5_hours", "in_２_days", "at_", "at", "tomorrow_at_noon", "at_7..30pm", "in_1.5_days"} {
		assert.False(t, dates.Valid(key), key)
	}
}

func FuzzParseTime(f *testing.F) {
	for _, text := range []string{"", "9am", "7:30 PM", "1930", "13pm", "7.30pm", "１pm", "9__am"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		normal := dates.Normalize(text)
		assert.Equal(t, normal, dates.Normalize(normal))
		hour, minute, ok := dates.ParseTime(text)
		assert.True(t, hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59)
		assert.Equal(t, ok, dates.Valid("at_"+normal) && !slices.Contains([]string{"noon", "midnight", "breakfast", "dinner"}, normal))
		if ok {
			assert.LessOrEqual(t, len(strings.Trim(normal, "_")), len("12_30_pm"))
		}
	})
}
